"""Attack every command with bad arguments and files, and the verifier with false certificates.

    python bench/attack_cli.py [--inputs 2500] [--certificates 2500] [--seed 0]

An input is a command with random options, values and files. Half of the files are damaged. Every
command must end within 20 s with exit code 0, 1 or 2 (2 is a usage error), and without a traceback.
A usage error must be reported in one line on standard error. No command may print control
characters from a file, or change files that were not named on the command line.

Forged certificates make false claims. Tampered certificates are genuine except for one change
(tests/forgery.py, tests/tampering.py). The verifier must reject all of them, and must not crash.
When the agents of a school class are graded, hostile agents must neither stop the grading nor harm
the honest agent. The script prints counts, and every attack that succeeded.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from itertools import islice
from pathlib import Path
from typing import Any

import typer
from typer.main import get_group

from report import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from explaincheck import random_view
from forgery import LEVELS, false_claims, forgeries
from mutations import damaged
from sapper.cli import main as command
from sapper.cli.run import whole_app
from sapper.core.board import Deck, deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.formats import FORMATS, find, write
from sapper.ladder.board_certificate import certify_board
from sapper.ladder.dealer import deal as deal_board
from sapper.reason.odds import odds
from sapper.verify import verify, verify_board
from tampering import KINDS, Genuine, tampered

SECONDS = 20
CONTROL = "\x1b]0;owned\x07"
TEXTS = (
    *("", " ", "-", "--", "-1", "0", "1", "2", "7", "1e309", "nan", "9" * 20, "½", "*", "../x"),
    *("[/x]", "[bold]", CONTROL, "\u202e", "a\nb", "x" * 300, "/dev/full", "/dev/null", "4.2"),
    *("A1", "B2", "ZZ99", "a1", "C4 ", "easy", "5x4x3", "6x4x5/open", "1x1x0", "0x0x0", "9x9x99"),
    *("7x5x6/given*2", "4x3x2/any", "odds", "sat", "resolution", "odds:seed=3", "sat:k=[/x]"),
    *("nosuch", "sat:label='[/x]'", "subset", "given", "chain", "vote", "5s", "10ms", "1.5"),
    *("150-200", "-200", "mbf", "text", "avf", "p => q", "p &", "((((", "local:0", "course"),
)
"""typed words, some of them valid in some place"""

INPUTS = (b"", b"A1\n[/x]\nq\n", b"\xff\x00", CONTROL.encode() + b"\nflag A1\n")

SMALL = {"--games": "2", "--jobs": "1", "--budget": "10ms", "--limit": "2s", "--count": "2"}
"""keeps valid inputs fast"""

FILES = ("position", "record", "board", "deck", "bad0-record", "bad1-board", "bad2-position")
RIGHT = {
    **dict.fromkeys(("LEVEL", "level"), ("5x4x3", "6x4x5/open", "4x3x2/any", "7x5x6/given")),
    **dict.fromkeys(("POSITION", "RECORD", "RECORD...", "FILE...|LEVEL", "LEVEL|FILE"), FILES),
    **dict.fromkeys(("agent", "a", "b", "AGENT|FOLDER"), ("odds", "sat", "resolution", "champion")),
    "FILE": (*FILES, "theory", "bad0-theory"),
    "CELL": ("A1", "B2", "C3"),
    "DIR|FILE": ("board.cert", "bad0-board.cert", "folder"),
    "NAME|FILE.py": ("study.py", "broken.py", "difficulty"),
    "N": ("1", "4", "11"),
    "N.M": ("1.1", "4.2"),
}
"""typical values of an argument, by its name in --help"""

NEVER = ("serve",)
"""commands that do not end; other programs attack the server"""


class LateError(BaseException):
    """A command took too long."""


def files(folder: Path, draw: random.Random) -> list[str]:
    """Fill a folder with good and damaged files of every kind, and return their names."""
    board = deal(Level.parse("7x5x6/open"), 3)
    game = Game(board)
    assert board.first is not None
    game.play(Move("open", board.first))
    record = str(game.record(f"[/x]{CONTROL}"))
    good = {
        "board": str(board),
        "record": record,
        "position": str(game.view),
        "deck": str(Deck.deal(Level.parse("6x4x5/safe"), 9, 4)),
        "theory": "rain => wet\nrain\n? wet\n",
        "board.cert": certify_board(deal_board(Level.parse("7x5x5/open"), 3, no_guess=True)),
        "study.py": "study = 1\n",
        "broken.py": "def choose(view:\n",
        "rubric.toml": "[sound]\npoints = 3\n",
        "5x4x3": "5x4x3\n....\n",
    }
    for name, text in good.items():
        (folder / name).write_text(text)
        for number in range(3):
            data = bytearray(text.encode())
            for _ in range(draw.randint(1, 4)):
                at = draw.randrange(len(data))
                data[at : at + draw.choice([0, 1, 1, 9])] = draw.choice(
                    [b"", b"\x1b", b"9", b"-", b"\n", b"\xff", b"[/x]", b"0" * 400]
                )
            (folder / f"bad{number}-{name}").write_bytes(bytes(data))
    for known in FORMATS:
        if known.name == "mvf":  # skip MVF, because each file needs its own process
            continue
        if known.write is not None:
            with contextlib.suppress(ValueError):  # some formats cannot store a board
                (folder / f"good.{known.name}").write_bytes(write(board, find(known.name)))
        for number, bad in enumerate(islice(damaged(known, 4, draw.randrange(10**6)), 4)):
            (folder / f"bad{number}.{known.name}").write_bytes(bad)
    (folder / f"{CONTROL}[x]").write_text(record)
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    if hasattr(os, "mkfifo"):
        for name in ("pipe", "pipe.py", "pipe.cert"):
            os.mkfifo(folder / name)
    return sorted(file.name for file in folder.iterdir())


def words(name: str, parameters: list[Any], names: list[str], draw: random.Random) -> list[str]:
    """A command with some of its options and arguments, and sometimes with wrong ones."""
    found: list[str] = []

    def value(right: Sequence[str] = ()) -> str:
        if right and draw.random() < 0.7:
            return draw.choice(right)
        return draw.choice(names) if draw.random() < 0.45 else draw.choice(TEXTS)

    for parameter in parameters:
        if isinstance(parameter, typer.core.TyperArgument):
            if draw.random() < 0.95:
                right = RIGHT.get(str(parameter.metavar or parameter.name).strip("[]"), ())
                found += [value(right) for _ in range(2 if parameter.nargs == -1 else 1)]
            continue
        flag = draw.choice(parameter.opts)
        if flag in ("--help", "--cluster") or draw.random() > (0.9 if flag in SMALL else 0.12):
            continue
        if parameter.is_flag:
            found.append(flag)
        else:
            small = flag in SMALL and draw.random() < 0.9
            found += [flag, SMALL[flag] if small else value()]
    if draw.random() < 0.1:
        found.insert(draw.randrange(len(found) + 1), draw.choice(["--nosuch", "-x", *TEXTS]))
    if name == "study":
        found = [word for word in found if not word.startswith("tcp")]
        # A study with its usual number of games would take hours.
        found += ["--games", "2", "--out", "made"]
    return [name, *found]


def late(_number: int, _frame: object) -> None:
    raise LateError


def attack(arguments: list[str], stdin: bytes) -> tuple[str, int]:
    """A description of the attack if it succeeded (otherwise empty), and the exit code."""
    out, err = io.StringIO(), io.StringIO()
    sys.argv, sys.stdin = ["sapper", *arguments], io.TextIOWrapper(io.BytesIO(stdin))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    code = -1
    try:
        with redirect_stdout(out), redirect_stderr(err):
            command()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else -1
    except LateError:
        return "late", -1
    except BaseException:
        return "traceback " + traceback.format_exc(limit=-3), -1
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    said = err.getvalue()
    own = [line for line in said.splitlines() if line.startswith("sapper: ")]
    if code not in (0, 1, 2):
        return f"exit code {code}: {said}", code
    if code == 2 and not said.startswith(("sapper: ", "dealing: ", "puzzles: ")):
        return f"code 2 without a line: {said!r}", code
    if code == 2 and arguments[0] not in ("stats", "review") and len(own) != 1:
        return f"more than a line: {said!r}", code
    # Data that --csv prints is not escaped. JSON always escapes control characters.
    if "--csv" not in arguments and "\x1b" in out.getvalue() + said:
        return f"a control character: {(out.getvalue() + said)[:200]!r}", code
    return "", code


def attack_commands(count: int, seed: int) -> bool:
    """Run random inputs for all commands, and return whether all attacks failed."""
    draw = random.Random(seed)
    signal.signal(signal.SIGPROF, late)
    codes: Counter[int] = Counter()
    found: Counter[str] = Counter()
    commands = {
        name: each.params
        for name, each in get_group(whole_app()).commands.items()
        if name not in NEVER
    }
    tried: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as root:
        for number in range(count):
            if number % 100 == 0:
                folder = Path(root, str(number))
                folder.mkdir()
                names = files(folder, draw)
            name = draw.choice(list(commands))
            arguments = words(name, commands[name], names, draw)
            stdin = draw.choice(INPUTS)
            with chdir(folder):
                kept = {each: each.read_bytes() for each in folder.glob("board*")}
                problem, code = attack(arguments, stdin)
                for each, data in kept.items():
                    if each.name not in arguments and each.read_bytes() != data:
                        problem = f"changed {each.name}"
            tried[name] += 1
            codes[code] += 1
            if problem:
                found[problem.split()[0]] += 1
                print(f"{arguments}\n{problem}", flush=True)
    listed = ", ".join(f"{number} ended {code}" for code, number in sorted(codes.items()))
    least = min(tried.values())
    print(f"{count} inputs for {len(tried)} commands (at least {least} each): {listed}")
    print(
        f"tracebacks {found['traceback']}, other things that got through "
        f"{found.total() - found['traceback']}"
    )
    return not found


def attack_certificates(count: int, seed: int) -> bool:
    """Try forged and tampered certificates, and return whether all of them are rejected."""
    draw = random.Random(seed)
    tried: Counter[str] = Counter()
    through: Counter[str] = Counter()

    def accepted(kind: str, check: Any) -> None:
        tried[kind] += 1
        try:
            if check():
                through["accepted"] += 1
                print(f"accepted: {kind}", flush=True)
        except Exception:
            through["crashed"] += 1
            print(f"crashed: {kind}\n{traceback.format_exc(limit=-3)}", flush=True)

    half = count // 2
    for forgery in islice(forgeries(false_claims(seed), seed + 1), half):
        accepted("forged", lambda made=forgery.certificate: verify(**made.texts))
    while tried["tampered"] < count - half:
        view = random_view(Level.parse(draw.choice(LEVELS)), draw.randrange(10**9))
        chances = odds(view)
        certain = chances.safe + chances.mines
        for cell in draw.sample(certain, min(2, len(certain))):
            genuine = Genuine.of(view, cell)
            assert verify(**genuine.made.texts), "a genuine certificate is accepted"
            for kind in KINDS:
                made = tampered(genuine, kind, draw)
                if made is not None:
                    accepted("tampered", lambda made=made: verify(**made.texts))
    for number in range(count // 10):
        board = deal_board(Level.parse("7x5x5/open"), seed + number, no_guess=True)
        lines = certify_board(board).splitlines()
        moves = [place for place, line in enumerate(lines) if line.startswith("open ")]
        if len(moves) > 1:
            # Without the last move, the certificate's moves do not win the game. Without the first
            # move, the other moves are not provable.
            place = draw.choice([moves[0], moves[-1]])
            cut = "\n".join(line for at, line in enumerate(lines) if at != place) + "\n"
            accepted("of a board", lambda cut=cut: verify_board(cut))
        # The next certificate falsely claims that all safe cells are given, in which case any board
        # could be won without a guess.
        level = draw.choice(["7x5x5/given", "7x5x5/given*2", "7x5x5/given(9)", "7x5x5/given*0.5"])
        rows = ["".join(s if s == "*" else "+" for s in row) for row in board.rows]
        opened = [f"open {board.grid.name(c)}" for c in range(35) if c not in board.mines]
        given = "\n".join([lines[0], level, *rows, "moves", *opened, "end", ""])
        accepted("of a board with all cells given", lambda given=given: verify_board(given))
    listed = ", ".join(f"{number} {kind}" for kind, number in tried.items())
    print(f"certificates: {listed}; accepted {through['accepted']}, crashed {through['crashed']}")
    return not through


HOSTILE = {
    "flags_twice": "from sapper.adapters import Answer\n    return Answer(flags=(0, 0))",
    "kills_its_parent": "import os\n    os.kill(os.getppid(), 9)",
    "shares_memory": "import mmap\n    view.__class__.held = mmap.mmap(-1, 2**28)\n"
    "    view.__class__.held.write(bytes(2**28 - 1))",
    "writes_into_pipes": "import os\n    for fd in range(3, 64):\n        try:\n"
    "            os.write(os.open(f'/proc/{os.getppid()}/fd/{fd}', os.O_WRONLY), b'x' * 99)\n"
    "        except OSError:\n            pass",
    "honest": "return view.given[0] if view.given else None",
}
"""the code of the agents to grade, one of them honest"""


def attack_grading() -> bool:
    """Grade hostile agents together with an honest one, and return whether all attacks failed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for agent, body in HOSTILE.items():
            (folder / f"{agent}.py").write_text(f"def choose(view):\n    {body}\n")
        if hasattr(os, "mkfifo"):
            os.mkfifo(folder / "pipe.py")
        ask = ["grade", name, "--level", "easy", "--games", "4", "--memory", "200", "--json"]
        command = [sys.executable, "-m", "sapper", *ask]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        except subprocess.TimeoutExpired:
            print("grading: a class was not graded in 600 s")
            return False
    found = {Path(one["agent"]).stem: one for one in json.loads(done.stdout or "[]")}
    unharmed = found.get("honest", {}).get("games") == 4 and found["honest"]["crashed"] == 0
    whole = found.keys() >= HOSTILE.keys() and "Traceback" not in done.stderr
    for line in done.stderr.splitlines()[-9:]:
        print(f"grading: {line}")
    print(f"grading: {len(found)} agents graded, the honest one {'un' * unharmed}harmed")
    return whole and unharmed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=2500)
    parser.add_argument("--certificates", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(machine())
    os.environ["COLUMNS"] = "100"
    stopped = [
        attack_commands(options.inputs, options.seed) if options.inputs else True,
        attack_certificates(options.certificates, options.seed) if options.certificates else True,
        attack_grading(),
    ]
    sys.exit(0 if all(stopped) else 1)


if __name__ == "__main__":
    main()
