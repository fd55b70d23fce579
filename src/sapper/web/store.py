"""Stores games and their moves in the database.

A game is stored as its level, its seed (or its board) and its moves, each in a row. Moves that a
game copies from another game are packed into one row.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from sapper.core.view import Move
from sapper.web.database import Database, Statement
from sapper.web.schema import StoreError, beginnings, games, helps, metadata, moves, room_entries

DAY = 24 * 3600

NEW_GAMES = 20826
"""the number of the PostgreSQL lock that a server holds while it adds a game"""

# Statements are built only once, because building one takes as long as running it.
ADD_GAME = insert(games)
ADD_MOVE = insert(moves)
ADD_BEGINNING = insert(beginnings)
SHORTEN = update(beginnings).where(
    beginnings.c.game == bindparam("which"), beginnings.c.count > bindparam("left")
)
CHANGE = update(games).where(games.c.id == bindparam("which"))
CHANGE_SEEN = CHANGE.where(games.c.revision == bindparam("was"))
RUNNING = select(func.count()).where(
    games.c.player == bindparam("player"), games.c.outcome.is_(None)
)
HAS_MOVES = (
    select(moves.c.game).where(moves.c.game == games.c.id).exists()
    | select(beginnings.c.game)
    .where(beginnings.c.game == games.c.id, beginnings.c.count > 0)
    .exists()
)
HAS_ROOM = select(RUNNING.scalar_subquery() <= bindparam("most"))


def change_of(game: str, was: int | None, changes: dict[str, Any]) -> Statement:
    """A statement that changes a game. If `was` is given, the game must have that revision."""
    if was is None:
        return CHANGE, {"which": game, **changes}
    return CHANGE_SEEN, {"which": game, "was": was, **changes}


def removal_of(game: str, was: int | None) -> list[Statement]:
    return [
        *([] if was is None else [change_of(game, was, {"revision": was + 1})]),
        (delete(moves).where(moves.c.game == game), {}),
        (delete(games).where(games.c.id == game), {}),
    ]


def help_of(game: str, after: int) -> list[Statement]:
    one = {"game": game, "after": after}
    return [
        (delete(helps).where(helps.c.game == game, helps.c.after == after), {}),
        (insert(helps), one),
    ]


def _additions(
    game: str, number: int, some: Sequence[tuple[int, Move]], revision: int
) -> Iterator[Statement]:
    for count, (at, move) in enumerate(some, number):
        values = {"game": game, "number": count, "revision": revision}
        yield ADD_MOVE, {**values, "at": at, "kind": move.kind, "cell": move.cell}


def _beginning(game: str, some: Sequence[tuple[int, Move]]) -> Statement:
    packed = zlib.compress(json.dumps([(at, move.kind, move.cell) for at, move in some]).encode())
    return ADD_BEGINNING, {"game": game, "count": len(some), "moves": packed}


def _unpacked(packed: bytes, count: int) -> list[Any]:
    return [tuple(move) for move in json.loads(zlib.decompress(packed))[:count]]


class DamagedError(StoreError):
    """A stored game can't be rebuilt."""


@dataclass(frozen=True, slots=True)
class GameRow:
    id: str
    share: str
    player: str
    level: str
    seed: str | None
    board: str | None
    created: float
    outcome: str | None
    assisted: bool
    elapsed: int | None = None
    clicks: int | None = None
    opened: int | None = None
    three_bv: int | None = None
    revision: int = 0
    began: float | None = None
    first: int | None = None
    wanted: str | None = None


