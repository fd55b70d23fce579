"""A block of games, and each game as a row: what the processes of a study do.

    level, player, seed   which game it is; the seed is the board's
    outcome               won, lost, stuck or wrong, as in `sapper.lab.bench`
    ms                    CPU time of the thread that played it, the referee's included
    steps                 cells that it chose to open, and mines that it marked
    guesses               decisions that were not certain
    left                  cells that are neither open nor marked at the end; 0 when won
    opened                the share of safe cells that are open at the end
    matched               pairs of clauses that were matched
    rounds, match_ms      how often pairwise matching was called on, and its CPU time

A measure adds columns: `board` the statistics of the board, `history` the lengths of KB and KB0
after each step, `audit` where a safe cell could be had when stuck. Add your own to MEASURES.

A row is a pure function of level, player and seed, except for the columns that end in `ms`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Agent, Native
from sapper.agents.ladder import LadderAgent, Technique
from sapper.board import Board, deal_many
from sapper.game import Game, Outcome
from sapper.grid import SapperError
from sapper.lab.bench import missed
from sapper.lab.study import Player, Study, load_source, version
from sapper.level import Level

Row: TypeAlias = dict[str, Any]
Columns: TypeAlias = dict[str, list[Any]]
Measure: TypeAlias = Callable[[Board, Game, Agent], Row]

COLUMNS = (
    "level",
    "player",
    "seed",
    "outcome",
    "ms",
    "steps",
    "guesses",
    "left",
    "opened",
    "matched",
    "rounds",
    "match_ms",
)


def _board(board: Board, game: Game, agent: Agent) -> Row:
    found = board.statistics
    return {"three_bv": found.three_bv, "openings": found.openings, "islands": found.islands}


def _history(board: Board, game: Game, agent: Agent) -> Row:
    kb = getattr(agent, "kb", None)
    lengths = [] if kb is None else kb.history
    return {"kb": [n for n, _ in lengths], "kb0": [n for _, n in lengths]}


def _audit(board: Board, game: Game, agent: Agent) -> Row:
    return {"missed": missed(game.view) if game.outcome is None else ""}


MEASURES: dict[str, Measure] = {"board": _board, "history": _history, "audit": _audit}


@dataclass(frozen=True, slots=True)
class Block:
    """The games of some seeds (from `start` up to `stop`) for every level and player of a study.

    It holds all that a process on another machine needs to play them.
    """

    levels: tuple[str, ...]
    players: tuple[Player, ...]
    measures: tuple[str, ...]
    fast: bool
    source: str
    version: str
    start: int
    stop: int

    @classmethod
    def of(cls, study: Study, start: int, stop: int) -> Block:
        """These seeds of a study."""
        s = study
        return cls(s.levels, s.players, s.measures, s.fast, s.source, version(), start, stop)

    @property
    def games(self) -> int:
        """How many games it holds."""
        return (self.stop - self.start) * len(self.levels) * len(self.players)


def play_block(block: Block) -> Columns:
    """Play the games of a block, in the order of levels, players and seeds."""
    if block.version != version():
        raise SapperError(
            f"a worker has Sapper {version()}, this is {block.version}: install the same everywhere"
        )
    if block.source:
        load_source(block.source)
    measures = [MEASURES[name] for name in block.measures]
    columns: Columns = {name: [] for name in COLUMNS}
    for name in block.levels:
        level = Level.parse(name)
        boards = deal_many(level, block.start, block.stop - block.start)
        for someone in block.players:
            native = someone.native if block.fast and not measures else None
            if native is not None:
                rows: Iterable[Row] = _play_natively(native, level, boards)
            else:
                rows = _play_each(level, boards, someone, block.start, measures)
            for number, row in enumerate(rows):
                for key, value in row.items():
                    columns.setdefault(key, []).append(value)
                columns["level"].append(name)
                columns["player"].append(someone.name)
                columns["seed"].append(block.start + number)
    return columns


def _play_natively(player: Native, level: Level, boards: NDArray[np.uint32]) -> Iterable[Row]:
    from sapper.agents.odds import measure_deck

    won, opened, seconds = measure_deck(level, boards, champion=player.champion, threads=1)
    games = zip(won.tolist(), opened.tolist(), seconds.tolist(), strict=True)
    for w, cells, spent in games:
        row: Row = dict.fromkeys(COLUMNS[3:])
        row["outcome"] = "won" if w else "lost"
        row["ms"] = spent * 1000
        row["opened"] = cells / level.safe if level.safe else 1.0
        yield row


def _play_each(
    level: Level,
    boards: NDArray[np.uint32],
    someone: Player,
    first_seed: int,
    measures: list[Measure],
) -> Iterable[Row]:
    for seed, cells in enumerate(boards, first_seed):
        try:
            yield play_game(Board.of_row(level, cells.tolist()), someone, seed, measures)
        except Exception as problem:
            said = str(problem) if isinstance(problem, SapperError) else repr(problem)
            raise SapperError(f"{someone.name} failed on {level} seed {seed}: {said}") from problem


def play_game(board: Board, someone: Player, seed: int, measures: Iterable[Measure] = ()) -> Row:
    """Play one game to its end; its row, without level, player and seed (the board's).

    >>> from sapper.board import deal
    >>> row = play_game(deal(Level.parse("easy"), 1), Player("resolution-endgame"), 1)
    >>> row["outcome"], row["left"], row["guesses"]
    ('won', 0, 0)
    """
    # The thread's time: a worker of a cluster has other threads, which serve the network.
    start = time.thread_time_ns()
    game = Game(board)
    agent = someone.for_board(seed)
    clock = _clock_matching(agent)
    guesses = 0
    wrong = False
    while game.outcome is None:
        decision = agent.choose(game.view)
        if decision is None:
            break
        certain = decision.reason.certain
        guesses += not certain
        before = game.view
        game.play(decision)
        if game.outcome is Outcome.LOST:
            wrong = certain
        elif game.outcome is None and game.view is before:
            raise SapperError(f"agent {someone.agent} decided on moves that change nothing")
    ms = (time.thread_time_ns() - start) / 1e6
    marked = getattr(agent, "mines", ())
    if wrong or not board.mines.issuperset(marked):
        outcome = "wrong"
    else:
        outcome = "stuck" if game.outcome is None else game.outcome.value
    kb = getattr(agent, "kb", None)
    level = board.level
    hidden = len(game.view.hidden)
    row: Row = {
        "outcome": outcome,
        "ms": ms,
        "steps": getattr(agent, "steps", len(game.moves)) + len(marked),
        "guesses": guesses,
        "left": 0 if outcome == "won" else hidden - len(marked),
        "opened": (level.size - hidden) / level.safe if level.safe else 1.0,
        "matched": 0 if kb is None else kb.counters.matched,
        "rounds": clock.calls,
        "match_ms": clock.ns / 1e6,
    }
    for measure in measures:
        row |= measure(board, game, agent)
    return row


class _Clock:
    """Counts and times the calls of pairwise matching; mutable."""

    def __init__(self) -> None:
        self.calls = self.ns = 0

    def on(self, technique: Technique) -> Technique:
        def timed(knowledge: Any) -> bool:
            start = time.thread_time_ns()
            try:
                return technique(knowledge)
            finally:
                self.calls += 1
                self.ns += time.thread_time_ns() - start

        return timed


_MATCHING = ("matching", "wider", "pairs")
"""The techniques of `sapper.agents` that match clauses pairwise."""


def _clock_matching(agent: Agent) -> _Clock:
    clock = _Clock()
    if isinstance(agent, LadderAgent):
        agent.techniques = tuple(
            clock.on(t) if getattr(t, "__qualname__", "").partition(".")[0] in _MATCHING else t
            for t in agent.techniques
        )
    return clock
