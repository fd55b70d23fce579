// The champion guesses to win the game, not just to survive the next click.
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

struct Guess {
    int place = -1;
    double safe = 0.0;  // the exact chance that it is safe
    int hidden = 0;     // neighbours that may be mines
    bool at_border = false;
    double win = 0.0;  // the estimated chance of winning the game with it

    // Means over the numbers that the cell may show (a mine counts as 0): the safety of the best
    // next cell, the chance that some cell is provably safe, the logarithm of the number of such
    // cells, and the information in the number.
    double next_safe = 0.0;
    double progress = 0.0;
    double log_certain = 0.0;
    double entropy = 0.0;
};

struct Choice {
    int place = -1;
    double win = 0.0;
    double error = 0.0;  // standard error, if estimated by rollouts
    bool is_exact = false;
};

// Networks may be missing. Without the network `lookahead`, the policy decides. Without any
// network, the champion opens the least risky cell.
struct ChampionSettings {
    std::shared_ptr<const Net> policy;     // rates a cell by its surroundings
    std::shared_ptr<const Net> lookahead;  // also uses what looking one move ahead finds
    Endgame::Limits endgame{2'000, 50'000};
    double window = 0.7;         // minimum safety of a guess, relative to the safest guess
    std::size_t untouched = 6;   // maximum number of guesses that touch no clue
    std::size_t averaged = 0;    // number of best guesses rated again in all eight orientations
    std::size_t shortlist = 5;   // number of guesses for which to look one move ahead
    const Stop* stop = nullptr;  // checked often
};

class Champion {
public:
    explicit Champion(ChampionSettings settings);

    // Chooses the cell to open in a position in which analyze() has found no provably safe cell.
    Choice choose(const Solver& solver);

    // Returns the place -1 if the endgame can't be solved within the limits.
    Choice choose_exactly(const Solver& solver);

    const std::vector<Guess>& rank_by_policy(const Solver& solver);

    const std::vector<Guess>& rank_by_lookahead(const Solver& solver, std::size_t most);

    Net::Scalars scalars(const Guess& guess, bool with_lookahead) const;

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
