"""Value: the chance of winning from a position, and after each reasonable guess.

    win      if `exact`, the best strategy's share of wins on the boards that fit. Otherwise the
             champion plays on random boards that fit, and `win` is the share of games it wins.
    error    the standard error of this estimate, or 0. The number printed after ± is twice as
             large: the true value is within this margin with a probability of 95%
    moves    the cells to open, best first. Weak guesses are estimated on fewer boards. Moves that
             may be as good as the best one, within the errors, are `level`. If some cells are
             provably safe, only these are listed, and each has the value of the position

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
from sapper.core.grid import AnyCell, Cell, CellJson, Grid
from sapper.core.view import Position, View
from sapper.errors import SapperError
from sapper.reason.champion import BOARDS_PER_SECOND, MAX_BUDGET, boards_for, engine_champion
from sapper.reason.odds import TooWideError, odds
from sapper.words import Message, SaidJson, said, say
from sapper.words.kinds import (
    BestAndSafest,
    EstimatedValue,
    ExactValue,
    JustAsGood,
    NothingToOpen,
    OpenSafeFirst,
)


class MoveValueJson(TypedDict):
    """The chance of winning with a move."""

    cell: CellJson
    exact: bool
    safe: float
    """the probability that the cell is safe"""
    win: float
    error: float
    """the probability of winning with this move, and its standard error"""
    boards: int
    """as in [Value](#value)"""
    level: bool
    """whether it is as good as the best move, within the errors of both"""


class ValueJson(SaidJson):
    """The chance of winning with the best strategy.

    `sapper analyse POSITION --value --json`, `POST /api/value`,
    `sapper.reason.value.value(view).to_json()`.
    """

    exact: bool
    win: float
    """the probability of winning with the best strategy. An estimate comes from games played by
    the `champion` agent, and can be slightly above 1
    """
    error: float
    """the standard error of `win`"""
    boards: int
    """the number of boards that fit if `exact`, otherwise the number of games played for the
    estimate
    """
    certain: bool
    """whether the cells in `moves` are provably safe"""
    moves: list[MoveValueJson]
    """the best move first; moves estimated on fewer boards last"""


@dataclass(frozen=True, slots=True)
class MoveValue:
    cell: Cell
    safe: float
    win: float
    error: float
    boards: int
    """the number of boards that fit; for an estimate, the number of boards played"""
    exact: bool
    level: bool
    """whether the move is as good as the best one, within the errors of both"""

    def to_json(self, grid: Grid) -> MoveValueJson:
        return {
            "cell": grid.name(self.cell),
            "safe": self.safe,
            "win": self.win,
            "error": self.error,
            "boards": self.boards,
            "exact": self.exact,
            "level": self.level,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Value:
    """The chance of winning (`win`), the cells to open (`moves`, best first), and the `best` cell.

    `value["C4"]` is the value of opening C4. If `exact` is False, `win` is an estimate and `error`
    is its standard error. The number printed after ± is twice the error, a 95% margin.
    """

    win: float
    error: float
    boards: int
    exact: bool
    moves: tuple[MoveValue, ...]
    view: View

    def __repr__(self) -> str:
        error = "" if self.exact else f" ± {2 * self.error:.1%}"
        return f"<Value: wins {self.win:.1%}{error}, best cell {self.best}>"

    def __str__(self) -> str:
        return self.words()

    def words(self) -> str:
        return say(*self.messages)

    def __getitem__(self, cell: AnyCell) -> MoveValue:
        wanted = self.view.grid.cell(cell)
        for move in self.moves:
            if move.cell == wanted:
                return move
        raise SapperError(
            "{cell} is not among the moves: its value was not computed",
            cell=self.view.grid.name(wanted),
        )

    @property
    def best(self) -> Cell | None:
        return self.moves[0].cell if self.moves else None

    @property
    def certain(self) -> bool:
        return bool(self.moves) and self.moves[0].safe == 1.0

    @property
    def messages(self) -> list[Message]:
        if not self.moves:
            return [NothingToOpen()]
        chance: Message = EstimatedValue(self.win, self.error, self.boards)
        if self.exact:
            chance = ExactValue(self.win, self.boards)
        safe = OpenSafeFirst(self.view.grid.names(move.cell for move in self.moves))
        if self.certain:
            return [chance, safe]
        best, *level = self.view.grid.names(
            move.cell for move in self.moves if move is self.moves[0] or move.level
        )
        return [
            chance,
            self._best_and_safest,
            *([JustAsGood(best, tuple(level), self.exact)] if level else []),
        ]

    @property
    def _best_and_safest(self) -> BestAndSafest:
        name, chances, best = self.view.grid.name, odds(self.view), self.moves[0].cell
        safest = chances.safest
        assert safest is not None, "there is a cell to open"
        return BestAndSafest(name(best), chances[best], name(safest), chances[safest], self.exact)

    def to_json(self) -> ValueJson:
        return {
            "win": self.win,
            "error": self.error,
            "boards": self.boards,
            "exact": self.exact,
            "certain": self.certain,
            "moves": [move.to_json(self.view.grid) for move in self.moves],
            **said(*self.messages),
        }


def value(view: Position, budget: float = 1.0, seed: int = 0) -> Value:
    """The chance of winning (`win`) and the `best` cell.

        view    a position or a game
        budget  how much work to spend on an estimate, in seconds
        seed    the seed of the boards on which an estimate is played

    `moves` lists the cells to open, best first. If few boards fit, `exact` is True. Otherwise `win`
    is an estimate and `error` is its standard error. The number printed after ± is twice the error,
    a 95% margin.

    Raises a ContradictionError if no board fits, and a TooWideError if the border is too wide.

    >>> found = value(View.parse("3x2x1/any .1. .1.".replace(" ", chr(10))))
    >>> found.win, found.exact
    (0.5, True)
    """
    view = View.of(view)
    level = view.level
    if len(view.hidden) == level.size and level.start.kind in ("safe", "open"):
        raise SapperError(
            "nothing is open yet, and the first cell you open decides the board: open one first, "
            "or say that the first cell may be a mine (rule 'any')"
        )
    if boards_for(budget) < 2:
        least = 2 / BOARDS_PER_SECOND
        raise SapperError(f"a budget of {budget} s is too small: use {least} to {MAX_BUDGET:.0f} s")
    chances = odds(view)  # raises an error that names contradictory clues
    champion = engine_champion(budget, seed)
    threads = os.cpu_count() or 1
    try:
        found = champion.value(level.width, level.height, level.mines, view.states, threads)
    except _engine.TooWide as problem:
        raise TooWideError(str(problem)) from None
    assert found is not None
    (_, _, win, error, boards, exact), guesses = found
    named = view.grid.named([guess[0] for guess in guesses])
    moves = []
    for cell, (_, safe, estimate, its_error, its_boards, _) in zip(named, guesses, strict=True):
        # The best move won the comparison on the same boards, so the others can't be worth more.
        its_win = min(estimate, win)
        is_level = its_win + 2 * math.hypot(error, its_error) >= win
        moves.append(MoveValue(cell, safe, its_win, its_error, its_boards, exact, is_level))
    moves.sort(key=lambda move: -move.win)
    if not moves:
        moves = [MoveValue(cell, 1.0, win, error, boards, exact, True) for cell in chances.safe]
    return Value(win, error, boards, exact, tuple(moves), view)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move that opens one or more cells, compared with the champion's choice."""

    exact: bool
    safe: float
    """the chance that all the cells are safe"""
    before: float
    """the chance of winning before the move; an estimate assumes the champion's choice"""
    before_error: float
    lost: float
    """the loss in the chance of winning; negative if the move beats the champion's choice"""
    lost_error: float
    best: Cell | None
    """the best cell, or None if some cell is provably safe"""
    best_win: float
    other_win: float | None
    """the chance of winning with the best other cell, or None if unknown"""
    other_error: float
    forced: bool
    """whether every guess has the same chance of winning"""
    boards: int


def judge(view: View, cells: Sequence[Cell] = (), budget: float = 0.1, seed: int = 0) -> Judgement:
    """Judge the move that opens these cells. Without cells, only the view is judged.

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
        odds(view)  # raises an error that names contradictory clues
    assert found is not None
    return found


def exact_value(view: View, budget: float = 0.1) -> float | None:
    """The share of fitting boards on which the best strategy wins, if few boards fit.

    The result is None if there are too many boards to examine, or if no board fits.
    """
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
    best, best_win, other = found[6:9]
    return Judgement(
        *found[:6],
        best if best >= 0 else None,
        best_win,
        None if math.isnan(other) else other,
        *found[9:],
    )
