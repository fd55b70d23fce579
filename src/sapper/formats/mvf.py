"""MVF: the replays of Minesweeper Clone 0.97, read by ms-toollib in a separate process.

The bits of the events in an MVF file are shuffled, differently in each file. If a file is damaged,
ms-toollib crashes. So ms-toollib runs in a separate process, and its output is checked before it is
used.

If a file is truncated, ms-toollib gets a copy with only the complete events, and with the right
number of events in the header. The file has this layout:

    4 texts (u8 length, letters), 26 bytes, u8 width, u8 height, u16 mines, 2 bytes of each mine,
    the player (u8 length, letters), 2 bytes, u24 number of events, 5 bytes per event
"""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from sapper.core.replay import CODES, SQUARE, Replay
from sapper.formats.format import (
    Events,
    FileError,
    Format,
    Reader,
    board_of,
    cell_of,
    keeping,
    replay_of,
    unknown_event,
)
from sapper.processes.programs import Child, ChildError

_MAGIC = b"\x11Minesweeper Clone"
_CHILD = Path(__file__).with_name("mvf_child.py")
SECONDS = 10
"""the maximum waiting time; mvf_child.py limits the CPU time of the process to a tenth of it"""
MEMORY = 1024
"""the memory limit of the process, in MiB"""
OUTPUT = 2**29
"""the maximum length of its output, in bytes; the longest replay needs 300 MB"""


def looks_like(data: bytes) -> bool:
    return data.startswith(_MAGIC)


def read(data: bytes) -> Replay:
    if find_spec("ms_toollib") is None:
        raise FileError("mvf files need ms-toollib: `sapper doctor` says how to install it")
    try:
        return _read_by_toollib(data)
    except FileError:
        shortened, missing = _shortened(data)
        if shortened is None:
            raise
        part = _read_by_toollib(shortened)
        problem = FileError(
            "the mvf file is truncated: {count:byte of events is|bytes of events are} missing",
            count=missing,
        )
        problem.partial = part
        raise problem from None


def _shortened(data: bytes) -> tuple[bytes | None, int]:
    file = Reader(data, "mvf")
    try:
        for _ in range(4):
            file.take(file.number(1))
        file.take(28)
        file.take(2 * file.number(2))
        file.take(file.number(1))
        file.take(2)
        start = file.offset
        count = file.number(3)
    except FileError:
        return None, 0
    events = data[file.offset :]
    missing = 5 * count - len(events)
    whole = len(events) // 5
    if missing <= 0 or not whole:
        return None, 0
    return data[:start] + whole.to_bytes(3, "big") + events[: 5 * whole], missing


def _read_by_toollib(data: bytes) -> Replay:
    try:
        # Run the process in a temporary folder, because ms-toollib writes crash.log if a file is
        # damaged.
        with (
            TemporaryDirectory() as folder,
            Child([sys.executable, "-I", str(_CHILD)], memory=MEMORY, folder=folder) as child,
        ):
            output, _ = child.finish(data, SECONDS, OUTPUT)
    except ChildError:
        raise FileError(
            "reading the mvf file took longer than {seconds} s", seconds=SECONDS
        ) from None
    if child.returncode:
        raise FileError("the mvf file is damaged: ms-toollib can't read it")
    said = json.loads(output)
    width, height = said["columns"], said["rows"]
    if not width:
        raise FileError(
            "the mvf file is not from Minesweeper Clone 0.97, the only supported version"
        )
    places = ((cell % width, cell // width) for cell in said["mines"])
    mines = [cell_of(column, row, width, height, "mvf") for column, row in places]
    board = board_of(width, height, mines, len(mines), "mvf")
    events = Events()

    def replay() -> Replay:
        table = events.table(board.level, SQUARE)
        return replay_of(board, table, said["ms"], SQUARE, said["player"], "Minesweeper Clone")

    with keeping(replay):
        for ms, code, x, y in said["events"]:
            if code not in CODES:
                raise unknown_event("mvf", code)
            events.add(ms, CODES[code], x, y)
    return replay()


MVF = Format(
    "mvf",
    "replay",
    "Minesweeper Clone 0.97; needs ms-toollib (the extra `formats`)",
    looks_like,
    read,
    suffixes=(".mvf",),
)
