// Borders, untouched cells and the mine count put together. See combine.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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
    std::span<const double> weight(std::size_t border) const { return nodes_[border].weight; }
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
    // A node of the product tree; the first nodes are the borders themselves.
    struct Node {
        int left = -1;
        int right = -1;
        int low = 0;
        std::vector<double> terms;   // the generating function by mine count, scaled when not plain
        std::vector<double> weight;  // what everything outside this node weighs, aligned with terms
        double scale = 0.0;          // natural logarithm of the factor taken out of terms
    };
    struct Part {
        int low = 0;
        std::vector<Wide> terms;
        std::vector<char> support;
    };

    Node& new_node();
    void multiply_up(bool cut);
    void weigh_down();
    bool solve_plain();
    bool solve_scaled();
    void read_root(double log_factor);
    void find_support();
    double find_tilt() const;
    double plain_bits() const;
    double log_rest(int rest) const;

    int untouched_ = 0;
    int mines_ = 0;
    bool plain_ = true;
    std::vector<Node> nodes_;       // storage is kept; only the first node_count_ are in use
    std::size_t node_count_ = 0;
    std::size_t borders_ = 0;
    std::vector<Part> parts_;       // the borders as Wide, only when not plain
    double tilt_ = 0.0;             // natural logarithm of the weight given to each mine
    bool all_supported_ = true;
    int fewest_rest_ = 0;           // mines that can be left for the untouched cells
    int most_rest_ = 0;
    double untouched_odds_ = 0.0;
    double log10_boards_ = 0.0;
    double boards_ = 0.0;
};

// weight of mines against weight of safe as odds: exactly 0 or 1 only if the other is exactly zero.
double odds_of(double mines, double safe);

// Natural logarithm of n!.
double log_factorial(int n);

}  // namespace sapper
