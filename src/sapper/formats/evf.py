"""EVF 0 to 4: an open format for replays, used by Metasweeper. Sapper writes version 4.

    u8 version, u8 summary (bits: won, official, fair, no flags, converted)
    v3-4   u8 settings
    all    u8 rows, u8 columns, u16 mines, u8 square, u16 mode, u16 3BV
    v0-3   u24 ms; then strings that end with NUL: program, player, race, mark, start, end (us
           since 1970), country, and since v2 the device (ms-toollib marks its v2 files as v0)
    v4     u32 ms, 2 letters of a country, u64 start, u64 end; then strings that end with NUL:
           program, (if converted: the converting program, encoding), player, race, mark; u16
           length of the device, and the device
    all    one bit per cell, row by row: 1 is a mine
    v0-3   events of u8 kind, u24 ms, u16 x, u16 y; then 0 and a checksum of 32 bytes, or 255
    v4     u16 number of metrics and their names, each ending with NUL; events as differences from
           the previous event: u8 kind, u8 ms, i16 x, i16 y (`_read_deltas` has the other events);
           then 0, u16 length of the checksum, and the checksum

Numbers are stored with the high byte first. The checksum is a signature that only a private module
can make. Sapper leaves it out, so rankings don't accept files written by Sapper. Source: the
specification in eee555/ms-toollib.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from sapper.core.board import Board
from sapper.core.game import Outcome
from sapper.core.level import Level
from sapper.core.replay import Replay, play_through, table
from sapper.formats.format import (
    Events,
    FileError,
    Format,
    Reader,
    bits_to_cells,
    board_of,
    cells_to_bits,
    decode,
    endless,
    keeping,
    replay_of,
    unknown_event,
    wrong_version,
)

_VERSIONS = range(5)
_WON, _NO_FLAGS, _CONVERTED = 0x80, 0x10, 0x08
_PAUSE = 255
_OFF = -32768
"""In some files, an event off the board has this value for both dx and dy."""

_MOST = 32767
"""the maximum width and height of a board in pixels"""

_DELTAS = struct.Struct(">Bhh")
_OLD_EVENT = np.dtype([("kind", "u1"), ("ms", "u1", 3), ("x", ">u2"), ("y", ">u2")])


def looks_like(data: bytes) -> bool:
    if len(data) < 20 or data[0] not in _VERSIONS:
        return False
    head = data[3:] if data[0] >= 3 else data[2:]
    rows, columns = head[0], head[1]
    mines, square = int.from_bytes(head[2:4], "big"), head[4]
    three_bv = int.from_bytes(head[7:9], "big")
    return min(rows, columns, square) > 0 and max(mines, three_bv) <= rows * columns


def read(data: bytes) -> Replay:
    file = Reader(data, "evf")
    version = file.number(1)
    if version not in _VERSIONS:
        raise wrong_version("evf", version, "0-4")
    summary = file.number(1)
    if version >= 3:
        file.take(1)
    height, width, mines, square = file.number(1), file.number(1), file.number(2), file.number(1)
    file.take(2)
    three_bv = file.number(2)
    ms = file.number(4 if version == 4 else 3)
    if version == 4:
        file.take(2)
        start = file.number(8)
        file.take(8)
        program = file.until(b"\0")
        if summary & _CONVERTED:
            file.until(b"\0")
            file.until(b"\0")
        player, _, _ = (file.until(b"\0") for _ in range(3))
        file.take(file.number(2))
    else:
        program, player, _, _, began, *_ = (
            file.until(b"\0") for _ in range(8 if version >= 2 else 7)
        )
        start = int(began) if began.isdigit() and len(began) < 18 else 0

    def read_board() -> Board:
        cells = bits_to_cells(file.take((width * height + 7) // 8), width * height)
        return board_of(width, height, cells, mines, "evf")

    board = _either(file, read_board, three_bv) if version < 2 else read_board()
    if not square:
        raise FileError("the {name} file has cells of 0 pixels: use 1 to 255", name="evf")

    def replay(events: NDArray[np.void]) -> Replay:
        return replay_of(board, events, ms, square, decode(player), decode(program), start)

    if version != 4:
        return _read_absolute(file, board.level, square, replay)
    events = Events()
    with keeping(lambda: replay(events.table(board.level, square))):
        _read_deltas(file, events)
    return replay(events.table(board.level, square))


def _either(file: Reader, read_board: Callable[[], Board], three_bv: int) -> Board:
    # ms-toollib marks its v2 files as v0, so try both versions and take the one whose board has the
    # right 3BV.
    start = file.offset
    for has_device in (False, True):
        with suppress(FileError):
            if has_device:
                file.until(b"\0")
            board = read_board()
            if board.statistics.three_bv == three_bv:
                return board
        file.offset = start
    return read_board()


def _read_absolute(
    file: Reader, level: Level, square: int, replay: Callable[[NDArray[np.void]], Replay]
) -> Replay:
    data = file.data
    rows = np.frombuffer(data, _OLD_EVENT, (len(data) - file.offset) // 8, file.offset)
    # After the last event come an end mark and the checksum.
    ends = np.flatnonzero((rows["kind"] == 0) | (rows["kind"] == 255))
    rows = rows[: ends[0]] if len(ends) else rows
    unknown = np.flatnonzero(rows["kind"] > 12)
    known = rows[: unknown[0]] if len(unknown) else rows
    times = known["ms"].astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    record = replay(table(level, square, times, known["kind"], known["x"], known["y"]))
    with keeping(lambda: record):
        file.take(8 * len(rows))
        if file.number(1) not in (0, 255):
            raise endless("evf", data)
        if len(unknown):
            raise unknown_event("evf", rows["kind"][unknown[0]])
    return record


def _read_deltas(file: Reader, events: Events) -> None:
    for _ in range(file.number(2)):
        file.until(b"\0")
    data, offset = file.data, file.offset
    ms = x = y = 0
    try:
        while kind := data[offset]:
            offset += 1
            if 1 <= kind <= 12:
                step, dx, dy = _DELTAS.unpack_from(data, offset)
                offset += 5
                ms += step
                if dx == dy == _OFF:
                    events.add(ms, kind, -1, -1)
                    continue
                x, y = x + dx, y + dy
                events.add(ms, kind, x, y)
            elif kind == _PAUSE:
                ms += int.from_bytes(data[offset : offset + 2], "big")
                offset += 2
            elif 90 <= kind <= 99:  # the game starts or ends
                ms += data[offset]
                offset += 1
            elif 100 <= kind <= 129:  # a click changed how a cell looks
                step, dx, dy = _DELTAS.unpack_from(data, offset)
                offset += 5
                ms, x, y = ms + step, x + dx, y + dy
            elif kind in (200, 201):  # a metric: a number, or text that ends with NUL
                ms += data[offset]
                offset += 3
                offset = offset + 8 if kind == 200 else data.index(b"\0", offset) + 1
            else:
                raise unknown_event("evf", kind, offset - 1)
    except (IndexError, struct.error, ValueError):
        raise endless("evf", data) from None


def write(replay: Replay) -> bytes:
    level, square = replay.level, replay.square
    if (
        max(level.width, level.height, square) > 255
        or max(level.width, level.height) * square > _MOST
    ):
        raise FileError(
            f"an evf file can't store level {level} with cells of {square} pixels: a board may be "
            f"at most 255 cells and {_MOST} pixels wide and high, and a cell at most 255 pixels"
        )
    times = replay.events["ms"]
    first = min(0, int(times[0])) if len(times) else 0
    if (np.diff(times) < 0).any():
        raise FileError("an evf file can't store a replay whose times go backwards")
    if not 0 <= max([replay.ms, *times[-1:] - first]) < 2**32:
        raise FileError("an evf file can't store a game of more than 49 days")
    game = play_through(replay)
    summary = _CONVERTED
    if game.record.outcome is Outcome.WON:
        summary |= _WON
    if not any(click.kind == "flag" and click.effective for click in game.clicks):
        summary |= _NO_FLAGS
    start = max(0, replay.created or 0)  # a wrong clock may give a time before 1970
    head = struct.pack(
        ">BBBBBHBHHI2sQQ",
        4,
        summary,
        0,
        level.height,
        level.width,
        level.mines,
        square,
        0,
        replay.board.statistics.three_bv,
        replay.ms,
        b"XX",
        start,
        start + 1000 * replay.ms,
    )
    names = (replay.program or "Sapper", "Sapper", "utf-8", replay.player, "", "")
    texts = b"".join(name.encode() + b"\0" for name in names)
    bits = cells_to_bits(replay.board.mines, level.size)
    return b"".join([head, texts, b"\0\0", bits, b"\0\0", *_deltas(replay, first), b"\0\0\0"])


def _deltas(replay: Replay, first: int) -> list[bytes]:
    parts = []
    last_ms, last_x, last_y = first, 0, 0
    for ms, kind, x, y in replay.events.tolist():
        wait = ms - last_ms
        while wait > 255:  # longer times don't fit in one byte, so add pause events
            pause = min(wait, 0xFFFF)
            parts.append(struct.pack(">BH", _PAUSE, pause))
            wait -= pause
        parts.append(struct.pack(">BBhh", kind, wait, x - last_x, y - last_y))
        last_ms, last_x, last_y = ms, x, y
    return parts


EVF = Format(
    "evf",
    "replay",
    "Metasweeper, versions 0 to 4; written as version 4 without a signature",
    looks_like,
    read,
    write,
    (Replay,),
    (".evf",),
)
