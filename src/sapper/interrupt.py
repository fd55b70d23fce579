"""Ctrl-C ends a command with one line of output and exit code 130.

    at the start        Ctrl-C ends the process at once (`sapper_command`, then `take_over`)
    during the work     Ctrl-C raises a `KeyboardInterrupt`, so that the command can save the games
                        played so far (`catch_interrupt`). The process is ended if it has not
                        stopped after a few seconds, or at a second Ctrl-C
    in workers          worker processes don't get the signal (`hold_interrupt`), but they end with
                        the command

Python can't handle Ctrl-C while native code runs. So the engine checks for Ctrl-C regularly
(native/interruptible.hpp), and a SAT solver returns to Python at short intervals (logic/solver.py).
Only the command line calls `take_over`, so a program that imports Sapper keeps its own handling of
Ctrl-C.
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
"""128 + SIGINT, as in a shell"""

PATIENCE = 3.0
"""seconds allowed for a command to stop after a KeyboardInterrupt"""

SHOW_CURSOR = b"\x1b[?25h\r"
"""shows the cursor again, because a progress bar may have hidden it"""

_last_words = [b"sapper: stopped\n"]
_speaking = threading.Lock()


def listens() -> bool:
    """Whether this thread should handle Ctrl-C.

    Only the main thread handles Ctrl-C. Even the main thread leaves Ctrl-C alone if the process
    ignores it, as background processes of a shell do, or if code outside Python handles it.
    """
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None)


def take_over() -> None:
    if listens():
        signal.signal(signal.SIGINT, _end)


def _end(_number: int = 0, _frame: FrameType | None = None) -> None:
    _say_stopped()
    os._exit(CODE)


def stop() -> NoReturn:
    with suppress(OSError):
        sys.stderr.flush()
    _say_stopped()
    sys.exit(CODE)


def _say_stopped() -> None:
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is being handled
    with _speaking:
        while _last_words:
            words = _last_words.pop()
            with suppress(OSError):  # standard error may be closed
                os.write(2, SHOW_CURSOR + words if os.isatty(2) else words)


@contextmanager
def catch_interrupt() -> Iterator[None]:
    """In this block, the first Ctrl-C raises KeyboardInterrupt and the second ends the process."""
    if signal.getsignal(signal.SIGINT) is not _end:
        yield  # `take_over` was not called, or had no effect
        return

    def unraisable(problem: sys.UnraisableHookArgs) -> None:
        # A KeyboardInterrupt in a destructor can't be caught, so `_end_late` ends the command.
        if not issubclass(problem.exc_type, KeyboardInterrupt):
            sys.__unraisablehook__(problem)

    sys.unraisablehook = unraisable
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, _end)  # other threads may still be running


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, _end)
    with suppress(RuntimeError):  # raised if no thread can be started
        # Don't use `threading`, because the interrupted code may hold a lock of that module.
        _thread.start_new_thread(_end_late, ())
    raise KeyboardInterrupt


def _end_late() -> None:
    time.sleep(PATIENCE)
    _end()


@contextmanager
def catch_terminate() -> Iterator[None]:
    """In this block, SIGTERM also raises KeyboardInterrupt.

    This lets the command end its child processes in other sessions, which don't get the signal.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def leave_to_server() -> None:
    """Let a web server handle Ctrl-C. Until the server is ready, Ctrl-C ends the process.

    A KeyboardInterrupt could get lost in a destructor while the server starts.
    """
    if signal.getsignal(signal.SIGINT) is _interrupt:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def hold_interrupt() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block.

    Processes started in the block don't get the signal.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    early: list[int] = []
    is_heard = listens()
    if is_heard:
        # Another thread may get the signal, but Python runs the handler in this thread.
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
