"""Review: what was luck and what was skill in a game.

    outcome = start + luck - error

    start     the chance to win before the first move (start.py)
    luck      what the board brought, less what it could be expected to bring: by the start, by
              surviving a guess, and by what the numbers then told
    error     what the player's choices gave away, against what the champion would have done, where
              that is clear of the error of the estimate; what is not clear counts as luck

A certain cell is no decision. So the chance to win is asked for where the player took a risk
(exact where few boards are left, else estimated on boards that fit, see `sapper.value.judge`), and
between two such moves it is that of the next one: what the certain cells show is the luck of
the guess that led to them. Each step is worth what it left less what it found, so the sum of them
is the outcome, whatever the estimates are.

>>> from sapper.board import deal
>>> from sapper.game import Game
>>> from sapper.level import Level
>>> game = Game(deal(Level.parse("5x4x6/safe"), seed=4))
>>> for cell in (0, 1, 2):
...     _ = game.play(Move("open", cell))
>>> found = review(game.record())
>>> [str(move.label) for move in found.moves]
['start', 'good']
>>> abs(found.outcome - (found.start.win + found.luck.total - found.error)) < 1e-9
True
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median

from typing_extensions import TypedDict

from sapper.board import Board
from sapper.explain import Explanation
from sapper.explain.explanation import simplest
from sapper.game import Outcome, Record
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.odds import Odds, odds
from sapper.review.start import Start, chance_at_start
from sapper.value import Judgement, exact_value, judge
from sapper.view import FLAGGED, HIDDEN, Move, View

BUDGET = 1.0
"""seconds of work for each guess"""

GOOD, INACCURACY = 0.005, 0.05
"""The most that a move of that label gives away for sure; beyond the last is a mistake."""

ONLY = 0.05
"""An only move is better than any other by more than this."""

SURE = 2.0
"""A cost is sure but for this number of its standard errors."""

EXACT_BOARDS = 500
"""Boards up to which also positions without a decision are valued, exactly."""

HESITATION_MS = 2000


class Label(StrEnum):
    """What a move was; docs/review.md says when."""

    START = "start"
    CERTAIN = "certain"
    CHORD = "chord"
    FLAG = "flag"
    FLAG_REMOVED = "flag removed"
    WRONG_FLAG = "wrong flag"
    UNPROVEN_FLAG = "unproven flag"
    NEEDLESS = "needless guess"
    COIN_TOSS = "forced coin toss"
    ONLY = "only move"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


GUESSES = frozenset(
    {
        Label.NEEDLESS,
        Label.COIN_TOSS,
        Label.ONLY,
        Label.BEST,
        Label.GOOD,
        Label.INACCURACY,
        Label.MISTAKE,
        Label.BLUNDER,
    }
)
"""Moves that took a risk."""

ERRORS = frozenset({Label.BLUNDER, Label.NEEDLESS, Label.INACCURACY, Label.MISTAKE})


class SafestJson(TypedDict):
    """The safest cell before a move, for machines: docs/json.md."""

    cell: str | None
    risk: float


class BestJson(TypedDict):
    """The best cell before a move, for machines: docs/json.md."""

    cell: str | None
    win: float


class ReviewedMoveJson(TypedDict):
    """A reviewed move for machines: docs/json.md."""

    move: int
    cell: str
    label: str
    risk: float
    safest: SafestJson
    best: BestJson
    win_before: float
    win_choice: float
    win_after: float
    lost: float
    exact: bool
    ms: int


class LuckJson(TypedDict):
    """The luck of a game for machines: docs/json.md."""

    start: float
    numbers: float
    survival: float
    total: float


class AccountJson(TypedDict):
    """A review's account as JSON: docs/json.md."""

    start: int
    luck: int
    error: int
    result: int


