// Rollouts: games that the champion plays to the end with a faster policy (Tesauro and Galperin,
// On-line policy improvement using Monte-Carlo search, NIPS 1996).
//
// The chances of winning with different guesses often differ by only a percent or two, so the noise
// must be small. Two methods reduce the noise: common random numbers and control variates (Owen,
// Monte Carlo theory, methods and examples, 2013, chapter 8).
//
// Common random numbers mean that all guesses are compared on the same boards.
//
// Control variates remove the luck of surviving a guess. Let s be the chance that the guess is
// safe, and e the estimated chance of winning if it is. If the player survives, (1 - s) e is
// subtracted from the result. If the guess hits a mine, s e is added. The mean of the result stays
// the same, whatever e is. If an endgame can be solved, the game stops there, and its exact chance
// of winning is used as the result. The only luck that remains is in the numbers that appear.
//
// Guesses that fall behind are dropped between rounds, and each phase keeps at most half as many
// guesses as the one before (but two are always allowed). So most games are played with the best
// guesses. The method is called sequential halving (Karnin, Koren, Somekh: Almost optimal
// exploration in multi-armed bandits, ICML 2013).
//
// Board i depends only on the seed and i, and sums are always computed in the order of the boards.
// So the result is the same for any number of threads.

#include "rollout.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>

#include "hash.hpp"
#include "threads.hpp"

namespace sapper {

ChampionSettings rollout_settings(ChampionSettings settings) {
    settings.lookahead = nullptr;
    settings.endgame.boards = 60;
    settings.endgame.nodes = 4'000;
    settings.window = std::max(settings.window, 0.85);
    settings.untouched = std::min<std::size_t>(settings.untouched, 4);
    settings.averaged = 2;
    return settings;
}

RolloutPlayer::RolloutPlayer(const ChampionSettings& settings)
    : champion_(settings), stop_(settings.stop) {}

double RolloutPlayer::play(const Solver& start, std::span<const int> places, const Referee& board) {
    solver_ = start;
    solver_.set_stop(stop_);
    for (const int place : places) solver_.position().settle_safe(place);
    double paid = 0.0;
    while (!board.open_certain(solver_)) {
        check_stop(stop_);
        const Choice choice = champion_.choose(solver_);
        if (choice.is_exact) return choice.win + paid;
        const double risk = solver_.odds_at(choice.place);
        // Without a network, win_if_safe is 1, because the champion's estimate is just the chance
        // of surviving.
        const double win_if_safe = choice.win / (1.0 - risk);
        if (board.is_mine(choice.place)) return (1.0 - risk) * win_if_safe + paid;
        paid -= risk * win_if_safe;
        solver_.position().settle_safe(choice.place);
    }
    return 1.0 + paid;
}

namespace {

constexpr double lost = std::numeric_limits<double>::quiet_NaN();

// An outcome is `lost` if the guess itself is a mine.
class Round {
public:
    Round(const Solver& solver, const ChampionSettings& settings, const Budget& budget)
        : solver_(solver), settings_(settings), budget_(budget) {}

