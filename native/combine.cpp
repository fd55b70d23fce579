// Combining the borders through the mine count.
//
// Borders meet only in the number of mines they use: the untouched cells take what is left, in
// C(untouched, left) ways. The product of the borders' generating functions is built as a binary
// tree; a weight for each mine count of the whole then flows down the tree, and at each border
// arrives the weight of everything outside it. (The prefix and suffix products of the same idea
// cost n^2 for n borders.)
//
// Plain mode: when everything counted stays below 2^1000, terms are integers in doubles, with no
// scaling; counts below 2^53 are exact. This is every board of ordinary size.
//
// Scaled mode, for big boards: each mine is given the weight exp(tilt), chosen so that the mean
// number of mines is the true one, which puts the peak of every factor where the product peaks
// (Cramer's tilt, as in large deviations). Then terms below 1e-40 of a node's largest cannot matter
// at double precision and are cut, so that a node of n borders keeps some sqrt(n) terms. Cutting
// would turn "unlikely" into "impossible", so what is possible is decided apart, by sets of mine
// counts, without numbers.

#include "combine.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace sapper {
namespace {

constexpr double negligible = 1e-40;
constexpr double plain_limit = 1000.0;  // bits

// Sets of small non-negative integers, as words.
class Counts {
public:
    explicit Counts(std::size_t size = 0) : size_(size), words_(size / 64 + 1) {}

    std::size_t size() const { return size_; }
    bool has(std::size_t i) const { return i < size_ && (words_[i / 64] >> (i % 64) & 1U) != 0; }
    void insert(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }

    // Adds {x + shift : x in other}; what does not fit falls off.
    void unite_up(const Counts& other, std::size_t shift) {
        const std::size_t whole = shift / 64;
        const std::size_t part = shift % 64;
        for (std::size_t i = words_.size(); i-- > whole;) {
            const std::size_t from = i - whole;
            std::uint64_t word = from < other.words_.size() ? other.words_[from] << part : 0;
            if (part != 0 && from > 0 && from - 1 < other.words_.size()) {
                word |= other.words_[from - 1] >> (64 - part);
            }
            words_[i] |= word;
        }
        trim();
    }
    // Adds {x - shift : x in other, x >= shift}.
    void unite_down(const Counts& other, std::size_t shift) {
        const std::size_t whole = shift / 64;
        const std::size_t part = shift % 64;
        for (std::size_t i = 0; i < words_.size() && i + whole < other.words_.size(); ++i) {
            std::uint64_t word = other.words_[i + whole] >> part;
            if (part != 0 && i + whole + 1 < other.words_.size()) {
                word |= other.words_[i + whole + 1] << (64 - part);
            }
            words_[i] |= word;
        }
        trim();
    }

private:
    void trim() { words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1; }

    std::size_t size_;
    std::vector<std::uint64_t> words_;
};

double sum(std::span<const double> terms) {
    double total = 0.0;
    for (const double term : terms) total += term;
    return total;
}

// C(n, k) for k = from .. to, exact while below 2^53. 0 <= from <= to <= n.
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
            // exact * up / down without a product that could overflow
            exact = exact / down * up + exact % down * up / down;
            value = static_cast<double>(exact);
        } else {
            is_exact = false;
            value = value * static_cast<double>(up) / static_cast<double>(down);
        }
    }
}

}  // namespace

double odds_of(double mines, double safe) {
    if (mines == 0.0) return 0.0;
    if (safe == 0.0) return 1.0;
    // Rounding must not make a certainty of something very likely.
    return std::clamp(mines / (mines + safe), std::numeric_limits<double>::min(), 1.0 - 0x1.0p-53);
}

double log_factorial(int n) {
    if (n < 20) {
        double product = 1.0;
        for (int i = 2; i <= n; ++i) product *= i;
        return std::log(product);
    }
    // Stirling's series; its next term is below 1e-17 here.
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
    node_count_ = 0;
    borders_ = 0;
    plain_ = true;
    parts_.clear();
}

Combination::Node& Combination::new_node() {
    if (node_count_ == nodes_.size()) nodes_.emplace_back();
    Node& node = nodes_[node_count_++];
    node.left = node.right = -1;
    node.scale = 0.0;
    return node;
}