class ReviewJson(TypedDict):
    """A review for machines: docs/json.md."""

    outcome: float
    start: float
    luck: LuckJson
    error: float
    account: AccountJson
    decisions: int
    error_per_decision: float
    accuracy: float
    verdict: str
    moves: list[ReviewedMoveJson]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move, what was known when it was made, and what it was worth.

    `number` counts the record's moves from 1; `ms` is the time since the move before.
    """

    number: int
    move: Move
    at: int
    ms: int
    label: Label
    view: View = field(repr=False)
    """before the move"""
    cells: tuple[Cell, ...] = field(repr=False)
    """what it opens"""
    risk: float
    """the chance that one of these is a mine; of a flag, that its cell is one"""
    safest: Cell | None
    safest_risk: float
    safe: tuple[Cell, ...] = field(repr=False)
    """what was certainly safe"""
    mines: tuple[Cell, ...] = field(repr=False)
    """what was certainly a mine"""
    best: Cell | None
    best_win: float
    win_before: float
    win_choice: float
    """with the choice made, before its outcome is known"""
    win_after: float
    lost: float
    """what the choice gave away, where that is clear of its error; else 0"""
    estimate: float
    """the same as it was estimated, for statistics over many games; may be below 0"""
    error: float
    """the standard error of `estimate`"""
    win_error: float
    """the standard error of `win_before`"""
    exact: bool
    survived: bool
    """whether it met no mine"""
    why: Explanation | None = field(repr=False, default=None)
    """of a needless guess or a blunder: why the easiest safe cell was safe, if there was one"""

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
        view = self.view.promised()
        if cell is None:
            return self.why or simplest(view, odds(view), self.safe)
        certain = cell in self.safe or cell in self.mines
        return simplest(view, odds(view), [cell]) if certain else None

    def to_json(self) -> ReviewedMoveJson:
        """The move for machines, with the names of cells."""
        name = self.view.grid.name

        def named(cell: Cell | None) -> str | None:
            return None if cell is None else name(cell)

        return {
            "move": self.number,
            "cell": name(self.move.cell),
            "label": str(self.label),
            "risk": self.risk,
            "safest": {"cell": named(self.safest), "risk": self.safest_risk},
            "best": {"cell": named(self.best), "win": self.best_win},
            "win_before": self.win_before,
            "win_choice": self.win_choice,
            "win_after": self.win_after,
            "lost": self.lost,
            "exact": self.exact,
            "ms": self.ms,
        }


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a game, by where it came from."""

    start: float
    numbers: float
    survival: float

    @property
    def total(self) -> float:
        """All of it."""
        return self.start + self.numbers + self.survival


def whole(share: float) -> int:
    """A share in whole points, hundredths of a game."""
    return round(100 * share)


@dataclass(frozen=True, slots=True)
class Account:
    """Where the chance of winning went, in whole points: result = start + luck - error.

    `error` is the sum of what the moves cost as they are shown, and luck takes up the rest.
    """

    start: int
    luck: int
    error: int

    @property
    def result(self) -> int:
        """100 if won, 0 if lost; else the chance of winning where the game stopped."""
        return self.start + self.luck - self.error

    def to_json(self) -> AccountJson:
        """The same as JSON values."""
        return {
            "start": self.start,
            "luck": self.luck,
            "error": self.error,
            "result": self.result,
        }


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

    @property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        """The moves that took a risk."""
        return tuple(move for move in self.moves if move.label in GUESSES)

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
    def verdict(self) -> str:
        """What decided the game, in a few plain sentences."""
        from sapper.review.words import verdict  # words are about reviews: they come after them

        return verdict(self)

    def to_json(self) -> ReviewJson:
        """The review for machines: outcome = start + luck.total - error."""
        return {
            "outcome": self.outcome,
            "start": self.start.win,
            "luck": {
                "start": self.luck.start,
                "numbers": self.luck.numbers,
                "survival": self.luck.survival,
                "total": self.luck.total,
            },
            "error": self.error,
            "account": self.account.to_json(),
            "decisions": len(self.decisions),
            "error_per_decision": self.error_per_decision,
            "accuracy": self.accuracy,
            "verdict": self.verdict,
            "moves": [move.to_json() for move in self.moves],
        }


def review(
    record: Record, budget: float = BUDGET, *, progress: Callable[[int, int], object] | None = None
) -> Review:
    """Review a game; `budget` is in seconds of work for each guess whose value is estimated.

    `progress` is called with the moves that are done, and their number.
    """
    seed = zlib.crc32(str(record.board).encode())
    steps = list(_steps(record, budget, seed, progress))
    first = next((step.move.cell for step in steps if step.opens), record.board.first)
    start = chance_at_start(record.level, first)
    values = _values(record, steps, start, budget, seed)
    return Review(
        record,
        values[-1],
        start,
        _luck(steps, values, start),
        tuple(_moves(steps, values)),
        tuple(_waits(steps)),
    )


