"""How soon is a worker process ready, forked or started from scratch?

    python bench/worker_start.py [--runs 30]

Each worker is asked for a hint, to make sure that it is ready. Forked and new workers take turns.
The first fork has to wait for the fork server's imports, so its time is printed separately. `sapper
serve` does these imports when it starts.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable

from report import machine
from sapper.processes import functions
from sapper.web import process_pool

QUESTION = {"task": "hint", "position": "5x3x2/any\n.1000\n.2110\n.....\n", "tier": 1}


def started(hire: Callable[[], process_pool.Worker]) -> float:
    """The milliseconds that a new worker needs to start and answer."""
    start = time.perf_counter()
    worker = hire()
    worker.line.sendall(json.dumps(QUESTION).encode() + b"\n")
    with worker.line.makefile() as lines:
        assert "answer" in json.loads(lines.readline())
    ms = 1000 * (time.perf_counter() - start)
    worker.end()
    return ms


def alone() -> process_pool.Worker:
    """Start a worker from scratch, as on systems that can't fork processes."""
    functions.FORKS = False
    try:
        return process_pool.hire()
    finally:
        functions.FORKS = True


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    print(machine())
    print(f"the first fork, with the imports: {started(process_pool.hire):.0f} ms")
    pairs = [(started(process_pool.hire), started(alone)) for _ in range(options.runs)]
    for name, times in zip(("forked", "from scratch"), zip(*pairs, strict=True), strict=True):
        middle, most = statistics.median(times), max(times)
        print(f"{name}: median {middle:.1f} ms, least {min(times):.1f}, most {most:.1f}")
    ratio = statistics.median(slow / fast for fast, slow in pairs)
    print(f"a fork is ready {ratio:.0f} times sooner (median of {options.runs} pairs)")


if __name__ == "__main__":
    main()
