// Bindings for playing many games in lockstep.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <vector>

#include "arguments.hpp"
#include "env.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Games;
using sapper::Grid;

template <class T>
using Values = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Games* make_games(int width, int height, int mines, int rule, int first, int given, int kinds,
                  int reward, int max_steps, int count, int threads) {
    sapper::GamesSettings settings;
    settings.grid = sapper::grid_of(width, height, mines);
    sapper::check_deal(rule, first, mines, given, settings.grid);
    if (kinds < 1 || kinds > 3) throw std::invalid_argument("kinds must be 1 to 3");
    if (reward < 0 || reward > 2) throw std::invalid_argument("no such reward");
    if (max_steps < 1 || count < 1 || threads < 1) {
        throw std::invalid_argument("max_steps, count and threads must be positive");
    }
    settings.mines = mines;
    settings.rule = static_cast<sapper::StartRule>(rule);
    settings.first = first;
    settings.given = given;
    settings.kinds = kinds;
    settings.reward = static_cast<sapper::Reward>(reward);
    settings.max_steps = max_steps;
    settings.count = count;
    settings.threads = threads;
    sapper::product(static_cast<std::size_t>(count), 3 * sapper::cells_of(settings.grid));
    return new Games(settings);
}

template <class T>
const T* per_game(const Games& games, const Values<T>& values) {
    if (values.shape(0) != games.seeds.size()) {
        throw std::invalid_argument("one value per game is needed");
    }
    return values.data();
}

const std::uint8_t* flags_of(const Games& games, const Values<bool>& values) {
    return reinterpret_cast<const std::uint8_t*>(per_game(games, values));
}

void advance(Games& games, const Values<bool>& chosen) { games.advance(flags_of(games, chosen)); }

void deal(Games& games, const Values<bool>& chosen) {
    const std::uint8_t* which = flags_of(games, chosen);
    nb::gil_scoped_release release;
    games.deal(which);
}

void lay(Games& games, int game, const nb::bytes& is_mine, const std::vector<int>& given) {
    const auto& settings = games.settings();
    if (game < 0 || game >= settings.count) throw std::invalid_argument("no such game");
    sapper::check_cells(given, settings.grid);
    games.lay(game, sapper::board_of(is_mine, settings.grid, settings.mines), given);
}

void step(Games& games, const Values<std::int64_t>& actions, const Values<bool>& skipped) {
    const std::int64_t* chosen = per_game(games, actions);
    const std::uint8_t* skip = flags_of(games, skipped);
    nb::gil_scoped_release release;
    games.step(chosen, skip);
}

using Actions = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>, nb::c_contig>;

Actions sample(const Games& games, std::uint64_t seed) {
    const std::size_t count = games.seeds.size();
    auto drawn = sapper::rows_of<std::int64_t>(count);
    {
        nb::gil_scoped_release release;
        games.sample(seed, drawn.get());
    }
    std::int64_t* data = drawn.release();
    return Actions(data, {count}, sapper::owner_of(data));
}

// A read-only array with a row per game. Only the seeds can be written from Python.
template <class T>
using Shared = nb::ndarray<nb::numpy, const T, nb::c_contig>;

template <class T, class U>
Shared<T> shared(nb::handle self, const std::vector<U>& data, std::size_t count,
                 std::vector<std::size_t> shape) {
    shape.insert(shape.begin(), count);
    return Shared<T>(data.data(), shape.size(), shape.data(), self);
}

}  // namespace

void bind_env(nb::module_& m) {
    const auto games_of = [](nb::handle self) -> Games& { return nb::cast<Games&>(self); };
    nb::class_<Games>(m, "Games", "Many games that advance together. Arrays have a row per game.")
        .def(nb::new_(&make_games), "width"_a, "height"_a, "mines"_a, "rule"_a, "first"_a,
             "given"_a, "kinds"_a, "reward"_a, "max_steps"_a, "count"_a, "threads"_a)
        .def("advance", &advance, "chosen"_a, "Moves to the next seed in the chosen games.")
        .def("deal", &deal, "chosen"_a, "Deals the boards of the seeds in the chosen games.")
        .def("lay", &lay, "game"_a, "is_mine"_a, "given"_a, "Puts down a board in one game.")
        .def("step", &step, "actions"_a, "skipped"_a, "Takes one action in each game.")
        .def("sample", &sample, "seed"_a, "Random actions that the masks allow.")
        .def(
            "save",
            [](const Games& games) {
                const std::string saved = games.save();
                return nb::bytes(saved.data(), saved.size());
            },
            "All games as bytes.")
        .def(
            "load",
            [](Games& games, const nb::bytes& saved) { games.load({saved.c_str(), saved.size()}); },
            "saved"_a, "Continues the games that `save` returned.")
        .def_prop_ro("seeds",
                     [games_of](nb::handle self) {
                         auto& seeds = games_of(self).seeds;
                         return nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>(
                             seeds.data(), {seeds.size()}, self);
                     })
        .def_prop_ro("states",
                     [games_of](nb::handle self) {
                         const Games& games = games_of(self);
                         const Grid grid = games.settings().grid;
                         return shared<std::int8_t>(self, games.states, games.seeds.size(),
                                                    {static_cast<std::size_t>(grid.height),
                                                     static_cast<std::size_t>(grid.width)});
                     })
        .def_prop_ro("masks",
                     [games_of](nb::handle self) {
                         const Games& games = games_of(self);
                         return shared<std::int8_t>(self, games.masks, games.seeds.size(),
                                                    {games.actions()});
                     })
        .def_prop_ro("numbers",
                     [games_of](nb::handle self) {
                         const Games& games = games_of(self);
                         return shared<std::uint8_t>(self, games.numbers, games.seeds.size(),
                                                     {games.cells()});
                     })
        .def_prop_ro("rewards",
                     [games_of](nb::handle self) {
                         const Games& games = games_of(self);
                         return shared<double>(self, games.rewards, games.seeds.size(), {});
                     })
        .def_prop_ro("terminated",
                     [games_of](nb::handle self) {
                         const Games& games = games_of(self);
                         return shared<bool>(self, games.terminated, games.seeds.size(), {});
                     })
        .def_prop_ro("truncated",
                     [games_of](nb::handle self) {
                         const Games& games = games_of(self);
                         return shared<bool>(self, games.truncated, games.seeds.size(), {});
                     })
        .def_prop_ro("won", [games_of](nb::handle self) {
            const Games& games = games_of(self);
            return shared<bool>(self, games.won, games.seeds.size(), {});
        });
}
