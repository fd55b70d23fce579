// The exact endgame: the chance of winning with optimal play when few boards are left.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "deal.hpp"
#include "solver.hpp"
#include "stop.hpp"

namespace sapper {

class Endgame {
public:
    // A position is not solved if it has more than `boards` boards, or needs more than `nodes` sets
    // of boards. There is no time limit, so that decisions do not depend on the machine.
    struct Limits {
        std::size_t boards = 500;
        std::size_t nodes = 20'000;
        const Stop* stop = nullptr;  // checked now and then
    };

    Endgame() = default;
    explicit Endgame(Limits limits) : limits_(limits) {}

    // Returns false if the position is beyond the limits.
    bool solve(const Solver& solver);

    // After solve(): the number of consistent boards, all equally likely, and the number of them on
    // which the best strategy wins.
    std::uint32_t boards() const { return boards_; }
    std::uint32_t wins() const { return wins_; }
    double value() const { return static_cast<double>(wins_) / static_cast<double>(boards_); }
    int best() const { return best_; }  // the place to open

    // The number of boards on which a place is safe, and the number won if it is opened first. The
    // place must be unknown, or safe and not open.
    bool solve_move(int place, std::uint32_t& safe, std::uint32_t& wins);

private:
    struct Key {
        std::uint64_t a = 0, b = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Entry {
        Key key;
        std::uint32_t wins = 0;
        std::uint32_t age = 0;
        bool is_exact = false;  // otherwise it is an upper bound
    };
    struct Filling {
        int mines = 0;
        std::uint32_t begin = 0;  // index into mine_cells_
        std::uint32_t end = 0;
    };
    struct Candidate {
        std::uint16_t cell = 0;
        std::uint16_t safe = 0;
        std::uint16_t kinds = 0;  // number of different numbers
    };

    bool enumerate(const Solver& solver);
    bool fill_component(const Component& component, std::size_t most);
    void write_boards(std::size_t component, int mines);
    void write_rest(int from, int mines);
    void emit();
    std::uint32_t count_wins(std::size_t begin, std::size_t cells_begin, std::size_t cells_end,
                             std::uint32_t need, int* best);
    std::uint32_t open_cell(std::uint16_t cell, std::size_t begin, std::size_t end,
                            std::uint32_t safe, std::uint32_t least, std::size_t cells_begin,
                            std::size_t cells_end);
    std::uint8_t number(std::uint16_t cell, std::uint16_t board) const {
        return numbers_[cell * stride_ + board];
    }
    Entry& find(const Key& key);

    Limits limits_;
    std::uint32_t boards_ = 0;
    std::uint32_t wins_ = 0;
    int best_ = -1;
    std::size_t nodes_ = 0;
    std::size_t work_ = 0;  // since the last check for a stop
    bool over_ = false;     // a limit was exceeded

    std::vector<int> places_;   // of the unknown cells
    std::vector<int> cell_at_;  // by place: the index of an unknown cell, or -1
    std::size_t stride_ = 0;
    std::vector<std::uint8_t> mines_;             // by cell and board
    std::vector<std::uint8_t> numbers_;           // by cell and board; number_mine for a mine
    std::vector<std::vector<Filling>> fillings_;  // by component
    std::vector<std::uint16_t> mine_cells_;
    std::vector<std::uint16_t> chosen_;  // mines of the board being written
    std::vector<int> least_, most_;      // mines in this component and all after it
    std::vector<std::uint16_t> untouched_;
    std::uint32_t written_ = 0;

    std::vector<std::uint16_t> sets_;    // a stack of sets of boards
    std::vector<std::uint16_t> cells_;   // the cells that still matter, for each set
    std::vector<Candidate> candidates_;  // the candidates, for each set
    std::vector<Key> board_keys_;
    std::vector<Entry> memo_;
    std::uint32_t age_ = 0;
};

}  // namespace sapper
