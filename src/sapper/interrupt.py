"""Interrupt: Ctrl-C ends a command with one line and exit code 130, within a second.

    while the command starts    at once: nothing is worth keeping yet (`_end`, installed below)
    while it works              `KeyboardInterrupt`, so that what was played is kept (`heard`);
                                what does not listen is ended after a moment, or by a second Ctrl-C,
                                even if it lets no Python run (a SAT solver): see `_watch`
    its worker processes        hear nothing (`unheard`): they end with the command

A program that imports Sapper keeps its own way: nothing changes in a process that is not ours.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import PurePath
from types import FrameType, ModuleType

CODE = 130
"""the exit code of whatever Ctrl-C ended: 128 + SIGINT, as in a shell"""

PATIENCE = 0.7
"""seconds for what is under way to stop by itself"""

SHOW_CURSOR = b"\x1b[?25h\r"
STOPPED = b"sapper: stopped\n"


def is_command() -> bool:
    """Whether this process is the command itself: `sapper ...` or `python -m sapper ...`."""
    # As the interpreter reads its arguments: what follows the program is the program's own.
    words = iter(sys.orig_argv[1:])
    for word in words:
        if word == "--check-hash-based-pycs":
            next(words, "")
        elif not word.startswith("-") or word == "-":
            return PurePath(word).stem == "sapper"
        elif option := next((letter for letter in word if letter in "cmWX"), ""):
            value = word.partition(option)[2] or next(words, "")
            if option in "cm":
                return (option, value) == ("m", "sapper")
    return False


def _end(_number: int = 0, _frame: FrameType | None = None) -> None:
    """End the process here and now."""
    say_stopped()
    os._exit(CODE)


def say_stopped() -> None:
    """Print the last line of a command, unless the engine's thread or a second Ctrl-C has."""
    if say_last := getattr(sys.modules.get("sapper._engine"), "say_last", None):
        say_last(_last_words().decode())
    else:
        os.write(2, _last_words())  # nobody else can print before the engine is loaded


def _last_words() -> bytes:
    return (SHOW_CURSOR if os.isatty(2) else b"") + STOPPED  # a progress bar hides the cursor


def listens() -> bool:
    """Whether Ctrl-C is ours to hear.

    Not in the background, where a shell has it ignored, nor where others than Python handle it.
    """
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None)


@contextmanager
def heard() -> Iterator[None]:
    """While a command works: the first Ctrl-C is a KeyboardInterrupt, a second one ends it."""
    if not listens():
        yield
        return
    watched = is_command() and _watch()

    def stop(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, _end)
        if is_command() and not watched:
            late = threading.Timer(PATIENCE, _end)
            late.daemon = True
            late.start()
        raise KeyboardInterrupt

    def unraisable(problem: sys.UnraisableHookArgs) -> None:
        # Raised in a destructor, where nobody can catch it: what watches ends the command.
        if not issubclass(problem.exc_type, KeyboardInterrupt):
            sys.__unraisablehook__(problem)

    before, hook = signal.signal(signal.SIGINT, stop), sys.unraisablehook
    if is_command():
        sys.unraisablehook = unraisable
    try:
        yield
    finally:
        if is_command():
            signal.signal(signal.SIGINT, _end)  # until the last thread has ended
        else:
            signal.signal(signal.SIGINT, before)
            sys.unraisablehook = hook


def _watch() -> bool:
    """Have a thread of the engine end the command if it goes on for long after Ctrl-C.

    Some library may swallow the exception, wait for something, or hold Python's lock. Whether there
    is such a thread: not on Windows, nor where the system starts no more of them.
    """
    engine = import_module("sapper._engine")  # not before: this file is the first to be imported
    if not hasattr(engine, "end_after_signal"):
        return False
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        engine.end_after_signal(reader, signal.SIGINT, PATIENCE, _last_words().decode(), CODE)
    except OSError:
        signal.set_wakeup_fd(-1)
        os.close(reader)
        os.close(writer)
        return False
    return True


def leave_to_server() -> None:
    """From here on a server handles Ctrl-C, and takes its time.

    Until it does, Ctrl-C ends the process at once: an exception might be raised in a destructor
    while the server starts, and get lost.
    """
    if is_command() and listens():
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, _end)


def keep_signals(pysat: ModuleType) -> None:
    """Within a command, python-sat shall leave Ctrl-C to us.

    It would jump out of whatever is under way, and if that was the allocator, wait for ever.
    """
    if is_command():
        pysat.MainThread.check = lambda: False  # which is how it tells whether it may


@contextmanager
def unheard() -> Iterator[None]:
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


if is_command() and listens():
    signal.signal(signal.SIGINT, _end)
