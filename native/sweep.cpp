// Sweep: applies the techniques up to `difference` to all cells of a board in parallel.
//
// A dealer examines hundreds of boards for each one it deals, and on nearly all of them the solver
// soon gets stuck. So the speed depends on how fast a board is rejected. The dealer knows the
// board, so a rule can look at the mines instead of the numbers, and does not have to count mines.
// A set of cells is a plane of bits, one per cell. Applying a rule takes only a few shifts, ANDs
// and ORs per word.
//
// Single clue: if no hidden mine is next to a clue, its hidden neighbours are safe. If no hidden
// safe cell is next to a clue, its hidden neighbours are mines.
//
// Difference: let A and B be clues. Suppose that there is no hidden safe cell among the cells that
// only A touches, and no hidden mine among the cells that only B touches. Then A needs n more mines
// than B, where n is the number of hidden cells that only A touches. So these cells are mines, and
// the cells that only B touches are safe.
//
// Subset: the same as the difference rule, but one of the two clues touches all hidden cells of the
// other.
//
// These rules prove nothing that a player could not prove from the numbers. A rule applies to the
// board if and only if the rule with the same name applies to the numbers. The reason is that if A
// and B need a and b mines, a - b is |A\B| only if all of A\B and none of B\A are mines.
//
// Layout: a row occupies stride = width + 2 bits, so a step of two columns beyond the edge reaches
// no cell. A word holds as many rows as fit, and these are far apart on the board: word k holds the
// rows k, k + words, k + 2 words, ... In this layout, the row below any row is in the next word.
// The exception is the last word: the rows below its rows are in the first word, shifted by a
// stride. If a word held neighbouring rows, every step to the next row would need a shift.
// Compilers would also turn loops over such words into vector code that waits for its own stores.
//
// The single-clue rule updates the planes in place, so a pass over the board also uses what it has
// just found. Pairs of clues are tried when single clues prove nothing more.

#include "sweep.hpp"

#include <algorithm>

namespace sapper {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::uint64_t spread(std::uint64_t row) { return row | row << 1 | row >> 1; }

// Reads eight bytes as a number, with the same result on every machine.
std::uint64_t eight(const std::uint8_t* bytes) {
    std::uint64_t number = 0;
    for (int i = 0; i < 8; ++i) number |= std::uint64_t{bytes[i]} << (8 * i);
    return number;
}

int rows_in_word(Grid grid) { return 64 / (grid.width + 2); }

// There are at least three words, so that rules never look further than one stride beyond the last
// word.
int words_of(Grid grid) {
    const int rows = rows_in_word(grid);
    return std::max(3, (grid.height + rows - 1) / rows);
}

}  // namespace

bool Sweep::fits(Grid grid) { return rows_in_word(grid) >= 2 && words_of(grid) <= most_words; }

Sweep::Sweep(Grid grid)
    : grid_(grid),
      words_(words_of(grid)),
      stride_(grid.width + 2),
      bits_(at(grid.size())),
      bytes_(at(64 * words_)) {
    first_row_ = (std::uint64_t{1} << stride_) - 1;
    last_row_ = ~((std::uint64_t{1} << (stride_ * (rows_in_word(grid) - 1))) - 1);
    for (int cell = 0; cell < grid.size(); ++cell) {
        const int row = cell / grid.width;
        Bit& bit = bits_[at(cell)];
        bit.word = static_cast<std::uint32_t>(row % words_ + 1);
        const auto b = static_cast<std::uint32_t>(row / words_ * stride_ + cell % grid.width);
        bit.mask = std::uint64_t{1} << b;
        board_[bit.word] |= bit.mask;
        places_.push_back(64 * (bit.word - 1) + 8 * (b % 8) + b / 8);
    }
}

void Sweep::lay(const std::uint8_t* is_mine) {
    for (std::size_t cell = 0; cell < places_.size(); ++cell) {
        bytes_[places_[cell]] = is_mine[cell];
    }
    lay_bytes(bytes_.data());
}

// The bytes for bits 0, 8, 16, ... of a word come first, then those for bits 1, 9, 17, and so on.
void Sweep::lay_bytes(const std::uint8_t* bytes) {
    for (int k = 1; k <= words_; ++k) {
        std::uint64_t word = 0;
        for (int i = 0; i < 8; ++i, bytes += 8) word |= eight(bytes) << i;
        mines_[at(k)] = word;
    }
}

void Sweep::begin(std::span<const int> given) {
    for (int k = 1; k <= words_; ++k) {
        hidden_mines_[at(k)] = mines_[at(k)];
        not_given_[at(k)] = safe_[at(k)] = board_[at(k)] & ~mines_[at(k)];
    }
    for (const int cell : given) {
        const Bit& bit = bits_[at(cell)];
        not_given_[bit.word] &= ~bit.mask;
    }
    std::copy_n(not_given_.begin() + 1, words_, hidden_safe_.begin() + 1);
}