class Store(Database):
    """The games of a server (thread-safe)."""

    def add_game(
        self,
        row: GameRow,
        *also: Statement,
        moves: Sequence[tuple[int, Move]] = (),
        most: int | None = None,
    ) -> None:
        """Add a game that begins with `moves`, which are copied from another game."""
        add = (ADD_GAME, {name: getattr(row, name) for name in GameRow.__slots__})
        statements = [add, *also, *([_beginning(row.id, moves)] if moves else [])]
        if most is not None:
            room = HAS_ROOM, {"player": row.player, "most": most}
            statements = [*self.turn(NEW_GAMES), *statements, room]
        self.write(*statements)

    def add_moves(
        self,
        game: str,
        number: int,
        moves: Sequence[tuple[int, Move]],
        was: int | None = None,
        helped: bool = False,
        **changes: Any,
    ) -> None:
        """Add moves to a game, numbered from `number`, and change the game's row.

        If `helped` is true, also record that help was used. Methods with an argument `was` raise
        a StaleError if the game has a different revision.
        """
        change = [change_of(game, was, changes)] if changes else []
        help_given = help_of(game, number + len(moves)) if helped else []
        revision = 0 if was is None else was + 1
        self.write(*change, *_additions(game, number, moves, revision), *help_given)

    def take_back(self, game: str, number: int, was: int | None = None, **changes: Any) -> None:
        one = delete(moves).where(moves.c.game == game, moves.c.number == number)
        shorten = SHORTEN, {"which": game, "left": number, "count": number}
        change = change_of(game, was, {"assisted": True, **changes})
        self.write(change, (one, {}), shorten, *help_of(game, number))

    def help(self, game: str, after: int, was: int | None = None, **changes: Any) -> None:
        change = change_of(game, was, {"assisted": True, **changes})
        self.write(change, *help_of(game, after))

    def helps(self, game: str) -> list[int]:
        """For each use of help, the number of moves made before it."""
        query = select(helps.c.after).where(helps.c.game == game).order_by(helps.c.after)
        return [after for (after,) in self.select(query)]

    def change(self, game: str, was: int | None = None, **changes: Any) -> None:
        self.write(change_of(game, was, changes))

    def forget(self, player: str) -> None:
        """Delete everything about a player, in all tables that have a column `player`.

        Rows of other tables are deleted together with the game to which they belong.
        """
        keyed = [table for table in reversed(metadata.sorted_tables) if "player" in table.c]
        self.write(*((delete(table).where(table.c.player == player), {}) for table in keyed))
        self.wipe()

    def sweep(self, older_than: float) -> None:
        """Delete games without moves that are more than `older_than` seconds old."""
        old = games.c.created < time.time() - older_than
        untouched = games.c.outcome.is_(None) & games.c.first.is_(None)
        unplayed = delete(games).where(untouched, old, ~HAS_MOVES)
        self.write((unplayed, {}))

    def resume_clocks(self) -> None:
        """After a restart, continue the clock of each running game from the last move.

        The clock of a race has run on for everyone.
        """
        last = select(func.max(moves.c.at)).where(moves.c.game == games.c.id).scalar_subquery()
        alone = ~exists().where(room_entries.c.game == games.c.id)
        running = update(games).where(games.c.outcome.is_(None), last.is_not(None), alone)
        self.write((running.values(began=time.time() - last / 1000.0), {}))
        copied = (
            select(games.c.id)
            .join(beginnings)
            .where(games.c.outcome.is_(None), last.is_(None), alone)
        )
        for (game,) in self.select(copied):
            if some := self.moves(game):
                self.change(game, began=time.time() - some[-1][0] / 1000)

    def _rows(self, query: Any) -> list[GameRow]:
        return [GameRow(*row) for row in self.select(query)]

    def revision(self, game: str) -> int | None:
        found = self.select(select(games.c.revision).where(games.c.id == game))
        return found[0][0] if found else None

    def count(self) -> int:
        return int(self.select(select(func.count()).select_from(games))[0][0])

    def game(self, game: str) -> GameRow | None:
        rows = self._rows(select(games).where(games.c.id == game))
        return rows[0] if rows else None

    def games_of(self, some: Collection[str]) -> dict[str, GameRow]:
        return {row.id: row for row in self._rows(select(games).where(games.c.id.in_(some)))}

    def shared(self, share: str) -> GameRow | None:
        rows = self._rows(select(games).where(games.c.share == share))
        return rows[0] if rows else None

    def moves(self, game: str) -> list[tuple[int, Move]]:
        return [(at, Move(kind, cell)) for at, kind, cell in self.moves_of([game])[game]]

    def moves_since(self, game: str, revision: int) -> tuple[int, list[tuple[int, int, Move]]]:
        """The number of moves of a game, and the numbers and times of those after a revision."""
        # If a move is made between the two queries, only the second may find it. In the opposite
        # order, an undone move could be taken for one that is still there.
        own = select(func.max(moves.c.number) + 1).where(moves.c.game == game)
        copied = select(beginnings.c.count).where(beginnings.c.game == game)
        counts = func.coalesce(own.scalar_subquery(), copied.scalar_subquery(), 0)
        count = int(self.select(select(counts))[0][0])
        query = select(moves.c.number, moves.c.at, moves.c.kind, moves.c.cell).where(
            moves.c.game == game, moves.c.revision > revision
        )
        found = self.select(query.order_by(moves.c.number))
        return count, [(number, at, Move(kind, cell)) for number, at, kind, cell in found]

    def moves_of(self, some: Collection[str]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {game: [] for game in some}
        copied = select(beginnings.c.game, beginnings.c.moves, beginnings.c.count)
        for game, packed, count in self.select(copied.where(beginnings.c.game.in_(some))):
            found[game] = _unpacked(packed, count)
        query = (
            select(moves.c.game, moves.c.at, moves.c.kind, moves.c.cell)
            .where(moves.c.game.in_(some))
            .order_by(moves.c.game, moves.c.number)
        )
        for game, *move in self.select(query):
            found[game].append(tuple(move))
        return found

    def running(self, player: str) -> int:
        return int(self.select(RUNNING, player=player)[0][0])

    def has_played(self, player: str, board: str) -> bool:
        query = select(games.c.id).where(games.c.player == player, games.c.board == board)
        return bool(self.select(query.limit(1)))

    def under_way(self, player: str) -> list[GameRow]:
        return self._latest(games.c.player == player, games.c.outcome.is_(None), HAS_MOVES)

    def history(self, player: str, limit: int, *, assisted: bool | None = None) -> list[GameRow]:
        conditions = [games.c.player == player, games.c.outcome.is_not(None)]
        if assisted is not None:
            conditions.append(games.c.assisted.is_(assisted))
        return self._latest(*conditions, limit=limit)

    def _latest(self, *conditions: ColumnElement[bool], limit: int | None = None) -> list[GameRow]:
        query = select(games).where(*conditions)
        return self._rows(query.order_by(games.c.created.desc(), games.c.id).limit(limit))
