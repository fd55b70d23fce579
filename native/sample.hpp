// Whole boards drawn exactly from all that are consistent with a position. See sample.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"
#include "solver.hpp"

namespace sapper {

// Made from a solver after analyze(), which must outlive it unchanged.
class Sampler {
public:
    explicit Sampler(const Solver& solver);

    // Draws a board: writes 0 or 1 per cell. Every consistent board is equally likely.
    void draw(Random& random, std::uint8_t* is_mine);

    // Forgets all draws: the next one depends on its random numbers alone.
    void rewind();

private:
    // The arcs of a component's graph, by the state that they lead to.
    struct Arrivals {
        struct Arc {
            std::uint32_t from;
            int mines;
        };
        const Component* component;
        std::vector<std::uint32_t> begin;  // by state, into arcs
        std::vector<Arc> arcs;
    };

    void draw_component(const Arrivals& arrivals, int mines, Random& random, std::uint8_t* is_mine);

    const Solver& solver_;
    std::vector<Arrivals> arrivals_;
    std::vector<int> untouched_;  // cells; in any order
    std::vector<int> mines_;      // cells known to be mines
    std::vector<int> counts_;
};

}  // namespace sapper
