"""Students hand in an agent in Python, a program, a script or C source, in a folder or zip file."""

from __future__ import annotations

import io
import json
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile, ZipInfo

import pytest

from command import sapper
from needs import program
from sapper.errors import SapperError
from sapper.lab.grade.submissions import Submission, class_folder, submissions
from sapper.lab.grade.unpack import Unusable, unpack
from sapper.lab.play import play

DOCS = Path(__file__).parents[2] / "docs" / "agents"
SMALL = ("--level", "7x5x6/given", "--games", "2", "--jobs", "1")
STUCK = "def choose(view):\n    return None\n"


@pytest.fixture
def hand_in(tmp_path: Path) -> Callable[..., Path]:
    def hand_in(student: str, **files: str) -> Path:
        """Write a student's files. In their names, _ stands for a dot."""
        folder = tmp_path / "class" / student
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name.replace("_", ".")).write_text(text)
        return folder

    return hand_in


def found_in(folder: Path) -> dict[str, Submission]:
    work = folder.parent / "work"
    shutil.rmtree(work, ignore_errors=True)
    return {one.name: one for one in submissions(folder, work)}


def agent_of(folder: Path) -> str:
    return found_in(folder.parent)[folder.name].agent


def zipped(file: Path, files: dict[str, str]) -> Path:
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return file


def outcome(agent: str) -> str:
    """How the agent's game on a small board ends."""
    return str(play("5x4x3/given", agent, seed=1).outcome)


# The rows of zero marks come first.


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "it is empty"),
        ({"agent_py": ""}, "has no agent: write a function choose(view)"),
        ({"agent_py": "1 // 0\n"}, "ZeroDivisionError"),
        ({"run_sh": "exit 3\n"}, "its process ended (exit code 3)"),
        ({"run_sh": "echo hello\n"}, "it answered 'hello', not `ready`"),
        ({"run_sh": "echo ready; while read x; do echo nonsense; done\n"}, "nonsense"),
        ({"agent_py": "def choose(view):\n    return 'nonsense'\n"}, "nonsense"),
        ({"agent_py": "def choose(view):\n    return 1 // 0\n"}, "ZeroDivisionError"),
    ],
    ids=["empty", "no agent", "crash", "exits", "greets", "babbles", "nonsense", "crashes later"],
)
def test_a_submission_that_does_nothing_gets_zero_and_a_reason(
    hand_in: Callable[..., Path], files: dict[str, str], reason: str
) -> None:
    folder, results = hand_in("anna", **files), hand_in("").parent / "results.json"
    done = sapper("grade", str(folder), *SMALL, "--results", str(results))
    assert done.returncode in (1, 2)
    found = json.loads(results.read_text())
    assert found["score"] == 0
    said = "\n".join([found["output"], *(test["output"] for test in found["tests"])])
    assert reason in said
    assert "Traceback" not in said
    assert str(folder.parents[1] / "work") not in said


def test_the_first_of_several_files_is_the_agent(hand_in: Callable[..., Path]) -> None:
    """Each kind of submission is found, even next to files that would come later in the list."""
    files = {"agent_py": "", "agent": "", "run_sh": "", "agent_js": "", "b_py": ""}
    folder = hand_in("anna maria", **files)
    (folder / "agent").chmod(stat.S_IRWXU)
    for name in ("agent.py", "agent", "run.sh", "agent.js", "b.py"):
        assert agent_of(folder) == str(folder / name)
        (folder / name).unlink()


def test_a_folder_in_a_folder_is_opened(hand_in: Callable[..., Path]) -> None:
    """Zip files often contain a single folder. Files of the system next to it don't count."""
    folder = hand_in("anna", _DS_Store="")
    hand_in("anna/project", agent_py="")
    (folder / "__MACOSX").mkdir()
    assert agent_of(folder) == str(folder / "project" / "agent.py")


