"""tatham: Mines from Simon Tatham's Portable Puzzle Collection, as game ids, links and saved games.

    WxH[nM][a]:x,y,mHEX     a board with cell x,y open at the start; without x,y, no cell is open;
                            after an m, HEX is masked; after a u or no letter, it is not
    WxH:rM,u,STATE          a board that has not been dealt, so only its level is known
    ...mines.html#ID        one of these ids in a link
    SAVEFILE:41:Simon ...   a saved game, as KEY:length:value lines; its moves are O, F and C with
                            x,y, for open, flag and chord

HEX has one bit per cell, row by row, the highest bit first. To mask HEX, its bytes are split into
two halves. If the number of bytes is odd, the first half is one byte shorter. Each of
"0", "1", ... is appended to a copy of the second half, and the SHA-1 hashes of these copies are
joined. The first half is combined with these hashes by exclusive or. Then the second half is
combined in the same way with hashes of the new first half.

Source: mines.c, misc.c and midend.c of the puzzle collection.
"""

from __future__ import annotations

import re
from hashlib import sha1

from sapper.core.board import Board
from sapper.core.game import Record
from sapper.core.grid import Cell
from sapper.core.level import Level, StartRule
from sapper.core.view import Move, MoveKind, View
from sapper.errors import quote
from sapper.formats.format import (
    FileError,
    Format,
    as_text,
    bits_to_cells,
    board_of,
    cell_of,
    cells_to_bits,
)

_ID = re.compile(
    r"(?:\S{1,200}#)?(\d{1,4})(?:x(\d{1,4}))?(?:n(\d{1,7}))?a?(?:X\d{1,4})?(?:Y\d{1,4})?:(\S+)",
    re.ASCII,
)
_SEED = re.compile(r"(?:\S{1,200}#)?\d{1,4}(?:x\d{1,4})?(?:n\d{1,7})?a?#\S+", re.ASCII)
_LAYOUT = re.compile(r"(?:(\d{1,4}),(\d{1,4}),)?([mu]?)([0-9a-fA-F]+)", re.ASCII)
_NOT_DEALT = re.compile(r"r(\d{1,7}),[ua],.*", re.ASCII)
_SAVED = b"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"
_FIELD = re.compile(rb"([A-Z]{1,8}) *:(\d{1,7}):")
_MOVE = re.compile(r"([OFC])(\d{1,4}),(\d{1,4})", re.ASCII)
_KINDS: dict[str, MoveKind] = {"O": "open", "F": "flag", "C": "chord"}


def looks_like(data: bytes) -> bool:
    if data.startswith(_SAVED):
        return True
    text = (as_text(data) or "").strip()
    if len(text) > 300_000:
        return False
    if _SEED.fullmatch(text):
        return True
    match = _ID.fullmatch(text)
    return match is not None and (
        _LAYOUT.fullmatch(match[4]) is not None or _NOT_DEALT.fullmatch(match[4]) is not None
    )


def read(data: bytes) -> Board | View | Record:
    if data.startswith(_SAVED):
        return _read_saved(data)
    text = (as_text(data) or "").strip()
    match = _ID.fullmatch(text)
    if match is None and _SEED.fullmatch(text):
        raise FileError(
            "{text} is a random seed, which only the original program can use: open it there and "
            "copy the game id shown under 'Specific'",
            text=quote(text),
        )
    if match is None:
        raise FileError("{text} is not a game id: write WxH:x,y,m and hex digits", text=quote(text))
    width, height = int(match[1]), int(match[2] or match[1])
    if dealt := _NOT_DEALT.fullmatch(match[4]):
        return View.hidden_everywhere(Level(width, height, int(dealt[1]), StartRule("open")))
    board = _read_layout(width, height, match[4])
    if match[3] is not None and int(match[3]) != board.level.mines:
        raise FileError(
            "the game id has {mines:mine|mines} but declares {count}",
            mines=board.level.mines,
            count=match[3],
        )
    return board


