"""A review: the moves of a game with their values, and the balance of luck and errors.

    end = start + luck - error

    start     the chance of winning before the first move (start.py)
    luck      the unexpected changes in the chance of winning, from the first opening, from guesses
              and from the numbers that appeared
    error     the chance of winning that the player's choices lost, compared with the champion's
              choices

If an estimated loss is so small that it could be 0, it counts as luck.
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
from sapper.ladder.techniques import Technique
from sapper.picture import svg
from sapper.reason.odds import Odds
from sapper.reason.value import Judgement
from sapper.review import review_json, verdict
from sapper.review.account import Account, Luck, whole
from sapper.review.label import ERRORS, GOOD, GUESSES, Label, least_lost
from sapper.review.start import WinProbability
from sapper.words import Message, Text, say

HESITATION_MS = 2000

PAUSES = 10
"""the number of pauses from which the techniques are taken that slowed the player down"""

UNKNOWN = WinProbability(math.nan)


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move, with the position before it and the chances of winning before and after it.

    `at` is the time since the start and `ms` the time since the previous move, both in ms.
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
    before: WinProbability | None = None
    """the chance of winning in the position before the move, or None if it was not measured"""
    after: WinProbability | None = None
    last: WinProbability = UNKNOWN
    """the last measured chance, which is that of `before` or of an earlier position"""
    since: int = 0
    """the number of the first move after the position of `last`"""
    why: Explanation | None = field(repr=False, default=None)
    """for a needless guess or a blunder, the proof of the easiest provably safe cell, if any"""

    @property
    def safe(self) -> tuple[Cell, ...]:
        return () if self.chances is None else self.chances.safe

    @property
    def mines(self) -> tuple[Cell, ...]:
        return () if self.chances is None else self.chances.mines

    @property
    def risk(self) -> float:
        """The chance that the move hits a mine, or that a flagged cell is a mine."""
        if self.judgement is not None:
            return 1.0 - self.judgement.safe
        if self.chances is None:
            # The start rule guarantees that the first opening is safe.
            return 0.0 if self.cells else self.view.level.mines / self.view.level.size
        return 0.0 if self.cells and self.safe else self.chances.risk(self.move.cell)

    @property
    def is_risky(self) -> bool:
        """Whether the move is a guess, or a first opening that could hit a mine."""
        return self.judgement is not None or (bool(self.cells) and self.risk > 0.0)

    @property
    def safest(self) -> Cell | None:
        return None if self.chances is None else self.chances.safest

    @property
    def safest_risk(self) -> float:
        safest = self.safest
        return 0.0 if self.chances is None or safest is None else self.chances[safest]

    @property
    def best(self) -> Cell | None:
        if self.judgement is not None and self.judgement.best is not None:
            return self.judgement.best
        if self.safe:
            return self.safest
        return self.move.cell if self.cells else None

    @property
    def best_win(self) -> float | None:
        if self.judgement is not None and self.judgement.best is not None:
            return self.judgement.best_win
        return self.win_before

    @property
    def win_before(self) -> float | None:
        return None if self.before is None else self.before.win

    @property
    def win_after(self) -> float | None:
        return None if self.after is None else self.after.win

    @property
    def win_before_error(self) -> float:
        return 0.0 if self.before is None else self.before.error

    @property
    def win_after_error(self) -> float:
        return 0.0 if self.after is None else self.after.error

    @property
    def win_choice(self) -> float | None:
        """The chance of winning with this choice, before its result is known."""
        return None if self.before is None else self.before.win - self.lost

    @property
    def exact(self) -> bool:
        """Whether `win_before` is exact."""
        return self.before is not None and self.before.exact

    @property
    def lost(self) -> float:
        """How much the choice lowered the chance of winning, or 0 if the loss is unclear."""
        judged = self.judgement
        if judged is None:
            return 0.0
        if judged.safe == 0.0:
            return judged.before  # opening a provable mine loses the whole chance
        is_clear = judged.exact or least_lost(judged) > GOOD
        return max(0.0, self.estimate) if is_clear else 0.0

    @property
    def estimate(self) -> float:
        """The estimated loss, even if it is unclear or negative."""
        judged = self.judgement
        return 0.0 if judged is None else min(judged.lost, judged.before)

    @property
    def lost_error(self) -> float:
        """The standard error of `estimate`."""
        return 0.0 if self.judgement is None else self.judgement.lost_error

    @property
    def luck(self) -> float:
        """The change in the chance of winning when the cell was opened.

        If the chance after the move was not measured, this luck is counted at a later move.
        """
        return 0.0 if self.after is None else self.after.win - (self.last.win - self.lost)

    @property
    def is_luck_clear(self) -> bool:
        """Whether `luck` is more than the errors of the estimates."""
        return self.after is not None and self.after.is_clear_of(self.last, self.luck)

    @property
    def cost(self) -> int:
        """`lost` in points."""
        return whole(self.lost)

    @property
    def gain(self) -> int:
        """`luck` in points.

        The points are computed from rounded chances, so that they add up over all moves.
        """
        if self.after is None:
            return 0
        return whole(self.after.win) - whole(self.last.win) + self.cost

    def proof(self, cell: Cell | None = None) -> Explanation | None:
        """Prove that a cell was safe or a mine.

        If `cell` is None, choose the safe cell with the simplest proof.
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
class Stretch:
    """The moves without risk between two guesses, and the luck in their numbers."""

    first: ReviewedMove
    last: ReviewedMove

    @property
    def gain(self) -> int:
        """The luck in points."""
        return (
            0
            if self.last.after is None
            else whole(self.last.after.win) - whole(self.first.last.win)
        )

    @property
    def is_clear(self) -> bool:
        before, after = self.first.last, self.last.after
        return after is not None and after.is_clear_of(before, after.win - before.win)


