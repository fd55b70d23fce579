"""Plays one game with `frames.py`, and records the outcome, the cost and other measures.

    won, lost   the game is over
    stuck       the agent chose no move, or made far too many decisions
    wrong       the agent made a false claim: it opened a mine that it called safe, or marked a
                safe cell as a mine. This must never happen, so it is not counted as lost.
    crashed     your own or a third-party agent raised an error, died, used too much time or memory,
                or sent an invalid answer

A result depends only on the board, the player and the seed, except for the fields that end in `ms`.
You can add your own measures to MEASURES.

    board     the statistics of the board
    history   the lengths of KB and KB0 after each decision
    audit     for a stuck game, whether the clues or the mine count still prove a cell safe
    fail      whether a stuck game is a *fail*, as program C of the course calls it: the remaining
              cells are walled in by known mines, so no clue mentions them and KB is empty
    zero      whether a given cell shows 0, and whether any other cell was opened
    tried     the number of times that chaining tried a rule on a clue
    finish    for an agent that never guesses, how often it needs help to finish the board:
              whenever it is stuck, the safe cell with the lowest risk is opened
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
from sapper.core.game import Game, Outcome, Record
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import HIDDEN, Decision, View
from sapper.errors import SapperError
from sapper.lab.frames import frames
from sapper.lab.player import AnyAgent, Player
from sapper.reason.odds import odds
from sapper.reason.reasons import GIVEN_SAFE, OPEN

OUTCOMES = ("won", "lost", "stuck", "wrong", "crashed")


Row: TypeAlias = dict[str, Any]
Measure: TypeAlias = Callable[[Board, Game, Agent], Row]
Watcher: TypeAlias = Callable[[Game, Agent, Decision | None], None]
"""Called with each decision before the decision is played, or with None if the agent is stuck."""


@dataclass(frozen=True, slots=True)
class StuckMeasure:
    """A measure for stuck games, computed from the last position and the marked mines."""

    column: str
    of: Callable[[View, Iterable[Cell]], bool | str]
    otherwise: bool | str
    """the column's value in games that did not get stuck"""

    def __call__(self, board: Board, game: Game, agent: Agent) -> Row:
        marked = agent.mines if isinstance(agent, GlassBox) else ()
        return self.row(game.view if game.outcome is None else None, marked)

    def row(self, end: View | None, marked: Iterable[Cell] = ()) -> Row:
        """`end` is the last position of a stuck game, or None for other games."""
        return {self.column: self.otherwise if end is None else self.of(end, marked)}


@dataclass(frozen=True, slots=True)
class Played:
    outcome: str
    ms: float
    """CPU time of the thread that played the game, including the referee. If the agent runs in
    another process, its response time is added."""
    opened: float = 0.0
    """the share of safe cells that are open at the end"""
    steps: int | None = None
    """the number of cells that the agent chose to open, plus the mines that it marked"""
    guesses: int | None = None
    """the number of decisions that the agent did not call certain"""
    left: int | None = None
    """the number of cells that are neither open nor marked at the end; 0 if won"""
    matched: int | None = None
    """the number of pairs of clauses matched"""
    rounds: int | None = None
    """the number of calls to pairwise matching; `match_ms` is their CPU time"""
    match_ms: float | None = None
    measured: Row = field(default_factory=dict)
    failure: str = ""
    """one line about a crash, with the agent, the board, the decision and the error; or empty"""
    kind: str = ""
    """the kind of crash, as in `sapper.adapters.process`"""


def play(
    level: Game | Board | Level | Record | str,
    agent: AnyAgent,
    seed: int | None = None,
) -> Game:
    """Let an agent play a game to its end, and return the game.

        level  a level or a board, or a game or record to continue
        agent  as for `bench`, but errors in your own agent are raised
        seed   chooses the board of a level

    If the agent is stuck, the game has no outcome. If a game has no board yet, the first cell of
    its level is opened.

    >>> play("8x4x6/open", "champion", seed=3)
    <Game 8x4x6/open: won after 6 moves>
    """
    if isinstance(level, Game):
        if seed is not None:
            raise SapperError("to continue a game, leave out the seed")
        game = level
    else:
        game = Game(level, seed=seed)
    if game.board is None and game.level.first is not None:
        game.open(game.level.first)
    player = Player.of(agent)
    game.agent = " ".join(player.name.split())
    for _ in frames(game, player.for_board(game.record().seed or 0)):
        pass
    return game


def play_game(
    board: Board,
    player: Player,
    seed: int,
    measures: Iterable[Measure] = (),
    watcher: Watcher | None = None,
) -> Played:
    """Play one game to its end.

    >>> from sapper.core.board import deal
    >>> from sapper.core.level import Level
    >>> played = play_game(deal(Level.parse("easy"), 1), Player("resolution-endgame"), 1)
    >>> played.outcome, played.left, played.guesses
    ('won', 0, 0)
    """
    # Measure only this thread, because a Dask worker also has threads for the network.
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
    except Exception as problem:
        if player.own is None:
            raise
        failure = f"{player.name} failed on {board.level} seed {seed}: {_said(problem)}"
        kind = "answer" if isinstance(problem, SapperError) else "raised"
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


def _said(problem: Exception) -> str:
    if isinstance(problem, SapperError):
        return str(problem)
    words = " ".join(str(problem).split())
    return f"it raised {type(problem).__name__}{': ' * bool(words)}{words[:200]}"


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
        # Count only the cells that the rules proved, not cells that are open or given.
        proved = [
            step for step in agent.knowledge.kb.steps() if step.origin not in (OPEN, GIVEN_SAFE)
        ]
        cells = sum(len(step.clause) == 1 and step.clause.neg > 0 for step in proved)
        tried = tried_for_them = agent.knowledge.tries
    return {"tried": tried, "per_proof": tried_for_them / cells if cells else None}


def safe_cell_source(view: View) -> str:
    """What proves a cell safe: "clues", "mine count", or "" if no cell is provably safe."""
    if certain(view, mine_count=False).safe:
        return "clues"
    return "mine count" if certain(view).safe else ""


def walled_in(view: View, marked: Iterable[Cell]) -> bool:
    r"""Whether there are unmarked hidden cells, none of which touches an open cell.

    >>> view = View.parse("5x1x2/any\n01...")
    >>> walled_in(view, [2]), walled_in(view, [])
    (True, False)
    """
    unknown = set(view.hidden).difference(marked)
    touched = any(view[near] < HIDDEN for cell in unknown for near in view.grid.neighbours(cell))
    return bool(unknown) and not touched and min(view.states) < HIDDEN


def _finish(board: Board, game: Game, agent: Agent) -> Row:
    game, needed = game.record().resume(), 0
    while game.outcome is None:
        for _ in frames(game, agent):
            pass  # play until the game is over or the agent is stuck
        if game.outcome is None:
            needed += 1
            chances = odds(game.view)
            safe = [cell for cell in game.view.hidden if cell not in board.mines]
            game.open(min(safe, key=chances.__getitem__))
    return {"needed": float(needed) if game.outcome is Outcome.WON else None}


MEASURES: dict[str, Measure] = {
    "board": _board,
    "history": _history,
    "audit": StuckMeasure("missed", lambda view, marked: safe_cell_source(view), ""),
    "fail": StuckMeasure("fail", walled_in, False),
    "zero": _zero,
    "tried": _tried,
    "finish": _finish,
}

BUILT_IN_MEASURES = frozenset(MEASURES)
"""the measures that every process knows"""
