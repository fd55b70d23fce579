"""Plays many games in one or more processes, with the same boards for all players.

    batch    games of players on boards with consecutive seeds, or on a list of boards
    block    a batch with some boards of a larger batch; one process plays one block at a time
    games    a player's results on one level, as columns with a value per game

The number of processes affects only the measured times.

>>> batch = Batch((Player("rules"), Player("odds")), ("5x4x3/open",), seed=1, boards=40)
>>> for block, (rules, odds) in play(batch.blocks(20)):
...     print(block.seed, rules.count("won"), odds.count("won"))
1 9 20
21 5 20
"""

from __future__ import annotations

import hashlib
import importlib.util
import math
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from operator import attrgetter
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.agents import AGENTS, BUILT_IN, Agent
from sapper.core.board import SEEDS, Board, deal_many
from sapper.core.game import Game
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import FLAGGED
from sapper.errors import SapperError, quote
from sapper.lab.luck import game_luck, native_luck
from sapper.lab.native import Native, measure_deck, solve_deck
from sapper.lab.play import (
    BUILT_IN_MEASURES,
    MEASURES,
    Measure,
    Played,
    Row,
    StuckMeasure,
    play_game,
)
from sapper.lab.player import Player
from sapper.lab.workers import here, in_order, in_processes, on_cluster
from sapper.ladder.techniques import Technique
from sapper.words import how_many

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of games played so far and the total number of games."""

MAX_GAMES = 1_000_000_000
"""The maximum number of games in a batch for each level and player."""

CRASHES = 10
"""A batch ends with an error after this number of consecutive crashes."""

TYPES = {
    "outcome": np.str_,
    "ms": np.float64,
    "steps": np.int64,
    "guesses": np.int64,
    "left": np.int64,
    "opened": np.float64,
    "matched": np.int64,
    "rounds": np.int64,
    "match_ms": np.float64,
    "failure": np.object_,
}


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    columns: dict[str, NDArray[Any]]

    @classmethod
    def of(cls, played: Sequence[Played]) -> Games:
        """Collect the results of games. A column is left out if any game has no value for it."""
        rows = list(map(attrgetter(*TYPES), played))
        values = zip(*rows, strict=True) if rows else [()] * len(TYPES)
        columns: dict[str, NDArray[Any]] = {
            name: np.array(column, kind)
            for (name, kind), column in zip(TYPES.items(), values, strict=True)
            if None not in column
        }
        measured = [game.measured for game in played]
        for name in dict.fromkeys(name for row in measured for name in row):
            columns[name] = _objects([row.get(name) for row in measured])
        return cls(columns)

    @classmethod
    def together(cls, some: Sequence[Games]) -> Games:
        if not some:
            return cls.of(())
        return cls(
            {name: np.concatenate([games.columns[name] for games in some]) for name in some[0]}
        )

    def __len__(self) -> int:
        return len(self.columns["outcome"])

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __getitem__(self, name: str) -> list[Any]:
        """The values of a column, one per game. If the column was left out, they are all None."""
        column = self.columns.get(name)
        return [None] * len(self) if column is None else column.tolist()

    def count(self, outcome: str) -> int:
        return int(np.count_nonzero(self.columns["outcome"] == outcome))

    def mean(self, name: str) -> float | None:
        column = self.columns.get(name)
        return None if column is None else float(column.sum()) / max(len(self), 1)

    @property
    def failure(self) -> str:
        return next((failure for failure in self["failure"] if failure), "")


def _objects(values: Sequence[Any]) -> NDArray[np.object_]:
    return np.fromiter(values, np.object_, len(values))


@lru_cache(maxsize=1)
def version() -> str:
    try:
        return installed("sapper")
    except PackageNotFoundError:
        return "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """A plan in which every player plays every level. The seeds of the boards start at `seed`.

    A batch can be sent to another machine, because it contains everything needed to play the games.
    """

    players: tuple[Player, ...]
    levels: tuple[str, ...]
    seed: int
    boards: int
    """the number of boards on each level"""
    rows: NDArray[np.uint32] | None = None
    """for a single level, boards as `deal_many` returns them; None to deal the boards by seed"""
    first: Cell | None = None
    """the first cell of the boards, if it differs from the first cell of the level"""
    measures: tuple[str, ...] = ()
    """keys of MEASURES"""
    luck: bool = False
    """add columns `survival` and `information` with the luck of each game (`sapper.lab.luck`)"""
    fast: bool = True
    """use the engine's own loop if possible; it is faster but records fewer columns"""
    source: str = ""
    """the text of a user's Python file; each process runs it first to add agents and measures"""
    version: str = field(default_factory=version)

    def check(self, jobs: int = 1) -> None:
        for player in self.players:
            player.check()
        for name in self.measures:
            if name not in MEASURES:
                raise SapperError(
                    f"{quote(name)} is not a measure: use one of {', '.join(MEASURES)}"
                )
        if not 1 <= self.boards <= MAX_GAMES:
            raise SapperError(f"can't play {self.boards} games: use 1 to {MAX_GAMES}")
        if jobs < 1:
            raise SapperError(f"can't play in {jobs} processes: use at least 1")
        if self.rows is None:
            for name in self.levels:
                deal_many(Level.parse(name), self.seed, 1)
            if self.seed + self.boards > SEEDS:
                raise SapperError(
                    f"can't play {how_many(self.boards, 'game')} from seed {self.seed}: "
                    "seeds must be 0 to 2**64 - 1"
                )

    def block(self, start: int, stop: int) -> Batch:
        """The part of the batch with seeds `start` to `stop - 1`."""
        rows = None if self.rows is None else self.rows[start - self.seed : stop - self.seed]
        return replace(self, seed=start, boards=stop - start, rows=rows)

    def blocks(self, size: int) -> list[Batch]:
        end = self.seed + self.boards
        return [self.block(at, min(at + size, end)) for at in range(self.seed, end, size)]

    def blocks_for(self, jobs: int, most: int) -> list[Batch]:
        """Divide the batch into at least four blocks per process, with at most `most` boards each.

        A batch of more than 1000 * `most` boards is divided into about 1000 larger blocks.
        """
        by_jobs = math.ceil(self.boards / (4 * jobs))
        return self.blocks(max(1, min(most, by_jobs), self.boards // 1000))

    @property
    def portable(self) -> bool:
        """Whether other processes have the agents and measures, or add them by running `source`."""
        used = {*(player.agent for player in self.players), *self.measures}
        added = (AGENTS.keys() - BUILT_IN) | (MEASURES.keys() - BUILT_IN_MEASURES)
        has_own = any(player.own is not None for player in self.players)
        return not has_own and (bool(self.source) or not used & added)

    def deal(self, level: Level) -> NDArray[np.uint32]:
        return deal_many(level, self.seed, self.boards) if self.rows is None else self.rows

    @property
    def stuck_measures(self) -> list[StuckMeasure]:
        measures = (MEASURES[name] for name in self.measures)
        return [measure for measure in measures if isinstance(measure, StuckMeasure)]

    def native(self, player: Player) -> Native | None:
        if not self.fast or len(self.stuck_measures) < len(self.measures):
            return None
        native = player.native
        if native is not None and native.most is not None and self.luck:
            return None  # the engine can't measure luck for the agent `techniques`
        return native

    @property
    def threaded(self) -> bool:
        if self.luck:
            return False
        natives = [self.native(player) for player in self.players]
        return all(native is not None and native.has_threads for native in natives)


def play(
    blocks: Sequence[Batch],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    ordered: bool = True,
    advice: str = "",
    on_progress: Progress | None = None,
) -> Generator[tuple[Batch, tuple[Games, ...]], None, None]:
    """Play blocks of a batch in `jobs` processes or on a Dask cluster.

    Yield each block with its games. If `ordered` is true, blocks are yielded in the given order,
    otherwise as soon as they are played. `on_progress` is called with numbers of boards, not of
    games. For `advice`, see `in_processes`.
    """
    total = sum(block.boards for block in blocks)
    done = 0

    def report(more: int = 0) -> None:
        if on_progress is not None:
            on_progress(done + more, total)

    report()
    if blocks and cluster is not None:
        results = on_cluster(play_block, blocks, cluster)
    elif jobs > 1 and len(blocks) > 1 and not blocks[0].threaded and blocks[0].portable:
        results = in_processes(play_block, blocks, jobs, advice)
    else:
        results = here(partial(play_block, threads=jobs, progress=report), blocks)
    crashes = Crashes()
    with closing(in_order(blocks, results) if ordered else results) as games_of_blocks:
        for block, games in games_of_blocks:
            if ordered:
                crashes.add(games)
            yield block, games
            done += block.boards
            report()


class Crashes:
    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def add(self, tables: Sequence[Games]) -> None:
        """Count the games of a block, and raise a SapperError after CRASHES crashes in a row."""
        for place, games in enumerate(tables):
            count = self._counts.get(place, 0)
            for outcome, failure in zip(games["outcome"], games["failure"], strict=True):
                count = count + 1 if outcome == "crashed" else 0
                if count == CRASHES:
                    raise SapperError(f"{failure}; the {CRASHES - 1} games before it failed too")
            self._counts[place] = count


def play_block(
    block: Batch, threads: int = 1, progress: Callable[[int], None] | None = None
) -> tuple[Games, ...]:
    """Play a block in this process, and return its games, sorted by level and then by player.

    `progress` is called only if the block has one level and one player and the engine plays it in
    threads.
    """
    if block.version != version():
        raise SapperError(
            f"a worker runs Sapper {version()}, but the games need {block.version}: "
            "install the same version everywhere"
        )
    if block.source:
        load_source(block.source)
    if len(block.players) * len(block.levels) > 1:
        progress = None
    tables = []
    for name in block.levels:
        level = _level(name)
        rows = block.deal(level)
        for player in block.players:
            native = block.native(player)
            if native is None:
                games = _play_in_python(block, player, level, rows)
            elif block.luck:
                games = _play_with_luck(block, native, level, rows)
            elif native.most is not None:
                games = _play_techniques(block, native.most, level, rows)
            else:
                games = _play_in_threads(block, native, level, rows, threads, progress)
            tables.append(games)
    return tuple(tables)


_level = lru_cache(maxsize=100)(Level.parse)


def _play_in_python(block: Batch, player: Player, level: Level, rows: NDArray[np.uint32]) -> Games:
    measures = [MEASURES[name] for name in block.measures]
    played: list[Played] = []
    for seed, row in enumerate(rows, block.seed):
        board = Board.of_row(level, row.tolist(), block.first)
        noted = [*measures, _measure_luck(seed)] if block.luck else measures
        try:
            game = play_game(board, player, seed, noted)
        except Exception as problem:
            said = str(problem) if isinstance(problem, SapperError) else repr(problem)
            raise SapperError(f"{player.name} failed on {level} seed {seed}: {said}") from problem
        played.append(game)
        if game.outcome == "crashed":
            Crashes().add([Games.of(played[-CRASHES:])])  # raises an error after too many crashes
    return Games.of(played)


def _measure_luck(seed: int) -> Measure:
    def measure(board: Board, game: Game, agent: Agent) -> Row:
        _, survival, information, _ = game_luck(board, game.moves, seed)
        return {"survival": survival, "information": information}

    return measure


def _play_with_luck(block: Batch, native: Native, level: Level, rows: NDArray[np.uint32]) -> Games:
    won, survival, information, _ = native_luck(
        native, level, rows, block.seed, first=block.first
    ).T
    outcome = np.where(won > 0, "won", "lost")
    return Games({"outcome": outcome, "survival": survival, "information": information})


def _play_in_threads(
    block: Batch,
    native: Native,
    level: Level,
    rows: NDArray[np.uint32],
    threads: int,
    progress: Callable[[int], None] | None,
) -> Games:
    won, opened, seconds = measure_deck(
        level, rows, block.first, champion=native.champion, threads=threads, progress=progress
    )
    columns: dict[str, NDArray[Any]] = {
        "outcome": np.where(won, "won", "lost"),
        "ms": seconds * 1000,
        "opened": opened / level.safe if level.safe else np.ones(len(rows)),
    }
    for measure in block.stuck_measures:
        columns[measure.column] = _objects([measure.otherwise] * len(rows))
    return Games(columns)


def _play_techniques(
    block: Batch, most: Technique, level: Level, rows: NDArray[np.uint32]
) -> Games:
    measures = block.stuck_measures
    played = []
    for end, seconds in solve_deck(level, rows, most, block.first):
        hidden = end.hidden
        won = len(hidden) == level.mines
        marked = () if won else [cell for cell in hidden if end[cell] == FLAGGED]
        measured: Row = {}
        for measure in measures:
            measured |= measure.row(None if won else end, marked)
        share = (level.size - len(hidden)) / level.safe if level.safe else 1.0
        outcome = "won" if won else "stuck"
        played.append(Played(outcome, seconds * 1000, share, measured=measured))
    return Games.of(played)


@lru_cache(maxsize=8)
def load_source(source: str, where: str = "study") -> ModuleType:
    """Run a user's Python file, which may add its own agents and measures."""
    name = "sapper_study_" + hashlib.sha256(source.encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_loader(name, None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = where
    sys.modules[name] = module
    try:
        exec(compile(source, where, "exec"), module.__dict__)
    except SapperError:
        raise
    except Exception as problem:
        raise SapperError(f"{where} fails: {type(problem).__name__}: {problem}") from None
    return module
