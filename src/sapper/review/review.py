"""A review: the moves of a game, their values, and the balance of luck and errors.

    outcome = start + luck - error

    start     the chance of winning before the first move (start.py)
    luck      how far the chance of winning changed against expectation, through the start, by
              surviving guesses, and by the numbers that appeared
    error     the chance of winning that the player's choices lost, compared with the champion's
              choices. A loss within the error of its estimate counts as luck.

judge.py makes a review of a record.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import median

from sapper.core.game import Outcome, Record
from sapper.core.grid import Cell
from sapper.core.view import Move, View
from sapper.explain import Explanation
from sapper.explain.explanation import simplest
from sapper.reason.odds import Odds
from sapper.reason.value import Judgement
from sapper.review import review_json, verdict
from sapper.review.account import Account, Luck, whole
from sapper.review.label import ERRORS, GOOD, GUESSES, Label, least_lost
from sapper.review.start import Start
from sapper.words import Message, Text, say

HESITATION_MS = 2000


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move with its position and its value.

    `number` is its number in the record, from 1. `ms` is the time since the previous move.
    """

    number: int
    move: Move
    at: int
    ms: int
    view: View = field(repr=False)
    """before the move"""
    cells: tuple[Cell, ...] = field(repr=False)
    """the cells it opens"""
    chances: Odds | None = field(repr=False, compare=False)
    """the odds before the move; None before a first move protected by the start rule"""
    survived: bool
    label: Label = Label.START
    judgement: Judgement | None = field(repr=False, default=None)
    """only for a guess"""
    exact: bool = False
    """whether the chance of winning before it is exact"""
    win_before: float = math.nan
    win_after: float = math.nan
    why: Explanation | None = field(repr=False, default=None)
    """for a needless guess or a blunder, the proof of the easiest safe cell, if there is one"""

    @property
    def safe(self) -> tuple[Cell, ...]:
        """The provably safe cells."""
        return () if self.chances is None else self.chances.safe

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The provable mines."""
        return () if self.chances is None else self.chances.mines

    @property
    def risk(self) -> float:
        """The chance that an opened cell is a mine, or that a flagged cell is one."""
        if self.judgement is not None:
            return 1.0 - self.judgement.safe
        if self.chances is None:
            # No cell is open yet, so all are alike, and the start rule protects the first one.
            return 0.0 if self.cells else self.view.level.mines / self.view.level.size
        return 0.0 if self.cells and self.safe else self.chances[self.move.cell]

    @property
    def safest(self) -> Cell | None:
        return None if self.chances is None else self.chances.safest

    @property
    def safest_risk(self) -> float:
        safest = self.safest
        return 0.0 if self.chances is None or safest is None else self.chances[safest]

    @property
    def best(self) -> Cell | None:
        """The cell with the highest chance of winning."""
        if self.judgement is not None and self.judgement.best is not None:
            return self.judgement.best
        if self.safe:
            return self.safest
        return self.move.cell if self.cells else None

    @property
    def best_win(self) -> float:
        """The chance of winning with the best cell."""
        if self.judgement is not None and self.judgement.best is not None:
            return self.judgement.best_win
        return self.win_before

    @property
    def win_choice(self) -> float:
        """The chance of winning with the player's choice, before its outcome is known."""
        return self.win_before - self.lost

    @property
    def lost(self) -> float:
        """The chance of winning lost by the choice, or 0 if the loss is unclear."""
        judged = self.judgement
        if judged is None:
            return 0.0
        if judged.safe == 0.0:
            return judged.before  # a provable mine costs the whole chance
        is_clear = judged.exact or least_lost(judged) > GOOD
        return max(0.0, self.estimate) if is_clear else 0.0

    @property
    def estimate(self) -> float:
        """The estimated loss, for averages over many games. It may be negative."""
        judged = self.judgement
        return 0.0 if judged is None else min(judged.lost, judged.before)

    @property
    def error(self) -> float:
        """The standard error of `estimate`."""
        return 0.0 if self.judgement is None else self.judgement.lost_error

    @property
    def win_error(self) -> float:
        """The standard error of `win_before`."""
        return 0.0 if self.judgement is None else self.judgement.before_error

    @property
    def luck(self) -> float:
        """The change in the chance of winning through the outcome of the move."""
        return self.win_after - self.win_choice

    @property
    def cost(self) -> int:
        """The loss in points."""
        return whole(self.lost)

    @property
    def gain(self) -> int:
        """The luck in points."""
        return whole(self.win_after) - whole(self.win_before) + self.cost

    def proof(self, cell: Cell | None = None) -> Explanation | None:
        """The proof that a cell was safe or a mine before the move. By default the easiest one."""
        if cell is None and self.why is not None:
            return self.why
        cells = self.safe if cell is None else {cell}.intersection(self.safe + self.mines)
        if self.chances is None or not cells:
            return None
        return simplest(self.view.with_promises(), self.chances, cells)

    @property
    def messages(self) -> tuple[Message, ...]:
        return verdict.about_move(self)

    def to_json(self) -> review_json.ReviewedMoveJson:
        return review_json.move_json(self)


