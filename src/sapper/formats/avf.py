"""AVF: the replays of Minesweeper Arbiter.

    u8 version, 4 bytes, u8 level: 3 beginner (8x8), 4 intermediate, 5 expert, or
    6 with u8 width - 1, u8 height - 1, u16 mines
    u8 row, u8 column of each mine, from 1
    ...[level|...|start|end|B3bvTseconds]    text; the seconds are 1 too high. Version 0.49.5 has no
    | before the B, and some versions write a decimal comma
    8 bytes per event: kind, x high, seconds low, x low, hundredths, y high, seconds high, y low;
    the seconds are 1 too high, and seconds of 0 mark the end
    cs=, 16 bytes, then lines of text: since 0.47 RealTime: ... and Skin: ..., then the player

Sources: thefinerminer/minesweeper-rawvf (parser_avf.c), for version 0.35 and later, and
ralokt/sweeping-view (avf.py).
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.core.level import Level
from sapper.core.replay import CC, LC, LR, MC, MR, MV, RC, RR, Replay, table
from sapper.formats.format import (
    FileError,
    Format,
    Reader,
    board_of,
    cell_of,
    decode,
    endless,
    keeping,
    replay_of,
    unknown_event,
)

_LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (30, 16, 99)}
# The bytes before the text in brackets may contain another bracket.
_HEAD = re.compile(rb"\[[^\[\]]{0,300}B\d{1,5}T(\d{1,6})(?:[^\d\[\]](\d{0,3}))?\]")
_TAIL = re.compile(rb"Skin:[^\r\n]{0,200}\r\n?([^\r\n]{0,200})")
# This pattern is for versions before 0.47. The 16 bytes after cs= may contain a line end.
_OLD_TAIL = re.compile(rb"cs=[\0-\xff]{16}\r\n?(?:RealTime:[^\r\n]{0,200}\r\n?)?([^\r\n]{0,200})")

# Bits of an event's kind: left down 2, left up 4, right down 8, right up 16, middle down 32,
# middle up 64.
_KINDS = {1: MV, 3: LC, 5: LR, 9: RC, 11: CC, 17: RR, 21: LR, 33: MC, 65: MR, 145: RR, 193: MR}
_KIND_TABLE = np.zeros(256, dtype=np.uint8)
_KIND_TABLE[list(_KINDS)] = list(_KINDS.values())


def looks_like(data: bytes) -> bool:
    return len(data) > 6 and 3 <= data[5] <= 6 and _HEAD.search(data, 6, 140_000) is not None


def read(data: bytes) -> Replay:
    file = Reader(data, "avf")
    file.take(5)
    level = file.number(1)
    if level == 6:
        width, height, mines = file.number(1) + 1, file.number(1) + 1, file.number(2)
    elif level in _LEVELS:
        width, height, mines = _LEVELS[level]
    else:
        raise FileError("the avf file has level {level}: levels must be 3 to 6", level=level)
    places = file.take(2 * mines)
    cells = (
        cell_of(column - 1, row - 1, width, height, "avf")
        for row, column in zip(places[::2], places[1::2], strict=True)
    )
    board = board_of(width, height, cells, mines, "avf")
    head = _HEAD.search(data, file.offset)
    if head is None:
        raise FileError("the avf file lacks the 3BV or the time that should follow its mines")
    ms = (int(head[1]) - 1) * 1000 + int((head[2] or b"0").ljust(3, b"0"))
    start = _first_event(data, head.end(), board.level)
    rows = np.frombuffer(data, np.uint8, (len(data) - start) // 8 * 8, start).reshape(-1, 8)
    rows = rows.astype(np.int64)
    ends = np.flatnonzero((rows[:, 2] == 0) & (rows[:, 6] == 0))
    with keeping(lambda: replay_of(board, _events(board.level, rows), max(ms, 0), 16)):
        if not len(ends):
            raise endless("avf", data)
        rows = rows[: ends[0]]
        kinds = _KIND_TABLE[rows[:, 0]]
        if len(unknown := np.flatnonzero(kinds == 0)):
            number = int(unknown[0])
            raise unknown_event("avf", rows[number, 0], start + 8 * number)
    end = start + 8 * int(ends[0])
    tail = _TAIL.search(data, end) or _OLD_TAIL.search(data, end)
    player = decode(tail[1]) if tail else ""
    return replay_of(board, _events(board.level, rows), max(ms, 0), 16, player, "Arbiter")


def _events(level: Level, rows: NDArray[Any]) -> NDArray[np.void]:
    # Keep only the events before the first unknown one.
    kinds = _KIND_TABLE[rows[:, 0]]
    known = int(np.argmin(np.append(kinds, 0)))
    rows = rows[:known]
    times = (rows[:, 6] * 256 + rows[:, 2] - 1) * 1000 + rows[:, 4] * 10
    x, y = rows[:, 1] * 256 + rows[:, 3], rows[:, 5] * 256 + rows[:, 7]
    return table(level, 16, times, kinds[:known], x, y)


def _first_event(data: bytes, offset: int, level: Level) -> int:
    # Bytes of unknown meaning come before the events. Find the first event by two properties: its
    # pixel is on the board, and its time is in the first second.
    right, bottom = level.width * 16 >> 8, level.height * 16 >> 8
    for start in range(offset, min(len(data) - 7, offset + 4096)):
        kind, x, low, _, hundredths, y, high, _ = data[start : start + 8]
        is_on_board = x <= right and y <= bottom
        if kind in _KINDS and (high, low) == (0, 1) and hundredths < 100 and is_on_board:
            return start
    raise FileError(
        "the avf file is truncated: it has {count:byte|bytes} and no events", count=len(data)
    )


AVF = Format("avf", "replay", "Minesweeper Arbiter", looks_like, read, suffixes=(".avf",))
