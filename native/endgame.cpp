// Optimal play by counting boards.
//
// When few boards are left, all of them are listed, each with the numbers that its unknown cells
// would show. The future depends only on the set of boards, because an open cell shows the same
// number on all of them and gives no further information. All boards are equally likely, so the
// number of wins is:
//
//     wins(set) = max over cells c of
//                 sum over numbers n of wins(boards of the set on which c shows n).
//
// A single board counts as 1 win. All values are exact integers. A cell that is safe on all boards
// of the set is opened immediately, since its information is free. Opening a cell splits the set
// into parts, one for each number that the cell can show. A cell can't beat the best one so far if
// it is safe on no more boards than the best one wins, or if its parts have already lost too many
// boards. So the search abandons a part, and returns an upper bound, once the part can't win often
// enough for the cell to matter (Ballard: The *-minimax search procedure for trees containing
// chance nodes, 1983). A cell that is the same on all boards of a set is also the same on all
// boards of any subset, so the search ignores it from then on. The same sets recur when cells are
// opened in a different order, so their wins (or bounds) are stored under a 128-bit hash: the sum
// of one random number per board (Zobrist 1970).

#include "endgame.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "hash.hpp"

namespace sapper {
namespace {

// The amount of work (cells times boards) after which the search checks whether to stop.
constexpr std::size_t work_between = 1U << 20;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

bool Endgame::fill_component(const Component& component, std::size_t most) {
    const Elimination& graph = component.graph;
    std::vector<Filling>& fillings = fillings_.emplace_back();
    const auto walk = [&](auto&& self, std::uint32_t state, std::size_t layer, int mines) -> bool {
        if (layer == graph.order.size()) {
            if (fillings.size() >= most) return false;
            const auto begin = static_cast<std::uint32_t>(mine_cells_.size());
            mine_cells_.insert(mine_cells_.end(), chosen_.begin(), chosen_.end());
            fillings.push_back({mines, begin, static_cast<std::uint32_t>(mine_cells_.size())});
            return true;
        }
        const Elimination::State& here = graph.states[state];
        if (!here.alive) return true;
        const Box& box = component.border.boxes[at(graph.order[layer])];
        for (unsigned j = 0; j < here.arcs; ++j) {
            const std::uint32_t target = graph.targets[here.first_arc + j];
            if (target == Elimination::dead) continue;
            const int count = here.least + static_cast<int>(j);
            for (unsigned mask = 0; mask < 1U << box.size; ++mask) {
                if (std::popcount(mask) != count) continue;
                const std::size_t depth = chosen_.size();
                for (int i = 0; i < box.size; ++i) {
                    if ((mask >> i & 1U) == 0) continue;
                    chosen_.push_back(static_cast<std::uint16_t>(cell_at_[at(box.cells[at(i)])]));
                }
                if (!self(self, target, layer + 1, mines + count)) return false;
                chosen_.resize(depth);
            }
        }
        return true;
    };
    chosen_.clear();
    return walk(walk, 0, 0, 0);
}

void Endgame::emit() {
    for (const std::uint16_t cell : chosen_) mines_[cell * stride_ + written_] = 1;
    ++written_;
}

void Endgame::write_rest(int from, int mines) {
    if (mines == 0) {
        emit();
        return;
    }
    for (int i = from; i + mines <= static_cast<int>(untouched_.size()); ++i) {
        chosen_.push_back(untouched_[at(i)]);
        write_rest(i + 1, mines - 1);
        chosen_.pop_back();
    }
}

void Endgame::write_boards(std::size_t component, int mines) {
    const auto untouched = static_cast<int>(untouched_.size());
    if (component == fillings_.size()) {
        if (mines >= 0 && mines <= untouched) write_rest(0, mines);
        return;
    }
    if (mines < least_[component] || mines > most_[component] + untouched) return;
    for (const Filling& filling : fillings_[component]) {
        const std::size_t depth = chosen_.size();
        chosen_.insert(chosen_.end(), mine_cells_.begin() + filling.begin,
                       mine_cells_.begin() + filling.end);
        write_boards(component + 1, mines - filling.mines);
        chosen_.resize(depth);
    }
}

bool Endgame::enumerate(const Solver& solver) {
    const Position& position = solver.position();
    if (!(solver.boards() <= static_cast<double>(limits_.boards))) return false;
    boards_ = static_cast<std::uint32_t>(solver.boards() + 0.5);
    places_.clear();
    untouched_.clear();
    fillings_.clear();
    mine_cells_.clear();
    cell_at_.assign(at(position.places()), -1);
    for (int place = 0; place < position.places(); ++place) {
        const Square& square = position.at(place);
        // A cell known to be safe is not open yet, so its number is still unknown. If no neighbour
        // is unknown, the number is the same on all boards.
        if (square.mark != mark_unknown && (square.mark != mark_safe || square.unknown == 0)) {
            continue;
        }
        const auto cell = static_cast<int>(places_.size());
        cell_at_[at(place)] = cell;
        if (square.mark == mark_unknown && square.clues == 0) {
            untouched_.push_back(static_cast<std::uint16_t>(cell));
        }
        places_.push_back(place);
    }
    if (places_.size() > std::numeric_limits<std::uint16_t>::max()) return false;
    bool within = true;
    least_.clear();
    most_.clear();
    solver.for_components([&](const Component& component) {
        // The mine count may rule out some fillings, so there may be more fillings than boards.
        within = within && !component.is_wide && fill_component(component, 8 * limits_.boards);
        const int low = component.weights.low();
        least_.push_back(low);
        most_.push_back(low + static_cast<int>(component.weights.terms().size()) - 1);
    });
    if (!within) return false;
    for (std::size_t i = least_.size(); i-- > 1;) {
        least_[i - 1] += least_[i];
        most_[i - 1] += most_[i];
    }
    stride_ = (boards_ + 15U) / 16U * 16U;
    mines_.assign(places_.size() * stride_, 0);
    chosen_.clear();
    written_ = 0;
    write_boards(0, position.mines_left());

    numbers_.assign(places_.size() * stride_, 0);
    for (std::size_t c = 0; c < places_.size(); ++c) {
        check_stop(limits_.stop);
        std::uint8_t* row = numbers_.data() + c * stride_;
        int known = 0;
        for (int d = 0; d < 8; ++d) {
            const int place = places_[c] + position.step(d);
            if (position.at(place).mark == mark_mine) ++known;
            const int other = cell_at_[at(place)];
            if (other < 0) continue;
            const std::uint8_t* mines = mines_.data() + at(other) * stride_;
            for (std::size_t b = 0; b < stride_; ++b) {
                row[b] = static_cast<std::uint8_t>(row[b] + mines[b]);
            }
        }
        const std::uint8_t* mines = mines_.data() + c * stride_;
        for (std::size_t b = 0; b < stride_; ++b) {
            row[b] = mines[b] != 0 ? number_mine : static_cast<std::uint8_t>(row[b] + known);
        }
    }
    return true;
}

Endgame::Entry& Endgame::find(const Key& key) {
    const std::size_t mask = memo_.size() - 1;
    std::size_t i = key.a & mask;
    while (memo_[i].age == age_ && !(memo_[i].key == key)) i = (i + 1) & mask;
    return memo_[i];
}

bool Endgame::solve(const Solver& solver) {
    if (!enumerate(solver)) return false;
    while (board_keys_.size() < boards_) {
        std::uint64_t state = 2 * board_keys_.size() + 1;
        const std::uint64_t a = splitmix(state);
        board_keys_.push_back({a, splitmix(state)});
    }
    if (memo_.empty()) memo_.resize(std::bit_ceil(2 * limits_.nodes + 2));
    if (++age_ == 0) {  // otherwise entries of the first age would look new
        std::fill(memo_.begin(), memo_.end(), Entry{});
        age_ = 1;
    }
    nodes_ = 0;
    over_ = false;
    sets_.resize(boards_);
    for (std::uint32_t b = 0; b < boards_; ++b) sets_[b] = static_cast<std::uint16_t>(b);
    cells_.resize(places_.size());
    for (std::size_t c = 0; c < places_.size(); ++c) cells_[c] = static_cast<std::uint16_t>(c);
    candidates_.clear();
    int best = -1;
    wins_ = count_wins(0, 0, cells_.size(), 0, &best);
    best_ = best < 0 ? -1 : places_[at(best)];
    return !over_;
}

bool Endgame::solve_move(int place, std::uint32_t& safe, std::uint32_t& wins) {
    if (cell_at_[at(place)] < 0) {  // safe and uninformative
        safe = boards_;
        wins = wins_;
        return !over_;
    }
    const auto c = static_cast<std::uint16_t>(cell_at_[at(place)]);
    safe = 0;
    for (std::uint32_t b = 0; b < boards_; ++b) {
        if (number(c, static_cast<std::uint16_t>(b)) != number_mine) ++safe;
    }
    wins = open_cell(c, 0, boards_, safe, 0, 0, cells_.size());
    return !over_;
}

// Splits the set at [begin, end) by the number of the cell, and adds up the wins of the parts.
// Stops with an upper bound once the sum can't exceed `least`.
std::uint32_t Endgame::open_cell(std::uint16_t cell, std::size_t begin, std::size_t end,
                                 std::uint32_t safe, std::uint32_t least, std::size_t cells_begin,
                                 std::size_t cells_end) {
    std::array<std::uint16_t, 9> counts{};
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint8_t n = number(cell, sets_[i]);
        if (n != number_mine) ++counts[n];
    }
    std::uint32_t reachable = safe;
    for (std::uint8_t n = 0; n < 9; ++n) {
        if (counts[n] < 2) continue;
        const std::size_t part = sets_.size();
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint16_t board = sets_[i];
            if (number(cell, board) == n) sets_.push_back(board);
        }
        const std::uint32_t others = reachable - counts[n];
        const std::uint32_t need = least > others ? least - others : 0;
        const std::uint32_t won = count_wins(part, cells_begin, cells_end, need, nullptr);
        sets_.resize(part);
        reachable = others + won;
        if (over_) return 0;
        if (reachable <= least) return reachable;
    }
    return reachable;
}

