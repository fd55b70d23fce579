"""Value: the chance to win from a position, and with each guess that is worth a thought.

    win      exact where `exact` says so: what the best strategy wins of all boards that fit. Else
             estimated: the mean over games that the champion played on to their end, on boards
             drawn from all that fit; `error` is its standard error
    moves    what to open, best first; estimated moves that fell behind early were played on fewer
             boards and come last. A cell that is certain comes before any guess: where one is, the
             moves are all such cells, and worth as much as the position

>>> view = View.parse('''
... 4x3x4
... ..2.
... ..3.
... ....
... ''')
>>> found = value(view)
>>> found.exact, round(found.win * found.boards), found.boards
(True, 26, 54)
>>> [view.grid.name(move.cell) for move in found.moves[:3]]
['A1', 'B3', 'A2']
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from sapper import _engine
from sapper.core.grid import Cell, Grid
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.reason.champion import BOARDS_PER_SECOND, boards_for, engine_champion
from sapper.reason.odds import TooWideError, odds
from sapper.words import Message, SaidJson, said
from sapper.words.kinds import (
    BestAndSafest,
    EstimatedValue,
    ExactValue,
    NothingToOpen,
    OpenSafeFirst,
)


class MoveValueJson(TypedDict):
    """A move's value for machines: docs/json.md."""

    cell: str
    safe: float
    win: float
    error: float
    boards: int
    exact: bool


class ValueJson(SaidJson):
    """A value for machines: docs/json.md."""

    win: float
    error: float
    boards: int
    exact: bool
    certain: bool
    moves: list[MoveValueJson]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A cell to open, its safety, and the chance to win the game with it."""

    cell: Cell
    safe: float
    win: float
    error: float
    boards: int
    """that fit, where it is exact; else boards that it was played on"""
    exact: bool

    def to_json(self, grid: Grid) -> MoveValueJson:
        return {
            "cell": grid.name(self.cell),
            "safe": self.safe,
            "win": self.win,
            "error": self.error,
            "boards": self.boards,
            "exact": self.exact,
        }


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth."""

    win: float
    error: float
    boards: int
    exact: bool
    moves: tuple[MoveValue, ...]

    @property
    def certain(self) -> bool:
        """Whether the moves are cells that are certainly safe."""
        return bool(self.moves) and self.moves[0].safe == 1.0

    def messages(self, view: View) -> list[Message]:
        """The chance to win, how it is known, and what to open."""
        if not self.moves:
            return [NothingToOpen()]
        chance: Message = EstimatedValue(self.win, self.error, self.boards)
        if self.exact:
            chance = ExactValue(self.win, self.boards)
        return [chance, OpenSafeFirst() if self.certain else self._best_and_safest(view)]

    def _best_and_safest(self, view: View) -> BestAndSafest:
        """Which cell to open to win the game, and which not to lose it now: often not the same."""
        name, chances, best = view.grid.name, odds(view), self.moves[0].cell
        safest = chances.safest
        assert safest is not None, "there is a cell to open"
        return BestAndSafest(name(best), chances[best], name(safest), chances[safest], self.exact)

    def to_json(self, view: View) -> ValueJson:
        """The same as plain values, and in words."""
        return {
            "win": self.win,
            "error": self.error,
            "boards": self.boards,
            "exact": self.exact,
            "certain": self.certain,
            "moves": [move.to_json(view.grid) for move in self.moves],
            **said(*self.messages(view)),
        }


def value(view: View, budget: float = 1.0, seed: int = 0) -> Value:
    """What a view is worth, with so many seconds of work where it has to be estimated.

    A view that no board satisfies is a ContradictionError; one with a border too wide to be
    solved is a TooWideError.
    """
    level = view.level
    if len(view.hidden) == level.size and level.start.kind in ("safe", "open"):
        raise SapperError(
            "nothing is open yet, and by rule {rule} the first cell decides the board: "
            "open it first, or use rule any",
            rule=level.start.kind,
        )
    if boards_for(budget) < 2:
        least = 2 / BOARDS_PER_SECOND
        raise SapperError(f"a budget of {budget} s buys no estimate: use {least} s or more")
    chances = odds(view)  # names the clues of a contradiction
    champion = engine_champion(budget, seed)
    threads = os.cpu_count() or 1
    try:
        found = champion.value(level.width, level.height, level.mines, view.states, threads)
    except _engine.TooWide as problem:
        raise TooWideError(str(problem)) from None
    assert found is not None
    (_, _, win, error, boards, exact), guesses = found
    moves = [MoveValue(*guess) for guess in guesses]
    if not moves:
        moves = [MoveValue(cell, 1.0, win, error, boards, exact) for cell in chances.safe]
    return Value(win, error, boards, exact, tuple(moves))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What opening cells at once is worth, against what the champion would have done."""

    exact: bool
    safe: float
    """the chance that none of the cells is a mine"""
    before: float
    """the chance to win before it; with the champion's choice, where that is not exact"""
    before_error: float
    lost: float
    """the chance to win that it gives away; below 0 where it fared better than the champion's"""
    lost_error: float
    best: Cell | None
    """None where a cell is certain: that comes before any guess"""
    best_win: float
    other_win: float | None
    """of the best cell beside it; None where that is not known"""
    other_error: float
    forced: bool
    """no choice of a guess changes the chance to win"""
    boards: int


def judge(view: View, cells: Sequence[Cell] = (), budget: float = 0.1, seed: int = 0) -> Judgement:
    """What opening these cells at once is worth; with none, what the view is worth.

    Errors are standard errors. A view that no board satisfies is a ContradictionError.

    >>> view = View.parse('''
    ... 4x3x4
    ... ..2.
    ... ..3.
    ... ....
    ... ''')
    >>> found = judge(view, (view.grid.parse_cell("D1"),))
    >>> found.exact, round(found.before * 54), round(found.lost * 54), view.grid.name(found.best)
    (True, 26, 9, 'A1')
    """
    found = _judge(view, cells, budget, seed, may_play=True)
    if found is None:
        odds(view)  # names the clues of a contradiction
    assert found is not None
    return found


def exact_value(view: View, budget: float = 0.1) -> float | None:
    """What the best strategy wins of all boards that fit; None where they are too many."""
    found = _judge(view, (), budget, 0, may_play=False)
    return None if found is None else found.before


def _judge(
    view: View, cells: Sequence[Cell], budget: float, seed: int, may_play: bool
) -> Judgement | None:
    level = view.level
    for cell in cells:
        view.check_hidden(cell)
    champion = engine_champion(budget, seed)
    threads = os.cpu_count() or 1
    try:
        found = champion.judge(
            level.width, level.height, level.mines, view.states, list(cells), threads, may_play
        )
    except _engine.TooWide as problem:
        raise TooWideError(str(problem)) from None
    if found is None:
        return None
    exact, safe, before, before_error, lost, lost_error, best, best_win, other, *_ = found
    other_error, forced, boards = found[9:]
    return Judgement(
        exact,
        safe,
        before,
        before_error,
        lost,
        lost_error,
        best if best >= 0 else None,
        best_win,
        None if math.isnan(other) else other,
        other_error,
        forced,
        boards,
    )
