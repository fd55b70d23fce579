"""Store: games and their moves in any database that SQLAlchemy speaks; SQLite by default.

A game is a level, a seed (or a board that was there before) and its moves; everything else follows
by replaying them. Whoever writes first gathers what others have waiting, commits it all as one
transaction, and only then are they let go on: a move that was answered is on the disk, many players
share one flush of it, and a single one waits for no other thread.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import threading
import time
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias

import sqlalchemy
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Select,
    bindparam,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sapper.view import Move
from sapper.web.schema import StoreError, bring_up, games, meta, metadata, moves, writers

__all__ = [
    "DamagedError",
    "FullError",
    "Row",
    "StaleError",
    "Statement",
    "Store",
    "StoreError",
    "UnknownError",
    "games",
    "meta",
    "metadata",
    "moves",
]

ADVISORY = 20825
"""the number of PostgreSQL's lock that a server holds while it makes or changes the tables"""
NEW_GAMES = 20826
"""and of the lock that it holds while it adds games: others would not be counted yet"""

# Built once: to build a statement costs as much as to run it.
ADD_GAME = insert(games)
ADD_MOVE = insert(moves)
CHANGE = update(games).where(games.c.id == bindparam("which"))
CHANGE_SEEN = CHANGE.where(games.c.revision == bindparam("was"))
RUNNING = select(func.count()).where(
    games.c.player == bindparam("player"), games.c.outcome.is_(None)
)
SIGN = update(writers).where(writers.c.id == bindparam("writer"))
SIGNATURE = select(writers.c.token).where(writers.c.id == bindparam("writer")).with_for_update()
HAS_ROOM = select(RUNNING.scalar_subquery() <= bindparam("most"))

Statement: TypeAlias = tuple[Executable, dict[str, Any]]


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


def _added(game: str, number: int, some: Sequence[tuple[int, Move]]) -> Iterator[Statement]:
    for count, (at, move) in enumerate(some, number):
        values = {"game": game, "number": count, "at": at, "kind": move.kind, "cell": move.cell}
        yield ADD_MOVE, values


class DamagedError(StoreError):
    """A game that can't be rebuilt from what is stored of it."""


class UnknownError(StoreError):
    """A change of which nobody knows whether it was made: the database went away with it."""


class StaleError(Exception):
    """A game has changed since it was read: another server has it, too."""


class FullError(Exception):
    """A player has as many games under way as are allowed."""


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
    revision: int = 0
    began: float | None = None
    first: int | None = None


class DatabaseFile:
    """SQLite's file: for its owner alone, and for one server at a time; mutable.

    Two servers on one file would each answer from a memory that the other does not know. The lock
    is on a file beside it, and the system lets it go with the process, however that ends.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[str] | None = None
        self._identity: tuple[int, int] | None = None

    @classmethod
    def of(cls, url: URL) -> DatabaseFile | None:
        """The file of a URL; None for a database in memory."""
        name = url.database or ":memory:"
        if name == ":memory:" or name.startswith("file:"):
            return None
        return cls(Path(name).absolute())

    def take(self) -> None:
        """Make the file if there is none, for its owner alone, and keep other servers out."""
        try:
            # Never open the database itself beside SQLite: to close it would drop SQLite's locks.
            self._lock = (self.path.parent / f"{self.path.name}-lock").open("a+", encoding="ascii")
            os.chmod(self._lock.name, 0o600)
            if not _locked(self._lock):
                self._lock.seek(0)
                other = self._lock.read(20).strip() or "unknown"
                raise StoreError(
                    f"another Sapper server (process {other}) has {self.path} open: stop it, or "
                    "give another --database"
                )
            self._lock.truncate(0)
            self._lock.write(f"{os.getpid()}\n")
            self._lock.flush()
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            mode = self.path.stat().st_mode
            if mode & 0o077 and self.path.is_file():
                self.path.chmod(mode & 0o700)
        except OSError as problem:
            raise StoreError(f"can't open the database {self.path}: {problem.strerror}") from None

    def remember(self) -> None:
        """Note which file it is."""
        self._identity = self._seen()

    def check(self) -> None:
        """Raise a StoreError when the file is no longer where it was."""
        if self._seen() != self._identity:
            raise StoreError(
                f"can't save: the database file {self.path} is gone or another one; bring it back, "
                "or start the server again"
            )

    def _seen(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def release(self) -> None:
        """Let other servers in."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def _locked(file: IO[str]) -> bool:
    """Whether a file could be locked; it stays so while it is open."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(2**20)  # beyond what is written: others may read that
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


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
        # What is stored is not for the log: a player's name there is all that it takes to be them.
        settings: dict[str, Any] = {"hide_parameters": True}
        if parsed.get_backend_name() == "postgresql":
            settings |= {"pool_pre_ping": True, "pool_size": 20, "connect_args": PATIENT}
        engine = sqlalchemy.create_engine(parsed, **settings)
    except (ArgumentError, ModuleNotFoundError, SQLAlchemyError, ValueError) as problem:
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


PATIENT = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "options": "-c statement_timeout=10s -c lock_timeout=5s "
    "-c idle_in_transaction_session_timeout=30s",
}
"""what PostgreSQL may take until it counts as gone"""


def _short(problem: BaseException) -> str:
    words = str(getattr(problem, "orig", None) or problem).strip()
    return (words.splitlines() or [type(problem).__name__])[0][:200]


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A change that waits to be written."""

    statements: Sequence[Statement]
    done: Future[None]


