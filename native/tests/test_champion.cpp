// Tests the champion against brute force. The endgame, the referee and the lookahead are compared
// with an oracle that represents boards as bit masks and shares no code with the engine. The
// network and the rollouts are checked by their invariants. The networks here are artificial,
// because the tests must pass for any weights. Run under sanitizers.

#include "champion.hpp"
#include "check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "deal.hpp"
#include "endgame.hpp"
#include "explore.hpp"
#include "judge.hpp"
#include "net.hpp"
#include "player.hpp"
#include "random.hpp"
#include "referee.hpp"
#include "rollout.hpp"
#include "sample.hpp"
#include "stop.hpp"
#include "win_estimate.hpp"
#include "value.hpp"

using namespace sapper;

namespace {

constexpr std::uint8_t hidden = 9, given = 11;
using Board = std::uint32_t;  // its mines as bits
using States = std::vector<std::uint8_t>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Oracle {
public:
    Oracle(Grid grid, int mines) : width_(grid.width), size_(grid.size()) {
        for (Board board = 0; board < Board{1} << size_; ++board) {
            if (std::popcount(board) == mines) boards_.push_back(board);
        }
    }

    const std::vector<Board>& boards() const { return boards_; }

    std::uint8_t number(Board board, int cell) const {
        int count = 0;
        for (int other = 0; other < size_; ++other) {
            const int dx = std::abs(other % width_ - cell % width_);
            const int dy = std::abs(other / width_ - cell / width_);
            if (other != cell && dx <= 1 && dy <= 1) count += static_cast<int>(board >> other & 1U);
        }
        return static_cast<std::uint8_t>(count);
    }

    std::vector<Board> consistent(const States& states) const {
        std::vector<Board> agreeing;
        for (const Board board : boards_) {
            bool agrees = true;
            for (int cell = 0; cell < size_ && agrees; ++cell) {
                const std::uint8_t state = states[at(cell)];
                if (state == hidden) continue;
                agrees =
                    (board >> cell & 1U) == 0 && (state == given || number(board, cell) == state);
            }
            if (agrees) agreeing.push_back(board);
        }
        return agreeing;
    }

    // The number of boards on which the best strategy wins, by definition. `boards` must be all
    // boards that fit the open cells.
    std::uint32_t wins(const std::vector<Board>& boards, const States& states) {
        const auto kept = wins_.find(states);
        if (kept != wins_.end()) return kept->second;
        int closed = 0;
        for (const std::uint8_t state : states) closed += state > 8 ? 1 : 0;
        std::uint32_t best = 0;
        if (closed == std::popcount(boards.front())) {
            best = 1;
        } else {
            for (int cell = 0; cell < size_; ++cell) {
                if (states[at(cell)] > 8) best = std::max(best, wins_at(boards, states, cell));
            }
        }
        wins_[states] = best;
        return best;
    }

    std::uint32_t wins_at(const std::vector<Board>& boards, const States& states, int cell) {
        std::uint32_t sum = 0;
        for (std::uint8_t n = 0; n <= 8; ++n) {
            std::vector<Board> part;
            for (const Board board : boards) {
                if ((board >> cell & 1U) == 0 && number(board, cell) == n) part.push_back(board);
            }
            if (part.empty()) continue;
            States next = states;
            next[at(cell)] = n;
            sum += wins(part, next);
        }
        return sum;
    }

    // The closed cells that are safe on all boards.
    std::vector<int> certain(const std::vector<Board>& boards, const States& states) const {
        Board risky = 0;
        for (const Board board : boards) risky |= board;
        std::vector<int> cells;
        for (int cell = 0; cell < size_; ++cell) {
            if (states[at(cell)] > 8 && (risky >> cell & 1U) == 0) cells.push_back(cell);
        }
        return cells;
    }

    void forget() { wins_.clear(); }

private:
    int width_, size_;
    std::vector<Board> boards_;
    std::map<States, std::uint32_t> wins_;
};

std::vector<std::uint8_t> bytes_of(Board board, Grid grid) {
    std::vector<std::uint8_t> is_mine(at(grid.size()));
    for (int cell = 0; cell < grid.size(); ++cell) {
        is_mine[at(cell)] = static_cast<std::uint8_t>(board >> cell & 1U);
    }
    return is_mine;
}

// A view of a board, with some of its safe cells open and some given as safe.
States view_of(const Oracle& oracle, Grid grid, Board board, Random& random) {
    States states(at(grid.size()), hidden);
    const std::uint32_t share = random.below(11);
    for (int cell = 0; cell < grid.size(); ++cell) {
        if ((board >> cell & 1U) != 0) continue;
        if (random.below(10) < share) {
            states[at(cell)] = oracle.number(board, cell);
        } else if (random.below(12) == 0) {
            states[at(cell)] = given;
        }
    }
    return states;
}

Solver solve(Grid grid, int mines, const States& states) {
    Solver solver;
    solver.read(grid, mines, states.data());
    solver.analyze();
    return solver;
}

// A position with many boards and no provable cell: 7x6 cells, 9 mines, and a 2 at the centre.
Solver lone_clue() {
    States states(42, hidden);
    states[17] = 2;
    return solve({7, 6}, 9, states);
}

void put_word(std::vector<std::uint8_t>& bytes, std::uint32_t word) {
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
}

void put_float(std::vector<std::uint8_t>& bytes, float value) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    put_word(bytes, word);
}

