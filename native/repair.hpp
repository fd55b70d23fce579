// Moving mines until a board can be solved. See repair.cpp.
#pragma once

#include <cstdint>
#include <span>

#include "deal.hpp"
#include "ladder.hpp"
#include "stop.hpp"

namespace sapper {

// What a board has to keep.
struct Repair {
    Grid grid;
    int mines = 0;
    StartRule rule = StartRule::any;
    int first = -1;
};

// Moves mines on the board until the rungs up to `most` open every safe cell; false if that did
// not succeed in a bounded number of moves. The number of mines stays, and so does what the start
// rule and the given cells promise. A pure function of its arguments.
bool repair_board(const Repair& repair, std::span<const int> given, Rung most, std::uint64_t seed,
                  std::uint8_t* is_mine, Ladder& ladder, const Stop* stop);

}  // namespace sapper
