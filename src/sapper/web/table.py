"""Table: the games being played. The referee's word is saved before it is given.

A game lives in memory while it is played and can be rebuilt from the store at any time: after a
restart, or when memory is needed for others. Its clock stands still while no server holds it.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sapper.board import SEEDS, Board
from sapper.game import Game, Record
from sapper.grid import Cell
from sapper.level import Level
from sapper.view import SYMBOLS, Move
from sapper.web.problems import RefusedError
from sapper.web.store import Row, Store


class Clock:
    """A game's milliseconds: those of its moves while they are replayed, then real time."""

    def __init__(self) -> None:
        self.now = 0
        self._zero: int | None = None

    def __call__(self) -> int:
        """Milliseconds since the first move."""
        return self.now if self._zero is None else _milliseconds() - self._zero

    def run(self) -> None:
        """Go on from `now` in real time."""
        self._zero = _milliseconds() - self.now


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass(slots=True)
class Seat:
    """A game with its row in the store; mutable. Hold `lock` to look or move."""

    row: Row
    game: Game
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def level(self) -> Level:
        """The level of the game."""
        return self.game.level

    @property
    def over(self) -> bool:
        """Whether no move can be made any more: won, lost or left."""
        return self.row.outcome is not None


@dataclass(frozen=True, slots=True)
class Change:
    """What a move changed: cells and their new symbols in a position."""

    cells: tuple[Cell, ...]
    symbols: str
    opened: int


