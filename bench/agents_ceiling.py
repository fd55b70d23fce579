"""The most that certainty can win with the course's rules, on boards that our dealer did not deal.

python bench/agents_ceiling.py [--games 4000] [--levels easy,medium,hard]

Mines and given cells come from Python's `random`; the given cells are opened, and `sat`, which is
complete (hints and mine count), plays on until it is stuck. Beside it, the same agent on our own
boards. An agent that never guesses can't win more.
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
from sapper.lab.bench import run
from sapper.lab.statistics import wilson


def wins(level: Level, rng: random.Random) -> bool:
    """Whether `sat` wins on a board of Python's own making."""
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
        ours = run("sat", level, options.games, seed=100_000).won
        for who, won in (("Python's boards", theirs), ("our boards", ours)):
            low, high = wilson(won, options.games)
            share = won / options.games
            print(f"{name:<8} {who:<16} sat wins {share:.2%} ({low:.2%} to {high:.2%})", flush=True)


if __name__ == "__main__":
    main()
