"""The database: any that SQLAlchemy speaks, SQLite by default; many threads share each commit.

Whoever writes first gathers what others have waiting, commits it all as one transaction, and only
then are they let go on: a change that was answered is on the disk, many players share one flush of
it, and a single one waits for no other thread.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy
from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Select,
    bindparam,
    delete,
    event,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sapper.web.database_file import DatabaseFile
from sapper.web.schema import StoreError, bring_up, writers

ADVISORY = 20825
"""the number of PostgreSQL's lock that a server holds while it makes or changes the tables"""

# Built once: to build a statement costs as much as to run it.
SIGN = update(writers).where(writers.c.id == bindparam("writer"))
SIGNATURE = select(writers.c.token).where(writers.c.id == bindparam("writer")).with_for_update()

Statement: TypeAlias = tuple[Executable, dict[str, Any]]
"""with its values; with `was`, one row must change; with `most`, what it selects must be true"""


class UnknownError(StoreError):
    """A change of which nobody knows whether it was made: the database went away with it."""


class StaleError(Exception):
    """A game has changed since it was read: another server has it, too."""


class FullError(Exception):
    """A player has as many games under way as are allowed."""


def default_url() -> str:
    """SQLite, in one file in the user's data directory."""
    from platformdirs import user_data_path

    folder = user_data_path("sapper", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreError(f"can't make {folder}: {problem.strerror}") from None
    return f"sqlite:///{folder / 'sapper.db'}"


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


class Database:
    """The database of one server; safe to use from many threads; mutable."""

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
            raise StoreError("can't save: {problem}", problem=_short(problem)) from None

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

    # -- reading ----------------------------------------------------------------------------

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        """A connection to read from; whatever is wrong with the database is a StoreError."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as problem:
            raise StoreError(
                "can't read the database: {problem}", problem=_short(problem)
            ) from None

    def select(self, query: Select[Any]) -> list[Any]:
        """What a query finds, row by row."""
        with self._reading() as connection:
            return list(connection.execute(query))
