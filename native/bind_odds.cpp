// Bindings for exact odds, random boards that fit a position, and games of the engine's agents.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "explore.hpp"
#include "interruptible.hpp"
#include "player.hpp"
#include "sample.hpp"
#include "solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Deck;
using sapper::Grid;

using BoardsArray = nb::ndarray<nb::numpy, bool, nb::ndim<2>, nb::c_contig>;
template <class T>
using Column = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;
// (won, cells opened, CPU seconds): arrays with one entry per game
using Results = std::tuple<Column<std::uint8_t>, Column<std::uint32_t>, Column<double>>;

// (odds as doubles, safe cells, mines, safest cell or -1, log10 of the number of boards, boards)
using Cells = nb::typed<nb::tuple, int, nb::ellipsis>;
using Answer = std::tuple<nb::bytes, Cells, Cells, int, double, double>;

template <class T>
Column<T> column(std::unique_ptr<T[]> values, std::size_t count) {
    T* data = values.release();
    return Column<T>(data, {count}, sapper::owner_of(data));
}

Cells cells_where(const double* odds, std::size_t size, double value) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i) count += odds[i] == value ? 1 : 0;
    PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(count));
    Py_ssize_t next = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (odds[i] == value) PyTuple_SetItem(tuple, next++, PyLong_FromSize_t(i));
    }
    return Cells(nb::steal<nb::tuple>(tuple));
}

template <class F>
void analyze(sapper::Solver& solver, Grid grid, int mines, const std::uint8_t* view, F&& work) {
    const sapper::SignalStop stop;
    // The solver outlives `stop`, so the solver's pointer to `stop` must be reset.
    struct Lent {
        sapper::Solver& solver;
        ~Lent() { solver.set_stop(nullptr); }
    } const lent{solver};
    solver.set_stop(&stop);
    const nb::gil_scoped_release release;
    solver.read(grid, mines, view);
    solver.analyze();
    if (!solver.contradictory()) work(stop);
}

std::optional<Answer> odds(sapper::Solver& solver, int width, int height, int mines,
                           const nb::bytes& states) {
    const Grid grid = sapper::grid_of(width, height, mines);
    const std::uint8_t* view = sapper::bytes_of(states, grid);
    const auto size = sapper::cells_of(grid);
    // A bytes object is the cheapest kind of array to create for Python, and it is immutable.
    nb::bytes array = nb::steal<nb::bytes>(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size * sizeof(double))));
    auto* values = reinterpret_cast<double*>(PyBytes_AsString(array.ptr()));
    int safest = -1;
    analyze(solver, grid, mines, view, [&](const sapper::Stop&) {
        solver.write_odds(values);
        safest = solver.safest();
    });
    if (solver.contradictory()) return std::nullopt;
    return Answer(array, cells_where(values, size, 0.0), cells_where(values, size, 1.0), safest,
                  solver.log10_boards(), solver.boards());
}

std::optional<BoardsArray> sample(sapper::Solver& solver, int width, int height, int mines,
                                  const nb::bytes& states, std::size_t count, std::uint64_t seed) {
    const Grid grid = sapper::grid_of(width, height, mines);
    const std::uint8_t* view = sapper::bytes_of(states, grid);
    const auto size = sapper::cells_of(grid);
    auto boards = sapper::rows_of<std::uint8_t>(count, size);
    analyze(solver, grid, mines, view, [&](const sapper::Stop& stop) {
        sapper::Sampler sampler(solver);
        sapper::Random random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            stop.check();
            sampler.draw(random, boards.get() + i * size);
        }
    });
    if (solver.contradictory()) return std::nullopt;
    std::uint8_t* data = boards.release();
    return BoardsArray(data, {count, size}, sapper::owner_of(data));
}

