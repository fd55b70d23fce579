"""All commands in the documentation exist, and those in blocks of code and in tables run."""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import sys
import tomllib
from glob import glob
from pathlib import Path
from runpy import run_path

import pytest
import typer
from fastapi import FastAPI
from fastapi.testclient import TestClient

from chatserver import model
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
    "exam commit": "--positions 2",
    "exam make": "--positions 2",
    "grade mine.py": "--games 1 --level 5x4x3",
    "grade submissions.zip": "--games 1 --level 5x4x3",
    "serve": "--port 0",  # other tests and programs use the usual ports
    "study difficulty": "--games 1",
    "watch": "--pace 0",
}
# These commands can't run in a test. The page's own words say what they need.
ELSEWHERE = {
    "mcp": "waits for a client",
    "serve --workers 4 --database postgresql:": "needs a PostgreSQL server",
    "study difficulty --cluster local:": "starts a process for each of eight workers",
    "study difficulty --games 1000000 --cluster tcp:": "needs a cluster",
    "bench examples/ppo_agent.py": "needs a network that took minutes to train",
    "bench policy.py": "the same",
    "compare policy.py": "the same",
}
# What a reader of these pages has: programs that answer, a key and a prompt of one's own.
BROUGHT = {
    "agent": f"#!{sys.executable}\n{(ROOT / 'docs' / 'agents' / 'agent.py').read_text('utf-8')}",
    "answer.sh": "#!/bin/sh\necho '{}'\n",
    "system.txt": "Answer with JSON.\n",
}


def code_lines(page: Path) -> list[str]:
    """The lines of the blocks of code on a page, and the commands in its tables, without remarks.

    A block is indented, or fenced as sh or console. In a table, a command fills the first cell.
    """
    lines, fence = [], None
    for line in page.read_text("utf-8").splitlines():
        if marks := re.match(r"```(\w*)", line):
            fence = marks[1] if fence is None else None
        elif fence in ("sh", "console", "bash") or (fence is None and line.startswith("    ")):
            lines.append(line.strip().removeprefix("$ "))
        elif fence is None:
            lines += re.findall(r"^\| `([^`]+)` \|", line)
    return [re.split(r"\s+#\s|  +", line)[0] for line in lines]


def blocks(page: Path) -> list[str]:
    """The commands of Sapper that a page writes out, without the word `sapper`."""
    lines = (line.replace("\\|", "|") for line in code_lines(page))
    found = [line.removeprefix("sapper ") for line in lines if line.startswith("sapper ")]
    return [line for line in found if line != "1"]  # a line of the protocol of agents


def test_few_commands_are_left_out() -> None:
    """Only the named ones do not run, and each of these is on a page."""
    lines = [line for page in PAGES for line in blocks(page)]
    left_out = {start for start in ELSEWHERE if any(line.startswith(start) for line in lines)}
    assert left_out == ELSEWHERE.keys()
    assert sum(line.startswith(tuple(ELSEWHERE)) for line in lines) < 12
    assert len(lines) > 150


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


def test_the_scripts_of_the_documentation_exist() -> None:
    """So do their options. The scripts themselves take minutes, or need other projects."""
    found = 0
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "bench" / "results.md"]:
        lines = [*code_lines(page), *re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))]
        for line in lines:
            if script := re.match(r"(?:\w+=\S+ )*python (\S+\.py)\b(.*)", line):
                text = (ROOT / script[1]).read_text("utf-8")
                missing = {one for one in re.findall(r"--[a-z-]+", script[2]) if one not in text}
                assert not missing, (page.name, line)
                found += 1
    assert found > 70


