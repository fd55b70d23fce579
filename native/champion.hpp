// The champion: guesses to win the game, not to survive the next click. See champion.cpp.
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
    double safe = 0.0;  // the chance that it is safe, exactly
    int hidden = 0;     // neighbours that may be mines
    bool at_border = false;
    double win = 0.0;  // the chance to win the game with it, as estimated so far

    // What looking one move ahead finds, all times the chance of it: the safety of the best cell
    // after this one, 1 where one is certain; the chance that one is certain; the logarithm of how
    // many are; and how much the number tells.
    double next_safe = 0.0;
    double progress = 0.0;
    double log_certain = 0.0;
    double entropy = 0.0;
};

// A decision, and how likely it wins the game: exactly, or as estimated.
struct Choice {
    int place = -1;
    double win = 0.0;
    double error = 0.0;  // standard error, where rollouts estimated it
    bool is_exact = false;
};

// What the champion plays with. Networks may be missing: without `lookahead` the policy decides,
// without `policy` too the least risk.
struct ChampionSettings {
    std::shared_ptr<const Net> policy;     // rates a cell by its surroundings
    std::shared_ptr<const Net> lookahead;  // and by what looking one move ahead finds as well
    Endgame::Limits endgame{2'000, 50'000};
    double window = 0.7;         // guesses below this part of the best safety are left out
    std::size_t untouched = 6;   // guesses under no clue that are considered
    std::size_t averaged = 0;    // best guesses that the policy rates again, seen all eight ways
    std::size_t shortlist = 5;   // guesses that are looked at one move ahead
    const Stop* stop = nullptr;  // asked all the time
};

class Champion {
public:
    explicit Champion(ChampionSettings settings);

    // What to open in a position after analyze() where nothing is certain.
    Choice choose(const Solver& solver);

    // The same when the end game can be solved within the limits; else no place.
    Choice choose_exactly(const Solver& solver);

    // All guesses worth a thought, best first by what the policy says.
    const std::vector<Guess>& rank_by_policy(const Solver& solver);

    // The best of these, at most so many, rated by looking ahead if there is a network for it.
    const std::vector<Guess>& rank_by_lookahead(const Solver& solver, std::size_t most);

    // What the networks are told about a guess of the last position.
    Net::Scalars scalars(const Guess& guess, bool with_lookahead) const;

    // Fills in what looking one move ahead finds.
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
