"""The size of certificates as clauses (CNF, DRAT, LRAT) and as sums (OPB, PBP), per technique.

    python bench/explain_proof_size.py [--games 20] [--level expert] [--first 0]

Each cell is certified in the first position in which it is provable. For each of the two easiest
techniques, at most 1,000 cells are used. Both certificates of a cell are made, and both must be
accepted. The size is the number of bytes in all files except position.txt. Times are CPU times.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from report import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from explaincheck import positions
from sapper.core.level import NAMED, Level
from sapper.explain import Explanation, Technique, explain
from sapper.reason.odds import odds
from sapper.verify import verify, verify_counting

_EASY = 1_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", choices=list(NAMED), default="expert")
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    print(machine())
    measured: dict[Technique, list[tuple[float, ...]]] = defaultdict(list)
    for seed in range(options.first, options.first + options.games):
        seen: set[int] = set()
        for view in positions(Level.parse(options.level), seed):
            chances = odds(view)
            for cell in {*chances.safe, *chances.mines} - seen:
                seen.add(cell)
                found = explain(view, cell)
                assert isinstance(found, Explanation)
                rows = measured[found.technique]
                if found.technique < Technique.DIFFERENCE and len(rows) == _EASY:
                    continue
                times = [time.process_time()]
                clauses = found.certificate()
                times.append(time.process_time())
                sums = found.counting_certificate()
                times.append(time.process_time())
                assert verify(**clauses.texts)
                times.append(time.process_time())
                assert verify_counting(**sums.texts)
                times.append(time.process_time())
                rows.append(
                    (
                        len(clauses.cnf + clauses.drat),
                        len(clauses.cnf + clauses.drat + clauses.lrat),
                        len(sums.opb + sums.pbp),
                        sums.pbp.count("pol "),
                        *(1e3 * (b - a) for a, b in pairwise(times)),
                    )
                )
    columns = (
        "CNF+DRAT, bytes",
        "with LRAT",
        "OPB+PBP, bytes",
        "its lines",
        "clauses made, ms",
        "sums made, ms",
        "clauses verified, ms",
        "sums verified, ms",
    )
    print(f"{options.games} games of {options.level}; median and max")
    for technique in sorted(measured):
        rows = measured[technique]
        print(f"{technique} ({len(rows)} cells)")
        for name, values in zip(columns, zip(*rows, strict=True), strict=True):
            print(f"  {name}: {statistics.median(values):.4g}, {max(values):.4g}")


if __name__ == "__main__":
    main()
