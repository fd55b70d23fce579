"""The technique that settles each cell of a position, found by the engine.

`sapper.ladder.closure` implements the same rules in Python, and tests compare the two.

>>> view = View.parse('''
... 5x3x2
... .....
... 11111
... 00000
... ''')
>>> {view.grid.name(cell): str(found.technique) for cell, found in settled_cells(view).items()}
{'C1': 'subset'}
>>> settled_cells(view, Technique.SINGLE_CLUE)
{}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sapper import _engine
from sapper.core.grid import Cell
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.ladder.techniques import Technique

GUESS = len(Technique)
"""the engine's number for a board that no technique solves"""


@dataclass(frozen=True, slots=True)
class SettledCell:
    mine: bool
    technique: Technique


def settled_cells(
    view: View, most: Technique = Technique.MINE_COUNT, known_mines: Iterable[Cell] = ()
) -> dict[Cell, SettledCell]:
    """The cells that techniques up to `most` settle, sorted by technique from easy to hard."""
    found = {cell: SettledCell(False, Technique.GIVEN) for cell in view.given}
    return found | _closure(view, most, known_mines, easiest=False)


def easiest(view: View) -> dict[Cell, SettledCell]:
    """The cells settled by the easiest technique that proves a cell safe, or by easier ones.

    If no cell is provably safe, the result is all provable mines.
    """
    if view.given:
        return {cell: SettledCell(False, Technique.GIVEN) for cell in view.given}
    return _closure(view, Technique.MINE_COUNT, (), easiest=True)


def _closure(
    view: View, most: Technique, known_mines: Iterable[Cell], easiest: bool
) -> dict[Cell, SettledCell]:
    level, known = view.level, list(known_mines)
    for cell in known:
        view.check_hidden(cell)
    found = _engine.closure(
        level.width, level.height, level.mines, view.states, known, most, easiest
    )
    if found is None:
        raise _contradiction(view, known)
    return {cell: SettledCell(mine, Technique(rung)) for cell, mine, rung, _, _ in found}


def _contradiction(view: View, known_mines: Sequence[Cell]) -> SapperError:
    from sapper.core.conflict import contradiction  # loads a SAT solver

    if known_mines and view.conflict() is None:
        named = ", ".join(view.grid.names(known_mines))
        return SapperError("no board that fits the position has mines at {cells}", cells=named)
    return contradiction(view)
