"""Compare the CPU time of a study with that of a bare loop, for games that take 1 ms.

    python bench/lab_overhead.py [--games 8000] [--runs 3] [--cluster]

In each game, the agent thinks for 1 ms and makes no move. The study deals boards, plays games,
distributes blocks of games and writes result files. The bare loop only deals and plays, in the same
number of processes. Both are run with two games and with many games, and the difference in CPU time
is divided by the number of additional games. This excludes one-time costs such as starting
processes and importing modules, which are printed separately. The script measures the CPU time of
all processes, which hardly depends on how busy the machine is. However, Dask does periodic
maintenance, so its cost also grows with the elapsed time.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

from report import machine
from sapper.core.board import Board, deal_many
from sapper.core.level import Level
from sapper.lab.batch import load_source
from sapper.lab.play import play_game
from sapper.lab.study.plan import Study, load
from sapper.lab.study.run import run_study

SPIN = """
import time
from sapper.agents import AGENTS, Preset
from sapper.lab.player import Player
from sapper.lab.study.plan import Study


class Spin:
    def __init__(self, guess, seed, flags=False):
        self.start = time.thread_time_ns()

    def choose(self, view):
        while time.thread_time_ns() - self.start < 1_000_000:
            pass


AGENTS["spin"] = Preset("thinks for 1 ms and gives up", "none", Spin)
study = Study("spin", "What does the lab cost?", ("easy",), (Player("spin"),), games=1)
"""


def cpu() -> float:
    """The CPU seconds of this process and of the child processes that have ended."""
    found = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        found += used.ru_utime + used.ru_stime
    return found


def play(study: Study) -> None:
    """Play the games of a study in a minimal loop."""
    load_source(study.source)
    (level,) = (Level.parse(name) for name in study.levels)
    (someone,) = study.players
    for seed, cells in enumerate(deal_many(level, study.seed, study.games), study.seed):
        play_game(Board.of_row(level, cells.tolist()), someone, seed)


def bare(jobs: int = 1) -> Callable[[Study], None]:
    """A function that plays the games of a study in minimal loops, one per process."""

    def run(study: Study) -> None:
        if jobs == 1:
            play(study)
            return
        share = study.with_options(games=study.games // jobs)
        processes = [get_context("spawn").Process(target=play, args=(share,)) for _ in range(jobs)]
        for process in processes:
            process.start()
        for process in processes:
            process.join()

    return run


def in_lab(jobs: int = 1, cluster: str | None = None) -> Callable[[Study], None]:
    def run(study: Study) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run_study(study, Path(folder) / "out", jobs=jobs, cluster=cluster)

    return run


def cost(run: Callable[[Study], None], study: Study, games: int) -> tuple[float, float]:
    """The CPU milliseconds per game, and the one-time cost in seconds."""
    spent = []
    for number in (2, games):
        before = cpu()
        run(study.with_options(games=number))
        spent.append(cpu() - before)
    each = (spent[1] - spent[0]) / (games - 2)
    return each * 1000, spent[0] - 2 * each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--cluster", action="store_true", help="measure Dask's local:2 too")
    options = parser.parse_args()
    print(machine())
    ways: dict[str, Callable[[Study], None]] = {
        "bare, 1 process": bare(),
        "study, 1 process": in_lab(),
        "bare, 2 processes": bare(2),
        "study, 2 processes": in_lab(2),
    }
    if options.cluster:
        ways["study, local:2"] = in_lab(cluster="local:2")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "spin.py"
        file.write_text(SPIN)
        study = load(str(file))
    in_lab()(study)  # import everything first
    found: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
    for _ in range(options.runs):  # take turns, so that a busy moment affects all equally
        for way, run in ways.items():
            found[way].append(cost(run, study, options.games))
    base = 0.0
    for way, costs in found.items():
        each = statistics.median(each for each, _ in costs)
        once = statistics.median(once for _, once in costs)
        if way.startswith("bare"):
            base = each
        low, high = min(each for each, _ in costs), max(each for each, _ in costs)
        print(
            f"{way:20} {each:.4f} ms per game ({low:.4f} to {high:.4f}, {options.runs} runs): "
            f"{each / base - 1:+.1%}; once {once:.1f} s"
        )


if __name__ == "__main__":
    main()
