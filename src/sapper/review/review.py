"""A review: a game move by move, what each move was worth, and what that adds up to.

    outcome = start + luck - error

    start     the chance to win before the first move (start.py)
    luck      what the board brought, less what it could be expected to bring: by the start, by
              surviving a guess, and by what the numbers then told
    error     what the player's choices gave away, against what the champion would have done, where
              that is clear of the error of the estimate; what is not clear counts as luck

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
    """A move, what was known when it was made, and what it was worth.

    `number` counts the record's moves from 1; `ms` is the time since the move before.
    """

    number: int
    move: Move
    at: int
    ms: int
    view: View = field(repr=False)
    """before the move"""
    cells: tuple[Cell, ...] = field(repr=False)
    """what it opens"""
    chances: Odds | None = field(repr=False, compare=False)
    """the odds before the move; None before a first move that the start rule protects"""
    survived: bool
    """whether it met no mine"""
    label: Label = Label.START
    judgement: Judgement | None = field(repr=False, default=None)
    """of a guess"""
    exact: bool = False
    """whether the chance to win before it is exact"""
    win_before: float = math.nan
    win_after: float = math.nan
    why: Explanation | None = field(repr=False, default=None)
    """of a needless guess or a blunder: why the easiest safe cell was safe, if there was one"""

    @property
    def safe(self) -> tuple[Cell, ...]:
        """What was certainly safe."""
        return () if self.chances is None else self.chances.safe

    @property
    def mines(self) -> tuple[Cell, ...]:
        """What was certainly a mine."""
        return () if self.chances is None else self.chances.mines

    @property
    def risk(self) -> float:
        """The chance that a cell that it opens is a mine; of a flag, that its cell is one."""
        if self.judgement is not None:
            return 1.0 - self.judgement.safe
        if self.chances is None:
            # Nothing is open: all cells are alike, and the one that is opened is safe.
            return 0.0 if self.cells else self.view.level.mines / self.view.level.size
        return 0.0 if self.cells and self.safe else self.chances[self.move.cell]

    @property
    def safest(self) -> Cell | None:
        """The cell least likely to be a mine."""
        return None if self.chances is None else self.chances.safest

    @property
    def safest_risk(self) -> float:
        """The chance that the safest cell is a mine."""
        safest = self.safest
        return 0.0 if self.chances is None or safest is None else self.chances[safest]

    @property
    def best(self) -> Cell | None:
        """The cell to open that wins most often."""
        if self.judgement is not None and self.judgement.best is not None:
            return self.judgement.best
        if self.safe:
            return self.safest
        return self.move.cell if self.cells else None

    @property
    def best_win(self) -> float:
        """The chance to win with the best cell."""
        if self.judgement is not None and self.judgement.best is not None:
            return self.judgement.best_win
        return self.win_before

    @property
    def win_choice(self) -> float:
        """The chance to win with the choice made, before its outcome is known."""
        return self.win_before - self.lost

    @property
    def lost(self) -> float:
        """What the choice gave away, where that is clear of its error; else 0."""
        judged = self.judgement
        if judged is None:
            return 0.0
        if judged.safe == 0.0:
            return judged.before  # a provable mine costs all that there was
        is_clear = judged.exact or least_lost(judged) > GOOD
        return max(0.0, self.estimate) if is_clear else 0.0

    @property
    def estimate(self) -> float:
        """The same as it was estimated, for statistics over many games; may be below 0."""
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
        """What its outcome brought."""
        return self.win_after - self.win_choice

    @property
    def cost(self) -> int:
        """What the choice gave away, in points."""
        return whole(self.lost)

    @property
    def gain(self) -> int:
        """What its outcome brought, in points."""
        return whole(self.win_after) - whole(self.win_before) + self.cost

    def proof(self, cell: Cell | None = None) -> Explanation | None:
        """Why a cell was certain before the move; the easiest safe one, if none is named."""
        if cell is None and self.why is not None:
            return self.why
        cells = self.safe if cell is None else {cell}.intersection(self.safe + self.mines)
        if self.chances is None or not cells:
            return None
        return simplest(self.view.with_promises(), self.chances, cells)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What there is to say about it."""
        return verdict.about_move(self)

    def to_json(self) -> review_json.ReviewedMoveJson:
        """The move for machines, with the names of cells."""
        return review_json.move_json(self)


