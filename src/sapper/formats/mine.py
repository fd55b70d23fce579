r"""mine: the positions of David Hill's Minesweeper Coach (JSMinesweeper).

    WxHxM on line one, then one row per line: 0-8 open, H hidden, F flagged, ? a mine that exploded,
    M a mine

If the file has an M for each mine of the level, it is read as a board. Otherwise the file is read
as a position, in which M is a flagged cell and ? is a hidden cell. Source: DavidNHill/JSMinesweeper
(main.js, Board.js).

>>> print(read(b"3x2x1\n1HH\n1HF\n"), end="")
3x2x1/any
1..
1.F
"""

from __future__ import annotations

import re

from sapper.core.board import Board
from sapper.core.level import Level, content_lines
from sapper.core.view import View
from sapper.formats.format import FileError, Format, as_text, board_of, number_rows, rows_of

_SYMBOLS = "012345678HF?M"
_LOOK = re.compile(r"\s*\d{1,4}x\d{1,4}x\d{1,7}\s*\n[\s0-8F]*[H?M][\s0-8HF?M]*", re.ASCII)
_TO_OURS = str.maketrans("H?M", "..F")


def looks_like(data: bytes) -> bool:
    text = as_text(data)
    return text is not None and _LOOK.fullmatch(text) is not None


def read(data: bytes) -> Board | View:
    text = as_text(data)
    lines = [line for _, line in content_lines(text or "")]
    if not lines:
        raise FileError("nothing to read: a level like 9x9x10 must come first")
    level = Level.parse(f"{lines[0]}/any")
    rows = rows_of(lines[1:], level, "mine", _SYMBOLS)
    cells = "".join(rows)
    if "M" in cells and cells.count("M") == level.mines:
        mines = [cell for cell, sign in enumerate(cells) if sign == "M"]
        return board_of(level.width, level.height, mines, level.mines, "mine")
    return View.parse("\n".join([str(level), *(row.translate(_TO_OURS) for row in rows)]))


def write(noun: Board | View) -> bytes:
    level = noun.level
    if isinstance(noun, Board):
        rows = [row.replace("*", "M") for row in number_rows(noun)]
    else:
        rows = [row.replace(".", "H") for row in foreign_rows(noun, "mine")]
    return "\n".join([f"{level.width}x{level.height}x{level.mines}", *rows, ""]).encode()


def foreign_rows(view: View, name: str) -> list[str]:
    """The rows of a position.

    Raises a FileError if there are given cells, because the format has no symbol for them.
    """
    if view.given:
        raise FileError(
            f"the {name} format has no sign for cells given as safe, such as "
            f"{view.grid.name(view.given[0])}"
        )
    return view.rows


MINE = Format(
    "mine",
    "position, board",
    "Minesweeper Coach (JSMinesweeper)",
    looks_like,
    read,
    write,
    (View, Board),
    (".mine",),
)
