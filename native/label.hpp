// Plays games and labels positions, for data sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ladder.hpp"

namespace sapper {

struct PositionFilter {
    // Bit r allows positions in which r is the easiest technique that proves a cell safe.
    static constexpr unsigned all_rungs = (1U << (static_cast<unsigned>(Rung::guess) + 1)) - 1;
    unsigned rungs = all_rungs;
    // The share of safe cells that are open must be at least `least_open` and below `most_open`.
    double least_open = 0.0;
    double most_open = 1.0;
    std::size_t per_game = 1;
};

struct Label {
    int move = 0;             // the number of clicks that led to the position
    int open = 0;             // the number of open cells
    Rung rung = Rung::guess;  // the easiest rung that proves a cell safe, or guess
    int safest = -1;          // the cell that the odds agent opens
    double log10_boards = 0.0;
    std::vector<std::uint8_t> states;  // as in src/sapper/core/view.py
    std::vector<float> odds;           // 0 and 1 are certain; NaN if the cell is open
    std::vector<std::uint8_t> rungs;   // the easiest rung that settles the cell, or guess
};

// Each thread needs its own Labeller.
class Labeller {
public:
    explicit Labeller(const Stop* stop) : player_(stop), reader_(stop) {}

    // Plays a board and calls found(label) for randomly chosen positions, in the order in which
    // they occur. Unless `first` is -1, it is opened before any other cell.
    template <class F>
    void play(const Start& start, int first, const PositionFilter& filter, std::uint64_t seed,
              F&& found) {
        play_game(start, first);
        choose(filter, seed);
        set_up(start);
        std::size_t move = 0;
        for (const std::size_t chosen : chosen_) {
            while (move < chosen) click(start.grid, clicks_[move++].cell);
            if (!label(start)) continue;
            label_.move = static_cast<int>(move);
            label_.open = clicks_[move - 1].open;
            if ((filter.rungs >> static_cast<unsigned>(label_.rung) & 1U) != 0) found(label_);
        }
    }

private:
    // A click, the number of open cells after it, and the easiest technique for the resulting
    // position, if known.
    struct Click {
        int cell = 0;
        int open = 0;
        bool is_known = false;
        Rung next = Rung::guess;
    };

    void play_game(const Start& start, int first);
    void choose(const PositionFilter& filter, std::uint64_t seed);
    void set_up(const Start& start);
    int click(Grid grid, int cell);
    bool label(const Start& start);

    Ladder player_;  // plays the game
    Ladder reader_;  // reads its positions
    int safe_ = 0;
    std::vector<int> order_, opened_;
    std::vector<Click> clicks_;
    std::vector<std::size_t> chosen_;  // numbers of clicks, ascending
    std::vector<std::uint8_t> numbers_, states_;
    std::vector<double> odds_;
    Label label_;
};

}  // namespace sapper
