"""The events of a knowledge base are complete and true: their JSON is replayed on its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbcheck import BadEventError, Replay
from sapper.agents import AGENTS, Agent, make
from sapper.agents.ladder import LadderAgent
from sapper.agents.resolution import Settings, clauses, refutation
from sapper.agents.textbook import TextbookAgent, textbook_agent
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain.kb_events import KbEvents
from sapper.lab.frames import Frame, frames

LADDER = [name for name in AGENTS if isinstance(make(name, "none"), LadderAgent)]


def watched(level: str, seed: int, player: Agent) -> Iterator[tuple[Frame, dict[str, Any]]]:
    """Each frame of a game with its events, as the page gets them."""
    events = KbEvents()
    game = Game(deal(Level.parse(level), seed))
    for number, frame in enumerate(frames(game, player, events), 1):
        if game.outcome is None:
            told = events.decision(number, frame.view, frame.decision)
            yield frame, json.loads(json.dumps(told))


def replayed(level: str, seed: int, player: Agent) -> Counter[str]:
    """Check a game, and return how many events it has of each kind and with each fate."""
    rules = Level.parse(level)
    asks = isinstance(player, TextbookAgent) and player.no_flood
    replay = Replay(rules.width, rules.height, frozenset(deal(rules, seed).mines), asks)
    kinds: Counter[str] = Counter()
    for frame, told in watched(level, seed, player):
        replay.decision(told, "".join(frame.view.rows))
        assert isinstance(frame.agent, LadderAgent)
        kb = frame.agent.kb
        assert kb is not None
        assert replay.live == set(kb.ids())
        assert replay.facts.keys() == kb.facts
        assert [replay.clauses[step.id] for step in kb.steps()] == [
            frozenset(step.clause.literals) for step in kb.steps()
        ]
        kinds.update(["late"] * len(told["late"]))
        kinds.update(name for event in told["events"] for name in names(event))
    return kinds


def names(event: dict[str, Any]) -> list[str]:
    kind = event["kind"]
    if kind == "clue":
        return ["mine count" if event["clue"] is None else "clue" if event["whole"] else "part"]
    fates = [event["fate"]] if "fate" in event else [one["fate"] for one in event.get("short", ())]
    lost = ["lost"] if any(why == "lost" for _, why, _ in event["leave"]) else []
    return [kind, *lost, *(f"{kind} {fate}" for fate in fates)]


@given(
    level=st.sampled_from(["7x5x6/open", "6x8x9/given", "9x4x5/any", "5x9x8/given(all)"]),
    seed=st.integers(0, 10**6),
    agent=st.sampled_from(LADDER),
    guess=st.sampled_from(["none", "shortest", "vote", "weighted", "ratio"]),
)
def test_every_event_is_true(level: str, seed: int, agent: str, guess: str) -> None:
    replayed(level, seed, make(agent, guess, flags=True))


FATES = {
    "textbook": {
        *("given", "opened", "clue", "mine count", "decide", "stuck", "sweep fact", "sweep enters"),
        *(f"insert {fate}" for fate in ("enters", "fact", "duplicate", "subsumed", "satisfied")),
        *(f"match {fate}" for fate in ("enters", "fact", "known", "tautology", "overtaken")),
        *("match duplicate", "match subsumed"),
    },
    "resolution": {"match subsumed", "match wide", "guess", "clue", "sweep satisfied"},
    "binary": {"part", "match fact"},
    "textbook:forgets-parents": {"lost", "match enters", "match fact"},
    "textbook:two-literals": {"insert wide", "match fact"},
    "program-a": {"lost", "match enters", "match duplicate"},
    "program-b": {"lost", "match tautology"},
    "program-c": {"lost", "late"},
    "program-d": {"sweep fact", "guess"},
    "consistency": {"oracle", "guess", "insert fact"},
    "refutation": {"refute fact"},
}
"""events that must occur, so that the replay has seen them"""


GUESS = {"resolution": "ratio", "binary": "ratio", "consistency": "ratio"}


@pytest.mark.parametrize("agent", FATES)
def test_the_replay_sees_every_kind_of_event(agent: str) -> None:
    seen: Counter[str] = Counter()
    for level, seed in (("13x10x26/given", 4), ("13x10x26/open", 3), ("9x7x12/given", 7)):
        if agent == "refutation":
            steps = (clauses(Settings()), refutation)
            seen += replayed(level, seed, LadderAgent("resolution-full", steps))
        else:
            seen += replayed(level, seed, make(agent, GUESS.get(agent)))
    assert FATES[agent] <= seen.keys()


def places(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to each number and each word in a decision."""
    if isinstance(told, dict | list):
        for key, one in told.items() if isinstance(told, dict) else enumerate(told):
            yield from places(one, (*path, key))
    elif told is not None:
        yield path


def changed(told: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    copy = deepcopy(told)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    value = inner[path[-1]]
    if isinstance(value, bool):
        inner[path[-1]] = not value
    else:
        inner[path[-1]] = value + 1 if isinstance(value, int) else f"not {value}"
    return copy


def test_a_changed_event_is_refused() -> None:
    """Whatever number or word of a decision is changed, the replay finds it."""
    view = View.parse(
        """
        4x3x2
        ....
        1221
        0000
        """
    )
    agent = textbook_agent()
    agent.listener = events = KbEvents()
    told = json.loads(json.dumps(events.decision(1, view, agent.choose(view))))
    assert {"match", "sweep"} <= {event["kind"] for event in told["events"]}

    def replay(told: dict[str, Any]) -> None:
        Replay(4, 3, frozenset((1, 2))).decision(told, "".join(view.rows))

    replay(told)
    unseen = []
    for path in places(told):
        try:
            replay(changed(told, path))
            unseen.append(path)
        except (BadEventError, KeyError, IndexError, ValueError):
            pass
    # Two changes leave the decision true: two clauses clash in both literals that a match may name,
    # and a pair that is passed over may be another one.
    assert unseen == [("events", 17, "on"), ("events", 20, "right")]
