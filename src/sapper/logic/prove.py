"""Proof by contradiction: derive the empty clause from axioms by resolution.

First, a SAT solver chooses a set of axioms that contradict each other.

>>> axioms = [(Clause.of(-1, 2), "A => B"), (Clause.of(1), "A"), (Clause.of(3), "C")]
>>> proof = refutation([*axioms, (Clause.of(-2), "negated claim")])
>>> print(proof.unfold().text("?ABC".__getitem__, pivots=True))
1. (¬A ∨ B)             A => B
2. A                    A
3. B                    from 1 2 on A
4. ¬B                   negated claim
5. ⊥                    from 4 3 on B
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sapper.logic.clause import Clause
from sapper.logic.knowledge_base import KnowledgeBase
from sapper.logic.proof import InconsistentError, Proof
from sapper.logic.solver import conflicting_groups

BUDGET = 30_000
"""the maximum number of clauses handled, reached after a few seconds"""
_PAIRS = 2_000


def refutation(axioms: Sequence[tuple[Clause, Hashable]], budget: int = BUDGET) -> Proof | None:
    """Derive the empty clause, or return None if the axioms don't contradict each other."""
    needed = conflicting_groups([[clause] for clause, _ in axioms])
    if needed is None:
        return None
    kb = KnowledgeBase()
    try:
        for index in needed:
            kb.insert(*axioms[index])
        while kb.match(None, None, pairs=_PAIRS):
            pass
    except InconsistentError as problem:
        return problem.proof
    consistent = kb.satisfiable(budget=budget)
    assert not consistent, "the SAT solver found a contradiction"
    return kb.contradiction
