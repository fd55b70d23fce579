// A player's knowledge of one board, updated cell by cell.
//
// The grid has a wall around it, so the same eight steps lead from any cell to its neighbours, and
// no edge has to be checked. The wall has three rows above and below, because some rules look two
// cells away, even diagonally from a corner. An index into this walled grid is called a place. Each
// place has two small sets, kept as bit masks over the eight directions: its unknown neighbours and
// its open neighbours (its clues).
//
// A changed clue is queued, first for the trivial rule, then for the pair rule (rules.cpp) and then
// for its component (solver.cpp).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "grid.hpp"

namespace sapper {

// A square's mark is 0..8 for an open cell, otherwise one of the constants below.
inline constexpr std::uint8_t mark_unknown = 9;
inline constexpr std::uint8_t mark_safe = 10;  // settled or given as safe, and not open yet
inline constexpr std::uint8_t mark_mine = 11;
inline constexpr std::uint8_t mark_wall = 12;

struct Square {
    std::uint8_t mark = mark_wall;
    std::uint8_t unknown = 0;  // directions of the unknown neighbours
    std::uint8_t clues = 0;    // directions of the open neighbours
    std::int8_t lacking = 0;   // open: mines still to find around it; hidden: minus those found
    std::uint8_t queues = 0;   // the queues it waits in, as bits
};

// `other` is -1 if the deduction needs only one clue.
struct Deduction {
    int place = 0;
    bool is_mine = false;
    int clue = -1;
    int other = -1;
};

class Position {
public:
    Position() = default;
    Position(Grid grid, int mines) { reset(grid, mines); }

    void reset(Grid grid, int mines);

    // Replaces everything with a view that has one byte per cell: 0..8 for an open cell,
    // given_state for a cell given as safe, anything else for any other hidden cell.
    void read(Grid grid, int mines, const std::uint8_t* states);
    static constexpr std::uint8_t given_state = 11;

    // The cell must be unknown or settled as safe.
    void open(int place, int number);

    // Marks a cell as safe and adds it to `to_open`, for the player to open.
    void settle_safe(int place);
    void settle_mine(int place);

    static constexpr int wall_rows = 3;
    int place_at(int row, int column) const { return (row + wall_rows) * stride_ + column + 1; }
    int place_of(int cell) const { return place_at(cell / grid_.width, cell % grid_.width); }
    int cell_of(int place) const {
        return (place / stride_ - wall_rows) * grid_.width + place % stride_ - 1;
    }

    const Grid& grid() const { return grid_; }
    int stride() const { return stride_; }
    int places() const { return static_cast<int>(squares.size()); }
    int step(int direction) const { return steps_[static_cast<std::size_t>(direction)]; }
    const Square& at(int place) const { return squares[static_cast<std::size_t>(place)]; }
    bool is_clue(int place) const { return at(place).mark <= 8; }

    int unknown_left() const { return unknown_left_; }
    int mines_left() const { return mines_left_; }
    bool broken() const { return broken_; }
    void set_broken() { broken_ = true; }

    template <class F>
    void for_directions(int place, std::uint8_t mask, F&& f) const {
        for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
            f(place + step(std::countr_zero(rest)));
        }
    }

    std::vector<Square> squares;
    std::vector<int> to_open;  // safe and not yet opened by the player, in order of discovery
    std::vector<int> trivial;  // clues waiting for the trivial rule
    std::vector<int> pairs;    // clues waiting for the pair rule
    std::vector<int> dirty;    // clues whose component must be solved again

    std::vector<Deduction>* log = nullptr;  // where rules record their deductions, if not null

    static constexpr std::uint8_t in_trivial = 1, in_pairs = 2, in_dirty = 4;
    void push(std::vector<int>& queue, std::uint8_t bit, int place) {
        Square& square = squares[static_cast<std::size_t>(place)];
        if ((square.queues & bit) == 0) {
            square.queues = static_cast<std::uint8_t>(square.queues | bit);
            queue.push_back(place);
        }
    }
    int pop(std::vector<int>& queue, std::uint8_t bit) {
        const int place = queue.back();
        queue.pop_back();
        Square& square = squares[static_cast<std::size_t>(place)];
        square.queues = static_cast<std::uint8_t>(square.queues & ~bit);
        return place;
    }

private:
    void settle(int place, std::uint8_t mark, int mines);
    void resize(Grid grid, int mines);

    Grid grid_{1, 1};
    int stride_ = 0;
    int unknown_left_ = 0;
    int mines_left_ = 0;
    bool broken_ = false;  // the numbers contradict each other
    // The steps go row by row, so directions d and 7 - d are opposite.
    std::array<int, 8> steps_{};
    std::vector<std::uint8_t> is_unknown_, is_open_, masks_;  // scratch space for read()
};

// This is a table, because portable builds have no popcount instruction.
inline constexpr std::array<std::uint8_t, 256> directions_in = [] {
    std::array<std::uint8_t, 256> counts{};
    for (unsigned mask = 0; mask < 256; ++mask) {
        counts[mask] = static_cast<std::uint8_t>(std::popcount(mask));
    }
    return counts;
}();

inline std::uint8_t opposite_bit(int direction) {
    return static_cast<std::uint8_t>(1U << (7 - direction));
}

}  // namespace sapper
