"""The bench lets an agent play many games and counts the outcomes.

>>> result = bench("resolution-endgame", "easy", games=20, seed=1)
>>> result.won + result.lost + result.stuck + result.wrong, result.wrong
(20, 0)
"""

from __future__ import annotations

import csv
import hashlib
import io
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NotRequired, cast

import numpy as np
from typing_extensions import TypedDict

from sapper.core.board import Deck
from sapper.core.level import Level
from sapper.errors import SapperError, displayable, whole_number
from sapper.formats import save
from sapper.lab.batch import Batch, Games, Progress, play
from sapper.lab.play import OUTCOMES
from sapper.lab.player import AnyAgent, Player
from sapper.lab.statistics import Estimate, share, wilson
from sapper.words import how_many

BLOCK = 50
"""The maximum number of boards in a block."""


@dataclass(frozen=True, slots=True)
class Audit:
    stuck: int
    from_clues: int
    """stuck games in which the clues alone proved a cell safe"""
    from_mine_count: int
    """stuck games in which a cell was provably safe, but only with the mine count"""


class AuditJson(TypedDict):
    """The stuck games of an agent."""

    stuck: int
    """all stuck games"""
    certain_from_clues: int
    """those in which the clues proved a cell safe"""
    certain_from_mine_count: int
    """those in which only the clues and the mine count together did"""


class BenchJson(TypedDict):
    """An agent's results: `sapper bench AGENT LEVEL --json`."""

    agent: str
    level: str
    games: int
    won: int
    lost: int
    """the number of games, and of those won and lost"""
    stuck: int
    """games in which the agent gave up"""
    wrong: int
    """games in which the agent made a false claim"""
    crashed: int
    """games in which the agent failed (only third-party agents)"""
    fail: int
    """stuck games that ended with an empty knowledge base"""
    intervals: dict[str, list[float]]
    """for each outcome, the 95% interval of its share"""
    seconds: float
    games_per_second: float
    ms_per_game: dict[str, float]
    """CPU time per game in milliseconds: `mean`, `median`, `sd`, `max`"""
    matched_pairs_per_game: float | None
    steps_per_game: float | None
    """null if the engine plays the games without clauses (`odds`, `champion`, `techniques`)"""
    failure: NotRequired[str]
    """the error in the first crashed game"""
    audit: NotRequired[AuditJson]
    """with `--audit`"""


@dataclass(frozen=True, slots=True, repr=False)
class BenchResult:
    """An agent's results. Each list in `columns` has one value per game."""

    agent: str
    level: str
    played: Games
    seconds: float
    audited: bool = False
    seed: int | None = None
    """the seed of the first game, or None for the boards of a deck"""

    def __repr__(self) -> str:
        return f"<{self._counts}>"

    def __str__(self) -> str:
        return "\n".join(filter(None, [self._counts, self.failure]))

    @property
    def _counts(self) -> str:
        counts = ", ".join(f"{self.played.count(one)} {one}" for one in OUTCOMES)
        return f"{self.agent} on {self.level}: {how_many(self.games, 'game')}, {counts}"

    @property
    def columns(self) -> dict[str, list[Any]]:
        """One list per column, with one value per game, for `pandas.DataFrame` or `polars`."""
        name, first = ("board", 1) if self.seed is None else ("seed", self.seed)
        which = list(range(first, first + self.games))
        return {name: which, **{name: self.played[name] for name in self.played}}

    def to_csv(self, path: Path | str) -> None:
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        lines.writerow(self.columns)
        lines.writerows(zip(*self.columns.values(), strict=True))
        save(Path(path), text.getvalue())

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
        """The number of games in which the agent was stuck with no clauses left.

        The course's program C calls this *fail*.
        """
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

    @property
    def win_rate(self) -> Estimate:
        """The share of games won, with its 95% interval: `win_rate.value`, `.low` and `.high`."""
        return share(self.won, self.games)

    def interval(self, outcome: str) -> tuple[float, float]:
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
        """A hash of the results of all games, excluding times."""
        names = ("outcome", "opened", "steps", "guesses", "matched")
        did = list(zip(*(self.played[name] for name in names), strict=True))
        return hashlib.sha256(repr(did).encode()).hexdigest()[:16]

    def to_json(self) -> BenchJson:
        fields: Any = {
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
        return cast(BenchJson, fields)


def bench(
    agent: AnyAgent,
    level: Level | Deck | str = "medium",
    games: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    guess: str | None = None,
    audit: bool = False,
    on_progress: Progress | None = None,
    **settings: Any,
) -> BenchResult:
    """Let an agent play many boards, and count how the games end.

        agent        the name of an agent, perhaps with settings (agent:setting=value), a file such
                     as mine.py, your own function, or an object or class with a method `choose`
        level        a level, or a deck of boards
        games        the number of games: by default 100, or all boards of a deck
        seed         the seeds of the boards are `seed`, `seed` + 1, ...
        jobs         the number of processes. Your own function or object plays in this process
        guess        how the agent guesses, instead of its own way
        audit        whether to count the stuck games in which a cell was provably safe
        on_progress  called with the number of games played so far and the total number
        settings     settings of the agent

    Your function gets a view. If it returns a cell, it claims that the cell is safe. It may also
    return `guess(cell)`, or None if it is stuck.

    `win_rate` is the share of games won, with its 95% interval. `print` shows the number of games
    won, lost, stuck (the agent chose no move), `wrong` (it claimed something false) and `crashed`
    (it raised an error or returned something impossible). `failure` describes the first crash. To
    see its traceback, use `play`. After ten crashes in a row, `bench` raises a SapperError.

    `columns` maps names to lists with one value per game, ready for pandas or polars. `outcome` is
    the result, `ms` is the CPU time, and `opened` is the share of safe cells that were opened.
    `steps` counts the cells that the agent chose to open and the mines that it marked. `guesses`
    counts the decisions that the agent did not call certain. `left` counts the cells that are
    neither open nor marked at the end. For agents that keep clauses, `matched` is the number of
    pairs of clauses matched, `rounds` is the number of rounds of matching, and `match_ms` is their
    CPU time. `fail` says whether the agent was stuck with no clauses left. Some agents record fewer
    columns.

    On levels such as expert, the first view has no open cell, but `view.given` contains a cell that
    is given as safe. `view.hidden` includes given cells, but their state is GIVEN, not HIDDEN. An
    agent that opens random cells is `lambda view: guess(random.choice(view.given or view.hidden))`.

    >>> result = bench("odds", "beginner", 20)
    >>> result.won, result.lost, result.stuck
    (19, 1, 0)
    """
    deck = level if isinstance(level, Deck) else None
    rules = level.level if isinstance(level, Deck) else Level.of(level)
    if games is None:
        games = 100 if deck is None else len(deck)
    games = whole_number("games", games)
    if deck is not None and games > len(deck):
        boards = how_many(len(deck), "board")
        raise SapperError(f"can't play {how_many(games, 'game')}: the deck has only {boards}")
    player = Player.of(agent).with_options(guess, **settings)
    batch = Batch(
        (player,),
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
    return BenchResult(
        displayable(agent) if isinstance(agent, str) else player.name,
        str(rules),
        Games.together(played),
        seconds,
        audit,
        seed if deck is None else None,
    )