    // The outcome of openings[k] on a board goes to values[(board - first) * openings.size() + k].
    void play(std::span<const std::span<const int>> openings, std::size_t first, std::size_t last,
              std::vector<double>& values) {
        values.assign((last - first) * openings.size(), 0.0);
        const auto threads = static_cast<std::size_t>(std::max(budget_.threads, 1));
        const std::size_t workers = std::min(threads, last - first);
        while (players_.size() < workers) players_.emplace_back(settings_);
        std::exception_ptr error;
        std::mutex mutex;
        std::atomic<std::size_t> next_player{0}, next_board{first};
        const auto play_boards = [&] {
            RolloutPlayer& player = players_[next_player.fetch_add(1)];
            Sampler sampler(solver_);
            Referee referee;
            const Position& position = solver_.position();
            std::vector<std::uint8_t> is_mine(static_cast<std::size_t>(position.grid().size()));
            for (std::size_t i; (i = next_board.fetch_add(1)) < last;) {
                Random random(nth_seed(budget_.seed, i));
                sampler.rewind();
                sampler.draw(random, is_mine.data());
                referee.set_board(position, is_mine.data());
                for (std::size_t k = 0; k < openings.size(); ++k) {
                    check_stop(settings_.stop);
                    const std::span<const int> places = openings[k];
                    const auto is_mine_there = [&](int place) { return referee.is_mine(place); };
                    values[(i - first) * openings.size() + k] =
                        std::ranges::any_of(places, is_mine_there)
                            ? lost
                            : player.play(solver_, places, referee);
                }
            }
        };
        const auto work = [&] {
            try {
                play_boards();
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!error) error = std::current_exception();
            }
        };
        Threads others;
        others.start(static_cast<int>(workers) - 1, 0, work);
        work();
        others.join();
        if (error) std::rethrow_exception(error);
    }

private:
    const Solver& solver_;
    const ChampionSettings& settings_;
    const Budget& budget_;
    std::vector<RolloutPlayer> players_;
};

// The minimum size of a round, in boards and (roughly) in games, unless the budget runs out.
constexpr std::size_t round_boards = 32;
constexpr std::size_t round_games = 256;

// The prior belief about the difference between two guesses' chances of winning has this standard
// error.
constexpr double prior_error = 0.015;
// The variance estimate starts with this many imaginary boards, each with this typical difference
// between the outcomes of two guesses.
constexpr double prior_noise = 0.2;
constexpr double prior_boards = 8.0;
// A guess is dropped if it trails by more than this many standard errors.
constexpr double trailing_margin = 2.5;

struct Moments {
    double mean = lost;
    double error = 0.5;  // standard error; the maximum if there are fewer than two outcomes
};

Moments moments(std::span<const double> outcomes) {
    double n = 0.0;
    double sum = 0.0;
    for (const double outcome : outcomes) {
        if (std::isnan(outcome)) continue;
        n += 1.0;
        sum += outcome;
    }
    if (n == 0.0) return {};
    const double mean = sum / n;
    double squares = 0.0;
    for (const double outcome : outcomes) {
        if (!std::isnan(outcome)) squares += (outcome - mean) * (outcome - mean);
    }
    return n < 2.0 ? Moments{.mean = mean} : Moments{mean, std::sqrt(squares / (n - 1.0) / n)};
}

struct Trial {
    Guess guess;
    std::vector<double> outcomes;  // `lost` if it is a mine
    Moments if_safe;               // of the other outcomes
    double value;                  // if safe: their mean, or the prior belief

    explicit Trial(const Guess& of) : guess(of), value(of.win / of.safe) {}

    void update() {
        if_safe = moments(outcomes);
        if (!std::isnan(if_safe.mean)) value = if_safe.mean;
    }

    // The outcome on a board, without the luck of surviving this guess.
    double at(std::size_t board) const {
        const double outcome = outcomes[board];
        return std::isnan(outcome) ? guess.safe * value : outcome - (1.0 - guess.safe) * value;
    }
};

// The lead of one guess over another on the boards played with both guesses, shrunk towards the
// prior belief. The larger the error of the lead compared with that of the prior belief, the more
// the lead is shrunk.
Moments lead(const Trial& trial, const Trial& other) {
    const double prior = trial.guess.win - other.guess.win;
    const std::size_t count = std::min(trial.outcomes.size(), other.outcomes.size());
    if (&trial == &other || count < 2) return {prior, prior_error};
    std::vector<double> differences(count);
    for (std::size_t i = 0; i < count; ++i) differences[i] = trial.at(i) - other.at(i);
    const Moments seen = moments(differences);
    const double trust = prior_error * prior_error;
    // A few boards say little about the variance, so the estimate includes some imaginary boards
    // with a typical difference.
    const auto n = static_cast<double>(count);
    const double squares = seen.error * seen.error * n * (n - 1.0);
    const double noise =
        (squares + prior_boards * prior_noise * prior_noise) / (n - 1.0 + prior_boards) / n;
    return {(seen.mean * trust + prior * noise) / (trust + noise),
            std::sqrt(trust * noise / (trust + noise))};
}

std::size_t find_leader(const std::vector<Trial>& trials, const std::vector<std::size_t>& in) {
    std::size_t leader = in.front();
    for (const std::size_t k : in) {
        if (lead(trials[k], trials[leader]).mean > 1e-9) leader = k;
    }
    return leader;
}

void drop_worse(const std::vector<Trial>& trials, std::size_t most, std::vector<std::size_t>& in) {
    const std::size_t leader = find_leader(trials, in);
    std::vector<std::pair<double, std::size_t>> others;
    for (const std::size_t k : in) {
        if (k == leader) continue;
        const Moments led = lead(trials[k], trials[leader]);
        if (led.mean + trailing_margin * led.error >= 0.0) others.emplace_back(-led.mean, k);
    }
    std::sort(others.begin(), others.end());
    if (others.size() + 1 > most) others.resize(most - 1);
    in = {leader};
    for (const auto& [trails_by, k] : others) in.push_back(k);
    std::sort(in.begin(), in.end());
}

}  // namespace

