"""Plays blocks of games in this process, in several processes, or on a Dask cluster.

The results are the same wherever a block is played, but they may arrive in any order. Worker
processes don't run the user's script, so the script needs no `if __name__ == "__main__"`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import Pipe, active_children, connection, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar
from uuid import uuid4

from sapper.errors import SapperError, quote
from sapper.extras import install
from sapper.interrupt import hold_interrupt
from sapper.processes.functions import (
    SpawnedContext,
    end,
    ensure_tracker,
    follow_parent,
    start,
    stop_signal,
)
from sapper.processes.limits import hide_memory
from sapper.processes.programs import how_ended

B = TypeVar("B")
R = TypeVar("R")

DEATHS = 3
"""A pool whose process died is replaced at most this many times, as a block may kill every pool."""

TIMEOUT = "10s"
"""the time allowed for a Dask scheduler to answer"""

GRACE = 10.0
"""seconds allowed for a process to end when its work is done"""

LOOK = 1.0
"""seconds without a result before we check whether an agent has stopped its process (SIGSTOP)"""

RESUME = "the games played so far are kept: resume to continue"


def here(play: Callable[[B], R], blocks: Iterable[B]) -> Generator[tuple[B, R], None, None]:
    for block in blocks:
        yield block, play(block)


def in_processes(
    play: Callable[[B], R], blocks: Iterable[B], jobs: int, advice: str = ""
) -> Generator[tuple[B, R], None, None]:
    """Play in `jobs` processes.

    If a process dies, new processes play the blocks that have no result yet. If processes die too
    often, a SapperError is raised, whose message ends with `advice`.
    """
    todo = list(blocks)
    for _ in range(DEATHS + 1):
        # Compare blocks by id, because they contain arrays, for which == does not work.
        left = {id(block): block for block in todo}
        try:
            for block, result in _in_pool(play, todo, jobs):
                del left[id(block)]
                yield block, result
            return
        except BrokenProcessPool:
            todo = list(left.values())
    raise SapperError(f"worker processes died {DEATHS + 1} times (out of memory?){advice}")


def in_order(
    blocks: Iterable[B], results: Generator[tuple[B, R], None, None]
) -> Generator[tuple[B, R], None, None]:
    early: dict[int, R] = {}
    due = iter(blocks)
    awaited = next(due, None)
    with closing(results):
        for block, result in results:
            early[id(block)] = result
            while awaited is not None and id(awaited) in early:
                yield awaited, early.pop(id(awaited))
                awaited = next(due, None)


def _in_pool(play: Callable[[B], R], blocks: list[B], jobs: int) -> Iterator[tuple[B, R]]:
    ensure_tracker()
    others = set(active_children())
    pool = ProcessPoolExecutor(min(jobs, len(blocks)), SpawnedContext(), initializer=follow_parent)
    waiting = iter(blocks)
    running: dict[Future[R], B] = {}
    try:
        while True:
            while len(running) < 2 * jobs and (block := next(waiting, None)) is not None:
                with hold_interrupt():  # `submit` may start a process
                    running[pool.submit(play, block)] = block
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BaseException:
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Ended:
    code: int | None
    """the exit code, or the negative signal number; None if the process sent unreadable data"""

    @property
    def how(self) -> str:
        return "it sent unreadable data" if self.code is None else how_ended(self.code)


def each_apart(
    play: Callable[[B], Iterable[R]], blocks: Sequence[B], jobs: int
) -> Iterator[tuple[B, R | Ended]]:
    """Play each block in a separate process, with up to `jobs` processes at a time.

    Yield each result as soon as it arrives. If a process ends early, yield an `Ended`.
    """
    waiting = list(blocks)
    running: dict[Connection, tuple[B, BaseProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                ours, theirs = Pipe(duplex=False)
                process = start(_play_apart, play, waiting[0], theirs)
                theirs.close()  # otherwise, `recv` would not notice the end of the process
                running[ours] = waiting.pop(0), process
            ready = connection.wait(list(running), LOOK)
            for pipe, (block, process) in list(running.items()):
                stopped = 0 if pipe in ready else stop_signal(process)
                if pipe not in ready and not stopped:
                    continue
                try:
                    result = Ended(-stopped) if stopped else pipe.recv()
                except EOFError:
                    process.join(GRACE)
                    result = Ended(process.exitcode)
                except Exception:  # an agent run as root can write to any pipe
                    result = Ended(None)
                if isinstance(result, SapperError):
                    raise result
                if result is not None:
                    yield block, result
                if result is None or isinstance(result, Ended):
                    if result is None:
                        process.join(GRACE)  # give the process time to stop its agents
                    del running[pipe]
                    _stop(process, pipe)
    finally:
        for pipe, (_, process) in running.items():
            _stop(process, pipe)


def _stop(process: BaseProcess, pipe: Connection) -> None:
    end(process)
    pipe.close()


def _play_apart(play: Callable[[B], Iterable[R]], block: B, pipe: Connection) -> None:
    follow_parent()
    hide_memory()
    if os.name == "posix" and (tracker := resource_tracker.getfd()) is not None:
        # This process does not need the tracker, and an agent run as root could write to it.
        os.close(tracker)
    try:
        for result in play(block):
            pipe.send(result)
        pipe.send(None)
    except SapperError as problem:
        pipe.send(problem)


def on_cluster(
    play: Callable[[B], R], blocks: Iterable[B], cluster: str
) -> Generator[tuple[B, R], None, None]:
    """Play on a Dask cluster.

    `cluster` is the address of a scheduler, or `local:N` for N workers on this machine.
    """
    dask = import_distributed()
    with _client(dask, cluster) as client:
        run = uuid4().hex  # a new name, so that Dask does not reuse earlier results
        futures = {
            client.submit(play, block, key=f"sapper-{run}-{number}", pure=False, retries=1): block
            for number, block in enumerate(blocks)
        }
        try:
            for future in dask.as_completed(list(futures), loop=client.loop):
                yield futures.pop(future), _result(dask, future, cluster)
                future.release()
        finally:
            for future in futures:
                future.release()


LEAN = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
}
"""Settings that make Dask monitor itself less, which saves a few percent of a worker's time."""


def import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise SapperError(f"a cluster needs Dask: {install('cluster')}") from None
    return distributed


def check_cluster(cluster: str) -> None:
    if not re.fullmatch(r"local:[1-9]\d{0,3}|(tcp|tls|ws|wss|ucx)://\S+", cluster):
        raise SapperError(
            f"{quote(cluster)} is not a cluster: use local:4, or a scheduler like tcp://host:8786"
        )
    import_distributed()


@contextmanager
def _client(dask: Any, cluster: str) -> Iterator[Any]:
    kind, _, count = cluster.partition(":")
    if kind == "local":
        with import_module("dask.config").set(LEAN):
            workers = dask.LocalCluster(
                n_workers=int(count),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs="CRITICAL",
            )
        with closing(workers), closing(dask.Client(workers, set_as_default=False)) as client:
            yield client
        return
    try:
        client = dask.Client(cluster, timeout=TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise SapperError(f"no Dask scheduler answers at {cluster}") from None
    with client:
        yield client


def _result(dask: Any, future: Any, cluster: str) -> Any:
    try:
        return future.result()
    except SapperError:
        raise
    except dask.KilledWorker:
        raise SapperError(f"a block killed every worker that tried it; {RESUME}") from None
    except (CancelledError, OSError, TimeoutError):
        raise SapperError(f"lost the Dask scheduler at {cluster}; {RESUME}") from None
