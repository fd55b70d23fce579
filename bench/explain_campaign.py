"""Explain every provable cell in every position of many games, and check every explanation.

    python bench/explain_campaign.py [--games 200] [--level expert] [--certificates 1]

A SAT solver checks that each explanation uses no unnecessary clue, and that each step follows from
clues and earlier steps. tests/proofcheck.py checks the proof in the explanation, and `verify`
checks the two certificates. With --certificates n, only every n-th explanation is certified. In
each position, every safe cell is opened. If there is no safe cell, the cell with the best odds is
opened. If nothing changes within five cells of a provable cell, it is explained only once, unless
--every is given.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from report import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
import proofcheck
from explaincheck import check_minimal, check_steps, positions
from sapper.core.level import NAMED, Level
from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.reason.odds import odds
from sapper.verify import verify, verify_counting


def surroundings(view: View, cell: int, reach: int = 5) -> tuple[bytes, ...]:
    """The states of the cells around a cell."""
    width, height = view.level.width, view.level.height
    row, column = divmod(cell, width)
    left, right = max(0, column - reach), min(width, column + reach + 1)
    rows = range(max(0, row - reach), min(height, row + reach + 1))
    return tuple(view.states[r * width + left : r * width + right] for r in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", action="append", choices=list(NAMED))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--certificates", type=int, default=1)
    parser.add_argument("--every", action="store_true")
    options = parser.parse_args()
    print(machine())
    for name in options.level or NAMED:
        level = Level.parse(name)
        techniques: Counter[str] = Counter()
        sizes: Counter[int] = Counter()
        certain = proofs = certificates = 0
        seconds = []
        start = time.process_time()
        for seed in range(options.first, options.first + options.games):
            seen: dict[int, tuple[bytes, ...]] = {}
            for view in positions(level, seed):
                chances = odds(view)
                for cell in (*chances.safe, *chances.mines):
                    certain += 1
                    near = surroundings(view, cell)
                    if seen.get(cell) == near and not options.every:
                        continue
                    seen[cell] = near
                    before = time.process_time()
                    found = explain(view, cell)
                    seconds.append(time.process_time() - before)
                    assert isinstance(found, Explanation)
                    assert found.literal == (cell + 1 if cell in chances.mines else -cell - 1)
                    try:
                        check_minimal(found)
                        check_steps(found)
                        if found.proof is not None:
                            assert proofcheck.check(found.proof, view) == {found.literal}
                            proofs += 1
                        if len(seconds) % options.certificates == 0:
                            verdict = verify(**found.certificate().texts)
                            assert verdict, verdict
                            verdict = verify_counting(**found.counting_certificate().texts)
                            assert verdict, verdict
                            certificates += 1
                    except Exception:
                        print(f"{name} seed {seed} cell {view.grid.name(cell)}\n{view}")
                        raise
                    techniques[str(found.technique)] += 1
                    sizes[len(found.clues)] += 1
        seconds.sort()
        count = len(seconds)
        middle, high, most = (1e3 * seconds[i] for i in (count // 2, count * 99 // 100, -1))
        print(
            f"{name}: {options.games} games, {certain} certain cells in positions, {count} "
            f"explained; {proofs} proofs and {certificates} certificates checked; explaining took "
            f"median {middle:.2f} ms, p99 {high:.1f} ms, max {most:.0f} ms; "
            f"all {time.process_time() - start:.0f} s of CPU time"
        )
        print(f"  techniques {dict(techniques.most_common())}")
        print(f"  clues {dict(sorted(sizes.items()))}", flush=True)


if __name__ == "__main__":
    main()
