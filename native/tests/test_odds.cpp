// Tests the engine against brute force on small positions, its scaled arithmetic against plain
// arithmetic, and its incremental updates against a fresh reading of the same view. Run under
// sanitizers.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "check.hpp"
#include "combine.hpp"
#include "deal.hpp"
#include "explore.hpp"
#include "player.hpp"
#include "random.hpp"
#include "sample.hpp"
#include "solver.hpp"

using namespace sapper;

namespace {

constexpr std::uint8_t hidden = 9;

std::vector<std::uint8_t> random_view(Random& random, Grid grid, int& mines) {
    const auto size = static_cast<std::uint32_t>(grid.size());
    std::vector<std::uint8_t> is_mine(size);
    std::vector<std::uint8_t> numbers(size);
    mines = static_cast<int>(random.below(size + 1));
    deal(grid, mines, StartRule::any, 0, random.next(), is_mine.data());
    count_numbers(grid, is_mine.data(), numbers.data());
    const std::uint32_t share = random.below(10);
    for (std::uint8_t& number : numbers) {
        if (number == number_mine || random.below(10) >= share) {
            number = number != number_mine && random.below(8) == 0 ? Position::given_state : hidden;
        }
    }
    // Sometimes a number that may be false.
    if (random.below(10) == 0) {
        numbers[random.below(size)] = static_cast<std::uint8_t>(random.below(9));
    }
    return numbers;
}

// All boards with that many mines that fit the view, as bit sets.
std::vector<std::uint32_t> brute_force(Grid grid, int mines,
                                       const std::vector<std::uint8_t>& view) {
    std::vector<std::uint32_t> boards;
    for (std::uint32_t board = 0; board < 1U << grid.size(); ++board) {
        if (std::popcount(board) != mines) continue;
        bool agrees = true;
        for (int cell = 0; cell < grid.size() && agrees; ++cell) {
            const std::uint8_t state = view[static_cast<std::size_t>(cell)];
            if (state == hidden) continue;
            int around = 0;
            grid.for_neighbours(cell, [&](int n) { around += static_cast<int>(board >> n & 1U); });
            agrees = (board >> cell & 1U) == 0 && (state > 8 || state == around);
        }
        if (agrees) boards.push_back(board);
    }
    return boards;
}

void test_small_positions() {
    Random random(1);
    Solver solver;
    for (int round = 0; round < 4000; ++round) {
        const int width = 1 + static_cast<int>(random.below(12));
        const auto rows = static_cast<std::uint32_t>(12 / width);
        const int height = 1 + static_cast<int>(random.below(rows));
        const Grid grid{width, height};
        int mines = 0;
        const std::vector<std::uint8_t> view = random_view(random, grid, mines);
        const std::vector<std::uint32_t> boards = brute_force(grid, mines, view);
        solver.read(grid, mines, view.data());
        solver.analyze();
        CHECK(solver.contradictory() == boards.empty());
        if (boards.empty()) continue;
        CHECK(solver.boards() == static_cast<double>(boards.size()));
        std::vector<double> odds(view.size());
        solver.write_odds(odds.data());
        for (int cell = 0; cell < grid.size(); ++cell) {
            const auto c = static_cast<std::size_t>(cell);
            if (view[c] <= 8) {
                CHECK(std::isnan(odds[c]));
                continue;
            }
            std::size_t with = 0;
            for (const std::uint32_t board : boards) with += board >> cell & 1U;
            const double expected = static_cast<double>(with) / static_cast<double>(boards.size());
            CHECK(std::abs(odds[c] - expected) < 1e-12);
            CHECK((with == 0) == (odds[c] == 0.0));
            CHECK((with == boards.size()) == (odds[c] == 1.0));
        }
        Sampler sampler(solver);
        std::vector<std::uint8_t> board(view.size());
        for (int i = 0; i < 3; ++i) {
            sampler.draw(random, board.data());
            std::uint32_t bits = 0;
            for (std::size_t c = 0; c < board.size(); ++c) bits |= std::uint32_t{board[c]} << c;
            CHECK(std::find(boards.begin(), boards.end(), bits) != boards.end());
        }
    }
}

// The same borders as doubles and as Wide, which uses the scaled path.
void test_scaled_equals_plain() {
    Random random(2);
    int consistent = 0;
    for (int round = 0; round < 3000; ++round) {
        const int untouched = static_cast<int>(random.below(12));
        const int mines = static_cast<int>(random.below(30));
        Combination plain;
        Combination scaled;
        plain.clear(untouched, mines);
        scaled.clear(untouched, mines);
        std::vector<std::vector<double>> borders;
        const std::uint32_t count = 1 + random.below(6);
        for (std::uint32_t i = 0; i < count; ++i) {
            std::vector<double> terms(1 + random.below(5));
            // Zeros inside, as in borders where mine counts have gaps.
            for (double& term : terms) term = random.below(3) == 0 ? 0.0 : 1.0 + random.below(1000);
            terms.front() = 1.0 + random.below(10);
            terms.back() = 1.0 + random.below(10);
            const int low = static_cast<int>(random.below(4));
            plain.add(low, std::span<const double>(terms));
            const std::vector<Wide> wide(terms.begin(), terms.end());
            scaled.add(low, std::span<const Wide>(wide));
            borders.push_back(terms);
        }
        const bool possible = plain.solve();
        CHECK(possible == scaled.solve());
        if (!possible) continue;
        ++consistent;
        CHECK(plain.is_plain() && !scaled.is_plain());
        CHECK(std::abs(plain.log10_boards() - scaled.log10_boards()) < 1e-12);
        CHECK(plain.boards() > 0x1.0p40 || plain.boards() == scaled.boards());
        CHECK(std::abs(plain.untouched_odds() - scaled.untouched_odds()) < 1e-12);
        CHECK((plain.untouched_odds() == 0.0) == (scaled.untouched_odds() == 0.0));
        CHECK((plain.untouched_odds() == 1.0) == (scaled.untouched_odds() == 1.0));
        for (std::size_t i = 0; i < borders.size(); ++i) {
            std::vector<Wide> weight;
            scaled.wide_weight(i, weight);
            double plain_total = 0.0;
            Wide scaled_total;
            for (std::size_t t = 0; t < weight.size(); ++t) {
                plain_total += borders[i][t] * plain.weight(i)[t];
                scaled_total += Wide(borders[i][t]) * weight[t];
            }
            for (std::size_t t = 0; t < weight.size(); ++t) {
                const double a = borders[i][t] * plain.weight(i)[t] / plain_total;
                const Wide term = Wide(borders[i][t]) * weight[t];
                const double b = term.scaled(scaled_total.exponent) / scaled_total.mantissa;
                CHECK(std::abs(a - b) < 1e-12);
                const bool supported = scaled.support(i).empty() || scaled.support(i)[t] != 0;
                CHECK((a > 0.0) == (supported && borders[i][t] > 0.0));
            }
        }
    }
    CHECK(consistent > 1000);
}

// During a game, the solver keeps components from move to move. A fresh solver must agree with it
// at every guess.
void test_incremental_equals_fresh() {
    const Grid grid{30, 16};
    std::vector<std::uint8_t> is_mine(480);
    std::vector<std::uint8_t> numbers(480);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        deal(grid, 99, StartRule::open, 93, seed, is_mine.data());
        count_numbers(grid, is_mine.data(), numbers.data());
        std::vector<std::uint8_t> view(480, hidden);
        Solver kept;
        Solver fresh;
        kept.reset(grid, 99);
        kept.position().settle_safe(kept.position().place_of(93));
        for (;;) {
            Position& position = kept.position();
            while (!position.to_open.empty()) {
                const int place = position.to_open.back();
                position.to_open.pop_back();
                const auto cell = static_cast<std::size_t>(position.cell_of(place));
                view[cell] = numbers[cell];
                position.open(place, numbers[cell]);
            }
            kept.analyze();
            CHECK(!kept.contradictory());
            if (!position.to_open.empty()) continue;
            fresh.read(grid, 99, view.data());
            fresh.analyze();
            CHECK(!fresh.contradictory());
            std::vector<double> a(480);
            std::vector<double> b(480);
            kept.write_odds(a.data());
            fresh.write_odds(b.data());
            for (std::size_t c = 0; c < 480; ++c) {
                CHECK(std::isnan(a[c]) ? std::isnan(b[c]) : std::abs(a[c] - b[c]) < 1e-12);
            }
            CHECK(kept.safest() == fresh.safest());
            CHECK(std::abs(kept.log10_boards() - fresh.log10_boards()) < 1e-9);
            const int guess = kept.safest();
            if (guess < 0 || is_mine[static_cast<std::size_t>(guess)] != 0) break;
            position.settle_safe(position.place_of(guess));
        }
    }
}

