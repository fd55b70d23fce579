"""ptta: links to boards in PTTACG's ZiNi calculator, and to boards and games in LlamaSweeper.

    ...?b=SIZE&m=MINES          a board
    ...?b=SIZE&m=MINES&c=CLICKS a board and the clicks of a game, without times

    SIZE    1, 2, 3 for 9x9, 16x16, 30x16; otherwise a width and a height of the same length
    MINES   one bit per cell, row by row; 5 bits are a digit of base 32 (0-9 a-v), highest bit first
    CLICKS  2 bits for the kind (0 left, 1 right, 2 chord, 3 the end) and, except for the end,
            column * height + row in a fixed number of bits; base64 with - and _, without padding

Source: LlamaSweeper (BoardStats.js, Algorithms.js).

>>> print(read(b"?b=43&m=g80").level)
4x3x2/any
"""

from __future__ import annotations

import base64
import binascii
import re

from sapper.core.board import Board
from sapper.core.game import Record
from sapper.core.level import Level, StartRule
from sapper.core.view import Move, MoveKind
from sapper.errors import quote
from sapper.formats.format import FileError, Format, board_of
from sapper.formats.links import check_alphabet, parameters

ADDRESS = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
GAME_ADDRESS = "https://llamasweeper.com/#/game/zini-explorer"

_SIZES = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_KINDS: tuple[MoveKind, ...] = ("open", "flag", "chord")
_END = 3


def looks_like(data: bytes) -> bool:
    given = parameters(data)
    return re.fullmatch(r"\d{1,8}", given.get("b", ""), re.ASCII) is not None


def read(data: bytes) -> Board | Record:
    given = parameters(data)
    width, height = _size(given.get("b", ""))
    size = Level(width, height, 0, StartRule("any")).size
    digits = given.get("m", "").lower()
    check_alphabet(digits, _DIGITS, "the link's list of mines")
    needed = (size + 4) // 5
    if digits and len(digits) != needed:
        raise FileError(
            "the link's list of mines has {count:digit|digits} instead of {needed}",
            count=len(digits),
            needed=needed,
        )
    bits = "".join(f"{_DIGITS.index(digit):05b}" for digit in digits)
    if "1" in bits[size:]:
        raise FileError("the link's list of mines has a mine beyond the last cell")
    mines = [cell for cell, bit in enumerate(bits) if bit == "1"]
    board = board_of(width, height, mines, len(mines), "link")
    if "c" not in given:
        return board
    moves = tuple((0, move) for move in _moves(given["c"], board.level))
    return Record(board, moves, Record(board, moves, None).resume().outcome)


def _size(text: str) -> tuple[int, int]:
    if text in _SIZES:
        return _SIZES[text]
    if not re.fullmatch(r"\d{2,8}", text, re.ASCII) or len(text) % 2:
        raise FileError(
            "the link's size {text} must be 1, 2 or 3, or a width and a height with the same "
            "number of digits",
            text=quote(text),
        )
    half = len(text) // 2
    return int(text[:half]), int(text[half:])


def _moves(text: str, level: Level) -> list[Move]:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise FileError("the link's clicks are not base64: {text}", text=quote(text)) from None
    bits = "".join(f"{byte:08b}" for byte in data)
    place = (level.size - 1).bit_length()
    moves = []
    offset = 0
    while offset + 2 <= len(bits) and (kind := int(bits[offset : offset + 2], 2)) != _END:
        order = bits[offset + 2 : offset + 2 + place]
        if len(order) < place:
            raise FileError("the link's clicks are truncated")
        column, row = divmod(int(order or "0", 2), level.height)
        if column >= level.width:
            raise FileError("the link has a click off the board")
        moves.append(Move(_KINDS[kind], row * level.width + column))
        offset += 2 + place
    return moves


def write(noun: Board | Record) -> bytes:
    """Convert a board or a record to a link. Links don't contain the times of the moves."""
    level = noun.level
    board = noun if isinstance(noun, Board) else noun.board
    sizes = {size: text for text, size in _SIZES.items()}
    digits = max(len(str(level.width)), len(str(level.height)))
    size = sizes.get(
        (level.width, level.height), f"{level.width:0{digits}}{level.height:0{digits}}"
    )
    bits = "".join("01"[cell in board.mines] for cell in range(level.size))
    bits += "0" * (-len(bits) % 5)
    mines = "".join(_DIGITS[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))
    if isinstance(noun, Board):
        return f"{ADDRESS}?b={size}&m={mines}\n".encode()
    return f"{GAME_ADDRESS}?b={size}&m={mines}&c={_clicks(noun)}\n".encode()


def _clicks(record: Record) -> str:
    level = record.level
    place = (level.size - 1).bit_length()
    bits = []
    for _, move in record.moves:
        row, column = divmod(move.cell, level.width)
        order = f"{column * level.height + row:0{place}b}" if place else ""
        bits.append(f"{_KINDS.index(move.kind):02b}{order}")
    text = "".join(bits) + f"{_END:02b}"
    text += "0" * (-len(text) % 8)
    data = bytes(int(text[at : at + 8], 2) for at in range(0, len(text), 8))
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


PTTA = Format(
    "ptta",
    "board, record",
    "links ?b=&m= of the PTTACG ZiNi calculator and LlamaSweeper, with clicks &c=",
    looks_like,
    read,
    write,
    (Record, Board),
)
