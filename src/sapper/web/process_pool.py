"""Starts and ends worker processes (worker.py), each of which has a socket to the server.

Importing the reasoning code takes most of a second. So one process, multiprocessing's fork server,
imports the code once (preloaded.py), and each worker is a fork of it. On Windows, which can't fork
processes, each worker starts from scratch. Workers don't import the server's libraries, which would
take as long again and 30 MB of memory, so this file doesn't import them either.

When the server ends, its sockets close, and then the fork server and the workers end too.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess

from sapper.processes.functions import end, preload, start

PRELOADED = "sapper.web.preloaded"

START_SECONDS = 60.0
READY = b"\n"
SECONDS = 10.0
"""the time allowed for a worker that did not start to end"""

NICENESS = 10
"""Moves have priority over reasoning, so workers have a low priority."""

TOO_MUCH = "the calculation needed too much memory and was stopped"


class WorkerError(Exception):
    """A worker failed because of a bug. The message contains the traceback."""


class NoWorkerError(WorkerError):
    """A worker process can't start, for example for lack of memory."""


class Worker:
    """A worker process and its socket, `line`. Any thread can end a worker."""

    def __init__(self, line: socket.socket, process: BaseProcess) -> None:
        self.line = line
        self.status: int | None = None
        """the exit status, or None while the process runs"""
        self._process = process

    def hang_up(self) -> None:
        """Close the socket, so that no thread waits for an answer any longer."""
        with suppress(OSError):  # the worker has already closed the socket
            self.line.shutdown(socket.SHUT_RDWR)

    def end(self, patience: float = 0.0) -> int:
        if self.status is None:
            self.status = end(self._process, patience)
            self.line.close()
        return self.status


def run(line: socket.socket) -> None:
    from sapper.web.worker import main

    with suppress(ConnectionError):  # the server was killed, which `main` notices
        line.sendall(READY)
    main(line)


def work(line: socket.socket) -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    run(line)


WORK: Callable[[socket.socket], None] = work
"""what a worker process runs"""


def hire() -> Worker:
    try:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                worker = Worker(ours, start(WORK, theirs, preloaded=PRELOADED))
            ours.settimeout(START_SECONDS)
            is_ready = ours.recv(1) == READY
            ours.settimeout(None)
        except BaseException:
            ours.close()
            raise
    except OSError as problem:  # too many open files or processes, or it takes too long
        raise NoWorkerError(f"a worker can't start: {problem.strerror or problem}") from problem
    except EOFError as problem:
        raise NoWorkerError("a worker can't start: the fork server ended") from problem
    if not is_ready:
        raise NoWorkerError(f"a worker can't start: it ended with status {worker.end(SECONDS)}")
    return worker


def prepare() -> None:
    """Let the fork server import the reasoning code, without waiting for it."""
    preload(PRELOADED)
