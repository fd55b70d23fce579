// Optimal play on small boards: counts the boards on which the best strategy wins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

#include "grid.hpp"

namespace sapper {

// A set of cells as bits. A board is the set of its mines.
using Mask = std::uint32_t;

// Four bits for each of up to 30 cells, 15 cells per word.
struct Nibbles {
    std::array<std::uint64_t, 2> words{};

    static constexpr int cells = 30;
    static std::size_t word(int cell) { return cell < 15 ? 0 : 1; }
    static int shift(int cell) { return (cell < 15 ? cell : cell - 15) * 4; }

    unsigned at(int cell) const {
        return static_cast<unsigned>(words[word(cell)] >> shift(cell)) & 15U;
    }
    void add(int cell, unsigned value) { words[word(cell)] += std::uint64_t{value} << shift(cell); }
    // The comparison is written out, because a compiler may call a library function to compare
    // arrays.
    bool operator==(const Nibbles& other) const {
        return words[0] == other.words[0] && words[1] == other.words[1];
    }
    bool operator<(const Nibbles& other) const {
        return words[0] != other.words[0] ? words[0] < other.words[0] : words[1] < other.words[1];
    }
};

struct TooManyPositions : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Memo {
public:
    struct Entry {
        Nibbles key;  // all zero only in a free entry
        std::uint32_t wins = 0;
        bool exact = false;  // otherwise `wins` is an upper bound
    };

    explicit Memo(std::size_t limit) : entries_(1024), limit_(limit) {}

    // The pointer is valid until the next put().
    const Entry* find(const Nibbles& key) const;
    void put(const Entry& entry);
    std::size_t size() const { return size_; }

private:
    std::size_t slot(const Nibbles& key) const;

    std::vector<Entry> entries_;  // the size is a power of two
    std::size_t size_ = 0;
    std::size_t limit_;
};

class Optimal {
public:
    static constexpr int max_cells = Nibbles::cells;
    static constexpr std::uint8_t given_state = 11;

    // At most `limit` positions are stored.
    Optimal(Grid grid, int mines, std::size_t limit);

    const Grid& grid() const { return grid_; }

    // The function may throw to stop the search. The Optimal object stays usable.
    std::function<void()> on_tick = [] {};

    // A view has a byte per cell: 0..8 for an open cell, given_state for a hidden cell given as
    // safe, anything else for any other hidden cell.
    std::vector<Mask> boards(const std::uint8_t* states) const;

    // `boards` must be all boards consistent with some view.
    std::int64_t wins(std::span<const Mask> boards);

    std::int64_t wins_at(std::span<const Mask> boards, int cell);

    std::size_t positions() const { return memo_.size(); }

private:
    using Boards = std::span<const Nibbles>;  // the number of every cell, 15 for a mine

    struct Common {
        Nibbles least, most;    // bitwise AND and OR of its numbers on boards where it is safe
        Nibbles a_mine, mines;  // 1 if it is a mine on some board, on all boards
        Nibbles informative;    // nonzero if it is safe on all boards and its number differs
    };

    std::vector<Nibbles> numbers(std::span<const Mask> boards) const;
    static Common common(Boards boards);
    std::int64_t search(std::span<Nibbles> boards, std::int64_t need, std::size_t depth);
    std::int64_t open(Boards boards, int cell, std::int64_t need, std::size_t depth);
    std::int64_t open_all(std::span<Nibbles> boards, const Nibbles& informative, std::int64_t need,
                          std::size_t depth);
    std::int64_t choose(Boards boards, const Common& common, std::int64_t need, std::size_t depth);
    Nibbles key(const Nibbles& board, const Common& common) const;
    void tick(std::size_t boards) const;

    // A symmetry of the grid, as a table: the image of each value of each of the 16 bytes of a
    // Nibbles.
    using Symmetry = std::vector<std::array<Nibbles, 256>>;

    Grid grid_;
    int mines_;
    std::vector<Mask> around_;                   // the neighbours of each cell
    std::vector<Nibbles> ones_around_;           // the same as nibbles of 1
    std::vector<Symmetry> symmetries_;           // without the identity
    std::vector<std::vector<Nibbles>> scratch_;  // boards sorted by a number; one buffer per depth
    Memo memo_;
    mutable std::size_t work_ = 0;  // boards processed since the last tick
};

}  // namespace sapper
