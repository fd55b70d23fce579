"""Sapper's own text formats for boards, positions, records and decks (see docs/formats.md).

A record begins with a `key: value` line. A board shows its mines, but a position does not. A deck
lists the mines of each board, with cells numbered from 0.
"""

from __future__ import annotations

import re

from sapper.core.board import Board, Deck
from sapper.core.game import Record
from sapper.core.level import Level, check_head, content_lines
from sapper.core.view import View
from sapper.formats.format import FileError, Format, Noun, as_text

_CONTROL = re.compile(rb"[\0-\x08\x0e-\x1f]")


def looks_like(data: bytes) -> bool:
    """Whether the data is text. This format is tried last, because it accepts any text."""
    return not _CONTROL.search(data) and as_text(data) is not None


def read(data: bytes) -> Noun:
    r"""Read a board, position, record or deck.

    >>> type(read(b"2x1x1\n1*")).__name__, type(read(b"2x1x1\n1.")).__name__
    ('Board', 'View')
    >>> type(read(b"2x1x1 A1\n1")).__name__
    'Deck'
    """
    text = as_text(data)
    if text is None:
        raise FileError(
            "the file is neither text nor in a binary format that `sapper convert --list` lists"
        )
    lines = [line for _, line in content_lines(text)]
    if lines and re.match(r"\w+:", lines[0]):
        return Record.parse(text)
    if not lines:
        raise FileError("nothing to read: a level like 9x9x10 must come first")
    check_head(lines)
    head, _, rest = lines[0].partition(" ")
    level = Level.parse(head)
    rows = lines[1:]
    if any("*" in row for row in rows):
        return Board.parse(text)
    drawn = len(rows) == level.height and all(len(row) == level.width for row in rows)
    if rest or _lists_cells(rows, drawn):
        return Deck.parse(text)
    # If the level has no mines, a board looks like a position with every cell open.
    marked = any(mark in row for row in rows for mark in "F+")
    return View.parse(text) if level.mines or marked else Board.parse(text)


def _lists_cells(rows: list[str], drawn: bool) -> bool:
    # The rows of a drawn board have no spaces.
    if any(" " in row for row in rows):
        return True
    return not drawn and all(row.isdigit() for row in rows)


def write(noun: Board | View | Record | Deck) -> bytes:
    return str(noun).encode()


TEXT = Format(
    "sapper",
    "board, position, record, deck",
    "our own text forms",
    looks_like,
    read,
    write,
    (Record, Board, View, Deck),
    (".txt", ".sapper", ".record", ".deck"),
)
