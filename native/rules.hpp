// The two cheap techniques: one clue by itself, and two clues side by side. See rules.cpp.
#pragma once

#include "position.hpp"

namespace sapper {

// Applies the trivial rule until no clue waits for it.
void apply_trivial_rule(Position& position);

// Applies the pair rule until it settles a cell (true) or no clue waits for it (false).
bool apply_pair_rule(Position& position);

}  // namespace sapper
