// The combination technique: several clues, added and subtracted at once.
#pragma once

#include "boxes.hpp"

namespace sapper {

// Whether adding and subtracting some clues of the border forces the cells of a box to be safe, or
// to be mines. Throws TooWide if the numbers get too large.
bool follows_linearly(const Border& border, int box, bool is_mine);

}  // namespace sapper
