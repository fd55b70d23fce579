// Draws whole boards uniformly from those consistent with a position.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"
#include "solver.hpp"

namespace sapper {

// The solver must have analyzed its position, must outlive the sampler and must not change.
class Sampler {
public:
    explicit Sampler(const Solver& solver);

    void draw(Random& random, std::uint8_t* is_mine);

    // Makes the next draw depend only on its random numbers, not on earlier draws.
    void rewind();

private:
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
