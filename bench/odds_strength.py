"""How often the odds agent wins, and how fast it plays, on three levels with two start rules.

    python bench/odds_strength.py [--games 100000] [--threads 1] [--certain 0]

With rule `safe`, games start at A1, and with rule `open` at D4. All intervals are 95% Wilson
intervals. With --certain N, the script plays N expert games instead, and compares the provable
cells of every position with those that a SAT solver finds.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from report import machine
from sapper.agents.odds import OddsAgent
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.lab.native import play_games
from sapper.lab.statistics import wilson
from sapper.reason.odds import odds


def strength(games: int, threads: int) -> None:
    for name in ("beginner", "intermediate", "expert"):
        for rule in ("safe", "open"):
            level = Level.parse(f"{name}/{rule}")
            start = time.process_time()
            won = int(play_games(level, 0, games, threads=threads).sum())
            seconds = time.process_time() - start
            low, high = wilson(won, games)
            print(
                f"{level} at {level.grid.name(level.first or 0)}: {100 * won / games:.2f}% "
                f"({100 * low:.2f} to {100 * high:.2f}) of {games} games, "
                f"{games / seconds:.0f} games per CPU second"
            )


def compare_with_sat(first: int, games: int) -> None:
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from sat_certain import sat_certain

    positions = certain = 0
    for seed in range(first, first + games):
        game = Game(deal(Level.parse("expert"), seed))
        agent = OddsAgent()
        while game.outcome is None:
            found = odds(game.view)
            expected = sat_certain(game.view)
            assert expected == (frozenset(found.safe), frozenset(found.mines)), str(game.view)
            positions += 1
            certain += len(found.safe) + len(found.mines)
            decision = agent.choose(game.view)
            assert decision is not None
            game.play(decision)
    print(f"{games} expert games, {positions} positions: all {certain} certain cells equal SAT's")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--certain", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the first seed, with --certain")
    options = parser.parse_args()
    print(machine())
    if options.certain:
        compare_with_sat(options.first, options.certain)
    else:
        strength(options.games, options.threads)


if __name__ == "__main__":
    main()
