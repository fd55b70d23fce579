"""Write the home page's demo games, in which an agent reasons about one number at a time.

    python docs/demo.py

Each step looks at a single number. If the number needs as many mines as it has hidden neighbours,
all of these neighbours are mines. If the number already has all its mines, its other neighbours are
safe. The page explains the steps in the reader's language, and tests/web/test_demo.py compares
every claim with the odds.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sapper.core.board import deal
from sapper.core.game import Game, Outcome
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import FLAGGED, HIDDEN, Move, View

LEVEL = Level.parse("beginner")
GAMES = 3


def step(view: View, near: Cell) -> dict[str, Any] | None:
    """The nearest number that settles any cells, or None if there is no such number."""
    width = view.grid.width

    def distance(cell: Cell) -> int:
        return abs(cell % width - near % width) + abs(cell // width - near // width)

    for clue in sorted((c for c in range(view.grid.size) if 1 <= view[c] <= 8), key=distance):
        around = view.grid.neighbours(clue)
        mines = [cell for cell in around if view[cell] == FLAGGED]
        hidden = [cell for cell in around if view[cell] >= HIDDEN and cell not in mines]
        missing = view[clue] - len(mines)
        if hidden and missing in (0, len(hidden)):
            return {
                "clue": clue,
                "number": view[clue],
                "known": mines,
                "cells": hidden,
                "safe": missing == 0,
            }
    return None


def story(seed: int) -> dict[str, Any] | None:
    """A game that can be won one number at a time, in the form that the page expects, or None."""
    game = Game(deal(LEVEL, seed))
    start = game.view.given[0]
    game.play(Move("open", start))
    rows, near = game.view.rows, start
    steps: list[dict[str, Any]] = []
    while game.outcome is None:
        found = step(game.view, near)
        if found is None:
            return None
        before = "".join(game.view.rows)
        for cell in found["cells"]:
            if game.outcome is None and game.view[cell] >= HIDDEN:
                game.play(Move("open" if found["safe"] else "flag", cell))
        after = "".join(game.view.rows)
        changed = [cell for cell in range(len(after)) if before[cell] != after[cell]]
        near = found["cells"][-1]
        steps.append({**found, "changed": changed, "symbols": "".join(after[c] for c in changed)})
    assert game.outcome is Outcome.WON
    size = {"width": LEVEL.width, "height": LEVEL.height, "mines": LEVEL.mines}
    return {**size, "rows": list(rows), "steps": steps}


def main() -> None:
    """Write static/demo.json with the first games of a suitable length."""
    games: list[dict[str, Any]] = []
    seed = 0
    while len(games) < GAMES:
        found = story(seed)
        if found is not None and 12 <= len(found["steps"]) <= 20:
            games.append(found)
        seed += 1
    target = Path(__file__).parents[1] / "src/sapper/page/static/demo.json"
    target.write_text(json.dumps(games, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
