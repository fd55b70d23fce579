// Tests luck against brute force: the mean luck over all boards of a tiny level, and every risk and
// expectation. The oracle represents boards as bit sets and shares no code with the engine. Run
// under sanitizers.

#include "check.hpp"
#include "luck.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "deal.hpp"
#include "player.hpp"
#include "random.hpp"
#include "stop.hpp"

using namespace sapper;

namespace {

constexpr int all_boards = 1 << 20;  // more than exist, so that nothing is sampled
constexpr int hidden = -1;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Tiny {
    Grid grid;
    int mines;
    int first;  // -1 for none
    bool first_is_zero;
};

// A view of the oracle: the number of each open cell, otherwise `hidden`.
using Seen = std::vector<int>;

class Oracle {
public:
    explicit Oracle(const Tiny& tiny) : grid_(tiny.grid) {
        for (std::uint32_t board = 0; board < 1U << grid_.size(); ++board) {
            if (std::popcount(board) != tiny.mines) continue;
            if (tiny.first >= 0 && (board >> tiny.first & 1U) != 0) continue;
            if (tiny.first_is_zero && number(board, tiny.first) != 0) continue;
            boards_.push_back(board);
        }
    }

    const std::vector<std::uint32_t>& boards() const { return boards_; }

    int number(std::uint32_t board, int cell) const {
        int count = 0;
        for (int other = 0; other < grid_.size(); ++other) {
            const int dx = std::abs(other % grid_.width - cell % grid_.width);
            const int dy = std::abs(other / grid_.width - cell / grid_.width);
            if (other != cell && dx <= 1 && dy <= 1) count += static_cast<int>(board >> other & 1U);
        }
        return count;
    }

    // The boards that fit a view and have no mine at cell `safe` (-1: no such condition).
    std::vector<std::uint32_t> consistent(const Seen& seen, int safe) const {
        std::vector<std::uint32_t> agreeing;
        for (const std::uint32_t board : boards_) {
            bool agrees = safe < 0 || (board >> safe & 1U) == 0;
            for (int cell = 0; cell < grid_.size() && agrees; ++cell) {
                if (seen[at(cell)] == hidden) continue;
                agrees = (board >> cell & 1U) == 0 && number(board, cell) == seen[at(cell)];
            }
            if (agrees) agreeing.push_back(board);
        }
        return agreeing;
    }

