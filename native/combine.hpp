// Combines borders, untouched cells and the mine count. See combine.cpp.
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
    // Starts a new combination with `untouched` unknown cells that touch no clue, and `mines` mines
    // in all unknown cells together.
    void clear(int untouched, int mines);

    // Adds a border. terms[t] of its fillings have low + t mines.
    void add(int low, std::span<const double> terms);
    void add(int low, std::span<const Wide> terms);

    // Weighs everything. Returns false if no board is consistent.
    bool solve();

    // After solve(): the weight of the rest of the board for each mine count of a border, aligned
    // with its terms and up to a common factor. weight() is valid only if is_plain(); wide_weight()
    // is valid otherwise.
    bool is_plain() const { return plain_; }
    std::span<const double> weight(std::size_t border) const { return tree_.leaf(border).weight; }
    void wide_weight(std::size_t border, std::vector<Wide>& weight) const;

    // By mine count of a border: 1 if some board has it. Empty if all its counts are possible.
    std::span<const char> support(std::size_t border) const;

    // The odds of a cell that touches no clue. 0 and 1 mean certain. 0 also if there is no such
    // cell.
    double untouched_odds() const { return untouched_odds_; }
    double log10_boards() const { return log10_boards_; }
    // The number of boards. It is exact below 2^53, and infinite if it is too large for a double.
    double boards() const { return boards_; }

    // Draws a mine count for each border from their joint distribution. Returns the mine count of
    // the untouched cells.
    int sample(Random& random, std::vector<int>& counts) const;

private:
    // A border in scaled mode.
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

    // Used in scaled mode only.
    std::vector<WideBorder> wide_borders_;
    double tilt_ = 0.0;  // natural logarithm of the weight given to each mine
    bool all_supported_ = true;
    int fewest_rest_ = 0;  // mines that can be left for the untouched cells
    int most_rest_ = 0;
};

// Turns the weights of "mine" and "safe" into odds, which are 0 or 1 only if a weight is exactly
// zero.
double odds_of(double mines, double safe);

double log_factorial(int n);

}  // namespace sapper
