// The chain technique: facts about sets of cells, compared two at a time.
#pragma once

#include <vector>

#include "boxes.hpp"

namespace sapper {

struct SettledBox {
    int box = 0;
    bool is_mine = false;
};

// Adds to `settled` the boxes of the border that the chain rule settles.
void apply_chain_rule(const Border& border, std::vector<SettledBox>& settled);

}  // namespace sapper
