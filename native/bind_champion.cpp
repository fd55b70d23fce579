// Bindings for the champion: its networks, choices, values and judgements.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "hash.hpp"
#include "interruptible.hpp"
#include "judge.hpp"
#include "player.hpp"
#include "value.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Grid;
using sapper::Solver;
using sapper::Strategy;

// (cell, chance of winning, its standard error, whether the chance is exact)
using Decision = std::tuple<int, double, double, bool>;
// (cell or -1 for the position, safety, chance of winning, its standard error, boards, whether the
// chance is exact)
using Value = std::tuple<int, double, double, double, std::size_t, bool>;

// Returns false if no board is consistent with the position.
template <class F>
bool analyze(Solver& solver, int width, int height, int mines, const nb::bytes& states, F&& work) {
    const Grid grid = sapper::grid_of(width, height, mines);
    const std::uint8_t* view = sapper::bytes_of(states, grid);
    sapper::run_interruptibly([&](const sapper::Stop& stop) {
        solver.set_stop(&stop);
        solver.read(grid, mines, view);
        solver.analyze();
        if (!solver.contradictory()) work(stop);
    });
    return !solver.contradictory();
}

std::optional<Decision> choose(const Strategy& strategy, int width, int height, int mines,
                               const nb::bytes& states, int threads) {
    Solver solver;
    const sapper::Position& position = solver.position();
    sapper::Choice choice;
    const auto work = [&](const sapper::Stop& stop) {
        if (!position.to_open.empty() || position.unknown_left() == 0) {
            throw std::invalid_argument("a cell is certain: there is nothing to guess");
        }
        Strategy stoppable = strategy;
        stoppable.settings.stop = &stop;
        choice = sapper::Guesser(stoppable).choose(solver, threads);
    };
    if (!analyze(solver, width, height, mines, states, work)) return std::nullopt;
    return Decision{position.cell_of(choice.place), choice.win, choice.error, choice.is_exact};
}

std::optional<std::tuple<Value, std::vector<Value>>> value(const Strategy& strategy, int width,
                                                           int height, int mines,
                                                           const nb::bytes& states, int threads) {
    Solver solver;
    sapper::PositionValue value;
    const auto work = [&](const sapper::Stop& stop) {
        const sapper::Budget budget{
            .boards = strategy.boards, .threads = threads, .seed = strategy.seed};
        sapper::ChampionSettings settings = strategy.settings;
        settings.stop = &stop;
        value = sapper::evaluate(solver, settings, budget);
    };
    if (!analyze(solver, width, height, mines, states, work)) return std::nullopt;
    const auto as_tuple = [&](const sapper::MoveValue& move) {
        const int cell = move.place < 0 ? -1 : solver.position().cell_of(move.place);
        return Value{cell, move.safe, move.win, move.error, move.boards, move.is_exact};
    };
    std::vector<Value> guesses;
    for (const sapper::MoveValue& guess : value.guesses) guesses.push_back(as_tuple(guess));
    return std::tuple{as_tuple(value.position), guesses};
}

// The members of sapper::Judgement, but with the best move as a cell (or -1), not as a place
// (position.hpp).
using Judged = std::tuple<bool, double, double, double, double, double, int, double, double, double,
                          bool, std::size_t>;

std::optional<Judged> judge(const Strategy& strategy, int width, int height, int mines,
                            const nb::bytes& states, const std::vector<int>& cells, int threads,
                            bool may_play) {
    Solver solver;
    std::optional<sapper::Judgement> found;
    const auto work = [&](const sapper::Stop& stop) {
        std::vector<int> places;
        sapper::check_cells(cells, solver.position().grid());
        for (const int cell : cells) {
            const int place = solver.position().place_of(cell);
            if (solver.position().is_clue(place)) throw std::invalid_argument("a cell is open");
            places.push_back(place);
        }
        Strategy stoppable = strategy;
        stoppable.settings.stop = &stop;
        const auto* view = static_cast<const std::uint8_t*>(states.data());
        // Each position gets its own seed, so that sampling errors do not repeat from position to
        // position.
        const std::uint64_t seed = sapper::hash_bytes({view, states.size()}, strategy.seed);
        const sapper::Judging how{
            .threads = threads, .seed = sapper::mix(seed, 0), .may_play = may_play};
        found = sapper::judge(solver, places, stoppable, how);
    };
    if (!analyze(solver, width, height, mines, states, work) || !found) return std::nullopt;
    const sapper::Judgement& judged = *found;
    const int best = judged.best < 0 ? -1 : solver.position().cell_of(judged.best);
    return Judged{
        judged.is_exact,   judged.safe,  judged.before,   judged.before_error, judged.lost,
        judged.lost_error, best,         judged.best_win, judged.other_win,    judged.other_error,
        judged.is_forced,  judged.boards};
}

}  // namespace

void bind_champion(nb::module_& m) {
    nb::class_<sapper::Net>(m, "Net", "A network that rates guesses; see native/net.cpp.")
        .def(
            "__init__",
            [](sapper::Net* self, const nb::bytes& bytes) {
                new (self)
                    sapper::Net({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
            },
            "bytes"_a);
    nb::class_<Strategy>(m, "Champion", "The champion's settings.")
        .def(
            "__init__",
            [](Strategy* self, std::shared_ptr<sapper::Net> policy,
               std::shared_ptr<sapper::Net> lookahead, std::size_t boards, std::uint64_t seed) {
                new (self) Strategy;
                self->is_champion = true;
                self->settings.policy = std::move(policy);
                self->settings.lookahead = std::move(lookahead);
                self->boards = boards;
                self->seed = seed;
            },
            "policy"_a = nb::none(), "lookahead"_a = nb::none(), "boards"_a = 0, "seed"_a = 0,
            "With `boards`, each guess is first tried in rollouts on that many boards.")
        .def("choose", &choose, "width"_a, "height"_a, "mines"_a, "states"_a, "threads"_a = 1,
             "(cell, chance of winning, its standard error, whether exact), if nothing is certain. "
             "None if no board is consistent.")
        .def("value", &value, "width"_a, "height"_a, "mines"_a, "states"_a, "threads"_a = 1,
             "The value of the position and of its guesses, best first: (cell or -1, safety, "
             "chance of winning, standard error, boards, whether exact). None if no board is "
             "consistent.")
        .def("judge", &judge, "width"_a, "height"_a, "mines"_a, "states"_a, "cells"_a,
             "threads"_a = 1, "may_play"_a = true,
             "The value of opening these cells at once, or of the position if there are none: "
             "(exact, chance that all are safe, chance of winning before, its error, chance "
             "lost, its error, best cell or -1 if a cell is certain, its chance, chance of the "
             "best other or NaN, its error, whether no choice matters, boards). None if no board "
             "is consistent, or if rollouts would be needed and are not allowed.");
}
