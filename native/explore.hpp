// Plays boards of any size with provably safe moves only.
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

// Whenever nothing is provably safe, the player is given a safe cell. The seed determines the order
// of these cells.
Exploration explore(Grid grid, int mines, const std::uint8_t* is_mine, std::uint64_t seed,
                    const Stop* stop = nullptr);

}  // namespace sapper
