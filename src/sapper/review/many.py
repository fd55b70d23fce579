"""Many games reviewed together: how good a player is, luck taken out, and what there is to learn.

The result of a game less its luck is the chance at the start less the errors. Its mean is the
player's win rate, as that of the results is, but it varies far less: thirty games say what
otherwise takes thousands.

>>> from sapper.board import deal
>>> from sapper.game import Game as Referee
>>> from sapper.view import Move
>>> records = []
>>> for seed in range(3):
...     game = Referee(deal(Level.parse("4x4x3/safe"), seed))
...     _ = [game.play(Move("open", cell)) for cell in range(16)]
...     records.append((f"game {seed}", game.record()))
>>> found = review_many(records)
>>> found.games, found.adjusted.low <= found.adjusted.value <= found.adjusted.high
(3, True)
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sapper.game import Outcome, Record
from sapper.grid import Cell
from sapper.lab.native import native, play_deck
from sapper.lab.statistics import Estimate, paired_difference, share, student
from sapper.level import Level
from sapper.review.review import BUDGET, ERRORS, Account, Label, Luck, Review, review

RIVALS = ("odds", "champion")

STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365)
"""Student's quantiles for 1 to 7 degrees of freedom; from 8 on there is `student`."""


@dataclass(frozen=True, slots=True)
class Game:
    """What is kept of a review when there are many."""

    source: str
    level: Level
    outcome: Outcome | None
    start: float
    start_error: float
    luck: Luck
    error: float
    account: Account
    """the figures as a person reads them"""
    estimated_error: float
    """with what is not clear in a single game: right on average"""
    decisions: int
    kept: float
    """the sum of what decisions kept of the chance to win; their mean is the accuracy"""
    labels: tuple[tuple[Label, float], ...]
    """of each guess, with what it lost by its estimate"""
    needless: tuple[tuple[str, float], ...]
    """of each needless guess, the technique that showed a safe cell, and what it lost"""
    ms: int
    verdict: str
    cells: tuple[tuple[Cell, ...], Cell | None] = field(repr=False)
    """its board as a row of a deck, and the first cell opened"""

    @property
    def adjusted(self) -> float:
        """The result with luck taken out."""
        return self.start - self.estimated_error


def summary(source: str, found: Review) -> Game:
    """What is kept of a review when there are many."""
    record = found.record
    first = next((move.cells[0] for move in found.moves if move.cells), None)
    return Game(
        source,
        record.level,
        record.outcome,
        found.start.win,
        found.start.error,
        found.luck,
        found.error,
        found.account,
        found.estimated_error,
        len(found.decisions),
        found.accuracy * len(found.decisions),
        tuple((move.label, move.estimate) for move in found.guesses),
        tuple(
            (str(move.why.technique), move.estimate)
            for move in found.guesses
            if move.why and move.label is Label.NEEDLESS
        ),
        record.moves[-1][0] if record.moves else 0,
        found.verdict,
        (tuple(record.board.row), None if record.level.told else first),
    )


@dataclass(frozen=True, slots=True)
class Rival:
    """How an agent fared on the same boards, from the same first cells."""

    name: str
    won: int
    ahead: Estimate
    """the share of games that the player wins more"""


