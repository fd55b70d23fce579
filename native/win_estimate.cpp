// A small logistic function of the features of a position in which no cell is provable.
//
//     Density is the fraction of unknown cells that are mines.
//     Safe is the number of unknown cells that are safe, that is, the work left to do.
//     Risk is the chance that the safest cell is a mine, that is, the cost of the next step.
//     Bits is the base-2 logarithm of the number of consistent boards. It measures uncertainty.
//     Borders is the number of independent parts of the border, which hints at the guesses to come.
//     Untouched is the number of unknown cells that touch no clue.
//
// The function was fitted to games of the agent `odds`: it predicts the outcome of a game from a
// position in which the agent had to guess. The command
//
//     python bench/luck_fit.py
//
// prints the coefficients below (logistic regression). If few boards are left, the exact chance of
// winning with the best strategy is used instead. To use a better estimate, replace
// `fitted_estimate`, or pass a WinEstimate to a Replay (luck.hpp).

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
    // The least risk is below 1: if all unknown cells were mines, they would be known to be mines.
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
