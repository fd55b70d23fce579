"""Sapper reads public replays as ms-toollib does, and ms-toollib reads the replays of Sapper."""

from __future__ import annotations

import base64
import random
import struct
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import toollib
from mutations import NEWER_RAWVF, SAMPLES, avf, folder, game
from sapper.core.board import MINE, Board, deal
from sapper.core.game import Outcome
from sapper.core.level import Level
from sapper.core.replay import CODES, KINDS, LC, LR, MV, RC, RR, Replay, play_through, table
from sapper.formats import FileError, Replays, find, load, read, write
from sapper.formats.format import cells_to_bits
from sapper.review.metrics import game_metrics

FILES = sorted(path.name for kind in ("*.*vf", "*.rmv") for path in SAMPLES.glob(kind))


@cache
def theirs(name: str) -> Any:
    """The results of ms-toollib for a sample."""
    return toollib.replay(SAMPLES / name)


def sample(name: str) -> Replay:
    """A sample as Sapper reads it."""
    noun = load(SAMPLES / name)
    assert isinstance(noun, Replay)
    return noun


def events(replay: Replay) -> list[list[Any]]:
    """The events, with the names that ms-toollib uses."""
    return [[ms, KINDS[kind], x, y] for ms, kind, x, y in replay.events.tolist()]


def codes(replay: Replay) -> str:
    """The mouse events, without times and positions."""
    return " ".join(code for _, code, _, _ in events(replay))


@pytest.mark.parametrize("name", FILES)
def test_boards_and_events_equal_ms_toollib(name: str) -> None:
    """The mines, all events, the player's name, the size of cells and the outcome are the same."""
    replay, other = sample(name), theirs(name)
    width = replay.level.width
    numbers = [-1 if number == MINE else number for number in replay.board.numbers]
    assert [numbers[i : i + width] for i in range(0, len(numbers), width)] == other["board"]
    assert events(replay) == other["events"]
    assert (replay.square, replay.player) == (other["square"], other["player"])
    assert (play_through(replay).record.outcome is Outcome.WON) == other["won"]


@pytest.mark.parametrize("name", FILES)
def test_metrics_equal_ms_toollib(name: str) -> None:
    ours = game_metrics(sample(name)).to_json()
    assert {key: ours[key] for key in toollib.METRICS} == pytest.approx(theirs(name)["metrics"])


@pytest.mark.parametrize("name", ["custom.avf", "long-v1.rmv", "beginner-v4.evf"])
def test_older_versions_of_evf_are_read(name: str) -> None:
    replay, old = sample(name), theirs(name)["old"]
    data = {version: base64.b64decode(text) for version, text in old.items()}
    # ms-toollib marks its version 2 as version 0. Version 1 differs only in its number.
    versions = [data["v0"], b"\1" + data["v0"][1:], b"\2" + data["v2"][1:], data["v3"]]
    for number, file in enumerate(versions):
        assert file[0] == number
        again = read(file)
        assert isinstance(again, Replay)
        assert (again.board, again.ms, again.square) == (replay.board, replay.ms, replay.square)
        assert np.array_equal(again.events, replay.events)
    assert data["v2"][0] == 0
    assert read(data["v2"]) == read(versions[2])
    mines = data["v0"].index(cells_to_bits(replay.board.mines, replay.board.level.size))
    nameless = data["v0"][:mines] + b"\0" + data["v0"][mines:]
    assert read(nameless) == read(data["v0"])


