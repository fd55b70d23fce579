"""Boards with a secret seed, dealt by a separate process.

Sapper's own agents need the seed for their guesses, so they also play in the separate process. So a
graded agent can't find the seed in its own process or in the process of the grader.

>>> with SecretBoards() as boards:
...     rows = boards.deal(Level.parse("4x3x2/any"), 5)
...     won = boards.games("odds", Level.parse("4x3x2/any"), 5)
...     seed = boards.seed()
>>> bool((deal_many(Level.parse("4x3x2/any"), seed, 5) == rows).all()), len(won)
(True, 5)
"""

from __future__ import annotations

import secrets
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sapper.core.board import SEEDS, deal_many
from sapper.core.level import Level
from sapper.core.symmetry import TURNS
from sapper.errors import SapperError
from sapper.lab.batch import Batch, Games, play_block
from sapper.lab.player import Player
from sapper.processes.functions import end, follow_parent, start
from sapper.processes.limits import hide_memory


class SecretBoards:
    """Controls the process that deals the boards.

    The process ends when `close` is called or when its parent ends.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._pipe, theirs = Pipe()
        self._process = start(_serve, theirs, seed)
        theirs.close()
        self._asked: list[tuple[Any, ...]] = []
        self._answers: dict[tuple[Any, ...], Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def deal(self, level: Level, games: int) -> NDArray[np.uint32]:
        rows: NDArray[np.uint32] = self._answer("deal", level, games)
        return rows

    def start_games(self, agent: str, level: Level, games: int) -> None:
        self._ask("play", agent, level, games)

    def games(self, agent: str, level: Level, games: int) -> Games:
        played: Games = self._answer("play", agent, level, games)
        return played

    def turn(self) -> int:
        """How the boards of recorded games are rotated or mirrored (a number from 0 to 7)."""
        turn: int = self._answer("turn")
        return turn

    def seed(self) -> int:
        """The seed of the first board.

        Call this method only after all third-party agents have played.
        """
        seed: int = self._answer("seed")
        return seed

    def close(self) -> None:
        self._pipe.close()
        end(self._process)

    def _ask(self, *question: Any) -> None:
        if question not in self._answers and question not in self._asked:
            self._asked.append(question)
            self._talk(self._pipe.send, question)

    def _answer(self, *question: Any) -> Any:
        self._ask(*question)
        while question not in self._answers:
            self._answers[self._asked[0]] = self._talk(self._pipe.recv)
            del self._asked[0]
        answer = self._answers[question]
        if isinstance(answer, SapperError):
            raise answer
        return answer

    def _talk(self, speak: Any, *words: Any) -> Any:
        try:
            return speak(*words)
        except Exception:  # an agent run as root can end the process and write to any pipe
            raise SapperError(
                "the process that deals the boards has ended, perhaps because of an agent"
            ) from None


def _serve(pipe: Connection, seed: int | None) -> None:
    follow_parent()
    hide_memory()
    while True:
        try:
            kind, *rest = pipe.recv()
        except Exception:  # raised if the grader has ended or an agent wrote to the pipe
            return
        try:
            if seed is None:
                # There are too many seeds for an agent to try them all.
                seed = secrets.randbelow(SEEDS - 10**9)
            answer: Any = seed
            if kind == "turn":
                answer = seed % TURNS
            elif kind == "deal":
                answer = deal_many(rest[0], seed, rest[1])
            elif kind == "play":
                agent, level, games = rest
                (answer,) = play_block(Batch((Player(agent),), (str(level),), seed, games))
        except SapperError as problem:
            answer = problem
        try:
            pipe.send(answer)
        except OSError:
            return
