"""Saving: writes a file completely or not at all.

    save(path, data)        writes a temporary file in the same folder, then renames it
    check_writable(path)    raises an error if `save` could not write the file
    writing(path)           says in one line why a file or folder can't be written
    stale(folder)           the temporary files of processes that were killed
    lock_file(file)         keeps other processes from using an open file

Symbolic links are followed. An existing file keeps its mode and, if possible, its owner. Output to
devices, pipes and terminals is written directly, without a temporary file.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from sapper.errors import SapperError, displayable, quote
from sapper.formats.format import FileError

# The temporary name does not include the name of the file, which may already have the maximum
# length.
_PREFIX, _SUFFIX = ".sapper-", ".tmp"
_TEMPORARY = re.compile(r"\.sapper-[a-z0-9_]{8}\.tmp")


def save(path: Path, data: str | bytes | Iterable[str]) -> None:
    if isinstance(data, bytes):
        parts: Iterable[bytes] = [data]
    else:
        texts = [data] if isinstance(data, str) else data
        parts = (displayable(text).encode() for text in texts)
    with writing(path):
        there = _there(path)
        if there is not None and _write_through(path, there, parts):
            return
        with _temporary(Path(os.path.realpath(path)), there) as (handle, name, target):
            with os.fdopen(handle, "wb") as file:
                file.writelines(parts)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, target)


def check_writable(path: Path) -> None:
    """Raise FileError if `save` would fail for this file. Call this before a long computation."""
    with writing(path):
        there = _there(path)
        if there is None or stat.S_ISREG(there.st_mode):
            with _temporary(Path(os.path.realpath(path)), there) as (handle, _, _):
                os.close(handle)


def stale(folder: Path) -> Iterator[Path]:
    for file in folder.iterdir():
        if _TEMPORARY.fullmatch(file.name):
            yield file


def lock_file(file: IO[Any]) -> bool:
    """Lock a file until it is closed, or return False if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(2**30)  # lock a byte beyond the text, so that others can read the text
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


@contextmanager
def writing(path: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:  # raised if a file exists where the folder should be
        raise FileError(f"can't write {path}: it is not a folder") from None
    except OSError as problem:
        raise FileError(f"can't write {path}: {problem.strerror or problem}") from None
    except ValueError as problem:  # raised for a NUL in the name
        if isinstance(problem, SapperError):
            raise
        raise FileError(f"can't write {quote(str(path))}: it is not a file name") from None


def _there(path: Path) -> os.stat_result | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(0, "it is a folder")
    if not os.access(path, os.W_OK):
        raise PermissionError(0, "permission denied")
    return found


def _write_through(path: Path, there: os.stat_result, parts: Iterable[bytes]) -> bool:
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is None or not os.path.samestat(os.fstat(stream.fileno()), there):
            continue
        # /dev/stdout may be a file that already contains output, and opening it for writing would
        # delete that output.
        stream.flush()
        for part in parts:
            stream.buffer.write(part)
        stream.buffer.flush()
        return True
    if stat.S_ISREG(there.st_mode):
        return False
    with path.open("wb") as file:
        file.writelines(parts)
    return True


@contextmanager
def _temporary(target: Path, there: os.stat_result | None) -> Iterator[tuple[int, str, Path]]:
    handle, name = tempfile.mkstemp(_SUFFIX, _PREFIX, target.parent)
    try:
        if there is None:
            # mkstemp creates a private file, but a saved file should have the usual permissions.
            umask = os.umask(0)
            os.umask(umask)
            mode = 0o666 & ~umask
        else:
            mode = stat.S_IMODE(there.st_mode)
            _keep_owner(name, there)
        os.chmod(name, mode)
        yield handle, name, target
    finally:
        Path(name).unlink(missing_ok=True)


def _keep_owner(name: str, there: os.stat_result) -> None:
    mine = os.stat(name)
    if (mine.st_uid, mine.st_gid) == (there.st_uid, there.st_gid) or not hasattr(os, "chown"):
        return
    with suppress(PermissionError):  # only root may change the owner
        os.chown(name, there.st_uid, there.st_gid)
