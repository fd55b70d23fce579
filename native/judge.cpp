// Judges a choice by how much it lowers the chance of winning.
//
// The result is exact if the endgame can be solved within the strategy's limits. Otherwise the
// result comes from rollouts of the champion's choice and the player's choice on the same boards.
// The networks also estimate the difference between the two guesses, about as accurately as
// rollouts on a few dozen boards. So the rollouts and the networks' estimate are averaged, weighted
// by their errors. The player's choice is always compared with the champion's, even if some other
// guess happens to look better, because the best of several estimates is too high on average.
//
// An unavoidable coin toss is a pair of cells with exactly one mine, where opening either cell
// reveals nothing about any other cell. Sooner or later the player must open one of the two cells,
// which is a mine half of the time.

#include "judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "champion.hpp"
#include "rollout.hpp"

namespace sapper {
namespace {

// The standard deviation of the networks' error in the difference between two guesses.
constexpr double network_error = 0.015;

// The champion's error compared with the best strategy on small boards (bench/review_oracle.py).
// Playing more boards does not reduce this error.
constexpr double model_error = 0.02;

bool is_unknown(const Position& position, int place) {
    return position.at(place).mark == mark_unknown;
}

// The other cell of a possible coin toss at `place`, or -1 if there is none. Apart from these two
// cells, no unknown cell may touch either of them or a clue next to either of them.
int other_of_two(const Position& position, int place) {
    int other = -1;
    const auto see = [&](int cell) {
        if (!is_unknown(position, cell) || cell == place || cell == other) return true;
        if (other >= 0) return false;
        other = cell;
        return true;
    };
    bool are_two = true;
    for (const int cell : {0, 1}) {
        const int from = cell == 0 ? place : other;
        if (from < 0) return -1;
        for (int direction = 0; direction < 8; ++direction) {
            const int near = from + position.step(direction);
            are_two = are_two && see(near);
            if (!position.is_clue(near)) continue;
            position.for_directions(near, position.at(near).unknown,
                                    [&](int seen) { are_two = are_two && see(seen); });
        }
    }
    return are_two ? other : -1;
}

bool is_coin_toss(const Solver& solver, int place) {
    const Position& position = solver.position();
    // A cell that touches no clue is not part of such a pair, because the mine count ties it to
    // other cells.
    return position.at(place).clues != 0 && other_of_two(position, place) >= 0 &&
           std::abs(solver.odds_at(place) - 0.5) < 1e-9;
}

class Judge {
public:
    Judge(const Solver& solver, std::span<const int> places, const Strategy& strategy,
          const Judging& how)
        : solver_(solver),
          strategy_(with_larger_endgame(strategy)),
          budget_{.boards = std::max(strategy.boards, least_boards),
                  .threads = how.threads,
                  .seed = how.seed} {
        found_.safe = set_up(places);
    }

    std::optional<Judgement> run(bool may_play) {
        if (!solve()) {
            if (!may_play) return std::nullopt;
            found_ = {.safe = found_.safe};
            if (solver_.position().to_open.empty() && found_.safe > 0.0 && unsure_.size() == 1) {
                weigh_guess();
            } else {
                weigh_plan();
            }
        }
        return found_;
    }

private:
    static constexpr std::size_t least_boards = 16;

    // Stores the uncertain places in `unsure_`, and returns the chance that all places are safe.
    double set_up(std::span<const int> places) {
        const Position& position = solver_.position();
        for (const int place : places) {
            if (position.at(place).mark == mark_mine) return 0.0;
            if (is_unknown(position, place)) unsure_.push_back(place);
        }
        if (unsure_.empty()) return 1.0;
        if (unsure_.size() == 1) return 1.0 - solver_.odds_at(unsure_.front());
        together_ = solver_;
        for (const int place : unsure_) {
            if (is_unknown(together_.position(), place)) together_.position().settle_safe(place);
        }
        together_.analyze();
        if (together_.contradictory()) return 0.0;
        return std::pow(10.0, together_.log10_boards() - solver_.log10_boards());
    }

    bool solve() {
        const Endgame::Limits limits = limits_of(strategy_.settings);
        if (!(solver_.boards() <= static_cast<double>(limits.boards))) return false;
        const Position& position = solver_.position();
        Endgame endgame(limits);
        if (!endgame.solve(solver_)) return false;
        const double boards = endgame.boards();
        found_.is_exact = true;
        found_.boards = endgame.boards();
        found_.before = found_.best_win = endgame.value();
        const bool is_guess = position.to_open.empty();
        if (is_guess) found_.best = endgame.best();
        double choice = found_.before;
        if (found_.safe == 0.0) {
            choice = 0.0;
        } else if (unsure_.size() == 1) {
            std::uint32_t safe = 0;
            std::uint32_t wins = 0;
            if (!endgame.solve_move(unsure_.front(), safe, wins)) return false;
            found_.safe = safe / boards;
            choice = wins / boards;
        } else if (unsure_.size() > 1) {
            Endgame others(limits);
            if (!others.solve(together_)) return false;
            found_.safe = others.boards() / boards;
            choice = others.wins() / boards;
        }
        // Board counts are integers, so equal values compare equal.
        found_.lost = found_.before - choice;
        if (is_guess && found_.lost == 0.0 && !unsure_.empty()) found_.best = unsure_.front();
        if (is_guess) look_at_others(endgame);
        if (is_guess && unsure_.size() == 1 && is_coin_toss(solver_, unsure_.front())) {
            found_.is_forced = true;
        }
        return true;
    }

