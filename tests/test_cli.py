"""The command line, run as a user runs it."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sapper.board import Board, Deck, deal
from sapper.game import Record
from sapper.level import Level


def sapper(
    *arguments: str, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command and capture what it prints."""
    return subprocess.run(
        [sys.executable, "-m", "sapper", *arguments],
        input=stdin,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_help_lists_the_commands() -> None:
    """Without arguments the help is shown."""
    result = sapper()
    assert result.returncode == 0
    for command in ("play", "deal", "show", "stats", "replay"):
        assert command in result.stdout


def test_deal_prints_the_board_of_the_seed(tmp_path: Path) -> None:
    """Text, JSON and file agree with the library."""
    board = deal(Level.parse("8x4x6/open"), 3, 12)
    arguments = ("deal", "8x4x6/open", "--seed", "3", "--first", "E2")
    assert sapper(*arguments).stdout == str(board)
    found = json.loads(sapper(*arguments, "--json").stdout)
    assert found["level"] == "8x4x6/open"
    assert found["first"] == "E2"
    assert found["seed"] == 3
    assert [board.grid.parse_cell(name) for name in found["mines"]] == sorted(board.mines)
    assert sapper(*arguments, "--out", str(tmp_path / "b")).stdout == ""
    assert Board.parse((tmp_path / "b").read_text()) == board


def test_deal_without_a_seed_is_random() -> None:
    """Two runs differ, and the seed that was drawn is told in JSON."""
    first, second = (json.loads(sapper("deal", "expert", "--json").stdout) for _ in range(2))
    assert first["seed"] != second["seed"]
    again = sapper("deal", "expert", "--seed", str(first["seed"]), "--json")
    assert json.loads(again.stdout) == first


def test_deal_count_makes_a_deck() -> None:
    """The deck holds the boards of consecutive seeds."""
    result = sapper("deal", "6x4x5/safe", "--seed", "9", "--count", "4")
    assert Deck.parse(result.stdout) == Deck.deal(Level.parse("6x4x5/safe"), 9, 4)
    assert result.stdout.startswith("6x4x5/safe A1\n")


@pytest.mark.parametrize("look", ["course", "classic"])
def test_show_draws_in_the_terminal_and_to_files(look: str, tmp_path: Path) -> None:
    """SVG and PNG files are made, and nothing is printed then."""
    (tmp_path / "b").write_text(str(deal(Level.parse("8x4x6/open"), 3)))
    assert "1 1 2 2 * * * * 1" in sapper("show", "b", "--look", look, cwd=tmp_path).stdout
    drawn = sapper("show", "b", "--svg", "b.svg", "--png", "b.png", "--look", look, cwd=tmp_path)
    assert (drawn.returncode, drawn.stdout) == (0, "")
    assert (tmp_path / "b.svg").read_text().startswith("<svg")
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_stats_of_a_board_and_of_a_level(tmp_path: Path) -> None:
    """A board has values, a level means over many boards; JSON has the documented keys."""
    board = deal(Level.parse("8x4x6/open"), 3)
    (tmp_path / "b").write_text(str(board))
    found = json.loads(sapper("stats", "b", "--json", cwd=tmp_path).stdout)
    assert found == {
        "level": "8x4x6/open",
        "three_bv": 6,
        "openings": 1,
        "islands": 2,
        "density": 0.1875,
    }
    assert "3BV       6" in sapper("stats", "b", cwd=tmp_path).stdout
    level = json.loads(sapper("stats", "8x4x6/open", "--games", "50", "--json").stdout)
    every = [deal(Level.parse("8x4x6/open"), seed).statistics.three_bv for seed in range(50)]
    assert level["three_bv"] == sum(every) / 50
    assert level["range"]["three_bv"] == [min(every), max(every)]
    assert "50 boards" in sapper("stats", "8x4x6/open", "--games", "50").stdout


def test_play_a_game_to_its_loss_and_replay_it(tmp_path: Path) -> None:
    """Commands, aliases and mistakes; the record is written after every move and replays."""
    start = sapper(
        "play",
        "8x4x6/open",
        "--seed",
        "3",
        "--record",
        "g",
        stdin="help\nopen D4\nf E1\nopen E1\nnonsense\nchord D2\nopen Z9\nquit\n",
        cwd=tmp_path,
    )
    assert start.returncode == 0
    assert "set or take away a flag" in start.stdout
    assert "mines left 5" in start.stdout
    assert "'nonsense' is not a cell" in start.stdout
    assert "cell Z9 is off the board" in start.stdout
    assert start.stdout.count("that changes nothing") == 2
    assert "left after 2 moves, kept in g" in start.stdout
    assert Record.parse((tmp_path / "g").read_text()).outcome is None
    rest = sapper("play", "--record", "g", stdin="H1\nD1\n", cwd=tmp_path)
    assert "You lost" in rest.stdout
    assert "1 . . . X F * * 1" in rest.stdout
    shown = sapper("show", "g", cwd=tmp_path)
    assert "lost, 4 moves" in shown.stdout
    assert "1 . . . X F * * 1" in shown.stdout
    replayed = sapper("replay", "g", cwd=tmp_path)
    assert "move 2 of 4: flag E1" in replayed.stdout
    assert replayed.stdout.rstrip().endswith("lost")
    steps = json.loads(sapper("replay", "g", "--json", cwd=tmp_path).stdout)
    assert [step["move"] for step in steps["moves"]] == ["open D4", "flag E1", "open H1", "open D1"]
    assert steps["moves"][1]["rows"][0] == "....F..."
    over = sapper("play", "--record", "g", stdin="", cwd=tmp_path)
    assert over.returncode == 2
    assert "no unfinished game" in over.stderr


def test_play_to_a_win() -> None:
    """Opening every safe cell wins, and the answer is shown."""
    board = deal(Level.parse("5x3x2/safe"), 4, 0)
    safe = [board.grid.name(cell) for cell in range(15) if cell not in board.mines]
    result = sapper("play", "5x3x2/safe", "--seed", "4", stdin="\n".join(safe) + "\n")
    assert "You won" in result.stdout
    assert result.stdout.count("*") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("deal", "9x9x99"), "mines are 0 to 80"),
        (("deal", "1001x9x9"), "width and height are 1 to 1000"),
        (("deal", "nine"), "'nine' is not a level"),
        (("deal",), "Missing argument 'LEVEL'"),
        (("deal", "easy", "--seed", "-1"), "seeds are 0 to"),
        (("deal", "easy", "--seed", "one"), "--seed"),
        (("deal", "expert", "--first", "ZZ99"), "cells are A1 to AD16"),
        (("deal", "easy", "--out", "no/where"), "can't write no/where"),
        (("show", "nothing"), "can't read nothing: No such file"),
        (("show", "."), "Is a directory"),
        (("show", "empty"), "nothing to read"),
        (("show", "binary"), "is not text"),
        (("show", "wrong"), "clue at B1 (2) against 1 mine"),
        (("show", "cut"), "cut short"),
        (("stats", "position"), "is a position"),
        (("stats", "nothing"), "is no file"),
        (("replay", "position"), "is not a record"),
        (("replay", "cut"), "cut short"),
        (("play", "nothing"), "is not a level"),
        (("play", "position"), "neither a board nor a record"),
        (("fly",), "No such command"),
        (("show", "position", "--look", "blue"), "--look"),
    ],
)
def test_bad_input_is_one_clear_line(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    """Exit code 2, one line on standard error, nothing on standard output."""
    (tmp_path / "empty").write_text("")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "position").write_text("3x1x1\n1..\n")
    (tmp_path / "wrong").write_text("3x1x1\n.2.\n")
    (tmp_path / "cut").write_text("outcome: won\nmoves: 9\n3x1x1/any\n1*1\n0 open A1\n")
    result = sapper(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("sapper: ")
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr


def test_a_closed_pipe_is_not_an_error() -> None:
    """`sapper deal ... | head -1` ends quietly."""
    command = f"{sys.executable} -m sapper deal 1000x1000x9/any --seed 1 | head -c 9"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert result.stdout == "1000x1000"
    assert result.stderr == ""


def test_ctrl_c_keeps_the_record(tmp_path: Path) -> None:
    """An interrupted game leaves its record whole and ends with one line."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "sapper", "play", "8x4x6/open", "--seed", "3", "--record", "g"],
        stdin=slave,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    ) as process:
        os.write(master, b"open D4\n")
        deadline = time.monotonic() + 30
        while not (tmp_path / "g").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    os.close(master)
    os.close(slave)
    assert process.returncode == 130
    assert errors.strip() == "sapper: stopped"
    assert len(Record.parse((tmp_path / "g").read_text()).moves) == 1
    assert os.listdir(tmp_path) == ["g"]
