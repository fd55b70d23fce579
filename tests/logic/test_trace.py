"""The trace contains every event, and replaying the trace gives the same KB."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.brute import clause_lists
from sapper import Game, Level, deal
from sapper.agents import make
from sapper.agents.ladder import LadderAgent
from sapper.logic import Clause, InconsistentError, KnowledgeBase
from sapper.logic.errors import LogicError
from sapper.logic.trace import (
    NOTHING,
    Contradiction,
    Derived,
    Event,
    Inserted,
    Matched,
    Removed,
    Replayed,
    RoundEnded,
    Settled,
    Shortened,
    Skipped,
    event_json,
    event_text,
    parse_event,
    replay,
    story,
)
from sapper.reason.knowledge import Knowledge


def listened() -> tuple[KnowledgeBase, list[Event]]:
    kb, events = KnowledgeBase(), list[Event]()
    kb.trace(events.append)
    return kb, events


def told(*clauses: tuple[int, ...]) -> list[Event]:
    kb, events = listened()
    for literals in clauses:
        kb.insert(Clause.of(*literals), "given")
    return events


def assert_same(found: Replayed, kb: KnowledgeBase) -> None:
    """Check that a replay has the same clauses, facts and steps as the knowledge base."""
    assert list(found.live.values()) == kb.clauses()
    assert found.facts == kb.facts
    assert list(found.fact) == kb.settled
    assert [found.steps[i] for i in sorted(found.steps)] == list(kb.steps())


def test_every_way_of_inserting() -> None:
    a, ab, abc, cd = Clause.of(1), Clause.of(1, 2), Clause.of(1, 2, 3), Clause.of(3, 4)
    assert told((1, 2, 3), (1, 2), (1, 2), (1, 2, 3), (3, -3), (1,), (1,), (1, 4), (3, 4)) == [
        Inserted(0, abc, (), "given"),
        Removed(0, abc, "subsumed", 1),
        Inserted(1, ab, (), "given"),
        Skipped(ab, "duplicate", 1, (), "given"),
        Skipped(abc, "subsumed", 1, (), "given"),
        Skipped(Clause.of(3, -3), "tautology", None, (), "given"),
        Settled(2, 1, (), "given"),
        Removed(1, ab, "satisfied", 2),
        Skipped(a, "duplicate", 2, (), "given"),
        Skipped(Clause.of(1, 4), "satisfied", 2, (), "given"),
        Inserted(3, cd, (), "given"),
    ]


def test_wide_clauses_are_subsumed_by_wide_ones() -> None:
    """The event names the clause that subsumes the other, even if both are wide."""
    narrow, wide = Clause.of(1, -2, 3), Clause.of(1, -2, 3, -4)
    assert told((1, -2, 3), (1, -2, 3, -4)) == [
        Inserted(0, narrow, (), "given"),
        Skipped(wide, "subsumed", 0, (), "given"),
    ]
    assert told((-2, 5), (1, -2, 3, 5))[1:] == [
        Skipped(Clause.of(1, -2, 3, 5), "subsumed", 0, (), "given")
    ]


def test_facts_shorten_clauses() -> None:
    assert told((1, 2, 3), (-1,), (1, 4, 5), (-4,)) == [
        Inserted(0, Clause.of(1, 2, 3), (), "given"),
        Settled(1, -1, (), "given"),
        Removed(0, Clause.of(1, 2, 3), "shortened", 1),
        Shortened(0, Clause.of(1, 2, 3), (1,), Clause.of(2, 3)),
        Inserted(2, Clause.of(2, 3), (0, 1)),
        Shortened(3, Clause.of(1, 4, 5), (1,), Clause.of(4, 5), (), "given"),
        Inserted(4, Clause.of(4, 5), (3, 1)),
        Settled(5, -4, (), "given"),
        Removed(4, Clause.of(4, 5), "shortened", 5),
        Shortened(4, Clause.of(4, 5), (5,), Clause.of(5)),
        Settled(6, 5, (4, 5)),
    ]


def test_contradiction() -> None:
    kb, events = listened()
    kb.insert(Clause.of(1))
    with pytest.raises(InconsistentError):
        kb.insert(Clause.of(-1))
    assert events[-2:] == [
        Shortened(1, Clause.of(-1), (0,), Clause()),
        Contradiction(2, (1, 0)),
    ]
    assert_same(replay(events), kb)


def test_pairs_and_rounds() -> None:
    kb, events = listened()
    for literals in [(1, 2), (-1, 3), (-1, -2), (2, 3, 4, 5)]:
        kb.insert(Clause.of(*literals))
    events.clear()
    assert kb.match(k=2) is False
    assert events == [
        Matched(0, 2, 1, None, "tautology"),
        Matched(0, 1, 1, Clause.of(2, 3)),
        Removed(3, Clause.of(2, 3, 4, 5), "subsumed", 4),
        Inserted(4, Clause.of(2, 3), (0, 1)),
        Matched(4, 2, 2, None, "known"),
        RoundEnded(1, 3, "nothing"),
    ]


def test_why_nothing_comes_of_a_pair() -> None:
    reasons: Counter[tuple[str, int, int]] = Counter()
    rng = Random(7)
    for _ in range(400):
        kb, events = listened()
        try:
            for _ in range(12):
                variables = rng.sample(range(1, 8), rng.choice((2, 2, 3, 4)))
                kb.insert(Clause.of(*(rng.choice((v, -v)) for v in variables)))
            kb.match(k=3, w=3)
        except InconsistentError:
            pass
        for event in events:
            if isinstance(event, Matched):
                a, b = kb.clause(event.left), kb.clause(event.right)
                pivots = {abs(x) for x in a if -x in b}
                assert event.pivot in pivots
                if event.result is None:
                    reasons[event.why, min(len(a), 3), min(len(b), 3)] += 1
                    assert (event.why == "tautology") <= (len(pivots) > 1)
                else:
                    assert pivots == {event.pivot}
                    both = {*a, *b} - {event.pivot, -event.pivot}
                    assert event.result == Clause.of(*both)
    assert {why for why, _, _ in reasons} == set(NOTHING)
    assert {("tautology", a, b) for a in (2, 3) for b in (2, 3)} <= set(reasons)
    assert {("wide", 2, 3), ("wide", 3, 2), ("wide", 3, 3)} <= set(reasons)
    assert {("known", 2, 2), ("known", 2, 3), ("known", 3, 2)} <= set(reasons)


def test_why_a_round_ends() -> None:
    """A round ends with a new fact, at a limit, or when there is no clause left to match."""

    def ended(**limits: int) -> list[str]:
        kb, events = listened()
        for v in range(1, 40):
            kb.insert(Clause.of(-v, v + 1))
        kb.insert(Clause.of(-40, -1))
        kb.match(**limits)
        return [event.why for event in events if isinstance(event, RoundEnded)]

    assert ended(rounds=1) == ["given"]
    assert ended(pairs=10) == ["pairs"]
    assert ended()[-1] == "fact"
    kb, events = listened()
    kb.insert(Clause.of(1, 2))
    kb.match()
    assert events[-1] == RoundEnded(1, 0, "nothing")
    kb.match()
    assert len(events) == 2  # no clause is waiting, so there is no round


def test_the_trace_contains_the_refutation() -> None:
    kb, events = listened()
    for literals in [(1, 2, 3), (1, -2, 3), (1, 2, -3), (1, -2, -3)]:
        kb.insert(Clause.of(*literals))
    assert kb.refute(1)
    assert any(isinstance(event, Derived) for event in events)
    assert_same(replay(events), kb)


@given(clause_lists, st.sampled_from([(1, 2), (2, 2), (2, 3), (2, None), (3, 4), (None, None)]))
def test_replay_of_any_clauses(some: list[Clause], bounds: tuple[int | None, int | None]) -> None:
    """Replaying the trace, even from JSON, gives the same KB, KB0 and steps."""
    kb, events = listened()
    silent = KnowledgeBase()
    try:
        for clause in some:
            kb.insert(clause, "given")
        while kb.match(*bounds):
            pass
    except InconsistentError:
        pass
    lines = [json.dumps(event_json(event)) for event in events]
    again = [parse_event(json.loads(line)) for line in lines]
    assert again == events
    assert_same(replay(again), kb)
    counted = Counter(type(event) for event in events)
    assert counted[Matched] == kb.counters.matched
    # A knowledge base without a trace has the same steps and clauses at the end.
    try:
        for clause in some:
            silent.insert(clause, "given")
        while silent.match(*bounds):
            pass
    except InconsistentError:
        pass
    assert list(silent.steps()) == list(kb.steps())
    assert silent.clauses() == kb.clauses()


@pytest.mark.parametrize(
    ("agent", "level", "games"),
    [
        ("resolution-endgame", "9x7x10/given", 15),
        ("resolution-full", "12x7x14/safe", 10),
        ("binary", "9x9x10/open", 10),
        ("resolution", "30x16x99/open", 1),
    ],
)
def test_replay_of_whole_games(agent: str, level: str, games: int) -> None:
    kinds = set()
    for seed in range(games):
        game = Game(deal(Level.parse(level), seed))
        player = make(agent)
        assert isinstance(player, LadderAgent)
        player.knowledge = Knowledge(game.view.level)
        kb = player.knowledge.kb
        events: list[Event] = []
        kb.trace(events.append)
        replayed, done = Replayed(), 0
        while game.outcome is None and (decision := player.choose(game.view)) is not None:
            for event in events[done:]:
                replayed.apply(parse_event(json.loads(json.dumps(event_json(event)))))
            done = len(events)
            assert list(replayed.live.values()) == kb.clauses()
            assert replayed.facts == kb.facts
            game.play(decision)
        for event in events[done:]:
            replayed.apply(event)
        assert_same(replayed, kb)
        kinds |= {type(event) for event in events}
    assert {Inserted, Settled} <= kinds


def test_replay_refuses_a_trace_that_is_not_one() -> None:
    """Replay refuses an event that removes a clause that is not in KB."""
    with pytest.raises(LogicError, match="not in KB"):
        replay([Removed(3, Clause.of(1, 2), "subsumed", 4)])


def test_parse_event_refuses_what_is_none() -> None:
    for bad in ({}, {"event": "born"}, {"event": "settled", "id": 3}):
        with pytest.raises(LogicError, match=r"is not an event: .* inserted, skipped"):
            parse_event(bad)


def test_text() -> None:
    kb, events = listened()
    for literals in [(1, 2), (-1, 2, 3), (-1, 3), (-2, 3)]:
        kb.insert(Clause.of(*literals), origin=7)
    kb.match()
    names = "?ABC".__getitem__
    lines = [event_text(e, names, lambda o: f"rule {o}", kb.clause) for e in events]
    assert lines == [
        "0. (A ∨ B) enters KB: rule 7",
        "1. (¬A ∨ B ∨ C) enters KB: rule 7",
        "1. (¬A ∨ B ∨ C) leaves KB: subsumed by 2 (¬A ∨ C)",
        "2. (¬A ∨ C) enters KB: rule 7",
        "3. (¬B ∨ C) enters KB: rule 7",
        "match 0 (A ∨ B) and 2 (¬A ∨ C) on A: (B ∨ C)",
        "4. (B ∨ C) enters KB: from 0 2",
        "match 0 (A ∨ B) and 3 (¬B ∨ C) on B: (A ∨ C)",
        "5. (A ∨ C) enters KB: from 0 3",
        "round 1 ends after 2 pairs: every clause that waited was matched",
        "match 5 (A ∨ C) and 2 (¬A ∨ C) on A: C",
        "6. C is a fact: from 5 2",
        "5. (A ∨ C) leaves KB: satisfied by 6 C",
        "4. (B ∨ C) leaves KB: satisfied by 6 C",
        "2. (¬A ∨ C) leaves KB: satisfied by 6 C",
        "3. (¬B ∨ C) leaves KB: satisfied by 6 C",
        "round 2 ends after 1 pair: a new fact",
    ]


def test_text_of_what_is_rare() -> None:
    ab = Clause.of(1, -2)
    assert [
        event_text(event)
        for event in (
            Skipped(ab, "duplicate", 4),
            Skipped(ab, "satisfied", 6, (3, 5)),
            Skipped(ab, "tautology"),
            Shortened(3, ab, (1,), Clause.of(1)),
            Shortened(3, ab, (1, 2), Clause(), (), "rule"),
            Shortened(None, ab, (1,), Clause.of(1), (4, 5)),
            Matched(3, 5, 1, None, "tautology"),
            Derived(7, ab, (3, 5)),
            Contradiction(8, (3, 5)),
        )
    ] == [
        "(1 ∨ ¬2) is skipped (given): KB has it as 4",
        "(1 ∨ ¬2) is skipped (from 3 5): satisfied by fact 6",
        "(1 ∨ ¬2) is skipped (given): it is always true",
        "3. (1 ∨ ¬2) loses ¬2 to fact 1: 1",
        "3. (1 ∨ ¬2) (rule) loses 1, ¬2 to facts 1, 2: ⊥",
        "(1 ∨ ¬2) (from 4 5) loses ¬2 to fact 1: 1",
        "match 3 and 5 on 1: skipped, because they clash in two literals",
        "7. (1 ∨ ¬2) in a refutation: from 3 5",
        "8. contradiction: from 3 5",
    ]


def test_story_of_a_clause() -> None:
    """The story of a clause says why the clause is in KB, or why it is not."""
    kb, events = listened()
    for literals in [(1, 2, 3), (1, 2), (-1,)]:
        kb.insert(Clause.of(*literals))
    assert [type(event) for event in story(events, Clause.of(1, 2, 3))] == [Inserted, Removed]
    assert [type(event) for event in story(events, Clause.of(2))] == [Shortened, Settled]
    assert story(events, Clause.of(5)) == []


def test_silence() -> None:
    kb, events = listened()
    kb.trace(None)
    kb.insert(Clause.of(1, 2))
    assert events == []
