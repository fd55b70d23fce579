"""Rebuilds a game from its stored moves."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.core.board import Board
from sapper.core.game import Game, milliseconds
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import Move


class Clock:
    """A clock that shows the time of each move during a replay, and real time afterwards."""

    def __init__(self) -> None:
        self.now = 0
        self._zero: int | None = None

    def __call__(self) -> int:
        return self.now if self._zero is None else milliseconds() - self._zero

    def run(self) -> None:
        self._zero = milliseconds() - self.now


def rebuild(
    level: str,
    seed: str | None,
    board: str | None,
    moves: Sequence[tuple[int, Move]],
    elapsed: int | None = None,
    first: Cell | None = None,
) -> Game:
    """The game after these moves, on the given board or on the board dealt from the seed.

    `first` is the cell that was opened first, even if that move was undone. The rules `safe` and
    `open` deal the board around this cell.
    """
    clock = Clock()
    if board is not None:
        game = Game(Board.parse(board), clock=clock)
    else:
        assert seed is not None
        game = Game.start(Level.parse(level), int(seed), clock, first)
    for at, move in moves:
        clock.now = at
        game.play(move)
    game.show_told()
    if elapsed is not None:
        clock.now = elapsed
    clock.run()
    return game
