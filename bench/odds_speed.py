"""Compare how fast Sapper and ms-toollib compute odds when an expert game is stuck.

    python bench/odds_speed.py [--positions 10000] [--rule safe] [--alternate]

Both libraries are called from Python on the same positions, and the CPU time of each call is
measured. Normally, each library goes through all positions on its own, as in a study. With
--alternate, the libraries take turns, so each call finds the processor's caches filled by the other
library. That is typical of a program that does other work between two calls.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import ms_toollib
import numpy as np
from numpy.typing import NDArray

from report import machine
from sapper.agents.odds import OddsAgent
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import HIDDEN, View
from sapper.reason.odds import odds


def stuck_positions(level: Level, count: int) -> list[View]:
    """Positions in which the odds agent had to guess."""
    views: list[View] = []
    seed = 0
    while True:
        game = Game(deal(level, seed))
        seed += 1
        agent = OddsAgent()
        while game.outcome is None:
            decision = agent.choose(game.view)
            assert decision is not None
            if not decision.reason.certain:
                views.append(game.view)
                if len(views) == count:
                    return views
            game.play(decision)


def timed(call: Callable[[Any], Any], inputs: Sequence[Any]) -> tuple[NDArray[np.int64], list[Any]]:
    """The time of each call in nanoseconds, and the results of the calls."""
    times = np.empty(len(inputs), dtype=np.int64)
    results = []
    for i, value in enumerate(inputs):
        start = time.process_time_ns()
        result = call(value)
        times[i] = time.process_time_ns() - start
        results.append(result)
    return times, results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--rule", default="safe")
    parser.add_argument(
        "--alternate", action="store_true", help="time both on a position before the next one"
    )
    options = parser.parse_args()
    print(machine())
    level = Level.parse(f"expert/{options.rule}")
    views = stuck_positions(level, options.positions)
    # For ms-toollib, a position is a list of rows, in which 10 stands for a hidden cell.
    lists = [np.where(view.array >= HIDDEN, 10, view.array).tolist() for view in views]

    def toollib(rows: list[list[int]]) -> Any:
        return ms_toollib.cal_probability_onboard(rows, level.mines)

    if options.alternate:
        # The two libraries evict each other's data from the caches, which slows the faster library
        # down more.
        pairs = [(timed(odds, [v]), timed(toollib, [r])) for v, r in zip(views, lists, strict=True)]
        ours, theirs = (np.concatenate([pair[i][0] for pair in pairs]) for i in (0, 1))
        mine, other = ([pair[i][1][0] for pair in pairs] for i in (0, 1))
    else:
        ours, mine = timed(odds, views)
        theirs, other = timed(toollib, lists)
    gap = max(
        float(np.nanmax(np.abs(a.array - np.array(b[0])))) for a, b in zip(mine, other, strict=True)
    )
    for name, times in (("sapper.reason.odds", ours), ("ms-toollib", theirs)):
        milliseconds = times / 1e6
        print(
            f"{name:12} mean {milliseconds.mean():.4f} ms, median {np.median(milliseconds):.4f}, "
            f"99.9% {np.quantile(milliseconds, 0.999):.3f}, worst {milliseconds.max():.3f}"
        )
    print(
        f"{len(views)} positions of {level}: {theirs.mean() / ours.mean():.1f} times as fast on "
        f"average; the largest difference of odds is {gap:.1e}"
    )


if __name__ == "__main__":
    main()