bool Sweep::is_won() const {
    std::uint64_t hidden = 0;
    for (int k = 1; k <= words_; ++k) hidden |= hidden_safe_[at(k)];
    return hidden == 0;
}

void Sweep::extend(Plane& plane, int above, int below) const {
    if (above > 0) plane[0] = plane[at(words_)] << stride_;
    for (int k = 1; k <= below; ++k) plane[at(words_ + k)] = plane[at(k)] >> stride_;
}

// Word 0 and word words_ + 1 are copies of other words. Cells that were removed from a copy are now
// removed from the original too.
void Sweep::fold(Plane& plane) const {
    plane[at(words_)] &= plane[0] >> stride_ | last_row_;
    plane[1] &= plane[at(words_ + 1)] << stride_ | first_row_;
}

void Sweep::remove(Plane& plane, int word, std::uint64_t cells) const {
    if (word < 1) {
        plane[at(word + words_)] &= ~(cells >> stride_);
    } else if (word > words_) {
        plane[at(word - words_)] &= ~(cells << stride_);
    } else {
        plane[at(word)] &= ~cells;
    }
}

// Looks for cells that cannot be told apart even if the rest of the board is known.
//
// One pattern is a mine next to a safe cell, if every safe cell that touches one of them also
// touches the other. Another pattern is a 2x2 square with mines on one diagonal and safe cells on
// the other, if none of the four cells diagonally outside the square is safe. A third pattern is a
// safe cell that no clue touches, because only mines surround it. A fourth pattern defeats only the
// single-clue rule: three cells in a line that alternate between mine and safe, if every clue that
// touches one of them touches both a mine and a safe cell among them.
bool Sweep::is_hopeless(Rung most) const {
    const auto below = [&](const Plane& plane, int k, int far) {
        const int word = k + far;
        return word <= words_ ? plane[at(word)] : plane[at(word - words_)] >> stride_;
    };
    const std::uint64_t alone = most < Rung::mine_count ? ~std::uint64_t{0} : 0;
    std::uint64_t hopeless = 0;
    for (int k = 1; k <= words_; ++k) {
        const std::uint64_t mine = mines_[at(k)];
        const std::uint64_t safe = not_given_[at(k)];
        const std::uint64_t mine_below = below(mines_, k, 1);
        const std::uint64_t safe_below = below(not_given_, k, 1);
        const std::uint64_t above = k > 1 ? safe_[at(k - 1)] : safe_[at(words_)] << stride_;
        const std::uint64_t here = safe_[at(k)];
        const std::uint64_t next = below(safe_, k, 1);
        const std::uint64_t column = above | here | next;
        const std::uint64_t ends = above | below(safe_, k, 2);
        const std::uint64_t across = (mine & safe >> 1) | (safe & mine >> 1);
        hopeless |= across & ~(column << 1 | column >> 2);
        hopeless |= ((mine & safe_below) | (safe & mine_below)) & ~spread(ends);
        const std::uint64_t crosswise = (mine & safe >> 1 & safe_below & mine_below >> 1) |
                                        (safe & mine >> 1 & mine_below & safe_below >> 1);
        hopeless |= crosswise & ~(ends << 1 | ends >> 2);
        hopeless |= safe & ~(spread(above | next) | here << 1 | here >> 1) & alone;
    }
    if (hopeless != 0 || most > Rung::single_clue) return hopeless != 0;
    for (int k = 1; k <= words_; ++k) {
        const std::uint64_t mine = mines_[at(k)];
        const std::uint64_t safe = not_given_[at(k)];
        const std::uint64_t above = k > 1 ? safe_[at(k - 1)] : safe_[at(words_)] << stride_;
        const std::uint64_t column = above | safe_[at(k)] | below(safe_, k, 1);
        const std::uint64_t across =
            (mine & safe >> 1 & mine >> 2) | (safe & mine >> 1 & safe >> 2);
        hopeless |= across & ~(column << 1 | column >> 3);
        const std::uint64_t upright = (mine & below(not_given_, k, 1) & below(mines_, k, 2)) |
                                      (safe & below(mines_, k, 1) & below(not_given_, k, 2));
        hopeless |= upright & ~spread(above | below(safe_, k, 3));
    }
    return hopeless != 0;
}

