"""Rebuilds a game from its stored moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from sapper.core.board import Board
from sapper.core.game import Game, milliseconds
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import Move

read_board = lru_cache(maxsize=16)(Board.parse)
"""Reads a stored board. In a race, many games on the same board begin at the same moment."""


class Clock:
    """A clock that shows the time of each move during a replay, and real time afterwards."""

    def __init__(self) -> None:
        self._now = 0
        self._zero: int | None = None

    def __call__(self) -> int:
        return self._now if self._zero is None else milliseconds() - self._zero

    def stop(self, now: int) -> None:
        self._now, self._zero = now, None

    def run(self) -> None:
        self._zero = milliseconds() - self()


def rebuild(
    level: str,
    seed: str | None,
    board: str | None,
    moves: Sequence[tuple[int, Move]],
    elapsed: int | None = None,
    first: Cell | None = None,
    clock: Clock | None = None,
    deal: Callable[[Cell], Board] | None = None,
) -> Game:
    """The game after these moves, on the given board or on the board dealt from the seed.

    With a seed, the rules `safe` and `open` deal the board around the first cell. `first` is the
    cell that was opened first, even if that move was undone, and `deal` deals a board that is not
    an ordinary one. If `board` is given, too, it is the board that was dealt in this way.
    """
    clock = clock or Clock()
    dealt = None if board is None else read_board(board)
    if seed is None:
        assert dealt is not None
        game = Game(dealt, clock=clock)
    else:
        around = deal if dealt is None else lambda _: dealt
        game = Game.start(Level.parse(level), int(seed), clock, first, around)
    go_on(game, clock, moves, elapsed)
    return game


def go_on(game: Game, clock: Clock, moves: Sequence[tuple[int, Move]], elapsed: int | None) -> None:
    """Make further moves at given times. Then the game's time continues at `elapsed`."""
    clock.stop(clock())  # because time passes between the next two looks at the clock
    zero = clock() - game.elapsed
    for at, move in moves:
        clock.stop(zero + at)
        game.play(move)
    game.show_told()
    if elapsed is not None:
        clock.stop(zero + elapsed)
    clock.run()
