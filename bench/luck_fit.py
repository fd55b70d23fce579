"""Fit the win estimate of native/win_estimate.cpp to games played by the `odds` agent.

    python bench/luck_fit.py [--games 20000]

The agent plays games on several levels. Each position in which it had to guess becomes a training
example: the features of the position, and whether the game was won. The coefficients are fitted by
logistic regression (Newton's method with a small penalty). All levels have the same weight. The
script prints the coefficients as a line of code for win_estimate.cpp. It also prints the log loss
on games that were not used for fitting, next to the log loss of predicting the mean win rate of the
level.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from report import machine
from sapper import _engine
from sapper.core.board import deal_many, engine_rule
from sapper.core.level import Level

Floats = NDArray[np.float64]

LEVELS = (
    "4x4x4/safe",
    "6x5x7/any",
    "8x8x15/safe",
    "9x9x10/any",
    "9x9x10/safe",
    "16x16x40/safe",
    "16x16x40/open",
    "20x10x36/open",
    "30x16x75/given",
    "30x16x99/given",
    "30x16x99/safe",
    "30x16x99/open",
)
SEED = 20_000_000
PENALTY = 1.0


def positions(level: Level, seed: int, games: int) -> Floats:
    """A table with a row for each guess: whether the game was won, and the features."""
    first = -1 if level.first is None else level.first
    rule = engine_rule(level)
    deck = deal_many(level, seed, games)
    return _engine.guesses_of_odds(
        level.width, level.height, level.mines, rule, first, level.given, deck
    )


def chance(features: Floats, coefficients: Floats) -> Floats:
    values: Floats = 1 / (1 + np.exp(-(features @ coefficients)))
    return values


def fit(features: Floats, won: Floats, weight: Floats) -> Floats:
    """The coefficients of the logistic function. The penalty applies to standardised features."""
    mean, spread = features.mean(axis=0), features.std(axis=0)
    mean[0], spread[0] = 0.0, 1.0
    scaled = (features - mean) / spread
    penalty = np.full(features.shape[1], PENALTY)
    penalty[0] = 0.0
    found = np.zeros(features.shape[1])
    for _ in range(50):
        p = chance(scaled, found)
        slope = scaled.T @ (weight * (won - p)) - penalty * found
        curve = (scaled * (weight * p * (1 - p))[:, None]).T @ scaled + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        found += step
        if np.abs(step).max() < 1e-10:
            break
    plain: Floats = found / spread
    plain[0] -= float((found * mean / spread)[1:].sum())
    return plain


def log_loss(won: Floats, p: Floats) -> float:
    return float(-np.mean(np.where(won == 1, np.log(p), np.log1p(-p))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games per level")
    options = parser.parse_args()
    print(machine())
    games: int = options.games
    levels = [Level.parse(name) for name in LEVELS]
    tables = [positions(level, SEED, games) for level in levels]
    weights = [np.full(len(table), games / len(table)) for table in tables]
    together = np.concatenate(tables)
    found = fit(together[:, 1:], together[:, 0], np.concatenate(weights))
    for level, table in zip(levels, tables, strict=True):
        unseen = positions(level, SEED + games, max(games // 5, 1))
        won, p = unseen[:, 0], chance(unseen[:, 1:], found)
        mean = np.full(len(won), table[:, 0].mean())
        print(
            f"{level!s:<16} {len(unseen):>6} positions, {won.mean():.3f} won: "
            f"log loss {log_loss(won, p):.4f}, of the mean {log_loss(won, mean):.4f}"
        )
    print(", ".join(_engine.win_estimate_features()))
    print("constexpr Features fitted = {" + ", ".join(f"{value:.6g}" for value in found) + "};")


if __name__ == "__main__":
    main()
