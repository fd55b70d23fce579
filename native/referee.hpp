// The mines of a board, and the moves that need no thought. See referee.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "deal.hpp"
#include "solver.hpp"

namespace sapper {

// How far up the ladder of solver.cpp to look for safe cells. The mine count ties the whole board
// together. Without it, the cost of a move depends on how much it changes.
enum class Certain { by_borders, by_mine_count };

class Referee {
public:
    // Loads a board, 0 or 1 per cell.
    void set_board(const Position& position, const std::uint8_t* is_mine);

    std::uint8_t number(int place) const { return numbers_[static_cast<std::size_t>(place)]; }
    bool is_mine(int place) const { return number(place) == number_mine; }

    // Opens every provably safe cell, and continues until nothing more is certain. With the mine
    // count, the odds are then valid. Returns true if no safe cell is left, so the game is won and
    // the remaining mines need not be settled. Appends the cells to `order`, if given.
    bool open_certain(Solver& solver, std::vector<int>* order = nullptr,
                      Certain certain = Certain::by_mine_count) const;

private:
    std::vector<std::uint8_t> numbers_;  // by place
    std::vector<int> mines_;             // places
};

}  // namespace sapper
