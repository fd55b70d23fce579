// Bindings for measuring the luck in games.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "deal.hpp"
#include "interruptible.hpp"
#include "luck.hpp"
#include "player.hpp"
#include "stop.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Deck;

using Table = nb::ndarray<nb::numpy, double, nb::ndim<2>, nb::c_contig>;
using Coefficients = std::vector<double>;
using Game = std::tuple<bool, double, double, int>;

Table table_of(const std::vector<double>& values, std::size_t columns) {
    double* data = sapper::rows_of<double>(values.size()).release();
    std::copy(values.begin(), values.end(), data);
    return Table(data, {values.size() / columns, columns}, sapper::owner_of(data));
}

sapper::Replay replay_with(int samples, const Coefficients& coefficients) {
    if (samples < 1) throw std::invalid_argument("at least one sample is needed");
    if (coefficients.empty()) return sapper::Replay(samples);
    sapper::Features features{};
    if (coefficients.size() != features.size()) {
        throw std::invalid_argument("one coefficient per feature is needed");
    }
    std::copy(coefficients.begin(), coefficients.end(), features.begin());
    return sapper::Replay(samples, [features](const sapper::Solver& solver) {
        return sapper::logistic_estimate(solver, features);
    });
}

sapper::DealtGame checked(int width, int height, int mines, int rule, int first) {
    sapper::DealtGame game;
    game.grid = sapper::grid_of(width, height, mines);
    sapper::check_start(rule, first, game.grid);
    game.mines = mines;
    game.first = first;
    game.first_is_zero = first >= 0 && rule == static_cast<int>(sapper::StartRule::open);
    return game;
}

// A replay assumes that the cells promised to be safe before the first move contain no mines.
void check_public(const sapper::DealtGame& game) {
    const auto check = [&](int cell) {
        if (game.is_mine[cell] != 0) throw std::invalid_argument("a given cell is a mine");
    };
    for (const int cell : game.given) check(cell);
    if (game.first < 0) return;
    check(game.first);
    if (game.first_is_zero) game.grid.for_neighbours(game.first, check);
}

template <class F>
void for_boards(sapper::DealtGame game, int given, const Deck& deck, const sapper::Stop& stop,
                F&& play) {
    const auto mines = static_cast<std::size_t>(game.mines);
    const std::size_t length = mines + static_cast<std::size_t>(given);
    if (given < 0 || given > game.grid.size() - game.mines || deck.shape(1) != length) {
        throw std::invalid_argument("the deck has the wrong shape");
    }
    const std::uint32_t* row = deck.data();
    std::vector<std::uint8_t> is_mine(sapper::cells_of(game.grid));
    std::vector<int> cells;
    game.is_mine = is_mine.data();
    for (std::size_t board = 0; board < deck.shape(0); ++board, row += length) {
        sapper::lay_row(row, mines, length, is_mine);
        cells.assign(row + mines, row + length);
        game.given = cells;
        check_public(game);
        stop.check();
        play(game, board);
    }
}

void append(std::vector<double>& rows, const sapper::Luck& luck) {
    rows.insert(rows.end(), {luck.won ? 1.0 : 0.0, luck.survival, luck.information,
                             static_cast<double>(luck.steps)});
}

Game luck_of_game(int width, int height, int mines, int rule, int first,
                  const std::vector<int>& given, const nb::bytes& is_mine,
                  const std::vector<int>& order, std::uint64_t seed, int samples) {
    sapper::DealtGame game = checked(width, height, mines, rule, first);
    sapper::check_cells(given, game.grid);
    sapper::check_cells(order, game.grid);
    game.is_mine = sapper::board_of(is_mine, game.grid, mines);
    game.given = given;
    check_public(game);
    sapper::Replay replay = replay_with(samples, {});
    const sapper::SignalStop stop;
    replay.set_stop(&stop);
    nb::gil_scoped_release release;
    const sapper::Luck luck = replay.luck(game, order, seed);
    return {luck.won, luck.survival, luck.information, luck.steps};
}

Table luck_of_games(int width, int height, int mines, int rule, int first, int given,
                    const Deck& deck, std::uint64_t seed, int samples,
                    const Coefficients& coefficients, const sapper::Strategy* champion) {
    sapper::Replay replay = replay_with(samples, coefficients);
    std::vector<double> rows;
    sapper::run_interruptibly([&](const sapper::Stop& stop) {
        sapper::Strategy strategy = champion != nullptr ? *champion : sapper::Strategy{};
        strategy.settings.stop = &stop;
        sapper::Player player(strategy);
        replay.set_stop(&stop);
        const auto play = [&](const sapper::DealtGame& game, std::size_t board) {
            player.play(game.grid, game.mines, game.is_mine, game.first, game.given);
            append(rows, replay.luck(game, player.order(), seed + board));
        };
        for_boards(checked(width, height, mines, rule, first), given, deck, stop, play);
    });
    return table_of(rows, 4);
}