Results play_games(int width, int height, int mines, int rule, int first, std::uint64_t seed,
                   std::size_t count, int threads, int given, std::optional<Deck> deck,
                   const sapper::Strategy* champion, nb::object progress) {
    sapper::Games games;
    games.grid = sapper::grid_of(width, height, mines);
    games.mines = mines;
    games.rule = static_cast<sapper::StartRule>(rule);
    games.first = first;
    games.seed = seed;
    games.count = count;
    games.given = given;
    if (threads < 1) throw std::invalid_argument("at least one thread is needed");
    if (deck) {
        sapper::check_start(rule, first, games.grid);
        if (given < 0) throw std::invalid_argument("the deck has the wrong shape");
        const auto length = static_cast<std::size_t>(mines) + static_cast<std::size_t>(given);
        if (deck->shape(0) != count || deck->shape(1) != length) {
            throw std::invalid_argument("the deck has the wrong shape");
        }
        games.deck = deck->data();
        std::vector<std::uint8_t> is_mine(sapper::cells_of(games.grid));
        for (std::size_t i = 0; i < count; ++i) {
            sapper::lay_row(games.deck + i * length, static_cast<std::size_t>(mines), length,
                            is_mine);
        }
    } else {
        sapper::check_deal(rule, first, mines, given, games.grid);
    }
    std::vector<sapper::Played> results(count);
    {
        const sapper::Strategy strategy = champion != nullptr ? *champion : sapper::Strategy{};
        sapper::Match match(games, strategy, threads, results.data());
        try {
            auto last = std::chrono::steady_clock::now();
            while (!match.finished()) {
                {
                    nb::gil_scoped_release release;
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                }
                const auto now = std::chrono::steady_clock::now();
                if (now - last < std::chrono::milliseconds(100)) continue;
                last = now;
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
                if (!progress.is_none()) progress(match.played());
            }
        } catch (...) {
            nb::gil_scoped_release release;
            match.stop();
            match.join();
            throw;
        }
        nb::gil_scoped_release release;
        match.join();
    }
    auto won = sapper::rows_of<std::uint8_t>(count);
    auto opened = sapper::rows_of<std::uint32_t>(count);
    auto seconds = sapper::rows_of<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        won[i] = results[i].won;
        opened[i] = results[i].opened;
        seconds[i] = results[i].seconds;
    }
    return {column(std::move(won), count), column(std::move(opened), count),
            column(std::move(seconds), count)};
}

std::tuple<int, int, int> explore(int width, int height, int mines, const nb::bytes& is_mine,
                                  std::uint64_t seed) {
    const Grid grid = sapper::grid_of(width, height, mines);
    const std::uint8_t* board = sapper::board_of(is_mine, grid, mines);
    const sapper::SignalStop stop;
    nb::gil_scoped_release release;
    const sapper::Exploration result = sapper::explore(grid, mines, board, seed, &stop);
    return {result.opened, result.given, result.skipped};
}

}  // namespace

void bind_odds(nb::module_& m) {
    nb::exception<sapper::TooWide>(m, "TooWide", PyExc_ValueError);
    nb::class_<sapper::Solver>(m, "Solver",
                               "Exact odds. Keeps its storage between calls. One thread at a time.")
        .def(nb::init<>())
        .def("odds", &odds, "width"_a, "height"_a, "mines"_a, "states"_a,
             "(odds as bytes of doubles, NaN if open; safe; mines; safest or -1; log10 of the "
             "boards; boards), or None if no board is consistent.")
        .def("sample", &sample, "width"_a, "height"_a, "mines"_a, "states"_a, "count"_a, "seed"_a,
             "A uniform sample of the consistent boards, or None if there are none.");
    m.def("play_games", &play_games, "width"_a, "height"_a, "mines"_a, "rule"_a, "first"_a,
          "seed"_a, "count"_a, "threads"_a, "given"_a = 0, "deck"_a = nb::none(),
          "champion"_a = nb::none(), "progress"_a = nb::none(),
          "(won, cells opened, CPU seconds) of the odds agent, or of a champion, on the boards of "
          "seeds seed, seed+1, ... or of a deck (one row per board: mine cells, then given cells); "
          "progress(games played) is called now and then.");
    m.def("explore", &explore, "width"_a, "height"_a, "mines"_a, "is_mine"_a, "seed"_a,
          "Opens a whole board with safe moves: (cells opened, cells given, borders skipped).");
}
