"""The zip file for Gradescope grades a submission in the folders that Gradescope makes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from command import sapper
from sapper.lab.grade.rubric import DEFAULT, Rubric

# The names in https://gradescope-autograders.readthedocs.io/en/latest/specs/
TOP = {"score", "execution_time", "output", "output_format", "test_output_format"}
TOP |= {"test_name_format", "visibility", "stdout_visibility", "extra_data", "tests"}
TOP |= {"leaderboard"}
TEST = {"score", "max_score", "status", "name", "name_format", "number", "output"}
TEST |= {"output_format", "tags", "visibility", "extra_data"}
FORMATS = ("text", "html", "simple_format", "md", "ansi")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Gradescope runs Ubuntu")


@pytest.fixture
def autograder(tmp_path: Path) -> Path:
    """The folders of Gradescope, with the contents of the zip file and Sapper installed."""
    few = ("--level", "7x5x6/given", "--games", "2", "--allow-sapper")
    # The games are random, and so is how many of them can be won, so there are no points for wins.
    rubric = tmp_path / "rubric.toml"
    rubric.write_text(DEFAULT.replace("strength = 10 ", "strength = 0 "))
    options = ("--rubric", str(rubric), *few)
    done = sapper("grade", "--gradescope", str(tmp_path / "out"), *options)
    assert (done.returncode, done.stderr) == (0, "")
    root = tmp_path / "autograder"
    with ZipFile(tmp_path / "out" / "autograder.zip") as archive:
        archive.extractall(root / "source")
        for member in archive.infolist():
            (root / "source" / member.filename).chmod(member.external_attr >> 16 & 0o777)
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    (root / "submission").mkdir()
    program = root / "sapper" / "bin" / "sapper"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m sapper "$@"\n')
    program.chmod(0o755)
    return root


def run(root: Path) -> dict[str, Any]:
    """Run the script as Gradescope does, and check its results against the specification."""
    done = subprocess.run([root / "run_autograder"], cwd=root, check=False)
    assert done.returncode == 0
    found = json.loads((root / "results" / "results.json").read_text())
    assert set(found) <= TOP
    assert isinstance(found["score"], float | int)
    assert found["output_format"] in FORMATS
    for test in found["tests"]:
        assert set(test) <= TEST
        assert 0 <= test["score"] <= test["max_score"]
        assert test["status"] in ("passed", "failed")
    assert found["visibility"] in ("hidden", "after_due_date", "after_published", "visible")
    return dict(found)


def test_the_zip_file_has_what_the_specification_asks_for(tmp_path: Path) -> None:
    """setup.sh and run_autograder in the root, both executable, and no path of this machine."""
    out = tmp_path / "out"
    sapper("grade", "--gradescope", str(out))
    with ZipFile(out / "autograder.zip") as archive:
        rights = {one.filename: one.external_attr >> 16 & 0o777 for one in archive.infolist()}
        texts = {name: archive.read(name).decode() for name in rights}
    assert rights == {"setup.sh": 0o755, "run_autograder": 0o755, "rubric.toml": 0o644}
    assert f"pip install sapper=={version('sapper')}\n" in texts["setup.sh"]
    assert texts["run_autograder"].startswith("#!/usr/bin/env bash\n")
    assert texts["rubric.toml"] == sapper("grade", "--show-rubric").stdout
    assert not [text for text in texts.values() if str(tmp_path) in text or sys.prefix in text]
    for name in ("setup.sh", "run_autograder"):
        checked = subprocess.run(["bash", "-n"], input=texts[name], text=True, check=False)
        assert checked.returncode == 0


def test_a_package_in_the_folder_is_installed(tmp_path: Path) -> None:
    (tmp_path / "sapper-9.tar.gz").write_bytes(b"source")
    sapper("grade", "--gradescope", str(tmp_path))
    with ZipFile(tmp_path / "autograder.zip") as archive:
        assert archive.read("sapper-9.tar.gz") == b"source"
        assert "pip install ./sapper-9.tar.gz\n" in archive.read("setup.sh").decode()
    (tmp_path / "sapper-9.whl").write_bytes(b"")
    done = sapper("grade", "--gradescope", str(tmp_path))
    assert done.returncode == 2
    assert "leave only one there" in done.stderr


@pytest.mark.parametrize("newest", ["python3.13", "python3.11"])
def test_the_setup_installs_with_the_newest_python_that_there_is(
    tmp_path: Path, newest: str
) -> None:
    """The system's installer refuses a Python that it does not have. No other command is faked."""
    sapper("grade", "--gradescope", str(tmp_path))
    root, tools = tmp_path / "autograder", tmp_path / "tools"
    (root / "source").mkdir(parents=True)
    tools.mkdir()
    programs = {
        "apt-get": f'echo apt-get "$@" >> log\ncase "$*" in *python*) test "$3" = {newest};; esac',
        newest: f'echo {newest} "$@" >> log\nmkdir -p "$3/bin"\ncp {tools}/pip "$3/bin/pip"',
        "pip": 'echo pip "$@" >> log',
    }
    for name, lines in programs.items():
        (tools / name).write_text(f"#!/bin/sh\n{lines}\n")
        (tools / name).chmod(0o755)
    with ZipFile(tmp_path / "autograder.zip") as archive:
        script = archive.read("setup.sh").decode().replace("/autograder", str(root))
    path = {"PATH": f"{tools}:/usr/bin:/bin"}
    done = subprocess.run(["bash"], input=script, text=True, env=path, check=False)
    assert done.returncode == 0
    log = (root / "source" / "log").read_text().splitlines()
    assert log[:2] == ["apt-get update", "apt-get install -y build-essential"]
    assert log[-3:] == [
        f"{newest} -m venv {root}/sapper",
        "pip install --upgrade pip",
        f"pip install sapper=={version('sapper')}",
    ]


def test_a_rubric_and_options_are_used(autograder: Path) -> None:
    (autograder / "submission" / "mine.py").write_text(
        "from sapper.agents import make\n\n\nclass Mine:\n    def __init__(self):\n"
        "        self.inner = make('sat')\n    def choose(self, view):\n"
        "        return self.inner.choose(view)\n"
    )
    found = run(autograder)
    assert found["score"] == Rubric.load(autograder / "source" / "rubric.toml").total == 90
    assert str(found["output"]).startswith("submission/mine.py on 7x5x6/given: 90 of 90 points")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "0 points: submission has no agent: it is empty"),
        ({"agent.py": "import os\nos._exit(3)\n"}, "its process ended (exit code 3)"),
        ({"run.sh": "echo nonsense\n"}, "it answered 'nonsense', not `ready`"),
        ({"a.py": "", "b.py": ""}, "it contains a.py, b.py: the agent should be agent.py"),
    ],
)
def test_a_submission_that_cannot_play_gets_zero(
    autograder: Path, files: dict[str, str], reason: str
) -> None:
    for name, text in files.items():
        (autograder / "submission" / name).write_text(text)
    found = run(autograder)
    assert (found["score"], found["tests"]) == (0, [])
    assert reason in str(found["output"])
