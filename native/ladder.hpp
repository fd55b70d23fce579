// Finds the rung of the ladder of reasoning that a board needs. See ladder.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "boxes.hpp"
#include "chain.hpp"
#include "player.hpp"
#include "referee.hpp"
#include "rung.hpp"
#include "solver.hpp"
#include "sweep.hpp"

namespace sapper {

// A board, and the cells given as safe before the first move.
struct Start {
    Grid grid;
    int mines = 0;
    const std::uint8_t* is_mine = nullptr;  // 0 or 1 per cell
    std::span<const int> given;
};

// An opened cell, and the reasoning it needed.
struct Opening {
    int cell = 0;
    Rung rung = Rung::given;  // the easiest that proves it safe in its position, or guess
    int wave = 0;             // the number of that position
    // For a guess: whether it hit a mine, its risk, and the chance of winning with it (NaN unless
    // known exactly). A mine is not opened, but known from then on.
    bool is_mine = false;
    double risk = 0.0;
    double win = 0.0;
};

struct Guesses {
    int count = 0;
    double survival = 1.0;  // the chance that none of the guesses is a mine
};

// Climbs the ladder on one board after another. Each thread needs its own.
class Ladder {
public:
    explicit Ladder(const Stop* stop = nullptr) { solver_.set_stop(stop); }

    // The lowest rung that, together with those below it, opens every safe cell. Returns guess if
    // that rung is above `most`.
    Rung climb(const Start& start, Rung most);

    // The highest rung that the last climb used, even if it got stuck.
    Rung used() const { return used_; }

    // Whether the rungs up to `most` open every safe cell. Faster than climb().
    bool solves(const Start& start, Rung most);

    // For callers that try many boards. Lay a board on the sweep and let it climb. If it gets stuck
    // at difference, climb_further() and solves_further() continue as climb() and solves() would.
    // sweep_for() returns nullptr if the board is too large.
    Sweep* sweep_for(Grid grid);
    Rung climb_further(const Start& start, Rung most);
    bool solves_further(const Start& start, Rung most);

    // The position in which the last climb ended.
    const Position& reached(const Start& start);

    // Counts the guesses of best play. If a guess hits a mine, play continues with that mine known.
    Guesses count_guesses(const Start& start, Guesser& guesser);

    // Solves a board position by position. In each, it opens every safe cell that the easiest
    // successful rung proves in that position. If no rung proves any, it asks the guesser, if
    // given.
    std::vector<Opening> play(const Start& start, Rung most, Guesser* guesser = nullptr);

    // Whether the last board had a border too wide to solve. The board may then need a lower rung
    // than was reported.
    bool undecided() const { return undecided_; }

    // Starts from a position instead of a board, with some known mines. settle() then returns the
    // lowest rung that settles a cell. It settles the cells of one deduction by a rule, or all
    // cells that a higher rung finds.
    void read(Grid grid, int mines, const std::uint8_t* states, std::span<const int> known_mines);
    Rung settle(Rung most);

    // Settles every cell that the rungs up to `most` prove. With `easiest`, stops at the first rung
    // that finds a safe cell. Calls on_settled(rung) after each step, with the easiest rung that
    // proves the step. Returns whether a safe cell was found.
    template <class F>
    bool settle_all(Rung most, bool easiest, F&& on_settled) {
        const std::size_t given = position().to_open.size();
        Rung used = Rung::given;
        for (;;) {
            const Rung rung = settle(most);
            if (position().broken() || rung == Rung::guess) break;
            used = std::max(used, rung);
            on_settled(used);
            if (easiest && position().to_open.size() > given) most = used;
        }
        return position().to_open.size() > given;
    }

    Position& position() { return solver_.position(); }
    const Referee& referee() const { return referee_; }
    void set_board(const std::uint8_t* is_mine) { referee_.set_board(position(), is_mine); }

    // Opens the known safe cells and regions of zeros. Appends the cells to `order`, if given.
    void open_known(std::vector<int>* order = nullptr);
    bool is_won() const {
        return solver_.position().unknown_left() == solver_.position().mines_left();
    }

private:
    void begin(const Start& start);
    bool sweep(const Start& start, Rung most);
    void take_over(const Start& start);
    Rung climb_on(Rung most);
    bool solve_on(Rung most);
    void settle_cell(int place, bool is_mine);
    bool settle_by_chain();
    bool settle_by_combination();
    void find_certain();

    Solver solver_;
    Referee referee_;
    std::optional<Sweep> sweep_;
    Grid swept_;             // the size of its boards
    bool is_swept_ = false;  // whether the last climb ended in it and not in the solver
    std::vector<std::uint8_t> numbers_, states_;  // scratch space for take_over
    std::vector<int> known_mines_;
    bool undecided_ = false;
    Rung used_ = Rung::given;
    std::vector<CertainCell> certain_;  // certain by the clues; may be settled already
    std::vector<int> index_;            // scratch space for collect_border
    Border border_;
    std::vector<SettledBox> boxes_;
};

}  // namespace sapper
