"""The database: SQLite by default, or another database that SQLAlchemy supports.

Every change is committed before the server answers the request. If several threads write at the
same time, one of them commits the changes of all waiting threads in one transaction.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy
from alembic.util import CommandError
from sqlalchemy import (
    URL,
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

from sapper.web import migrations
from sapper.web.database_file import DatabaseFile
from sapper.web.schema import StoreError, writers

ADVISORY = 20825
"""the number of the PostgreSQL lock that a server holds while it creates or upgrades the tables"""

# Statements are built only once, because building one takes as long as running it.
SIGN = update(writers).where(writers.c.id == bindparam("writer"))
SIGNATURE = select(writers.c.token).where(writers.c.id == bindparam("writer")).with_for_update()

Statement: TypeAlias = tuple[Executable, dict[str, Any]]
"""A statement and its values.

If the values contain `was`, the statement must change exactly one row, or a StaleError is raised.
If they contain `most`, the statement must select true, or a FullError is raised.
"""


class UnknownError(StoreError):
    """The connection broke during a commit, so it is not known whether the change was made."""


class StaleError(Exception):
    """Another server has changed the game since it was read."""


class FullError(Exception):
    """The change would give a player too many unfinished games or runs."""


def default_file() -> str:
    from platformdirs import user_data_path

    folder = user_data_path("sapper", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreError(f"can't make {folder}: {problem.strerror}") from None
    return str(folder / "sapper.db")


def _open(url: str) -> Engine:
    """Connect to a database. A URL without :// is the path of an SQLite file."""
    try:
        if "://" in url:
            parsed = make_url(url)
        else:  # a path may contain characters that have a meaning in a URL, such as ?
            parsed = URL.create("sqlite", database=str(Path(url).absolute()))
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        # A player's secret id gives access to the player's games, so keep SQL parameters out of the
        # log.
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
            # With FULL, a finished commit is on disk, and not only in the memory of the operating
            # system.
            for pragma in (
                "journal_mode=WAL",
                "synchronous=FULL",
                "foreign_keys=ON",
                "busy_timeout=5000",
                # Overwrite what is deleted, which could otherwise be read in the file.
                "secure_delete=ON",
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
"""timeouts after which PostgreSQL counts as unreachable"""


def _short(problem: BaseException) -> str:
    words = str(getattr(problem, "orig", None) or problem).strip()
    return (words.splitlines() or [type(problem).__name__])[0][:200]


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    statements: Sequence[Statement]
    done: Future[None]


class Database:
    """A server's database, which many threads can use at the same time.

    `Store`, the only subclass, says what is written. This class knows nothing of games, and says
    how it is written: in one transaction, durably, together with the changes of other threads.
    """

    def __init__(self, url: str) -> None:
        self._engine = _open(url)
        self._file = DatabaseFile.of(self._engine.url) if self.dialect == "sqlite" else None
        self.upgraded: str | None = None
        """what was done if the database had an older format"""
        try:
            if self._file is not None:
                self._file.take()
            with self._engine.connect() as connection:
                self._bring_up(connection)
        except (SQLAlchemyError, CommandError) as problem:
            self._let_go()
            raise StoreError(f"can't open the database: {_short(problem)}") from None
        except BaseException:
            self._let_go()
            raise
        if self._file is not None:
            self._file.remember()
        self.patience = 30.0
        self.doubt = 45.0
        """seconds allowed for finding out whether an interrupted commit succeeded; PostgreSQL ends
        an abandoned transaction after 30 seconds (see PATIENT)"""
        self._waiting: deque[Job] = deque()
        self._queue = threading.Lock()
        self._writing = threading.Lock()
        self._connection: Connection | None = None

    def _bring_up(self, connection: Connection) -> None:
        """Bring the database to the latest format in one transaction, one server at a time."""
        if self.dialect == "sqlite":
            # SQLite replaces a table by a changed copy, which must not delete the rows that refer
            # to the table. The setting can't be changed within a transaction.
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif self.dialect == "postgresql":
            # Wait until another server has finished, however long the upgrade takes.
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY})")
        found, latest = migrations.format_of(connection), migrations.latest()
        if found not in (None, latest):
            self.upgraded = f"The database was upgraded from format {found} to {latest}."
            if self._file is not None:
                copy = self._file.copy(f"format-{found}")
                self.upgraded += f" {copy} is a copy of the old one."
        migrations.bring_up(connection, found)
        self._writer = secrets.token_urlsafe(18)
        connection.execute(insert(writers).values(id=self._writer, token=""))
        connection.commit()
        if self.dialect == "sqlite":
            connection.exec_driver_sql("PRAGMA foreign_keys=ON")

    @property
    def dialect(self) -> str:
        return self._engine.dialect.name

    @property
    def is_shared(self) -> bool:
        return self.dialect != "sqlite"

    def close(self) -> None:
        with self._writing:
            self._hang_up()
            with contextlib.suppress(SQLAlchemyError), self._engine.begin() as connection:
                connection.execute(delete(writers).where(writers.c.id == self._writer))
        self._let_go()

    def _let_go(self) -> None:
        self._engine.dispose()
        if self._file is not None:
            self._file.release()

    def write(self, *statements: Statement) -> None:
        """Make a change completely and durably, or raise an error.

        A StaleError means that the change was based on an old revision of a game. A FullError means
        that the player would have too much unfinished. A StoreError means that the database
        failed. An UnknownError is a StoreError that leaves open whether the change was made.
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
            raise StoreError("can't save: the database did not answer in time")
        problem = job.done.exception()
        if isinstance(problem, FullError | StaleError | StoreError):
            raise problem
        if problem is not None:
            raise StoreError(f"can't save: {_short(problem)}") from None

    def check(self) -> None:
        """Write something, or raise a StoreError, for example if the disk is full."""
        self.write(self._signing())

    def turn(self, lock: int) -> list[Statement]:
        """A statement after which only this server runs the rest of a transaction.

        Without it, concurrent transactions on PostgreSQL would not count each other's rows.
        """
        if self.dialect != "postgresql":
            return []
        return [(sqlalchemy.text(f"SELECT pg_advisory_xact_lock({lock})"), {})]

    def _withdraw(self, job: Job) -> bool:
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
            # A bad change must not affect the other changes in the same commit. So if a commit
            # fails, each of its changes is tried again alone, unless the commit may have succeeded.
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
        # Keep SQLite's connection, because getting it from the pool is as slow as making a change.
        if self.dialect != "sqlite":
            self._hang_up()
        return None

    def _finish(self, connection: Connection) -> None:
        """Commit a transaction. If the connection breaks, find out whether the commit succeeded.

        Each transaction writes a new random token into this server's row of the table `writers`.
        After a broken commit, `_signature` waits until it can lock the row, which means that the
        transaction has ended, and then reads the token. The transaction's number would not be
        enough, because PostgreSQL may reuse it after a crash.
        """
        if self.dialect != "postgresql":
            connection.commit()
            return
        sign, values = self._signing()
        connection.execute(sign, values)
        try:
            connection.commit()
        except SQLAlchemyError:
            self._hang_up(rudely=True)
            if self._signature() != values["token"]:
                raise

    def _signing(self) -> Statement:
        return SIGN, {"writer": self._writer, "token": secrets.token_urlsafe(18)}

    def _signature(self) -> str:
        until = time.monotonic() + self.doubt
        while True:
            with contextlib.suppress(SQLAlchemyError), self._engine.connect() as connection:
                found = connection.execute(SIGNATURE, {"writer": self._writer})
                return str(found.scalar_one())
            if time.monotonic() > until:
                raise UnknownError(
                    "the database connection broke while saving: "
                    "reload to see whether this was saved"
                )
            time.sleep(0.5)

    def _hang_up(self, rudely: bool = False) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                if rudely:
                    connection.invalidate()  # the connection may be in any state
                connection.close()  # rolls back uncommitted changes

    def wipe(self) -> None:
        """Empty SQLite's log, which may still contain what has been deleted."""
        if self.dialect != "sqlite":
            return
        try:
            with self._writing, self._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except SQLAlchemyError as problem:
            raise StoreError(f"can't write to the database: {_short(problem)}") from None

    def make_room(self) -> None:
        """Grow SQLite's log to its full length before the first move.

        On a busy disk, writing to a growing file took twice as long.
        """
        if self.dialect != "sqlite":
            return
        try:
            with self._engine.connect() as connection:
                for statement in (
                    "CREATE TABLE IF NOT EXISTS room (filling BLOB)",
                    "DELETE FROM room",
                    # Write random bytes, because SQLite does not write unchanged pages.
                    "INSERT INTO room VALUES (randomblob(1048576))",
                    *["UPDATE room SET filling = randomblob(1048576)"] * 3,
                    "DROP TABLE room",
                ):
                    connection.exec_driver_sql(statement)
                    connection.commit()
        except SQLAlchemyError as problem:
            raise StoreError(f"can't write to the database: {_short(problem)}") from None

    def select(self, query: Select[Any], **values: Any) -> list[Any]:
        try:
            with self._engine.connect() as connection:
                return list(connection.execute(query, values))
        except SQLAlchemyError as problem:
            raise StoreError(f"can't read the database: {_short(problem)}") from None
