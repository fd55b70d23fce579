"""How workers start and end. Other tests check JobQueue and Stage through the page."""

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

from processes import children, command_line, lives, wait_for
from sapper.web import process_pool
from sapper.web.process_pool import Worker, WorkerError, hire

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
worker.main()
"""

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
forks = pytest.mark.skipif(not process_pool.FORKS, reason="a process can't be forked here")


def asked(worker: Worker, **message: Any) -> Any:
    worker.line.sendall(json.dumps(message).encode() + b"\n")
    with worker.line.makefile() as lines:
        return json.loads(lines.readline())["answer"]


@pytest.fixture(params=["forked", pytest.param("alone", marks=pytest.mark.process)])
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How workers start: "forked" from a template, or "alone" as new processes."""
    if request.param == "alone":
        monkeypatch.setattr(process_pool, "FORKS", False)
    elif not process_pool.FORKS:
        pytest.skip("a process can't be forked here")
    return str(request.param)


def test_a_worker_answers_until_it_is_ended(start: str) -> None:
    """A worker answers several questions. Ending a worker twice gives the same status."""
    worker = hire()
    for _ in range(2):
        assert asked(worker, **HINT)["tier"] == 1
    assert worker.status is None
    assert worker.end() == worker.end() == -signal.SIGKILL


def test_workers_are_processes_of_their_own(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each worker has its own process, and its printed output is not taken for an answer."""
    monkeypatch.setattr(process_pool, "COMMAND", (sys.executable, "-c", TALKS))
    first, second = hire(), hire()
    (one, parent), (other, also) = asked(first, task="talk"), asked(second, task="talk")
    assert len({one, other, os.getpid()}) == 3
    # Forked workers have the same parent, which is not this process.
    assert (parent == also != os.getpid()) if start == "forked" else parent == also == os.getpid()
    first.end()
    assert asked(second, task="talk") == [other, also]
    second.end()


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
def test_a_worker_whose_server_hangs_up_ends(start: str) -> None:
    """When the server closes the connection, the worker ends by itself."""
    parent = process_pool._template()._process.pid if start == "forked" else os.getpid()
    before = children(parent)
    worker = hire()
    asked(worker, **HINT)
    (process,) = (
        one for one in children(parent) if one not in before and b"worker" in command_line(one)
    )
    worker.line.close()
    assert wait_for(lambda: not lives(process))
    # The worker ended without being killed, so its status is 0.
    assert worker.end() == 0
    assert process not in children(parent)


@forks
@linux
def test_a_template_that_died_is_replaced() -> None:
    """Workers die with their template process. The next worker gets a new template."""
    worker = hire()
    asked(worker, **HINT)
    process = process_pool._template()._process
    offspring = children(process.pid)
    assert offspring
    os.kill(process.pid, signal.SIGKILL)
    assert wait_for(lambda: not any(map(lives, offspring)))
    assert worker.line.recv(1) == b""
    assert worker.end() == -signal.SIGKILL
    process.wait()
    following = hire()
    assert asked(following, **HINT)["tier"] == 1
    assert process_pool._template()._process.pid != process.pid
    following.end()


def test_a_worker_that_does_not_start_is_an_error(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_pool, "COMMAND", (sys.executable, "-c", "raise SystemExit(7)"))
    with pytest.raises(WorkerError, match="ended with status 7"):
        hire()


# A template process whose first fork fails, as with too many processes.
FULL = """
import errno, os
from sapper.web import worker
fork = os.fork
def full():
    os.fork = fork
    raise OSError(errno.EAGAIN, "full")
os.fork = full
worker.main()
"""


@forks
def test_a_fork_that_fails_costs_one_worker_and_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The request fails, but the template process and the next worker still work."""
    monkeypatch.setattr(process_pool, "COMMAND", (sys.executable, "-c", FULL))
    with pytest.raises(WorkerError, match="a worker can't start: Resource temporarily unavailable"):
        hire()
    template = process_pool._template()
    worker = hire()
    assert asked(worker, **HINT)["tier"] == 1
    assert process_pool._template() is template
    worker.end()


def test_too_many_files_are_an_error_of_ours(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server handles only a WorkerError. Any other error would go unnoticed in a task."""

    def full(*_: Any, **__: Any) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(socket, "socketpair", full)
    monkeypatch.setattr(socket, "create_server", full)
    with pytest.raises(WorkerError, match="a worker can't start: Too many open files"):
        hire()


def test_a_stranger_who_calls_is_not_taken_for_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A foreign program that finds the port does not know the password."""
    monkeypatch.setattr(process_pool, "FORKS", False)
    create = socket.create_server
    strangers: list[socket.socket] = []

    def observed(address: tuple[str, int]) -> socket.socket:
        server = create(address)
        stranger = socket.create_connection(server.getsockname())
        stranger.sendall(b"x" * process_pool.PASSWORD)
        strangers.append(stranger)
        return server

    monkeypatch.setattr(socket, "create_server", observed)
    worker = hire()
    assert asked(worker, **HINT)["tier"] == 1
    assert strangers[0].recv(1) == b""
    strangers[0].close()
    worker.end()


def test_a_worker_is_started_by_the_server_only() -> None:
    """A person who runs the worker's command by hand gets a message."""
    with pytest.raises(SystemExit, match="only the server can start"):
        process_pool.line_to_server()
