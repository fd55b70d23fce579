"""Files of the Minesweeper community: mbf boards and RAWVF replays.

    mbf      a board in binary: width and height (a byte each), mines (two bytes, the high one
             first), then column and row (a byte each) of every mine
    RAWVF    a replay as text: `Key: value` lines, `Board:` with * for a mine and 0 for any other
             cell, `Events:` with a mouse event a line: its time in seconds, lc lr rc rr mc mr,
             column and row from 1, and the point in pixels

Both are read by the programs that players use for records and replays. Neither has a place for the
start rule and the cells it tells.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sapper.board import Board, BoardError
from sapper.game import Outcome, Record
from sapper.level import Level, StartRule

SQUARE = 16


def to_mbf(board: Board) -> bytes:
    r"""A board as an mbf file.

    >>> to_mbf(Board.parse('3x2x2/any\n*..\n.*.')).hex(' ')
    '03 02 00 02 00 00 01 01'
    """
    level = board.level
    if level.width > 255 or level.height > 255 or level.mines > 65535:
        raise BoardError(f"level {level} does not fit in an mbf file: sides are at most 255")
    places = (divmod(cell, level.width) for cell in sorted(board.mines))
    body = bytes(number for row, column in places for number in (column, row))
    return bytes([level.width, level.height, *level.mines.to_bytes(2, "big")]) + body


def from_mbf(data: bytes) -> Board:
    """The board of an mbf file; its start rule is `any`, for the file promises nothing."""
    if len(data) < 4:
        raise BoardError(f"the mbf file is cut short: it has {len(data)} bytes")
    width, height, mines = data[0], data[1], int.from_bytes(data[2:4], "big")
    level = Level(width, height, mines, StartRule("any"))
    if len(data) != 4 + 2 * mines:
        raise BoardError(
            f"the mbf file has {len(data)} bytes, one with {mines} mines has {4 + 2 * mines}"
        )
    cells = set()
    for column, row in zip(data[4::2], data[5::2], strict=True):
        if column >= width or row >= height or row * width + column in cells:
            raise BoardError(f"the mbf file has a wrong mine: column {column}, row {row}")
        cells.add(row * width + column)
    return Board(level, frozenset(cells))


def looks_like_mbf(data: bytes) -> bool:
    """Whether the length is the one that the head of an mbf file says."""
    return len(data) >= 4 and len(data) == 4 + 2 * int.from_bytes(data[2:4], "big")


_BUTTONS = {"open": "l", "flag": "r", "chord": "m"}
_NAMES = {(9, 9, 10): "Beginner", (16, 16, 40): "Intermediate", (30, 16, 99): "Expert"}


def to_rawvf(record: Record, player: str = "", created: float | None = None) -> str:
    """A record as a RAWVF replay: each move a press and a release in the middle of its cell."""
    level, board = record.level, record.board
    elapsed = record.moves[-1][0] if record.moves else 0
    status = {Outcome.WON: "won", Outcome.LOST: "lost", None: "left"}[record.outcome]
    lines = ["RawVF_Version: Rev6", "Program: Sapper", f"Player: {player or 'Anonymous'}"]
    if created is not None:
        lines.append(f"Timestamp: {datetime.fromtimestamp(created, UTC):%Y-%m-%d %H:%M:%S}")
    lines += [
        f"Level: {_NAMES.get((level.width, level.height, level.mines), 'Custom')}",
        f"Width: {level.width}",
        f"Height: {level.height}",
        f"Mines: {level.mines}",
        "Marks: Off",
        f"Time: {_seconds(elapsed)}",
        f"BBBV: {board.statistics.three_bv}",
        f"Status: {status}",
        "Mode: Classic",
        "Board:",
    ]
    for row in range(level.height):
        cells = range(row * level.width, (row + 1) * level.width)
        lines.append("".join("*" if cell in board.mines else "0" for cell in cells))
    lines.append("Events:")
    started = False
    for at, move in record.moves:
        row, column = divmod(move.cell, level.width)
        x, y = column * SQUARE + SQUARE // 2, row * SQUARE + SQUARE // 2
        for action in "cr":
            event = _BUTTONS[move.kind] + action
            lines.append(f"{_seconds(at)} {event} {column + 1} {row + 1} ({x} {y})")
        if not started and move.kind == "open":
            started = True
            lines.append("start")
    if record.outcome is not None:
        lines.append("won" if record.outcome is Outcome.WON else "boom")
    return "\n".join([*lines, ""])


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds // 1000}.{milliseconds % 1000:03}"
