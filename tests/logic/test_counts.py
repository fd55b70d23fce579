"""Matching counts its pairs correctly, even for formulas that have only wide clauses."""

from __future__ import annotations

import random
from itertools import product

import pytest

from sapper.logic import Clause, InconsistentError, KnowledgeBase, LimitError, Proof
from sapper.logic.errors import LogicError

VARIABLES = 7


def formula(seed: int) -> list[Clause]:
    """Random clauses of three or four literals, about as many as can be satisfied together."""
    draw = random.Random(seed)
    some = []
    for _ in range(draw.randint(18, 50)):
        chosen = draw.sample(range(1, VARIABLES + 1), draw.choice((3, 3, 3, 4)))
        some.append(Clause.of(*(draw.choice((v, -v)) for v in chosen)))
    return some


def consequences(some: list[Clause]) -> set[int] | None:
    """The literals that are true in every model, by brute force, or None if there is no model."""
    fitting = [
        {v if value else -v for v, value in enumerate(values, 1)}
        for values in product((False, True), repeat=VARIABLES)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in some)
    ]
    return set.intersection(*fitting) if fitting else None


def check(proof: Proof, axioms: list[Clause]) -> frozenset[int]:
    """Check that each step follows from its parents, and return the last derived clause."""
    found: dict[int, frozenset[int]] = {}
    given = {frozenset(axiom.literals) for axiom in axioms}
    for step in proof.steps:
        found[step.id] = frozenset(step.clause.literals)
        if not step.parents:
            assert found[step.id] in given
            continue
        result = found[step.parents[0]]
        for parent in step.parents[1:]:
            (pivot,) = [x for x in result if -x in found[parent]]
            result = (result - {pivot}) | (found[parent] - {-pivot})
        assert result == found[step.id]
    return found[proof.steps[-1].id]


def told(some: list[Clause]) -> KnowledgeBase:
    kb = KnowledgeBase()
    for clause in some:
        kb.insert(clause)
    return kb


def test_formulas_are_of_all_kinds() -> None:
    """Some formulas are contradictory, some settle a variable, and some settle no variable."""
    kinds = [consequences(formula(seed)) for seed in range(40)]
    assert kinds.count(None) >= 5
    assert kinds.count(set()) >= 5
    assert sum(bool(kind) for kind in kinds) >= 5


@pytest.mark.parametrize("seed", range(40))
def test_matching_without_limits_is_complete_where_all_clauses_are_wide(seed: int) -> None:
    some = formula(seed)
    expected = consequences(some)
    kb = told(some)
    try:
        while kb.match(None, None):
            pass
    except InconsistentError:
        assert expected is None
        assert kb.contradiction is not None
        assert check(kb.contradiction, some) == set()
        return
    assert set(kb.facts) == expected
    for fact in kb.facts:
        proof = kb.proof(fact)
        assert proof is not None
        assert check(proof, some) == {fact}


@pytest.mark.parametrize("limit", [0, 3, 30, 2000])
@pytest.mark.parametrize("seed", range(40))
def test_refutation_is_complete_whether_it_splits_or_not(seed: int, limit: int) -> None:
    some = formula(seed)
    expected = consequences(some)
    for literal in (1, -1, 4, -7):
        kb = told(some)
        try:
            follows = kb.refute(literal, limit)
        except InconsistentError:
            assert expected is None
            assert kb.contradiction is not None
            assert check(kb.contradiction, some) == set()
            continue
        assert follows == (expected is None or literal in expected)
        if follows:
            proof = kb.proof(literal)
            assert proof is not None
            assert check(proof, some) == {literal}


@pytest.mark.parametrize("sign", [1, -1])
def test_a_fact_from_two_pairs_is_one_resolvent(sign: int) -> None:
    """Clauses (a ∨ b) and (¬a ∨ b) resolve to b in either order."""
    some = [Clause.of(1, 2 * sign), Clause.of(-1, 2 * sign)]
    for order in (some, some[::-1]):
        kb = told(order)
        assert kb.match() is True
        assert set(kb.facts) == {2 * sign}
        assert (kb.counters.matched, kb.counters.resolved) == (1, 1)
        assert kb.clauses() == []


