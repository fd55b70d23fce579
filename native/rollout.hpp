// The chance to win with a guess, by playing on from it on many boards. See rollout.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "champion.hpp"
#include "referee.hpp"
#include "sample.hpp"

namespace sapper {

// Plays games on from a position. One a thread.
class Roller {
public:
    explicit Roller(const Judgement& judgement);

    // Plays on from a position after analyze(), on the board of the referee, and returns the chance
    // to win as it turned out: the product of the safeties of all guesses made on the way, times the
    // exact value of the end game. No game is lost on the way: where a guess would hit a mine,
    // another board is drawn on which it does not.
    double play(const Solver& start, const Referee& board, Random& random);

    // The same after opening `place`, whose safety is not counted.
    double play(const Solver& start, int place, const Referee& board, Random& random);

private:
    double play_on(const Referee& board, Random& random);

    Champion champion_;
    Endgame endgame_;
    const std::atomic<bool>* stop_;
    Solver solver_;
    Referee other_;
    std::vector<std::uint8_t> is_mine_;
};

struct Budget {
    std::size_t boards = 0;  // for each guess, at most
    int threads = 1;
    std::uint64_t seed = 0;
    bool eliminate = true;   // drop guesses that are surely worse on the way
};

// What rollouts found about a guess.
struct Estimate {
    Guess guess;
    std::size_t boards = 0;
    double mean = 0.0;   // the chance to win
    double error = 0.0;  // its standard error
    double lead = 0.0;   // over the best guess: how far it is behind, all things considered
};

// Estimates guesses, best first. The same for any number of threads. `win` of the guesses is what
// was believed before.
std::vector<Estimate> estimate(const Solver& solver, std::span<const Guess> guesses,
                               const Judgement& judgement, const Budget& budget);

// The chance to win from a position after analyze(), with what is certain opened first: the mean
// over as many boards as the budget has, and its standard error.
Estimate estimate_position(const Solver& solver, const Judgement& judgement, const Budget& budget);

}  // namespace sapper
