// Bindings for dealing boards with the wanted properties, and for the ladder of techniques.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "dealing.hpp"
#include "interruptible.hpp"
#include "ladder.hpp"
#include "player.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Dealing;
using sapper::Deck;
using sapper::Grid;
using sapper::Ladder;
using sapper::Rung;

using Rows = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>, nb::c_contig>;
template <class T>
using Column = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;

// As in src/sapper/core/view.py.
constexpr std::uint8_t state_hidden = 9, state_flagged = 10;

// (cell, whether it is a mine, the rung that settles it, its clue or -1, the other clue or -1)
using Settled = std::tuple<int, bool, int, int, int>;
// (whether all safe cells are open, states, known mines, cells in the order in which they were
// settled and opened)
using Solved = std::tuple<bool, nb::bytes, std::vector<int>, std::vector<Settled>>;

Rung rung_of(int rung, Rung most = Rung::mine_count) {
    if (rung < 0 || rung > static_cast<int>(most)) {
        throw std::invalid_argument("no such rung");
    }
    return static_cast<Rung>(rung);
}

std::tuple<Rows, Column<std::uint64_t>> results(Dealing& dealing) {
    {
        const nb::gil_scoped_release release;
        dealing.join();
    }
    const std::size_t count = dealing.order().count;
    std::uint32_t* rows = sapper::rows_of<std::uint32_t>(count, dealing.row_size()).release();
    Rows found(rows, {count, dealing.row_size()}, sapper::owner_of(rows));
    std::copy(dealing.row(0), dealing.row(count), rows);
    std::uint64_t* candidates = sapper::rows_of<std::uint64_t>(count).release();
    for (std::size_t i = 0; i < count; ++i) candidates[i] = dealing.candidate(i);
    return {std::move(found),
            Column<std::uint64_t>(candidates, {count}, sapper::owner_of(candidates))};
}

