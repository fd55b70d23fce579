"""Runs tasks in worker processes, with limits on time and memory.

The workers are processes and not threads, because a thread that takes too long can't be stopped. A
worker (worker.py) reads its task as a line of JSON, and answers with lines of JSON.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sapper.web.guard import FairQueue, Usage
from sapper.web.problems import RefusedError, worker_problem
from sapper.web.process_pool import TOO_MUCH, Worker, WorkerError, hire
from sapper.words import language

# The maximum length of a line in bytes, far more than a frame of the largest board needs.
LINE_LIMIT = 2**23

STOPPING = "the server is stopping: try again when it is back"

log = logging.getLogger("sapper.web")


class JobQueue:
    """Worker processes, each of which does one task at a time. Many threads may share a queue."""

    def __init__(self, workers: int = 2, seconds: float = 6.0, patience: float = 4.0) -> None:
        self.seconds = seconds
        self.patience = patience
        self._turns = FairQueue(workers)
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
        """Run a task of tasks/, and call `charge` with the seconds that the worker was busy.

        Raises a RefusedError if the task takes too long.
        """
        line, is_late = b"", False
        with self._turns.one(client, self.patience), self._worker() as worker:
            start = time.monotonic()
            question = {"task": task, "language": language(), **arguments}
            line, is_late = _exchange(worker, question, self.seconds)
            charge(time.monotonic() - start)
            if not line:  # the worker is dead; the next task starts a new one
                status = worker.end()
                if not is_late and not self._closing:
                    log.warning("a worker ended with status %d during %s", status, task)
        if not line:
            if self._closing:
                raise RefusedError(503, STOPPING)
            if is_late:
                raise RefusedError(
                    422,
                    "the calculation took longer than {seconds:g} s and was stopped",
                    seconds=self.seconds,
                )
            raise RefusedError(422, TOO_MUCH)
        answer = json.loads(line)
        if "answer" not in answer:
            raise worker_problem(line, f"{task} failed in a worker")
        return answer["answer"]

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        with self._lock:
            if self._closing:
                raise RefusedError(503, STOPPING)
            worker = self._free.pop() if self._free else None
        worker = worker or hire()
        with self._lock:
            self._busy.add(worker)
            is_closing = self._closing
        try:
            if is_closing:
                raise RefusedError(503, STOPPING)
            yield worker
        except BaseException:
            worker.end()  # the worker may still be busy
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
        with self._lock:
            self._closing = True
            busy, free, self._free = list(self._busy), self._free, []
        for worker in busy:
            worker.hang_up()
        for worker in free:
            worker.end()


class Background:
    """Work that nobody waits for, one piece at a time (thread-safe).

    The client whose recent work took the least time comes first.
    """

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "background")
        self._usage = Usage()
        self._waiting: list[tuple[str, Callable[[], None], Future[None]]] = []
        self._lock = threading.Lock()

    def submit(self, client: str, work: Callable[[], None]) -> Future[None]:
        done: Future[None] = Future()
        with self._lock:
            self._waiting.append((client, work, done))
        self.thread.submit(self._do_next)
        return done

    def _do_next(self) -> None:
        with self._lock:
            if not self._waiting:
                return  # the queue was closed
            one = min(self._waiting, key=lambda waiting: self._usage.of(waiting[0]))
            self._waiting.remove(one)
        client, work, done = one
        start = time.monotonic()
        try:
            work()
        except Exception:
            log.exception("work in the background failed")
        finally:
            with self._lock:
                self._usage.add(client, time.monotonic() - start)
            done.set_result(None)

    def close(self) -> None:
        """Finish the current piece of work, and drop the others."""
        with self._lock:
            dropped, self._waiting = self._waiting, []
        for _, _, done in dropped:
            done.cancel()
            done.set_running_or_notify_cancel()  # wakes threads that wait for it
        self.thread.shutdown(cancel_futures=True)


def _exchange(worker: Worker, message: dict[str, Any], seconds: float) -> tuple[bytes, bool]:
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
class WatchPlace:
    """A place for one viewer of an agent, with the viewer's worker."""

    address: str
    keeps: bool = False
    worker: Worker | None = None
    resting_since: float | None = None
    """when its client stopped asking for frames"""
    taken: asyncio.Event = field(default_factory=asyncio.Event)
    """set when another client has got the place"""

    def take(self) -> None:
        self.taken.set()
        if self.worker is not None:
            self.worker.hang_up()


class WatchPlaces:
    """Workers for agents that play live: one process for each agent.

    When all places are taken, a new viewer gets the place of the viewer that has been idle longest.
    If no viewer is idle, the address with the most places loses one, but only if it has at least
    two more places than the address of the new viewer.
    """

    def __init__(self, most: int = 8, patience: float = 20.0) -> None:
        self.most = most
        self.patience = patience
        self._places: list[WatchPlace] = []
        self._ending: set[asyncio.Task[None]] = set()
        """tasks that end workers, kept here so that cancelling a viewer does not cancel them"""

    @asynccontextmanager
    async def worker(
        self, address: str, *, patient: bool = False, keeps: bool = False, **request: Any
    ) -> AsyncIterator[tuple[asyncio.StreamReader, WatchPlace]]:
        """Start a worker, and yield a reader for its answers and the viewer's `WatchPlace`.

        If `patient` is true, wait for a free place. If `keeps` is true, no other viewer can get the
        place.
        """
        place = WatchPlace(address, keeps)
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

    async def _enter(self, place: WatchPlace, patience: float) -> None:
        until = time.monotonic() + patience
        while len(self._places) >= self.most:
            victim = self._victim(place.address)
            if victim is not None:
                self._places.remove(victim)
                # Take over the place immediately, before another request can run.
                self._places.append(place)
                victim.take()
                return
            if time.monotonic() >= until:
                raise RefusedError(429, "too many agents are being watched: try again in a moment")
            await asyncio.sleep(0.25)
        self._places.append(place)

    def _victim(self, address: str) -> WatchPlace | None:
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
        await asyncio.gather(*self._ending)


async def _end(hiring: asyncio.Task[Worker]) -> None:
    with suppress(WorkerError):  # the worker did not start
        worker = await hiring
        await asyncio.to_thread(worker.end)
