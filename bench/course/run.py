"""How often the five rebuilt programs of the course win, and what each mistake costs.

    python bench/course/run.py [A B ...] [--levels easy,medium,hard] [--games 300] [--jobs 2]
    python bench/course/run.py --faults [--levels easy,medium,hard] [--games 300] [--jobs 2]
    python bench/course/run.py --claims [--games 100] [--jobs 2]

The first command plays the programs as their reports describe them (bench/course/programs.py). The
table also has the wins that the reports give, and the wins of the original programs when they were
run again. For stuck games, it shows how often a safe cell was provable from the clues, or only with
the mine count. In program C, a stuck game is called a fail if mines enclose the remaining cells, so
that KB is empty. A guess is needless if a safe cell was provable. Below the table are the parents
that program A lost, and the guesses that program D made while a fact was waiting.

The second command plays the exercise without a fault and with each single fault, on the same
boards. The difference is the cost of the fault.

The third command tests claims of the reports about time and matching. These claims are about how
the programs work, so the rebuilt programs are measured, not Sapper's agents.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))

from course.programs import FAULTS, PROGRAMS, CoursePlayer, Program
from report import machine
from sapper.core.board import deal
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.lab.play import safe_cell_source, walled_in
from sapper.lab.player import chances
from sapper.lab.statistics import (
    Estimate,
    bootstrap,
    over,
    paired_difference,
    percent,
    resample,
    share,
)
from sapper.lab.study.studies import STUDIES


@dataclass(frozen=True, slots=True)
class Result:
    outcome: str
    ms: float
    missed: str = ""
    """for a stuck game, the result of `sapper.lab.play.safe_cell_source`"""
    guesses: int = 0
    needless: int = 0
    rounds: int = 0
    matched: int = 0
    longest: int = 0
    hasty: int = 0
    """guesses while a fact was waiting"""
    timed: tuple[tuple[int, int], ...] = ()
    """the length of KB and the CPU time in ns of each round, for A"""
    parents: tuple[tuple[str, int], ...] = ()
    """how many parents stayed, were subsumed or were lost, for A"""


def play(task: tuple[Program, str, int]) -> Result:
    """Play the board of a seed. A false claim would be a bug of the player, so it is an error."""
    program, text, seed = task
    level = Level.parse(text)
    board = deal(level, seed)
    game = Game(board)
    player = CoursePlayer(program, level, chances(0, seed))
    guesses = needless = 0
    ms = 0.0
    while game.outcome is None:
        start = time.thread_time_ns()
        chosen = player.choose(game.view)
        ms += (time.thread_time_ns() - start) / 1e6
        if chosen is None:
            break
        cell, certain = chosen
        if not certain:
            guesses += 1
            needless += bool(safe_cell_source(game.view))
        game.play(Move("open", cell))
        assert not (certain and game.outcome is Outcome.LOST), (program, text, seed)
    assert board.mines.issuperset(player.mines), (program, text, seed)
    cost = player.rounds, player.matched, player.longest, player.hasty
    rest = tuple(player.timed), tuple(player.parents.items())
    if game.outcome is not None:
        return Result(game.outcome.value, ms, "", guesses, needless, *cost, *rest)
    end = "fail" if walled_in(game.view, player.mines) else "stuck"
    return Result(end, ms, safe_cell_source(game.view), guesses, needless, *cost, *rest)


def figures(name: str, level: str) -> list[str]:
    """The wins that a program reported on a level, and its wins when it was run again."""
    found = {"rerun": "", "reported": ""}
    for study in ("difficulty", "start-rule"):
        for figure in STUDIES[study].course:
            if (figure.course, figure.level) == (name, level) and figure.won is not None:
                found["rerun" if "rerun" in figure.note else "reported"] = (
                    f"{figure.won[0]} of {figure.won[1]}"
                )
    return [found["reported"], found["rerun"]]


def row(name: str, level: str, played: list[Result]) -> list[str]:
    """One line of the table."""
    ends = [result.outcome for result in played]
    stopped = [r.missed for r in played if r.outcome in ("stuck", "fail")]
    guesses = sum(r.guesses for r in played)
    times = [r.ms for r in played]
    return [
        name,
        level,
        percent(share(ends.count("won"), len(ends))),
        *(str(ends.count(outcome)) for outcome in ("stuck", "fail", "lost")),
        f"{stopped.count('clues')} / {stopped.count('mine count')}" if stopped else "",
        f"{sum(r.needless for r in played)} of {guesses}" if guesses else "",
        f"{statistics.fmean(times):.1f} ± {statistics.pstdev(times):.1f}",
    ]


def notes(name: str, level: str, played: list[Result]) -> list[str]:
    """Lines about the lost parents in program A, and about the hasty guesses of program D."""
    lines = []
    if found := sum((Counter(dict(result.parents)) for result in played), Counter[str]()):
        shares = (f"{found[fate] / found.total():.1%} {fate}" for fate in FATES)
        lines.append(f"{name}, {level}: of {found.total():,} parents {', '.join(shares)}")
    if hasty := sum(result.hasty for result in played):
        games = sum(result.hasty > 0 for result in played)
        lines.append(
            f"{name}, {level}: {hasty:,} guesses while a fact was waiting, in {games:,} games"
        )
    return lines


def power(played: list[Result]) -> Estimate:
    """The power of KB's length with which the time of a round grows, fitted over all rounds.

    If the time grew exponentially, the fitted power would grow with the length without a limit.
    """

    def fit(some: NDArray[np.int64]) -> float:
        rounds = [point for i in some for point in played[i].timed]
        if len({length for length, _ in rounds}) < 2:
            return math.nan
        lengths, times = np.log(np.array(rounds, float)).T
        return float(np.polyfit(lengths, times, 1)[0])

    if math.isnan(fit(np.arange(len(played)))):
        return Estimate(math.nan, -math.inf, math.inf)
    return resample(fit, len(played))


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about the mean of a column in some games, or its ratio to the mean in other games."""

    course: str
    said: str
    column: str
    games: tuple[Program, str]
    others: tuple[Program, str] | None
    holds: str
    """above or below"""
    limit: float
    words: str = ""
    """what is measured, if the levels alone don't say it"""
    won: bool = False
    """whether only won games are counted"""

    @property
    def measured(self) -> str:
        levels = [self.games[1]] + ([self.others[1]] if self.others is not None else [])
        return self.words or f"{self.column}: {' / '.join(levels)}"

    @property
    def holds_if(self) -> str:
        return f"{self.holds} {self.limit:g}"

    def verdict(self, low: float, high: float) -> str:
        """The verdict on the claim for a value with this interval."""
        above, below = low > self.limit, high < self.limit
        if above or below:
            return "holds" if above == (self.holds == "above") else "does not hold"
        return "undecided"

    def judge(self, played: dict[tuple[Program, str], list[Result]]) -> list[str]:
        def mean(which: tuple[Program, str]) -> Estimate:
            games = [one for one in played[which] if one.outcome == "won" or not self.won]
            if self.column == "power":
                return power(games)
            return bootstrap(np.array([getattr(one, self.column) for one in games], float))

        found = mean(self.games)
        if self.others is not None:
            found = over(found, mean(self.others))
        value = f"{found.value:.3g} [{found.low:.3g}, {found.high:.3g}]"
        verdict = self.verdict(found.low, found.high)
        return [self.course, self.said, self.measured, value, self.holds_if, verdict]


