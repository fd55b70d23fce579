// Rollouts: games played on to their end by the champion at a glance.
//
// Guesses differ by a percent or two, so the noise must be small. Survival is not left to chance:
// a guess on the way counts with its exact safety, and the game goes on with a board on which the
// cell is safe, drawn anew if need be; the end game counts with its exact value. What is left is
// the luck of the numbers. All guesses meet the same boards as long as they can, and are compared
// by the differences on them. Those that fall behind are dropped between rounds.
//
// Board i of a guess depends on the seed and i alone, and sums are taken in the order of boards: the
// result is the same for any number of threads.

#include "rollout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

#include "stop.hpp"

namespace sapper {
namespace {

constexpr Endgame::Limits leaf_limits{.boards = 60, .nodes = 4'000};

double odds_at(const Solver& solver, int place) {
    if (solver.position().at(place).clues == 0) return solver.untouched_odds();
    double found = 0.0;
    solver.for_components([&](const Component& component) {
        for (std::size_t b = 0; b < component.odds.size(); ++b) {
            for (const int cell : component.border.boxes[b].cell_span()) {
                if (cell == place) found = component.odds[b];
            }
        }
    });
    return found;
}

// Without a look ahead and with no end game of its own: the leaf is one.
Judgement rolling(Judgement judgement) {
    judgement.ahead = nullptr;
    judgement.endgame.boards = 0;
    judgement.window = std::max(judgement.window, 0.85);
    judgement.untouched = std::min<std::size_t>(judgement.untouched, 4);
    return judgement;
}

// Draws a board on which a place is safe: tries a few times, then asks for such boards only.
void draw_safe(const Solver& solver, Sampler& sampler, int place, Random& random,
               std::uint8_t* is_mine) {
    const int cell = solver.position().cell_of(place);
    sampler.rewind();
    for (int tries = 0; tries < 16; ++tries) {
        sampler.draw(random, is_mine);
        if (is_mine[cell] == 0) return;
    }
    Solver safe = solver;
    safe.position().settle_safe(place);
    safe.analyze();
    Sampler(safe).draw(random, is_mine);
}

std::uint64_t mix(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
    std::uint64_t state = seed ^ (a * 0x9E3779B97F4A7C15ULL);
    splitmix(state);
    state ^= b * 0xD1B54A32D192ED03ULL;
    return splitmix(state);
}

}  // namespace

Roller::Roller(const Judgement& judgement)
    : champion_(rolling(judgement)), endgame_(leaf_limits), stop_(judgement.stop) {}

double Roller::play(const Solver& start, const Referee& board, Random& random) {
    solver_ = start;
    return play_on(board, random);
}

double Roller::play(const Solver& start, int place, const Referee& board, Random& random) {
    solver_ = start;
    solver_.position().settle_safe(place);
    return play_on(board, random);
}

double Roller::play_on(const Referee& board, Random& random) {
    const Position& position = solver_.position();
    const Referee* referee = &board;
    double chance = 1.0;
    while (!referee->advance(solver_)) {
        if (solver_.boards() <= static_cast<double>(leaf_limits.boards) &&
            endgame_.solve(solver_)) {
            return chance * endgame_.value();
        }
        check_stop(stop_);
        const int place = champion_.choose(solver_).place;
        chance *= 1.0 - odds_at(solver_, place);
        if (referee->is_mine(place)) {
            Sampler sampler(solver_);
            is_mine_.resize(static_cast<std::size_t>(position.grid().size()));
            draw_safe(solver_, sampler, place, random, is_mine_.data());
            other_.set_board(position, is_mine_.data());
            referee = &other_;
        }
        solver_.position().settle_safe(place);
    }
    return chance;
}

namespace {

// Plays boards first .. last-1 with each guess that is still in; writes what each came to.
class Round {
public:
    Round(const Solver& solver, const Judgement& judgement, const Budget& budget)
        : solver_(solver), judgement_(judgement), budget_(budget) {}

