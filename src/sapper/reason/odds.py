"""Odds: the exact chance of a mine in every hidden cell, and the number of boards that fit.

    odds[cell]      the chance of a mine; 0.0 is provably safe, 1.0 is a provable mine
    safe, mines     the hidden cells that are provably safe or provable mines, in ascending order
    safest          the hidden cell least likely to be a mine, or None if only mines are hidden
                    (`value` finds the best cell, with the highest chance of winning)
    solutions       the number of boards that fit the view, or None if it is 2**53 or more

A chance of 0.0 means that the cell is safe on every board that fits, and 1.0 means that it is a
mine on every board that fits. Neither value is ever the result of rounding. Open cells have no
odds. Flags are ignored. The engine computes the odds (native/solver.cpp). The time depends on the
border between open and hidden cells, not on the size of the board.

>>> view = View.parse('''
... 4x3x2
... ....
... 1221
... 0000
... ''')
>>> chances = odds(view)
>>> [chances[cell] for cell in range(4)], chances.solutions
([0.0, 1.0, 1.0, 0.0], 1)
>>> [view.grid.name(cell) for cell in chances.safe]
['A1', 'D1']
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from sapper import _engine
from sapper.core.grid import MEMORY, AnyCell, Cell, CellJson, Grid, column_letters
from sapper.core.view import GIVEN, HIDDEN, ContradictionError, Position, View
from sapper.errors import SapperError, whole_number
from sapper.words import Message, Runs, SaidJson, how_many, said, say
from sapper.words.kinds import (
    BoardsFit,
    GuessAllowed,
    GuessNotNeeded,
    NothingToOpen,
    SafestCells,
)
from sapper.words.text import power_of_ten

# From this number on, a float can't represent every integer.
_EXACT = 2.0**53

# With this number of boards, the standard error is at most 1.1%.
_SAMPLES = 2000


class OddsJson(SaidJson):
    """Each cell's chance of being a mine.

    `sapper analyse POSITION --json`, `GET /api/games/ID/odds`,
    `sapper.reason.odds.odds(view).to_json()`. With `--value`, `sapper analyse` adds a field
    `value`, a [Value](#value).
    """

    level: str
    first_is_safe: bool
    odds: list[list[float | None]]
    """the probability of a mine, row by row; null for open cells, and everywhere if
    `first_is_safe`
    """
    safe: list[CellJson]
    mines: list[CellJson]
    """the provably safe cells and the provable mines"""
    safest: CellJson | None
    """the hidden cell least likely to be a mine; null if only mines are hidden or `first_is_safe`
    is true
    """
    risk: float | None
    """of the safest cell; null if only mines are hidden"""
    solutions: int | None
    """the number of boards that fit; null from 2^53 on"""
    log10_solutions: float
    """its decimal logarithm"""
    headline: Runs
    """what is known about the next move"""
    boards: str
    """the number of boards in words; empty if `first_is_safe`"""


class TooWideError(SapperError):
    LINES = (
        "a connected border of {clues} clues and {cells} cells is too wide: it needs more than "
        "{most} {unit}",
        "the borders are too long: one has {clues} clues and {cells} cells, and together they need "
        "more than {most} coefficients",
    )
    """the engine's messages, as templates"""

    def __init__(self, line: str) -> None:
        for template in self.LINES:
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template))
            if found := re.fullmatch(pattern, line):
                super().__init__(template, **found.groupdict())
                return
        super().__init__(line)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Odds:
    """The odds of one view: `odds["C4"]` is the chance of a mine at C4. Cell numbers work, too.

    Odds are like a dictionary whose keys are the hidden cells: `for cell, chance in odds.items()`.
    `safe` and `mines` are the provable cells, `safest` is the cell with the lowest risk, and
    `solutions` is the number of boards that fit. `array` is read-only and contains one value per
    cell (NaN for an open cell).
    """

    view: View
    array: NDArray[np.float64]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    safest: Cell | None
    log10_solutions: float
    solutions: int | None

    def __getitem__(self, cell: AnyCell) -> float:
        if not (isinstance(cell, int) and 0 <= cell < self.array.size):
            cell = self.view.grid.cell(cell)  # parses a cell name, or raises an error
        value = self.array.item(int(cell))
        if value != value:
            self.view.check_hidden(cell)
        return value

    def risk(self, cell: Cell) -> float:
        """The chance of a mine in any cell, which is 0.0 for an open cell."""
        value = self.array.item(cell)
        return value if value == value else 0.0

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.view.hidden)

    keys = __iter__

    def items(self) -> list[tuple[Cell, float]]:
        return [(cell, self[cell]) for cell in self]

    def __len__(self) -> int:
        return len(self.view.hidden)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, cell: AnyCell) -> bool:
        return self.view[cell] >= HIDDEN

    def __str__(self) -> str:
        from sapper.picture import TERMINAL_LIMIT, odds_terminal  # a heavy import

        if self.view.first_is_safe or self.array.size > TERMINAL_LIMIT:
            return self.words()
        table = odds_terminal(self.view.rows, self.array.tolist()).plain.splitlines()
        return "\n".join([*map(str.rstrip, table), self.words()])

    def words(self) -> str:
        return say(*self.messages)

    def __repr__(self) -> str:
        safest = ""
        if self.safest is not None:
            risk = self[self.safest]
            safest = f", safest {self.view.grid.name(self.safest)} ({risk:.{1 if risk else 0}%})"
        safe, mines = how_many(len(self.safe), "safe cell"), how_many(len(self.mines), "mine")
        certain = f"{safe}, {mines}"
        return f"<Odds: {certain}{safest}; {self._boards}>"

    @property
    def _boards(self) -> str:
        count = self.log10_solutions
        boards = f"{10**count:,.0f}" if count < 6 else f"About {power_of_ten(count)}"
        return "One board fits" if boards == "1" else f"{boards} boards fit"

    def _repr_html_(self) -> str:
        height, width = self.array.shape
        letters = "".join(f"<th>{column_letters(column)}</th>" for column in range(width))
        lines = [f"<tr><th></th>{letters}</tr>"]
        for row in range(height):
            cells = []
            for chance in self.array[row].tolist():
                if chance != chance:
                    cells.append("<td></td>")
                    continue
                amount = round(abs(chance - 0.5) * 200)
                colour = f"{'0,150,80' if chance < 0.5 else '200,40,60'},{amount / 100:.2f}"
                style = f"background:rgba({colour});border:1px solid #999"
                cells.append(f'<td style="{style}">{100 * chance:.3g}</td>')
            lines.append(f"<tr><th>{row + 1}</th>{''.join(cells)}</tr>")
        return f"<table>{''.join(lines)}</table><p>{escape(repr(self)[1:-1])}</p>"

    @property
    def messages(self) -> tuple[Message, ...]:
        view = self.view
        if view.first_is_safe:
            return (view.promise,)
        safest = None if self.safest is None else view.grid.name(self.safest)
        risk = None if self.safest is None else self[self.safest]
        return BoardsFit(self.log10_solutions), SafestCells(len(self.safe), safest, risk)

    def to_json(self) -> OddsJson:
        """All odds are None while `first_is_safe` is true."""
        view = self.view
        name, first_is_safe = view.grid.name, view.first_is_safe
        safest = None if first_is_safe else self.safest
        return {
            "level": str(view.level),
            "odds": [
                [None if math.isnan(p) or first_is_safe else p for p in row]
                for row in self.array.tolist()
            ],
            "safe": [name(cell) for cell in self.safe],
            "mines": [name(cell) for cell in self.mines],
            "safest": None if safest is None else name(safest),
            "risk": 0.0 if first_is_safe else None if safest is None else self[safest],
            "solutions": self.solutions,
            "log10_solutions": self.log10_solutions,
            "first_is_safe": first_is_safe,
            "headline": say(*self.messages[-1:]).to_json(),
            "boards": say(*self.messages[:-1]),
            **said(*self.messages),
        }