A, B, C, D = (PROGRAMS[name] for name in "ABCD")
D_PAIRS = replace(D, pairs=True)
# This is the plan of program C: a clue settles cells if none or all of them are mines, and clauses
# are not matched.
C_RULES = replace(C, widest=1, pairs=False)

CLAIMS = (
    Claim(
        "A",
        "more given cells make a game slower",
        "ms",
        (A, "medium/given(64)"),
        (A, "medium/given(8)"),
        "above",
        1,
    ),
    Claim(
        "A",
        "... because more clauses are in KB at once",
        "longest",
        (A, "medium/given(64)"),
        (A, "medium/given(8)"),
        "above",
        1,
    ),
    Claim(
        "A",
        "with all 231 cells given it is faster again",
        "ms",
        (A, "medium/given(all)"),
        (A, "medium/given(128)"),
        "below",
        1,
    ),
    Claim(
        "A",
        "from 32 given cells on, no pairwise matching is needed",
        "rounds",
        (A, "medium/given(32)"),
        None,
        "below",
        0.1,
    ),
    Claim(
        "B", "hard takes more matches than easy", "matched", (B, "hard"), (B, "easy"), "above", 1
    ),
    Claim(
        "B",
        "easy takes more matches than medium",
        "matched",
        (B, "easy"),
        (B, "medium"),
        "above",
        1,
    ),
    Claim(
        "B",
        "more given cells, fewer matches",
        "matched",
        (B, "easy/given*2"),
        (B, "easy/given*0.5"),
        "below",
        1,
    ),
    Claim(
        "D",
        "more given cells make a hard game faster",
        "ms",
        (D, "hard/given*10"),
        (D, "hard/given"),
        "below",
        1,
    ),
    Claim(
        "D",
        "... if only won games are counted",
        "ms",
        (D, "hard/given*10"),
        (D, "hard/given"),
        "below",
        1,
        won=True,
    ),
    Claim(
        "D",
        "pairwise matching costs a lot of time (twice as much)",
        "ms",
        (D_PAIRS, "hard"),
        (D, "hard"),
        "above",
        2,
        "ms: D with pairwise matching / D, on hard",
    ),
    Claim(
        "A",
        "matching grows exponentially in time",
        "power",
        (A, "easy"),
        None,
        "above",
        3,
        "power of the length of KB with which the time of a round grows, on easy (2 is a square)",
    ),
    Claim(
        "C",
        "first-order rules are more efficient than propositional logic",
        "ms",
        (C_RULES, "medium"),
        (C, "medium"),
        "below",
        1,
        "ms: C with rules instead of clauses / C, on medium",
    ),
)


