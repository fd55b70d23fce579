// Borders, untouched cells and the mine count put together. See combine.cpp.
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
    // Starts anew: so many unknown cells under no clue, so many mines in all unknown cells.
    void clear(int untouched, int mines);

    // Adds a border by its fillings: terms[t] of them have low + t mines.
    void add(int low, std::span<const double> terms);
    void add(int low, std::span<const Wide> terms);

    // Weighs everything; false when no board is consistent.
    bool solve();

    // After solve(): what the rest of the board weighs for each mine count of a border, aligned
    // with its terms and up to a common factor. Plain doubles when is_plain(), else only Wide.
    bool is_plain() const { return plain_; }
    std::span<const double> weight(std::size_t border) const { return tree_.leaf(border).weight; }
    void wide_weight(std::size_t border, std::vector<Wide>& weight) const;

    // By mine count of a border: 1 if some board has it. Empty when all its counts are possible.
    std::span<const char> support(std::size_t border) const;

    // The odds of a cell under no clue; 0 and 1 mean certain. 0 when there is none.
    double untouched_odds() const { return untouched_odds_; }
    double log10_boards() const { return log10_boards_; }
    // The number of boards, exact below 2^53; infinite when it does not fit a double.
    double boards() const { return boards_; }

    // Draws a mine count for each border from their joint distribution; returns that of the rest.
    int sample(Random& random, std::vector<int>& counts) const;

private:
    // A border of a big board.
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

    // Of scaled mode alone.
    std::vector<WideBorder> wide_borders_;
    double tilt_ = 0.0;  // natural logarithm of the weight given to each mine
    bool all_supported_ = true;
    int fewest_rest_ = 0;  // mines that can be left for the untouched cells
    int most_rest_ = 0;
};

// weight of mines against weight of safe as odds: exactly 0 or 1 only if the other is exactly zero.
double odds_of(double mines, double safe);

// Natural logarithm of n!.
double log_factorial(int n);

}  // namespace sapper
