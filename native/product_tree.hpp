// The product of many small polynomials, and for each factor the combined weight of all other
// factors.
#pragma once

#include <cstddef>
#include <vector>

#include "random.hpp"

namespace sapper {

class ProductTree {
public:
    // With `scaled`, the terms of each product are divided by the largest term, and negligible
    // terms at either end are dropped.
    enum class Numbers { exact, scaled };

    // In the list of nodes, the leaves come first, in the order in which they were added.
    struct Node {
        int left = -1;
        int right = -1;
        int low = 0;  // the power of the first term
        std::vector<double> terms;
        std::vector<double> weight;  // weight of everything outside this node, aligned with terms
        double scale = 0.0;          // natural logarithm of the factor divided out of terms
    };

    void clear() { size_ = 0; }

    // Returns a new leaf, whose terms the caller must set.
    Node& add_leaf(int low);

    void multiply(Numbers numbers);

    // Call this after multiply(), and after setting root().weight. Passes the weights at the root
    // down to every leaf.
    void weigh_down();

    Node& root() { return nodes_[size_ - 1]; }
    const Node& root() const { return nodes_[size_ - 1]; }
    const Node& leaf(std::size_t i) const { return nodes_[i]; }

    // Call this after weigh_down(). Draws a power of x for each leaf, from the joint distribution
    // of these powers, and returns their sum.
    int sample(Random& random, std::vector<int>& powers) const;

private:
    Node& new_node();

    Numbers numbers_ = Numbers::exact;
    std::vector<Node> nodes_;  // only the first size_ are in use
    std::size_t size_ = 0;
};

}  // namespace sapper
