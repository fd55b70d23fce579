// Deals boards, computes their numbers, and opens their cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grid.hpp"

namespace sapper {

enum class StartRule : std::uint8_t { any, safe, open };

inline constexpr std::uint8_t number_mine = 9;

// Returns `given` safe cells, chosen uniformly, in ascending order. The mines do not depend on
// `given`. The board must have enough cells for the mines and the given cells.
std::vector<int> deal(Grid grid, int mines, StartRule rule, int first, std::uint64_t seed,
                      std::uint8_t* is_mine, int given = 0);

// Deals the same boards as deal(), but faster and without given cells. Each thread needs its own
// Dealer.
class Dealer {
public:
    // A board is an array of `bytes` bytes, with the byte of a cell at places[cell].
    Dealer(Grid grid, int mines, StartRule rule, int first, std::span<const std::uint32_t> places,
           std::size_t bytes);

    // The board is valid until the next call.
    const std::uint8_t* deal(std::uint64_t seed);

private:
    Grid grid_;
    int mines_;
    StartRule rule_;
    int first_;
    std::vector<std::uint32_t> free_;  // the places of the cells that may be mines
    std::vector<std::uint8_t> is_mine_;
};

void count_numbers(Grid grid, const std::uint8_t* is_mine, std::uint8_t* numbers);

struct Statistics {
    int three_bv = 0;  // the fewest left clicks that open all safe cells
    int openings = 0;  // connected regions of zeros
    int islands = 0;   // connected groups of safe cells that touch no zero
};

Statistics measure(Grid grid, const std::uint8_t* numbers);

// Opens a safe cell, whatever its state. A zero also opens its region, except the cells whose state
// is below `hidden` or equal to `flagged`. Writes the numbers to `states`, and appends the opened
// cells to `opened`.
void reveal(Grid grid, const std::uint8_t* numbers, std::uint8_t* states, std::uint8_t hidden,
            std::uint8_t flagged, int cell, std::vector<int>& opened);

}  // namespace sapper
