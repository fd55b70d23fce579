"""mbf and abf: compact formats for boards, which most board editors support.

    u8 width, u8 height, u16 mines (high byte first), then u8 column, u8 row of each mine, from 0

The bytes may also be written as hexadecimal text with spaces. Source:
DavidNHill/JSMinesweeper (Board.js); LlamaSweeper.

>>> board = read(b"03 02 00 02 00 00 01 01")
>>> str(board.level), sorted(board.mines)
('3x2x2/any', [0, 4])
"""

from __future__ import annotations

import re

from sapper.core.board import Board
from sapper.formats.format import FileError, Format, Reader, board_of, cell_of

_HEX = re.compile(rb"\s*(?:[0-9a-fA-F]{2}\s+){3,}[0-9a-fA-F]{2}\s*")


def _binary(data: bytes) -> bytes:
    return bytes.fromhex(data.decode()) if _HEX.fullmatch(data) else data


def looks_like(data: bytes) -> bool:
    data = _binary(data)
    if len(data) < 4 or len(data) != 4 + 2 * int.from_bytes(data[2:4], "big"):
        return False
    width, height = data[0], data[1]
    return max(data[4::2], default=0) < width and max(data[5::2], default=0) < height


def read(data: bytes) -> Board:
    data = _binary(data)
    file = Reader(data, "mbf")
    width, height, mines = file.number(1), file.number(1), file.number(2)
    if len(data) != 4 + 2 * mines:
        raise FileError(
            "the mbf file has {count:byte|bytes}, but {mines:mine needs|mines need} {needed}",
            count=len(data),
            mines=mines,
            needed=4 + 2 * mines,
        )
    places = zip(data[4::2], data[5::2], strict=True)
    cells = (cell_of(column, row, width, height, "mbf") for column, row in places)
    return board_of(width, height, cells, mines, "mbf")


def write(board: Board) -> bytes:
    r"""A board as an mbf file.

    >>> write(Board.parse('3x2x2/any\n*..\n.*.')).hex(' ')
    '03 02 00 02 00 00 01 01'
    """
    level = board.level
    if level.width > 255 or level.height > 255 or level.mines > 65535:
        raise FileError(f"an mbf file can't store level {level}: sides must be at most 255")
    places = (divmod(cell, level.width) for cell in sorted(board.mines))
    body = bytes(number for row, column in places for number in (column, row))
    return bytes([level.width, level.height, *level.mines.to_bytes(2, "big")]) + body


MBF = Format(
    "mbf",
    "board",
    "a board in a few bytes or in hex, for board editors",
    looks_like,
    read,
    write,
    (Board,),
    (".mbf", ".abf"),
)
