"""Recorded games, in which every graded agent is asked for decisions.

If an agent rarely makes false claims, its own games may not reveal any of them. The recorded games
use every technique and need many guesses.

    led     The agent is asked for a decision in every position. The cells that it correctly claims
            to be safe are opened. If there are none, the next cell of the record is opened.
    again   If the agent guesses, makes a false claim or crashes, its game is over. In a new game,
            the agent is asked at the start of the board, and then after the next cell of the
            record. So an agent never sees an open cell closed again within a game.
    turn    0 to 7: the boards are mirrored or turned, so that an agent can't simply compare
            positions with the files.

>>> games = recorded_games()
>>> sum(game.board.level.size for game in games) == sum(
...     game.turned(5).board.level.size for game in games
... )
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from sapper.adapters import AgentError, ForeignAgent
from sapper.adapters.process import ENDED
from sapper.agents import Agent
from sapper.core.board import Board
from sapper.core.game import Game, Record
from sapper.core.grid import Cell
from sapper.core.symmetry import place, turned_level
from sapper.core.view import HIDDEN, Decision
from sapper.errors import SapperError
from sapper.lab.frames import DECISIONS
from sapper.lab.grade.examine import Examined, Examiner, ThinkingTime
from sapper.lab.play import Played
from sapper.lab.player import Player

LED = "led"

FAILURES = 3
"""After this number of failures, the rest of a recorded game is left out."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    number: int
    board: Board
    cells: tuple[Cell, ...]
    """the cells that were opened, in this order"""

    def turned(self, turn: int) -> RecordedGame:
        def placed(cells: Iterable[Cell]) -> tuple[Cell, ...]:
            return tuple(place(cell, self.board.grid, turn) for cell in cells)

        level = turned_level(self.board.level, turn)
        board = Board(level, frozenset(placed(self.board.mines)), None, placed(self.board.given))
        return replace(self, board=board, cells=placed(self.cells))


@cache
def recorded_games() -> tuple[RecordedGame, ...]:
    folder = files("sapper.lab.grade").joinpath("games")
    texts = sorted((file.name, file.read_text("utf-8")) for file in folder.iterdir())
    records = [Record.parse(text) for name, text in texts if name.endswith(".txt")]
    return tuple(
        RecordedGame(number, record.board, tuple(move.cell for _, move in record.moves))
        for number, record in enumerate(records, 1)
    )


def lead(recorded: RecordedGame, player: Player, clock: ThinkingTime | None = None) -> Examined:
    led = _LedGame(recorded, player, clock)
    try:
        led.play()
    except SapperError as problem:  # raised if the agent can't be restarted
        led.fail(AgentError("died", str(problem)))
    played = Played(LED, led.ms, failure=led.failure, kind=led.kind)
    return led.examiner.result(played)


class _LedGame:
    def __init__(self, recorded: RecordedGame, player: Player, clock: ThinkingTime | None) -> None:
        self.recorded = recorded
        self.player = player
        self.examiner = Examiner(recorded.number, recorded=True, clock=clock)
        self.game = Game(recorded.board)
        self.agent: Agent | None = None
        self.failures = 0
        self.given_up = False
        self.failure = self.kind = ""
        self.ms = 0.0

    def play(self) -> None:
        self.agent = self.player.for_board(self.recorded.number)
        for _ in range(DECISIONS * self.game.level.size):
            if self.game.outcome is not None or self.given_up:
                break
            before = self.game.view
            decision, holds = self.ask(self.game)
            if decision is not None and holds:
                self.game.play(decision)
            if self.game.view != before:
                continue
            cells = self.recorded.cells
            ahead = next(cell for cell in cells if self.game.state(cell) >= HIDDEN)
            if decision is not None or not holds:
                self.again()
            self.game.open(ahead)
        self.note_time()

    def ask(self, game: Game) -> tuple[Decision | None, bool]:
        """The agent's decision, and whether the decision consists only of true claims."""
        agent, before = self.agent, self.examiner.unsound
        assert agent is not None
        try:
            decision = agent.choose(game.view)
            self.examiner(game, agent, decision)
        except AgentError as problem:
            self.fail(problem)
            self.examiner.crash(game, agent)
            return None, False
        sure = decision is None or decision.reason.certain
        return decision, sure and self.examiner.unsound == before

    def again(self) -> None:
        """Start a new game in which the same cells are open, but no cell is flagged."""
        is_open = [c for c in range(self.game.level.size) if self.game.state(c) < HIDDEN]
        self.note_time()
        self.agent = None  # frees the agent's process for the new game
        self.game = Game(self.recorded.board)
        if self.given_up:
            return
        self.agent = self.player.for_board(self.recorded.number)
        self.examiner.new_game()
        self.ask(self.game)
        for cell in is_open:
            self.game.open(cell)

    def fail(self, problem: AgentError) -> None:
        self.failures += 1
        # Give up as soon as the agent is too slow, runs out of memory or dies, because restarting
        # its process or waiting for it takes too long.
        ended = problem.kind in ENDED
        self.given_up |= ended or self.failures == FAILURES
        if not self.failure:
            where = f"in recorded game {self.recorded.number}"
            self.failure = f"{self.player.name} failed {where}, {problem}"
            self.kind = problem.kind

    def note_time(self) -> None:
        if isinstance(self.agent, ForeignAgent):
            self.ms += self.agent.seconds * 1e3
