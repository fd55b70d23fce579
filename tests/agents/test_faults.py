"""The textbook agent with a mistake does the same as without it, until the mistake matters."""

from __future__ import annotations

import pytest

from sapper.agents import AGENTS, MISTAKES, make
from sapper.agents.textbook import FAULTS, TextbookAgent
from sapper.core.board import deal
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import View
from sapper.lab.player import Player
from sapper.logic.trace import (
    Event,
    Inserted,
    Matched,
    Removed,
    RoundEnded,
    Skipped,
    replay,
)
from sapper.reason.reasons import MINE_COUNT

BOARDS = [("9x8x12/given", seed) for seed in range(10)] + [
    ("12x7x14/open", 3),
    ("16x9x25/given", 5),
]

ROW = "5x3x3\n.....\n..111\n..100"
CORNER = "6x3x4\n......\n..311.\n..101."
WALL = "5x3x3\n..200\n..300\n..200"
WIDE = "5x4x5\n.2...\n.213.\n.2111\n..100"


def played(name: str, level: str, seed: int) -> tuple[TextbookAgent, list[Event], Game]:
    agent = make(name)
    assert isinstance(agent, TextbookAgent)
    events: list[Event] = []
    agent.listener = events.append
    game = Game(deal(Level.parse(level), seed))
    while game.outcome is None and (decision := agent.choose(game.view)) is not None:
        game.play(decision)
    return agent, events, game


def first_difference(fault: str, level: str, seed: int) -> tuple[Event | None, Event | None] | None:
    """The first events in which the textbook agent and its faulty copy differ."""
    _, right, _ = played("textbook", level, seed)
    _, wrong, _ = played(f"textbook:{fault}", level, seed)
    for a, b in zip(right, wrong, strict=False):
        if a != b:
            return a, b
    if len(right) == len(wrong):
        return None
    at = min(len(right), len(wrong))
    return (right[at] if at < len(right) else None), (wrong[at] if at < len(wrong) else None)


def matters(fault: str, right: Event | None, wrong: Event | None, agent: TextbookAgent) -> bool:
    """Whether this difference is the mistake itself."""
    kb = agent.kb
    assert kb is not None
    match fault:
        case "forgets-parents":
            return isinstance(wrong, Removed) and wrong.why == "lost"
        case "one-round" | "facts-only":
            return isinstance(right, Matched | RoundEnded)
        case "both-short":
            pair = (right.left, right.right) if isinstance(right, Matched) else ()
            return any(len(kb.clause(i)) > 2 for i in pair)
        case "two-literals":
            return isinstance(wrong, Skipped) and wrong.why == "wide"
        case _:
            return getattr(right, "origin", None) == MINE_COUNT


@pytest.mark.parametrize("fault", MISTAKES)
def test_a_faulty_agent_does_the_same_until_its_mistake_matters(fault: str) -> None:
    """The first event that differs is the mistake, and it does matter on some of the boards."""
    parted = 0
    for level, seed in BOARDS:
        found = first_difference(fault, level, seed)
        if found is not None:
            parted += 1
            assert matters(fault, *found, played("textbook", level, seed)[0]), (level, seed, found)
    assert parted > 1


@pytest.mark.parametrize("fault", MISTAKES)
def test_a_faulty_agent_is_sound_and_wins_less(fault: str) -> None:
    """It never opens a mine, ends with fewer cells open, and its trace gives its KB."""
    right = wrong = 0
    for level, seed in BOARDS:
        agent, events, game = played(f"textbook:{fault}", level, seed)
        assert game.outcome is not Outcome.LOST
        kb = agent.kb
        assert kb is not None
        assert set(replay(events).live.values()) == set(kb.clauses())
        wrong += sum(state < 9 for state in game.view.states)
        right += sum(state < 9 for state in played("textbook", level, seed)[2].view.states)
    assert wrong < right


@pytest.mark.parametrize(
    ("position", "stuck"),
    [
        (ROW, {"forgets-parents", "facts-only"}),
        (CORNER, {"one-round", "forgets-parents", "facts-only"}),
        (WALL, {"no-mine-count"}),
        (WIDE, {"forgets-parents", "facts-only", "two-literals", "both-short"}),
    ],
)
def test_each_mistake_misses_a_cell_that_the_textbook_finds(position: str, stuck: set[str]) -> None:
    """In each position, only the agents with the listed mistakes are stuck."""
    view = View.parse(position)
    assert make("textbook").choose(view) is not None
    missed = {fault for fault in MISTAKES if make(f"textbook:{fault}").choose(view) is None}
    assert missed == stuck


def test_kb_never_has_a_wide_clause_and_loses_both_parents() -> None:
    """The mistakes show in the events: nothing wide is inserted, and no parent stays in KB."""
    lost = 0
    for level, seed in BOARDS:
        _, events, _ = played("textbook:two-literals", level, seed)
        assert all(len(e.clause) <= 2 for e in events if isinstance(e, Inserted))
        _, events, _ = played("textbook:forgets-parents", level, seed)
        live: set[int] = set()
        for number, event in enumerate(events):
            if isinstance(event, Inserted):
                live.add(event.id)
            elif isinstance(event, Removed):
                live.discard(event.id)
                lost += event.why == "lost"
            if isinstance(event, Matched) and event.result is not None:
                parents = {event.left, event.right}
                assert parents <= live
                after = events[number + 1 : number + 12]
                gone = {e.id for e in after if isinstance(e, Removed)}
                assert parents <= gone, (level, seed, event)
    assert lost > 50


def test_a_mistake_is_part_of_the_name() -> None:
    """A mistake may be followed by settings, and the name reads back."""
    assert set(FAULTS) == set(MISTAKES)
    for text in ("textbook:one-round", "textbook:one-round,guess=vote", "textbook:defer=True"):
        assert str(Player.parse(text)) == text
    assert Player.parse("Textbook: One-Round, seed=3").agent == "textbook:one-round"
    assert all(AGENTS[f"textbook:{fault}"].mistaken for fault in MISTAKES)
