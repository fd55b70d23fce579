"""The page coverage.md lists every claim and figure of the studies, and its commands run."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from command import sapper
from sapper.lab.study.run import run_to_report
from sapper.lab.study.studies import STUDIES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "bench" / "course" / "coverage.md"


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    return [
        line.strip("| ").split(" | ")
        for line in lines
        if not line.startswith(("| ---", "| report"))
    ]


COMMANDS = sorted(set(re.findall(r"`((?:sapper|python) [^`]*)`", PAGE.read_text())))


def small(command: str) -> list[str]:
    """Split a command into words, and reduce its number of games."""
    words = shlex.split(re.sub(r"--games \d+", "--games 2", command))
    for script, more in (
        ("bench/course/run.py", "--games 1 --jobs 1 --levels easy"),
        ("bench/agents_soundness.py", "--boards 2 --jobs 1"),
    ):
        if script in words:
            words += more.split()
    if words[1] == "bench":
        words += ["--jobs", "1"]
    return words


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.matrix
def test_every_command_of_the_page_runs(command: str) -> None:
    """Each command runs, with fewer games. For a study, only the name is checked."""
    first, *words = small(command)
    if first == "python":
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return
    if words[0] == "study":
        assert words[1] in STUDIES
        words.append("--list")
    result = sapper(*words)
    assert result.returncode == 0, result.stderr
    assert result.stdout


def test_every_figure_and_claim_has_its_row_with_a_verdict() -> None:
    found = rows()
    for study in STUDIES.values():
        mine = [row for row in found if any(f"`sapper study {study.name}`," in c for c in row)]
        claims = [row for row in mine if row[-1].startswith("**")]
        assert [row[1:3] for row in claims] == [[c.said, c.measured] for c in study.claims]
        words = {"**holds**", "**does not hold**", "**undecided**"}
        assert {row[-1] for row in claims} <= words
        figures = [row for row in mine if not row[-1].startswith("**")]
        assert [(row[0], row[3]) for row in figures] == [
            (figure.course, f"`{figure.player}`") for figure in study.course
        ]
    assert sum(row[-1].startswith("**") for row in found) == sum(
        len(study.claims) for study in STUDIES.values()
    )


def test_the_five_reports_and_the_exercise_are_on_the_page() -> None:
    assert {row[0] for row in rows()} >= set("ABCDE")
    part = PAGE.read_text().partition("## What the exercise asks for")[2].partition("## ")[0]
    assert len(re.findall(r"^\| .*`.*` \|", part, re.MULTILINE)) == 10


def script() -> ModuleType:
    """Import coverage.py as a module."""
    spec = spec_from_file_location("coverage_page", PAGE.with_suffix(".py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_script_writes_the_rows_of_a_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = script()
    page = tmp_path / "coverage.md"
    page.write_text(PAGE.read_text())
    monkeypatch.setattr(module, "PAGE", page)
    done = run_to_report("chaining", games=1, out=tmp_path / "out")
    (tmp_path / "chaining.json").write_text(json.dumps(done.to_json()))
    monkeypatch.setattr(sys, "argv", ["coverage.py", str(tmp_path / "chaining.json")])
    module.main()
    before, after = PAGE.read_text().splitlines(), page.read_text().splitlines()
    assert len(before) == len(after)
    changed = [new for old, new in zip(before, after, strict=True) if new != old]
    assert changed
    assert all("`sapper study chaining`, 1 game" in line for line in changed)