class _Local(threading.local):
    """Each thread needs its own solver, because a solver keeps its storage between calls."""

    def __init__(self) -> None:
        self.solver = _engine.Solver()


_local = _Local()


def odds(view: Position) -> Odds:
    """The chance of a mine in every hidden cell: `odds(game)["C4"]`.

        view  a position or a game

    `print` shows a table, `items()` lists the cells with their chances, `safe` and `mines` are the
    provable cells, `safest` is the cell with the lowest risk, and `array` contains all chances.
    Open cells have no odds: if C4 is open, `odds(game)["C4"]` raises a SapperError, and `array`
    contains NaN there.

    Raises a ContradictionError if no board fits, and a TooWideError if the border is too wide.

    >>> found = odds(View.parse("3x2x1/any .1. .1.".replace(" ", chr(10))))
    >>> found["A1"], found.solutions
    (0.25, 4)
    """
    view = View.of(view)
    level = view.level
    try:
        answer = _local.solver.odds(level.width, level.height, level.mines, view.states)
    except _engine.TooWide as error:
        raise TooWideError(str(error)) from None
    if answer is None:
        raise _contradiction(view)
    values, safe, mines, safest, log10_solutions, solutions = answer
    named = level.grid.named
    return Odds(
        view,
        np.frombuffer(values).reshape(level.height, level.width),
        named(safe),
        named(mines),
        named([safest])[0] if safest >= 0 else None,
        log10_solutions,
        int(solutions) if solutions < _EXACT else None,
    )


