"""Store: games and their moves in any database that SQLAlchemy speaks; SQLite by default.

A game is a level, a seed (or a board that was there before) and its moves; everything else follows
by replaying them. Whoever writes first gathers what others have waiting, commits it all as one
transaction, and only then are they let go on: a move that was answered is on the disk, many players
share one flush of it, and a single one waits for no other thread.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Text,
    bindparam,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sapper.board import Board, deal, legacy_told
from sapper.grid import SapperError
from sapper.level import Level
from sapper.view import Move

VERSION = 2
"""1: games of rule `given` were stored by their seed when it led to other told cells"""

metadata = MetaData()

meta = Table("meta", metadata, Column("version", Integer, nullable=False))

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("share", String(32), nullable=False, unique=True),
    Column("player", String(64), nullable=False, index=True),
    Column("level", String(64), nullable=False),
    # As text: a seed has 64 bits, the databases' integers have 63.
    Column("seed", String(20)),
    # The board as text when it was there before the game (uploaded, shared or played again), or
    # when its seed leads to another one since.
    Column("board", Text),
    Column("created", Float, nullable=False),
    # won, lost, or left: given up by its player. NULL while it runs.
    Column("outcome", String(8)),
    Column("assisted", Boolean, nullable=False),
    # What is measured when a game is over.
    Column("elapsed", BigInteger),
    Column("clicks", Integer),
    Column("opened", Integer),
    Column("three_bv", Integer),
    Column("guesses", Integer),
    # The chance of surviving all guesses; the column has the name that it was made with.
    Column("luck", Float, key="survival"),
)

moves = Table(
    "moves",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("cell", Integer, nullable=False),
)


# Built once: to build a statement costs as much as to run it.
ADD_GAME = insert(games)
ADD_MOVE = insert(moves)
CHANGE = update(games).where(games.c.id == bindparam("which"))

Statement: TypeAlias = tuple[Executable, dict[str, Any]]


class StoreError(SapperError):
    """A database that can't be opened, or does not take what it is given."""


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
    guesses: int | None = None
    survival: float | None = None


