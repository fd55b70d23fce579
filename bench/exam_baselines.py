"""Whether the exam's baselines score in the expected order, and how much CPU time they take.

    python bench/exam_baselines.py [--positions 300] [--seed 0]

Each baseline takes the same exam, with one question per position. ORDER is the expected order of
the total scores, from best to worst; the intervals of two of them must not overlap. The scores of
WORSE must be below that of `blind`, which has to be 0 in every part. The last lines show how many
answers per second `score_answer` scores, if each item is answered AGAIN times.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from itertools import pairwise

from sapper.exam import Item, score_answer
from sapper.exam.baselines import answers
from sapper.exam.grading import chances, clue_counts, wins
from sapper.exam.items import PARTS, ExamSettings, public_key
from sapper.exam.making import make
from sapper.exam.report import total_rows
from sapper.exam.scores import score

ORDER = ("champion", "odds", "textbook", "single clue", "blind")
WORSE = ("density", "random", "liar")
AGAIN = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    start = time.process_time()
    settings = ExamSettings(positions=options.positions, copies=1)
    items = make(settings, public_key(options.seed))
    print(f"{len(items)} items made in {time.process_time() - start:.1f} s of CPU time")
    found = []
    for name in (*ORDER, *WORSE):
        start = time.process_time()
        answered = {one.id: [one] for one in answers(name, items)}
        middle = time.process_time()
        found.append(score(name, items, answered))
        end = time.process_time()
        print(f"{name:<12} answered in {middle - start:5.1f} s, graded in {end - middle:5.1f} s")
    for row in total_rows(found):
        print("  ".join(cell.ljust(20) for cell in row).rstrip())
    totals = [one.total for one in found if one.total is not None]
    pairs = [*pairwise(totals[: len(ORDER)])]
    pairs += [(totals[len(ORDER) - 1], worse) for worse in totals[len(ORDER) :]]
    apart = all(better.low > worse.high for better, worse in pairs)
    print(f"expected order with disjoint intervals: {'yes' if apart else 'NO'}")
    blind = found[ORDER.index("blind")].parts.values()
    zero = all(part.score.points.low <= 0 <= part.score.points.high for part in blind)
    print(f"0 within the interval of `blind` in every part: {'yes' if zero else 'NO'}")
    print(f"answers scored per second ({AGAIN} for each item):")
    for part in PARTS:
        asked = [item for item in items if item.part == part]
        speeds = [
            f"{name} {_speed(name, asked):,.0f}" for name in ("champion", "textbook", "random")
        ]
        print(f"{part:<12} {', '.join(speeds)}")


def _speed(name: str, items: Sequence[Item]) -> float:
    given = [json.dumps(one.answer) for one in answers(name, items)]
    for cache in (chances, wins, clue_counts):
        cache.cache_clear()
    start = time.process_time()
    for _ in range(AGAIN):
        for item, text in zip(items, given, strict=True):
            score_answer(item, text)
    return AGAIN * len(items) / (time.process_time() - start)


if __name__ == "__main__":
    main()
