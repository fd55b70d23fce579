"""Analyst: what reasons runs in processes of its own, with a limit of time and memory.

A position can be made hard on purpose, and a computation in a thread can't be stopped; a process
can. Workers (worker.py) read a JSON line and answer with JSON lines. They end with the server,
however it ends: their input is closed then.
"""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sapper.grid import SapperError
from sapper.web.guard import Turns
from sapper.web.problems import RefusedError, WorkerError

# Those who play come before those who think, from the start: to import it all takes a second.
START = "import os; hasattr(os, 'nice') and os.nice(10); from sapper.web.worker import main; main()"
COMMAND = (sys.executable, "-c", START)

# A frame of the largest board is far below this.
LINE_LIMIT = 2**23

START_SECONDS = 60.0

TOO_MUCH = "this needs more memory than is allowed: it was given up"
STOPPING = "the server is stopping: ask again when it is back"

log = logging.getLogger("sapper.web")


class Analyst:
    """A few workers that answer one question at a time each; safe to use from many threads."""

    def __init__(self, workers: int = 2, seconds: float = 6.0, patience: float = 4.0) -> None:
        self.seconds = seconds
        self.patience = patience
        self._turns = Turns(workers)
        self._free: list[subprocess.Popen[str]] = []
        self._busy: set[subprocess.Popen[str]] = set()
        self._starter = ThreadPoolExecutor(1, "starter")
        """one thread that stays: Linux ends a worker with the thread that started it"""
        self._closing = False
        self._lock = threading.Lock()

    def ask(
        self,
        task: str,
        charge: Callable[[float], None] = lambda _: None,
        *,
        client: str = "",
        **arguments: Any,
    ) -> Any:
        """The answer of a task of worker.py; RefusedError when it takes too long.

        `charge` is told how many seconds a worker was busy with it. When many wait, that client
        comes first whose questions took least of late.
        """
        line, is_late = "", False
        with self._turns.one(client, self.patience), self._worker() as worker:
            start = time.monotonic()
            line, is_late = _exchange(worker, {"task": task, **arguments}, self.seconds)
            charge(time.monotonic() - start)
            if not line:  # dead or dying: the next question starts another one
                status = _end(worker)
                if not is_late and not self._closing:
                    log.warning("a worker ended with status %d when asked to %s", status, task)
        if not line:
            if self._closing:
                raise RefusedError(503, STOPPING)
            if is_late:
                raise RefusedError(
                    422, f"this takes longer than {self.seconds:g} s: it was given up"
                )
            raise RefusedError(422, TOO_MUCH)
        answer = json.loads(line)
        if "failed" in answer:
            raise WorkerError(f"{task} failed in a worker\n{answer['failed']}")
        if "refused" in answer:
            raise SapperError(answer["refused"])
        return answer["answer"]

    @contextmanager
    def _worker(self) -> Iterator[subprocess.Popen[str]]:
        """A worker for one question; it starts when it is needed, and a dead one is put away."""
        with self._lock:
            if self._closing:
                raise RefusedError(503, STOPPING)
            worker = self._free.pop() if self._free else None
        if worker is None:
            worker = self._started()
        with self._lock:
            self._busy.add(worker)
        try:
            yield worker
        except BaseException:
            _end(worker)  # nobody knows what it would say next
            raise
        finally:
            with self._lock:
                self._busy.discard(worker)
                is_kept = worker.returncode is None and not self._closing
                if is_kept:
                    self._free.append(worker)
            if not is_kept and worker.returncode is None:
                _end(worker)

    def _started(self) -> subprocess.Popen[str]:
        """A worker that is ready to be asked: a slow start is not the fault of a question."""
        pipe = subprocess.PIPE

        def start() -> subprocess.Popen[str]:
            # A session of its own: Ctrl-C is for the server, and workers end with it.
            return subprocess.Popen(
                COMMAND, stdin=pipe, stdout=pipe, text=True, start_new_session=True
            )

        with self._lock:
            if self._closing:
                raise RefusedError(503, STOPPING)
            worker = self._starter.submit(start).result()
            self._busy.add(worker)
        line, _ = _exchange(worker, {"task": "ready"}, START_SECONDS)
        if line:
            return worker
        status = _end(worker)
        with self._lock:
            self._busy.discard(worker)
        if self._closing:
            raise RefusedError(503, STOPPING)
        raise WorkerError(f"a worker ended with status {status} before it was asked anything")

    def close(self) -> None:
        """Stop the workers, also those that are busy: whoever waits for one is told so."""
        with self._lock:
            self._closing = True
            busy, free, self._free = list(self._busy), self._free, []
        for worker in busy:
            worker.kill()
        for worker in free:
            _end(worker)
        self._starter.shutdown(wait=False)


