// Combines the borders with scaled weights, for big boards.
//
// Each mine gets the weight exp(tilt), chosen so that the mean number of mines equals the mine
// count. This weight puts the peak of every factor where it contributes to the peak of the product
// (exponential tilting, from Cramer's work of 1938 on large deviations). At double precision, terms
// far from a node's peak do not matter. These terms are cut, so a node of n borders keeps about
// sqrt(n) terms. But a cut term looks impossible, not just unlikely, so the possible mine counts
// are found separately, as sets of integers.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "combine.hpp"

namespace sapper {
namespace {

class Counts {
public:
    explicit Counts(std::size_t size = 0) : size_(size), words_(size / 64 + 1) {}

    std::size_t size() const { return size_; }
    bool has(std::size_t i) const { return i < size_ && (words_[i / 64] >> (i % 64) & 1U) != 0; }
    void insert(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }

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

}  // namespace

// The logarithm of the weight per mine that makes the mean number of mines equal the mine count.
double Combination::find_tilt() const {
    std::vector<std::vector<double>> logs;
    double fixed = 0.0;
    for (const WideBorder& border : wide_borders_) {
        if (border.terms.size() == 1) {
            fixed += border.low;
            continue;
        }
        std::vector<double>& log = logs.emplace_back();
        log.push_back(border.low);
        for (const Wide& term : border.terms) {
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
    // With these bounds, exp does not overflow.
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

void Combination::find_support() {
    int low = 0;
    int high = 0;
    for (const WideBorder& border : wide_borders_) {
        low += border.low;
        high += border.low + static_cast<int>(border.terms.size()) - 1;
    }
    fewest_rest_ = mines_ - high;
    most_rest_ = mines_ - low;
    all_supported_ = fewest_rest_ >= 0 && most_rest_ <= untouched_;
    if (all_supported_ || wide_borders_.empty()) return;

    std::vector<Counts> sets;
    std::vector<Counts> possible;
    for (const WideBorder& border : wide_borders_) {
        Counts& set = sets.emplace_back(border.terms.size());
        for (std::size_t t = 0; t < border.terms.size(); ++t) {
            if (!border.terms[t].is_zero()) set.insert(t);
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
    for (std::size_t n = sets.size(); n-- > wide_borders_.size();) {
        const std::size_t left = 2 * (n - wide_borders_.size());
        const std::size_t right = left + 1;
        for (const auto& [child, sibling] : {std::pair{left, right}, std::pair{right, left}}) {
            for (std::size_t t = 0; t < sets[sibling].size(); ++t) {
                if (sets[sibling].has(t)) possible[child].unite_down(possible[n], t);
            }
        }
    }
    for (std::size_t i = 0; i < wide_borders_.size(); ++i) {
        wide_borders_[i].support.resize(wide_borders_[i].terms.size());
        for (std::size_t t = 0; t < wide_borders_[i].terms.size(); ++t) {
            wide_borders_[i].support[t] = sets[i].has(t) && possible[i].has(t);
        }
    }
}

bool Combination::solve_scaled() {
    find_support();
    if (fewest_rest_ > most_rest_ || fewest_rest_ > untouched_ || most_rest_ < 0) return false;
    tilt_ = find_tilt();
    const double lambda = std::exp(tilt_);
    tree_.clear();
    double lows = 0.0;
    std::vector<Wide> tilted;
    for (const WideBorder& border : wide_borders_) {
        lows += border.low;
        tilted = border.terms;
        Wide power(1.0);
        std::int64_t shift = std::numeric_limits<std::int64_t>::min();
        for (Wide& term : tilted) {
            term = term * power;
            power = power * Wide(lambda);
            if (!term.is_zero()) shift = std::max(shift, term.exponent);
        }
        ProductTree::Node& leaf = tree_.add_leaf(border.low);
        leaf.terms.clear();
        for (const Wide& term : tilted) leaf.terms.push_back(term.scaled(shift));
        leaf.scale = static_cast<double>(shift) * std::log(2.0);
    }
    tree_.multiply(ProductTree::Numbers::scaled);
    ProductTree::Node& root = tree_.root();
    root.weight.assign(root.terms.size(), 0.0);
    const int least = std::max(0, mines_ - root.low - static_cast<int>(root.terms.size()) + 1);
    const int most = std::min(untouched_, mines_ - root.low);
    assert(least <= most);
    // Start at the most likely count and go in both directions, multiplying by the ratios of
    // neighbouring binomials.
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
    tree_.weigh_down();
    // The weights above are relative to the binomial at the peak, and include the tilt.
    read_root(root.scale + log_rest(peak) + tilt_ * (peak - (mines_ - lows)));
    // Certainty depends on the possible counts, not on weights that may have been cut.
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
    for (const double w : tree_.leaf(border).weight) {
        weight.push_back(Wide(w) * power);
        power = power * lambda;
    }
}

std::span<const char> Combination::support(std::size_t border) const {
    if (plain_ || all_supported_) return {};
    return wide_borders_[border].support;
}

}  // namespace sapper
