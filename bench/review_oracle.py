"""Check a review's figures for how much each choice lowers the chance of winning.

    python bench/review_oracle.py [--games 40] [--seed 2000] [--level 5x5x5/any] [--budget 0.3]

Every choice of a single cell is checked, including needless guesses. Exact losses must equal the
difference from the best strategy (to 1e-9). Estimated losses must be within three standard errors
of that difference. The script prints how many estimates are within this range, the worst estimate,
and the number of guesses that the review calls errors. (If the standard errors were too wide, no
guess would be called an error.) The model error in native/judge.cpp was set on games with seeds
1,000 to 1,059.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from report import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from reviewgames import random_game
from sapper import _engine
from sapper.review import review
from sapper.review.label import ERRORS, GUESSES, Label


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=2000, help="the seed of the first game")
    parser.add_argument("--level", action="append")
    parser.add_argument("--budget", type=float, default=0.3)
    options = parser.parse_args()
    print(machine())
    for level in options.level or ["4x4x4/any", "5x5x4/any", "5x5x5/any"]:
        exact = wrong = estimated = far = guesses = called = 0
        worst = 0.0
        for seed in range(options.seed, options.seed + options.games):
            for move in review(random_game(level, seed), options.budget).moves:
                if move.label is Label.START or len(move.cells) != 1:
                    continue
                view = move.view.with_promises()
                wins, boards, by_cell = _engine.optimal_value(
                    view.level.width, view.level.height, view.level.mines, view.states
                )
                off = abs(move.lost - (wins - by_cell[move.move.cell]) / boards)
                if move.exact:
                    exact += 1
                    wrong += off > 1e-9
                else:
                    estimated += 1
                    errors = off / max(move.lost_error, 1e-12)
                    guesses += move.label in GUESSES and move.label is not Label.NEEDLESS
                    called += move.label in ERRORS and move.label is not Label.NEEDLESS
                    far += errors > 3
                    worst = max(worst, errors)
        print(
            f"{level}: {exact} exact, {wrong} of them wrong; {estimated} estimated, {far} further "
            f"off than 3 errors, the worst {worst:.1f} errors; of {guesses} estimated guesses that "
            f"were not needless, {called} are called errors",
            flush=True,
        )


if __name__ == "__main__":
    main()