def test_a_folder_without_an_agent_has_a_reason(hand_in: Callable[..., Path]) -> None:
    hand_in("anna", agent_py="")
    hand_in("ben", agent="not executable", notes_txt="")
    hand_in("cleo")
    found = found_in(hand_in("dora", a_py="").parent)
    assert [(one.name, one.problem) for one in found.values() if one.problem] == [
        ("ben", "it contains no Python file: the agent should be agent.py"),
        ("cleo", "it is empty"),
    ]


def test_a_zip_file_is_like_a_folder(hand_in: Callable[..., Path], tmp_path: Path) -> None:
    """With a folder in it or not, in a student's folder or not. Its programs can be executed."""
    folder = hand_in("")
    zipped(folder / "anna.zip", {"agent.py": STUCK, "helper.py": ""})
    zipped(folder / "ben.ZIP", {"__MACOSX/._agent.py": "", "project/agent.py": STUCK})
    zipped(hand_in("cleo") / "mine.zip", {"agent.py": STUCK})
    with ZipFile(folder / "dora.zip", "w") as archive:
        for name, attributes in (("agent", 0x20), ("notes.txt", 0o100640 << 16)):
            member = ZipInfo(name)
            member.external_attr = attributes
            archive.writestr(member, "#!/bin/sh\n")
    found = found_in(folder)
    assert {name: one.label for name, one in found.items()} == {
        "anna.zip": f"{folder}/anna.zip/agent.py",
        "ben.ZIP": f"{folder}/ben.ZIP/project/agent.py",
        "cleo": f"{folder}/cleo/agent.py",
        "dora.zip": f"{folder}/dora.zip/agent",
    }
    assert all(Path(one.agent).is_file() for one in found.values())
    notes = Path(found["dora.zip"].agent).with_name("notes.txt")
    assert stat.S_IMODE(notes.stat().st_mode) == 0o640


def test_a_class_is_a_zip_file(hand_in: Callable[..., Path], tmp_path: Path) -> None:
    """The zip file of a class holds files, folders and zip files, in a folder or not."""
    inner = zipped(tmp_path / "inner.zip", {"agent.py": STUCK}).read_bytes()
    with ZipFile(tmp_path / "hw1.zip", "w") as archive:
        archive.writestr("hw1/anna.py", STUCK)
        archive.writestr("hw1/ben/agent.py", STUCK)
        archive.writestr("hw1/cleo.zip", inner)
    work = tmp_path / "work"
    found = submissions(class_folder(tmp_path / "hw1.zip", work), work)
    assert [one.label for one in found] == [
        "hw1/hw1/anna.py",
        "hw1/hw1/ben/agent.py",
        "hw1/hw1/cleo.zip/agent.py",
    ]
    (tmp_path / "bad.zip").write_bytes(b"no zip file")
    with pytest.raises(SapperError, match=r"bad.zip: its zip file can't be read: "):
        class_folder(tmp_path / "bad.zip", work)


def bomb(file: Path) -> None:
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("agent.py", b"\0" * 30_000)


def liar(file: Path) -> None:
    """Its directory claims that the file has 5 bytes, but the data goes on."""
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        archive.writestr("agent.py", b"\0" * 30_000)
    size = (30_000).to_bytes(4, "little")
    file.write_bytes(data.getvalue().replace(size, (5).to_bytes(4, "little")))


def outside(name: str) -> Callable[[Path], None]:
    def write(file: Path) -> None:
        with ZipFile(file, "w") as archive:
            archive.writestr(ZipInfo(name), STUCK)

    return write


