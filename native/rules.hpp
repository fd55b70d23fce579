// The techniques for one clue and for pairs of clues, applied to the clues in a queue.
#pragma once

#include "position.hpp"

namespace sapper {

void apply_trivial_rule(Position& position);

// The pairs of clues that the pair rule examines: only pairs in which one clue touches all unknown
// cells of the other, or all pairs that share an unknown cell.
enum class Pairs { subsets, all };

// Applies the pair rule until it settles a cell (returns true) or no clue is left to try (returns
// false).
bool apply_pair_rule(Position& position, Pairs pairs = Pairs::all);

}  // namespace sapper
