"""SQLite's file, and the lock that keeps a second server from it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from sqlalchemy import URL

from sapper.web.schema import StoreError


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
            if not _lock_file(self._lock):
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
        self._identity = self._find_identity()

    def check(self) -> None:
        """Raise a StoreError when the file is no longer where it was."""
        if self._find_identity() != self._identity:
            raise StoreError(
                "can't save: the database file {path} is gone or another one; bring it "
                "back, or start the server again",
                path=self.path,
            )

    def _find_identity(self) -> tuple[int, int] | None:
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


def _lock_file(file: IO[str]) -> bool:
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
