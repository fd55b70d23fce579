"""Where blocks of games are played: here, in processes, or on a Dask cluster.

Each way yields a block with its result, in any order, and every block exactly once. Blocks say all
that is needed to play them, so it makes no difference to the rows who does.
"""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import (
    Pipe,
    active_children,
    connection,
    get_context,
    parent_process,
    resource_tracker,
)
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar
from uuid import uuid4

from sapper.adapters.limits import hide_memory
from sapper.errors import SapperError, quote
from sapper.interrupt import hold_interrupt

B = TypeVar("B")
R = TypeVar("R")

DEATHS = 3
"""How often processes may die before a run gives up; a block may be what kills them."""

TIMEOUT = "10s"
"""How long a scheduler may take to answer."""

GRACE = 10.0
"""seconds that a process may take to end when its work is done"""

LOOK = 1.0
"""seconds after which processes that say nothing are looked at: an agent may have stopped them"""

RESUME = "what is played is kept, resume to go on"


def here(play: Callable[[B], R], blocks: Iterable[B]) -> Generator[tuple[B, R], None, None]:
    """Play in this process."""
    for block in blocks:
        yield block, play(block)


def in_processes(
    play: Callable[[B], R], blocks: Iterable[B], jobs: int, advice: str = ""
) -> Generator[tuple[B, R], None, None]:
    """Play in so many processes; blocks of a process that dies are played again by another.

    When too many have died, the error ends with the `advice`. Processes are started afresh, so a
    script that calls this needs the usual `if __name__ == "__main__"`.
    """
    todo = list(blocks)
    for _ in range(DEATHS + 1):
        # By identity: blocks may hold arrays, which do not compare as a whole.
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
    """The same results in the order of the blocks, each as soon as its turn has come."""
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
    if os.name == "posix":
        # It lets signals through when it starts: it should be there before `hold_interrupt`.
        resource_tracker.ensure_running()
    # Spawned, not forked: the caller may have threads (a progress bar, polars).
    others = set(active_children())
    pool = ProcessPoolExecutor(
        min(jobs, len(blocks)), get_context("spawn"), initializer=start_worker
    )
    waiting = iter(blocks)
    running: dict[Future[R], B] = {}
    try:
        while True:
            # Two a process: the next one is there when a block is done, and few wait in memory.
            while len(running) < 2 * jobs and (block := next(waiting, None)) is not None:
                with hold_interrupt():  # it may start a process
                    running[pool.submit(play, block)] = block
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BaseException:
        # Nobody waits for what they are at: not whoever pressed Ctrl-C, nor an agent that fails.
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Ended:
    """A process that ended before its block was done."""

    code: int | None
    """its exit code, or a signal below 0; None if what it sent can't be read"""

    @property
    def how(self) -> str:
        """What ended it, in short."""
        if self.code is None:
            return "it sent what can't be read"
        if self.code < 0:
            return f"signal {signal.Signals(-self.code).name}"
        return f"exit code {self.code}"


