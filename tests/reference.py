"""An independent oracle: brute force over whole boards, and textbook definitions.

The oracle shares no code with the package, reads only the plain fields of a view, and is slow on
purpose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, product

from sapper.core.view import View


def around(width: int, height: int, cell: int) -> list[int]:
    """Find the neighbours of a cell by computing its distance to every other cell."""
    x, y = cell % width, cell // width
    return [
        v * width + u
        for u, v in product(range(width), range(height))
        if max(abs(u - x), abs(v - y)) == 1
    ]


def number(width: int, height: int, mines: Collection[int], cell: int) -> int:
    return sum(near in mines for near in around(width, height, cell))


def boards(view: View) -> Iterator[frozenset[int]]:
    """Every set of mines that fits the numbers, the given cells and the mine count of the view."""
    width, height = view.level.width, view.level.height
    open_cells = [cell for cell, state in enumerate(view.states) if state <= 8]
    # State 11 is a cell given as safe. A hidden (9) or flagged (10) cell may be a mine.
    unknown = [cell for cell, state in enumerate(view.states) if state in (9, 10)]
    near = {cell: set(around(width, height, cell)) for cell in open_cells}
    for some in combinations(unknown, view.level.mines):
        mines = frozenset(some)
        if all(len(mines & near[cell]) == view.states[cell] for cell in open_cells):
            yield mines


def regions(width: int, height: int, cells: Collection[int]) -> list[set[int]]:
    """Groups of cells that are connected in any of the eight directions."""
    left = set(cells)
    groups = []
    while left:
        group = {left.pop()}
        while grown := {n for cell in group for n in around(width, height, cell)} & left:
            group |= grown
            left -= grown
        groups.append(group)
    return groups


def statistics(width: int, height: int, mines: Collection[int]) -> tuple[int, int, int]:
    """The 3BV, the openings and the islands, counted from their definitions."""
    safe = [cell for cell in range(width * height) if cell not in mines]
    zeros = [cell for cell in safe if number(width, height, mines, cell) == 0]
    openings = regions(width, height, zeros)
    in_opening = set(zeros) | {n for zero in zeros for n in around(width, height, zero)}
    alone = [cell for cell in safe if cell not in in_opening]
    return len(openings) + len(alone), len(openings), len(regions(width, height, alone))
