// Certain moves alone, on boards of any size.
//
// Rules and single components are local, so that a move costs what it changes; the mine count,
// which is not local, is left out. When stuck, a safe cell is told and the game goes on. The time
// is proportional to the number of cells.

#include "explore.hpp"

#include <numeric>
#include <utility>
#include <vector>

#include "deal.hpp"
#include "random.hpp"
#include "rules.hpp"
#include "solver.hpp"

namespace sapper {

Exploration explore(Grid grid, int mines, const std::uint8_t* is_mine, std::uint64_t seed) {
    // A border that is dear to solve seldom holds something certain: give up early.
    Limits limits;
    limits.states = 1U << 11;
    limits.arcs = 1U << 16;
    Solver solver(limits);
    solver.reset(grid, mines);
    Position& position = solver.position();

    std::vector<std::uint8_t> numbers(static_cast<std::size_t>(grid.size()));
    count_numbers(grid, is_mine, numbers.data());
    std::vector<int> order(numbers.size());
    std::iota(order.begin(), order.end(), 0);
    Random random(seed);
    std::size_t told = 0;  // how far down the order we are

    Exploration result;
    int safe_left = grid.size() - mines;
    for (;;) {
        while (!position.found.empty()) {
            const int place = position.found.back();
            position.found.pop_back();
            position.open(place, numbers[static_cast<std::size_t>(position.cell_of(place))]);
            ++result.opened;
            --safe_left;
            if (position.found.empty()) apply_trivial_rule(position);
        }
        if (safe_left == 0) {
            result.skipped = solver.refused();
            return result;
        }
        if (apply_pair_rule(position) || solver.solve_components()) {
            apply_trivial_rule(position);
            continue;
        }
        // Shuffled as far as it is needed.
        int cell = 0;
        do {
            const auto left = static_cast<std::uint32_t>(order.size() - told);
            std::swap(order[told], order[told + random.below(left)]);
            cell = order[told++];
        } while (is_mine[cell] != 0 || position.at(position.place_of(cell)).mark != mark_unknown);
        position.settle_safe(position.place_of(cell));
        ++result.told;
    }
}

}  // namespace sapper
