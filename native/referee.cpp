// Opens provably safe cells. The techniques are those of solver.cpp, but the referee knows the
// board.
//
// Safe cells are opened as soon as they are known, before anything more expensive is tried, because
// each new number makes later reasoning cheaper.

#include "referee.hpp"

#include "rules.hpp"

namespace sapper {

void Referee::set_board(const Position& position, const std::uint8_t* is_mine) {
    const Grid grid = position.grid();
    numbers_.assign(static_cast<std::size_t>(position.places()), 0);
    mines_.clear();
    for (int row = 0; row < grid.height; ++row) {
        const std::uint8_t* line = is_mine + static_cast<std::ptrdiff_t>(row) * grid.width;
        for (int column = 0; column < grid.width; ++column) {
            if (line[column]) mines_.push_back(position.place_at(row, column));
        }
    }
    // A mine at the edge also adds to counts in the wall around the board, which does no harm.
    for (const int mine : mines_) {
        for (int direction = 0; direction < 8; ++direction) {
            ++numbers_[static_cast<std::size_t>(mine + position.step(direction))];
        }
    }
    for (const int mine : mines_) numbers_[static_cast<std::size_t>(mine)] = number_mine;
}

bool Referee::open_certain(Solver& solver, std::vector<int>* order, Certain certain) const {
    Position& position = solver.position();
    // A cell that is waiting to be opened, such as a guess, is opened before any rule is applied.
    if (position.to_open.empty()) apply_trivial_rule(position);
    for (;;) {
        while (!position.to_open.empty()) {
            const int place = position.to_open.back();
            position.to_open.pop_back();
            position.open(place, number(place));
            if (order != nullptr) order->push_back(position.cell_of(place));
            if (position.to_open.empty()) apply_trivial_rule(position);
        }
        if (position.unknown_left() == position.mines_left()) return true;
        if (apply_pair_rule(position) || solver.solve_components() ||
            (certain == Certain::by_mine_count && solver.weigh())) {
            apply_trivial_rule(position);
            continue;
        }
        return false;
    }
}

}  // namespace sapper
