"""The bench: an agent plays many games, and what came of them is counted.

    won, lost   how the referee ended the game
    stuck       the agent had no move that it was willing to make
    wrong       the agent said that it was certain and was not: it opened a mine by deduction, or
                marked a safe cell as a mine. Must never happen; counted apart from lost
    audit       of the stuck games: was a cell provably safe all the same? (a false stuck)

A game depends only on its board and on its number, so the outcomes are the same whatever the
number of processes. Time per game is CPU time of the process that played it, the referee's
included.

>>> result = run("resolution-endgame", Level.parse("easy"), games=20, seed=1)
>>> result.won + result.lost + result.stuck + result.wrong, result.wrong
(20, 0)
"""

from __future__ import annotations

import hashlib
import math
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Native, make, native
from sapper.agents.odds import measure_deck
from sapper.agents.sat import certain
from sapper.board import Board, Deck, deal_many
from sapper.game import Game, Outcome
from sapper.grid import Cell, SapperError
from sapper.lab.study import Player
from sapper.level import Level
from sapper.view import View

OUTCOMES = ("won", "lost", "stuck", "wrong")

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many games are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: its outcome, what it cost, and of a stuck one what the audit says."""

    outcome: str
    ms: float
    matched: int = 0
    steps: int = 0
    missed: str = ""
    """where a safe cell could be had when stuck: "hints", "mine count", or "" for nowhere"""


@dataclass(frozen=True, slots=True)
class Task:
    """Some games for one process: boards as rows of a deck, and the number of the first."""

    agent: str
    guess: str | None
    settings: dict[str, Any]
    level: Level
    first: Cell | None
    rows: NDArray[np.uint32]
    number: int
    seed: int
    audit: bool


@dataclass(frozen=True, slots=True)
class Audit:
    """Of the stuck games: in how many a cell was provably safe."""

    stuck: int
    from_hints: int
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
    def wrong(self) -> int:
        """Games with a false claim of certainty."""
        return self._count("wrong")

    def interval(self, outcome: str) -> tuple[float, float]:
        """The 95% interval of the share of an outcome."""
        return wilson(self._count(outcome), self.games)

    @property
    def audit(self) -> Audit | None:
        """The false stucks, if they were asked for."""
        if not self.audited:
            return None
        missed = [game.missed for game in self.played if game.outcome == "stuck"]
        return Audit(len(missed), missed.count("hints"), missed.count("mine count"))

    @property
    def ms_per_game(self) -> dict[str, float]:
        """CPU time a game, in ms: mean, median, sd, max."""
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
        """A digest of all that the agent did but for times: outcomes, matched pairs, steps."""
        did = [(game.outcome, game.matched, game.steps) for game in self.played]
        return hashlib.sha256(repr(did).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        games = max(self.games, 1)
        found: dict[str, Any] = {
            "agent": self.agent,
            "level": self.level,
            "games": self.games,
            **{outcome: self._count(outcome) for outcome in OUTCOMES},
            "intervals": {outcome: list(self.interval(outcome)) for outcome in OUTCOMES},
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "ms_per_game": self.ms_per_game,
            "matched_pairs_per_game": sum(game.matched for game in self.played) / games,
            "steps_per_game": sum(game.steps for game in self.played) / games,
        }
        if audit := self.audit:
            found["audit"] = {
                "stuck": audit.stuck,
                "certain_from_hints": audit.from_hints,
                "certain_from_mine_count": audit.from_mine_count,
            }
        return found


def wilson(count: int, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95% interval of a share (Wilson 1927): honest near 0 and 1 and for few games.

    >>> [round(x, 3) for x in wilson(97, 100)]
    [0.915, 0.99]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not games:
        return 0.0, 1.0
    share = count / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # Rounding must not push an end past the share itself.
    return min(share, (middle - spread) / scale), max(share, (middle + spread) / scale)


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

    `settings` are the agent's. Processes are started afresh, so a script that calls this with
    jobs > 1 needs the usual `if __name__ == "__main__"`.
    """
    make(agent, guess, **settings)  # a bad name is an error now, not in a process
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
    if (player := native(agent, guess, **settings)) is not None:
        played = _play_natively(player, rules, first, rows, jobs, on_progress)
        return BenchResult(agent, str(rules), played, time.perf_counter() - start, audit)
    size = max(1, min(50, math.ceil(games / (4 * jobs)))) if jobs > 1 or on_progress else games
    tasks = [
        Task(agent, guess, settings, rules, first, rows[i : i + size], i, seed, audit)
        for i in range(0, games, size)
    ]
    found: list[Played] = []
    for some in _spread(tasks, jobs):
        found += some
        if on_progress is not None:
            on_progress(len(found), games)
    return BenchResult(agent, str(rules), tuple(found), time.perf_counter() - start, audit)


