"""The knowledge base: a store of clauses that reasons by matching and by refutation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from sapper.logic.clause import Clause, Literal, clause_text
from sapper.logic.match import MatchingStore
from sapper.logic.proof import InconsistentError
from sapper.logic.refute import refute, satisfiable
from sapper.words import how_many

SHOWN = 100
"""the maximum number of clauses that a notebook shows"""


@dataclass(slots=True, repr=False)
class KnowledgeBase(MatchingStore):
    def __repr__(self) -> str:
        facts = how_many(len(self.facts), "fact")
        return f"<KnowledgeBase: {how_many(len(self), 'clause')} in KB, {facts} in KB0>"

    def _repr_html_(self) -> str:
        facts = ", ".join(clause_text(Clause.of(fact)) for fact in sorted(self.facts, key=abs))
        clauses = sorted(self.clauses(), key=lambda clause: (len(clause), clause.literals))
        shown = "\n".join(clause_text(clause) for clause in clauses[:SHOWN])
        more = f"\n... and {len(clauses) - SHOWN} more" if len(clauses) > SHOWN else ""
        head = f"KB0, {how_many(len(self.facts), 'fact')}: {facts or 'none'}\n"
        head += f"KB, {how_many(len(clauses), 'clause')}:"
        return f"<pre>{escape(head)}\n{escape(shown + more)}</pre>"

    def refute(self, literal: Literal, limit: int = 2000) -> bool:
        """Whether the clauses entail a literal. An entailed literal becomes a fact.

        This method is complete. Directional resolution eliminates the variables that are linked to
        the literal by clauses, the cheapest variable first. If the elimination needs more than
        `limit` resolvents, the search tries both values of a variable separately.

        >>> kb = KnowledgeBase()
        >>> for literals in [(1, 2, 3), (1, -2, 3), (1, 2, -3), (1, -2, -3)]:
        ...     kb.insert(Clause.of(*literals))
        >>> kb.refute(1), kb.refute(2), sorted(kb.facts)
        (True, False, [1])
        """
        return refute(self, literal, limit)

    def satisfiable(self, limit: int = 2000, budget: int | None = None) -> bool:
        """Whether all clauses can be true together.

        If the result is False, `contradiction` is the proof. If a `budget` is given, a LimitError
        is raised once that number of clauses has been handled.

        >>> kb = KnowledgeBase()
        >>> for literals in [(1, 2), (1, -2), (-1, 2), (-1, -2)]:
        ...     kb.insert(Clause.of(*literals))
        >>> kb.satisfiable()
        False
        """
        return satisfiable(self, limit, budget)


def entails(clauses: Iterable[Clause], claim: Literal | Clause) -> bool:
    """Whether the claim is true in every model of the clauses.

    >>> entails([Clause.of(1, 2), Clause.of(-2, 1)], 1), entails([Clause.of(1)], Clause.of(1, 2))
    (True, True)
    >>> entails([Clause.of(1), Clause.of(-1)], 2), entails([Clause.of(1)], 2)
    (True, False)
    """
    denied = claim if isinstance(claim, Clause) else Clause.of(claim)
    kb = KnowledgeBase()
    try:
        for clause in clauses:
            kb.insert(clause)
        for literal in denied:
            kb.insert(Clause.of(-literal))
    except InconsistentError:
        return True
    return not kb.satisfiable()
