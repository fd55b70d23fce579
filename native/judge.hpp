// Compares a player's choice with the champion's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "player.hpp"
#include "solver.hpp"

namespace sapper {

struct Judgement {
    bool is_exact = false;
    double safe = 1.0;    // the chance that all cells of the choice are safe
    double before = 0.0;  // the chance of winning before it, and its standard error
    double before_error = 0.0;
    double lost = 0.0;  // the loss caused by the choice, and its standard error
    double lost_error = 0.0;
    int best = -1;  // the place to open instead; -1 if a cell is provably safe
    double best_win = 0.0;
    // The chance of winning with the best guess other than `best`, or NaN if unknown, and its
    // error.
    double other_win = std::numeric_limits<double>::quiet_NaN();
    double other_error = 0.0;
    bool is_forced = false;  // all guesses have the same chance of winning
    std::size_t boards = 0;  // consistent boards if exact, otherwise the boards played
};

struct Judging {
    int threads = 1;
    std::uint64_t seed = 0;
    bool may_play = true;  // whether to use rollouts if the endgame can't be solved
};

// If `places` is empty, evaluates the position itself. Returns nothing if rollouts are needed but
// not allowed.
std::optional<Judgement> judge(const Solver& solver, std::span<const int> places,
                               const Strategy& strategy, const Judging& how);

}  // namespace sapper
