"""The events of a knowledge base are complete and true, by a replay of their JSON alone."""

from __future__ import annotations

import json
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from sapper.agents import AGENTS, make
from sapper.agents.ladder import LadderAgent
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.explain.kb_events import KbEvents, KbEventsJson
from sapper.lab.frames import Frame, frames

LADDER = [name for name in AGENTS if isinstance(make(name, "none"), LadderAgent)]


def watched(level: str, seed: int, agent: str, guess: str) -> Iterator[tuple[Frame, KbEventsJson]]:
    """Each frame of a game with its events, as the page gets them."""
    player = make(agent, guess, flags=True)
    events = KbEvents()
    game = Game(deal(Level.parse(level), seed))
    for number, frame in enumerate(frames(game, player, events), 1):
        if game.outcome is None:
            told = events.decision(number, frame.view, frame.decision)
            yield frame, json.loads(json.dumps(told))


@given(
    level=st.sampled_from(["7x5x6/open", "6x8x9/given", "9x4x5/any", "5x9x8/given(all)"]),
    seed=st.integers(0, 10**6),
    agent=st.sampled_from(LADDER),
    guess=st.sampled_from(["none", "shortest", "vote", "weighted", "ratio"]),
)
def test_the_events_make_the_knowledge_base(level: str, seed: int, agent: str, guess: str) -> None:
    live: set[int] = set()
    facts: dict[int, int] = {}
    clauses: dict[int, list[int]] = {}
    for frame, told in watched(level, seed, agent, guess):
        clauses |= {int(i): clause["literals"] for i, clause in told["clauses"].items()}
        for event in told["events"]:
            live |= set(event["enter"])
            live -= {i for i, _, _ in event["leave"]}
            facts |= {literal: i for i, literal in event["facts"]}
        assert isinstance(frame.agent, LadderAgent)
        kb = frame.agent.kb
        assert kb is not None
        assert live == set(kb.ids())
        assert facts.keys() == kb.facts
        assert [tuple(clauses[i]) for i in sorted(clauses)] == [
            step.clause.literals for step in kb.steps()
        ]
