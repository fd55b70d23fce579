// A quick estimate of the chance of winning, used to measure luck.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>

#include "solver.hpp"

namespace sapper {

// A WinEstimate is called after weigh(), for positions in which every provably safe cell is open.
using WinEstimate = std::function<double(const Solver&)>;

inline constexpr std::array<std::string_view, 9> feature_names = {
    "one",         "density", "density^2", "log(1+safe)", "log(1-risk)",
    "log(1+bits)", "borders", "untouched", "sqrt(safe)"};
using Features = std::array<double, feature_names.size()>;

Features features_of(const Solver& solver);

// 1 if no cell is unknown, otherwise a logistic function of the features.
double logistic_estimate(const Solver& solver, const Features& coefficients);

double fitted_estimate(const Solver& solver);

// Threads must not share the returned function, because its calls reuse the same scratch space.
WinEstimate exact_or_fitted();

}  // namespace sapper
