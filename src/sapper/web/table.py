"""Table: the games being played. The referee's word is saved before it is given.

A game lives in memory while it is played and can be rebuilt from the store at any time: after a
restart, or when memory is needed for others. Its clock stands still while no server holds it.

Where several servers share a database, each looks whether its memory is still true before it says
anything, and a change that another has made first wins. The clock goes on there: a server can't
know whether another one holds the game.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sapper.board import SEEDS, Board
from sapper.game import Game, Record
from sapper.grid import Cell, SapperError
from sapper.level import Level
from sapper.view import SYMBOLS, Move
from sapper.web.problems import RefusedError
from sapper.web.rebuilding import rebuilt
from sapper.web.store import DamagedError, Row, StaleError, Statement, Store


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
        self,
        player: str,
        level: Level,
        board: Board | None = None,
        assisted: bool = True,
        also: Callable[[str], Sequence[Statement]] = lambda _: (),
    ) -> Seat:
        """A new game of that player; on a board that the player knows, it is assisted.

        `also` maps the id of the game to statements that are written in the same transaction.
        """
        if self.store.running(player) >= self.running:
            raise RefusedError(
                429, f"you have {self.running} games under way: finish or leave one of them first"
            )
        text = None if board is None else str(board)
        # What the dealer finds is fresh, unless it is the board of a day that the player has seen.
        if text is not None and not assisted:
            assisted = self.store.has_played(player, text)
        row = Row(
            id=secrets.token_urlsafe(18),
            share=secrets.token_urlsafe(12),
            player=player,
            level=str(level),
            seed=str(secrets.randbelow(SEEDS)) if board is None else None,
            board=text,
            created=time.time(),
            outcome=None,
            assisted=board is not None and assisted,
        )
        game = _replay(row, ())
        if game.outcome is not None:  # a board without a safe cell is won before it starts
            row = _finished(row, game, game.outcome.value)
        seat = Seat(row, game)
        self.store.add_game(row, *also(row.id))
        self._keep(seat)
        return seat

    def again(self, player: str, share: str) -> Seat:
        """A new game on the board of one that is over.

        It is assisted, whoever asks: somebody has seen the board, and who that was nobody can know
        of players who have a name each time they ask for one.
        """
        row = self.store.shared(share)
        if row is None:
            raise RefusedError(404, "no such shared board")
        if row.outcome is None:
            # Whoever loses the copy would know the mines of the original.
            raise RefusedError(
                409, "the game of this link is under way: a board is shared at the end"
            )
        board = self._read(row).board
        assert board is not None, "a game that is over has a board"
        return self.start(player, board.level, board)

    def seat(self, player: str, game: str) -> Seat:
        """The player's game of that id."""
        with self._lock:
            seat = self._seats.get(game)
            if seat is not None:
                self._seats.move_to_end(game)
        if seat is not None and self.store.is_shared:
            with seat.lock:
                if self.store.revision(game) != seat.row.revision:
                    self._drop(seat)
                    seat = None
        if seat is None:
            row = self.store.game(game)
            # The same answer whether it is another's or nobody's: ids can't be probed.
            if row is None or row.player != player:
                raise RefusedError(404, "no such game")
            seat = self._keep(Seat(row, self._read(row)))
        if seat.row.player != player:
            raise RefusedError(404, "no such game")
        return seat

    def _read(self, row: Row) -> Game:
        """The game of a row, as its moves left it."""
        moves = self.store.moves(row.id)
        elapsed = None
        if self.store.is_shared and row.began is not None:
            elapsed = max(int((time.time() - row.began) * 1000), *(at for at, _ in moves), 0)
        try:
            return _replay(row, moves, elapsed)
        except (SapperError, AssertionError) as problem:
            # Nobody but us has written it: the client is not to blame.
            raise DamagedError(
                f"can't read the database: a game in it is damaged: {problem}"
            ) from None

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
            if self._seats.get(seat.row.id) is seat:
                del self._seats[seat.row.id]

    @contextlib.contextmanager
    def _change(self, seat: Seat) -> Iterator[None]:
        """A change of a game; when it fails, what is in memory may be ahead of the store."""
        try:
            yield
        except BaseException as problem:
            self._drop(seat)  # it is read again when it is asked for
            if isinstance(problem, StaleError):
                raise RefusedError(412, "the game has changed meanwhile: look again") from None
            raise

    def _next(self, row: Row, game: Game) -> Row:
        """The row after a change of its game."""
        began = time.time() - game.elapsed / 1000 if self.store.is_shared else None
        return replace(row, revision=row.revision + 1, began=began)

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
            with self._change(seat):
                row = self._next(seat.row, game)
                if game.outcome is not None:
                    row = _finished(row, game, game.outcome.value)
                was, changes = seat.row.revision, _difference(seat.row, row)
                self.store.add_move(row.id, count, game.moves[-1][0], move, was, **changes)
                seat.row = row
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
            with self._change(seat):
                row = replace(self._next(seat.row, seat.game), assisted=True)
                was, changes = seat.row.revision, _difference(seat.row, row)
                self.store.take_back(row.id, len(moves) - 1, was, **changes)
                seat.row = row
                seat.game = _replay(seat.row, moves[:-1], elapsed)

    def assist(self, seat: Seat) -> None:
        """Note that the player had help."""
        with seat.lock:
            if not seat.row.assisted and not seat.over:
                with self._change(seat):
                    row = replace(self._next(seat.row, seat.game), assisted=True)
                    self.store.change(row.id, seat.row.revision, **_difference(seat.row, row))
                    seat.row = row

    def leave(self, seat: Seat) -> None:
        """Give a game up; one in which nothing was opened is forgotten."""
        with seat.lock:
            if seat.over:
                return
            game = seat.game
            with self._change(seat):
                was = seat.row.revision
                if game.board is None or not _opened(game):
                    self.store.remove(seat.row.id, was)
                    self._drop(seat)
                    seat.row = replace(seat.row, outcome="left")
                    return
                row = _finished(self._next(seat.row, game), game, "left")
                self.store.change(row.id, was, **_difference(seat.row, row))
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
    return rebuilt(row.level, row.seed, row.board, moves, elapsed)


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


def _difference(before: Row, after: Row) -> dict[str, Any]:
    return {
        name: getattr(after, name)
        for name in Row.__slots__
        if getattr(before, name) != getattr(after, name)
    }
