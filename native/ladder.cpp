// Ladder: solves a board with the easiest reasoning that suffices.
//
//     Given: opens the cells given as safe. Zeros also open the cells around them.
//     Single clue: the trivial rule of rules.cpp.
//     Subset: the pair rule, if one clue touches all unknown cells of the other.
//     Difference: the pair rule for all pairs of clues.
//     Chain: compares facts that are derived from other facts (chain.cpp).
//     Combination: adds and subtracts several clues (linear.cpp).
//     Case split: finds everything else that follows from the clues (solver.cpp).
//     Mine count: finds everything that follows from the clues and the number of mines.
//
// The exact definitions are in src/sapper/ladder/techniques.py.
//
// Each rung of the ladder is a technique. Using a rung means applying its technique and all easier
// ones repeatedly, and opening every cell found safe. Knowing more never makes a rule weaker:
// settled cells drop out of both clues of a pair, and the conclusion about the other cells still
// holds. So when a technique finds nothing more, the same cells are open, whatever the order of the
// steps. To find the easiest technique that wins a board, repeatedly use the easiest technique that
// settles a cell. The hardest technique used on the way was necessary, since all easier ones found
// nothing at the time.
//
// Clues wait in the queues of the position (position.hpp): `trivial`, `pairs` and `dirty`. After
// the subset rule, the clues in `pairs` move to `dirty`. For the difference rule, these clues go
// back to `pairs` before anything more expensive is tried.
//
// After the difference rule, exact counting first finds all cells that the clues prove to be safe
// or to be mines, without settling them yet. In most positions, no cell is provable. Chains and
// combinations can find only provable cells, so chains are followed only in borders that contain a
// provable cell, and sums are tried only for provable cells.

#include "ladder.hpp"

#include <bit>
#include <limits>

#include "linear.hpp"
#include "rules.hpp"

