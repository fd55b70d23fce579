// Moves mines until a board can be solved. See repair.cpp.
#pragma once

#include <cstdint>
#include <span>

#include "deal.hpp"
#include "ladder.hpp"
#include "stop.hpp"

namespace sapper {

// The properties that a board must keep.
struct Repair {
    Grid grid;
    int mines = 0;
    StartRule rule = StartRule::any;
    int first = -1;
};

// Moves mines on the board until the rungs up to `most` open every safe cell. Returns false if a
// bounded number of moves was not enough. The number of mines stays the same, and the start rule
// and the given cells stay valid. A pure function of its arguments.
bool repair_board(const Repair& repair, std::span<const int> given, Rung most, std::uint64_t seed,
                  std::uint8_t* is_mine, Ladder& ladder, const Stop* stop);

}  // namespace sapper
