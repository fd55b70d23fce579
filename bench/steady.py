"""Do the tests pass every time, even on a busy machine?

    python bench/steady.py [--runs 5] [--load 4] [--target test] [--keep FOLDER]

The script runs `make test` (or the target that --target names) repeatedly while other processes
keep the cores busy (--load sets their number). It prints a line for each run, and the output of
each failed run. The exit code is 1 if any run failed. The output of all runs is kept in a folder.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from report import machine, spread

ROOT = Path(__file__).parent.parent

SPIN = """
import os
parent = os.getppid()
while os.getppid() == parent:
    sum(range(10**6))
"""


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep the machine busy while the body of a `with` statement runs."""
    running = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(processes)]
    try:
        yield
        if any(process.poll() is not None for process in running):
            sys.exit("steady: the machine was not busy all the time, because a process has ended")
    finally:
        for process in running:
            process.kill()
            process.wait()


def run(target: str, log: Path) -> tuple[bool, float, str]:
    """Whether a run passed, how many minutes it took, and how many tests passed or failed."""
    start = time.monotonic()
    with log.open("wb") as output:
        code = subprocess.run(
            ["make", target], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False
        ).returncode
    minutes = (time.monotonic() - start) / 60
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    counts = [
        line for line in lines if re.match(r"(ok \| |FAILED \| )?\d+ (passed|failed|error)", line)
    ]
    return code == 0, minutes, "; ".join(counts or lines[-1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="number of runs (5)")
    parser.add_argument(
        "--load", type=int, default=4, help="busy processes alongside the tests (4)"
    )
    parser.add_argument("--target", choices=("test", "test-all"), default="test")
    parser.add_argument("--keep", type=Path, help="a folder for the output of all runs")
    chosen = parser.parse_args()
    if chosen.runs < 1 or chosen.load < 0:
        parser.error("--runs must be at least 1, and --load at least 0")
    folder = chosen.keep or Path(tempfile.mkdtemp(prefix="sapper-steady-"))
    folder.mkdir(parents=True, exist_ok=True)

    print(f"make {chosen.target}, {chosen.load} busy processes; {machine()}; output in {folder}")
    failed: list[Path] = []
    times: list[float] = []
    with busy(chosen.load):
        for number in range(1, chosen.runs + 1):
            log = folder / f"{chosen.target}-{number}.log"
            passed, minutes, counts = run(chosen.target, log)
            times.append(minutes)
            if not passed:
                failed.append(log)
                print(log.read_text(encoding="utf-8", errors="replace"))
            word = "passed" if passed else "FAILED"
            print(f"run {number}: {word} in {minutes:.1f} minutes; {counts}", flush=True)
    print(f"{chosen.runs - len(failed)} of {chosen.runs} passed; {spread(times, 'minutes')}")
    if failed:
        print(f"failed: {', '.join(map(os.fspath, failed))}")
        sys.exit(1)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("steady: stopped")
