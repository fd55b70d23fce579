// Plays a board of any size with provably safe moves only. See explore.cpp.
#pragma once

#include <cstdint>

#include "grid.hpp"
#include "stop.hpp"

namespace sapper {

struct Exploration {
    int opened = 0;   // all opened cells, that is, every safe cell of the board
    int given = 0;    // those of them that were given because nothing was certain
    int skipped = 0;  // borders that were too wide to solve
};

// Opens every safe cell of the board. When it gets stuck, it is given the next safe cell in a
// random order that depends on the seed.
Exploration explore(Grid grid, int mines, const std::uint8_t* is_mine, std::uint64_t seed,
                    const Stop* stop = nullptr);

}  // namespace sapper
