// Bindings for labelled positions.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "interruptible.hpp"
#include "label.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Deck;

template <class T>
using Column = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;
template <class T>
using Table = nb::ndarray<nb::numpy, T, nb::ndim<2>, nb::c_contig>;

// (board, move, open cells, rung, safest cell, log10 of the number of boards), then tables with a
// column per cell: (states, odds, rungs)
using Labels = std::tuple<Column<std::uint32_t>, Column<std::uint32_t>, Column<std::uint32_t>,
                          Column<std::uint8_t>, Column<std::int32_t>, Column<double>,
                          Table<std::uint8_t>, Table<float>, Table<std::uint8_t>>;

template <class T>
T* copy_of(const std::vector<T>& values) {
    T* data = sapper::rows_of<T>(values.size()).release();
    std::copy(values.begin(), values.end(), data);
    return data;
}

template <class T>
Column<T> column(const std::vector<T>& values) {
    T* data = copy_of(values);
    return Column<T>(data, {values.size()}, sapper::owner_of(data));
}

template <class T>
Table<T> table(const std::vector<T>& values, std::size_t columns) {
    T* data = copy_of(values);
    return Table<T>(data, {values.size() / columns, columns}, sapper::owner_of(data));
}

template <class T>
void append(std::vector<T>& rows, const std::vector<T>& row) {
    rows.insert(rows.end(), row.begin(), row.end());
}

Labels label(int width, int height, int mines, int first, const Deck& deck, std::uint64_t seed,
             std::size_t per_game, unsigned rungs, double least_open, double most_open) {
    const sapper::Grid grid = sapper::grid_of(width, height, mines);
    if (first != -1) sapper::check_cell(first, grid);
    const std::size_t length = deck.shape(1);
    const auto count = static_cast<std::size_t>(mines);
    if (length < count) throw std::invalid_argument("the deck has the wrong shape");
    const sapper::PositionFilter filter{rungs, least_open, most_open, per_game};
    std::vector<std::uint32_t> boards, moves, open;
    std::vector<std::uint8_t> easiest, states, settled;
    std::vector<std::int32_t> safest;
    std::vector<double> log10_boards;
    std::vector<float> odds;
    {
        const sapper::SignalStop stop;
        const nb::gil_scoped_release release;
        sapper::Labeller labeller(&stop);
        std::vector<std::uint8_t> is_mine(sapper::cells_of(grid));
        std::vector<int> given;
        for (std::size_t board = 0; board < deck.shape(0); ++board) {
            const std::uint32_t* row = deck.data() + board * length;
            sapper::lay_row(row, count, length, is_mine);
            given.assign(row + count, row + length);
            stop.check();
            const sapper::Start start{grid, mines, is_mine.data(), given};
            labeller.play(start, first, filter, seed + board, [&](const sapper::Label& found) {
                boards.push_back(static_cast<std::uint32_t>(board));
                moves.push_back(static_cast<std::uint32_t>(found.move));
                open.push_back(static_cast<std::uint32_t>(found.open));
                easiest.push_back(static_cast<std::uint8_t>(found.rung));
                safest.push_back(found.safest);
                log10_boards.push_back(found.log10_boards);
                append(states, found.states);
                append(odds, found.odds);
                append(settled, found.rungs);
            });
        }
    }
    const std::size_t size = sapper::cells_of(grid);
    return {column(boards),      column(moves),     column(open),
            column(easiest),     column(safest),    column(log10_boards),
            table(states, size), table(odds, size), table(settled, size)};
}

}  // namespace

void bind_label(nb::module_& m) {
    m.def("label", &label, "width"_a, "height"_a, "mines"_a, "first"_a, "deck"_a, "seed"_a,
          "per_game"_a, "rungs"_a, "least_open"_a, "most_open"_a,
          "Plays the boards of a deck and labels positions of each game: (board, move, open cells, "
          "easiest rung, safest cell, log10 of the boards that fit), and for each cell (state, "
          "odds, rung). Bit r of `rungs` allows positions whose easiest rung is r. The share of "
          "safe cells that are open is from `least_open` to below `most_open`.");
}
