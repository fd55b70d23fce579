"""How long it takes to make a data set of labelled expert positions.

    python bench/data_speed.py [--positions 1000000] [--sample 1000] [--jobs 2] [--runs 1]

The script prints the elapsed time and the CPU time of all processes. A busy machine affects the CPU
time less than the elapsed time.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from report import machine, spread
from sapper.lab.dataset import Plan, make_dataset


def cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--sample", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--runs", type=int, default=1)
    options = parser.parse_args()
    print(machine())
    clock, cpu = [], []
    for run in range(options.runs):
        plan = Plan(options.positions, ("expert",), seed=run, sample=options.sample)
        with tempfile.TemporaryDirectory() as folder:
            start, before = time.monotonic(), cpu_seconds()
            made = make_dataset(plan, Path(folder), jobs=options.jobs)
            clock.append(time.monotonic() - start)
            cpu.append(cpu_seconds() - before)
        print(f"{made.positions} positions, {made.samples} samples, {made.bytes / 1e6:.0f} MB")
    print(f"{options.jobs} processes: {spread(clock)}; CPU time {spread(cpu)}")


if __name__ == "__main__":
    main()