std::vector<Estimate> estimate(const Solver& solver, std::span<const Guess> guesses,
                               const ChampionSettings& settings, const Budget& budget) {
    if (guesses.empty()) return {};
    std::vector<Trial> trials;
    std::vector<std::size_t> in;
    for (const Guess& guess : guesses) {
        in.push_back(trials.size());
        trials.emplace_back(guess);
    }
    std::vector<double> round;
    std::vector<std::span<const int>> openings;
    Round rounds(solver, settings, budget);
    const std::size_t total = budget.boards * trials.size();
    const auto phases = static_cast<std::size_t>(std::bit_width(trials.size() - 1));
    std::size_t played = 0;
    for (std::size_t first = 0; played < total;) {
        if (in.size() < 2 && budget.eliminate) break;
        const std::size_t boards =
            std::min(std::max(round_boards, round_games / in.size()), (total - played) / in.size());
        if (boards == 0) break;
        openings.clear();
        for (const std::size_t k : in) openings.emplace_back(&guesses[k].place, 1);
        rounds.play(openings, first, first + boards, round);
        for (std::size_t j = 0; j < in.size(); ++j) {
            Trial& trial = trials[in[j]];
            for (std::size_t i = 0; i < boards; ++i) {
                trial.outcomes.push_back(round[i * in.size() + j]);
            }
            trial.update();
        }
        first += boards;
        played += boards * in.size();
        if (!budget.eliminate) continue;
        const std::size_t phase = phases * played / total;
        drop_worse(trials, std::max<std::size_t>(trials.size() >> phase, 2), in);
    }
    const std::size_t leader = find_leader(trials, in);
    std::vector<Estimate> estimates;
    for (const Trial& trial : trials) {
        const Guess& guess = trial.guess;
        estimates.push_back({.guess = guess,
                             .boards = trial.outcomes.size(),
                             .mean = guess.safe * trial.value,
                             .error = guess.safe * trial.if_safe.error,
                             .lead = std::min(lead(trial, trials[leader]).mean, 0.0)});
    }
    estimates[leader].lead = 0.0;
    // Dropped guesses come last, the most recently dropped first.
    std::swap(estimates.front(), estimates[leader]);
    std::stable_sort(estimates.begin() + 1, estimates.end(),
                     [](const Estimate& x, const Estimate& y) {
                         return x.boards != y.boards ? x.boards > y.boards : x.lead > y.lead;
                     });
    return estimates;
}

Estimate estimate_position(const Solver& solver, const ChampionSettings& settings,
                           const Budget& budget) {
    std::vector<double> values, round;
    Round rounds(solver, settings, budget);
    const std::array<std::span<const int>, 1> nothing = {};
    for (std::size_t first = 0; first < budget.boards; first += round_boards) {
        rounds.play(nothing, first, std::min(first + round_boards, budget.boards), round);
        values.insert(values.end(), round.begin(), round.end());
    }
    if (values.empty()) return {};
    const Moments seen = moments(values);
    return {.guess = {}, .boards = values.size(), .mean = seen.mean, .error = seen.error};
}

Comparison compare(const Solver& solver, const Plan& plan, const Plan& other,
                   const ChampionSettings& settings, const Budget& budget) {
    const bool is_one = std::ranges::equal(plan.places, other.places);
    std::vector<std::span<const int>> plans = {plan.places};
    if (!is_one) plans.push_back(other.places);
    // Any initial estimates would do, because outcomes replace them.
    std::array trials = {Trial({.safe = plan.safe, .win = plan.safe}),
                         Trial({.safe = other.safe, .win = other.safe})};
    std::vector<double> round;
    Round rounds(solver, settings, budget);
    for (std::size_t first = 0; first < budget.boards; first += round_boards) {
        rounds.play(plans, first, std::min(first + round_boards, budget.boards), round);
        for (std::size_t i = 0; i < round.size(); ++i) {
            trials[i % plans.size()].outcomes.push_back(round[i]);
        }
    }
    for (Trial& trial : trials) trial.update();
    Moments led{0.0, 0.0};
    if (!is_one) {
        std::vector<double> leads(budget.boards);
        for (std::size_t i = 0; i < leads.size(); ++i) leads[i] = trials[0].at(i) - trials[1].at(i);
        led = moments(leads);
    }
    return {.win = plan.safe * trials[0].value,
            .error = plan.safe * trials[0].if_safe.error,
            .lead = led.mean,
            .lead_error = led.error,
            .boards = budget.boards};
}

}  // namespace sapper