@dataclass(frozen=True, slots=True)
class Wait:
    """A provably safe cell, the move that opened it, and how long it had been provable."""

    number: int
    cell: Cell
    ms: int


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game. The outcome of an unfinished one is its chance of winning at the end."""

    record: Record = field(repr=False)
    outcome: float
    start: Start
    luck: Luck
    moves: tuple[ReviewedMove, ...]
    waits: tuple[Wait, ...] = field(repr=False)
    end: tuple[str, ...] = field(repr=False)
    """the rows of the board at the end, with its mines if the game is over"""

    @property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        return tuple(move for move in self.moves if move.label in GUESSES)

    @property
    def risks(self) -> tuple[ReviewedMove, ...]:
        """The guesses, and the first move if the start rule does not protect it."""
        return tuple(m for m in self.moves if m.judgement or (m.cells and m.risk > 0.0))

    @property
    def survival(self) -> float:
        """The chance of surviving all risks."""
        return math.prod(1.0 - move.risk for move in self.risks)

    @property
    def decisions(self) -> tuple[ReviewedMove, ...]:
        """The guesses in which another choice could have made a difference."""
        return tuple(move for move in self.guesses if move.label is not Label.COIN_TOSS)

    @property
    def errors(self) -> tuple[ReviewedMove, ...]:
        """The errors, starting with the most costly."""
        found = [move for move in self.guesses if move.label in ERRORS]
        return tuple(sorted(found, key=lambda move: (-move.lost, move.number)))

    @property
    def losing(self) -> ReviewedMove | None:
        """The move that lost the game."""
        if self.record.outcome is not Outcome.LOST:
            return None
        return next((move for move in reversed(self.moves) if move.cells), None)

    @property
    def named(self) -> tuple[ReviewedMove, ...]:
        """The moves named by the verdict: the losing move and the most costly other error."""
        losing = self.losing
        others = [move for move in self.errors if move is not losing]
        return (*(() if losing is None else (losing,)), *others[:1])

    @property
    def main_error(self) -> ReviewedMove | None:
        """The first error named by the verdict."""
        return next((move for move in self.named if move.label in ERRORS), None)

    @property
    def decisive(self) -> Label:
        """The label of the decisive move.

        That is the losing move, otherwise the most costly error, otherwise the riskiest guess.
        """
        decided = self.losing or self.main_error
        decided = decided or max(self.guesses, key=lambda move: move.risk, default=None)
        return Label.CERTAIN if decided is None else decided.label

    @property
    def error(self) -> float:
        """The chance of winning lost by choices, counting only clear losses."""
        return sum(move.lost for move in self.moves)

    @property
    def estimated_error(self) -> float:
        """The same with unclear losses, which is correct on average over many games."""
        return sum(move.estimate for move in self.moves)

    @property
    def account(self) -> Account:
        """The figures that players see, and that the verdict uses."""
        start, error = whole(self.start.win), sum(move.cost for move in self.moves)
        return Account(start, whole(self.outcome) - start + error, error)

    @property
    def error_per_decision(self) -> float:
        """The loss per decision in thousandths of a game."""
        return 1000 * self.error / len(self.decisions) if self.decisions else 0.0

    @property
    def accuracy(self) -> float:
        """The mean share of the chance of winning that a decision kept."""
        kept = [
            min(1.0, move.win_choice / move.win_before) if move.win_before else 1.0
            for move in self.decisions
        ]
        return sum(kept) / len(kept) if kept else 1.0

    @property
    def expected_survivals(self) -> float:
        """The expected number of guesses survived."""
        return sum(1.0 - move.risk for move in self.guesses)

    @property
    def wait_ms(self) -> float:
        """The mean time that a provably safe cell stayed closed."""
        return sum(wait.ms for wait in self.waits) / len(self.waits) if self.waits else 0.0

    @property
    def hesitations(self) -> tuple[ReviewedMove, ...]:
        """Up to three moves with the longest pauses, starting with the longest."""
        times = [move.ms for move in self.moves]
        if len(times) < 2:
            return ()
        least = max(HESITATION_MS, 4 * median(times))
        slow = sorted((move for move in self.moves if move.ms >= least), key=lambda m: -m.ms)
        return tuple(slow[:3])

    @property
    def messages(self) -> tuple[Message, ...]:
        return verdict.verdict(self)

    @property
    def verdict(self) -> Text:
        return say(*self.messages)

    def to_json(self) -> review_json.ReviewJson:
        return review_json.review_json(self)
