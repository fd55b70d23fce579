"""coach: the links of David Hill's Minesweeper Coach (JSMinesweeper).

    ...?board=WxHxM                 a level without open cells
    ...?board=WxHxM&analysis=...    a position

An analysis has 2 digits for the width, 2 for the height and 4 for the mines, followed by runs of
equal cells. The characters a-z, A-Z and 0-9 are digits with the values 0 to 61. Each kind of cell
has its own set of digits, and the length of a run is written in these digits. If a kind has only
one digit, the digit is repeated for each cell. Each number on the board is reduced by the number of
neighbouring cells of the kinds F and I.

    0-8     open (with 10, 7, 5, 5, 4, 3, 3, 1, 1 digits)
    I       hidden, a mine that a single number proves (4 digits)
    H       hidden (10 digits)
    F       flagged (8 digits)
    O       flagged, but the numbers around it are not reduced (1 digit)

Source: DavidNHill/JSMinesweeper (the class Compressor in Board.js).
"""

from __future__ import annotations

import re
from itertools import groupby

from sapper.core.grid import Grid
from sapper.core.level import Level, StartRule
from sapper.core.view import View
from sapper.errors import quote
from sapper.formats.format import FileError, Format
from sapper.formats.links import check_alphabet, parameters
from sapper.formats.mine import foreign_rows

ADDRESS = "https://davidnhill.github.io/JSMinesweeper/index.html"

_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_SHARES = dict(zip("012345678IHFO", (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1), strict=True))
_LEVEL = re.compile(r"(\d{1,4})x(\d{1,4})x(\d{1,7})", re.ASCII)


def _blocks() -> dict[str, str]:
    blocks, start = {}, 0
    for kind, share in _SHARES.items():
        blocks[kind] = _DIGITS[start : start + share]
        start += share
    return blocks


_BLOCKS = _blocks()
_KINDS = {digit: kind for kind, block in _BLOCKS.items() for digit in block}


def looks_like(data: bytes) -> bool:
    given = parameters(data)
    return "analysis" in given or _LEVEL.fullmatch(given.get("board", "")) is not None


def read(data: bytes) -> View:
    given = parameters(data)
    size = _LEVEL.fullmatch(given.get("board", ""))
    if size is None and "analysis" not in given:
        raise FileError("the link has neither board=WxHxM nor analysis=")
    if "analysis" not in given:
        return View.hidden_everywhere(Level.parse(f"{given['board']}/any"))
    digits = given["analysis"]
    check_alphabet(digits, _DIGITS, "the link's analysis")
    if len(digits) < 8:
        raise FileError(
            "the link's analysis is truncated: {digits} is too short", digits=quote(digits)
        )
    width, height, mines = (_number(part) for part in (digits[:2], digits[2:4], digits[4:8]))
    level = Level(width, height, mines, StartRule("any"))
    # The analysis may leave out known mines, so only its width and height must match the board in
    # the link.
    if size is not None and (int(size[1]), int(size[2])) != (width, height):
        raise FileError(
            "the link's board is {board}, but its analysis is {width}x{height}",
            board=size[0],
            width=width,
            height=height,
        )
    cells = _unpack(digits[8:], level.size)
    rows = _raise(cells, level.grid)
    return View.parse("\n".join([str(level), *rows]))


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * len(_DIGITS) + _DIGITS.index(digit)
    return value


def _unpack(digits: str, size: int) -> str:
    parts, length = [], 0
    for kind, run in groupby(digits, key=_KINDS.__getitem__):
        block = _BLOCKS[kind]
        count = 0
        for digit in run:
            count = count + 1 if len(block) == 1 else count * len(block) + block.index(digit)
            if length + count > size:
                raise FileError("the link's analysis has more than {size:cell|cells}", size=size)
        parts.append(kind * count)
        length += count
    if length != size:
        raise FileError(
            "the link's analysis has {count:cell|cells} instead of {needed}",
            count=length,
            needed=size,
        )
    return "".join(parts)


def _raise(cells: str, grid: Grid) -> list[str]:
    states = [int(cell) if cell.isdigit() else cell for cell in cells]
    for cell, kind in enumerate(cells):
        if kind in "FI":
            for near in grid.neighbours(cell):
                number = states[near]
                if isinstance(number, int):
                    states[near] = number + 1
    if any(isinstance(state, int) and state > 8 for state in states):
        raise FileError("the link's analysis has a number above 8")
    text = "".join(map(str, states)).translate(str.maketrans("HIO", "..F"))
    return [text[start : start + grid.width] for start in range(0, grid.size, grid.width)]


def write(view: View) -> bytes:
    level, grid = view.level, view.grid
    if level.mines >= len(_DIGITS) ** 4:
        raise FileError(f"a link can't store level {level}: it has too many mines")
    cells = list("".join(foreign_rows(view, "coach")).replace(".", "H"))
    for cell in range(grid.size):
        if cells[cell] == "F":
            numbers = [near for near in grid.neighbours(cell) if cells[near].isdigit()]
            if any(cells[near] == "0" for near in numbers):
                cells[cell] = "O"
                continue
            for near in numbers:
                cells[near] = str(int(cells[near]) - 1)
    runs = ((kind, len(list(run))) for kind, run in groupby(cells))
    head = _digits(level.width, 2) + _digits(level.height, 2) + _digits(level.mines, 4)
    body = "".join(_pack(_BLOCKS[kind], count) for kind, count in runs)
    size = f"{level.width}x{level.height}x{level.mines}"
    return f"{ADDRESS}?board={size}&analysis={head}{body}\n".encode()


def _digits(value: int, count: int) -> str:
    digits = ""
    for _ in range(count):
        value, digit = divmod(value, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def _pack(block: str, count: int) -> str:
    if len(block) == 1:
        return block * count
    digits = ""
    while count:
        count, digit = divmod(count, len(block))
        digits = block[digit] + digits
    return digits


COACH = Format(
    "coach",
    "position",
    "links of Minesweeper Coach (JSMinesweeper), ?board= and ?analysis=",
    looks_like,
    read,
    write,
    (View,),
)
