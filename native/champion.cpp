// Chooses a guess.
//
// If few boards are left, the endgame is solved exactly. Otherwise the policy rates every guess
// that is nearly as safe as the safest. The policy is a network whose inputs are the cells around
// the guess. A rating reflects whether the guess gives useful information, whether it avoids a
// later coin toss, and whether it is better left for later. Rating takes microseconds. For the few
// best guesses, the champion looks one move ahead: for each number that the guessed cell may show,
// it solves the resulting position. A second network evaluates each of these positions, and the
// values are weighted by the exact probabilities of the numbers. Both networks were trained on the
// outcomes of games that were continued from thousands of positions (rollout.cpp).

#include "champion.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {
namespace {

// Scores closer than this count as equal, because machines may differ in the last bits of a
// logarithm.
constexpr double tolerance = 1e-9;

// The chance that the safest cell is safe, or 1 if no cell is unknown, because the game is then
// won.
double best_safety(const Solver& solver) {
    return solver.position().unknown_left() == 0 ? 1.0 : 1.0 - solver.least_odds();
}

}  // namespace

Champion::Champion(ChampionSettings settings) : settings_(std::move(settings)) {
    settings_.endgame.stop = settings_.stop;
    endgame_ = Endgame(settings_.endgame);
    if (settings_.policy) policy_ = Rater(settings_.policy);
    if (settings_.lookahead) lookahead_ = Rater(settings_.lookahead);
}

void Champion::collect(const Solver& solver) {
    const Position& position = solver.position();
    const auto hidden = [&](int place) {
        int count = 0;
        for (int d = 0; d < 8; ++d) {
            if (position.at(place + position.step(d)).mark == mark_unknown) ++count;
        }
        return count;
    };
    guesses_.clear();
    best_safe_ = best_safety(solver);
    const double cut = settings_.window * best_safe_ - tolerance;
    solver.for_components([&](const Component& component) {
        for (std::size_t b = 0; b < component.odds.size(); ++b) {
            const double safe = 1.0 - component.odds[b];
            if (safe < cut) continue;
            for (const int place : component.border.boxes[b].cell_span()) {
                guesses_.push_back(
                    {.place = place, .safe = safe, .hidden = hidden(place), .at_border = true});
            }
        }
    });
    mines_left_ = position.mines_left();
    unknown_left_ = position.unknown_left();
    untouched_left_ = solver.untouched();
    const double safe = 1.0 - solver.untouched_odds();
    untouched_.clear();
    if (untouched_left_ > 0 && safe >= cut) {
        for (int place = 0; place < position.places(); ++place) {
            const Square& square = position.at(place);
            if (square.mark != mark_unknown || square.clues != 0) continue;
            untouched_.push_back({.place = place, .safe = safe, .hidden = hidden(place)});
        }
    }
    // A number with few hidden neighbours tells the player the most.
    const std::size_t kept = std::min(settings_.untouched, untouched_.size());
    std::partial_sort(untouched_.begin(), untouched_.begin() + static_cast<std::ptrdiff_t>(kept),
                      untouched_.end(), [](const Guess& x, const Guess& y) {
                          return x.hidden != y.hidden ? x.hidden < y.hidden : x.place < y.place;
                      });
    guesses_.insert(guesses_.end(), untouched_.begin(),
                    untouched_.begin() + static_cast<std::ptrdiff_t>(kept));
}

Net::Scalars Champion::scalars(const Guess& guess, bool with_lookahead) const {
    Net::Scalars scalars{};
    const double unknown = std::max(unknown_left_, 1);
    scalars[0] = static_cast<float>(std::log(guess.safe));
    scalars[1] = static_cast<float>(5.0 * mines_left_ / unknown);
    scalars[2] = static_cast<float>((unknown_left_ - mines_left_) / 100.0);
    scalars[3] = static_cast<float>(untouched_left_ / unknown);
    scalars[4] = static_cast<float>(best_safe_ - guess.safe);
    if (with_lookahead) {
        scalars[5] = static_cast<float>(guess.next_safe / guess.safe);
        scalars[6] = static_cast<float>(guess.progress / guess.safe);
        scalars[7] = static_cast<float>(guess.log_certain / guess.safe);
        scalars[8] = static_cast<float>(guess.entropy / guess.safe);
    }
    return scalars;
}