constexpr std::size_t count_weights(std::size_t first, std::size_t second) {
    return Net::squares * (Net::kinds + 2) * first + Net::scalars * first + first + first * second +
           2 * second + Net::scalars + 1;
}
constexpr std::uint32_t first_units = 5, second_units = 3;
constexpr std::size_t weight_count = count_weights(first_units, second_units);

std::vector<std::uint8_t> net_bytes(std::uint64_t seed, std::uint32_t first = first_units,
                                    std::uint32_t second = second_units) {
    Random random(seed);
    std::vector<std::uint8_t> bytes = {'S', 'N', 'E', 'T'};
    put_word(bytes, Net::radius);
    put_word(bytes, first);
    put_word(bytes, second);
    for (std::size_t i = 0; i < count_weights(first, second); ++i) {
        put_float(bytes, static_cast<float>(random.uniform() - 0.5));
    }
    return bytes;
}

std::shared_ptr<const Net> made_up_net(std::uint64_t seed) {
    return std::make_shared<const Net>(net_bytes(seed));
}

const std::array<Grid, 9> grids = {Grid{4, 3},  Grid{3, 4}, Grid{5, 2}, Grid{2, 6}, Grid{12, 1},
                                   Grid{1, 11}, Grid{3, 3}, Grid{7, 2}, Grid{5, 3}};

void test_the_end_game_is_exact() {
    Random random(1);
    Endgame endgame({300, 1'000'000});  // shared, because it keeps nothing between positions
    int solved = 0, too_many = 0, with_safe = 0, parted = 0, with_mines = 0, certain = 0;
    for (const Grid grid : grids) {
        for (int mines = 0; mines < grid.size(); ++mines) {
            Oracle oracle(grid, mines);
            for (int round = 0; round < 10; ++round) {
                const auto& all = oracle.boards();
                const Board truth = all[random.below(static_cast<std::uint32_t>(all.size()))];
                const States states = view_of(oracle, grid, truth, random);
                const std::vector<Board> boards = oracle.consistent(states);
                const Solver solver = solve(grid, mines, states);
                int closed = 0;
                for (const std::uint8_t state : states) closed += state > 8 ? 1 : 0;
                if (boards.size() > 24 || closed > 10) {
                    // The oracle is slow and can't handle this many boards. The limit of the
                    // endgame is 300 boards.
                    too_many += boards.size() > 300 ? 1 : 0;
                    CHECK(boards.size() <= 300 || !endgame.solve(solver));
                    continue;
                }
                ++solved;
                oracle.forget();
                CHECK(endgame.solve(solver));
                CHECK(endgame.boards() == boards.size());
                CHECK(endgame.wins() == oracle.wins(boards, states));
                const Position& position = solver.position();
                with_safe += position.to_open.empty() ? 0 : 1;
                certain += boards.size() == 1 ? 1 : 0;
                int components = 0;
                solver.for_components([&](const Component&) { ++components; });
                parted += components > 1 ? 1 : 0;
                bool any_mine = false;
                for (int cell = 0; cell < grid.size(); ++cell) {
                    const int place = position.place_of(cell);
                    const std::uint8_t mark = position.at(place).mark;
                    any_mine = any_mine || mark == mark_mine;
                    if (mark != mark_unknown && mark != mark_safe) continue;
                    std::uint32_t safe = 0, wins = 0;
                    CHECK(endgame.solve_move(place, safe, wins));
                    CHECK(wins == oracle.wins_at(boards, states, cell));
                    std::uint32_t expected = 0;
                    for (const Board board : boards) expected += 1U - (board >> cell & 1U);
                    CHECK(safe == expected);
                    if (place == endgame.best()) CHECK(wins == endgame.wins());
                }
                with_mines += any_mine ? 1 : 0;
                if (position.to_open.empty() && boards.size() > 1) CHECK(endgame.best() >= 0);
            }
        }
    }
    // Make sure that all kinds of positions occurred.
    CHECK(solved > 500 && too_many > 50 && with_safe > 50 && parted > 10 && with_mines > 50);
    CHECK(certain > 20);
}

