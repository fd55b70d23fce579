"""Store: games and their moves in the database.

A game is a level, a seed (or a board that was there before) and its moves; everything else follows
by replaying them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from sapper.core.view import Move
from sapper.web.database import Database, Statement
from sapper.web.schema import StoreError, games, moves

NEW_GAMES = 20826
"""the number of PostgreSQL's lock that a server holds while it adds games: others would not be
counted yet"""

# Built once: to build a statement costs as much as to run it.
ADD_GAME = insert(games)
ADD_MOVE = insert(moves)
CHANGE = update(games).where(games.c.id == bindparam("which"))
CHANGE_SEEN = CHANGE.where(games.c.revision == bindparam("was"))
RUNNING = select(func.count()).where(
    games.c.player == bindparam("player"), games.c.outcome.is_(None)
)
HAS_ROOM = select(RUNNING.scalar_subquery() <= bindparam("most"))


def change_of(game: str, was: int | None, changes: dict[str, Any]) -> Statement:
    """The statement that changes what is known about a game; `was` is the revision seen."""
    if was is None:
        return CHANGE, {"which": game, **changes}
    return CHANGE_SEEN, {"which": game, "was": was, **changes}


def removal_of(game: str, was: int | None) -> list[Statement]:
    """The statements that forget a game."""
    return [
        *([] if was is None else [change_of(game, was, {"revision": was + 1})]),
        (delete(moves).where(moves.c.game == game), {}),
        (delete(games).where(games.c.id == game), {}),
    ]


def _additions(game: str, number: int, some: Sequence[tuple[int, Move]]) -> Iterator[Statement]:
    for count, (at, move) in enumerate(some, number):
        values = {"game": game, "number": count, "at": at, "kind": move.kind, "cell": move.cell}
        yield ADD_MOVE, values


class DamagedError(StoreError):
    """A game that can't be rebuilt from what is stored of it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A game as it is stored: the columns of `games` in their order."""

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


class Store(Database):
    """The games of one server's players; safe to use from many threads; mutable."""

    def add_game(
        self,
        row: Row,
        *also: Statement,
        moves: Sequence[tuple[int, Move]] = (),
        most: int | None = None,
    ) -> None:
        """Add a game with its moves, and with other changes in the same transaction.

        `most` is how many games its player may have under way then; else it is a FullError.
        """
        add = (ADD_GAME, {name: getattr(row, name) for name in Row.__slots__})
        statements = [add, *also, *_additions(row.id, 0, moves)]
        if most is not None:
            statements.append((HAS_ROOM, {"player": row.player, "most": most}))
            if self.dialect == "postgresql":
                lock = text(f"SELECT pg_advisory_xact_lock({NEW_GAMES})")
                statements.insert(0, (lock, {}))
        self.write(*statements)

    def add_moves(
        self,
        game: str,
        number: int,
        moves: Sequence[tuple[int, Move]],
        was: int | None = None,
        **changes: Any,
    ) -> None:
        """The next moves of a game, from this number on, with what they change about the game.

        `was` is the revision that one has seen: here and below, a StaleError if there is another.
        """
        change = [change_of(game, was, changes)] if changes else []
        self.write(*change, *_additions(game, number, moves))

    def take_back(self, game: str, number: int, was: int | None = None, **changes: Any) -> None:
        """Undo the move of that number, the last one."""
        one = delete(moves).where(moves.c.game == game, moves.c.number == number)
        self.write(change_of(game, was, {"assisted": True, **changes}), (one, {}))

    def change(self, game: str, was: int | None = None, **changes: Any) -> None:
        self.write(change_of(game, was, changes))

    def sweep(self, older_than: float) -> None:
        """Delete games older than `older_than` seconds in which no move was ever made."""
        played = select(moves.c.game)
        old = games.c.created < time.time() - older_than
        untouched = games.c.outcome.is_(None) & games.c.first.is_(None)
        unplayed = delete(games).where(untouched, old, games.c.id.not_in(played))
        self.write((unplayed, {}))

    def resume_clocks(self) -> None:
        """Let the clocks of all games go on from their last moves: no server has run meanwhile."""
        last = select(func.max(moves.c.at)).where(moves.c.game == games.c.id).scalar_subquery()
        running = update(games).where(games.c.outcome.is_(None), last.is_not(None))
        self.write((running.values(began=time.time() - last / 1000.0), {}))

    # -- reading ----------------------------------------------------------------------------

    def _rows(self, connection: Connection, query: Any) -> list[Row]:
        return [Row(*row) for row in connection.execute(query)]

    def revision(self, game: str) -> int | None:
        """How often a game has changed."""
        with self._reading() as connection:
            return connection.execute(
                select(games.c.revision).where(games.c.id == game)
            ).scalar_one_or_none()

    def count(self) -> int:
        with self._reading() as connection:
            return int(connection.execute(select(func.count()).select_from(games)).scalar_one())

    def game(self, game: str) -> Row | None:
        with self._reading() as connection:
            rows = self._rows(connection, select(games).where(games.c.id == game))
        return rows[0] if rows else None

    def shared(self, share: str) -> Row | None:
        """The game of that share id."""
        with self._reading() as connection:
            rows = self._rows(connection, select(games).where(games.c.share == share))
        return rows[0] if rows else None

    def moves(self, game: str) -> list[tuple[int, Move]]:
        """The moves of a game in order, each with its time."""
        query = (
            select(moves.c.at, moves.c.kind, moves.c.cell)
            .where(moves.c.game == game)
            .order_by(moves.c.number)
        )
        with self._reading() as connection:
            return [(at, Move(kind, cell)) for at, kind, cell in connection.execute(query)]

    def moves_of(self, some: Collection[str]) -> dict[str, list[tuple[int, str, int]]]:
        """The moves of several games: time, kind and cell of each."""
        found: dict[str, list[tuple[int, str, int]]] = {game: [] for game in some}
        query = (
            select(moves.c.game, moves.c.at, moves.c.kind, moves.c.cell)
            .where(moves.c.game.in_(some))
            .order_by(moves.c.game, moves.c.number)
        )
        with self._reading() as connection:
            for game, *move in connection.execute(query):
                found[game].append(tuple(move))
        return found

    def running(self, player: str) -> int:
        """How many games of a player have not ended."""
        with self._reading() as connection:
            return int(connection.execute(RUNNING, {"player": player}).scalar_one())

    def has_played(self, player: str, board: str) -> bool:
        """Whether a player has had a game on that board, as text."""
        query = select(games.c.id).where(games.c.player == player, games.c.board == board)
        with self._reading() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def under_way(self, player: str) -> list[Row]:
        """A player's games that have not ended, the latest first; to look at a board is no move."""
        played = select(moves.c.game).where(moves.c.game == games.c.id).exists()
        return self._latest(games.c.player == player, games.c.outcome.is_(None), played)

    def history(self, player: str, limit: int, *, assisted: bool | None = None) -> list[Row]:
        """A player's games that are over, the latest first: with help, without, or any."""
        conditions = [games.c.player == player, games.c.outcome.is_not(None)]
        if assisted is not None:
            conditions.append(games.c.assisted.is_(assisted))
        return self._latest(*conditions, limit=limit)

    def _latest(self, *conditions: ColumnElement[bool], limit: int | None = None) -> list[Row]:
        query = select(games).where(*conditions)
        query = query.order_by(games.c.created.desc(), games.c.id).limit(limit)
        with self._reading() as connection:
            return self._rows(connection, query)
