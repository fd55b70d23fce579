"""Agents that attack the referee learn no secrets and can't stop the grading."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from sapper.core.board import deal_many
from sapper.core.level import Level
from sapper.lab.grade.marks import Grade, grade
from sapper.lab.grade.rubric import Rubric
from sapper.lab.grade.secret import SecretBoards
from sapper.lab.workers import Ended, each_apart
from sapper.processes import limits

LEVEL = Level.parse("6x4x4/given(4)")
SEED = 0x0123_4567_89AB_CDEF
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def graded(agent: Path, *, games: int = 2, memory: int = 300) -> Grade:
    rubric = Rubric.load(None)
    return grade(str(agent), rubric, level=LEVEL, games=games, seed=SEED, seconds=60, memory=memory)


GIVEN = "    return view.given[0] if view.given else None\n"

SPY = """
import json, os
HIDDEN = {hidden}  # the seed, not as it is
found = {{}}

def choose(view):
    if not found:
        look()
    return view.given[0] if view.given else None

def look():
    seed = HIDDEN ^ {mask}
    # As a machine word, and as Python keeps large numbers: 30 bits at a time.
    digits = b"".join(((seed >> 30 * i) % 2**30).to_bytes(4, "little") for i in range(3))
    patterns = [seed.to_bytes(8, "little"), digits, str(seed).encode()]
    parent = os.getppid()
    try:
        with open(f"/proc/{{parent}}/maps") as maps, open(f"/proc/{{parent}}/mem", "rb", 0) as mem:
            for line in maps:
                first, last = (int(word, 16) for word in line.split()[0].split("-"))
                if " rw" not in line:
                    continue
                try:
                    mem.seek(first)
                    data = mem.read(last - first)
                except (OSError, ValueError, OverflowError):
                    continue
                found["read"] = found.get("read", 0) + len(data)
                for pattern in patterns:
                    found["times"] = found.get("times", 0) + data.count(pattern)
    except PermissionError:
        found["refused"] = True
    with open({out!r}, "w") as out:
        json.dump(found, out)
"""


@linux
@pytest.mark.process
def test_the_process_that_plays_with_an_agent_does_not_know_the_seed(tmp_path: Path) -> None:
    """Even an agent that can read its parent's memory does not find the seed there."""
    spy, out = tmp_path / "spy.py", tmp_path / "out"
    mask = 0x5A5A_5A5A_5A5A_5A5A
    spy.write_text(SPY.format(hidden=SEED ^ mask, mask=mask, out=str(out)))
    found = graded(spy, games=1)
    assert found.seed == SEED
    seen = json.loads(out.read_text())
    if "refused" not in seen:
        assert seen["read"] > 2**20
        assert seen["times"] == 0


def test_the_seed_comes_when_the_games_are_over() -> None:
    """Boards are dealt from a secret seed, which is added to the results after the games."""
    with SecretBoards() as boards:
        rows = boards.deal(LEVEL, 3)
        found = grade("rules", Rubric.load(None), level=LEVEL, games=3, boards=boards)
        seed = boards.seed()
    assert (deal_many(LEVEL, seed, 3) == rows).all()
    assert [game.seed for game in found.reveal(seed).games] == [seed, seed + 1, seed + 2]
    with SecretBoards() as boards:
        boards.close()
        with pytest.raises(ValueError, match="has ended, perhaps because of an agent"):
            boards.seed()


def test_results_name_the_seeds_of_the_boards(tmp_path: Path) -> None:
    """Each game, each missed cell and the crash message give the seed of the board."""
    agent = tmp_path / "raises.py"
    agent.write_text("def choose(view):\n    raise RuntimeError('no')\n")
    found = graded(agent)
    assert [game.seed for game in found.games] == [SEED, SEED + 1]
    assert f" on {LEVEL} seed {SEED}, decision 1: it raised RuntimeError" in found.failure
    assert {miss.moment.seed for game in found.games for miss in game.missed} == {SEED, SEED + 1}


