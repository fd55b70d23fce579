"""Samples of every file format, and reproducible ways to damage them."""

from __future__ import annotations

import random
import re
import resource
import struct
from collections.abc import Iterator
from pathlib import Path

from sapper.core.board import Deck, deal
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.replay import Replay, play_through
from sapper.core.view import Move
from sapper.errors import SapperError
from sapper.formats import FORMATS, Format, Noun, Replays, find, read, write

SAMPLES = Path(__file__).parent / "samples"

MEMORY = 200 * 2**20


def saved(**changes: str) -> bytes:
    """A saved game of Simon Tatham's Mines on a 7x4 board, with mines at B1 and G4."""
    fields = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection",
        "VERSION": "1",
        "GAME": "Mines",
        "PARAMS": "7x4n2",
        "DESC": "0,3,u4000001",
        "PRIVDESC": "u4000001",
        "UI": "D0",
        "TIME": "12.34",
        "NSTATES": "4",
        "STATEPOS": "3",
    } | changes
    lines = [f"{key:<8}:{len(value)}:{value}\n" for key, value in fields.items()]
    moves = [f"MOVE    :4:{move}\n" for move in ("O0,3", "F1,0", "O6,3")]
    return "".join(lines + moves).encode()


NEWER_RAWVF = """RawVF_Version: Rev6.2
Program: LlamaSweeper
Width: 4
Height: 2
Mines: 1
SquareSize: 64
Time: 1.250
Board:
000*
0000
Events:
0.000 mv 0 0 (10 10)
0.000 lc 0 0 (10 10)
0.050 lr 0 0 (11 10)
1.200 rc 3 0 (200 20)
1.250 rr 3 0 (200 20)
"""


def avf(text: bytes, junk: bytes = b"\5\4\3", tail: bytes | None = None, x: int = 520) -> bytes:
    """An AVF file of a 40x2 board with a mine at A1, in which AG2 is opened and A1 flagged.

    `text` is the text in brackets, and `junk` is the bytes of unknown meaning before the events.
    """
    head = b"\x31\0\0\0\0\6" + bytes([39, 1, 0, 1]) + b"\1\1" + b"\0[\x7f9"
    rows = [(3, x, 20, 0), (5, x, 20, 5), (9, 3, 3, 40), (17, 3, 3, 45)]
    events = [
        bytes([kind, x >> 8, 1, x & 255, hundredths, y >> 8, 0, y & 255])
        for kind, x, y, hundredths in rows
    ]
    if tail is None:
        tail = b"RealTime: 0.45\rSkin: 3.1\rPlayer\rMinesweeper Arbiter 0.52.3. Copyright"
    return b"".join(
        [head, b"[", text, b"]", junk, *events, bytes(8), b"cs=", bytes(range(16)), b"\r", tail]
    )


def game() -> Record:
    """A short game with every kind of move."""
    board = deal(Level.parse("9x6x8/any"), 5)
    now = iter(range(0, 10**6, 130))
    playing = Game(board, clock=lambda: next(now))
    zero = board.numbers.index(0)
    playing.play(Move("open", zero))
    for mine in sorted(board.mines)[:3]:
        playing.play(Move("flag", mine))
    for cell in range(board.level.size):
        if playing.outcome is None:
            playing.play(Move("chord", cell))
    return playing.record("Player")


def folder(*units: bytes) -> bytes:
    """An EVFS file that contains these EVF files."""
    parts = (
        f"{number}.evf".encode() + b"\0" + struct.pack(">I", len(unit)) + unit
        for number, unit in enumerate(units, 1)
    )
    return b"\0" + struct.pack(">H", 0) + b"".join(parts)


def samples(known: Format) -> list[bytes]:
    """Valid files of a format, smallest first."""
    record = game()
    board, view = record.board, record.resume().view
    files = [path.read_bytes() for suffix in known.suffixes for path in SAMPLES.glob(f"*{suffix}")]
    if known.write is not None:
        nouns: list[Noun] = [board, view, record, Replay.of(record)]
        nouns += [Deck.deal(Level.parse("5x4x3/safe"), 1, 3)] if known.name == "sapper" else []
        files += [write(noun, known) for noun in nouns if isinstance(noun, known.writes)]
    if known.name == "evfs":
        files.append(folder(*((SAMPLES / name).read_bytes() for name in _EVF)))
    elif known.name == "rawvf":
        files.append(NEWER_RAWVF.encode())
    elif known.name == "tatham":
        files += [saved(), b"9x9:r10,u,0123456789abcdef\n"]
    elif known.name == "mbf":
        files.append(files[0].hex(" ").encode())
    return sorted(files, key=len)


_EVF = ("beginner-v3.evf", "beginner-v4.evf")
_HUGE = (b"\xff" * 4, b"\x7f\xff\xff\xff", b"\0\0\0\0", b"999999999", b"-1", b"1e9")


def damaged(known: Format, count: int, seed: int = 0) -> Iterator[bytes]:
    """Make `count` files that are truncated, have flipped bits or huge numbers, and so on."""
    good = samples(known)
    others = [sample for other in FORMATS if other is not known for sample in samples(other)[:1]]
    for number in range(count):
        chance = random.Random(f"{known.name} {seed} {number}")
        # Most files are small, because damage to a large file mostly hits only a mouse position.
        data = bytearray(good[min(chance.randrange(len(good)), chance.randrange(len(good)))])
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            _damage(data, chance, others)
        yield bytes(data)


def _damage(data: bytearray, chance: random.Random, others: list[bytes]) -> None:
    size = len(data)
    # The start of a file says how to read the rest, so the start is damaged more often.
    at = chance.randrange(min(size, 64) if chance.random() < 0.5 else size) if size else 0
    end = min(size, at + chance.randrange(1, 40))
    match chance.randrange(9):
        case 0:
            del data[at:]
        case 1 if size:
            data[at] ^= 1 << chance.randrange(8)
        case 2 if size:
            data[at] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
        case 3:
            huge = chance.choice(_HUGE)
            data[at : at + len(huge)] = huge
        case 4:
            del data[at:end]
        case 5:
            data[at:at] = data[at:end] * chance.choice((1, 3, 200))
        case 6:
            data[at:at] = chance.randbytes(chance.randrange(1, 30))
        case 7:
            other = chance.choice(others)
            data[at:at] = other[chance.randrange(len(other)) :][:200]
        case 8:
            # Replace a digit in the data with a number that may be too large.
            digits = [place for place, byte in enumerate(data[:4000]) if 48 <= byte <= 57]
            if digits:
                place = chance.choice(digits)
                data[place : place + 1] = chance.choice((b"0", b"9", b"77", b"100000", b"9" * 30))


def problem_of(known: Format, data: bytes) -> str | None:
    """Read a damaged file. If its format is no longer recognised, also read it as `known`.

    Returns the problem, or None if all went well.
    """
    for reader in (read,) if known.looks_like(data) else (read, known.read):
        try:
            noun = reader(data)
            if isinstance(noun, Replays):
                noun = noun.replays[0] if noun.replays else noun
            if isinstance(noun, Replay):
                play_through(noun)
                write(noun, find("rawvf"))
        except SapperError as error:
            text = str(error)
            if not text or len(text) > 400 or not text.isprintable():
                return f"not one clear line: {text!r}"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    used = most_memory()
    return f"{used >> 20} MiB in use" if used > MEMORY else None


def most_memory() -> int:
    # On Linux, ru_maxrss also includes memory that the parent process used before the fork.
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        assert found is not None
        return int(found[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