Table luck_of_starts(int width, int height, int mines, int rule, int first, int given,
                     const Deck& deck, std::uint64_t seed, int samples,
                     const Coefficients& coefficients) {
    sapper::Replay replay = replay_with(samples, coefficients);
    std::vector<double> rows;
    const auto play = [&](const sapper::DealtGame& game, std::size_t board) {
        rows.push_back(replay.start(game, seed + board).information());
    };
    sapper::run_interruptibly([&](const sapper::Stop& stop) {
        replay.set_stop(&stop);
        for_boards(checked(width, height, mines, rule, first), given, deck, stop, play);
    });
    return table_of(rows, 1);
}

// Returns a row for each position in which the agent `odds` had to guess. The row starts with 1 if
// the agent won the game and 0 otherwise, followed by the features of the position.
Table guesses_of_odds(int width, int height, int mines, int rule, int first, int given,
                      const Deck& deck) {
    constexpr std::size_t columns = 1 + sapper::feature_names.size();
    std::vector<double> rows;
    // For each step, the replay calls the estimate first for a sampled board and then for the real
    // one. Only the second call matters here.
    std::vector<sapper::Features> seen;
    sapper::Replay replay(1, [&](const sapper::Solver& solver) {
        seen.push_back(sapper::features_of(solver));
        return solver.position().unknown_left() == 0 ? 1.0 : 0.5;
    });
    const auto note = [&](const sapper::Step& step, const sapper::Features& features, bool won) {
        if (!step.alive || step.win == 1.0) return;
        rows.push_back(won ? 1.0 : 0.0);
        rows.insert(rows.end(), features.begin(), features.end());
    };
    sapper::run_interruptibly([&](const sapper::Stop& stop) {
        sapper::Strategy strategy;
        strategy.settings.stop = &stop;
        sapper::Player player(strategy);
        replay.set_stop(&stop);
        const auto play = [&](const sapper::DealtGame& game, std::size_t) {
            const bool won =
                player.play(game.grid, game.mines, game.is_mine, game.first, game.given);
            seen.clear();
            const sapper::Step start = replay.start(game, 0);
            note(start, seen.back(), won);
            seen.clear();
            std::size_t next = 0;
            for (const sapper::Step& step : replay.run(game, player.order(), 0)) {
                note(step, seen[next + (step.alive ? 1 : 0)], won);
                next += step.alive ? 2 : 1;
            }
        };
        for_boards(checked(width, height, mines, rule, first), given, deck, stop, play);
    });
    return table_of(rows, columns);
}

std::vector<std::string> features() {
    return {sapper::feature_names.begin(), sapper::feature_names.end()};
}

}  // namespace

void bind_luck(nb::module_& m) {
    m.def("luck_of_game", &luck_of_game, "width"_a, "height"_a, "mines"_a, "rule"_a, "first"_a,
          "given"_a, "is_mine"_a, "order"_a, "seed"_a, "samples"_a,
          "(won, luck of survival, luck of information, uncertain openings) of the game that opens "
          "these cells in order.");
    m.def("luck_of_games", &luck_of_games, "width"_a, "height"_a, "mines"_a, "rule"_a, "first"_a,
          "given"_a, "deck"_a, "seed"_a, "samples"_a, "coefficients"_a = Coefficients{},
          "champion"_a = nb::none(),
          "The same four values for games of the odds agent or a champion, a row for each board of "
          "a deck.");
    m.def("luck_of_starts", &luck_of_starts, "width"_a, "height"_a, "mines"_a, "rule"_a, "first"_a,
          "given"_a, "deck"_a, "seed"_a, "samples"_a, "coefficients"_a = Coefficients{},
          "The luck of the cells certain from the start, one row for each board of a deck.");
    m.def("guesses_of_odds", &guesses_of_odds, "width"_a, "height"_a, "mines"_a, "rule"_a,
          "first"_a, "given"_a, "deck"_a,
          "Positions where the odds agent guesses: whether it won, then the features of the win "
          "estimate.");
    m.def("win_estimate_features", &features, "The names of the features of the win estimate.");
}