class Table:
    """All games of one server; safe to use from many threads."""

    def __init__(self, store: Store, running: int = 30, seats: int = 2000) -> None:
        self.store = store
        self.running = running
        self._limit = seats
        self._seats: OrderedDict[str, Seat] = OrderedDict()
        self._lock = threading.Lock()

    # -- sitting down -----------------------------------------------------------------------

    def start(
        self, player: str, level: Level, board: Board | None = None, assisted: bool = True
    ) -> Seat:
        """A new game of that player; on a board that the player knows, it is assisted."""
        if self.store.running(player) >= self.running:
            raise RefusedError(
                429, f"you have {self.running} games under way: finish or leave one of them first"
            )
        row = Row(
            id=secrets.token_urlsafe(18),
            share=secrets.token_urlsafe(12),
            player=player,
            level=str(level),
            seed=str(secrets.randbelow(SEEDS)) if board is None else None,
            board=None if board is None else str(board),
            created=time.time(),
            outcome=None,
            assisted=board is not None and assisted,
        )
        game = _replay(row, ())
        if game.outcome is not None:  # a board without a safe cell is won before it starts
            row = _finished(row, game, game.outcome.value)
        seat = Seat(row, game)
        self.store.add_game(row)
        self._keep(seat)
        return seat

    def again(self, player: str, share: str) -> Seat:
        """A new game on the board of one that is over; assisted if it was the player's own."""
        row = self.store.shared(share)
        if row is None:
            raise RefusedError(404, "no such shared board")
        if row.outcome is None:
            # Whoever loses the copy would know the mines of the original.
            raise RefusedError(
                409, "the game of this link is under way: a board is shared at the end"
            )
        board = _replay(row, self.store.moves(row.id)).board
        assert board is not None, "a game that is over has a board"
        return self.start(player, board.level, board, assisted=row.player == player)

    def seat(self, player: str, game: str) -> Seat:
        """The player's game of that id."""
        with self._lock:
            seat = self._seats.get(game)
            if seat is not None:
                self._seats.move_to_end(game)
        if seat is None:
            row = self.store.game(game)
            # The same answer whether it is another's or nobody's: ids can't be probed.
            if row is None or row.player != player:
                raise RefusedError(404, "no such game")
            seat = self._keep(Seat(row, _replay(row, self.store.moves(game))))
        if seat.row.player != player:
            raise RefusedError(404, "no such game")
        return seat

    def _keep(self, seat: Seat) -> Seat:
        with self._lock:
            # Another thread may have been faster; there is one seat per game.
            seat = self._seats.setdefault(seat.row.id, seat)
            while len(self._seats) > self._limit:
                oldest = next(iter(self._seats))
                if not self._seats[oldest].lock.acquire(blocking=False):
                    break
                self._seats.pop(oldest).lock.release()
            return seat

    def _drop(self, seat: Seat) -> None:
        with self._lock:
            self._seats.pop(seat.row.id, None)

    # -- playing ----------------------------------------------------------------------------

    def play(self, seat: Seat, move: Move, after: int | None = None) -> Change:
        """Make a move, if the game has `after` moves; when this returns, it is durable."""
        with seat.lock:
            game = seat.game
            count = len(game.moves)
            if after is not None and after != count:
                raise RefusedError(412, f"the game has {count} moves, not {after}: look again")
            if seat.over:
                raise RefusedError(409, "the game is over: start a new one")
            if count >= 20 * seat.level.size + 100:
                raise RefusedError(409, "too many moves in one game: start a new one")
            before = game.view
            opened = game.play(move)
            if len(game.moves) == count:
                return Change((), "", 0)
            try:
                row = seat.row
                if game.outcome is not None:
                    row = _finished(row, game, game.outcome.value)
                changes = _difference(seat.row, row)
                self.store.add_move(row.id, count, game.moves[-1][0], move, **changes)
                seat.row = row
            except BaseException:
                # What is in memory is ahead of the store: forget it, and read it again when asked.
                self._drop(seat)
                raise
            view = game.view
            changed = np.flatnonzero(before.array != view.array).tolist()
            symbols = "".join(SYMBOLS[view.states[cell]] for cell in changed)
            return Change(tuple(changed), symbols, opened)

    def undo(self, seat: Seat) -> None:
        """Take the last move back; the game is assisted from then on."""
        with seat.lock:
            if seat.over:
                raise RefusedError(409, "the game is over: its mines have been shown")
            moves = seat.game.moves
            if not moves:
                raise RefusedError(409, "there is no move to undo")
            elapsed = seat.game.elapsed
            self.store.take_back(seat.row.id, len(moves) - 1)
            seat.row = replace(seat.row, assisted=True)
            seat.game = _replay(seat.row, moves[:-1], elapsed)

    def assist(self, seat: Seat) -> None:
        """Note that the player had help."""
        with seat.lock:
            if not seat.row.assisted and not seat.over:
                self.store.change(seat.row.id, assisted=True)
                seat.row = replace(seat.row, assisted=True)

    def leave(self, seat: Seat) -> None:
        """Give a game up; one in which nothing was opened is forgotten."""
        with seat.lock:
            if seat.over:
                return
            game = seat.game
            if game.board is None or not _opened(game):
                self.store.remove(seat.row.id)
                self._drop(seat)
                seat.row = replace(seat.row, outcome="left")
                return
            row = _finished(seat.row, game, "left")
            self.store.change(row.id, **_difference(seat.row, row))
            seat.row = row

    def record(self, seat: Seat) -> Record:
        """The record of a game that is over."""
        with seat.lock:
            if not seat.over:
                raise RefusedError(
                    409, "the game is under way: its board is not shown before the end"
                )
            return seat.game.record()


def _opened(game: Game) -> int:
    return sum(state <= 8 for state in game.view.states)


def _replay(row: Row, moves: Sequence[tuple[int, Move]], elapsed: int | None = None) -> Game:
    clock = Clock()
    if row.board is not None:
        game = Game(Board.parse(row.board), clock)
    else:
        assert row.seed is not None
        game = Game.start(Level.parse(row.level), int(row.seed), clock)
    for at, move in moves:
        clock.now = at
        game.play(move)
    if elapsed is not None:
        clock.now = elapsed
    clock.run()
    return game


def _finished(row: Row, game: Game, outcome: str) -> Row:
    assert game.board is not None
    moves = game.moves
    return replace(
        row,
        outcome=outcome,
        elapsed=moves[-1][0] if moves else 0,
        clicks=len(moves),
        opened=_opened(game),
        three_bv=game.board.statistics.three_bv,
    )


def _difference(before: Row, after: Row) -> dict[str, object]:
    return {
        name: getattr(after, name)
        for name in Row.__slots__
        if getattr(before, name) != getattr(after, name)
    }
