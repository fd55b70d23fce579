// Applies the techniques to a position, the cheapest first.
//
// The cheapest techniques are the rules, which are applied to the clues that changed. Then each
// component of the border that contains a changed clue is solved. The mine count, which ties all
// components together, is used only if the other techniques find nothing. A component is kept until
// one of its clues changes or a new clue joins it, so only the components that a move changes are
// solved again. Provable cells are settled immediately, and the rules are applied to the clues
// around them before anything more expensive is tried.

#include "solver.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#include "rules.hpp"

namespace sapper {
namespace {

// After this amount of work, in arcs and coefficients, the solver checks whether to stop.
constexpr std::size_t work_between = 1U << 16;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::size_t coefficients_of(const Component& component) {
    return component.is_wide ? 8 * component.wide_weights.size() : component.weights.size();
}

}  // namespace

void Solver::count_work(std::size_t work) {
    work_ += work;
    if (work_ < work_between) return;
    work_ = 0;
    check_stop(limits_.stop);
}

void Solver::forget() {
    owner_.assign(at(position_.places()), -1);
    index_.assign(at(position_.places()), -1);
    free_.clear();
    live_.clear();
    refused_ = 0;
    work_ = work_between;  // so that the first border checks
    for (int slot = static_cast<int>(components_.size()); slot-- > 0;) free_.push_back(slot);
}

void Solver::reset(Grid grid, int mines) {
    position_.reset(grid, mines);
    forget();
}

void Solver::read(Grid grid, int mines, const std::uint8_t* states) {
    position_.read(grid, mines, states);
    forget();
}

bool Solver::apply_rules() {
    const int before = position_.unknown_left();
    do {
        apply_trivial_rule(position_);
    } while (!position_.broken() && apply_pair_rule(position_));
    return position_.unknown_left() != before;
}

int Solver::new_slot() {
    if (free_.empty()) {
        components_.emplace_back();
        return static_cast<int>(components_.size()) - 1;
    }
    const int slot = free_.back();
    free_.pop_back();
    return slot;
}

void Solver::retire(int slot) {
    for (const int clue : components_[at(slot)].border.clues) {
        if (owner_[at(clue)] == slot) owner_[at(clue)] = -1;
    }
    const int hole = components_[at(slot)].place_in_live;
    components_[at(live_.back())].place_in_live = hole;
    live_[at(hole)] = live_.back();
    live_.pop_back();
    free_.push_back(slot);
}

bool Solver::settle_certain(const Component& component, std::vector<CertainCell>* found) {
    bool any = false;
    for (std::size_t b = 0; b < component.border.boxes.size(); ++b) {
        const Box& box = component.border.boxes[b];
        const unsigned possible = component.graph.possible[b];
        const bool is_mine = possible == 1U << box.size;
        if (possible != 1U && !is_mine) continue;
        for (const int cell : box.cell_span()) {
            if (found != nullptr) {
                found->push_back({cell, is_mine});
            } else if (is_mine) {
                position_.settle_mine(cell);
            } else {
                position_.settle_safe(cell);
            }
        }
        any = found == nullptr;
    }
    return any;
}

bool Solver::solve_components(std::vector<CertainCell>* found) {
    bool any = false;
    // A component is out of date if one of its clues has changed.
    for (const int clue : position_.dirty) {
        if (owner_[at(clue)] >= 0) retire(owner_[at(clue)]);
    }
    while (!position_.dirty.empty() && !position_.broken()) {
        const int start = position_.pop(position_.dirty, Position::in_dirty);
        if (position_.at(start).unknown == 0 || owner_[at(start)] >= 0) continue;
        const int slot = new_slot();
        Component& component = components_[at(slot)];
        collect_border(position_, start, index_, component.border);
        for (const int clue : component.border.clues) {
            // A new clue can join two borders whose own clues did not change.
            if (owner_[at(clue)] >= 0) retire(owner_[at(clue)]);
            owner_[at(clue)] = slot;
        }
        component.place_in_live = static_cast<int>(live_.size());
        live_.push_back(slot);
        component.is_weighed = false;
        component.refusal.clear();
        try {
            eliminator_.eliminate(component.border, limits_, component.graph);
        } catch (const TooWide& error) {
            component.refusal = error.what();
            ++refused_;
            count_work(work_between);
            continue;
        }
        count_work(component.graph.targets.size());
        if (!component.graph.consistent()) {
            position_.set_broken();
        } else if (settle_certain(component, found)) {
            any = true;
            retire(slot);
        }
    }
    return any;
}

void Solver::run_forward(Component& component, std::size_t most) {
    if (!component.refusal.empty()) throw TooWide(component.refusal);
    component.weights.forward(component.border, component.graph, limits_, most);
    double total = 0.0;
    for (const double term : component.weights.terms()) total += term;
    component.is_wide = !(total < 0x1.0p1000);
    if (component.is_wide) {
        component.weights.clear();
        component.wide_weights.forward(component.border, component.graph, limits_, most / 8);
    }
    component.is_weighed = true;
    count_work(coefficients_of(component));
}

// Some scaled weights were cut to zero, so scaled weights give odds but prove nothing.
template <class Number>
void Solver::run_backward_as(const Weights<Number>& weights, Component& component,
                             std::size_t index) {
    std::vector<Wide> wide;
    combination_.wide_weight(index, wide);
    std::int64_t shift = std::numeric_limits<std::int64_t>::min();
    for (const Wide& w : wide) {
        if (!w.is_zero()) shift = std::max(shift, w.exponent);
    }
    std::vector<Number> weight(wide.size());
    std::vector<Number> scratch;
    std::vector<BoxWeight<Number>> boxes;
    for (std::size_t t = 0; t < wide.size(); ++t) {
        if constexpr (std::is_same_v<Number, Wide>) {
            weight[t] = Wide(wide[t].mantissa, wide[t].exponent - shift);
        } else {
            // At most 2^1000 fillings share a weight, so the loss is below 2^-60 of the total.
            weight[t] = wide[t].scaled(shift);
        }
    }
    weights.backward(component.border, component.graph, weight, scratch, boxes);
    constexpr double tiny = std::numeric_limits<double>::min();
    for (std::size_t b = 0; b < boxes.size(); ++b) {
        const Wide mines(boxes[b].mines);
        const Wide safe(boxes[b].safe);
        const std::int64_t larger = std::max(mines.exponent, safe.exponent);
        component.odds[b] =
            odds_of(std::max(mines.scaled(larger), tiny), std::max(safe.scaled(larger), tiny));
    }
    const std::span<const char> support = combination_.support(index);
    if (support.empty()) return;
    for (std::size_t t = 0; t < weight.size(); ++t) weight[t] = Number(support[t] ? 1.0 : 0.0);
    weights.backward(component.border, component.graph, weight, scratch, boxes);
    for (std::size_t b = 0; b < boxes.size(); ++b) {
        if (Wide(boxes[b].mines).is_zero()) component.odds[b] = 0.0;
        if (Wide(boxes[b].safe).is_zero()) component.odds[b] = 1.0;
    }
}

void Solver::run_backward(Component& component, std::size_t index) {
    count_work(coefficients_of(component));
    component.odds.resize(component.border.boxes.size());
    if (!combination_.is_plain()) {
        if (component.is_wide) {
            run_backward_as(component.wide_weights, component, index);
        } else {
            run_backward_as(component.weights, component, index);
        }
        return;
    }
    component.weights.backward(component.border, component.graph, combination_.weight(index),
                               scratch_, box_weights_);
    for (std::size_t b = 0; b < component.odds.size(); ++b) {
        component.odds[b] = odds_of(box_weights_[b].mines, box_weights_[b].safe);
    }
}

bool Solver::weigh() {
    if (position_.broken()) return false;
    const int untouched = this->untouched();
    combination_.clear(untouched, position_.mines_left());
    std::size_t spent = 0;
    for (const int slot : live_) {
        Component& component = components_[at(slot)];
        if (!component.is_weighed) run_forward(component, limits_.coefficients - spent);
        spent += coefficients_of(component);
        if (spent > limits_.coefficients) spent = limits_.coefficients;
        if (component.is_wide) {
            combination_.add(component.wide_weights.low(), component.wide_weights.terms());
        } else {
            combination_.add(component.weights.low(), component.weights.terms());
        }
    }
    if (!combination_.solve()) {
        position_.set_broken();
        return false;
    }
    const int before = position_.unknown_left();
    const double rest = combination_.untouched_odds();
    for (std::size_t i = 0; i < live_.size(); ++i) run_backward(components_[at(live_[i])], i);
    for (const int slot : live_) {
        const Component& component = components_[at(slot)];
        for (std::size_t b = 0; b < component.odds.size(); ++b) {
            if (component.odds[b] > 0.0 && component.odds[b] < 1.0) continue;
            for (const int cell : component.border.boxes[b].cell_span()) {
                if (component.odds[b] == 0.0) {
                    position_.settle_safe(cell);
                } else {
                    position_.settle_mine(cell);
                }
            }
        }
    }
    if (untouched > 0 && (rest == 0.0 || rest == 1.0)) {
        for (int place = 0; place < position_.places(); ++place) {
            const Square& square = position_.at(place);
            if (square.mark != mark_unknown || square.clues != 0) continue;
            if (rest == 0.0) {
                position_.settle_safe(place);
            } else {
                position_.settle_mine(place);
            }
        }
    }
    return position_.unknown_left() != before;
}

void Solver::analyze() {
    do {
        apply_rules();
        if (position_.broken()) return;
        if (solve_components()) continue;
        if (position_.broken()) return;
        if (!weigh()) return;
    } while (!position_.broken());
}

int Solver::hidden_neighbours(int place) const {
    int count = 0;
    for (int d = 0; d < 8; ++d) {
        const std::uint8_t mark = position_.at(place + position_.step(d)).mark;
        if (mark > 8 && mark != mark_wall) ++count;
    }
    return count;
}

int Solver::untouched() const {
    int count = position_.unknown_left();
    for (const int slot : live_) count -= components_[at(slot)].border.cells;
    return count;
}

double Solver::odds_at(int place) const {
    if (position_.at(place).clues == 0) return untouched_odds();
    double odds = 0.0;
    for_components([&](const Component& component) {
        for (std::size_t b = 0; b < component.odds.size(); ++b) {
            for (const int cell : component.border.boxes[b].cell_span()) {
                if (cell == place) odds = component.odds[b];
            }
        }
    });
    return odds;
}

double Solver::least_odds() const {
    double least = untouched() > 0 ? untouched_odds() : 1.0;
    for (const int slot : live_) {
        for (const double odds : components_[at(slot)].odds) least = std::min(least, odds);
    }
    return least;
}

int Solver::least_risky() const {
    // Risks closer than this are treated as equal.
    constexpr double tolerance = 1e-9;
    const double least = least_odds();
    bool at_border = false;  // is some border cell among the least risky?
    for (const int slot : live_) {
        for (const double odds : components_[at(slot)].odds) {
            at_border = at_border || odds <= least + tolerance;
        }
    }
    int best = -1;
    int fewest = 9;
    const auto consider = [&](int place) {
        const int hidden = hidden_neighbours(place);
        if (hidden < fewest || (hidden == fewest && place < best)) {
            fewest = hidden;
            best = place;
        }
    };
    if (!at_border) {
        for (int place = 0; place < position_.places(); ++place) {
            const Square& square = position_.at(place);
            if (square.mark == mark_unknown && square.clues == 0) consider(place);
        }
    } else {
        for (const int slot : live_) {
            const Component& component = components_[at(slot)];
            for (std::size_t b = 0; b < component.odds.size(); ++b) {
                if (component.odds[b] > least + tolerance) continue;
                for (const int cell : component.border.boxes[b].cell_span()) consider(cell);
            }
        }
    }
    return best;
}

int Solver::safest_place() const {
    int best = -1;
    int best_cost = 1 << 20;
    for (const int place : position_.to_open) {
        const int cost = hidden_neighbours(place) + (position_.at(place).clues == 0 ? 9 : 0);
        if (cost < best_cost || (cost == best_cost && place < best)) {
            best = place;
            best_cost = cost;
        }
    }
    return best >= 0 ? best : least_risky();
}

void Solver::write_odds(double* odds) const {
    const Grid& grid = position_.grid();
    std::array<double, mark_wall + 1> by_mark{};
    by_mark.fill(std::numeric_limits<double>::quiet_NaN());
    by_mark[mark_unknown] = untouched_odds();
    by_mark[mark_safe] = 0.0;
    by_mark[mark_mine] = 1.0;
    for (int row = 0; row < grid.height; ++row) {
        const Square* squares = &position_.at(position_.place_at(row, 0));
        double* line = odds + at(row) * at(grid.width);
        for (int column = 0; column < grid.width; ++column) {
            line[column] = by_mark[squares[column].mark];
        }
    }
    for (const int slot : live_) {
        const Component& component = components_[at(slot)];
        for (std::size_t b = 0; b < component.odds.size(); ++b) {
            for (const int cell : component.border.boxes[b].cell_span()) {
                odds[position_.cell_of(cell)] = component.odds[b];
            }
        }
    }
}

}  // namespace sapper
