// Which rung of the ladder of reasoning a board asks for. See ladder.cpp.
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

// A board, and the cells that the player is given as safe before the first move.
struct Start {
    Grid grid;
    int mines = 0;
    const std::uint8_t* is_mine = nullptr;  // 0 or 1 per cell
    std::span<const int> given;
};

// A cell that was opened, and what it took.
struct Opening {
    int cell = 0;
    Rung rung = Rung::given;  // the easiest that showed it safe in its position; or a guess
    int wave = 0;             // the number of that position
    // Of a guess: whether it was a mine, which is not opened but known from then on; the odds of
    // that; and the chance to win with it, if that is known exactly, else NaN.
    bool is_mine = false;
    double risk = 0.0;
    double win = 0.0;
};

struct Guesses {
    int count = 0;
    double survival = 1.0;  // the chance that none of them is a mine
};

// Climbs the ladder, board after board. One per thread.
class Ladder {
public:
    explicit Ladder(const Stop* stop = nullptr) { solver_.set_stop(stop); }

    // The least rung that opens every safe cell together with those below it, if it is no higher
    // than `most`; else guess.
    Rung climb(const Start& start, Rung most);

    // The highest rung that the last climb used, whether it came to the end or not.
    Rung used() const { return used_; }

    // Whether the rungs up to `most` open every safe cell; sooner than climb().
    bool solves(const Start& start, Rung most);

    // For those who try many boards: lay one on the sweep and let it climb; where it got stuck at
    // difference, these go on as climb() and solves() would. Nothing if the board is too large.
    Sweep* sweep_for(Grid grid);
    Rung climb_further(const Start& start, Rung most);
    bool solves_further(const Start& start, Rung most);

    // The position that the last climb ended in.
    const Position& reached(const Start& start);

    // How often best play has to guess; where its guess is a mine, it goes on as if told so.
    Guesses count_guesses(const Start& start, Guesser& guesser);

    // Solves a board position by position: in each, opens all that the easiest rung which finds a
    // safe cell shows in that position alone; where there is none, asks the guesser, if given.
    std::vector<Opening> play(const Start& start, Rung most, Guesser* guesser = nullptr);

    // Whether the last board met a border that is too wide to be solved, so that it may need less
    // than was said.
    bool undecided() const { return undecided_; }

    // Takes in a position instead of a board, with some mines known; then settle() says which rung
    // is the least that settles a cell, and settles what it can: one deduction of a rule, or all
    // that a higher rung finds.
    void read(Grid grid, int mines, const std::uint8_t* states, std::span<const int> known_mines);
    Rung settle(Rung most);

    // Settles all that the rungs up to `most` show. With `easiest`, no further than the first of
    // them that finds a safe cell. Calls on_settled(rung) after each step, with the easiest rung
    // that shows what it settled. Whether a safe cell was found.
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

    // Opens what is known to be safe, and regions of zeros; the cells go to `order`, if given.
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
    Grid swept_;             // the boards that it is for
    bool is_swept_ = false;  // whether it knows where the last climb ended, and the solver does not
    std::vector<std::uint8_t> numbers_, states_;  // scratch of take_over
    std::vector<int> known_mines_;
    bool undecided_ = false;
    Rung used_ = Rung::given;
    std::vector<CertainCell> certain_;  // by the clues; may be settled already
    std::vector<int> index_;            // scratch of collect_border
    Border border_;
    std::vector<SettledBox> boxes_;
};

}  // namespace sapper
