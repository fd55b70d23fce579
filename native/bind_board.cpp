// Bindings for dealing and opening boards, and for the numbers and statistics of a board.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "deal.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Grid;

using BoardRows = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>, nb::c_contig>;

// Each row contains the mine cells and then the given cells, each in ascending order.
BoardRows deal_many(int width, int height, int mines, int rule, int first, std::uint64_t seed,
                    std::size_t count, int given) {
    const Grid grid = sapper::grid_of(width, height, mines);
    sapper::check_deal(rule, first, mines, given, grid);
    const auto k = static_cast<std::size_t>(mines) + static_cast<std::size_t>(given);
    auto rows = sapper::rows_of<std::uint32_t>(count, k);
    {
        const sapper::SignalStop stop;
        nb::gil_scoped_release release;
        std::vector<std::uint8_t> is_mine(sapper::cells_of(grid));
        std::uint32_t* out = rows.get();
        for (std::size_t i = 0; i < count; ++i) {
            stop.check();
            const std::vector<int> safe =
                sapper::deal(grid, mines, static_cast<sapper::StartRule>(rule), first, seed + i,
                             is_mine.data(), given);
            for (std::size_t cell = 0; cell < is_mine.size(); ++cell) {
                if (is_mine[cell]) *out++ = static_cast<std::uint32_t>(cell);
            }
            for (const int cell : safe) *out++ = static_cast<std::uint32_t>(cell);
        }
    }
    std::uint32_t* data = rows.release();
    return BoardRows(data, {count, k}, sapper::owner_of(data));
}

nb::bytes numbers(int width, int height, const nb::bytes& is_mine) {
    const Grid grid = sapper::grid_of(width, height);
    const std::uint8_t* mines = sapper::bytes_of(is_mine, grid);
    std::vector<std::uint8_t> out(sapper::cells_of(grid));
    sapper::count_numbers(grid, mines, out.data());
    return nb::bytes(out.data(), out.size());
}

std::tuple<int, int, int> measure(int width, int height, const nb::bytes& numbers) {
    const Grid grid = sapper::grid_of(width, height);
    const auto result = sapper::measure(grid, sapper::bytes_of(numbers, grid));
    return {result.three_bv, result.openings, result.islands};
}

std::vector<int> reveal(int width, int height, const nb::bytes& numbers, nb::bytearray states,
                        int hidden, int flagged, int cell) {
    const Grid grid = sapper::grid_of(width, height);
    const std::uint8_t* truth = sapper::bytes_of(numbers, grid);
    if (states.size() != sapper::cells_of(grid)) {
        throw std::invalid_argument("one state per cell is needed");
    }
    // The state of a hidden cell must not be a number from 0 to 8, or opening a region would open
    // the same cells forever.
    if (hidden < 9 || hidden > 255)
        throw std::invalid_argument("hidden must not be the state of a number");
    sapper::check_cell(cell, grid);
    std::vector<int> opened;
    sapper::reveal(grid, truth, static_cast<std::uint8_t*>(states.data()),
                   static_cast<std::uint8_t>(hidden), static_cast<std::uint8_t>(flagged), cell,
                   opened);
    return opened;
}

}  // namespace

void bind_board(nb::module_& m) {
    m.def("deal_many", &deal_many, "width"_a, "height"_a, "mines"_a, "rule"_a, "first"_a, "seed"_a,
          "count"_a, "given"_a,
          "The boards of seeds seed, seed+1, ... Rows have ascending mine, then given cells.");
    m.def("numbers", &numbers, "width"_a, "height"_a, "is_mine"_a,
          "The number of each cell, 9 for a mine. is_mine has a byte 0 or 1 per cell.");
    m.def("measure", &measure, "width"_a, "height"_a, "numbers"_a, "(3BV, openings, islands).");
    m.def("reveal", &reveal, "width"_a, "height"_a, "numbers"_a, "states"_a, "hidden"_a,
          "flagged"_a, "cell"_a,
          "Opens a safe cell in `states`, and its region if it is 0. Returns the opened cells.");
}
