"""How long it takes to read large positions, and to check that they are possible.

    python bench/parse_speed.py

In each 1000x1000 position, half of the cells are open: the upper half, stripes, or random cells,
which are the hardest case. The goal is at most 2 s for each.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from report import machine
from sapper.core.board import deal
from sapper.core.level import Level, StartRule
from sapper.core.view import HIDDEN, View

SIDE = 1000


def main() -> None:
    print(machine())
    chance = random.Random(0)
    ways: dict[str, Callable[[int], bool]] = {
        "upper half": lambda cell: cell < SIDE * SIDE // 2,
        "stripes of 50 cells": lambda cell: cell // 50 % 2 == 0,
        "by chance": lambda _: chance.random() < 0.5,
    }
    for mines in (150_000, 206_250):
        board = deal(Level(SIDE, SIDE, mines, StartRule("any")), 0)
        for name, is_open in ways.items():
            states = bytes(
                number if number < HIDDEN and is_open(cell) else HIDDEN
                for cell, number in enumerate(board.numbers)
            )
            text = str(View(board.level, states))
            start = time.process_time()
            View.parse(text)
            print(f"{board.level} {name:<20} {time.process_time() - start:.2f} CPU s", flush=True)


if __name__ == "__main__":
    main()
