"""Starts and ends third-party programs, with all processes that they start.

Each program runs in a process group of its own, and gets an environment variable with a unique
name. Its descendants inherit both. A descendant may leave the group, but on Linux it is found by
the variable, unless it was started with another environment.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

ROUNDS = 10
"""how often to look for descendants, which may start further processes before they are ended"""
SECONDS = 1.0
"""the time allowed for a descendant to end"""


class Child(subprocess.Popen[bytes]):
    """A third-party program whose standard streams are pipes."""

    def __init__(self, command: Sequence[str], variables: Mapping[str, str] | None = None) -> None:
        self._mark = f"SAPPER_CHILD_{uuid4().hex}"
        super().__init__(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(variables or {}), self._mark: "1"},
            start_new_session=True,
        )

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended. This property does not reap the process.

        The system may reuse the id of a reaped process, and then `end` would end unrelated
        processes.
        """
        if not hasattr(os, "waitid"):
            return self.poll() is not None
        try:
            return self._look() is not None
        except ChildProcessError:
            return True  # another thread has just reaped the process

    def cpu(self, *, everyone: bool = False) -> float | None:
        """The CPU time of the process and of its ended children, in seconds. None without /proc.

        With `everyone`, add the time of the running processes that it started, unless they left its
        session.
        """
        if not os.path.isdir("/proc"):
            return None
        pids = filter(str.isdecimal, os.listdir("/proc")) if everyone else (str(self.pid),)
        found = [ticks for pid in pids if (ticks := _ticks(pid, self.pid)) is not None]
        return sum(found) / os.sysconf("SC_CLK_TCK") if found else None

    def end(self) -> None:
        """End the process and the processes that it started.

        On Linux, this includes processes that left the process group, unless their environment was
        replaced.
        """
        if not self._is_reaped():
            try:
                if hasattr(os, "killpg"):
                    os.killpg(self.pid, signal.SIGKILL)
                else:
                    self.kill()
            except (ProcessLookupError, PermissionError):
                self.kill()  # the process has ended, or has no group yet
            self.wait()
        for _ in range(ROUNDS):
            if not _end_marked(self._mark.encode()):
                break

    def _is_reaped(self) -> bool:
        if self.returncode is None and hasattr(os, "waitid"):
            try:
                self._look()
            except ChildProcessError:
                self.wait()  # sets `returncode`
        return self.returncode is not None

    def _look(self) -> object:
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)


def _ticks(pid: str, session: int) -> int | None:
    """The CPU time of a process and its ended children in ticks, or None if not in the session."""
    try:
        status = Path("/proc", pid, "stat").read_bytes()
    except OSError:  # the process has ended, or this system has no /proc
        return None
    # The name of the program is in parentheses, and may contain spaces.
    fields = status.rpartition(b")")[2].split()
    return sum(map(int, fields[11:15])) if int(fields[3]) == session else None


def _end_marked(mark: bytes) -> bool:
    """End the processes with this environment variable. Return whether there were any."""
    if sys.platform != "linux":
        return False
    handles = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # the process has just ended, or belongs to another user
            if mark in file.read_bytes():
                handles.append(os.pidfd_open(int(file.parent.name)))
    for handle in handles:
        with suppress(OSError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
    for handle in handles:
        ended = select.poll()
        ended.register(handle, select.POLLIN)
        ended.poll(SECONDS * 1000)
        os.close(handle)
    return bool(handles)


def how_ended(code: int) -> str:
    """How a process with this return code ended. Real-time signals have no names.

    >>> how_ended(3), how_ended(-2), how_ended(-40)
    ('exit code 3', 'signal SIGINT', 'signal 40')
    """
    if code >= 0:
        return f"exit code {code}"
    names = {known.value: known.name for known in signal.Signals}
    return f"signal {names.get(-code, -code)}"
