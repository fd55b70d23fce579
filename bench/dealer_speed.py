"""How many no-guess boards are dealt per CPU second, compared with ms-toollib.

    python bench/dealer_speed.py [--seconds 3] [--runs 5]
    python bench/dealer_speed.py --clicks 1000

Both libraries use ms-toollib's definition of a no-guess board: the first cell opens a region, and
the mine count is not needed. Like Sapper, `laymine_solvable` of ms-toollib deals boards until one
can be solved. `laymine_solvable_adjust` moves mines, as Sapper does with `--repair`. The libraries
take turns with one thread each, and the script measures CPU time.

With --clicks, it measures instead how long a player waits for a no-guess board after the first
click on a random cell, with one thread.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from importlib.metadata import version

import ms_toollib

from report import machine, spread
from sapper.core.board import deal
from sapper.core.level import Level
from sapper.ladder.dealer import DealLimitError, Wanted, deal_soon, deal_wanted
from sapper.ladder.rating import rate_board
from sapper.ladder.techniques import Technique


def rate_of(make: Callable[[int], int], seconds: float) -> float:
    """Boards per CPU second. `make(i)` deals the i-th batch and returns its number of boards."""
    start = time.process_time()
    made = lot = 0
    while (spent := time.process_time() - start) < seconds:
        made += make(lot)
        lot += 1
    return made / spent


def ours(level: Level, wanted: Wanted, lot_size: int) -> Callable[[int], int]:
    def make(lot: int) -> int:
        try:
            dealt = deal_wanted(level, 10**6 * lot, lot_size, wanted, threads=1, limit=20)
        except DealLimitError as problem:
            dealt = problem.dealt
        return len(dealt.seeds)

    return make


def theirs(level: Level, name: str) -> Callable[[int], int]:
    function = getattr(ms_toollib, name)

    def make(lot: int) -> int:
        _, found = function(level.height, level.width, level.mines, 3, 3)
        return int(found)

    return make


def clicks(level: Level, count: int) -> list[float]:
    """Milliseconds to deal a board around a random first cell."""
    cells = random.Random(1)
    took = []
    for seed in range(count):
        first = cells.randrange(level.size)
        start = time.perf_counter()
        deal_soon(level, seed, Wanted(no_guess=True), first)
        took.append(1000 * (time.perf_counter() - start))
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    if options.clicks is not None:
        print(machine())
        for name in ("beginner", "intermediate", "expert", "expert/safe"):
            took = sorted(clicks(Level.parse(name), options.clicks))
            print(
                f"{name}: median {statistics.median(took):.2f} ms, "
                f"p95 {took[int(0.95 * len(took))]:.2f} ms, maximum {took[-1]:.1f} ms"
            )
        return
    print(f"{machine()}; ms-toollib {version('ms-toollib')}")
    no_count = Wanted(no_guess=True, mine_count=False)
    for name, lot in (("30x16x99/open", 600), ("16x16x40/open", 6000), ("9x9x10/open", 30_000)):
        level = Level.parse(name)
        makers: dict[str, Callable[[int], int]] = {
            "laymine_solvable": theirs(level, "laymine_solvable"),
            "laymine_solvable_adjust": theirs(level, "laymine_solvable_adjust"),
            "--no-guess --no-mine-count": ours(level, no_count, lot),
            "the same with --repair": ours(
                level, Wanted(no_guess=True, mine_count=False, repair=True), lot
            ),
            "--at-most single-clue": ours(level, Wanted(at_most=Technique.SINGLE_CLUE), lot),
            "--at-most subset": ours(level, Wanted(at_most=Technique.SUBSET), lot),
            "--technique chain": ours(level, Wanted(technique=Technique.CHAIN), 30),
            "--technique combination": ours(level, Wanted(technique=Technique.COMBINATION), 3),
            "--technique mine-count": ours(level, Wanted(technique=Technique.MINE_COUNT), 30),
        }
        rates: dict[str, list[float]] = {maker: [] for maker in makers}
        for _ in range(options.runs):
            for maker, make in makers.items():
                rates[maker].append(rate_of(make, options.seconds))
        faster = [
            max(one, two)
            for one, two in zip(
                rates["laymine_solvable"], rates["laymine_solvable_adjust"], strict=True
            )
        ]
        print(f"\n{level}, boards per CPU second (and as a multiple of the faster of theirs)")
        for maker, found in rates.items():
            times = statistics.median(a / b for a, b in zip(found, faster, strict=True))
            print(f"  {maker:<28} {spread(found, '/s')}   {times:.1f}x")
    took = []
    for seed in range(100):
        board = deal(Level.parse("expert"), seed)
        start = time.process_time()
        rate_board(board)
        took.append(1000 * (time.process_time() - start))
    print(f"\nrating an expert board: {spread(took, 'ms')}")


if __name__ == "__main__":
    main()
