"""Reads and writes boards, positions and replays, including those of other programs.

    load(source)    reads a file, a link, or standard input (-); files.py has `sapper.read` and
                    `sapper.write`
    read(data)      reads bytes; parse(text) reads text
    write(noun, to) the bytes of a value in a format; save(path, data) writes a file (saving.py)
    FORMATS         the table that `sapper convert --list` prints

Sapper recognises the format by the content of the file. Links are never fetched. Faulty data raises
a SapperError with a one-line message. CONTRIBUTING.md explains how to add a format.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sapper.core.board import Board, Deck
from sapper.core.files import read_regular
from sapper.core.game import Record
from sapper.core.replay import Replay, play_through
from sapper.core.view import View
from sapper.errors import SapperError, quote, shown
from sapper.formats.avf import AVF
from sapper.formats.board import BOARD
from sapper.formats.coach import COACH
from sapper.formats.evf import EVF
from sapper.formats.evfs import EVFS
from sapper.formats.format import LIMIT, FileError, Format, Noun, Replays, Standing
from sapper.formats.mbf import MBF
from sapper.formats.mine import MINE
from sapper.formats.mvf import MVF
from sapper.formats.ptta import PTTA
from sapper.formats.rawvf import RAWVF
from sapper.formats.rmv import RMV
from sapper.formats.saving import check_writable, save
from sapper.formats.tatham import TATHAM
from sapper.formats.text import TEXT

__all__ = [
    "FILE_LIMIT",
    "FORMATS",
    "FileError",
    "Format",
    "Noun",
    "Replays",
    "Standing",
    "by_suffix",
    "check_writable",
    "find",
    "is_source",
    "load",
    "parse",
    "read",
    "read_bytes",
    "read_text",
    "save",
    "write",
]

FILE_LIMIT = 2**30

FORMATS = (RMV, AVF, MVF, MBF, EVFS, EVF, RAWVF, BOARD, TATHAM, COACH, PTTA, MINE, TEXT)
"""the formats in the order in which they are tried, the easiest to recognise first"""


def find(name: str) -> Format:
    for known in FORMATS:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in FORMATS)
    raise FileError(f"{quote(name)} is not a format: choose one of {names}")


def parse(text: str) -> Noun:
    r"""Read text in any format, such as a drawn board or a link.

    >>> type(parse("2x1x1\n1*")).__name__, type(parse("?b=43&m=g80")).__name__
    ('Board', 'Board')
    """
    return read(text.encode(errors="replace"))


def read(data: bytes, name: str = "") -> Noun:
    """Read the bytes of a file in any format.

    If no format recognises the content, the extension of `name` decides which error is raised.
    """
    known = _recognise(data, name)
    if known is not TEXT and len(data) > LIMIT:
        raise FileError(
            "the {name} file is too large: the limit is {most} MiB",
            name=known.name,
            most=LIMIT >> 20,
        )
    return known.read(data)


def _recognise(data: bytes, name: str) -> Format:
    if len(data) <= LIMIT:
        for known in FORMATS:
            if known.looks_like(data):
                return known
    elif TEXT.looks_like(data):
        return TEXT
    suffix = Path(name).suffix.lower()
    return next((known for known in FORMATS if suffix in known.suffixes), TEXT)


def load(source: Path | str) -> Noun:
    check_path(source)
    name, member = str(source), ""
    there = os.path.exists(name)
    if _is_line(name) and not there:
        data = name.encode()
    else:
        path = Path(source)
        if not there and os.path.isfile(path.parent):
            path, member = path.parent, path.name
        name, data = str(path), read_bytes(path)
    try:
        noun = read(data, name)
    except SapperError as problem:
        problem.place = f"{name if len(name) <= 100 else name[:100] + '…'}: "
        raise
    return _member(noun, name, member) if member else noun


def is_source(text: str) -> bool:
    # If the system does not allow a file name, Path.exists may raise an error, but os.path.exists
    # returns False.
    return os.path.exists(text) or _is_line(text) or os.path.isfile(os.path.dirname(text))


def _is_line(text: str) -> bool:
    # Formats without an extension are links and game ids.
    data = text.encode(errors="replace")
    return any(not known.suffixes and known.looks_like(data) for known in FORMATS)


def _member(noun: Noun, name: str, member: str) -> Replay:
    if not isinstance(noun, Replays):
        raise FileError(f"can't read {name}/{member}: {name} does not contain several replays")
    if member in noun.names:
        return noun.replays[noun.names.index(member)]
    if member.isdigit() and 1 <= int(member[:9]) <= len(noun):
        return noun.replays[int(member) - 1]
    raise FileError(f"{name} has no replay {quote(member)}: use 1 to {len(noun)}, or a name")


def read_bytes(path: Path, limit: int | None = None) -> bytes:
    """The bytes of a file, or of standard input if the path is `-`."""
    limit = FILE_LIMIT if limit is None else limit
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            data = read_regular(path, limit + 1)
    except OSError as problem:
        raise FileError(f"can't read {path}: {problem.strerror or problem}") from None
    except ValueError:  # raised for a NUL in the name
        raise FileError(f"can't read {quote(str(path))}: it is not a file name") from None
    if len(data) > limit:
        raise FileError(f"{path} is too large: the limit is {limit >> 20} MiB")
    return data


def read_text(path: Path, errors: str = "strict", limit: int | None = None) -> str:
    try:
        return read_bytes(path, limit).decode("utf-8-sig", errors)
    except UnicodeDecodeError:
        raise FileError(f"{path} is not text") from None


def write(noun: Noun, to: Format) -> bytes:
    """Convert a value, or the part of it that the format can store, to bytes."""
    if to.write is None:
        names = ", ".join(known.name for known in FORMATS if known.write)
        raise FileError(f"can't write {to.name} files: choose one of {names}")
    for kind in to.writes:
        if isinstance(noun, kind):
            return to.write(noun)
    for kind in to.writes:
        if (changed := _as(noun, kind)) is not None:
            return to.write(changed)
    holds = " or ".join(kind.__name__.lower() for kind in to.writes)
    raise FileError(
        f"can't write a {_word(noun)} as {to.name}: that format can only store a {holds}"
    )


def by_suffix(path: Path | str) -> Format:
    check_path(path)
    suffix = Path(path).suffix.lower()
    for known in FORMATS:
        if suffix in known.suffixes:
            return known
    used = (suffix for known in FORMATS if known.write for suffix in known.suffixes)
    raise FileError(
        f"no format uses the extension {quote(suffix)}: use {', '.join(dict.fromkeys(used))}"
    )


def check_path(path: object) -> None:
    if not isinstance(path, str | os.PathLike):
        raise FileError(f"{shown(path)} is not the name of a file")


_WORDS = {View: "position", Replays: "file of several replays", Standing: "game without its moves"}


def _word(noun: Noun) -> str:
    return _WORDS.get(type(noun), type(noun).__name__.lower())


def _as(noun: Noun, kind: type) -> Noun | None:
    match noun:
        case Replay() if kind is not Replay:
            return _as(play_through(noun).record, kind)
        case Standing() if kind is View:
            return noun.view
        case Standing() if kind is Board:
            return noun.board
        case Record() if kind is Standing:
            return Standing.of(noun)
        case Record() if kind is Replay:
            return Replay.of(noun)
        case Record() if kind is View:
            return noun.resume().view
        case Record() if kind is Board:
            return noun.board
        case Record() if kind is Record:
            return noun
        case Deck() if kind is Board and len(noun) == 1:
            return noun[0]
    return None