def locked(file: Path) -> None:
    data = bytearray(zipped(file, {"agent.py": STUCK}).read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    file.write_bytes(data)


def broken(file: Path) -> None:
    with ZipFile(file, "w", ZIP_LZMA) as archive:
        archive.writestr("agent.py", STUCK)
    data = bytearray(file.read_bytes())
    data[50:70] = b"\xff" * 20
    file.write_bytes(data)


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (bomb, "its zip file is too large when it is unpacked"),
        (lambda file: zipped(file, dict.fromkeys("ab", "x" * 15_000)), "its zip file is too large"),
        (liar, "its zip file can't be read: Bad CRC-32 for file 'agent.py'"),
        (outside("../agent.py"), "its zip file has a file outside of its folder: ../agent.py"),
        (outside("a/../../b.py"), "its zip file has a file outside of its folder: a/../../b.py"),
        (outside("/tmp/agent.py"), "its zip file has a file outside of its folder: /tmp/agent.py"),
        (outside("..\\b.py"), "its zip file has a file outside of its folder: ..\\b.py"),
        (outside("C:b.py"), "its zip file has a file outside of its folder: C:b.py"),
        (locked, "its zip file needs a password"),
        (lambda file: file.write_bytes(b"PK"), "its zip file can't be read: File is not a zip"),
        (lambda file: zipped(file, {f"{n}.py": "" for n in range(9)}), "more than 8 files"),
        (lambda file: zipped(file, {"a": "", "a/b": ""}), "its zip file can't be unpacked: "),
        (broken, "its zip file can't be read: Corrupt input data"),
    ],
)
def test_a_hostile_zip_file_is_refused(
    tmp_path: Path, write: Callable[[Path], object], reason: str
) -> None:
    """It leaves no file outside of its folder, and no more bytes than allowed."""
    write(tmp_path / "a.zip")
    with pytest.raises(Unusable) as problem:
        unpack(tmp_path / "a.zip", tmp_path / "deep" / "down", files=8, size=20_000)
    assert reason in str(problem.value)
    outside = [path for path in tmp_path.rglob("*.py") if tmp_path / "deep" not in path.parents]
    assert outside == []
    written = [path.stat().st_size for path in tmp_path.rglob("deep/**/*") if path.is_file()]
    assert sum(written) <= 20_000


def test_a_link_in_a_zip_file_is_left_out(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("agent.py", STUCK)
        link = ZipInfo("secret")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    unpack(tmp_path / "a.zip", tmp_path / "to")
    assert [path.name for path in (tmp_path / "to").iterdir()] == ["agent.py"]


def test_a_zip_file_in_a_zip_file_is_opened_once(hand_in: Callable[..., Path]) -> None:
    """A zip file may contain itself, so only the one in a student's zip file would be too deep."""
    folder = hand_in("", anna_py="")
    inner = zipped(folder.parent / "inner.zip", {"agent.py": STUCK})
    with ZipFile(folder / "ben.zip", "w") as archive:
        archive.write(inner, "inner.zip")
    assert found_in(folder)["ben.zip"].problem.startswith("it contains no Python file")


def test_one_student_or_a_class(hand_in: Callable[..., Path], tmp_path: Path) -> None:
    """A folder that holds an agent is one submission, and its report names the file."""
    folder = hand_in("anna", run_sh="echo ready; while read x; do echo stuck; done\n")
    shown = sapper("grade", str(folder), *SMALL).stdout
    assert shown.startswith(f"{folder}/run.sh on 7x5x6/given")
    hand_in("ben", agent_py=STUCK)
    hand_in("", Makefile="all:\n\ttrue\n")
    lines = sapper("grade", str(folder.parent), *SMALL).stdout.splitlines()
    assert lines[0].startswith("2 agents, 2 games each: about ")
    assert [line.split()[0] for line in lines[2:]] == [
        f"{folder}/run.sh",
        f"{folder.parent}/ben/agent.py",
    ]
    found = json.loads(sapper("grade", str(folder.parent), *SMALL, "--json").stdout)
    assert [one["agent"] for one in found] == [line.split()[0] for line in lines[2:]]


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
    found = found_in(hand_in("dora", agent_py="").parent)
    assert found["ben"].problem.startswith("`make agent` failed: agent.c:1:9: error: expected")
    assert found["cleo"].problem == "`make agent` did not make a program named agent"
