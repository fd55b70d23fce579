// Derives facts by comparing facts, two at a time. See chain.cpp.
#pragma once

#include <vector>

#include "boxes.hpp"

namespace sapper {

// A box of a border whose cells are all safe or all mines.
struct SettledBox {
    int box = 0;
    bool is_mine = false;
};

// Adds the boxes of one border that the chain rule settles.
void apply_chain_rule(const Border& border, std::vector<SettledBox>& settled);

}  // namespace sapper
