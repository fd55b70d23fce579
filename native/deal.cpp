// Deals boards and given cells from seeds, and computes the numbers and statistics of a board.
//
// The mines are drawn uniformly from the cells that the start rule allows, by Floyd's algorithm
// (Bentley and Floyd, "A sample of brilliance", CACM 1987). Floyd's algorithm needs one random
// number per mine and no table of candidates. All draws use the integer operations of random.hpp,
// so a board depends only on level, seed and first cell.
//
// The given cells are drawn after the mines, with further random numbers, so the mines do not
// determine the given cells. All boards without a mine in the given cells remain equally likely,
// even to a player who knows this code.

#include "deal.hpp"

#include <cstring>
#include <stdexcept>

#include "random.hpp"

namespace sapper {

namespace {

struct Cleared {
    int cells[9];
    int count = 0;
};

Cleared cleared_by(Grid grid, StartRule rule, int first) {
    Cleared clear;
    if (rule == StartRule::any) return clear;
    const auto keep = [&](int cell) { clear.cells[clear.count++] = cell; };
    const auto keep_around = [&](auto&& is_wanted) {
        if (rule != StartRule::open) return;
        grid.for_neighbours(first, [&](int cell) {
            if (is_wanted(cell)) keep(cell);
        });
    };
    keep_around([&](int cell) { return cell < first; });
    keep(first);
    keep_around([&](int cell) { return cell > first; });
    return clear;
}

void check_fit(Grid grid, int mines, const Cleared& clear) {
    if (mines < 0 || mines > grid.size() - clear.count) {
        throw std::invalid_argument("the mines do not fit");
    }
}

std::uint64_t hash_of(Grid grid, int mines, StartRule rule, int first, std::uint64_t seed) {
    std::uint64_t hash = mix(seed, static_cast<std::uint64_t>(grid.width));
    hash = mix(hash, static_cast<std::uint64_t>(grid.height));
    hash = mix(hash, static_cast<std::uint64_t>(mines));
    hash = mix(hash, static_cast<std::uint64_t>(rule));
    return mix(hash, static_cast<std::uint64_t>(rule == StartRule::any ? 0 : first + 1));
}

// Draws k of the cells 0 .. n-1 uniformly. The function taken(cell) tests a cell, and take(cell)
// marks it.
template <class Taken, class Take>
void draw_subset(Random& random, int n, int k, Taken&& taken, Take&& take) {
    for (int last = n - k; last < n; ++last) {
        const int pick = static_cast<int>(random.below(static_cast<std::uint32_t>(last) + 1));
        take(taken(pick) ? last : pick);
    }
}

std::vector<int> draw_safe(Random& random, Grid grid, const std::uint8_t* is_mine, int count) {
    std::vector<int> given;
    if (count == 0) return given;
    std::vector<int> safe;
    for (int cell = 0; cell < grid.size(); ++cell) {
        if (!is_mine[cell]) safe.push_back(cell);
    }
    const int n = static_cast<int>(safe.size());
    if (count < 0 || count > n) throw std::invalid_argument("too few safe cells to give");
    std::vector<bool> chosen(safe.size());
    draw_subset(
        random, n, count, [&](int i) -> bool { return chosen[static_cast<std::size_t>(i)]; },
        [&](int i) { chosen[static_cast<std::size_t>(i)] = true; });
    for (std::size_t i = 0; i < safe.size(); ++i) {
        if (chosen[i]) given.push_back(safe[i]);
    }
    return given;
}

}  // namespace

std::vector<int> deal(Grid grid, int mines, StartRule rule, int first, std::uint64_t seed,
                      std::uint8_t* is_mine, int given) {
    const int size = grid.size();
    std::memset(is_mine, 0, static_cast<std::size_t>(size));
    const Cleared clear = cleared_by(grid, rule, first);
    check_fit(grid, mines, clear);
    Random random(hash_of(grid, mines, rule, first, seed));

    const auto free_cell = [&](int i) {
        for (int k = 0; k < clear.count && clear.cells[k] <= i; ++k) ++i;
        return i;
    };
    draw_subset(
        random, size - clear.count, mines, [&](int i) { return is_mine[free_cell(i)] != 0; },
        [&](int i) { is_mine[free_cell(i)] = 1; });
    return draw_safe(random, grid, is_mine, given);
}

Dealer::Dealer(Grid grid, int mines, StartRule rule, int first,
               std::span<const std::uint32_t> places, std::size_t bytes)
    : grid_(grid), mines_(mines), rule_(rule), first_(first), is_mine_(bytes) {
    const Cleared clear = cleared_by(grid, rule, first);
    check_fit(grid, mines, clear);
    int next = 0;
    for (int cell = 0; cell < grid.size(); ++cell) {
        if (next < clear.count && clear.cells[next] == cell) {
            ++next;
        } else {
            free_.push_back(places[static_cast<std::size_t>(cell)]);
        }
    }
}

// Always writes to both cells, because a condition would make each write wait for a read.
const std::uint8_t* Dealer::deal(std::uint64_t seed) {
    Random random(hash_of(grid_, mines_, rule_, first_, seed));
    std::memset(is_mine_.data(), 0, is_mine_.size());
    std::uint8_t* const is_mine = is_mine_.data();
    const std::uint32_t* const free = free_.data();
    const auto end = static_cast<std::uint32_t>(free_.size());
    for (std::uint32_t last = end - static_cast<std::uint32_t>(mines_); last < end; ++last) {
        const std::uint32_t pick = free[random.below(last + 1)];
        is_mine[free[last]] = is_mine[pick];
        is_mine[pick] = 1;
    }
    return is_mine;
}

// Adds up three neighbouring rows, and then three neighbouring columns of these sums. Compilers
// turn this into vector code.
void count_numbers(Grid grid, const std::uint8_t* is_mine, std::uint8_t* numbers) {
    const auto width = static_cast<std::size_t>(grid.width);
    const std::vector<std::uint8_t> outside(width);
    std::vector<std::uint8_t> sums(width + 2);  // with a 0 at either end
    for (int row = 0; row < grid.height; ++row) {
        const std::uint8_t* const here = is_mine + static_cast<std::size_t>(row) * width;
        const std::uint8_t* const above = row > 0 ? here - width : outside.data();
        const std::uint8_t* const below = row + 1 < grid.height ? here + width : outside.data();
        std::uint8_t* const out = numbers + static_cast<std::size_t>(row) * width;
        for (std::size_t column = 0; column < width; ++column) {
            sums[column + 1] =
                static_cast<std::uint8_t>(above[column] + here[column] + below[column]);
        }
        for (std::size_t column = 0; column < width; ++column) {
            const auto sum =
                static_cast<std::uint8_t>(sums[column] + sums[column + 1] + sums[column + 2]);
            out[column] = here[column] ? number_mine : sum;
        }
    }
}

Statistics measure(Grid grid, const std::uint8_t* numbers) {
    const int size = grid.size();
    Statistics result;
    // 0 unseen; 1 in an opening (a zero or next to one); 2 in an island
    std::vector<std::uint8_t> mark(static_cast<std::size_t>(size), 0);
    std::vector<int> stack;
    for (int start = 0; start < size; ++start) {
        if (numbers[start] != 0 || mark[static_cast<std::size_t>(start)]) continue;
        ++result.openings;
        mark[static_cast<std::size_t>(start)] = 1;
        stack.push_back(start);
        while (!stack.empty()) {
            const int cell = stack.back();
            stack.pop_back();
            grid.for_neighbours(cell, [&](int near) {
                auto& seen = mark[static_cast<std::size_t>(near)];
                if (!seen && numbers[near] == 0) stack.push_back(near);
                seen = 1;
            });
        }
    }
    result.three_bv = result.openings;
    for (int start = 0; start < size; ++start) {
        if (numbers[start] == number_mine || mark[static_cast<std::size_t>(start)]) continue;
        ++result.islands;
        mark[static_cast<std::size_t>(start)] = 2;
        stack.push_back(start);
        while (!stack.empty()) {
            const int cell = stack.back();
            stack.pop_back();
            ++result.three_bv;
            grid.for_neighbours(cell, [&](int near) {
                auto& seen = mark[static_cast<std::size_t>(near)];
                if (numbers[near] != number_mine && !seen) {
                    seen = 2;
                    stack.push_back(near);
                }
            });
        }
    }
    return result;
}

void reveal(Grid grid, const std::uint8_t* numbers, std::uint8_t* states, std::uint8_t hidden,
            std::uint8_t flagged, int cell, std::vector<int>& opened) {
    std::size_t next = opened.size();
    states[cell] = numbers[cell];
    opened.push_back(cell);
    for (; next < opened.size(); ++next) {
        const int at = opened[next];
        if (numbers[at] != 0) continue;
        grid.for_neighbours(at, [&](int near) {
            if (states[near] >= hidden && states[near] != flagged) {
                states[near] = numbers[near];
                opened.push_back(near);
            }
        });
    }
}

}  // namespace sapper
