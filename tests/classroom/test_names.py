"""File names that are not UTF-8, as from a Windows zip file, can be graded, shown and saved."""

from __future__ import annotations

import csv
import json
import os
import sys
from pathlib import Path

import pytest

from command import sapper
from sapper.lab.grade.submissions import submissions

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")

NAME, SHOWN = os.fsdecode("müller.py".encode("latin-1")), r"m\xfcller.py"
OTHER, OTHER_SHOWN = os.fsdecode("münch.py".encode("latin-1")), r"m\xfcnch.py"
SMALL = ("--level", "5x4x3/given", "--games", "1", "--jobs", "1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / NAME).write_text("def choose(view):\n    return None\n")
    return folder


def test_a_class_with_such_a_name_is_graded(folder: Path) -> None:
    """The table, the CSV file and the pages show the name of every student's file."""
    (folder / OTHER).write_text("def choose(view:\n")
    assert {one.name for one in submissions(folder, folder / "work")} == {SHOWN, OTHER_SHOWN}
    done = sapper("grade", "class", *SMALL, "--csv", "marks.csv", "--html", "pages")
    assert (done.returncode, done.stderr) == (1, "wrote marks.csv\nwrote pages/index.html\n")
    assert f"class/{SHOWN}" in done.stdout
    assert f"class/{OTHER_SHOWN} can't play: it can't be loaded: SyntaxError" in done.stdout
    with open("marks.csv", encoding="utf-8") as file:
        assert [row["agent"] for row in csv.DictReader(file)] == [
            f"class/{SHOWN}",
            f"class/{OTHER_SHOWN}",
        ]
    assert {page.name for page in Path("pages").iterdir()} == {
        f"{SHOWN}.html",
        f"{OTHER_SHOWN}.html",
        "index.html",
    }
    index = Path("pages/index.html").read_text(encoding="utf-8")
    assert f'<a href="m%5Cxfcller.py.html">class/{SHOWN}</a>' in index
    assert SHOWN in Path("pages", f"{SHOWN}.html").read_text(encoding="utf-8")


def test_a_single_agent_with_such_a_name_is_graded(folder: Path) -> None:
    """Every report about the agent is valid text, even if the agent fails."""
    (folder / NAME).write_text("def choose(view):\n    raise ValueError(__file__)\n")
    files = ("--html", "page.html", "--csv", "marks.csv", "--results", "results.json")
    done = sapper("grade", f"class/{NAME}", *SMALL, *files)
    written = "wrote marks.csv\nwrote results.json\nwrote page.html\n"
    assert (done.returncode, done.stderr) == (1, written)
    assert done.stdout.startswith(f"class/{SHOWN} on 5x4x3/given: ")
    for file in files[1::2]:
        text = Path(file).read_text(encoding="utf-8")
        assert SHOWN in (json.loads(text)["output"] if file == "results.json" else text)
    found = json.loads(sapper("grade", f"class/{NAME}", *SMALL, "--json").stdout)
    assert found["agent"] == f"class/{SHOWN}"
    assert found["failure"].startswith(f"class/{SHOWN} failed on 5x4x3/given seed ")
    assert f"it raised ValueError: {folder}/{SHOWN} (line 2 of {SHOWN})" in found["failure"]


def test_other_commands_show_such_a_name(folder: Path) -> None:
    """The name is also shown by bench, compare, watch and a new agent, and saved in a record."""
    agent = f"class/{NAME}"
    few = ("5x4x3/given", "--games", "1", "--jobs", "1", "--json")
    assert json.loads(sapper("bench", agent, *few).stdout)["agent"] == f"class/{SHOWN}"
    assert json.loads(sapper("compare", agent, "rules", *few).stdout)["a"] == f"class/{SHOWN}"
    watched = sapper("watch", agent, "5x4x3/given", "--seed", "3", "--record", "game.txt")
    assert (watched.returncode, watched.stderr) == (0, "wrote game.txt\n")
    assert f"agent class/{SHOWN}" in Path("game.txt").read_text(encoding="utf-8")
    assert sapper("agent", "new", OTHER).returncode == 0
    assert f"sapper grade '{OTHER_SHOWN}'" in Path(OTHER).read_text(encoding="utf-8")
    missing = sapper("show", f"{OTHER}.txt").stderr
    assert missing == "sapper: can't read m\\xfcnch.py.txt: No such file or directory\n"