# Words of a page with figures, and the words of bench/results.md that they repeat, maybe rounded.
FIGURES = [
    (
        "README.md",
        "54.17% ±0.31 as played, 54.33% ±0.09 with",
        "54.17% ±0.31 | 54.33% ±0.09 | 54.3%",
    ),
    (
        "README.md",
        "40.86% ±0.30 as played, 40.95% ±0.08 with",
        "40.86% ±0.30 | 40.95% ±0.08 | 41.13%",
    ),
    ("README.md", "0.04 ms with warm caches", "0.039 / 1.5 ms | ms-toollib 1.5.20: 1.37"),
    ("README.md", "0.10 ms if the programs take turns | 1.4 ms; 1.2 ms", "0.096 ms | 1.16 ms"),
    ("README.md", "| 8,450 | 147 (ms-toollib)", "| `--no-guess --no-mine-count` | 8,450 (55x)"),
    ("README.md", "| 0 of 1.5 million |", "| 0 of 1,538,992, from 2,400 games"),
    ("README.md", "on expert (median)? | 0.4 ms", "median / p99 / maximum | 0.43 / 1.0 / 13 ms"),
    ("certificates.md", "takes about 130 kB, but a proof by sums only 3 kB", "134,700 / 3,174"),
    ("dealer.md", "any of 5,002,000 other expert boards", "need a case split | 0 of 5,002,000"),
    (
        "dealer.md",
        "1.6 for beginner boards, 5.0 for intermediate and 8.6",
        "| 1.61 / 5.02 / 8.56 |",
    ),
    ("exam.md", "about a thousand answers per second", "by clues / by derivations, estimate"),
    ("five_programs.md", "a player without a mistake wins 30.7%", "30.7%, 21.3"),
    (
        "five_programs.md",
        "from 1.3 s to over 120 s for a hard game, but E took 8 ms",
        "| 16.9 | 1,300",
    ),
    ("research.md", "450,000 weights", "451,329 weights"),
    ("research.md", "wins 49.2% of 4,000 expert games", "49.2% of 4,000 games"),
    ("research.md", "Making 1,000 items takes 14 seconds", "13.8 s (goal 60 s) / at most 0.8 s"),
    ("research.md", "in 54 seconds on 2 cores (314 MB)", "54 s (104 s of CPU time), 314 MB"),
    ("research.md", "1.7 million (30x16) | 0.08 million", "1.67 (1.27 to 1.69) million"),
    ("review.md", "2,000 games gave as narrow an interval", "88.22% ±0.19 and 88.25% ±0.20"),
    ("serving.md", "about a thousand moves a second", "never pause | 950 |"),
    ("statistics.md", "9 to 19 times fewer games", "`resolution-vote`: 18.6"),
    ("statistics.md", "9 to 19 times fewer games", "`odds:guess=vote`: 8.8;"),
    ("statistics.md", "the factor is 1.5 to 3.5", "`binary-ratio`: 3.5"),
]


def test_figures_agree_with_the_results() -> None:
    """A new measurement changes both places."""
    texts = {page.name: " ".join(page.read_text("utf-8").split()) for page in reversed(PAGES)}
    results = " ".join((ROOT / "bench" / "results.md").read_text("utf-8").split())
    for page, words, measured in FIGURES:
        assert words in texts[page], (page, words)
        assert measured in results, measured


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
    monkeypatch.setenv("MY_KEY", "secret")
    for name, text in BROUGHT.items():
        (tmp_path / name).write_text(text, "utf-8")
        (tmp_path / name).chmod(0o755)
    with model() as server:
        for line in blocks(page):
            if not line.startswith(tuple(ELSEWHERE)):
                run_line(line, tmp_path, server.url)


def run_line(line: str, folder: Path, model_url: str) -> None:
    """Run a command of a page, with less work, and ask a small server in place of a model."""
    line = re.sub(r"(--url) \S+", rf"\1 {model_url}", line)
    less = next((more for start, more in SHORTER.items() if line.startswith(start)), "")
    command, _, file = line.partition(" > ")
    words = [
        one
        for word in [*shlex.split(command), *less.split()]
        for one in (sorted(glob(word, root_dir=folder)) if "*" in word else [word])
    ]
    if words[0] == "example":  # the files are there already
        words.append("again")
    if words[:2] == ["exam", "ask"]:  # each examinee needs a file of its own
        (folder / "answers.jsonl").unlink(missing_ok=True)
    done = sapper(*words, cwd=folder)
    # A grade that does not pass and an answer that is wrong are results, too.
    fine = (0, 1) if words[0] in ("grade", "exercise") else (0,)
    assert done.returncode in fine, (line, done.stderr)
    if file:
        (folder / file).write_bytes(done.output)
