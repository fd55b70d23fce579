"""All commands in the documentation exist, and those on the first pages run."""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import tomllib
from glob import glob
from pathlib import Path
from runpy import run_path

import pytest
import typer
from fastapi import FastAPI
from fastapi.testclient import TestClient

from command import app, sapper

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "lessons").glob("*.md")),
]


def commands(page: Path) -> list[str]:
    """The commands on a page, found in code lines (without comments) and in `inline code`."""
    text = page.read_text(encoding="utf-8")
    lines = re.findall(r"^ {4,}(?:\$ )?sapper (?!1 )(.*)$", text, re.MULTILINE)
    fenced = "\n".join(re.findall(r"^```(?:text|console|bash|sh)\n(.*?)^```", text, re.M | re.S))
    lines += re.findall(r"^(?:\$ )?sapper (.*)$", fenced, re.MULTILINE)
    lines = [re.split(r"  +|\s+[>#]", line)[0] for line in lines]
    quoted = re.findall(r"`sapper ([^`\n]+)`", text)
    # Skip commands with placeholders.
    hidden = r"\.\.\.|\[|^needs |…|\bN\b|--help|COMMAND|^--"
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
            assert said.startswith(("Missing argument", "Option")), f"{page}: sapper {line}: {said}"


def test_the_page_of_commands_is_current() -> None:
    """The page in the repository is what docs/commands_page.py writes, with every command."""
    page = ROOT / "docs" / "commands.md"
    script = run_path(str(ROOT / "docs" / "commands_page.py"))
    assert script["page"]() == page.read_text("utf-8"), "run python docs/commands_page.py"
    shown = {line.split()[0] for line in commands(page)}
    assert shown == GROUP.commands.keys()  # type: ignore[attr-defined]


# The same commands with less work: the last of several equal options counts.
SHORTER = {
    "bench": "--games 2",
    "compare": "--games 4",
    "data": "--positions 6",
    "exam make": "--positions 2",
    "grade mine.py": "--games 1 --level 5x4x3",
    "study difficulty": "--games 1",
    "watch": "--pace 0",
}
# These commands wait for somebody else: a model on a server, or a client.
WAITING = ("exam ask items.jsonl --url", "mcp")


def blocks(page: Path) -> list[str]:
    """The lines of the shell blocks of a page that call Sapper, without comments."""
    found = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    lines = (re.split(r"\s+#", line)[0].strip() for text in found for line in text.splitlines())
    return [line.removeprefix("sapper ") for line in lines if line.startswith("sapper ")]


def test_a_shell_can_read_the_shell_blocks() -> None:
    """Commands that install something or start other programs are checked in no other way."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for kind, block in re.findall(r"^```(sh|bash|console)\n(.*?)^```", text, re.M | re.S):
            lines = block.splitlines()
            if kind == "console":
                lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
            read = subprocess.run(
                ["bash", "-n"], input="\n".join(lines), text=True, capture_output=True
            )
            assert (read.returncode, read.stderr) == (0, ""), (page.name, block)


def test_the_page_about_installing_is_right() -> None:
    """It names every extra, the oldest Python, and the words of the failures that it is about."""
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    table = page.partition("| extra |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.M)) == project["optional-dependencies"].keys()
    assert project["optional-dependencies"]["all"] == ["sapper[web,lab,cluster,env,formats,mcp]"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f"Python {oldest} or later" in page
    assert f"sapper needs Python {oldest} or later" in (ROOT / "Makefile").read_text("utf-8")
    assert "is already in use" in (ROOT / "src/sapper/web/app.py").read_text("utf-8")


def test_extras_are_installed_in_one_way() -> None:
    """In a clone, `pip install -e ".[lab]"`, in quotes that every shell understands."""
    for page in PAGES:
        for before, extra in re.findall(
            r"(\S+ \S+) (['\"][^ '\"]*\[\w+\]['\"])", page.read_text("utf-8")
        ):
            assert extra.startswith('".['), (page.name, extra)
            assert before.endswith(("install -e", "--from", "install")), (page.name, before)


def started(app: FastAPI, listener: socket.socket, _proxies: object) -> None:
    """Start the server, and end it at once."""
    listener.close()
    with TestClient(app):
        pass


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[pytest.mark.long] * (page.stem == "commands"))
        for page in PAGES
        if blocks(page)
    ],
)
def test_the_shell_blocks_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They run one after the other, in a folder with the example files and nothing else."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # Sapper keeps games here
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    monkeypatch.setattr("sapper.web.app.run", started)
    assert sapper("example", cwd=tmp_path).returncode == 0
    for line in blocks(page):
        if line.startswith(WAITING):
            continue
        less = next((more for start, more in SHORTER.items() if line.startswith(start)), "")
        command, _, file = line.partition(" > ")
        words = [
            one
            for word in [*shlex.split(command), *less.split()]
            for one in (sorted(glob(word, root_dir=tmp_path)) if "*" in word else [word])
        ]
        if words[0] == "example":  # the files are there already
            words.append("again")
        done = sapper(*words, cwd=tmp_path)
        assert done.returncode in ((0, 1) if words[0] == "grade" else (0,)), (line, done.stderr)
        if file:
            (tmp_path / file).write_bytes(done.output)
