// Tests the sweep against the rules that read numbers, on boards of every shape.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"
#include "deal.hpp"
#include "ladder.hpp"
#include "sweep.hpp"

using namespace sapper;

namespace {

struct Played {
    bool won = false;
    Rung used = Rung::given;
    std::vector<std::uint8_t> marks;  // by cell
};

// Plays with rules that read the numbers of queued clues and share no code with the sweep.
Played by_numbers(const Start& start, Rung most) {
    Ladder ladder;
    std::vector<std::uint8_t> states(static_cast<std::size_t>(start.grid.size()), mark_unknown);
    for (const int cell : start.given)
        states[static_cast<std::size_t>(cell)] = Position::given_state;
    ladder.read(start.grid, start.mines, states.data(), {});
    ladder.set_board(start.is_mine);
    Played played;
    for (;;) {
        ladder.open_known();
        played.won = ladder.is_won();
        const Rung rung = played.won ? Rung::guess : ladder.settle(most);
        if (rung == Rung::guess) break;
        played.used = std::max(played.used, rung);
    }
    const Position& position = ladder.position();
    for (int cell = 0; cell < start.grid.size(); ++cell) {
        played.marks.push_back(position.at(position.place_of(cell)).mark);
    }
    return played;
}

void compare(const Start& start, Sweep& sweep) {
    for (const Rung most : {Rung::given, Rung::single_clue, Rung::subset, Rung::difference}) {
        const Played expected = by_numbers(start, most);
        sweep.lay(start.is_mine);
        sweep.begin(start.given);
        const bool is_hopeless = sweep.is_hopeless(most);
        CHECK(sweep.climb(most) == expected.won);
        CHECK(!(is_hopeless && expected.won));
        CHECK(sweep.used() == expected.used);
        if (expected.won) continue;  // the mines need not be found then
        for (int cell = 0; cell < start.grid.size(); ++cell) {
            const std::uint8_t mark = expected.marks[static_cast<std::size_t>(cell)];
            CHECK(sweep.is_open(cell) == (mark <= 8));
            CHECK(sweep.is_known_mine(cell) == (mark == mark_mine));
        }
    }
    // No technique solves a hopeless board, with or without the mine count.
    sweep.begin(start.given);
    const bool with_count = sweep.is_hopeless(Rung::mine_count);
    const bool without = sweep.is_hopeless(Rung::case_split);
    CHECK(!with_count || without);
    CHECK(!with_count || !by_numbers(start, Rung::mine_count).won);
    CHECK(!without || !by_numbers(start, Rung::case_split).won);
}

void test_all_shapes() {
    std::vector<std::uint8_t> is_mine;
    for (int width = 1; width <= 30; ++width) {
        for (const int height : {1, 2, 3, 5, 9, 16, 17, 33}) {
            const Grid grid{width, height};
            CHECK(Sweep::fits(grid));
            Sweep sweep(grid);
            is_mine.resize(static_cast<std::size_t>(grid.size()));
            for (std::uint64_t seed = 0; seed < 12; ++seed) {
                const int mines = grid.size() * (8 + static_cast<int>(seed)) / 80;
                const std::vector<int> given{static_cast<int>(seed * 7) % grid.size()};
                if (mines >= grid.size()) continue;
                deal(grid, mines, StartRule::safe, given[0], seed, is_mine.data());
                compare({grid, mines, is_mine.data(), given}, sweep);
            }
        }
    }
}

void test_what_fits() {
    CHECK(!Sweep::fits({31, 5}));
    CHECK(Sweep::fits({30, 128}));
    CHECK(!Sweep::fits({30, 129}));
    CHECK(Sweep::fits({1, 1000}));
}

void test_expert() {
    const Grid grid{30, 16};
    Sweep sweep(grid);
    const std::vector<int> given{93};
    std::vector<std::uint8_t> is_mine(480);
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        deal(grid, 99, StartRule::open, 93, seed, is_mine.data());
        compare({grid, 99, is_mine.data(), given}, sweep);
    }
}

// The fast dealer deals the same boards as the plain one.
void test_dealer() {
    for (const Grid grid : {Grid{30, 16}, Grid{9, 9}, Grid{4, 3}, Grid{1, 7}}) {
        const Sweep sweep(grid);
        std::vector<std::uint8_t> is_mine(static_cast<std::size_t>(grid.size()));
        for (const StartRule rule : {StartRule::any, StartRule::safe, StartRule::open}) {
            const int first = grid.size() / 2;
            for (const int mines : {0, 1, grid.size() / 5}) {
                Dealer dealer(grid, mines, rule, first, sweep.places(), sweep.bytes());
                for (std::uint64_t seed = 0; seed < 200; ++seed) {
                    deal(grid, mines, rule, first, seed, is_mine.data());
                    const std::uint8_t* bytes = dealer.deal(seed);
                    for (std::size_t cell = 0; cell < is_mine.size(); ++cell) {
                        CHECK(bytes[sweep.places()[cell]] == is_mine[cell]);
                    }
                }
            }
        }
    }
}

// Boards drawn as text that contain cells which cannot be told apart. A mine is *, and the first
// cell is given as safe.
bool is_hopeless(const std::vector<std::string>& rows, Rung most) {
    const Grid grid{static_cast<int>(rows.front().size()), static_cast<int>(rows.size())};
    std::vector<std::uint8_t> is_mine;
    for (const std::string& row : rows) {
        for (const char c : row) is_mine.push_back(c == '*' ? 1 : 0);
    }
    Sweep sweep(grid);
    sweep.lay(is_mine.data());
    const std::vector<int> given{0};
    sweep.begin(given);
    return sweep.is_hopeless(most);
}

void test_hopeless() {
    const Rung hardest = Rung::mine_count;
    CHECK(!is_hopeless({".....", ".....", "...*.", "....."}, Rung::single_clue));
    // The two cells in the corner, behind two mines. With one mine fewer they can be told apart.
    CHECK(is_hopeless({"..*.*", "..*..", "....."}, hardest));
    CHECK(!is_hopeless({"..*.*", ".....", "....."}, hardest));
    // The same, but one of the two is given as safe.
    CHECK(!is_hopeless({".**..", "..*..", "....."}, hardest));
    // Two cells in a column, behind three mines.
    CHECK(is_hopeless({"...*..", "......", "..***.", "......"}, hardest));
    CHECK(!is_hopeless({"...*..", "......", "..*.*.", "......"}, hardest));
    // Two mines and two safe cells crosswise, and the corners beyond.
    CHECK(is_hopeless({"...*..", "..*...", ".*..*.", "......"}, hardest));
    CHECK(!is_hopeless({"...*..", "..*...", ".*....", "......"}, hardest));
    // A safe cell surrounded by mines.
    CHECK(is_hopeless({"......", ".***..", ".*.*..", ".***..", "......"}, Rung::case_split));
    CHECK(!is_hopeless({"......", ".***..", ".*.*..", ".***..", "......"}, hardest));
    // Three alternating cells.
    CHECK(is_hopeless({"......", "...*..", "......", "..***.", "......"}, Rung::single_clue));
    CHECK(!is_hopeless({"......", "...*..", "......", "..***.", "......"}, Rung::subset));
}

}  // namespace

int main() {
    test_all_shapes();
    test_what_fits();
    test_expert();
    test_dealer();
    test_hopeless();
    return 0;
}
