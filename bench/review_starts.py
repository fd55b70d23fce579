"""Compute the chance of winning at the start, by kind of first cell (sapper/data/starts.json).

    python bench/review_starts.py [--games 800] [--own 6000] [--processes 1]

The first cells of a level are divided into zones (see sapper/review/start.py). For each zone, the
champion plays games without a budget, from up to 8 cells of the zone; --games sets the number of
games per zone. It also plays games from the usual first cell of each level, and games on some
levels with given cells; in both cases, --own sets the number of games per level. Luck is removed
from the results. Boards smaller than expert boards get three times as many games.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from multiprocessing import Pool
from pathlib import Path

from report import machine
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.review.start import WinProbability, play_starts, zone

SEED = 7_000_000_000
LEVELS = [
    f"{size}/{rule}"
    for size in ("8x8x10", "9x9x10", "16x16x40", "30x16x99")
    for rule in ("open", "safe")
]
GIVEN = ["9x9x10/given", "16x16x25/given", "30x16x99/given"]
CELLS = 8
CHUNK = 500


def chunk(task: tuple[str, str, Cell | None, int, int]) -> tuple[str, str, WinProbability, int]:
    level, key, first, games, seed = task
    return level, key, play_starts(Level.parse(level), first, games, seed), games


def tasks(games: int, own: int) -> list[tuple[str, str, Cell | None, int, int]]:
    found: list[tuple[str, str, Cell | None, int, int]] = []
    seed = SEED

    def add(level: str, key: str, first: Cell | None, count: int) -> None:
        nonlocal seed
        while count > 0:
            found.append((level, key, first, min(count, CHUNK), seed))
            count -= CHUNK
            seed += CHUNK

    for text in GIVEN:
        add(text, "", None, own * _times(Level.parse(text)))
    for text in LEVELS:
        level = Level.parse(text)
        times = _times(level)
        zones = defaultdict(set)
        for cell in range(level.size):
            zones[zone(level, cell)].add(level.grid.least_mirror(cell))
        for key, cells in sorted(zones.items()):
            chosen = sorted(cells)[:: math.ceil(len(cells) / CELLS)]
            for cell in chosen:
                add(text, key, cell, math.ceil(times * games / len(chosen)))
        assert level.first is not None
        add(text, level.grid.name(level.grid.least_mirror(level.first)), level.first, times * own)
    return found


def _times(level: Level) -> int:
    return 3 if level.size < 400 else 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--own", type=int, default=6000)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    print(machine(), flush=True)
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0] * 3))
    todo = tasks(options.games, options.own)
    with Pool(options.processes) as pool:
        for done, (level, key, start, games) in enumerate(pool.imap_unordered(chunk, todo), 1):
            total = sums[level][key]
            total[0] += start.win * games
            total[1] += (start.error * games) ** 2
            total[2] += games
            if done % 50 == 0:
                print(f"{done} of {len(todo)}", flush=True)
    kept = {
        level: {
            key: [round(win / games, 5), round(math.sqrt(square) / games, 5)]
            for key, (win, square, games) in sorted(sums[level].items())
        }
        for level in GIVEN + LEVELS
    }
    path = Path(__file__).parents[1] / "src/sapper/data/starts.json"
    lines = [f"{json.dumps(level)}: {json.dumps(found)}" for level, found in kept.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    for level, found in kept.items():
        print(level, found)


if __name__ == "__main__":
    main()
