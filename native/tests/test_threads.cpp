// Tests a system that refuses to start threads, so that fewer threads must do the same work.
#include "threads.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <vector>

#include "check.hpp"
#include "dealing.hpp"
#include "player.hpp"
#include "rollout.hpp"

namespace {

// How many more threads the system will start.
std::atomic<int> allowed{1'000'000};

}  // namespace

// Replaces the system's function, which std::thread calls.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*work)(void*), void* argument) {
    if (allowed.fetch_sub(1) <= 0) return EAGAIN;
    static const auto create =
        reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    return create(thread, attributes, work, argument);
}

using namespace sapper;

namespace {

template <class F>
bool is_refused(F&& start) {
    allowed = 0;
    try {
        start();
    } catch (const std::system_error& error) {
        return error.code().value() == EAGAIN;
    }
    return false;
}

void test_threads_that_are_refused() {
    for (const int more : {0, 1, 3, 7}) {
        std::atomic<int> worked{0};
        Threads threads;
        allowed = more;
        threads.start(5, 0, [&] { ++worked; });
        threads.join();
        CHECK(threads.finished() && worked == (more < 5 ? more : 5));
    }
    std::atomic<int> worked{0};
    Threads threads;
    CHECK(is_refused([&] { threads.start(5, 1, [&] { ++worked; }); }));
    CHECK(threads.finished() && worked == 0);
}

void test_games() {
    Games games;
    games.grid = {16, 11};
    games.mines = 25;
    games.rule = StartRule::safe;
    games.first = 0;
    games.count = 40;
    std::vector<Played> one(games.count), few(games.count);
    allowed = 1;
    Match(games, {}, 1, one.data()).join();
    allowed = 2;
    Match match(games, {}, 200, few.data());
    match.join();
    CHECK(match.finished() && match.played() == games.count);
    for (std::size_t game = 0; game < games.count; ++game) {
        CHECK(one[game].won == few[game].won && one[game].opened == few[game].opened);
    }
    CHECK(is_refused([&] { Match(games, {}, 200, few.data()); }));
}

void test_boards() {
    Order order;
    order.grid = {12, 9};
    order.mines = 20;
    order.rule = StartRule::open;
    order.first = 39;
    order.count = 5;
    order.wanted.most = Rung::difference;
    allowed = 1;
    Dealing one(order, 1);
    one.join();
    allowed = 2;
    Dealing few(order, 200);
    few.join();
    CHECK(few.finished());
    for (std::size_t board = 0; board < order.count; ++board) {
        CHECK(one.candidate(board) != Dealing::none);
        CHECK(one.candidate(board) == few.candidate(board));
    }
    CHECK(is_refused([&] { Dealing(order, 200); }));
}

void test_an_estimate() {
    std::vector<std::uint8_t> states(9 * 8, mark_unknown);
    states[3 * 9 + 4] = 2;
    Solver solver;
    solver.read({9, 8}, 15, states.data());
    solver.analyze();
    const std::vector<Guess> guesses = Champion(ChampionSettings{}).rank_by_lookahead(solver, 3);
    Budget budget{.boards = 64, .threads = 1, .seed = 4};
    const std::vector<Estimate> one = estimate(solver, guesses, ChampionSettings{}, budget);
    CHECK(one.size() > 1 && one.front().boards > 0);
    budget.threads = 6;
    for (const int more : {0, 2}) {
        allowed = more;
        const std::vector<Estimate> few = estimate(solver, guesses, ChampionSettings{}, budget);
        CHECK(few.size() == one.size());
        for (std::size_t i = 0; i < one.size(); ++i) {
            CHECK(few[i].guess.place == one[i].guess.place && few[i].chance() == one[i].chance());
        }
    }
}

}  // namespace

int main() {
    test_threads_that_are_refused();
    test_games();
    test_boards();
    test_an_estimate();
}