def engine_build() -> str:
    build: str = _engine.build
    return build


def sample(view: Position, count: int = 1, seed: int = 0) -> NDArray[np.bool_]:
    """Draw random boards from all boards that fit the view. All are equally likely.

        view   a position or a game
        count  the number of boards
        seed   the same seed always gives the same boards

    The result has one row per board and one column per cell. True means a mine. For each
    `cell, chance` of `odds(view).items()`, the mean of `sample(view, 1000)[:, cell]` is an estimate
    of the chance.

    >>> view = View.parse("3x1x1/any .1.".replace(" ", chr(10)))
    >>> sorted(set(map(tuple, sample(view, 100).tolist())))
    [(False, False, True), (True, False, False)]
    """
    view = View.of(view)
    level = view.level
    count, seed = whole_number("count", count), whole_number("seed", seed)
    most = MEMORY // level.size
    if not 0 <= count <= most:
        raise SapperError(f"can't draw {count} boards of {level}: draw 0 to {most} at a time")
    try:
        boards = _local.solver.sample(
            level.width, level.height, level.mines, view.states, count, seed % 2**64
        )
    except _engine.TooWide as error:
        raise TooWideError(str(error)) from None
    if boards is None:
        raise _contradiction(view)
    return boards


class MayGuessJson(SaidJson):
    """Whether a guess is allowed, because no cell is provably safe: `GET /api/games/ID/guess`."""

    allowed: bool
    risk: float | None
    """of the safest cell"""
    first_is_safe: bool


@dataclass(frozen=True, slots=True)
class MayGuess:
    allowed: bool
    risk: float | None
    """the risk of the safest cell, or None if only mines are hidden"""
    first_is_safe: bool

    def message(self, view: View) -> Message:
        if self.first_is_safe:
            return view.promise
        if self.risk is None:
            return NothingToOpen()
        return GuessAllowed(self.risk) if self.allowed else GuessNotNeeded()

    def to_json(self, view: View) -> MayGuessJson:
        return {
            "allowed": self.allowed,
            "risk": self.risk,
            "first_is_safe": self.first_is_safe,
            **said(self.message(view)),
        }


