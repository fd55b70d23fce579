"""Compares two players on the same boards until one of them is shown to be better.

The test uses only the boards that exactly one player won. If the players are equally good, each of
these boards is like the toss of a fair coin. An imaginary bettor starts with a wealth of 1 and bets
that the coin is not fair (`BettingTest`). If the coin is fair, the probability that the wealth ever
reaches 1/alpha is at most alpha. So the test can be repeated after every board.

The 95% interval of the difference combines two intervals: one for the share of boards that exactly
one player won (error 0.01), and one for A's share of these boards (error 0.04). The combined
interval excludes 0 exactly when the test shows that one player is better.

If `luck` is true, the verdict depends on the difference with luck removed (`sapper.lab.luck`).

>>> sign = BettingTest()
>>> for _ in range(10):
...     sign.add(won_by_a=True)
>>> round(sign.wealth, 1), sign.settled
(180.4, True)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
from typing_extensions import TypedDict

from sapper.core.board import Deck, deal_many
from sapper.core.level import Level
from sapper.errors import SapperError, displayable, whole_number
from sapper.formats import save
from sapper.lab.batch import Batch, Games, Progress, play
from sapper.lab.luck import METHOD, Adjusted
from sapper.lab.player import AnyAgent, Player
from sapper.lab.statistics import (
    BettingTest,
    Estimate,
    always_difference,
    mcnemar,
    paired_difference,
    percent,
    wilson,
)
from sapper.words import how_many, plural

BLOCK = 20
"""the number of boards in a block; it is small, because boards after the verdict are wasted"""


class WithoutLuckJson(TypedDict):
    """A comparison of two players with luck removed."""

    difference: float
    """a's share of wins minus b's, with luck removed"""
    interval_any_moment: list[float] | None
    """its 95% interval, valid whenever you stop; null before 200 boards"""
    interval_fixed_games: list[float] | None
    """as `difference_interval_fixed_games`"""
    times_fewer_games: float | None
    """as in Pair"""
    shares: dict[str, dict[str, float]]
    """for each player, the share of luck that is removed: luck in surviving guesses (`survival`),
    and luck with numbers (`information`)
    """
    method: str
    """how luck was removed"""


@dataclass(frozen=True, slots=True)
class WithoutLuck:
    always: Estimate | None
    """its interval is valid at any time; None if there are too few boards or too few differences"""
    fixed: Estimate | None
    """its interval is for a fixed number of games; None unless `all_games` was set"""
    difference: float
    times_fewer: float
    shares: tuple[float, ...]
    """as in `sapper.lab.luck.Adjusted`, after the last board"""

    @property
    def found(self) -> Estimate | None:
        return self.fixed or self.always

    def to_json(self) -> WithoutLuckJson:
        survival_a, information_a, survival_b, information_b = self.shares
        return {
            "difference": self.difference,
            "interval_any_moment": None if self.always is None else _ends(self.always),
            "interval_fixed_games": None if self.fixed is None else _ends(self.fixed),
            "times_fewer_games": None if math.isnan(self.times_fewer) else self.times_fewer,
            "shares": {
                "a": {"survival": survival_a, "information": information_a},
                "b": {"survival": survival_b, "information": information_b},
            },
            "method": METHOD,
        }


def _ends(estimate: Estimate) -> list[float]:
    return [estimate.low, estimate.high]


class ComparisonJson(TypedDict):
    """A comparison of two players: `sapper compare A B LEVEL --json`.

    Fields of type {T} have the keys `a` and `b`. The page [statistics](statistics.md) explains the
    intervals.
    """

    a: str
    b: str
    """the players"""
    level: str
    words: str
    seed: int
    games: int
    games_asked: int
    won: dict[str, int]
    """the number of boards that each player won"""
    intervals: dict[str, list[float]]
    """the 95% interval of each player's share of wins"""
    only: dict[str, int]
    """the number of boards that only this player won"""
    only_seeds: dict[str, list[int]]
    """the seeds of these boards"""
    difference: float
    """a's share of wins minus b's"""
    difference_interval: list[float]
    """its 95% interval, valid whenever you stop"""
    difference_interval_fixed_games: list[float] | None
    """its 95% interval for a fixed number of games; null without `--all-games`"""
    wealth: float
    """starts at 1; when it reaches 25, one player is better"""
    p_any_moment: float
    """the p-value, valid whenever you stop"""
    mcnemar_p: float
    """McNemar's p-value, valid only for a fixed number of games"""
    verdict: str
    """`a`, `b`, `equal` or `open`"""
    without_luck: WithoutLuckJson | None
    """null without `--luck`"""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """The result of a comparison. `won_a` and `won_b` are the numbers of wins on `games` boards.

    `difference` is A's share of wins minus B's, with its 95% interval. `only_a` lists the seeds of
    the boards that only A won, and `only_b` does the same for B.
    """

    a: Player
    b: Player
    level: Level
    seed: int
    games: int
    asked: int
    won_a: int
    won_b: int
    only_a: tuple[int, ...]
    only_b: tuple[int, ...]
    wealth: float
    verdict: str
    """ "a", "b", "equal" (within the margin) or "open" (not settled)"""
    margin: float = 0.0
    all_games: bool = False
    without_luck: WithoutLuck | None = None

    def __repr__(self) -> str:
        return f"<{self.words}>"

    def __str__(self) -> str:
        return self.words

    @property
    def difference(self) -> Estimate:
        """A's share of wins minus B's, with an interval that stays valid whenever you stop."""
        return always_difference(len(self.only_a), len(self.only_b), self.games)

    @property
    def fixed_difference(self) -> Estimate:
        """Like `difference`, but its interval is valid only for the planned number of games."""
        return paired_difference(len(self.only_a), len(self.only_b), self.games)

    @property
    def found(self) -> Estimate:
        """The difference that decides the verdict, with luck removed if requested and possible."""
        adjusted = None if self.without_luck is None else self.without_luck.found
        return adjusted or self.raw

    @property
    def raw(self) -> Estimate:
        return self.fixed_difference if self.all_games else self.difference

    @property
    def p(self) -> float:
        return min(1.0, 1 / self.wealth) if self.wealth else 1.0

    @property
    def words(self) -> str:
        games = f"{self.games:,} {plural(self.games, 'game')} of {self.level}"
        (a, b), found = (self.a.name, self.b.name), self.found
        if self.verdict == "b":  # name the better player first, so that the difference is positive
            a, b, found = b, a, Estimate(-found.value, -found.high, -found.low)
        difference = f"{a} minus {b} is {percent(found, 2)}"
        if self.without_luck is not None and self.without_luck.found is not None:
            difference += " without luck"
        match self.verdict:
            case "a" | "b":
                return f"{a} is better than {b}: {difference} after {games}"
            case "equal":
                return f"equal within {self.margin:.1%}: {difference} after {games}"
        return (
            f"not settled: {a} won {self.won_a:,} and {b} {self.won_b:,} of {games}; "
            f"{difference} (95% interval); more games may settle it"
        )

    @property
    def decks(self) -> tuple[Deck, Deck]:
        return self._deck(self.only_a), self._deck(self.only_b)

    def _deck(self, seeds: tuple[int, ...]) -> Deck:
        rows = [deal_many(self.level, seed, 1) for seed in seeds]
        none = np.empty((0, self.level.mines + self.level.given), dtype=np.uint32)
        return Deck(self.level, self.level.first, np.concatenate([none, *rows]))

    def save_decks(self, path: Path) -> tuple[Path, Path]:
        """Write both decks. For the path decks.txt, the files are decks.a.txt and decks.b.txt."""
        files = []
        for side, deck, who, other in zip(
            "ab", self.decks, (self.a, self.b), (self.b, self.a), strict=True
        ):
            file = path.with_name(f"{path.stem}.{side}{path.suffix or '.txt'}")
            boards = how_many(len(deck), "board")
            save(file, f"# {boards} that {who} wins and {other} does not\n{deck}")
            files.append(file)
        return files[0], files[1]

    def to_json(self) -> ComparisonJson:
        raw = self.difference
        return {
            "a": displayable(str(self.a)),
            "b": displayable(str(self.b)),
            "level": str(self.level),
            "seed": self.seed,
            "games": self.games,
            "games_asked": self.asked,
            "won": {"a": self.won_a, "b": self.won_b},
            "intervals": {
                "a": list(wilson(self.won_a, self.games)),
                "b": list(wilson(self.won_b, self.games)),
            },
            "only": {"a": len(self.only_a), "b": len(self.only_b)},
            "only_seeds": {"a": list(self.only_a), "b": list(self.only_b)},
            "difference": raw.value,
            "difference_interval": _ends(raw),
            "difference_interval_fixed_games": (
                _ends(self.fixed_difference) if self.all_games else None
            ),
            "wealth": self.wealth,
            "p_any_moment": self.p,
            "mcnemar_p": mcnemar(len(self.only_a), len(self.only_b)),
            "verdict": self.verdict,
            "words": self.words,
            "without_luck": None if self.without_luck is None else self.without_luck.to_json(),
        }


