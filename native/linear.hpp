// What sums of clues leave no choice about. See linear.cpp.
#pragma once

#include "boxes.hpp"

namespace sapper {

// Whether some clues of the border, added and taken away, force the cells of a box to be safe, or
// to be mines. Throws TooWide where the numbers of the calculation get too large.
bool follows_linearly(const Border& border, int box, bool is_mine);

}  // namespace sapper
