"""Grade an agent that rarely makes a false claim, with many seeds. It must never pass.

    python bench/false_claims.py --seeds 20

If a 1 has four hidden neighbours, the agent opens one of them at random and claims that it is
provably safe (tests/agents_faulty/trusts_a_one.py).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sapper.lab.grade.marks import grade
from sapper.lab.grade.rubric import Rubric

AGENT = Path(__file__).parents[1] / "tests/agents_faulty/trusts_a_one.py"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--games", type=int, help="the default is in the rubric")
    asked = parser.parse_args()
    failed = 0
    for seed in range(asked.seeds):
        found = grade(str(AGENT), Rubric.load(None), seed=seed, games=asked.games, jobs=2)
        false = len(found.unsound)
        led = sum(len(game.unsound) for game in found.led)
        print(f"seed {seed}: {found.mark.words}; {false} false claims, {led} in recorded games")
        failed += not found.mark.passed
    print(f"fails at {failed} of {asked.seeds} seeds")


if __name__ == "__main__":
    main()
