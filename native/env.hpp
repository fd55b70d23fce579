// Many games played in lockstep, for training learning programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deal.hpp"
#include "grid.hpp"

namespace sapper {

enum class Reward : std::uint8_t { none, win, progress };

struct GamesSettings {
    Grid grid;
    int mines = 0;
    StartRule rule = StartRule::any;
    int first = -1;  // for rules `safe` and `open`; it is given as safe
    int given = 0;   // the number of given cells under rule `given`
    int kinds = 1;   // kinds of actions: 1 open; 2 also flag; 3 also chord
    Reward reward = Reward::none;
    int max_steps = 0;  // a game with this many steps is truncated
    int count = 0;      // games
    int threads = 1;
};

class Games {
public:
    // As in src/sapper/core/view.py.
    static constexpr std::uint8_t hidden = 9, flagged = 10, given = 11;

    // Throws std::invalid_argument if there are too many mines.
    explicit Games(const GamesSettings& settings);

    // Advances each game with a nonzero `chosen` to the next seed of its sequence.
    void advance(const std::uint8_t* chosen);

    void deal(const std::uint8_t* chosen);

    // Starts a game on a board. `is_mine` contains 0 or 1 for each cell, and `safe` lists the cells
    // given as safe.
    void lay(int game, const std::uint8_t* is_mine, const std::vector<int>& safe);

    // An action is kind * cells + cell. An action that the mask forbids changes no cell, but counts
    // as a step. An action in a finished game changes nothing.
    void step(const std::int64_t* actions, const std::uint8_t* skipped);

    void sample(std::uint64_t seed, std::int64_t* actions) const;

    // All games as bytes, and back. The sizes of the boards and the kinds of actions must agree.
    std::string save() const;
    void load(std::string_view saved);

    const GamesSettings& settings() const { return settings_; }
    std::size_t cells() const { return cells_; }
    std::size_t actions() const { return cells_ * static_cast<std::size_t>(settings_.kinds); }

    std::vector<std::uint64_t> seeds;
    std::vector<std::uint8_t> states;   // one per cell
    std::vector<std::uint8_t> masks;    // one per action: 1 if it is allowed
    std::vector<std::uint8_t> numbers;  // one per cell, as count_numbers() writes them
    std::vector<double> rewards;        // of the last step
    std::vector<std::uint8_t> terminated, truncated, won;

private:
    // Calls visit(array) for each array that belongs to the games.
    template <class Self, class Visit>
    static void for_arrays(Self& self, const Visit& visit);

    // Runs work(begin, end) on ranges of games, in several threads.
    template <class Work>
    void share(const Work& work) const;

    std::uint8_t* row(std::vector<std::uint8_t>& rows, int game, std::size_t length) const {
        return rows.data() + static_cast<std::size_t>(game) * length;
    }
    void begin(int game, const std::uint8_t* is_mine, const std::vector<int>& safe);
    void act(int game, std::int64_t action, std::vector<int>& opened);
    void mask_chords(int game);

    GamesSettings settings_;
    std::size_t cells_;
    std::vector<int> left_;         // safe cells that are not open
    std::vector<int> steps_;        // since the game began
    std::optional<Dealer> dealer_;  // copied by each thread; not for rule `given`
};

}  // namespace sapper
