"""How long explanations take, on positions of expert games; CPU time of the call, odds included.

python bench/explain_speed.py [--games 20] [--level expert] [--cells 5]

Games open one safe cell at a time; where none is certain, the one with the best odds. In each
position the easiest certain cell is explained, and so many certain cells drawn at random. Of the
latter every 50th is also certified and verified.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import TypeVar

from report import machine
from sapper.board import deal
from sapper.explain import Explanation, explain
from sapper.game import Game
from sapper.level import Level
from sapper.odds import odds
from sapper.verify import verify
from sapper.view import Move

T = TypeVar("T")


def timed(call: Callable[[], T], seconds: list[float]) -> T:
    """What a call returns; its CPU time goes to the list."""
    start = time.process_time()
    result = call()
    seconds.append(time.process_time() - start)
    return result


def percentiles(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    count = len(ordered)
    middle, high, most = ordered[count // 2], ordered[count * 99 // 100], ordered[-1]
    return (
        f"median {middle * 1e3:.2f} ms, p99 {high * 1e3:.1f} ms, max {most * 1e3:.0f} ms ({count})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--cells", type=int, default=5)
    options = parser.parse_args()
    print(machine())
    draw = random.Random(0)
    easiest: list[float] = []
    certain: list[float] = []
    certified: list[float] = []
    verified: list[float] = []
    for seed in range(options.games):
        game = Game(deal(Level.parse(options.level), seed))
        while game.outcome is None:
            view = game.view
            chances = odds(view)
            timed(lambda view=view: explain(view), easiest)  # type: ignore[misc]
            cells = [*chances.safe, *chances.mines]
            for cell in draw.sample(cells, min(options.cells, len(cells))):
                found = timed(lambda view=view, cell=cell: explain(view, cell), certain)  # type: ignore[misc]
                assert isinstance(found, Explanation)
                if len(certain) % 50 == 0:
                    files = timed(found.certificate, certified).files
                    assert timed(lambda files=files: verify(*files.values()), verified)  # type: ignore[misc]
            best = (*chances.safe, chances.safest)[0]
            assert best is not None
            game.play(Move("open", best))
    print(f"{options.games} games of {options.level}")
    print(f"explain(view), the easiest cell: {percentiles(easiest)}")
    print(f"explain(view, cell), a certain cell: {percentiles(certain)}")
    print(f"certificate(): {percentiles(certified)}")
    print(f"verify(): {percentiles(verified)}")


if __name__ == "__main__":
    main()
