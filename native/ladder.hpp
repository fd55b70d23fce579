// Solves a board with the easiest reasoning that suffices.
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

struct Start {
    Grid grid;
    int mines = 0;
    const std::uint8_t* is_mine = nullptr;  // 0 or 1 per cell
    std::span<const int> given;
};

struct Opening {
    int cell = 0;
    Rung rung = Rung::given;  // the easiest that proves it safe in its position, or guess
    int wave = 0;             // the number of that position
    // For a guess: whether it hit a mine, its risk, and the chance of winning with it (NaN unless
    // known exactly). A mine hit by a guess stays closed but is known from then on.
    bool is_mine = false;
    double risk = 0.0;
    double win = 0.0;
};

struct Guesses {
    int count = 0;
    double survival = 1.0;  // the chance that none of the guesses is a mine
};

// Each thread needs its own Ladder.
class Ladder {
public:
    explicit Ladder(const Stop* stop = nullptr) { solver_.set_stop(stop); }

    // The easiest technique that opens every safe cell if all easier techniques are used as well.
    // If that technique is harder than `most`, the result is `guess`.
    Rung climb(const Start& start, Rung most);

    // The hardest technique that the last climb() used, even if the climb got stuck.
    Rung used() const { return used_; }

    bool solves(const Start& start, Rung most);

    // If a sweep gets stuck, climb_further() and solves_further() continue as climb() and solves()
    // would. The function sweep_for() returns nullptr if the board is too large.
    Sweep* sweep_for(Grid grid);
    Rung climb_further(const Start& start, Rung most);
    bool solves_further(const Start& start, Rung most);

    const Position& reached(const Start& start);

    // If a guess hits a mine, play continues with that mine known.
    Guesses count_guesses(const Start& start, Guesser& guesser);

    // In each position, opens all cells that the easiest technique proves safe. If no cell is
    // provably safe, asks the guesser.
    std::vector<Opening> play(const Start& start, Rung most, Guesser* guesser = nullptr);

    // Whether the last board had a border too wide to solve. If so, an easier technique than the
    // one found might be enough.
    bool undecided() const { return undecided_; }

    // read() starts from a position with some known mines, instead of a board. The function
    // settle() then settles at least one cell with the easiest technique that can, and returns this
    // technique, or Rung::guess if no technique up to `most` settles a cell.
    void read(Grid grid, int mines, const std::uint8_t* states, std::span<const int> known_mines);
    Rung settle(Rung most);

    // With `easiest`, stops at the easiest technique that finds a safe cell. After each step, calls
    // on_settled() with the easiest technique that proves the step.
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
    // The solver's odds are valid after settle(mine_count) has found nothing, unless undecided().
    const Solver& solver() const { return solver_; }
    const Referee& referee() const { return referee_; }
    void set_board(const std::uint8_t* is_mine) { referee_.set_board(position(), is_mine); }

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
