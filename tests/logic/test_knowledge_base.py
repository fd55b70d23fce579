"""Matching loses no knowledge, matches no pair twice, and can prove each fact that it finds."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.brute import ROW, check, clause_lists, consequences, known, models
from sapper.logic import Clause, InconsistentError, KnowledgeBase


def test_row_in_every_order() -> None:
    """The clues `1 1 1` settle the cells x, y and z, in whatever order the clauses are inserted."""
    distinct = [Clause.of(*some) for some in sorted(set(ROW))]
    assert len(distinct) == 6
    for order in permutations(distinct):
        kb = KnowledgeBase()
        for clause in order:
            kb.insert(clause)
        while kb.match(k=2):
            pass
        assert kb.facts == {-1, 2, -3}
        assert kb.clauses() == []


def test_both_parents_stay() -> None:
    kb = KnowledgeBase()
    kb.insert(Clause.of(1, 2))
    kb.insert(Clause.of(-1, 3))
    assert kb.match(k=2) is False
    assert set(kb.clauses()) == {Clause.of(1, 2), Clause.of(-1, 3), Clause.of(2, 3)}


@given(clause_lists, st.sampled_from([(1, 2), (2, 2), (2, 3), (2, None), (3, 4), (None, None)]))
def test_no_knowledge_is_lost(some: list[Clause], bounds: tuple[int | None, int | None]) -> None:
    """KB and KB0 have exactly the models of the inserted clauses, for any limits k and w."""
    kb = KnowledgeBase()
    try:
        for clause in some:
            kb.insert(clause)
        while kb.match(*bounds):
            pass
    except InconsistentError:
        assert models(some) == set()
        assert kb.contradiction is not None
        assert len(kb.contradiction.claim) == 0
        check(kb.contradiction, some)
        return
    assert models(known(kb)) == models(some)
    for fact in kb.facts:
        proof = kb.proof(fact)
        assert proof is not None
        assert proof.claim == Clause.of(fact)
        check(proof, some)


@given(clause_lists, st.sampled_from([(2, 3), (2, None), (3, 4), (None, None)]))
def test_no_pair_twice(some: list[Clause], bounds: tuple[int | None, int | None]) -> None:
    """No two steps start with the same two parents, even after many calls to match."""
    kb = KnowledgeBase()
    try:
        for clause in some:
            kb.insert(clause)
            kb.match(*bounds)
        while kb.match(*bounds):
            pass
    except InconsistentError:
        pass
    pairs = [frozenset(step.parents[:2]) for step in kb.steps() if len(step.parents) > 1]
    assert len(pairs) == len(set(pairs))
    matched = kb.counters.matched
    if kb.contradiction is None:
        assert kb.match(*bounds) is False
        assert kb.counters.matched == matched


@given(clause_lists)
def test_unlimited_matching_is_complete(some: list[Clause]) -> None:
    """Without limits, matching finds every literal that follows, or the contradiction."""
    kb = KnowledgeBase()
    try:
        for clause in some:
            kb.insert(clause)
        while kb.match(None, None):
            pass
    except InconsistentError:
        assert models(some) == set()
        return
    assert kb.facts == consequences(some)


def test_contradiction_has_a_derivation() -> None:
    kb = KnowledgeBase()
    some = [Clause.of(1, 2), Clause.of(-1, 2), Clause.of(1, -2), Clause.of(-1, -2)]
    for clause in some:
        kb.insert(clause)
    with pytest.raises(InconsistentError) as caught:
        kb.match()
    check(caught.value.proof, some)
    assert str(caught.value.proof.claim) == "⊥"


def test_counters_and_history() -> None:
    kb = KnowledgeBase()
    for some in sorted(set(ROW)):
        kb.insert(Clause.of(*some))
    kb.note()
    while kb.match():
        pass
    kb.note()
    assert kb.history == [(6 - 1, 0), (0, 3)]  # (1 ∨ 2) subsumes (1 ∨ 2 ∨ 3)
    assert kb.counters.peak >= 5
    assert kb.counters.subsumed >= 1
    assert 1 <= kb.counters.resolved <= kb.counters.matched


def test_patience_and_pairs_stop_matching() -> None:
    """Matching gives up after some rounds or pairs without a new fact, and can continue later."""

    def chain() -> KnowledgeBase:
        kb = KnowledgeBase()
        for v in range(1, 40):
            kb.insert(Clause.of(-v, v + 1))
        kb.insert(Clause.of(-40, -1))
        return kb

    kb = chain()
    assert kb.match(pairs=10) is False
    assert 10 <= kb.counters.matched < 100
    assert kb.facts == frozenset()
    while not kb.match(pairs=10):
        pass
    assert -1 in kb.facts
    kb = chain()
    assert kb.match(rounds=1) is False
    few = kb.counters.matched
    assert kb.match(rounds=None) is True
    assert kb.counters.matched > few


def test_matching_is_counted() -> None:
    kb = KnowledgeBase()
    for v in range(1, 40):
        kb.insert(Clause.of(-v, v + 1))
    counters = kb.counters
    assert (counters.calls, counters.rounds, counters.match_ns) == (0, 0, 0)
    assert kb.match(rounds=1) is False
    assert (counters.calls, counters.rounds) == (1, 1)
    spent = counters.match_ns
    assert spent > 0
    assert kb.match(k=1) is False  # a call that matches no pair is not a round
    assert (counters.calls, counters.rounds) == (2, 1)
    assert kb.match(rounds=2) is False
    assert (counters.calls, counters.rounds) == (3, 3)
    assert counters.match_ns > spent
