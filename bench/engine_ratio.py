"""Compare the speed of this engine with that of another build.

    python bench/engine_ratio.py OTHER [--rounds 9]

OTHER is the Python of another checkout, such as ../before/.venv/bin/python. Both builds do the same
work in processes that take turns, and the script measures CPU time. A ratio above 1 means that this
build is slower.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from odds_speed import stuck_positions
from report import machine
from sapper import _engine
from sapper.core.board import deal_many
from sapper.core.level import Level
from sapper.reason.champion import engine_champion

EXPERT = Level.parse("expert/open")


def play(name: str, games: int, champion: _engine.Champion | None = None) -> None:
    level = Level.parse(name)
    assert level.first is not None
    size = level.width, level.height, level.mines
    _engine.play_games(*size, 2, level.first, 1, games, 1, champion=champion)


def odds(views: list[bytes]) -> None:
    solver = _engine.Solver()
    for _ in range(20):
        for states in views:
            solver.odds(30, 16, 99, states)


def luck() -> None:
    deck = deal_many(EXPERT, 0, 30)
    for seed in range(40):
        _engine.luck_of_games(30, 16, 99, 2, 93, 0, deck, seed, 16)


def once() -> dict[str, float]:
    """The CPU seconds of each task."""
    views = [view.states for view in stuck_positions(EXPERT, 1500)]
    work: dict[str, Callable[[], object]] = {
        "30,000 analyses of stuck expert positions": lambda: odds(views),
        "6,000 expert games of odds": lambda: play("expert/open", 6000),
        "12,000 intermediate games of odds": lambda: play("intermediate/open", 12_000),
        "250 expert games of the champion": lambda: play("expert/open", 250, engine_champion()),
        "24 of the champion with rollouts": lambda: play("expert/open", 24, engine_champion(0.02)),
        "luck of 1,200 expert games": luck,
        "optimal play on 5x4x5": lambda: _engine.optimal_value(5, 4, 5, bytes([9]) * 20),
    }
    seconds = {}
    for name, call in work.items():
        start = time.process_time()
        call()
        seconds[name] = time.process_time() - start
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("other", help="the Python of another checkout")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    if options.other == "once":
        print(json.dumps(once()))
        return

    def measure(python: str) -> dict[str, float]:
        command = [python, __file__, "once"]
        ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        seconds: dict[str, float] = json.loads(ran.stdout)
        return seconds

    print(machine())
    others: list[dict[str, float]] = []
    ours: list[dict[str, float]] = []
    for number in range(options.rounds):
        # Alternate the order, because the load on the machine changes.
        for python in (options.other, sys.executable)[:: 1 if number % 2 == 0 else -1]:
            (ours if python == sys.executable else others).append(measure(python))
    for name in ours[0]:
        ratios = sorted(a[name] / b[name] for a, b in zip(ours, others, strict=True))
        print(
            f"{name:42} {statistics.median(run[name] for run in others):.3f} s, "
            f"{statistics.median(run[name] for run in ours):.3f} s, "
            f"ratio {statistics.median(ratios):.3f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


if __name__ == "__main__":
    main()