    void look_at_others(Endgame& endgame) {
        const Position& position = solver_.position();
        std::uint32_t most = 0;
        bool is_known = false;
        found_.is_forced = true;
        for (int place = 0; place < position.places(); ++place) {
            if (!is_unknown(position, place)) continue;
            std::uint32_t safe = 0;
            std::uint32_t wins = 0;
            if (!endgame.solve_move(place, safe, wins)) {  // beyond the limits, so unknown
                found_.is_forced = false;
                return;
            }
            if (wins != endgame.wins()) found_.is_forced = false;
            if (place == found_.best) continue;
            most = std::max(most, wins);
            is_known = true;
        }
        if (is_known) found_.other_win = most / static_cast<double>(endgame.boards());
    }

    static Endgame::Limits limits_of(const ChampionSettings& settings) {
        Endgame::Limits limits = settings.endgame;
        limits.stop = settings.stop;
        return limits;
    }

    // Judges a choice that opens several cells, or a choice made while some cell was provably safe.
    void weigh_plan() {
        const bool is_guess = solver_.position().to_open.empty();
        std::array<int, 1> own{};
        Plan plan;
        if (is_guess) {
            Champion champion(strategy_.settings);
            const Guess guess = champion.rank_by_lookahead(solver_, shortlist()).front();
            own = {guess.place};
            plan = {own, guess.safe};
            found_.best = guess.place;
        }
        const bool is_compared = found_.safe > 0.0 && !unsure_.empty();
        play(plan, is_compared ? Plan{unsure_, found_.safe} : plan);
        if (found_.safe == 0.0) {
            found_.lost = found_.before;
            found_.lost_error = found_.before_error;
        }
        if (!unsure_.empty()) found_.lost_error = std::hypot(found_.lost_error, model_error);
        found_.best_win = found_.before;
    }

    void weigh_guess() {
        Champion champion(strategy_.settings);
        const std::vector<Guess> guesses = champion.rank_by_lookahead(solver_, shortlist());
        const int chosen = unsure_.front();
        const Guess& own = guesses.front();
        const std::array<int, 1> places = {own.place};
        found_.best = own.place;
        const Plan plan{places, own.safe};
        found_.is_forced = is_coin_toss(solver_, chosen);
        if (found_.is_forced || own.place == chosen) {
            play(plan, plan);
            found_.best = chosen;
        } else {
            play(plan, {unsure_, found_.safe});
            const auto rated = std::ranges::find(guesses, chosen, &Guess::place);
            if (rated != guesses.end()) shrink(own.win - rated->win);
            if (found_.lost < 0.0) found_.best = chosen;
        }
        if (!found_.is_forced) found_.lost_error = std::hypot(found_.lost_error, model_error);
        found_.best_win = found_.before - std::min(found_.lost, 0.0);
        const auto other = std::ranges::find_if(
            guesses, [&](const Guess& guess) { return guess.place != found_.best; });
        if (other != guesses.end()) {
            found_.other_win = found_.best_win - std::max(0.0, own.win - other->win);
            found_.other_error = network_error;
        }
    }

    void shrink(double prior) {
        const double trust = network_error * network_error;
        const double noise = found_.lost_error * found_.lost_error;
        found_.lost = (found_.lost * trust + prior * noise) / (trust + noise);
        found_.lost_error = std::sqrt(trust * noise / (trust + noise));
    }

    void play(const Plan& plan, const Plan& choice) {
        const ChampionSettings rolling = rollout_settings(strategy_.settings);
        const Comparison seen = compare(solver_, plan, choice, rolling, budget_);
        found_.before = std::clamp(seen.win, 0.0, 1.0);
        found_.before_error = seen.error;
        found_.lost = seen.lead;
        found_.lost_error = seen.lead_error;
        found_.boards = seen.boards;
    }

    std::size_t shortlist() const { return strategy_.settings.shortlist; }

    const Solver& solver_;
    Strategy strategy_;
    Budget budget_;
    std::vector<int> unsure_;
    Solver together_;  // with all of them safe, if there are several
    Judgement found_;
};

}  // namespace

std::optional<Judgement> judge(const Solver& solver, std::span<const int> places,
                               const Strategy& strategy, const Judging& how) {
    const Position& position = solver.position();
    if (position.unknown_left() == 0 && position.to_open.empty()) {
        return Judgement{.is_exact = true, .before = 1.0, .best_win = 1.0, .boards = 1};
    }
    return Judge(solver, places, strategy, how).run(how.may_play);
}

}  // namespace sapper
