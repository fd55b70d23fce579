"""The bench: an agent plays many games, and the outcomes are counted.

`sapper.lab.batch` plays the games. `sapper.lab.play` defines the outcomes. The audit counts the
stuck games in which a cell was still provably safe.

>>> result = run("resolution-endgame", "easy", games=20, seed=1)
>>> result.won + result.lost + result.stuck + result.wrong, result.wrong
(20, 0)
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sapper.core.board import Deck
from sapper.core.level import Level
from sapper.errors import SapperError, whole_number
from sapper.lab.batch import Batch, Games, Progress, play
from sapper.lab.play import OUTCOMES
from sapper.lab.player import Player
from sapper.lab.statistics import wilson
from sapper.words import how_many

BLOCK = 50
"""The maximum number of boards in a block."""


@dataclass(frozen=True, slots=True)
class Audit:
    """The number of stuck games, and in how many of them a cell was provably safe."""

    stuck: int
    from_clues: int
    """games in which the clues were enough to prove a safe cell"""
    from_mine_count: int
    """games in which the proof also needed the mine count"""


@dataclass(frozen=True, slots=True)
class BenchResult:
    agent: str
    level: str
    played: Games = field(repr=False)
    seconds: float
    audited: bool = False

    def __str__(self) -> str:
        counts = ", ".join(f"{self.played.count(one)} {one}" for one in OUTCOMES)
        return f"{self.agent} on {self.level}: {how_many(self.games, 'game')}, {counts}"

    @property
    def columns(self) -> dict[str, list[Any]]:
        """One list per column, with one value per game, for `pandas.DataFrame` or `polars`."""
        return {name: self.played[name] for name in self.played}

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def outcomes(self) -> list[str]:
        return self.played["outcome"]

    @property
    def won(self) -> int:
        return self.played.count("won")

    @property
    def lost(self) -> int:
        return self.played.count("lost")

    @property
    def stuck(self) -> int:
        return self.played.count("stuck")

    @property
    def failed(self) -> int:
        """The number of stuck games with an empty KB. Program C calls this outcome *fail*."""
        return sum(map(bool, self.played["fail"]))

    @property
    def wrong(self) -> int:
        return self.played.count("wrong")

    @property
    def crashed(self) -> int:
        return self.played.count("crashed")

    @property
    def failure(self) -> str:
        return self.played.failure

    def interval(self, outcome: str) -> tuple[float, float]:
        """The 95% interval of an outcome's share."""
        return wilson(self.played.count(outcome), self.games)

    @property
    def audit(self) -> Audit | None:
        if not self.audited:
            return None
        ends = zip(self.outcomes, self.played["missed"], strict=True)
        missed = [where for outcome, where in ends if outcome == "stuck"]
        return Audit(len(missed), missed.count("clues"), missed.count("mine count"))

    @property
    def ms_per_game(self) -> dict[str, float]:
        """CPU time per game, in ms: mean, median, sd, max."""
        times = self.played.columns["ms"]
        if not len(times):
            return {"mean": 0.0, "median": 0.0, "sd": 0.0, "max": 0.0}
        return {
            "mean": float(times.mean()),
            "median": float(np.median(times)),
            "sd": float(times.std(ddof=1)) if len(times) > 1 else 0.0,
            "max": float(times.max()),
        }

    @property
    def signature(self) -> str:
        """A hash of the results of all games, without times. Equal runs have equal signatures."""
        names = ("outcome", "opened", "steps", "guesses", "matched")
        did = list(zip(*(self.played[name] for name in names), strict=True))
        return hashlib.sha256(repr(did).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "agent": self.agent,
            "level": self.level,
            "games": self.games,
            **{outcome: self.played.count(outcome) for outcome in OUTCOMES},
            "fail": self.failed,
            "intervals": {outcome: list(self.interval(outcome)) for outcome in OUTCOMES},
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "ms_per_game": self.ms_per_game,
            "matched_pairs_per_game": self.played.mean("matched"),
            "steps_per_game": self.played.mean("steps"),
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
    level: Level | Deck | str,
    games: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    guess: str | None = None,
    audit: bool = False,
    on_progress: Progress | None = None,
    **settings: Any,
) -> BenchResult:
    """Play games of a level (seeds seed, seed + 1, ...) or of a deck, in `jobs` processes.

    `agent` may include settings, as agent:setting=value. `settings` are added to them. By default,
    100 games of a level or all boards of a deck are played. Processes are spawned, so a script that
    calls `run` with jobs > 1 needs `if __name__ == "__main__"`.
    """
    deck = level if isinstance(level, Deck) else None
    rules = level.level if isinstance(level, Deck) else Level.of(level)
    if games is None:
        games = 100 if deck is None else len(deck)
    games = whole_number("games", games)
    if deck is not None and games > len(deck):
        raise SapperError(f"{games} games can't be played: the deck has {len(deck)} boards")
    batch = Batch(
        (Player.of(agent).with_options(guess, **settings),),
        (str(rules),),
        seed,
        games,
        None if deck is None else deck.rows[:games],
        None if deck is None else deck.first,
        measures=("fail", "audit") if audit else ("fail",),
    )
    batch.check(jobs)
    start = time.perf_counter()
    blocks = [batch] if batch.threaded else batch.blocks_for(jobs, BLOCK)
    played = [games for _, (games,) in play(blocks, jobs=jobs, on_progress=on_progress)]
    seconds = time.perf_counter() - start
    return BenchResult(agent, str(rules), Games.together(played), seconds, audit)
