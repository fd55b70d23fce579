// Exactly where few boards are left; by rollouts elsewhere.
//
// Rollouts that choose are not the ones that judge: the best of several estimates is too high on
// average, so the value of a position comes from other boards than the choice did.

#include "worth.hpp"

#include <algorithm>

namespace sapper {
namespace {

// More than the player takes: nobody waits for thousands of these.
constexpr Endgame::Limits analysis_limits{.boards = 2'000, .nodes = 200'000};

bool solve_exactly(const Solver& solver, const Judgement& judgement, Valuation& valuation) {
    const Position& position = solver.position();
    Endgame::Limits limits = analysis_limits;
    limits.stop = judgement.stop;
    Endgame endgame(limits);
    if (!(solver.boards() <= static_cast<double>(analysis_limits.boards)) ||
        !endgame.solve(solver)) {
        return false;
    }
    valuation.position = {
        .win = endgame.value(), .boards = endgame.boards(), .is_exact = true};
    if (!position.found.empty()) return true;
    for (int place = 0; place < position.places(); ++place) {
        std::uint32_t wins = 0;
        std::uint32_t safe = 0;
        if (position.at(place).mark != mark_unknown) continue;
        if (!endgame.solve_move(place, safe, wins)) return false;
        const double boards = endgame.boards();
        valuation.guesses.push_back({.place = place,
                                     .safe = safe / boards,
                                     .win = wins / boards,
                                     .boards = endgame.boards(),
                                     .is_exact = true});
    }
    std::stable_sort(valuation.guesses.begin(), valuation.guesses.end(),
                     [](const Worth& x, const Worth& y) { return x.win > y.win; });
    return true;
}

}  // namespace

Valuation value(const Solver& solver, const Judgement& judgement, const Budget& budget) {
    Valuation valuation;
    const Position& position = solver.position();
    if (position.unknown_left() == 0 && position.found.empty()) {
        valuation.position = {.win = 1.0, .boards = 1, .is_exact = true};
        return valuation;
    }
    if (solve_exactly(solver, judgement, valuation)) return valuation;
    valuation.guesses.clear();
    const Judgement rolling = at_a_glance(judgement);
    if (!position.found.empty()) {
        const Estimate found = estimate_position(solver, rolling, budget);
        valuation.position = {.win = found.chance(), .error = found.error, .boards = found.boards};
        return valuation;
    }
    Champion champion(judgement);
    const std::vector<Guess> guesses = champion.appraise(solver, 12);
    for (const Estimate& found : estimate(solver, guesses, rolling, budget)) {
        valuation.guesses.push_back({.place = found.guess.place,
                                     .safe = found.guess.safe,
                                     .win = found.chance(),
                                     .error = found.error,
                                     .boards = found.boards});
    }
    const auto best = std::find_if(guesses.begin(), guesses.end(), [&](const Guess& guess) {
        return guess.place == valuation.guesses.front().place;
    });
    Budget other = budget;
    other.seed = ~budget.seed;
    other.eliminate = false;
    const Estimate judged = estimate(solver, {&*best, 1}, rolling, other).front();
    Worth& first = valuation.guesses.front();
    first = {.place = first.place,
             .safe = first.safe,
             .win = judged.chance(),
             .error = judged.error,
             .boards = judged.boards};
    valuation.position = first;
    valuation.position.place = -1;
    valuation.position.safe = 1.0;
    return valuation;
}

}  // namespace sapper
