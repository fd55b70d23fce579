// Tests dealing, floods and statistics under the sanitizers, at the limits of the allowed sizes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "deal.hpp"

namespace {

using sapper::Grid;
using sapper::StartRule;

std::vector<std::uint8_t> dealt(Grid grid, int mines, StartRule rule, int first,
                                std::uint64_t seed) {
    std::vector<std::uint8_t> board(static_cast<std::size_t>(grid.size()));
    sapper::deal(grid, mines, rule, first, seed, board.data());
    return board;
}

// Every size, rule, first cell and number of mines that fits a small board.
void deals_keep_their_promise() {
    for (int width = 1; width <= 4; ++width) {
        for (int height = 1; height <= 3; ++height) {
            const Grid grid{width, height};
            for (int first = 0; first < grid.size(); ++first) {
                int around = 0;
                grid.for_neighbours(first, [&](int) { ++around; });
                for (const StartRule rule : {StartRule::any, StartRule::safe, StartRule::open}) {
                    const int clear = rule == StartRule::any    ? 0
                                      : rule == StartRule::safe ? 1
                                                                : 1 + around;
                    for (int mines = 0; mines <= grid.size() - clear; ++mines) {
                        const auto board = dealt(grid, mines, rule, first, 7);
                        CHECK(std::accumulate(board.begin(), board.end(), 0) == mines);
                        if (rule != StartRule::any) {
                            CHECK(!board[static_cast<std::size_t>(first)]);
                        }
                        if (rule == StartRule::open) {
                            grid.for_neighbours(first, [&](int cell) {
                                CHECK(!board[static_cast<std::size_t>(cell)]);
                            });
                        }
                    }
                }
            }
        }
    }
}

void mines_that_do_not_fit_are_refused() {
    for (const int mines : {-1, 9}) {
        bool refused = false;
        try {
            dealt(Grid{3, 3}, mines, StartRule::safe, 4, 1);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
}

void floods_open_every_safe_cell_of_an_empty_board() {
    const Grid grid{300, 200};
    const auto board = dealt(grid, 0, StartRule::any, 0, 1);
    std::vector<std::uint8_t> numbers(board.size());
    sapper::count_numbers(grid, board.data(), numbers.data());
    std::vector<std::uint8_t> states(board.size(), 9);
    std::vector<int> opened;
    sapper::reveal(grid, numbers.data(), states.data(), 9, 10, 12345, opened);
    CHECK(opened.size() == board.size());
    std::sort(opened.begin(), opened.end());
    CHECK(std::adjacent_find(opened.begin(), opened.end()) == opened.end());
    const auto measured = sapper::measure(grid, numbers.data());
    CHECK(measured.three_bv == 1 && measured.openings == 1 && measured.islands == 0);
}

void given_cells_are_safe() {
    const Grid grid{6, 5};
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto board = dealt(grid, 20, StartRule::any, 0, seed);
        for (int count = 0; count <= 10; ++count) {
            auto again = board;
            const auto given = sapper::deal(grid, 20, StartRule::any, 0, seed, again.data(), count);
            CHECK(again == board);  // given cells do not change the mines
            CHECK(static_cast<int>(given.size()) == count);
            CHECK(std::adjacent_find(given.begin(), given.end(), std::greater_equal<>()) ==
                  given.end());
            for (const int cell : given) CHECK(!board[static_cast<std::size_t>(cell)]);
        }
    }
}

// The same mines occur with different given cells.
void given_cells_are_no_function_of_the_mines() {
    const Grid grid{3, 2};
    std::set<std::pair<std::vector<std::uint8_t>, std::vector<int>>> seen;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        std::vector<std::uint8_t> board(6);
        const auto given = sapper::deal(grid, 2, StartRule::any, 0, seed, board.data(), 2);
        seen.emplace(board, given);
    }
    CHECK(seen.size() == 15 * 6);
}

void more_given_cells_than_safe_ones_are_refused() {
    std::vector<std::uint8_t> board(6);
    for (const int count : {-1, 5}) {
        bool refused = false;
        try {
            sapper::deal(Grid{3, 2}, 2, StartRule::any, 0, 1, board.data(), count);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
}

}  // namespace

int main() {
    deals_keep_their_promise();
    mines_that_do_not_fit_are_refused();
    floods_open_every_safe_cell_of_an_empty_board();
    given_cells_are_safe();
    given_cells_are_no_function_of_the_mines();
    more_given_cells_than_safe_ones_are_refused();
    return 0;
}
