// Tests that many games at once give the same results on any number of threads, and accept any
// action.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "env.hpp"

namespace {

using sapper::Games;

sapper::GamesSettings settings_of(int threads, int given) {
    sapper::GamesSettings settings;
    settings.grid = {7, 5};
    settings.mines = 6;
    settings.rule = given > 0 ? sapper::StartRule::any : sapper::StartRule::open;
    settings.first = given > 0 ? -1 : 16;
    settings.given = given;
    settings.kinds = 3;
    settings.reward = sapper::Reward::progress;
    settings.max_steps = 40;
    settings.count = 300;
    settings.threads = threads;
    return settings;
}

// Plays random actions, some of them off the list. Returns the rewards and states of all turns.
std::vector<double> played(int threads, int given) {
    Games games(settings_of(threads, given));
    const std::size_t count = games.seeds.size();
    const std::vector<std::uint8_t> all(count, 1);
    const std::vector<std::uint8_t> none(count, 0);
    for (std::size_t game = 0; game < count; ++game) games.seeds[game] = game;
    games.deal(all.data());
    std::vector<std::int64_t> actions(count);
    std::vector<double> digest;
    for (std::uint64_t turn = 0; turn < 60; ++turn) {
        games.sample(turn, actions.data());
        for (std::size_t game = 0; game < count; ++game) {
            CHECK(games.masks[game * games.actions() + static_cast<std::size_t>(actions[game])]);
        }
        if (turn % 7 == 3) {
            actions[0] = -1;
            actions[1] = static_cast<std::int64_t>(games.actions());
        }
        games.step(actions.data(), none.data());
        std::vector<std::uint8_t> over(count);
        for (std::size_t game = 0; game < count; ++game) {
            over[game] = games.terminated[game] || games.truncated[game];
            CHECK(!(games.terminated[game] && games.truncated[game]));
            digest.push_back(games.rewards[game]);
        }
        digest.insert(digest.end(), games.states.begin(), games.states.end());
        games.advance(over.data());
        games.deal(over.data());
    }
    CHECK(std::count(digest.begin(), digest.end(), -1.0) > 100);  // mines
    return digest;
}

}  // namespace

int main() {
    for (const int given : {0, 3}) CHECK(played(1, given) == played(4, given));
}