def _end(worker: subprocess.Popen[str]) -> int:
    """End a worker, if it has not ended by itself; its exit status."""
    worker.kill()
    worker.communicate()
    return worker.returncode


def _exchange(
    worker: subprocess.Popen[str], message: dict[str, Any], seconds: float
) -> tuple[str, bool]:
    """The line that a worker answers, empty if it has ended; whether its time was up."""
    late = threading.Event()

    def stop() -> None:
        late.set()
        worker.kill()

    assert worker.stdin is not None
    assert worker.stdout is not None
    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        worker.stdin.write(json.dumps(message) + "\n")
        worker.stdin.flush()
        return worker.stdout.readline(), late.is_set()
    except BrokenPipeError:
        return "", late.is_set()
    finally:
        timer.cancel()


@dataclass(slots=True, eq=False)
class Place:
    """A worker that is being watched; mutable."""

    address: str
    keeps: bool = False
    process: asyncio.subprocess.Process | None = None
    resting_since: float | None = None
    """when its client had enough for the moment"""
    taken: asyncio.Event = field(default_factory=asyncio.Event)
    """somebody else has it now"""

    def take(self) -> None:
        """End its work; whoever watched goes on with another worker when there is one."""
        self.taken.set()
        if self.process is not None and self.process.returncode is None:
            self.process.kill()


class Stage:
    """Workers for watching: a process for each agent that plays, and one warm in the wings.

    When all places are taken, whoever has looked longest at what they have gives way to who comes,
    and then whoever has two more places than the other.
    """

    def __init__(self, most: int = 8, patience: float = 20.0) -> None:
        self.most = most
        self.patience = patience
        self._places: list[Place] = []
        self._spare: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._ending: set[asyncio.Task[tuple[bytes, bytes]]] = set()

    def prepare(self) -> None:
        """Have a worker ready for the next one who watches."""
        if self._spare is None:
            self._spare = asyncio.create_task(_start())

    @asynccontextmanager
    async def worker(
        self, address: str, *, patient: bool = False, keeps: bool = False, **request: Any
    ) -> AsyncIterator[tuple[asyncio.StreamReader, Place]]:
        """The lines that a worker answers to a request; it ends with the block.

        Whoever is patient waits for a place, where others are refused; whoever keeps it never
        gives way.
        """
        place = Place(address, keeps)
        await self._enter(place, self.patience if patient else 0.0)
        try:
            self.prepare()
            spare, self._spare = self._spare, None
            assert spare is not None
            place.process = process = await spare
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(request).encode() + b"\n")
            with suppress(ConnectionError):  # then it has no lines
                await process.stdin.drain()
            yield process.stdout, place
        finally:
            if place in self._places:
                self._places.remove(place)
            if place.process is not None:
                self._stop(place.process)

    async def _enter(self, place: Place, patience: float) -> None:
        until = time.monotonic() + patience
        while len(self._places) >= self.most:
            victim = self._victim(place.address)
            if victim is not None:
                self._places.remove(victim)
                self._places.append(place)  # before another one comes
                victim.take()
                return
            if time.monotonic() >= until:
                raise RefusedError(429, "too many agents are being watched: try again in a moment")
            await asyncio.sleep(0.25)
        self._places.append(place)

    def _victim(self, address: str) -> Place | None:
        ready = [place for place in self._places if not place.keeps]
        resting = [place for place in ready if place.resting_since is not None]
        if resting:
            return min(resting, key=lambda place: place.resting_since or 0.0)
        counts = Counter(place.address for place in ready)
        largest, count = max(counts.items(), key=lambda one: one[1], default=("", 0))
        if count < counts[address] + 2:
            return None
        return next(place for place in reversed(ready) if place.address == largest)

    def _stop(self, process: asyncio.subprocess.Process) -> None:
        """End a worker now; its remains are cleared away by a task that nobody can cancel."""
        if process.returncode is None:
            process.kill()
        task = asyncio.create_task(process.communicate())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Stop the worker in the wings, and wait until all have ended."""
        if self._spare is not None:
            self._stop(await self._spare)
            self._spare = None
        await asyncio.gather(*self._ending)


async def _start() -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *COMMAND, stdin=pipe, stdout=pipe, limit=LINE_LIMIT, start_new_session=True
    )
