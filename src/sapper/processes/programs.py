r"""Other people's programs in processes of their own, with limits.

    child = Child(["./agent"], memory=1024)      starts, with 1024 MiB
    talk = Conversation(child)
    talk.ask("position ...\n", 10, wall=60)      one line for one question, with 10 s of CPU time
    child.finish(b"question", 10, most=2**20)    or: all input at once, and all output
    child.end()                                  ends the program and everything that it started

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
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from sapper.errors import quote

ROUNDS = 10
"""how often to look for descendants, which may start further processes before they are ended"""
SECONDS = 1.0
"""the time allowed for a descendant to end"""
END_SECONDS = 10.0
"""how long a process may take to end after it has closed its output"""
LINE_LIMIT = 2**20
"""the maximum length of a line, in bytes"""
TICK = 0.1
"""how often to check a program's output and signals, in seconds"""

_LIMITS = Path(__file__).with_name("limits.py")


class ChildError(Exception):
    """A program failed. `kind` is one of these:

    slow    it exceeded its time limit
    loops   it exceeded a multiple of its time limit
    long    it wrote too much
    early   it wrote a line without being asked
    died    its process ended, or closed its output
    """

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind


class Child(subprocess.Popen[bytes]):
    """A program whose standard streams are pipes.

    `memory` is its limit in MiB. A program with this limit also ends when the thread that started
    it ends (on Linux). Windows has no memory limits.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        memory: int | None = None,
        variables: Mapping[str, str] | None = None,
        folder: str | None = None,
    ) -> None:
        self._mark = f"SAPPER_CHILD_{uuid4().hex}"
        if memory is not None and os.name == "posix":
            command = [sys.executable, "-I", str(_LIMITS), str(memory), *command]
        super().__init__(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **(variables or {}), self._mark: "1"},
            start_new_session=True,
        )

    def __exit__(self, *problem: Any) -> None:
        self.end()
        super().__exit__(*problem)

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

    @property
    def memory(self) -> dict[str, float]:
        """The memory use of the process in MiB, by the names in /proc/PID/status.

        The dictionary is empty on systems without /proc.
        """
        try:
            status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        except (OSError, UnicodeError):
            return {}
        rows = [line.split() for line in status.splitlines() if line.endswith(" kB")]
        return {row[0].rstrip(":"): int(row[1]) / 1024 for row in rows}

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

    def finish(self, given: bytes, seconds: float, most: int) -> tuple[bytes, bytes]:
        """Pass all input to the program, wait for its end, and return its output and errors.

        Raises a ChildError if it takes longer or writes more than `most` bytes. Call this in a
        `with` block, which ends the program.
        """
        end = time.monotonic() + seconds
        unsent: bytes | None = given
        while True:
            try:
                return self.communicate(unsent, max(0.0, min(TICK, end - time.monotonic())))
            except subprocess.TimeoutExpired as late:
                unsent = None  # the input has already been passed to `communicate`
                if max(len(late.output or b""), len(late.stderr or b"")) > most:
                    raise ChildError("long", f"wrote more than {most >> 20} MiB") from None
                if time.monotonic() >= end:
                    raise ChildError("slow", f"did not answer within {seconds:g} s") from None

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


def _ticks(pid: str, session: int) -> int | None:
    """The CPU time of a process and its ended children in ticks, or None if not in the session."""
    try:
        status = Path("/proc", pid, "stat").read_bytes()
    except OSError:  # the process has ended, or this system has no /proc
        return None
    # The name of the program is in parentheses, and may contain spaces.
    fields = status.rpartition(b")")[2].split()
    return sum(map(int, fields[11:15])) if int(fields[3]) == session else None


def how_ended(code: int) -> str:
    """How a process with this return code ended. Real-time signals have no names.

    >>> how_ended(3), how_ended(-2), how_ended(-40)
    ('exit code 3', 'signal SIGINT', 'signal 40')
    """
    if code >= 0:
        return f"exit code {code}"
    names = {known.value: known.name for known in signal.Signals}
    return f"signal {names.get(-code, -code)}"


class Conversation:
    """Asks a program, which answers each question with one line.

    Lines that begin with one of `before` may come before this line, and belong to the answer. The
    program is ended when the conversation is closed or no longer used.
    """

    def __init__(self, child: Child, before: tuple[bytes, ...] = ()) -> None:
        self.child = child
        self.late = False
        """whether the latest answer came late"""
        self._last_cpu: float | None = None
        self._errors: deque[str] = deque(maxlen=100)
        self._asked: SimpleQueue[bytes] = SimpleQueue()
        self._said: SimpleQueue[tuple[bytes, bytes]] = SimpleQueue()
        self._end = weakref.finalize(self, _end, child, self._asked)
        drain = (child, self._errors)
        self._drain = threading.Thread(target=_drain, args=drain, daemon=True)
        self._drain.start()
        talk = (child, self._asked, self._said, before)
        threading.Thread(target=_talk, args=talk, daemon=True).start()

    @property
    def is_open(self) -> bool:
        return self._end.alive and not self.child.has_ended

    def printed(self) -> list[str]:
        """The lines that the program wrote to standard error since the last call (at most 100)."""
        lines = []
        while self._errors:  # another thread may add lines
            lines.append(self._errors.popleft())
        return lines

    def cpu(self) -> float | None:
        """The CPU time of the program in seconds, or None on systems without /proc."""
        if self._end.alive:
            self._last_cpu = self.child.cpu()
        return self._last_cpu

    def ask(self, question: str, seconds: float, wall: float, patience: float = 1.0) -> str:
        """The program's answer, or a ChildError.

        An answer that needs more than `seconds` of CPU time is late. A program is given up after
        `patience` times these seconds, or after `wall` seconds of waiting.
        """
        if not self._end.alive:  # nobody would answer
            raise ChildError("died", "its process was ended")
        self._asked.put(question.encode())
        line, surplus = self._answer(seconds, wall, patience)
        if surplus:
            self.close()  # no more questions can be asked
            said = surplus.decode(errors="replace").strip().partition("\n")[0]
            raise ChildError("early", f"it wrote a line without being asked: {quote(said)}")
        if not line.endswith(b"\n"):
            raise ChildError(*self._death(line))
        return line.decode(errors="replace").strip()

    def _answer(self, seconds: float, wall: float, patience: float) -> tuple[bytes, bytes]:
        """Wait for an answer, and set `late`.

        CPU time is measured only if the answer does not come at once, and counts from then on.
        """
        most = seconds * patience
        start = time.monotonic()
        step = max(seconds / 10, 0.02)
        before: float | None = None
        used = waited = 0.0
        while True:
            try:
                # Processes that the program started may keep the pipe open after the program has
                # ended, so don't wait for the pipe.
                found = self._said.get(timeout=step)
            except Empty:
                found = None
            waited = time.monotonic() - start
            if found is None or before is not None:
                now = self.child.cpu(everyone=True)
                before = now if before is None else before
                used = waited if now is None or before is None else max(used, now - before)
            self.late = used > seconds
            if found is not None and (not self.late or patience > 1):
                return found
            if used > most:
                kind = "loops" if patience > 1 else "slow"
                raise ChildError(kind, f"it needed more than {most:g} s of CPU time")
            if waited > wall:
                raise ChildError("slow", f"it did not answer within {wall:g} s")

    def _death(self, line: bytes) -> tuple[str, str]:
        if len(line) >= LINE_LIMIT:
            return "long", f"its answer is longer than {LINE_LIMIT} bytes"
        until = time.monotonic() + END_SECONDS
        while not self.child.has_ended:
            if time.monotonic() > until:
                return "died", "it closed its output without an answer"
            time.sleep(0.01)
        self.close()
        code = self.child.wait()
        self._drain.join(END_SECONDS)  # wait until the last line of standard error has been read
        last = next((text for text in reversed(self._errors) if text.strip()), "")
        said = f"; its last line was {quote(last.strip(), 200)}" if last else ""
        return "died", f"its process ended ({how_ended(code)}){said}"

    def close(self) -> None:
        """End the process and the processes that it started, as `Child.end` does."""
        self.cpu()  # remembers the CPU time until now
        self._end()


def _talk(
    child: subprocess.Popen[bytes],
    asked: SimpleQueue[bytes],
    said: SimpleQueue[tuple[bytes, bytes]],
    before: tuple[bytes, ...] = (),
) -> None:
    """Send each question to the program, and put (answer, surplus) into `said`.

    The surplus is output that the program wrote before the question. An answer without a newline
    ends the conversation.
    """
    assert child.stdin is not None
    assert child.stdout is not None
    held, greeted = b"", False
    while question := asked.get():
        # Windows can't poll a pipe. On Windows, surplus output counts as the next answer.
        if greeted and os.name == "posix" and select.select([child.stdout], [], [], 0)[0]:
            held += os.read(child.stdout.fileno(), 2**16)
        if held:
            said.put((b"", held))
            break
        greeted = True  # the program may write a line before the first question
        try:
            # If the program has ended, its output may say why.
            with suppress(BrokenPipeError):
                child.stdin.write(question)
                child.stdin.flush()
            while not _end_of_answer(held, before) and len(held) < LINE_LIMIT:
                more = os.read(child.stdout.fileno(), 2**16)
                if not more:
                    break
                held += more
        except OSError:
            held = b""
        end = _end_of_answer(held, before)
        answer, held = (held[:end], held[end:]) if end else (held, b"")
        said.put((answer, b""))
        if not end:
            break
    for pipe in (child.stdin, child.stdout):
        with suppress(BrokenPipeError):  # raised if some input was never sent
            pipe.close()


def _end_of_answer(held: bytes, before: tuple[bytes, ...]) -> int:
    r"""Where the first line ends that does not begin with one of `before`, or 0 if it is missing.

    >>> _end_of_answer(b"kb A1\nopen B1\n", (b"kb ",)), _end_of_answer(b"kb A1\n", (b"kb ",))
    (14, 0)
    """
    start = 0
    while (end := held.find(b"\n", start)) >= 0:
        if not held.startswith(before, start):
            return end + 1
        start = end + 1
    return 0


def _drain(child: subprocess.Popen[bytes], errors: deque[str]) -> None:
    """Read standard error, so that writing to it never blocks, and keep the last lines."""
    assert child.stderr is not None
    with child.stderr as lines:
        while line := lines.readline(2000):
            errors.append(line.decode(errors="replace").rstrip("\n"))


def _end(child: Child, asked: SimpleQueue[bytes]) -> None:
    child.end()
    asked.put(b"")  # ends _talk
