// Repair: makes a board solvable by moving mines, for levels with too few solvable boards.
//
// Play the board until the solver is stuck, and pick an unknown cell next to an open cell. If the
// picked cell is a mine, move the mine to another unknown cell that is safe. Otherwise move a mine
// from another unknown cell to the picked cell. Play again, and keep the move if at least as many
// cells are opened as before. Accepting ties helps the search to cross plateaus. In a quarter of
// all moves, or if only a few cells are unknown, the picked cell is swapped with a cell from
// anywhere on the board.
//
// Repair makes some solvable boards more likely than others. Changing a board where the solver is
// stuck is Simon Tatham's idea (mines.c in his puzzle collection). Tatham's program keeps the open
// cells and fills or empties a group of cells. Repair instead moves one mine at a time and plays
// the board from the start. The solver is fast enough for this, and moving mines never changes
// their number.

#include "repair.hpp"

#include <utility>
#include <vector>

#include "random.hpp"

namespace sapper {
namespace {

constexpr int patience = 2000;
constexpr int tries = 64;

struct Attempt {
    int opened = 0;
    std::vector<int> border;   // unknown cells next to an open one
    std::vector<int> unknown;  // all unknown cells
};

void play(Ladder& ladder, const Start& start, Rung most, Attempt& played) {
    ladder.solves(start, most);
    const Position& position = ladder.reached(start);
    played.opened = 0;
    played.border.clear();
    played.unknown.clear();
    for (int cell = 0; cell < start.grid.size(); ++cell) {
        const Square& square = position.at(position.place_of(cell));
        if (square.mark <= 8) ++played.opened;
        if (square.mark != mark_unknown) continue;
        played.unknown.push_back(cell);
        if (square.clues != 0) played.border.push_back(cell);
    }
}

}  // namespace

bool repair_board(const Repair& repair, std::span<const int> given, Rung most, std::uint64_t seed,
                  std::uint8_t* is_mine, Ladder& ladder, const Stop* stop) {
    const int size = repair.grid.size();
    const int safe = size - repair.mines;
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    std::vector<char> is_kept(at(size), 0);  // cells that must stay safe
    for (const int cell : given) is_kept[at(cell)] = 1;
    if (repair.rule == StartRule::open) {
        repair.grid.for_neighbours(repair.first, [&](int cell) { is_kept[at(cell)] = 1; });
    }
    const Start start{repair.grid, repair.mines, is_mine, given};
    Random random(seed);
    const auto one_of = [&](const std::vector<int>& cells) {
        return cells[random.below(static_cast<std::uint32_t>(cells.size()))];
    };
    Attempt now, then;
    play(ladder, start, most, now);
    for (int waited = 0; now.opened < safe && waited < patience; ++waited) {
        check_stop(stop);
        const int here = now.border.empty() ? one_of(now.unknown) : one_of(now.border);
        // If few cells are unknown, there may be no suitable cell among them.
        const bool anywhere = now.unknown.size() < 16 || random.below(4) == 0;
        int there = -1;
        for (int i = 0; i < tries && there < 0; ++i) {
            const int cell = anywhere
                                 ? static_cast<int>(random.below(static_cast<std::uint32_t>(size)))
                                 : one_of(now.unknown);
            if (is_mine[cell] != is_mine[here] && !is_kept[at(cell)]) there = cell;
        }
        if (there < 0 || is_kept[at(here)]) continue;
        std::swap(is_mine[here], is_mine[there]);
        play(ladder, start, most, then);
        if (then.opened < now.opened) {
            std::swap(is_mine[here], is_mine[there]);
            continue;
        }
        if (then.opened > now.opened) waited = 0;
        std::swap(now, then);
    }
    return now.opened == safe;
}

}  // namespace sapper
