"""The bench: an agent plays many games, and what came of them is counted.

Won, lost, stuck, wrong and crashed are as in `sapper.lab.play`. The audit says of the stuck games
whether a cell was provably safe all the same (a false stuck).

A game depends only on its board and on its number, so the outcomes are the same whatever the
number of processes.

>>> result = run("resolution-endgame", Level.parse("easy"), games=20, seed=1)
>>> result.won + result.lost + result.stuck + result.wrong, result.wrong
(20, 0)
"""

from __future__ import annotations

import hashlib
import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.board import Deck, deal_many
from sapper.grid import Cell, SapperError
from sapper.lab.play import MEASURES, OUTCOMES, Measure, Played, play_boards
from sapper.lab.statistics import wilson
from sapper.lab.study import Player
from sapper.lab.workers import in_order
from sapper.level import Level

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many games are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Task:
    """Some games for one process: boards as rows of a deck, and the seed of the first."""

    player: Player
    level: Level
    first: Cell | None
    rows: NDArray[np.uint32]
    seed: int
    audit: bool


@dataclass(frozen=True, slots=True)
class Audit:
    """Of the stuck games: in how many a cell was provably safe."""

    stuck: int
    from_clues: int
    from_mine_count: int
    """only with the mine count"""


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What came of the games, in order."""

    agent: str
    level: str
    played: tuple[Played, ...] = field(repr=False)
    seconds: float
    audited: bool = False

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.played)

    @property
    def outcomes(self) -> list[str]:
        """The outcome of each game, in order."""
        return [game.outcome for game in self.played]

    def _count(self, outcome: str) -> int:
        return sum(game.outcome == outcome for game in self.played)

    @property
    def won(self) -> int:
        """Games won."""
        return self._count("won")

    @property
    def lost(self) -> int:
        """Games lost by a guess."""
        return self._count("lost")

    @property
    def stuck(self) -> int:
        """Games that ended without a move."""
        return self._count("stuck")

    @property
    def failed(self) -> int:
        """Of the stuck games, those with cells left and KB empty: program C's *fail*."""
        return sum(game.measured.get("fail", False) for game in self.played)

    @property
    def wrong(self) -> int:
        """Games with a false claim of certainty."""
        return self._count("wrong")

    @property
    def crashed(self) -> int:
        """Games in which an agent of others failed."""
        return self._count("crashed")

    @property
    def failure(self) -> str:
        """The first failure in a line; empty if there was none."""
        return next((game.failure for game in self.played if game.failure), "")

    def interval(self, outcome: str) -> tuple[float, float]:
        """The 95% interval of the share of an outcome."""
        return wilson(self._count(outcome), self.games)

    @property
    def audit(self) -> Audit | None:
        """The false stucks, if they were asked for."""
        if not self.audited:
            return None
        missed = [game.measured["missed"] for game in self.played if game.outcome == "stuck"]
        return Audit(len(missed), missed.count("clues"), missed.count("mine count"))

    @property
    def ms_per_game(self) -> dict[str, float]:
        """CPU time per game, in ms: mean, median, sd, max."""
        times = [game.ms for game in self.played]
        if not times:
            return {"mean": 0.0, "median": 0.0, "sd": 0.0, "max": 0.0}
        return {
            "mean": statistics.fmean(times),
            "median": statistics.median(times),
            "sd": statistics.stdev(times) if len(times) > 1 else 0.0,
            "max": max(times),
        }

    @property
    def signature(self) -> str:
        """A digest of all that was noted but for times."""
        did = [(g.outcome, g.opened, g.steps, g.guesses, g.matched) for g in self.played]
        return hashlib.sha256(repr(did).encode()).hexdigest()[:16]

    def _per_game(self, counts: Sequence[int | None]) -> float | None:
        """The mean of a count; None if the loop that played the games does not note it."""
        if counts and all(count is None for count in counts):
            return None
        return sum(count or 0 for count in counts) / max(self.games, 1)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        fields: dict[str, Any] = {
            "agent": self.agent,
            "level": self.level,
            "games": self.games,
            **{outcome: self._count(outcome) for outcome in OUTCOMES},
            "fail": self.failed,
            "intervals": {outcome: list(self.interval(outcome)) for outcome in OUTCOMES},
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "ms_per_game": self.ms_per_game,
            "matched_pairs_per_game": self._per_game([game.matched for game in self.played]),
            "steps_per_game": self._per_game([game.steps for game in self.played]),
        }
        if self.failure:
            fields["failure"] = self.failure
        if audit := self.audit:
            fields["audit"] = {
                "stuck": audit.stuck,
                "certain_from_clues": audit.from_clues,
                "certain_from_mine_count": audit.from_mine_count,
            }
        return fields


def run(
    agent: str,
    level: Level | Deck,
    games: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    guess: str | None = None,
    audit: bool = False,
    on_progress: Progress | None = None,
    **settings: Any,
) -> BenchResult:
    """Play games of a level (seeds seed, seed + 1, ...) or of a deck, in `jobs` processes.

    `agent` may be a player, as agent:setting=value; `settings` are added to its own. Processes are
    started afresh, so a script that calls this with jobs > 1 needs the usual
    `if __name__ == "__main__"`.
    """
    chosen = Player.parse(agent).with_options(guess, **settings)
    chosen.check()
    if games is None:
        games = len(level) if isinstance(level, Deck) else 100
    if games < 1:
        raise SapperError(f"{games} games can't be played: at least 1")
    if jobs < 1:
        raise SapperError(f"{jobs} processes can't play: at least 1")
    if isinstance(level, Deck):
        if games > len(level):
            raise SapperError(f"{games} games can't be played: the deck has {len(level)} boards")
        rows, first, rules = level.rows[:games], level.first, level.level
    else:
        rows, first, rules = deal_many(level, seed, games), level.first, level
    start = time.perf_counter()
    played: list[Played] = []
    if chosen.native is not None and chosen.native.has_threads:
        # The engine's threads need no processes.
        progress = None if on_progress is None else lambda done: on_progress(done, games)
        played += play_boards(
            chosen,
            rules,
            rows,
            seed,
            first=first,
            measures=_measures(audit),
            threads=jobs,
            progress=progress,
        )
    else:
        size = max(1, min(50, math.ceil(games / (4 * jobs)))) if jobs > 1 or on_progress else games
        tasks = [
            Task(chosen, rules, first, rows[i : i + size], seed + i, audit)
            for i in range(0, games, size)
        ]
        for _, some in in_order(play_task, tasks, jobs):
            played += some
            if on_progress is not None:
                on_progress(len(played), games)
    if on_progress is not None:
        on_progress(games, games)
    return BenchResult(agent, str(rules), tuple(played), time.perf_counter() - start, audit)


def play_task(task: Task) -> list[Played]:
    """Play the games of a task."""
    return list(
        play_boards(
            task.player,
            task.level,
            task.rows,
            task.seed,
            first=task.first,
            measures=_measures(task.audit),
        )
    )


def _measures(audit: bool) -> list[Measure]:
    """What is noted of a stuck end."""
    return [MEASURES["fail"], *([MEASURES["audit"]] if audit else [])]
