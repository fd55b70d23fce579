"""The submissions of a class.

A class is a folder or a zip file with a file, a folder or a zip file for each student, such as
Moodle's download of an assignment. A student's folder or zip file, or the only folder or zip file
in it, contains one of these. The first one counts:

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
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sapper.adapters.names import EXEC, PROGRAM
from sapper.core.files import is_regular
from sapper.errors import SapperError, displayable
from sapper.lab.grade.moodle import Student
from sapper.lab.grade.unpack import BYTES, FILES, Unusable, unpack
from sapper.processes.programs import Child, ChildError

MAKE_SECONDS = 120.0
"""the time allowed for building a program"""
OUTPUT = 2**20
STUDENTS = 100
"""The zip file of a class may be this many times as large as that of a student."""
ZIP = ".zip"
MAKEFILE = "Makefile"
NAMED = ("agent.py", PROGRAM, "run.sh", "agent.js", MAKEFILE)
ZIPS, OF_MOODLE, CLASS = "zips", "moodle", "class"
"""the folders in which the files of zip files and of Moodle's students are put"""


@dataclass(frozen=True, slots=True)
class Submission:
    name: str
    agent: str = ""
    """the name of the agent, or "" if there is none"""
    problem: str = ""
    """why there is no agent"""
    student: Student | None = None
    """if Moodle named the file or folder"""
    label: str = ""
    """what the reports call the agent"""


def is_archive(path: Path) -> bool:
    return path.suffix.lower() == ZIP and path.is_file()


def class_folder(source: Path, work: Path) -> Path:
    """The folder of a class, or of a single student. A zip file is unpacked into `work`."""
    if source.is_dir():
        return source
    folder = work / CLASS / source.stem
    try:
        unpack(source, folder, FILES * STUDENTS, BYTES * STUDENTS)
    except Unusable as problem:
        raise SapperError(f"{source}: {problem}") from None
    inside = _listed(folder)
    while len(inside) == 1 and inside[0].is_dir() and Student.of(inside[0].name) is None:
        folder = inside[0]
        inside = _listed(folder)
    return folder


def is_one(folder: Path) -> bool:
    """Whether the folder belongs to one student: its agent is in it, and has one of the names.

    A folder of such folders is a class, even if the teacher keeps a Makefile in it.
    """
    inside = [path for path in _listed(folder) if path.is_dir()]
    return _has_agent(folder) and not any(map(_has_agent, inside))


def _has_agent(folder: Path) -> bool:
    return any(is_regular(folder / name) for name in NAMED)


def submission(folder: Path, work: Path) -> Submission:
    """The submission of a single student, or a SapperError that says why there is no agent."""
    label = displayable(_in_class(str(folder), folder, work))
    try:
        agent = _agent_in(folder, work / ZIPS)
    except Unusable as problem:
        raise SapperError(f"{label} has no agent: {problem}") from None
    return Submission(folder.name, agent, label=displayable(_in_class(agent, folder, work)))


def submissions(folder: Path, work: Path, reports: Path | None = None) -> list[Submission]:
    """The submissions in a folder: those with an agent, in the order of their names, then others.

    A folder for the reports is not a submission if it contains no agent. Zip files are unpacked
    into `work`.
    """
    found = []
    for name, path, student in _entries(folder, work):
        shown = displayable(name)
        try:
            agent = _agent_of(path, work / ZIPS / name)
        except Unusable as problem:
            if reports is None or path.resolve() != reports.resolve():
                label = displayable(_in_class(str(folder / name), folder, work))
                found.append(Submission(shown, "", displayable(str(problem)), student, label))
        else:
            if agent:
                label = displayable(_in_class(agent, folder, work))
                found.append(Submission(shown, agent, "", student, label))
    if not any(one.agent for one in found):
        raise SapperError(
            f"{folder} has no agents: put Python files, programs, folders or zip files there"
        )
    return sorted(found, key=lambda one: not one.agent)


def _in_class(agent: str, folder: Path, work: Path) -> str:
    """The name of an agent without the folder that zip files are unpacked into."""
    for inside in (ZIPS, OF_MOODLE):
        agent = agent.replace(f"{work / inside}{os.sep}", f"{folder}{os.sep}")
    return agent.replace(f"{work / CLASS}{os.sep}", "")


def _entries(folder: Path, work: Path) -> Iterator[tuple[str, Path, Student | None]]:
    """The name of each submission, its file or folder, and its student if Moodle made the name."""
    of_moodle: dict[int, list[tuple[Student, Path]]] = {}
    for path in _listed(folder):
        student = Student.of(path.name)
        if student is None:
            yield path.name, path, None
        else:
            of_moodle.setdefault(student.participant, []).append((student, path))
    for found in of_moodle.values():
        # The names are sorted, so a file comes before what the student typed into Moodle.
        student, path = found[0]
        name = f"{student.name}_{student.participant}"
        if student.file and not path.is_dir():
            path = work / OF_MOODLE / name
            path.mkdir(parents=True)
            for one, file in found:
                if is_regular(file):  # a folder, a pipe or a broken link must not stop the class
                    shutil.copy(file, path / one.file)
        yield name, path, student


def _agent_of(path: Path, unpacked: Path | None) -> str:
    """The agent in a student's file or folder, or "" if this is not a submission.

    A zip file is unpacked into `unpacked`. None means that this has happened already.
    """
    if path.is_dir():
        return _agent_in(path, unpacked)
    if is_archive(path) and unpacked is not None:
        unpack(path, unpacked)
        return _agent_in(unpacked, None)
    if path.suffix == ".py":
        if not is_regular(path):
            raise Unusable("it is not a regular file")
        return str(path)
    program = shlex.quote(os.path.join(path.parent, path.name))
    return f"{EXEC}{program}" if _is_program(path) else ""


def _agent_in(folder: Path, unpacked: Path | None) -> str:
    files = {path.name: path for path in _listed(folder)}
    if not files:
        raise Unusable("it is empty")
    if len(files) == 1:
        (only,) = files.values()
        if only.is_dir() or (
            is_archive(only) and unpacked is not None
        ):  # as in a zip file of a folder
            return _agent_of(only, unpacked)
    files = {name: path for name, path in files.items() if is_regular(path)}
    for name in NAMED:
        if name == MAKEFILE and name in files:
            _make(folder)
            return os.path.join(folder, PROGRAM)
        if name in files and (name != PROGRAM or _is_program(files[name])):
            return os.path.join(folder, name)
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


def _listed(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "_"))]
