"""Crew: several server processes on one port and one database.

    serve(workers=2) starts two of these and looks after them:

    python -m sapper.web.crew      reads its settings as one line of JSON, then serves until its
                                   input ends: with its parent, however that ends

The system deals new connections out among them (SO_REUSEPORT, Linux). They share nothing but the
database: which game has which moves is decided there (`Table`), and limits of all are divided.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import IO, Any

from sapper.grid import SapperError
from sapper.web.app import create_app, listen, run
from sapper.web.guard import hosts_of
from sapper.web.server import Limits
from sapper.web.store import Store

COMMAND = (sys.executable, "-m", "sapper.web.crew")
STARTS = 5
"""times in a row that a member may end within a second of its start; then there is no use"""

log = logging.getLogger("sapper.web")


def share(limits: Limits, members: int) -> Limits:
    """The limits of one of so many members: what is for all is divided, what is each one's stays.

    >>> share(Limits(), 4).asking_together
    6
    """

    def part(whole: int) -> int:
        return max(1, whole // members)

    each, together = limits.connections
    return replace(
        limits,
        workers=part(limits.workers),
        asking_together=part(limits.asking_together),
        playing_all=part(limits.playing_all),
        watched=max(2, part(limits.watched)),
        connections=(each, part(together)),
    )


class Crew:
    """The members, and whoever looks after them: this process; mutable."""

    def __init__(self, members: int, host: str, port: int, database: str, **settings: Any) -> None:
        if sys.platform != "linux":
            raise SapperError(
                "--workers needs Linux; elsewhere, start several servers on one database behind a "
                "reverse proxy"
            )
        # What is wrong with the database is said once, and its tables are made once.
        store = Store(database)
        store.close()
        if not store.is_shared:
            raise SapperError(
                "--workers needs a database that servers can share: give --database postgresql://..."
            )
        # Bound and not listening: it keeps the port, and takes no connections.
        self._keeper = listen(host, port, reuse=True, backlog=None)
        self.port = self._keeper.getsockname()[1]
        whole = {"host": host, "port": self.port, "database": database, "members": members}
        self._settings = json.dumps({**whole, **settings}) + "\n"
        self._members = [self._start() for _ in range(members)]
        for member in self._members:
            if not _is_ready(member):
                self.stop()
                raise SapperError("a server process did not start; what it said is above")

    def _start(self) -> subprocess.Popen[str]:
        # A session of its own: Ctrl-C is for this process, which ends its members.
        member = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert member.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it is started again, or not
            member.stdin.write(self._settings)
            member.stdin.flush()
        return member

    def look_after(self) -> None:
        """Start members again that have ended, until interrupted."""
        in_vain = 0
        try:
            while in_vain < STARTS:
                time.sleep(1.0)
                for place, member in enumerate(self._members):
                    status = member.poll()
                    if status is not None:
                        log.error("a server process ended with status %d; starting another", status)
                        self._members[place] = self._start()
                        is_up = _is_ready(self._members[place])
                        in_vain = 0 if is_up else in_vain + 1
        finally:
            self.stop()
        raise SapperError(f"a server process ended {STARTS} times as soon as it was started")

    def stop(self) -> None:
        """End all members; each answers first what it has begun."""
        for member in self._members:
            assert member.stdin is not None
            with contextlib.suppress(BrokenPipeError):
                member.stdin.close()
        until = time.monotonic() + 15
        for member in self._members:
            try:
                member.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                member.kill()
                member.wait()
            assert member.stdout is not None
            member.stdout.close()
        self._keeper.close()


def _is_ready(member: subprocess.Popen[str]) -> bool:
    assert member.stdout is not None
    return member.stdout.readline() == "ready\n"


def main() -> None:
    """Serve as one of a crew."""
    settings = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with, args=(sys.stdin,), daemon=True).start()
    app = create_app(
        settings["database"],
        limits=share(Limits(), settings["members"]),
        hosts=hosts_of(settings["host"], settings["allowed_hosts"]),
        agents=settings["agents"],
    )
    listener = listen(settings["host"], settings["port"], reuse=True)
    print("ready", flush=True)
    run(app, listener, settings["proxies"])


def _end_with(parent: IO[str]) -> None:
    parent.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    try:
        main()
    except SapperError as problem:
        print(f"sapper: {problem}", file=sys.stderr)
        sys.exit(2)
