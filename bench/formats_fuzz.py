"""Check that no damaged file makes Sapper crash, hang or run out of memory.

    python bench/formats_fuzz.py [--files 10000] [--seed 0] [FORMAT ...]

Each format is tested in a separate process. Each file must be read, or refused with a clear
one-line error, within 2 s. No process may use more than 200 MiB. tests/mutations.py makes the files
and checks the results. A different --seed produces different files. An MVF file takes about a tenth
of a second, because it needs its own process.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from report import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from mutations import damaged, most_memory, problem_of
from sapper.errors import SapperError
from sapper.formats import FORMATS, find, read

SECONDS = 2.0
"""limit for one file"""


def campaign(name: str, files: int, seed: int) -> str:
    """Read the damaged files of a format, and return a row of the table."""
    known = find(name)
    values, slowest, problems = 0, 0.0, []
    for number, data in enumerate(damaged(known, files, seed)):
        start = time.monotonic()
        if problem := problem_of(known, data):
            problems.append(f"file {number}: {problem}")
        took = time.monotonic() - start
        if took > SECONDS:
            problems.append(f"file {number}: took {took:.1f} s")
        slowest = max(slowest, took)
        if name != "mvf":
            try:
                read(data)
                values += 1
            except SapperError:
                pass
    used = most_memory() >> 20
    share = "" if name == "mvf" else f"{values / files:.0%}"
    lines = [f"| {name} | {files} | {share} | {slowest * 1000:.0f} | {used} | {len(problems)} |"]
    return "\n".join(lines + problems[:5])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("formats", nargs="*")
    options = parser.parse_args()
    print(machine())
    print("| format | files | read as something | slowest, ms | memory, MiB | problems |")
    print("| --- | --- | --- | --- | --- | --- |")
    names = options.formats or sorted(known.name for known in FORMATS)
    with ProcessPoolExecutor(max_tasks_per_child=1) as pool:
        jobs = [pool.submit(campaign, name, options.files, options.seed) for name in names]
        for job in jobs:
            print(job.result(), flush=True)


if __name__ == "__main__":
    main()
