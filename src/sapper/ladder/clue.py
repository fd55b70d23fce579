"""Clues, and the parts of them that remain when some cells are known.

A mask is an int that stores a set of cells. The bit 2 << cell stands for `cell`. The remaining part
of a clue consists of its unknown cells and the number of mines among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from sapper.core.constraints import cells_of, mask_of
from sapper.core.grid import Cell, Grid
from sapper.core.level import StartRule
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, View

# On boards with more than WHOLE cells, clues more than _WINDOW rows or columns away are ignored.
_WINDOW = 25
WHOLE = 4_096


class Clue(NamedTuple):
    cell: Cell
    mask: int
    mines: int


class Remaining(NamedTuple):
    """Each of `clues` says that the cells of `mask` contain `mines` mines."""

    mask: int
    mines: int
    clues: Sequence[Clue]

    def nearest(self, cell: Cell, grid: Grid) -> Clue:
        return min(self.clues, key=lambda clue: (distance(clue.cell, cell, grid), clue.cell))


def distance(one: Cell, other: Cell, grid: Grid) -> int:
    width = grid.width
    rows, columns = one // width - other // width, one % width - other % width
    return rows * rows + columns * columns  # the squared distance is enough for comparisons


def clues_of(view: View, near: Cell | None = None) -> Iterator[Clue]:
    """Yield the clues that have unknown cells. On a large board, skip distant clues."""
    states, grid = view.states, view.grid
    if grid.size <= WHOLE:
        around = _around(grid.width, grid.height)
        # Parsing text is the fastest way to make the mask.
        unknown = int(states.translate(_UNKNOWN)[::-1], 2) << 1
        for cell, state in enumerate(states):
            if state < HIDDEN and (mask := around[cell] & unknown):
                yield Clue(cell, mask, state)
        return
    cells: Iterable[Cell] = range(grid.size)
    if near is not None:
        row, column = divmod(near, grid.width)
        cells = (
            r * grid.width + c
            for r in range(max(0, row - _WINDOW), min(grid.height, row + _WINDOW + 1))
            for c in range(max(0, column - _WINDOW), min(grid.width, column + _WINDOW + 1))
        )
    for cell in cells:
        if states[cell] < HIDDEN:
            near_by = [c for c in grid.neighbours(cell) if states[c] in (HIDDEN, FLAGGED)]
            if near_by:
                yield Clue(cell, mask_of(near_by), states[cell])


_UNKNOWN = bytes(49 if state in (HIDDEN, FLAGGED) else 48 for state in range(256))


@lru_cache(maxsize=32)
def _around(width: int, height: int) -> list[int]:
    grid = Grid(width, height)
    return [mask_of(grid.neighbours(cell)) for cell in range(grid.size)]


def remaining(clues: Iterable[Clue], mines: int, safe: int) -> list[Remaining]:
    """The unknown cells and remaining mines of each clue. Clues with the same values are merged."""
    unknown = ~(mines | safe)
    saying: dict[tuple[int, int], list[Clue]] = {}
    for clue in clues:
        _, mask, number = clue
        if left := mask & unknown:
            saying.setdefault((left, number - (mask & mines).bit_count()), []).append(clue)
    return [Remaining(mask, number, same) for (mask, number), same in saying.items()]


def remaining_view(view: View, mines: Iterable[Cell], clear: Iterable[Cell] = ()) -> View:
    """Mark these cells as given, and subtract the mines from the numbers and the mine count."""
    states = bytearray(view.states)
    laid = 0
    for cell in mines:
        laid += 1
        states[cell] = GIVEN
        for near in view.grid.neighbours(cell):
            states[near] -= states[near] < HIDDEN
    for cell in clear:
        states[cell] = GIVEN
    level = replace(view.level, mines=view.level.mines - laid, start=StartRule("any"))
    return View(level, bytes(states))


def hanging_together(left: Sequence[Remaining], goal: int) -> list[Remaining]:
    reached, before = goal, 0
    while reached != before:
        before = reached
        for one in left:
            if one.mask & reached:
                reached |= one.mask
    return [one for one in left if one.mask & reached]


def overlapping(masks: Iterable[int]) -> list[tuple[int, int]]:
    pairs = []
    by_cell: dict[Cell, list[int]] = {}
    for mask in masks:
        others: dict[int, None] = {}
        for cell in cells_of(mask):
            sharing = by_cell.setdefault(cell, [])
            others.update(dict.fromkeys(sharing))
            sharing.append(mask)
        pairs += [(other, mask) for other in others]
    return pairs
