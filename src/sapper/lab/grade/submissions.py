"""The submissions of a class: a folder with a file or a folder for each student.

A student's folder, or the only folder in it, contains one of these. The first one counts:

    agent.py     an agent in Python
    agent        a program
    run.sh       a shell script that starts a program
    agent.js     a program for Node.js
    Makefile     builds the program `agent`, for example from agent.c
    one file     an agent in Python with any other name
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from sapper.core.files import is_regular
from sapper.errors import SapperError, displayable
from sapper.processes.programs import Child, ChildError

MAKE_SECONDS = 120.0
"""the time allowed for building a program"""
OUTPUT = 2**20


class Unusable(Exception):  # noqa: N818 - it is an answer, not an error of ours
    """A submission contains no agent, for this reason."""


def folder_agents(
    folder: Path, reports: Path | None = None
) -> tuple[dict[str, str], dict[str, str]]:
    """The agents in a folder by displayable name, and an error message for each unusable file.

    A folder for the reports is not a submission if it contains no agent.
    """
    agents, problems = {}, {}
    for path in _listed(folder):
        name = displayable(path.name)
        try:
            if path.is_dir():
                agents[name] = _agent_in(path)
            elif path.suffix == ".py":
                if not is_regular(path):
                    raise Unusable("it is not a regular file")
                agents[name] = str(path)
            elif _is_program(path):
                agents[name] = f"exec:{shlex.quote(str(path.resolve()))}"
        except Unusable as problem:
            if reports is None or path.resolve() != reports.resolve():
                problems[name] = str(problem)
    if not agents:
        raise SapperError(f"{folder} has no agents: put Python files or programs there")
    return agents, problems


def _agent_in(folder: Path) -> str:
    files = {path.name: path for path in _listed(folder)}
    if len(files) == 1:
        (only,) = files.values()
        if only.is_dir():  # as in a zip file of a folder
            return _agent_in(only)
    files = {name: path for name, path in files.items() if is_regular(path)}
    if "agent.py" in files:
        return str(files["agent.py"])
    if "agent" in files and _is_program(files["agent"]):
        return _command(folder, "exec ./agent")
    if "run.sh" in files:
        return _command(folder, "exec sh ./run.sh")
    if "agent.js" in files:
        return _command(folder, "exec node agent.js")
    if "Makefile" in files:
        _make(folder)
        return _command(folder, "exec ./agent")
    scripts = [path for path in files.values() if path.suffix == ".py"]
    if len(scripts) == 1:
        return str(scripts[0])
    found = displayable(", ".join(path.name for path in scripts)) or "no Python file"
    raise Unusable(f"it contains {found}: the agent should be agent.py")


def _make(folder: Path) -> None:
    # The rules in a Makefile are the student's, so they have limits like an agent.
    try:
        with Child(["make", "agent"], memory=1024, folder=str(folder)) as child:
            said, errors = child.finish(b"", MAKE_SECONDS, OUTPUT)
    except ChildError as problem:
        raise Unusable(f"`make agent` {problem}") from None
    if child.returncode:
        lines = (errors or said).decode(errors="replace").strip().splitlines()
        first = next((line for line in lines if "error" in line.lower()), "".join(lines[:1]))
        raise Unusable(f"`make agent` failed: {displayable(first)}")
    if not _is_program(folder / "agent"):
        raise Unusable("`make agent` did not make a program named agent")


def _is_program(path: Path) -> bool:
    return is_regular(path) and os.access(path, os.X_OK)


def _command(folder: Path, command: str) -> str:
    """An agent whose program is started in its folder."""
    inside = f"cd {shlex.quote(str(folder.resolve()))} && {command}"
    return f"exec:{shlex.join(['sh', '-c', inside])}"


def _listed(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "_"))]