def protected(record: Record) -> Record:
    """The same game with rule `safe`, if it has rule `any` and its first cell is safe.

    The programs that people play with never let the first click hit a mine.
    """
    if record.level.start.kind != "any" or not record.level.safe:
        return record
    first = next((move.cell for _, move in record.moves if move.kind == "open"), None)
    if first is None or first in record.board.mines:
        return record
    level = replace(record.level, start=StartRule("safe"))
    board = Board(level, record.board.mines, first)
    return replace(record, board=board, first=first)


@dataclass(frozen=True, slots=True)
class _Step:
    """A move that changed something, with all that is known before the chances are."""

    number: int
    at: int
    ms: int
    move: Move
    view: View
    chances: Odds | None
    """None before the first move where the start rule protects it"""
    cells: tuple[Cell, ...]
    label: Label
    judged: Judgement | None = None
    value: float | None = None
    """the exact chance to win before a move that is no decision, if it is known"""
    lived: bool = True

    @property
    def opens(self) -> bool:
        return bool(self.cells)

    @property
    def unsure(self) -> bool:
        return self.judged is not None


def _steps(
    record: Record, budget: float, seed: int, progress: Callable[[int, int], object] | None
) -> Iterator[_Step]:
    games = record.replay()
    game = next(games)
    view, ended, last = game.view, game.outcome is not None, 0
    for number, (at, move) in enumerate(record.moves, 1):
        before = view
        next(games)
        view = game.view
        if view.states != before.states or (game.outcome is not None and not ended):
            ended = game.outcome is not None
            lived = game.outcome is not Outcome.LOST
            step = _step(record, number, at, at - last, move, before, budget, seed)
            yield replace(step, lived=lived)
            last = at
        if progress is not None:
            progress(number, len(record.moves))


def _step(
    record: Record,
    number: int,
    at: int,
    ms: int,
    move: Move,
    view: View,
    budget: float,
    seed: int,
) -> _Step:
    known = view.promised()
    chances = None if view.first_is_safe else odds(known)
    if move.kind == "flag":
        return _Step(number, at, ms, move, view, chances, (), _flag_label(record, view, move))
    cells = tuple(move.targets(view.grid, view.states))
    nothing_open = min(view.states) >= HIDDEN
    if chances is None:
        return _Step(number, at, ms, move, view, chances, cells, Label.START)
    certain = set(chances.safe)
    if certain.issuperset(cells):
        label = Label.CHORD if move.kind == "chord" else Label.CERTAIN
        if nothing_open:
            label = Label.START
        few = chances.solutions is not None and chances.solutions <= EXACT_BOARDS
        value = exact_value(known, budget) if few and not nothing_open else None
        return _Step(number, at, ms, move, view, chances, cells, label, value=value)
    if nothing_open and record.level.start.kind == "any":
        return _Step(number, at, ms, move, view, chances, cells, Label.START)
    judged = judge(known, cells, budget, seed)
    if judged.safe == 0.0:
        label = Label.BLUNDER
    else:
        label = Label.NEEDLESS if certain else grade(judged, move.cell)
    return _Step(number, at, ms, move, view, chances, cells, label, judged)


def _flag_label(record: Record, view: View, move: Move) -> Label:
    if view[move.cell] == FLAGGED:
        return Label.FLAG_REMOVED
    if move.cell not in record.board.mines:
        return Label.WRONG_FLAG
    if not view.first_is_safe and move.cell in odds(view.promised()).mines:
        return Label.FLAG
    return Label.UNPROVEN_FLAG


def grade(judged: Judgement, cell: Cell) -> Label:
    """The label of a guess where no cell was provably safe, by what it lost for sure."""
    if judged.forced and judged.lost <= 1e-12:
        return Label.COIN_TOSS
    least = _least_lost(judged)
    if least <= 0.0:
        if judged.best != cell and judged.lost > 0.0:
            return Label.GOOD
        if judged.other_win is None:
            return Label.BEST
        lead = judged.best_win - judged.other_win - SURE * judged.other_error
        return Label.ONLY if lead > ONLY else Label.BEST
    if least <= GOOD:
        return Label.GOOD
    return Label.INACCURACY if least <= INACCURACY else Label.MISTAKE


