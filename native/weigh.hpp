// Weighs the fillings of a border, in a forward and a backward pass over its graph.
#pragma once

#include <span>
#include <vector>

#include "eliminate.hpp"
#include "wide.hpp"

namespace sapper {

inline constexpr double small_binomial[9][9] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
};

// Sums over all fillings: the weight times the number of mines in the box, and the weight times the
// number of safe cells in the box.
template <class Number>
struct BoxWeight {
    Number mines{};
    Number safe{};
};

// The type Number is double if the counts fit (up to about a thousand cells), otherwise Wide.
template <class Number>
class Weights {
public:
    // Throws TooWide if the polynomials have more than `most` coefficients in all.
    void forward(const Border& border, const Elimination& graph, const Limits& limits,
                 std::size_t most);
    std::size_t size() const { return forward_.size(); }

    // The number of fillings of the whole border that have low() + t mines is terms()[t].
    int low() const { return low_.back(); }
    std::span<const Number> terms() const {
        return {forward_.data() + begin_.back(), forward_.size() - begin_.back()};
    }

    // `weight` contains a weight for each total mine count, in the same order as terms(). These
    // weights are carried back through the graph. `boxes` receives the weights of each box.
    void backward(const Border& border, const Elimination& graph, std::span<const Number> weight,
                  std::vector<Number>& scratch, std::vector<BoxWeight<Number>>& boxes) const;

    int low(std::uint32_t state) const { return low_[state]; }
    std::span<const Number> terms(std::uint32_t state) const {
        return {forward_.data() + begin_[state], static_cast<std::size_t>(length_[state])};
    }
    void clear() { forward_.clear(); }

private:
    // For each state: where its polynomial begins, the power of its first term, and its length.
    std::vector<std::uint32_t> begin_;
    std::vector<int> low_;
    std::vector<int> length_;
    std::vector<Number> forward_;
};

}  // namespace sapper
