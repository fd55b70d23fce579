"""Commands that are stopped early, by Ctrl-C or a closed pipe."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from processes import ended, wait_for, worked
from sapper.cli import data
from sapper.core.game import Record
from sapper.lab.batch import Progress
from sapper.lab.dataset import Plan


def until_closed(master: int) -> bytes:
    try:
        return os.read(master, 100_000)
    except OSError:  # Linux's way to say that the other end is closed
        return b""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bench", "odds", "8x4x6/safe", "--games", "9"), b"odds plays"),
        (("grade", "odds", "--level", "5x4x3", "--games", "1", "--jobs", "1"), b"grading odds"),
        (("watch", "odds", "6x4x3", "--json"), b"odds plays"),
    ],
)
def test_a_progress_bar_on_a_terminal(words: tuple[str, ...], said: bytes) -> None:
    """It names what is being done, on standard error, even before there is a rate to show."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "sapper", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=slave) as process:
        os.close(slave)
        seen = b"".join(iter(lambda: until_closed(master), b""))
        assert process.wait(120) in (0, 1)  # 1 is a grade that was not passed
    os.close(master)
    assert said in seen
    assert b"Traceback" not in seen
    elsewhere = subprocess.run(command, capture_output=True, timeout=120)
    assert elsewhere.stderr == b""


def test_watch_shows_its_progress_below_the_board() -> None:
    """The bar counts the cells that are open. At the end, it makes room for the outcome."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "sapper", "watch", "odds", "6x4x3/open", "--seed", "1"]
    with subprocess.Popen([*command, "--pace", "0"], stdout=slave, stderr=slave) as process:
        os.close(slave)
        seen = b""
        while b" safe cells open" not in seen:
            seen += os.read(master, 1000)
        assert process.wait(120) == 0
    os.close(master)
    assert re.findall(rb"odds plays [^/]*?(\d+)/21", seen) == [b"0", b"18", b"19", b"20"]
    assert b"odds plays" not in seen.rpartition(b"decision")[2]


@pytest.mark.process
def test_optimal_shows_progress_and_heeds_ctrl_c(tmp_path: Path) -> None:
    """The progress display counts positions, and Ctrl-C stops the command without a traceback."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", "optimal", "5x5x6/any"],
        stdout=subprocess.PIPE,
        stderr=slave,
        cwd=tmp_path,
    )
    with ended(process):
        os.close(slave)
        seen = b""
        while not re.search(rb"0 of 6 kinds of first cells, \d+ positions", seen):
            seen += os.read(master, 1000)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        while b"stopped" not in seen:
            seen += os.read(master, 1000)
    os.close(master)
    assert process.returncode == 130
    assert output == b""
    assert b"Traceback" not in seen
    assert os.listdir(tmp_path) == []


@pytest.mark.process
def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m sapper deal 1000x1000x9/any --seed 1 | head -c 9"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert result.stdout == "1000x1000"
    assert result.stderr == ""


def test_ctrl_c_keeps_the_record(tmp_path: Path) -> None:
    """An interrupted game leaves a complete record and prints one line."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", "play", "8x4x6/open", "--seed", "3", "--record", "g"],
        stdin=slave,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    )
    with ended(process):
        os.write(master, b"open D4\n")
        assert wait_for((tmp_path / "g").exists, 60)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    os.close(master)
    os.close(slave)
    assert process.returncode == 130
    assert errors == "sapper: stopped\n"
    assert len(Record.parse((tmp_path / "g").read_text()).moves) == 1
    assert os.listdir(tmp_path) == ["g"]


EARLY = "9x8x15\n" + "\n".join(["." * 9] * 3 + ["....2...."] + ["." * 9] * 4) + "\n"

# This script runs a command as a user would. It prints `started` after the imports, which are slow
# on a busy machine.
STARTED = """
from sapper.cli import main
from sapper.cli.games import watch
from sapper.ladder.dealer import solution
print("started", flush=True)
main()
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyse", "wide", "--value"),
        *(
            pytest.param(words, marks=pytest.mark.process)
            for words in (
                ("analyse", "early", "--value", "--budget", "3600s"),
                ("analyse", "huge", "--value", "--budget", "60s"),
                ("bench", "champion", "expert/safe", "--games", "3", "--budget", "100s"),
                ("compare", "champion:budget=100", "odds", "expert/safe", "--luck", "--jobs", "1"),
            )
        ),
    ],
    ids=lambda words: "-".join(words[:2]).replace(":", "-"),
)
def test_ctrl_c_while_it_thinks(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """Ctrl-C during long work stops the command with the message `sapper: stopped`."""
    (tmp_path / "early").write_text(EARLY)
    # A SAT solver would need a long time to decide whether any board fits this position.
    lines = ["." * 60 if row % 2 == 0 else ".3" * 30 for row in range(40)]
    (tmp_path / "wide").write_text("60x40x700/any\n" + "\n".join(lines) + "\n")
    (tmp_path / "huge").write_text("100x100x2000/any\n" + "\n".join(["." * 100] * 100) + "\n")
    (tmp_path / "sapper").write_text(STARTED)
    process = subprocess.Popen(
        [sys.executable, "sapper", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    )
    with ended(process):
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        before = worked(process.pid)
        assert wait_for(lambda: worked(process.pid) - before > 0.3, 60)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "sapper: stopped\n"


def test_a_stopped_data_set_says_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A message says how to continue, but only if at least one position is finished."""

    def stopped(plan: Plan, folder: Path, *, on_progress: Progress, **_: object) -> NoReturn:
        if plan.positions > 10:
            on_progress(20_000, plan.positions)
        raise KeyboardInterrupt

    monkeypatch.setattr(data, "make_dataset", stopped)
    for positions in (10, 30_000):
        with pytest.raises(KeyboardInterrupt):
            data.data_command(Path("out"), positions=positions)
    kept = "out has 20,000 of 30,000 positions: add --resume to continue\n"
    assert capsys.readouterr().err == kept


@pytest.mark.skipif(os.name == "nt", reason="streams of POSIX")
@pytest.mark.parametrize("stream", ["1>&-", "1</dev/null"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_output_is_named(stream: str, unbuffered: str) -> None:
    """A shell script that closes standard output learns that nothing was written."""
    command = f"{sys.executable} -m sapper deal 5x4x3 --seed 1 {stream}"
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True)
    line = "sapper: can't write the output: standard output is not open for writing\n"
    assert (done.returncode, done.stderr) == (2, line)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_named() -> None:
    """The error says that the disk is full, even if a second attempt to write seems to succeed."""
    command = [sys.executable, "-m", "sapper", "deal", "easy", "--seed", "1"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == "sapper: can't write the output: No space left on device\n"


FAILING = """
import sys
from sapper.cli import main
from sapper.cli.files import app
from sapper.errors import SapperError

@app.command()
def show():
    print("some output")
    raise SapperError("and a failure")

sys.argv[1:] = ["show"]
main()
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("stream", ["1>/dev/full", "1>&-"])
def test_a_failure_with_output_that_is_lost_is_one_line(stream: str, tmp_path: Path) -> None:
    """Only the failure is reported if the output before it can't be written either."""
    (tmp_path / "sapper").write_text(FAILING)
    command = ["bash", "-c", f"{sys.executable} sapper {stream}"]
    environment = os.environ | {"PYTHONUNBUFFERED": ""}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "sapper: and a failure\n")
