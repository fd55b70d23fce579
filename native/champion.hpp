// The champion: guesses to win the game, not just to survive the next click. See champion.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "endgame.hpp"
#include "net.hpp"
#include "solver.hpp"
#include "stop.hpp"

namespace sapper {

// A guess, and what is known about it.
struct Guess {
    int place = -1;
    double safe = 0.0;  // the exact chance that it is safe
    int hidden = 0;     // neighbours that may be mines
    bool at_border = false;
    double win = 0.0;  // the estimated chance of winning the game with it

    // Results of looking one move ahead, averaged over the possible numbers (0 for a mine): the
    // safety of the best next cell, the chance that some cell is provably safe, the logarithm of
    // the number of such cells, and the information in the number.
    double next_safe = 0.0;
    double progress = 0.0;
    double log_certain = 0.0;
    double entropy = 0.0;
};

// A decision, and its chance of winning the game, exact or estimated.
struct Choice {
    int place = -1;
    double win = 0.0;
    double error = 0.0;  // standard error, if estimated by rollouts
    bool is_exact = false;
};

// The champion's networks and limits. Networks may be missing. Without `lookahead` the policy
// decides; without both, the champion takes the least risk.
struct ChampionSettings {
    std::shared_ptr<const Net> policy;     // rates a cell by its surroundings
    std::shared_ptr<const Net> lookahead;  // also uses what looking one move ahead finds
    Endgame::Limits endgame{2'000, 50'000};
    double window = 0.7;        // minimum safety of a guess, relative to the safest
    std::size_t untouched = 6;  // guesses to consider that touch no clue
    std::size_t averaged = 0;  // best guesses that the policy rates again in all eight orientations
    std::size_t shortlist = 5;   // guesses to look one move ahead from
    const Stop* stop = nullptr;  // checked often
};

class Champion {
public:
    explicit Champion(ChampionSettings settings);

    // Chooses the cell to open in a position after analyze() in which nothing is certain.
    Choice choose(const Solver& solver);

    // The same if the endgame can be solved within the limits; otherwise the result has no place.
    Choice choose_exactly(const Solver& solver);

    // All guesses worth considering, best first according to the policy.
    const std::vector<Guess>& rank_by_policy(const Solver& solver);

    // The best of these, at most `most`, rated by looking ahead if there is a network for it.
    const std::vector<Guess>& rank_by_lookahead(const Solver& solver, std::size_t most);

    // The network's scalar inputs for a guess in the last position.
    Net::Scalars scalars(const Guess& guess, bool with_lookahead) const;

    // Fills in the results of looking one move ahead.
    void look_ahead(const Solver& solver, Guess& guess);

private:
    void collect(const Solver& solver);
    void sort_guesses();

    ChampionSettings settings_;
    Endgame endgame_;
    Rater policy_, lookahead_;
    Solver scratch_;
    std::vector<Guess> guesses_, untouched_;
    double best_safe_ = 0.0;
    int mines_left_ = 0, unknown_left_ = 0, untouched_left_ = 0;
};

}  // namespace sapper
