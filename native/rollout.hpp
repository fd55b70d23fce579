// Rollouts: games that the champion plays to the end, to estimate a chance of winning.
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

ChampionSettings rollout_settings(ChampionSettings settings);

// Each thread needs its own RolloutPlayer.
class RolloutPlayer {
public:
    explicit RolloutPlayer(const ChampionSettings& settings);

    // Starts from an analyzed position, opens `places`, which must be safe on this board, and plays
    // on. Averaged over all boards on which `places` are safe, the result is the champion's chance
    // of winning after opening them.
    double play(const Solver& start, std::span<const int> places, const Referee& board);

private:
    Champion champion_;
    const Stop* stop_;
    Solver solver_;
};

struct Budget {
    std::size_t boards = 0;  // for each guess; those of dropped guesses go to the others
    int threads = 1;
    std::uint64_t seed = 0;
    bool eliminate = true;  // drop clearly worse guesses on the way
};

struct Estimate {
    Guess guess;
    std::size_t boards = 0;
    double mean = 0.0;  // the chance of winning; with few boards it may be slightly below 0
    double chance() const { return std::max(mean, 0.0); }
    double error = 0.0;  // its standard error
    double lead = 0.0;   // over the best guess; 0 or negative, with prior beliefs included
};

// The `win` of a guess must be its chance of winning as estimated before the rollouts.
std::vector<Estimate> estimate(const Solver& solver, std::span<const Guess> guesses,
                               const ChampionSettings& settings, const Budget& budget);

// The chance of winning from an analyzed position, if the provably safe cells are opened first.
Estimate estimate_position(const Solver& solver, const ChampionSettings& settings,
                           const Budget& budget);

// A plan for the next move: open these places, if any, and then every cell that is provably safe.
struct Plan {
    std::span<const int> places;
    double safe = 1.0;  // the chance that all of them are safe
};

struct Comparison {
    double win = 0.0;  // the chance of winning with the first, and its standard error
    double error = 0.0;
    double lead = 0.0;  // of the first over the second, and its standard error
    double lead_error = 0.0;
    std::size_t boards = 0;
};

Comparison compare(const Solver& solver, const Plan& plan, const Plan& other,
                   const ChampionSettings& settings, const Budget& budget);

}  // namespace sapper
