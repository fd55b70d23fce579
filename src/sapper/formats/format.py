"""Format: how one kind of file is recognised, read and written; what its readers share.

A format is a value: a name, a line about it, and three functions. `looks_like` is asked before
`read`; it must be quick and must not raise. `read` raises a SapperError for whatever is wrong,
and checks every number before it uses it: files come from strangers.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.core.board import MINE, Board, Deck
from sapper.core.game import Outcome, Record
from sapper.core.grid import Cell
from sapper.core.level import Level, StartRule
from sapper.core.replay import Replay, printable, table
from sapper.core.view import View
from sapper.errors import SapperError, quote

LIMIT = 2**23
"""bytes of a file that is not in one of our own text forms; hours of moving the mouse"""


class FileError(SapperError):
    """A file that can't be read or written."""


@dataclass(frozen=True, slots=True)
class Replays:
    """Replays by the names they have in one file, in the order of the file."""

    names: tuple[str, ...]
    replays: tuple[Replay, ...]

    def __len__(self) -> int:
        return len(self.replays)


@dataclass(frozen=True, slots=True)
class Standing:
    """A game of which only the board and where it stood are known, but not how it was played."""

    board: Board
    view: View
    outcome: Outcome | None
    rows: tuple[str, ...]
    """what is seen; after the end, with the mines"""

    @property
    def level(self) -> Level:
        return self.board.level

    @classmethod
    def of(cls, record: Record) -> Standing:
        """How a record ends."""
        game = record.resume()
        rows = game.answer if game.outcome else game.view.rows
        return cls(record.board, game.view, game.outcome, tuple(rows))


Noun: TypeAlias = Board | View | Record | Standing | Deck | Replay | Replays


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file.

    `writes` are the kinds of noun that `write` takes, the fullest first; none when the format is
    only read. `suffixes` are the endings of its files; a format that has none is a line of text,
    such as a link.
    """

    name: str
    holds: str
    about: str
    looks_like: Callable[[bytes], bool]
    read: Callable[[bytes], Noun]
    write: Callable[..., bytes] | None = None
    writes: tuple[type, ...] = ()
    suffixes: tuple[str, ...] = ()


class Reader:
    """Takes a binary file apart from front to back, and says where it is cut short; mutable."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        self.name = name
        self.offset = 0

    def take(self, count: int) -> bytes:
        end = self.offset + count
        if end > len(self.data):
            raise FileError(
                "the {name} file is cut short: it has {count} bytes, and {needed} are needed",
                name=self.name,
                count=len(self.data),
                needed=end,
            )
        taken = self.data[self.offset : end]
        self.offset = end
        return taken

    def number(self, size: int) -> int:
        """The next number of that many bytes, the high byte first."""
        return int.from_bytes(self.take(size), "big")

    def until(self, mark: bytes) -> bytes:
        """What comes before the next mark, which is skipped."""
        end = self.data.find(mark, self.offset)
        if end < 0:
            raise FileError(
                "the {name} file is cut short: nothing ends what starts at byte {offset}",
                name=self.name,
                offset=self.offset,
            )
        taken = self.data[self.offset : end]
        self.offset = end + len(mark)
        return taken


def unknown_event(name: str, event: object, offset: int | None = None) -> FileError:
    """An event that a format does not have, and at which byte, where that is known."""
    if offset is None:
        return FileError("the {name} file has an unknown event: {event}", name=name, event=event)
    return FileError(
        "the {name} file has an unknown event: {event} at byte {offset}",
        name=name,
        event=event,
        offset=offset,
    )


def endless(name: str, data: bytes) -> FileError:
    """A file whose last event is missing."""
    return FileError(
        "the {name} file is cut short: its events do not end in {count} bytes",
        name=name,
        count=len(data),
    )


def count_of(header: dict[str, str], key: str, name: str) -> int:
    """A number of the head of a file."""
    value = header.get(key, "")
    if not re.fullmatch(r"\d{1,7}", value, re.ASCII):
        raise FileError(
            "the {name} file has {value} as its {key}: write a number",
            name=name,
            value=quote(value),
            key=key,
        )
    return int(value)


