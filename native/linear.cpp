// Combination: adds and subtracts several clues at once.
//
// Suppose the opposite of the claim, and let all other cells be real numbers from 0 to 1. If the
// equations of the clues then have no solution, some sum of them is a contradiction (Farkas'
// lemma), and that sum proves the claim. If the equations have a solution, no sum proves the claim.
// So the question is whether a linear program is feasible. The cells of a box are interchangeable.
// So a box of s cells has a single variable, which is between 0 and s. The variable is at least 1
// if one cell of the box is assumed to be a mine, and at most s - 1 if one cell is assumed to be
// safe.
//
// The program is solved by the first phase of the simplex method with upper bounds (Dantzig 1955).
// Each clue gets an artificial variable for the mines that the boxes do not supply yet, and the sum
// of these variables is minimised. A variable at its upper bound is replaced by its distance from
// the bound, so all nonbasic variables are 0. Bland's rule (1977) guarantees termination: the first
// variable that lowers the sum enters the basis, and the first of the tied variables leaves it.
//
// All numbers are integers over one common denominator, as in fraction-free elimination (Edmonds
// 1967, Bareiss 1968). Entries are minors of the matrix of the clues, so every division is exact
// and nothing is rounded. The entries are small on every board we have seen. If an entry needs more
// than 31 bits, the calculation is abandoned.

#include "linear.hpp"

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "eliminate.hpp"

namespace sapper {
namespace {

using Integer = std::int64_t;

class Program {
public:
    Program(const Border& border, int box, bool is_mine)
        : rows_(border.clues.size()), columns_(border.boxes.size()) {
        entries_.assign(rows_ * (columns_ + 1), 0);
        for (std::size_t j = 0; j < columns_; ++j) {
            upper_.push_back(border.boxes[j].size);
            for (const int clue : border.boxes[j].clue_span()) {
                entry(static_cast<std::size_t>(clue), j) = 1;
            }
        }
        for (std::size_t i = 0; i < rows_; ++i) right(i) = border.lacking[i];
        const auto denied = static_cast<std::size_t>(box);
        --upper_[denied];
        if (!is_mine) {
            for (const int clue : border.boxes[denied].clue_span()) {
                --right(static_cast<std::size_t>(clue));
            }
        }
        basic_.assign(rows_, artificial);
        is_basic_.assign(columns_, 0);
    }

    bool is_feasible() {
        for (std::size_t i = 0; i < rows_; ++i) {
            if (right(i) < 0) return false;
        }
        for (;;) {
            Integer missing = 0;
            for (std::size_t i = 0; i < rows_; ++i) {
                if (basic_[i] == artificial) missing += right(i);
            }
            if (missing == 0) return true;
            const std::size_t column = entering();
            if (column == columns_) return false;
            increase(column);
        }
    }

private:
    static constexpr int artificial = -1;

    Integer& entry(std::size_t i, std::size_t j) { return entries_[i * (columns_ + 1) + j]; }
    Integer& right(std::size_t i) { return entry(i, columns_); }

    // The first column that lowers the sum of the artificial variables, or columns_ if there is
    // none.
    std::size_t entering() {
        for (std::size_t j = 0; j < columns_; ++j) {
            if (is_basic_[j] || upper_[j] == 0) continue;
            Integer gain = 0;
            for (std::size_t i = 0; i < rows_; ++i) {
                if (basic_[i] == artificial) gain += entry(i, j);
            }
            if (gain > 0) return j;
        }
        return columns_;
    }

    // Increases a variable until it or a basic variable reaches a bound.
    void increase(std::size_t column) {
        std::size_t leaving = rows_;
        Integer room = upper_[column];  // the fraction room / share
        Integer share = 1;
        for (std::size_t i = 0; i < rows_; ++i) {
            const Integer change = entry(i, column);
            if (change == 0 || (change < 0 && basic_[i] == artificial)) continue;
            const Integer here =
                change > 0 ? right(i)
                           : upper_[static_cast<std::size_t>(basic_[i])] * denominator_ - right(i);
            const Integer order = here * share - room * std::abs(change);
            if (order > 0 || (order == 0 && leaving == rows_)) continue;
            if (order == 0 && basic_[leaving] < basic_[i]) continue;
            leaving = i;
            room = here;
            share = std::abs(change);
        }
        if (leaving == rows_) {
            complement_column(column);
            return;
        }
        if (entry(leaving, column) < 0) complement_row(leaving);
        pivot(leaving, column);
    }

    // Moves a nonbasic variable from 0 to its upper bound.
    void complement_column(std::size_t column) {
        for (std::size_t i = 0; i < rows_; ++i) {
            right(i) -= upper_[column] * entry(i, column);
            entry(i, column) = -entry(i, column);
        }
    }

    // Replaces a basic variable with its distance from its upper bound.
    void complement_row(std::size_t row) {
        const auto own = static_cast<std::size_t>(basic_[row]);
        for (std::size_t j = 0; j < columns_; ++j) {
            if (j != own) entry(row, j) = -entry(row, j);
        }
        right(row) = upper_[own] * denominator_ - right(row);
    }

    void pivot(std::size_t row, std::size_t column) {
        const Integer by = entry(row, column);
        for (std::size_t i = 0; i < rows_; ++i) {
            const Integer factor = entry(i, column);
            if (i == row) continue;
            for (std::size_t j = 0; j <= columns_; ++j) {
                Integer& here = entry(i, j);
                here = (here * by - factor * entry(row, j)) / denominator_;
                if (here >= limit || here <= -limit) {
                    throw TooWide("a sum of clues has coefficients beyond 31 bits");
                }
            }
        }
        denominator_ = by;
        if (basic_[row] != artificial) is_basic_[static_cast<std::size_t>(basic_[row])] = 0;
        basic_[row] = static_cast<int>(column);
        is_basic_[column] = 1;
    }

    static constexpr Integer limit = Integer{1} << 31;

    std::size_t rows_, columns_;
    std::vector<Integer> entries_;  // by row: the columns, then the right side
    std::vector<Integer> upper_;    // by column
    std::vector<int> basic_;        // by row: the basic variable, or artificial
    std::vector<char> is_basic_;    // by column
    Integer denominator_ = 1;
};

}  // namespace

bool follows_linearly(const Border& border, int box, bool is_mine) {
    return !Program(border, box, is_mine).is_feasible();
}

}  // namespace sapper
