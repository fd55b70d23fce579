"""How to solve a board without guessing: which cells to open, one by one, and by which technique.

In each position, the easiest technique that finds a safe cell is used. So no board is solved with a
harder technique than it needs.

>>> from sapper.core.board import deal
>>> from sapper.core.level import Level
>>> board = deal(Level.parse("8x4x6/open"), seed=3)
>>> found = solution(board)
>>> found.solved, {str(technique): cells for technique, cells in found.counts.items()}
(True, {'given': 1, 'single clue': 5})
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sapper import _engine
from sapper.core.board import Board
from sapper.core.grid import Cell
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, View
from sapper.errors import SapperError
from sapper.explain import Explanation, explain
from sapper.ladder.rungs import GUESS
from sapper.ladder.techniques import Technique
from sapper.reason.champion import engine_champion


@dataclass(frozen=True, slots=True)
class Opening:
    """A cell that was opened. If the cell was a guess, `technique` is None.

    `wave` is the index in `Solution.waves` of the position in which the cell was opened.
    """

    cell: Cell
    technique: Technique | None
    wave: int
    guess: NeededGuess | None = None


@dataclass(frozen=True, slots=True)
class NeededGuess:
    """A guess. If the guessed cell is a mine, it stays closed, but is a known mine afterwards.

    `win` is the chance of winning with this guess, or None if it is not known exactly.
    """

    risk: float
    mine: bool
    win: float | None


@dataclass(frozen=True)
class Solution:
    board: Board
    openings: tuple[Opening, ...]
    too_wide: bool = False
    """whether the solution ended because a border was too wide to be solved"""

    @cached_property
    def waves(self) -> tuple[View, ...]:
        """The positions in which cells were opened, and the final position."""
        states = bytearray(start_view(self.board).states)
        views: list[View] = []
        for opening in self.openings:
            if opening.wave == len(views):
                views.append(View(self.board.level, bytes(states)))
            if opening.guess is None or not opening.guess.mine:
                self.board.reveal(states, HIDDEN, FLAGGED, opening.cell)
        return (*views, View(self.board.level, bytes(states)))

    @property
    def solved(self) -> bool:
        is_open = sum(state < HIDDEN for state in self.waves[-1].states)
        return is_open == self.board.level.safe and not self.guesses

    @property
    def guesses(self) -> tuple[NeededGuess, ...]:
        return tuple(each.guess for each in self.openings if each.guess is not None)

    @cached_property
    def counts(self) -> Counter[Technique]:
        return Counter(each.technique for each in self.openings if each.technique is not None)

    @property
    def hardest(self) -> Technique:
        return max(self.counts, default=Technique.GIVEN)

    def view(self, index: int) -> View:
        return self.waves[self.openings[index].wave]

    def hit_before(self, index: int) -> list[Cell]:
        return [e.cell for e in self.openings[:index] if e.guess is not None and e.guess.mine]

    def explanation(self, index: int) -> Explanation:
        """Explain why the cell `openings[index].cell` is safe."""
        opening = self.openings[index]
        name = self.board.grid.name(opening.cell)
        if opening.technique is None:
            raise SapperError(f"{name} was a guess, so it has no explanation")
        if self.hit_before(index):
            raise SapperError(
                f"{name} can't be explained: it is safe only because an earlier guess hit a mine"
            )
        found = explain(self.view(index), opening.cell)
        assert isinstance(found, Explanation), "the engine and the explainer disagree"
        return found


def solution(
    board: Board, most: Technique = Technique.MINE_COUNT, guesses: bool = False
) -> Solution:
    """Open every cell that techniques up to `most` show to be safe, the easiest technique first.

    If `guesses` is true, the champion guesses when necessary, and `most` must be MINE_COUNT.
    """
    if guesses and most != Technique.MINE_COUNT:
        raise SapperError(f"guesses need all techniques, but only those up to {most} are allowed")
    level = board.level
    champion = engine_champion() if guesses else None
    deck = np.array([sorted(board.mines)], dtype=np.uint32).reshape(1, level.mines)
    ((openings, too_wide),) = _engine.play_by_waves(
        level.width, level.height, level.mines, list(board.given), deck, most, champion
    )
    return Solution(board, tuple(_opening(*each) for each in openings), too_wide)


def _opening(cell: Cell, rung: int, wave: int, mine: bool, risk: float, win: float) -> Opening:
    if rung == GUESS:
        return Opening(cell, None, wave, NeededGuess(risk, mine, None if math.isnan(win) else win))
    return Opening(cell, Technique(rung), wave)


def start_view(board: Board) -> View:
    states = bytearray([HIDDEN]) * board.level.size
    for cell in board.given:
        states[cell] = GIVEN
    return View(board.level, bytes(states))
