"""If the system allows few threads, a command uses fewer or ends with a one-line error.

The tests in native/tests/test_threads.cpp simulate a system that refuses to start threads.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from command import sapper
from sapper.cli.run import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")

COMMANDS = [
    ("bench", "odds", "7x5x6/safe", "--games", "300", "--jobs", "200", "--outcomes", "outcomes"),
    *(
        pytest.param(words, marks=pytest.mark.process)
        for words in (
            ("deal", "9x7x10/open", "--no-guess", "--seed", "1", "--count", "300", "--out", "deck"),
            ("bench", "champion", "7x5x7/safe", "--games", "3", "--jobs", "200", "--budget", "9ms",
             "--outcomes", "outcomes"),
        )
    ),
]  # fmt: skip


def limited(gigabytes: int, words: tuple[str, ...], folder: Path) -> tuple[int, str]:
    """Run a command with limited address space, and return its exit code and errors."""
    limits = f"ulimit -s {2**20}; ulimit -v {gigabytes * 2**20}; export OPENBLAS_NUM_THREADS=1; "
    command = ["bash", "-c", limits + 'exec "$@"', "-", sys.executable, "-m", "sapper", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100)
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
def test_fewer_threads_come_to_the_same(words: tuple[str, ...], tmp_path: Path) -> None:
    """A command that can start only a few threads writes the same file as without this limit."""
    assert limited(4, words, tmp_path) == (0, f"wrote {words[-1]}\n")
    (tmp_path / "here").mkdir()
    assert sapper(*words, cwd=tmp_path / "here").returncode == 0
    file = words[-1]
    assert (tmp_path / file).read_text() == (tmp_path / "here" / file).read_text()


@pytest.mark.process
def test_without_any_thread_it_is_one_line(tmp_path: Path) -> None:
    """If no thread can start, the command ends with exit code 2, not with a core dump."""
    found = limited(1, ("bench", "odds", "7x5x6/safe", "--jobs", "200"), tmp_path)
    assert found == (2, "sapper: can't start a thread: Resource temporarily unavailable\n")


def test_a_command_that_needs_no_thread_needs_none(tmp_path: Path) -> None:
    """A command that needs no threads runs and handles Ctrl-C even if no thread can start."""
    assert limited(1, ("deal", "7x5x6/safe", "--out", "board"), tmp_path) == (
        0,
        "wrote board\n",
    )


def test_a_refused_thread_of_python_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Python can't start a thread, for example for a progress bar, one line says so."""

    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("sapper.cli.run.app", refuse)
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "sapper: can't start a thread: the system allows no more threads\n"
    )
