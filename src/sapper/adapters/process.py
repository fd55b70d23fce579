"""Runs a third-party agent in a separate process, with limits on its time and memory.

The agent gets the same random seed in every game, so the seed reveals nothing about the board.

The kind of an AgentError is one of these:

    raised    the agent raised an exception
    answer    its answer can't be read or played
    slow      it exceeded its time limit
    loops     it exceeded a multiple of its time limit (its patience)
    memory    it exceeded its memory limit
    died      its process ended
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from sapper.adapters.answer import Answer
from sapper.adapters.children import Child, how_ended
from sapper.adapters.names import EXEC, agent_file, command, split
from sapper.adapters.own_work import OWN_WORK, REFUSED
from sapper.agents import GlassBox
from sapper.core.files import read_regular
from sapper.core.grid import Cell
from sapper.core.view import Decision, View
from sapper.errors import SapperError, displayable, quote
from sapper.logic import KnowledgeBase

VERSION = 1
SECONDS = 10.0
"""the default limit on the CPU time of a decision, so that other programs don't matter"""
WALL = 60.0
"""A decision may take twice its CPU time and this many seconds, for agents that wait or sleep."""
MEMORY = 1024
"""the default memory limit, in MiB"""
START_SECONDS = 60.0
"""the limit on the CPU time until a process is ready; some agents load a network"""
END_SECONDS = 10.0
"""how long a process may take to end after it has closed its output"""
ANSWER_LIMIT = 2**20
"""the maximum length of an answer, in bytes"""

ENDED = ("slow", "loops", "memory", "died")
"""the kinds of errors after which the process is ended"""

_LIMITS = Path(__file__).with_name("limits.py")


class AgentError(SapperError):
    """A third-party agent failed.

    `decision` is 1 for the agent's first decision, 2 for the second and so on, or 0 if unknown.
    """

    def __init__(self, kind: str, words: str, decision: int = 0) -> None:
        super().__init__(words)
        self.kind = kind
        self.words = words
        self.decision = decision

    def __str__(self) -> str:
        return f"decision {self.decision}: {self.words}" if self.decision else self.words


@dataclass(frozen=True, slots=True)
class Limits:
    seconds: float = SECONDS
    """the CPU time of a decision"""
    memory: float = MEMORY
    """in MiB"""
    patience: float = 1.0
    """A decision is ended after this many times its CPU time. If it comes earlier, it is late."""
    sapper: bool = True
    """whether a Python agent may import Sapper's reasoning (see own_work.py)"""


def foreign_agent(name: str, seed: int = 0, **settings: Any) -> ForeignAgent:
    """A third-party agent, which runs in a separate process. The settings are those of `Limits`."""
    for key, value in settings.items():
        if key == "sapper":
            if not isinstance(value, bool):
                raise SapperError(f"sapper can't be {quote(str(value))}: use True or False")
            continue
        if key not in ("seconds", "memory", "patience"):
            raise SapperError(f"{quote(key)} is not a setting of {name}: use seconds or memory")
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1e6:
            raise SapperError(
                f"{key} can't be {quote(str(value))}: use a number above 0 and up to 1000000"
            )
    return ForeignAgent(name, seed, Limits(**settings))


class ForeignAgent(GlassBox):
    def __init__(self, name: str, seed: int, limits: Limits) -> None:
        self.name = name
        self._seed = seed
        self._session = _session(name, limits)
        self._cpu = self._session.cpu()
        self._session.holder = weakref.ref(self)
        self._decisions = 0
        self._mines: dict[Cell, None] = {}
        self.answer = Answer()
        """the latest answer"""
        self.late = False
        """whether the latest answer exceeded the time limit, but not the patience"""
        self.seconds = 0.0
        """the time spent waiting for answers"""

    @property
    def kb(self) -> KnowledgeBase | None:
        return None

    @property
    def mines(self) -> Sequence[Cell]:
        return tuple(self._mines)

    @property
    def peak(self) -> float | None:
        """The peak memory of the agent's process in MiB, or None if it is unknown."""
        return self._session.peak

    @property
    def cpu(self) -> float:
        """The CPU time of the agent in this game, or the waiting time on systems without /proc."""
        now = self._session.cpu()
        return self.seconds if now is None or self._cpu is None else now - self._cpu

    @property
    def refused(self) -> frozenset[str]:
        """The modules of Sapper that the agent's process was not allowed to import."""
        return frozenset(self._session.refused)

    def printed(self) -> list[str]:
        return self._session.printed()

    def choose(self, view: View) -> Decision | None:
        self._decisions += 1
        ask = f"position\n{view}"
        if self._decisions == 1:
            ask = f"level {view.level}\nseed {self._seed}\n{ask}"
        start = time.perf_counter()
        try:
            line = self._session.ask(ask)
            self.late = self._session.late
            try:
                self.answer = Answer.parse(line, view.grid)
                decision = self.answer.decision(view, displayable(self.name))
            except SapperError as problem:
                raise AgentError("answer", _it_answered(line, problem)) from None
            self._session.check_memory()
        except AgentError as problem:
            if problem.kind in ENDED:
                self._session.close()
            raise AgentError(problem.kind, problem.words, self._decisions) from None
        finally:
            self.seconds += time.perf_counter() - start
        self._mines |= dict.fromkeys((*self.answer.flags, *self.answer.mines))
        return decision


