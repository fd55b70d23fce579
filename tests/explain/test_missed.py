"""What an agent with a mistake misses: checked with a SAT solver, which knows only the clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pysat.solvers import Solver

from sapper.agents import AGENTS, make
from sapper.agents.ladder import LadderAgent
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain.kb_events import KbEvents
from sapper.explain.missed import missed
from sapper.lab.frames import frames
from sapper.logic import Clause, KnowledgeBase

MISTAKEN = [name for name, preset in AGENTS.items() if preset.mistaken]


def entails(clauses: Iterable[Clause], literal: int) -> bool:
    with Solver(name="g3", bootstrap_with=[list(one.literals) for one in clauses]) as solver:
        return solver.solve(assumptions=[-literal]) is False


def check(agent: str, level: str, seed: int) -> Counter[str]:
    """Check what an agent misses in a game, and return how often it is missed for which reason."""
    seen: Counter[str] = Counter()
    log, board = KbEvents(), deal(Level.parse(level), seed)
    number = 0
    for number, frame in enumerate(frames(Game(board), make(agent), log), 1):
        if frame.game.outcome is not None:
            break
        log.decision(number, frame.view, frame.decision)
        if frame.decision is not None and frame.decision.reason.certain:
            continue
        assert isinstance(frame.agent, LadderAgent)
        assert frame.kb is not None
        told = missed(frame.view, frame.kb, log.lost)
        seen[told["why"] if told else "nothing"] += 1
        if told is None:
            assert make("textbook").choose(frame.view) is None
            continue
        literal, needs = told["literal"], [Clause.of(*one) for one in told["needs"]]
        assert literal < 0, "a mine"
        assert -literal - 1 not in board.mines
        kept = [*frame.kb.clauses(), *map(Clause.of, frame.kb.facts)]
        assert entails(kept, literal) == (told["why"] == "kept")
        assert entails([*kept, *log.lost], literal) == (told["why"] != "mine count")
        assert (told["why"] == "lost") == bool(needs)
        assert set(needs) <= log.lost.keys()
        if needs:
            assert entails([*kept, *needs], literal)
        for one in needs:
            assert not entails([*kept, *(other for other in needs if other != one)], literal)
    return seen


def test_what_is_missed_follows_only_for_the_reason_that_is_given() -> None:
    boards = [("7x5x6/given", 22), *(("9x7x12/given", seed) for seed in range(6))]
    seen = {agent: sum((check(agent, *board) for board in boards), Counter()) for agent in MISTAKEN}
    assert seen["program-c"]["lost"] > 0
    assert seen["textbook:forgets-parents"]["lost"] > 0
    assert seen["program-d"]["kept"] > 0
    assert sum(one["mine count"] for one in seen.values()) > 0
    assert sum(one["nothing"] for one in seen.values()) > 0


def test_nothing_is_missed_if_the_textbook_agent_is_stuck_too() -> None:
    view = View.parse("3x1x1\n.1.\n")
    assert missed(view, KnowledgeBase(), []) is None