def _least_lost(judged: Judgement) -> float:
    """What a choice gave away for sure."""
    return judged.lost - SURE * judged.lost_error


def _values(
    record: Record, steps: list[_Step], start: Start, budget: float, seed: int
) -> list[float]:
    """The chance to win before each step, and at the end."""
    values: list[float | None] = [None] * (len(steps) + 1)
    *_, game = record.replay()
    if game.outcome is not None:
        values[-1] = float(game.outcome is Outcome.WON)
    elif not any(step.opens for step in steps):
        values[-1] = start.win
    else:
        values[-1] = judge(game.view, (), budget, seed).before
    begun = False
    for index, step in enumerate(steps):
        if step.judged is not None:
            values[index] = step.judged.before
        elif not begun:
            values[index] = start.win
        else:
            values[index] = step.value
        begun = begun or step.opens
    # What is no decision changes nothing that is to be expected: the next chance is theirs, too.
    for index in reversed(range(len(steps))):
        if values[index] is None:
            values[index] = values[index + 1]
    return [value for value in values if value is not None]


def _estimate(judged: Judgement | None) -> float:
    """What a choice gave away: never more than there was."""
    return 0.0 if judged is None else min(judged.lost, judged.before)


def _lost(judged: Judgement | None) -> float:
    """The same where it is clear: a provable mine costs all that there was."""
    if judged is None:
        return 0.0
    if judged.safe == 0.0:
        return judged.before
    is_clear = judged.exact or _least_lost(judged) > GOOD
    return max(0.0, _estimate(judged)) if is_clear else 0.0


def _luck(steps: list[_Step], values: list[float], start: Start) -> Luck:
    risky = next((i for i, step in enumerate(steps) if step.unsure), len(steps))
    numbers = survival = 0.0
    for index in range(risky, len(steps)):
        step, before, after = steps[index], values[index], values[index + 1]
        if step.judged is None:
            numbers += after - before
            continue
        choice = before - _lost(step.judged)
        if step.lived:
            if_safe = choice / step.judged.safe
            survival += if_safe - choice
            numbers += after - if_safe
        else:
            survival += after - choice
    return Luck(values[risky] - start.win, numbers, survival)


def _moves(steps: list[_Step], values: list[float]) -> Iterator[ReviewedMove]:
    for index, step in enumerate(steps):
        before, lost = values[index], _lost(step.judged)
        judged, chances = step.judged, step.chances
        safest = None if chances is None else chances.safest
        risk = 0.0
        if judged is not None:
            risk = 1.0 - judged.safe
        elif chances is not None and not (chances.safe and step.opens):
            risk = chances[step.move.cell]
        elif chances is None and not step.opens:
            risk = step.view.level.mines / step.view.level.size  # nothing is open: all are alike
        best, best_win = safest if chances and chances.safe else None, before
        if judged is not None and judged.best is not None:
            best, best_win = judged.best, judged.best_win
        elif best is None and step.opens:
            best = step.move.cell
        why = None
        if step.label in (Label.NEEDLESS, Label.BLUNDER) and chances and chances.safe:
            why = simplest(step.view.promised(), chances, chances.safe)
        yield ReviewedMove(
            step.number,
            step.move,
            step.at,
            step.ms,
            step.label,
            step.view,
            step.cells,
            risk,
            safest,
            0.0 if chances is None or safest is None else chances[safest],
            () if chances is None else chances.safe,
            () if chances is None else chances.mines,
            best,
            best_win,
            before,
            before - lost,
            values[index + 1],
            lost,
            _estimate(judged),
            0.0 if judged is None else judged.lost_error,
            0.0 if judged is None else judged.before_error,
            judged.exact if judged is not None else step.value is not None,
            step.lived,
            why,
        )


def _waits(steps: list[_Step]) -> Iterator[Wait]:
    since: dict[Cell, int] = {}
    seen = 0
    for step in steps:
        certain = () if step.chances is None else step.chances.safe
        for cell in certain:
            since.setdefault(cell, seen)
        for cell in step.cells:
            if cell in since:
                yield Wait(step.number, cell, step.at - since[cell])
        seen = step.at
