"""Live games: the games in progress. Every move is saved before the server answers it.

A game can be rebuilt from the database at any time. Removing a game from memory does not stop its
clock.

If several servers share a database, each server brings its copy of a game up to date before it
answers. If two servers change a game at the same time, the second change is refused.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from sapper.core.board import SEEDS, Board
from sapper.core.game import Game, Record
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import SYMBOLS, Move
from sapper.errors import SapperError
from sapper.ladder.dealer import deal_soon
from sapper.web.database import FullError, StaleError, Statement
from sapper.web.dealing import wanted_of
from sapper.web.guard import FairQueue
from sapper.web.problems import RefusedError
from sapper.web.rebuilding import Clock, go_on, rebuild
from sapper.web.store import DamagedError, GameRow, Store, change_of, help_of, removal_of

PATIENCE = 3.0
"""the seconds that a first move waits until its board can be dealt"""


@dataclass(slots=True)
class Seat:
    """A running or finished game in memory, with its row in the database.

    Hold `lock` while using the game or the row.
    """

    row: GameRow
    game: Game
    clock: Clock
    lock: threading.RLock = field(default_factory=threading.RLock)
    helped: int | None = None
    """the number of moves when help was last recorded"""

    @property
    def level(self) -> Level:
        return self.game.level

    @property
    def over(self) -> bool:
        return self.row.outcome is not None


def most_moves(level: Level) -> int:
    """The number of moves after which no flag can be set or removed.

    Cells can still be opened. Each of these moves opens a cell, so their number is limited too.
    """
    return 2 * level.size + 100


@dataclass(frozen=True, slots=True)
class Change:
    """The cells that a move changed, with their new symbols, and the number of opened cells."""

    cells: tuple[Cell, ...]
    symbols: str
    opened: int


class LiveGames:
    """The games of a server, which many threads can use at the same time."""

    def __init__(self, store: Store, running: int = 30, seats: int = 2000) -> None:
        self.store = store
        self.running = running
        self._limit = seats
        self._seats: OrderedDict[str, Seat] = OrderedDict()
        self._lock = threading.Lock()
        self._dealing = FairQueue(1)
        """one board at a time, so that players who ask for rare boards don't slow down others"""
        self._deletions = 0
        """the number of deletions, so that no game comes back that was read before one"""

    def start(
        self,
        player: str,
        level: Level,
        board: Board | None = None,
        assisted: bool = False,
        also: Callable[[str], Sequence[Statement]] = lambda _: (),
        *,
        wanted: str | None = None,
        moves: Sequence[tuple[int, Move]] = (),
        replacing: Seat | None = None,
        began: float | None = None,
    ) -> Seat:
        """Start a game that begins with `moves`. The clock starts at the time of the last move.

        If `began` is given, the clock has been running since then, and the moves are not help:
        they open the start of a room's board. A player's number of such games is not limited,
        because a race waits for nobody. `replacing` is a game that the player leaves for the new
        one. `assisted` is true if the player has entered the board or played on it before. `also`
        gets the id of the new game and returns statements to run in the same transaction. `wanted`
        says what the board must be like that is dealt around the first cell (see dealing.py).
        """
        row = GameRow(
            id=secrets.token_urlsafe(18),
            share=secrets.token_urlsafe(12),
            player=player,
            level=str(level),
            seed=str(secrets.randbelow(SEEDS)) if board is None else None,
            board=None if board is None else str(board),
            created=time.time(),
            outcome=None,
            assisted=assisted,
            wanted=wanted,
        )
        now = time.time()
        elapsed = None if began is None else int(1000 * (now - began))
        game, clock = self._rebuilt(row, moves, elapsed)
        if game.moves:
            zero = now - moves[-1][0] / 1000 if began is None else began
            row = replace(row, began=zero, first=_first(row, game, 0))
        # A board without safe cells is won before the first move.
        if game.outcome is not None:
            row = _finish(row, game, game.outcome.value)
        seat = Seat(row, game, clock)
        if began is not None:
            self.store.add_game(row, *also(row.id), moves=game.moves)
        elif replacing is None:
            self._add(row, game, also(row.id))
        else:
            with replacing.lock, self._change(replacing):
                leaving, left = self._leaving(replacing)
                self._add(row, game, [*leaving, *also(row.id)], replaces=bool(leaving))
                self._leave(replacing, left)
        self._keep(seat)
        return seat

    def keep(
        self, player: str, record: Record, began: float, also: Callable[[str], Sequence[Statement]]
    ) -> None:
        """Add a game that an agent has played."""
        row = GameRow(
            id=secrets.token_urlsafe(18),
            share=secrets.token_urlsafe(12),
            player=player,
            level=str(record.level),
            seed=None,
            board=str(record.board),
            created=time.time(),
            outcome=None,
            assisted=False,
            began=began,
        )
        game, _ = self._rebuilt(row, record.moves)
        outcome = "left" if game.outcome is None else game.outcome.value
        row = _finish(replace(row, first=_first(row, game, 0)), game, outcome)
        self.store.add_game(row, *also(row.id), moves=game.moves)

    def _add(
        self, row: GameRow, game: Game, also: Sequence[Statement], replaces: bool = False
    ) -> None:
        try:
            # Most surplus games are refused here without writing to the database. `add_game` counts
            # the player's running games again after adding this one.
            if self.store.running(row.player) - replaces >= self.running:
                raise FullError
            # If the game begins with copied moves, they are help.
            helped = help_of(row.id, len(game.moves)) if game.moves else []
            self.store.add_game(row, *also, *helped, moves=game.moves, most=self.running)
        except FullError:
            raise RefusedError(
                429,
                "you have {count:game|games} under way: finish or leave one of them first",
                count=self.running,
            ) from None

    def again(
        self,
        player: str,
        share: str,
        *,
        moves: Sequence[tuple[int, Move]] = (),
        replacing: Seat | None = None,
    ) -> Seat:
        """Start a game on the board of a finished game. Playing a board again is practice."""
        row = self.store.shared(share)
        if row is None:
            raise RefusedError(404, "no such shared board")
        if row.outcome is None:
            # By losing on a copy of the board, a player could see the mines of the running game.
            raise RefusedError(
                409, "this game is still being played: its board can be shared when it is over"
            )
        game, _ = self._read(row)
        board = game.board
        assert board is not None, "a game that is over has a board"
        again = row.player == player or self.store.has_played(player, str(board))
        return self.start(player, board.level, board, again, moves=moves, replacing=replacing)

    def seat(self, player: str, game: str) -> Seat:
        with self._lock:
            seat = self._seats.get(game)
            if seat is not None:
                self._seats.move_to_end(game)
        if seat is not None and self.store.is_shared:
            with seat.lock:
                if not self._catch_up(seat):
                    self._discard(seat)
                    seat = None
        if seat is None:
            deletions = self._deletions
            row = self.store.game(game)
            # Give the same answer as for someone else's game, so that nobody can find out which ids
            # exist.
            if row is None or row.player != player:
                raise RefusedError(404, "no such game")
            seat = self._keep(Seat(row, *self._read(row)))
            if self._deletions != deletions:
                # The game may have been deleted after it was read.
                self._drop(seat)
                return self.seat(player, game)
        if seat.row.player != player:
            raise RefusedError(404, "no such game")
        return seat

    def _catch_up(self, seat: Seat) -> bool:
        """Apply what other servers have changed, or return False if the game must be read again."""
        was, game = seat.row, seat.game
        if self.store.revision(was.id) == was.revision:
            return True
        row = self.store.game(was.id)
        # Without a board, the game is short.
        if row is None or game.board is None or game.outcome is not None:
            return False
        count, new = self.store.moves_since(was.id, was.revision)
        left = min([count, *(number for number, _, _ in new[:1])])
        while game.move_count > left:
            game.undo()
        if game.move_count < left:
            return False
        moves = [(at, move) for _, at, move in new]
        go_on(game, seat.clock, moves, _elapsed(row, moves or game.moves_from(left - 1)))
        seat.row, seat.helped = row, None
        return True

    def _read(self, row: GameRow) -> tuple[Game, Clock]:
        moves = self.store.moves(row.id)
        try:
            return self._rebuilt(row, moves, _elapsed(row, moves))
        except (SapperError, AssertionError) as problem:
            # Only the server writes to the database, so the client did not cause this error.
            raise DamagedError(f"game {row.id} is damaged in the database: {problem}") from None

    def _rebuilt(
        self, row: GameRow, moves: Sequence[tuple[int, Move]], elapsed: int | None = None
    ) -> tuple[Game, Clock]:
        clock = Clock()
        deal = None if row.wanted is None else partial(self._deal, row, row.wanted)
        return (
            rebuild(row.level, row.seed, row.board, moves, elapsed, row.first, clock, deal),
            clock,
        )

    def _deal(self, row: GameRow, wanted: str, first: Cell) -> Board:
        assert row.seed is not None
        with self._dealing.one(row.player, PATIENCE):
            return deal_soon(Level.parse(row.level), int(row.seed), wanted_of(wanted), first)

    def _keep(self, seat: Seat) -> Seat:
        with self._lock:
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

    def _discard(self, seat: Seat) -> None:
        """Drop a copy of a game that may be wrong."""
        self._drop(seat)
        seat.row = replace(seat.row, revision=-1)  # makes waiting threads fail

    @contextlib.contextmanager
    def _change(self, seat: Seat) -> Iterator[None]:
        """If the block fails, discard the copy of the game in memory, because it may be wrong."""
        try:
            yield
        except BaseException as problem:
            self._discard(seat)  # the next request loads the game again
            if isinstance(problem, StaleError):
                raise RefusedError(412, "the game has changed in the meantime: reload it") from None
            raise

    def _next(self, row: GameRow, game: Game) -> GameRow:
        began = time.time() - game.elapsed / 1000 if game.move_count else None
        return replace(row, revision=row.revision + 1, began=began)

    def play(
        self, seat: Seat, *moves: Move, after: int | None = None, assisted: bool = False
    ) -> Change:
        """Make moves and save them. If `after` is given, the game must have that many moves."""
        with seat.lock:
            game = seat.game
            count = game.move_count
            if after is not None and after != count:
                raise RefusedError(
                    412,
                    "the game has {count:move|moves}, not {claimed}: reload it",
                    count=count,
                    claimed=after,
                )
            if seat.over:
                raise RefusedError(409, "the game is over: start a new one")
            flags = any(move.kind == "flag" for move in moves)
            if flags and count + len(moves) > most_moves(seat.level):
                raise RefusedError(
                    409, "this game has too many moves for more flags: open cells, or undo moves"
                )
            for move in moves:
                game.check_start(move)
            before = game.view
            with self._change(seat):
                opened = sum(map(game.play, moves))
                if game.move_count == count:
                    return Change((), "", 0)
                row = self._next(seat.row, game)
                row = replace(
                    row,
                    first=_first(row, game, count),
                    board=_board(row, game),
                    assisted=row.assisted or assisted,
                )
                if game.outcome is not None:
                    row = _finish(row, game, game.outcome.value)
                was, changes = seat.row.revision, _difference(seat.row, row)
                some = game.moves_from(count)
                self.store.add_moves(row.id, count, some, was, assisted, **changes)
                seat.row = row
            view = game.view
            changed = np.flatnonzero(before.array != view.array).tolist()
            symbols = "".join(SYMBOLS[view.states[cell]] for cell in changed)
            return Change(tuple(changed), symbols, opened)

    def undo(self, seat: Seat) -> None:
        with seat.lock:
            if seat.over:
                raise RefusedError(409, "the game is over: its moves can't be undone")
            game = seat.game
            if not game.move_count:
                raise RefusedError(409, "there is no move to undo")
            with self._change(seat):
                row = replace(self._next(seat.row, game), assisted=True)
                game.undo()
                was, changes = seat.row.revision, _difference(seat.row, row)
                self.store.take_back(row.id, game.move_count, was, **changes)
                seat.row = row

    def assist(self, seat: Seat) -> None:
        with seat.lock:
            count = seat.game.move_count
            if seat.over or seat.helped == count:
                return
            with self._change(seat):
                row = replace(self._next(seat.row, seat.game), assisted=True)
                was, changes = seat.row.revision, _difference(seat.row, row)
                self.store.help(row.id, count, was, **changes)
                seat.row, seat.helped = row, count

    def leave(self, seat: Seat) -> None:
        with seat.lock, self._change(seat):
            statements, row = self._leaving(seat)
            if statements:
                self.store.write(*statements)
                self._leave(seat, row)

    def _leaving(self, seat: Seat) -> tuple[Sequence[Statement], GameRow]:
        row, game = seat.row, seat.game
        if seat.over:
            return [], row
        if row.first is None:
            return removal_of(row.id, row.revision), replace(row, outcome="left")
        left = replace(_finish(self._next(row, game), game, "left"), elapsed=game.elapsed)
        return [change_of(row.id, row.revision, _difference(row, left))], left

    def _leave(self, seat: Seat, left: GameRow) -> None:
        seat.row = left
        if left.first is None:
            self._drop(seat)

    def delete(self, seat: Seat) -> None:
        with seat.lock, self._change(seat):
            row = seat.row
            self.store.write(*removal_of(row.id, row.revision))
            self._deletions += 1
            self._drop(seat)
        self.store.wipe()

    def forget(self, player: str) -> None:
        self.store.forget(player)
        with self._lock:
            self._deletions += 1
            own = [game for game, seat in self._seats.items() if seat.row.player == player]
            for game in own:
                del self._seats[game]

    def record(self, seat: Seat) -> Record:
        with seat.lock:
            if not seat.over:
                raise RefusedError(409, "the board is secret until the game is over")
            return seat.game.record()


