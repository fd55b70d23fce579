"""The job queue: what reasons runs in processes of its own, with a limit of time and memory.

A position can be made hard on purpose, and a computation in a thread can't be stopped; a process
can. Workers (worker.py) read a JSON line and answer with JSON lines; how they come to be and end
is in process_pool.py.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sapper.errors import SapperError
from sapper.web.guard import Turns
from sapper.web.problems import TOO_MUCH, RefusedError, WorkerError
from sapper.web.process_pool import Worker, hire
from sapper.words import language

# A frame of the largest board is far below this.
LINE_LIMIT = 2**23

STOPPING = "the server is stopping: ask again when it is back"

log = logging.getLogger("sapper.web")


class JobQueue:
    """A few workers that answer one question at a time each; safe to use from many threads."""

    def __init__(self, workers: int = 2, seconds: float = 6.0, patience: float = 4.0) -> None:
        self.seconds = seconds
        self.patience = patience
        self._turns = Turns(workers)
        self._free: list[Worker] = []
        self._busy: set[Worker] = set()
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
        line, is_late = b"", False
        with self._turns.one(client, self.patience), self._worker() as worker:
            start = time.monotonic()
            question = {"task": task, "language": language(), **arguments}
            line, is_late = _exchange(worker, question, self.seconds)
            charge(time.monotonic() - start)
            if not line:  # dead or dying: the next question starts another one
                status = worker.end()
                if not is_late and not self._closing:
                    log.warning("a worker ended with status %d when asked to %s", status, task)
        if not line:
            if self._closing:
                raise RefusedError(503, STOPPING)
            if is_late:
                raise RefusedError(
                    422,
                    "this takes longer than {seconds:g} s: it was given up",
                    seconds=self.seconds,
                )
            raise RefusedError(422, TOO_MUCH)
        answer = json.loads(line)
        if "failed" in answer:
            raise WorkerError(f"{task} failed in a worker\n{answer['failed']}")
        if "refused" in answer:
            raise SapperError(answer["refused"])
        return answer["answer"]

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        """A worker for one question; it starts when it is needed, and a dead one is put away."""
        with self._lock:
            if self._closing:
                raise RefusedError(503, STOPPING)
            worker = self._free.pop() if self._free else None
        # A slow start is not the fault of a question: it is not part of its time.
        worker = worker or hire()
        with self._lock:
            self._busy.add(worker)
            is_closing = self._closing
        try:
            if is_closing:
                raise RefusedError(503, STOPPING)
            yield worker
        except BaseException:
            worker.end()  # nobody knows what it would say next
            raise
        finally:
            with self._lock:
                self._busy.discard(worker)
                is_kept = worker.status is None and not self._closing
                if is_kept:
                    self._free.append(worker)
            if not is_kept:
                worker.end()

    def close(self) -> None:
        """Stop the workers, also those that are busy: whoever waits for one is told so."""
        with self._lock:
            self._closing = True
            busy, free, self._free = list(self._busy), self._free, []
        for worker in busy:
            worker.hang_up()
        for worker in free:
            worker.end()


def _exchange(worker: Worker, message: dict[str, Any], seconds: float) -> tuple[bytes, bool]:
    """The line that a worker answers, empty if it has ended; whether its time was up."""
    until = time.monotonic() + seconds
    answer = bytearray()
    try:
        worker.line.settimeout(seconds)
        worker.line.sendall(json.dumps(message).encode() + b"\n")
        while not answer.endswith(b"\n"):
            worker.line.settimeout(max(0.001, until - time.monotonic()))
            part = worker.line.recv(2**16)
            if not part:
                return b"", False
            answer += part
    except TimeoutError:
        return b"", True
    except OSError:
        return b"", False
    return bytes(answer), False


@dataclass(slots=True, eq=False)
class Place:
    """A worker that is being watched; mutable."""

    address: str
    keeps: bool = False
    worker: Worker | None = None
    resting_since: float | None = None
    """when its client had enough for the moment"""
    taken: asyncio.Event = field(default_factory=asyncio.Event)
    """somebody else has it now"""

    def take(self) -> None:
        """End its work; whoever watched goes on with another worker when there is one."""
        self.taken.set()
        if self.worker is not None:
            self.worker.hang_up()


class Stage:
    """Workers for watching: a process for each agent that plays.

    When all places are taken, whoever has looked longest at what they have gives way to who comes,
    and then whoever has two more places than the other.
    """

    def __init__(self, most: int = 8, patience: float = 20.0) -> None:
        self.most = most
        self.patience = patience
        self._places: list[Place] = []
        self._ending: set[asyncio.Task[None]] = set()
        """tasks that nobody can cancel, as whoever watched can be"""

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
        hiring = asyncio.create_task(asyncio.to_thread(hire))
        try:
            place.worker = await asyncio.shield(hiring)
            lines, questions = await asyncio.open_connection(
                sock=place.worker.line, limit=LINE_LIMIT
            )
            question = {"language": language(), **request}
            questions.write(json.dumps(question).encode() + b"\n")
            try:
                yield lines, place
            finally:
                questions.transport.abort()
        finally:
            if place in self._places:
                self._places.remove(place)
            ending = asyncio.create_task(_end(hiring))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

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

    async def close(self) -> None:
        """Wait until all have ended."""
        await asyncio.gather(*self._ending)


async def _end(hiring: asyncio.Task[Worker]) -> None:
    """End a worker, also one that is not there yet."""
    with suppress(WorkerError):  # there is none; whoever asked for it was told
        worker = await hiring
        await asyncio.to_thread(worker.end)
