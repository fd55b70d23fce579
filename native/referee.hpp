// Knows the mines of a board, and opens the cells that are provably safe.
#pragma once

#include <cstdint>
#include <vector>

#include "deal.hpp"
#include "solver.hpp"

namespace sapper {

// With by_borders, a move costs work only in the components that it changes. With by_mine_count,
// cells that only the mine count settles are found too.
enum class Certain { by_borders, by_mine_count };

class Referee {
public:
    void set_board(const Position& position, const std::uint8_t* is_mine);

    std::uint8_t number(int place) const { return numbers_[static_cast<std::size_t>(place)]; }
    bool is_mine(int place) const { return number(place) == number_mine; }

    // Opens cells that the chosen techniques prove safe, until there are no more such cells.
    // Returns true as soon as no safe cell is left, even if some mines are not settled. With
    // Certain::by_mine_count, the solver's odds are valid if the result is false.
    bool open_certain(Solver& solver, std::vector<int>* order = nullptr,
                      Certain certain = Certain::by_mine_count) const;

private:
    std::vector<std::uint8_t> numbers_;  // by place
    std::vector<int> mines_;             // places
};

}  // namespace sapper