    // values[(board - first) * guesses.size() + k]
    void play(std::span<const int> places, std::size_t first, std::size_t last,
              std::vector<double>& values) {
        values.assign((last - first) * places.size(), 0.0);
        const auto threads = static_cast<std::size_t>(std::max(budget_.threads, 1));
        const std::size_t workers = std::min(threads, last - first);
        while (rollers_.size() < workers) rollers_.emplace_back(judgement_);
        std::exception_ptr error;
        std::mutex mutex;
        const auto play_boards = [&](std::size_t worker) {
            Sampler sampler(solver_);
            Referee shared, own;
            const Position& position = solver_.position();
            std::vector<std::uint8_t> is_mine(static_cast<std::size_t>(position.grid().size()));
            std::vector<std::uint8_t> other(is_mine.size());
            for (std::size_t i = first + worker; i < last; i += workers) {
                Random boards(mix(budget_.seed, i, 0));
                sampler.rewind();
                sampler.draw(boards, is_mine.data());
                shared.set_board(position, is_mine.data());
                for (std::size_t k = 0; k < places.size(); ++k) {
                    double& value = values[(i - first) * places.size() + k];
                    const int place = places[k];
                    check_stop(judgement_.stop);
                    Random random(mix(budget_.seed, i, 1 + static_cast<std::uint64_t>(place)));
                    if (place < 0) {
                        value = rollers_[worker].play(solver_, shared, random);
                    } else if (!shared.is_mine(place)) {
                        value = rollers_[worker].play(solver_, place, shared, random);
                    } else {
                        draw_safe(solver_, sampler, place, random, other.data());
                        own.set_board(position, other.data());
                        value = rollers_[worker].play(solver_, place, own, random);
                    }
                }
            }
        };
        const auto work = [&](std::size_t worker) {
            try {
                play_boards(worker);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!error) error = std::current_exception();
            }
        };
        std::vector<std::thread> pool;
        for (std::size_t w = 1; w < workers; ++w) pool.emplace_back(work, w);
        work(0);
        for (std::thread& thread : pool) thread.join();
        if (error) std::rethrow_exception(error);
    }

private:
    const Solver& solver_;
    const Judgement& judgement_;
    const Budget& budget_;
    std::vector<Roller> rollers_;
};

constexpr std::size_t round_boards = 32;

// How far what was believed before may be off, as the standard deviation of a difference.
constexpr double belief_error = 0.015;
// A guess is dropped when it is this many standard deviations behind.
constexpr double behind = 2.5;

struct Moments {
    double mean = 0.0;
    double error = 0.0;  // standard error of the mean
};

template <class F>
Moments moments(std::size_t count, F&& value) {
    if (count == 0) return {};
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) sum += value(i);
    const auto n = static_cast<double>(count);
    const double mean = sum / n;
    double squares = 0.0;
    for (std::size_t i = 0; i < count; ++i) squares += (value(i) - mean) * (value(i) - mean);
    return {mean, count < 2 ? 0.0 : std::sqrt(squares / (n - 1.0) / n)};
}

// How far guess k is ahead of another on the boards that both have met, drawn toward what was
// believed before by as much as either can be off.
Moments lead(std::span<const Guess> guesses, const std::vector<std::vector<double>>& values,
             std::size_t k, std::size_t other) {
    const double belief = guesses[k].win - guesses[other].win;
    const std::size_t count = std::min(values[k].size(), values[other].size());
    if (k == other || count < 2) return {belief, belief_error};
    const Moments seen =
        moments(count, [&](std::size_t i) { return values[k][i] - values[other][i]; });
    const double trust = belief_error * belief_error;
    // Never quite zero: two guesses that fared alike on all boards so far may yet differ.
    const double noise = seen.error * seen.error + 1e-8;
    return {(seen.mean * trust + belief * noise) / (trust + noise),
            std::sqrt(trust * noise / (trust + noise))};
}

std::size_t find_leader(std::span<const Guess> guesses,
                        const std::vector<std::vector<double>>& values,
                        const std::vector<std::size_t>& in) {
    std::size_t leader = in.front();
    for (const std::size_t k : in) {
        if (lead(guesses, values, k, leader).mean > 1e-9) leader = k;
    }
    return leader;
}

void drop_worse(std::span<const Guess> guesses, const std::vector<std::vector<double>>& values,
                std::vector<std::size_t>& in) {
    const std::size_t leader = find_leader(guesses, values, in);
    std::erase_if(in, [&](std::size_t k) {
        if (k == leader) return false;
        const Moments found = lead(guesses, values, k, leader);
        return found.mean + behind * found.error < 0.0;
    });
}

}  // namespace

std::vector<Estimate> estimate(const Solver& solver, std::span<const Guess> guesses,
                               const Judgement& judgement, const Budget& budget) {
    const std::size_t count = guesses.size();
    std::vector<Estimate> estimates(count);
    for (std::size_t k = 0; k < count; ++k) estimates[k].guess = guesses[k];
    std::vector<std::size_t> in(count);
    for (std::size_t k = 0; k < count; ++k) in[k] = k;
    // By guess: its value on each board so far, as long as it is in.
    std::vector<std::vector<double>> values(count);
    std::vector<double> round;
    std::vector<int> places;
    Round rounds(solver, judgement, budget);
    for (std::size_t first = 0; first < budget.boards; first += round_boards) {
        if (in.size() < 2 && budget.eliminate) break;
        const std::size_t last = std::min(first + round_boards, budget.boards);
        places.clear();
        for (const std::size_t k : in) places.push_back(guesses[k].place);
        rounds.play(places, first, last, round);
        for (std::size_t i = 0; i < last - first; ++i) {
            for (std::size_t j = 0; j < in.size(); ++j) {
                values[in[j]].push_back(guesses[in[j]].safe * round[i * in.size() + j]);
            }
        }
        if (budget.eliminate) drop_worse(guesses, values, in);
    }
    if (count == 0) return estimates;
    const std::size_t leader = find_leader(guesses, values, in);
    for (std::size_t k = 0; k < count; ++k) {
        Estimate& found = estimates[k];
        const Moments own = moments(values[k].size(), [&](std::size_t i) { return values[k][i]; });
        found.boards = values[k].size();
        found.mean = own.mean;
        found.error = own.error;
        found.lead = k == leader ? 0.0 : std::min(lead(guesses, values, k, leader).mean, 0.0);
    }
    // Those that were dropped come last, the later the better.
    std::swap(estimates.front(), estimates[leader]);
    std::stable_sort(estimates.begin() + 1, estimates.end(),
                     [](const Estimate& x, const Estimate& y) {
                         return x.boards != y.boards ? x.boards > y.boards : x.lead > y.lead;
                     });
    return estimates;
}

Estimate estimate_position(const Solver& solver, const Judgement& judgement,
                           const Budget& budget) {
    std::vector<double> values, round;
    Round rounds(solver, judgement, budget);
    const std::array<int, 1> nowhere = {-1};
    for (std::size_t first = 0; first < budget.boards; first += round_boards) {
        rounds.play(nowhere, first, std::min(first + round_boards, budget.boards), round);
        values.insert(values.end(), round.begin(), round.end());
    }
    const Moments found = moments(values.size(), [&](std::size_t i) { return values[i]; });
    return {.guess = {}, .boards = values.size(), .mean = found.mean, .error = found.error};
}

}  // namespace sapper
