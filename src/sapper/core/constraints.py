"""Constraints ("exactly n mines among these cells"), their clauses, components and the mine count.

    variable     cell + 1. The literal cell+1 says "is a mine", and -(cell+1) says "is safe"
    constraint   exactly n mines among m cells
    box          all cells that are in the same constraints, so only the number of mines among them
                 matters
    component    boxes that are connected by constraints, and these constraints
    border       the unknown cells that are in a constraint. The other unknown cells are *inside*

"Exactly n mines among m cells" becomes these clauses:

    n = m        each cell is a mine: m facts
    n = 0        each cell is safe: m facts
    otherwise    any m-n+1 of them include a mine:        C(m, m-n+1) positive clauses
                 any n+1 of them include a safe cell:     C(m, n+1) negative clauses

>>> from sapper.logic import clause_text
>>> for clause in Constraint((0, 1, 2), 1).clauses():
...     print(clause_text(clause, "?xyz".__getitem__))
(x ∨ y ∨ z)
(¬x ∨ ¬y)
(¬x ∨ ¬z)
(¬y ∨ ¬z)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from sapper.core.grid import Cell
from sapper.logic import Clause, Literal
from sapper.logic.clause import connected
from sapper.logic.solver import own_signals


def mine(cell: Cell) -> Literal:
    return cell + 1


def safe(cell: Cell) -> Literal:
    return -cell - 1


def cells_of(mask: int) -> list[Cell]:
    """The cells of a mask, in ascending order. Bit n stands for variable n.

    >>> cells_of(0b1010)
    [0, 2]
    """
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 2)
        mask ^= low
    return cells


def mask_of(cells: Iterable[Cell]) -> int:
    mask = 0
    for cell in cells:
        mask |= 2 << cell
    return mask


# -- clauses ----------------------------------------------------------------------------------


def subsets(cells: Sequence[int], mines: int) -> tuple[list[tuple[int, ...]], ...]:
    """The smallest sets that must include a mine, and those that must include a safe cell.

    >>> subsets((5, 6, 7), 1)
    ([(5, 6, 7)], [(5, 6), (5, 7), (6, 7)])
    """
    sizes = len(cells) - mines + 1, mines + 1
    return tuple(list(combinations(cells, max(0, size))) for size in sizes)


@lru_cache(maxsize=256)
def _pattern(cells: int, mines: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    with_mine, with_safe = subsets(range(cells), mines)
    return tuple([(some, 1) for some in with_mine] + [(some, -1) for some in with_safe])


def exactly(variables: Sequence[int], mines: int) -> Iterator[list[int]]:
    """Clauses that tell a SAT solver that exactly `mines` of the variables are true.

    >>> list(exactly([4, 9], 1))
    [[4, 9], [-4, -9]]
    """
    for some, sign in _pattern(len(variables), mines):
        yield [sign * variables[i] for i in some]


@dataclass(frozen=True, slots=True)
class Constraint:
    cells: tuple[Cell, ...]
    mines: int

    def clauses(self) -> Iterator[Clause]:
        if not 0 <= self.mines <= len(self.cells):
            yield Clause()
            return
        with_mine, with_safe = subsets([2 << cell for cell in self.cells], self.mines)
        for some in with_mine:
            yield Clause(sum(some), 0)
        for some in with_safe:
            yield Clause(0, sum(some))


def count_clauses(variables: Sequence[int], least: int, most: int, top: int) -> list[list[int]]:
    """The clauses of a totalizer (Bailleux and Boufkhad 2003), with variables from `top` + 1 on."""
    from pysat import card  # imported here because it is slow to import and few callers need it

    count = len(variables)
    if least > count or most < 0:
        return [[]]
    clauses: list[list[int]] = []
    for make, bound, binds in (
        (card.CardEnc.atleast, least, least > 0),
        (card.CardEnc.atmost, most, most < count),
    ):
        if binds:
            with own_signals(card):
                formula = make(list(variables), bound, top_id=top, encoding=card.EncType.totalizer)
            top = max(top, formula.nv)
            clauses += formula.clauses
    return clauses


# -- components -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Component:
    """Boxes that are connected by constraints, together with those constraints.

    A constraint is a pair: the indices of its boxes, and the number of mines in them.
    """

    boxes: tuple[tuple[Cell, ...], ...]
    constraints: tuple[tuple[tuple[int, ...], int], ...]

    @property
    def size(self) -> int:
        return sum(len(box) for box in self.boxes)


def components(constraints: Iterable[tuple[int, int]]) -> list[Component]:
    """The components of these constraints. A constraint is a mask of cells and a number of mines.

    >>> components([(0b0110, 1), (0b1110, 1), (0b1000_0000, 1)])  # doctest: +ELLIPSIS
    [Component(boxes=((0, 1), (2,)), constraints=(((0,), 1), ((0, 1), 1))), Component(...)]
    """
    groups = connected((mask, (mask, left)) for mask, left in constraints)
    parts = [_component(sorted(set(joined))) for joined in groups]
    return sorted(parts, key=lambda component: component.boxes)


def _component(constraints: list[tuple[int, int]]) -> Component:
    touching: dict[Cell, list[int]] = {}
    for index, (mask, _) in enumerate(constraints):
        for cell in cells_of(mask):
            touching.setdefault(cell, []).append(index)
    boxes: dict[tuple[int, ...], list[Cell]] = {}
    for cell in sorted(touching):
        boxes.setdefault(tuple(touching[cell]), []).append(cell)
    keys = sorted(boxes, key=lambda key: boxes[key][0])
    return Component(
        tuple(tuple(boxes[key]) for key in keys),
        tuple(
            (tuple(i for i, key in enumerate(keys) if index in key), left)
            for index, (_, left) in enumerate(constraints)
        ),
    )


# -- the mine count ---------------------------------------------------------------------------


def border_mines(mines_left: int, inside: int) -> tuple[int, int]:
    """A lower and an upper bound on the number of mines in the border.

    >>> border_mines(10, inside=7)
    (3, 10)
    """
    return mines_left - inside, mines_left


def mine_bounds(constraints: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """A lower bound from disjoint constraints, and an upper bound from a cover of the border."""
    known = sorted((mask.bit_count() - left, left, mask) for mask, left in constraints)
    low = taken = 0
    for _, left, mask in sorted(known, key=lambda c: (-c[1] / c[2].bit_count(), c)):
        if not mask & taken:
            taken |= mask
            low += left
    high = covered = 0
    for _, left, mask in sorted(known, key=lambda c: (c[1] / c[2].bit_count(), c)):
        new = mask & ~covered
        if new:
            covered |= mask
            high += min(left, new.bit_count())
    return low, high
