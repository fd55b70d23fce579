// The layered graph of all ways to fill a border with mines.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "boxes.hpp"
#include "stop.hpp"

namespace sapper {

// Beyond these limits, analysis throws TooWide instead of hanging.
struct Limits {
    std::size_t open_clues = 32;    // clues half done at once; each needs a nibble of a 128-bit key
    std::size_t states = 1U << 17;  // states in one layer
    std::size_t arcs = 1U << 22;    // arcs in the whole graph
    std::size_t coefficients = 1U << 24;  // of all polynomials together; a Wide counts as eight
    const Stop* stop = nullptr;           // checked several times a second
};

class TooWide : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Layer i holds the states before the i-th box of `order`. A state says how many mines each
// unfinished clue still needs. States and arcs that are not on a path from the first state to the
// last one are marked as dead.
struct Elimination {
    static constexpr std::uint32_t dead = 0xFFFFFFFFU;

    struct State {
        std::uint32_t first_arc = 0;
        std::uint8_t least = 0;  // mines in the box on the first arc; each next arc has one more
        std::uint8_t arcs = 0;
        bool alive = false;
    };

    std::vector<int> order;
    std::vector<std::uint32_t> layer_begin;  // into states; order.size() + 2 entries
    std::vector<State> states;
    std::vector<std::uint32_t> targets;   // by arc: the state it leads to, or dead
    std::vector<std::uint16_t> possible;  // by box: bit k is set if k mines occur on a path

    bool consistent() const { return !states.empty() && states.front().alive; }
};

class Eliminator {
public:
    // Throws TooWide.
    void eliminate(const Border& border, const Limits& limits, Elimination& graph);

private:
    // 32 nibbles, which never borrow from each other.
    struct Key {
        std::uint64_t high = 0;
        std::uint64_t low = 0;

        friend bool operator==(const Key&, const Key&) = default;
        friend bool operator<(const Key& a, const Key& b) {
            return a.high != b.high ? a.high < b.high : a.low < b.low;
        }
        Key minus(const Key& other) const { return {high - other.high, low - other.low}; }
        int nibble(int slot) const {
            const std::uint64_t word = slot < 16 ? low : high;
            return static_cast<int>(word >> (4 * (slot & 15)) & 15U);
        }
        void add(int slot, int value) {
            const std::uint64_t shifted = static_cast<std::uint64_t>(value) << (4 * (slot & 15));
            (slot < 16 ? low : high) += shifted;
        }
    };

    void choose_order(const Border& border, const Limits& limits, std::vector<int>& order);
    void merge_layer(Elimination& graph, std::size_t layer, const Key& unit, int size);

    std::vector<int> slot_;        // by clue: its nibble, or -1 if it has none
    std::vector<int> boxes_left_;  // by clue: boxes not yet ordered
    std::vector<int> cells_left_;  // by clue: cells in boxes not yet filled
    std::vector<char> ordered_;    // by box
    std::vector<char> opened_;     // by clue
    std::vector<int> open_;        // half-done clues
    std::vector<Key> keys_, next_;
};

}  // namespace sapper
