// Tests optimal play under the sanitizers: known values, a plain recursion on tiny boards, and
// stopping.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "optimal.hpp"

namespace {

using sapper::Grid;
using sapper::Mask;
using sapper::Optimal;

constexpr std::size_t plenty = 1'000'000;

std::vector<std::uint8_t> hidden(Grid grid) {
    return std::vector<std::uint8_t>(static_cast<std::size_t>(grid.size()), std::uint8_t{9});
}

// The definition, without any optimization.
std::int64_t plain_wins(Grid grid, const std::vector<Mask>& boards, Mask open) {
    const Mask all = (Mask{1} << grid.size()) - 1;
    for (const Mask board : boards) {
        if ((board | open) == all) return 1;  // equally many mines, so it is the only one
    }
    std::int64_t best = 0;
    for (int cell = 0; cell < grid.size(); ++cell) {
        const Mask here = Mask{1} << cell;
        if (open & here) continue;
        std::map<int, std::vector<Mask>> parts;
        for (const Mask board : boards) {
            if (board & here) continue;
            int number = 0;
            grid.for_neighbours(cell, [&](int near) { number += board >> near & 1U ? 1 : 0; });
            parts[number].push_back(board);
        }
        std::int64_t sum = 0;
        for (const auto& [number, part] : parts) sum += plain_wins(grid, part, open | here);
        best = std::max(best, sum);
    }
    return best;
}

void agrees_with_the_definition() {
    for (const Grid grid :
         {Grid{1, 1}, Grid{2, 1}, Grid{1, 5}, Grid{3, 2}, Grid{2, 3}, Grid{7, 1}}) {
        for (int mines = 0; mines <= grid.size(); ++mines) {
            Optimal solver(grid, mines, plenty);
            const std::vector<Mask> boards = solver.boards(hidden(grid).data());
            CHECK(solver.wins(boards) == plain_wins(grid, boards, 0));
        }
    }
}

void knows_the_values_of_4x4() {
    const std::vector<std::int64_t> expected{1,   15,  102, 400, 961, 1461, 1584, 1317, 859,
                                             453, 204, 79,  24,  6,   2,    1,    1};
    for (int mines = 0; mines <= 16; ++mines) {
        Optimal solver({4, 4}, mines, plenty);
        const std::vector<Mask> boards = solver.boards(hidden({4, 4}).data());
        CHECK(solver.wins(boards) == expected[static_cast<std::size_t>(mines)]);
    }
}

// The largest grids, whose cells fill both words completely.
void thirty_cells_fit() {
    for (const Grid grid : {Grid{6, 5}, Grid{30, 1}, Grid{1, 30}}) {
        Optimal solver(grid, 2, plenty);
        const std::vector<Mask> boards = solver.boards(hidden(grid).data());
        CHECK(boards.size() == 435);
        std::int64_t best = 0;
        for (int cell = 0; cell < grid.size(); ++cell) {
            const std::int64_t wins = solver.wins_at(boards, cell);
            CHECK(wins == solver.wins_at(boards, grid.size() - 1 - cell));
            best = std::max(best, wins);
        }
        CHECK(best == solver.wins(boards));
        Optimal full(grid, 30, plenty);
        CHECK(full.wins(full.boards(hidden(grid).data())) == 1);
    }
    for (const Grid grid : {Grid{31, 1}, Grid{0, 3}, Grid{1 << 16, 1 << 16}}) {
        try {
            Optimal solver(grid, 1, plenty);
            CHECK(false);
        } catch (const std::invalid_argument&) {
        }
    }
}

void views_restrict_the_boards() {
    // A row of three cells whose middle cell is open, given as safe, or contradictory.
    Optimal solver({3, 1}, 1, plenty);
    const std::vector<std::uint8_t> open{9, 1, 9}, given{9, 11, 9}, wrong{9, 2, 9};
    CHECK((solver.boards(open.data()) == std::vector<Mask>{1, 4}));
    CHECK((solver.boards(given.data()) == std::vector<Mask>{1, 4}));
    CHECK(solver.boards(wrong.data()).empty());
    CHECK(solver.wins(solver.boards(open.data())) == 1);
    CHECK(solver.wins(solver.boards(wrong.data())) == 0);
}

void stops_and_goes_on() {
    Optimal solver({5, 4}, 6, plenty);
    const std::vector<Mask> boards = solver.boards(hidden({5, 4}).data());
    solver.on_tick = [] { throw std::runtime_error("stop"); };
    try {
        solver.wins_at(boards, 0);
        CHECK(false);
    } catch (const std::runtime_error&) {
    }
    solver.on_tick = [] {};
    Optimal fresh({5, 4}, 6, plenty);
    CHECK(solver.wins_at(boards, 0) == fresh.wins_at(boards, 0));

    Optimal small({4, 4}, 6, 100);
    try {
        small.wins(small.boards(hidden({4, 4}).data()));
        CHECK(false);
    } catch (const sapper::TooManyPositions&) {
    }
    CHECK(small.positions() == 100);
}

}  // namespace

int main() {
    agrees_with_the_definition();
    knows_the_values_of_4x4();
    thirty_cells_fit();
    views_restrict_the_boards();
    stops_and_goes_on();
    std::puts("optimal: all tests passed");
}
