// Combines the borders through the mine count.
//
// Borders interact only through the number of mines they use. There are C(untouched, left) ways to
// place the remaining mines in the untouched cells. So each border becomes a generating function: a
// polynomial whose coefficient of x^m is the number of fillings with m mines. The product of these
// polynomials (product_tree.cpp), weighted by the binomials, gives the number of boards and the
// odds of an untouched cell. The product also gives, for each border, the weight of the rest of the
// board.
//
// There are two ways to compute the product. For boards of ordinary size, combine_plain.cpp stores
// integer counts in doubles. For big boards, whose counts would overflow a double,
// combine_scaled.cpp uses scaled weights. An upper bound on the counts decides which of the two
// methods is used.

#include "combine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sapper {
namespace {

constexpr double plain_limit = 1000.0;  // bits

double sum(std::span<const double> terms) {
    double total = 0.0;
    for (const double term : terms) total += term;
    return total;
}

}  // namespace

double odds_of(double mines, double safe) {
    if (mines == 0.0) return 0.0;
    if (safe == 0.0) return 1.0;
    // Rounding must not turn a very likely mine into a provable one.
    return std::clamp(mines / (mines + safe), std::numeric_limits<double>::min(), 1.0 - 0x1.0p-53);
}

double log_factorial(int n) {
    if (n < 20) {
        double product = 1.0;
        for (int i = 2; i <= n; ++i) product *= i;
        return std::log(product);
    }
    // For n >= 20, the first omitted term of Stirling's series is below 1e-17.
    const long double x = n;
    const long double r = 1.0L / (x * x);
    constexpr long double half_log_two_pi = 0.918938533204672741780329736406L;
    const long double series =
        (1.0L / 12 - r * (1.0L / 360 - r * (1.0L / 1260 - r * (1.0L / 1680 - r / 1188)))) / x;
    return static_cast<double>((x + 0.5L) * std::log(x) - x + half_log_two_pi + series);
}

void Combination::clear(int untouched, int mines) {
    untouched_ = untouched;
    mines_ = mines;
    borders_ = 0;
    plain_ = true;
    tree_.clear();
    wide_borders_.clear();
}

void Combination::add(int low, std::span<const double> terms) {
    ++borders_;
    if (!plain_) {
        wide_borders_.push_back({low, {terms.begin(), terms.end()}, {}});
        return;
    }
    tree_.add_leaf(low).terms.assign(terms.begin(), terms.end());
}

void Combination::add(int low, std::span<const Wide> terms) {
    if (plain_) give_up_plain();
    ++borders_;
    wide_borders_.push_back({low, {terms.begin(), terms.end()}, {}});
}

void Combination::give_up_plain() {
    plain_ = false;
    for (std::size_t i = 0; i < borders_; ++i) {
        const ProductTree::Node& leaf = tree_.leaf(i);
        wide_borders_.push_back({leaf.low, {leaf.terms.begin(), leaf.terms.end()}, {}});
    }
}

// The log2 of an upper bound on all counts in plain mode.
double Combination::plain_bits() const {
    double bits = 0.0;
    int low = 0;
    int high = 0;
    for (std::size_t i = 0; i < borders_; ++i) {
        bits += std::log2(sum(tree_.leaf(i).terms));
        low += tree_.leaf(i).low;
        high += tree_.leaf(i).low + static_cast<int>(tree_.leaf(i).terms.size()) - 1;
    }
    const int least = std::clamp(mines_ - high, 0, untouched_);
    const int most = std::clamp(mines_ - low, 0, untouched_);
    const int largest = std::clamp(untouched_ / 2, least, most);
    return bits + std::max(0.0, log_rest(largest)) / std::log(2.0);
}

double Combination::log_rest(int rest) const {
    return log_factorial(untouched_) - log_factorial(rest) - log_factorial(untouched_ - rest);
}

bool Combination::solve() {
    if (mines_ < 0) return false;
    if (plain_) {
        int unknown = untouched_;
        for (std::size_t i = 0; i < borders_; ++i) {
            // No term exceeds the number of fillings.
            unknown += static_cast<int>(std::log2(sum(tree_.leaf(i).terms))) + 1;
        }
        if (unknown <= plain_limit || plain_bits() <= plain_limit) return solve_plain();
        give_up_plain();
    }
    return solve_scaled();
}

void Combination::read_root(double log_factor) {
    const ProductTree::Node& root = tree_.root();
    double total = 0.0;
    double mines = 0.0;
    double safe = 0.0;
    for (std::size_t i = 0; i < root.terms.size(); ++i) {
        const double weight = root.terms[i] * root.weight[i];
        const int rest = mines_ - root.low - static_cast<int>(i);
        total += weight;
        if (weight == 0.0) continue;
        mines += weight * rest;
        safe += weight * (untouched_ - rest);
    }
    untouched_odds_ = untouched_ > 0 ? odds_of(mines, safe) : 0.0;
    const double log_total = std::log(total) + log_factor;
    boards_ = log_factor == 0.0 ? total : std::exp(log_total);
    // Below 2^40 boards, the error of the logarithms is less than half a board.
    if (log_factor != 0.0 && boards_ < 0x1.0p40) boards_ = std::round(boards_);
    log10_boards_ = boards_ < 0x1.0p1000 ? std::log10(boards_) : log_total / std::log(10.0);
}

int Combination::sample(Random& random, std::vector<int>& counts) const {
    const int mines = tree_.sample(random, counts);
    counts.resize(borders_);
    return mines_ - mines;
}

}  // namespace sapper
