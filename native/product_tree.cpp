// Builds a product as a binary tree of partial products.
//
// The caller assigns a weight to each term of the finished product, and these weights are passed
// down the tree. Each leaf receives the combined weight of everything outside it: the other leaves
// and the weights at the root. The method is the sum-product algorithm of Kschischang, Frey and
// Loeliger (2001) on a tree whose edges carry polynomials. Prefix and suffix products would give
// the same result, but cost n^2 for n leaves.

#include "product_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sapper {
namespace {

// Terms smaller than this fraction of a node's largest term do not matter at double precision.
constexpr double negligible = 1e-40;

}  // namespace

ProductTree::Node& ProductTree::new_node() {
    if (size_ == nodes_.size()) nodes_.emplace_back();
    Node& node = nodes_[size_++];
    node.left = node.right = -1;
    node.scale = 0.0;
    return node;
}

ProductTree::Node& ProductTree::add_leaf(int low) {
    Node& leaf = new_node();
    leaf.low = low;
    return leaf;
}

void ProductTree::multiply(Numbers numbers) {
    numbers_ = numbers;
    if (size_ == 0) add_leaf(0).terms.assign(1, 1.0);
    for (std::size_t head = 0; head + 1 < size_; head += 2) {
        new_node();
        Node& node = nodes_[size_ - 1];
        const Node& a = nodes_[head];
        const Node& b = nodes_[head + 1];
        node.left = static_cast<int>(head);
        node.right = static_cast<int>(head) + 1;
        node.low = a.low + b.low;
        node.terms.assign(a.terms.size() + b.terms.size() - 1, 0.0);
        for (std::size_t i = 0; i < a.terms.size(); ++i) {
            const double factor = a.terms[i];
            double* out = node.terms.data() + i;
            for (std::size_t j = 0; j < b.terms.size(); ++j) out[j] += factor * b.terms[j];
        }
        if (numbers == Numbers::exact) continue;
        const double largest = *std::max_element(node.terms.begin(), node.terms.end());
        std::size_t first = 0;
        std::size_t last = node.terms.size();
        while (node.terms[first] < negligible * largest) ++first;
        while (node.terms[last - 1] < negligible * largest) --last;
        node.terms.resize(last);
        const auto begin = node.terms.begin();
        node.terms.erase(begin, begin + static_cast<std::ptrdiff_t>(first));
        node.low += static_cast<int>(first);
        for (double& term : node.terms) term /= largest;
        node.scale = a.scale + b.scale + std::log(largest);
    }
}

void ProductTree::weigh_down() {
    for (std::size_t n = size_; n-- > 0;) {
        const Node& parent = nodes_[n];
        if (parent.left < 0) break;
        const auto size = static_cast<int>(parent.weight.size());
        for (const auto& [child, sibling] :
             {std::pair{parent.left, parent.right}, std::pair{parent.right, parent.left}}) {
            Node& node = nodes_[static_cast<std::size_t>(child)];
            const Node& other = nodes_[static_cast<std::size_t>(sibling)];
            node.weight.assign(node.terms.size(), 0.0);
            for (std::size_t t = 0; t < node.terms.size(); ++t) {
                const int shift = node.low + static_cast<int>(t) + other.low - parent.low;
                const int from = std::max(0, -shift);
                const int to = std::min(static_cast<int>(other.terms.size()), size - shift);
                double total = 0.0;
                for (int s = from; s < to; ++s) {
                    total += other.terms[static_cast<std::size_t>(s)] *
                             parent.weight[static_cast<std::size_t>(shift + s)];
                }
                node.weight[t] = total;
            }
            if (numbers_ == Numbers::scaled) {
                const double largest = *std::max_element(node.weight.begin(), node.weight.end());
                if (largest > 0.0) {
                    for (double& weight : node.weight) weight /= largest;
                }
            }
        }
    }
}

int ProductTree::sample(Random& random, std::vector<int>& powers) const {
    powers.assign(size_, 0);
    const auto pick = [&](int from, int to, auto&& weight) {
        double total = 0.0;
        for (int i = from; i < to; ++i) total += weight(i);
        double left = random.uniform() * total;
        int last = from;
        for (int i = from; i < to; ++i) {
            const double w = weight(i);
            if (w == 0.0) continue;
            last = i;
            left -= w;
            if (left < 0.0) break;
        }
        return last;
    };
    const auto u = [](int i) { return static_cast<std::size_t>(i); };
    const Node& top = root();
    const int whole = top.low + pick(0, static_cast<int>(top.terms.size()),
                                     [&](int i) { return top.terms[u(i)] * top.weight[u(i)]; });
    powers[size_ - 1] = whole;
    for (std::size_t n = size_; n-- > 0;) {
        const Node& node = nodes_[n];
        if (node.left < 0) break;
        const Node& a = nodes_[u(node.left)];
        const Node& b = nodes_[u(node.right)];
        const int total = powers[n] - a.low - b.low;
        const int from = std::max(0, total - static_cast<int>(b.terms.size()) + 1);
        const int to = std::min(static_cast<int>(a.terms.size()), total + 1);
        const int t = pick(from, to, [&](int i) { return a.terms[u(i)] * b.terms[u(total - i)]; });
        powers[u(node.left)] = a.low + t;
        powers[u(node.right)] = b.low + total - t;
    }
    return whole;
}

}  // namespace sapper
