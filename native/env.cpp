// Env: many games played in lockstep, with one action per game in each step.
//
// Learning programs need the observations, masks and rewards of all games as arrays. These arrays
// are kept here, with one row per game, and Python reads them without copying. An action changes
// only the cells that it opens or flags, so its cost does not depend on the size of the board. Only
// the mask for chords requires a pass over the whole board.
//
// Each game has a sequence of seeds: the seed it was given, then a hash of that seed, and so on.
// Games share nothing, so the number of threads does not change the results.

#include "env.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "hash.hpp"
#include "random.hpp"
#include "threads.hpp"

namespace sapper {

namespace {

constexpr int games_per_part = 64;

}  // namespace

Games::Games(const GamesSettings& settings)
    : settings_(settings), cells_(static_cast<std::size_t>(settings.grid.size())) {
    const auto count = static_cast<std::size_t>(settings.count);
    seeds.resize(count);
    states.resize(count * cells_, hidden);
    masks.resize(count * actions());
    numbers.resize(count * cells_);
    rewards.resize(count);
    terminated.resize(count, 1);  // until boards are dealt
    truncated.resize(count);
    won.resize(count);
    left_.resize(count);
    steps_.resize(count);
    if (settings.given == 0) {
        std::vector<std::uint32_t> places(cells_);
        std::iota(places.begin(), places.end(), 0U);
        dealer_.emplace(settings.grid, settings.mines, settings.rule, settings.first, places,
                        cells_);
    }
}

template <class Self, class Visit>
void Games::for_arrays(Self& self, const Visit& visit) {
    visit(self.seeds);
    visit(self.states);
    visit(self.masks);
    visit(self.numbers);
    visit(self.rewards);
    visit(self.terminated);
    visit(self.truncated);
    visit(self.won);
    visit(self.left_);
    visit(self.steps_);
}

std::string Games::save() const {
    std::string saved;
    for_arrays(*this, [&](const auto& array) {
        saved.append(reinterpret_cast<const char*>(array.data()),
                     array.size() * sizeof(array.front()));
    });
    return saved;
}

void Games::load(std::string_view saved) {
    std::size_t total = 0;
    for_arrays(*this, [&](const auto& array) { total += array.size() * sizeof(array.front()); });
    if (saved.size() != total) throw std::invalid_argument("these games have another size");
    const char* from = saved.data();
    for_arrays(*this, [&](auto& array) {
        const std::size_t length = array.size() * sizeof(array.front());
        std::memcpy(array.data(), from, length);
        from += length;
    });
}

template <class Work>
void Games::share(const Work& work) const {
    const int parts = (settings_.count + games_per_part - 1) / games_per_part;
    std::atomic<int> next{0};
    const auto take_parts = [&] {
        for (int part = next++; part < parts; part = next++) {
            const int from = part * games_per_part;
            work(from, std::min(from + games_per_part, settings_.count));
        }
    };
    Threads helpers;
    helpers.start(std::min(settings_.threads, parts) - 1, 0, take_parts);
    take_parts();
    helpers.join();
}

void Games::advance(const std::uint8_t* chosen) {
    for (std::size_t game = 0; game < seeds.size(); ++game) {
        if (chosen[game]) seeds[game] = scramble(seeds[game] + golden_ratio);
    }
}

void Games::deal(const std::uint8_t* chosen) {
    share([&](int from, int to) {
        if (std::none_of(chosen + from, chosen + to, [](std::uint8_t c) { return c != 0; })) return;
        std::optional<Dealer> dealer = dealer_;
        std::vector<std::uint8_t> is_mine(dealer ? 0 : cells_);
        std::vector<int> safe;
        if (settings_.first >= 0) safe.push_back(settings_.first);
        for (int game = from; game < to; ++game) {
            if (!chosen[game]) continue;
            const std::uint64_t seed = seeds[static_cast<std::size_t>(game)];
            if (dealer) {
                begin(game, dealer->deal(seed), safe);
            } else {
                safe = sapper::deal(settings_.grid, settings_.mines, settings_.rule,
                                    settings_.first, seed, is_mine.data(), settings_.given);
                begin(game, is_mine.data(), safe);
            }
        }
    });
}

void Games::lay(int game, const std::uint8_t* is_mine, const std::vector<int>& safe) {
    begin(game, is_mine, safe);
}

void Games::begin(int game, const std::uint8_t* is_mine, const std::vector<int>& safe) {
    const auto at = static_cast<std::size_t>(game);
    count_numbers(settings_.grid, is_mine, row(numbers, game, cells_));
    std::uint8_t* const state = row(states, game, cells_);
    std::fill_n(state, cells_, hidden);
    std::uint8_t* const mask = row(masks, game, actions());
    const std::size_t open_or_flag =
        cells_ * static_cast<std::size_t>(std::min(settings_.kinds, 2));
    std::fill_n(mask, open_or_flag, std::uint8_t{1});
    std::fill(mask + open_or_flag, mask + actions(), std::uint8_t{0});
    for (const int cell : safe) {
        state[cell] = given;
        if (settings_.kinds > 1) mask[cells_ + static_cast<std::size_t>(cell)] = 0;
    }
    left_[at] = settings_.grid.size() - settings_.mines;
    steps_[at] = 0;
    terminated[at] = truncated[at] = won[at] = 0;
    rewards[at] = 0;
}

void Games::step(const std::int64_t* actions, const std::uint8_t* skipped) {
    share([&](int from, int to) {
        std::vector<int> opened;
        for (int game = from; game < to; ++game) {
            const auto at = static_cast<std::size_t>(game);
            rewards[at] = 0;
            if (skipped[game] || terminated[at] || truncated[at]) continue;
            act(game, actions[game], opened);
            truncated[at] = ++steps_[at] >= settings_.max_steps && !terminated[at];
        }
    });
}

void Games::act(int game, std::int64_t action, std::vector<int>& opened) {
    std::uint8_t* const mask = row(masks, game, actions());
    if (action < 0 || static_cast<std::size_t>(action) >= actions() || !mask[action]) return;
    const auto at = static_cast<std::size_t>(game);
    const Grid grid = settings_.grid;
    const int kind = static_cast<int>(action / grid.size());
    const int cell = static_cast<int>(action % grid.size());
    std::uint8_t* const state = row(states, game, cells_);
    const std::uint8_t* const number = row(numbers, game, cells_);
    if (kind == 1) {
        state[cell] = state[cell] == hidden ? flagged : hidden;
        mask[cell] = state[cell] == hidden;
        mask_chords(game);
        return;
    }
    opened.clear();
    bool exploded = false;
    const auto open = [&](int target) {
        if (state[target] != hidden && state[target] != given) return;
        if (number[target] == number_mine) {
            exploded = true;
        } else {
            reveal(grid, number, state, hidden, flagged, target, opened);
        }
    };
    if (kind == 0) {
        open(cell);
    } else {
        grid.for_neighbours(cell, open);
    }
    for (const int target : opened) {
        mask[target] = 0;
        if (settings_.kinds > 1) mask[cells_ + static_cast<std::size_t>(target)] = 0;
    }
    mask_chords(game);
    left_[at] -= static_cast<int>(opened.size());
    won[at] = !exploded && left_[at] == 0;
    terminated[at] = exploded || won[at];
    if (settings_.reward == Reward::win) rewards[at] = won[at];
    if (settings_.reward == Reward::progress) {
        rewards[at] = exploded ? -1.0
                               : static_cast<double>(opened.size()) /
                                     static_cast<double>(grid.size() - settings_.mines);
    }
}

void Games::mask_chords(int game) {
    if (settings_.kinds < 3) return;
    const Grid grid = settings_.grid;
    const std::uint8_t* const state = row(states, game, cells_);
    std::uint8_t* const mask = row(masks, game, actions()) + 2 * cells_;
    for (int cell = 0; cell < grid.size(); ++cell) {
        int flags = 0;
        int closed = 0;
        if (state[cell] < hidden) {
            grid.for_neighbours(cell, [&](int near) {
                flags += state[near] == flagged;
                closed += state[near] == hidden || state[near] == given;
            });
        }
        mask[cell] = closed > 0 && flags == state[cell];
    }
}

void Games::sample(std::uint64_t seed, std::int64_t* drawn) const {
    share([&](int from, int to) {
        const auto length = static_cast<std::uint32_t>(actions());
        for (int game = from; game < to; ++game) {
            Random random(nth_seed(seed, static_cast<std::uint64_t>(game)));
            const std::uint8_t* const mask = masks.data() + static_cast<std::size_t>(game) * length;
            std::uint32_t action = random.below(length);
            for (int tries = 0; tries < 32 && !mask[action]; ++tries) action = random.below(length);
            if (!mask[action]) {
                const auto allowed = static_cast<std::uint32_t>(std::count(mask, mask + length, 1));
                std::uint32_t rank = allowed > 0 ? random.below(allowed) + 1 : 0;
                for (action = 0; rank > 0; ++action) rank -= mask[action];
                if (allowed > 0) --action;
            }
            drawn[game] = action;
        }
    });
}

}  // namespace sapper
