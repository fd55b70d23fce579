"""How long it takes to read and to measure replays.

    python bench/formats_speed.py [--runs 9] [--table 1000]

The goals are to read an AVF or EVF file of an expert game in 10 ms, and to read 1,000 replays into
one table in a minute.
"""

from __future__ import annotations

import argparse
import io
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from report import machine, spread
from sapper.core.replay import Replay, play_through
from sapper.formats import find, load, read, write
from sapper.review.metrics import game_metrics

SAMPLES = Path(__file__).parent.parent / "tests" / "samples"


def timed(work: Callable[[], object], runs: int) -> str:
    """The median and range of the CPU times of several runs, in ms."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) * 1000)
    return spread(taken, "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--table", type=int, default=1000)
    options = parser.parse_args()
    print(machine())
    expert = load(SAMPLES / "expert.avf")
    assert isinstance(expert, Replay)
    files = {
        "avf": (SAMPLES / "expert.avf").read_bytes(),
        "evf 4": write(expert, find("evf")),
        "rmv 1": (SAMPLES / "long-v1.rmv").read_bytes(),
        "rawvf": write(expert, find("rawvf")),
    }
    for name, data in files.items():
        print(f"read {name}, {len(data) >> 10} KiB: {timed(lambda d=data: read(d), options.runs)}")  # type: ignore[misc]
    print(f"its moves: {timed(lambda: play_through(expert), options.runs)}")
    print(f"all metrics: {timed(lambda: game_metrics(expert), options.runs)}")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.table):
            Path(folder, f"{number}.avf").write_bytes(files["avf"])
        names = sorted(str(path) for path in Path(folder).iterdir())
        start = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "sapper", "stats", *names, "--csv"],
            capture_output=True,
            text=True,
            check=True,
        )
        took = time.monotonic() - start
    rows = len(list(io.StringIO(done.stdout))) - 1
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime
    print(f"sapper stats --csv of {rows} expert replays: {took:.1f} s, {cpu:.1f} s of CPU time")


if __name__ == "__main__":
    main()
