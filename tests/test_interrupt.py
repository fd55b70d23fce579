"""Ctrl-C is heard wherever the engine works long, also on the largest boards."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen, run
from threading import Event, Thread, get_ident

import numpy as np
import pytest

from processes import interrupt, wait_for, worked
from sapper.agents.champion import engine_champion
from sapper.board import Board, deal, deal_many
from sapper.dealer import Wanted, deal_wanted
from sapper.interrupt import is_command, unheard
from sapper.lab.luck import game_luck, native_luck
from sapper.lab.native import Native, play_games
from sapper.level import Level
from sapper.odds import odds, sample
from sapper.optimal import optimal
from sapper.techniques import Technique
from sapper.value import judge, value
from sapper.view import HIDDEN, Move, View

HUGE = Level.parse("1000x1000x200000/any")


@pytest.fixture(scope="module")
def board() -> Board:
    """A board of the largest size."""
    return deal(HUGE, 1)


def scattered(board: Board, share: float) -> View:
    """A view with this share of the safe cells open, here and there."""
    numbers = np.frombuffer(board.numbers, np.uint8)
    is_open = (np.random.default_rng(1).random(HUGE.size) < share) & (numbers <= 8)
    return View(HUGE, np.where(is_open, numbers, HIDDEN).astype(np.uint8).tobytes())


def by_rows(board: Board) -> list[tuple[int, Move]]:
    """A game that opens safe cells, row by row."""
    safe = [cell for cell in range(HUGE.size) if board.numbers[cell] <= 8]
    return [(0, Move("open", cell)) for cell in safe[:5000]]


# What is prepared, and then has to be stopped.
WORK: dict[str, Callable[[Board], Callable[[], object]]] = {
    "odds": lambda board: partial(odds, scattered(board, 0.3)),
    "sample": lambda board: partial(sample, scattered(board, 0.7), 600),
    "value of a position with safe cells": lambda board: partial(value, scattered(board, 0.5), 60),
    "value of a new game": lambda board: partial(value, scattered(board, 0.0), 60),
    "the judgement of a guess": lambda board: partial(judge, scattered(board, 0.5), (), 60),
    "games of odds": lambda _: partial(play_games, HUGE, 1, 20, 0, threads=2),
    "games of the champion": lambda _: partial(
        play_games, HUGE, 1, 20, 0, champion=engine_champion(), threads=2
    ),
    "luck of a game": lambda board: partial(game_luck, board, by_rows(board), 1),
    "luck of games": lambda _: partial(native_luck, Native(), HUGE, deal_many(HUGE, 1, 1), 1),
    "dealing": lambda _: partial(deal_many, Level.parse("expert"), 0, 5_000_000),
    "boards without guessing": lambda _: partial(
        deal_wanted, Level.parse("expert"), 1, 1, Wanted(technique=Technique.TOLD)
    ),
    "optimal play": lambda _: partial(optimal, Level.parse("6x5x5/any")),
}


@pytest.mark.parametrize("work", WORK)
def test_it_is_stopped(work: str, board: Board) -> None:
    """Ctrl-C is heard whatever the engine is at; bench/stop_speed.py measures how soon."""
    prepared = WORK[work](board)
    with pytest.raises(KeyboardInterrupt):
        interrupt(prepared)


DEAF = """
from sapper.interrupt import heard
with heard():
    print("started", flush=True)
    sum(range(10**15))  # a loop in C: no line of Python runs meanwhile, in any thread
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the engine's watch needs signals of POSIX")
def test_a_command_that_lets_no_python_run_is_ended(tmp_path: Path) -> None:
    """As a SAT solver does: Ctrl-C ends it all the same, with its line."""
    script = tmp_path / "sapper"
    script.write_text(DEAF)
    with Popen([sys.executable, script], stdout=PIPE, stderr=PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "started\n"
            before = worked(process.pid)
            assert wait_for(lambda: worked(process.pid) - before > 0.1, 60)  # it is in the loop
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, errors) == (130, "sapper: stopped\n")


STOPPED = """
import atexit, builtins, signal, sys
from sapper.cli import main

builtins.input = lambda prompt: signal.raise_signal(signal.SIGINT)
atexit.register(lambda: AFTER)
sys.argv[1:] = ["play", "6x4x3"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the engine's watch needs signals of POSIX")
@pytest.mark.parametrize("after", ["signal.raise_signal(signal.SIGINT)", "sum(range(10**15))"])
def test_the_last_line_is_said_once(after: str, tmp_path: Path) -> None:
    """Not again by a second Ctrl-C, nor by the engine, which ends what takes long to tidy up."""
    script = tmp_path / "sapper"
    script.write_text(STOPPED.replace("AFTER", after))
    done = run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "sapper: stopped\n")


SERVER = """
import signal, sys
from sapper.cli import main
from sapper.web import app

class Interrupts:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

app.gc.collect = lambda: Interrupts() and None  # just before the server runs
sys.argv[1:] = ["serve", "--port", "0", "--no-browser", "--database", "games.db"]
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_while_a_server_starts_is_not_lost(tmp_path: Path) -> None:
    """In a destructor nobody could catch an exception."""
    script = tmp_path / "sapper"
    script.write_text(SERVER)
    done = run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "sapper: stopped\n")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("-m sapper deal easy", True),
        ("-msapper", True),
        ("-Im sapper", True),
        ("-X importtime -Wd -W error -m sapper", True),
        ("--check-hash-based-pycs always -m sapper", True),
        ("/usr/bin/sapper", True),
        ("-sP /usr/bin/sapper deal easy", True),
        ("train.py -m sapper", False),
        ("-u train.py sapper", False),
        ("-c pass -m sapper", False),
        ("-X sapper train.py", False),
        ("-m train -m sapper", False),
        ("-m sapper.adapters.child", False),
        ("- sapper", False),
        ("", False),
    ],
)
def test_which_process_is_the_command(
    words: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that Python was told to run; a program's own arguments say nothing of that."""
    monkeypatch.setattr(sys, "orig_argv", ["python", *words.split()])
    monkeypatch.setattr(sys, "argv", ["sapper"])
    assert is_command() is expected


@pytest.mark.parametrize("words", [("-c", "CODE"), ("train.py", "-m", "sapper")])
def test_a_program_that_imports_sapper_keeps_its_own_ctrl_c(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    """The handler is the command's."""
    code = "import signal, sapper; print(signal.getsignal(signal.SIGINT).__name__)"
    (tmp_path / "train.py").write_text(code)
    command = [sys.executable, *(word.replace("CODE", code) for word in words)]
    done = run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout == "default_int_handler\n"


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")
def test_ctrl_c_that_is_ignored_stays_so_while_processes_are_started() -> None:
    """In the background a shell has it ignored, and what is started there ignores it, too."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with unheard():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            signal.pthread_kill(get_ident(), signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")
def test_ctrl_c_waits_while_processes_are_started() -> None:
    """Also when another thread, a progress bar's perhaps, is the one that gets the signal."""
    reached = []
    begun, go_on = Event(), Event()

    def get_it() -> None:
        begun.set()
        go_on.wait(60)
        signal.pthread_kill(get_ident(), signal.SIGINT)

    # It was there before the block, so its signals are not masked.
    other = Thread(target=get_it)
    other.start()
    assert begun.wait(60)

    def start_processes() -> None:
        with unheard():
            go_on.set()
            other.join()
            for _ in range(1000):  # Python looks for signals at every turn
                pass
            reached.append("the end of the block")

    with pytest.raises(KeyboardInterrupt):
        start_processes()
    assert reached == ["the end of the block"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
