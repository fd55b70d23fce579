// The product of many small polynomials, and what each of them sees of the others. See
// product_tree.cpp.
#pragma once

#include <cstddef>
#include <vector>

#include "random.hpp"

namespace sapper {

class ProductTree {
public:
    // Exact: terms are as they are given. Scaled: each node's terms are divided by the largest, and
    // those that cannot matter are cut.
    enum class Numbers { exact, scaled };

    // The leaves come first, in the order in which they were added.
    struct Node {
        int left = -1;
        int right = -1;
        int low = 0;  // the power of the first term
        std::vector<double> terms;
        std::vector<double> weight;  // what everything outside this node weighs, aligned with terms
        double scale = 0.0;          // natural logarithm of the factor taken out of terms
    };

    // Forgets everything; storage is kept.
    void clear() { size_ = 0; }

    // A new leaf, whose terms are still to be written.
    Node& add_leaf(int low);

    // Multiplies all leaves together.
    void multiply(Numbers numbers);

    // After multiply(): carries the weight that was written to the root down to every leaf.
    void weigh_down();

    Node& root() { return nodes_[size_ - 1]; }
    const Node& root() const { return nodes_[size_ - 1]; }
    const Node& leaf(std::size_t i) const { return nodes_[i]; }

    // After weigh_down(): draws a power for each leaf from their joint distribution, and returns
    // their sum. `powers` has an entry for each node; the leaves come first.
    int sample(Random& random, std::vector<int>& powers) const;

private:
    Node& new_node();

    Numbers numbers_ = Numbers::exact;
    std::vector<Node> nodes_;  // only the first size_ are in use
    std::size_t size_ = 0;
};

}  // namespace sapper
