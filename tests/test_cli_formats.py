"""The commands convert and stats, and the option --move, work with third-party files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from command import sapper
from mutations import SAMPLES, folder, game
from sapper.core.game import Record
from sapper.core.replay import Replay, play_through
from sapper.formats import FORMATS, find, load, write
from sapper.web.reading import read as on_page

KEYS = [
    "width",
    "height",
    "mines",
    "seconds",
    "three_bv",
    "solved_three_bv",
    "openings",
    "islands",
    "left",
    "right",
    "chord",
    "clicks",
    "effective",
    "ioe",
    "correctness",
    "throughput",
    "zini",
    "hzini",
    "rqp",
    "qg",
    "stnb",
    "pluck",
    "path",
    "flags",
]


def printed(*arguments: str, stdin: bytes = b"", cwd: Path | None = None) -> str:
    """Run a command that must succeed, and return its output."""
    done = sapper(*arguments, stdin=stdin, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_formats_lists_every_format() -> None:
    lines = printed("convert", "--list").splitlines()
    assert [line.split()[0] for line in lines] == sorted(known.name for known in FORMATS)
    described = {each["name"]: each for each in json.loads(printed("convert", "--list", "--json"))}
    assert (described["evf"]["writes"], described["avf"]["writes"]) == (True, False)
    assert described["tatham"]["holds"] == ["board", "position", "record"]


def test_convert_goes_by_the_ending_or_by_to(tmp_path: Path) -> None:
    source = str(SAMPLES / "custom.avf")
    printed("convert", source, "a.evf", cwd=tmp_path)
    assert load(tmp_path / "a.evf") == load(source)
    printed("convert", "a.evf", "a.record", cwd=tmp_path)
    replay = load(source)
    assert isinstance(replay, Replay)
    assert load(tmp_path / "a.record") == play_through(replay).record
    link = printed("convert", "a.evf", "-", "--to", "ptta", cwd=tmp_path).strip()
    assert link.startswith("https://")
    linked = load(link)
    assert isinstance(linked, Record)
    assert [move for _, move in linked.moves] == [
        move for _, move in play_through(replay).record.moves
    ]
    mbf = sapper("convert", link, "-", "--to", "mbf").output
    assert mbf == write(replay.board, find("mbf"))
    shown = printed(
        "convert", "-", "-", "--to", "sapper", "--move", "2", stdin=Path(source).read_bytes()
    )
    assert shown.splitlines()[0] == "8x11x7/any"
    assert "." in shown


def test_stats_of_a_replay_has_the_documented_keys() -> None:
    found = json.loads(printed("stats", str(SAMPLES / "expert.avf"), "--json"))
    assert set(KEYS) <= set(found)
    assert (found["three_bv"], found["seconds"], found["zini"], found["hzini"]) == (
        127,
        49.25,
        96,
        103,
    )
    assert "human ZiNi   103" in printed("stats", str(SAMPLES / "expert.avf"))
    record = json.loads(printed("stats", "-", "--json", stdin=str(game()).encode()))
    assert set(KEYS) <= set(record)


def test_stats_of_many_replays_is_a_table(tmp_path: Path) -> None:
    """The table has a row for each replay. A bad file causes a one-line error and exit code 2."""
    names = ["custom.avf", "beginner-v4.evf", "short-v2.rmv"]
    paths = [str(SAMPLES / name) for name in names]
    rows = list(csv.DictReader(io.StringIO(printed("stats", *paths, "--csv"))))
    assert [row["file"] for row in rows] == paths
    assert [row["clicks"] for row in rows] == ["15", "10", "4"]
    assert set(KEYS) <= set(rows[0])
    (tmp_path / "day.evfs").write_bytes(folder(Path(paths[1]).read_bytes()))
    (tmp_path / "bad.avf").write_bytes(Path(paths[0]).read_bytes()[:500])
    done = sapper("stats", "day.evfs", "bad.avf", "--csv", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: bad.avf: the avf file is truncated")
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert (row["file"], row["three_bv"]) == ("day.evfs/1", "10")
    assert len(printed("stats", *paths).splitlines()) == 4
    assert len(json.loads(printed("stats", *paths, "--json"))) == 3


def test_many_replays_come_from_standard_input() -> None:
    """`stats` prints a table of all replays, but `show` tells the user to choose one of them."""
    names = ("beginner-v3.evf", "beginner-v4.evf")
    data = folder(*((SAMPLES / name).read_bytes() for name in names))
    assert len(printed("stats", "-", stdin=data).splitlines()) == 3
    rows = json.loads(printed("stats", "-", "--json", stdin=data))
    assert [row["file"] for row in rows] == ["-/1", "-/2"]
    table = csv.DictReader(io.StringIO(printed("stats", "-", "--csv", stdin=data)))
    assert [row["file"] for row in table] == ["-/1", "-/2"]
    done = sapper("show", "-", stdin=data)
    assert done.returncode == 2
    words = "standard input holds 2 replays: save them in a file and choose one, like day.evfs/1"
    assert done.stderr == f"sapper: {words}\n"


def test_an_evfs_file_with_one_replay_is_that_replay() -> None:
    """There is nothing to choose, neither for a command nor for the page."""
    alone = (SAMPLES / "beginner-v4.evf").read_bytes()
    assert printed("show", "-", "--step", stdin=folder(alone)) == printed(
        "show", "-", "--step", stdin=alone
    )
    assert on_page(folder(alone)) == on_page(alone)


def test_explain_a_cell_at_a_move_of_a_replay() -> None:
    """The explained position is the one in which the move was made."""
    replay = load(SAMPLES / "expert.avf")
    assert isinstance(replay, Replay)
    record = play_through(replay).record
    number, name = next(
        (number, record.board.grid.name(move.cell))
        for number, (_, move) in enumerate(record.moves, 1)
        if number > 60 and move.kind == "open"
    )
    path = str(SAMPLES / "expert.avf")
    found = json.loads(printed("explain", path, "--move", str(number), name, "--json"))
    assert name in json.dumps(found)
    odds = json.loads(printed("analyse", path, "--move", "1", "--json"))
    assert odds["safe"] == []
    assert printed("hint", path, "--move", str(number))
    done = sapper("analyse", path, "--move", "999")
    assert (done.returncode, "has no move 999: it has " in done.stderr) == (2, True)


def test_analyse_takes_links_ids_and_standard_input() -> None:
    """A position can be analysed from a link, from standard input or from the id of a game."""
    view = game().resume().view
    link = write(view, find("coach")).decode().strip()
    found = json.loads(printed("analyse", link, "--json"))
    assert json.loads(printed("analyse", "-", "--json", stdin=link.encode())) == found
    opened = json.loads(printed("analyse", "9x9:4,4,m00b7d48a3e0231c419200", "--json"))
    assert opened["odds"][4][4] is None
    assert len(opened["safe"]) > 0


def test_show_replay_and_play_take_replays() -> None:
    path = str(SAMPLES / "custom.avf")
    assert "8x11x7/any by Player: won" in printed("show", path)
    assert "move 1 of" in printed("show", path, "--step", "--pace", "0")
    done = sapper("play", path, stdin=b"")
    assert "You won" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("convert", "x.avf", "y.zip"), "no format uses the extension '.zip'"),
        (("convert", str(SAMPLES / "custom.avf"), "-", "--to", "avf"), "can't write avf files"),
        (("stats", "?b=161&m=0"), "must be 1, 2 or 3, or a width and a height"),
        (("analyse", "?b=43&m=g80"), "holds neither a position nor a record"),
        (("analyse", "?b=43&m=g80", "--move", "1"), "is not a record"),
        (("stats", str(SAMPLES / "links.json")), "is not a level"),
    ],
)
def test_what_can_not_be_done_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = sapper(*arguments)
    assert done.returncode == 2
    error = done.stderr
    assert words in error
    assert len(error.splitlines()) == 1


STANDING = """# MINESWEEPER-BOARD v0.1
rows: 2
columns: 4
mines: 2
game_mode: classic

