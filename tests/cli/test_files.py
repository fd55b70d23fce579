"""The commands show and stats."""

import json
from pathlib import Path

import pytest

from command import sapper
from sapper.core.board import deal
from sapper.core.level import Level


@pytest.mark.parametrize("look", ["course", "classic"])
def test_show_draws_in_the_terminal_and_to_files(look: str, tmp_path: Path) -> None:
    """`show` draws in the terminal, or writes SVG and PNG files and prints nothing."""
    (tmp_path / "b").write_text(str(deal(Level.parse("8x4x6/open"), 3)))
    assert "1 1 2 2 * * * * 1" in sapper("show", "b", "--look", look, cwd=tmp_path).stdout
    drawn = sapper("show", "b", "--svg", "b.svg", "--png", "b.png", "--look", look, cwd=tmp_path)
    assert (drawn.returncode, drawn.stdout) == (0, "")
    assert (tmp_path / "b.svg").read_text().startswith("<svg")
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_stats_of_a_board_and_of_a_level(tmp_path: Path) -> None:
    """`stats` describes a board, or gives means and ranges over many boards of a level."""
    board = deal(Level.parse("8x4x6/open"), 3)
    (tmp_path / "b").write_text(str(board))
    found = json.loads(sapper("stats", "b", "--json", cwd=tmp_path).stdout)
    assert found == {
        "level": "8x4x6/open",
        "three_bv": 6,
        "openings": 1,
        "islands": 2,
        "zini": 6,
        "hzini": 6,
        "zini_8way": 6,
        "density": 0.1875,
    }
    assert "3BV        6" in sapper("stats", "b", cwd=tmp_path).stdout
    level = json.loads(sapper("stats", "8x4x6/open", "--games", "50", "--json").stdout)
    every = [deal(Level.parse("8x4x6/open"), seed).statistics.three_bv for seed in range(50)]
    assert level["three_bv"] == sum(every) / 50
    assert level["range"]["three_bv"] == [min(every), max(every)]
    assert "50 boards" in sapper("stats", "8x4x6/open", "--games", "50").stdout