def _play_natively(
    player: Native,
    level: Level,
    first: Cell | None,
    rows: NDArray[np.uint32],
    threads: int,
    on_progress: Progress | None,
) -> tuple[Played, ...]:
    """The engine's own loop: these agents never get stuck, and are never wrong."""
    games = len(rows)

    def progress(done: int) -> None:
        if on_progress is not None:
            on_progress(done, games)

    results = measure_deck(
        level, rows, first, champion=player.champion, threads=threads, progress=progress
    )
    progress(games)
    return tuple(
        Played("won" if won else "lost", seconds * 1000, steps=opened)
        for won, opened, seconds in zip(*(column.tolist() for column in results), strict=True)
    )


def _spread(tasks: list[Task], jobs: int) -> Iterator[list[Played]]:
    """The games of the tasks, in order of the tasks whoever plays them."""
    if jobs == 1 or len(tasks) == 1:
        yield from map(play_task, tasks)
        return
    # Spawned, not forked: the caller may have threads (a progress bar, a web server).
    context = get_context("spawn")
    workers = min(jobs, len(tasks))
    with ProcessPoolExecutor(workers, context, initializer=_die_quietly) as pool:
        try:
            yield from pool.map(play_task, tasks)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _die_quietly() -> None:
    """Ctrl-C reaches every process of the terminal: a worker just ends, the caller reports."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def play_task(task: Task) -> list[Played]:
    """Play the games of a task."""
    found = []
    for number, row in enumerate(task.rows, task.number):
        board = Board.of_row(task.level, row.tolist(), task.first)
        seed = task.seed + number
        found.append(play(board, task.agent, task.guess, seed, task.audit, **task.settings))
    return found


def play(
    board: Board, agent: str, guess: str | None, seed: int, audit: bool = False, **settings: Any
) -> Played:
    """Play one game to its end; `seed` is the board's, or the game's number in a deck."""
    start = time.process_time()
    game = Game(board)
    player = Player(agent, guess, settings=tuple(settings.items())).for_board(seed)
    wrong = False
    while game.outcome is None:
        decision = player.choose(game.view)
        if decision is None:
            break
        before = game.view
        game.play(decision)
        if game.outcome is Outcome.LOST:
            wrong = decision.reason.certain
        elif game.outcome is None and game.view is before:
            raise AssertionError(f"agent {agent} decided on moves that change nothing")
    ms = (time.process_time() - start) * 1000
    kb = getattr(player, "kb", None)
    matched = 0 if kb is None else kb.counters.matched
    marked = getattr(player, "mines", ())
    steps = getattr(player, "steps", len(game.moves)) + len(marked)
    if wrong or not board.mines.issuperset(marked):
        return Played("wrong", ms, matched, steps)
    if game.outcome is not None:
        return Played(game.outcome.value, ms, matched, steps)
    return Played("stuck", ms, matched, steps, missed(game.view) if audit else "")


def missed(view: View) -> str:
    """Where a provably safe cell could be had: "hints", "mine count", or "" for nowhere."""
    if certain(view, mine_count=False).safe:
        return "hints"
    return "mine count" if certain(view).safe else ""