def default_url() -> str:
    """SQLite, in one file in the user's data directory."""
    from platformdirs import user_data_path

    folder = user_data_path("sapper", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreError(f"can't make {folder}: {problem.strerror}") from None
    return f"sqlite:///{folder / 'games.db'}"


def _open(url: str) -> Engine:
    """The engine of a URL; a plain path means SQLite."""
    if "://" not in url:
        url = f"sqlite:///{Path(url).absolute()}"
    try:
        parsed = make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        engine = sqlalchemy.create_engine(parsed, pool_pre_ping=not url.startswith("sqlite"))
    except (ArgumentError, ModuleNotFoundError, SQLAlchemyError) as problem:
        raise StoreError(f"can't open the database: {_short(problem)}") from None
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            # FULL: a commit is on the disk, not only in the system's memory, when it returns.
            for pragma in (
                "journal_mode=WAL",
                "synchronous=FULL",
                "foreign_keys=ON",
                "busy_timeout=5000",
            ):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine


def _short(problem: BaseException) -> str:
    return str(getattr(problem, "orig", problem)).strip().splitlines()[0][:200]


def _keep_told_cells(connection: Connection) -> None:
    """Write the boards of format 1 down: their seeds lead to other told cells now."""
    old = select(games.c.id, games.c.level, games.c.seed).where(
        games.c.level.contains("/given"), games.c.board.is_(None)
    )
    for game, name, seed in connection.execute(old).all():
        level = Level.parse(name)
        mines = deal(level, int(seed)).mines
        board = Board(level, mines, told=legacy_told(level, mines))
        connection.execute(CHANGE, {"which": game, "board": str(board)})


class Store:
    """The database of one server; safe to use from many threads."""

    def __init__(self, url: str) -> None:
        self._engine = _open(url)
        try:
            with self._engine.begin() as connection:
                metadata.create_all(connection)
                version = connection.execute(select(meta.c.version)).scalar()
                if version is None:
                    connection.execute(insert(meta).values(version=VERSION))
                elif version == 1:
                    _keep_told_cells(connection)
                    connection.execute(update(meta).values(version=VERSION))
                    version = VERSION
        except SQLAlchemyError as problem:
            raise StoreError(f"can't open the database: {_short(problem)}") from None
        if version not in (None, VERSION):
            raise StoreError(f"the database has format {version}, this Sapper reads {VERSION}")
        self._waiting: deque[tuple[Sequence[Statement], Future[None]]] = deque()
        self._writing = threading.Lock()
        self._connection: Connection | None = None

    @property
    def dialect(self) -> str:
        """The kind of database: sqlite, postgresql."""
        return self._engine.dialect.name

    def close(self) -> None:
        """Let the database go, when what is being written is written."""
        with self._writing:
            if self._connection is not None:
                self._connection.close()
                self._connection = None
        self._engine.dispose()

    # -- writing ----------------------------------------------------------------------------

    def write(self, *statements: Statement) -> None:
        """Make a change whole and durable, or raise a StoreError."""
        done: Future[None] = Future()
        self._waiting.append((statements, done))
        if not self._writing.acquire(timeout=30):
            raise StoreError("can't save: the database takes too long")
        try:
            while not done.done():
                self._write_waiting()
        finally:
            self._writing.release()
        if problem := done.exception():
            raise StoreError(f"can't save: {_short(problem)}") from None

    def _write_waiting(self) -> None:
        jobs = [self._waiting.popleft() for _ in range(min(100, len(self._waiting)))]
        problem = self._commit([statement for statements, _ in jobs for statement in statements])
        for statements, done in jobs:
            # One bad change must not take the others with it: if they fail together, each alone.
            alone = self._commit(statements) if problem and len(jobs) > 1 else problem
            if alone is None:
                done.set_result(None)
            else:
                done.set_exception(alone)

    def _commit(self, statements: Sequence[Statement]) -> Exception | None:
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            for statement, values in statements:
                self._connection.execute(statement, values)
            self._connection.commit()
        except Exception as problem:
            self._hang_up()
            return problem
        # SQLite's changes all go over one connection: to take one from the pool and give it back
        # costs as much as the change itself. Others may hang up between two changes, and the pool
        # looks after that.
        if self.dialect != "sqlite":
            self._hang_up()
        return None

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.close()  # what was not committed is rolled back

    def add_game(self, row: Row) -> None:
        """A new game."""
        self.write((ADD_GAME, {name: getattr(row, name) for name in Row.__slots__}))

    def add_move(self, game: str, number: int, at: int, move: Move, **changes: Any) -> None:
        """The next move of a game, with what it changes about the game itself."""
        values = {"game": game, "number": number, "at": at, "kind": move.kind, "cell": move.cell}
        if changes:
            self.write((ADD_MOVE, values), (CHANGE, {"which": game, **changes}))
        else:
            self.write((ADD_MOVE, values))

    def take_back(self, game: str, number: int) -> None:
        """Undo the move of that number, the last one."""
        one = delete(moves).where(moves.c.game == game, moves.c.number == number)
        self.write((one, {}), (CHANGE, {"which": game, "assisted": True}))

    def change(self, game: str, **changes: Any) -> None:
        """Change what is known about a game."""
        self.write((CHANGE, {"which": game, **changes}))

    def remove(self, game: str) -> None:
        """Forget a game."""
        self.write(
            (delete(moves).where(moves.c.game == game), {}),
            (delete(games).where(games.c.id == game), {}),
        )

    def make_room(self) -> None:
        """Have SQLite's log at its full length before the first move.

        To flush a file that grows, the file system writes its length too; where others use the
        disk, that took twice as long as to write over what is there (bench/results.md). SQLite
        starts the log anew, at its beginning, when it has about 1,000 pages of 4 KiB.
        """
        if self.dialect != "sqlite":
            return
        try:
            with self._engine.connect() as connection:
                for statement in (
                    "CREATE TABLE IF NOT EXISTS room (filling BLOB)",
                    "DELETE FROM room",
                    # What is there already is not written: each filling is another one.
                    "INSERT INTO room VALUES (randomblob(1048576))",
                    *["UPDATE room SET filling = randomblob(1048576)"] * 3,
                    "DROP TABLE room",
                ):
                    connection.exec_driver_sql(statement)
                    connection.commit()
        except SQLAlchemyError as problem:
            raise StoreError(f"can't write to the database: {_short(problem)}") from None

    def sweep(self, older_than: float) -> None:
        """Forget games that nobody made a move in for so many seconds."""
        played = select(moves.c.game)
        old = games.c.created < time.time() - older_than
        unplayed = delete(games).where(games.c.outcome.is_(None), old, games.c.id.not_in(played))
        self.write((unplayed, {}))

    # -- reading ----------------------------------------------------------------------------

    def _rows(self, connection: Connection, query: Any) -> list[Row]:
        return [Row(*row) for row in connection.execute(query)]

    def select(self, query: Select[Any]) -> list[Any]:
        """What a query finds, for tables that others keep beside the games."""
        with self._engine.connect() as connection:
            return list(connection.execute(query))

    def game(self, game: str) -> Row | None:
        """The game of that id."""
        with self._engine.connect() as connection:
            rows = self._rows(connection, select(games).where(games.c.id == game))
        return rows[0] if rows else None

    def shared(self, share: str) -> Row | None:
        """The game of that share id."""
        with self._engine.connect() as connection:
            rows = self._rows(connection, select(games).where(games.c.share == share))
        return rows[0] if rows else None

    def moves(self, game: str) -> list[tuple[int, Move]]:
        """The moves of a game in order, each with its time."""
        query = (
            select(moves.c.at, moves.c.kind, moves.c.cell)
            .where(moves.c.game == game)
            .order_by(moves.c.number)
        )
        with self._engine.connect() as connection:
            return [(at, Move(kind, cell)) for at, kind, cell in connection.execute(query)]

    def running(self, player: str) -> int:
        """How many games of a player have not ended."""
        query = select(func.count()).where(games.c.player == player, games.c.outcome.is_(None))
        with self._engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def under_way(self, player: str) -> list[Row]:
        """A player's games that have not ended, the latest first; to look at a board is no move."""
        played = select(moves.c.game).where(moves.c.game == games.c.id).exists()
        return self._latest(games.c.player == player, games.c.outcome.is_(None), played)

    def history(
        self,
        player: str,
        limit: int,
        *,
        levels: Collection[str] | None = None,
        outcome: str | None = None,
        assisted: bool | None = None,
    ) -> list[Row]:
        """A player's games that are over, the latest first: of these levels, so ended, so helped.

        None means any.
        """
        conditions = [games.c.player == player, games.c.outcome.is_not(None)]
        if levels is not None:
            conditions.append(games.c.level.in_(levels))
        if outcome is not None:
            conditions.append(games.c.outcome == outcome)
        if assisted is not None:
            conditions.append(games.c.assisted.is_(assisted))
        return self._latest(*conditions, limit=limit)

    def _latest(self, *conditions: ColumnElement[bool], limit: int | None = None) -> list[Row]:
        query = select(games).where(*conditions)
        query = query.order_by(games.c.created.desc(), games.c.id).limit(limit)
        with self._engine.connect() as connection:
            return self._rows(connection, query)
