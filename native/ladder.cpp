// Ladder: a board, solved by the easiest reasoning that will do.
//
//     told          cells told safe are opened, and zeros open what is around them
//     single clue   the trivial rule of rules.cpp
//     subset        the pair rule, where one clue's unknown cells are among the other's
//     difference    the pair rule, for all pairs of clues
//     borders       all that follows from the clues: the components of solver.cpp
//     mine count    all that follows with the number of mines on the board as well
//
// A rung includes those below it, applied over and over, and whatever it finds safe is opened.
// Rules lose nothing by knowing more: settled cells drop out of both clues of a pair, and what the
// pair said of the others still follows. So what is open when a rung is exhausted does not depend
// on the order, and the least rung that wins a board is found by using the lowest one that settles
// anything, again and again: the highest that was ever used could not be spared, since all below
// it were exhausted before the game was won.
//
// A clue waits in the queues of its position (position.hpp): trivial, pairs, dirty. Clues that the
// subset rule is done with wait in `dirty`; they are put back for the difference rule before
// anything dearer is tried.

#include "ladder.hpp"

#include <algorithm>

#include "rules.hpp"

namespace sapper {

void Ladder::begin(const Start& start) {
    undecided_ = false;
    solver_.reset(start.grid, start.mines);
    Position& known = position();
    referee_.set_board(known, start.is_mine);
    for (const int cell : start.told) known.settle_safe(known.place_of(cell));
}

void Ladder::read(Grid grid, int mines, const std::uint8_t* states,
                  std::span<const int> known_mines) {
    undecided_ = false;
    solver_.read(grid, mines, states);
    Position& known = position();
    for (const int cell : known_mines) known.settle_mine(known.place_of(cell));
}

void Ladder::open_known(std::vector<int>* order) {
    Position& known = position();
    while (!known.to_open.empty()) {
        const int place = known.to_open.back();
        known.to_open.pop_back();
        const int number = referee_.number(place);
        known.open(place, number);
        if (order != nullptr) order->push_back(known.cell_of(place));
        if (number != 0) continue;
        known.for_directions(place, known.at(place).unknown,
                             [&](int near) { known.settle_safe(near); });
    }
}

Rung Ladder::settle(Rung most) {
    Position& known = position();
    const int before = known.unknown_left();
    if (most < Rung::single_clue) return Rung::guess;
    apply_trivial_rule(known);
    if (known.unknown_left() != before) return Rung::single_clue;
    if (most < Rung::subset) return Rung::guess;
    if (apply_pair_rule(known, Pairs::subsets)) return Rung::subset;
    if (most < Rung::difference) return Rung::guess;
    while (!known.dirty.empty()) {
        const int clue = known.pop(known.dirty, Position::in_dirty);
        known.push(known.pairs, Position::in_pairs, clue);
    }
    if (apply_pair_rule(known)) return Rung::difference;
    if (most < Rung::borders) return Rung::guess;
    if (solver_.solve_components()) return Rung::borders;
    if (most < Rung::mine_count) {
        undecided_ = undecided_ || solver_.refused() > 0;
        return Rung::guess;
    }
    try {
        if (solver_.weigh()) return Rung::mine_count;
    } catch (const TooWide&) {
        undecided_ = true;
    }
    return Rung::guess;
}

Rung Ladder::climb(const Start& start, Rung most) {
    begin(start);
    Rung used = Rung::told;
    for (;;) {
        open_known();
        if (is_won()) return used;
        const Rung rung = settle(most);
        if (rung == Rung::guess) return rung;
        used = std::max(used, rung);
    }
}

bool Ladder::solves(const Start& start, Rung most) {
    if (most < Rung::borders) return climb(start, most) != Rung::guess;
    begin(start);
    if (is_won()) return true;
    const bool with_count = most >= Rung::mine_count;
    bool solved = false;
    try {
        solved = referee_.open_certain(solver_, nullptr,
                                       with_count ? Certain::by_mine_count : Certain::by_borders);
        undecided_ = !solved && solver_.refused() > 0;
    } catch (const TooWide&) {
        undecided_ = true;
    }
    return solved;
}

Guesses Ladder::count_guesses(const Start& start, Guesser& guesser) {
    begin(start);
    Position& known = position();
    Guesses guesses;
    if (is_won()) return guesses;
    while (!referee_.open_certain(solver_)) {
        const int place = guesser.choose(solver_).place;
        guesses.survival *= 1.0 - solver_.odds_at(place);
        ++guesses.count;
        if (referee_.is_mine(place)) {
            known.settle_mine(place);
        } else {
            known.settle_safe(place);
        }
    }
    return guesses;
}

}  // namespace sapper
