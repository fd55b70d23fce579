"""Live measurements of one player, or of two players on the same boards.

While games are being played, the interval of a difference stays valid whenever you stop. The final
interval is valid only for the number of games that was fixed beforehand.

>>> *_, last = measure(["odds"], Level.parse("beginner"), games=20, seed=1)
>>> last["games"], last["players"][0]["outcomes"]["won"] > 10, last["pair"]
(20, True, None)
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
from typing_extensions import TypedDict

from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.lab.batch import Batch, Crashes, Games, play_block
from sapper.lab.compare import Tally, pairs
from sapper.lab.play import OUTCOMES
from sapper.lab.player import Player
from sapper.lab.statistics import Estimate, always_difference, paired_difference, wilson

BOARDS = 12
"""The maximum number of boards listed for each player among those that only this player won."""


class MeasuredJson(TypedDict):
    """A player's results."""

    name: str
    outcomes: dict[str, int]
    """the number of games by outcome: `won`, `lost`, `stuck`, `wrong`, `crashed`"""
    share: float
    low: float
    high: float
    """the share of games won, with its Wilson interval"""
    ms: float
    ms_median: float
    """the mean and median CPU time per game in milliseconds"""
    guesses: float
    """the mean number of guesses per game"""
    failure: str
    """the error in the first crashed game"""


class DifferenceJson(TypedDict):
    """A difference with its 95% interval.

    Until the last game, the interval is valid whenever you stop. Then it is the narrower interval
    for a fixed number of games.
    """

    value: float
    low: float
    high: float


class PairJson(TypedDict):
    """A comparison of two players on the same boards."""

    only: list[int]
    """the number of boards that only the first player won, then the number that only the second
    won
    """
    boards: list[list[int]]
    """the seeds of up to twelve boards of each kind"""
    difference: DifferenceJson
    """the first player's share of wins minus the second's"""
    without_luck: DifferenceJson | None
    """this difference with luck removed; null if there are too few games"""
    times_fewer_games: float | None
    """the factor by which removing luck lowers the number of games for an equally narrow interval
    """
    better: str | None
    """`a` or `b`; null if the interval contains 0"""


class MeasurementJson(TypedDict):
    """The results so far: the `standing` field in messages from the `/api/measure` websocket."""

    games: int
    """the number of games that each player has played so far"""
    level: str
    seed: int
    games_asked: int
    players: list[MeasuredJson]
    """one or two players"""
    pair: PairJson | None
    """null if there is only one player"""


def _player_json(player: Player, games: Games) -> MeasuredJson:
    won = games.count("won")
    low, high = wilson(won, len(games))
    return {
        "name": player.name,
        "outcomes": {outcome: games.count(outcome) for outcome in OUTCOMES},
        "share": won / len(games),
        "low": low,
        "high": high,
        "ms": float(games.columns["ms"].mean()),
        "ms_median": float(np.median(games.columns["ms"])),
        "guesses": games.mean("guesses") or 0.0,
        "failure": games.failure,
    }


def _pair_json(tally: Tally) -> PairJson:
    only_a, only_b = map(len, tally.only)
    adjusted = tally.adjusted
    assert adjusted is not None
    if tally.played == tally.games:
        raw, found = paired_difference(only_a, only_b, tally.games), adjusted.fixed
    else:
        raw = always_difference(only_a, only_b, tally.played)
        found = adjusted.always(tally.games)
    fewer = adjusted.times_fewer
    best = found or raw
    return {
        "only": [only_a, only_b],
        "boards": [tally.only[0][:BOARDS], tally.only[1][:BOARDS]],
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
    """Measure one or two players on boards with the seeds `seed`, `seed` + 1, ...

    Yield the current results about every `every` seconds, and the final results.
    """
    chosen = tuple(Player.parse(one) if isinstance(one, str) else one for one in players)
    if not 1 <= len(chosen) <= 2:
        raise SapperError("only one or two players can be measured at once")
    tally = Tally(games, luck=True) if len(chosen) == 2 else None
    batch = Batch(chosen, (str(level),), seed, games, luck=tally is not None, fast=False)
    batch.check()
    sides: list[list[Games]] = [[] for _ in chosen]
    crashes = Crashes()
    number, size = 0, 1
    last_report = time.monotonic()
    while number < games:
        began = time.monotonic()
        block = batch.block(seed + number, seed + min(number + size, games))
        played = play_block(block)
        crashes.add(played)
        for side, one in zip(sides, played, strict=True):
            side.append(one)
        if tally is not None:
            for board in pairs(block, *played):
                tally.add(*board)
        number += block.boards
        per_board = (time.monotonic() - began) / block.boards
        size = max(1, min(2 * size, int(every / 4 / per_board))) if per_board else 2 * size
        if number == games or time.monotonic() - last_report >= every:
            last_report = time.monotonic()
            sides = [[Games.together(side)] for side in sides]
            yield {
                "level": str(level),
                "seed": seed,
                "games": number,
                "games_asked": games,
                "players": [
                    _player_json(player, so_far)
                    for player, (so_far,) in zip(chosen, sides, strict=True)
                ],
                "pair": None if tally is None else _pair_json(tally),
            }
