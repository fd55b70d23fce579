"""Which reading of program B's printed loop gives B's wins and rounds of matching?

    python bench/course/readings.py [--levels easy,medium,hard] [--games 300] [--jobs 2]

B's report prints only a part of the loop that matches pairs, and its indentation is lost:

    if new_clause: / if not hasduplicate(new_clause): / if subsumption(new_clause): update = True /
    else: KB[j] = []; update = True / else: KB[j] = []; update = True

Each `else` belongs to one of the three conditions, so B empties the second clause of a pair for two
of three reasons: matching gives nothing, KB has the result, or the result is subsumed. B may also
match a pair if only one of the clauses is short, as in the exercise, or if both are.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations, product
from multiprocessing import get_context

from sapper.agents import programs
from sapper.core.board import deal
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.logic import KnowledgeBase

REASONS = {
    "nothing": {"tautology"},
    "known": {"duplicate"},
    "subsumed": {"subsumed", "satisfied"},
}
MOST = 40
"""rounds after which a game in which KB goes on changing counts as stuck"""
REPORTED = {"easy": "85%, 0.82", "medium": "94%, 0.26", "hard": "3%, 5.18"}


def round_of(kb: KnowledgeBase, both: bool, empties: set[str]) -> bool:
    changed = False
    for i, j in programs.pairs(kb, both):
        found = kb.match_pair(i, j)
        if found in empties:
            kb.lose(j, i)
        changed |= found == "added" or found in empties
    return changed


def play(task: tuple[bool, tuple[str, ...], str, int]) -> tuple[bool, int]:
    """Whether a reading wins a board, and its number of rounds."""
    both, reasons, level, seed = task
    empties = set().union(*(REASONS[reason] for reason in reasons))
    agent = programs.ProgramAgent("program-b")
    agent.program = replace(
        agent.program, round=lambda kb: round_of(kb, both, empties), patience=MOST
    )
    game = Game(deal(Level.parse(level), seed))
    while game.outcome is None and (decision := agent.choose(game.view)) is not None:
        game.play(decision)
    assert agent.kb is not None
    return game.outcome is Outcome.WON, agent.kb.counters.rounds


def main() -> None:
    parser = argparse.ArgumentParser(description="readings of program B's loop")
    parser.add_argument("--levels", default="easy,medium,hard")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    levels = args.levels.split(",")
    print(f"| short | empties a clause if the result is | {' | '.join(levels)} |")
    print("| --- " * (2 + len(levels)) + "|")
    reported = " | ".join(REPORTED.get(level, "") for level in levels)
    print(f"| | reported by B (won, rounds per game) | {reported} |")
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        for both, reasons in product((True, False), combinations(REASONS, 2)):
            cells = []
            for level in levels:
                tasks = [(both, reasons, level, seed) for seed in range(args.games)]
                found = list(pool.map(play, tasks, chunksize=5))
                won, rounds = (sum(column) / args.games for column in zip(*found, strict=True))
                cells.append(f"{won:.0%}, {rounds:.2f}")
            short = "both" if both else "one"
            print(f"| {short} | {' or '.join(reasons)} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
