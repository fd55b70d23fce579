"""How long the native engine needs to deal a million expert boards.

    python bench/deal_speed.py [--boards 1000000] [--runs 5]

The script prints the CPU time for each of the rules any, safe and open.
"""

from __future__ import annotations

import argparse
import time

from report import machine, spread
from sapper.core.board import deal_many
from sapper.core.level import Level


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print(machine())
    for rule in ("any", "safe", "open"):
        level = Level.parse(f"expert/{rule}")
        seconds = []
        for run in range(options.runs):
            start = time.process_time()
            deal_many(level, run * options.boards, options.boards)
            seconds.append(time.process_time() - start)
        print(f"deal {options.boards} boards of {level}: {spread(seconds)} of CPU time")


if __name__ == "__main__":
    main()
