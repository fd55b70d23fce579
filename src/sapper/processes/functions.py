"""Our own functions in processes of their own, which never outlive this process.

`multiprocessing` starts the processes, but neither the main program nor Ctrl-C reaches them. Other
people's programs run as in programs.py.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing import context, forkserver, parent_process, resource_tracker, util
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any
from weakref import WeakSet

from sapper.interrupt import hold_interrupt

assert util  # its exit handler must run after ours

FORKS = hasattr(context, "ForkServerProcess")

_started: WeakSet[BaseProcess] = WeakSet()
_lock = threading.Lock()
"""held while a process is started or awaited, because two threads can't await a process"""


class _WithoutMain(BaseProcess):
    """A process that does not run the main program again.

    Python would run it again as a module, so a script without `if __name__ == "__main__"` would
    start more processes, and a script from standard input would not be found.
    """

    def start(self) -> None:
        with _lock:
            main = sys.modules["__main__"]
            sys.modules["__main__"] = ModuleType("__main__")
            try:
                super().start()
            finally:
                sys.modules["__main__"] = main


class Spawned(_WithoutMain, context.SpawnProcess):
    pass


class SpawnedContext(context.SpawnContext):
    """The context of a ProcessPoolExecutor.

    Processes are spawned, not forked, because the caller may have threads (a progress bar, polars).
    """

    Process = Spawned


if FORKS:

    class Forked(_WithoutMain, context.ForkServerProcess):
        """A fork of a process that has imported the modules of `preload`."""


def ensure_tracker() -> None:
    """Start multiprocessing's resource tracker. Its start unblocks signals, so do it first."""
    if os.name == "posix":
        resource_tracker.ensure_running()


def preload(module: str) -> None:
    """Start the process that imports this module and is then forked, without waiting for it."""
    if FORKS:
        forkserver.set_forkserver_preload([module])
        ensure_tracker()
        with hold_interrupt():
            forkserver.ensure_running()


def start(target: Callable[..., None], *args: Any, preloaded: str = "") -> BaseProcess:
    """Start a process that runs a function. It gets no Ctrl-C.

    If possible, the process is a fork of one that has imported the module `preloaded`. Otherwise,
    it starts from scratch.
    """
    ensure_tracker()
    if preloaded:
        preload(preloaded)
    made = Forked if preloaded and FORKS else Spawned
    process: BaseProcess = made(target=target, args=args, daemon=True)
    with hold_interrupt():
        process.start()
    _started.add(process)
    return process


def end(process: BaseProcess, patience: float = 0.0) -> int:
    """End a process, and return its exit code, or the negative number of its signal.

    The process may first end by itself within `patience` seconds.
    """
    with _lock:
        process.join(patience)
        if process.exitcode is None:  # otherwise, its id may belong to another process
            process.kill()
            process.join()
        assert process.exitcode is not None
        return process.exitcode


# A fork of this process has not started them.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_started.clear)


@atexit.register
def _end_all() -> None:
    for process in list(_started):
        end(process)


def follow_parent() -> None:
    """Make this process ignore Ctrl-C and end when its parent ends or is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def stop_signal(process: BaseProcess) -> int:
    """The signal that has stopped a process (such as SIGSTOP), or 0 if it is not stopped."""
    if not hasattr(os, "waitid"):
        return 0
    try:
        found = os.waitid(os.P_PID, process.pid or 0, os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # it has ended
        return 0
    return 0 if found is None else found.si_status
