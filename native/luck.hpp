// Computes the luck in a game, so that it can be subtracted from the result.
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

struct DealtGame {
    Grid grid;
    int mines = 0;
    const std::uint8_t* is_mine = nullptr;  // a byte 0 or 1 per cell
    int first = -1;              // the cell that the start rule makes a promise about, or -1
    bool first_is_zero = false;  // rule `open`: no mine around it either
    std::span<const int> given;  // cells given as safe
};

// The luck of a step is alive * win - (1 - risk) * expected, which is the sum of survival() and
// information().
struct Step {
    int cell = -1;  // -1 for the start, which has no risk
    double risk = 0.0;
    bool alive = true;      // it was not a mine
    double expected = 0.0;  // the mean estimated chance of winning after it, if it is not a mine
    double win = 0.0;       // the estimated chance after it; only if alive

    double survival() const { return expected * ((alive ? 1.0 : 0.0) - (1.0 - risk)); }
    double information() const { return alive ? win - expected : 0.0; }
};

// The luck of a whole game, without the luck of its start.
struct Luck {
    double survival = 0.0;     // the luck of not hitting a mine
    double information = 0.0;  // the luck of informative numbers
    int steps = 0;             // openings of uncertain cells
    bool won = false;
};

// Use a Replay in only one thread at a time.
class Replay {
public:
    // Each expectation is a mean over `samples` boards, or over all boards if there are no more
    // than that.
    explicit Replay(int samples, WinEstimate estimate = exact_or_fitted())
        : samples_(samples), estimate_(std::move(estimate)) {}

    void set_stop(const Stop* stop) {
        solver_.set_stop(stop);
        surviving_.set_stop(stop);
    }

    // The luck of the cells that are provable before the first move.
    Step start(const DealtGame& game, std::uint64_t seed);

    // `order` may omit cells that were opened automatically. Throws TooWide if a border is too
    // wide.
    const std::vector<Step>& run(const DealtGame& game, std::span<const int> order,
                                 std::uint64_t seed);
    bool won() const { return won_; }  // of the last game

    Luck luck(const DealtGame& game, std::span<const int> order, std::uint64_t seed);

private:
    void begin(const DealtGame& game);
    void open(int place);
    double estimate_on(const Referee& board);
    double expect(const DealtGame& game, std::uint64_t seed);

    int samples_;
    WinEstimate estimate_;
    Solver solver_;                     // the public information, move by move
    Solver surviving_;                  // the same, with the next cell safe
    Solver settled_;                    // the same, with everything that follows opened
    std::vector<std::uint8_t> states_;  // the public information as a view
    Referee truth_;
    std::vector<std::uint8_t> is_mine_;  // of a sampled board
    Referee drawn_;
    std::vector<double> odds_;
    std::vector<int> region_;
    std::vector<Step> steps_;
    int left_ = 0;  // safe cells that are not open
    bool won_ = false;
};

}  // namespace sapper
