// Bindings for optimal play on small boards.

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "optimal.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Optimal;

// Takes the GIL ten times a second to check for signals and report progress.
std::function<void()> ticker(const Optimal& solver, nb::handle progress) {
    return [&solver, progress, last = std::chrono::steady_clock::now()]() mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(100)) return;
        last = now;
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress.is_none()) progress(solver.positions());
    };
}

// (boards won, all boards) if `cell` is opened next.
std::tuple<std::int64_t, std::int64_t> wins_at(Optimal& solver, const nb::bytes& states, int cell,
                                               nb::object progress) {
    const std::uint8_t* view = sapper::bytes_of(states, solver.grid());
    sapper::check_cell(cell, solver.grid());
    solver.on_tick = ticker(solver, progress);
    nb::gil_scoped_release release;
    const std::vector<sapper::Mask> boards = solver.boards(view);
    return {solver.wins_at(boards, cell), static_cast<std::int64_t>(boards.size())};
}

using Value = std::tuple<std::int64_t, std::int64_t, std::vector<std::int64_t>>;

Value optimal_value(int width, int height, int mines, const nb::bytes& states, std::size_t limit) {
    Optimal solver({width, height}, mines, limit);
    const std::uint8_t* view = sapper::bytes_of(states, solver.grid());
    solver.on_tick = ticker(solver, nb::none());
    nb::gil_scoped_release release;
    const std::vector<sapper::Mask> boards = solver.boards(view);
    std::vector<std::int64_t> by_cell;
    for (int cell = 0; cell < solver.grid().size(); ++cell) {
        by_cell.push_back(view[cell] <= 8 ? -1 : solver.wins_at(boards, cell));
    }
    return {solver.wins(boards), static_cast<std::int64_t>(boards.size()), by_cell};
}

}  // namespace

void bind_optimal(nb::module_& m) {
    nb::exception<sapper::TooManyPositions>(m, "TooManyPositions", PyExc_ValueError);
    nb::class_<Optimal>(m, "Optimal",
                        "Optimal play on boards of up to 30 cells. Keeps the positions it has "
                        "solved. One thread at a time.")
        .def(
            "__init__",
            [](Optimal* self, int width, int height, int mines, std::size_t limit) {
                new (self) Optimal({width, height}, mines, limit);
            },
            "width"_a, "height"_a, "mines"_a, "limit"_a)
        .def("wins_at", &wins_at, "states"_a, "cell"_a, "progress"_a = nb::none(),
             "(wins, boards): on how many consistent boards the best strategy wins if it "
             "opens this cell next. progress(positions so far) is called now and then.")
        .def_prop_ro("positions", &Optimal::positions, "The number of positions stored.");
    m.def("optimal_value", &optimal_value, "width"_a, "height"_a, "mines"_a, "states"_a,
          "limit"_a = std::size_t{10'000'000},
          "(wins, boards, wins by cell): on how many of the consistent boards the best strategy "
          "wins, overall and if each cell is opened next (-1 if open). For up to 30 cells.");
}
