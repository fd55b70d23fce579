"""Refutation: exactly what follows is proved."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from logic.brute import VARIABLES, check, clause_lists, consequences, models
from sapper.logic import Clause, InconsistentError, KnowledgeBase, entails


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
        assert kb.facts == consequences(some)
    for fact in kb.facts:
        proof = kb.proof(fact)
        assert proof is not None
        check(proof, some)


def test_entails() -> None:
    """A literal follows when its complement is impossible, by cases if need be."""
    pigeons = [Clause.of(1, 2), Clause.of(3, 4), Clause.of(5, 6)]
    pigeons += [Clause.of(-a, -b) for a, b in combinations((1, 3, 5), 2)]
    assert not entails(pigeons, 1)
    pigeons += [Clause.of(-2, -4)]
    assert entails(pigeons, 6)
