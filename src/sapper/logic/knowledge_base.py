"""The knowledge base: a store of clauses that reasons by matching and by refutation."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from sapper.logic.clause import Clause, Literal
from sapper.logic.match import match
from sapper.logic.refute import refute
from sapper.logic.store import Store


@dataclass(slots=True)
class KnowledgeBase(Store):
    """KB and KB0, with every derivation kept. Mutable: it grows by `insert` and by reasoning."""

    def match(
        self,
        k: int | None = 2,
        w: int | None = None,
        rounds: int | None = None,
        pairs: int | None = None,
    ) -> bool:
        """Match clauses pairwise until there is a new fact: True; or nothing is left: False.

        Only pairs where one clause has at most `k` literals are matched, and only resolvents of
        at most `w` literals are kept, or those that are narrower than a parent which they
        subsume. None means no limit. The narrowest waiting clause goes first. A round gives as
        many clauses as waited at its start; after `rounds` of them without a new fact, or after
        `pairs` matched pairs, the answer is False as well. No pair is matched twice, unless its
        resolvent was too wide and `w` has grown since.
        """
        start = time.thread_time_ns()
        self.counters.calls += 1
        try:
            return match(self, k, w, rounds, pairs)
        finally:
            self.counters.match_ns += time.thread_time_ns() - start

    def refute(self, literal: Literal, limit: int = 2000) -> bool:
        """Whether the complement of a literal is impossible; then the literal becomes a fact.

        Complete: the clauses that the literal's component holds are saturated by directional
        resolution, a variable at a time, the cheapest first. Where that takes more than `limit`
        resolvents, a variable is split on instead, and the two refutations are resolved.

        >>> kb = KnowledgeBase()
        >>> for literals in [(1, 2, 3), (1, -2, 3), (1, 2, -3), (1, -2, -3)]:
        ...     kb.insert(Clause.of(*literals))
        >>> kb.refute(1), kb.refute(2), sorted(kb.facts)
        (True, False, [1])
        """
        return refute(self, literal, limit)


def entails(clauses: Iterable[Clause], literal: Literal) -> bool:
    """Whether the clauses entail the literal, by refutation.

    >>> entails([Clause.of(1, 2), Clause.of(-2, 1)], 1)
    True
    """
    kb = KnowledgeBase()
    for clause in clauses:
        kb.insert(clause)
    return kb.refute(literal)
