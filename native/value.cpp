// The value of a position, exact if few boards are left and estimated by rollouts otherwise.
//
// One set of rollouts chooses the guess, and another set evaluates it. The best of several
// estimates is too high on average (the optimizer's curse: Smith and Winkler 2006), so the best
// one can't be used as the value of the position.

#include "value.hpp"

#include <algorithm>

namespace sapper {
namespace {

// The node limit is higher than during play, because an analysis solves only one position.
constexpr Endgame::Limits analysis_limits{.boards = 2'000, .nodes = 200'000};

bool solve_exactly(const Solver& solver, const ChampionSettings& settings, PositionValue& value) {
    const Position& position = solver.position();
    Endgame::Limits limits = analysis_limits;
    limits.stop = settings.stop;
    Endgame endgame(limits);
    if (!(solver.boards() <= static_cast<double>(analysis_limits.boards)) ||
        !endgame.solve(solver)) {
        return false;
    }
    value.position = {.win = endgame.value(), .boards = endgame.boards(), .is_exact = true};
    if (!position.to_open.empty()) return true;
    for (int place = 0; place < position.places(); ++place) {
        std::uint32_t wins = 0;
        std::uint32_t safe = 0;
        if (position.at(place).mark != mark_unknown) continue;
        if (!endgame.solve_move(place, safe, wins)) return false;
        const double boards = endgame.boards();
        value.guesses.push_back({.place = place,
                                 .safe = safe / boards,
                                 .win = wins / boards,
                                 .boards = endgame.boards(),
                                 .is_exact = true});
    }
    std::stable_sort(value.guesses.begin(), value.guesses.end(),
                     [](const MoveValue& x, const MoveValue& y) { return x.win > y.win; });
    return true;
}

}  // namespace

PositionValue evaluate(const Solver& solver, const ChampionSettings& settings,
                       const Budget& budget) {
    PositionValue value;
    const Position& position = solver.position();
    if (position.unknown_left() == 0 && position.to_open.empty()) {
        value.position = {.win = 1.0, .boards = 1, .is_exact = true};
        return value;
    }
    if (solve_exactly(solver, settings, value)) return value;
    value.guesses.clear();
    const ChampionSettings rolling = rollout_settings(settings);
    if (!position.to_open.empty()) {
        const Estimate whole = estimate_position(solver, rolling, budget);
        value.position = {.win = whole.chance(), .error = whole.error, .boards = whole.boards};
        return value;
    }
    Champion champion(settings);
    const std::vector<Guess> guesses = champion.rank_by_lookahead(solver, 12);
    for (const Estimate& move : estimate(solver, guesses, rolling, budget)) {
        value.guesses.push_back({.place = move.guess.place,
                                 .safe = move.guess.safe,
                                 .win = move.chance(),
                                 .error = move.error,
                                 .boards = move.boards});
    }
    const auto best = std::find_if(guesses.begin(), guesses.end(), [&](const Guess& guess) {
        return guess.place == value.guesses.front().place;
    });
    Budget other = budget;
    other.seed = ~budget.seed;
    other.eliminate = false;
    const Estimate judged = estimate(solver, {&*best, 1}, rolling, other).front();
    MoveValue& first = value.guesses.front();
    first = {.place = first.place,
             .safe = first.safe,
             .win = judged.chance(),
             .error = judged.error,
             .boards = judged.boards};
    value.position = first;
    value.position.place = -1;
    value.position.safe = 1.0;
    return value;
}

}  // namespace sapper
