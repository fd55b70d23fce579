"""One game and what is noted of it, for all measuring; `frames.py` plays it.

    won, lost   how the referee ended the game
    stuck       the agent had no move that it was willing to make, or made far too many
    wrong       the agent said that it was certain and was not: it opened a mine by deduction, or
                marked a safe cell as a mine. Must never happen; counted apart from lost
    crashed     an agent of others failed: it raised, died, took too long or too much memory, or
                answered what can't be played; `failure` says which, in a line

A game is a pure function of board, player and seed, except for the fields that end in `ms`;
`sapper.lab.batch` has many of them played.

A measure adds columns to a game: `board` the statistics of the board, `history` the lengths of KB
and KB0 after each decision, `audit` where a safe cell could be had when stuck, `fail` whether a
stuck end is what program C of the course calls fail: cells are left, walled in by known mines, so
that no clue says anything of them and KB is empty; `zero` whether a given cell shows 0, and whether
the game got beyond the given cells; `tried` how often chaining held a rule against a clue. Add your
own to MEASURES.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sapper.adapters import AgentError, ForeignAgent
from sapper.agents import Agent, GlassBox
from sapper.agents.rules import RulesAgent
from sapper.agents.sat import certain
from sapper.core.board import Board
from sapper.core.game import Game, Outcome
from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, Decision, View
from sapper.lab.frames import frames
from sapper.lab.player import Player
from sapper.reason.reasons import GIVEN_SAFE, OPEN

OUTCOMES = ("won", "lost", "stuck", "wrong", "crashed")


Row: TypeAlias = dict[str, Any]
Measure: TypeAlias = Callable[[Board, Game, Agent], Row]
Watcher: TypeAlias = Callable[[Game, Agent, Decision | None], None]
"""told of every decision before it is played; None: the agent is stuck"""


@dataclass(frozen=True, slots=True)
class StuckMeasure:
    """A measure of a stuck end, by its position and the mines that were marked in it.

    It does not need the agent, so the engine's own loop supports it, too.
    """

    column: str
    of: Callable[[View, Iterable[Cell]], bool | str]
    otherwise: bool | str
    """the column's value in a game that did not get stuck"""

    def __call__(self, board: Board, game: Game, agent: Agent) -> Row:
        """The column, as of any measure."""
        marked = agent.mines if isinstance(agent, GlassBox) else ()
        return self.row(game.view if game.outcome is None else None, marked)

    def row(self, end: View | None, marked: Iterable[Cell] = ()) -> Row:
        """The column of a game that got stuck there; None if it did not."""
        return {self.column: self.otherwise if end is None else self.of(end, marked)}


@dataclass(frozen=True, slots=True)
class Played:
    """One game: how it ended and what it cost; what the engine's loop does not note is None."""

    outcome: str
    ms: float
    """CPU time of the thread that played it, the referee's included; of an agent in a process of
    its own, also the time it took to answer"""
    opened: float = 0.0
    """the share of safe cells that are open at the end"""
    steps: int | None = None
    """cells that it chose to open, and mines that it marked"""
    guesses: int | None = None
    """decisions that were not certain"""
    left: int | None = None
    """cells that are neither open nor marked at the end; 0 when won"""
    matched: int | None = None
    """pairs of clauses that were matched"""
    rounds: int | None = None
    """how often pairwise matching was called on, and in `match_ms` its CPU time"""
    match_ms: float | None = None
    measured: Row = field(default_factory=dict)
    """the columns that measures added"""
    failure: str = ""
    """of a crashed game: what went wrong, naming agent, board and decision"""
    kind: str = ""
    """of a crashed game: the kind of failure, as in `sapper.adapters.process`"""


