// The easy rungs of the ladder, on all cells at once. See sweep.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grid.hpp"
#include "rung.hpp"

namespace sapper {

// Plays boards of one size by the rungs up to difference, as fast as it can: for those who try many
// and keep few. One per thread.
class Sweep {
public:
    static bool fits(Grid grid);
    explicit Sweep(Grid grid);  // that fits

    // Takes in a board, 0 or 1 per cell; with the bytes at places(), as a Dealer has them, sooner.
    void lay(const std::uint8_t* is_mine);
    void lay_bytes(const std::uint8_t* bytes);
    std::span<const std::uint32_t> places() const { return places_; }
    std::size_t bytes() const { return bytes_.size(); }

    // Then nothing is known but the cells given as safe.
    void begin(std::span<const int> given);

    // After begin(): whether it is seen at once that the rungs up to `most` can't solve the board.
    bool is_hopeless(Rung most) const;

    // Opens all that the rungs up to `most` show, difference at most; whether that is every safe
    // cell.
    bool climb(Rung most);

    // The highest rung that the last climb needed.
    Rung used() const;
    bool is_won() const;
    bool is_mine(int cell) const { return has(mines_, cell); }
    bool is_open(int cell) const { return has(safe_, cell) && !has(hidden_safe_, cell); }
    bool is_known_mine(int cell) const { return is_mine(cell) && !has(hidden_mines_, cell); }

private:
    static constexpr int most_words = 64;
    // A set of cells. Words 1 to words_ hold the rows; the others are what lies above and below, as
    // far as rules look, and filled in where they are needed.
    using Plane = std::array<std::uint64_t, most_words + 4>;
    struct Bit {
        std::uint32_t word = 0;
        std::uint64_t mask = 0;
    };
    // What the pair rule asks of a set of cells X, for all clues at once.
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
    int stride_ = 0;  // bits from a row to the next one in the same word
    std::uint64_t first_row_ = 0, last_row_ = 0;
    std::vector<Bit> bits_;  // by cell
    std::vector<std::uint32_t> places_;
    std::vector<std::uint8_t> bytes_;  // scratch of lay()
    Plane board_{};                    // all cells
    Plane mines_{}, safe_{}, not_given_{};
    Plane hidden_mines_{}, hidden_safe_{};  // not found yet
    Plane open_{};                          // while pairs are looked at
    Sight mines_seen_{}, safe_seen_{};
};

}  // namespace sapper
