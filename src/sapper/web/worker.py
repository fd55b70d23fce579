"""The worker process, which does the reasoning for the server. It reads and writes JSON lines.

    {"task": "analyse", "position": "9x9x10/open ..."}    ->  {"answer": {...}}
    {"task": "watch", "agent": "resolution", ...}         ->  {"frame": ...} until the end

For a running game, the server sends only the position, so the answer can't depend on the mines.
The tasks are in tasks/.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import socket
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from sapper.errors import SapperError
from sapper.web.process_pool import TOO_MUCH
from sapper.web.tasks import STREAMS, TASKS
from sapper.words import refusal, speaking

MEMORY = 3 * 2**30


def answer(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    with speaking(request.pop("language", "en")):
        task, skip = request.pop("task"), request.pop("skip", 0)
        try:
            if task in STREAMS:
                # Skip the frames that the viewer has already received from an earlier worker.
                for frame in islice(STREAMS[task](**request), skip, None):
                    yield {"frame": frame}
                yield {"last": True}
            else:
                yield {"answer": TASKS[task](**request)}
        except SapperError as problem:
            yield {"refused": refusal(problem)}
        except MemoryError:
            yield {"refused": refusal(SapperError(TOO_MUCH))}
        except Exception:
            yield {"failed": traceback.format_exc()}


def main(line: socket.socket) -> None:
    """Answer questions until the server closes the socket, then exit, even during an answer."""
    # Ctrl-C reaches every process in the terminal, and a service manager may signal every process.
    # Workers ignore both, because the server ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a task prints is not for the terminal
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # no memory limit, for example on Windows, but the time limit still applies
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(line, questions), daemon=True).start()
    while True:
        for message in answer(json.loads(questions.get())):
            try:
                line.sendall(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            except ConnectionError:
                os._exit(0)


def _listen(line: socket.socket, questions: queue.SimpleQueue[str]) -> None:
    with suppress(ConnectionError):
        for question in line.makefile(encoding="utf-8"):
            questions.put(question)
    os._exit(0)