def _read_layout(width: int, height: int, text: str) -> Board:
    match = _LAYOUT.fullmatch(text)
    if match is None:
        raise FileError("{text} is not a layout: write x,y,m, then hex digits", text=quote(text))
    size = Level(width, height, 0, StartRule("any")).size
    x, y, sign, digits = match.groups()
    needed = (size + 3) // 4
    if len(digits) != needed:
        raise FileError(
            "the game id has {count:hex digit|hex digits} instead of {needed}",
            count=len(digits),
            needed=needed,
        )
    bits = bytes.fromhex(digits + "0" * (len(digits) % 2))
    if sign == "m":
        bits = _mask(bits, size, unmask=True)
    mines = bits_to_cells(bits, size)
    first = None if x is None else cell_of(int(x), int(y), width, height, "game id")
    return _dealt_around(board_of(width, height, mines, len(mines), "game id"), first)


def _dealt_around(board: Board, first: Cell | None) -> Board:
    # In a handmade id, the first cell may show a number other than 0.
    if first is None or board.numbers[first]:
        return board
    level = board.level
    return Board(
        Level(level.width, level.height, level.mines, StartRule("open")), board.mines, first
    )


def _mask(data: bytes, size: int, unmask: bool = False) -> bytes:
    half = len(data) // 2
    parts = [data[:half], data[half:]]
    for target in (1, 0) if unmask else (0, 1):
        part, seed = parts[target], parts[1 - target]
        stream = b"".join(
            sha1(seed + str(block).encode()).digest() for block in range(len(part) // 20 + 1)
        )
        parts[target] = bytes(a ^ b for a, b in zip(part, stream, strict=False))
        if target == 1 and size % 8:
            # Set the bits after the last cell to 0.
            parts[1] = parts[1][:-1] + bytes([parts[1][-1] & (0xFF00 >> size % 8) & 0xFF])
    return b"".join(parts)


def write(board: Board) -> bytes:
    """Convert a board to a masked game id. The cell `board.first`, if set, is open at the start."""
    level = board.level
    bits = _mask(cells_to_bits(board.mines, level.size), level.size)
    digits = bits.hex()[: (level.size + 3) // 4]
    start = ""
    if board.first is not None:
        row, column = divmod(board.first, level.width)
        start = f"{column},{row},"
    return f"{level.width}x{level.height}:{start}m{digits}\n".encode()


def _read_saved(data: bytes) -> Record:
    fields, moves = _fields(data)
    if fields.get("GAME") != "Mines":
        raise FileError(
            "the saved game is {game}: only Mines is supported", game=quote(fields.get("GAME", ""))
        )
    size = _ID.fullmatch(f"{fields.get('PARAMS', '')}:x")
    if size is None:
        raise FileError(
            "the saved game has an invalid size: {size}", size=quote(fields.get("PARAMS", ""))
        )
    width, height = int(size[1]), int(size[2] or size[1])
    layout = fields.get("PRIVDESC") or fields.get("DESC", "")
    board = _read_layout(width, height, layout)
    count = fields.get("STATEPOS", "")
    if not count.isdigit() or len(count) > 7:
        raise FileError(
            "STATEPOS in the saved game is {state}, but must be a number", state=quote(count)
        )
    played = [Move("open", board.first)] if board.first is not None else []
    for text in moves[: max(int(count) - 1, 0)]:
        for part in text.split(";"):
            move = _MOVE.fullmatch(part)
            if move is None:
                raise FileError(
                    "the saved game has an unknown move, {move}: moves are O, F or C, then x,y",
                    move=quote(part),
                )
            cell = cell_of(int(move[2]), int(move[3]), width, height, "saved game")
            played.append(Move(_KINDS[move[1]], cell))
    if board.first is None and played and played[0].kind == "open":
        board = _dealt_around(board, played[0].cell)
    times = tuple((0, move) for move in played)
    record = Record(board, times, None, board.first)
    return Record(board, times, record.resume().outcome, board.first)


def _fields(data: bytes) -> tuple[dict[str, str], list[str]]:
    fields: dict[str, str] = {}
    moves = []
    offset = 0
    while match := _FIELD.match(data, offset):
        start, length = match.end(), int(match[2])
        if start + length > len(data):
            raise FileError("the saved game is truncated after {count:byte|bytes}", count=len(data))
        name, value = match[1].decode(), data[start : start + length].decode("latin-1")
        if name in ("MOVE", "SOLVE", "RESTART"):
            moves.append(value)
        else:
            fields[name] = value
        offset = start + length + 1
    return fields, moves


TATHAM = Format(
    "tatham",
    "board, position, record",
    "Mines of Simon Tatham's puzzles: game ids, their links, saved games",
    looks_like,
    read,
    write,
    (Board,),
)
