// Grid: cells are ints, row-major, as in src/sapper/core/grid.py.
#pragma once

#include <algorithm>

namespace sapper {

struct Grid {
    int width = 0;
    int height = 0;

    int size() const { return width * height; }
    friend bool operator==(const Grid&, const Grid&) = default;

    template <class F>
    void for_neighbours(int cell, F&& f) const {
        const int row = cell / width;
        const int column = cell % width;
        const int left = std::max(column - 1, 0);
        const int right = std::min(column + 1, width - 1);
        const int bottom = std::min(row + 1, height - 1);
        for (int r = std::max(row - 1, 0); r <= bottom; ++r) {
            for (int c = left; c <= right; ++c) {
                if (r != row || c != column) f(r * width + c);
            }
        }
    }
};

}  // namespace sapper
