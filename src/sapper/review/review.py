"""A review: the moves of a game, their values, and the balance of luck and errors.

    outcome = start + luck - error

    start     the chance of winning before the first move (start.py)
    luck      the unexpected changes in the chance of winning: through the first opening, by
              surviving guesses, and by the numbers that appeared
    error     the chance of winning that the player's choices lost, compared with the champion's
              choices. An estimated loss that may be 0 counts as luck.

judge.py makes a review of a record.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from html import escape
from statistics import median

from sapper.core.game import Outcome, Record
from sapper.core.grid import Cell
from sapper.core.view import Move, View
from sapper.explain import Explanation
from sapper.explain.explanation import simplest
from sapper.picture import svg
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
    """A move with the position before it and its chances of winning.

    `number` counts the moves of the record from 1. `at` is the time since the start and `ms` the
    time since the previous move, both in ms.
    """

    number: int
    move: Move
    at: int
    ms: int
    view: View = field(repr=False)
    """the position before the move"""
    cells: tuple[Cell, ...] = field(repr=False)
    """the cells that the move opens; empty for a flag"""
    chances: Odds | None = field(repr=False, compare=False)
    """the odds before the move; None if the start rule makes the first opening safe"""
    survived: bool
    label: Label = Label.START
    judgement: Judgement | None = field(repr=False, default=None)
    """None unless the move is a guess"""
    exact: bool = False
    """whether `win_before` is exact"""
    win_before: float = math.nan
    win_after: float = math.nan
    why: Explanation | None = field(repr=False, default=None)
    """for a needless guess or a blunder, the proof of the easiest provably safe cell, if any"""

    @property
    def safe(self) -> tuple[Cell, ...]:
        """The provably safe cells before the move."""
        return () if self.chances is None else self.chances.safe

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The provable mines before the move."""
        return () if self.chances is None else self.chances.mines

    @property
    def risk(self) -> float:
        """The chance that the move hits a mine. For a flag, the chance that its cell is a mine."""
        if self.judgement is not None:
            return 1.0 - self.judgement.safe
        if self.chances is None:
            # No cell is open yet, so all cells are equal. The start rule makes the opening safe.
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
        """The cell with the highest chance of winning, if it is known."""
        if self.judgement is not None and self.judgement.best is not None:
            return self.judgement.best
        if self.safe:
            return self.safest
        return self.move.cell if self.cells else None

    @property
    def best_win(self) -> float:
        if self.judgement is not None and self.judgement.best is not None:
            return self.judgement.best_win
        return self.win_before

    @property
    def win_choice(self) -> float:
        """The chance of winning with the player's choice, before the cell is opened."""
        return self.win_before - self.lost

    @property
    def lost(self) -> float:
        """The chance of winning that the choice lost. It is 0 if the loss is unclear."""
        judged = self.judgement
        if judged is None:
            return 0.0
        if judged.safe == 0.0:
            return judged.before  # a provable mine costs the whole chance
        is_clear = judged.exact or least_lost(judged) > GOOD
        return max(0.0, self.estimate) if is_clear else 0.0

    @property
    def estimate(self) -> float:
        """The estimated loss, even if it is unclear. It may be negative. Use it for averages."""
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
        """The change in the chance of winning when the cell was opened."""
        return self.win_after - self.win_choice

    @property
    def cost(self) -> int:
        """`lost` in points."""
        return whole(self.lost)

    @property
    def gain(self) -> int:
        """`luck` in points, from rounded chances, so that the points of all moves add up."""
        return whole(self.win_after) - whole(self.win_before) + self.cost

    def proof(self, cell: Cell | None = None) -> Explanation | None:
        """The proof that a cell was safe or a mine before the move, or None if there is none.

        If no cell is given, the easiest proof of a safe cell.
        """
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
    """A provably safe cell that stayed closed for `ms`, until move `number` opened it."""

    number: int
    cell: Cell
    ms: int


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game. `outcome` is 1 or 0, or the chance of winning an unfinished game."""

    record: Record = field(repr=False)
    outcome: float
    start: Start
    luck: Luck
    moves: tuple[ReviewedMove, ...]
    waits: tuple[Wait, ...] = field(repr=False)
    end: tuple[str, ...] = field(repr=False)
    """the rows of the last position, with the mines if the game is over"""

    def __str__(self) -> str:
        return self.verdict

    def _repr_html_(self) -> str:
        return f"{svg(self.end)}<p>{escape(self.verdict)}</p>"

    @property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        return tuple(move for move in self.moves if move.label in GUESSES)

    @property
    def risks(self) -> tuple[ReviewedMove, ...]:
        """The guesses, and the first opening if it could hit a mine."""
        return tuple(m for m in self.moves if m.judgement or (m.cells and m.risk > 0.0))

    @property
    def survival(self) -> float:
        return math.prod(1.0 - move.risk for move in self.risks)

    @property
    def decisions(self) -> tuple[ReviewedMove, ...]:
        """All guesses except forced coin tosses, in which every guess is equally good."""
        return tuple(move for move in self.guesses if move.label is not Label.COIN_TOSS)

    @property
    def errors(self) -> tuple[ReviewedMove, ...]:
        """The errors, starting with the most costly."""
        found = [move for move in self.guesses if move.label in ERRORS]
        return tuple(sorted(found, key=lambda move: (-move.lost, move.number)))

    @property
    def losing(self) -> ReviewedMove | None:
        if self.record.outcome is not Outcome.LOST:
            return None
        return next((move for move in reversed(self.moves) if move.cells), None)

    @property
    def named(self) -> tuple[ReviewedMove, ...]:
        """The moves that the verdict names: the losing move and the most costly other error."""
        losing = self.losing
        others = [move for move in self.errors if move is not losing]
        return (*(() if losing is None else (losing,)), *others[:1])

    @property
    def main_error(self) -> ReviewedMove | None:
        """The first of the named moves that is an error."""
        return next((move for move in self.named if move.label in ERRORS), None)

    @property
    def decided(self) -> ReviewedMove | None:
        """The move that decided the game: the losing move, otherwise the main error."""
        return self.losing or self.main_error

    @property
    def decisive(self) -> Label:
        """The label of the decisive move.

        That is the losing move, otherwise the most costly error, otherwise the riskiest guess.
        """
        decided = self.decided or max(self.guesses, key=lambda move: move.risk, default=None)
        return Label.CERTAIN if decided is None else decided.label

    @property
    def error(self) -> float:
        """The chance of winning that choices lost. Unclear losses don't count."""
        return sum(move.lost for move in self.moves)

    @property
    def estimated_error(self) -> float:
        """Like `error`, but with unclear losses. Its mean over many games is correct."""
        return sum(move.estimate for move in self.moves)

    @property
    def account(self) -> Account:
        """The figures that players see, and that the verdict uses.

        Nobody can lose more than they had, so the error is at most the highest chance of winning.
        """
        start = whole(self.start.win)
        had = max([start, *(whole(move.win_before) for move in self.moves)])
        error = min(had, sum(move.cost for move in self.moves))
        return Account(start, whole(self.outcome) - start + error, error)

    @property
    def error_per_decision(self) -> float:
        """The mean loss per decision, in thousandths of a game."""
        return 1000 * self.error / len(self.decisions) if self.decisions else 0.0

    @property
    def accuracy(self) -> float:
        """The share of the chance of winning that a decision kept, as a mean over all decisions."""
        kept = [
            min(1.0, move.win_choice / move.win_before) if move.win_before else 1.0
            for move in self.decisions
        ]
        return sum(kept) / len(kept) if kept else 1.0

    @property
    def expected_survivals(self) -> float:
        return sum(1.0 - move.risk for move in self.guesses)

    @property
    def wait_ms(self) -> float:
        """The mean time from when a cell became provably safe until it was opened."""
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
