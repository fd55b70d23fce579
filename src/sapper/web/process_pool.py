"""Starts and ends worker processes (worker.py), each of which has a socket to the server.

Importing the reasoning code takes most of a second. So one process, called the template, imports
the code once, and each worker is a fork of the template. On Windows, which can't fork processes,
each worker starts from scratch. Workers don't import the server's libraries, which would take as
long again and 30 MB of memory, so this file doesn't import them either.

When the server ends, its sockets close, and then the template and the workers end too.
"""

from __future__ import annotations

import atexit
import gc
import hmac
import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from sapper.adapters.limits import end_with_parent

# Moves have priority over reasoning, so workers start with a low priority.
START = "import os; hasattr(os, 'nice') and os.nice(10); from sapper.web.worker import main; main()"
COMMAND = (sys.executable, "-c", START)
FORKS = hasattr(os, "fork")

START_SECONDS = 60.0
KILLED = -9
PASSWORD = 32

TOO_MUCH = "the calculation needed too much memory and was stopped"

# An order to the template is the process id of a worker to end, or 0 (with a socket) to start a
# worker. The template answers with the exit status of the ended worker, or with the process id of
# the new one. A negative id means a system error.
ORDER = struct.Struct("!q")


class WorkerError(Exception):
    """A worker failed because of a bug. The message contains the traceback."""


class NoWorkerError(WorkerError):
    """A worker process can't start, for example for lack of memory."""


class Worker:
    """A worker process and its socket, `line`. Any thread can end a worker."""

    def __init__(self, line: socket.socket, end: Callable[[], int]) -> None:
        self.line = line
        self.status: int | None = None
        """the exit status, or None while the process runs"""
        self._end = end
        self._lock = threading.Lock()

    def hang_up(self) -> None:
        """Close the socket, so that no thread waits for an answer any longer."""
        with suppress(OSError):  # the worker has already closed the socket
            self.line.shutdown(socket.SHUT_RDWR)

    def end(self) -> int:
        with self._lock:
            if self.status is None:
                self.status = self._end()
                self.line.close()
            return self.status


def hire() -> Worker:
    try:
        return _fork() if FORKS else _alone()
    except OSError as problem:  # too many open files or processes
        raise NoWorkerError(f"a worker can't start: {problem.strerror}") from problem


def prepare() -> None:
    """Start the template, without waiting for its imports."""
    if FORKS:
        _template()


def _fork() -> Worker:
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            template = _template()
            number = template.tell(0, theirs)
        if number < 0:
            raise OSError(-number, os.strerror(-number))
    except BaseException:
        ours.close()
        raise
    return Worker(ours, lambda: template.end(number))


class Template:
    def __init__(self, command: tuple[str, ...]) -> None:
        self._control, theirs = socket.socketpair()
        self._control.settimeout(START_SECONDS)
        self._lock = threading.Lock()
        with theirs:
            # The template has its own session, so that Ctrl-C reaches only the server. The template
            # has only one thread, because a fork would not copy other threads.
            self._process = subprocess.Popen(
                [*command, "fork", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
                start_new_session=True,
            )

    @property
    def is_there(self) -> bool:
        return self._process.poll() is None

    def tell(self, order: int, *lines: socket.socket) -> int:
        with self._lock:
            try:
                socket.send_fds(self._control, [ORDER.pack(order)], [one.fileno() for one in lines])
                answer = self._control.recv(ORDER.size, socket.MSG_WAITALL)
            except OSError:
                answer = b""
            if len(answer) < ORDER.size:
                status = self.close()
                raise NoWorkerError(
                    f"workers can't start: their template ended with status {status}"
                )
            return int(ORDER.unpack(answer)[0])

    def end(self, number: int) -> int:
        """End a worker and return its exit status. If the template is dead, so are its workers."""
        try:
            return self.tell(number)
        except NoWorkerError:
            return KILLED

    def close(self) -> int:
        self._control.close()
        self._process.kill()
        return self._process.wait()


_templates: dict[tuple[str, ...], Template] = {}
_lock = threading.Lock()


def _template() -> Template:
    with _lock:
        template = _templates.get(COMMAND)
        if template is not None and not template.is_there:
            template.close()
            template = None
        if template is None:
            template = _templates[COMMAND] = Template(COMMAND)
        return template


@atexit.register
def _close() -> None:
    for template in _templates.values():
        template.close()


def _line_of_a_fork(control: socket.socket) -> socket.socket:
    """Run the template, which forks workers. In a new worker, return the worker's socket."""
    while True:
        message, lines, _, _ = socket.recv_fds(control, ORDER.size, 1, socket.MSG_WAITALL)
        if len(message) < ORDER.size:
            os._exit(0)  # the server is gone
        (number,) = ORDER.unpack(message)
        if number:
            # The exit status of this worker has not been read yet, so its process id can't belong
            # to another process.
            os.kill(number, signal.SIGKILL)
            answer = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
        else:
            try:
                answer = os.fork()
            except OSError as problem:  # too many processes, or too little memory
                answer = -(problem.errno or 1)
            if not answer:
                control.close()
                return socket.socket(fileno=lines[0])
            os.close(lines[0])
        control.sendall(ORDER.pack(answer))


def _alone() -> Worker:
    password = secrets.token_bytes(PASSWORD)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        process = subprocess.Popen(
            [*COMMAND, "call", str(server.getsockname()[1])],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )

        def end() -> int:
            process.kill()
            return process.wait()

        assert process.stdin is not None
        # If the process has already ended, the loop below notices it.
        with suppress(BrokenPipeError), process.stdin:
            process.stdin.write(password)
        until = time.monotonic() + START_SECONDS
        while process.poll() is None and time.monotonic() < until:
            with suppress(OSError):
                line, _ = server.accept()
                line.settimeout(1.0)
                if hmac.compare_digest(line.recv(PASSWORD, socket.MSG_WAITALL), password):
                    line.settimeout(None)
                    return Worker(line, end)
                line.close()
        raise NoWorkerError(f"a worker did not start: it ended with status {end()}")


def line_to_server() -> socket.socket:
    match sys.argv[1:]:
        case ["fork", number]:
            # The garbage collector must not write to pages that workers share with the template,
            # because the system would copy those pages.
            gc.collect()
            gc.freeze()
            line = _line_of_a_fork(socket.socket(fileno=int(number)))
            end_with_parent()  # the worker ends with the template
            return line
        case ["call", port]:
            line = socket.create_connection(("127.0.0.1", int(port)))
            line.sendall(sys.stdin.buffer.read(PASSWORD))
            return line
    raise SystemExit("only the server can start a worker")
