// A small logistic function of what a position looks like once nothing in it is certain.
//
//     density        the mines among the unknown cells, by their number
//     safe           unknown cells that are safe: what is left to do
//     risk           of the least risky cell: what the next step costs
//     bits           the boards that fit, as a logarithm: what is not known
//     borders        parts of the border that know nothing of each other: guesses to come
//     untouched      unknown cells under no clue
//
// Fitted to how the games of the `odds` agent ended, at the positions where it had to guess:
//
//     python bench/luck_fit.py
//
// prints the coefficients below (logistic regression). Where few boards are left, the chance is
// exact instead: what the best strategy wins. A better estimate takes the place of
// `fitted_estimate`, here or, for one replay, as the WinEstimate that is given to it.

#include "win_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "endgame.hpp"

namespace sapper {
namespace {

constexpr Features fitted = {6.19638,  -16.4778, 15.4022,    -0.81463, 1.71577,
                             -1.05949, -0.12217, -0.0137908, 0.711135};

}  // namespace

Features features_of(const Solver& solver) {
    const Position& position = solver.position();
    const double unknown = position.unknown_left();
    const double mines = position.mines_left();
    const double safe = unknown - mines;
    const double risk = solver.least_odds();
    const double untouched = solver.untouched();
    double borders = 0.0;
    solver.for_components([&](const Component&) { borders += 1.0; });
    const double density = unknown > 0.0 ? mines / unknown : 0.0;
    const double bits = solver.log10_boards() * std::numbers::ln10 / std::numbers::ln2;
    // The least risk is below 1 unless every unknown cell is a mine, and then none would be
    // unknown.
    return {1.0,
            density,
            density * density,
            std::log1p(safe),
            std::log1p(-std::min(risk, 0.999)),
            std::log1p(bits),
            borders,
            untouched,
            std::sqrt(safe)};
}

double logistic_estimate(const Solver& solver, const Features& coefficients) {
    if (solver.position().unknown_left() == 0) return 1.0;
    const Features features = features_of(solver);
    double sum = 0.0;
    for (std::size_t i = 0; i < features.size(); ++i) sum += coefficients[i] * features[i];
    return 1.0 / (1.0 + std::exp(-sum));
}

double fitted_estimate(const Solver& solver) { return logistic_estimate(solver, fitted); }

WinEstimate exact_or_fitted() {
    constexpr Endgame::Limits few{100, 4'000};
    return [endgame = std::make_shared<Endgame>(few)](const Solver& solver) {
        if (solver.position().unknown_left() == 0) return 1.0;
        if (solver.boards() <= static_cast<double>(few.boards) && endgame->solve(solver)) {
            return endgame->value();
        }
        return fitted_estimate(solver);
    };
}

}  // namespace sapper