// If the number of words is known at compile time, loops are unrolled, which saves a fifth of the
// time. If `unrolled` is 0, the number is known only at run time.
template <int unrolled>
void Sweep::apply_single_clues() {
    const int words = unrolled > 0 ? unrolled : words_;
    std::uint64_t found = 0;
    const auto apply_at = [&](int k) {
        const std::uint64_t mines =
            hidden_mines_[at(k - 1)] | hidden_mines_[at(k)] | hidden_mines_[at(k + 1)];
        const std::uint64_t safe =
            hidden_safe_[at(k - 1)] | hidden_safe_[at(k)] | hidden_safe_[at(k + 1)];
        const std::uint64_t open = safe_[at(k)] & ~hidden_safe_[at(k)];
        const std::uint64_t now_safe = spread(open & ~spread(mines));
        const std::uint64_t now_mines = spread(open & ~spread(safe));
        found |= (safe & now_safe) | (mines & now_mines);
        for (const int near : {k - 1, k, k + 1}) {
            hidden_safe_[at(near)] &= ~now_safe;
            hidden_mines_[at(near)] &= ~now_mines;
        }
    };
    // Words three apart do not affect each other, so the processor can work on them in parallel.
    const auto pass = [&](std::array<int, 3> firsts) {
        found = 0;
        extend(hidden_mines_, 1, 1);
        extend(hidden_safe_, 1, 1);
        for (const int first : firsts) {
            for (int k = first; k <= words; k += 3) apply_at(k);
        }
        fold(hidden_mines_);
        fold(hidden_safe_);
        return found != 0;
    };
    while (pass({1, 2, 3}) && pass({3, 2, 1})) {
    }
}

void Sweep::look(Plane& plane, Sight& sight) const {
    extend(plane, 1, 1);
    for (int k = 1; k <= words_; ++k) {
        sight.column[at(k)] = plane[at(k - 1)] | plane[at(k)] | plane[at(k + 1)];
        sight.row[at(k)] = spread(plane[at(k)]);
    }
    extend(sight.column, 0, 2);
    extend(sight.row, 1, 3);
}

// Applies the pair rule to all pairs of clues A and B = A + (dx, dy) with dy >= 0. In A's
// neighbourhood, the cells that only A touches are the columns on the side away from B and the rows
// at the top. In B's neighbourhood, the cells that only B touches are the columns on the side away
// from A and the rows at the bottom. All bits are aligned with A, so the bits of B are shifted to
// line up with those of A.
template <int dx, int dy>
bool Sweep::apply_pairs_at(bool only_subsets) {
    const auto to_a = [](std::uint64_t x) { return dx > 0 ? x >> dx : x << -dx; };
    const auto to_b = [](std::uint64_t x) { return dx > 0 ? x << dx : x >> -dx; };
    const auto only_a = [](const Sight& sight, int a) {
        const std::uint64_t column = sight.column[at(a)];
        std::uint64_t seen = 0;
        if constexpr (dx > 0) seen |= column << 1;
        if constexpr (dx < 0) seen |= column >> 1;
        if constexpr (dx == 2 || dx == -2) seen |= column;
        if constexpr (dy > 0) seen |= sight.row[at(a - 1)];
        if constexpr (dy == 2) seen |= sight.row[at(a)];
        return seen;
    };
    const auto only_b = [](const Sight& sight, int b) {
        const std::uint64_t column = sight.column[at(b)];
        std::uint64_t seen = 0;
        if constexpr (dx > 0) seen |= column >> 1;
        if constexpr (dx < 0) seen |= column << 1;
        if constexpr (dx == 2 || dx == -2) seen |= column;
        if constexpr (dy > 0) seen |= sight.row[at(b + 1)];
        if constexpr (dy == 2) seen |= sight.row[at(b)];
        return seen;
    };
    const auto remove_only_a = [&](Plane& plane, int a, std::uint64_t clues) {
        std::uint64_t columns = 0;
        if constexpr (dx > 0) columns |= clues >> 1;
        if constexpr (dx < 0) columns |= clues << 1;
        if constexpr (dx == 2 || dx == -2) columns |= clues;
        for (const int near : {a - 1, a, a + 1}) remove(plane, near, columns);
        if constexpr (dy > 0) remove(plane, a - 1, spread(clues));
        if constexpr (dy == 2) remove(plane, a, spread(clues));
    };
    const auto remove_only_b = [&](Plane& plane, int b, std::uint64_t clues) {
        std::uint64_t columns = 0;
        if constexpr (dx > 0) columns |= clues << 1;
        if constexpr (dx < 0) columns |= clues >> 1;
        if constexpr (dx == 2 || dx == -2) columns |= clues;
        for (const int near : {b - 1, b, b + 1}) remove(plane, near, columns);
        if constexpr (dy > 0) remove(plane, b + 1, spread(clues));
        if constexpr (dy == 2) remove(plane, b, spread(clues));
    };
    bool any = false;
    for (int a = 1; a <= words_; ++a) {
        const int b = a + dy;
        const std::uint64_t clues = open_[at(a)] & to_a(open_[at(b)]);
        const std::uint64_t mines_a = only_a(mines_seen_, a);
        const std::uint64_t safe_a = only_a(safe_seen_, a);
        const std::uint64_t mines_b = to_a(only_b(mines_seen_, b));
        const std::uint64_t safe_b = to_a(only_b(safe_seen_, b));
        std::uint64_t more = clues & ~safe_a & ~mines_b;  // A's own cells are mines, B's are safe
        std::uint64_t less = clues & ~mines_a & ~safe_b;
        more &= only_subsets ? mines_a ^ safe_b : mines_a | safe_b;
        less &= only_subsets ? safe_a ^ mines_b : safe_a | mines_b;
        if ((more | less) == 0) continue;
        any = true;
        remove_only_a(hidden_mines_, a, more);
        remove_only_b(hidden_safe_, b, to_b(more));
        remove_only_a(hidden_safe_, a, less);
        remove_only_b(hidden_mines_, b, to_b(less));
    }
    return any;
}