[real]
2*10
*210

[view]
UU10
UU10
"""


def test_a_board_file_has_no_clicks_and_no_moves(tmp_path: Path) -> None:
    """`stats` measures the board and the position, and leaves out figures that need the moves."""
    file = tmp_path / "game.board"
    file.write_text(STANDING)
    found = json.loads(sapper("stats", str(file), "--json").stdout)
    assert (found["three_bv"], found["solved_three_bv"], found["outcome"]) == (3, 1, "unfinished")
    assert not {"clicks", "left", "ioe", "seconds", "three_bv_per_second"} & set(found)
    for command in (("review",), ("stats", "--csv"), ("show", "--step"), ("play",)):
        refused = sapper(*command, str(file))
        assert refused.stderr.count("a game without its moves: give a record or replay\n") == 1
    assert sapper("analyse", str(file)).returncode == 0, "its position is as good as any"
    assert sapper("show", str(file)).stdout.startswith("4x2x2/any: unfinished, moves unknown\n")
    target = tmp_path / "game.txt"
    made = sapper("convert", str(file), str(target))
    lost = "sapper: the moves are unknown, so only the board is written\n"
    assert made.stderr == f"{lost}wrote {target}\n"
    assert target.read_text() == "4x2x2/any\n2*10\n*210\n"
    assert sapper("convert", str(file), str(tmp_path / "game.evf")).returncode == 2


def test_converting_a_replay_to_a_record_says_what_is_lost(tmp_path: Path) -> None:
    """A record omits clicks that changed nothing, so the game looks more efficient than it was."""
    replay = SAMPLES / "expert.avf"
    record = tmp_path / "game.record"
    made = sapper("convert", str(replay), str(record), "--to", "sapper")
    clicks = [json.loads(sapper("stats", str(one), "--json").stdout) for one in (replay, record)]
    before, after = (one["clicks"] for one in clicks)
    assert clicks[0]["ioe"] < clicks[1]["ioe"]
    assert made.stderr == (
        f"sapper: {before - after} of {before} clicks changed nothing. The record omits them, so "
        f"it shows a higher efficiency.\nwrote {record}\n"
    )
    other = tmp_path / "game.rawvf"
    assert sapper("convert", str(replay), str(other)).stderr == f"wrote {other}\n"
