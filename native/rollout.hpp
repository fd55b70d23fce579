// The chance to win with a guess, by playing on from it on many boards. See rollout.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "champion.hpp"
#include "referee.hpp"
#include "sample.hpp"

namespace sapper {

// The settings to play on with, which are quicker: the policy alone, and a small end game.
ChampionSettings rollout_settings(ChampionSettings settings);

// Plays games on from a position. One per thread.
class RolloutPlayer {
public:
    explicit RolloutPlayer(const ChampionSettings& settings);

    // Opens places that are safe on this board, if any, and plays on from a position after
    // analyze(). Returns the chance to win as it turned out, with the luck of survival taken out:
    // its mean over all boards is the chance to win.
    double play(const Solver& start, std::span<const int> places, const Referee& board);

private:
    Champion champion_;
    const Stop* stop_;
    Solver solver_;
};

struct Budget {
    std::size_t boards = 0;  // for each guess; those that are dropped leave theirs to the others
    int threads = 1;
    std::uint64_t seed = 0;
    bool eliminate = true;  // drop guesses that are surely worse on the way
};

// What rollouts found about a guess.
struct Estimate {
    Guess guess;
    std::size_t boards = 0;
    double mean = 0.0;  // the chance to win; of a few boards it may lie a little below 0
    double chance() const { return std::max(mean, 0.0); }
    double error = 0.0;  // its standard error
    double lead = 0.0;  // over the best guess, 0 or below: how far it trails, all things considered
};

// Estimates guesses by playing on with these settings, best first. The same for any number of
// threads. `win` of the guesses is what was believed before.
std::vector<Estimate> estimate(const Solver& solver, std::span<const Guess> guesses,
                               const ChampionSettings& settings, const Budget& budget);

// The chance to win from a position after analyze(), with what is certain opened first: the mean
// over as many boards as the budget has, and its standard error.
Estimate estimate_position(const Solver& solver, const ChampionSettings& settings,
                           const Budget& budget);

// What to do next: open these places at once, if any, and then what is certain.
struct Plan {
    std::span<const int> places;
    double safe = 1.0;  // the chance that all of them are
};

// What two plans came to on the same boards.
struct Comparison {
    double win = 0.0;  // the chance to win with the first, and its standard error
    double error = 0.0;
    double lead = 0.0;  // of the first over the second, and the standard error of that
    double lead_error = 0.0;
    std::size_t boards = 0;
};

// Plays on from a position after analyze() by either plan, on as many boards as the budget has.
Comparison compare(const Solver& solver, const Plan& plan, const Plan& other,
                   const ChampionSettings& settings, const Budget& budget);

}  // namespace sapper
