"""How long a review takes, and whether its chances are right and its luck has mean zero.

    python bench/review.py [--games 40] [--luck 2000] [--many 1000] [--chances 10]

First, the script reviews expert games of `champion`, `odds` and a hasty player. The hasty player
opens a provably safe cell 97 times in 100, and otherwise one of the twelve safest cells that are
not provably safe. The figures are CPU seconds per review on one core, excluding the first review in
the process. Next, the script reviews beginner games of the hasty player (--many sets their number),
and computes all statistics. Finally, it reviews intermediate games of `odds` and `champion` (--luck
sets the number for each). It prints the mean luck with its 95% interval, and the luck-adjusted win
rate next to the plain win rate in 100,000 other games. --chances sets the number of expert games of
the hasty player in which every measured chance is compared with what `value` says of its position.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import statistics
import time

import numpy as np

from report import machine
from sapper.agents import make
from sapper.core.board import deal
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.view import HIDDEN, Move
from sapper.lab.native import native, play_games
from sapper.lab.statistics import percent, share
from sapper.reason.odds import odds
from sapper.reason.value import value
from sapper.review import review
from sapper.review.many import ReviewedGame, adjusted_rate, review_many

SEED = 20_000_000


def agent_game(name: str, level: Level, seed: int) -> Record:
    game, agent = Game(deal(level, seed), clock=lambda: 0), make(name)
    while game.outcome is None:
        decision = agent.choose(game.view)
        assert decision is not None
        for move in decision.moves:
            game.play(move)
    return game.record()


def hasty_game(level: Level, seed: int) -> Record:
    rng = random.Random(seed)
    game = Game(deal(level, seed), clock=lambda: 0)
    while game.outcome is None:
        chances = odds(game.view.with_promises())
        if chances.safe and rng.random() < 0.97:
            game.play(Move("open", rng.choice(chances.safe)))
        else:
            likely = sorted(game.view.hidden, key=lambda cell: chances[cell])
            unsure = [cell for cell in likely if chances[cell] > 0.0] or likely
            game.play(Move("open", rng.choice(unsure[:12])))
    return game.record()


def speed(games: int) -> None:
    level = Level.parse("expert")
    review(hasty_game(Level.parse("beginner"), 1))
    for name in ("champion", "odds", "hasty"):
        seconds = []
        for seed in range(SEED, SEED + games):
            played = hasty_game(level, seed) if name == "hasty" else agent_game(name, level, seed)
            start = time.process_time()
            review(played)
            seconds.append(time.process_time() - start)
        shown = statistics.quantiles(seconds, n=20)
        print(
            f"expert, {name}: median {statistics.median(seconds):.2f} s, "
            f"95% below {shown[-1]:.2f} s, most {max(seconds):.2f} s ({games} games)",
            flush=True,
        )


def many(games: int) -> None:
    level = Level.parse("beginner")
    records = [(str(seed), hasty_game(level, seed)) for seed in range(SEED, SEED + games)]
    start = time.process_time()
    found = review_many(records)
    print(f"{games} beginner games: {time.process_time() - start:.0f} s; {percent(found.adjusted)}")


def luck(games: int) -> None:
    """Print the mean luck and the luck-adjusted win rate."""
    level = Level.parse("intermediate")
    for name in ("odds", "champion"):
        player = native(name)
        assert player is not None
        played = [
            ReviewedGame.of("", review(agent_game(name, level, seed)))
            for seed in range(SEED, SEED + games)
        ]
        values = np.array([game.luck for game in played])
        rate = adjusted_rate([game.review for game in played])
        width = 1.96 * values.std(ddof=1) / math.sqrt(games)
        plain = play_games(level, 10 * SEED, 100_000, champion=player.champion, threads=1)
        print(
            f"intermediate, {name}, {games} games: luck {100 * values.mean():+.2f} ± "
            f"{100 * width:.2f} points per game; luck-adjusted {percent(rate, 2)}, "
            f"plain {percent(share(int(plain.sum()), len(plain)), 2)}",
            flush=True,
        )


def chances(games: int) -> None:
    """Compare each chance of a review with an estimate of the position that knows nothing else."""
    level = Level.parse("expert")
    exact = wrong = openings = 0
    distances = []
    for seed in range(SEED, SEED + games):
        moves = [move for move in review(hasty_game(level, seed)).moves if move.cells]
        openings += len(moves)
        for move in moves:
            if move.before is None or min(move.view.states) >= HIDDEN:
                continue
            other = value(move.view.with_promises(), 0.5, seed=SEED)
            error = math.hypot(move.before.error, other.error)
            if error == 0.0:
                exact += 1
                wrong += abs(move.before.win - other.win) > 1e-9
            else:
                distances.append(abs(move.before.win - other.win) / error)
    far = [sum(distance > most for distance in distances) for most in (2, 3, 4)]
    print(
        f"{games} expert games: {len(distances) + exact} of {openings} positions measured; "
        f"{exact} exact chances, {wrong} of them differ from `value`; of {len(distances)} "
        f"estimates, {far[0]} differ by more than 2 standard errors, {far[1]} by more than 3, "
        f"{far[2]} by more than 4"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--luck", type=int, default=2000)
    parser.add_argument("--many", type=int, default=1000)
    parser.add_argument("--chances", type=int, default=10)
    options = parser.parse_args()
    print(machine(), flush=True)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if options.games:
        speed(options.games)
    if options.many:
        many(options.many)
    if options.luck:
        luck(options.luck)
    if options.chances:
        chances(options.chances)


if __name__ == "__main__":
    main()
