"""The highest win rate that an agent can reach without guessing, under the course's rules.

    python bench/agents_ceiling.py [--games 4000] [--levels easy,medium,hard]

The boards are independent of Sapper's own, because their mines and given cells come from Python's
`random`. The given cells are opened, and the agent `sat` plays until it is stuck. `sat` finds every
safe cell that follows from the clues and the mine count, so no agent can win more games without
guessing. For comparison, `sat` also plays Sapper's own boards.
"""

from __future__ import annotations

import argparse
import random

from report import machine
from sapper.agents import make
from sapper.core.board import Board
from sapper.core.game import Game, Outcome
from sapper.core.level import Level, StartRule
from sapper.core.view import Move
from sapper.lab.bench import bench
from sapper.lab.statistics import wilson


def wins(level: Level, rng: random.Random) -> bool:
    """Whether `sat` wins a board that is made with Python's `random`."""
    cells = range(level.size)
    mines = frozenset(rng.sample(cells, level.mines))
    told = rng.sample([cell for cell in cells if cell not in mines], level.given)
    game = Game(Board(Level(level.width, level.height, level.mines, StartRule("any")), mines))
    for cell in told:
        game.play(Move("open", cell))
    agent = make("sat")
    while game.outcome is None and (decision := agent.choose(game.view)) is not None:
        game.play(decision)
    return game.outcome is Outcome.WON


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--levels", default="easy,medium,hard")
    options = parser.parse_args()
    print(machine())
    for name in options.levels.split(","):
        level = Level.parse(name)
        rng = random.Random(1)
        theirs = sum(wins(level, rng) for _ in range(options.games))
        ours = bench("sat", level, options.games, seed=100_000).won
        for who, won in (("Python's boards", theirs), ("our boards", ours)):
            low, high = wilson(won, options.games)
            share = won / options.games
            print(f"{name:<8} {who:<16} sat wins {share:.2%} ({low:.2%} to {high:.2%})", flush=True)


if __name__ == "__main__":
    main()