def _first(row: GameRow, game: Game, count: int) -> Cell | None:
    if row.first is not None:
        return row.first
    return next((move.cell for _, move in game.moves_from(count) if move.kind == "open"), None)


def _board(row: GameRow, game: Game) -> str | None:
    """The board to store. Dealing a wanted board again could take too long."""
    if row.wanted is None or row.board is not None or game.board is None:
        return row.board
    return str(game.board)


def _elapsed(row: GameRow, moves: Sequence[tuple[int, Move]]) -> int | None:
    """The time of a game after moves (or the last of them), or None before the first."""
    if row.began is None or not moves:
        return None
    # The system's clock may have been set back in the meantime.
    return max(int((time.time() - row.began) * 1000), moves[-1][0])


def _finish(row: GameRow, game: Game, outcome: str) -> GameRow:
    assert game.board is not None
    moves = game.moves
    return replace(
        row,
        outcome=outcome,
        elapsed=moves[-1][0] if moves else 0,
        clicks=len(moves),
        opened=sum(state <= 8 for state in game.view.states),
        three_bv=game.board.statistics.three_bv,
    )


def _difference(before: GameRow, after: GameRow) -> dict[str, Any]:
    return {
        name: getattr(after, name)
        for name in GameRow.__slots__
        if getattr(before, name) != getattr(after, name)
    }
