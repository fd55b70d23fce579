// Exact optimal play.
//
// All boards of a level are equally likely, so the best strategy is the one that wins on the most
// boards, and no probability is needed. Let B be the boards consistent with the open cells. The
// number of wins is then:
//
//     wins(B) = max over hidden cells c of
//               sum over numbers n of wins({b in B: c is safe and shows n}).
//
// A single board counts as 1 win. The following observations keep the search small.
//
// A cell that is safe on all boards is opened immediately. Opening a safe cell costs nothing, and
// more information never hurts. So a position is determined by its set of boards, because all cells
// that are safe on all boards are open.
//
// A cell is dead if it shows the same number on all boards where it is safe. A dead cell gives no
// information beyond being safe, so dead cells are opened last. Opening dead cells last loses
// nothing: if a strategy opens a dead cell early, another strategy can do the same without opening
// that cell, open it last, and win on at least as many boards. If all unknown cells are dead, the
// order in which a strategy opens them can't depend on the board, so the best strategy wins on
// exactly one board: the one whose mines come last in its order.
//
// Opening a cell wins only on boards where the cell is safe. The search only has to find out
// whether a cell wins on more than `need` boards. So the search abandons a cell, or one of its
// numbers, as soon as more wins are impossible (Ballard: The *-minimax search procedure for trees
// containing chance nodes, 1983). The safest cells are tried first, so the search ends at the first
// cell that can't be better.
//
// Positions that are the same to the player are stored under the same key. The key holds the
// unknown cells, the number of mines that each clue next to them still needs, and the number of
// mines left, up to the symmetries of the grid. These facts determine the possible sets of mines
// among the unknown cells, and therefore the rest of the game. Other settled cells are not part of
// the key.
//
// Keys are exact, with 4 bits per cell, so a hash collision can't confuse two positions. All counts
// are exact too.
//
// The search spends most of its time on sets of about a dozen boards, finding the safe cells after
// an opening. Each board is therefore stored as the numbers of its cells, packed into two 64-bit
// words. With a few operations per board, the search then finds all cells that are safe on every
// board, and those among them whose numbers differ between the boards.
//
// Nakov and Wei, "MINESWEEPER, #MINESWEEPER" (2003), describe the game as a decision process over
// the open cells.

#include "optimal.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "hash.hpp"

