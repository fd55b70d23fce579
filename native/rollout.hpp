// Estimates the chance of winning with a guess by playing many boards to the end. See rollout.cpp.
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

// Faster settings for rollouts, with the policy only and a small endgame.
ChampionSettings rollout_settings(ChampionSettings settings);

// Plays games to the end from a position. Each thread needs its own.
class RolloutPlayer {
public:
    explicit RolloutPlayer(const ChampionSettings& settings);

    // Starts from a position after analyze(), opens `places` (which must be safe on this board),
    // and plays on. Returns the outcome without the luck of survival. Its mean over all boards is
    // the chance of winning.
    double play(const Solver& start, std::span<const int> places, const Referee& board);

private:
    Champion champion_;
    const Stop* stop_;
    Solver solver_;
};

struct Budget {
    std::size_t boards = 0;  // for each guess; dropped guesses leave theirs to the others
    int threads = 1;
    std::uint64_t seed = 0;
    bool eliminate = true;  // drop guesses on the way that are clearly worse
};

// The result of rollouts for a guess.
struct Estimate {
    Guess guess;
    std::size_t boards = 0;
    double mean = 0.0;  // the chance of winning; with few boards it may be slightly below 0
    double chance() const { return std::max(mean, 0.0); }
    double error = 0.0;  // its standard error
    double lead = 0.0;   // over the best guess; 0 or negative, with prior beliefs included
};

// Estimates guesses by rollouts with these settings, best first. The result does not depend on the
// number of threads. `win` of the guesses is the belief before the rollouts.
std::vector<Estimate> estimate(const Solver& solver, std::span<const Guess> guesses,
                               const ChampionSettings& settings, const Budget& budget);

// The chance of winning from a position after analyze(), with the provably safe cells opened first.
// It is the mean over as many boards as the budget allows, with its standard error.
Estimate estimate_position(const Solver& solver, const ChampionSettings& settings,
                           const Budget& budget);

// A plan for the next move: open these places at once, if any, then everything that is provably
// safe.
struct Plan {
    std::span<const int> places;
    double safe = 1.0;  // the chance that all of them are safe
};

// The results of two plans on the same boards.
struct Comparison {
    double win = 0.0;  // the chance of winning with the first, and its standard error
    double error = 0.0;
    double lead = 0.0;  // of the first over the second, and its standard error
    double lead_error = 0.0;
    std::size_t boards = 0;
};

// Plays on from a position after analyze() with each plan, on as many boards as the budget allows.
Comparison compare(const Solver& solver, const Plan& plan, const Plan& other,
                   const ChampionSettings& settings, const Budget& budget);

}  // namespace sapper