void test_the_end_game_keeps_its_limits() {
    // 495 boards, and a few thousand sets of them.
    const Grid grid{4, 3};
    const States states(12, hidden);
    const Solver solver = solve(grid, 4, states);
    CHECK(!Endgame({494, 1'000'000}).solve(solver));
    Endgame free({495, 1'000'000});
    CHECK(free.solve(solver));
    int refused = 0, solved = 0;
    for (std::size_t nodes = 0; nodes < 40'000; nodes += 1 + nodes / 4) {
        Endgame endgame({495, nodes});
        for (int again = 0; again < 2; ++again) {
            std::uint32_t safe = 0, wins = 0;
            if (endgame.solve(solver)) {
                ++solved;
                CHECK(endgame.wins() == free.wins() && endgame.best() == free.best());
                for (int cell = 0; cell < 12; ++cell) {
                    std::uint32_t expected = 0;
                    const int place = solver.position().place_of(cell);
                    CHECK(free.solve_move(place, safe, expected));
                    if (endgame.solve_move(place, safe, wins)) CHECK(wins == expected);
                }
            } else {
                CHECK(solved == 0);
                ++refused;
                CHECK(!endgame.solve_move(solver.position().place_of(0), safe, wins));
            }
        }
    }
    CHECK(refused > 5 && solved > 5);
}

