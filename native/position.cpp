// Keeps a position up to date, as position.hpp explains.

#include "position.hpp"

#include <algorithm>

namespace sapper {

void Position::resize(Grid grid, int mines) {
    const int s = grid.width + 2;
    steps_ = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    stride_ = s;
    grid_ = grid;
    unknown_left_ = grid.size();
    mines_left_ = mines;
    broken_ = mines < 0 || mines > grid.size();
    to_open.clear();
    trivial.clear();
    pairs.clear();
    dirty.clear();
    const int rows = grid.height + 2 * wall_rows;
    squares.assign(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(rows), Square{});
}

void Position::reset(Grid grid, int mines) {
    resize(grid, mines);
    for (int row = 0; row < grid.height; ++row) {
        // At the edge, the mask does not contain directions that lead off the board.
        unsigned rows = 0xFFU;
        if (row == 0) rows &= ~0x07U;
        if (row == grid.height - 1) rows &= ~0xE0U;
        Square* line = &squares[static_cast<std::size_t>(place_at(row, 0))];
        Square inner;
        inner.mark = mark_unknown;
        inner.unknown = static_cast<std::uint8_t>(rows);
        std::fill(line, line + grid.width, inner);
        line[0].unknown = static_cast<std::uint8_t>(line[0].unknown & ~0x29U);
        line[grid.width - 1].unknown =
            static_cast<std::uint8_t>(line[grid.width - 1].unknown & ~0x94U);
    }
}

void Position::read(Grid grid, int mines, const std::uint8_t* states) {
    resize(grid, mines);
    const std::size_t count = squares.size();
    is_unknown_.assign(count, 0);
    is_open_.assign(count, 0);
    for (int row = 0; row < grid.height; ++row) {
        const auto begin = static_cast<std::size_t>(place_at(row, 0));
        const std::uint8_t* line = states + static_cast<std::ptrdiff_t>(row) * grid.width;
        std::uint8_t* const open = is_open_.data() + begin;
        std::uint8_t* const unknown = is_unknown_.data() + begin;
        // 0xFF means yes, so that AND and OR of bytes are enough to make the masks below.
        for (int i = 0; i < grid.width; ++i) {
            open[i] = line[i] <= 8 ? 0xFF : 0;
            unknown[i] = line[i] > 8 && line[i] != given_state ? 0xFF : 0;
        }
    }
    // Compilers vectorize these loops.
    const auto first = static_cast<std::size_t>(place_at(0, 0));
    const std::size_t last = count - first;
    masks_.assign(2 * count, 0);
    std::uint8_t* const unknown_masks = masks_.data();
    std::uint8_t* const clue_masks = masks_.data() + count;
    for (int direction = 0; direction < 8; ++direction) {
        const std::uint8_t* unknown = is_unknown_.data() + step(direction);
        const std::uint8_t* open = is_open_.data() + step(direction);
        const auto bit = static_cast<std::uint8_t>(1U << direction);
        for (std::size_t i = first; i < last; ++i) {
            unknown_masks[i] = static_cast<std::uint8_t>(unknown_masks[i] | (unknown[i] & bit));
        }
        for (std::size_t i = first; i < last; ++i) {
            clue_masks[i] = static_cast<std::uint8_t>(clue_masks[i] | (open[i] & bit));
        }
    }
    for (int row = 0; row < grid.height; ++row) {
        const int begin = place_at(row, 0);
        const std::uint8_t* line = states + static_cast<std::ptrdiff_t>(row) * grid.width;
        for (int column = 0; column < grid.width; ++column) {
            const auto place = static_cast<std::size_t>(begin + column);
            Square& square = squares[place];
            square.unknown = unknown_masks[place];
            square.clues = clue_masks[place];
            if (is_unknown_[place] != 0) {
                square.mark = mark_unknown;
                continue;
            }
            --unknown_left_;
            if (line[column] == given_state) {
                square.mark = mark_safe;
                to_open.push_back(begin + column);
                continue;
            }
            square.mark = line[column];
            square.lacking = static_cast<std::int8_t>(line[column]);
            if (square.unknown != 0) {
                push(trivial, in_trivial, begin + column);
            } else if (square.lacking != 0) {
                broken_ = true;
            }
        }
    }
}

void Position::settle(int place, std::uint8_t mark, int mines) {
    Square& square = squares[static_cast<std::size_t>(place)];
    square.mark = mark;
    --unknown_left_;
    for (int direction = 0; direction < 8; ++direction) {
        const int near = place + step(direction);
        Square& neighbour = squares[static_cast<std::size_t>(near)];
        neighbour.unknown = static_cast<std::uint8_t>(neighbour.unknown & ~opposite_bit(direction));
        neighbour.lacking = static_cast<std::int8_t>(neighbour.lacking - mines);
        if (neighbour.mark <= 8) push(trivial, in_trivial, near);
    }
}

void Position::settle_safe(int place) {
    const std::uint8_t mark = at(place).mark;
    if (mark == mark_unknown) {
        settle(place, mark_safe, 0);
        to_open.push_back(place);
    } else if (mark == mark_mine) {
        broken_ = true;
    }
}

void Position::settle_mine(int place) {
    const std::uint8_t mark = at(place).mark;
    if (mark == mark_unknown) {
        settle(place, mark_mine, 1);
        --mines_left_;
    } else if (mark != mark_mine) {
        broken_ = true;
    }
}

void Position::open(int place, int number) {
    if (at(place).mark == mark_unknown) {
        settle(place, mark_safe, 0);
    } else if (at(place).mark != mark_safe) {
        broken_ = true;
        return;
    }
    Square& square = squares[static_cast<std::size_t>(place)];
    square.mark = static_cast<std::uint8_t>(number);
    square.lacking = static_cast<std::int8_t>(square.lacking + number);
    push(trivial, in_trivial, place);
    for (int direction = 0; direction < 8; ++direction) {
        Square& neighbour = squares[static_cast<std::size_t>(place + step(direction))];
        neighbour.clues = static_cast<std::uint8_t>(neighbour.clues | opposite_bit(direction));
    }
}

}  // namespace sapper
