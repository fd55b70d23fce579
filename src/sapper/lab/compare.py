"""Two players on the same boards, until it is settled which is better.

Boards that both win or neither wins say nothing about the difference, so only the others count: the
discordant boards. Between equals, each falls to either side like a coin. The test bets against the
coin: with x of n discordant boards won by A, its wealth is

    B(x + 1/2, n - x + 1/2) / B(1/2, 1/2) * 2^n

the mixture of the likelihood ratios against all coins (Robbins 1970). Between equals, no bet on a
fair coin gains on average: the wealth is a martingale that starts at 1, so it ever reaches 1/alpha
with probability at most alpha (Ville 1939). That bound is over all moments at once. One may look
after every board and stop as soon as it is reached, which with McNemar's test, made for one look,
would declare a difference between equals sooner or later.

The interval of the difference holds at all moments too. It multiplies two such intervals: which
side the discordant boards fall to (error 0.04), and how many boards are discordant (error 0.01). So
it is a 95% interval, and leaves 0 out exactly when the test is decided.

    only a, only b   boards that only A, or only B, won
    settled          the wealth has reached 25: one is better
    equal            the interval is within the margin: no difference that matters to the caller

>>> sign = Sides()
>>> for _ in range(10):
...     sign.add(won_by_a=True)
>>> round(sign.wealth, 1), sign.settled
(180.4, True)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.board import Board, Deck, deal_many
from sapper.grid import SapperError
from sapper.lab.bench import wilson
from sapper.lab.play import play_game
from sapper.lab.results import write
from sapper.lab.run import Pace
from sapper.lab.study import MAX_GAMES, Player
from sapper.lab.summary import Estimate, mcnemar
from sapper.lab.workers import here, in_processes
from sapper.level import Level

ALPHA_SIDE = 0.04
ALPHA_DISCORDANT = 0.01


class Sides:
    """The bet on the discordant boards so far; mutable."""

    def __init__(self) -> None:
        self.a = self.b = 0
        self._log_wealth = 0.0

    def add(self, won_by_a: bool) -> None:
        """Take in a board that only one of the two won."""
        side = self.a if won_by_a else self.b
        # The mixture's next prediction against the coin's 1/2.
        self._log_wealth += math.log(2 * (side + 0.5) / (self.a + self.b + 1))
        if won_by_a:
            self.a += 1
        else:
            self.b += 1

    @property
    def wealth(self) -> float:
        """What a bet of 1 has become."""
        return math.exp(min(self._log_wealth, 700.0))

    @property
    def settled(self) -> bool:
        """Whether it has come to what equals reach with probability 0.04 at most, ever."""
        return self._log_wealth >= -math.log(ALPHA_SIDE)


def always_interval(count: int, n: int, alpha: float) -> tuple[float, float]:
    """The shares p that a bet against p has not refuted: an interval for all moments at once.

    >>> [round(x, 3) for x in always_interval(50, 100, 0.05)]
    [0.338, 0.662]
    """
    if n == 0:
        return 0.0, 1.0
    mixture = _log_beta(count + 0.5, n - count + 0.5) - _log_beta(0.5, 0.5)

    def refuted(p: float) -> bool:
        if p <= 0 or p >= 1:
            return (count > 0) if p <= 0 else (count < n)
        likelihood = count * math.log(p) + (n - count) * math.log1p(-p)
        return mixture - likelihood >= -math.log(alpha)

    share = count / n
    return _edge(refuted, share, 0.0), _edge(refuted, share, 1.0)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _edge(refuted: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where the share stops being possible, between one that is and a limit."""
    if not refuted(outside):
        return outside
    for _ in range(60):
        middle = (inside + outside) / 2
        if refuted(middle):
            outside = middle
        else:
            inside = middle
    return outside


