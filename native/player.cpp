// Playing games without leaving the engine.
//
// The loop is the ladder of solver.cpp with the truth at hand: safe cells are opened as soon as
// they are known, since a number that is seen makes all later reasoning cheaper; then rules,
// components, the mine count; and only when nothing is certain the least risky cell.
//
// Threads take games from a shared counter. A game is a pure function of its index, so that the
// outcomes do not depend on the number of threads.

#include "player.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "rules.hpp"

namespace sapper {

bool Player::play(Grid grid, int mines, const std::uint8_t* is_mine, int first,
                  std::span<const int> told) {
    solver_.reset(grid, mines);
    Position& position = solver_.position();
    opened_ = 0;
    order_.clear();
    numbers_.resize(static_cast<std::size_t>(grid.size()));
    walled_.resize(static_cast<std::size_t>(position.places()));
    count_numbers(grid, is_mine, numbers_.data());
    for (int row = 0; row < grid.height; ++row) {
        const auto* line = numbers_.data() + static_cast<std::ptrdiff_t>(row) * grid.width;
        std::copy(line, line + grid.width, walled_.begin() + position.place_at(row, 0));
    }

    int safe_left = grid.size() - mines;
    if (safe_left == 0) return true;
    const auto number_at = [&](int place) { return walled_[static_cast<std::size_t>(place)]; };
    if (first >= 0) {
        const int place = position.place_of(first);
        if (number_at(place) == MINE) {
            order_.push_back(first);
            return false;
        }
        position.settle_safe(place);
    }
    for (const int cell : told) position.settle_safe(position.place_of(cell));
    for (;;) {
        while (!position.found.empty()) {
            const int place = position.found.back();
            position.found.pop_back();
            position.open(place, number_at(place));
            order_.push_back(position.cell_of(place));
            ++opened_;
            if (--safe_left == 0) return true;
            if (position.found.empty()) apply_trivial_rule(position);
        }
        if (apply_pair_rule(position)) {
            apply_trivial_rule(position);
            continue;
        }
        if (solver_.solve_components() || solver_.weigh()) {
            apply_trivial_rule(position);
            continue;
        }
        const int guess = solver_.least_risky();
        if (number_at(guess) == MINE) {
            order_.push_back(position.cell_of(guess));
            return false;
        }
        position.settle_safe(guess);
    }
}

namespace {

// CPU time of this thread, where the system has such a clock; else the time of the wall.
double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
#endif
}

}  // namespace

Match::Match(const Games& games, int threads, Played* results)
    : games_(games), results_(results) {
    running_ = threads;
    threads_.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Match::~Match() {
    stop();
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

void Match::join() {
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
    if (error_) std::rethrow_exception(error_);
}

void Match::work() {
    try {
        Player player;
        std::vector<std::uint8_t> is_mine(static_cast<std::size_t>(games_.grid.size()));
        double started = thread_seconds();
        while (!stop_.load(std::memory_order_relaxed)) {
            const std::size_t game = next_.fetch_add(1, std::memory_order_relaxed);
            if (game >= games_.count) break;
            if (games_.deck != nullptr) {
                std::fill(is_mine.begin(), is_mine.end(), std::uint8_t{0});
                const auto mines = static_cast<std::size_t>(games_.mines);
                for (std::size_t i = 0; i < mines; ++i) is_mine[games_.deck[game * mines + i]] = 1;
            } else {
                deal(games_.grid, games_.mines, games_.rule, games_.first, games_.seed + game,
                     is_mine.data());
            }
            std::vector<int> told;
            if (games_.told > 0) told = told_cells(games_.grid, is_mine.data(), games_.told);
            const bool won =
                player.play(games_.grid, games_.mines, is_mine.data(), games_.first, told);
            const double ended = thread_seconds();
            results_[game] = {static_cast<std::uint8_t>(won ? 1 : 0),
                              static_cast<std::uint32_t>(player.opened()), ended - started};
            started = ended;
            played_.fetch_add(1, std::memory_order_relaxed);
        }
    } catch (...) {
        stop();
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
    }
    running_.fetch_sub(1, std::memory_order_release);
}

}  // namespace sapper