// The set is the top of the stack, from `begin` on. A result above `need` is exact; any other is an
// upper bound. At the root, `best` receives the best cell.
std::uint32_t Endgame::count_wins(std::size_t begin, std::size_t cells_begin, std::size_t cells_end,
                                  std::uint32_t need, int* best) {
    const std::size_t end = sets_.size();
    const auto size = static_cast<std::uint32_t>(end - begin);
    if (size == 1) {
        // Only this board is left, so opening any of its safe cells leads to a win.
        for (std::size_t i = cells_begin; best != nullptr && *best < 0 && i < cells_end; ++i) {
            if (number(cells_[i], sets_[begin]) != number_mine) *best = cells_[i];
        }
        return 1;
    }
    work_ += size * (cells_end - cells_begin);
    if (work_ > work_between) {
        work_ = 0;
        check_stop(limits_.stop);
    }
    if (++nodes_ > limits_.nodes) {
        over_ = true;
        return 0;
    }
    Key key;
    if (size > 2) {
        for (std::size_t i = begin; i < end; ++i) {
            key.a += board_keys_[sets_[i]].a;
            key.b += board_keys_[sets_[i]].b;
        }
        const Entry& entry = find(key);
        if (entry.age == age_ && best == nullptr && (entry.is_exact || entry.wins <= need)) {
            return entry.wins;
        }
    }
    const std::size_t first_cell = cells_.size();
    const std::size_t first_candidate = candidates_.size();
    std::uint32_t wins = 0;
    bool is_free = false;
    for (std::size_t i = cells_begin; i < cells_end; ++i) {
        const std::uint16_t cell = cells_[i];
        std::uint32_t mines = 0;
        std::uint32_t seen = 0;  // the numbers it shows, as bits
        for (std::size_t j = begin; j < end; ++j) {
            const std::uint8_t n = number(cell, sets_[j]);
            mines += n == number_mine ? 1U : 0U;
            seen |= 1U << n;
        }
        if ((seen & (seen - 1U)) == 0) continue;  // dead: the same on all boards
        cells_.push_back(cell);
        if (mines == 0) {
            for (std::size_t rest = i + 1; rest < cells_end; ++rest) cells_.push_back(cells_[rest]);
            candidates_.resize(first_candidate);
            if (best != nullptr) *best = cell;
            wins = open_cell(cell, begin, end, size, need, first_cell, cells_.size());
            is_free = true;
            break;
        }
        seen &= ~(1U << number_mine);
        candidates_.push_back({cell, static_cast<std::uint16_t>(size - mines),
                               static_cast<std::uint16_t>(std::popcount(seen))});
    }
    if (!is_free && size == 2 && best == nullptr) {
        wins = 1;
    } else if (!is_free) {
        std::sort(candidates_.begin() + static_cast<std::ptrdiff_t>(first_candidate),
                  candidates_.end(), [](const Candidate& x, const Candidate& y) {
                      if (x.safe != y.safe) return x.safe > y.safe;
                      if (x.kinds != y.kinds) return x.kinds > y.kinds;
                      return x.cell < y.cell;
                  });
        const std::size_t last_candidate = candidates_.size();
        const std::size_t last_cell = cells_.size();
        for (std::size_t i = first_candidate; i < last_candidate && !over_; ++i) {
            const Candidate candidate = candidates_[i];
            const std::uint32_t least = std::max(wins, need);
            if (candidate.safe <= least) {  // neither this nor any later one can be better
                wins = std::max<std::uint32_t>(wins, candidate.safe);
                break;
            }
            const std::uint32_t won =
                open_cell(candidate.cell, begin, end, candidate.safe, least, first_cell, last_cell);
            if (won > least && best != nullptr) *best = candidate.cell;
            wins = std::max(wins, won);
        }
    }
    cells_.resize(first_cell);
    candidates_.resize(first_candidate);
    if (size > 2 && !over_) find(key) = {key, wins, age_, wins > need};
    return wins;
}

}  // namespace sapper
