"""How workers start and end. Other tests check JobQueue and WatchPlaces through the page."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from processes import lives, wait_for
from sapper.processes import functions
from sapper.web import process_pool
from sapper.web.process_pool import Worker, WorkerError, hire
from web.worker_code import running

POSITION = "5x3x2/any\n.1000\n.2110\n.....\n"
HINT = {"task": "hint", "position": POSITION, "tier": 1}

# A worker with a task that prints something and answers with process ids. It does not
# import the server's libraries, which take 30 MB and as long as everything else.
TALKS = """
import os, sys
from sapper.web import worker
assert not {"fastapi", "pydantic", "sqlalchemy", "starlette"} & set(sys.modules)
def talk():
    print("not an answer", flush=True)
    return [os.getpid(), os.getppid()]
worker.TASKS["talk"] = talk
"""

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


def asked(worker: Worker, **message: Any) -> Any:
    worker.line.sendall(json.dumps(message).encode() + b"\n")
    with worker.line.makefile() as lines:
        return json.loads(lines.readline())["answer"]


@pytest.fixture(params=["forked", pytest.param("alone", marks=pytest.mark.process)])
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How workers start: "forked" from a template, or "alone" as new processes."""
    if request.param == "alone":
        monkeypatch.setattr(functions, "FORKS", False)
    elif not functions.FORKS:
        pytest.skip("a process can't be forked here")
    return str(request.param)


def test_a_worker_whose_server_was_killed_ends_quietly(start: str) -> None:
    """A worker that starts after its server was killed does not print a traceback."""
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs:
        process = functions.start(process_pool.run, theirs, preloaded=process_pool.PRELOADED)
    assert functions.end(process, 60) == 0


def test_a_worker_answers_until_it_is_ended(start: str) -> None:
    """A worker answers several questions. Ending a worker twice gives the same status."""
    worker = hire()
    for _ in range(2):
        assert asked(worker, **HINT)["tier"] == 1
    assert worker.status is None
    assert worker.end() == worker.end() == -signal.SIGKILL


def test_workers_are_processes_of_their_own(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each worker has its own process, and its printed output is not taken for an answer."""
    monkeypatch.setattr(process_pool, "WORK", running(TALKS))
    first, second = hire(), hire()
    (one, parent), (other, also) = asked(first, task="talk"), asked(second, task="talk")
    assert len({one, other, os.getpid()}) == 3
    # Forked workers have the same parent, which is not this process.
    assert (parent == also != os.getpid()) if start == "forked" else parent == also == os.getpid()
    first.end()
    assert asked(second, task="talk") == [other, also]
    second.end()


@pytest.mark.skipif(not functions.FORKS, reason="a process can't be forked here")
def test_a_forked_worker_has_loaded_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker spends its first answer on loading the words of a language."""
    loaded = (
        "import sys\nfrom sapper.web import worker\nworker.TASKS['loaded'] = lambda: [*sys.modules]"
    )
    monkeypatch.setattr(process_pool, "WORK", running(loaded))
    worker = hire()
    assert {"sapper.words.en", "sapper.words.de", "babel.lists"} <= {*asked(worker, task="loaded")}
    worker.end()


def test_another_thread_can_end_the_wait_for_an_answer(start: str) -> None:
    worker = hire()
    worker.line.settimeout(60)
    begun = threading.Event()

    def wait() -> bytes:
        begun.set()
        return worker.line.recv(1)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(wait)
        assert begun.wait(60)
        worker.hang_up()
        assert waiting.result() == b""
    worker.hang_up()  # a second call has no effect
    worker.end()
    worker.hang_up()


@linux
def test_a_worker_whose_server_hangs_up_ends(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the server closes the connection, the worker ends by itself."""
    monkeypatch.setattr(process_pool, "WORK", running(TALKS))
    worker = hire()
    process, _ = asked(worker, task="talk")
    worker.line.close()
    assert wait_for(lambda: not lives(process))
    # The worker ended without being killed, so its status is 0.
    assert worker.end() == 0


@linux
def test_a_fork_server_that_died_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its workers still answer, and the next worker is a fork of a new one."""
    monkeypatch.setattr(process_pool, "WORK", running(TALKS))
    worker = hire()
    process, parent = asked(worker, task="talk")
    os.kill(parent, signal.SIGKILL)
    assert wait_for(lambda: not lives(parent))
    following = hire()
    _, other = asked(following, task="talk")
    assert asked(worker, task="talk")[0] == process
    assert other != parent
    for one in (worker, following):
        one.end()
    assert wait_for(lambda: not lives(process))


def test_a_worker_that_does_not_start_is_an_error(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_pool, "WORK", running("raise SystemExit(7)"))
    with pytest.raises(WorkerError, match="ended with status 7"):
        hire()


def test_a_fork_server_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_: Any, **__: Any) -> None:
        raise EOFError

    monkeypatch.setattr(process_pool, "start", ended)
    with pytest.raises(WorkerError, match="a worker can't start: the fork server ended"):
        hire()


def test_too_many_files_are_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server handles only a WorkerError. Any other error would go unnoticed in a task."""

    def full(*_: Any, **__: Any) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(socket, "socketpair", full)
    with pytest.raises(WorkerError, match="a worker can't start: Too many open files"):
        hire()