def _it_answered(line: str, problem: SapperError) -> str:
    words = str(problem)
    return words if words.startswith("it ") else f"it answered {quote(line)}: {words}"


class Session:
    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.limits = limits
        self.late = False
        self.refused: set[str] = set()
        self._last_cpu: float | None = None
        self.holder: weakref.ref[ForeignAgent] | None = None
        self._errors: deque[str] = deque(maxlen=100)
        same = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
        try:
            self._process = Child(_command(name, limits), same)
        except OSError as problem:
            raise SapperError(f"can't start {name}: {problem.strerror}") from None
        self._asked: SimpleQueue[bytes] = SimpleQueue()
        self._said: SimpleQueue[tuple[bytes, bytes]] = SimpleQueue()
        self._end = weakref.finalize(self, _end, self._process, self._asked)
        drain = (self._process, self._errors)
        self._drain = threading.Thread(target=_drain, args=drain, daemon=True)
        self._drain.start()
        talk = (self._process, self._asked, self._said)
        threading.Thread(target=_talk, args=talk, daemon=True).start()
        try:
            said = self.ask(f"sapper {VERSION}\n", Limits(START_SECONDS))
        except AgentError as problem:
            self.close()
            why = f"it never said `ready`: {problem.words}"
            if problem.kind == "slow":
                why = f"it did not say `ready` (does it flush its output?): {problem.words}"
            raise SapperError(f"{name} can't play: {why}") from None
        word, _, rest = said.partition(" ")
        if word != "ready":
            self.close()
            why = rest if word == "refused" else f"it answered {quote(said)}, not `ready`"
            raise SapperError(f"{name} can't play: {why}")

    @property
    def alive(self) -> bool:
        return self._end.alive and not self._process.has_ended

    @property
    def free(self) -> bool:
        return self.holder is None or self.holder() is None

    @property
    def peak(self) -> float | None:
        return self._memory().get("VmHWM")

    def check_memory(self) -> None:
        """Raise AgentError if memory, including shared memory, exceeds the limit."""
        held = self._memory()
        used = held.get("RssAnon", 0.0) + held.get("RssShmem", 0.0)
        most = self.limits.memory
        if used > most:
            raise AgentError("memory", f"it needs more than {most:g} MiB: it uses {used:.0f}")

    def _memory(self) -> dict[str, float]:
        """The memory use of the process in MiB.

        The dictionary is empty on systems without /proc.
        """
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        except (OSError, UnicodeError):
            return {}
        rows = [line.split() for line in status.splitlines() if line.endswith(" kB")]
        return {row[0].rstrip(":"): int(row[1]) / 1024 for row in rows}

    def printed(self) -> list[str]:
        """The lines that the agent wrote to standard error since the last call (at most 100)."""
        lines = []
        while self._errors:  # another thread may add lines
            lines.append(self._errors.popleft())
        return lines

    def cpu(self) -> float | None:
        """The CPU time of the process in seconds, or None on systems without /proc."""
        if self._end.alive:
            self._last_cpu = self._process.cpu()
        return self._last_cpu

    def ask(self, text: str, limits: Limits | None = None) -> str:
        if not self._end.alive:  # nobody would answer
            raise AgentError("died", "its process was ended")
        self._asked.put(text.encode())
        line, surplus = self._answer(limits or self.limits)
        if surplus:
            self.close()  # no more questions can be asked
            said = surplus.decode(errors="replace").strip().partition("\n")[0]
            raise AgentError("answer", f"it wrote a line without being asked: {quote(said)}")
        if not line.endswith(b"\n"):
            raise self._death(line)
        said = line.decode(errors="replace").strip()
        word, _, rest = said.partition(" ")
        if word == REFUSED:
            names, _, said = rest.partition(" ")
            self.refused.update(names.split(","))
            word, _, rest = said.partition(" ")
        match word:
            case "raised":
                raise AgentError("raised", f"it raised {rest}")
            case "memory":
                most = self.limits.memory
                raise AgentError("memory", f"it needs more than {most:g} MiB: {rest}")
            case "error":
                raise AgentError("answer", rest)
        return said

    def _answer(self, limits: Limits) -> tuple[bytes, bytes]:
        """Wait for an answer, and set `late`.

        CPU time is measured only if the answer does not come at once, and counts from then on.
        """
        limit, most = limits.seconds, limits.seconds * limits.patience
        wall = WALL + 2 * most
        start = time.monotonic()
        step = max(limit / 10, 0.02)
        before: float | None = None
        used = waited = 0.0
        while True:
            try:
                # Processes that the agent started may keep the pipe open after the agent has ended,
                # so don't wait for the pipe.
                found = self._said.get(timeout=step)
            except Empty:
                found = None
            waited = time.monotonic() - start
            if found is None or before is not None:
                now = self._process.cpu(everyone=True)
                before = now if before is None else before
                used = waited if now is None or before is None else max(used, now - before)
            self.late = used > limit
            if found is not None and (not self.late or limits.patience > 1):
                return found
            if used > most:
                kind = "loops" if limits.patience > 1 else "slow"
                raise AgentError(kind, f"it needed more than {most:g} s of CPU time")
            if waited > wall:
                raise AgentError("slow", f"it did not answer within {wall:g} s")

    def _death(self, line: bytes) -> AgentError:
        if len(line) >= ANSWER_LIMIT:
            return AgentError("died", f"its answer is longer than {ANSWER_LIMIT} bytes")
        until = time.monotonic() + END_SECONDS
        while not self._process.has_ended:
            if time.monotonic() > until:
                return AgentError("died", "it closed its output without an answer")
            time.sleep(0.01)
        self.close()
        code = self._process.wait()
        self._drain.join(END_SECONDS)  # wait until the last line of standard error has been read
        last = next((text for text in reversed(self._errors) if text.strip()), "")
        said = f"; its last line was {quote(last.strip(), 200)}" if last else ""
        return AgentError("died", f"its process ended ({how_ended(code)}){said}")

    def close(self) -> None:
        """End the process and the processes that it started, as `Child.end` does."""
        self._end()


