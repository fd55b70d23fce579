"""Every command copes with closed, full and broken streams, and with Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_group

from command import app, sapper
from sapper.cli.terminal import open_streams

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork") or not Path("/dev/full").exists(), reason="needs fork and /dev/full"
)

POSITION = "5x4x3/any\n11211\n.....\n.....\n.....\n"
BOARD = "5x4x3/any\n..*..\n*...*\n.....\n.....\n"
RECORD = """\
player: {player}
outcome: unfinished
moves: 1
5x4x3/any
..*..
*...*
.....
.....
1200 open A4
"""
AGENT = """\
def choose(view):
    return next(cell for cell in range(view.level.size) if view[cell] > 8)
"""
STUDY = """\
from sapper.lab.player import Player
from sapper.lab.study.plan import Study

study = Study("mine", "What is won?", ("6x5x{mines}",), (Player("sat"),), games={games}, plots=())
"""

COMMANDS: dict[str, tuple[str, ...]] = {
    "agent": ("list",),
    "analyse": ("position",),
    "bench": ("sat", "5x4x3", "--games", "3", "--jobs", "1"),
    "compare": ("odds", "sat", "5x4x3", "--games", "3", "--jobs", "1"),
    "convert": ("board", "-", "--to", "mbf"),
    "data": ("OUT", "--level", "6x4x3", "--positions", "9", "--sample", "1", "--jobs", "1"),
    "deal": ("9x7x8", "--seed", "1"),
    "doctor": (),
    "exam": ("make", "--positions", "2", "--parts", "choose,play", "--out", "OUT.jsonl"),
    "example": ("OUT",),
    "exercise": ("1.1",),
    "explain": ("position",),
    "grade": ("mine.py", "--level", "5x4x3", "--games", "1", "--jobs", "1", "--seed", "1"),
    "hint": ("position", "--tier", "5"),
    "lesson": ("1",),
    "logic": ("theory", "--proof"),
    "mcp": ("--http", "--port", "0"),
    "optimal": ("4x3x2/any",),
    "play": ("6x4x3",),
    "puzzle": ("8x6x8", "--seed", "1"),
    "rate": ("board", "--first", "A4"),
    "review": ("record", "--budget", "10ms"),
    "serve": ("--port", "0", "--no-browser", "--database", "OUT.db"),
    "sheet": ("Anna", "--html", "OUT.html"),
    "show": ("record",),
    "stats": ("record",),
    "study": ("study.py", "--out", "OUT", "--jobs", "1"),
    "verify": ("certificate",),
    "watch": ("6x4x3", "--seed", "1"),
}
"""every command with a little work; OUT has the same meaning as in clirun.py"""

WAITING: dict[str, tuple[str, ...]] = {
    "analyse": ("-",),
    "bench": ("sat", "30x16x99", "--games", "100000", "--jobs", "2"),
    "compare": ("sat", "consistency", "30x16x99", "--games", "100000", "--jobs", "2"),
    "convert": ("-", "OUT", "--to", "mbf"),
    "data": ("OUT", "--positions", "10000000", "--jobs", "2"),
    "deal": ("30x16x99/open", "--technique", "given", "--seed", "1"),
    "exam": ("make", "--positions", "100000", "--out", "OUT.jsonl"),
    "exercise": ("1.1", "-"),
    "explain": ("-",),
    "grade": ("mine.py", "--level", "30x16x99", "--games", "100000", "--jobs", "2"),
    "hint": ("-",),
    "logic": ("-",),
    "mcp": COMMANDS["mcp"],
    "optimal": ("6x5x5/any",),
    "play": ("6x4x3",),
    "puzzle": ("30x16x99", "--technique", "mine-count", "--count", "100000"),
    "rate": ("-",),
    "review": ("-",),
    "serve": COMMANDS["serve"],
    "show": ("-",),
    "stats": ("-",),
    "study": ("long.py", "--out", "OUT", "--jobs", "2"),
    "watch": ("6x4x3", "--seed", "1", "--step"),
}
"""commands with endless work or input; the other commands print to a full pipe"""

SILENT = ("agent", "doctor", "example", "lesson", "sheet", "verify")
OUTPUTS = ("full", "closed", "broken", "ascii")
SERVERS = ("mcp", "serve")
WORKERS = ("bench", "data", "study")
QUICK = ("analyse", "deal", "play")
"""the commands that a short test run covers"""

every_command = pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.matrix) for name in COMMANDS],
)


def case(
    name: str, out: str = "pipe", stdin: str = "null", interrupt: str | None = None
) -> dict[str, Any]:
    """The description of a test case for clirun.py.

    A server is always interrupted, because it never ends by itself.
    """
    work = WAITING if stdin == "open" else COMMANDS
    label = f"{name} {out} {stdin} {interrupt}"
    if name in SERVERS and interrupt is None and out not in ("full", "closed", "broken"):
        interrupt = "output"
    return {
        "name": label,
        "arguments": [name, *work[name]],
        "stdin": stdin,
        "stdout": out,
        "interrupt": interrupt,
    }


def interrupted(name: str) -> list[dict[str, Any]]:
    if name not in WAITING:
        return [case(name, "stuck", interrupt="settled")]
    # Commands with worker processes are interrupted twice: while the workers start, and later.
    signs = ("settled", "workers") if name in WORKERS else ("settled",)
    return [case(name, stdin="open", interrupt=sign) for sign in signs]


class Harness:
    """Runs cases in clirun.py."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("clirun.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            text=True,
        )
        self.known: dict[str, Any] = {}

    def run(self, *cases: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the result of each case. No case is run more than once."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        new = [case for case in cases if case["name"] not in self.known]
        print(json.dumps(new), file=self.process.stdin, flush=True)
        self.known |= json.loads(self.process.stdout.readline())
        return [self.known[case["name"]] for case in cases]


@contextmanager
def started(folder: Path) -> Iterator[Harness]:
    (folder / "position").write_text(POSITION)
    (folder / "board").write_text(BOARD)
    (folder / "record").write_text(RECORD.format(player="Ana"))
    (folder / "theory").write_text("rain => wet\nrain\n? wet\n")
    (folder / "mine.py").write_text(AGENT)
    (folder / "study.py").write_text(STUDY.format(mines=4, games=3))
    (folder / "long.py").write_text(STUDY.format(mines=9, games=1_000_000))
    made = sapper("explain", "position", "--certificate", "certificate", cwd=folder)
    assert made.returncode == 0, made.stderr
    harness = Harness(folder)
    with harness.process:
        yield harness
        assert harness.process.stdin is not None
        harness.process.stdin.close()
    assert harness.process.returncode == 0


@pytest.fixture(scope="module")
def harness(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with started(tmp_path_factory.mktemp("terminal")) as harness:
        yield harness


def test_the_matrix_has_all_commands() -> None:
    names = {name for name, one in get_group(app).commands.items() if not one.hidden}
    assert set(COMMANDS) == names
    assert set(WAITING) | set(SILENT) == names


def fair(ended: dict[str, Any]) -> None:
    """Check that standard error contains no traceback or warning from Python."""
    for word in ("Traceback", "Exception ignored", "Error:", "semaphore"):
        assert word not in ended["errors"], ended["errors"]


@every_command
def test_the_output_of_a_command(name: str, harness: Harness) -> None:
    """A full disk or a closed stream causes an error message and exit code 2.

    A reader that leaves and plain ASCII cause no error.
    """
    plain, *others = harness.run(case(name), *(case(name, out) for out in OUTPUTS))
    fair(plain)
    assert (plain["code"] == 130) == (name in SERVERS)
    assert plain["code"] in (0, 1, 130), plain["errors"]
    assert plain["output"]
    by_output = dict(zip(OUTPUTS, others, strict=True))
    for ended in by_output.values():
        fair(ended)
    for out, reason in (
        ("full", "No space left on device"),
        ("closed", "standard output is not open for writing"),
    ):
        assert by_output[out]["code"] == 2
        assert by_output[out]["errors"].endswith(f"sapper: can't write the output: {reason}\n")
    assert by_output["ascii"]["code"] == plain["code"]
    assert by_output["ascii"]["output"].isascii()
    assert by_output["broken"]["code"] == 0


@every_command
def test_a_closed_input_is_an_empty_one(name: str, harness: Harness) -> None:
    plain, closed = harness.run(case(name), case(name, stdin="closed"))
    fair(closed)
    assert closed["code"] == plain["code"]


@every_command
def test_ctrl_c_ends_a_command(name: str, harness: Harness) -> None:
    """Ctrl-C prints one line and gives exit code 130, even while worker processes are starting."""
    # A busy machine needs time to clean up.
    for ended in harness.run(*({**one, "patience": 10.0} for one in interrupted(name))):
        fair(ended)
        assert ended["seconds"] is not None
        assert ended["code"] == 130, ended
        assert ended["errors"].endswith("sapper: stopped\n")
        assert ended["errors"].count("sapper: stopped") == 1


STARTING = """
import os, signal, sys
from importlib.abc import MetaPathFinder

class Interrupt(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == WHEN:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
"""
PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))[
    "project"
]
MODULE, MAIN = PROJECT["scripts"]["sapper"].split(":")
AS_SCRIPT = f"from {MODULE} import {MAIN}\n{MAIN}()\n"
AS_MODULE = "import runpy\nrunpy.run_module('sapper', run_name='__main__')\n"


