// Samples whole boards from the posterior, using the same counts as the odds.
//
// First, the sampler draws the mine count of every border by walking down the product tree of
// combine.cpp. Then the sampler fills each border separately, by walking the border's graph from
// the last state back to the first. The probability of an arc is proportional to the number of ways
// to reach its origin with the remaining mines, times the number of ways to fill the box. The
// forward polynomials hold these numbers, so no board is ever rejected and all consistent boards
// are equally likely. The method is forward filtering and backward sampling (Carter and Kohn 1994).

#include "sample.hpp"

#include <algorithm>
#include <utility>

namespace sapper {
namespace {

template <class F>
void choose(int n, int k, Random& random, F&& f) {
    for (int i = 0; i < n && k > 0; ++i) {
        if (random.below(static_cast<std::uint32_t>(n - i)) < static_cast<std::uint32_t>(k)) {
            f(i);
            --k;
        }
    }
}

Wide coefficient(const Component& component, std::uint32_t state, int mines) {
    const auto term = [&](const auto& weights) -> Wide {
        const int i = mines - weights.low(state);
        const auto terms = weights.terms(state);
        if (i < 0 || i >= static_cast<int>(terms.size())) return {};
        return terms[static_cast<std::size_t>(i)];
    };
    return component.is_wide ? term(component.wide_weights) : term(component.weights);
}

}  // namespace

Sampler::Sampler(const Solver& solver) : solver_(solver) {
    solver.for_components([&](const Component& component) {
        const Elimination& graph = component.graph;
        Arrivals& arrivals = arrivals_.emplace_back();
        arrivals.component = &component;
        arrivals.begin.assign(graph.states.size() + 1, 0);
        const auto each_arc = [&](auto&& f) {
            for (std::uint32_t s = 0; s < graph.states.size(); ++s) {
                const Elimination::State& state = graph.states[s];
                if (!state.alive) continue;
                for (unsigned j = 0; j < state.arcs; ++j) {
                    const std::uint32_t target = graph.targets[state.first_arc + j];
                    if (target == Elimination::dead) continue;
                    f(s, target, state.least + static_cast<int>(j));
                }
            }
        };
        each_arc([&](std::uint32_t, std::uint32_t target, int) { ++arrivals.begin[target + 1]; });
        for (std::size_t s = 0; s < graph.states.size(); ++s) {
            arrivals.begin[s + 1] += arrivals.begin[s];
        }
        std::vector<std::uint32_t> fill = arrivals.begin;
        arrivals.arcs.resize(arrivals.begin.back());
        each_arc([&](std::uint32_t from, std::uint32_t target, int mines) {
            arrivals.arcs[fill[target]++] = {from, mines};
        });
    });
    const Position& position = solver.position();
    for (int cell = 0; cell < position.grid().size(); ++cell) {
        const Square& square = position.at(position.place_of(cell));
        if (square.mark == mark_mine) mines_.push_back(cell);
        if (square.mark == mark_unknown && square.clues == 0) untouched_.push_back(cell);
    }
}

void Sampler::draw(Random& random, std::uint8_t* is_mine) {
    std::fill(is_mine, is_mine + solver_.position().grid().size(), std::uint8_t{0});
    for (const int cell : mines_) is_mine[cell] = 1;
    const int rest = solver_.combination().sample(random, counts_);
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
        draw_component(arrivals_[i], counts_[i], random, is_mine);
    }
    // A partial shuffle: the initial order of the cells does not matter.
    for (int i = 0; i < rest; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto left = static_cast<std::uint32_t>(untouched_.size() - at);
        std::swap(untouched_[at], untouched_[at + random.below(left)]);
        is_mine[untouched_[at]] = 1;
    }
}

void Sampler::rewind() { std::sort(untouched_.begin(), untouched_.end()); }

void Sampler::draw_component(const Arrivals& arrivals, int mines, Random& random,
                             std::uint8_t* is_mine) {
    const Component& component = *arrivals.component;
    const Position& position = solver_.position();
    auto state = static_cast<std::uint32_t>(component.graph.states.size() - 1);
    for (std::size_t layer = component.graph.order.size(); layer-- > 0;) {
        const auto b = static_cast<std::size_t>(component.graph.order[layer]);
        const Box& box = component.border.boxes[b];
        const Wide total = coefficient(component, state, mines);
        // The chances of the incoming arcs add up to 1.
        double left = random.uniform();
        const Arrivals::Arc* chosen = nullptr;
        for (std::uint32_t a = arrivals.begin[state]; a < arrivals.begin[state + 1]; ++a) {
            const Arrivals::Arc& arc = arrivals.arcs[a];
            const Wide ways = coefficient(component, arc.from, mines - arc.mines) *
                              Wide(small_binomial[box.size][arc.mines]);
            if (ways.is_zero()) continue;
            chosen = &arc;
            left -= ways.scaled(total.exponent) / total.mantissa;
            if (left < 0.0) break;
        }
        choose(box.size, chosen->mines, random, [&](int i) {
            is_mine[position.cell_of(box.cells[static_cast<std::size_t>(i)])] = 1;
        });
        mines -= chosen->mines;
        state = chosen->from;
    }
}

}  // namespace sapper
