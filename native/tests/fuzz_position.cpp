// Fuzz target that reads any bytes as a view. Analysis must end without a fault for every position,
// and its claims must be consistent.
//
// Build with clang: -fsanitize=fuzzer,address,undefined -DSAPPER_LIBFUZZER. Without libFuzzer,
// main() runs a bounded number of pseudo-random inputs, or the files named on the command line.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "random.hpp"
#include "sample.hpp"
#include "solver.hpp"

using namespace sapper;

namespace {

void require(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "fuzz_position: %s\n", what);
    std::abort();
}

}  // namespace

// The bytes are the width, the height, two bytes for the number of mines, and then one byte per
// cell. Missing cells are hidden.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 4) return 0;
    const Grid grid{1 + data[0] % 40, 1 + data[1] % 40};
    const int mines = (data[2] << 8 | data[3]) % (grid.size() + 1);
    std::vector<std::uint8_t> view(static_cast<std::size_t>(grid.size()), 9);
    for (std::size_t i = 0; i < view.size() && i + 4 < size; ++i) {
        view[i] = static_cast<std::uint8_t>(data[i + 4] % 12);
    }
    Limits limits;  // small, so that each input is fast
    limits.states = 2000;
    limits.arcs = 50'000;
    limits.coefficients = 200'000;
    Solver solver(limits);
    try {
        solver.read(grid, mines, view.data());
        solver.analyze();
    } catch (const TooWide&) {
        return 0;
    }
    if (solver.contradictory()) return 0;
    require(solver.boards() >= 1.0, "a consistent view has no board");
    std::vector<double> odds(view.size());
    solver.write_odds(odds.data());
    double expected_mines = 0.0;
    for (std::size_t i = 0; i < view.size(); ++i) {
        require(std::isnan(odds[i]) == (view[i] <= 8), "odds are NaN for the wrong cells");
        if (std::isnan(odds[i])) continue;
        require(odds[i] >= 0.0 && odds[i] <= 1.0, "odds out of range");
        expected_mines += odds[i];
    }
    require(std::abs(expected_mines - mines) < 1e-6, "the odds do not add up to the mines");

    Sampler sampler(solver);
    Random random(size);
    std::vector<std::uint8_t> board(view.size());
    sampler.draw(random, board.data());
    require(std::count(board.begin(), board.end(), 1) == mines,
            "a sample has the wrong mine count");
    for (int cell = 0; cell < grid.size(); ++cell) {
        const std::uint8_t state = view[static_cast<std::size_t>(cell)];
        if (state > 8) continue;
        int around = 0;
        grid.for_neighbours(cell, [&](int n) { around += board[static_cast<std::size_t>(n)]; });
        require(around == state, "a sample breaks a clue");
    }
    return 0;
}

#ifndef SAPPER_LIBFUZZER
int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    if (argc > 1) return 0;
    Random random(4);
    for (int round = 0; round < 4000; ++round) {
        // Most inputs are small and sparse, so that views are often consistent. Some inputs are
        // arbitrary bytes.
        const std::uint32_t side = round % 4 == 0 ? 40 : 6;
        std::vector<std::uint8_t> input{static_cast<std::uint8_t>(random.below(side)),
                                        static_cast<std::uint8_t>(random.below(side)),
                                        static_cast<std::uint8_t>(random.below(3)),
                                        static_cast<std::uint8_t>(random.below(256))};
        const std::uint32_t density = 1 + random.below(16);
        const std::uint32_t largest = 1 + random.below(9);
        for (int i = 0; i < 1600; ++i) {
            const bool open = random.below(density) == 0;
            input.push_back(
                static_cast<std::uint8_t>(open ? random.below(largest) : 9 + random.below(3)));
        }
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    std::puts("fuzz_position: 4000 inputs");
}
#endif
