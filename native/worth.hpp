// What a position is worth: the chance to win it, and with each guess. See worth.cpp.
#pragma once

#include <cstddef>
#include <vector>

#include "champion.hpp"
#include "rollout.hpp"

namespace sapper {

struct Worth {
    int place = -1;      // the cell to open; -1 for the position itself
    double safe = 1.0;   // the chance that it is safe
    double win = 0.0;
    double error = 0.0;  // standard error, 0 where exact
    std::size_t boards = 0;  // that the estimate comes from, or all that fit where exact
    bool is_exact = false;
};

struct Valuation {
    Worth position;
    std::vector<Worth> guesses;  // best first; none where a safe cell is certain
};

// Values a position after analyze(): exactly if its end game can be solved, else by rollouts.
Valuation value(const Solver& solver, const Judgement& judgement, const Budget& budget);

}  // namespace sapper
