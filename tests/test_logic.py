"""The knowledge base: nothing is lost, nothing is kept twice, everything has a proof."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.logic import (
    Clause,
    InconsistentError,
    KnowledgeBase,
    Proof,
    clause_text,
    entails,
    matching,
)

ROW = [(1, 2), (-1, -2), (1, 2, 3), (-1, -2), (-1, -3), (-2, -3), (2, 3), (-2, -3)]
"""`1 1 1` over hidden x y z (1 2 3): x+y=1, x+y+z=1, y+z=1."""

VARIABLES = 6
literals = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, -v]))
clauses = st.lists(literals, min_size=1, max_size=4).map(lambda some: Clause.of(*some))
clause_lists = st.lists(clauses, max_size=14)


def models(some: Iterable[Clause]) -> set[tuple[bool, ...]]:
    """The assignments of x1..x6 under which every clause holds, by brute force."""
    some = list(some)
    return {
        values
        for values in product((False, True), repeat=VARIABLES)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in some)
    }


def known(kb: KnowledgeBase) -> list[Clause]:
    """KB and KB0 together."""
    return kb.clauses() + [Clause.of(fact) for fact in kb.facts]


def check(proof: Proof, axioms: Iterable[Clause]) -> None:
    """Each axiom is among those given, each step is its parents resolved in turn."""
    found: dict[int, frozenset[int]] = {}
    given_clauses = {frozenset(axiom.literals) for axiom in axioms}
    for step in proof.steps:
        clause = frozenset(step.clause.literals)
        if step.parents:
            result = found[step.parents[0]]
            for parent in step.parents[1:]:
                (pivot,) = [x for x in result if -x in found[parent]]
                result = (result - {pivot}) | (found[parent] - {-pivot})
            assert result == clause
        else:
            assert clause in given_clauses
        found[step.id] = clause


def test_row_in_every_order() -> None:
    """On `1 1 1` over x y z every order of the clauses ends with y a mine, x and z safe."""
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


def test_equal_clauses_are_equal() -> None:
    """Equal clauses are equal and hash equal, however they were made."""
    made = {
        Clause.of(3, -4),
        Clause.of(-4, 3, 3, -4),
        Clause(1 << 3, 1 << 4),
        matching(Clause.of(3, 5), Clause.of(-5, -4)),
    }
    assert len(made) == 1


def test_zero_is_no_literal() -> None:
    """0 is refused with a message that says what is allowed."""
    with pytest.raises(ValueError, match="0 is not a literal"):
        Clause.of(1, 0)


def test_clause_text() -> None:
    """A clause reads as in a textbook."""
    names = {1: "C4", 2: "D4"}.__getitem__
    expected = ["(C4 ∨ ¬D4)", "¬D4", "⊥"]
    assert expected == [clause_text(Clause.of(*x), names) for x in ((1, -2), (-2,), ())]


@given(clauses, clauses)
def test_matching_is_sound_and_symmetric(a: Clause, b: Clause) -> None:
    """Law: what matching gives follows from the two clauses, in either order."""
    result = matching(a, b)
    assert result == matching(b, a)
    if result is not None:
        assert models([a, b]) <= models([result])


def test_both_parents_stay() -> None:
    """Resolution adds knowledge and loses none: the parents of a resolvent stay in KB."""
    kb = KnowledgeBase()
    kb.insert(Clause.of(1, 2))
    kb.insert(Clause.of(-1, 3))
    assert kb.match(k=2) is False
    assert set(kb.clauses()) == {Clause.of(1, 2), Clause.of(-1, 3), Clause.of(2, 3)}


@given(clause_lists, st.sampled_from([(1, 2), (2, 2), (2, 3), (2, None), (3, 4), (None, None)]))
@settings(max_examples=300, deadline=None)
def test_no_knowledge_is_lost(some: list[Clause], bounds: tuple[int | None, int | None]) -> None:
    """Law: KB and KB0 have exactly the models of what was inserted, with any k and w."""
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


@given(clause_lists, st.sampled_from([(1, 2), (2, 3), (2, None), (None, None)]))
@settings(max_examples=300, deadline=None)
def test_no_clause_and_superset(some: list[Clause], bounds: tuple[int | None, int | None]) -> None:
    """Law: KB never holds a clause and a superset of it, nor a clause that mentions a fact."""
    kb = KnowledgeBase()
    try:
        for clause in some:
            kb.insert(clause)
            _assert_reduced(kb)
        while kb.match(*bounds):
            _assert_reduced(kb)
        _assert_reduced(kb)
    except InconsistentError:
        pass


def _assert_reduced(kb: KnowledgeBase) -> None:
    for a, b in combinations(kb.clauses(), 2):
        assert not set(a) <= set(b)
        assert not set(b) <= set(a)
    settled = {abs(fact) for fact in kb.facts}
    for clause in kb.clauses():
        assert len(clause) >= 2
        assert settled.isdisjoint(abs(x) for x in clause)


@given(clause_lists, st.sampled_from([(2, 3), (2, None), (3, 4), (None, None)]))
@settings(max_examples=200, deadline=None)
def test_no_pair_twice(some: list[Clause], bounds: tuple[int | None, int | None]) -> None:
    """Law: no two steps have the same two parents to begin with, however often match is called."""
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
@settings(max_examples=200, deadline=None)
def test_unlimited_matching_is_complete(some: list[Clause]) -> None:
    """Law: without limits, matching finds every literal that follows, or the contradiction."""
    kb = KnowledgeBase()
    try:
        for clause in some:
            kb.insert(clause)
        while kb.match(None, None):
            pass
    except InconsistentError:
        assert models(some) == set()
        return
    assert kb.facts == _consequences(some)


@given(clause_lists, st.sampled_from([0, 1, 5, 1000]))
@settings(max_examples=200, deadline=None)
def test_refutation_is_complete(some: list[Clause], limit: int) -> None:
    """Law: refute proves exactly the literals that follow, whether it eliminates or splits."""
    kb = KnowledgeBase()
    try:
        for clause in some:
            kb.insert(clause)
        for v in range(1, VARIABLES + 1):
            kb.refute(v, limit)
            kb.refute(-v, limit)
    except InconsistentError as found:
        assert models(some) == set()
        check(found.proof, some)
        return
    # A contradiction among clauses that touch no claim may stay unnoticed; then all follows.
    if models(some):
        assert kb.facts == _consequences(some)
    for fact in kb.facts:
        proof = kb.proof(fact)
        assert proof is not None
        check(proof, some)


def _consequences(some: list[Clause]) -> set[int]:
    every = models(some)
    signed = [sign * v for v in range(1, VARIABLES + 1) for sign in (1, -1)]
    return {x for x in signed if all(values[abs(x) - 1] == (x > 0) for values in every)}


def test_entails() -> None:
    """A literal follows when its complement is impossible, by cases if need be."""
    pigeons = [Clause.of(1, 2), Clause.of(3, 4), Clause.of(5, 6)]
    pigeons += [Clause.of(-a, -b) for a, b in combinations((1, 3, 5), 2)]
    assert not entails(pigeons, 1)
    pigeons += [Clause.of(-2, -4)]
    assert entails(pigeons, 6)


def test_insert_resolves_with_the_facts() -> None:
    """A satisfied clause is dropped; false literals are removed; the proof says how."""
    kb = KnowledgeBase()
    kb.insert(Clause.of(1), origin="first")
    kb.insert(Clause.of(1, 2))
    kb.insert(Clause.of(-1, 3, 4), origin="second")
    assert kb.clauses() == [Clause.of(3, 4)]
    kb.insert(Clause.of(-3))
    assert kb.facts == {1, -3, 4}
    proof = kb.proof(4)
    assert proof is not None
    assert [step.origin for step in proof.axioms] == ["first", "second", None]


def test_contradiction_has_a_derivation() -> None:
    """The empty clause is reported with the steps that lead to it."""
    kb = KnowledgeBase()
    some = [Clause.of(1, 2), Clause.of(-1, 2), Clause.of(1, -2), Clause.of(-1, -2)]
    for clause in some:
        kb.insert(clause)
    with pytest.raises(InconsistentError) as caught:
        kb.match()
    check(caught.value.proof, some)
    assert str(caught.value.proof.claim) == "⊥"


def test_tautology_says_nothing() -> None:
    """A clause with a literal and its complement is not kept."""
    kb = KnowledgeBase()
    kb.insert(Clause.of(1, -1, 2))
    assert len(kb) == 0
    assert Clause.of(1, -1).tautology


def test_counters_and_history() -> None:
    """The counters add up, and the history has the lengths of KB and KB0."""
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
    """After so many rounds or pairs without a new fact, match gives up; later it goes on."""

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


def test_wide_clauses_are_subsumed_by_wide_ones() -> None:
    """Subsumption works among clauses of three literals and more, in either order."""
    narrow, wide = Clause.of(1, -2, 3), Clause.of(1, -2, 3, -4, 5)
    for order in ((narrow, wide), (wide, narrow)):
        kb = KnowledgeBase()
        for clause in order:
            kb.insert(clause)
        assert kb.clauses() == [narrow]
        assert kb.counters.subsumed == 1
