"""How long it takes to compute odds on boards of any size, and for long winding borders.

    python bench/odds_scale.py

The first part plays whole boards with 15% mines, using only provably safe moves. When the player is
stuck, it is given a safe cell. The second part asks for the odds in positions whose open cells form
snakes, spirals or grids of isolated clues. Each request must be answered, or refused with an error
that names the limit, and must need at most 1 s and 1 GiB.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from report import machine
from sapper import _engine
from sapper.core.board import deal_many
from sapper.core.level import Level, StartRule
from sapper.core.view import HIDDEN, View
from sapper.reason.odds import TooWideError, odds

Mask = NDArray[np.bool_]


def snake(width: int, height: int) -> Mask:
    """A path that runs along every third row, with the rows joined at alternating ends."""
    path = np.zeros((height, width), dtype=np.bool_)
    path[1::3] = True
    for turn, row in enumerate(range(1, height - 3, 3)):
        path[row : row + 3, width - 2 if turn % 2 == 0 else 1] = True
    return path


def spiral(width: int, height: int) -> Mask:
    """A corridor that spirals inwards, with windings three cells apart."""
    path = np.zeros((height, width), dtype=np.bool_)
    top, left, bottom, right = 1, 1, height - 2, width - 2
    while top < bottom and left < right:
        path[top, left : right + 1] = True
        path[top : bottom + 1, right] = True
        path[bottom, left : right + 1] = True
        path[top + 3 : bottom + 1, left] = True
        path[min(top + 3, bottom), left : min(left + 3, right) + 1] = True
        top, left, bottom, right = top + 3, left + 3, bottom - 3, right - 3
    return path


def beads(width: int, height: int) -> Mask:
    """A snake of single clues, two cells apart in each row, in rows that are four cells apart."""
    path = np.zeros((height, width), dtype=np.bool_)
    path[1::4, 1::2] = True
    for turn, row in enumerate(range(1, height - 4, 4)):
        path[row + 2, (width - 2) // 2 * 2 + 1 if turn % 2 == 0 else 1] = True
    return path


def field(step: int) -> Callable[[int, int], Mask]:
    """A grid of single clues, `step` cells apart in both directions."""

    def mask(width: int, height: int) -> Mask:
        path = np.zeros((height, width), dtype=np.bool_)
        path[1::step, 1::step] = True
        return path

    return mask


def winding_view(path: Mask, density: float, seed: int) -> View:
    """A possible position in which exactly this path is open, with random mines off the path."""
    height, width = path.shape
    mines = (np.random.default_rng(seed).random(path.shape) < density) & ~path
    padded = np.pad(mines.astype(np.uint8), 1)
    numbers = sum(
        padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if dx or dy
    )
    states = np.where(path, numbers, HIDDEN).astype(np.uint8)
    level = Level(width, height, int(mines.sum()), StartRule("any"))
    return View(level, states.tobytes())


SHAPES: dict[str, Callable[[int, int], Mask]] = {
    "snake": snake,
    "spiral": spiral,
    "beads": beads,
    "isolated clues, 2 apart": field(2),
    "isolated clues, 3 apart": field(3),
    "isolated clues, 4 apart": field(4),
}


def main() -> None:
    print(machine())
    for side in (100, 300, 1000):
        level = Level.parse(f"{side}x{side}x{side * side * 15 // 100}/any")
        boards = deal_many(level, 0, 1_000_000 // level.size)
        seconds = opened = given = 0.0
        for seed, mines in enumerate(boards):
            is_mine = np.zeros(level.size, dtype=np.uint8)
            is_mine[mines] = 1
            start = time.process_time()
            result = _engine.explore(side, side, level.mines, is_mine.tobytes(), seed)
            seconds += time.process_time() - start
            opened += result[0]
            given += result[1]
        print(
            f"{len(boards)} boards of {level}: {seconds:.2f} s of CPU time, "
            f"{given:.0f} cells given, {seconds / opened * 1e9:.0f} ns per cell"
        )
    for name, shape in SHAPES.items():
        for side in (12, 30, 100, 300, 1000):
            for density in (0.15, 0.4):
                view = winding_view(shape(side, side), density, seed=side)
                start = time.process_time()
                try:
                    found = odds(view)
                    answer = f"10^{found.log10_solutions:.1f} boards"
                except TooWideError as error:
                    answer = str(error)
                seconds = time.process_time() - start
                print(f"{name}, {side}x{side}, {density:.0%}: {seconds:.3f} s, {answer}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MiB")


if __name__ == "__main__":
    main()
