// Plays whole games in the engine, as the odds agent or the champion.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <span>
#include <vector>

#include "champion.hpp"
#include "deal.hpp"
#include "referee.hpp"
#include "rollout.hpp"
#include "solver.hpp"
#include "stop.hpp"
#include "threads.hpp"

namespace sapper {

struct Strategy {
    bool is_champion = false;  // otherwise it opens the least risky cell
    ChampionSettings settings;
    std::size_t boards = 0;    // rollouts for each guess; 0 means that the champion decides at once
    std::uint64_t seed = 0;    // of the rollouts, combined with the position
    std::size_t guesses = 12;  // the most guesses to roll out
};

// Raises the endgame limits of a strategy that uses rollouts, because it has more time.
Strategy with_larger_endgame(Strategy strategy);

// Each thread needs its own Guesser.
class Guesser {
public:
    explicit Guesser(Strategy strategy);

    // Chooses the cell to open in a position in which analyze() has found no provably safe cell.
    Choice choose(const Solver& solver, int threads = 1);

private:
    std::uint64_t read_afresh(const Position& position);

    Strategy strategy_;
    ChampionSettings rolling_;
    Champion champion_;
    Solver fresh_;
};

class Player {
public:
    explicit Player(const Strategy& strategy) : guesser_(strategy) {
        solver_.set_stop(strategy.settings.stop);
    }

    // The player learns only which cells are given as safe, and the numbers of the cells it opens.
    // Unless `first` is -1, it is opened before any other cell, even if it is a mine.
    bool play(Grid grid, int mines, const std::uint8_t* is_mine, int first,
              std::span<const int> given = {});

    // If the game was lost, the last cell is a mine.
    std::span<const int> order() const { return order_; }

private:
    Guesser guesser_;
    Solver solver_;
    Referee referee_;
    std::vector<int> order_;
};

// The games to play: boards dealt from seed, seed + 1, ..., or those of a deck.
struct Games {
    Grid grid;
    int mines = 0;
    StartRule rule = StartRule::any;
    int first = -1;
    int given = 0;  // cells given as safe before the first move, for rule `given`
    std::uint64_t seed = 0;
    std::size_t count = 0;
    const std::uint32_t* deck = nullptr;  // `count` rows of mine cells, then given cells
};

struct Played {
    std::uint8_t won = 0;
    std::uint32_t opened = 0;  // cells
    double seconds = 0.0;      // CPU time of the thread that played it, including dealing
};

class Match {
public:
    Match(const Games& games, Strategy strategy, int threads, Played* results);
    ~Match();  // stops and joins
    Match(const Match&) = delete;
    Match& operator=(const Match&) = delete;

    std::size_t played() const { return played_.load(std::memory_order_relaxed); }
    bool finished() const { return threads_.finished(); }
    void stop() { stop_.set(); }
    void join();  // rethrows an exception from a thread

private:
    void work();

    Games games_;
    Strategy strategy_;
    Played* results_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> played_{0};
    StopFlag stop_;
    std::mutex mutex_;
    std::exception_ptr error_;
    Threads threads_;
};

}  // namespace sapper
