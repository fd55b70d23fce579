"""Format: the functions that recognise, read and write a kind of file, and helpers for reading.

Files may come from strangers, so `read` checks every number before using it, and raises a
SapperError if the file is faulty.
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
"""the maximum number of bytes of a third-party file, enough for hours of mouse movement"""


class FileError(SapperError):
    """Raised if a file can't be read or written."""


@dataclass(frozen=True, slots=True)
class Replays:
    names: tuple[str, ...]
    replays: tuple[Replay, ...]

    def __len__(self) -> int:
        return len(self.replays)


@dataclass(frozen=True, slots=True)
class Standing:
    """A game without its moves: only its board and its last position are known."""

    board: Board
    view: View
    outcome: Outcome | None
    rows: tuple[str, ...]
    """the rows of the last position, with the mines if the game is over"""

    @property
    def level(self) -> Level:
        return self.board.level

    @classmethod
    def of(cls, record: Record) -> Standing:
        game = record.resume()
        rows = game.answer if game.outcome else game.view.rows
        return cls(record.board, game.view, game.outcome, tuple(rows))


Noun: TypeAlias = Board | View | Record | Standing | Deck | Replay | Replays


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file.

    `looks_like` is called before `read`, so it must be fast and must not raise errors. `writes`
    lists the types that `write` accepts. The type that keeps the most information comes first. If a
    format has no file extension, it is a line of text, such as a link.
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
    """Reads a binary file from front to back, and raises a FileError if bytes are missing."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        self.name = name
        self.offset = 0

    def take(self, count: int) -> bytes:
        end = self.offset + count
        if end > len(self.data):
            raise FileError(
                "the {name} file is truncated: it has {count:byte|bytes} but needs {needed}",
                name=self.name,
                count=len(self.data),
                needed=end,
            )
        taken = self.data[self.offset : end]
        self.offset = end
        return taken

    def number(self, size: int) -> int:
        """Read the next `size` bytes as a number, with the high byte first."""
        return int.from_bytes(self.take(size), "big")

    def until(self, mark: bytes) -> bytes:
        end = self.data.find(mark, self.offset)
        if end < 0:
            raise FileError(
                "the {name} file is truncated: the field that starts at byte {offset} has no end",
                name=self.name,
                offset=self.offset,
            )
        taken = self.data[self.offset : end]
        self.offset = end + len(mark)
        return taken


def unknown_event(name: str, event: object, offset: int | None = None) -> FileError:
    if offset is None:
        return FileError("the {name} file has an unknown event: {event}", name=name, event=event)
    return FileError(
        "the {name} file has an unknown event: {event} at byte {offset}",
        name=name,
        event=event,
        offset=offset,
    )


def endless(name: str, data: bytes) -> FileError:
    return FileError(
        "the {name} file is truncated: its events break off after {count:byte|bytes}",
        name=name,
        count=len(data),
    )


def wrong_version(name: str, version: object, supported: str) -> FileError:
    return FileError(
        "the {name} file has version {version}, but Sapper reads only {supported}",
        name=name,
        version=version,
        supported=supported,
    )


def count_of(header: dict[str, str], key: str, name: str) -> int:
    value = header.get(key, "")
    if not re.fullmatch(r"\d{1,7}", value, re.ASCII):
        raise FileError(
            "the {name} file has {value} as its {key}, which must be a number",
            name=name,
            value=quote(value),
            key=key,
        )
    return int(value)


class Events:
    def __init__(self) -> None:
        # Arrays need only a tenth of the memory that lists of integers need.
        self.ms, self.kinds, self.x, self.y = array("q"), array("B"), array("q"), array("q")

    def add(self, ms: int, kind: int, x: int, y: int) -> None:
        self.ms.append(ms)
        self.kinds.append(kind)
        self.x.append(x)
        self.y.append(y)

    def table(self, level: Level, square: int) -> NDArray[np.void]:
        return table(level, square, self.ms, self.kinds, self.x, self.y)


@contextmanager
def keeping(partial: Callable[[], Replay | Replays | None]) -> Iterator[None]:
    """If this block raises an error, add the part of the replay read so far to the error."""
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
    if created is not None and not 0 < created < _YEAR_10000:
        created = None
    return Replay(board, events, ms, square, printable(player), printable(program), created)


_YEAR_10000 = 253_402_300_800_000_000
"""microseconds since 1970"""


def board_of(width: int, height: int, mines: Iterable[Cell], count: int, name: str) -> Board:
    """Make the board that a file describes.

    The start rule is set to `any`, because these files don't store the rule.
    """
    level = Level(width, height, count, StartRule("any"))
    cells = list(mines)
    distinct = frozenset(cells)
    if len(distinct) != len(cells):
        raise FileError("the {name} file lists the same mine twice", name=name)
    if len(distinct) != count:
        raise FileError(
            "the {name} file has {mines:mine|mines} but declares {count}",
            name=name,
            mines=len(distinct),
            count=count,
        )
    return Board(level, distinct)


def cell_of(column: int, row: int, width: int, height: int, name: str) -> Cell:
    """The cell in a column and row, counted from 0.

    Raises a FileError if the cell is off the board.
    """
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
    """The cells whose bits are set. In each byte, the highest bit comes first."""
    return [cell for cell in range(size) if data[cell >> 3] & (0x80 >> (cell & 7))]


def cells_to_bits(cells: Iterable[Cell], size: int) -> bytes:
    data = bytearray((size + 7) // 8)
    for cell in cells:
        data[cell >> 3] |= 0x80 >> (cell & 7)
    return bytes(data)


def decode(data: bytes) -> str:
    """Decode text of unknown encoding. Try UTF-8, then GBK (Chinese), then Latin-1."""
    for encoding in ("utf-8", "gbk"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def as_text(data: bytes) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def number_rows(board: Board) -> list[str]:
    """The rows of a board, with * for a mine and 0-8 for a number."""
    text = "".join("*" if number == MINE else str(number) for number in board.numbers)
    width = board.level.width
    return [text[start : start + width] for start in range(0, len(text), width)]


def rows_of(lines: list[str], level: Level, name: str, symbols: str) -> list[str]:
    """Return the lines, or raise a FileError if they are not the rows of a board of this level."""
    if len(lines) != level.height:
        raise FileError(
            "the {name} file has {count:row|rows} instead of {height}",
            name=name,
            count=len(lines),
            height=level.height,
        )
    for number, row in enumerate(lines, 1):
        if len(row) != level.width:
            raise FileError(
                "row {number} of the {name} file has {count:cell|cells} instead of {width}",
                number=number,
                name=name,
                count=len(row),
                width=level.width,
            )
        if wrong := row.strip(symbols):
            raise FileError(
                "row {number} of the {name} file has an unknown symbol, {symbol}: use only "
                "{symbols}",
                number=number,
                name=name,
                symbol=quote(wrong[0]),
                symbols=" ".join(symbols),
            )
    return lines
