"""EVFS 0: a file with many EVF replays from one session.

    u8 version, u16 length of a checksum
    for each replay: its name, ending with NUL; u32 size; the EVF file; a checksum

Numbers are stored with the high byte first. Source: the specification in eee555/ms-toollib.
"""

from __future__ import annotations

from sapper.core.replay import Replay, printable
from sapper.errors import SapperError
from sapper.formats import evf
from sapper.formats.format import FileError, Format, Reader, Replays, decode, keeping, wrong_version


def looks_like(data: bytes) -> bool:
    end = data.find(b"\0", 3, 3 + 1024)
    return data[:1] == b"\0" and end >= 3 and evf.looks_like(data[end + 5 : end + 5 + 32])


def read(data: bytes) -> Replays:
    file = Reader(data, "evfs")
    if version := file.number(1):
        raise wrong_version("evfs", version, "0")
    checksum = file.number(2)
    names: list[str] = []
    replays: list[Replay] = []

    def found() -> Replays | None:
        return Replays(tuple(names[: len(replays)]), tuple(replays)) if replays else None

    with keeping(found):
        while file.offset < len(data):
            names.append(printable(decode(file.until(b"\0"))))
            size = file.number(4)
            # If the last replay is truncated, `evf.read` raises an error that says so.
            unit = data[file.offset : file.offset + size]
            try:
                replays.append(evf.read(unit))
            except SapperError as problem:
                if isinstance(problem.partial, Replay):
                    replays.append(problem.partial)
                raise FileError(
                    "replay {number} of the evfs file: {problem}",
                    number=len(names),
                    problem=problem,
                ) from None
            file.take(size + checksum)
    return Replays(tuple(names), tuple(replays))


EVFS = Format(
    "evfs",
    "replays",
    "Metasweeper, many EVF replays in a file; FILE.evfs/3 or FILE.evfs/NAME names one",
    looks_like,
    read,
    suffixes=(".evfs",),
)
