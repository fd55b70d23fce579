"""The logical meaning of numbers, clauses and positions.

The checks of most lessons use these functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.core.constraints import Constraint, count_clauses
from sapper.core.grid import Cell, Grid
from sapper.core.view import HIDDEN, View
from sapper.logic import Clause, sat_solver
from sapper.words import CellName

NAMES = Grid(26, 26)
"""the grid for clauses without a board"""


def constraint(view: View, clue: Cell) -> Constraint:
    hidden = tuple(near for near in view.grid.neighbours(clue) if view[near] >= HIDDEN)
    return Constraint(hidden, view[clue])


def clues_in(view: View) -> list[Cell]:
    return [cell for cell, state in enumerate(view.states) if state < HIDDEN]


def difference(clauses: Iterable[Clause], other: Iterable[Clause]) -> list[Cell] | None:
    """The mines of a board that satisfies all of `clauses` but not all of `other`, or None."""
    believed = [list(clause) for clause in clauses]
    if [] in believed:
        return None  # an empty clause holds on no board
    with sat_solver(bootstrap_with=believed) as solver:
        for clause in other:
            if solver.solve(assumptions=[-literal for literal in clause]):
                model = solver.get_model() or []
                return [x - 1 for x in model if x > 0]
    return None


def follows(clauses: Iterable[Clause], claim: Clause) -> bool:
    lists = [list(clause) for clause in clauses]
    if [] in lists:
        return True
    with sat_solver(bootstrap_with=lists) as solver:
        return not solver.solve(assumptions=[-literal for literal in claim])


def consistent(view: View, clues: Iterable[Cell], more: Sequence[Clause] = ()) -> bool:
    clauses = [clause for clue in clues for clause in constraint(view, clue).clauses()]
    return not follows([*clauses, *more], Clause())


def mine_count(view: View, mines: int | None = None) -> list[Clause]:
    """Clauses that say how many mines the board has (by default, the number in its level)."""
    mines = view.level.mines if mines is None else mines
    hidden = [cell + 1 for cell in view.hidden]
    return [Clause.of(*one) for one in count_clauses(hidden, mines, mines, view.level.size)]


def resolvent(left: Clause, right: Clause) -> Clause:
    return Clause.of(*(x for x in left if -x not in right), *(x for x in right if -x not in left))


def names_of(cells: Iterable[Cell], grid: Grid) -> tuple[CellName, ...]:
    return tuple(grid.name(cell) for cell in sorted(cells))