const std::vector<Guess>& Champion::rank_by_policy(const Solver& solver) {
    collect(solver);
    if (settings_.policy) policy_.read(solver);
    for (Guess& guess : guesses_) {
        check_stop(settings_.stop);
        guess.win = guess.safe;
        if (settings_.policy) guess.win *= policy_.rate(guess.place, scalars(guess, false));
    }
    sort_guesses();
    if (settings_.policy && settings_.averaged > 0) {
        const std::size_t averaged = std::min(settings_.averaged, guesses_.size());
        for (std::size_t k = 0; k < averaged; ++k) {
            Guess& guess = guesses_[k];
            guess.win = guess.safe * policy_.rate_all_ways(guess.place, scalars(guess, false));
        }
        sort_guesses();
    }
    return guesses_;
}

void Champion::sort_guesses() {
    std::sort(guesses_.begin(), guesses_.end(), [](const Guess& x, const Guess& y) {
        // Scores are rounded, so that the same scores tie on every machine.
        const double a = std::round(x.win / tolerance);
        const double b = std::round(y.win / tolerance);
        if (a != b) return a > b;
        if (x.at_border != y.at_border) return x.at_border;
        return x.hidden != y.hidden ? x.hidden < y.hidden : x.place < y.place;
    });
}

const std::vector<Guess>& Champion::rank_by_lookahead(const Solver& solver, std::size_t most) {
    rank_by_policy(solver);
    if (guesses_.size() > most) guesses_.resize(most);
    if (!settings_.lookahead) return guesses_;
    lookahead_.read(solver);
    for (Guess& guess : guesses_) {
        look_ahead(solver, guess);
        guess.win = guess.safe * lookahead_.rate_all_ways(guess.place, scalars(guess, true));
    }
    sort_guesses();
    return guesses_;
}

void Champion::look_ahead(const Solver& solver, Guess& guess) {
    guess.next_safe = guess.progress = guess.log_certain = guess.entropy = 0.0;
    const Square& square = solver.position().at(guess.place);
    const int known = -square.lacking;
    const int most = known + directions_in[square.unknown];
    double left = guess.safe;
    for (int number = known; number <= most && left > 1e-12; ++number) {
        check_stop(settings_.stop);
        scratch_ = solver;
        scratch_.position().open(guess.place, number);
        try {
            scratch_.analyze();
        } catch (const TooWide&) {
            continue;  // the position after this number can't be solved
        }
        if (scratch_.contradictory()) continue;
        const double chance = std::pow(10.0, scratch_.log10_boards() - solver.log10_boards());
        left -= chance;
        guess.entropy -= chance * std::log(chance / guess.safe);
        const std::size_t certain = scratch_.position().to_open.size();
        if (certain > 0) {
            guess.next_safe += chance;
            guess.progress += chance;
            guess.log_certain += chance * std::log1p(static_cast<double>(certain));
        } else {
            guess.next_safe += chance * best_safety(scratch_);
        }
    }
}

Choice Champion::choose_exactly(const Solver& solver) {
    if (!(solver.boards() <= static_cast<double>(settings_.endgame.boards))) return {};
    if (!endgame_.solve(solver)) return {};
    return {.place = endgame_.best(), .win = endgame_.value(), .is_exact = true};
}

Choice Champion::choose(const Solver& solver) {
    const Choice exact = choose_exactly(solver);
    if (exact.place >= 0) return exact;
    const Guess& guess = rank_by_lookahead(solver, settings_.shortlist).front();
    return {.place = guess.place, .win = guess.win};
}

}  // namespace sapper