void Combination::add(int low, std::span<const double> terms) {
    ++borders_;
    if (!plain_) {
        parts_.push_back({low, {terms.begin(), terms.end()}, {}});
        return;
    }
    Node& node = new_node();
    node.low = low;
    node.terms.assign(terms.begin(), terms.end());
}

void Combination::add(int low, std::span<const Wide> terms) {
    if (plain_) {
        plain_ = false;
        for (std::size_t i = 0; i < borders_; ++i) {
            const Node& node = nodes_[i];
            parts_.push_back({node.low, {node.terms.begin(), node.terms.end()}, {}});
        }
    }
    ++borders_;
    parts_.push_back({low, {terms.begin(), terms.end()}, {}});
}

// log2 of a bound on everything that plain mode would count.
double Combination::plain_bits() const {
    double bits = 0.0;
    int low = 0;
    int high = 0;
    for (std::size_t i = 0; i < borders_; ++i) {
        bits += std::log2(sum(nodes_[i].terms));
        low += nodes_[i].low;
        high += nodes_[i].low + static_cast<int>(nodes_[i].terms.size()) - 1;
    }
    const int least = std::clamp(mines_ - high, 0, untouched_);
    const int most = std::clamp(mines_ - low, 0, untouched_);
    const int largest = std::clamp(untouched_ / 2, least, most);
    return bits + std::max(0.0, log_rest(largest)) / std::log(2.0);
}

// Natural logarithm of the ways to put `rest` mines into the untouched cells.
double Combination::log_rest(int rest) const {
    return log_factorial(untouched_) - log_factorial(rest) - log_factorial(untouched_ - rest);
}

bool Combination::solve() {
    if (mines_ < 0) return false;
    if (plain_) {
        int unknown = untouched_;
        for (std::size_t i = 0; i < borders_; ++i) {
            // The largest count is below the cells of the border, which is all this quick test
            // needs.
            unknown += static_cast<int>(std::log2(sum(nodes_[i].terms))) + 1;
        }
        if (unknown <= plain_limit || plain_bits() <= plain_limit) return solve_plain();
        for (std::size_t i = 0; i < borders_; ++i) {
            const Node& node = nodes_[i];
            parts_.push_back({node.low, {node.terms.begin(), node.terms.end()}, {}});
        }
        plain_ = false;
    }
    return solve_scaled();
}

