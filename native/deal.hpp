// Deals boards, and reads them as the referee does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grid.hpp"

namespace sapper {

enum class StartRule : std::uint8_t { any, safe, open };

// Marks a mine in the arrays of numbers. 0-8 are the numbers of safe cells.
inline constexpr std::uint8_t number_mine = 9;

// Deals a board, uniform over those that obey the rule, and writes 0 or 1 per cell to is_mine.
// Returns some of its safe cells, chosen uniformly, in ascending order; `given` is their number. A
// pure function of its arguments. The mines do not depend on `given`. Rule `any` ignores `first`.
// There must be room for the mines.
std::vector<int> deal(Grid grid, int mines, StartRule rule, int first, std::uint64_t seed,
                      std::uint8_t* is_mine, int given = 0);

// Deals the same boards faster, for callers that deal many boards of one level and first cell. Its
// boards have no given cells. Each thread needs its own.
class Dealer {
public:
    // As deal(), but writes the byte of a cell to places[cell], in an array of `bytes` bytes.
    Dealer(Grid grid, int mines, StartRule rule, int first, std::span<const std::uint32_t> places,
           std::size_t bytes);

    // The board of a seed: 0 or 1 per cell, and 0 in all other bytes. Valid until the next call.
    const std::uint8_t* deal(std::uint64_t seed);

private:
    Grid grid_;
    int mines_;
    StartRule rule_;
    int first_;
    std::vector<std::uint32_t> free_;  // the places of the cells that may be mines
    std::vector<std::uint8_t> is_mine_;
};

// Writes the number of each cell, or number_mine.
void count_numbers(Grid grid, const std::uint8_t* is_mine, std::uint8_t* numbers);

struct Statistics {
    int three_bv = 0;  // the fewest left clicks that open all safe cells
    int openings = 0;  // connected regions of zeros
    int islands = 0;   // connected groups of safe cells that touch no zero
};

Statistics measure(Grid grid, const std::uint8_t* numbers);

// Opens a safe cell and, if it is a zero, its region. Writes the numbers over every state that is
// `hidden` or above, except `flagged`, and appends the opened cells. The cell itself is opened in
// any state.
void reveal(Grid grid, const std::uint8_t* numbers, std::uint8_t* states, std::uint8_t hidden,
            std::uint8_t flagged, int cell, std::vector<int>& opened);

}  // namespace sapper
