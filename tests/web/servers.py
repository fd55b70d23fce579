"""Servers for the tests, each in a separate process.

Importing the server takes a second, and tests start many servers. If the system can fork processes,
one process imports the server and waits, and each server is a fork of that process.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

from sapper.processes.functions import FORKS
from sapper.web import process_pool, server
from sapper.web.job_queue import JobQueue
from sapper.web.server import Limits

# Workers normally have low priority, so in tests they would have to wait for other tests.
process_pool.WORK = process_pool.run
# On a busy machine a request may wait long for a worker.
vars(server)["JobQueue"] = partial(JobQueue, patience=60.0)

GENEROUS: dict[str, Any] = {
    "new_games": (10_000, 1_000),
    "analyses": (10_000, 1_000),
    "looking_back": (1e9, 1),
    "exports": (100, 10),
    "analysis_seconds": 60.0,
    "watched": 32,
    "watching": 16,
    "measuring": 4,
    "measuring_together": 4,
}
"""high limits, because many tests share one address and some don't wait for an answer"""

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
"""the server's time in all tests, so that the date never changes"""

BEGIN = f"""
import json, os, secrets, signal, socket, sys
from datetime import datetime
from functools import partial
from itertools import count
from sqlalchemy import event
from sqlalchemy.pool import Pool
from sapper.processes.limits import end_with_parent
from sapper.web import app, daily, rush, server, store
from sapper.web import process_pool
process_pool.WORK = process_pool.run
app.prepare = lambda: None  # not every test needs a worker
event.listen(Pool, "checkout", lambda connection, *_: connection.execute("PRAGMA synchronous=OFF"))
store.Store.make_room = lambda self: None
# A busy machine may take long to start a worker, and for an answer.
app.Limits = partial(app.Limits, analysis_seconds=60.0)
server.JobQueue = partial(server.JobQueue, patience=60.0)
noon = datetime.fromisoformat("{NOON.isoformat()}")
daily.now = lambda: noon
# The time of a run hardly passes, however busy the machine is.
ticks = count()
rush.now = lambda: noon.timestamp() + next(ticks) / 1000
secrets.randbelow = lambda _: 7  # all games of a level are on the same board
choose = secrets.choice  # of the letters for a room's code
# Each run of Rush asks for the same techniques.
secrets.choice = lambda all: choose(all) if isinstance(all, str) else all[-1]
asked = sys.argv[1]
"""
FORK = """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # their exit status is not needed
control = socket.socket(fileno=int(asked))
while True:
    message, output, _, _ = socket.recv_fds(control, 2**12, 1)
    asked = message or sys.exit()
    child = os.fork()
    if not child:
        break
    os.close(output[0])
    control.sendall(b"%d" % child)
control.close()
signal.signal(signal.SIGCHLD, signal.SIG_DFL)
os.dup2(output[0], 1)
os.close(output[0])
end_with_parent()
"""
SERVE = """
database, port, limits, proxies, errors = json.loads(asked)
if errors:
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
create_app = app.create_app
app.create_app = lambda *a, **k: create_app(*a, limits=app.Limits(**limits), **k)
app.serve(port=port, database=database, open_browser=False, proxies=proxies)
"""


def patient(limits: Limits) -> Limits:
    """Raise the limits on time, and on new rooms, that still have their default values."""
    usual = Limits()
    times = ("analysis_seconds", "step_seconds")
    unset = [name for name in times if getattr(limits, name) == getattr(usual, name)]
    changed: dict[str, Any] = dict.fromkeys(unset, 60.0)
    if limits.rooms == usual.rooms:
        changed["rooms"] = (1e9, 1)  # many tests share a server
    if limits.looking_back == usual.looking_back:
        changed["looking_back"] = (1e9, 1)  # requests are charged for the time they take
    return replace(limits, **changed)


class Process:
    """A server in another process, with a database that remains after it stops."""

    def __init__(
        self, database: str, proxies: Sequence[str] = (), errors: str = "", **limits: object
    ) -> None:
        self.database = database
        self.proxies = proxies
        self.errors = errors
        """the file for the server's error output, or empty to show it"""
        self.limits = limits
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the server. A server that was killed gets the same port again."""
        reader, writer = os.pipe()
        asked = json.dumps([self.database, self.port, self.limits, self.proxies, self.errors])
        self.pid = _started(asked, writer)
        os.close(writer)
        self._output = os.fdopen(reader)
        line = self._output.readline()
        match = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert match, f"the server did not start: {line!r}"
        self.port = int(match[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server properly, if it is still running."""
        if not self._output.closed:
            self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        os.kill(self.pid, sign)
        self._output.read()  # waits until all writers have closed the pipe
        self._output.close()


_alone: list[subprocess.Popen[bytes]] = []


@cache
def _control() -> socket.socket:
    """A socket to the process that forks servers. Closing it stops the servers."""
    ours, theirs = socket.socketpair()
    with theirs:
        number = theirs.fileno()
        command = [sys.executable, "-c", BEGIN + FORK + SERVE, str(number)]
        process = subprocess.Popen(command, pass_fds=[number])

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _started(asked: str, output: int) -> int:
    """Start a server process with these settings and this output, and return its id."""
    if not FORKS:
        command = [sys.executable, "-c", BEGIN + SERVE, asked]
        _alone.append(subprocess.Popen(command, stdout=output))
        return _alone[-1].pid
    socket.send_fds(_control(), [asked.encode()], [output])
    return int(_control().recv(20))
