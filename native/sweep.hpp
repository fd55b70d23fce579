// Applies the techniques up to `difference` to all cells of a board in parallel.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grid.hpp"
#include "rung.hpp"

namespace sapper {

// Plays boards of one size with the techniques up to `difference`, as fast as possible. Each thread
// needs its own Sweep.
class Sweep {
public:
    static bool fits(Grid grid);
    explicit Sweep(Grid grid);  // which must fit

    // Loads a board, given as one byte per cell: 0 if it is safe, 1 if it is a mine. The function
    // lay_bytes() is faster, but expects the byte of each cell at the index that places() gives for
    // it.
    void lay(const std::uint8_t* is_mine);
    void lay_bytes(const std::uint8_t* bytes);
    std::span<const std::uint32_t> places() const { return places_; }
    std::size_t bytes() const { return bytes_.size(); }

    void begin(std::span<const int> given);

    // Call this after begin(). Returns whether a quick test shows that the techniques up to `most`
    // can't solve the board.
    bool is_hopeless(Rung most) const;

    // Plays the board with the techniques up to `most`, which must not be above `difference`.
    // Returns whether this opens every safe cell.
    bool climb(Rung most);

    Rung used() const;
    bool is_won() const;
    bool is_mine(int cell) const { return has(mines_, cell); }
    bool is_open(int cell) const { return has(safe_, cell) && !has(hidden_safe_, cell); }
    bool is_known_mine(int cell) const { return is_mine(cell) && !has(hidden_mines_, cell); }

private:
    static constexpr int most_words = 64;
    // Words 1 to words_ hold the rows. Word 0 and the words after words_ hold copies for rules that
    // look beyond the first or last word. The copies are made when needed.
    using Plane = std::array<std::uint64_t, most_words + 4>;
    struct Bit {
        std::uint32_t word = 0;
        std::uint64_t mask = 0;
    };
    // Tells for each cell whether a set X contains the cell or a neighbour in its column (or row).
    struct Sight {
        Plane column;  // X above, at or below the cell
        Plane row;     // X left of, at or right of it
    };

    bool has(const Plane& plane, int cell) const {
        const Bit& bit = bits_[static_cast<std::size_t>(cell)];
        return (plane[bit.word] & bit.mask) != 0;
    }
    void flood(Plane& hidden) const;
    void extend(Plane& plane, int above, int below) const;
    void fold(Plane& plane) const;
    void look(Plane& plane, Sight& sight) const;
    template <int unrolled>
    void apply_single_clues();
    bool apply_pairs(bool only_subsets);
    template <int dx, int dy>
    bool apply_pairs_at(bool only_subsets);
    void remove(Plane& plane, int word, std::uint64_t cells) const;

    Rung used_ = Rung::given;
    Grid grid_;
    int words_ = 0;
    int stride_ = 0;  // bits from one row to the next in the same word
    std::uint64_t first_row_ = 0, last_row_ = 0;
    std::vector<Bit> bits_;  // by cell
    std::vector<std::uint32_t> places_;
    std::vector<std::uint8_t> bytes_;  // scratch space for lay()
    Plane board_{};                    // all cells
    Plane mines_{}, safe_{}, not_given_{};
    Plane hidden_mines_{}, hidden_safe_{};  // not found yet
    Plane open_{};                          // valid while pairs are tried
    Sight mines_seen_{}, safe_seen_{};
};

}  // namespace sapper
