// Moves mines until a board can be solved, for levels with too few solvable boards.
#pragma once

#include <cstdint>
#include <span>

#include "deal.hpp"
#include "ladder.hpp"
#include "stop.hpp"

namespace sapper {

struct Repair {
    Grid grid;
    int mines = 0;
    StartRule rule = StartRule::any;
    int first = -1;
};

// Returns false if many moves in a row have made no progress.
bool repair_board(const Repair& repair, std::span<const int> given, Rung most, std::uint64_t seed,
                  std::uint8_t* is_mine, Ladder& ladder, const Stop* stop);

}  // namespace sapper
