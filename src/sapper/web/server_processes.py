"""Runs several server processes on one port and one database.

`serve(workers=2)` starts two server processes, which are called members. If a member ends, it is
restarted. A member is started with this command:

    python -m sapper.web.server_processes    reads its settings as one line of JSON, then serves
                                             until its input closes, which happens when the parent
                                             ends

Linux distributes new connections among the members (SO_REUSEPORT). Members share only the database.
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

from sapper.errors import SapperError
from sapper.interrupt import listens
from sapper.web.app import create_app, listen, run
from sapper.web.guard import hosts_of
from sapper.web.server import Limits
from sapper.web.store import Store

COMMAND = (sys.executable, "-m", "sapper.web.server_processes")
STARTS = 5
"""the server stops when a member has ended this many times in a row soon after its start"""
SOON_SECONDS = 10.0
LOOK_SECONDS = 1.0

log = logging.getLogger("sapper.web")


def share(limits: Limits, members: int) -> Limits:
    """The limits for each member: server-wide limits are divided, and per-client limits are kept.

    >>> share(Limits(), 4).asking_together
    6
    """

    def part(whole: int) -> int:
        return max(1, whole // members)

    return replace(
        limits,
        workers=part(limits.workers),
        asking_together=part(limits.asking_together),
        measuring_together=part(limits.measuring_together),
        playing_all=part(limits.playing_all),
        watched=max(2, part(limits.watched)),
    )


class Member:
    def __init__(self, settings: str) -> None:
        # A member has its own session, so that Ctrl-C reaches only the parent, which then ends its
        # members.
        self.process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # `look_after` restarts a member that has ended
            self.process.stdin.write(settings)
            self.process.stdin.flush()
        self._since = time.monotonic()

    def becomes_ready(self) -> bool:
        assert self.process.stdout is not None
        is_ready = self.process.stdout.readline() == "ready\n"
        self._since = time.monotonic()
        return is_ready

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._since

    def hang_up(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def end(self, patience: float = 0.0) -> None:
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class ServerProcesses:
    def __init__(
        self, members: int, host: str, port: int | None, database: str, **settings: Any
    ) -> None:
        if sys.platform != "linux":
            raise SapperError(
                "--workers needs Linux; elsewhere, start several servers on one database behind a "
                "reverse proxy"
            )
        store = Store(database)
        store.close()
        self.upgraded = store.upgraded
        if not store.is_shared:
            raise SapperError(
                "--workers needs a database that servers can share: give --database postgresql://..."
            )
        # This socket only reserves the port. Because it does not listen, it gets no connections.
        self._keeper = listen(host, port, reuse=True, backlog=None)
        self.port = self._keeper.getsockname()[1]
        whole = {"host": host, "port": self.port, "database": database, "members": members}
        self._settings = json.dumps({**whole, **settings}) + "\n"
        self._members = [Member(self._settings) for _ in range(members)]
        for member in self._members:
            if not member.becomes_ready():
                self.stop()
                raise SapperError("a server process did not start; its output is above")

    def look_after(self) -> None:
        in_vain = [0] * len(self._members)
        interrupted = threading.Event()
        if listens():
            before = signal.signal(signal.SIGINT, lambda *_: interrupted.set())
        try:
            while not interrupted.wait(LOOK_SECONDS):
                started = []
                for place, member in enumerate(self._members):
                    status = member.process.poll()
                    if status is None:
                        continue
                    in_vain[place] = in_vain[place] + 1 if member.seconds < SOON_SECONDS else 0
                    if in_vain[place] == STARTS:
                        raise SapperError(
                            f"a server process ended {STARTS} times in a row, each time within "
                            f"{SOON_SECONDS:g} seconds of its start"
                        )
                    log.error("a server process ended with status %d; starting another", status)
                    member.hang_up()
                    member.end()
                    self._members[place] = Member(self._settings)
                    started.append(self._members[place])
                for member in started:
                    member.becomes_ready()  # the next round restarts a member that has ended
        finally:
            if listens():
                signal.signal(signal.SIGINT, before)
            self.stop()
        raise KeyboardInterrupt

    def stop(self) -> None:
        for member in self._members:
            member.hang_up()
        until = time.monotonic() + 15
        for member in self._members:
            member.end(max(0.1, until - time.monotonic()))
        self._keeper.close()


def main() -> None:
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
