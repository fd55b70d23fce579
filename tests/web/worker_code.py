"""Runs the code of a test in worker processes."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial

from sapper.web.process_pool import run


def running(code: str) -> Callable[[socket.socket], None]:
    """What a worker process runs: this code, and then the usual worker."""
    return partial(_run, code)


def _run(code: str, line: socket.socket) -> None:
    exec(code, {"__name__": "code"})
    run(line)
