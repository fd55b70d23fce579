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

import sys
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sapper.adapters.answer import Answer
from sapper.adapters.clauses import KB, ShownKb, read_kb
from sapper.adapters.names import EXEC, agent_file, command, is_program, split
from sapper.adapters.own_work import IMPORTS, OWN_WORK
from sapper.agents import GlassBox
from sapper.core.files import read_regular
from sapper.core.grid import Cell
from sapper.core.view import Decision, View
from sapper.errors import SapperError, displayable, quote
from sapper.logic import KnowledgeBase
from sapper.processes.programs import Child, ChildError, Conversation

VERSION = 1
SECONDS = 10.0
"""the default limit on the CPU time of a decision, so that other programs don't matter"""
WALL = 60.0
"""A decision may take twice its CPU time and this many seconds, for agents that wait or sleep."""
MEMORY = 1024
"""the default memory limit, in MiB"""
START_SECONDS = 60.0
"""the limit on the CPU time until a process is ready; some agents load a network"""

ENDED = ("slow", "loops", "memory", "died")
"""the kinds of errors after which the process is ended"""


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
class AgentLimits:
    seconds: float = SECONDS
    """the CPU time of a decision"""
    memory: float = MEMORY
    """in MiB"""
    patience: float = 1.0
    """A decision is ended after this many times its CPU time. If it comes earlier, it is late."""
    sapper: bool = True
    """whether a Python agent may import Sapper's reasoning (see own_work.py)"""
    kb: bool = False
    """whether to read the knowledge base that the agent shows (see clauses.py)"""


SWITCHES = ("sapper", "kb")
"""the settings that are True or False"""


def foreign_agent(name: str, seed: int = 0, **settings: Any) -> ForeignAgent:
    """A third-party agent in a separate process. The settings are those of `AgentLimits`."""
    for key, value in settings.items():
        if key in SWITCHES:
            if not isinstance(value, bool):
                raise SapperError(f"{key} can't be {quote(str(value))}: use True or False")
            continue
        if key not in ("seconds", "memory", "patience"):
            raise SapperError(f"{quote(key)} is not a setting of {name}: use seconds or memory")
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1e6:
            raise SapperError(
                f"{key} can't be {quote(str(value))}: use a number above 0 and up to 1000000"
            )
    return ForeignAgent(name, seed, AgentLimits(**settings))


class ForeignAgent(GlassBox):
    def __init__(self, name: str, seed: int, limits: AgentLimits) -> None:
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
        self.shown: ShownKb | None = None
        """the knowledge base that the agent showed with the latest answer, if it did"""
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
    def sapper(self) -> frozenset[str]:
        """The modules of Sapper's reasoning that the agent imported or tried to import."""
        return frozenset(self._session.sapper)

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
            if self._session.limits.kb:
                self.shown = read_kb(self._session.kb, view.grid)
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
    def __init__(self, name: str, limits: AgentLimits) -> None:
        self.name = name
        self.limits = limits
        self.sapper: set[str] = set()
        self.holder: weakref.ref[ForeignAgent] | None = None
        same = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
        try:
            words, folder = _command(name, limits)
            self.child = Child(words, memory=int(limits.memory), variables=same, folder=folder)
        except OSError as problem:
            raise SapperError(f"can't start {name}: {problem.strerror}") from None
        self.kb: list[str] = []
        """the lines of clauses before the latest answer"""
        self._talk = Conversation(self.child, (f"{KB} ".encode(), f"{KB}\n".encode()))
        try:
            said = self.ask(f"sapper {VERSION}\n", AgentLimits(START_SECONDS))
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
        return self._talk.is_open

    @property
    def free(self) -> bool:
        return self.holder is None or self.holder() is None

    @property
    def peak(self) -> float | None:
        return self.child.memory.get("VmHWM")

    def check_memory(self) -> None:
        """Raise AgentError if memory, including shared memory, exceeds the limit."""
        held = self.child.memory
        used = held.get("RssAnon", 0.0) + held.get("RssShmem", 0.0)
        most = self.limits.memory
        if used > most:
            raise AgentError("memory", f"it needs more than {most:g} MiB: it uses {used:.0f}")

    def printed(self) -> list[str]:
        return self._talk.printed()

    def cpu(self) -> float | None:
        return self._talk.cpu()

    @property
    def late(self) -> bool:
        return self._talk.late

    def ask(self, text: str, limits: AgentLimits | None = None) -> str:
        limits = limits or self.limits
        wall = WALL + 2 * limits.seconds * limits.patience
        try:
            said = self._talk.ask(text, limits.seconds, wall, limits.patience)
        except ChildError as problem:
            kind = {"early": "answer", "long": "died"}.get(problem.kind, problem.kind)
            raise AgentError(kind, str(problem)) from None
        *self.kb, said = said.split("\n")
        word, _, rest = said.partition(" ")
        if word == IMPORTS:
            names, _, said = rest.partition(" ")
            self.sapper.update(names.split(","))
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

    def close(self) -> None:
        self._talk.close()


def _command(name: str, limits: AgentLimits) -> tuple[list[str], str | None]:
    if not name.startswith(EXEC):
        path, _ = split(name)
        try:
            read_regular(path, 0)
        except OSError as problem:
            raise SapperError(f"can't read {path}: {problem.strerror}") from None
    if is_program(name):
        words, folder = command(name)
        return words, None if folder is None else str(folder)
    options = [OWN_WORK] * (not limits.sapper) + [f"--{KB}"] * limits.kb
    return [sys.executable, "-m", "sapper.adapters.child", name, *options], None


IDLE = 4
"""the maximum number of idle processes kept for later games"""

_sessions: dict[tuple[str, int, AgentLimits], list[Session]] = {}
_lock = threading.Lock()


def end_idle() -> None:
    with _lock:
        for known in _sessions.values():
            for session in known:
                if session.free:
                    session.close()


def _session(name: str, limits: AgentLimits) -> Session:
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