def always_difference(only_a: int, only_b: int, games: int) -> Estimate:
    """The difference of the shares won, with a 95% interval for all moments at once."""
    if not games:
        return Estimate(math.nan, -1.0, 1.0)
    n = only_a + only_b
    few, many = always_interval(n, games, ALPHA_DISCORDANT)
    low, high = (2 * side - 1 for side in always_interval(only_a, n, ALPHA_SIDE))
    return Estimate(
        (only_a - only_b) / games,
        low * (few if low > 0 else many),
        high * (few if high < 0 else many),
    )


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of a comparison; boards by their seed."""

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
    """ "a", "b", "equal" (within the margin) or "open" (not settled by the games asked for)"""
    margin: float = 0.0

    @property
    def difference(self) -> Estimate:
        """The share of boards that A wins more than B; the interval holds at any moment."""
        return always_difference(len(self.only_a), len(self.only_b), self.games)

    @property
    def p(self) -> float:
        """How likely equals ever come to look this different, at any moment: 1 / wealth."""
        return min(1.0, 1 / self.wealth) if self.wealth else 1.0

    @property
    def words(self) -> str:
        """The verdict in a line."""
        games = f"{self.games:,} games of {self.level}"
        gap = self.difference
        found = f"{gap.value:.2%} [{gap.low * 100:.2f}, {gap.high * 100:.2f}]"
        match self.verdict:
            case "a" | "b":
                better, other = (self.a, self.b) if self.verdict == "a" else (self.b, self.a)
                return f"{better.name} is better than {other.name}: {found} after {games}"
            case "equal":
                return f"equal within {self.margin:.1%}: {found} after {games}"
        return f"not settled: {found} after {games}; more games may tell"

    @property
    def decks(self) -> tuple[Deck, Deck]:
        """The boards that only A won, and those that only B won."""
        return self._deck(self.only_a), self._deck(self.only_b)

    def _deck(self, seeds: tuple[int, ...]) -> Deck:
        rows = [deal_many(self.level, seed, 1) for seed in seeds]
        none = np.empty((0, self.level.mines), dtype=np.uint32)
        return Deck(self.level, self.level.first, np.concatenate([none, *rows]))

    def save_decks(self, path: Path) -> tuple[Path, Path]:
        """Write the two decks beside each other: decks.txt becomes decks.a.txt and decks.b.txt."""
        files = []
        for side, deck, who, other in zip(
            "ab", self.decks, (self.a, self.b), (self.b, self.a), strict=True
        ):
            file = path.with_name(f"{path.stem}.{side}{path.suffix or '.txt'}")
            write(file, f"# {len(deck)} boards that {who} wins and {other} does not\n{deck}")
            files.append(file)
        return files[0], files[1]

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        found = self.difference
        return {
            "a": str(self.a),
            "b": str(self.b),
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
            "difference": found.value,
            "difference_interval": [found.low, found.high],
            "wealth": self.wealth,
            "p_any_moment": self.p,
            "mcnemar_p": mcnemar(len(self.only_a), len(self.only_b)),
            "verdict": self.verdict,
            "words": self.words,
        }


@dataclass(frozen=True, slots=True)
class Bout:
    """The boards of some seeds for both players: the work of one process at a time."""

    players: tuple[Player, Player]
    level: Level
    start: int
    stop: int


def play_bout(bout: Bout) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which boards each of the two won."""
    level = bout.level
    mines = deal_many(level, bout.start, bout.stop - bout.start)
    a, b = (_wins(player, level, mines, bout.start) for player in bout.players)
    return a, b


def _wins(player: Player, level: Level, mines: NDArray[np.uint32], seed: int) -> NDArray[np.bool_]:
    if player.is_native:
        from sapper.agents.odds import play_deck

        return play_deck(level, mines, threads=1)
    rows = (
        play_game(Board(level, frozenset(cells.tolist())), player, seed + i)
        for i, cells in enumerate(mines)
    )
    return np.array([row["outcome"] == "won" for row in rows], dtype=np.bool_)


def compare(
    a: Player | str,
    b: Player | str,
    level: Level,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    margin: float = 0.0,
    on_progress: Callable[[Pace], None] | None = None,
) -> Comparison:
    """Play both on the boards of seeds seed, seed + 1, ..., until it is settled or games are out.

    With a margin above 0, it ends too when the difference is surely smaller. The result is the same
    for any number of processes: boards are taken in the order of their seeds.
    """
    players = tuple(Player.parse(p) if isinstance(p, str) else p for p in (a, b))
    for player in players:
        player.check()
    if not 1 <= games <= MAX_GAMES:
        raise SapperError(f"{games} games can't be played: 1 to {MAX_GAMES}")
    if jobs < 1:
        raise SapperError(f"{jobs} processes can't play: at least 1")
    if not 0 <= margin < 1:
        raise SapperError(f"a margin of {margin} makes no sense: it is 0 to 1, like 0.01")
    deal_many(level, seed, 1)  # a bad seed or level is an error now, not in a process
    one, two = players
    # Small, since those after the stopping point are played for nothing.
    size = max(1, min(20, math.ceil(games / (4 * jobs))), games // 1000)
    bouts = [
        Bout((one, two), level, start, min(start + size, seed + games))
        for start in range(seed, seed + games, size)
    ]
    sides = Sides()
    only: tuple[list[int], list[int]] = ([], [])
    won = [0, 0]
    played = 0
    verdict = "open"
    started = time.monotonic()
    results = _in_order(bouts, jobs)
    try:
        for bout, (wins_a, wins_b) in results:
            for row, (wa, wb) in enumerate(zip(wins_a.tolist(), wins_b.tolist(), strict=True)):
                played += 1
                won[0] += wa
                won[1] += wb
                if wa != wb:
                    only[wb].append(bout.start + row)
                    sides.add(won_by_a=wa)
                    if sides.settled:
                        verdict = "a" if sides.a > sides.b else "b"
                        break
            if verdict == "open" and margin:
                found = always_difference(sides.a, sides.b, played)
                if -margin < found.low and found.high < margin:
                    verdict = "equal"
            if on_progress is not None:
                rate = played / max(time.monotonic() - started, 1e-9)
                on_progress(Pace(played, games, rate, (games - played) / rate))
            if verdict != "open":
                break
    finally:
        results.close()  # type: ignore[attr-defined]
    return Comparison(
        one,
        two,
        level,
        seed,
        played,
        games,
        won[0],
        won[1],
        tuple(only[0]),
        tuple(only[1]),
        sides.wealth,
        verdict,
        margin,
    )


def _in_order(
    bouts: list[Bout], jobs: int
) -> Iterator[tuple[Bout, tuple[NDArray[np.bool_], NDArray[np.bool_]]]]:
    """The bouts with their results, in the order of their seeds."""
    results = in_processes(play_bout, bouts, jobs) if jobs > 1 else here(play_bout, bouts)
    early = {}
    due = iter(bouts)
    wanted = next(due)
    try:
        for bout, result in results:
            early[bout.start] = result
            while wanted is not None and wanted.start in early:
                yield wanted, early.pop(wanted.start)
                following = next(due, None)
                if following is None:
                    return
                wanted = following
    finally:
        results.close()  # type: ignore[attr-defined]
