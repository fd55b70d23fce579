// Tests each technique on positions drawn as text, and dealing with any number of threads.
#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"
#include "dealing.hpp"
#include "ladder.hpp"
#include "linear.hpp"

using namespace sapper;

namespace {

// The techniques that settle() returns one after another, until no more cells are provable.
std::vector<Rung> rungs_of(int width, int mines, const std::string& rows) {
    const Grid grid{width, static_cast<int>(rows.size()) / width};
    std::vector<std::uint8_t> states;
    for (const char c : rows) {
        states.push_back(c == '.' ? mark_unknown : static_cast<std::uint8_t>(c - '0'));
    }
    Ladder ladder;
    ladder.read(grid, mines, states.data(), {});
    std::vector<Rung> found;
    for (;;) {
        const Rung rung = ladder.settle(Rung::mine_count);
        if (rung == Rung::guess) return found;
        found.push_back(rung);
    }
}

void test_rungs() {
    CHECK(rungs_of(3, 1, ".1.").empty());
    CHECK(rungs_of(2, 1, ".1") == std::vector{Rung::single_clue});
    CHECK(rungs_of(5, 2, ".....1111100000").front() == Rung::subset);
    // The 4 needs three more mines than the 1, which does not touch three of its cells.
    CHECK(rungs_of(4, 4, ".....14.....").front() == Rung::difference);
    // Once both clues agree on their mine, only the mine count settles the cells that touch
    // neither.
    CHECK(rungs_of(5, 1, ".1...1....") == std::vector({Rung::subset, Rung::mine_count}));
}

Order order_of(int count, bool repair) {
    Order order;
    order.grid = {12, 9};
    order.mines = repair ? 30 : 20;
    order.rule = StartRule::open;
    order.first = 3 * 12 + 3;
    order.seed = 5;
    order.count = static_cast<std::size_t>(count);
    order.wanted.least = repair ? Rung::given : Rung::subset;
    order.wanted.most = Rung::difference;
    order.wanted.repair = repair;
    return order;
}

void test_threads() {
    for (const bool repair : {false, true}) {
        const Order order = order_of(6, repair);
        Dealing one(order, 1);
        Dealing five(order, 5);
        one.join();
        five.join();
        for (std::size_t board = 0; board < order.count; ++board) {
            CHECK(one.candidate(board) != Dealing::none);
            CHECK(one.candidate(board) == five.candidate(board));
            const std::vector<std::uint32_t> mines(one.row(board), one.row(board + 1));
            CHECK(mines == std::vector<std::uint32_t>(five.row(board), five.row(board + 1)));
            std::vector<std::uint8_t> is_mine(108, 0);
            for (const std::uint32_t cell : mines) is_mine[cell] = 1;
            int laid = 0;
            for (const std::uint8_t mine : is_mine) laid += mine;
            CHECK(laid == order.mines);
            const std::vector<int> given{order.first};
            const Rung rung =
                Ladder().climb({order.grid, order.mines, is_mine.data(), given}, Rung::mine_count);
            CHECK(rung >= order.wanted.least && rung <= order.wanted.most);
        }
    }
}

void test_stop() {
    Order order = order_of(1, false);
    order.wanted.three_bv = {1000, 1000};  // no board has that many
    Dealing dealing(order, 2);
    dealing.stop();
    dealing.join();
    CHECK(dealing.candidate(0) == Dealing::none);
}

}  // namespace

int main() {
    test_rungs();
    test_threads();
    test_stop();
    return 0;
}