@linux
@pytest.mark.process
def test_hidden_memory_is_not_read_by_others_of_the_same_user() -> None:
    """After hide_memory, other processes of the same user can't read the process's memory or pipes.

    Root can read everything, so if root starts the test, both processes run as another user.
    """
    source = Path(limits.__file__).read_text().partition("\nif __name__")[0]
    source += "\nprint(hide_memory(), flush=True)\nsys.stdin.read()\n"
    user, python = None, sys.executable
    if os.geteuid() == 0:
        user, python = 65534, shutil.which("python3", path="/usr/bin:/bin") or ""
        if not python:
            pytest.skip("needs a Python that others may run")
    with subprocess.Popen(
        [python, "-I", "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, user=user
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == b"True\n"
        for path in ("mem", "fd/0", "environ"):
            read = f"open('/proc/{process.pid}/{path}', 'rb').read(1)"
            done = subprocess.run(
                [python, "-I", "-c", read], user=user, capture_output=True, text=True, check=False
            )
            assert "PermissionError" in done.stderr, path
        process.stdin.close()


@pytest.mark.skipif(not hasattr(os, "getppid"), reason="needs processes that have parents")
@pytest.mark.parametrize("seed", [8, pytest.param(9, marks=pytest.mark.matrix)])
def test_an_agent_gains_nothing_by_ending_its_parent(tmp_path: Path, seed: int) -> None:
    """With these seeds, opening the given cells wins the first board."""
    agents = {"honest": "", "killer": "    if not view.given: os.kill(os.getppid(), 9)\n"}
    found = {}
    for name, kill in agents.items():
        (tmp_path / f"{name}.py").write_text(f"import os\ndef choose(view):\n{kill}{GIVEN}")
        level = Level.parse("4x3x1/given(4)")
        agent = str(tmp_path / f"{name}.py")
        found[name] = grade(agent, Rubric.load(None), level=level, games=3, seed=seed, seconds=60)
    assert [game.played.kind for game in found["killer"].examined][-1] == "killed"
    assert found["killer"].outcomes["won"] > 0
    parts = {name: {part: got for part, got, _ in of.mark.parts} for name, of in found.items()}
    assert all(parts["killer"][part] <= parts["honest"][part] for part in parts["honest"])
    assert parts["killer"]["runs"] == 0 < parts["killer"]["strength"]
    assert found["killer"].mark.points < found["honest"].mark.points


@pytest.mark.skipif(not hasattr(os, "getppid"), reason="needs processes that have parents")
def test_an_agent_that_ends_its_parent_gets_a_mark_and_so_do_the_others(tmp_path: Path) -> None:
    """The report says how the process ended, and a named pipe among the agents is refused."""
    (tmp_path / "a_kills.py").write_text(
        "import os, signal\n"
        "def choose(view):\n"
        "    if not view.given:\n"
        "        os.kill(os.getppid(), signal.SIGKILL)\n" + GIVEN
    )
    (tmp_path / "b_honest.py").write_text(f"def choose(view):\n{GIVEN}")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "c_pipe.py")
    (tmp_path / "rubric.toml").write_text("")
    limits = ["--games", "3", "--jobs", "1", "--seconds", "60"]
    ask = ["grade", str(tmp_path), "--level", str(LEVEL), *limits, "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "sapper", *ask], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    killer, honest, *rest = json.loads(done.stdout)
    assert killer["crashed"] == 1
    assert "crashes" in killer["faults"]
    assert "the process that plays with it has ended (signal SIGKILL)" in killer["failure"]
    assert killer["mark"]["points"] < honest["mark"]["points"], killer["seed"]
    assert (honest["games"], honest["crashed"]) == (3, 0)
    assert killer["seed"] == honest["seed"]
    assert [one["problem"] for one in rest] == ["it is not a regular file"] * len(rest)


def stop(_: None) -> Iterator[int]:
    """Yield a number, then suspend this process with SIGSTOP, as an agent could."""
    yield 1
    os.kill(os.getpid(), signal.SIGSTOP)
    yield 2


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="needs os.waitid")
def test_a_stopped_process_is_not_waited_for() -> None:
    """An agent that suspends its parent process must not block the grading."""
    assert [result for _, result in each_apart(stop, [None], 1)] == [1, Ended(-signal.SIGSTOP)]


def test_a_report_says_how_a_process_ended() -> None:
    """Real-time signals have no names."""
    assert Ended(3).how == "exit code 3"
    assert Ended(-signal.SIGTERM).how == "signal SIGTERM"
    assert Ended(-40).how == "signal 40"
    assert Ended(None).how == "it sent unreadable data"


def spoil(block: bytes) -> Iterator[int]:
    """Yield 1, then write the block into the pipe, or kill this process if the block is empty."""
    yield 1
    if not block:
        os.kill(os.getpid(), signal.SIGKILL)
    for pipe in gc.get_objects():
        if isinstance(pipe, Connection) and pipe.writable:
            os.write(pipe.fileno(), block)
    yield 2


@pytest.mark.skipif(os.name != "posix", reason="pipes work differently elsewhere")
@pytest.mark.parametrize(
    ("block", "code"),
    [(b"", -signal.SIGKILL), (b"\0\0\0\5hello", None), (b"\x7f\xff\xff\xff", 0), (b"\0\0", 0)],
)
@pytest.mark.process
def test_grading_continues_after_unreadable_data(block: bytes, code: int | None) -> None:
    """A dead process or a pipe that an agent wrote into causes neither a traceback nor a hang."""
    found = list(each_apart(spoil, [block, b""], jobs=2))
    assert (block, 1) in found
    ended = [result for one, result in found if one == block and isinstance(result, Ended)]
    assert len(ended) == 1 + (block == b"")
    assert ended[0].code in (code, None)
    assert ended[0].how