def test_a_wrong_mine_in_an_old_evf_file_is_noticed() -> None:
    """Adding or removing a single mine in the file is reported as an error."""
    replay = sample("beginner-v4.evf")
    data = base64.b64decode(theirs("beginner-v4.evf")["old"]["v0"])
    mines = data.index(cells_to_bits(replay.board.mines, replay.board.level.size))
    for cell in range(replay.board.level.size):
        damaged = bytearray(data)
        damaged[mines + cell // 8] ^= 128 >> cell % 8
        with pytest.raises(FileError, match="mines"):
            read(bytes(damaged))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("to", ["rawvf", "evf"])
def test_what_we_write_is_the_same_replay(name: str, to: str) -> None:
    replay = sample(name)
    assert read(write(replay, find(to))) == replay


@pytest.mark.parametrize("name", FILES)
def test_ms_toollib_reads_the_evf_that_we_write(name: str, tmp_path: Path) -> None:
    """ms-toollib finds the same events and metrics as in the original file."""
    path = tmp_path / "written.evf"
    path.write_bytes(write(sample(name), find("evf")))
    again = toollib.replay(path)
    assert again["events"] == theirs(name)["events"]
    assert again["metrics"] == pytest.approx(theirs(name)["metrics"])


def scribble(seed: int) -> Replay:
    """A game of random presses and releases on and off the board, with a safe first click."""
    chance = random.Random(seed)
    width, height = chance.randint(4, 9), chance.randint(3, 7)
    mines = chance.randint(1, width * height // 6)
    board = deal(Level.parse(f"{width}x{height}x{mines}/any"), seed)
    start = next(cell for cell, number in enumerate(board.numbers) if number != MINE)
    x, y = start % width * 16 + 5, start // width * 16 + 5
    rows = [(0, LC, x, y), (70, LR, x, y)]
    ms, left, right = 70, False, False
    for _ in range(chance.randint(10, 150)):
        ms += chance.choice([0, 1, 5, 80, 300, 70_000])
        x, y = chance.randrange(width * 16), chance.randrange(height * 16)
        if chance.random() < 0.06:
            x, y = width * 16, height * 16
        kind = chance.choice(
            [MV, *([LR] * 3 if left else [LC] * 2), *([RR] * 3 if right else [RC])]
        )
        left, right = left != (kind in (LC, LR)), right != (kind in (RC, RR))
        rows.append((ms, kind, x, y))
    return Replay(board, table(board.level, 16, *zip(*rows, strict=True)), ms)


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(5, 25))]
)
def test_random_clicks_are_counted_as_ms_toollib_does(seed: int, tmp_path: Path) -> None:
    """The random events include both buttons in any order, and releases off the board."""
    replay = scribble(seed)
    path = tmp_path / "scribble.evf"
    path.write_bytes(write(replay, find("evf")))
    other = toollib.replay(path)
    assert other is not None, "ms-toollib ended its process"
    ours = game_metrics(replay).to_json()
    for key, value in other["metrics"].items():
        # If ms-toollib gives infinity or a huge number, Sapper gives None.
        expected = None if value > 1e300 else pytest.approx(value)
        assert ours[key] == expected, key


@pytest.mark.parametrize(
    "text",
    [
        b"3|W40H2M1|3.9.2025.17:00:08:6660|3.17:00:14:081|B2T1.45",
        b"3|W40H2M1|3.9.2006.17:00:08:6660|3.17:00:14:6697B2T1.45",  # Arbiter 0.49.5
        b"3|W40H2M1|3.9.2006.17:00:08:6660|3.17:00:14:081|HS|B2T1,45",
        b"3|W40H2M1|17:00:08|17:00:14|B2T1.45",  # there are no dates before 0.46.1
    ],
)
def test_the_text_of_an_avf_file_differs_by_version(text: bytes) -> None:
    """The dates and the bar before the 3BV may be missing, and the time may contain a comma."""
    replay = read(avf(text))
    assert isinstance(replay, Replay)
    assert (replay.ms, replay.player) == (450, "Player")
    record = play_through(replay).record
    assert [(ms, move.text(replay.board.grid)) for ms, move in record.moves] == [
        (0, "open AG2"),
        (350, "flag A1"),
    ]


@pytest.mark.parametrize("name", ["custom.avf", "expert.avf"])
def test_an_avf_file_without_the_last_bar_is_the_same_replay(name: str) -> None:
    """Arbiter 0.49.5 leaves out the bar before the 3BV."""
    data = (SAMPLES / name).read_bytes()
    assert data.count(b"|B") == 1
    assert read(data.replace(b"|B", b"B")) == read(data)


@pytest.mark.parametrize("junk", [b"", b"\1\1\1", b"\3\0\1\2", b"\5\1\1\4\0\0", b"]\1\0\1"])
@pytest.mark.parametrize("x", [5, 300, 639])
def test_the_first_event_of_an_avf_file_is_found(junk: bytes, x: int) -> None:
    """The first event is found at any x on a wide board, and after any bytes."""
    replay = read(avf(b"3|W40H2M1|1:2|3:4|B2T1.45", junk, x=x))
    assert isinstance(replay, Replay)
    assert events(replay)[0] == [0, "lc", x, 20]
    assert len(replay.events) == 4


def test_the_player_of_an_avf_file_before_0_47() -> None:
    """Before version 0.47, the text of an AVF file has neither RealTime nor Skin."""
    tail = b"Player\rMinesweeper Arbiter 0.46. Copyright"
    replay = read(avf(b"3|W40H2M1|1:2|3:4|B2T1.45", tail=tail))
    assert isinstance(replay, Replay)
    assert replay.player == "Player"


