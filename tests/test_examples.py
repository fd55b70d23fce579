"""All commands in the documentation exist, and those on the first pages run."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from command import app
from sapper.core.board import deal
from sapper.core.level import Level

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "lessons").glob("*.md")),
]
FIRST = [ROOT / "README.md", ROOT / "docs" / "commands.md"]
# These commands need a person, a browser, a cluster or several minutes.
LONG = re.compile(
    r"serve|mcp|play|show .* --step|bench|compare|study|grade|watch (easy --step|expert|hard)"
    r"|deal expert --no"
)
POSITION = "6x4x7\n......\n......\n..223.\n..101.\n"


def commands(page: Path) -> list[str]:
    """The commands on a page, found in code lines (without comments) and in `inline code`."""
    text = page.read_text(encoding="utf-8")
    lines = re.findall(r"^ {4,}(?:\$ )?sapper (?!1 )(.*)$", text, re.MULTILINE)
    fenced = "\n".join(re.findall(r"^```(?:text|console|bash)\n(.*?)^```", text, re.M | re.S))
    lines += re.findall(r"^(?:\$ )?sapper (.*)$", fenced, re.MULTILINE)
    lines = [re.split(r"  +|\s+[>#]", line)[0] for line in lines]
    quoted = re.findall(r"`sapper ([^`\n]+)`", text)
    # Skip commands with placeholders.
    hidden = r"\.\.\.|\[|…|\bN\b|--help"
    found = [line for line in [*lines, *quoted] if not re.search(hidden, line)]
    return [line.removeprefix("--language de ") for line in found]


GROUP = typer.main.get_command(app)
ALL = sorted({(page.name, line) for page in PAGES for line in commands(page)})


def test_there_are_many() -> None:
    found = [line for _, line in ALL]
    assert len(found) > 100
    assert {"exercise 4.2 answer.txt", "puzzle --technique subset", "lesson 4 --solutions"} <= {
        *found
    }


@pytest.mark.parametrize(("page", "line"), ALL)
def test_a_command_of_the_documentation_is_one(page: str, line: str) -> None:
    """The command, its options and its arguments exist. The command is not run."""
    with GROUP.make_context("sapper", ["agent"]) as context:
        name, *arguments = shlex.split(line)
        command = GROUP.get_command(context, name)  # type: ignore[attr-defined]
        assert command is not None, f"{page}: sapper {line}"
        if not arguments:
            return  # text can mention a command by its name alone
        try:
            command.make_context(name, arguments, parent=context)
        except typer.TyperException as problem:
            said = problem.format_message()
            # Text can mention a command without its file.
            assert said.startswith("Missing argument"), f"{page}: sapper {line}: {said}"


def test_every_command_has_an_example() -> None:
    page = ROOT / "docs" / "commands.md"
    shown = {line.split()[0] for line in commands(page)}
    commands_by_name = GROUP.commands  # type: ignore[attr-defined]
    assert shown == {name for name, command in commands_by_name.items() if not command.hidden}


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[pytest.mark.long] * (page.stem == "commands"))
        for page in FIRST
    ],
)
def test_the_commands_of_the_first_pages_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands run one after the other, in a folder with the files they name."""
    samples = ROOT / "tests" / "samples"
    (tmp_path / "position.txt").write_text(POSITION)
    (tmp_path / "board.txt").write_text(str(deal(Level.parse("9x7x10/open"), 3)))
    (tmp_path / "games").mkdir()
    for name in ("game.avf", "games/game.avf"):
        shutil.copy(samples / "custom.avf", tmp_path / name)
    shutil.copy(samples / "beginner-v4.evf", tmp_path / "game.evf")
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("*.png"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # `doctor` looks for games here
    run = []
    for line in dict.fromkeys(commands(page)):
        if LONG.match(line) or line.startswith("exercise"):
            continue
        line = line.replace("C4", "B2").replace("*.avf", "game.avf").replace("--move 120 B2", "")
        if line == "verify DIR":
            CliRunner().invoke(app, ["explain", "position.txt", "B2", "--certificate", "DIR"])
        found = CliRunner().invoke(app, shlex.split(line))
        assert found.exit_code == 0, f"sapper {line}: {found.output}{found.exception!r}"
        run.append(line.split()[0])
    assert {"explain", "review", "lesson", "agent"} <= set(run)
    if page.stem == "commands":
        assert {"puzzle", "verify", "logic", "convert", "stats"} <= set(run)
        assert (tmp_path / "why.svg").exists()