@dataclass(frozen=True, slots=True)
class Wait:
    """A certain cell, the move that opened it, and how long it had been certain by then."""

    number: int
    cell: Cell
    ms: int


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game. An unfinished one counts as its chance to win where it stopped."""

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
        """The moves that took a risk."""
        return tuple(move for move in self.moves if move.label in GUESSES)

    @property
    def risks(self) -> tuple[ReviewedMove, ...]:
        """The guesses, and the first move where the start rule does not protect it."""
        return tuple(m for m in self.moves if m.judgement or (m.cells and m.risk > 0.0))

    @property
    def survival(self) -> float:
        """The chance that none of the risks meets a mine."""
        return math.prod(1.0 - move.risk for move in self.risks)

    @property
    def decisions(self) -> tuple[ReviewedMove, ...]:
        """The guesses in which another choice could have made a difference."""
        return tuple(move for move in self.guesses if move.label is not Label.COIN_TOSS)

    @property
    def errors(self) -> tuple[ReviewedMove, ...]:
        """What is called an error, the dearest first."""
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
        """The moves that the verdict names: the one that lost the game, the dearest other error."""
        losing = self.losing
        others = [move for move in self.errors if move is not losing]
        return (*(() if losing is None else (losing,)), *others[:1])

    @property
    def main_error(self) -> ReviewedMove | None:
        """The error that the verdict names first."""
        return next((move for move in self.named if move.label in ERRORS), None)

    @property
    def decisive(self) -> Label:
        """The label of what decided the game: of the move that lost it, else of the dearest error.

        Without errors it is that of the riskiest guess; where there was none, all was certain.
        """
        decided = self.losing or self.main_error
        decided = decided or max(self.guesses, key=lambda move: move.risk, default=None)
        return Label.CERTAIN if decided is None else decided.label

    @property
    def error(self) -> float:
        """The chance to win that the choices gave away, where that is clear."""
        return sum(move.lost for move in self.moves)

    @property
    def estimated_error(self) -> float:
        """The same with all that is not clear: right on average over many games."""
        return sum(move.estimate for move in self.moves)

    @property
    def account(self) -> Account:
        """The figures as a person reads them; the verdict is made of these."""
        start, error = whole(self.start.win), sum(move.cost for move in self.moves)
        return Account(start, whole(self.outcome) - start + error, error)

    @property
    def error_per_decision(self) -> float:
        """In thousandths of a game."""
        return 1000 * self.error / len(self.decisions) if self.decisions else 0.0

    @property
    def accuracy(self) -> float:
        """The part of the chance to win that a decision kept, on average."""
        kept = [
            min(1.0, move.win_choice / move.win_before) if move.win_before else 1.0
            for move in self.decisions
        ]
        return sum(kept) / len(kept) if kept else 1.0

    @property
    def expected_survivals(self) -> float:
        """How many of the guesses are survived on average."""
        return sum(1.0 - move.risk for move in self.guesses)

    @property
    def wait_ms(self) -> float:
        """How long a certain cell stayed closed, on average."""
        return sum(wait.ms for wait in self.waits) / len(self.waits) if self.waits else 0.0

    @property
    def hesitations(self) -> tuple[ReviewedMove, ...]:
        """Up to three moves that took far longer than most, the longest first."""
        times = [move.ms for move in self.moves]
        if len(times) < 2:
            return ()
        least = max(HESITATION_MS, 4 * median(times))
        slow = sorted((move for move in self.moves if move.ms >= least), key=lambda m: -m.ms)
        return tuple(slow[:3])

    @property
    def messages(self) -> tuple[Message, ...]:
        """The verdict: first what decided the game."""
        return verdict.verdict(self)

    @property
    def verdict(self) -> Text:
        """What decided the game, in a few plain sentences."""
        return say(*self.messages)

    def to_json(self) -> review_json.ReviewJson:
        """The review for machines: outcome = start + luck.total - error."""
        return review_json.review_json(self)
