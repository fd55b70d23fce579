"""The commands agent new, bench, watch, compare and study work with the user's own agents."""

from __future__ import annotations

import ast
import json
import os
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from command import app
from sapper.errors import SapperError


def sapper(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    assert f"wrote {file}" in " ".join(sapper("agent", "new", str(file)).output.split())
    return str(file)


@pytest.mark.process
def test_a_new_agent_plays_everywhere(mine: str, tmp_path: Path) -> None:
    """The starter agent opens the given cells and is then stuck, and it is never wrong."""
    few = ("--jobs", "1", "--json", "--games")
    found = json.loads(sapper("bench", mine, "easy", *few, "6").output)
    assert (found["stuck"], found["wrong"], found["crashed"]) == (6, 0, 0)
    found = json.loads(sapper("watch", mine, "--seed", "3", "--json").output)
    assert (found["agent"], found["level"], found["outcome"]) == (mine, "16x16x25/given", "stuck")
    assert "mine.py, B1 is safe" in found["decisions"][0]
    found = json.loads(sapper("compare", mine, "rules", "easy", *few, "30").output)
    assert (found["a"], found["won"]["a"], found["verdict"]) == (mine, 0, "b")
    out = str(tmp_path / "out")
    study = ("study", "start-rule", "--agent", mine, "--out", out, *few, "2")
    assert json.loads(sapper(*study).output)["players"] == {mine: mine}


def test_a_level_may_follow_the_agent(mine: str) -> None:
    """`watch` accepts an agent and then a level, and either or both can be left out."""
    for arguments, expected in (
        ((mine, "7x4x5/given"), (mine, "7x4x5/given")),
        ((mine,), (mine, "16x16x25/given")),
        (("rules",), ("rules", "16x16x25/given")),
        (("rules", "easy"), ("rules", "9x9x10/given")),
        (("easy",), ("resolution-endgame", "9x9x10/given")),
        ((), ("resolution-endgame", "16x16x25/given")),
    ):
        found = json.loads(sapper("watch", *arguments, "--seed", "3", "--json").output)
        assert (found["agent"], found["level"]) == expected
    assert "two agents" in str(sapper("watch", mine, "easy", "--agent", "odds").exception)
    assert "two agents" in str(sapper("watch", mine, "--agent", "odds").exception)


def test_without_a_level_bench_plays_medium(mine: str) -> None:
    found = json.loads(sapper("bench", mine, "--games", "2", "--jobs", "1", "--json").output)
    assert (found["level"], found["games"]) == ("16x16x25/given", 2)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such file names")
@pytest.mark.parametrize("name", ["mine.py", "a b.py", "Ben's $HOME.py", 'c\\U"""d.py'])
def test_the_hint_can_be_pasted_into_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """So can the commands in the docstring of the new agent, which stays Python."""
    monkeypatch.chdir(tmp_path)
    hint = sapper("agent", "new", name, "--kb").output.partition("watch it with: ")[2]
    assert shlex.split(hint) == ["sapper", "watch", name, "--check-kb"]
    about = ast.get_docstring(ast.parse(Path(name).read_text("utf-8"))) or ""
    commands = [line for line in about.splitlines() if line.startswith("    sapper ")]
    assert [shlex.split(line)[:3] for line in commands] == [
        ["sapper", "watch", name],
        ["sapper", "grade", name],
    ]


def test_a_new_agent_overwrites_nothing(mine: str, tmp_path: Path) -> None:
    """`agent new` refuses existing files and names that don't end with .py."""
    for file, words in ((mine, "already exists"), (str(tmp_path / "mine"), "does not end with")):
        problem = sapper("agent", "new", file).exception
        assert isinstance(problem, SapperError)
        assert words in str(problem)


def test_watch_says_what_went_wrong(tmp_path: Path) -> None:
    """The error message names the agent, the level, the seed and the decision."""
    file = tmp_path / "mine.py"
    file.write_text("def choose(view):\n    return view.given[0] if view.given else view.tolled\n")
    problem = sapper("watch", "easy", "--agent", str(file), "--seed", "3", "--json").exception
    assert isinstance(problem, SapperError)
    assert str(problem).startswith(f"{file} failed on 9x9x10/given seed 3, decision ")
    assert str(problem).endswith("object has no attribute 'tolled' (line 2 of mine.py)")
    shown = sapper("bench", str(file), "easy", "--games", "3", "--jobs", "1").output
    assert "crashed" in shown
    assert f"first crash: {file} failed on 9x9x10/given seed 0, decision " in shown
