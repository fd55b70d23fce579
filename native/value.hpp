// The chance of winning from a position, and the chance of winning with individual guesses.
#pragma once

#include <cstddef>
#include <vector>

#include "champion.hpp"
#include "rollout.hpp"

namespace sapper {

struct MoveValue {
    int place = -1;     // the cell to open; -1 for the position itself
    double safe = 1.0;  // the chance that it is safe
    double win = 0.0;
    double error = 0.0;      // standard error; 0 if exact
    std::size_t boards = 0;  // behind the estimate, or all consistent boards if exact
    bool is_exact = false;
};

struct PositionValue {
    MoveValue position;
    std::vector<MoveValue> guesses;  // best first; empty if no guess is needed
};

PositionValue evaluate(const Solver& solver, const ChampionSettings& settings,
                       const Budget& budget);

}  // namespace sapper
