"""A board solved by certain moves alone: the openings in order, each with its technique.

In each position the easiest technique that finds a safe cell is used, for all cells that it finds;
then what they show is looked at. So a position's cheapest argument is what counts, and a board's
hardest technique is one that can't be avoided.

>>> from sapper.board import deal
>>> from sapper.level import Level
>>> board = deal(Level.parse("8x4x6/open"), seed=3)
>>> found = solution(board)
>>> found.solved, {str(technique): cells for technique, cells in found.counts.items()}
(True, {'told': 1, 'single clue': 5})
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sapper.board import Board
from sapper.explain import Explanation, explain
from sapper.grid import Cell
from sapper.rungs import easiest_safe
from sapper.techniques import Technique
from sapper.view import FLAGGED, HIDDEN, TOLD, View


@dataclass(frozen=True, slots=True)
class Opening:
    """A cell that was opened, and the technique that showed it safe in its position.

    `wave` is the number of that position among those of the solution: cells of one wave are found
    in the same position.
    """

    cell: Cell
    technique: Technique
    wave: int


@dataclass(frozen=True)
class Solution:
    """How far certain moves alone open a board, from what is told on."""

    board: Board
    openings: tuple[Opening, ...]
    waves: tuple[View, ...]
    """the positions in which something was certain, and at the end the last one"""

    @property
    def solved(self) -> bool:
        """Whether every safe cell is open at the end: nothing has to be guessed."""
        states = self.waves[-1].states
        return sum(state < HIDDEN for state in states) == self.board.level.safe

    @cached_property
    def counts(self) -> Counter[Technique]:
        """How many cells each technique opened; those that a zero opens are not counted."""
        return Counter(opening.technique for opening in self.openings)

    @property
    def hardest(self) -> Technique:
        """The hardest technique that was needed, as far as it went."""
        return max(self.counts, default=Technique.TOLD)

    def view(self, index: int) -> View:
        """The position in which an opening was found."""
        return self.waves[self.openings[index].wave]

    def explanation(self, index: int) -> Explanation:
        """Why the cell of an opening is safe in its position."""
        found = explain(self.view(index), self.openings[index].cell)
        assert isinstance(found, Explanation), "the engine and the explainer disagree"
        return found

    def to_json(self) -> dict[str, Any]:
        """The openings by the names of their cells."""
        name = self.board.grid.name
        return {
            "solved": self.solved,
            "hardest": str(self.hardest),
            "counts": {str(each): self.counts[each] for each in Technique if self.counts[each]},
            "openings": [
                {"cell": name(each.cell), "technique": str(each.technique), "position": each.wave}
                for each in self.openings
            ],
        }


def solution(board: Board, most: Technique = Technique.MINE_COUNT) -> Solution:
    """Open all that techniques up to `most` show to be safe, the easiest first."""
    openings: list[Opening] = []
    views: list[View] = []
    for view, found in waves(board, most):
        openings += (Opening(cell, each, len(views)) for cell, each in found.items())
        views.append(view)
    return Solution(board, tuple(openings), tuple(views))


def start_view(board: Board) -> View:
    """What a player knows of a board before the first move."""
    states = bytearray([HIDDEN]) * board.level.size
    for cell in board.told:
        states[cell] = TOLD
    return View(board.level, bytes(states))


def waves(
    board: Board, most: Technique = Technique.MINE_COUNT, view: View | None = None
) -> Iterator[tuple[View, dict[Cell, Technique]]]:
    """The positions on the way, each with the cells opened there; with none at the end.

    It starts from a view of the board, by default that before the first move. Cells that a zero
    opens before their turn are left out.
    """
    view = start_view(board) if view is None else view
    while True:
        states = bytearray(view.states)
        opened: dict[Cell, Technique] = {}
        for cell, found in easiest_safe(view, most).items():
            if states[cell] >= HIDDEN:
                board.reveal(states, HIDDEN, FLAGGED, cell)
                opened[cell] = found.technique
        yield view, opened
        if not opened:
            return
        view = View(board.level, bytes(states))
