// The truth about a board, and the moves that need no thought. See referee.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "deal.hpp"
#include "solver.hpp"

namespace sapper {

// How far up the ladder of solver.cpp what is certain is looked for. The mine count ties the whole
// board together; without it, a move costs what it changes.
enum class Certain { by_borders, by_mine_count };

class Referee {
public:
    // Takes a board: 0 or 1 per cell.
    void set_board(const Position& position, const std::uint8_t* is_mine);

    std::uint8_t number(int place) const { return numbers_[static_cast<std::size_t>(place)]; }
    bool is_mine(int place) const { return number(place) == number_mine; }

    // Opens every cell that is certain to be safe, and all that follows, until nothing more is
    // certain; with the mine count, the odds are then valid. True when no safe cell is left: the
    // game is won, and the mines that are left need not be settled. The cells are added to `order`,
    // if given.
    bool open_certain(Solver& solver, std::vector<int>* order = nullptr,
                      Certain certain = Certain::by_mine_count) const;

private:
    std::vector<std::uint8_t> numbers_;  // by place
    std::vector<int> mines_;             // places
};

}  // namespace sapper