class Store:
    """The database of one server; safe to use from many threads."""

    def __init__(self, url: str) -> None:
        self._engine = _open(url)
        self._file = DatabaseFile.of(self._engine.url) if self.dialect == "sqlite" else None
        try:
            if self._file is not None:
                self._file.take()
            with self._engine.begin() as connection:
                # One at a time, also where several servers start at once.
                if self.dialect == "sqlite":
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                elif self.dialect == "postgresql":
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY})")
                bring_up(connection)
                if self.is_shared:
                    self._writer = secrets.token_urlsafe(18)
                    connection.execute(insert(writers).values(id=self._writer, token=""))
        except SQLAlchemyError as problem:
            self._let_go()
            raise StoreError(f"can't open the database: {_short(problem)}") from None
        except BaseException:
            self._let_go()
            raise
        if self._file is not None:
            self._file.remember()
        self.patience = 30.0
        self.doubt = 45.0
        """seconds until it is given up to find out what became of a commit; PostgreSQL itself ends
        a transaction of which it hears no more after 30 (see PATIENT)"""
        self._waiting: deque[Job] = deque()
        self._queue = threading.Lock()
        self._writing = threading.Lock()
        self._connection: Connection | None = None

    @property
    def dialect(self) -> str:
        """The kind of database: sqlite, postgresql."""
        return self._engine.dialect.name

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the database at the same time."""
        return self.dialect != "sqlite"

    def close(self) -> None:
        """Let the database go, when what is being written is written."""
        with self._writing:
            self._hang_up()
            if self.is_shared:
                with contextlib.suppress(SQLAlchemyError), self._engine.begin() as connection:
                    connection.execute(delete(writers).where(writers.c.id == self._writer))
        self._let_go()

    def _let_go(self) -> None:
        self._engine.dispose()
        if self._file is not None:
            self._file.release()

    # -- writing ----------------------------------------------------------------------------

    def write(self, *statements: Statement) -> None:
        """Make a change whole and durable, or raise a StoreError; then it is not made later either.

        A StaleError says that what it names as seen has changed, a FullError that a player would
        have too many games.
        """
        job = Job(statements, Future())
        with self._queue:
            self._waiting.append(job)
        if self._writing.acquire(timeout=self.patience):
            try:
                while not job.done.done():
                    self._write_waiting()
            finally:
                self._writing.release()
        elif self._withdraw(job):
            raise StoreError("can't save: the database takes too long")
        # Else somebody is writing it just now, and will say what came of it.
        problem = job.done.exception()
        if isinstance(problem, FullError | StaleError | StoreError):
            raise problem
        if problem is not None:
            raise StoreError(f"can't save: {_short(problem)}") from None

    def _withdraw(self, job: Job) -> bool:
        """Take a change back that nobody has begun to write."""
        with self._queue:
            if job in self._waiting:
                self._waiting.remove(job)
                return True
        return False

    def _write_waiting(self) -> None:
        with self._queue:
            jobs = [self._waiting.popleft() for _ in range(min(100, len(self._waiting)))]
        problem = self._commit([statement for job in jobs for statement in job.statements])
        for job in jobs:
            # One bad change must not take the others with it: if they fail together, each alone.
            # What may have been made is not made again.
            again = len(jobs) > 1 and not isinstance(problem, UnknownError)
            alone = self._commit(job.statements) if problem and again else problem
            if alone is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(alone)

    def _commit(self, statements: Sequence[Statement]) -> Exception | None:
        try:
            if self._file is not None:
                self._file.check()
            if self._connection is None:
                self._connection = self._engine.connect()
            for statement, values in statements:
                result = self._connection.execute(statement, values)
                if "was" in values and result.rowcount != 1:
                    raise StaleError
                if "most" in values and not result.scalar_one():
                    raise FullError
            self._finish(self._connection)
            if self._file is not None:
                self._file.check()
        except Exception as problem:
            self._hang_up(rudely=True)
            return problem
        # SQLite's changes all go over one connection: to take one from the pool and give it back
        # costs as much as the change itself. Others may hang up between two changes, and the pool
        # looks after that.
        if self.dialect != "sqlite":
            self._hang_up()
        return None

    def _finish(self, connection: Connection) -> None:
        """Commit; if the line breaks meanwhile, find out whether it was done.

        Each transaction leaves a random token in this server's row of `writers`. A reader that
        locks the row waits for the transaction to end, and then finds the token or does not. The
        number of a transaction would not do: after a crash PostgreSQL gives those numbers again
        that had not reached its log.
        """
        if self.dialect != "postgresql":
            connection.commit()
            return
        token = secrets.token_urlsafe(18)
        connection.execute(SIGN, {"writer": self._writer, "token": token})
        try:
            connection.commit()
        except SQLAlchemyError:
            self._hang_up(rudely=True)
            if self._signature() != token:
                raise

    def _signature(self) -> str:
        """The token of this server's last transaction, as soon as that has ended."""
        until = time.monotonic() + self.doubt
        while True:
            with contextlib.suppress(SQLAlchemyError), self._engine.connect() as connection:
                found = connection.execute(SIGNATURE, {"writer": self._writer})
                return str(found.scalar_one())
            if time.monotonic() > until:
                raise UnknownError(
                    "the database went away while it was saving: whether it has saved this is not "
                    "known; look again"
                )
            time.sleep(0.5)

    def _hang_up(self, rudely: bool = False) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                if rudely:
                    connection.invalidate()  # whatever state it is in, nothing of it remains
                connection.close()  # what was not committed is rolled back

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
        statements = [add, *also, *_added(row.id, 0, moves)]
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
        self.write(*change, *_added(game, number, moves))

    def take_back(self, game: str, number: int, was: int | None = None, **changes: Any) -> None:
        """Undo the move of that number, the last one."""
        one = delete(moves).where(moves.c.game == game, moves.c.number == number)
        self.write(change_of(game, was, {"assisted": True, **changes}), (one, {}))

    def change(self, game: str, was: int | None = None, **changes: Any) -> None:
        """Change what is known about a game."""
        self.write(change_of(game, was, changes))

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

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        """A connection to read from; whatever is wrong with the database is a StoreError."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as problem:
            raise StoreError(f"can't read the database: {_short(problem)}") from None

    def _rows(self, connection: Connection, query: Any) -> list[Row]:
        return [Row(*row) for row in connection.execute(query)]

    def revision(self, game: str) -> int | None:
        """How often a game has changed."""
        with self._reading() as connection:
            return connection.execute(
                select(games.c.revision).where(games.c.id == game)
            ).scalar_one_or_none()

    def select(self, query: Select[Any]) -> list[Any]:
        """What a query finds, for tables that others keep beside the games."""
        with self._reading() as connection:
            return list(connection.execute(query))

    def count(self) -> int:
        """How many games there are."""
        with self._reading() as connection:
            return int(connection.execute(select(func.count()).select_from(games)).scalar_one())

    def game(self, game: str) -> Row | None:
        """The game of that id."""
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