def _command(name: str, limits: Limits) -> list[str]:
    memory = str(int(limits.memory))
    if name.startswith(EXEC):
        return [sys.executable, "-I", str(_LIMITS), memory, *command(name)]
    path, _ = split(name)
    try:
        read_regular(path, 0)
    except OSError as problem:
        raise SapperError(f"can't read {path}: {problem.strerror}") from None
    own_work = [] if limits.sapper else [OWN_WORK]
    return [sys.executable, "-m", "sapper.adapters.child", name, memory, *own_work]


def _talk(
    process: subprocess.Popen[bytes],
    asked: SimpleQueue[bytes],
    said: SimpleQueue[tuple[bytes, bytes]],
) -> None:
    """Send each question to the agent, and put (answer, surplus) into `said`.

    The surplus is output that the agent wrote before the question. An answer without a newline ends
    the conversation.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    held, greeted = b"", False
    while question := asked.get():
        # Windows can't poll a pipe. On Windows, surplus output counts as the next answer.
        if greeted and os.name == "posix" and select.select([process.stdout], [], [], 0)[0]:
            held += os.read(process.stdout.fileno(), 2**16)
        if held:
            said.put((b"", held))
            break
        greeted = True  # the agent may write `ready` before the first question
        try:
            # If the agent has ended, its output may say why.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(question)
                process.stdin.flush()
            while b"\n" not in held and len(held) < ANSWER_LIMIT:
                more = os.read(process.stdout.fileno(), 2**16)
                if not more:
                    break
                held += more
        except OSError:
            held = b""
        line, end, held = held.partition(b"\n")
        said.put((line + end, b""))
        if not end:
            break
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(BrokenPipeError):  # raised if some input was never sent
            pipe.close()


def _drain(process: subprocess.Popen[bytes], errors: deque[str]) -> None:
    """Read standard error, so that writing to it never blocks, and keep the last lines."""
    assert process.stderr is not None
    with process.stderr as lines:
        while line := lines.readline(2000):
            errors.append(line.decode(errors="replace").rstrip("\n"))


def _end(process: Child, asked: SimpleQueue[bytes]) -> None:
    process.end()
    asked.put(b"")  # ends _talk


IDLE = 4
"""the maximum number of idle processes kept for later games"""

_sessions: dict[tuple[str, int, Limits], list[Session]] = {}
_lock = threading.Lock()


def end_idle() -> None:
    with _lock:
        for known in _sessions.values():
            for session in known:
                if session.free:
                    session.close()


def _session(name: str, limits: Limits) -> Session:
    file = agent_file(name)
    # If the file has changed, start a new process instead of reusing the old one.
    changed = 0 if file is None else file.stat().st_mtime_ns
    key = name, changed, limits
    with _lock:
        for known in _sessions.values():
            known[:] = [session for session in known if session.alive]
        for session in _sessions.setdefault(key, []):
            if session.free:
                return session
        idle = [session for known in _sessions.values() for session in known if session.free]
        for session in idle[: max(0, len(idle) - IDLE)]:
            session.close()
        _sessions[key].append(Session(name, limits))
        return _sessions[key][-1]
