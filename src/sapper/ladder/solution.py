"""A board solved by certain moves alone: the openings in order, each with its technique.

In each position the easiest technique that finds a safe cell is used, for all cells that it finds;
then what they show is looked at. So a position's cheapest argument is what counts, and a board's
hardest technique is one that can't be avoided.

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
from typing import Any

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
    """A cell that was opened, and the easiest technique that showed it safe in its position.

    `wave` is the number of that position: all cells of a wave are found in the same one. Where
    nothing was certain, `guess` says what the guess was.
    """

    cell: Cell
    technique: Technique | None
    wave: int
    guess: NeededGuess | None = None


@dataclass(frozen=True, slots=True)
class NeededGuess:
    """A guess of best play: the odds that it is a mine, and whether it was.

    A mine is not opened, but known from then on. `win` is the chance to win the game with this
    guess, where few boards are left and it is known exactly.
    """

    risk: float
    mine: bool
    win: float | None


@dataclass(frozen=True)
class Solution:
    """How far certain moves open a board, from what is told on, or all of it with guesses."""

    board: Board
    openings: tuple[Opening, ...]
    too_wide: bool = False
    """whether a border was too wide to be solved where it ended"""

    @cached_property
    def waves(self) -> tuple[View, ...]:
        """The positions in which something was opened, and the last one."""
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
        """Whether certain moves alone open every safe cell: nothing has to be guessed."""
        is_open = sum(state < HIDDEN for state in self.waves[-1].states)
        return is_open == self.board.level.safe and not self.guesses

    @property
    def guesses(self) -> tuple[NeededGuess, ...]:
        """The guesses, in order."""
        return tuple(each.guess for each in self.openings if each.guess is not None)

    @cached_property
    def counts(self) -> Counter[Technique]:
        """How many cells each technique opened; those that a zero opens are not counted."""
        return Counter(each.technique for each in self.openings if each.technique is not None)

    @property
    def hardest(self) -> Technique:
        """The hardest technique that was needed, as far as it went."""
        return max(self.counts, default=Technique.GIVEN)

    def view(self, index: int) -> View:
        """The position in which an opening was found."""
        return self.waves[self.openings[index].wave]

    def hit_before(self, index: int) -> list[Cell]:
        """The mines that guesses hit before an opening."""
        return [e.cell for e in self.openings[:index] if e.guess is not None and e.guess.mine]

    def explanation(self, index: int) -> Explanation:
        """Why the cell of an opening is safe in its position; an error if it was a guess."""
        opening = self.openings[index]
        name = self.board.grid.name(opening.cell)
        if opening.technique is None:
            raise SapperError(f"{name} was a guess: nothing shows that it is safe")
        if self.hit_before(index):
            raise SapperError(
                f"{name} is certain only once a guess has hit a mine: no view has that"
            )
        found = explain(self.view(index), opening.cell)
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
                {
                    "cell": name(each.cell),
                    "technique": "guess" if each.technique is None else str(each.technique),
                    "position": each.wave,
                }
                for each in self.openings
            ],
        }


def solution(
    board: Board, most: Technique = Technique.MINE_COUNT, guesses: bool = False
) -> Solution:
    """Open all that techniques up to `most` show to be safe, the easiest first.

    With `guesses`, the champion guesses where nothing is certain, so that all of it is opened;
    where its guess is a mine, it goes on as if it had been told so. That needs all techniques.
    """
    if guesses and most != Technique.MINE_COUNT:
        raise SapperError(f"guesses need all techniques, but the most is {most}")
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
    """What a player knows of a board before the first move."""
    states = bytearray([HIDDEN]) * board.level.size
    for cell in board.given:
        states[cell] = GIVEN
    return View(board.level, bytes(states))
