// Label: plays games and labels positions, for data sets.
//
// In each position, the player opens the cells that the easiest technique proves safe. If no cell
// is provably safe, the player opens the least risky cell, as the odds agent does. The game ends at
// the first mine.
//
// A game has hundreds of positions, and in most of them a single clue proves a cell safe. A search
// for positions that need a rare technique would be slow if it labelled all positions. But playing
// the game already shows the easiest technique for some positions: those in which all cells known
// to be safe have been opened. If only some techniques are wanted, only these positions are
// considered.
//
// A position is labelled by settling every cell that a technique settles, with the easiest
// technique first. By the time nothing more can be settled, the solver has computed the odds of the
// remaining cells.

#include "label.hpp"

#include <algorithm>
#include <cmath>

#include "deal.hpp"
#include "random.hpp"

namespace sapper {
namespace {

constexpr std::uint8_t state_hidden = 9, state_flagged = 10;

// Rounds odds to a float, but to 0 or 1 only if they are exactly 0 or 1, as for a provable cell.
float rounded(double odds) {
    const auto value = static_cast<float>(odds);
    if (value == 0.0F && odds > 0.0) return std::nextafter(0.0F, 1.0F);
    if (value == 1.0F && odds < 1.0) return std::nextafter(1.0F, 0.0F);
    return value;
}

}  // namespace

void Labeller::set_up(const Start& start) {
    const auto size = static_cast<std::size_t>(start.grid.size());
    numbers_.resize(size);
    count_numbers(start.grid, start.is_mine, numbers_.data());
    states_.assign(size, state_hidden);
    for (const int cell : start.given) {
        states_[static_cast<std::size_t>(cell)] = Position::given_state;
    }
}

int Labeller::click(Grid grid, int cell) {
    opened_.clear();
    reveal(grid, numbers_.data(), states_.data(), state_hidden, state_flagged, cell, opened_);
    return static_cast<int>(opened_.size());
}

void Labeller::play_game(const Start& start, int first) {
    clicks_.clear();
    safe_ = start.grid.size() - start.mines;
    set_up(start);
    player_.read(start.grid, start.mines, states_.data(), {});
    player_.set_board(start.is_mine);
    Position& known = player_.position();
    if (first >= 0) {
        const int place = known.place_of(first);
        if (player_.referee().is_mine(place)) return;
        if (known.at(place).mark == mark_unknown) known.settle_safe(place);
    }
    int open = 0;
    bool are_given = !start.given.empty();  // then the first cells to open are given
    for (;;) {
        order_.clear();
        player_.open_known(&order_);
        for (const int cell : order_) {
            if (states_[static_cast<std::size_t>(cell)] <= 8) continue;  // opened by a zero
            open += click(start.grid, cell);
            clicks_.push_back({cell, open, are_given, Rung::given});
        }
        are_given = false;
        if (player_.is_won()) return;
        Rung rung = Rung::guess;
        if (!player_.settle_all(Rung::mine_count, true, [&](Rung used) { rung = used; })) {
            rung = Rung::guess;
        }
        if (player_.undecided()) return;
        if (!clicks_.empty()) {
            clicks_.back().is_known = true;
            clicks_.back().next = rung;
        }
        if (rung != Rung::guess) continue;
        const int guess = player_.solver().least_risky();
        if (player_.referee().is_mine(guess)) return;
        known.settle_safe(guess);
    }
}

void Labeller::choose(const PositionFilter& filter, std::uint64_t seed) {
    chosen_.clear();
    for (std::size_t i = 0; i < clicks_.size(); ++i) {
        const Click& click = clicks_[i];
        if (click.open == safe_) break;
        const double share = static_cast<double>(click.open) / safe_;
        if (share < filter.least_open || share >= filter.most_open) continue;
        if (filter.rungs != PositionFilter::all_rungs &&
            !(click.is_known && (filter.rungs >> static_cast<unsigned>(click.next) & 1U) != 0)) {
            continue;
        }
        chosen_.push_back(i + 1);
    }
    if (chosen_.size() <= filter.per_game) return;
    Random random(seed);
    for (std::size_t i = 0; i < filter.per_game; ++i) {
        const auto left = static_cast<std::uint32_t>(chosen_.size() - i);
        std::swap(chosen_[i], chosen_[i + random.below(left)]);
    }
    chosen_.resize(filter.per_game);
    std::sort(chosen_.begin(), chosen_.end());
}

// Returns false if a border is too wide.
bool Labeller::label(const Start& start) {
    const std::size_t size = states_.size();
    label_.states = states_;
    label_.rung = Rung::guess;
    label_.rungs.assign(size, static_cast<std::uint8_t>(Rung::guess));
    reader_.read(start.grid, start.mines, states_.data(), {});
    const Position& known = reader_.position();
    const auto note = [&](Rung rung) {
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint8_t mark = known.at(known.place_of(static_cast<int>(i))).mark;
            std::uint8_t& settled = label_.rungs[i];
            if (settled != static_cast<std::uint8_t>(Rung::guess)) continue;
            if (mark != mark_safe && mark != mark_mine) continue;
            settled = static_cast<std::uint8_t>(rung);
            if (mark == mark_safe) label_.rung = std::min(label_.rung, rung);
        }
    };
    note(Rung::given);
    reader_.settle_all(Rung::mine_count, false, note);
    if (reader_.undecided()) return false;
    odds_.resize(size);
    label_.odds.resize(size);
    reader_.solver().write_odds(odds_.data());
    std::transform(odds_.begin(), odds_.end(), label_.odds.begin(), rounded);
    label_.safest = reader_.solver().safest();
    label_.log10_boards = reader_.solver().log10_boards();
    return true;
}

}  // namespace sapper
