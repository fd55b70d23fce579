"""Check that agents are never wrong when they claim certainty, and that the reasoners agree.

    python bench/agents_soundness.py [--boards 10000] [--jobs 2] [--agents A,B]
    python bench/agents_soundness.py --agree [--boards 1000] [--jobs 2]
    python bench/agents_soundness.py --textbook [--boards 500] [--jobs 2]

By default, every agent plays boards of random shape, density and start rule, with its own way of
guessing. If an agent that should find every provable cell gets stuck, the script checks whether the
agent missed such a cell.

With --agree, games on easy, medium and hard boards are played with random guesses. In every
position, resolution, search and the SAT solver must settle the same cells from the clues alone.
Search and the SAT solver must also settle the same cells when they use the mine count.

With --textbook, the agent `textbook` plays games with random guesses. In each position in which the
agent had to match clauses, and at the end of the game, the script compares the cells that
`textbook` proves with those that `resolution` proves with k = 2 and no other limit. There are two
comparisons: one in which `resolution` turns every clue into clauses from the start, and one in
which it holds clues back as `textbook` does.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from report import machine
from sapper.agents import AGENTS
from sapper.agents.consistency import BY_CLUES, Consistency
from sapper.agents.ladder import Step
from sapper.agents.resolution import Settings, refutation, techniques
from sapper.agents.sat import Entailment
from sapper.agents.textbook import K, TextbookAgent
from sapper.core.board import deal
from sapper.core.constraints import components
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.lab.play import MEASURES, play_game
from sapper.lab.player import Player
from sapper.reason.knowledge import Knowledge
from sapper.reason.search import certain_in

COMPLETE = {
    "consistency": {"clues", "mine count"},
    "sat": {"clues", "mine count"},
    "resolution-full": {"clues"},
    "resolution-search": {"clues", "mine count"},
}
RULES = ("given", "given*2", "given*4", "given*0.5", "any", "safe", "open")


def some_level(rng: random.Random) -> Level:
    while True:
        width, height = rng.randint(1, 24), rng.randint(1, 24)
        mines = int(width * height * rng.choice((0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4)))
        try:
            return Level.parse(f"{width}x{height}x{mines}/{rng.choice(RULES)}")
        except SapperError:
            continue


def campaign(task: tuple[int, list[str]]) -> list[str]:
    """Play one board with every agent. Return the problems found."""
    seed, agents = task
    level = some_level(random.Random(seed))
    board = deal(level, seed)
    found = []
    for name in agents:
        audit = [MEASURES["audit"]] if name in COMPLETE else []
        played = play_game(board, Player(name), seed, audit)
        if played.outcome == "wrong":
            found.append(f"{name} is wrong on {level} seed {seed}")
        missed = played.measured.get("missed")
        if missed in COMPLETE.get(name, set()):
            found.append(f"{name} is falsely stuck by {missed} on {level} seed {seed}")
    return found


def closure(view: View, technique: Step) -> tuple[frozenset[int], frozenset[int]]:
    """Use the technique until it settles nothing more, and return the safe cells and the mines."""
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    knowledge.settle()
    while technique(knowledge):
        knowledge.settle()
    return frozenset(knowledge.safe_hidden), frozenset(knowledge.mines)


def search_hints(knowledge: Knowledge) -> bool:
    """Settle cells by search, without the mine count. Return whether any cell was settled."""
    before = len(knowledge.kb.settled)
    for component in components((mask, left) for _, mask, left in knowledge.constraints()):
        for literal in certain_in(component):
            knowledge.believe(literal, BY_CLUES)
    return len(knowledge.kb.settled) > before


def agreement(task: tuple[int, list[str]]) -> list[str]:
    """Play one game with random guesses, and compare the reasoners in every position."""
    seed, _ = task
    game = Game(deal(Level.parse(("easy", "medium", "hard")[seed % 3]), seed))
    agent = Player("sat", "random").for_board(seed)
    found = []
    while game.outcome is None and (decision := agent.choose(game.view)):
        view = game.view
        hints = {
            closure(view, technique)
            for technique in (refutation, search_hints, Entailment(mine_count=False))
        }
        with_count = {closure(view, technique) for technique in (Consistency(), Entailment())}
        if len(hints) > 1 or len(with_count) > 1:
            found.append(f"the reasoners differ, seed {seed}:\n{view}")
        game.play(decision)
    return found


def by_matching(view: View, in_full: bool) -> frozenset[int]:
    """The facts that `resolution` derives with k = 2 and no other limit."""
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    if in_full:
        knowledge.expand_rest()
    rungs = techniques(Settings(k=2, w=None, pairs=1_000_000_000))
    knowledge.settle()
    while any(rung(knowledge) for rung in rungs):
        knowledge.settle()
    return knowledge.kb.facts


def by_textbook(view: View) -> frozenset[int]:
    """The facts that `textbook` derives by matching clauses, without the mine count."""
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    knowledge.expand_unreduced()
    while knowledge.kb.match(K, None):
        pass
    return knowledge.kb.facts


def exercise(task: tuple[int, list[str]]) -> list[str]:
    """Play one game with `textbook` and random guesses, and compare it with `resolution`."""
    seed, _ = task
    game = Game(deal(Level.parse(("easy", "medium", "hard")[seed % 3]), seed))
    agent = Player("textbook", "random").for_board(seed)
    assert isinstance(agent, TextbookAgent)
    calls = 0
    found = []
    while True:
        view = game.view
        decision = None if game.outcome else agent.choose(view)
        now = 0 if agent.kb is None else agent.kb.counters.calls
        if decision is None or now > calls:
            calls = now
            if len({by_textbook(view), by_matching(view, True), by_matching(view, False)}) > 1:
                found.append(f"textbook and resolution differ, seed {seed}:\n{view}")
        if decision is None:
            return found
        game.play(decision)


def main() -> None:
    parser = argparse.ArgumentParser(description="soundness of the agents")
    parser.add_argument("--boards", type=int, default=None)
    parser.add_argument("--agree", action="store_true")
    parser.add_argument("--textbook", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--agents", default=",".join(name for name in AGENTS if name != "odds"))
    args = parser.parse_args()
    print(machine())
    agents = args.agents.split(",")
    boards = args.boards or (500 if args.textbook else 1000 if args.agree else 10_000)
    tasks = [(args.seed + i, agents) for i in range(boards)]
    what = "games compared" if args.agree or args.textbook else f"boards, {len(agents)} agents"
    job = exercise if args.textbook else agreement if args.agree else campaign
    bad = 0
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        for done, found in enumerate(pool.map(job, tasks, chunksize=20), 1):
            bad += len(found)
            for line in found:
                print(line, flush=True)
            if done % max(1, boards // 10) == 0:
                print(f"{done} {what}, {bad} findings", flush=True)
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