class Events:
    """Collects the events of a replay, column by column; mutable."""

    def __init__(self) -> None:
        # Machine integers: a list of objects would take ten times the memory.
        self.ms, self.kinds, self.x, self.y = array("q"), array("B"), array("q"), array("q")

    def add(self, ms: int, kind: int, x: int, y: int) -> None:
        self.ms.append(ms)
        self.kinds.append(kind)
        self.x.append(x)
        self.y.append(y)

    def table(self, level: Level, square: int) -> NDArray[np.void]:
        """The events as a replay has them."""
        return table(level, square, self.ms, self.kinds, self.x, self.y)


@contextmanager
def keeping(partial: Callable[[], Replay | Replays | None]) -> Iterator[None]:
    """An error in the events of a replay keeps the game up to there."""
    try:
        yield
    except SapperError as problem:
        problem.partial = partial()
        raise


def replay_of(
    board: Board,
    events: NDArray[np.void],
    ms: int,
    square: int,
    player: str = "",
    program: str = "",
    created: int | None = None,
) -> Replay:
    """A replay whose names and date come from a file: what can't be shown is left out."""
    if created is not None and not 0 < created < _YEAR_10000:
        created = None
    return Replay(board, events, ms, square, printable(player), printable(program), created)


_YEAR_10000 = 253_402_300_800_000_000
"""microseconds since 1970"""


def board_of(width: int, height: int, mines: Iterable[Cell], count: int, name: str) -> Board:
    """The board of a file, with rule `any`: the file promises nothing about the first cell."""
    level = Level(width, height, count, StartRule("any"))
    cells = list(mines)
    distinct = frozenset(cells)
    if len(distinct) != len(cells):
        raise FileError("the {name} file has the same mine twice", name=name)
    if len(distinct) != count:
        raise FileError(
            "the {name} file has {mines} mines, and says {count}",
            name=name,
            mines=len(distinct),
            count=count,
        )
    return Board(level, distinct)


def cell_of(column: int, row: int, width: int, height: int, name: str) -> Cell:
    """The cell of a column and row counted from 0."""
    if not (0 <= column < width and 0 <= row < height):
        raise FileError(
            "the {name} file has a mine off the board: column {column}, row {row} of "
            "{width}x{height}",
            name=name,
            column=column,
            row=row,
            width=width,
            height=height,
        )
    return row * width + column


def bits_to_cells(data: bytes, size: int) -> list[Cell]:
    """The cells of the bits that are set, the most significant one first."""
    return [cell for cell in range(size) if data[cell >> 3] & (0x80 >> (cell & 7))]


def cells_to_bits(cells: Iterable[Cell], size: int) -> bytes:
    """The inverse of bits_to_cells, padded with zeros to whole bytes."""
    data = bytearray((size + 7) // 8)
    for cell in cells:
        data[cell >> 3] |= 0x80 >> (cell & 7)
    return bytes(data)


def decode(data: bytes) -> str:
    """Text of unknown encoding: UTF-8 if it is that, else what Chinese or Western Windows wrote."""
    for encoding in ("utf-8", "gbk"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def as_text(data: bytes) -> str | None:
    """The text of a file, or None when it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def number_rows(board: Board) -> list[str]:
    """The rows of a board: * a mine, 0-8 a number."""
    text = "".join("*" if number == MINE else str(number) for number in board.numbers)
    width = board.level.width
    return [text[start : start + width] for start in range(0, len(text), width)]


def rows_of(lines: list[str], level: Level, name: str, symbols: str) -> list[str]:
    """The lines, when they are the rows of a board of that level in these symbols."""
    if len(lines) != level.height:
        raise FileError(
            "the {name} file has {count} rows, {height} are needed",
            name=name,
            count=len(lines),
            height=level.height,
        )
    for number, row in enumerate(lines, 1):
        if len(row) != level.width:
            raise FileError(
                "row {number} of the {name} file has {count} cells, {width} are needed",
                number=number,
                name=name,
                count=len(row),
                width=level.width,
            )
        if wrong := row.strip(symbols):
            raise FileError(
                "row {number} of the {name} file has {symbol}: cells are {symbols}",
                number=number,
                name=name,
                symbol=quote(wrong[0]),
                symbols=" ".join(symbols),
            )
    return lines
