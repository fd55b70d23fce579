"""How many times fewer games does a comparison need when luck is removed?

    python bench/luck_ratio.py [--games 1000] [--runs 3] [--pairs]

Each figure is the variance of a game's result, divided by the variance that remains when luck is
removed. It is the median over the runs, with minimum and maximum. Each run has its own boards. The
first figures are for the odds agent:

    simple       luck of survival only, with an estimate from the number of safe cells left
    survival     luck of survival only, with the estimate of native/win_estimate.cpp
    steps        survival and information
    all          also the luck of the start

With --pairs, two players play the same boards. There are three figures: one with the luck of
survival removed, one with both kinds of luck (survival and information) removed, and one with
learned shares of each kind removed, as in `sapper compare --luck`.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

from luck_fit import LEVELS, SEED, Floats, fit, positions
from report import machine
from sapper import _engine
from sapper.core.board import deal_many
from sapper.core.level import Level
from sapper.lab.batch import Batch, play_block
from sapper.lab.compare import pairs
from sapper.lab.luck import Adjusted, native_luck, start_luck
from sapper.lab.native import Native
from sapper.lab.player import Player

FIRST = 600_000_000
"""the seed of the first board; these boards were not used for fitting"""

ALONE = ("beginner/safe", "beginner", "intermediate/safe", "intermediate", "expert/safe", "expert")

PAIRS = (
    ("odds", "odds:guess=random", "6x5x7/safe"),
    ("odds", "resolution-vote:guess=weighted", "beginner/safe"),
    ("odds", "odds:guess=weighted", "intermediate/safe"),
    ("odds", "odds:guess=weighted", "expert"),
    ("odds", "resolution-vote:guess=weighted", "expert"),
    ("odds", "binary-ratio", "expert"),
    ("odds", "rules:guess=random", "beginner"),
    ("odds", "sat", "beginner"),
)


def words(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})"


def safe_cells_only(games: int) -> list[float]:
    """The coefficients of an estimate that uses only the number of safe cells left."""
    names = _engine.win_estimate_features()
    used = [names.index(name) for name in ("one", "log(1+safe)", "sqrt(safe)")]
    tables = [positions(Level.parse(name), SEED, games) for name in LEVELS]
    weights = np.concatenate([np.full(len(table), games / len(table)) for table in tables])
    together = np.concatenate(tables)
    found = np.zeros(len(names))
    found[used] = fit(together[:, 1:][:, used], together[:, 0], weights)
    return [float(value) for value in found]


def alone(games: int, runs: int) -> None:
    simple = safe_cells_only(2000)
    for name in ALONE:
        level = Level.parse(name)
        ratios: dict[str, list[float]] = {}
        seconds = 0.0
        for run in range(runs):
            seed = FIRST + run * games
            mines = deal_many(level, seed, games)
            started = time.process_time()
            rows = native_luck(Native(), level, mines, seed)
            seconds += time.process_time() - started
            start = start_luck(level, mines, seed)
            plain = native_luck(Native(), level, mines, seed, coefficients=simple)
            won, survival, information = rows[:, 0], rows[:, 1], rows[:, 2]
            left = {
                "simple": won - plain[:, 1],
                "survival": won - survival,
                "steps": won - survival - information,
                "all": won - survival - information - start,
            }
            for kind, values in left.items():
                ratios.setdefault(kind, []).append(float(won.var() / values.var()))
        found = ", ".join(f"{kind} {words(values)}" for kind, values in ratios.items())
        print(f"{name:<18} {found}; {1000 * seconds / runs / games:.2f} ms per game", flush=True)


def paired(games: int, runs: int) -> None:
    for a, b, name in PAIRS:
        ratios: dict[str, list[float]] = {}
        differences = []
        for run in range(runs):
            seed = FIRST + run * games
            players = Player.parse(a), Player.parse(b)
            batch = Batch(players, (name,), seed, games, luck=True)
            _, *results = zip(*pairs(batch, *play_block(batch)), strict=True)
            one, two = (np.array(result, np.float64) for result in results)
            raw: Floats = one[:, 0] - two[:, 0]
            luck = one[:, 1:] - two[:, 1:]
            learned = Adjusted()
            for row_a, row_b in zip(one.tolist(), two.tolist(), strict=True):
                learned.add(row_a[0] - row_b[0], row_a[1:], row_b[1:])
            differences.append((float(raw.mean()), learned.difference))
            ratios.setdefault("survival", []).append(float(raw.var() / (raw - luck[:, 0]).var()))
            both = raw - luck.sum(axis=1)
            ratios.setdefault("both", []).append(float(raw.var() / both.var()))
            ratios.setdefault("learned", []).append(learned.times_fewer)
        found = ", ".join(f"{kind} {words(values)}" for kind, values in ratios.items())
        wins, without = (
            100 * statistics.fmean(column) for column in zip(*differences, strict=True)
        )
        print(
            f"{name:<18} {a} {b}: {wins:.2f}% wins, {without:.2f}% without luck; {found}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--pairs", action="store_true")
    options = parser.parse_args()
    print(machine())
    if options.pairs:
        paired(options.games, options.runs)
    else:
        alone(options.games, options.runs)


if __name__ == "__main__":
    main()
