// What a choice of the player was worth, against what the champion would have done. See judge.cpp.
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
    double safe = 1.0;    // the chance that all cells of the choice are
    double before = 0.0;  // the chance to win before it, and its standard error
    double before_error = 0.0;
    double lost = 0.0;  // by the choice, and the standard error of that
    double lost_error = 0.0;
    int best = -1;  // the place to open instead; -1 where one is certain
    double best_win = 0.0;
    // The best of all others, and how far that may be off; NaN where it is not known.
    double other_win = std::numeric_limits<double>::quiet_NaN();
    double other_error = 0.0;
    bool is_forced = false;  // all guesses are worth the same
    std::size_t boards = 0;  // that fit, where it is exact; else that were played on
};

struct Judging {
    int threads = 1;
    std::uint64_t seed = 0;
    bool may_play = true;  // on boards, where the end game can't be solved
};

// Judges the opening of places at once in a position after analyze(); with none, what the position
// is worth. Nothing where that takes games, and they may not be played.
std::optional<Judgement> judge(const Solver& solver, std::span<const int> places,
                               const Strategy& strategy, const Judging& how);

}  // namespace sapper