def test_a_pair_is_matched_once_however_many_literals_are_complementary() -> None:
    """If two literals clash, there is no resolvent, and the pair is counted once."""
    kb = told([Clause.of(1, 2, 3), Clause.of(-1, -2, 4)])
    for _ in range(2):
        assert kb.match(None, None) is False
        assert (kb.counters.matched, kb.counters.resolved) == (1, 0)
    for other in (Clause.of(-1, -2), Clause.of(-1, -2, 3), Clause.of(-1, -2, -3, 4)):
        for order in ([Clause.of(1, 2), other], [other, Clause.of(1, 2)]):
            kb = told(order)
            assert kb.match(k=2) is False
            assert (kb.counters.matched, kb.counters.resolved) == (1, 0)


@pytest.mark.parametrize(
    ("some", "matched", "resolved", "kept"),
    [
        # Two clauses of two literals each.
        ([(1, 2), (-1, 3)], 1, 1, {(1, 2), (-1, 3), (2, 3)}),
        ([(1, -2), (-1, -3)], 1, 1, {(1, -2), (-1, -3), (-2, -3)}),
        # A clause of two literals and a longer one.
        ([(1, 2), (-1, 3, 4)], 1, 1, {(1, 2), (-1, 3, 4), (2, 3, 4)}),
        ([(1, -2), (-1, -3, 4)], 1, 1, {(1, -2), (-1, -3, 4), (-2, -3, 4)}),
        # The resolvent subsumes its wide parent.
        ([(1, 2), (-1, 2, 3)], 1, 1, {(1, 2), (2, 3)}),
        # Two clauses of three literals are not matched with k = 2.
        ([(1, 2, 3), (-1, 4, 5)], 0, 0, {(1, 2, 3), (-1, 4, 5)}),
    ],
)
def test_every_pair_and_resolvent_is_counted(
    some: list[tuple[int, ...]], matched: int, resolved: int, kept: set[tuple[int, ...]]
) -> None:
    for order in (some, some[::-1]):
        kb = told([Clause.of(*literals) for literals in order])
        assert kb.match(k=2) is False
        assert (kb.counters.matched, kb.counters.resolved) == (matched, resolved)
        assert set(kb.clauses()) == {Clause.of(*literals) for literals in kept}


def test_what_is_known_already_is_counted() -> None:
    """The counter `subsumed` includes duplicates, and clauses made unnecessary by a shorter one."""
    kb = told([Clause.of(*some) for some in [(1, 2), (1, 2), (1, 2, 3), (4, 5, 6), (4, 5)]])
    assert (kb.counters.inserted, kb.counters.subsumed, kb.counters.peak) == (5, 3, 2)
    assert kb.clauses() == [Clause.of(1, 2), Clause.of(4, 5)]


WIDE = [Clause.of(*some) for some in [(1, 2, 3), (-1, 2, 3), (1, -2, 3), (-1, -2, 3)]]


def test_a_refutation_counts_the_pairs_that_it_matched() -> None:
    """If variable 3 is false, WIDE leaves four clauses about variables 1 and 2.

    Four pairs are matched, and two resolve.
    """
    kb = told(WIDE)
    assert kb.refute(3) is True
    assert (kb.counters.matched, kb.counters.resolved) == (4, 2)
    assert kb.refute(-3) is False  # variable 3 is already known to be true


def test_a_search_for_a_contradiction_keeps_to_its_budget() -> None:
    """The search gives up once it has handled as many clauses as its budget allows."""
    five = [*WIDE, Clause.of(1, 2, -3)]
    assert told(five).satisfiable(0, 5) is True
    with pytest.raises(LimitError, match="gave up after handling 4 clauses"):
        told(five).satisfiable(0, 4)
    kb = told([Clause.of(1)])
    with pytest.raises(InconsistentError):
        kb.insert(Clause.of(-1))
    assert kb.satisfiable() is False


def test_nobody_can_ask_for_0() -> None:
    with pytest.raises(LogicError, match="0"):
        KnowledgeBase().ask(0)
