"""Reviews many games to find out how good the player is and which techniques need practice.

With luck removed, the result of a game is the chance of winning at the start minus the errors. The
mean of these results estimates the win rate. Thirty such results tell as much about the player as
thousands of wins and losses.

>>> from sapper.core.board import deal
>>> from sapper.core.game import Game
>>> from sapper.core.view import Move
>>> records = []
>>> for seed in range(3):
...     game = Game(deal(Level.parse("4x4x3/safe"), seed))
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

import numpy as np
from typing_extensions import TypedDict

from sapper.core.game import Outcome, Record
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.lab.native import native, play_deck
from sapper.lab.statistics import Estimate, paired_difference, share, student
from sapper.review.judge import BUDGET, review
from sapper.review.label import Label
from sapper.review.review import Review
from sapper.review.summary import ReviewSummary
from sapper.words import Runs, say

RIVALS = ("odds", "champion")


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    source: str
    level: Level
    outcome: Outcome | None
    review: ReviewSummary
    luck: float
    kept: float
    """the sum over all decisions of the share of the chance of winning that the decision kept"""
    labels: tuple[tuple[Label, float], ...]
    """(label, estimated loss) of each guess"""
    needless: tuple[tuple[str, float], ...]
    """(technique that proves a safe cell, estimated loss) of each needless guess"""
    ms: int
    cells: tuple[tuple[Cell, ...], Cell | None] = field(repr=False)
    """the board as a row of `deal_many`, and the first cell opened (None if cells were given)"""

    @classmethod
    def of(cls, source: str, found: Review) -> ReviewedGame:
        record = found.record
        first = next((move.cells[0] for move in found.moves if move.cells), None)
        return cls(
            source,
            record.level,
            record.outcome,
            ReviewSummary.of(found),
            found.luck.total,
            found.accuracy * len(found.decisions),
            tuple((move.label, move.estimate) for move in found.guesses),
            tuple(
                (str(move.why.technique), move.estimate)
                for move in found.guesses
                if move.why and move.label is Label.NEEDLESS
            ),
            record.moves[-1][0] if record.moves else 0,
            (tuple(record.board.row), None if record.level.given else first),
        )


@dataclass(frozen=True, slots=True)
class Rival:
    name: str
    won: int
    """the number of games it won"""
    ahead: Estimate
    """the player's share of wins minus the agent's"""


class CostJson(TypedDict):
    """The guesses of one kind."""

    count: int
    lost: float
    """their cost in games"""


class ShareJson(TypedDict):
    """A share of games, or the difference between two shares, with its 95% interval."""

    value: float | None
    """null if there are no games"""
    low: float
    high: float


class ReviewedGameJson(TypedDict):
    """The review of one of many games."""

    source: str
    level: str
    """the file with the game, and its level"""
    outcome: str
    """`won`, `lost` or `unfinished`"""
    start: float
    luck: float
    error: float
    """as in Review; `luck` is the total"""
    decisions: int
    """as in Review"""
    errors: int
    """the number of needless guesses, inaccuracies, mistakes and blunders"""
    ms: int
    """the duration in milliseconds"""
    verdict: str
    """the result in words"""
    verdict_runs: Runs


class RivalJson(TypedDict):
    """An agent that played the same boards."""

    won: int
    ahead: ShareJson
    """the player's share of wins minus the agent's"""


class ReviewedGamesJson(TypedDict):
    """The reviews of many games, in short.

    `sapper review FOLDER --json` (with an additional field `left_out`, the number of files without
    a game), `sapper.review.many.review_many(...).to_json()`.
    """

    games: int
    """all games"""
    finished: int
    """the number of games won or lost"""
    won: ShareJson
    """the share of finished games won"""
    luck_adjusted: ShareJson
    """this share with luck removed"""
    luck: float | None
    """the mean luck in finished games"""
    error: float
    """the mean cost per game, including uncertain costs; may be negative"""
    decisions: int
    """as in Review, over all games"""
    error_per_decision: float
    accuracy: float
    """as in Review, over all games"""
    labels: dict[str, CostJson]
    """guesses with each label"""
    techniques: dict[str, CostJson]
    """needless guesses, by the easiest technique that would have found a safe cell"""
    rivals: dict[str, RivalJson]
    """agents that played the same boards, by name"""
    reviews: list[ReviewedGameJson]


@dataclass(frozen=True, slots=True)
class ReviewedGames:
    """Reviewed games and their statistics. Unfinished games are left out of the win rates."""

    reviewed: tuple[ReviewedGame, ...]
    rivals: tuple[Rival, ...]

    @property
    def games(self) -> int:
        return len(self.reviewed)

    @property
    def finished(self) -> tuple[ReviewedGame, ...]:
        return tuple(game for game in self.reviewed if game.outcome is not None)

    @property
    def is_few(self) -> bool:
        """Whether there are too few finished games for rates."""
        return len(self.finished) < 10

    @property
    def won(self) -> Estimate:
        finished = self.finished
        return share(sum(game.outcome is Outcome.WON for game in finished), len(finished))

    @property
    def adjusted(self) -> Estimate:
        return adjusted_rate([game.review for game in self.finished])

    @property
    def luck(self) -> float:
        return _mean(
            [(game.outcome is Outcome.WON) - game.review.adjusted for game in self.finished]
        )

    @property
    def error(self) -> float:
        return _mean([game.review.estimated_error for game in self.reviewed])

    @property
    def decisions(self) -> int:
        return sum(game.review.decisions for game in self.reviewed)

    @property
    def error_per_decision(self) -> float:
        """The mean loss per decision, in thousandths of a game."""
        lost = sum(game.review.estimated_error for game in self.reviewed)
        return 1000 * lost / max(self.decisions, 1)

    @property
    def accuracy(self) -> float:
        """On average, the share of the chance of winning that a decision preserved."""
        if not self.decisions:
            return 1.0
        return sum(game.kept for game in self.reviewed) / self.decisions

    def by_label(self) -> dict[str, tuple[int, float]]:
        return _sums((str(label), lost) for game in self.reviewed for label, lost in game.labels)

    def by_technique(self) -> dict[str, tuple[int, float]]:
        """For each technique, the number and total loss of needless guesses that it would avoid."""
        return _sums(pair for game in self.reviewed for pair in game.needless)

    def to_json(self) -> ReviewedGamesJson:
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
                    "start": game.review.start,
                    "luck": game.luck,
                    "error": game.review.error,
                    "decisions": game.review.decisions,
                    "errors": game.review.mistakes,
                    "ms": game.ms,
                    "verdict": (verdict := say(*game.review.verdict)),
                    "verdict_runs": verdict.to_json(),
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


def _sums_json(sums: dict[str, tuple[int, float]]) -> dict[str, CostJson]:
    return {name: {"count": count, "lost": lost} for name, (count, lost) in sums.items()}


def _estimate_json(found: Estimate) -> ShareJson:
    value = None if math.isnan(found.value) else found.value
    return {"value": value, "low": found.low, "high": found.high}


def adjusted_rate(reviews: Sequence[ReviewSummary]) -> Estimate:
    """The win rate with luck removed.

    The interval allows for the error in the estimated chance at the start.
    """
    if not reviews:
        return Estimate(math.nan, 0.0, 1.0)
    values = np.array([review.adjusted for review in reviews])
    mean = float(values.mean())
    if len(values) < 2:
        return Estimate(mean, 0.0, 1.0)
    spread = float(values.std(ddof=1)) / math.sqrt(len(values))
    start = 1.96 * _mean([review.start_error for review in reviews])
    width = math.hypot(student(len(values) - 1) * spread, start)
    return Estimate(mean, max(0.0, mean - width), min(1.0, mean + width))


def review_many(
    records: Iterable[tuple[str, Record]],
    budget: float = BUDGET,
    *,
    progress: Callable[[int], object] | None = None,
) -> ReviewedGames:
    games = []
    for source, record in records:
        games.append(ReviewedGame.of(source, review(record, budget)))
        if progress is not None:
            progress(len(games))
    return ReviewedGames(tuple(games), tuple(_rivals(games)))


def _rivals(games: list[ReviewedGame]) -> Iterator[Rival]:
    decks: defaultdict[tuple[Level, Cell | None], list[ReviewedGame]] = defaultdict(list)
    for game in games:
        first = game.cells[1]
        if game.outcome is not None and game.level.safe and (first is not None or game.level.given):
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
