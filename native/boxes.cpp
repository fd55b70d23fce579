// Collects a connected part of the border and merges equal cells into boxes.
//
// Cells are equal if they touch the same clues, that is, if they have the same open neighbours. To
// compare cells quickly, each cell has a name: its first clue in reading order, and 15 bits for its
// clues in the 3 x 5 window whose top row is centred on that clue. The window contains all clues of
// the cell, so the name is exact and needs no hashing. Only cells around the same first clue can
// have the same name, so at most eight cells are ever compared.
//
// The clues are collected breadth first, so the last clue is at one end of the border, which is the
// best start for elimination (eliminate.cpp).

#include "boxes.hpp"

namespace sapper {
namespace {

constexpr int dx[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
constexpr int dy[8] = {-1, -1, -1, 0, 0, 1, 1, 1};

struct Name {
    std::uint8_t first = 0;    // direction of the first clue
    std::uint16_t window = 0;  // the clues in the 3 x 5 window around it
};

constexpr std::array<Name, 256> make_names() {
    std::array<Name, 256> names{};
    for (unsigned mask = 1; mask < 256; ++mask) {
        const int first = std::countr_zero(mask);
        unsigned window = 0;
        for (int d = first; d < 8; ++d) {
            if ((mask >> d & 1U) == 0) continue;
            const int x = dx[d] - dx[first] + 2;
            const int y = dy[d] - dy[first];
            window |= 1U << (y * 5 + x);
        }
        names[mask] = {static_cast<std::uint8_t>(first), static_cast<std::uint16_t>(window)};
    }
    return names;
}

constexpr std::array<Name, 256> names = make_names();

}  // namespace

void collect_border(const Position& position, int start, std::vector<int>& index, Border& border) {
    border.clues.clear();
    border.lacking.clear();
    border.boxes.clear();
    border.cells = 0;

    const auto visit = [&](int clue) {
        int& number = index[static_cast<std::size_t>(clue)];
        if (number >= 0) return;
        number = static_cast<int>(border.clues.size());
        border.clues.push_back(clue);
        border.lacking.push_back(position.at(clue).lacking);
    };

    visit(start);
    for (std::size_t i = 0; i < border.clues.size(); ++i) {
        const int clue = border.clues[i];
        const std::size_t own = border.boxes.size();  // the boxes named after this clue start here
        std::array<std::uint16_t, 8> windows{};
        position.for_directions(clue, position.at(clue).unknown, [&](int cell) {
            const Name name = names[position.at(cell).clues];
            const int first = cell + position.step(name.first);
            if (first != clue) {
                visit(first);  // the box is created at that clue
                return;
            }
            ++border.cells;
            std::size_t b = own;
            while (b < border.boxes.size() && windows[b - own] != name.window) ++b;
            if (b == border.boxes.size()) {
                windows[b - own] = name.window;
                Box& box = border.boxes.emplace_back();
                position.for_directions(cell, position.at(cell).clues, [&](int other) {
                    visit(other);
                    box.clues[static_cast<std::size_t>(box.clue_count++)] =
                        index[static_cast<std::size_t>(other)];
                });
            }
            Box& box = border.boxes[b];
            box.cells[static_cast<std::size_t>(box.size++)] = cell;
        });
    }

    border.box_begin.assign(border.clues.size() + 1, 0);
    for (const Box& box : border.boxes) {
        for (const int clue : box.clue_span()) {
            ++border.box_begin[static_cast<std::size_t>(clue) + 1];
        }
    }
    for (std::size_t c = 0; c < border.clues.size(); ++c) {
        border.box_begin[c + 1] += border.box_begin[c];
    }
    border.clue_boxes.resize(static_cast<std::size_t>(border.box_begin.back()));
    // The range of each clue is filled from the back. At first fill[clue + 1] is the end of the
    // range of a clue. When the range is full, fill[clue + 1] is its beginning.
    std::vector<int>& fill = border.box_begin;
    for (std::size_t b = border.boxes.size(); b-- > 0;) {
        for (const int clue : border.boxes[b].clue_span()) {
            const int slot = --fill[static_cast<std::size_t>(clue) + 1];
            border.clue_boxes[static_cast<std::size_t>(slot)] = static_cast<int>(b);
        }
    }
    for (std::size_t c = 0; c < border.clues.size(); ++c) fill[c] = fill[c + 1];
    fill[border.clues.size()] = static_cast<int>(border.clue_boxes.size());

    for (const int clue : border.clues) index[static_cast<std::size_t>(clue)] = -1;
}

}  // namespace sapper