def may_guess(view: View) -> MayGuess:
    """Whether the player has to guess, because no cell is provably safe.

    >>> from sapper.core.level import Level
    >>> may_guess(View(Level.parse("3x1x1/any"), bytes([9, 1, 9])))
    MayGuess(allowed=True, risk=0.5, first_is_safe=False)
    """
    chances = odds(view)
    if view.first_is_safe:
        return MayGuess(False, 0.0, True)
    risk = None if chances.safest is None else chances[chances.safest]
    return MayGuess(not chances.safe and risk is not None, risk, False)


class NumbersJson(TypedDict):
    """The chances of a mine and of each number in a cell.

    `POST /api/numbers`, `sapper.reason.odds.numbers(view, cell).to_json(grid)`.
    """

    cell: CellJson
    risk: float
    chances: list[float]
    """the probabilities of the numbers 0 to 8; with `risk` they add up to 1"""
    boards: int | None
    """the number of boards used for an estimate; null if exact"""


@dataclass(frozen=True, slots=True)
class Numbers:
    cell: Cell
    risk: float
    chances: tuple[float, ...]
    """the chances of the numbers 0 to 8; together with the risk, they add up to 1"""
    boards: int | None
    """the number of boards drawn for an estimate, or None if the chances are exact"""

    def to_json(self, grid: Grid) -> NumbersJson:
        return {
            "cell": grid.name(self.cell),
            "risk": self.risk,
            "chances": list(self.chances),
            "boards": self.boards,
        }


def numbers(view: Position, cell: AnyCell) -> Numbers:
    """The chance of each number that a hidden cell may show.

    For each number, the boards on which the cell shows that number are counted, so the chances are
    exact. If opening the cell would make the border too wide for this, the chances are estimated.
    Before the first move, the cell is treated as the first cell, so the start rule applies to it.

    >>> from sapper.core.level import Level
    >>> view = View(Level.parse("4x1x1/any"), bytes([9, 1, 9, 9]))
    >>> numbers(view, 3).chances[:2]
    (0.5, 0.5)
    """
    view = View.of(view)
    cell = view.grid.cell(cell)
    view.check_hidden(cell)
    if view.first_is_safe:
        view = _with(view, view.level.clear_cells(cell), GIVEN)
    all_boards = odds(view)
    risk = all_boards[cell]
    try:
        counted = [_boards(_with(view, (cell,), number)) for number in range(9)]
    except _engine.TooWide:
        return Numbers(cell, risk, _estimate(view, cell, 1 - risk), _SAMPLES)
    if all_boards.solutions is not None:
        return Numbers(cell, risk, tuple(n / all_boards.solutions for n, _ in counted), None)
    total = all_boards.log10_solutions
    return Numbers(cell, risk, tuple(10 ** (log - total) for _, log in counted), None)


def _boards(view: View) -> tuple[float, float]:
    level = view.level
    answer = _local.solver.odds(level.width, level.height, level.mines, view.states)
    return (0.0, -math.inf) if answer is None else (answer[5], answer[4])


def _estimate(view: View, cell: Cell, safe: float) -> tuple[float, ...]:
    around = list(view.grid.neighbours(cell))
    counts = np.zeros(9, np.int64)
    parts = 20  # all boards at once would need gigabytes on a large level
    for part in range(parts):
        boards = sample(view, _SAMPLES // parts, seed=part)
        counts += np.bincount(boards[:, around].sum(axis=1)[~boards[:, cell]], minlength=9)
    estimated: list[float] = (counts * safe / max(counts.sum(), 1)).tolist()
    return tuple(estimated)


def _with(view: View, cells: Iterable[Cell], state: int) -> View:
    states = bytearray(view.states)
    for cell in cells:
        states[cell] = state
    return View(view.level, bytes(states))


def _contradiction(view: View) -> ContradictionError:
    from sapper.core.conflict import contradiction  # loads a SAT solver

    return contradiction(view)
