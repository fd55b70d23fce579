"""Saving: how every file of Sapper is written, whole or not at all.

    save(path, data)        to a temporary file next to it, which is then renamed
    check_writable(path)    says now what save would say after an hour of games; changes nothing
    stale(folder)           temporary files of ours that a kill left behind

A link is followed, a file that is there keeps its mode and, where we may, its owner; a device, a
pipe or a terminal is written through.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper.errors import quote
from sapper.formats.format import FileError

# Not made from the file's own name, which may have the most characters that a name can have.
_PREFIX, _SUFFIX = ".sapper-", ".tmp"
_TEMPORARY = re.compile(r"\.sapper-[a-z0-9_]{8}\.tmp")


def save(path: Path, data: str | bytes) -> None:
    """Write a file whole or not at all: to a temporary name first, then renamed."""
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
    """Complain of a file that `save` could not write, before the work is done that fills it."""
    with _errors_in_a_line(path):
        there = _there(path)
        if there is None or stat.S_ISREG(there.st_mode):
            with _temporary(Path(os.path.realpath(path)), there) as (handle, _, _):
                os.close(handle)


def stale(folder: Path) -> Iterator[Path]:
    """The temporary files in a folder that writers left behind when they were killed."""
    for file in folder.iterdir():
        if _TEMPORARY.fullmatch(file.name):
            yield file


@contextmanager
def _errors_in_a_line(path: Path) -> Iterator[None]:
    """What the system says against a file, in one line."""
    try:
        yield
    except OSError as problem:
        raise FileError(f"can't write {path}: {problem.strerror or problem}") from None
    except ValueError:  # a NUL in the name
        raise FileError(f"can't write {quote(str(path))}: it is not the name of a file") from None


def _there(path: Path) -> os.stat_result | None:
    """What the path leads to, if anything is there that may be written."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(0, "it is a folder")
    if not os.access(path, os.W_OK):
        raise PermissionError(0, "it may not be written")
    return found


def _write_through(path: Path, there: os.stat_result, data: bytes) -> bool:
    """Write to what no file can stand for: a device, a pipe, our own standard output."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is None or not os.path.samestat(os.fstat(stream.fileno()), there):
            continue
        # /dev/stdout may lead to a file that others write to as well: theirs must stay.
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
    """A file next to the target with its mode and owner; removed unless it was renamed."""
    handle, name = tempfile.mkstemp(_SUFFIX, _PREFIX, target.parent)
    try:
        if there is None:
            # mkstemp makes a private file; a new one has the mode that the umask says.
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
    """Give the file the owner and group of the one that it replaces, as far as we may."""
    mine = os.stat(name)
    if (mine.st_uid, mine.st_gid) == (there.st_uid, there.st_gid) or not hasattr(os, "chown"):
        return
    try:
        os.chown(name, there.st_uid, there.st_gid)
    except PermissionError:
        # Only root gives files away; the file stays readable to whom its mode says.
        return