// Close pairs come first because they share the most cells.
bool Sweep::apply_pairs(bool only_subsets) {
    for (int k = 1; k <= words_; ++k) open_[at(k)] = safe_[at(k)] & ~hidden_safe_[at(k)];
    extend(open_, 0, 2);
    look(hidden_mines_, mines_seen_);
    look(hidden_safe_, safe_seen_);
    bool near = apply_pairs_at<1, 0>(only_subsets);
    near |= apply_pairs_at<0, 1>(only_subsets);
    if (near) return true;
    bool askew = apply_pairs_at<1, 1>(only_subsets);
    askew |= apply_pairs_at<-1, 1>(only_subsets);
    askew |= apply_pairs_at<2, 0>(only_subsets);
    askew |= apply_pairs_at<0, 2>(only_subsets);
    if (askew) return true;
    bool far = apply_pairs_at<2, 1>(only_subsets);
    far |= apply_pairs_at<-2, 1>(only_subsets);
    far |= apply_pairs_at<1, 2>(only_subsets);
    far |= apply_pairs_at<-1, 2>(only_subsets);
    far |= apply_pairs_at<2, 2>(only_subsets);
    far |= apply_pairs_at<-2, 2>(only_subsets);
    return far;
}

bool Sweep::climb(Rung most) {
    used_ = std::min(most, Rung::single_clue);
    if (most == Rung::given) {
        flood(hidden_safe_);
        return is_won();
    }
    for (;;) {
        switch (words_) {
            case 3:
                apply_single_clues<3>();
                break;  // 9x9
            case 6:
                apply_single_clues<6>();
                break;  // 16x16
            case 8:
                apply_single_clues<8>();
                break;  // 30x16
            default:
                apply_single_clues<0>();
        }
        if (is_won()) return true;
        if (most >= Rung::subset && apply_pairs(true)) {
            used_ = std::max(used_, Rung::subset);
        } else if (most >= Rung::difference && apply_pairs(false)) {
            used_ = Rung::difference;
        } else {
            return false;
        }
    }
}

// The single-clue rule was needed if it found a safe cell that zeros do not open, or a mine before
// the board was won.
Rung Sweep::used() const {
    if (used_ != Rung::single_clue) return used_;
    Plane hidden = not_given_;
    flood(hidden);
    std::uint64_t safe = 0;
    std::uint64_t mines = 0;
    for (int k = 1; k <= words_; ++k) {
        safe |= hidden[at(k)] ^ hidden_safe_[at(k)];
        mines |= mines_[at(k)] ^ hidden_mines_[at(k)];
    }
    return safe != 0 || (mines != 0 && !is_won()) ? used_ : Rung::given;
}

void Sweep::flood(Plane& hidden) const {
    Plane mines = mines_;
    Plane zeros{};
    extend(mines, 1, 1);
    for (std::uint64_t found = 1; found != 0;) {
        found = 0;
        for (int k = 1; k <= words_; ++k) {
            const std::uint64_t seen = mines[at(k - 1)] | mines[at(k)] | mines[at(k + 1)];
            zeros[at(k)] = spread(safe_[at(k)] & ~hidden[at(k)] & ~spread(seen));
        }
        extend(zeros, 1, 1);
        for (int k = 1; k <= words_; ++k) {
            const std::uint64_t now = zeros[at(k - 1)] | zeros[at(k)] | zeros[at(k + 1)];
            found |= hidden[at(k)] & now;
            hidden[at(k)] &= ~now;
        }
    }
}

}  // namespace sapper
