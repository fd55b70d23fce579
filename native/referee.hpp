// The truth about a board, and the moves that need no thought. See referee.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "solver.hpp"

namespace sapper {

class Referee {
public:
    // Takes a board: 0 or 1 per cell.
    void set_board(const Position& position, const std::uint8_t* is_mine);

    std::uint8_t number(int place) const { return numbers_[static_cast<std::size_t>(place)]; }
    bool is_mine(int place) const { return number(place) == number_mine; }

    // Opens every cell that is certain to be safe, and all that follows, until nothing more is
    // certain; the odds are then valid. True when no safe cell is left: the game is won. Safe cells
    // are opened as soon as they are known, since a number that is seen makes all later reasoning
    // cheaper. The cells are added to `order`, if given.
    bool advance(Solver& solver, std::vector<int>* order = nullptr) const;

private:
    std::vector<std::uint8_t> by_cell_;
    std::vector<std::uint8_t> numbers_;  // by place
};

}  // namespace sapper