@pytest.mark.parametrize(
    ("launch", "module"),
    [
        (AS_SCRIPT, "sapper"),
        (AS_MODULE, "sapper.cli"),
        (AS_SCRIPT, "sapper.core.board"),
        *(
            pytest.param(AS_SCRIPT, name, marks=pytest.mark.process)
            for name in ("sapper.interrupt", "numpy.lib", "sapper.cli.files")
        ),
    ],
)
def test_ctrl_c_while_the_command_starts(launch: str, module: str, tmp_path: Path) -> None:
    """Even while modules are being imported, Ctrl-C prints one line without a traceback."""
    script = tmp_path / "sapper"
    script.write_text(STARTING.replace("WHEN", repr(module)) + launch)
    done = subprocess.run([sys.executable, script, "stats", "easy"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "sapper: stopped\n")


def test_the_command_imports_nothing_before_it_handles_ctrl_c() -> None:
    code = (
        f"import sys; before = set(sys.modules); import {MODULE}; print(*{{*sys.modules}} - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [MODULE]


def test_ctrl_c_stays_ignored_while_the_command_starts(tmp_path: Path) -> None:
    """Shells make background processes ignore Ctrl-C."""
    script = tmp_path / "sapper"
    ignore = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    script.write_text(ignore + STARTING.replace("WHEN", "'sapper'") + AS_SCRIPT)
    words = [sys.executable, str(script), "--version"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_real_command_with_a_reader_that_leaves(tmp_path: Path) -> None:
    """In a real shell, `sapper deal | head -1` ends without an error."""
    command = f"{sys.executable} -m sapper deal 30x16x99 --seed 1 --count 3000 | head -1; "
    done = subprocess.run(
        ["bash", "-c", command + "echo ${PIPESTATUS[0]}"], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("30x16x99/safe A1\n0\n", "")


MARKUP = ("[/x]", "[bold]", "[link=file:///etc/passwd]click[/link]", ":smile:", "[")
CONTROL = "\x1b]0;owned\x07\x1b[31mred\x9b5m\u202eback"


@pytest.mark.parametrize("text", MARKUP)
def test_what_users_type_is_no_markup(text: str, tmp_path: Path) -> None:
    """Rich markup in input, names and paths is shown unchanged."""
    played = sapper("play", "6x4x3", stdin=f"{text}\nsave {text}.record\nq\n", cwd=tmp_path)
    assert played.returncode == 0
    assert repr(text.lower())[1:-1].split("=")[0] in played.stdout.lower()
    file = tmp_path / f"{text.replace('/', '')}.record"
    file.write_text(RECORD.format(player=text))
    for more in ((), ("--step",)):
        shown = sapper("show", file.name, *more, cwd=tmp_path)
        assert (shown.returncode, shown.stderr) == (0, "")
        assert f" by {text}:" in shown.stdout
    row = sapper("stats", file.name, file.name, cwd=tmp_path)
    assert row.stdout.count(file.name) == 2
    label = f"odds:label={text!r}"
    against = sapper("compare", label, "sat", "5x4x3", "--games", "3", "--jobs", "1")
    assert against.returncode == 0
    assert text in against.stdout
    missing = sapper("show", f"{text.replace('/', '')}.nosuch", cwd=tmp_path)
    assert missing.returncode == 2
    assert text.replace("/", "") in missing.stderr


def test_control_characters_never_reach_the_terminal(tmp_path: Path) -> None:
    """Control characters in names, paths and an agent's output are escaped."""
    file = tmp_path / f"{CONTROL}.record"
    file.write_text(RECORD.format(player=CONTROL))
    (tmp_path / "loud.py").write_text(f"print({CONTROL!r})\n{AGENT}")
    told = [
        sapper("show", file.name, cwd=tmp_path),
        sapper("show", file.name, "--step", cwd=tmp_path),
        sapper("stats", file.name, file.name, cwd=tmp_path),
        sapper("show", f"{CONTROL}.nosuch", cwd=tmp_path),
        sapper("watch", "5x4x3", "--agent", "loud.py", "--seed", "1", cwd=tmp_path),
        sapper("analyse", file.name, "--move", "9", cwd=tmp_path),
        sapper(f"no{CONTROL}command"),
    ]
    for one in told:
        assert "owned" in one.stdout + one.stderr
        for character in CONTROL:
            if not character.isprintable():
                assert character not in one.stdout + one.stderr


@pytest.mark.parametrize("command", [("analyse", "a\nb"), ("bench", "a\nb.py", "9x9x10")])
def test_an_error_is_one_line_whatever_the_name(command: tuple[str, ...], tmp_path: Path) -> None:
    """A newline in the name of a file or an agent does not start another line."""
    failed = sapper(*command, cwd=tmp_path)
    assert (failed.returncode, failed.stderr.count("\n")) == (2, 1)
    assert failed.stderr.startswith("sapper: ")


FILES = {
    **{name: (name, "LONG") for name in ("analyse", "explain", "hint", "rate", "review")},
    "exercise": ("exercise", "1.1", "LONG"),
    "lesson --sheet": ("lesson", "1", "--sheet", "LONG.html"),
    **{name: (name, "LONG") for name in ("show", "stats", "verify", "logic", "study", "grade")},
    "logic --position": ("logic", "course", "--position", "LONG"),
    "convert": ("convert", "LONG", "-", "--to", "mbf"),
    "convert to": ("convert", "board", "LONG", "--to", "mbf"),
    "play": ("play", "LONG"),
    "play --record": ("play", "5x4x3", "--record", "LONG"),
    "watch": ("watch", "5x4x3", "--agent", "LONG.py"),
    "watch --record": ("watch", "5x4x3", "--record", "LONG"),
    "agent new": ("agent", "new", "LONG.py"),
    "grade --html": ("grade", "odds", "--games", "1", "--html", "LONG"),
    "grade --rubric": ("grade", "odds", "--games", "1", "--rubric", "LONG"),
    "bench": ("bench", "LONG.py", "5x4x3"),
    "bench --outcomes": ("bench", "odds", "5x4x3", "--outcomes", "LONG"),
    "bench --deck": ("bench", "odds", "--deck", "LONG"),
    "compare": ("compare", "odds", "LONG.py", "5x4x3"),
    "compare --deck-out": ("compare", "odds", "sat", "5x4x3", "--games", "2", "--deck-out", "LONG"),
    "deal --out": ("deal", "5x4x3", "--out", "LONG"),
    "deal --certificate": ("deal", "9x9x5/open", "--no-guess", "--certificate", "LONG"),
    "explain --certificate": ("explain", "position", "--certificate", "LONG"),
    "explain --svg": ("explain", "position", "--svg", "LONG"),
    "show --png": ("show", "board", "--png", "LONG"),
    "puzzle --sheet": ("puzzle", "8x6x8", "--sheet", "LONG.svg"),
    "review --html": ("review", "record", "--budget", "10ms", "--html", "LONG"),
    "study --out": ("study", "study.py", "--out", "LONG"),
}
"""each way to name a file, where LONG is longer than the system allows"""


@pytest.mark.parametrize("command", FILES)
def test_a_name_that_is_too_long_is_one_line(command: str, tmp_path: Path) -> None:
    """A file name of more than 255 characters causes a one-line error."""
    (tmp_path / "position").write_text(POSITION)
    (tmp_path / "board").write_text(BOARD)
    (tmp_path / "record").write_text(RECORD.format(player="Ana"))
    (tmp_path / "study.py").write_text(STUDY.format(mines=4, games=3))
    words = [word.replace("LONG", "x" * 300) for word in FILES[command]]
    ended = sapper(*words, cwd=tmp_path)
    assert ended.returncode == 2, ended
    assert ended.stderr.startswith("sapper: ")
    assert ended.stderr.count("\n") == 1, ended.stderr


def test_what_is_typed_need_not_be_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that are not valid characters are replaced, without a traceback."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff A1\n"), "utf-8"))
    open_streams()
    assert sys.stdin.readline() == "\ufffd A1\n"


def test_outcomes_are_replaced_at_the_end(tmp_path: Path) -> None:
    """A failed bench leaves an existing outcomes file unchanged."""
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    options = ("5x4x3", "--games", "3", "--jobs", "1", "--outcomes", str(file))
    assert sapper("bench", "nosuch", *options).returncode == 2
    assert file.read_text() == "precious"
    assert sapper("bench", "crash.py", *options).returncode == 2
    assert file.read_text() == "precious"
    assert sapper("bench", "sat", *options).returncode == 0
    assert len(file.read_text().splitlines()) == 3


def test_interrupted_games_leave_the_outcomes_of_another_day(harness: Harness) -> None:
    """Ctrl-C during a bench leaves an existing outcomes file unchanged."""
    file = harness.folder / "precious.txt"
    file.write_text("precious")
    before = {each.name for each in harness.folder.iterdir()}
    words = ["bench", "sat", "30x16x99", "--games", "99999", "--jobs", "1", "--outcomes", str(file)]
    (ended,) = harness.run({**case("bench", interrupt="settled"), "arguments": words})
    assert ended["seconds"] is not None
    assert ended["code"] == 130, ended
    assert file.read_text() == "precious"
    assert {each.name for each in harness.folder.iterdir()} == before


def test_flags_alone_are_not_said_to_be_kept(tmp_path: Path) -> None:
    """Before the first cell is opened, there is no board to save."""
    left = sapper("play", "6x4x3/open", "--record", "r", stdin="flag A1\nq\n", cwd=tmp_path)
    assert left.stdout.endswith("left after 1 move; not saved, because no cell was opened\n")
    assert not (tmp_path / "r").exists()
    left = sapper("play", "6x4x3/open", "--record", "r", stdin="flag F4\nA1\nq\n", cwd=tmp_path)
    kept = (tmp_path / "r").exists()
    assert kept == ("saved in r" in left.stdout or "You won" in left.stdout)
    assert kept