    // Opens all cells that are safe on all remaining boards, until there are none. `safe` is known
    // to be safe. Returns the number of remaining boards.
    std::size_t close(Seen& seen, int safe, std::uint32_t truth) const {
        for (;;) {
            const std::vector<std::uint32_t> left = consistent(seen, safe);
            std::uint32_t risky = 0;
            for (const std::uint32_t board : left) risky |= board;
            bool any = false;
            for (int cell = 0; cell < grid_.size(); ++cell) {
                if (seen[at(cell)] != hidden || (risky >> cell & 1U) != 0) continue;
                seen[at(cell)] = number(truth, cell);
                any = true;
            }
            if (!any) return left.size();
        }
    }

private:
    Grid grid_;
    std::vector<std::uint32_t> boards_;
};

// An estimate unrelated to winning, so that a good estimate cannot hide an error in the luck.
double odd_formula(double boards, double open) {
    return std::cos(3.0 * boards + open) + 0.1 * open;
}

double odd_estimate(const Solver& solver) {
    const Position& position = solver.position();
    double open = 0.0;
    for (int cell = 0; cell < position.grid().size(); ++cell) {
        open += position.is_clue(position.place_of(cell)) ? 1.0 : 0.0;
    }
    return odd_formula(solver.boards(), open);
}

std::vector<std::uint8_t> bytes_of(std::uint32_t board, Grid grid) {
    std::vector<std::uint8_t> is_mine(at(grid.size()));
    for (int cell = 0; cell < grid.size(); ++cell) {
        is_mine[at(cell)] = static_cast<std::uint8_t>(board >> cell & 1U);
    }
    return is_mine;
}

DealtGame game_of(const Tiny& tiny, const std::vector<std::uint8_t>& is_mine) {
    DealtGame game;
    game.grid = tiny.grid;
    game.mines = tiny.mines;
    game.is_mine = is_mine.data();
    game.first = tiny.first;
    game.first_is_zero = tiny.first_is_zero;
    return game;
}

// An order in which to open cells: as the odds agent does (kind 0), from the last cell to the first
// (1), or depending on the numbers seen so far.
std::vector<int> order_of(int kind, const Tiny& tiny, const std::vector<std::uint8_t>& is_mine) {
    const int size = tiny.grid.size();
    if (kind == 0) {
        Player player(Strategy{});
        player.play(tiny.grid, tiny.mines, is_mine.data(), tiny.first);
        return {player.order().begin(), player.order().end()};
    }
    std::vector<int> order;
    if (kind == 1) {
        for (int cell = size; cell-- > 0;) order.push_back(cell);
        return order;
    }
    std::vector<std::uint8_t> numbers(at(size));
    count_numbers(tiny.grid, is_mine.data(), numbers.data());
    int cell = size / 2;
    for (int i = 0; i < size; ++i) {
        order.push_back(cell);
        if (is_mine[at(cell)] != 0) break;
        cell = (cell + 1 + numbers[at(cell)]) % size;
    }
    return order;
}

const Tiny levels[] = {
    {{4, 3}, 2, -1, false},
    {{3, 3}, 3, -1, false},
    {{5, 2}, 3, 0, false},
    {{4, 3}, 3, 1, true},
};

void test_luck_has_mean_zero_over_all_boards() {
    for (const Tiny& tiny : levels) {
        const Oracle oracle(tiny);
        for (const WinEstimate& estimate :
             {WinEstimate(fitted_estimate), WinEstimate(odd_estimate)}) {
            Replay replay(all_boards, estimate);
            double start = 0.0;
            double start_size = 0.0;
            for (const std::uint32_t board : oracle.boards()) {
                const std::vector<std::uint8_t> is_mine = bytes_of(board, tiny.grid);
                const Step step = replay.start(game_of(tiny, is_mine), 0);
                CHECK(step.survival() == 0.0);
                start += step.information();
                start_size += std::abs(step.information());
            }
            CHECK(std::abs(start) < 1e-9);
            CHECK((start_size > 0.01) == (tiny.first >= 0));
            for (int kind = 0; kind < 3; ++kind) {
                double survival = 0.0;
                double information = 0.0;
                double size = 0.0;
                for (const std::uint32_t board : oracle.boards()) {
                    const std::vector<std::uint8_t> is_mine = bytes_of(board, tiny.grid);
                    const std::vector<int> order = order_of(kind, tiny, is_mine);
                    const Luck luck = replay.luck(game_of(tiny, is_mine), order, 0);
                    survival += luck.survival;
                    information += luck.information;
                    size += std::abs(luck.survival) + std::abs(luck.information);
                }
                CHECK(std::abs(survival) < 1e-9);
                CHECK(std::abs(information) < 1e-9);
                CHECK(size > 0.01);
            }
        }
    }
}

void test_every_step_is_what_brute_force_says() {
    int steps = 0;
    for (const Tiny& tiny : levels) {
        const Oracle oracle(tiny);
        Replay replay(all_boards, odd_estimate);
        for (std::size_t i = 0; i < oracle.boards().size(); i += 3) {
            const std::uint32_t truth = oracle.boards()[i];
            const std::vector<std::uint8_t> is_mine = bytes_of(truth, tiny.grid);
            for (int kind = 0; kind < 3; ++kind) {
                const std::vector<int> order = order_of(kind, tiny, is_mine);
                std::vector<Step> expected;
                Seen seen(at(tiny.grid.size()), hidden);
                const std::function<void(int)> open = [&](int cell) {
                    if (seen[at(cell)] != hidden) return;
                    seen[at(cell)] = oracle.number(truth, cell);
                    if (seen[at(cell)] == 0) tiny.grid.for_neighbours(cell, open);
                };
                for (const int cell : order) {
                    if (seen[at(cell)] != hidden) continue;
                    const auto before = oracle.consistent(seen, -1);
                    const auto safe = oracle.consistent(seen, cell);
                    const bool mine = (truth >> cell & 1U) != 0;
                    if (!safe.empty() && safe.size() < before.size()) {
                        const auto estimate = [&](std::uint32_t board) {
                            Seen then = seen;
                            const auto left = static_cast<double>(oracle.close(then, cell, board));
                            double opened = 0.0;
                            for (const int number : then) opened += number == hidden ? 0.0 : 1.0;
                            return odd_formula(left, opened);
                        };
                        Step step;
                        step.cell = cell;
                        const auto share = static_cast<double>(before.size() - safe.size());
                        step.risk = share / static_cast<double>(before.size());
                        step.alive = !mine;
                        for (const std::uint32_t board : safe) step.expected += estimate(board);
                        step.expected /= static_cast<double>(safe.size());
                        if (!mine) step.win = estimate(truth);
                        expected.push_back(step);
                    }
                    if (mine) break;
                    open(cell);
                }
                const auto& replayed = replay.run(game_of(tiny, is_mine), order, 0);
                CHECK(replayed.size() == expected.size());
                for (std::size_t s = 0; s < replayed.size(); ++s) {
                    CHECK(replayed[s].cell == expected[s].cell &&
                          replayed[s].alive == expected[s].alive);
                    CHECK(std::abs(replayed[s].risk - expected[s].risk) < 1e-12);
                    CHECK(std::abs(replayed[s].expected - expected[s].expected) < 1e-9);
                    CHECK(std::abs(replayed[s].win - expected[s].win) < 1e-9);
                    ++steps;
                }
            }
        }
    }
    CHECK(steps > 200);
}

// Sampled boards give the exact expectation on average, within the sampling error.
void test_drawing_is_right_on_average() {
    const Tiny tiny{{4, 4}, 4, 0, false};
    std::vector<std::uint8_t> is_mine(16);
    deal(tiny.grid, tiny.mines, StartRule::safe, 0, 3, is_mine.data());
    const std::vector<int> order = {15};
    const DealtGame game = game_of(tiny, is_mine);
    Replay exact(all_boards);
    const double wanted = exact.run(game, order, 0).front().expected;
    Replay drawing(4);
    double sum = 0.0;
    double squares = 0.0;
    constexpr int rounds = 600;
    for (std::uint64_t seed = 0; seed < rounds; ++seed) {
        const double expected = drawing.run(game, order, seed).front().expected;
        sum += expected;
        squares += expected * expected;
        CHECK(expected == drawing.run(game, order, seed).front().expected);
    }
    const double mean = sum / rounds;
    const double spread = std::sqrt((squares / rounds - mean * mean) / rounds);
    CHECK(spread > 0.0 && std::abs(mean - wanted) < 4.0 * spread);
}

// The luck of a step does not depend on the path to the position.
void test_the_way_does_not_matter() {
    const Grid grid{16, 16};
    std::vector<std::uint8_t> is_mine(256);
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        deal(grid, 40, StartRule::open, 51, seed, is_mine.data());
        Player player(Strategy{});
        const bool won = player.play(grid, 40, is_mine.data(), 51);
        std::vector<int> order(player.order().begin(), player.order().end());
        DealtGame game;
        game.grid = grid;
        game.mines = 40;
        game.is_mine = is_mine.data();
        game.first = 51;
        game.first_is_zero = true;
        Replay replay(8);
        const std::vector<Step> one = replay.run(game, order, seed);
        CHECK(replay.won() == won);
        if (one.empty()) continue;
        // The cells opened before the first step, in reverse order.
        std::vector<int> other;
        std::size_t before = 0;
        while (order[before] != one.front().cell) ++before;
        for (std::size_t i = before; i-- > 0;) other.push_back(order[i]);
        other.push_back(one.front().cell);
        // In reverse order these cells may not be provable yet, so compare only the last step.
        const Step two = replay.run(game, other, seed).back();
        CHECK(two.cell == one.front().cell && two.expected == one.front().expected);
        CHECK(two.win == one.front().win);
        ++compared;
    }
    CHECK(compared > 3);
}

