"""Compute how often optimal play wins on small levels, as reference data (bench/optimal.json).

    python bench/optimal_tables.py [--out bench/optimal.json] [--quick] [--check]
    python bench/optimal_tables.py --agents 4x4x4/any 5x5x5/safe

The table contains all levels up to 4x4 under the rules any, safe and open, and some larger levels,
which --quick leaves out. For each level, it lists the best first cells, and the number of boards on
which the best strategy wins from there. The table is written only with --out. With --check, it is
compared with the existing table. With --agents, `odds` and `champion` play all boards of the given
levels, starting from the first of the best cells (or, under the rule `any`, from a cell of their
choice).
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from report import machine
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.lab.native import native, play_deck
from sapper.reason.optimal import optimal

TABLE = Path(__file__).parent / "optimal.json"
RULES = ("any", "safe", "open")
# Width, height and mines of the larger levels. The level 5x5x6 takes as long as all others
# together.
LARGER = [
    *((5, 4, mines) for mines in range(1, 20)),
    *((7, 3, mines) for mines in range(1, 7)),
    *((5, 5, mines) for mines in range(1, 6)),
]
LARGEST = ["6x5x4/safe", "6x5x4/open", "5x5x6/safe", "5x5x6/open", "5x5x7/open"]


def levels(quick: bool) -> Iterator[Level]:
    small = [
        (width, height, mines)
        for width, height in product(range(1, 5), repeat=2)
        for mines in range(width * height + 1)
    ]
    for width, height, mines in small if quick else small + LARGER:
        for rule in RULES:
            with suppress(SapperError):  # no board obeys the rule
                yield Level.parse(f"{width}x{height}x{mines}/{rule}")
    if not quick:
        yield from map(Level.parse, LARGEST)


def against_agents(names: list[str]) -> None:
    """Print how often the agents `odds` and `champion` win on the boards of each level."""
    table = {row["level"]: row for row in json.loads(TABLE.read_text())}
    for name in names:
        level, row = Level.parse(name), table[name]
        first = level.grid.parse_cell(row["first"][0]) if level.start.kind != "any" else None
        clear = frozenset() if first is None else level.clear_cells(first)
        cells = [cell for cell in range(level.size) if cell not in clear]
        deck = np.array(list(combinations(cells, level.mines)), dtype=np.uint32)
        assert len(deck) == row["boards"]
        wins = []
        for agent in ("odds", "champion"):
            player = native(agent)
            assert player is not None
            won = int(play_deck(level, deck, first, champion=player.champion, threads=1).sum())
            wins.append(f"{agent} {won} ({won / row['boards']:.2%})")
        print(
            f"{name}: best {row['won']} of {row['boards']} ({row['won'] / row['boards']:.2%}) from "
            f"{' '.join(row['first'])}; {', '.join(wins)}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--agents", nargs="+", metavar="LEVEL")
    options = parser.parse_args()
    print(machine())
    if options.agents:
        against_agents(options.agents)
        return
    known = {row["level"]: row for row in json.loads(TABLE.read_text())} if options.check else {}
    rows: list[dict[str, Any]] = []
    started = time.process_time()
    for level in levels(options.quick):
        begun = time.process_time()
        found = optimal(level)
        seconds = time.process_time() - begun
        names = [level.grid.name(cell) for cell in found.first]
        row = {"level": str(level), "won": found.won, "boards": found.boards, "first": names}
        assert not known or known[str(level)] == row, f"the table has {known[str(level)]}"
        rows.append(row)
        if seconds > 1:
            print(
                f"{level}: {found.won} of {found.boards} ({found.probability:.2%}) from "
                f"{' '.join(names)}; {found.positions} positions, {seconds:.1f} s",
                flush=True,
            )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(rows)} levels in {time.process_time() - started:.1f} s, peak {peak:.0f} MiB")
    if options.out:
        options.out.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n")


if __name__ == "__main__":
    main()
