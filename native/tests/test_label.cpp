// Tests the labels of positions: provable cells, filters, and the choice of positions.
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "deal.hpp"
#include "label.hpp"

using namespace sapper;

namespace {

// The labels of some games, each checked by itself.
std::vector<Label> labels_of(Grid grid, int mines, int given, const PositionFilter& filter) {
    std::vector<Label> found;
    const StopFlag stop;
    Labeller labeller(&stop);
    std::vector<std::uint8_t> is_mine(static_cast<std::size_t>(grid.size()));
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const StartRule rule = given > 0 ? StartRule::any : StartRule::open;
        const int first = given > 0 ? -1 : 0;
        const std::vector<int> safe = deal(grid, mines, rule, first, seed, is_mine.data(), given);
        std::size_t count = 0;
        int last = 0;
        labeller.play({grid, mines, is_mine.data(), safe}, first, filter, seed,
                      [&](const Label& label) {
                          ++count;
                          CHECK(label.move > last);
                          last = label.move;
                          found.push_back(label);
                          for (std::size_t cell = 0; cell < is_mine.size(); ++cell) {
                              const float odds = label.odds[cell];
                              const bool is_open = label.states[cell] <= 8;
                              const bool is_certain = odds == 0.0F || odds == 1.0F;
                              CHECK(std::isnan(odds) == is_open);
                              CHECK(is_certain == (label.rungs[cell] < 8));
                              if (is_certain) CHECK((odds == 1.0F) == (is_mine[cell] != 0));
                          }
                      });
        CHECK(count <= filter.per_game);
    }
    return found;
}

void test_labels() {
    CHECK(labels_of({8, 6}, 10, 0, {.per_game = 3}).size() > 60);
    CHECK(labels_of({8, 6}, 10, 6, {.per_game = 3}).size() > 60);
}

void test_filters() {
    for (unsigned rung = 0; rung <= static_cast<unsigned>(Rung::guess); ++rung) {
        const PositionFilter filter{.rungs = 1U << rung, .per_game = 4};
        const std::vector<Label> found = labels_of({8, 6}, 10, 6, filter);
        CHECK(rung > 2 || !found.empty());
        for (const Label& label : found) CHECK(static_cast<unsigned>(label.rung) == rung);
    }
    const PositionFilter late{.least_open = 0.5, .most_open = 0.75, .per_game = 100};
    const std::vector<Label> found = labels_of({8, 6}, 10, 0, late);
    CHECK(!found.empty());
    for (const Label& label : found) CHECK(label.open >= 19 && label.open < 28.5);
}

void test_edges() {
    // Nothing to open, one cell to open, and a mine as the first cell.
    CHECK(labels_of({3, 1}, 0, 3, {.per_game = 9}).empty());
    CHECK(labels_of({2, 1}, 1, 1, {.per_game = 9}).empty());
    const std::vector<std::uint8_t> mines = {1, 0, 0, 1};
    const StopFlag stop;
    Labeller labeller(&stop);
    int count = 0;
    labeller.play({{4, 1}, 2, mines.data(), {}}, 0, {.per_game = 9}, 1,
                  [&](const Label&) { ++count; });
    CHECK(count == 0);
}

}  // namespace

int main() {
    test_labels();
    test_filters();
    test_edges();
    return 0;
}
