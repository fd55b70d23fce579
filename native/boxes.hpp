// A connected part of the border, with equal cells merged into boxes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "position.hpp"

namespace sapper {

// Unknown cells that touch exactly the same clues.
struct Box {
    std::array<int, 8> cells{};  // places
    std::array<int, 8> clues{};  // indices into Border::clues
    int size = 0;
    int clue_count = 0;

    std::span<const int> cell_span() const {
        return {cells.data(), static_cast<std::size_t>(size)};
    }
    std::span<const int> clue_span() const {
        return {clues.data(), static_cast<std::size_t>(clue_count)};
    }
};

// One connected part of the border: clues that share unknown cells, directly or through other
// clues.
struct Border {
    std::vector<int> clues;    // places, in breadth-first order
    std::vector<int> lacking;  // mines still to be found, by clue
    std::vector<Box> boxes;
    int cells = 0;  // unknown cells in all boxes

    // The boxes of clue c are clue_boxes[box_begin[c]] .. clue_boxes[box_begin[c + 1] - 1].
    std::vector<int> box_begin;
    std::vector<int> clue_boxes;
};

// The clue at `start` must have an unknown neighbour. `index` must contain -1 for every place, and
// is restored to that state before the function returns.
void collect_border(const Position& position, int start, std::vector<int>& index, Border& border);

}  // namespace sapper
