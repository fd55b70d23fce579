// A quick estimate of the chance to win, by which luck is measured. See win_estimate.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>

#include "solver.hpp"

namespace sapper {

// How likely a position is won, from 0 (lost) to 1 (won). It is asked of positions where every
// certain cell is open and weigh() is done. Any function of what the solver knows will do.
using WinEstimate = std::function<double(const Solver&)>;

// What the estimate looks at, in the order of its coefficients.
inline constexpr std::array<std::string_view, 9> feature_names = {
    "one",         "density", "density^2", "log(1+safe)", "log(1-risk)",
    "log(1+bits)", "borders", "untouched", "sqrt(safe)"};
using Features = std::array<double, feature_names.size()>;

Features features_of(const Solver& solver);

// 1 where nothing is unknown, else a logistic function of the features.
double logistic_estimate(const Solver& solver, const Features& coefficients);

// Logistic, with the coefficients that were fitted.
double fitted_estimate(const Solver& solver);

// The estimate in use: the exact value of the end game where few boards are left, else the fitted
// one. Each has scratch space of its own: one per thread.
WinEstimate exact_or_fitted();

}  // namespace sapper
