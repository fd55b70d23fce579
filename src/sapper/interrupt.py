"""Interrupt: Ctrl-C ends a command with one line and exit code 130.

    while the command starts    at once: nothing is worth keeping yet (`take_over`)
    while it works              `KeyboardInterrupt`, so that what was played is kept
                                (`catch_interrupt`); what goes on all the same is ended after a
                                while, or by a second Ctrl-C
    its worker processes        hear nothing (`hold_interrupt`): they end with the command

Python hears Ctrl-C between two steps of its own. So nothing else may work for long without a break:
the engine looks up now and then (native/interruptible.hpp), a SAT solver works in parts
(logic/solver.py). A program that imports Sapper keeps its own way: only `main` calls `take_over`.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

CODE = 130
"""the exit code of whatever Ctrl-C ended: 128 + SIGINT, as in a shell"""

PATIENCE = 3.0
"""seconds for what is under way to stop by itself"""

SHOW_CURSOR = b"\x1b[?25h\r"
"""a progress bar hides it"""

_last_words = [b"sapper: stopped\n"]
_speaking = threading.Lock()


def listens() -> bool:
    """Whether Ctrl-C is ours to hear.

    Not in the background, where a shell has it ignored, nor where others than Python handle it.
    """
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None)


def take_over() -> None:
    """From here on this process is the command, and Ctrl-C ends it at once."""
    if listens():
        signal.signal(signal.SIGINT, _end)


def _end(_number: int = 0, _frame: FrameType | None = None) -> None:
    """End the process here and now."""
    _say_stopped()
    os._exit(CODE)


def stop() -> NoReturn:
    """End the process after a KeyboardInterrupt; what tidies up may take its time."""
    with suppress(OSError):
        sys.stderr.flush()
    _say_stopped()
    sys.exit(CODE)


def _say_stopped() -> None:
    """Print the last line of the command, once."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is being answered
    with _speaking:
        while _last_words:
            words = _last_words.pop()
            with suppress(OSError):  # nobody may be there to read it
                os.write(2, SHOW_CURSOR + words if os.isatty(2) else words)


@contextmanager
def catch_interrupt() -> Iterator[None]:
    """While a command works: the first Ctrl-C is a KeyboardInterrupt, a second one ends it."""
    if signal.getsignal(signal.SIGINT) is not _end:
        yield  # no process of ours, or one in the background
        return

    def unraisable(problem: sys.UnraisableHookArgs) -> None:
        # Raised in a destructor, where nobody can catch it: `_end_late` ends the command.
        if not issubclass(problem.exc_type, KeyboardInterrupt):
            sys.__unraisablehook__(problem)

    sys.unraisablehook = unraisable
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, _end)  # until the last thread has ended


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, _end)
    with suppress(RuntimeError):  # the system may start no more threads
        # Not by `threading`, whose lock this thread may hold just now.
        _thread.start_new_thread(_end_late, ())
    raise KeyboardInterrupt


def _end_late() -> None:
    """End what swallows the exception, or waits for something."""
    time.sleep(PATIENCE)
    _end()


def leave_to_server() -> None:
    """From here on a server handles Ctrl-C, and takes its time.

    Until it does, Ctrl-C ends the process at once: an exception might be raised in a destructor
    while the server starts, and get lost.
    """
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def hold_interrupt() -> Iterator[None]:
    """Ctrl-C waits for the end of the block, and processes that are started in it don't hear it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    early: list[int] = []
    is_heard = listens()
    if is_heard:
        # Another thread may get the signal, and the handler runs in this one all the same.
        handler = signal.signal(signal.SIGINT, lambda number, _: early.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if is_heard:
            signal.signal(signal.SIGINT, handler)
        if early:
            signal.raise_signal(signal.SIGINT)
