// The two cheap techniques: one clue by itself, and two clues side by side. See rules.cpp.
#pragma once

#include "position.hpp"

namespace sapper {

// Applies the trivial rule until no clue waits for it.
void apply_trivial_rule(Position& position);

// Which pairs of clues the pair rule looks at: those where the cells of one are among the other's,
// or all that share a cell.
enum class Pairs { subsets, all };

// Applies the pair rule until it settles a cell (true) or no clue waits for it (false).
bool apply_pair_rule(Position& position, Pairs pairs = Pairs::all);

}  // namespace sapper