// Multiplies the borders together, in pairs, until one node is left.
void Combination::multiply_up(bool cut) {
    if (node_count_ == 0) {
        Node& unit = new_node();
        unit.low = 0;
        unit.terms.assign(1, 1.0);
    }
    for (std::size_t head = 0; head + 1 < node_count_; head += 2) {
        new_node();
        Node& node = nodes_[node_count_ - 1];
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
        if (!cut) continue;
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

// From the weight at the root to the weight at each border.
void Combination::weigh_down() {
    for (std::size_t n = node_count_; n-- > 0;) {
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
            if (!plain_) {
                const double largest = *std::max_element(node.weight.begin(), node.weight.end());
                if (largest > 0.0) {
                    for (double& weight : node.weight) weight /= largest;
                }
            }
        }
    }
}

// The number of boards and the odds of an untouched cell, from the terms and weights of the root.
void Combination::read_root(double log_factor) {
    const Node& root = nodes_[node_count_ - 1];
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
    // Below this the error of the logarithms is less than half a board.
    if (log_factor != 0.0 && boards_ < 0x1.0p40) boards_ = std::round(boards_);
    log10_boards_ = boards_ < 0x1.0p1000 ? std::log10(boards_) : log_total / std::log(10.0);
}

bool Combination::solve_plain() {
    multiply_up(false);
    Node& root = nodes_[node_count_ - 1];
    const int size = static_cast<int>(root.terms.size());
    root.weight.assign(root.terms.size(), 0.0);
    const int least = std::max(0, mines_ - root.low - size + 1);
    const int most = std::min(untouched_, mines_ - root.low);
    if (least > most) return false;
    std::vector<double> row;
    // C(n, k) = C(n, n - k): walk from the nearer end.
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
    weigh_down();
    read_root(0.0);
    all_supported_ = true;  // weights that are zero say it themselves
    return boards_ > 0.0;
}

// The logarithm of the weight of a mine at which the mean mine count is the true one.
double Combination::find_tilt() const {
    std::vector<std::vector<double>> logs;
    double fixed = 0.0;
    for (const Part& part : parts_) {
        if (part.terms.size() == 1) {
            fixed += part.low;
            continue;
        }
        std::vector<double>& log = logs.emplace_back();
        log.push_back(part.low);
        for (const Wide& term : part.terms) {
            log.push_back(term.is_zero() ? -1e300 : term.log2() * std::log(2.0));
        }
    }
    const auto excess = [&](double tilt) {
        double mean = fixed + untouched_ / (1.0 + std::exp(-tilt));
        for (const std::vector<double>& log : logs) {
            double largest = -1e300;
            for (std::size_t t = 1; t < log.size(); ++t) {
                largest = std::max(largest, log[t] + tilt * static_cast<double>(t - 1));
            }
            double weight = 0.0;
            double moment = 0.0;
            for (std::size_t t = 1; t < log.size(); ++t) {
                const double w = std::exp(log[t] + tilt * static_cast<double>(t - 1) - largest);
                weight += w;
                moment += w * static_cast<double>(t - 1);
            }
            mean += log[0] + moment / weight;
        }
        return mean - mines_;
    };
    // exp must not overflow; a quarter of a mine off the mean is near enough.
    double low = -700.0;
    double high = 700.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        const double e = excess(middle);
        if (std::abs(e) < 0.25) return middle;
        (e < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

// Which mine counts of each border occur on some board, and how many mines can be left for the
// rest.
void Combination::find_support() {
    int low = 0;
    int high = 0;
    for (const Part& part : parts_) {
        low += part.low;
        high += part.low + static_cast<int>(part.terms.size()) - 1;
    }
    fewest_rest_ = mines_ - high;
    most_rest_ = mines_ - low;
    all_supported_ = fewest_rest_ >= 0 && most_rest_ <= untouched_;
    if (all_supported_ || parts_.empty()) return;

    // The same tree as of the polynomials, with sums of sets for products.
    std::vector<Counts> sets;
    std::vector<Counts> possible;
    for (const Part& part : parts_) {
        Counts& set = sets.emplace_back(part.terms.size());
        for (std::size_t t = 0; t < part.terms.size(); ++t) {
            if (!part.terms[t].is_zero()) set.insert(t);
        }
    }
    for (std::size_t head = 0; head + 1 < sets.size(); head += 2) {
        Counts both(sets[head].size() + sets[head + 1].size() - 1);
        for (std::size_t t = 0; t < sets[head].size(); ++t) {
            if (sets[head].has(t)) both.unite_up(sets[head + 1], t);
        }
        sets.push_back(std::move(both));
    }
    for (const Counts& set : sets) possible.emplace_back(set.size());
    fewest_rest_ = untouched_ + 1;
    most_rest_ = -1;
    for (std::size_t i = 0; i < sets.back().size(); ++i) {
        const int rest = mines_ - low - static_cast<int>(i);
        if (!sets.back().has(i) || rest < 0 || rest > untouched_) continue;
        possible.back().insert(i);
        fewest_rest_ = std::min(fewest_rest_, rest);
        most_rest_ = std::max(most_rest_, rest);
    }
    for (std::size_t n = sets.size(); n-- > parts_.size();) {
        const std::size_t left = 2 * (n - parts_.size());
        const std::size_t right = left + 1;
        for (const auto& [child, sibling] : {std::pair{left, right}, std::pair{right, left}}) {
            for (std::size_t t = 0; t < sets[sibling].size(); ++t) {
                if (sets[sibling].has(t)) possible[child].unite_down(possible[n], t);
            }
        }
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        parts_[i].support.resize(parts_[i].terms.size());
        for (std::size_t t = 0; t < parts_[i].terms.size(); ++t) {
            parts_[i].support[t] = sets[i].has(t) && possible[i].has(t);
        }
    }
}

bool Combination::solve_scaled() {
    find_support();
    if (fewest_rest_ > most_rest_ || fewest_rest_ > untouched_ || most_rest_ < 0) return false;
    tilt_ = find_tilt();
    const double lambda = std::exp(tilt_);
    node_count_ = 0;
    double lows = 0.0;
    std::vector<Wide> tilted;
    for (const Part& part : parts_) {
        lows += part.low;
        tilted = part.terms;
        Wide power(1.0);
        std::int64_t shift = std::numeric_limits<std::int64_t>::min();
        for (Wide& term : tilted) {
            term = term * power;
            power = power * Wide(lambda);
            if (!term.is_zero()) shift = std::max(shift, term.exponent);
        }
        Node& node = new_node();
        node.low = part.low;
        node.terms.clear();
        for (const Wide& term : tilted) node.terms.push_back(term.scaled(shift));
        node.scale = static_cast<double>(shift) * std::log(2.0);
    }
    multiply_up(true);
    Node& root = nodes_[node_count_ - 1];
    root.weight.assign(root.terms.size(), 0.0);
    const int least = std::max(0, mines_ - root.low - static_cast<int>(root.terms.size()) + 1);
    const int most = std::min(untouched_, mines_ - root.low);
    assert(least <= most);
    // Relative to the most likely count, by ratios of neighbouring binomials, both ways.
    const int mean = static_cast<int>(untouched_ / (1.0 + std::exp(-tilt_)));
    const int peak = std::clamp(mean, least, most);
    const auto at = [&](int rest) -> double& {
        return root.weight[static_cast<std::size_t>(mines_ - rest - root.low)];
    };
    at(peak) = 1.0;
    for (int rest = peak; rest < most; ++rest) {
        at(rest + 1) = at(rest) * lambda * (untouched_ - rest) / (rest + 1);
    }
    for (int rest = peak; rest > least; --rest) {
        at(rest - 1) = at(rest) / lambda * rest / (untouched_ - rest + 1);
    }
    weigh_down();
    // Every mine above the borders' lowest counts carried the tilt; the peak's binomial was left
    // out.
    read_root(root.scale + log_rest(peak) + tilt_ * (peak - (mines_ - lows)));
    // Certainty is decided by what is possible, not by weights that may have been cut.
    if (most_rest_ <= 0 || untouched_ == 0) {
        untouched_odds_ = 0.0;
    } else if (fewest_rest_ >= untouched_) {
        untouched_odds_ = 1.0;
    } else {
        constexpr double tiny = 1e-300;
        untouched_odds_ = odds_of(untouched_odds_ + tiny, 1.0 - untouched_odds_ + tiny);
    }
    return true;
}

void Combination::wide_weight(std::size_t border, std::vector<Wide>& weight) const {
    weight.clear();
    const Wide lambda(std::exp(tilt_));
    Wide power(1.0);
    for (const double w : nodes_[border].weight) {
        weight.push_back(Wide(w) * power);
        power = power * lambda;
    }
}

std::span<const char> Combination::support(std::size_t border) const {
    if (plain_ || all_supported_) return {};
    return parts_[border].support;
}

int Combination::sample(Random& random, std::vector<int>& counts) const {
    counts.assign(node_count_, 0);
    // Picks an index with probability proportional to weight(index).
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
    const Node& root = nodes_[node_count_ - 1];
    counts[node_count_ - 1] = root.low + pick(0, static_cast<int>(root.terms.size()), [&](int i) {
        return root.terms[u(i)] * root.weight[u(i)];
    });
    const int rest = mines_ - counts[node_count_ - 1];
    for (std::size_t n = node_count_; n-- > 0;) {
        const Node& node = nodes_[n];
        if (node.left < 0) break;
        const Node& a = nodes_[u(node.left)];
        const Node& b = nodes_[u(node.right)];
        const int total = counts[n] - a.low - b.low;
        const int from = std::max(0, total - static_cast<int>(b.terms.size()) + 1);
        const int to = std::min(static_cast<int>(a.terms.size()), total + 1);
        const int t = pick(from, to, [&](int i) { return a.terms[u(i)] * b.terms[u(total - i)]; });
        counts[u(node.left)] = a.low + t;
        counts[u(node.right)] = b.low + total - t;
    }
    counts.resize(borders_);
    return rest;
}

}  // namespace sapper