def compare(
    a: AnyAgent,
    b: AnyAgent,
    level: Level | str,
    games: int = 1000,
    *,
    seed: int = 0,
    jobs: int = 1,
    margin: float = 0.0,
    luck: bool = False,
    all_games: bool = False,
    on_progress: Progress | None = None,
) -> Comparison:
    """Let two agents play the same boards until one is shown to be better.

        a, b         the agents, as for `bench`
        level        the level of the boards
        games        the largest number of boards
        seed         the seeds of the boards are `seed`, `seed` + 1, ...
        jobs         the number of processes. The result does not depend on it
        margin       if above 0, also stop when the difference is shown to be smaller than this
        luck         whether to remove luck from the difference
        all_games    whether to play all boards, with a verdict only at the end
        on_progress  called with the number of games played so far and the total number

    `print` shows the verdict, and the difference in the share of wins with a 95% interval. The
    result has the fields `verdict` ("a", "b", "equal" or "open"), `games`, `won_a`, `won_b` and
    `difference` (always a minus b).

    >>> found = compare("odds", "rules", "beginner", 40)
    >>> found.verdict, found.won_a > found.won_b
    ('a', True)
    """
    level, games = Level.of(level), whole_number("games", games)
    one, two = map(Player.of, (a, b))
    if not 0 <= margin < 1:
        raise SapperError(
            f"can't use a margin of {margin}: use a number of at least 0 and below 1, such as 0.01"
        )
    batch = Batch((one, two), (str(level),), seed, games, luck=luck)
    batch.check(jobs)
    tally = Tally(games, margin, luck)
    verdict = "open"
    blocks = batch.blocks_for(jobs, BLOCK)
    with closing(play(blocks, jobs=jobs, on_progress=on_progress)) as played:
        for block, (games_a, games_b) in played:
            for board in pairs(block, games_a, games_b):
                tally.add(*board)
                if not all_games and (verdict := tally.settled) != "open":
                    break
            if verdict == "open" and not all_games:
                verdict = tally.equal
            if verdict != "open":
                break
    comparison = Comparison(
        one,
        two,
        level,
        seed,
        tally.played,
        games,
        tally.won[0],
        tally.won[1],
        tuple(tally.only[0]),
        tuple(tally.only[1]),
        tally.sides.wealth,
        verdict,
        margin,
        all_games,
        tally.without_luck(all_games),
    )
    return (
        replace(comparison, verdict=_judge(comparison.found, margin)) if all_games else comparison
    )