@dataclass(frozen=True, slots=True)
class Many:
    """Reviewed games. Those that were not finished have errors, but no part in the win rates."""

    reviewed: tuple[Game, ...]
    rivals: tuple[Rival, ...]

    @property
    def games(self) -> int:
        """How many were reviewed."""
        return len(self.reviewed)

    @property
    def finished(self) -> tuple[Game, ...]:
        """The games that were won or lost."""
        return tuple(game for game in self.reviewed if game.outcome is not None)

    @property
    def won(self) -> Estimate:
        """The share of games won."""
        finished = self.finished
        return share(sum(game.outcome is Outcome.WON for game in finished), len(finished))

    @property
    def adjusted(self) -> Estimate:
        """The same with luck taken out."""
        return adjusted(self.finished)

    @property
    def luck(self) -> float:
        """The luck of a finished game, on average."""
        results = [float(game.outcome is Outcome.WON) for game in self.finished]
        return _mean(
            [result - game.adjusted for result, game in zip(results, self.finished, strict=True)]
        )

    @property
    def error(self) -> float:
        """The error of a game, on average."""
        return _mean([game.estimated_error for game in self.reviewed])

    @property
    def decisions(self) -> int:
        """All real decisions."""
        return sum(game.decisions for game in self.reviewed)

    @property
    def error_per_decision(self) -> float:
        """In thousandths of a game."""
        lost = sum(game.estimated_error for game in self.reviewed)
        return 1000 * lost / max(self.decisions, 1)

    @property
    def accuracy(self) -> float:
        """The part of the chance to win that a decision kept, on average."""
        if not self.decisions:
            return 1.0
        return sum(game.kept for game in self.reviewed) / self.decisions

    def by_label(self) -> dict[str, tuple[int, float]]:
        """For each label of a guess: how many there were, and what they lost."""
        return _sums((str(label), lost) for game in self.reviewed for label, lost in game.labels)

    def by_technique(self) -> dict[str, tuple[int, float]]:
        """What would have shown a safe cell, where a guess was needless: how often, its cost."""
        return _sums(pair for game in self.reviewed for pair in game.needless)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "games": self.games,
            "finished": len(self.finished),
            "won": _estimate_json(self.won),
            "luck_adjusted": _estimate_json(self.adjusted),
            "luck": None if math.isnan(self.luck) else self.luck,
            "error": self.error,
            "decisions": self.decisions,
            "error_per_decision": self.error_per_decision,
            "accuracy": self.accuracy,
            "labels": _sums_json(self.by_label()),
            "techniques": _sums_json(self.by_technique()),
            "rivals": {
                rival.name: {"won": rival.won, "ahead": _estimate_json(rival.ahead)}
                for rival in self.rivals
            },
            "reviews": [
                {
                    "source": game.source,
                    "level": str(game.level),
                    "outcome": game.outcome.value if game.outcome else "unfinished",
                    "start": game.start,
                    "luck": game.luck.total,
                    "error": game.error,
                    "decisions": game.decisions,
                    "errors": sum(label in ERRORS for label, _ in game.labels),
                    "ms": game.ms,
                    "verdict": game.verdict,
                }
                for game in self.reviewed
            ],
        }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _sums(pairs: Iterable[tuple[str, float]]) -> dict[str, tuple[int, float]]:
    counts: Counter[str] = Counter()
    lost: defaultdict[str, float] = defaultdict(float)
    for name, cost in pairs:
        counts[name] += 1
        lost[name] += cost
    return {name: (counts[name], lost[name]) for name in sorted(counts, key=lambda n: -lost[n])}


def _sums_json(sums: dict[str, tuple[int, float]]) -> dict[str, Any]:
    return {name: {"count": count, "lost": lost} for name, (count, lost) in sums.items()}


def _estimate_json(found: Estimate) -> dict[str, float | None]:
    value = None if math.isnan(found.value) else found.value
    return {"value": value, "low": found.low, "high": found.high}


def adjusted(games: Sequence[Game]) -> Estimate:
    """The win rate with luck taken out: its mean, and Student's interval.

    How far the chance at the start may be off is in it: that is the same for all games of a level.
    """
    return adjusted_rate([(game.adjusted, game.start_error) for game in games])


def adjusted_rate(games: Sequence[tuple[float, float]]) -> Estimate:
    """The same of plain numbers: each game's result without luck, and the error of its start."""
    if not games:
        return Estimate(math.nan, 0.0, 1.0)
    values = np.array([value for value, _ in games])
    mean = float(values.mean())
    if len(values) < 2:
        return Estimate(mean, 0.0, 1.0)
    spread = float(values.std(ddof=1)) / math.sqrt(len(values))
    start = 1.96 * _mean([error for _, error in games])
    freedom = len(values) - 1
    times = STUDENT[freedom - 1] if freedom <= len(STUDENT) else student(freedom)
    width = math.hypot(times * spread, start)
    return Estimate(mean, max(0.0, mean - width), min(1.0, mean + width))


def review_many(
    records: Iterable[tuple[str, Record]],
    budget: float = BUDGET,
    *,
    progress: Callable[[int], object] | None = None,
) -> Many:
    """Review games, each with the name of its source; `progress` gets the number done."""
    games = []
    for source, record in records:
        games.append(summary(source, review(record, budget)))
        if progress is not None:
            progress(len(games))
    return Many(tuple(games), tuple(_rivals(games)))


def _rivals(games: list[Game]) -> Iterator[Rival]:
    """The agents on the boards of all finished games."""
    decks: defaultdict[tuple[Level, Cell | None], list[Game]] = defaultdict(list)
    for game in games:
        first = game.cells[1]
        if game.outcome is not None and game.level.safe and (first is not None or game.level.told):
            decks[game.level, first].append(game)
    count = sum(map(len, decks.values()))
    for name in RIVALS:
        player = native(name)
        assert player is not None
        won = only_player = only_rival = 0
        for (level, first), played in decks.items():
            rows = np.array([game.cells[0] for game in played], dtype=np.uint32)
            rows = rows.reshape(len(played), -1)
            results = play_deck(level, rows, first, champion=player.champion).tolist()
            for game, rival_won in zip(played, results, strict=True):
                player_won = game.outcome is Outcome.WON
                won += rival_won
                only_player += player_won and not rival_won
                only_rival += rival_won and not player_won
        yield Rival(name, won, paired_difference(only_player, only_rival, count))
