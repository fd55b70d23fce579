// Plays games without leaving the engine.
//
// The referee (referee.cpp) opens the provably safe cells. Then the strategy guesses.
//
// Threads take games from a shared counter. A game is a pure function of its index, so the outcomes
// do not depend on the number of threads.

#include "player.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hash.hpp"
#include "thread_clock.hpp"

namespace sapper {

Strategy with_larger_endgame(Strategy strategy) {
    Endgame::Limits& endgame = strategy.settings.endgame;
    if (strategy.boards > 0) endgame.boards = std::max<std::size_t>(endgame.boards, 10'000);
    const std::size_t boards = std::min<std::size_t>(strategy.boards, 4'000);
    endgame.nodes = std::max(endgame.nodes, 250 * boards);
    return strategy;
}

Guesser::Guesser(Strategy strategy)
    : strategy_(with_larger_endgame(std::move(strategy))),
      rolling_(rollout_settings(strategy_.settings)),
      champion_(strategy_.settings) {
    fresh_.set_stop(strategy_.settings.stop);
}

Choice Guesser::choose(const Solver& solver, int threads) {
    if (!strategy_.is_champion) return {.place = solver.least_risky()};
    if (strategy_.boards == 0) return champion_.choose(solver);
    const Choice exact = champion_.choose_exactly(solver);
    if (exact.place >= 0) return exact;
    // The position is solved from scratch, so that sampled boards do not depend on earlier moves.
    const std::uint64_t seed = read_afresh(solver.position());
    const std::vector<Guess> guesses = champion_.rank_by_lookahead(fresh_, strategy_.guesses);
    const Budget budget{.boards = strategy_.boards, .threads = threads, .seed = seed};
    Estimate best;
    try {
        best = estimate(fresh_, guesses, rolling_, budget).front();
    } catch (const TooWide&) {  // during a rollout: fall back to the ranking
    }
    if (best.boards == 0) return {.place = guesses.front().place, .win = guesses.front().win};
    return {.place = best.guess.place, .win = best.chance(), .error = best.error};
}

std::uint64_t Guesser::read_afresh(const Position& position) {
    const Grid grid = position.grid();
    std::vector<std::uint8_t> states(static_cast<std::size_t>(grid.size()));
    std::vector<int> mines;
    for (int cell = 0; cell < grid.size(); ++cell) {
        const int place = position.place_of(cell);
        const std::uint8_t mark = position.at(place).mark;
        if (mark == mark_mine) mines.push_back(place);
        states[static_cast<std::size_t>(cell)] = mark <= 8 ? mark : mark_unknown;
    }
    fresh_.read(grid, position.mines_left() + static_cast<int>(mines.size()), states.data());
    fresh_.analyze();
    // Keep only the mines that were hit by earlier guesses and can't be proved from the numbers.
    std::erase_if(mines, [&](int mine) { return fresh_.position().at(mine).mark == mark_mine; });
    for (const int mine : mines) fresh_.position().settle_mine(mine);
    if (!mines.empty()) fresh_.analyze();
    return hash_bytes(states, strategy_.seed);
}

bool Player::play(Grid grid, int mines, const std::uint8_t* is_mine, int first,
                  std::span<const int> given) {
    solver_.reset(grid, mines);
    Position& position = solver_.position();
    order_.clear();
    if (grid.size() == mines) return true;
    referee_.set_board(position, is_mine);
    if (first >= 0) {
        const int place = position.place_of(first);
        if (referee_.is_mine(place)) {
            order_.push_back(first);
            return false;
        }
        position.settle_safe(place);
    }
    for (const int cell : given) position.settle_safe(position.place_of(cell));
    while (!referee_.open_certain(solver_, &order_)) {
        const int guess = guesser_.choose(solver_).place;
        if (referee_.is_mine(guess)) {
            order_.push_back(position.cell_of(guess));
            return false;
        }
        position.settle_safe(guess);
    }
    return true;
}

Match::Match(const Games& games, Strategy strategy, int threads, Played* results)
    : games_(games), strategy_(std::move(strategy)), results_(results) {
    strategy_.settings.stop = &stop_;
    threads_.start(threads, 1, [this] { work(); });
}

Match::~Match() { stop(); }

void Match::join() {
    threads_.join();
    if (error_) std::rethrow_exception(error_);
}

void Match::work() {
    try {
        Player player(strategy_);
        std::vector<std::uint8_t> is_mine(static_cast<std::size_t>(games_.grid.size()));
        std::vector<int> given;
        double started = thread_seconds();
        while (!stop_.is_set()) {
            const std::size_t game = next_.fetch_add(1, std::memory_order_relaxed);
            if (game >= games_.count) break;
            if (games_.deck != nullptr) {
                std::fill(is_mine.begin(), is_mine.end(), std::uint8_t{0});
                const auto mines = static_cast<std::size_t>(games_.mines);
                const std::size_t length = mines + static_cast<std::size_t>(games_.given);
                const std::uint32_t* row = games_.deck + game * length;
                for (std::size_t i = 0; i < mines; ++i) is_mine[row[i]] = 1;
                given.assign(row + mines, row + length);
                for (const int cell : given) {
                    if (is_mine[static_cast<std::size_t>(cell)]) {
                        throw std::invalid_argument("a given cell is a mine");
                    }
                }
            } else {
                given = deal(games_.grid, games_.mines, games_.rule, games_.first,
                             games_.seed + game, is_mine.data(), games_.given);
            }
            const bool won =
                player.play(games_.grid, games_.mines, is_mine.data(), games_.first, given);
            const double ended = thread_seconds();
            // If the game is lost, the last cell is a mine.
            const std::size_t opened = player.order().size() - (won ? 0 : 1);
            results_[game] = {static_cast<std::uint8_t>(won ? 1 : 0),
                              static_cast<std::uint32_t>(opened), ended - started};
            started = ended;
            played_.fetch_add(1, std::memory_order_relaxed);
        }
    } catch (const Stopped&) {
    } catch (...) {
        stop();
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
    }
}

}  // namespace sapper