def test_rawvf_has_the_board_and_every_move() -> None:
    """The file contains a header, the board, and a press and a release for each move."""
    record = game()
    text = write(record, find("rawvf")).decode()
    assert "Player: Player\nLevel: Custom\nWidth: 9\nHeight: 6\nMines: 8\n" in text
    rows = [
        "".join("*" if c in record.board.mines else "0" for c in range(r * 9, r * 9 + 9))
        for r in range(6)
    ]
    assert "Board:\n" + "\n".join(rows) + "\nEvents:\n" in text
    lines = text.partition("Events:\n")[2].splitlines()
    cell = record.moves[0][1].cell
    row, column = divmod(cell, 9)
    place = f"{column + 1} {row + 1} ({column * 16 + 8} {row * 16 + 8})"
    assert lines[:3] == [f"0.000 lc {place}", f"0.000 lr {place}", "start"]
    assert lines[3].startswith("0.130 rc ")


def test_columns_from_0_and_from_1_are_distinguished() -> None:
    """Whether columns start at 0 or 1 is inferred from pixel positions, or a column or row 0."""
    newer = read(NEWER_RAWVF.encode())
    assert isinstance(newer, Replay)
    older = NEWER_RAWVF.replace(" 0 0 (", " 1 1 (").replace(" 3 0 (", " 4 1 (")
    assert read(older.encode()) == newer
    assert [move.text(newer.board.grid) for _, move in play_through(newer).record.moves] == [
        "open A1",
        "flag D1",
    ]
    for text in (NEWER_RAWVF, older):
        bare = read("\n".join(line.partition(" (")[0] for line in text.splitlines()).encode())
        assert isinstance(bare, Replay)
        assert play_through(bare).record.moves[-1][1].text(bare.board.grid) == "flag D1"


def test_rawvf_of_other_programs() -> None:
    """Commas in times, events before the start, Shift clicks and extra lines are handled."""
    text = """RawVF_Version: Rev5
Program: Minesweeper Arbiter
Width: 4
Height: 2
Mines: 1
Marks: On
Time: 12,34
Board:
000*
0000
Events:
-0.02 rc 4 1 (50 3)
-0.01 rr 4 1 (50 3)
0.00 lc 1 1 (3 3)
Cell pressed 1 1
0.01 lr 1 1 (3 3) (l)
start
0.50 mt 1 1 (3 3)
1.25 sc 3 1 (40 3)
1.30 lr 3 1 (41 3)
0.5 Solved 3BV: 1 of 1
won
"""
    replay = read(text.encode())
    assert isinstance(replay, Replay)
    assert (replay.ms, replay.program) == (12_340, "Minesweeper Arbiter")
    assert events(replay) == [
        [-20, "rc", 50, 3],
        [-10, "rr", 50, 3],
        [0, "lc", 3, 3],
        [10, "lr", 3, 3],
        [1250, "mc", 40, 3],
        [1300, "mr", 41, 3],
    ]
    assert play_through(replay).record.outcome is Outcome.WON


LLAMA_RAWVF = """RawVF_Version: Rev6.2
Program: LlamaSweeper
Level: Custom
Width: 4
Height: 2
Marks: Off
SuperClick: On
SquareSize: 64
Time: 2.500
Status: won
Mode: Classic
Board:
000*
00*0
Events:
0.000 lc 1 0 (70 10)
0.000 lr 1 0 (70 10)
0.500 rc 2 1 (130 70)
0.500 rr 2 1 (130 70)
1.000 lc 1 0 (70 10)
1.000 lr 1 0 (70 10)
1.500 lc 3 1 (200 70)
1.500 lr 3 1 (200 70)
"""


def test_rawvf_of_llamasweeper() -> None:
    """LlamaSweeper's files have no Mines line. With SuperClick, a left click on a number chords."""
    replay = read(LLAMA_RAWVF.encode())
    assert isinstance(replay, Replay)
    game = play_through(replay)
    assert [move.text(replay.board.grid) for _, move in game.record.moves] == [
        "open B1",
        "flag C2",
        "chord B1",
        "open D2",
    ]
    assert game.record.outcome is Outcome.WON
    assert codes(replay) == "lc lr rc rr mc mr lc lr"
    assert read(write(replay, find("evf"))) == replay
    plain = read(LLAMA_RAWVF.replace("SuperClick: On\n", "").replace("won", "left").encode())
    assert isinstance(plain, Replay)
    assert codes(plain) == "lc lr rc rr lc lr lc lr"


