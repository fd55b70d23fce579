// Checks arguments from Python. The engine itself does not check its arguments, so a cell off the
// board would make it write outside its arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "grid.hpp"

namespace sapper {

// With this limit, the number of cells fits in an int. The limit is the same in
// src/sapper/core/grid.py.
inline constexpr int max_side = 1000;

// One board per row: first its mine cells, then its given cells.
using Deck = nanobind::ndarray<const std::uint32_t, nanobind::ndim<2>, nanobind::c_contig,
                               nanobind::device::cpu>;

inline Grid grid_of(int width, int height, int mines = 0) {
    if (width < 1 || height < 1 || width > max_side || height > max_side) {
        throw std::invalid_argument("width and height must be 1 to 1000");
    }
    const Grid grid{width, height};
    if (mines < 0 || mines > grid.size()) throw std::invalid_argument("the mines do not fit");
    return grid;
}

inline std::size_t cells_of(Grid grid) { return static_cast<std::size_t>(grid.size()); }

inline const std::uint8_t* bytes_of(const nanobind::bytes& bytes, Grid grid) {
    if (bytes.size() != cells_of(grid)) throw std::invalid_argument("one byte per cell is needed");
    return static_cast<const std::uint8_t*>(bytes.data());
}

inline const std::uint8_t* board_of(const nanobind::bytes& bytes, Grid grid, int mines) {
    const std::uint8_t* is_mine = bytes_of(bytes, grid);
    const std::uint8_t* end = is_mine + grid.size();
    if (std::count(is_mine, end, 1) != mines ||
        std::count(is_mine, end, 0) != grid.size() - mines) {
        throw std::invalid_argument("the board has another number of mines");
    }
    return is_mine;
}

inline void check_cell(int cell, Grid grid) {
    if (cell < 0 || cell >= grid.size()) throw std::invalid_argument("a cell is off the board");
}

inline void check_cells(const std::vector<int>& cells, Grid grid) {
    for (const int cell : cells) check_cell(cell, grid);
}

// To deal a board without a first cell (-1), the rule must be `any` (0).
inline void check_start(int rule, int first, Grid grid) {
    if (rule < 0 || rule > 2) throw std::invalid_argument("no such start rule");
    if (first != -1) check_cell(first, grid);
}

inline void check_deal(int rule, int first, int mines, int given, Grid grid) {
    check_start(rule, first, grid);
    if (rule != 0 && first < 0) throw std::invalid_argument("this start rule needs a first cell");
    if (given < 0 || given > grid.size() - mines) {
        throw std::invalid_argument("there are too few safe cells to be given");
    }
}

// The size of an array with `a` times `b` elements. Throws if no array can be that large.
inline std::size_t product(std::size_t a, std::size_t b) {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
    if (b != 0 && a > most / b) throw std::bad_alloc();
    return a * b;
}

// Allocates one value more than needed, because even an empty array needs an address.
template <class T>
std::unique_ptr<T[]> rows_of(std::size_t count, std::size_t length = 1) {
    return std::unique_ptr<T[]>(new T[product(count, length) + 1]);
}

template <class T>
nanobind::capsule owner_of(T* data) {
    return nanobind::capsule(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
}

inline void lay_row(const std::uint32_t* row, std::size_t mines, std::size_t length,
                    std::vector<std::uint8_t>& is_mine) {
    std::fill(is_mine.begin(), is_mine.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < length; ++i) {
        if (row[i] >= is_mine.size()) throw std::invalid_argument("a cell is off the board");
        if (is_mine[row[i]] != 0) {
            throw std::invalid_argument(i < mines ? "a mine is named twice"
                                                  : "a given cell is a mine");
        }
        if (i < mines) is_mine[row[i]] = 1;
    }
}

}  // namespace sapper
