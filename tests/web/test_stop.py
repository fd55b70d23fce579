"""A server that is stopped during an analysis."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from processes import children, command_line, wait_for, worked
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.web import job_queue, process_pool
from sapper.web.problems import RefusedError
from sapper.web.server import Limits, Server

# The limits are high, so that a worker on a busy machine is not stopped before it has begun.
PATIENT = """
import sys
from sapper.web import app, server
from sapper.web import process_pool
process_pool.WORK = process_pool.run
app.Limits = lambda: server.Limits(analysis_seconds=300.0)
app.GOODBYE = 60
app.serve(port=0, database=sys.argv[1], open_browser=False)
"""


def long_game() -> bytes:
    """A record whose review is slow: hundreds of guesses on a large board."""
    rng = random.Random(1)
    game = Game(deal(Level.parse("50x46x400/safe"), 3), clock=lambda: 0)
    while len(game.moves) < 400:
        assert game.board is not None
        safe = [cell for cell in game.view.hidden if cell not in game.board.mines]
        game.play(Move("open", rng.choice(safe)))
    return str(game.record()).encode()


def test_closing_ends_an_analysis_that_nobody_waits_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The analysis ends immediately, and is refused because the server is stopping."""
    ours, theirs = socket.socketpair()
    process: Any = Mock(exitcode=0)
    monkeypatch.setattr(job_queue, "hire", lambda: process_pool.Worker(ours, process))
    server = Server(str(tmp_path / "games.db"), Limits(analysis_seconds=60.0))
    asking = server.background.thread.submit(server.jobs.ask, "review", data="")
    with theirs:
        assert theirs.recv(1), "the worker has its question"
        asyncio.run(server.close())
        with pytest.raises(RefusedError, match="the server is stopping") as refused:
            asking.result(timeout=0)
    assert refused.value.status == 503


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.process
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_client_that_waits_for_a_review_gets_a_503_when_the_server_stops(
    sign: signal.Signals, tmp_path: Path
) -> None:
    """The client gets a one-line 503 error, and the log contains no traceback from a worker."""
    server = subprocess.Popen(
        [sys.executable, "-c", PATIENT, str(tmp_path / "games.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert server.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
    assert found
    answers: list[tuple[int, str]] = []
    record = long_game()

    def ask() -> None:
        url = f"{found[0]}/api/review"
        request = urllib.request.Request(url, data=record, method="POST")
        try:
            with urllib.request.urlopen(request) as answer:
                answers.append((answer.status, ""))
        except urllib.error.HTTPError as problem:
            answers.append((problem.code, json.load(problem)["detail"]))

    asking = threading.Thread(target=ask)
    asking.start()

    def fork_servers() -> list[int]:
        return [one for one in children(server.pid) if b"forkserver" in command_line(one)]

    (parent,) = wait_for(fork_servers, 60)
    assert wait_for(lambda: any(worked(one) > 0.5 for one in children(parent)), 240)
    if sign is signal.SIGINT:
        os.killpg(server.pid, sign)  # as a terminal does
    else:  # systemd signals every process; here, the server gets the signal last
        for process in (*children(parent), *children(server.pid), server.pid):
            os.kill(process, sign)
    asking.join(60)
    _, log = server.communicate(timeout=60)
    assert answers == [(503, "the server is stopping: try again when it is back")]
    # Ctrl-C ends `serve` with a KeyboardInterrupt. The log has no other traceback.
    assert log.count("Traceback") == (2 if sign is signal.SIGINT else 0), log
    assert "sapper.web.worker" not in log
