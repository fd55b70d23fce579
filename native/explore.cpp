// Plays boards of any size with provably safe moves only.
//
// The techniques used here look only at nearby cells, so the cost of a move depends only on how
// much the move changes. The mine count concerns the whole board, so it is not used. A player who
// is stuck is given a safe cell and continues. The total time is proportional to the number of
// cells.

#include "explore.hpp"

#include <numeric>
#include <utility>
#include <vector>

#include "random.hpp"
#include "referee.hpp"
#include "solver.hpp"

namespace sapper {

Exploration explore(Grid grid, int mines, const std::uint8_t* is_mine, std::uint64_t seed,
                    const Stop* stop) {
    // A border that is expensive to solve rarely settles a cell, so give up early.
    Limits limits;
    limits.states = 1U << 11;
    limits.arcs = 1U << 16;
    limits.stop = stop;
    Solver solver(limits);
    solver.reset(grid, mines);
    Position& position = solver.position();
    Referee referee;
    referee.set_board(position, is_mine);

    std::vector<int> order(static_cast<std::size_t>(grid.size()));
    std::iota(order.begin(), order.end(), 0);
    Random random(seed);
    std::size_t given = 0;  // the next entry in the order

    Exploration result;
    std::vector<int> opened;
    opened.reserve(order.size());
    while (!referee.open_certain(solver, &opened, Certain::by_borders)) {
        int place = 0;
        do {
            const auto left = static_cast<std::uint32_t>(order.size() - given);
            std::swap(order[given], order[given + random.below(left)]);
            place = position.place_of(order[given++]);
        } while (referee.is_mine(place) || position.at(place).mark != mark_unknown);
        position.settle_safe(place);
        ++result.given;
    }
    result.opened = static_cast<int>(opened.size());
    result.skipped = solver.refused();
    return result;
}

}  // namespace sapper
