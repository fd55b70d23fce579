"""A checker of proofs by unit propagation, made to be read: imports nothing of Sapper.

A clause follows from others by reverse unit propagation (RUP) if supposing that all its literals
are false leaves some clause without a literal that may be true, when every clause that has only one
such literal left makes it true (Goldberg and Novikov 2003, "Verification of Proofs of
Unsatisfiability for CNF Formulas"). Whatever is accepted follows from the given clauses, however
the proof was made; a clause that would only keep them satisfiable (RAT) is refused.

    left     of each clause, how many of its literals are not false
    where    of each literal, the clauses that it is in

>>> clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
>>> first_gap(clauses, [[1], []]) is None
True
>>> first_gap(clauses[:3], [[1], []])
1
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence


def first_gap(clauses: Iterable[Sequence[int]], steps: Sequence[Sequence[int]]) -> int | None:
    """The place of the first step that does not follow from what comes before it, or None.

    The work of a step is at most a few looks at each literal of each clause.
    """
    known = _UnitClauses()
    for clause in clauses:
        known.add(clause)
    for place, step in enumerate(steps):
        if not known.refutes([-literal for literal in step]):
            return place
        known.add(step)
    return None


class _UnitClauses:
    """Clauses, and the literals that they make false by themselves; mutable."""

    def __init__(self) -> None:
        self._literals: list[frozenset[int]] = []
        self._left: list[int] = []
        self._where: defaultdict[int, list[int]] = defaultdict(list)
        self._false: dict[int, None] = {}
        self._contradictory = False

    def add(self, clause: Iterable[int]) -> None:
        """Believe a clause, and what unit propagation makes of it."""
        literals = frozenset(clause)
        may_be_true = [literal for literal in literals if literal not in self._false]
        for literal in literals:
            self._where[literal].append(len(self._literals))
        self._literals.append(literals)
        self._left.append(len(may_be_true))
        if len(may_be_true) < 2:
            self._contradictory |= not may_be_true or self._fails(may_be_true)

    def refutes(self, supposed: list[int]) -> bool:
        """Whether these literals can't all be true, as far as unit propagation sees."""
        before = len(self._false)
        impossible = self._contradictory or self._fails(supposed)
        while len(self._false) > before:
            literal, _ = self._false.popitem()
            for clause in self._where[literal]:
                self._left[clause] += 1
        return impossible

    def _fails(self, true: list[int]) -> bool:
        """Make literals true, and those that follow; whether a clause has none left then."""
        todo = list(true)
        for literal in todo:
            if literal in self._false:
                return True
            if -literal in self._false:
                continue
            self._false[-literal] = None
            empty = False
            for clause in self._where[-literal]:
                self._left[clause] -= 1
                if self._left[clause] == 1:
                    todo += (x for x in self._literals[clause] if x not in self._false)
                empty |= not self._left[clause]
            if empty:
                return True
        return False