def play_game(
    board: Board,
    player: Player,
    seed: int,
    measures: Iterable[Measure] = (),
    watcher: Watcher | None = None,
) -> Played:
    """Play one game to its end; `seed` is that of the board.

    >>> from sapper.core.board import deal
    >>> from sapper.core.level import Level
    >>> played = play_game(deal(Level.parse("easy"), 1), Player("resolution-endgame"), 1)
    >>> played.outcome, played.left, played.guesses
    ('won', 0, 0)
    """
    # The thread's time: a worker of a cluster has other threads, which serve the network.
    start = time.thread_time_ns()
    game = Game(board)
    agent = player.for_board(seed)
    guesses = opens = 0
    sure = False
    failure = kind = ""
    try:
        for frame in frames(game, agent):
            decision = frame.decision
            if watcher is not None and game.outcome is None:
                watcher(game, agent, decision)
            if decision is not None:
                sure = decision.reason.certain
                guesses += not sure
                opens += sum(move.kind == "open" for move in decision.moves)
    except AgentError as problem:
        failure = f"{player.name} failed on {board.level} seed {seed}, {problem}"
        kind = problem.kind
    ms = (time.thread_time_ns() - start) / 1e6
    if isinstance(agent, ForeignAgent):
        ms += agent.seconds * 1e3
    marked: Sequence[Cell] = agent.mines if isinstance(agent, GlassBox) else ()
    if (sure and game.outcome is Outcome.LOST) or not board.mines.issuperset(marked):
        outcome = "wrong"
    elif failure:
        outcome = "crashed"
    else:
        outcome = "stuck" if game.outcome is None else game.outcome.value
    level = board.level
    hidden = len(game.view.hidden)
    kb = agent.kb if isinstance(agent, GlassBox) else None
    measured: Row = {}
    for measure in measures:
        measured |= measure(board, game, agent)
    return Played(
        outcome,
        ms,
        (level.size - hidden) / level.safe if level.safe else 1.0,
        opens + len(marked),
        guesses,
        0 if outcome == "won" else hidden - len(marked),
        0 if kb is None else kb.counters.matched,
        0 if kb is None else kb.counters.calls,
        0.0 if kb is None else kb.counters.match_ns / 1e6,
        measured,
        failure,
        kind,
    )


def _board(board: Board, game: Game, agent: Agent) -> Row:
    known = board.statistics
    return {"three_bv": known.three_bv, "openings": known.openings, "islands": known.islands}


def _history(board: Board, game: Game, agent: Agent) -> Row:
    kb = agent.kb if isinstance(agent, GlassBox) else None
    lengths = [] if kb is None else kb.history
    return {"kb": [n for n, _ in lengths], "kb0": [n for _, n in lengths]}


def _zero(board: Board, game: Game, agent: Agent) -> Row:
    given = set(board.given)
    opened = {cell for cell in range(board.level.size) if game.view[cell] < HIDDEN}
    zero = any(board.numbers[cell] == 0 for cell in given)
    return {"zero": zero, "started": bool(opened - given)}


def _tried(board: Board, game: Game, agent: Agent) -> Row:
    if not isinstance(agent, RulesAgent) or agent.knowledge is None:
        return {"tried": None, "per_proof": None}
    if agent.backward:
        tried, cells, tried_for_them = agent.tries, agent.proved, agent.proved_tries
    else:
        # Safe cells that the rules proved, and not the referee by opening or telling them.
        proved = [
            step for step in agent.knowledge.kb.steps() if step.origin not in (OPEN, GIVEN_SAFE)
        ]
        cells = sum(len(step.clause) == 1 and step.clause.neg > 0 for step in proved)
        tried = tried_for_them = agent.knowledge.tries
    return {"tried": tried, "per_proof": tried_for_them / cells if cells else None}


def safe_cell_source(view: View) -> str:
    """Where a provably safe cell could be had: "clues", "mine count", or "" for nowhere."""
    if certain(view, mine_count=False).safe:
        return "clues"
    return "mine count" if certain(view).safe else ""


def walled_in(view: View, marked: Iterable[Cell]) -> bool:
    r"""Whether cells are left of which no clue says anything, as all around them are marked mines.

    >>> view = View.parse("5x1x2/any\n01...")
    >>> walled_in(view, [2]), walled_in(view, [])
    (True, False)
    """
    unknown = set(view.hidden).difference(marked)
    touched = any(view[near] < HIDDEN for cell in unknown for near in view.grid.neighbours(cell))
    return bool(unknown) and not touched and min(view.states) < HIDDEN


MEASURES: dict[str, Measure] = {
    "board": _board,
    "history": _history,
    "audit": StuckMeasure("missed", lambda view, marked: safe_cell_source(view), ""),
    "fail": StuckMeasure("fail", walled_in, False),
    "zero": _zero,
    "tried": _tried,
}
