"""KB and KB0 hold no duplicates, and facts shorten new clauses."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from logic.brute import clause_lists
from sapper.logic import Clause, InconsistentError, KnowledgeBase


@given(clause_lists, st.sampled_from([(1, 2), (2, 3), (2, None), (None, None)]))
def test_no_clause_and_superset(some: list[Clause], bounds: tuple[int | None, int | None]) -> None:
    """KB never contains both a clause and a superset of it, nor a clause that mentions a fact."""
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


def test_insert_resolves_with_the_facts() -> None:
    """A satisfied clause is dropped, and false literals are removed from other clauses."""
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


def test_tautology_says_nothing() -> None:
    kb = KnowledgeBase()
    kb.insert(Clause.of(1, -1, 2))
    assert len(kb) == 0
    assert Clause.of(1, -1).tautology


def test_wide_clauses_are_subsumed_by_wide_ones() -> None:
    narrow, wide = Clause.of(1, -2, 3), Clause.of(1, -2, 3, -4, 5)
    for order in ((narrow, wide), (wide, narrow)):
        kb = KnowledgeBase()
        for clause in order:
            kb.insert(clause)
        assert kb.clauses() == [narrow]
        assert kb.counters.subsumed == 1