// Returns whether dealing has finished.
bool wait(const Dealing& dealing, double seconds) {
    const nb::gil_scoped_release release;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    auto nap = std::chrono::microseconds(50);
    while (!dealing.finished() && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(nap);
        nap = std::min(nap * 2, std::chrono::microseconds(5'000));
    }
    return dealing.finished();
}

template <class F>
void for_boards(Grid grid, int mines, const std::vector<int>& given, const Deck& deck, F&& work) {
    const sapper::SignalStop stop;
    sapper::check_cells(given, grid);
    const auto count = static_cast<std::size_t>(mines);
    if (deck.shape(1) < count) throw std::invalid_argument("a row has too few mines");
    const std::uint32_t* row = deck.data();
    std::vector<std::uint8_t> is_mine(sapper::cells_of(grid));
    std::vector<int> start;
    const nb::gil_scoped_release release;
    for (std::size_t board = 0; board < deck.shape(0); ++board, row += deck.shape(1)) {
        stop.check();
        sapper::lay_row(row, count, deck.shape(1), is_mine);
        start = given;
        start.insert(start.end(), row + count, row + deck.shape(1));
        for (const int cell : given) {
            if (is_mine[static_cast<std::size_t>(cell)]) {
                throw std::invalid_argument("a given cell is a mine");
            }
        }
        work(sapper::Start{grid, mines, is_mine.data(), start}, &stop);
    }
}

// For each board, the easiest technique that solves it, or `guess`.
std::vector<int> rungs(int width, int height, int mines, const std::vector<int>& given,
                       const Deck& deck, int most) {
    const Rung limit = rung_of(most);
    std::vector<int> found;
    found.reserve(deck.shape(0));
    Ladder ladder;
    for_boards(sapper::grid_of(width, height, mines), mines, given, deck,
               [&](const sapper::Start& start, auto) {
                   found.push_back(static_cast<int>(ladder.climb(start, limit)));
               });
    return found;
}

// For each board, the states of the last position that the techniques reach, with known mines
// flagged.
std::vector<nb::bytes> reached(int width, int height, int mines, const std::vector<int>& given,
                               const Deck& deck, int most) {
    const Rung limit = rung_of(most);
    const Grid grid = sapper::grid_of(width, height, mines);
    const std::size_t size = sapper::cells_of(grid);
    std::vector<std::uint8_t> states;
    states.reserve(sapper::product(deck.shape(0), size));
    Ladder ladder;
    for_boards(grid, mines, given, deck, [&](const sapper::Start& start, auto) {
        ladder.climb(start, limit);
        const sapper::Position& position = ladder.reached(start);
        for (int cell = 0; cell < grid.size(); ++cell) {
            const std::uint8_t mark = position.at(position.place_of(cell)).mark;
            const bool is_known_mine = mark == sapper::mark_mine;
            states.push_back(mark <= 8 ? mark : is_known_mine ? state_flagged : state_hidden);
        }
    });
    std::vector<nb::bytes> positions;
    for (std::size_t at = 0; at < states.size(); at += size) {
        positions.emplace_back(states.data() + at, size);
    }
    return positions;
}

// (cell, rung, wave, whether the cell was a mine, its odds of being a mine, chance of winning or
// NaN) for each cell, and whether a border was too wide
using Played = std::tuple<std::vector<std::tuple<int, int, int, bool, double, double>>, bool>;

std::vector<Played> play_by_waves(int width, int height, int mines, const std::vector<int>& given,
                                  const Deck& deck, int most, const sapper::Strategy* best_play) {
    // The guesser needs the solver's analysis, which only the technique `mine_count` provides.
    const Rung limit = rung_of(most);
    if (best_play != nullptr && limit != Rung::mine_count) {
        throw std::invalid_argument("guesses need all rungs");
    }
    std::vector<Played> games;
    for_boards(sapper::grid_of(width, height, mines), mines, given, deck,
               [&](const sapper::Start& start, const sapper::Stop* stop) {
                   std::optional<sapper::Guesser> guesser;
                   if (best_play != nullptr) {
                       sapper::Strategy strategy = *best_play;
                       strategy.settings.stop = stop;
                       guesser.emplace(strategy);
                   }
                   Ladder ladder(stop);
                   Played& game = games.emplace_back();
                   for (const sapper::Opening& each :
                        ladder.play(start, limit, guesser ? &*guesser : nullptr)) {
                       std::get<0>(game).emplace_back(each.cell, static_cast<int>(each.rung),
                                                      each.wave, each.is_mine, each.risk, each.win);
                   }
                   std::get<1>(game) = ladder.undecided();
               });
    return games;
}

// Adds the cells that settle() has settled since `marks` was written, in reading order.
void add_settled(const sapper::Position& position, Rung rung, std::vector<std::uint8_t>& marks,
                 std::vector<Settled>& settled) {
    for (int cell = 0; cell < position.grid().size(); ++cell) {
        const std::uint8_t mark = position.at(position.place_of(cell)).mark;
        std::uint8_t& before = marks[static_cast<std::size_t>(cell)];
        if (mark != before && before == sapper::mark_unknown) {
            settled.emplace_back(cell, mark == sapper::mark_mine, static_cast<int>(rung), -1, -1);
        }
        before = mark;
    }
}

std::vector<std::uint8_t> marks_of(const sapper::Position& position) {
    std::vector<std::uint8_t> marks;
    for (int cell = 0; cell < position.grid().size(); ++cell) {
        marks.push_back(position.at(position.place_of(cell)).mark);
    }
    return marks;
}

std::optional<std::vector<Settled>> closure(int width, int height, int mines,
                                            const nb::bytes& states,
                                            const std::vector<int>& known_mines, int most,
                                            bool easiest) {
    const Grid grid = sapper::grid_of(width, height, mines);
    const std::uint8_t* view = sapper::bytes_of(states, grid);
    sapper::check_cells(known_mines, grid);
    const Rung limit = rung_of(most);
    const sapper::SignalStop stop;
    Ladder ladder(&stop);
    std::vector<Settled> settled;
    const nb::gil_scoped_release release;
    ladder.read(grid, mines, view, known_mines);
    const sapper::Position& position = ladder.position();
    std::vector<std::uint8_t> marks = marks_of(position);
    ladder.settle_all(limit, easiest,
                      [&](Rung used) { add_settled(position, used, marks, settled); });
    if (position.broken()) return std::nullopt;
    return settled;
}

Solved solve(int width, int height, int mines, const nb::bytes& is_mine, const nb::bytes& states,
             const std::vector<int>& known_mines, int most) {
    const Grid grid = sapper::grid_of(width, height, mines);
    const std::uint8_t* truth = sapper::board_of(is_mine, grid, mines);
    const std::uint8_t* view = sapper::bytes_of(states, grid);
    sapper::check_cells(known_mines, grid);
    const Rung limit = rung_of(most);
    const sapper::SignalStop stop;
    Ladder ladder(&stop);
    std::vector<Settled> events;
    ladder.read(grid, mines, view, known_mines);
    ladder.set_board(truth);
    sapper::Position& position = ladder.position();
    std::vector<sapper::Deduction> log;
    position.log = &log;
    std::vector<std::uint8_t> marks = marks_of(position);
    std::vector<int> opened;
    bool won = false;
    for (;;) {
        opened.clear();
        ladder.open_known(&opened);
        for (const int cell : opened) {
            events.emplace_back(cell, false, static_cast<int>(Rung::given), -1, -1);
        }
        won = ladder.is_won();
        if (won) break;
        marks = marks_of(position);
        log.clear();
        const Rung rung = ladder.settle(limit);
        if (position.broken()) throw std::invalid_argument("the board does not fit the position");
        if (rung == Rung::guess) break;
        const auto cell_or_none = [&](int place) {
            return place < 0 ? -1 : position.cell_of(place);
        };
        for (const sapper::Deduction& made : log) {
            events.emplace_back(position.cell_of(made.place), made.is_mine, static_cast<int>(rung),
                                cell_or_none(made.clue), cell_or_none(made.other));
        }
        if (log.empty()) add_settled(position, rung, marks, events);
    }
    std::vector<std::uint8_t> after(sapper::cells_of(grid));
    std::vector<int> mines_found;
    for (int cell = 0; cell < grid.size(); ++cell) {
        const std::uint8_t mark = position.at(position.place_of(cell)).mark;
        after[static_cast<std::size_t>(cell)] = mark <= 8 ? mark : sapper::mark_unknown;
        if (mark == sapper::mark_mine) mines_found.push_back(cell);
    }
    return {won, nb::bytes(after.data(), after.size()), mines_found, events};
}

}  // namespace

void bind_dealer(nb::module_& m) {
    nb::class_<Dealing>(m, "Dealing", "Deals qualifying boards in threads. See native/dealing.cpp.")
        .def(
            "__init__",
            [](Dealing* self, int width, int height, int mines, int rule, int first, int given,
               std::uint64_t seed, std::size_t count, int threads, int least, int most,
               bool to_the_end, int guesses, std::tuple<int, int> three_bv,
               std::tuple<int, int> openings, bool repair, std::uint64_t skip,
               const sapper::Strategy* best_play) {
                sapper::Order order;
                order.grid = sapper::grid_of(width, height, mines);
                sapper::check_deal(rule, first, mines, given, order.grid);
                if (threads < 1) throw std::invalid_argument("at least one thread is needed");
                sapper::product(count, sapper::cells_of(order.grid));
                order.mines = mines;
                order.rule = static_cast<sapper::StartRule>(rule);
                order.first = first;
                order.given = given;
                order.seed = seed;
                order.count = count;
                order.skip = skip;
                order.wanted.least = rung_of(least);
                order.wanted.most = rung_of(most, Rung::guess);
                order.wanted.to_the_end = to_the_end;
                order.wanted.guesses = guesses;
                order.wanted.three_bv = {std::get<0>(three_bv), std::get<1>(three_bv)};
                order.wanted.openings = {std::get<0>(openings), std::get<1>(openings)};
                order.wanted.repair = repair;
                if (best_play != nullptr) order.best_play = *best_play;
                new (self) Dealing(order, threads);
            },
            "width"_a, "height"_a, "mines"_a, "rule"_a, "first"_a, "given"_a, "seed"_a, "count"_a,
            "threads"_a, "least"_a, "most"_a, "to_the_end"_a, "guesses"_a, "three_bv"_a,
            "openings"_a, "repair"_a, "skip"_a, "best_play"_a.none())
        .def("wait", &wait, "seconds"_a, "Waits at most this long. Returns whether it is finished.")
        .def("stop", &Dealing::stop)
        .def("results", &results,
             "Rows of mine cells and given cells, and the number of each candidate (2^64-1: none).")
        .def_prop_ro("tried", &Dealing::tried)
        .def_prop_ro("found", &Dealing::found)
        .def_prop_ro("undecided", &Dealing::undecided)
        .def_prop_ro("seconds", &Dealing::seconds, "CPU time, once it is finished.");
    m.def("rungs", &rungs, "width"_a, "height"_a, "mines"_a, "given"_a, "deck"_a, "most"_a,
          "The lowest rung that solves each board, or one above mine count for a guess. Rows have "
          "the mines, then given cells. `given` are cells given on every board.");
    m.def("reached", &reached, "width"_a, "height"_a, "mines"_a, "given"_a, "deck"_a, "most"_a,
          "The position in which the rungs up to `most` end on each board of such rows: the states "
          "of its cells, with known mines flagged.");
    m.def("play_by_waves", &play_by_waves, "width"_a, "height"_a, "mines"_a, "given"_a, "deck"_a,
          "most"_a, "best_play"_a.none(),
          "The solution of each board, using the easiest rung in each position: (cell, rung, "
          "number of the position, whether it was a mine, the odds of that, the chance of "
          "winning or NaN) for each cell opened, and whether a border was too wide.");
    m.def("closure", &closure, "width"_a, "height"_a, "mines"_a, "states"_a, "known_mines"_a,
          "most"_a, "easiest"_a,
          "The cells that the rungs up to `most` settle, without opening any: (cell, whether it "
          "is a mine, the lowest rung, -1, -1). With `easiest`, stops at the first rung that "
          "finds a safe cell. None if they find that no board fits.");
    m.def("solve", &solve, "width"_a, "height"_a, "mines"_a, "is_mine"_a, "states"_a,
          "known_mines"_a, "most"_a,
          "Continues a board with the rungs up to `most`: (won, states, known mines, events). An "
          "event is (cell, whether it is a mine, rung, clue, other clue); rung 0 opens the cell.");
}