void test_limits() {
    // With clues two cells apart over the whole board, the border is far too wide.
    const Grid grid{80, 80};
    std::vector<std::uint8_t> view(6400, hidden);
    for (std::size_t row = 1; row < 80; row += 2) {
        for (std::size_t column = 1; column < 80; column += 2) view[row * 80 + column] = 2;
    }
    Solver solver;
    solver.read(grid, 1600, view.data());
    bool refused = false;
    try {
        solver.analyze();
    } catch (const TooWide&) {
        refused = true;
    }
    CHECK(refused && solver.refused() == 1);
    // The solver can be used again.
    view.assign(6400, hidden);
    solver.read(grid, 1, view.data());
    solver.analyze();
    CHECK(solver.boards() == 6400.0);
}

void test_play() {
    Games games;
    games.grid = {16, 16};
    games.mines = 40;
    games.rule = StartRule::safe;
    games.first = 0;
    games.count = 60;
    std::vector<Played> one(60);
    std::vector<Played> three(60);
    {
        Match match(games, {}, 1, one.data());
        match.join();
        CHECK(match.played() == 60 && match.finished());
    }
    {
        Match match(games, {}, 3, three.data());
        match.join();
    }
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(one[i].won == three[i].won && one[i].opened == three[i].opened);
        CHECK(one[i].won == (one[i].opened == 216 ? 1 : 0) && one[i].seconds > 0.0);
    }
    std::vector<Played> many(1'000'000);
    games.count = many.size();
    Match stopped(games, {}, 2, many.data());
    stopped.stop();
    stopped.join();
    CHECK(stopped.played() < games.count);

    const Grid grid{90, 70};
    std::vector<std::uint8_t> is_mine(6300);
    deal(grid, 945, StartRule::any, 0, 5, is_mine.data());
    const Exploration explored = explore(grid, 945, is_mine.data(), 6);
    CHECK(explored.opened == 6300 - 945 && explored.given > 0 && explored.skipped == 0);
}

}  // namespace

int main() {
    test_small_positions();
    test_scaled_equals_plain();
    test_incremental_equals_fresh();
    test_limits();
    test_play();
    std::puts("test_odds: all passed");
}