// One mine under one clue, far down a large board whose cells have indices beyond 16 bits. All
// other cells are safe, and only the few cells near the clue are informative.
void test_the_end_game_of_a_large_board() {
    const Grid grid{300, 300};
    States states(90'000, hidden);
    states[90'000 - 302] = 1;  // diagonal to the last corner
    const Solver solver = solve(grid, 1, states);
    Endgame endgame;
    CHECK(solver.position().to_open.size() == 90'000 - 9);
    CHECK(endgame.solve(solver));
    CHECK(endgame.boards() == 8 && endgame.wins() == 8);
}

void test_bad_networks_are_refused() {
    const auto refused = [](const std::vector<std::uint8_t>& bytes) {
        try {
            const Net net(bytes);
            return false;
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    const std::vector<std::uint8_t> good = net_bytes(1);
    CHECK(good.size() == 16 + 4 * weight_count);
    CHECK(!refused(good));
    for (std::size_t size = 0; size < good.size(); size += size < 20 ? 1 : 331) {
        CHECK(refused({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}));
    }
    CHECK(refused({good.begin(), good.end() - 1}));
    std::vector<std::uint8_t> bad = good;
    bad.push_back(0);
    CHECK(refused(bad));
    for (std::size_t i = 0; i < 4; ++i) {  // magic; radius
        bad = good;
        bad[i] ^= 0x20U;
        CHECK(refused(bad));
        bad = good;
        bad[4 + i] ^= 1U;
        CHECK(refused(bad));
        bad = good;
        bad[8 + i] = 0xFF;  // many units, whose weights are missing
        CHECK(refused(bad));
        bad = good;
        bad[12 + i] = 0xFF;
        CHECK(refused(bad));
    }
    for (const float value :
         {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
          std::numeric_limits<float>::quiet_NaN()}) {
        for (const std::size_t i :
             {std::size_t{0}, weight_count / 2, weight_count - 2, weight_count - 1}) {
            std::vector<std::uint8_t> word;
            put_float(word, value);
            bad = good;
            std::copy(word.begin(), word.end(),
                      bad.begin() + 16 + static_cast<std::ptrdiff_t>(4 * i));
            CHECK(refused(bad));
        }
    }
    // A network without units uses only its scalars and its bias.
    std::vector<std::uint8_t> none = {'S', 'N', 'E', 'T'};
    for (const std::uint32_t word : {std::uint32_t{Net::radius}, 0U, 0U}) put_word(none, word);
    for (std::size_t i = 0; i < Net::scalars; ++i) put_float(none, i == 2 ? 1.5F : 0.0F);
    put_float(none, -0.5F);
    Rater rater(std::make_shared<const Net>(none));
    const States coin = {hidden, 1, hidden};
    const Solver solver = solve({3, 1}, 1, coin);
    rater.read(solver);
    Net::Scalars scalars{};
    scalars[2] = 1.0F;
    const double expected = 1.0 / (1.0 + std::exp(-1.0));
    CHECK(std::abs(rater.rate(solver.position().place_of(0), scalars) - expected) < 1e-12);
}

// The output of a network with these bytes for a patch, computed directly from the file format.
double rate_plainly(const std::vector<std::uint8_t>& bytes, std::size_t first, std::size_t second,
                    const std::array<std::uint8_t, Net::squares>& kinds,
                    const std::array<float, Net::squares>& odds, const Net::Scalars& scalars) {
    std::size_t next = 16;
    const auto weight = [&] {
        float value = 0.0F;
        std::memcpy(&value, bytes.data() + next, sizeof value);
        next += sizeof value;
        return static_cast<double>(value);
    };
    std::vector<double> units(first), more(second);
    for (std::size_t square = 0; square < Net::squares; ++square) {
        for (std::size_t kind = 0; kind < Net::kinds; ++kind) {
            for (double& unit : units) unit += weight() * (kinds[square] == kind ? 1.0 : 0.0);
        }
    }
    for (std::size_t square = 0; square < Net::squares; ++square) {
        const bool border = kinds[square] >= 13, untouched = kinds[square] == 10;
        for (double& unit : units) unit += weight() * (border ? odds[square] : 0.0F);
        for (double& unit : units) unit += weight() * (untouched ? odds[square] : 0.0F);
    }
    for (const float scalar : scalars) {
        for (double& unit : units) unit += weight() * scalar;
    }
    for (double& unit : units) unit += weight();
    for (const double unit : units) {
        for (double& other : more) other += weight() * std::max(unit, 0.0);
    }
    for (double& unit : more) unit += weight();
    double out = 0.0;
    for (const double unit : more) out += weight() * std::max(unit, 0.0);
    for (const float scalar : scalars) out += weight() * scalar;
    out += weight();
    CHECK(next == bytes.size());
    return 1.0 / (1.0 + std::exp(-out));
}

// Some layers are narrower and some are wider than the blocks in which sums are computed.
void test_a_network_is_its_sums() {
    Random random(15);
    const Grid grid{7, 5};
    States states(35, hidden);
    states[0] = 1;
    states[17] = 2;
    const Solver solver = solve(grid, 8, states);
    for (const std::uint32_t first : {1U, 31U, 32U, 33U, 71U}) {
        for (const std::uint32_t second : {2U, 32U, 37U}) {
            const std::vector<std::uint8_t> bytes = net_bytes(first, first, second);
            Rater rater(std::make_shared<const Net>(bytes));
            rater.read(solver);
            for (const int cell : {1, 8, 20, 34}) {
                const int place = solver.position().place_of(cell);
                Net::Scalars scalars{};
                for (std::size_t i = 0; i < Net::scalars; i += 1 + random.below(2)) {
                    scalars[i] = static_cast<float>(random.uniform());
                }
                std::array<std::uint8_t, Net::squares> kinds{};
                std::array<float, Net::squares> odds{};
                rater.surroundings(place, kinds, odds);
                const double expected = rate_plainly(bytes, first, second, kinds, odds, scalars);
                CHECK(std::abs(rater.rate(place, scalars) - expected) < 1e-4);
            }
        }
    }
}

void test_ratings_do_not_depend_on_the_direction() {
    Random random(3);
    Rater rater(made_up_net(5)), other(made_up_net(5));
    Net::Scalars scalars{};
    for (float& scalar : scalars) scalar = static_cast<float>(random.uniform());
    const Grid grid{5, 4};
    const Oracle oracle(grid, 5);
    double least = 1.0, most = 0.0, one_way = 0.0;
    for (int round = 0; round < 40; ++round) {
        const auto& all = oracle.boards();
        const Board truth = all[random.below(static_cast<std::uint32_t>(all.size()))];
        const States states = view_of(oracle, grid, truth, random);
        const Solver solver = solve(grid, 5, states);
        if (solver.position().unknown_left() == 0) continue;
        rater.read(solver);
        for (unsigned way = 1; way < 8; ++way) {
            const Grid turned = (way & 4U) != 0 ? Grid{grid.height, grid.width} : grid;
            const auto image = [&](int cell) {
                int row = cell / grid.width, column = cell % grid.width;
                if ((way & 1U) != 0) row = grid.height - 1 - row;
                if ((way & 2U) != 0) column = grid.width - 1 - column;
                return (way & 4U) != 0 ? column * turned.width + row : row * turned.width + column;
            };
            States moved(states.size());
            for (int cell = 0; cell < grid.size(); ++cell) {
                moved[at(image(cell))] = states[at(cell)];
            }
            const Solver same = solve(turned, 5, moved);
            other.read(same);
            for (int cell = 0; cell < grid.size(); ++cell) {
                const int place = solver.position().place_of(cell);
                if (solver.position().at(place).mark != mark_unknown) continue;
                const int there = same.position().place_of(image(cell));
                const double rated = rater.rate_all_ways(place, scalars);
                CHECK(std::abs(rated - other.rate_all_ways(there, scalars)) < 1e-5);
                least = std::min(least, rated);
                most = std::max(most, rated);
                one_way = std::max(
                    one_way, std::abs(rater.rate(place, scalars) - other.rate(there, scalars)));
            }
        }
    }
    CHECK(most - least > 0.01 && one_way > 0.01);  // the network depends on the board and the cell
}

// Plays a board by a policy until a leaf, as RolloutPlayer does, but without reducing the noise.
double play_plainly(Solver solver, const Referee& referee, Champion& champion, int place) {
    for (;;) {
        if (place >= 0) {
            if (referee.is_mine(place)) return 0.0;
            solver.position().settle_safe(place);
        }
        if (referee.open_certain(solver)) return 1.0;
        const Choice choice = champion.choose(solver);
        if (choice.is_exact) return choice.win;
        place = choice.place;
    }
}

void test_rollouts_are_unbiased() {
    const Grid grid{5, 3};
    const int mines = 5;
    const Oracle oracle(grid, mines);
    States states(15, hidden);
    states[0] = 1;
    const Solver solver = solve(grid, mines, states);
    const std::vector<Board> boards = oracle.consistent(states);
    CHECK(boards.size() == 3 * 330);
    ChampionSettings settings;
    settings.policy = made_up_net(7);
    settings.endgame.boards = 60;
    Champion champion(settings);
    const auto exact = [&](int place) {
        Referee referee;
        double sum = 0.0;
        for (const Board board : boards) {
            referee.set_board(solver.position(), bytes_of(board, grid).data());
            sum += play_plainly(solver, referee, champion, place);
        }
        return sum / static_cast<double>(boards.size());
    };
    const Budget budget{.boards = 1'500, .seed = 11, .eliminate = false};
    const double expected = exact(-1);
    CHECK(expected > 0.1 && expected < 0.9);
    const Estimate whole = estimate_position(solver, settings, budget);
    CHECK(whole.boards == 1'500 && whole.error > 0.0 && whole.error < 0.01);
    CHECK(std::abs(whole.mean - expected) < 4.0 * whole.error);

    // A neighbour of the clue, which is a mine on a third of the boards, and a distant cell.
    const std::vector<Guess> guesses = Champion(settings).rank_by_policy(solver);
    const int near = solver.position().place_of(1), far = solver.position().place_of(14);
    const std::vector<Guess> two = {{.place = near, .safe = 2.0 / 3.0},
                                    {.place = far, .safe = 7.0 / 11.0}};
    for (const Guess& guess : guesses) {
        if (guess.place == near) CHECK(std::abs(guess.safe - 2.0 / 3.0) < 1e-12);
    }
    const std::vector<Estimate> estimates = estimate(solver, two, settings, budget);
    CHECK(estimates.size() == 2);
    for (const Estimate& one : estimates) {
        CHECK(one.boards == 1'500 && one.error > 0.0 && one.error < 0.01);
        CHECK(std::abs(one.mean - exact(one.guess.place)) < 4.0 * one.error);
    }
    CHECK(estimates[0].lead == 0.0 && estimates[1].lead <= 0.0);
}

bool same(const Estimate& x, const Estimate& y) {
    return x.guess.place == y.guess.place && x.boards == y.boards && x.mean == y.mean &&
           x.error == y.error && x.lead == y.lead;
}

void test_threads_change_nothing() {
    const Solver solver = lone_clue();
    ChampionSettings settings;
    settings.policy = made_up_net(7);
    const std::vector<Guess> guesses = Champion(settings).rank_by_policy(solver);
    CHECK(guesses.size() > 3);
    for (const bool eliminate : {false, true}) {
        Budget budget{.boards = 40, .threads = 1, .seed = 5, .eliminate = eliminate};
        const std::vector<Estimate> one = estimate(solver, guesses, settings, budget);
        const Estimate whole = estimate_position(solver, settings, budget);
        for (const int threads : {2, 3, 100}) {
            budget.threads = threads;
            const std::vector<Estimate> more = estimate(solver, guesses, settings, budget);
            CHECK(std::equal(one.begin(), one.end(), more.begin(), more.end(), same));
            CHECK(same(whole, estimate_position(solver, settings, budget)));
        }
        budget.seed = 6;
        CHECK(whole.mean != estimate_position(solver, settings, budget).mean);
    }
    // Without guesses or boards, nothing is estimated and nothing fails.
    CHECK(estimate(solver, {}, settings, {.boards = 10}).empty());
    CHECK(estimate_position(solver, settings, {}).boards == 0);
}

// The champion's own choice loses nothing. A plan has no lead over itself. The safety of several
// cells at once is the fraction of boards without a mine there. The number of threads does not
// matter.
void test_a_choice_is_judged_by_the_champion() {
    const Solver solver = lone_clue();
    Strategy strategy;
    strategy.is_champion = true;
    strategy.settings.policy = made_up_net(7);
    strategy.boards = 40;
    // No endgame is solved, so the whole game is played.
    strategy.settings.endgame.boards = 1;
    const std::vector<Guess> guesses = Champion(strategy.settings).rank_by_lookahead(solver, 5);
    CHECK(guesses.size() > 2);
    const std::array own = {guesses[0].place}, other = {guesses[2].place};
    const std::array both = {own[0], other[0]};
    CHECK(!judge(solver, own, strategy, {.may_play = false}));
    const auto judged = [&](std::span<const int> places, int threads) {
        return *judge(solver, places, strategy, {.threads = threads, .seed = 3});
    };
    CHECK(judged(own, 1).lost == 0.0 && judged(own, 1).best == own[0]);
    CHECK(judged({}, 1).lost == 0.0 && judged({}, 1).safe == 1.0);
    for (const std::span<const int> places :
         {std::span<const int>(other), std::span<const int>(both)}) {
        const Judgement one = judged(places, 1), more = judged(places, 3);
        CHECK(one.lost == more.lost && one.before == more.before && one.boards == 40);
        CHECK(one.lost_error > 0.0 && one.before_error > 0.0 && !one.is_exact);
    }
    Solver together = solver;
    for (const int place : both) together.position().settle_safe(place);
    together.analyze();
    CHECK(std::abs(judged(both, 1).safe - together.boards() / solver.boards()) < 1e-9);
    const ChampionSettings rolling = rollout_settings(strategy.settings);
    const Plan plan{own, guesses[0].safe};
    CHECK(compare(solver, plan, plan, rolling, {.boards = 40, .seed = 3}).lead == 0.0);
}

// The number of games stays within the budget, and most are played with the best guesses.
void test_games_go_to_the_best() {
    const Solver solver = lone_clue();
    ChampionSettings settings;
    settings.policy = made_up_net(7);
    std::vector<Guess> guesses = Champion(settings).rank_by_policy(solver);
    CHECK(guesses.size() > 4);
    for (Guess& guess : guesses) guess.win = 0.0;  // all equal at first
    for (const std::size_t boards : {1U, 5U, 100U, 400U}) {
        const Budget budget{.boards = boards, .seed = 5};
        const std::vector<Estimate> estimates = estimate(solver, guesses, settings, budget);
        std::size_t games = 0;
        for (const Estimate& one : estimates) {
            games += one.boards;
            CHECK(one.boards <= estimates.front().boards && one.chance() >= 0.0 &&
                  one.chance() <= 1.0);
        }
        CHECK(games <= boards * guesses.size());
        if (boards < 10) CHECK(games == boards * guesses.size());
        if (boards == 400) CHECK(estimates[0].boards > 600 && estimates.back().boards < 200);
    }
}

// Only the best guesses are averaged, over all eight orientations of the surroundings.
void test_the_best_guesses_are_averaged() {
    const Solver solver = lone_clue();
    ChampionSettings settings;
    settings.policy = made_up_net(7);
    Champion champion(settings);
    Rater rater(settings.policy);
    rater.read(solver);
    const std::vector<Guess> once = champion.rank_by_policy(solver);
    settings.averaged = 3;
    const std::vector<Guess> averaged = Champion(settings).rank_by_policy(solver);
    int changed = 0;
    for (const Guess& guess : averaged) {
        const auto before = std::find_if(once.begin(), once.end(), [&](const Guess& other) {
            return other.place == guess.place;
        });
        const double all_ways =
            guess.safe * rater.rate_all_ways(guess.place, champion.scalars(guess, false));
        const bool is_best = before - once.begin() < 3;
        CHECK(guess.win == (is_best ? all_ways : before->win));
        if (guess.win != before->win) ++changed;
    }
    CHECK(changed == 3);
}

// Only one cell of forty thousand is safe, and the guessed cell is safe on no sampled board. So the
// prior belief stays, and its error shows how uncertain it is.
void test_a_guess_that_is_never_safe_has_a_large_error() {
    const Grid grid{200, 200};
    const States states(40'000, hidden);
    const Solver solver = solve(grid, 39'999, states);
    const double safe = 1.0 / 40'000;
    const std::vector<Guess> one = {
        {.place = solver.position().place_of(777), .safe = safe, .win = 0.25 * safe}};
    const Budget budget{.boards = 2, .eliminate = false};
    const Estimate estimated = estimate(solver, one, ChampionSettings{}, budget).front();
    CHECK(estimated.boards == 2 && estimated.mean == 0.25 * safe && estimated.error == 0.5 * safe);
}

void test_all_that_is_long_can_be_stopped() {
    StopFlag stop;
    stop.set();
    ChampionSettings settings;
    settings.policy = made_up_net(7);
    settings.lookahead = made_up_net(8);
    settings.stop = &stop;
    const Solver solver = lone_clue();
    const std::vector<Guess> guesses = Champion(ChampionSettings{}).rank_by_policy(solver);
    const auto stops = [](auto&& work) {
        try {
            work();
            return false;
        } catch (const Stopped&) {
            return true;
        }
    };
    CHECK(stops([&] { Champion(settings).rank_by_lookahead(solver, 5); }));
    for (const int threads : {1, 2}) {
        const Budget budget{.boards = 70, .threads = threads};
        CHECK(stops([&] { estimate(solver, guesses, settings, budget); }));
        CHECK(stops([&] { estimate_position(solver, settings, budget); }));
        CHECK(stops([&] { evaluate(solver, settings, budget); }));
    }
    const Solver small = solve({4, 3}, 4, States(12, hidden));
    CHECK(stops([&] { Champion(settings).choose(small); }));
    CHECK(stops([&] { evaluate(small, settings, {}); }));
    // Stopping also works without networks and rollouts: when reading a position, playing by the
    // least risk, or exploring.
    States states(42, hidden);
    states[17] = 2;
    Limits limits;
    limits.stop = &stop;
    Solver stopped(limits);
    CHECK(stops([&] {
        stopped.read({7, 6}, 9, states.data());
        stopped.analyze();
    }));
    stopped.set_stop(nullptr);
    stopped.read({7, 6}, 9, states.data());
    stopped.analyze();
    CHECK(stopped.boards() == solver.boards());
    std::vector<std::uint8_t> is_mine(480);
    deal({30, 16}, 99, StartRule::open, 93, 1, is_mine.data());
    Strategy least_risk;
    least_risk.settings.stop = &stop;
    CHECK(stops([&] { Player(least_risk).play({30, 16}, 99, is_mine.data(), 93); }));
    CHECK(stops([&] { explore({30, 16}, 99, is_mine.data(), 0, &stop); }));
    // A match abandons its current game and writes no result.
    const Games games{.grid = {30, 16}, .mines = 99, .first = 0, .seed = 1, .count = 2};
    std::vector<Played> results(2);
    Strategy strategy;
    strategy.is_champion = true;
    strategy.boards = 1'000'000;
    Match match(games, strategy, 2, results.data());
    match.stop();
    match.join();
    CHECK(match.finished() && match.played() == 0 && results[0].opened == 0);
}

// The border is almost too wide and still growing. The champion must still choose a cell.
void test_a_border_that_gets_too_wide() {
    const Grid grid{9, 7};
    States states(63, hidden);
    for (const std::size_t cell : {20U, 24U, 38U, 42U}) states[cell] = 2;
    Solver solver;
    for (std::size_t most = 1;; ++most) {
        Limits limits;
        limits.states = most;
        solver = Solver(limits);
        solver.read(grid, 16, states.data());
        try {
            solver.analyze();
            break;
        } catch (const TooWide&) {
        }
    }
    Strategy strategy;
    strategy.is_champion = true;
    strategy.settings.policy = made_up_net(7);
    strategy.settings.lookahead = made_up_net(8);
    bool refused = false;
    Champion champion(strategy.settings);
    try {
        for (const Guess& guess : champion.rank_by_policy(solver)) {
            Solver next = solver;
            next.position().open(guess.place, 2);
            next.analyze();
        }
    } catch (const TooWide&) {
        refused = true;
    }
    CHECK(refused);
    for (const std::size_t boards : {0U, 40U}) {
        strategy.boards = boards;
        CHECK(Guesser(strategy).choose(solver).place >= 0);
    }
}

void test_the_referee_opens_what_is_certain() {
    Random random(4);
    int won = 0, stuck = 0;
    for (const Grid grid : grids) {
        for (int mines = 1; mines < grid.size(); mines += 2) {
            const Oracle oracle(grid, mines);
            for (int round = 0; round < 10; ++round) {
                const auto& all = oracle.boards();
                const Board truth = all[random.below(static_cast<std::uint32_t>(all.size()))];
                States states = view_of(oracle, grid, truth, random);
                Solver solver;
                solver.read(grid, mines, states.data());
                Referee referee;
                referee.set_board(solver.position(), bytes_of(truth, grid).data());
                std::vector<int> order;
                const bool is_won = referee.open_certain(solver, &order);
                // Brute force: open safe cells as long as there are any.
                int closed = 0;
                std::size_t opened = 0;
                for (;;) {
                    const std::vector<int> cells =
                        oracle.certain(oracle.consistent(states), states);
                    if (cells.empty()) break;
                    for (const int cell : cells) states[at(cell)] = oracle.number(truth, cell);
                    opened += cells.size();
                }
                for (const std::uint8_t state : states) closed += state > 8 ? 1 : 0;
                CHECK(is_won == (closed == mines));
                (is_won ? won : stuck) += 1;
                CHECK(order.size() == opened);
                for (int cell = 0; cell < grid.size(); ++cell) {
                    const std::uint8_t mark =
                        solver.position().at(solver.position().place_of(cell)).mark;
                    CHECK((mark <= 8 ? mark : hidden) == states[at(cell)]);
                }
            }
        }
    }
    CHECK(won > 50 && stuck > 50);
}

void test_the_lookahead_is_exact() {
    Random random(6);
    Champion champion(ChampionSettings{});
    int looked = 0;
    for (const Grid grid : {Grid{5, 3}, Grid{4, 4}, Grid{3, 5}}) {
        const Oracle oracle(grid, 4);
        for (int round = 0; round < 120; ++round) {
            const auto& all = oracle.boards();
            const Board truth = all[random.below(static_cast<std::uint32_t>(all.size()))];
            const States states = view_of(oracle, grid, truth, random);
            const Solver solver = solve(grid, 4, states);
            const Position& position = solver.position();
            if (!position.to_open.empty() || position.unknown_left() == 0) continue;
            const std::vector<Board> boards = oracle.consistent(states);
            const auto total = static_cast<double>(boards.size());
            for (Guess guess : champion.rank_by_policy(solver)) {
                champion.look_ahead(solver, guess);
                ++looked;
                const int cell = solver.position().cell_of(guess.place);
                double safe = 0.0, next_safe = 0.0, progress = 0.0, log_certain = 0.0,
                       entropy = 0.0;
                for (std::uint8_t n = 0; n <= 8; ++n) {
                    States next = states;
                    next[at(cell)] = n;
                    const std::vector<Board> part = oracle.consistent(next);
                    if (part.empty()) continue;
                    const double chance = static_cast<double>(part.size()) / total;
                    safe += chance;
                    entropy -= chance * std::log(chance);
                    const std::vector<int> cells = oracle.certain(part, next);
                    std::size_t least = part.size();
                    for (int other = 0; other < grid.size(); ++other) {
                        if (next[at(other)] <= 8) continue;
                        std::size_t mined = 0;
                        for (const Board board : part) mined += board >> other & 1U;
                        least = std::min(least, mined);
                    }
                    int closed = 0;
                    for (const std::uint8_t state : next) closed += state > 8 ? 1 : 0;
                    const double best = closed == 4 ? 1.0
                                                    : 1.0 - static_cast<double>(least) /
                                                                static_cast<double>(part.size());
                    next_safe += chance * best;
                    progress += cells.empty() ? 0.0 : chance;
                    log_certain += chance * std::log1p(static_cast<double>(cells.size()));
                }
                entropy += safe * std::log(safe);
                CHECK(std::abs(guess.safe - safe) < 1e-9);
                CHECK(std::abs(guess.next_safe - next_safe) < 1e-9);
                CHECK(std::abs(guess.progress - progress) < 1e-9);
                CHECK(std::abs(guess.log_certain - log_certain) < 1e-9);
                CHECK(std::abs(guess.entropy - entropy) < 1e-9);
            }
        }
    }
    CHECK(looked > 60);
}

// Without networks, the least risk decides. The guesses lie in the window, best first.
void test_guesses_are_the_safest() {
    const Solver solver = lone_clue();
    Champion champion(ChampionSettings{});
    const std::vector<Guess> guesses = champion.rank_by_policy(solver);
    const double best = guesses.front().safe;
    int untouched = 0;
    for (const Guess& guess : guesses) {
        CHECK(guess.safe >= 0.7 * best - 1e-6 && guess.safe <= best + 1e-9);
        untouched += guess.at_border ? 0 : 1;
    }
    CHECK(untouched == 6 && guesses.size() == 14);
    CHECK(std::abs(best - (1.0 - solver.untouched_odds())) < 1e-9);
    CHECK(champion.choose(solver).place == guesses.front().place);
    CHECK(!champion.choose(solver).is_exact);
}

void test_the_win_estimate_in_use() {
    Random random(8);
    const WinEstimate estimated = exact_or_fitted();
    int exact = 0, beyond = 0;
    const Grid grid{5, 3};
    Oracle oracle(grid, 5);
    for (int round = 0; round < 300; ++round) {
        const auto& all = oracle.boards();
        const Board truth = all[random.below(static_cast<std::uint32_t>(all.size()))];
        const States states = view_of(oracle, grid, truth, random);
        const std::vector<Board> boards = oracle.consistent(states);
        const Solver solver = solve(grid, 5, states);
        if (!solver.position().to_open.empty()) continue;
        if (boards.size() <= 60) {
            ++exact;
            oracle.forget();
            const double expected = static_cast<double>(oracle.wins(boards, states)) /
                                    static_cast<double>(boards.size());
            CHECK(std::abs(estimated(solver) - expected) < 1e-12);
        } else if (boards.size() > 100) {
            ++beyond;
            CHECK(estimated(solver) == fitted_estimate(solver));
        }
    }
    CHECK(exact > 5 && beyond > 5);
}

}  // namespace

int main() {
    test_the_end_game_is_exact();
    test_the_end_game_keeps_its_limits();
    test_the_end_game_of_a_large_board();
    test_bad_networks_are_refused();
    test_a_network_is_its_sums();
    test_ratings_do_not_depend_on_the_direction();
    test_the_best_guesses_are_averaged();
    test_rollouts_are_unbiased();
    test_threads_change_nothing();
    test_a_choice_is_judged_by_the_champion();
    test_games_go_to_the_best();
    test_a_guess_that_is_never_safe_has_a_large_error();
    test_all_that_is_long_can_be_stopped();
    test_a_border_that_gets_too_wide();
    test_the_referee_opens_what_is_certain();
    test_the_lookahead_is_exact();
    test_guesses_are_the_safest();
    test_the_win_estimate_in_use();
    std::puts("test_champion: all passed");
}
