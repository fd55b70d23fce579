"""Students hand in a folder with an agent in Python, a program, a script, or C source."""

from __future__ import annotations

import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from needs import program
from sapper.lab.grade.submissions import folder_agents
from sapper.lab.play import play

DOCS = Path(__file__).parents[2] / "docs" / "agents"


@pytest.fixture
def hand_in(tmp_path: Path) -> Callable[..., Path]:
    def hand_in(student: str, **files: str) -> Path:
        """Write a student's files. In their names, _ stands for a dot."""
        folder = tmp_path / "class" / student
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name.replace("_", ".")).write_text(text)
        return folder

    return hand_in


def agent_of(folder: Path) -> str:
    return folder_agents(folder.parent)[0][folder.name]


def outcome(agent: str) -> str:
    """How the agent's game on a small board ends."""
    return str(play("5x4x3/given", agent, seed=1).outcome)


def test_the_first_of_several_files_is_the_agent(hand_in: Callable[..., Path]) -> None:
    """Each kind of submission is found, even next to files that would come later in the list."""
    files = {"agent_py": "", "agent": "", "run_sh": "", "agent_js": "", "b_py": ""}
    folder = hand_in("anna maria", **files)
    (folder / "agent").chmod(stat.S_IRWXU)
    found = []
    for name in ("agent.py", "agent", "run.sh", "agent.js", "b.py"):
        found.append(agent_of(folder))
        (folder / name).unlink()
    inside = f"exec:sh -c 'cd '\"'\"'{folder.resolve()}'\"'\"' && exec"
    assert found == [
        str(folder / "agent.py"),
        f"{inside} ./agent'",
        f"{inside} sh ./run.sh'",
        f"{inside} node agent.js'",
        str(folder / "b.py"),
    ]


def test_a_folder_in_a_folder_is_opened(hand_in: Callable[..., Path]) -> None:
    """Zip files often contain a single folder. Files of the system next to it don't count."""
    folder = hand_in("anna", _DS_Store="")
    hand_in("anna/project", agent_py="")
    (folder / "__MACOSX").mkdir()
    assert agent_of(folder) == str(folder / "project" / "agent.py")


def test_a_folder_without_an_agent_has_a_reason(hand_in: Callable[..., Path]) -> None:
    hand_in("anna", agent_py="")
    hand_in("ben", agent="not executable", notes_txt="")
    hand_in("cleo", agent_py="").joinpath("agent.py").unlink()
    problem = "it contains no Python file: the agent should be agent.py"
    assert folder_agents(hand_in("dora", a_py="").parent)[1] == {"ben": problem, "cleo": problem}


@pytest.mark.process
def test_a_script_runs_in_its_folder(hand_in: Callable[..., Path]) -> None:
    """run.sh finds the other files of the submission, although it runs in another folder."""
    folder = hand_in("anna maria", run_sh=f"exec {sys.executable} code/mine.py\n")
    (folder / "code").mkdir()
    shutil.copy(DOCS / "agent.py", folder / "code" / "mine.py")
    assert outcome(agent_of(folder)) in ("won", "lost", "stuck")


@pytest.mark.process
def test_c_source_is_built(hand_in: Callable[..., Path]) -> None:
    """The agent in C from the documentation is built with make, and plays."""
    program("cc", package="gcc")
    program("make", package="make")
    folder = hand_in("anna", Makefile="agent: agent.c\n\tcc -O1 -o agent agent.c\n")
    shutil.copy(DOCS / "agent.c", folder)
    assert outcome(agent_of(folder)) in ("won", "lost", "stuck")


@pytest.mark.process
def test_a_failed_build_is_one_line(hand_in: Callable[..., Path]) -> None:
    """The first error of the compiler is shown, or that no program was made."""
    program("cc", package="gcc")
    program("make", package="make")
    hand_in("anna", agent_py="")
    hand_in("ben", Makefile="agent: agent.c\n\tcc -o agent agent.c\n", agent_c="int x = ;\n")
    hand_in("cleo", Makefile="agent:\n\ttrue\n")
    problems = folder_agents(hand_in("dora", agent_py="").parent)[1]
    assert problems["ben"].startswith("`make agent` failed: agent.c:1:9: error: expected")
    assert problems["cleo"] == "`make agent` did not make a program named agent"
