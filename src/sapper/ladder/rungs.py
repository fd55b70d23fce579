"""The ladder as the engine climbs it: which technique settles which cell of a position.

`sapper.techniques` defines the rungs. The engine has its own detector of each (native/ladder.cpp),
fast enough to rate a whole board in milliseconds; `sapper.explain` finds the same by other means
and says why, and tests hold the two together.

>>> view = View.parse('''
... 5x3x2
... .....
... 11111
... 00000
... ''')
>>> {view.grid.name(cell): str(found.technique) for cell, found in settled(view).items()}
{'C1': 'subset'}
>>> settled(view, Technique.SINGLE_CLUE)
{}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sapper import _engine
from sapper.grid import Cell, SapperError, cell_list
from sapper.level import Level, StartRule
from sapper.techniques import Technique
from sapper.view import HIDDEN, TOLD, View

GUESS = len(Technique)
"""what the engine says of a board that no technique solves"""


@dataclass(frozen=True, slots=True)
class Settled:
    """What a cell is, and the easiest technique that shows it."""

    mine: bool
    technique: Technique


def settled(
    view: View, most: Technique = Technique.MINE_COUNT, known_mines: Iterable[Cell] = ()
) -> dict[Cell, Settled]:
    """The cells that are certain by techniques up to `most`, the easiest first.

    `known_mines` are mines that need no argument any more. A view that no board fits is a
    ContradictionError if the techniques come upon that; they don't look for it.
    """
    found = {cell: Settled(False, Technique.TOLD) for cell in view.told}
    return found | _closure(view, most, known_mines, easiest=False)


def easiest(view: View) -> dict[Cell, Settled]:
    """The cells that are certain by the easiest technique that finds a safe one, and below it.

    With no safe cell to be found, all mines that are certain.
    """
    if view.told:
        return {cell: Settled(False, Technique.TOLD) for cell in view.told}
    return _closure(view, Technique.MINE_COUNT, (), easiest=True)


def _closure(
    view: View, most: Technique, known_mines: Iterable[Cell], easiest: bool
) -> dict[Cell, Settled]:
    level, known = view.level, list(known_mines)
    for cell in known:
        view.check_hidden(cell)
    found = _engine.closure(
        level.width, level.height, level.mines, view.states, known, most, easiest
    )
    if found is None:
        raise _contradiction(view, known)
    return {cell: Settled(mine, Technique(rung)) for cell, mine, rung, _, _ in found}


def _contradiction(view: View, known_mines: Sequence[Cell]) -> SapperError:
    # Loads a SAT solver, which the techniques do without as long as a board fits.
    from sapper.conflict import contradiction

    if known_mines and view.conflict() is None:
        named = cell_list(known_mines, view.grid)
        return SapperError(f"no board that fits the position has mines at {named}")
    return contradiction(view)


def residual(view: View, known_mines: Iterable[Cell]) -> View:
    """The view less mines that are known: they count as told, and the numbers around go down.

    Whatever is certain in it is certain in the view, once those mines are known.
    """
    level = view.level
    states = bytearray(view.states)
    mines = 0
    for mine in known_mines:
        mines += 1
        states[mine] = TOLD
        for cell in view.grid.neighbours(mine):
            if states[cell] < HIDDEN:
                states[cell] -= 1
    left = Level(level.width, level.height, level.mines - mines, StartRule("any"))
    return View(left, bytes(states))
