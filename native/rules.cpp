// The trivial rule and the pair rule, applied to the clues in a queue.
//
// Trivial: if a clue needs no more mines, its unknown neighbours are safe. If a clue needs as many
// mines as it has unknown neighbours, these neighbours are all mines.
//
// Pair: let clues A and B share some unknown cells. At most lacking(B) of the shared cells are
// mines, so A has at least lacking(A) - lacking(B) mines among the cells that B does not touch. If
// A has exactly lacking(A) - lacking(B) unknown cells that B does not touch, these cells are all
// mines. Then the shared cells contain exactly lacking(B) mines, and the cells that only B touches
// are safe. The textbook subset rule is the case in which one of the two clues touches all unknown
// cells of the other.
//
// Whether B touches a neighbour of A depends only on where B lies relative to A. So the cells that
// only A touches are found with one AND of a bit mask and a constant, which depends on the step
// from A to B. Checking a pair takes only a few instructions, so a changed clue is paired with
// every clue among the 24 cells around it.

#include "rules.hpp"

#include <array>

namespace sapper {
namespace {

struct Reach {
    int dx, dy;
    std::uint8_t only_here;   // directions from A that B does not touch
    std::uint8_t only_there;  // directions from B that A does not touch
};

constexpr int direction_dx[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
constexpr int direction_dy[8] = {-1, -1, -1, 0, 0, 1, 1, 1};

constexpr std::uint8_t out_of_sight(int dx, int dy) {
    unsigned mask = 0;
    for (int d = 0; d < 8; ++d) {
        const int x = direction_dx[d] - dx;
        const int y = direction_dy[d] - dy;
        const bool seen = x >= -1 && x <= 1 && y >= -1 && y <= 1;
        if (!seen) mask |= 1U << d;
    }
    return static_cast<std::uint8_t>(mask);
}

constexpr std::array<Reach, 24> make_reaches() {
    std::array<Reach, 24> reaches{};
    std::size_t n = 0;
    for (int dy = -2; dy <= 2; ++dy) {
        for (int dx = -2; dx <= 2; ++dx) {
            if (dx == 0 && dy == 0) continue;
            reaches[n++] = {dx, dy, out_of_sight(dx, dy), out_of_sight(-dx, -dy)};
        }
    }
    return reaches;
}

constexpr std::array<Reach, 24> reaches = make_reaches();

void settle_all(Position& position, int place, std::uint8_t mask, bool mines, int other = -1) {
    if (position.log != nullptr) {
        position.for_directions(
            place, mask, [&](int cell) { position.log->push_back({cell, mines, place, other}); });
    }
    position.for_directions(place, mask, [&](int cell) {
        if (mines) {
            position.settle_mine(cell);
        } else {
            position.settle_safe(cell);
        }
    });
}

}  // namespace

void apply_trivial_rule(Position& position) {
    while (!position.trivial.empty()) {
        const int place = position.pop(position.trivial, Position::in_trivial);
        const Square clue = position.at(place);
        const int unknown = directions_in[clue.unknown];
        if (clue.lacking < 0 || clue.lacking > unknown) {
            position.set_broken();
        } else if (unknown == 0) {
            position.push(position.dirty, Position::in_dirty, place);
        } else if (clue.lacking == 0 || clue.lacking == unknown) {
            settle_all(position, place, clue.unknown, clue.lacking != 0);
        } else {
            position.push(position.pairs, Position::in_pairs, place);
        }
    }
}

bool apply_pair_rule(Position& position, Pairs pairs) {
    while (!position.pairs.empty()) {
        const int place = position.pop(position.pairs, Position::in_pairs);
        position.push(position.dirty, Position::in_dirty, place);
        const Square here = position.at(place);
        if (here.unknown == 0) continue;
        for (const Reach& reach : reaches) {
            const int other = place + reach.dy * position.stride() + reach.dx;
            const Square& there = position.at(other);
            if (there.mark > 8 || there.unknown == 0) continue;
            const auto only_here = static_cast<std::uint8_t>(here.unknown & reach.only_here);
            if (only_here == here.unknown) continue;  // they share no unknown cell
            const auto only_there = static_cast<std::uint8_t>(there.unknown & reach.only_there);
            if ((only_here | only_there) == 0) continue;
            if (pairs == Pairs::subsets && only_here != 0 && only_there != 0) continue;
            const int more = here.lacking - there.lacking;
            const bool mines_here = more == directions_in[only_here];
            const bool mines_there = -more == directions_in[only_there];
            if (!mines_here && !mines_there) continue;
            settle_all(position, place, only_here, mines_here, other);
            settle_all(position, other, only_there, !mines_here, place);
            // The other clues near this one have not been tried yet.
            position.push(position.pairs, Position::in_pairs, place);
            return true;
        }
    }
    return false;
}

}  // namespace sapper
