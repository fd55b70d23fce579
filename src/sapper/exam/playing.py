"""Playing: whole games, in which the examinee makes one move at a time (docs/protocol.md).

    play      an examinee gets each position and returns a line of the protocol, such as `open C4`
    replayed  the game that the lines of an answer lead to, and what is wrong with them
    result    whether a game was won, and the luck of its openings (`sapper.lab.luck`)

A line that can't be read or played ends the game, and the game does not count as won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import TypeAlias

import numpy as np

from sapper.adapters.answer import Answer, AnswerError, answer_of
from sapper.agents import Agent
from sapper.core.board import Board, deal
from sapper.core.game import Game, Outcome
from sapper.core.grid import Cell, CellError
from sapper.core.level import Level
from sapper.core.view import Decision, View
from sapper.exam.items import Item
from sapper.lab.frames import DECISIONS
from sapper.lab.luck import game_luck, native_luck
from sapper.lab.player import Player
from sapper.ladder.puzzle import spread
from sapper.reason.odds import odds

Decide: TypeAlias = Callable[[View], str]

RANDOM_GAMES = 5
"""the number of random games on each board; their mean result is worth 0 points"""


@dataclass(frozen=True, slots=True)
class FalseClaim:
    view: View
    cell: Cell
    mine: bool
    """whether the cell was called a mine"""


@dataclass(frozen=True, slots=True)
class ExamGame:
    game: Game
    result: GameResult
    readable: bool
    claims: int
    false_claims: tuple[FalseClaim, ...]
    guesses: int
    needless: int
    """the number of guesses made although a cell was provably safe"""


@dataclass(frozen=True, slots=True)
class GameResult:
    won: bool
    survival: float = 0.0
    information: float = 0.0

    @property
    def luck(self) -> tuple[float, float]:
        return self.survival, self.information

    @property
    def without_luck(self) -> float:
        return self.won - self.survival - self.information


def play(item: Item, decide: Decide) -> tuple[list[str], bool]:
    """Play a game. Return the examinee's lines, and whether they could all be read and played."""
    game = item.game()
    lines: list[str] = []
    while game.outcome is None and len(lines) < DECISIONS * game.level.size:
        lines.append(decide(game.view))
        read = _read(game, lines[-1])
        if read is None:
            return lines, False
        if not _step(game, read[1]):
            break
    return lines, True


def agent_decides(agent: Agent) -> Decide:
    def decide(view: View) -> str:
        said = answer_of(agent.choose(view), view)
        # Leave out the remark, because Sapper's own agents write long ones.
        return said.text(view.grid).partition("#")[0].strip()

    return decide


def _read(game: Game, line: str) -> tuple[Answer, Decision | None] | None:
    """The answer and the decision that a line expresses, or None if the line is unusable."""
    try:
        said = Answer.parse(line, game.grid)
        return said, said.decision(game.view, "examinee")
    except (AnswerError, CellError):
        return None


def _step(game: Game, decision: Decision | None) -> bool:
    """Play a decision, and return whether it changed the position.

    The game ends early if nothing changed.
    """
    before = game.view
    if decision is not None:
        game.play(decision)
    return game.outcome is not None or game.view != before


def replayed(item: Item, lines: Iterable[str]) -> ExamGame:
    game = item.game()
    false: list[FalseClaim] = []
    claims = guesses = needless = 0
    readable = True
    for line in lines:
        if game.outcome is not None:
            break
        view, read = game.view.with_promises(), _read(game, line)
        if read is None:
            readable = False
            break
        said, decision = read
        chances = odds(view)
        safe, mines = list(said.open), [*said.flags, *said.mines]
        if said.guess is not None and said.odds == 0:
            safe.append(said.guess)
        elif said.guess is not None:
            guesses += 1
            needless += bool(chances.safe)
        claims += len(safe) + len(mines)
        false += [FalseClaim(view, cell, False) for cell in safe if chances.risk(cell) > 0]
        false += [FalseClaim(view, cell, True) for cell in mines if chances.risk(cell) < 1]
        if not _step(game, decision):
            break
    return ExamGame(game, result(item, game), readable, claims, tuple(false), guesses, needless)


def result(item: Item, game: Game) -> GameResult:
    assert item.seed is not None
    assert game.board is not None
    _, survival, information, _ = game_luck(game.board, game.moves, item.seed)
    return GameResult(game.outcome is Outcome.WON, survival, information)


@lru_cache(maxsize=10_000)
def champion_result(level: str, seed: int) -> GameResult:
    """The champion's result on a board."""
    native = Player("champion").native
    assert native is not None
    board = deal(Level.parse(level), seed)
    rows = np.array([board.row], dtype=np.uint32)
    won, survival, information, _ = native_luck(native, board.level, rows, seed)[0].tolist()
    return GameResult(won > 0, survival, information)


@lru_cache(maxsize=10_000)
def random_wins(level: str, seed: int) -> float:
    """The share of games on this board that are won by opening random cells."""
    board = deal(Level.parse(level), seed)
    return fmean(_random_game(board, spread(seed, number)) for number in range(RANDOM_GAMES))


def _random_game(board: Board, seed: int) -> bool:
    game = Game(board)
    rng = np.random.default_rng(seed)
    while game.outcome is None:
        game.open(int(rng.choice(game.view.hidden)))
    return game.outcome is Outcome.WON
