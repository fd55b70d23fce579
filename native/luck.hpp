// The luck of a game: what its openings brought, less what was to be expected. See luck.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "grid.hpp"
#include "random.hpp"
#include "referee.hpp"
#include "solver.hpp"
#include "win_estimate.hpp"

namespace sapper {

// A game's board with what is public before the first move.
struct DealtGame {
    Grid grid;
    int mines = 0;
    const std::uint8_t* is_mine = nullptr;  // a byte 0 or 1 per cell
    int first = -1;              // the cell that the start rule promises something about, or -1
    bool first_is_zero = false;  // rule `open`: it has no mine around it either
    std::span<const int> given;  // cells given as safe
};

// One step into the unknown. Its luck is alive * win - (1 - risk) * expected, in two parts.
struct Step {
    int cell = -1;  // -1: the start, where nothing is risked
    double risk = 0.0;
    bool alive = true;      // it was no mine
    double expected = 0.0;  // the estimated chance to win after it, on average, if it is no mine
    double win = 0.0;       // the estimated chance as it turned out; only if alive

    double survival() const { return expected * ((alive ? 1.0 : 0.0) - (1.0 - risk)); }
    double information() const { return alive ? win - expected : 0.0; }
};

// The luck of a whole game after its start.
struct Luck {
    double survival = 0.0;     // of meeting no mine
    double information = 0.0;  // of what the numbers told
    int steps = 0;             // openings of cells that were not certain
    bool won = false;
};

// Replays games. Keeps its storage between them; one thread at a time.
class Replay {
public:
    // As many boards are looked at for each expectation: all there are, if they are no more. What
    // the estimate is does not change the mean of a luck-adjusted result, only its variance.
    explicit Replay(int samples, WinEstimate estimate = exact_or_fitted())
        : samples_(samples), estimate_(std::move(estimate)) {}

    // Whom to ask whether to stop, as Solver::set_stop.
    void set_stop(const Stop* stop) {
        solver_.set_stop(stop);
        surviving_.set_stop(stop);
    }

    // What the cells that are certain from the start tell, which no player can change.
    Step start(const DealtGame& game, std::uint64_t seed);

    // The steps of a game. `order` holds the cells that the player opened, in order; cells that
    // opened by themselves may be left out. Nothing after a mine counts. The seed is that of the
    // boards that are drawn: two games with the same seed that make the same step from the same
    // position draw the same boards for it. Throws TooWide for a border that is too wide.
    const std::vector<Step>& run(const DealtGame& game, std::span<const int> order,
                                 std::uint64_t seed);
    bool won() const { return won_; }  // the game that was run last

    // The same, summed up.
    Luck luck(const DealtGame& game, std::span<const int> order, std::uint64_t seed);

private:
    void begin(const DealtGame& game);
    void open(int place);
    double estimate_on(const Referee& board);
    double expect(const DealtGame& game, std::uint64_t seed);

    int samples_;
    WinEstimate estimate_;
    Solver solver_;                     // what is public, move by move
    Solver surviving_;                  // the same, and the next cell safe
    Solver settled_;                    // and all that follows open
    std::vector<std::uint8_t> states_;  // what is public, as a view
    Referee truth_;
    std::vector<std::uint8_t> is_mine_;  // of a board that is drawn
    Referee drawn_;
    std::vector<double> odds_;
    std::vector<int> region_;
    std::vector<Step> steps_;
    int left_ = 0;  // safe cells that are not open
    bool won_ = false;
};

}  // namespace sapper
