"""Runs commands in processes whose streams are closed, full, broken or plain ASCII.

    python clirun.py < cases.json > results.json

Starting Python and importing Sapper takes longer than most commands do: this process imports once,
and forks for each case. The child has streams as the interpreter would have made them, runs `main`
and ends as every Python process does, with its last flush and its exit handlers.

    {"name": ..., "arguments": [...], "stdin": ..., "stdout": ..., "interrupt": seconds or null,
     "speaks": whether Ctrl-C waits for a first line}

stdin is null, closed or open (a pipe that never ends); stdout is pipe, full, closed, broken (nobody
reads), ascii or stuck (a pipe that nobody empties). OUT in an argument is a name that nothing has
yet. Ctrl-C goes to the whole group, as from a
terminal.
"""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import sys
import tempfile
import time
from importlib import import_module
from typing import Any

PRELOADED = ("sapper.cli", "sapper.web.app", "uvicorn", "matplotlib.figure")

LIMIT = 60.0
"""seconds after which a case has failed"""

SLOW, TRIES = 1.0, 3
"""seconds after Ctrl-C that make another try worth while, and how often"""


def stream(number: int, mode: str, encoding: str = "utf-8") -> io.TextIOWrapper | None:
    """A stream of this number as the interpreter makes it; none if it is closed."""
    try:
        os.fstat(number)
    except OSError:
        return None
    file = open(number, f"{mode}b", closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(file, encoding=encoding, line_buffering=number == 2)


def child(case: dict[str, Any], output: int, errors: int) -> None:
    """Become the command."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open(os.devnull, os.O_RDWR)
    ends = os.pipe()  # its other end stays open, so that there is no end to read
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
    sys.orig_argv[:] = sys.argv


def start(case: dict[str, Any]) -> dict[str, Any] | None:
    """Start a case; what is to be known of it, or None in the child itself."""
    output, errors = (tempfile.TemporaryFile() for _ in range(2))  # noqa: SIM115
    started = time.monotonic()
    pid = os.fork()
    if not pid:
        child(case, output.fileno(), errors.fileno())
        return None
    return {
        "case": case,
        "pid": pid,
        "output": output,
        "errors": errors,
        "started": started,
        "told": None,
    }


def watch(run: dict[str, Any]) -> dict[str, Any] | None:
    """Interrupt a run when it is time, or end one that is late; its result if it has ended."""
    now = time.monotonic()
    after = run["case"]["interrupt"]
    is_due = after is not None and now - run["started"] >= after
    if run["case"].get("speaks") and not os.fstat(run["output"].fileno()).st_size:
        is_due = False
    if is_due and run["told"] is None:
        run["told"] = now
        os.killpg(run["pid"], signal.SIGINT)
    if now - run["started"] > LIMIT:
        os.killpg(run["pid"], signal.SIGKILL)
    pid, status, used = os.wait4(run["pid"], os.WNOHANG)
    if not pid:
        return None
    text = {}
    for name in ("output", "errors"):
        run[name].seek(0)
        text[name] = run[name].read().decode(errors="replace")
    took = None if run["told"] is None else now - run["told"]
    cpu = used.ru_utime + used.ru_stime
    return {"code": os.waitstatus_to_exitcode(status), "took": took, "cpu": cpu, **text}


def main() -> bool:
    """Run all cases, as many at once as there are cores; whether this is the first process."""
    cases = json.load(sys.stdin)
    for name in PRELOADED:
        import_module(name)
    import_module("sapper.cli").whole_app()
    gc.freeze()  # the children's last collections need not look through all that
    todo = list(reversed(cases))
    running: list[dict[str, Any]] = []
    results: dict[str, Any] = {}
    while todo or running:
        while todo and len(running) < 2 * (os.cpu_count() or 1):
            run = start(todo.pop())
            if run is None:
                return False
            running.append(run)
        time.sleep(0.01)
        for run in list(running):
            ended = watch(run)
            if ended is None:
                continue
            running.remove(run)
            case = run["case"]
            if (ended["took"] or 0) > SLOW and case.setdefault("tries", 1) < TRIES:
                case["tries"] += 1  # the machine may have been busy with something else
                todo.append(case)
            else:
                results[case["name"]] = ended
    json.dump(results, sys.stdout)
    return True


if __name__ == "__main__" and not main():
    from sapper.cli import main as command

    command()
