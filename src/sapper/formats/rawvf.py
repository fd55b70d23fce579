"""RAWVF: a text format in which programs exchange replays.

    Key: value           Width, Height, Mines, SquareSize, Time, Player, Program, Timestamp, ...
    Board:               one row per line, * a mine and 0 any other cell
    Events:              seconds code column row (x y), as in 12.345 lc 4 7 (56 104)

The codes of events are in replay.py. The code sc is a left press with Shift, which counts as a
chord. Other lines, such as `won` or `Cell opened`, are ignored, because they follow from the mouse
events.

Columns and rows are counted from 1 in older files and from 0 in newer files, so pixel coordinates
are used if an event has them. If there are no pixel coordinates, a column or row of 0 shows that
the file counts from 0. If the header has `SuperClick: On`, a left click on a number is a chord.

Sources: thefinerminer/minesweeper-rawvf (MIT), and RawVF.js in LlamaSweeper, which writes revision
6.2 with `SuperClick` and without `Mines`.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from datetime import datetime, timedelta

from sapper.core.game import Game, Outcome
from sapper.core.level import Level, StartRule
from sapper.core.replay import CODES, KINDS, LC, LR, MC, MR, RC, RR, SQUARE, Replay, play_through
from sapper.core.view import HIDDEN, Move, MoveKind
from sapper.errors import quote
from sapper.formats.format import (
    Events,
    FileError,
    Format,
    board_of,
    count_of,
    decode,
    keeping,
    replay_of,
)

_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?RawVF_Version:", re.IGNORECASE)
_EVENT = re.compile(
    r"(-?)(\d{1,7})\.(\d{1,3})\d* +([a-z]{1,2})"
    r"(?: +(-?\d{1,6}) +(-?\d{1,6}))?(?: *\( *(-?\d{1,6}) +(-?\d{1,6}) *\))?(?: *\([lrm]*\))?"
)
_NEARLY = re.compile(r"-?\d+\.\d+ +([a-z]{1,2}) +\S")
_ENDS = ("won", "boom", "lost", "loss")
_END = re.compile(r"(?:-?[\d.]+ +)?(?:won|boom|lost|loss)", re.IGNORECASE)
_LEVELS = {
    (8, 8, 10): "Beginner",
    (9, 9, 10): "Beginner",
    (16, 16, 40): "Intermediate",
    (30, 16, 99): "Expert",
}
_TIME = "%Y-%m-%d %H:%M:%S.%f"


def looks_like(data: bytes) -> bool:
    if _HEAD.match(data):
        return True
    lower = data[:100_000].lower()
    return b"\nboard:" in lower and (b"\nevents:" in data.lower() or b"\nwidth:" in lower)


def read(data: bytes) -> Replay:
    # The player's name may have any encoding.
    lines = decode(data.removeprefix(BOM_UTF8)).splitlines()
    header: dict[str, str] = {}
    keys = [line.partition(":")[0].strip().lower() for line in lines]
    if "board" not in keys:
        raise FileError("the rawvf file has no board: it needs a `Board:` line")
    number = keys.index("board") + 1
    for key, line in zip(keys[: number - 1], lines, strict=False):
        header.setdefault(key, line.partition(":")[2].strip())
    width, height = (count_of(header, key, "rawvf") for key in ("width", "height"))
    Level(width, height, 0, StartRule("any"))  # raises an error if the size is impossible
    square = count_of(header, "squaresize", "rawvf") if "squaresize" in header else SQUARE
    rows = [line.strip() for line in lines[number : number + height]]
    wrong = next((row for row in rows if len(row) != width or row.strip("*0")), None)
    if wrong is not None or len(rows) != height:
        at = number + 1 + (len(rows) if wrong is None else rows.index(wrong))
        raise FileError(
            "line {number} of the rawvf file is not a row of its board: write "
            "{width:character|characters}, * or 0",
            number=at,
            width=width,
        )
    cells = [cell for cell, sign in enumerate("".join(rows)) if sign == "*"]
    mines = count_of(header, "mines", "rawvf") if "mines" in header else len(cells)
    board = board_of(width, height, cells, mines, "rawvf")
    if square < 1:
        raise FileError("the rawvf file has cells of 0 pixels: use at least 1")
    events = Events()

    def replay() -> Replay:
        ms = _time(header.get("time", ""))
        return replay_of(
            board,
            events.table(board.level, square),
            max(events.ms, default=0) if ms is None else ms,
            square,
            header.get("player", ""),
            header.get("program", ""),
            _created(header.get("timestamp", "")),
        )

    with keeping(replay):
        _read_events(lines, number + height, square, events)
        if header.get("superclick", "").lower() == "on":
            _chord_with_left(replay(), events)
        _check_end(lines[number + height :], header.get("status", ""), replay())
    return replay()


def _check_end(lines: list[str], status: str, replay: Replay) -> None:
    # If the header says that the game was finished, the events must lead to the end of the game.
    status = status.lower()
    if status not in _ENDS or any(map(_END.match, lines)):
        return
    if play_through(replay).record.outcome is None:
        raise FileError(
            "the rawvf file is truncated: it says {outcome}, but its events end before that",
            outcome=status,
        )


def _time(text: str) -> int | None:
    match = re.fullmatch(r"(\d{1,7})(?:[.,](\d{1,3})\d*)?(?:\s.*)?", text, re.ASCII)
    return None if match is None else int(match[1]) * 1000 + int((match[2] or "0").ljust(3, "0"))


def _created(text: str) -> int | None:
    # Accept only timestamps in the form that `write` uses, and read them as UTC.
    try:
        date = datetime.strptime(text if "." in text else f"{text}.0", _TIME)
    except ValueError:
        return None
    seconds = (date - datetime(1970, 1, 1)).total_seconds()
    return round(seconds * 1_000_000)


def _read_events(lines: list[str], start: int, square: int, events: Events) -> None:
    matches = []
    wrong = None
    for number, line in enumerate(lines[start:], start + 1):
        match = _EVENT.match(line)
        if match is not None and (match[4] in CODES or match[4] == "sc"):
            matches.append(match)
            if match[5] is None and match[7] is None and _NEARLY.match(line):
                wrong = number
                break
    named = [match for match in matches if match[7] is None and match[5] is not None]
    first = 0 if any(match[5] == "0" or match[6] == "0" for match in named) else 1
    shift = False
    for match in matches:
        sign, seconds, part, code, column, row, x, y = match.groups()
        ms = int(seconds) * 1000 + int(part.ljust(3, "0"))
        if x is not None:
            place = int(x), int(y)
        elif column is not None:
            place = _middle(int(column) - first, square), _middle(int(row) - first, square)
        else:
            continue
        if code == "sc" or (code == "lr" and shift):
            shift = code == "sc"
            code = "mc" if shift else "mr"
        events.add(-ms if sign else ms, CODES[code], *place)
    if wrong is not None:
        raise FileError(
            "line {number} of the rawvf file is not an event: {line} has no coordinates",
            number=wrong,
            line=quote(lines[wrong - 1]),
        )


def _chord_with_left(replay: Replay, events: Events) -> None:
    game = Game(replay.board)
    left: int | None = None
    right = False
    for index, (_, kind, x, y) in enumerate(replay.events.tolist()):
        cell = replay.cell(x, y)
        move: MoveKind | None = None
        if kind == LC:
            left = index
        elif kind == RC:
            right = True
            move = "flag" if left is None else None
        elif kind == MR or (kind in (LR, RR) and left is not None and right):
            move, left, right = "chord", None, False
        elif kind == LR and left is not None:
            move = "open"
            if cell is not None and game.state(cell) < HIDDEN:
                move = "chord"
                events.kinds[left], events.kinds[index] = MC, MR
            left = None
        elif kind == RR:
            right = False
        if move is not None and cell is not None:
            game.play(Move(move, cell))


def _middle(index: int, square: int) -> int:
    return index * square + square // 2


def write(replay: Replay) -> bytes:
    level, board, square = replay.level, replay.board, replay.square
    game = play_through(replay)
    outcome = game.record.outcome
    status = {Outcome.WON: "won", Outcome.LOST: "lost", None: "left"}[outcome]
    lines = [
        "RawVF_Version: Rev6",
        f"Program: {replay.program or 'Sapper'}",
        f"Player: {replay.player or 'Anonymous'}",
    ]
    if replay.created is not None:
        date = datetime(1970, 1, 1) + timedelta(microseconds=replay.created)
        lines.append(f"Timestamp: {date.strftime(_TIME).removesuffix('.000000')}")
    lines += [
        f"Level: {_LEVELS.get((level.width, level.height, level.mines), 'Custom')}",
        f"Width: {level.width}",
        f"Height: {level.height}",
        f"Mines: {level.mines}",
        "Marks: Off",
        f"SquareSize: {square}",
        f"Time: {_seconds(replay.ms)}",
        f"BBBV: {board.statistics.three_bv}",
        f"Status: {status}",
        "Mode: Classic",
        "Board:",
    ]
    for row in range(level.height):
        cells = range(row * level.width, (row + 1) * level.width)
        lines.append("".join("*" if cell in board.mines else "0" for cell in cells))
    lines.append("Events:")
    for index, (ms, kind, x, y) in enumerate(replay.events.tolist()):
        lines.append(f"{_seconds(ms)} {KINDS[kind]} {x // square + 1} {y // square + 1} ({x} {y})")
        if index == game.began:
            lines.append("start")
        if index == game.ended:
            lines.append("won" if outcome is Outcome.WON else "boom")
    return "\n".join([*lines, ""]).encode()


def _seconds(ms: int) -> str:
    sign, ms = ("-", -ms) if ms < 0 else ("", ms)
    return f"{sign}{ms // 1000}.{ms % 1000:03}"


RAWVF = Format(
    "rawvf",
    "replay",
    "the community's replays as text, revisions 5 and 6",
    looks_like,
    read,
    write,
    (Replay,),
    (".rawvf", ".rawvf2"),
)
