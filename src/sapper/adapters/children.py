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
