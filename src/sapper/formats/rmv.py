"""RMV 1 and 2: an open format for replays, used by Vienna Minesweeper.

    "*rmv", u16 version; v2: u8 program, u8 its version; u32 size of the file
    v1: u16 size of the result; u16 sizes of version, players, board, flags, properties;
    v2: u16 size of extensions; u32 size of events, u16 size of checksum
    v1: the result as text; the version as text; u16 number of names, each as u8 length and text
    u32 seconds since 1970, u8 columns, u8 rows, u16 mines, (u8 column, u8 row) of each
    flags, if any: u16 count, then u8 column, u8 row of each; properties of one byte each;
    v2: extensions
    events: 1-7 mouse: u24 ms, u8 buttons, u16 x, u16 y; 28 (v2) a short move: u8 ms, 4 bits x, 4 y;
    9-14 and 18-27 the look of a cell: u8 column, u8 row; 0 (v1) a date: u32;
    15-17 the end: u24 ms

In version 1, pixels are counted from the corner of the window, and the board begins at pixel (12,
56). Vienna Minesweeper does not record the left press that starts the game, so the reader adds this
event. Source: the specification ralokt/rmv_spec.
"""

from __future__ import annotations

import struct

from sapper.core.replay import LC, MV, PF, SQUARE, Replay
from sapper.formats.format import (
    Events,
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
    wrong_version,
)

_MAGIC = b"*rmv"
_MOUSE_1, _MOUSE_2 = struct.Struct(">IHH"), struct.Struct(">Ihh")
_CORNER = 12, 56


def looks_like(data: bytes) -> bool:
    return data.startswith(_MAGIC)


def read(data: bytes) -> Replay:
    file = Reader(data, "rmv")
    if file.take(4) != _MAGIC:
        raise FileError("the rmv file does not begin with *rmv")
    version = file.number(2)
    if version not in (1, 2):
        raise wrong_version("rmv", version, "1-2")
    file.take(2 if version == 2 else 0)
    file.take(4)
    result_size = file.number(2) if version == 1 else 0
    version_size, players_size, board_size, flags_size, properties_size = (
        file.number(2) for _ in range(5)
    )
    extensions_size = file.number(2) if version == 2 else 0
    file.take(6 + result_size + version_size)
    player = _player(Reader(file.take(players_size), "rmv"))
    place = Reader(file.take(board_size), "rmv")
    created = place.number(4)
    width, height, mines = place.number(1), place.number(1), place.number(2)
    cells = (cell_of(place.number(1), place.number(1), width, height, "rmv") for _ in range(mines))
    board = board_of(width, height, cells, mines, "rmv")
    flags = Reader(file.take(flags_size), "rmv")
    properties = file.take(properties_size)
    file.take(extensions_size)
    square = properties[6] if version == 2 and properties_size > 6 else SQUARE
    if not square:
        raise FileError("the {name} file has cells of 0 pixels: use 1 to 255", name="rmv")
    events = Events()
    if flags_size:
        for _ in range(flags.number(2)):
            cell = cell_of(flags.number(1), flags.number(1), width, height, "rmv")
            events.add(0, PF, cell % width * square, cell // width * square)

    def replay(ms: int) -> Replay:
        table = events.table(board.level, square)
        return replay_of(board, table, ms, square, player, "Viennasweeper", created * 1_000_000)

    with keeping(lambda: replay(max(events.ms, default=0))):
        ms = _read_events(file, version, events)
    return replay(ms)


def _player(file: Reader) -> str:
    if file.number(2) == 0:
        return ""
    return decode(file.take(file.number(1)))


def _read_events(file: Reader, version: int, events: Events) -> int:
    data, offset = file.data, file.offset
    mouse = _MOUSE_1 if version == 1 else _MOUSE_2
    left, top = _CORNER if version == 1 else (0, 0)
    ms = x = y = 0
    first = True
    try:
        while True:
            kind = data[offset]
            offset += 1
            if 9 <= kind <= 14 or 18 <= kind <= 27:
                offset += 2
                continue
            if 1 <= kind <= 7:
                ms, x, y = mouse.unpack_from(data, offset)
                # The low byte of the first number holds the pressed buttons.
                ms, x, y = ms >> 8, x - left, y - top
                offset += 8
            elif kind == 28 and version == 2:
                kind = MV
                step, place = data[offset], data[offset + 1]
                ms += step
                x += (place >> 4 ^ 8) - 8
                y += (place & 15 ^ 8) - 8
                offset += 2
            elif kind == 0 and version == 1:
                offset += 4
                continue
            elif 15 <= kind <= 17:
                return int.from_bytes(Reader(data[offset : offset + 3], "rmv").take(3), "big")
            else:
                raise unknown_event("rmv", kind, offset - 1)
            if first and kind != LC:
                events.add(ms, LC, x, y)
            first = False
            events.add(ms, kind, x, y)
    except (IndexError, struct.error):
        raise endless("rmv", data) from None


RMV = Format(
    "rmv", "replay", "Vienna Minesweeper, versions 1 and 2", looks_like, read, suffixes=(".rmv",)
)