def print_claims(pool: ProcessPoolExecutor, games: int, seed: int) -> None:
    head = ["report", "claim", "measured", "found", "holds if", "verdict"]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}", flush=True)
    played: dict[tuple[Program, str], list[Result]] = {}
    for claim in CLAIMS:
        for which in (claim.games, claim.others):
            if which is not None and which not in played:
                tasks = [(*which, seed + i) for i in range(games)]
                played[which] = list(pool.map(play, tasks, chunksize=5))
        print(f"| {' | '.join(claim.judge(played))} |", flush=True)


FATES = ("stayed", "subsumed", "lost")
HEAD = ["", "level", "won [95%]", "stuck", "fail", "lost", "provable: clues / count"]
HEAD += ["needless guesses", "CPU ms, sd"]


def main() -> None:
    parser = argparse.ArgumentParser(description="the programs of the course, rebuilt")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=", ".join(PROGRAMS))
    parser.add_argument("--faults", action="store_true", help="one fault at a time, same boards")
    parser.add_argument("--claims", action="store_true", help="claims about time and matching")
    parser.add_argument("--levels", default="easy,medium,hard")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    for name in args.programs:
        if name not in PROGRAMS:
            parser.error(f"{name!r} is not a program: use {', '.join(PROGRAMS)}")
    if args.games < 1 or args.jobs < 1:
        parser.error("--games and --jobs must be at least 1")
    programs = {name: PROGRAMS[name] for name in args.programs or PROGRAMS}
    chosen = FAULTS if args.faults else programs
    print(machine())
    print(f"seeds {args.seed} to {args.seed + args.games - 1}\n")
    if args.claims:
        with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
            print_claims(pool, args.games, args.seed)
        return
    head = [*HEAD, "costs [95%]"] if args.faults else [*HEAD, "reported", "run again"]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}", flush=True)
    below = []
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        for text in args.levels.split(","):
            without: list[Result] = []
            for name, program in chosen.items():
                rule = program.start if program.start != "given" else ""
                level = text if "/" in text or not rule else f"{text}/{rule}"
                tasks = [(program, level, args.seed + i) for i in range(args.games)]
                played = list(pool.map(play, tasks, chunksize=5))
                cells = row(name, level, played)
                if args.faults:
                    without = without or played
                    pairs = [
                        (a.outcome == "won", b.outcome == "won")
                        for a, b in zip(without, played, strict=True)
                    ]
                    lost = paired_difference(
                        pairs.count((True, False)), pairs.count((False, True)), len(pairs)
                    )
                    cells.append("" if name == "none" else percent(lost))
                else:
                    cells += figures(name, level)
                print(f"| {' | '.join(cells)} |", flush=True)
                below += notes(name, level, played)
    if below:
        print("", *below, sep="\n")


if __name__ == "__main__":
    main()
