// The forward and the backward pass over a border's graph.
//
// Forward: every state gets a polynomial, in which the coefficient of x^m counts the ways to reach
// the state with m mines so far. The polynomial of the last state is the border's generating
// function by mine count. Nothing else about the border matters to the rest of the board.
//
// Backward: the rest of the board supplies a weight for each number of mines in the border
// (combine.cpp). The backward pass carries these weights back through the graph, so that each state
// gets, for each number m of mines so far, the total weight of its completions. Combining the
// forward weights at the start of an arc with the backward weights at its end gives the weight of
// all boards that use this arc. So one forward pass and one backward pass give the odds of every
// box. The method is Pearl's message passing (1988) on a chain with a mine count.
//
// All weights are sums of products of non-negative numbers. If the whole board has up to a thousand
// unknown cells, the weights are (rounded) integers below 2^1000. Such weights need no scaling and
// do not underflow, and a weight of zero means impossible.

#include "weigh.hpp"

#include <algorithm>
#include <string>

namespace sapper {

template <class Number>
void Weights<Number>::forward(const Border& border, const Elimination& graph, const Limits& limits,
                              std::size_t most) {
    const std::size_t count = graph.states.size();
    begin_.resize(count);
    low_.resize(count);
    length_.resize(count);
    forward_.assign(1, Number(1.0));
    begin_[0] = 0;
    low_[0] = 0;
    length_[0] = 1;

    for (std::size_t layer = 0; layer < graph.order.size(); ++layer) {
        const std::uint32_t first = graph.layer_begin[layer];
        const std::uint32_t last = graph.layer_begin[layer + 1];
        const std::uint32_t end = graph.layer_begin[layer + 2];
        for (std::uint32_t t = last; t < end; ++t) {
            low_[t] = 1 << 30;
            length_[t] = -1;  // holds the highest mine count until the range is known
        }
        for (std::uint32_t s = first; s < last; ++s) {
            const Elimination::State& state = graph.states[s];
            if (!state.alive) continue;
            for (unsigned j = 0; j < state.arcs; ++j) {
                const std::uint32_t t = graph.targets[state.first_arc + j];
                if (t == Elimination::dead) continue;
                const int low = low_[s] + state.least + static_cast<int>(j);
                low_[t] = std::min(low_[t], low);
                length_[t] = std::max(length_[t], low + length_[s] - 1);
            }
        }
        std::size_t size = forward_.size();
        for (std::uint32_t t = last; t < end; ++t) {
            begin_[t] = static_cast<std::uint32_t>(size);
            length_[t] = graph.states[t].alive ? length_[t] - low_[t] + 1 : 0;
            size += static_cast<std::size_t>(length_[t]);
        }
        if (size > most) {
            clear();
            throw TooWide("the borders are too long: one has " +
                          std::to_string(border.clues.size()) + " clues and " +
                          std::to_string(border.cells) +
                          " cells, and together they need more than " +
                          std::to_string(limits.coefficients) + " coefficients");
        }
        forward_.resize(size);
        const double* binomial =
            small_binomial[border.boxes[static_cast<std::size_t>(graph.order[layer])].size];
        for (std::uint32_t s = first; s < last; ++s) {
            const Elimination::State& state = graph.states[s];
            if (!state.alive) continue;
            const Number* source = forward_.data() + begin_[s];
            for (unsigned j = 0; j < state.arcs; ++j) {
                const std::uint32_t t = graph.targets[state.first_arc + j];
                if (t == Elimination::dead) continue;
                const int k = state.least + static_cast<int>(j);
                const Number ways = binomial[k];
                Number* sink = forward_.data() + begin_[t] + (low_[s] + k - low_[t]);
                for (int i = 0; i < length_[s]; ++i) sink[i] += source[i] * ways;
            }
        }
    }
}

template <class Number>
void Weights<Number>::backward(const Border& border, const Elimination& graph,
                               std::span<const Number> weight, std::vector<Number>& scratch,
                               std::vector<BoxWeight<Number>>& boxes) const {
    boxes.assign(border.boxes.size(), {});
    if (scratch.size() < forward_.size()) scratch.resize(forward_.size());
    Number* const backward = scratch.data();
    std::copy(weight.begin(), weight.end(), backward + begin_.back());

    for (std::size_t layer = graph.order.size(); layer-- > 0;) {
        const auto b = static_cast<std::size_t>(graph.order[layer]);
        const int size = border.boxes[b].size;
        const double* binomial = small_binomial[size];
        std::array<Number, 9> by_count{};
        for (std::uint32_t s = graph.layer_begin[layer]; s < graph.layer_begin[layer + 1]; ++s) {
            const Elimination::State& state = graph.states[s];
            if (!state.alive) continue;
            const Number* before = forward_.data() + begin_[s];
            Number* after = backward + begin_[s];
            std::fill(after, after + length_[s], Number{});
            for (unsigned j = 0; j < state.arcs; ++j) {
                const std::uint32_t t = graph.targets[state.first_arc + j];
                if (t == Elimination::dead) continue;
                const int k = state.least + static_cast<int>(j);
                const Number ways = binomial[k];
                const Number* source = backward + begin_[t] + (low_[s] + k - low_[t]);
                Number sum{};
                for (int i = 0; i < length_[s]; ++i) {
                    const Number pulled = source[i] * ways;
                    after[i] += pulled;
                    sum += before[i] * pulled;
                }
                by_count[static_cast<std::size_t>(k)] += sum;
            }
        }
        for (int k = 0; k <= size; ++k) {
            const Number total = by_count[static_cast<std::size_t>(k)];
            boxes[b].mines += total * Number(static_cast<double>(k));
            boxes[b].safe += total * Number(static_cast<double>(size - k));
        }
    }
}

template class Weights<double>;
template class Weights<Wide>;

}  // namespace sapper