namespace sapper {

void Ladder::begin(const Start& start) {
    undecided_ = false;
    certain_.clear();
    solver_.reset(start.grid, start.mines);
    Position& known = position();
    referee_.set_board(known, start.is_mine);
    for (const int cell : start.given) known.settle_safe(known.place_of(cell));
}

void Ladder::read(Grid grid, int mines, const std::uint8_t* states,
                  std::span<const int> known_mines) {
    undecided_ = false;
    certain_.clear();
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

void Ladder::settle_cell(int place, bool is_mine) {
    if (is_mine) {
        position().settle_mine(place);
    } else {
        position().settle_safe(place);
    }
}

void Ladder::find_certain() {
    solver_.find_certain(certain_);
    std::erase_if(certain_, [&](const CertainCell& cell) {
        return position().at(cell.place).mark != mark_unknown;
    });
}

bool Ladder::settle_by_chain() {
    bool any = false;
    index_.assign(static_cast<std::size_t>(position().places()), -1);
    for (const CertainCell& cell : certain_) {
        const Square square = position().at(cell.place);
        if (square.mark != mark_unknown) continue;
        const int clue = cell.place + position().step(std::countr_zero(unsigned{square.clues}));
        collect_border(position(), clue, index_, border_);
        boxes_.clear();
        apply_chain_rule(border_, boxes_);
        for (const SettledBox& settled : boxes_) {
            const Box& box = border_.boxes[static_cast<std::size_t>(settled.box)];
            for (const int place : box.cell_span()) settle_cell(place, settled.is_mine);
            any = true;
        }
    }
    return any;
}

// Settles at most one box, so that easier techniques are tried again before the next box.
bool Ladder::settle_by_combination() {
    for (const CertainCell& cell : certain_) {
        const unsigned clues = position().at(cell.place).clues;
        const int clue = cell.place + position().step(std::countr_zero(clues));
        collect_border(position(), clue, index_, border_);
        for (std::size_t b = 0; b < border_.boxes.size(); ++b) {
            const auto cells = border_.boxes[b].cell_span();
            if (std::find(cells.begin(), cells.end(), cell.place) == cells.end()) continue;
            try {
                if (!follows_linearly(border_, static_cast<int>(b), cell.is_mine)) break;
            } catch (const TooWide&) {
                undecided_ = true;
                break;
            }
            for (const int place : cells) settle_cell(place, cell.is_mine);
            return true;
        }
    }
    return false;
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
    if (most < Rung::chain) return Rung::guess;
    find_certain();
    if (!certain_.empty()) {
        if (settle_by_chain()) return Rung::chain;
        if (most < Rung::combination) return Rung::guess;
        if (settle_by_combination()) return Rung::combination;
        if (most < Rung::case_split) return Rung::guess;
        for (const CertainCell& cell : certain_) settle_cell(cell.place, cell.is_mine);
        return Rung::case_split;
    }
    if (most < Rung::mine_count) return Rung::guess;
    try {
        if (solver_.weigh()) return Rung::mine_count;
    } catch (const TooWide&) {
        undecided_ = true;
    }
    return Rung::guess;
}

Sweep* Ladder::sweep_for(Grid grid) {
    if (grid != swept_) {
        swept_ = grid;
        sweep_.reset();
        if (Sweep::fits(grid)) sweep_.emplace(grid);
    }
    return sweep_ ? &*sweep_ : nullptr;
}

// Returns false if the board is too large for a sweep.
bool Ladder::sweep(const Start& start, Rung most) {
    is_swept_ = sweep_for(start.grid) != nullptr;
    if (!is_swept_) return false;
    undecided_ = false;
    sweep_->lay(start.is_mine);
    sweep_->begin(start.given);
    sweep_->climb(std::min(most, Rung::difference));
    return true;
}

// The sweep found nothing more, so all clues are queued for the more expensive techniques.
void Ladder::take_over(const Start& start) {
    is_swept_ = false;
    undecided_ = false;
    certain_.clear();
    const auto size = static_cast<std::size_t>(start.grid.size());
    numbers_.resize(size);
    states_.resize(size);
    known_mines_.clear();
    count_numbers(start.grid, start.is_mine, numbers_.data());
    for (std::size_t i = 0; i < size; ++i) {
        const int cell = static_cast<int>(i);
        states_[i] = sweep_->is_open(cell) ? numbers_[i] : mark_unknown;
        if (sweep_->is_known_mine(cell)) known_mines_.push_back(cell);
    }
    read(start.grid, start.mines, states_.data(), known_mines_);
    Position& known = position();
    referee_.set_board(known, start.is_mine);
    while (!known.trivial.empty()) {
        const int clue = known.pop(known.trivial, Position::in_trivial);
        if (known.at(clue).unknown != 0) known.push(known.dirty, Position::in_dirty, clue);
    }
}

const Position& Ladder::reached(const Start& start) {
    if (is_swept_) take_over(start);
    return position();
}

Rung Ladder::climb_on(Rung most) {
    for (;;) {
        open_known();
        if (is_won()) return used_;
        const Rung rung = settle(most);
        if (rung == Rung::guess) {
            undecided_ = undecided_ || solver_.refused() > 0;
            return rung;
        }
        used_ = std::max(used_, rung);
    }
}

Rung Ladder::climb(const Start& start, Rung most) {
    if (!sweep(start, most)) {
        begin(start);
        used_ = Rung::given;
        return climb_on(most);
    }
    used_ = sweep_->used();
    if (sweep_->is_won()) return used_;
    return most > Rung::difference ? climb_further(start, most) : Rung::guess;
}

Rung Ladder::climb_further(const Start& start, Rung most) {
    used_ = sweep_->used();
    take_over(start);
    return climb_on(most);
}

bool Ladder::solve_on(Rung most) {
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

bool Ladder::solves(const Start& start, Rung most) {
    if (most < Rung::case_split) return climb(start, most) != Rung::guess;
    if (!sweep(start, most)) {
        begin(start);
        return is_won() || solve_on(most);
    }
    return sweep_->is_won() || solves_further(start, most);
}

bool Ladder::solves_further(const Start& start, Rung most) {
    if (most < Rung::case_split) return climb_further(start, most) != Rung::guess;
    take_over(start);
    return solve_on(most);
}

std::vector<Opening> Ladder::play(const Start& start, Rung most, Guesser* guesser) {
    std::vector<Opening> openings;
    const auto size = static_cast<std::size_t>(start.grid.size());
    std::vector<std::uint8_t> numbers(size), states(size, mark_unknown);
    std::vector<int> mines_hit, opened;
    count_numbers(start.grid, start.is_mine, numbers.data());
    int left = start.grid.size() - start.mines;
    for (const int cell : start.given)
        states[static_cast<std::size_t>(cell)] = Position::given_state;
    for (int wave = 0; left > 0; ++wave) {
        const auto open = [&](const Opening& opening) {
            const auto cell = static_cast<std::size_t>(opening.cell);
            if (states[cell] <= 8) return;  // opened by a zero in the meantime
            openings.push_back(opening);
            if (opening.is_mine) return;
            opened.clear();
            reveal(start.grid, numbers.data(), states.data(), mark_unknown, mark_mine, opening.cell,
                   opened);
            left -= static_cast<int>(opened.size());
        };
        read(start.grid, start.mines, states.data(), mines_hit);
        Rung rung = Rung::given;
        if (position().to_open.empty()) {
            settle_all(most, true, [&](Rung used) { rung = used; });
        }
        const std::vector<int> safe = position().to_open;
        for (const int place : safe) open({position().cell_of(place), rung, wave});
        if (!safe.empty()) continue;
        if (guesser == nullptr || undecided_) break;
        const Choice choice = guesser->choose(solver_);
        const int cell = position().cell_of(choice.place);
        const bool is_mine = numbers[static_cast<std::size_t>(cell)] == number_mine;
        if (is_mine) mines_hit.push_back(cell);
        const double win = choice.is_exact ? choice.win : std::numeric_limits<double>::quiet_NaN();
        open({cell, Rung::guess, wave, is_mine, solver_.odds_at(choice.place), win});
    }
    return openings;
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
