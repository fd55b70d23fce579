"""The reasons for a guess: its risk, its chance of winning, and the chance of a helpful number.

    safest     the cell with the lowest risk
    best       the cell with the highest chance of winning, which is not always the safest
    leads_on   the chance that a cell is safe and its number makes another cell provably safe

>>> from sapper.words import say
>>> view = View.parse('''
... 4x3x4
... ..2.
... ..3.
... ....
... ''')
>>> for message in explain_guess(view).messages:
...     print(say(message))
A1 is the best guess. It wins 48% of the time, and so does B3.
A1 has a 33% chance of being a mine. No cell is safer.
There is an 11% chance that A1 is safe and its number makes another cell provably safe.
If A1 is safe, the chance of winning becomes 72%.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from typing import Any

from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.errors import SapperError
from sapper.reason.odds import numbers, odds
from sapper.reason.value import MoveValue, value
from sapper.words import said
from sapper.words.kinds import BestGuess, LeadsOn, Order, RiskOfCell, WinShare, WinsThen


@dataclass(frozen=True, slots=True)
class GuessReason:
    view: View = field(repr=False)
    best: MoveValue
    next_best: MoveValue | None
    safest: Cell
    safest_risk: float
    leads_on: float
    safest_move: MoveValue | None = None
    """the chance of winning with the safest cell, or None if it was not worked out"""

    @property
    def cell(self) -> Cell:
        return self.best.cell

    @property
    def messages(self) -> tuple[BestGuess, RiskOfCell, LeadsOn, WinsThen]:
        name = self.view.grid.name
        cell = name(self.cell)
        risk = 1.0 - self.best.safe
        safer = self.safest_risk < risk - 1e-9
        other = self.safest_move if safer else None
        return (
            self._wins(),
            RiskOfCell(cell, risk, *((name(self.safest), self.safest_risk) if safer else ())),
            LeadsOn(cell, self.leads_on),
            WinsThen(
                cell,
                _then(self.best),
                self.best.exact,
                None if other is None else name(other.cell),
                None if other is None else _then(other),
            ),
        )

    def _wins(self) -> BestGuess:
        name, best, other = self.view.grid.name, self.best, self.next_best

        def share(move: MoveValue) -> WinShare:
            return WinShare(name(move.cell), move.win, move.error, move.exact)

        if other is None:
            return BestGuess(share(best), None, "alone")
        order: Order = "better"
        # Values count as equal if they agree to a tenth of a percent.
        if [round(1000 * n) for n in (best.win, best.error)] == [
            round(1000 * n) for n in (other.win, other.error)
        ]:
            order = "equal"
        elif abs(best.win - other.win) <= 2 * hypot(best.error, other.error):
            order = "unclear"
        return BestGuess(share(best), share(other), order)

    def to_json(self) -> dict[str, Any]:
        grid = self.view.grid
        return {
            "cell": grid.name(self.cell),
            "best": self.best.to_json(grid),
            "next_best": None if self.next_best is None else self.next_best.to_json(grid),
            "safest": grid.name(self.safest),
            "safest_risk": self.safest_risk,
            "leads_on": self.leads_on,
            **said(*self.messages),
        }


def _then(move: MoveValue) -> float:
    """The chance of winning after a safe guess, rounded so that a certain win is exactly 1."""
    return min(1.0, round(move.win / move.safe, 12))


def leads_on(view: View, cell: Cell) -> float:
    known = {cell, *odds(view).safe}
    total = 0.0
    for number, chance in enumerate(numbers(view, cell).chances):
        if chance:
            states = bytearray(view.states)
            states[cell] = number
            if set(odds(View(view.level, bytes(states))).safe) - known:
                total += chance
    return min(total, 1.0)


def explain_guess(view: View, budget: float = 1.0) -> GuessReason:
    """Explain the best guess. Raises a SapperError if no guess is needed or possible."""
    chances = odds(view)
    if chances.safe:
        name = view.grid.name(chances.safe[0])
        raise SapperError(f"no guess is needed: {name} is provably safe")
    if chances.safest is None:
        raise SapperError("only mines are hidden: there is nothing left to open")
    moves = [move for move in value(view, budget).moves if view[move.cell] >= HIDDEN]
    best = moves[0]
    return GuessReason(
        view,
        best,
        moves[1] if len(moves) > 1 else None,
        chances.safest,
        chances[chances.safest],
        leads_on(view, best.cell),
        next((move for move in moves if move.cell == chances.safest), None),
    )
