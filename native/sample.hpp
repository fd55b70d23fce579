// Draws whole boards uniformly from those consistent with a position. See sample.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"
#include "solver.hpp"

namespace sapper {

// Constructed from a solver after analyze(). The solver must outlive it and must not change.
class Sampler {
public:
    explicit Sampler(const Solver& solver);

    // Draws a board and writes 0 or 1 per cell. Every consistent board is equally likely.
    void draw(Random& random, std::uint8_t* is_mine);

    // Makes the next draw independent of earlier ones, so that it depends only on its random
    // numbers.
    void rewind();

private:
    // The arcs of a component's graph, sorted by target state.
    struct Arrivals {
        struct Arc {
            std::uint32_t from;
            int mines;
        };
        const Component* component;
        std::vector<std::uint32_t> begin;  // by state: index into arcs
        std::vector<Arc> arcs;
    };

    void draw_component(const Arrivals& arrivals, int mines, Random& random, std::uint8_t* is_mine);

    const Solver& solver_;
    std::vector<Arrivals> arrivals_;
    std::vector<int> untouched_;  // cells in any order
    std::vector<int> mines_;      // cells known to be mines
    std::vector<int> counts_;
};

}  // namespace sapper