def each_apart(
    play: Callable[[B], Iterable[R]], blocks: Sequence[B], jobs: int
) -> Iterator[tuple[B, R | Ended]]:
    """Play every block in a process of its own, `jobs` at a time; what it yields comes as it is.

    A process that ends early takes nothing with it but the rest of its block.
    """
    waiting = list(blocks)
    running: dict[Connection, tuple[B, SpawnProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                ours, theirs = Pipe(duplex=False)
                process = start_process(_play_apart, play, waiting[0], theirs)
                theirs.close()  # so that its end is seen here
                running[ours] = waiting.pop(0), process
            ready = connection.wait(list(running), LOOK)
            for pipe, (block, process) in list(running.items()):
                stopped = 0 if pipe in ready else _stop_signal(process)
                if pipe not in ready and not stopped:
                    continue
                try:
                    result = Ended(-stopped) if stopped else pipe.recv()
                except EOFError:
                    process.join(GRACE)
                    result = Ended(process.exitcode)
                except Exception:  # an agent that may do so can write to anyone's pipes
                    result = Ended(None)
                if isinstance(result, SapperError):
                    raise result
                if result is not None:
                    yield block, result
                if result is None or isinstance(result, Ended):
                    if result is None:
                        process.join(GRACE)  # it ends the agents that it started
                    del running[pipe]
                    _stop(process, pipe)
    finally:
        for pipe, (_, process) in running.items():
            _stop(process, pipe)


def _stop_signal(process: SpawnProcess) -> int:
    """The signal that has stopped a process; 0 if it is not stopped."""
    if not hasattr(os, "waitid"):
        return 0
    try:
        found = os.waitid(os.P_PID, process.pid or 0, os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # it has ended
        return 0
    return 0 if found is None else found.si_status


def _stop(process: SpawnProcess, pipe: Connection) -> None:
    process.kill()
    process.join()
    pipe.close()


def start_process(target: Callable[..., None], *args: Any) -> SpawnProcess:
    """A process that runs a function, made afresh; it ends with this one."""
    if os.name == "posix":
        resource_tracker.ensure_running()  # see _in_pool
    process = get_context("spawn").Process(target=target, args=args, daemon=True)
    with hold_interrupt():
        process.start()
    return process


def _play_apart(play: Callable[[B], Iterable[R]], block: B, pipe: Connection) -> None:
    """Send each result, and None at the end."""
    start_worker()
    hide_memory()
    if os.name == "posix" and (tracker := resource_tracker.getfd()) is not None:
        os.close(tracker)  # nothing here needs it, and an agent as root could write into it
    try:
        for result in play(block):
            pipe.send(result)
        pipe.send(None)
    except SapperError as problem:
        pipe.send(problem)


def start_worker() -> None:
    """A worker leaves Ctrl-C to the run, and ends with it, even by kill -9."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def on_cluster(
    play: Callable[[B], R], blocks: Iterable[B], cluster: str
) -> Generator[tuple[B, R], None, None]:
    """Play on Dask distributed: `local:N` starts N workers here, else a scheduler's address.

    Dask plays a block again when its worker dies; only results that arrive here count.
    """
    dask = import_distributed()
    with _client(dask, cluster) as client:
        run = uuid4().hex  # results of an earlier run must not be taken for ours
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
"""Dask looks at its own health up to 100 times a second: some percent of every worker's time."""


def import_distributed() -> Any:
    """Dask distributed, or one line that says how to get it."""
    try:
        import distributed
    except ImportError:
        raise SapperError("a cluster needs Dask: pip install 'sapper[cluster]'") from None
    return distributed


def check_cluster(cluster: str) -> None:
    """Complain of a malformed address before anything starts."""
    if not re.fullmatch(r"local:[1-9]\d{0,3}|(tcp|tls|ws|wss|ucx)://\S+", cluster):
        raise SapperError(
            f"{quote(cluster)} is not a cluster: use local:4, or a scheduler like tcp://host:8786"
        )
    import_distributed()


def _client(dask: Any, cluster: str) -> Any:
    kind, _, count = cluster.partition(":")
    if kind == "local":
        with import_module("dask.config").set(LEAN):
            workers = dask.LocalCluster(
                n_workers=int(count),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs="CRITICAL",
            )
        return _Both(dask.Client(workers, set_as_default=False), workers)
    try:
        return dask.Client(cluster, timeout=TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise SapperError(f"no Dask scheduler answers at {cluster}") from None


class _Both:
    """A client and the workers that it started, closed together."""

    def __init__(self, client: Any, workers: Any) -> None:
        self.client, self.workers = client, workers

    def __enter__(self) -> Any:
        return self.client

    def __exit__(self, *problem: object) -> None:
        self.client.close()
        self.workers.close()


def _result(dask: Any, future: Any, cluster: str) -> Any:
    try:
        return future.result()
    except SapperError:
        raise
    except dask.KilledWorker:
        raise SapperError(f"a block killed every worker that tried it; {RESUME}") from None
    except (CancelledError, OSError, TimeoutError):
        raise SapperError(f"lost the Dask scheduler at {cluster}; {RESUME}") from None
