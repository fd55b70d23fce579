"""Saving: writes every file of Sapper completely or not at all.

    save(path, data)        writes a temporary file next to it, and renames that
    check_writable(path)    raises the error that save would raise after hours of games
    stale(folder)           temporary files of processes that were killed

Symbolic links are followed. An existing file keeps its mode and, if possible, its owner. Devices,
pipes and terminals are written directly.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sapper.errors import quote
from sapper.formats.format import FileError

# Independent of the file's own name, which may already have the maximum length.
_PREFIX, _SUFFIX = ".sapper-", ".tmp"
_TEMPORARY = re.compile(r"\.sapper-[a-z0-9_]{8}\.tmp")


def save(path: Path, data: str | bytes) -> None:
    """Write a file completely or not at all."""
    if isinstance(data, str):
        data = data.encode(errors="surrogateescape")
    with _errors_in_a_line(path):
        there = _there(path)
        if there is not None and _write_through(path, there, data):
            return
        with _temporary(Path(os.path.realpath(path)), there) as (handle, name, target):
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, target)


def check_writable(path: Path) -> None:
    """Raise FileError if `save` could not write this file. Call it before long work."""
    with _errors_in_a_line(path):
        there = _there(path)
        if there is None or stat.S_ISREG(there.st_mode):
            with _temporary(Path(os.path.realpath(path)), there) as (handle, _, _):
                os.close(handle)


def stale(folder: Path) -> Iterator[Path]:
    """The temporary files in a folder that killed processes left behind."""
    for file in folder.iterdir():
        if _TEMPORARY.fullmatch(file.name):
            yield file


@contextmanager
def _errors_in_a_line(path: Path) -> Iterator[None]:
    """Turn the system's errors into a FileError of one line."""
    try:
        yield
    except OSError as problem:
        raise FileError(f"can't write {path}: {problem.strerror or problem}") from None
    except ValueError:  # a NUL in the name
        raise FileError(f"can't write {quote(str(path))}: it is not a file name") from None


def _there(path: Path) -> os.stat_result | None:
    """The status of the writable file at a path, or None if there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(0, "it is a folder")
    if not os.access(path, os.W_OK):
        raise PermissionError(0, "permission denied")
    return found


def _write_through(path: Path, there: os.stat_result, data: bytes) -> bool:
    """Write directly to a device, a pipe or our own standard output. Return whether it was one."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is None or not os.path.samestat(os.fstat(stream.fileno()), there):
            continue
        # /dev/stdout may lead to a file with other output, which must stay.
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
        return True
    if stat.S_ISREG(there.st_mode):
        return False
    with path.open("wb") as file:
        file.write(data)
    return True


@contextmanager
def _temporary(target: Path, there: os.stat_result | None) -> Iterator[tuple[int, str, Path]]:
    """A file next to the target with its mode and owner. It is removed unless it was renamed."""
    handle, name = tempfile.mkstemp(_SUFFIX, _PREFIX, target.parent)
    try:
        if there is None:
            # mkstemp makes a private file, but a new file should have the mode of the umask.
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
    """Give the file the owner and group of the file it replaces, if possible."""
    mine = os.stat(name)
    if (mine.st_uid, mine.st_gid) == (there.st_uid, there.st_gid) or not hasattr(os, "chown"):
        return
    with suppress(PermissionError):  # only root may give files away
        os.chown(name, there.st_uid, there.st_gid)