WonAndLuck: TypeAlias = tuple[bool, float, float]
"""Whether a game was won, its luck of survival and its luck of information."""


def pairs(block: Batch, a: Games, b: Games) -> Iterator[tuple[int, WonAndLuck, WonAndLuck]]:
    seeds = range(block.seed, block.seed + block.boards)
    yield from zip(seeds, _results(a), _results(b), strict=True)


def _results(games: Games) -> Iterator[WonAndLuck]:
    won = (games.columns["outcome"] == "won").tolist()
    none = [0.0] * len(games)
    luck = (games[name] if name in games.columns else none for name in ("survival", "information"))
    return zip(won, *luck, strict=True)


class Tally:
    def __init__(self, games: int, margin: float = 0.0, luck: bool = False) -> None:
        self.games, self.margin = games, margin
        self.sides = BettingTest()
        self.adjusted = Adjusted() if luck else None
        self.only: tuple[list[int], list[int]] = ([], [])
        self.won = [0, 0]
        self.played = 0

    def add(self, seed: int, a: WonAndLuck, b: WonAndLuck) -> None:
        (won_a, *luck_a), (won_b, *luck_b) = a, b
        self.played += 1
        self.won[0] += won_a
        self.won[1] += won_b
        if won_a != won_b:
            self.only[won_b].append(seed)
            self.sides.add(won_a)
        if self.adjusted is not None:
            self.adjusted.add(float(won_a) - float(won_b), luck_a, luck_b)

    @property
    def settled(self) -> str:
        """The verdict after each board.

        The verdict can be "equal" only if luck is removed (see `equal`).
        """
        if self.adjusted is not None:
            return _judge(self.adjusted.always(self.games), self.margin)
        if self.sides.settled:
            return "a" if self.sides.a > self.sides.b else "b"
        return "open"

    @property
    def equal(self) -> str:
        """The verdict after each block: "equal" if the difference is within the margin.

        This test is too slow to run after every board. If luck is removed, `settled` performs this
        test instead.
        """
        if self.adjusted is not None or not self.margin:
            return "open"
        return _judge(always_difference(self.sides.a, self.sides.b, self.played), self.margin)

    def without_luck(self, all_games: bool) -> WithoutLuck | None:
        if (adjusted := self.adjusted) is None:
            return None
        return WithoutLuck(
            adjusted.always(self.games),
            adjusted.fixed if all_games else None,
            adjusted.difference,
            adjusted.times_fewer,
            tuple(adjusted.shares.tolist()),
        )


def _judge(estimate: Estimate | None, margin: float) -> str:
    if estimate is None:
        return "open"
    if estimate.low > 0:
        return "a"
    if estimate.high < 0:
        return "b"
    return "equal" if -margin < estimate.low and estimate.high < margin else "open"
