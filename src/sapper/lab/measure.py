"""Measuring game by game: one player, or two on the same boards, with what is known so far.

`sapper.lab.bench` and `sapper.lab.compare` answer at the end, with processes of their own; this
tells how it stands while one process plays, for someone who looks on. Two players are compared
without luck too (`sapper.lab.luck`). While games are under way, or when they were stopped early,
intervals are those that hold at any moment; when all are played, those for a number fixed
beforehand.

>>> *_, last = measure(["odds"], Level.parse("beginner"), games=20, seed=1)
>>> last["games"], last["players"][0]["outcomes"]["won"] > 10, last["pair"]
(20, True, None)
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from typing_extensions import TypedDict

from sapper.agents import Agent
from sapper.board import Board, deal_many
from sapper.game import Game
from sapper.grid import SapperError
from sapper.lab.luck import Adjusted, game_luck
from sapper.lab.play import OUTCOMES, Measure, Played, Row, play_boards
from sapper.lab.statistics import Estimate, always_difference, paired_difference, wilson
from sapper.lab.study import Player
from sapper.level import Level

BLOCK = 10
"""boards that are dealt at once"""

BOARDS = 12
"""boards that only one of two players wins, named for each"""


class MeasuredJson(TypedDict):
    """What came of a player's games, for machines: docs/json.md."""

    name: str
    outcomes: dict[str, int]
    share: float
    low: float
    high: float
    ms: float
    ms_median: float
    guesses: float
    failure: str


class DifferenceJson(TypedDict):
    """A difference with its 95% interval, for machines: docs/json.md."""

    value: float
    low: float
    high: float


class PairJson(TypedDict):
    """Two players on the same boards, for machines: docs/json.md."""

    only: list[int]
    boards: list[list[int]]
    difference: DifferenceJson
    without_luck: DifferenceJson | None
    times_fewer_games: float | None
    better: str | None


class MeasurementJson(TypedDict):
    """How a measurement stands, for machines: docs/json.md."""

    level: str
    seed: int
    games: int
    games_asked: int
    players: list[MeasuredJson]
    pair: PairJson | None


@dataclass(slots=True)
class _Side:
    """What a player has done so far; mutable."""

    player: Player
    outcomes: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    guesses: int = 0
    failure: str = ""

    def add(self, played: Played) -> None:
        self.outcomes[played.outcome] += 1
        self.times.append(played.ms)
        self.guesses += played.guesses or 0
        self.failure = self.failure or played.failure

    def to_json(self) -> MeasuredJson:
        games, won = len(self.times), self.outcomes["won"]
        low, high = wilson(won, games)
        return {
            "name": self.player.name,
            "outcomes": {outcome: self.outcomes[outcome] for outcome in OUTCOMES},
            "share": won / games,
            "low": low,
            "high": high,
            "ms": statistics.fmean(self.times),
            "ms_median": statistics.median(self.times),
            "guesses": self.guesses / games,
            "failure": self.failure,
        }


@dataclass(slots=True)
class _Pair:
    """What is known of the difference of two players; mutable."""

    only: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    adjusted: Adjusted = field(default_factory=Adjusted)

    def add(self, seed: int, a: Played, b: Played) -> None:
        won_a, won_b = a.outcome == "won", b.outcome == "won"
        if won_a != won_b:
            self.only[won_b].append(seed)
        luck_a, luck_b = (
            (played.measured["survival"], played.measured["information"]) for played in (a, b)
        )
        self.adjusted.add(float(won_a) - float(won_b), luck_a, luck_b)

    def to_json(self, games: int, asked: int) -> PairJson:
        only_a, only_b = map(len, self.only)
        if games == asked:
            raw, found = paired_difference(only_a, only_b, games), self.adjusted.fixed
        else:
            raw = always_difference(only_a, only_b, games)
            found = self.adjusted.always(asked)
        fewer = self.adjusted.times_fewer
        best = found or raw
        return {
            "only": [only_a, only_b],
            "boards": [self.only[0][:BOARDS], self.only[1][:BOARDS]],
            "difference": _difference(raw),
            "without_luck": None if found is None else _difference(found),
            "times_fewer_games": None if found is None or fewer != fewer else fewer,
            "better": "a" if best.low > 0 else "b" if best.high < 0 else None,
        }


def _difference(estimate: Estimate) -> DifferenceJson:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def measure(
    players: Sequence[Player | str], level: Level, games: int, seed: int = 0, every: float = 0.25
) -> Iterator[MeasurementJson]:
    """How it stands every so many seconds, and at the end: players on boards seed, seed + 1, ...

    One player or two; the result is the same for any `every`, times apart.
    """
    sides = [_Side(Player.parse(one) if isinstance(one, str) else one) for one in players]
    if not 1 <= len(sides) <= 2:
        raise SapperError("measure one player or two")
    if games < 1:
        raise SapperError(f"{games} games can't be played: at least 1")
    for side in sides:
        side.player.check()
    pair = _Pair() if len(sides) == 2 else None
    played = 0
    told = time.monotonic()
    for start in range(seed, seed + games, BLOCK):
        rows = deal_many(level, start, min(BLOCK, seed + games - start))
        measures = [[_luck_from(start)] if pair else [] for _ in sides]
        streams = [
            play_boards(side.player, level, rows, start, measures=some, fast=False)
            for side, some in zip(sides, measures, strict=True)
        ]
        for results in zip(*streams, strict=True):
            for side, result in zip(sides, results, strict=True):
                side.add(result)
            if pair is not None:
                pair.add(seed + played, *results)
            played += 1
            if played == games or time.monotonic() - told >= every:
                told = time.monotonic()
                yield {
                    "level": str(level),
                    "seed": seed,
                    "games": played,
                    "games_asked": games,
                    "players": [side.to_json() for side in sides],
                    "pair": None if pair is None else pair.to_json(played, games),
                }


def _luck_from(seed: int) -> Measure:
    """The luck of games in the order of their boards' seeds, on which the boards drawn depend."""
    seeds = count(seed)

    def measured(board: Board, game: Game, agent: Agent) -> Row:
        _, survival, information, _ = game_luck(board, game.moves, next(seeds))
        return {"survival": survival, "information": information}

    return measured