namespace sapper {
namespace {

constexpr std::uint64_t ones = 0x0111111111111111U;  // 1 for each cell of a word
constexpr unsigned mine = 15;                        // stands for a mine

// A set of more than this many boards is split by the number that one cell shows. A smaller set is
// split by every cell that does not show the same number on all boards.
constexpr std::size_t few = 64;

// The number of boards processed between two calls of on_tick().
constexpr std::size_t work_between = 1U << 17;

std::size_t index(int cell) { return static_cast<std::size_t>(cell); }
std::int64_t count_of(std::size_t size) { return static_cast<std::int64_t>(size); }

Mask bit(int cell) { return Mask{1} << cell; }

// Numbers are at most 8, so only a mine (15) has both its lowest and its highest bit set.
std::uint64_t mines_of(std::uint64_t word) { return word & (word >> 3) & ones; }

// 15 for each 1.
std::uint64_t filled(std::uint64_t word) { return (word << 4) - word; }

int first_cell(const Nibbles& nibbles) {
    return nibbles.words[0] != 0 ? std::countr_zero(nibbles.words[0]) / 4
                                 : std::countr_zero(nibbles.words[1]) / 4 + 15;
}

template <class F>
void for_cells(Nibbles flags, F&& f) {
    for (std::size_t word = 0; word < 2; ++word) {
        for (std::uint64_t rest = flags.words[word]; rest != 0; rest &= rest - 1) {
            f(std::countr_zero(rest) / 4 + (word == 0 ? 0 : 15));
        }
    }
}

}  // namespace

std::size_t Memo::slot(const Nibbles& key) const {
    const std::uint64_t hash = scramble(key.words[0] ^ (key.words[1] * golden_ratio));
    std::size_t at = hash & (entries_.size() - 1);
    while (!(entries_[at].key == key) && !(entries_[at].key == Nibbles{})) {
        at = (at + 1) & (entries_.size() - 1);
    }
    return at;
}

const Memo::Entry* Memo::find(const Nibbles& key) const {
    const Entry& entry = entries_[slot(key)];
    return entry.key == key ? &entry : nullptr;
}

void Memo::put(const Entry& entry) {
    Entry& place = entries_[slot(entry.key)];
    if (place.key == entry.key) {
        place = entry;
        return;
    }
    if (size_ == limit_) throw TooManyPositions("too many positions");
    place = entry;
    ++size_;
    if (4 * size_ > 3 * entries_.size()) {
        std::vector<Entry> old(2 * entries_.size());
        old.swap(entries_);
        for (const Entry& each : old) {
            if (!(each.key == Nibbles{})) entries_[slot(each.key)] = each;
        }
    }
}

Optimal::Optimal(Grid grid, int mines, std::size_t limit)
    : grid_(grid), mines_(mines), memo_(limit) {
    if (grid.width < 1 || grid.height < 1 || grid.width > max_cells || grid.height > max_cells ||
        grid.size() > max_cells || mines < 0 || mines > grid.size()) {
        throw std::invalid_argument("no such boards");
    }
    for (int cell = 0; cell < grid.size(); ++cell) {
        Mask near = 0;
        Nibbles near_ones;
        grid.for_neighbours(cell, [&](int other) {
            near |= bit(other);
            near_ones.add(other, 1);
        });
        around_.push_back(near);
        ones_around_.push_back(near_ones);
    }
    for (int turn = 1; turn < (grid.width == grid.height ? 8 : 4); ++turn) {
        Symmetry symmetry(16);
        for (int cell = 0; cell < grid.size(); ++cell) {
            int row = cell / grid.width;
            int column = cell % grid.width;
            if (turn & 1) row = grid.height - 1 - row;
            if (turn & 2) column = grid.width - 1 - column;
            if (turn & 4) std::swap(row, column);
            const std::size_t byte = Nibbles::word(cell) * 8 + index(Nibbles::shift(cell) / 8);
            for (unsigned value = 0; value < 256; ++value) {
                symmetry[byte][value].add(row * grid.width + column,
                                          value >> Nibbles::shift(cell) % 8 & 15U);
            }
        }
        symmetries_.push_back(std::move(symmetry));
    }
    scratch_.resize(index(grid.size()) + 1);
}

void Optimal::tick(std::size_t boards) const {
    work_ += boards;
    if (work_ < work_between) return;
    work_ = 0;
    on_tick();
}

std::vector<Mask> Optimal::boards(const std::uint8_t* states) const {
    std::vector<int> hidden;
    for (int cell = 0; cell < grid_.size(); ++cell) {
        if (states[cell] > 8 && states[cell] != given_state) hidden.push_back(cell);
    }
    std::vector<Mask> fitting;
    if (index(mines_) > hidden.size()) return fitting;
    // All sets of `mines_` hidden cells in ascending order (Gosper's hack).
    const std::uint64_t end = std::uint64_t{1} << hidden.size();
    for (std::uint64_t some = (std::uint64_t{1} << mines_) - 1; some < end;) {
        Mask board = 0;
        for (std::uint64_t rest = some; rest != 0; rest &= rest - 1) {
            board |= bit(hidden[index(std::countr_zero(rest))]);
        }
        bool fits = true;
        for (int cell = 0; fits && cell < grid_.size(); ++cell) {
            fits = states[cell] > 8 || std::popcount(board & around_[index(cell)]) == states[cell];
        }
        if (fits) fitting.push_back(board);
        tick(1);
        if (some == 0) break;
        const std::uint64_t lowest = some & (~some + 1);
        const std::uint64_t ripple = some + lowest;
        some = ripple | (((some ^ ripple) >> 2) / lowest);
    }
    return fitting;
}

std::vector<Nibbles> Optimal::numbers(std::span<const Mask> boards) const {
    std::vector<Nibbles> all;
    all.reserve(boards.size());
    for (const Mask board : boards) {
        Nibbles each;
        for (int cell = 0; cell < grid_.size(); ++cell) {
            const auto number = static_cast<unsigned>(std::popcount(board & around_[index(cell)]));
            each.add(cell, board & bit(cell) ? mine : number);
        }
        all.push_back(each);
        tick(1);
    }
    return all;
}

std::int64_t Optimal::wins(std::span<const Mask> boards) {
    std::vector<Nibbles> all = numbers(boards);
    return all.empty() ? 0 : search(all, -1, 0);
}

std::int64_t Optimal::wins_at(std::span<const Mask> boards, int cell) {
    return open(numbers(boards), cell, -1, 0);
}

// In the functions below, an answer above `need` is exact. Any other answer is an upper bound.

std::int64_t Optimal::open(Boards boards, int cell, std::int64_t need, std::size_t depth) {
    tick(boards.size());
    std::array<std::size_t, 16> count{};
    for (const Nibbles& board : boards) ++count[board.at(cell)];
    std::array<std::size_t, 10> begin{};
    for (std::size_t n = 0; n < 9; ++n) begin[n + 1] = begin[n] + count[n];
    std::vector<Nibbles>& sorted = scratch_[depth];
    if (sorted.size() < begin[9]) sorted.resize(begin[9]);
    std::array<std::size_t, 10> next = begin;
    for (const Nibbles& board : boards) {
        const unsigned n = board.at(cell);
        if (n != mine) sorted[next[n]++] = board;
    }

    std::int64_t answer = count_of(begin[9]);
    for (std::size_t n = 0; n < 9 && answer > need; ++n) {
        if (count[n] == 0) continue;
        const std::span<Nibbles> part = std::span(sorted).subspan(begin[n], count[n]);
        // The wins of this part, plus at most `others` wins of the other parts, must exceed `need`.
        const std::int64_t others = answer - count_of(part.size());
        answer = others + search(part, need - others, depth + 1);
    }
    return answer;
}

std::int64_t Optimal::open_all(std::span<Nibbles> boards, const Nibbles& informative,
                               std::int64_t need, std::size_t depth) {
    const auto same = [&](const Nibbles& a, const Nibbles& b) {
        return (((a.words[0] ^ b.words[0]) & informative.words[0]) |
                ((a.words[1] ^ b.words[1]) & informative.words[1])) == 0;
    };
    std::int64_t answer = count_of(boards.size());
    while (!boards.empty() && answer > need) {
        std::size_t end = 1;  // end of the boards that look like the first
        for (std::size_t i = 1; i < boards.size(); ++i) {
            if (same(boards[i], boards[0])) std::swap(boards[i], boards[end++]);
        }
        const std::int64_t others = answer - count_of(end);
        answer = others + search(boards.first(end), need - others, depth);
        boards = boards.subspan(end);
    }
    return answer;
}

Optimal::Common Optimal::common(Boards boards) {
    Common shared;
    shared.least.words = boards[0].words;
    shared.mines.words = {ones, ones};
    for (const Nibbles& board : boards) {
        for (std::size_t word = 0; word < 2; ++word) {
            const std::uint64_t mines = mines_of(board.words[word]);
            shared.least.words[word] &= board.words[word];
            shared.most.words[word] |= board.words[word] ^ filled(mines);
            shared.a_mine.words[word] |= mines;
            shared.mines.words[word] &= mines;
        }
    }
    for (std::size_t word = 0; word < 2; ++word) {
        shared.informative.words[word] = (shared.least.words[word] ^ shared.most.words[word]) &
                                         ~filled(shared.a_mine.words[word]);
    }
    return shared;
}

std::int64_t Optimal::search(std::span<Nibbles> boards, std::int64_t need, std::size_t depth) {
    if (boards.size() == 1) return 1;
    const Common here = common(boards);
    const bool told_apart = !(here.informative == Nibbles{});
    // If no safe cell distinguishes the two boards, every cell worth opening is a mine on one of
    // them.
    if (boards.size() == 2) return told_apart ? 2 : 1;
    if (!told_apart) return choose(boards, here, need, depth);
    if (boards.size() > few) return open(boards, first_cell(here.informative), need, depth);
    return open_all(boards, here.informative, need, depth);
}

std::int64_t Optimal::choose(Boards boards, const Common& here, std::int64_t need,
                             std::size_t depth) {
    const Nibbles id = key(boards[0], here);
    if (const Memo::Entry* known = memo_.find(id)) {
        if (known->exact || known->wins <= need) return known->wins;
    }
    // At most 15 boards are summed at a time, so that no nibble overflows.
    std::array<std::int64_t, max_cells> mines{};
    for (Boards rest = boards; !rest.empty();) {
        const Boards some = rest.first(std::min<std::size_t>(rest.size(), 15));
        rest = rest.subspan(some.size());
        Nibbles sum;
        for (const Nibbles& board : some) {
            sum.words[0] += mines_of(board.words[0]);
            sum.words[1] += mines_of(board.words[1]);
        }
        for (int cell = 0; cell < grid_.size(); ++cell) mines[index(cell)] += sum.at(cell);
    }

    struct Candidate {
        int cell;
        std::int64_t safe;  // number of boards on which it is safe
    };
    std::array<Candidate, max_cells> candidates{};
    auto end = candidates.begin();
    for_cells(here.a_mine, [&](int cell) {
        const std::int64_t safe = count_of(boards.size()) - mines[index(cell)];
        const bool dead = here.least.at(cell) == here.most.at(cell);
        if (safe > 0 && !dead) *end++ = {cell, safe};
    });
    std::sort(candidates.begin(), end, [](const Candidate& a, const Candidate& b) {
        return a.safe != b.safe ? a.safe > b.safe : a.cell < b.cell;
    });

    std::int64_t best = end == candidates.begin() ? 1 : 0;
    std::int64_t bound = best;  // no cell wins on more boards
    for (auto next = candidates.begin(); next != end; ++next) {
        const std::int64_t target = std::max(best, need);
        if (next->safe <= target) {
            bound = std::max(bound, next->safe);
            break;
        }
        const std::int64_t wins = open(boards, next->cell, target, depth);
        bound = std::max(bound, wins);
        if (wins > target) best = wins;
    }
    const std::int64_t answer = best > need ? best : bound;
    memo_.put({id, static_cast<std::uint32_t>(answer), best > need});
    return answer;
}

Nibbles Optimal::key(const Nibbles& board, const Common& here) const {
    // 15 for an unknown cell; for a clue, the number of its unknown mines; otherwise 0. A clue next
    // to an unknown cell always needs a mine; otherwise the cell would be safe and open.
    Nibbles plain;
    std::array<std::uint64_t, 2> open{};
    for (std::size_t word = 0; word < 2; ++word) {
        open[word] = ~filled(here.a_mine.words[word]);
        plain.words[word] = board.words[word] & open[word];
    }
    for_cells(here.mines, [&](int cell) {
        plain.words[0] -= ones_around_[index(cell)].words[0] & open[0];
        plain.words[1] -= ones_around_[index(cell)].words[1] & open[1];
    });
    std::uint64_t left = 0;
    for (std::size_t word = 0; word < 2; ++word) {
        const std::uint64_t unknown = here.a_mine.words[word] & ~here.mines.words[word];
        plain.words[word] |= filled(unknown);
        left += static_cast<std::uint64_t>(std::popcount(mines_of(board.words[word]) & unknown));
    }

    Nibbles least = plain;
    for (const Symmetry& symmetry : symmetries_) {
        Nibbles turned;
        for (std::size_t byte = 0; byte < 16; ++byte) {
            const Nibbles& part = symmetry[byte][plain.words[byte / 8] >> byte % 8 * 8 & 255U];
            turned.words[0] |= part.words[0];
            turned.words[1] |= part.words[1];
        }
        least = std::min(least, turned);
    }
    least.words[0] |= (left & 15) << 60;
    least.words[1] |= (left >> 4) << 60;
    return least;
}

}  // namespace sapper
