"""The SQLite file, and a lock that keeps other servers from using it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from io import FileIO
from itertools import count
from pathlib import Path
from urllib.parse import unquote

from sqlalchemy import URL

from sapper.formats.saving import lock_file
from sapper.web.schema import StoreError


class DatabaseFile:
    """The SQLite file, which only one server can use at a time.

    A second server would not see the games that the first server has in memory.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: FileIO | None = None
        self._identity: tuple[int, int] | None = None

    @classmethod
    def of(cls, url: URL) -> DatabaseFile | None:
        """The SQLite file whose path a database URL contains, or None for other URLs."""
        name = url.database or ":memory:"
        if "uri" in url.query and name.startswith("file:"):
            name = unquote(name.removeprefix("file:").removeprefix("//"))
        if name == ":memory:" or url.query.get("mode") == "memory":
            return None
        return cls(Path(name).resolve())

    def take(self) -> None:
        try:
            # Lock a separate file, because closing the database file would release SQLite's own
            # locks. Without a buffer, closing it can't fail on a full disk.
            name = self.path.parent / f"{self.path.name}-lock"
            self._lock = open(name, "a+b", buffering=0)  # noqa: SIM115
            os.chmod(name, 0o600)
            if not lock_file(self._lock):
                self._lock.seek(0)
                other = self._lock.read(20).decode("ascii", "replace").strip() or "unknown"
                raise StoreError(
                    f"another Sapper server (process {other}) has {self.path} open: stop it, or "
                    "choose another --database"
                )
            self._lock.truncate(0)
            self._lock.write(b"%d\n" % os.getpid())
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            mode = self.path.stat().st_mode
            if mode & 0o077 and self.path.is_file():
                self.path.chmod(mode & 0o700)
        except OSError as problem:
            raise StoreError(f"can't open the database {self.path}: {problem.strerror}") from None

    def copy(self, suffix: str) -> Path:
        """Copy the file to a new file next to it, such as games.db.format-0001."""
        target = Path(f"{self.path}.{suffix}")
        unfinished = Path(f"{target}.unfinished")
        try:
            for number in count(2):
                if not target.exists():
                    break
                target = Path(f"{self.path}.{suffix}.{number}")
            unfinished.unlink(missing_ok=True)
            os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY, 0o600))
            with (
                closing(sqlite3.connect(self.path)) as source,
                closing(sqlite3.connect(unfinished)) as copy,
            ):
                source.backup(copy)
            unfinished.rename(target)
        except (OSError, sqlite3.Error) as problem:
            with suppress(OSError):
                unfinished.unlink()
            why = getattr(problem, "strerror", None) or problem
            raise StoreError(
                f"can't copy the database to {target} before the upgrade: {why}"
            ) from None
        return target

    def remember(self) -> None:
        self._identity = self._find_identity()

    def check(self) -> None:
        if self._find_identity() != self._identity:
            raise StoreError(
                "can't save: the database file was moved or replaced; "
                "restore it or restart the server"
            )

    def _find_identity(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None
