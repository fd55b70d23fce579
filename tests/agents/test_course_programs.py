"""The rebuilt student programs are sound, and make their mistakes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sapper.agents import AGENTS, PROGRAMS, make
from sapper.agents.programs import ProgramAgent, _round_a, _round_b, _round_c
from sapper.core.board import deal
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.logic import Clause, KnowledgeBase
from sapper.logic.trace import Event, Matched, Removed, Skipped

A, B, C, D, E = range(1, 6)


def kb_of(*clauses: tuple[int, ...]) -> KnowledgeBase:
    kb = KnowledgeBase()
    for literals in clauses:
        kb.insert(Clause.of(*literals))
    return kb


@pytest.mark.parametrize(
    ("match", "clauses", "kept"),
    [
        # The only pair of clauses resolves, so A loses both.
        (_round_a, [(A, B), (-B, C)], [(A, C)]),
        # The last pair of each clause is with the third clause and does not resolve.
        (_round_a, [(A, B), (-B, C), (D, E)], [(A, B), (-B, C), (D, E), (A, C)]),
        # C loses both parents of every resolvent.
        (_round_c, [(A, B), (-B, C), (D, E)], [(D, E), (A, C)]),
        (_round_c, [(A, B), (-B, C), (-B, D)], [(-B, D), (A, C)]),
        # B empties the second clause of a pair that clashes twice.
        (_round_b, [(A, B), (-A, -B), (B, C)], [(A, B), (B, C)]),
        # B keeps the parents, and does not match a clause of three literals.
        (_round_b, [(A, B), (-B, C)], [(A, B), (-B, C), (A, C)]),
        (_round_b, [(A, B), (-B, C, D)], [(A, B), (-B, C, D)]),
    ],
)
def test_a_round_keeps_these_clauses(
    match: Callable[[KnowledgeBase], bool],
    clauses: list[tuple[int, ...]],
    kept: list[tuple[int, ...]],
) -> None:
    kb = kb_of(*clauses)
    kb.run_round(match)
    assert {str(c) for c in kb.clauses()} == {str(Clause.of(*some)) for some in kept}


def played(name: str, level: str, seed: int) -> tuple[ProgramAgent, list[Event], Game]:
    agent = make(name, seed=seed)
    assert isinstance(agent, ProgramAgent)
    events: list[Event] = []
    agent.listener = events.append
    board = deal(Level.parse(level), seed)
    game, mines = Game(board), board.mines
    while game.outcome is None and (decision := agent.choose(game.view)) is not None:
        opened = {move.cell for move in decision.moves if move.kind == "open"}
        game.play(decision)
        assert not (decision.reason.certain and opened & mines)
    return agent, events, game


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_sound_and_only_d_guesses(name: str) -> None:
    """No claim is false, and only program D loses games."""
    ends = {played(name, "11x8x14/given", seed)[2].outcome for seed in range(16)}
    assert ends == {Outcome.WON, Outcome.LOST if name == "program-d" else None}


def test_each_program_shows_its_mistake() -> None:
    """The events show what each program loses, drops or never does."""
    seen: dict[str, set[str]] = {}
    for name in PROGRAMS:
        told = seen.setdefault(name, set())
        for seed in range(12):
            for event in played(name, "11x8x16/given", seed)[1]:
                if isinstance(event, Matched):
                    told.add("matches")
                elif isinstance(event, Removed | Skipped) and event.why in ("lost", "wide"):
                    told.add(event.why)
    assert seen == {
        "program-a": {"matches", "lost"},
        "program-b": {"matches", "lost"},
        "program-c": {"matches", "lost"},
        "program-d": set(),
        "program-e": {"matches", "wide"},
    }


def test_one_given_cell_per_turn_and_one_cell_per_query() -> None:
    """Programs A to D know a number only when they have asked for it, and E sees all open cells."""
    for name in PROGRAMS:
        game = Game(deal(Level.parse("9x6x8/given(5)"), 2))
        agent = make(name)
        assert isinstance(agent, ProgramAgent)
        decision = agent.choose(game.view)
        assert decision is not None
        given = {-cell - 1 for cell in game.view.given}
        assert agent.kb is not None
        assert len(given & agent.kb.facts) == (5 if name == "program-e" else 1)
        assert AGENTS[name].mistaken
