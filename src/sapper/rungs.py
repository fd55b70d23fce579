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

from collections.abc import Iterable
from dataclasses import dataclass

from sapper import _engine
from sapper.grid import Cell
from sapper.techniques import Technique
from sapper.view import View

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

    `known_mines` are mines that need no argument any more. A view that no board fits is not
    refused: it must have been made by a referee.
    """
    found = {cell: Settled(False, Technique.TOLD) for cell in view.told}
    return found | _closure(view, most, known_mines, easiest=False)


def easiest_safe(view: View, most: Technique = Technique.MINE_COUNT) -> dict[Cell, Settled]:
    """The safe cells of the easiest technique that finds any; none if no technique does.

    Cells that need a harder technique are left out.
    """
    if view.told:
        return {cell: Settled(False, Technique.TOLD) for cell in view.told}
    found = _closure(view, most, (), easiest=True)
    return {cell: each for cell, each in found.items() if not each.mine}


def _closure(
    view: View, most: Technique, known_mines: Iterable[Cell], easiest: bool
) -> dict[Cell, Settled]:
    level = view.level
    found = _engine.closure(
        level.width, level.height, level.mines, view.states, list(known_mines), most, easiest
    )
    return {cell: Settled(mine, Technique(rung)) for cell, mine, rung, _, _ in found}