def test_left_clicks_that_chord_leave_the_other_chords_alone() -> None:
    """Chords with both buttons, in either order, and with the middle button stay unchanged."""
    head, _, tail = LLAMA_RAWVF.partition("1.000 lc")
    tail = tail[tail.index("1.500") :]
    for buttons in ("lc rc lr rr", "rc lc rr lr", "mc mr"):
        lines = "".join(f"1.000 {code} 1 0 (70 10)\n" for code in buttons.split())
        replay = read((head + lines + tail).encode())
        assert isinstance(replay, Replay)
        moves = [move.text(replay.board.grid) for _, move in play_through(replay).record.moves]
        assert moves == ["open B1", "flag C2", "chord B1", "open D2"]
        assert buttons in codes(replay)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk"])
def test_rawvf_names_in_other_encodings_are_read(encoding: str) -> None:
    """The community's parsers copy the bytes of the name unchanged."""
    text = NEWER_RAWVF.replace("Width", "Player: 扫雷猫\nWidth")
    replay = read(text.encode(encoding))
    assert isinstance(replay, Replay)
    assert replay.player == "扫雷猫"


@pytest.mark.parametrize("end", ["won", "boom", "1.250 lost", "1.250 won"])
def test_the_end_of_a_rawvf_file_may_have_a_time(end: str) -> None:
    """A file may end with an outcome that does not follow from its events."""
    text = NEWER_RAWVF.replace("Time:", "Status: won\nTime:")
    with pytest.raises(FileError, match="truncated: it says won"):
        read(text.encode())
    assert isinstance(read(f"{text}{end}\n".encode()), Replay)


def test_an_evfs_file_is_a_folder(tmp_path: Path) -> None:
    """The replays in the file can be loaded by name or number, like files in a folder."""
    units = [(SAMPLES / name).read_bytes() for name in ("beginner-v3.evf", "beginner-v4.evf")]
    path = tmp_path / "day.evfs"
    path.write_bytes(folder(*units))
    noun = load(path)
    assert isinstance(noun, Replays)
    assert noun.names == ("1.evf", "2.evf")
    assert load(path / "2") == load(path / "2.evf") == noun.replays[1] == read(units[1])
    with pytest.raises(FileError, match="has no replay '3': use 1 to 2, or a name"):
        load(path / "3")
    with pytest.raises(FileError, match="does not contain several replays"):
        load(SAMPLES / "custom.avf" / "1")
    unnamed = read(folder(*units).replace(b"1.evf", b"", 1))
    assert isinstance(unnamed, Replays)
    assert (unnamed.names, unnamed.replays) == (("", "2.evf"), noun.replays)
    path.write_bytes(folder(units[0], units[1][:-200]))
    with pytest.raises(FileError, match="replay 2 of the evfs file: the evf file is truncated"):
        load(path)


