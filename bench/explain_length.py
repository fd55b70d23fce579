"""The number of sentences in explanations of provable cells in many games, by technique.

    python bench/explain_length.py [--games 60] [--level expert --level hard] [--first 0]
                                   [--jobs 1] [--write FILE]
    python bench/explain_length.py --compare BEFORE AFTER

In each position, every safe cell is opened. If there is no safe cell, the cell with the best odds
is opened. A cell is explained when it first becomes provable. --write saves the numbers in a file.
--compare compares two such files on the same cells, grouped by the technique in the second file. To
make a file with another version of Sapper, run

    PYTHONPATH=OTHER/src python bench/explain_length.py ...

The figures in bench/results.md come from --games 2000 for each level, with --jobs 16 on 16 cores.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from report import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import HIDDEN, Move
from sapper.explain import Explanation, explain
from sapper.reason.odds import odds


def lengths(level: Level, seed: int) -> dict[str, tuple[str, int]]:
    """The technique and the number of sentences of each explanation, by position and cell."""
    game = Game(deal(level, seed))
    seen: set[int] = set()
    found = {}
    position = 0
    while game.outcome is None:
        view = game.view
        chances = odds(view)
        position += 1
        for cell in (*chances.safe, *chances.mines):
            if cell in seen:
                continue
            seen.add(cell)
            why = explain(view, cell)
            assert isinstance(why, Explanation)
            # Count the full stops, because a step may have two sentences.
            count = sum(text.count(". ") + 1 for text in why.sentences)
            found[f"{position} {view.grid.name(cell)}"] = str(why.technique), count
        for to_open in chances.safe or (chances.safest,):
            if to_open is not None and game.outcome is None and game.view[to_open] >= HIDDEN:
                game.play(Move("open", to_open))
    return found


def spread(counts: list[int]) -> str:
    """The median, the 99th percentile, the maximum, and the number of values."""
    ordered = sorted(counts)
    high = ordered[len(ordered) * 99 // 100]
    return f"median {ordered[len(ordered) // 2]}, p99 {high}, max {ordered[-1]} ({len(ordered)})"


def tell(by_technique: dict[str, list[int]], title: str) -> None:
    """Print one line per technique."""
    print(title)
    for technique, counts in sorted(by_technique.items(), key=lambda one: -len(one[1])):
        print(f"  {technique}: {spread(counts)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--level", action="append")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--compare", type=Path, nargs=2)
    options = parser.parse_args()
    if options.compare:
        before, after = (json.loads(path.read_text()) for path in options.compare)
        old: dict[str, list[int]] = defaultdict(list)
        new: dict[str, list[int]] = defaultdict(list)
        by_old: dict[str, list[int]] = defaultdict(list)
        for key, (technique, count) in after.items():
            former, former_count = before[key]
            old[technique].append(former_count)
            new[technique].append(count)
            by_old[former].append(former_count)
        tell(by_old, "before, by its own techniques:")
        tell(old, "before, by the techniques after:")
        tell(new, "after:")
        return
    print(machine())
    kept: dict[str, tuple[str, int]] = {}
    seeds = range(options.first, options.first + options.games)
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in options.level or ["expert", "hard"]:
            by_technique: dict[str, list[int]] = defaultdict(list)
            games = pool.map(partial(lengths, Level.parse(name)), seeds, chunksize=8)
            for seed, cells in zip(seeds, games, strict=True):
                for key, (technique, count) in cells.items():
                    kept[f"{name} {seed} {key}"] = technique, count
                    by_technique[technique].append(count)
            tell(by_technique, f"{options.games} games of {name}, sentences:")
    if options.write:
        options.write.write_text(json.dumps(kept))


if __name__ == "__main__":
    main()