void test_it_stops_when_asked() {
    const Tiny tiny{{5, 4}, 5, 0, false};
    std::vector<std::uint8_t> is_mine(20);
    deal(tiny.grid, tiny.mines, StartRule::safe, 0, 3, is_mine.data());
    const std::vector<int> order = order_of(1, tiny, is_mine);
    StopFlag stop;
    Replay replay(4);
    replay.set_stop(&stop);
    const double expected = replay.run(game_of(tiny, is_mine), order, 0).front().expected;
    stop.set();
    bool stopped = false;
    try {
        replay.run(game_of(tiny, is_mine), order, 0);
    } catch (const Stopped&) {
        stopped = true;
    }
    CHECK(stopped);
    // The replay can be used again.
    replay.set_stop(nullptr);
    CHECK(replay.run(game_of(tiny, is_mine), order, 0).front().expected == expected);
}

void test_win_estimates() {
    // A game without unknown cells is won. Otherwise the estimate is between 0 and 1.
    Solver solver;
    const std::vector<std::uint8_t> done = {1, mark_unknown, 1};
    solver.read({3, 1}, 1, done.data());
    solver.analyze();
    CHECK(fitted_estimate(solver) == 1.0);
    const std::vector<std::uint8_t> coin = {mark_unknown, 1, mark_unknown};
    solver.read({3, 1}, 1, coin.data());
    solver.analyze();
    CHECK(fitted_estimate(solver) > 0.2 && fitted_estimate(solver) < 0.8);
    Features features{};
    CHECK(logistic_estimate(solver, features) == 0.5);
    features[0] = 2.0;
    CHECK(std::abs(logistic_estimate(solver, features) - 1.0 / (1.0 + std::exp(-2.0))) < 1e-15);
}

}  // namespace

int main() {
    test_luck_has_mean_zero_over_all_boards();
    test_every_step_is_what_brute_force_says();
    test_drawing_is_right_on_average();
    test_the_way_does_not_matter();
    test_it_stops_when_asked();
    test_win_estimates();
    std::puts("test_luck: all passed");
}
