"""An oracle for the logic: models by brute force, and proofs checked step by step.

This file shares no code with the logic. A model is a tuple of truth values.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from hypothesis import strategies as st

from sapper.logic import Clause, KnowledgeBase, Proof

ROW = [(1, 2), (-1, -2), (1, 2, 3), (-1, -2), (-1, -3), (-2, -3), (2, 3), (-2, -3)]
"""`1 1 1` over hidden x y z (1 2 3): x+y=1, x+y+z=1, y+z=1."""

VARIABLES = 6
literals = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, -v]))
clauses = st.lists(literals, min_size=1, max_size=4).map(lambda some: Clause.of(*some))
clause_lists = st.lists(clauses, max_size=14)


def models(some: Iterable[Clause]) -> set[tuple[bool, ...]]:
    """The assignments of x1 to x6 in which every clause is true, found by brute force."""
    some = list(some)
    return {
        values
        for values in product((False, True), repeat=VARIABLES)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in some)
    }


def consequences(some: list[Clause]) -> set[int]:
    """The literals that are true in every model."""
    every = models(some)
    signed = [sign * v for v in range(1, VARIABLES + 1) for sign in (1, -1)]
    return {x for x in signed if all(values[abs(x) - 1] == (x > 0) for values in every)}


def known(kb: KnowledgeBase) -> list[Clause]:
    return kb.clauses() + [Clause.of(fact) for fact in kb.facts]


def check(proof: Proof, axioms: Iterable[Clause]) -> None:
    """Check that each axiom is given, and that each step follows from its parents."""
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
