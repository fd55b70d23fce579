"""Check dealt boards with code that is not used to deal them. No failure is allowed.

    python bench/dealer_replay.py [--boards 10000] [--certificates 1000] [--cells 100000]

Expert boards of each kind in KINDS are dealt. The agent `sat` plays these boards, and must win each
one with provably safe moves only. The script also makes and verifies certificates of such boards,
and measures the CPU time and the size. For a sample of provable cells, the engine and `explain`
must name the same technique. The script uses all cores.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from report import machine, spread
from sapper.agents import make
from sapper.core.board import deal
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.explain import Explanation, explain
from sapper.ladder.board_certificate import certify_board
from sapper.ladder.dealer import Wanted, deal_wanted
from sapper.ladder.rungs import settled_cells
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique
from sapper.verify import verify_board

EXPERT = Level.parse("expert")
KINDS = (
    Wanted(no_guess=True),
    Wanted(no_guess=True, mine_count=False),
    Wanted(technique=Technique.CHAIN),
    Wanted(technique=Technique.COMBINATION),
    Wanted(technique=Technique.MINE_COUNT),
    Wanted(no_guess=True, repair=True),
)
LEVELS = ("9x6x12/open", "16x8x28/open", "11x11x24/safe", "14x7x20/given", "30x16x99/open")
LOT = 20

T = TypeVar("T")


def replay(lot: int) -> list[float]:
    """The CPU seconds that `sat` needs for each board, which it must win without a guess."""
    took = []
    for board in deal_wanted(EXPERT, 10**9 + lot * LOT, LOT, KINDS[lot % 6], threads=1).boards:
        start = time.process_time()
        game, agent = Game(board), make("sat")
        while game.outcome is None:
            decision = agent.choose(game.view)
            assert decision is not None, f"the sat agent is stuck on\n{board}"
            assert decision.reason.certain
            game.play(decision)
        assert game.outcome is Outcome.WON, f"lost on\n{board}"
        took.append(time.process_time() - start)
    return took


def certify(lot: int) -> list[tuple[float, float, int]]:
    """For each certificate, the CPU seconds to make it and to verify it, and its size in bytes."""
    found = []
    for board in deal_wanted(EXPERT, 2 * 10**9 + lot * LOT, LOT, KINDS[lot % 6], threads=1).boards:
        start = time.process_time()
        text = certify_board(board)
        middle = time.process_time()
        verdict = verify_board(text)
        assert verdict, f"{verdict}\n{board}"
        found.append((middle - start, time.process_time() - middle, len(text)))
    return found


def agree(lot: int) -> Counter[str]:
    """Count provable cells by technique. The engine and `explain` must agree on each cell."""
    rng = random.Random(lot)
    seen: Counter[str] = Counter()
    while seen.total() < LOT:
        level = Level.parse(rng.choice(LEVELS))
        waves = solution(deal(level, rng.randrange(2**40))).waves[1:]
        for view in rng.sample(waves, min(3, len(waves))):
            found = settled_cells(view)
            hard = [cell for cell, each in found.items() if each.technique >= Technique.CHAIN]
            for cell in rng.sample(hard or list(found), min(3, len(hard or found))):
                said = explain(view, cell)
                assert isinstance(said, Explanation)
                same = said.technique is found[cell].technique
                assert same, f"{view.grid.name(cell)}: {said.technique}\n{view}{found[cell]}"
                seen[str(said.technique)] += 1
    return seen


def lots(work: Callable[[int], T], count: int) -> Iterator[T]:
    """Call `work` once for each batch, on all cores, and yield the results."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, range(-(-count // LOT)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--certificates", type=int, default=1_000)
    parser.add_argument("--cells", type=int, default=100_000)
    options = parser.parse_args()
    print(machine())
    if options.boards:
        took = [1000 * each for lot in lots(replay, options.boards) for each in lot]
        print(f"{len(took)} boards won by the sat agent without a guess: {spread(took, 'ms')}")
    if options.certificates:
        made = [each for lot in lots(certify, options.certificates) for each in lot]
        print(
            f"{len(made)} certificates accepted: "
            f"made in {spread([1000 * m for m, _, _ in made], 'ms')}, "
            f"verified in {spread([1000 * v for _, v, _ in made], 'ms')}, "
            f"{spread([b / 1000 for _, _, b in made], 'kB')}"
        )
    if options.cells:
        seen: Counter[str] = Counter()
        for lot in lots(agree, options.cells):
            seen += lot
        print(f"{seen.total()} cells with the same technique by the engine and by explain: {seen}")


if __name__ == "__main__":
    main()
