// The techniques for one clue and for pairs of clues, on a work list.
#pragma once

#include "position.hpp"

namespace sapper {

void apply_trivial_rule(Position& position);

// The pairs of clues that the pair rule looks at: those in which the cells of one clue are among
// the other's, or all that share a cell.
enum class Pairs { subsets, all };

// Applies the pair rule until it settles a cell (returns true) or no clue is left to try (returns
// false).
bool apply_pair_rule(Position& position, Pairs pairs = Pairs::all);

}  // namespace sapper
