// A small network that rates a guess by its surroundings.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solver.hpp"

namespace sapper {

// A Net is immutable once read, and can be shared between threads.
class Net {
public:
    static constexpr int radius = 3;  // of the surroundings
    static constexpr std::size_t squares = (2 * radius + 1) * (2 * radius + 1);
    static constexpr std::size_t kinds = 20;   // of cells, as listed in net.cpp
    static constexpr std::size_t scalars = 9;  // inputs other than the surroundings
    using Scalars = std::array<float, scalars>;

    explicit Net(std::span<const std::uint8_t> bytes);

private:
    friend class Rater;
    std::size_t first_ = 0;       // units of the first layer
    std::size_t second_ = 0;      // units of the second layer
    std::vector<float> by_kind_;  // a row of the first layer for each square of the patch and kind
    std::vector<float> by_odds_;  // for each square and type of unknown cell, times its odds
    std::vector<float> by_scalar_;
    std::vector<float> bias_;
    std::vector<float> hidden_;  // a row of the second layer for each unit of the first
    std::vector<float> hidden_bias_;
    std::vector<float> out_;
    std::vector<float> direct_;  // from the scalars to the output
    float out_bias_ = 0.0F;
};

struct Row {
    const float* values;
    float factor;
};

// Each thread needs its own Rater.
class Rater {
public:
    Rater() = default;
    explicit Rater(std::shared_ptr<const Net> net);

    void read(const Solver& solver);

    void surroundings(int place, std::array<std::uint8_t, Net::squares>& kinds,
                      std::array<float, Net::squares>& odds) const;

    // The network's estimate of the chance of winning the game if the cell at this place is safe.
    double rate(int place, const Net::Scalars& scalars);

    // The mean of the estimates for the eight orientations of the surroundings.
    double rate_all_ways(int place, const Net::Scalars& scalars);

private:
    double rate_way(const Net::Scalars& scalars, std::size_t way);

    std::shared_ptr<const Net> net_;
    int stride_ = 0;
    int place_stride_ = 0;
    std::vector<std::uint8_t> kind_;  // by square of the grid, with a margin as wide as the patch
    std::vector<float> odds_;
    std::array<std::uint8_t, Net::squares> near_kinds_{};
    std::array<float, Net::squares> near_odds_{};
    std::vector<Row> rows_;
    std::vector<float> first_, second_;
};

}  // namespace sapper