def rmv(version: int, name: bytes, body: bytes, flags: bytes = b"", square: int = 16) -> bytes:
    """An RMV file of a 3x2 board with a mine at C1."""
    players = struct.pack(">H", 1) + bytes([len(name)]) + name
    board = struct.pack(">IBBH", 1_700_000_000, 3, 2, 1) + b"\2\0"
    flagged = struct.pack(">H", len(flags) // 2) + flags if flags else b""
    properties = bytes([0, 0, 0, 3] + ([1, 0, square] if version == 2 else [1]))
    head = b"*rmv" + struct.pack(">H", version) + (b"\0\0" if version == 2 else b"")
    sizes = [len(players), len(board), len(flagged), len(properties)]
    counts = ([0] if version == 1 else []) + [0, *sizes] + ([2] if version == 2 else [])
    head += struct.pack(">I", 0) + b"".join(struct.pack(">H", count) for count in counts)
    extensions = b"\0\0" if version == 2 else b""
    head += struct.pack(">IH", len(body), 0)
    return head + players + board + flagged + properties + extensions + body


def mouse(kind: int, ms: int, x: int, y: int) -> bytes:
    return struct.pack(">BIhh", kind, ms << 8, x, y)


def test_rmv_names_in_no_encoding_are_read() -> None:
    """Names with invalid bytes are read, although ms-toollib crashes on them."""
    body = mouse(3, 0, 12 + 3, 56 + 3) + b"\x10\0\4\0"
    for name, shown in (
        (b"\xff\xfe\x80", "ÿþ\x80"),
        ("é".encode("latin-1"), "é"),
        ("猫".encode(), "猫"),
    ):
        replay = read(rmv(1, name, body))
        assert isinstance(replay, Replay)
        assert replay.player == shown.replace("\x80", " ").strip()
        assert replay.ms == 1024


def test_rmv_with_its_first_press_is_read() -> None:
    """Vienna Minesweeper omits the first press of the mouse, but other files may contain it."""
    release = mouse(3, 5, 30, 40) + b"\x10\0\0\x64"
    pressed = read(rmv(2, b"", mouse(2, 5, 30, 40) + release))
    assert isinstance(pressed, Replay)
    assert pressed == read(rmv(2, b"", release))
    assert codes(pressed) == "lc lr"


def test_rmv_2_has_short_moves_flags_and_other_squares() -> None:
    """Short moves have signed 4-bit steps, and flags set before the game are read as events too."""
    body = mouse(3, 5, 30, 40) + b"\x1c\x07\x7f" + b"\x1c\x01\x88" + b"\x13\0\0"
    body += mouse(1, 100, -4, 3) + b"\x10\0\0\x64"
    replay = read(rmv(2, b"", body, flags=b"\2\0", square=24))
    assert isinstance(replay, Replay)
    assert events(replay) == [
        [0, "pf", 48, 0],
        [5, "lc", 30, 40],
        [5, "lr", 30, 40],
        [12, "mv", 37, 39],
        [13, "mv", 29, 31],
        [100, "mv", 72, 48],
    ]
    assert replay.created == 1_700_000_000_000_000
    assert [move.text(replay.board.grid) for _, move in play_through(replay).record.moves] == [
        "flag C1",
        "open B2",
    ]


def cut(name: str, size: int) -> bytes:
    return (SAMPLES / name).read_bytes()[:size]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.rmv", rmv(3, b"", b""), "has version 3, but Sapper reads only 1-2"),
        ("b.rmv", rmv(1, b"", b"\x08"), "unknown event: 8 at byte"),
        ("c.rmv", rmv(1, b"", mouse(3, 0, 0, 0)), "truncated: its events break off"),
        ("d.rmv", rmv(1, b"", b"")[:30], "truncated: it has 30 bytes"),
        ("e.rmv", rmv(2, b"", b"", square=0), "cells of 0 pixels"),
        (
            "f.rmv",
            rmv(2, b"", b"\x10\0\0\0", flags=b"\3\0"),
            "off the board: column 3, row 0 of 3x2",
        ),
        ("a.avf", cut("custom.avf", 20), "the avf file is truncated: it has 20 bytes"),
        ("b.avf", cut("custom.avf", 700), "truncated: its events break off after 700 bytes"),
        ("a.evf", cut("beginner-v4.evf", 900), "its events break off after 900 bytes"),
        ("b.evf", cut("beginner-v3.evf", 900), "its events break off after 900 bytes"),
        ("c.evf", b"\5" + cut("beginner-v4.evf", 900)[1:], "version 5, but Sapper reads only 0-4"),
        (
            "b.mvf",
            cut("expert.mvf", 900).replace(b"-2005", b"-2007"),
            "not from Minesweeper Clone 0.97",
        ),
        ("a.mvf", cut("expert.mvf", 900), "truncated: 13501 bytes of events are missing"),
    ],
)
def test_a_damaged_replay_is_one_clear_line(
    name: str, data: bytes, words: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(FileError, match=words) as problem:
        load(path)
    assert str(path) in str(problem.value)


def test_mvf_needs_ms_toollib_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other formats can be read without ms-toollib."""
    monkeypatch.setattr("sapper.formats.mvf.find_spec", lambda name: None)
    with pytest.raises(FileError, match="need ms-toollib: `sapper doctor` says"):
        load(SAMPLES / "expert.mvf")
    load(SAMPLES / "custom.avf")


def test_what_does_not_fit_in_an_evf_file_is_said() -> None:
    """Sides over 255 and times that go backwards are errors."""
    wide = Board(Level.parse("256x1x0/any"), frozenset())
    empty = table(wide.level, 16, [], [], [], [])
    with pytest.raises(FileError, match="an evf file can't store"):
        write(Replay(wide, empty, 0), find("evf"))
    record = game()
    shuffled = Replay.of(record).events.copy()
    shuffled["ms"][0] = 10_000
    with pytest.raises(FileError, match="go backwards"):
        write(Replay(record.board, shuffled, 0), find("evf"))


def test_every_kind_of_event_is_written() -> None:
    board = Board.parse("3x1x1/any\n*10")
    kinds = list(CODES.values())
    replay = Replay(board, table(board.level, 16, kinds, kinds, kinds, kinds), 0)
    assert read(write(replay, find("evf"))) == Replay(board, replay.events, 0, program="Sapper")
