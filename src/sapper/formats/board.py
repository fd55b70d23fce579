"""board: the .board text format of ms-toollib, version 0.1.

    # MINESWEEPER-BOARD v0.1
    # Render: ascii            or emoji
    rows: 16                   and columns, mines, game_mode; author, comment
    [real]                     then one row per line: * a mine, 0-8
    [view]                     then one row per line: U hidden, 0-8, F flag, ? marked; after the end
                               X the mine that exploded, @ another mine, # a wrong flag

A file with both sections is read as a `Standing`, a game without its moves. Source: the
board standard in eee555/ms-toollib.
"""

from __future__ import annotations

from sapper.core.board import Board
from sapper.core.game import Record
from sapper.core.level import Level, StartRule
from sapper.core.view import Move, View
from sapper.errors import quote
from sapper.formats.format import (
    FileError,
    Format,
    Standing,
    as_text,
    count_of,
    number_rows,
    rows_of,
    wrong_version,
)
from sapper.formats.mine import foreign_rows

_HEAD = "# MINESWEEPER-BOARD v"
_SYMBOLS = "U012345678F?X@#"
_TO_OURS = str.maketrans("U?X@#", "....F")
# In the emoji form, each digit is followed by two characters that turn it into an emoji.
_EMOJI = str.maketrans(
    dict(zip("⬜🚩❓💥💣❌", "UF?X@#", strict=True)) | {"\ufe0f": "", "\u20e3": ""}
)


def looks_like(data: bytes) -> bool:
    return data[:64].removeprefix(b"\xef\xbb\xbf").startswith(_HEAD.encode())


def read(data: bytes) -> Board | View | Standing:
    lines = (as_text(data) or "").splitlines()
    if not lines or not lines[0].startswith(_HEAD):
        raise FileError("the board file does not begin with # MINESWEEPER-BOARD")
    if (version := lines[0].removeprefix(_HEAD).strip()) != "0.1":
        raise wrong_version("board", quote(version), "0.1")
    keys, blocks = _split(lines[1:])
    height, width, mines = (count_of(keys, key, "board") for key in ("rows", "columns", "mines"))
    level = Level(width, height, mines, StartRule("any"))
    board = view = None
    if "real" in blocks:
        rows = rows_of(_rows(blocks["real"], height), level, "board", "*012345678")
        board = Board.parse("\n".join([str(level), *rows]))
    if "view" in blocks:
        rows = rows_of(_rows(blocks["view"], height), level, "board", _SYMBOLS)
        view = View.parse("\n".join([str(level), *(row.translate(_TO_OURS) for row in rows)]))
        if board is not None:
            return _standing(board, view, "".join(rows))
    noun = view or board
    if noun is None:
        raise FileError("the board file has neither [real] nor [view]")
    return noun


def _split(lines: list[str]) -> tuple[dict[str, str], dict[str, list[str]]]:
    keys: dict[str, str] = {}
    blocks: dict[str, list[str]] = {}
    block: list[str] | None = None
    for line in lines:
        line = line.strip()
        if line in ("[real]", "[view]"):
            block = blocks.setdefault(line[1:-1], [])
        elif block is not None:
            block.append(line)
        elif line and not line.startswith("#"):
            key, _, value = line.partition(":")
            keys.setdefault(key.strip().lower(), value.strip())
    return keys, blocks


def _rows(block: list[str], height: int) -> list[str]:
    # Don't filter out lines that begin with #, because a row may begin with # as well. Take as many
    # lines as the board has rows, so that comments after the rows are ignored.
    rows = [line.translate(_EMOJI) for line in block if line]
    return rows[:height]


def _standing(board: Board, view: View, symbols: str) -> Standing:
    moves = [Move("flag", cell) for cell, sign in enumerate(symbols) if sign in "F#"]
    moves += [Move("open", cell) for cell, sign in enumerate(symbols) if sign.isdigit()]
    moves += [Move("open", cell) for cell, sign in enumerate(symbols) if sign == "X"][:1]
    found = Standing.of(Record(board, tuple((0, move) for move in moves), None))
    if found.view != view:
        raise FileError("the [view] of the board file does not match its [real] board")
    return found


def write(noun: Board | View | Standing) -> bytes:
    level = noun.level
    lines = [
        f"{_HEAD}0.1",
        "# Render: ascii",
        "",
        f"rows: {level.height}",
        f"columns: {level.width}",
        f"mines: {level.mines}",
        "game_mode: classic",
    ]
    board = noun.board if isinstance(noun, Standing) else noun
    if isinstance(board, Board):
        lines += ["", "[real]", *number_rows(board)]
    rows = []
    if isinstance(noun, Standing) and noun.outcome is not None:
        rows = [row.translate(str.maketrans("*W+", "@#.")) for row in noun.rows]
    elif not isinstance(noun, Board):
        rows = foreign_rows(noun if isinstance(noun, View) else noun.view, "board")
    if rows:
        lines += ["", "[view]", *(row.replace(".", "U") for row in rows)]
    return "\n".join([*lines, ""]).encode()


BOARD = Format(
    "board",
    "board, position",
    "the .board text of ms-toollib",
    looks_like,
    read,
    write,
    (Standing, Board, View),
    (".board",),
)
