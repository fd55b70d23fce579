"""Why this guess: what it wins against the next best, its safety, what it tells and leaves behind.

    safest     least risk now
    best       wins the game most often; often another cell
    leads on   opened, it is safe, and its number makes another cell certainly safe

>>> view = View.parse('''
... 4x3x4
... ..2.
... ..3.
... ....
... ''')
>>> for sentence in explain_guess(view).sentences:
...     print(sentence)
A1 is the best guess: it wins 48.1% (exact), and so does B3.
It has a 33.3% chance of being a mine, and no cell is safer.
There is an 11.1% chance that it is safe and its number makes another cell certainly safe.
If it is safe, there is then a 72.2% chance to win.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from typing import Any

from sapper.grid import Cell, SapperError, a_chance, percent
from sapper.odds import numbers, odds
from sapper.value import MoveValue, value
from sapper.view import HIDDEN, View


@dataclass(frozen=True, slots=True)
class GuessReason:
    """What speaks for the best guess of a position."""

    view: View = field(repr=False)
    best: MoveValue
    next_best: MoveValue | None
    safest: Cell
    safest_risk: float
    leads_on: float
    """the chance that it is safe and makes another cell certainly safe"""
    safest_move: MoveValue | None = None
    """what the safest cell wins, if it was looked at"""

    @property
    def cell(self) -> Cell:
        """The best guess."""
        return self.best.cell

    @property
    def sentences(self) -> tuple[str, ...]:
        """Chance to win, safety, what its number will tell, what it leaves behind."""
        name = self.view.grid.name
        wins, which = f"it wins {wins_words(self.best)}", "the best guess"
        if self.next_best is not None:
            other, share = name(self.next_best.cell), wins_words(self.next_best, short=True)
            if share == wins_words(self.best, short=True):
                wins += f", and so does {other}"
            elif _too_close(self.best, self.next_best):
                which = "one of the best guesses"
                wins += f", too close to tell from {share} with {other}"
            else:
                wins += f", against {share} with {other}, the next best"
        risk = 1.0 - self.best.safe
        safety = f"It has {a_chance(risk)} of being a mine"
        if self.safest_risk < risk - 1e-9:
            safest = f"{name(self.safest)}, with {a_chance(self.safest_risk)} of being a mine"
            safety += f"; the safest cell is {safest}"
        else:
            safety += ", and no cell is safer"
        return (
            f"{name(self.cell)} is {which}: {wins}.",
            f"{safety}.",
            leading_words(self.leads_on),
            self._left_behind(),
        )

    def _left_behind(self) -> str:
        """How good the game is once the guess was safe, against the safest cell."""
        then = f"If it is safe, there is then {a_chance(_then(self.best))} to win"
        if self.best.exact and _then(self.best) == 1.0:
            then = "If it is safe, the game is won for certain"
        other = self.safest_move
        if other is None or self.safest_risk > 1.0 - self.best.safe - 1e-9:
            return f"{then}."
        return f"{then}; after {self.view.grid.name(other.cell)}, {percent(_then(other))}."

    def words(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    def to_json(self) -> dict[str, Any]:
        """All of it for machines, with the names of cells."""
        grid = self.view.grid
        return {
            "cell": grid.name(self.cell),
            "best": self.best.to_json(grid),
            "next_best": None if self.next_best is None else self.next_best.to_json(grid),
            "safest": grid.name(self.safest),
            "safest_risk": self.safest_risk,
            "leads_on": self.leads_on,
            "words": self.words(),
        }


def _then(move: MoveValue) -> float:
    """The chance to win once a cell was safe; rounded, as a quotient of floats can miss 1."""
    return min(1.0, round(move.win / move.safe, 12))


def _too_close(one: MoveValue, other: MoveValue) -> bool:
    """Whether the errors of two estimates hide which is the better."""
    return abs(one.win - other.win) <= 2 * hypot(one.error, other.error)


def wins_words(move: MoveValue, short: bool = False) -> str:
    """How often a guess wins, and how that is known."""
    # An estimate that is corrected for luck may exceed what can be won.
    share = percent(min(1.0, move.win))
    if move.exact:
        return share if short else f"{share} (exact)"
    return f"{share} ± {percent(2 * move.error)}" + ("" if short else " (estimated)")


def leading_words(chance: float) -> str:
    """What the number of a guess will tell, in a sentence."""
    if chance == 0.0:
        return "Whatever its number, it makes no other cell certainly safe."
    return (
        f"There is {a_chance(chance)} that it is safe and its number makes another cell "
        "certainly safe."
    )


def leads_on(view: View, cell: Cell) -> float:
    """The chance that a cell is safe and its number makes another cell certainly safe."""
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
    """Why the best guess is the best; an error if a cell is certainly safe, or none can be opened.

    The budget is in seconds of work, where the chance to win has to be estimated.
    """
    chances = odds(view)
    if chances.safe:
        name = view.grid.name(chances.safe[0])
        raise SapperError(f"no guess is needed: {name} is certainly safe")
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
