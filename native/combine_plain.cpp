// Combines the borders by counting, for boards of ordinary size.
//
// On such boards all counts are below 2^1000, so the terms are integers in doubles, without
// scaling. A count below 2^53 is exact, and zero means impossible.

#include <algorithm>
#include <cstdint>

#include "combine.hpp"

namespace sapper {
namespace {

// C(n, k) for k = from .. to, where 0 <= from <= to <= n.
void binomials(int n, int from, int to, std::vector<double>& out) {
    out.clear();
    std::uint64_t exact = 1;
    double value = 1.0;
    bool is_exact = true;
    for (int k = 0;; ++k) {
        if (k >= from) out.push_back(value);
        if (k == to) return;
        const auto up = static_cast<std::uint64_t>(n - k);
        const auto down = static_cast<std::uint64_t>(k) + 1;
        if (is_exact && exact < (std::uint64_t{1} << 62) / up) {
            // exact * up / down, without overflow
            exact = exact / down * up + exact % down * up / down;
            value = static_cast<double>(exact);
        } else {
            is_exact = false;
            value = value * static_cast<double>(up) / static_cast<double>(down);
        }
    }
}

}  // namespace

bool Combination::solve_plain() {
    tree_.multiply(ProductTree::Numbers::exact);
    ProductTree::Node& root = tree_.root();
    const int size = static_cast<int>(root.terms.size());
    root.weight.assign(root.terms.size(), 0.0);
    const int least = std::max(0, mines_ - root.low - size + 1);
    const int most = std::min(untouched_, mines_ - root.low);
    if (least > most) return false;
    std::vector<double> row;
    // C(n, k) = C(n, n - k), so start from the nearer end.
    const bool mirror = untouched_ - most < least;
    if (mirror) {
        binomials(untouched_, untouched_ - most, untouched_ - least, row);
        std::reverse(row.begin(), row.end());
    } else {
        binomials(untouched_, least, most, row);
    }
    for (int rest = least; rest <= most; ++rest) {
        root.weight[static_cast<std::size_t>(mines_ - rest - root.low)] =
            row[static_cast<std::size_t>(rest - least)];
    }
    tree_.weigh_down();
    read_root(0.0);
    all_supported_ = true;  // impossible counts have weight zero
    return boards_ > 0.0;
}

}  // namespace sapper
