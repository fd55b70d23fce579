// Levels, networks and games, shared by champion_data.cpp and champion_gain.cpp.
#pragma once

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "deal.hpp"
#include "net.hpp"
#include "referee.hpp"

namespace sapper {

struct Level {
    Grid grid;
    int mines;
};

inline Level level_named(const std::string& name) {
    const std::map<std::string, Level> levels = {
        {"beginner", {{9, 9}, 10}}, {"intermediate", {{16, 16}, 40}}, {"expert", {{30, 16}, 99}}};
    const auto level = levels.find(name);
    if (level == levels.end()) {
        throw std::invalid_argument("'" + name +
                                    "' is not a level: use beginner, intermediate or expert");
    }
    return level->second;
}

inline std::shared_ptr<const Net> load(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::invalid_argument("can't read " + path);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    return std::make_shared<const Net>(std::span<const std::uint8_t>(
        reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

// Deals a board with rule open at D4, or safe at A1, and opens that cell.
inline void begin(Level level, bool open, std::uint64_t seed, Solver& solver, Referee& referee) {
    const Grid grid = level.grid;
    const int first = open ? 3 * grid.width + 3 : 0;
    std::vector<std::uint8_t> is_mine(static_cast<std::size_t>(grid.size()));
    deal(grid, level.mines, open ? StartRule::open : StartRule::safe, first, seed, is_mine.data());
    solver.reset(grid, level.mines);
    referee.set_board(solver.position(), is_mine.data());
    solver.position().settle_safe(solver.position().place_of(first));
}

// Runs a program. A bad argument prints one line.
template <class F>
int run(const char* use, F&& program) {
    try {
        return program();
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s\nuse: %s\n", problem.what(), use);
        return 2;
    }
}

}  // namespace sapper
