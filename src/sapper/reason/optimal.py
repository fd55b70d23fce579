"""Optimal play on a small level: the exact number of boards on which the best strategy wins.

    won, boards     the best strategy wins on `won` of the equally likely boards
    first           all best first cells
    cells           (won, boards) for each first cell that was solved; None if the mines don't fit
                    or the cell was not asked for

All boards that obey the start rule are equally likely, so won / boards is the highest chance of
winning that any player can have. Under the rule `any`, all boards of the level are counted. Under
`safe` and `open`, the boards that can be dealt around the first cell are counted. Under `open`, the
number of these boards depends on the first cell, so cells are compared by won / boards. The engine
examines all possible games (native/optimal.cpp). If the level is too large, a TooLargeError is
raised.

>>> best = optimal(Level.parse("4x4x4/any"))
>>> best.won, best.boards, [best.level.grid.name(cell) for cell in best.first]
(961, 1820, ['B1', 'C1', 'A2', 'D2', 'A3', 'D3', 'B4', 'C4'])
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from typing_extensions import TypedDict

from sapper import _engine
from sapper.core.grid import Cell, CellJson
from sapper.core.level import Level
from sapper.core.view import GIVEN, HIDDEN
from sapper.errors import SapperError

MAX_CELLS = 30
"""the maximum number of cells"""

MAX_BOARDS = 250_000
"""the maximum number of boards for one first cell; this many need a few minutes"""

MAX_POSITIONS = 12_500_000
"""the maximum number of positions in memory; this many need about 0.6 GB"""


class OptimalError(SapperError):
    """Raised if optimal play can't be computed for a level or first cell."""


class TooLargeError(OptimalError):
    """Raised if a level is too large. The message names the limit."""


class FirstJson(TypedDict):
    """The result of the best strategy from a first cell."""

    won: int
    boards: int
    """on how many boards with this first cell it wins, and the number of these boards"""


class OptimalJson(TypedDict):
    """The best strategy for a level.

    `sapper optimal LEVEL --json`, `sapper.reason.optimal.optimal(level).to_json()`.
    `Optimal.from_json` reads this object.
    """

    level: str
    won: int
    boards: int
    """on how many boards of the level the best strategy wins, and the number of these boards"""
    probability: float
    """`won` divided by `boards`"""
    first: list[CellJson]
    """the first cells that give the best chance of winning"""
    cells: dict[str, FirstJson]
    """the results for each first cell"""
    positions: int
    """the number of different positions solved"""


@dataclass(frozen=True, slots=True)
class Optimal:
    """`won` and `boards` belong to the cell first[0]. If no cell is safe, `first` is empty."""

    level: Level
    won: int
    boards: int
    first: tuple[Cell, ...]
    cells: tuple[tuple[int, int] | None, ...]
    positions: int

    @property
    def probability(self) -> float:
        return self.won / self.boards

    def to_json(self) -> OptimalJson:
        name = self.level.grid.name
        return {
            "level": str(self.level),
            "won": self.won,
            "boards": self.boards,
            "probability": self.probability,
            "first": [name(cell) for cell in self.first],
            "cells": {
                name(cell): {"won": value[0], "boards": value[1]}
                for cell, value in enumerate(self.cells)
                if value is not None
            },
            "positions": self.positions,
        }

    @classmethod
    def from_json(cls, fields: OptimalJson) -> Optimal:
        level = Level.parse(fields["level"])
        values = [fields["cells"].get(level.grid.name(cell)) for cell in range(level.size)]
        return cls(
            level,
            fields["won"],
            fields["boards"],
            tuple(level.grid.parse_cell(name) for name in fields["first"]),
            tuple(value and (value["won"], value["boards"]) for value in values),
            fields["positions"],
        )


def optimal(
    level: Level,
    first: Cell | None = None,
    *,
    progress: Callable[[int, int, int], object] | None = None,
) -> Optimal:
    """Compute optimal play on a level. If `first` is given, only that first cell is examined.

    `progress` is called with three numbers: first cells solved, first cells in all, and positions
    solved.
    """
    grid = level.grid
    if level.start.kind == "given":
        raise OptimalError(f"can't solve {level} with rule 'given': use 'any', 'safe' or 'open'")
    if first is not None:
        name = grid.name(first)  # raises an error if the cell is off the board
        if not level.fits(first):
            raise OptimalError(f"level {level} has too many mines for first cell {name}")
    if level.safe == 0:
        return Optimal(level, 1, 1, (), (None,) * level.size, 0)
    if level.size > MAX_CELLS:
        raise TooLargeError(
            f"level {level} is too large to be solved: it has {level.size} cells, but the limit is "
            f"{MAX_CELLS}"
        )
    candidates = range(level.size) if first is None else (first,)
    allowed = [cell for cell in candidates if level.fits(cell)]
    # Cells that are mirror images have the same value, so only one of them is solved.
    kinds = sorted({grid.least_mirror(cell) for cell in allowed}) if first is None else allowed
    _check_boards(level, kinds)

    solver = _engine.Optimal(level.width, level.height, level.mines, MAX_POSITIONS)
    solved: dict[Cell, tuple[int, int]] = {}

    def on_progress(positions: int) -> None:
        if progress is not None:
            progress(len(solved), len(kinds), positions)

    for cell in kinds:
        clear = level.clear_cells(cell)
        states = bytes(GIVEN if other in clear else HIDDEN for other in range(level.size))
        try:
            solved[cell] = solver.wins_at(states, cell, on_progress)
        except _engine.TooManyPositions:
            raise TooLargeError(
                f"level {level} is too large to be solved: it has more than {MAX_POSITIONS} "
                "positions"
            ) from None
        on_progress(solver.positions)
    cells = tuple(
        solved[cell if first is not None else grid.least_mirror(cell)] if cell in allowed else None
        for cell in range(level.size)
    )
    best = max(Fraction(*value) for value in solved.values())
    chosen = tuple(
        cell for cell, value in enumerate(cells) if value is not None and Fraction(*value) == best
    )
    won, boards = solved[chosen[0] if first is not None else grid.least_mirror(chosen[0])]
    return Optimal(level, won, boards, chosen, cells, solver.positions)


def _check_boards(level: Level, firsts: list[Cell]) -> None:
    free = max(level.size - len(level.clear_cells(cell)) for cell in firsts)
    boards = math.comb(free, level.mines)
    if boards > MAX_BOARDS:
        raise TooLargeError(
            f"level {level} is too large to be solved: it has {boards} boards, but the limit is "
            f"{MAX_BOARDS}"
        )
