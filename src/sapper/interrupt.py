"""Interrupt: Ctrl-C ends a command with one line and exit code 130.

    while the command starts    it ends at once (`take_over`)
    while it works              it gets a `KeyboardInterrupt`, so that it can save the games so far
                                (`catch_interrupt`). If it does not stop within a few seconds, or
                                at a second Ctrl-C, it is ended
    its worker processes        don't get the signal (`hold_interrupt`). They end with the command

Python handles Ctrl-C between two of its own steps, so native code must not run for long without a
break: the engine pauses regularly (native/interruptible.hpp), and a SAT solver works in slices
(logic/solver.py). Only `main` calls `take_over`, so a program that imports Sapper keeps its own
handling of Ctrl-C.
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
"""the exit code after Ctrl-C: 128 + SIGINT, as in a shell"""

PATIENCE = 3.0
"""seconds for a command to stop"""

SHOW_CURSOR = b"\x1b[?25h\r"
"""needed because a progress bar hides the cursor"""

_last_words = [b"sapper: stopped\n"]
_speaking = threading.Lock()


def listens() -> bool:
    """Whether this thread should handle Ctrl-C.

    It should not in the background, where a shell makes processes ignore Ctrl-C, nor if code
    outside Python handles it.
    """
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None)


def take_over() -> None:
    """Make Ctrl-C end this process at once, from now on."""
    if listens():
        signal.signal(signal.SIGINT, _end)


def _end(_number: int = 0, _frame: FrameType | None = None) -> None:
    _say_stopped()
    os._exit(CODE)


def stop() -> NoReturn:
    """End the process after a KeyboardInterrupt, with the usual clean-up."""
    with suppress(OSError):
        sys.stderr.flush()
    _say_stopped()
    sys.exit(CODE)


def _say_stopped() -> None:
    """Print the last line of the command, once."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is being handled
    with _speaking:
        while _last_words:
            words = _last_words.pop()
            with suppress(OSError):  # standard error may be closed
                os.write(2, SHOW_CURSOR + words if os.isatty(2) else words)


@contextmanager
def catch_interrupt() -> Iterator[None]:
    """In this block, a first Ctrl-C raises KeyboardInterrupt and a second one ends the process."""
    if signal.getsignal(signal.SIGINT) is not _end:
        yield  # not our process, or one in the background
        return

    def unraisable(problem: sys.UnraisableHookArgs) -> None:
        # It was raised in a destructor and can't be caught, so `_end_late` ends the command.
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
    with suppress(RuntimeError):  # the system may allow no more threads
        # Not with `threading`, because this thread may hold its lock.
        _thread.start_new_thread(_end_late, ())
    raise KeyboardInterrupt


def _end_late() -> None:
    """End a command that swallows the exception or is blocked."""
    time.sleep(PATIENCE)
    _end()


def leave_to_server() -> None:
    """Leave Ctrl-C to a server, which shuts down in its own time.

    Until the server installs its own handler, Ctrl-C ends the process at once. An exception could
    be raised in a destructor while the server starts, and get lost.
    """
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def hold_interrupt() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block. Processes started in it don't get the signal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    early: list[int] = []
    is_heard = listens()
    if is_heard:
        # If another thread gets the signal, the handler still runs in this one.
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
