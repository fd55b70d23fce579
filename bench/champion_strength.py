"""How often the champion wins, how fast it plays, and how much each of its ideas contributes.

    python bench/champion_strength.py [--games 100000] [--seed 0] [--threads 1]
    python bench/champion_strength.py --luck [--games 100000] [--threads 2]
    python bench/champion_strength.py --ablation [--games 100000]
    python bench/champion_strength.py --budget 1 [--games 2000] [--columns expert/safe ...]

The table has six columns. Games start at A1 under the rule `safe`, and at D4 under the rule `open`.
All intervals are 95% Wilson intervals. With --luck, three kinds of luck are removed by least
squares: luck at the start, luck in surviving guesses, and luck in the numbers revealed. This makes
the intervals about three times narrower. The ablation starts with the `odds` agent and adds one
idea after another, up to the whole champion. It compares each version with the previous one on the
same boards, with luck removed. In the same way, --budget compares the champion with and without a
budget.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pool

import numpy as np
from numpy.typing import NDArray

from report import machine
from sapper import _engine
from sapper.core.board import deal_many
from sapper.core.level import Level
from sapper.lab.luck import Adjusted, native_luck, start_luck
from sapper.lab.native import Native, measure_deck
from sapper.lab.statistics import wilson
from sapper.reason.champion import boards_for, network

COLUMNS = [
    f"{name}/{rule}" for name in ("beginner", "intermediate", "expert") for rule in ("safe", "open")
]


def champion(ideas: int, boards: int = 0) -> Native:
    """The odds agent with exact endgames (ideas > 0), a policy (> 1) and a lookahead (> 2)."""
    if not ideas:
        return Native()
    policy = network("policy") if ideas > 1 else None
    lookahead = network("lookahead") if ideas > 2 else None
    return Native(_engine.Champion(policy, lookahead, boards))


IDEAS = ("least risk (odds)", "+ exact endgame", "+ a policy network", "+ a lookahead")


def strength(games: int, seed: int, threads: int, columns: list[str]) -> None:
    for name in columns:
        level = Level.parse(name)
        start = time.process_time()
        mines = deal_many(level, seed, games)
        won, _, seconds = measure_deck(level, mines, champion=champion(3).champion, threads=threads)
        spent = time.process_time() - start
        low, high = wilson(int(won.sum()), games)
        print(
            f"{level} at {level.grid.name(level.first or 0)}: {100 * won.mean():.2f}% "
            f"({100 * low:.2f} to {100 * high:.2f}) of {games} games, {games / spent:.0f} games "
            f"per CPU second; {1000 * np.median(seconds):.2f} ms per game (median), "
            f"{1000 * seconds.max():.0f} ms (most)",
            flush=True,
        )


def without_luck(rows: NDArray[np.float64], start: NDArray[np.float64]) -> tuple[float, float]:
    """The win rate after luck is removed, and half the width of its 95% interval."""
    luck = np.column_stack([rows[:, 1], rows[:, 2], start])
    shares = np.linalg.lstsq(luck - luck.mean(0), rows[:, 0] - rows[:, 0].mean(), rcond=None)[0]
    left = rows[:, 0] - luck @ shares
    return float(left.mean()), float(1.96 * left.std() / len(left) ** 0.5)


def _starts(task: tuple[str, int, int]) -> NDArray[np.float64]:
    name, seed, games = task
    level = Level.parse(name)
    return start_luck(level, deal_many(level, seed, games), seed)


def _rows(task: tuple[int, int, str, int, int]) -> NDArray[np.float64]:
    ideas, boards, name, seed, games = task
    level = Level.parse(name)
    return native_luck(champion(ideas, boards), level, deal_many(level, seed, games), seed)


def _play(
    pool: Callable[..., Iterator[NDArray[np.float64]]],
    ideas: int,
    boards: int,
    name: str,
    seed: int,
    games: int,
) -> NDArray[np.float64]:
    size = 200 if boards == 0 else 10
    tasks = [(ideas, boards, name, seed + i, min(size, games - i)) for i in range(0, games, size)]
    return np.concatenate(list(pool(_rows, tasks)))


def compare(before: NDArray[np.float64], after: NDArray[np.float64]) -> str:
    adjusted = Adjusted()
    for a, b in zip(after.tolist(), before.tolist(), strict=True):
        adjusted.add(a[0] - b[0], a[1:3], b[1:3])
    raw = after[:, 0] - before[:, 0]
    error = 1.96 * raw.std() / len(raw) ** 0.5
    text = f"{100 * raw.mean():+.2f} ±{100 * error:.2f} wins"
    if (found := adjusted.fixed) is not None:
        half = 100 * (found.high - found.low) / 2
        text += f", {100 * found.value:+.2f} ±{half:.2f} without luck"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--columns", nargs="+", default=None)
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("--luck", action="store_true")
    parser.add_argument("--budget", type=float, default=0.0)
    options = parser.parse_args()
    print(machine(), flush=True)
    if not (options.ablation or options.budget or options.luck):
        columns = options.columns or COLUMNS
        strength(options.games or 100_000, options.seed, options.threads, columns)
        return
    columns = options.columns or (COLUMNS if options.luck else ["expert/safe", "expert/open"])
    boards = boards_for(options.budget)
    with Pool(options.threads) as workers:
        pool = workers.imap if options.threads > 1 else map
        for name in columns:
            if options.luck:
                games = options.games or 100_000
                rows = _play(pool, 3, boards, name, options.seed, games)
                parts = [
                    (name, options.seed + i, min(200, games - i)) for i in range(0, games, 200)
                ]
                start_of = np.concatenate(list(pool(_starts, parts)))
                share, half = without_luck(rows, start_of)
                print(
                    f"{name}: {100 * rows[:, 0].mean():.2f}% of {games} games won, without luck "
                    f"{100 * share:.2f}% ±{100 * half:.2f}",
                    flush=True,
                )
            elif options.ablation:
                games = options.games or 100_000
                before = _play(pool, 0, 0, name, options.seed, games)
                print(f"{name}, {games} games: {IDEAS[0]} {100 * before[:, 0].mean():.2f}%")
                for ideas in range(1, len(IDEAS)):
                    after = _play(pool, ideas, 0, name, options.seed, games)
                    share = 100 * after[:, 0].mean()
                    print(f"  {IDEAS[ideas]} {share:.2f}%: {compare(before, after)}", flush=True)
                    before = after
            else:
                games = options.games or 2000
                start = time.perf_counter()
                after = _play(pool, 3, boards, name, options.seed, games)
                spent = (time.perf_counter() - start) * options.threads
                before = _play(pool, 3, 0, name, options.seed, games)
                print(
                    f"{name}, {games} games: no budget {100 * before[:, 0].mean():.2f}%, "
                    f"budget {options.budget} s {100 * after[:, 0].mean():.2f}%: "
                    f"{compare(before, after)}; {games / spent:.2f} games per second per process",
                    flush=True,
                )


if __name__ == "__main__":
    main()
