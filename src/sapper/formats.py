"""Files: read any noun from its text form, write without ever leaving half a file.

    position   View       board   Board       record   Record       deck   Deck

`parse` tells them apart by what only one of them has: a record starts with `key: value`, a board
shows mines, a deck lists cells; what is left is a position.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import TypeAlias

from sapper.board import Board, Deck
from sapper.game import Record
from sapper.grid import SapperError
from sapper.level import Level, content_lines
from sapper.view import View

Noun: TypeAlias = Board | View | Record | Deck

FILE_LIMIT = 2**30


class FileError(SapperError):
    """A file that can't be read or written."""


def parse(text: str) -> Noun:
    r"""Read a board, position, record or deck.

    >>> type(parse("2x1x1\n1*")).__name__, type(parse("2x1x1\n1.")).__name__
    ('Board', 'View')
    >>> type(parse("2x1x1 A1\n1")).__name__
    'Deck'
    """
    lines = [line for _, line in content_lines(text)]
    if lines and re.match(r"\w+:", lines[0]):
        return Record.parse(text)
    if not lines:
        raise FileError("nothing to read: a level like 9x9x10 must come first")
    head, _, rest = lines[0].partition(" ")
    level = Level.parse(head)
    rows = lines[1:]
    if any("*" in row for row in rows):
        return Board.parse(text)
    drawn = len(rows) == level.height and all(len(row) == level.width for row in rows)
    if rest or _lists_cells(rows, drawn):
        return Deck.parse(text)
    return View.parse(text) if level.mines else Board.parse(text)


def _lists_cells(rows: list[str], drawn: bool) -> bool:
    """Whether these are the rows of a deck; one that is drawn has no spaces."""
    if any(" " in row for row in rows):
        return True
    return not drawn and all(row.isdigit() for row in rows)


def load(path: Path) -> Noun:
    """Read a noun from a file (`-` is standard input); a problem is said with the file's name."""
    text = read_text(path)
    try:
        return parse(text)
    except SapperError as problem:
        problem.args = (f"{path}: {problem}",)
        raise


def read_text(path: Path, errors: str = "strict", limit: int | None = None) -> str:
    """The text of a file, or of standard input for `-`; `errors` as in bytes.decode."""
    limit = FILE_LIMIT if limit is None else limit
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with path.open("rb") as file:
                data = file.read(limit + 1)
    except OSError as problem:
        raise FileError(f"can't read {path}: {problem.strerror}") from None
    if len(data) > limit:
        raise FileError(f"{path} is too large: at most {limit >> 20} MiB")
    try:
        return data.decode("utf-8-sig", errors)
    except UnicodeDecodeError:
        raise FileError(f"{path} is not text") from None


def save(path: Path, data: str | bytes) -> None:
    """Write a file whole or not at all: to a temporary name first, then renamed."""
    if isinstance(data, str):
        data = data.encode()
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes a private file; a user's file has the mode that the umask says.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except OSError as problem:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise FileError(f"can't write {path}: {problem.strerror}") from None
    except BaseException:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise
