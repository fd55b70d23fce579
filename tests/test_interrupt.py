"""Ctrl-C stops the engine during long work, even on the largest boards, and ends every command."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from subprocess import run
from threading import Event, Thread, get_ident

import numpy as np
import pytest

from processes import interrupt
from sapper.core.board import Board, deal, deal_many
from sapper.core.level import Level
from sapper.core.view import HIDDEN, Move, View
from sapper.interrupt import hold_interrupt
from sapper.lab.luck import game_luck, native_luck
from sapper.lab.native import Native, play_games
from sapper.ladder.dealer import Wanted, deal_wanted
from sapper.ladder.techniques import Technique
from sapper.reason.champion import engine_champion
from sapper.reason.odds import odds, sample
from sapper.reason.optimal import optimal
from sapper.reason.value import judge, value

HUGE = Level.parse("1000x1000x200000/any")


@pytest.fixture(scope="module")
def board() -> Board:
    return deal(HUGE, 1)


def scattered(board: Board, share: float) -> View:
    """A view with this share of the safe cells open, spread over the board."""
    numbers = np.frombuffer(board.numbers, np.uint8)
    is_open = (np.random.default_rng(1).random(HUGE.size) < share) & (numbers <= 8)
    return View(HUGE, np.where(is_open, numbers, HIDDEN).astype(np.uint8).tobytes())


def by_rows(board: Board) -> list[tuple[int, Move]]:
    """The moves of a game that opens safe cells row by row."""
    safe = [cell for cell in range(HUGE.size) if board.numbers[cell] <= 8]
    return [(0, Move("open", cell)) for cell in safe[:5000]]


# Each entry prepares some work, and returns the function to be interrupted.
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
        deal_wanted, Level.parse("expert"), 1, 1, Wanted(technique=Technique.GIVEN)
    ),
    "optimal play": lambda _: partial(optimal, Level.parse("6x5x5/any")),
}


@pytest.mark.parametrize("work", WORK)
def test_it_is_stopped(work: str, board: Board) -> None:
    """Ctrl-C stops every task of the engine.

    The script bench/stop_speed.py measures how long stopping takes.
    """
    prepared = WORK[work](board)
    with pytest.raises(KeyboardInterrupt):
        interrupt(prepared)


STOPPED = """
import atexit, builtins, signal, sys, threading
from sapper import interrupt
from sapper.cli import main

interrupt.PATIENCE = 0.1

builtins.input = lambda prompt: signal.raise_signal(signal.SIGINT)
AT_EXIT
sys.argv[1:] = ["play", "6x4x3"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    "at_exit",
    [
        "atexit.register(signal.raise_signal, signal.SIGINT)",
        "atexit.register(threading.Event().wait)",
        "threading.Thread(target=threading.Event().wait).start()",
    ],
    ids=["Ctrl-C", "a clean-up that does not end", "a thread that does not end"],
)
def test_the_last_line_is_said_once(at_exit: str, tmp_path: Path) -> None:
    """The last line is not printed again after a second Ctrl-C or a slow clean-up."""
    script = tmp_path / "sapper"
    script.write_text(STOPPED.replace("AT_EXIT", at_exit))
    done = run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "sapper: stopped\n")


SWALLOWED = """
import builtins, signal, sys, threading
from sapper import interrupt
from sapper.cli import main

class Interrupts:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def ask(prompt):
    SWALLOWS
    threading.Event().wait()

interrupt.PATIENCE = 0.1
builtins.input = ask
sys.argv[1:] = ["play", "6x4x3"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    "swallows",
    [
        "Interrupts()",
        "try: signal.raise_signal(signal.SIGINT)\n    except BaseException: pass",
        "try: signal.raise_signal(signal.SIGINT)\n"
        "    except BaseException: signal.raise_signal(signal.SIGINT)",
    ],
    ids=["by a destructor", "by a library", "twice"],
)
def test_a_command_that_goes_on_is_ended(swallows: str, tmp_path: Path) -> None:
    """The command ends even if the exception from Ctrl-C is lost or Ctrl-C is pressed twice."""
    script = tmp_path / "sapper"
    script.write_text(SWALLOWED.replace("SWALLOWS", swallows))
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
    """Ctrl-C stops the server even if the exception is lost in a destructor."""
    script = tmp_path / "sapper"
    script.write_text(SERVER)
    done = run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "sapper: stopped\n")


def test_a_program_that_imports_sapper_keeps_its_own_ctrl_c() -> None:
    """Importing Sapper does not replace Python's signal handler."""
    code = "import signal, sapper, sapper.cli.run; odds = sapper.odds\n"
    code += "print(signal.getsignal(signal.SIGINT).__name__)"
    done = run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "default_int_handler\n"


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")
def test_ctrl_c_that_is_ignored_stays_so_while_processes_are_started() -> None:
    """Shells make background processes ignore Ctrl-C, and `hold_interrupt` must not change that."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with hold_interrupt():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            signal.pthread_kill(get_ident(), signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")
def test_ctrl_c_waits_while_processes_are_started() -> None:
    """Ctrl-C is delayed even if another thread, such as that of a progress bar, gets the signal."""
    reached = []
    begun, go_on = Event(), Event()

    def get_it() -> None:
        begun.set()
        go_on.wait(60)
        signal.pthread_kill(get_ident(), signal.SIGINT)

    # Start the thread before signals are masked, so that the thread can still get them.
    other = Thread(target=get_it)
    other.start()
    assert begun.wait(60)

    def start_processes() -> None:
        with hold_interrupt():
            go_on.set()
            other.join()
            for _ in range(1000):  # Python checks for signals in every iteration
                pass
            reached.append("the end of the block")

    with pytest.raises(KeyboardInterrupt):
        start_processes()
    assert reached == ["the end of the block"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
