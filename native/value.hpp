// An estimate of the chance to win, from what is public. See value.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>

#include "solver.hpp"

namespace sapper {

// What a position is held to be worth, from 0 (lost) to 1 (won). It is asked of positions where
// every certain cell is open and weigh() is done. Any function of what the solver knows will do.
using Value = std::function<double(const Solver&)>;

// What the estimate looks at, in the order of its coefficients.
inline constexpr std::array<std::string_view, 9> feature_names = {
    "one",        "density", "density^2", "log(1+safe)", "log(1-risk)",
    "log(1+bits)", "borders", "untouched", "sqrt(safe)"};
using Features = std::array<double, feature_names.size()>;

Features features_of(const Solver& solver);

// 1 where nothing is unknown, else a logistic function of the features.
double logistic_value(const Solver& solver, const Features& coefficients);

// Logistic, with the coefficients that were fitted.
double estimated_value(const Solver& solver);

// The value in use: that of the end game where few boards are left, else the estimate. Each has
// scratch space of its own: one per thread.
Value exact_or_estimated();

}  // namespace sapper