@dataclass(frozen=True, slots=True)
class Wait:
    """A provably safe cell that the player left closed for `ms`, until move `number` opened it."""

    number: int
    cell: Cell
    ms: int


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """A reviewed game. `end` is 1 for a win, 0 for a loss, otherwise the chance of winning."""

    record: Record = field(repr=False)
    end: float
    start: WinProbability
    luck: Luck
    moves: tuple[ReviewedMove, ...]
    waits: tuple[Wait, ...] = field(repr=False)
    rows: tuple[str, ...] = field(repr=False)
    """the rows of the last position, with the mines if the game is over"""
    helped: bool = False
    """whether the player had help"""

    def __repr__(self) -> str:
        return f"<Review: {self.verdict}>"

    def __str__(self) -> str:
        return self.verdict

    def _repr_html_(self) -> str:
        return f"{svg(self.rows)}<p>{escape(self.verdict)}</p>"

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended ("won" or "lost"), or None if it is unfinished."""
        return self.record.outcome

    @property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        return tuple(move for move in self.moves if move.label in GUESSES)

    @property
    def risks(self) -> tuple[ReviewedMove, ...]:
        """All guesses, and the first opening if it could hit a mine."""
        return tuple(move for move in self.moves if move.is_risky)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        found: list[Stretch] = []
        first = None
        for move in self.moves:
            if move.is_risky or move.label is Label.START:
                first = None
            elif move.cells and first is None:
                first = move
                found.append(Stretch(first, move))
            elif move.cells and first is not None:
                found[-1] = Stretch(first, move)
        return tuple(found)

    @property
    def survival(self) -> float:
        return math.prod(1.0 - move.risk for move in self.risks)

    @property
    def decisions(self) -> tuple[ReviewedMove, ...]:
        """All guesses except forced coin tosses, in which every guess is equally good."""
        return tuple(move for move in self.guesses if move.label is not Label.COIN_TOSS)

    @property
    def errors(self) -> tuple[ReviewedMove, ...]:
        found = [move for move in self.guesses if move.label in ERRORS]
        return tuple(sorted(found, key=lambda move: (-move.lost, move.number)))

    @property
    def losing(self) -> ReviewedMove | None:
        if self.record.outcome is not Outcome.LOST:
            return None
        return next((move for move in reversed(self.moves) if move.cells), None)

    @property
    def named(self) -> tuple[ReviewedMove, ...]:
        losing = self.losing
        others = [move for move in self.errors if move is not losing]
        return (*(() if losing is None else (losing,)), *others[:1])

    @property
    def main_error(self) -> ReviewedMove | None:
        return next((move for move in self.named if move.label in ERRORS), None)

    @property
    def decided(self) -> ReviewedMove | None:
        """The move that lost the game, or else the main error."""
        return self.losing or self.main_error

    @property
    def decisive(self) -> Label:
        decided = self.decided or max(self.guesses, key=lambda move: move.risk, default=None)
        return Label.CERTAIN if decided is None else decided.label

    @property
    def error(self) -> float:
        """How much the player's choices lowered the chance of winning, without unclear losses."""
        return sum(move.lost for move in self.moves)

    @property
    def estimated_error(self) -> float:
        """Like `error`, but including unclear losses, so that averages are unbiased."""
        return sum(move.estimate for move in self.moves)

    @property
    def cost(self) -> int:
        """The sum of the costs of all moves, in points."""
        return sum(move.cost for move in self.moves)

    @property
    def account(self) -> Account:
        start = whole(self.start.win)
        had = max([start, *(whole(move.last.win) for move in self.moves)])
        error = min(had, self.cost)
        return Account(start, whole(self.end) - start + error, error)

    @property
    def is_capped(self) -> bool:
        """Whether the error in the account is less than the sum of the costs of all moves."""
        return self.account.error < self.cost

    @property
    def luck_parts(self) -> tuple[int, int] | None:
        """The luck of the account in guesses and in other moves, in points.

        Return None if the luck of all moves adds up to something else.
        """
        guesses = sum(move.gain for move in self.moves if move.is_risky)
        others = sum(move.gain for move in self.moves if not move.is_risky)
        return (guesses, others) if guesses + others == self.account.luck else None

    @property
    def error_per_decision(self) -> float:
        """The mean loss per decision, in thousandths of a game."""
        return 1000 * self.error / len(self.decisions) if self.decisions else 0.0

    @property
    def accuracy(self) -> float:
        """On average, the share of the chance of winning that a decision preserved."""
        kept = [
            min(1.0, 1.0 - move.lost / move.last.win) if move.last.win else 1.0
            for move in self.decisions
        ]
        return sum(kept) / len(kept) if kept else 1.0

    @property
    def expected_survivals(self) -> float:
        return sum(1.0 - move.risk for move in self.guesses)

    @property
    def wait_ms(self) -> float:
        """The mean time in ms between a cell becoming provably safe and being opened."""
        return sum(wait.ms for wait in self.waits) / len(self.waits) if self.waits else 0.0

    @property
    def hesitations(self) -> tuple[ReviewedMove, ...]:
        return self._slow[:3]

    @property
    def _slow(self) -> tuple[ReviewedMove, ...]:
        times = [move.ms for move in self.moves]
        if len(times) < 2:
            return ()
        least = max(HESITATION_MS, 4 * median(times))
        slow = (move for move in self.moves if move.ms >= least)
        return tuple(sorted(slow, key=lambda move: -move.ms))

    @property
    def slow_techniques(self) -> tuple[Technique, ...]:
        """The techniques that slowed the player down, the one with the longest pause first.

        A position needs a technique if no easier one proves a safe cell. A single pause says
        little, because the player may have been interrupted, so a technique needs two.
        """
        proofs = [move.proof() for move in self._slow[:PAUSES] if move.cells]
        needed = [proof.technique for proof in proofs if proof is not None]
        often = [technique for technique in needed if needed.count(technique) > 1]
        return tuple(dict.fromkeys(one for one in often if one > Technique.SINGLE_CLUE))

    @property
    def messages(self) -> tuple[Message, ...]:
        return verdict.verdict(self)

    @property
    def verdict(self) -> Text:
        return say(*self.messages)

    def to_json(self) -> review_json.ReviewJson:
        return review_json.review_json(self)
