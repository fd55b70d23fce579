"""Runs commands in processes whose streams are closed, full, broken or plain ASCII.

    python clirun.py < lines of cases > lines of results

Starting Python and importing Sapper takes longer than most commands do. So this process imports
Sapper once and forks for each case. The forked process gets the same kind of streams as a new
Python process. It runs `main`, flushes its output and calls the exit handlers.

Each input line is a JSON list of cases. The answer to a line is a JSON object that maps the name of
each case to its result:

    {"name": ..., "arguments": [...], "stdin": ..., "stdout": ..., "interrupt": ...}
    {"code": ..., "output": ..., "errors": ..., "seconds": from Ctrl-C to the end, or null}

"stdin" is null, closed or open (a pipe that never ends). "stdout" is pipe, full, closed, broken (a
pipe without a reader), ascii or stuck (a full pipe that is never read). OUT in an argument is
replaced by the name of an unused file. "interrupt" is null or one of SIGNS, which tells when to
send Ctrl-C to the whole process group, as a terminal does. "patience" is optional and sets
sapper.interrupt.PATIENCE.
"""

from __future__ import annotations

import gc
import io
import json
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import IO, Any

from processes import descendants, sleeps, worked

PRELOADED = ("sapper.cli.run", "sapper.web.app", "uvicorn", "matplotlib.figure")

LIMIT = 120.0
"""seconds after which a case is killed"""


def stream(number: int, mode: str, encoding: str = "utf-8") -> io.TextIOWrapper | None:
    """Open a text stream on a file descriptor, or return None if the descriptor is closed."""
    try:
        os.fstat(number)
    except OSError:
        return None
    file = open(number, f"{mode}b", closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(file, encoding=encoding, line_buffering=number == 2)


def child(case: dict[str, Any], output: int, errors: int, begun: int) -> None:
    """Run the command in this process, and close `begun` when the command begins."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open(os.devnull, os.O_RDWR)
    ends = os.pipe()  # the write end stays open, so a reader waits forever
    os.dup2(ends[0] if case["stdin"] == "open" else null, 0)
    os.dup2(errors, 2)
    if case["stdout"] in ("pipe", "ascii"):
        os.dup2(output, 1)
    elif case["stdout"] == "full":
        os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
    elif case["stdout"] in ("broken", "stuck"):
        reader, writer = os.pipe()
        os.dup2(writer, 1)
        os.close(writer)
        if case["stdout"] == "broken":
            os.close(reader)
        else:
            os.set_blocking(1, False)
            try:
                while True:
                    os.write(1, bytes(4096))
            except BlockingIOError:
                os.set_blocking(1, True)
    if case["stdin"] == "closed":
        os.close(0)
    if case["stdout"] == "closed":
        os.close(1)
    encoding = "ascii" if case["stdout"] == "ascii" else "utf-8"
    sys.stdin = sys.__stdin__ = stream(0, "r")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = stream(1, "w", encoding)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = stream(2, "w")  # type: ignore[misc]
    sys.argv = ["sapper", *(word.replace("OUT", f"out{os.getpid()}") for word in case["arguments"])]
    if "patience" in case:
        interrupt: Any = import_module("sapper.interrupt")
        interrupt.PATIENCE = case["patience"]
    runner: Any = import_module("sapper.cli.run")
    app = runner.app

    def begin(*arguments: Any, **options: Any) -> Any:
        os.close(begun)
        return app(*arguments, **options)

    runner.app = begin


@dataclass
class Run:
    case: dict[str, Any]
    pid: int
    output: IO[bytes]
    errors: IO[bytes]
    begun: int
    """the read end of a pipe that is closed when the command begins"""
    started: float = field(default_factory=time.monotonic)
    work: float | None = None
    """the CPU seconds that the process had used when the command began"""
    last: float = 0.0
    """the CPU seconds that the process had used at the last look"""
    quiet: int = 0
    """how many looks in a row found the process asleep and without new work"""
    interrupted: float | None = None
    """when Ctrl-C was sent"""

    def look(self) -> bool:
        """Record the CPU time of the process, and return whether the command has begun."""
        now = worked(self.pid)
        if self.work is None and select.select([self.begun], [], [], 0)[0]:
            self.work = now
        self.quiet = self.quiet + 1 if sleeps(self.pid) and now == self.last else 0
        self.last = now
        return self.work is not None

    def is_settled(self) -> bool:
        """Whether the process has worked for a while, or is waiting for something."""
        return self.work is not None and (self.last - self.work > 0.2 or self.quiet > 20)

    def has_spoken(self) -> bool:
        """Whether the process has written any output."""
        return os.fstat(self.output.fileno()).st_size > 0

    def has_workers(self) -> bool:
        """Whether at least two worker processes have worked for more than a second."""
        return sum(worked(one) > 1 for one in descendants(self.pid)) >= 2

    def result(self, status: int) -> dict[str, Any]:
        text = {}
        for name, file in (("output", self.output), ("errors", self.errors)):
            file.seek(0)
            text[name] = file.read().decode(errors="replace")
            file.close()
        os.close(self.begun)
        seconds = None if self.interrupted is None else time.monotonic() - self.interrupted
        return {"code": os.waitstatus_to_exitcode(status), "seconds": seconds, **text}


SIGNS: dict[str, Callable[[Run], bool]] = {
    "settled": Run.is_settled,
    "output": Run.has_spoken,
    "workers": Run.has_workers,
}


def start(case: dict[str, Any]) -> Run | None:
    """Start a case in a forked process. Returns a Run in the parent and None in the child."""
    output, errors = (tempfile.TemporaryFile() for _ in range(2))  # noqa: SIM115
    ours, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(ours)
        child(case, output.fileno(), errors.fileno(), theirs)
        return None
    os.close(theirs)
    return Run(case, pid, output, errors, ours)


def watch(run: Run) -> dict[str, Any] | None:
    """Send Ctrl-C to a run when its condition in SIGNS holds, or kill the run after LIMIT seconds.

    Returns None until the run has ended.
    """
    sign = run.case["interrupt"]
    if sign and run.interrupted is None and run.look() and SIGNS[sign](run):
        run.interrupted = time.monotonic()
        os.killpg(run.pid, signal.SIGINT)
    if time.monotonic() - run.started > LIMIT:
        os.killpg(run.pid, signal.SIGKILL)
    pid, status = os.waitpid(run.pid, os.WNOHANG)
    return run.result(status) if pid else None


def answer(cases: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Run the cases, two at a time per core.

    Returns the results by name, or None in a forked process.
    """
    todo = list(reversed(cases))
    running: list[Run] = []
    results: dict[str, Any] = {}
    while todo or running:
        while todo and len(running) < 2 * (os.cpu_count() or 1):
            run = start(todo.pop())
            if run is None:
                return None
            running.append(run)
        time.sleep(0.01)
        for run in list(running):
            ended = watch(run)
            if ended is not None:
                running.remove(run)
                results[run.case["name"]] = ended
    return results


def main() -> bool:
    """Answer each line of standard input. Returns False in a forked process."""
    for name in PRELOADED:
        import_module(name)
    app = import_module("sapper.cli.run").whole_app()
    typer: Any = import_module("typer.main")
    typer.get_command = cache(typer.get_command)  # building the parser takes longer than a command
    typer.get_command(app)
    gc.freeze()  # so that a forked process does not garbage-collect these modules when it exits
    for line in iter(sys.stdin.readline, ""):
        results = answer(json.loads(line))
        if results is None:
            return False
        print(json.dumps(results), flush=True)
    return True


if __name__ == "__main__" and not main():
    from sapper.cli import main as command

    command()
