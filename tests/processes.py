"""Looks at processes in /proc, presses Ctrl-C, and waits for conditions."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from subprocess import Popen
from typing import Any


def children(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):  # the process or its threads may end at any time
        for path in Path(f"/proc/{process}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, path.read_text().split())
    return found


def descendants(process: int) -> list[int]:
    """The children of a process, their children, and so on."""
    return [one for child in children(process) for one in (child, *descendants(child))]


def command_line(process: int) -> bytes:
    """The command line of a process, or empty bytes if the process has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def lives(process: int) -> bool:
    """Whether a process is running and is not a zombie."""
    try:
        return _fields(process)[0] != "Z"
    except OSError:
        return False


def worked(process: int) -> float:
    """The CPU time in seconds that a process has used, or 0 if the process has ended."""
    try:
        return int(_fields(process)[11]) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def sleeps(process: int) -> bool:
    """Whether a process is waiting for something instead of working."""
    try:
        return _fields(process)[0] == "S"
    except OSError:
        return False


@contextmanager
def ended(process: Popen[Any]) -> Iterator[None]:
    """End a process after the block. Without this, a test that fails there would wait forever."""
    with process:
        try:
            yield
        finally:
            process.kill()


def _fields(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


SIGNALS = 3


def interrupt(work: Callable[[], object]) -> None:
    """Run `work`, and press Ctrl-C three times, each time after the previous one was handled.

    Only the third Ctrl-C raises KeyboardInterrupt. If `work` checks for signals only at its end, it
    handles at most one Ctrl-C, and returns.
    """
    heard: list[int] = []
    ended = threading.Event()

    def hear(number: int, _frame: object) -> None:
        heard.append(number)
        if len(heard) == SIGNALS:
            raise KeyboardInterrupt

    def press() -> None:
        begun = time.process_time()
        wait_for(lambda: ended.is_set() or time.process_time() - begun > 0.2)
        for presses in range(1, SIGNALS + 1):
            if not ended.is_set():
                interrupt_main()
                wait_for(partial(is_over, presses))

    def is_over(presses: int) -> bool:
        return ended.is_set() or len(heard) == presses

    before = signal.signal(signal.SIGINT, hear)
    pressing = threading.Thread(target=press)
    pressing.start()
    gc.disable()  # an exception raised during garbage collection would be lost
    try:
        work()
    finally:
        gc.enable()
        ended.set()
        pressing.join()
        signal.signal(signal.SIGINT, before)


def wait_for(condition: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Wait until a condition holds or the time is up, and return the condition's last value."""
    until = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < until:
        time.sleep(0.02)
    return found
