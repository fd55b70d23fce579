// Playing a board of any size by certain moves alone. See explore.cpp.
#pragma once

#include <cstdint>

#include "grid.hpp"
#include "stop.hpp"

namespace sapper {

struct Exploration {
    int opened = 0;   // cells opened in all; every safe cell of the board
    int given = 0;    // of these, cells that had to be told because nothing was certain
    int skipped = 0;  // times that a border was too wide to be solved
};

// Opens every safe cell of the board. When stuck, the next safe cell in an order that follows from
// the seed is told.
Exploration explore(Grid grid, int mines, const std::uint8_t* is_mine, std::uint64_t seed,
                    const Stop* stop = nullptr);

}  // namespace sapper
