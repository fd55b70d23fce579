// Combines the borders of a position through the mine count.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "product_tree.hpp"
#include "random.hpp"
#include "wide.hpp"

namespace sapper {

class Combination {
public:
    // `untouched` is the number of unknown cells that touch no clue, and `mines` is the number of
    // mines among all unknown cells.
    void clear(int untouched, int mines);

    // Adds a border that can be filled with low + t mines in terms[t] ways.
    void add(int low, std::span<const double> terms);
    void add(int low, std::span<const Wide> terms);

    // Returns false if no board is consistent with all borders and the mine count.
    bool solve();

    // After solve(): for each term of a border, the weight of the rest of the board, up to a common
    // factor. Use weight() if is_plain(), otherwise wide_weight().
    bool is_plain() const { return plain_; }
    std::span<const double> weight(std::size_t border) const { return tree_.leaf(border).weight; }
    void wide_weight(std::size_t border, std::vector<Wide>& weight) const;

    // For each mine count of a border, whether it occurs on any board. Empty if every mine count is
    // possible.
    std::span<const char> support(std::size_t border) const;

    // 0 means that the untouched cells are provably safe (or that there are none), and 1 that they
    // are provably mines.
    double untouched_odds() const { return untouched_odds_; }
    double log10_boards() const { return log10_boards_; }
    // Infinite if the number of boards is too large for a double. The number is exact below 2^53 if
    // is_plain(), otherwise only below 2^40.
    double boards() const { return boards_; }

    // Draws a mine count for each border, and returns the mine count of the untouched cells.
    int sample(Random& random, std::vector<int>& counts) const;

private:
    struct WideBorder {
        int low = 0;
        std::vector<Wide> terms;
        std::vector<char> support;
    };

    void give_up_plain();
    double plain_bits() const;
    double log_rest(int rest) const;
    void read_root(double log_factor);

    bool solve_plain();  // combine_plain.cpp

    bool solve_scaled();  // combine_scaled.cpp
    void find_support();
    double find_tilt() const;

    int untouched_ = 0;
    int mines_ = 0;
    std::size_t borders_ = 0;
    ProductTree tree_;
    bool plain_ = true;
    double untouched_odds_ = 0.0;
    double log10_boards_ = 0.0;
    double boards_ = 0.0;

    std::vector<WideBorder> wide_borders_;
    double tilt_ = 0.0;  // natural logarithm of the weight given to each mine
    bool all_supported_ = true;
    int fewest_rest_ = 0;  // the fewest and the most mines that can be in the untouched cells
    int most_rest_ = 0;
};

// The odds are 0 or 1 only if a weight is exactly zero.
double odds_of(double mines, double safe);

double log_factorial(int n);

}  // namespace sapper
