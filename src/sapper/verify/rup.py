"""A readable checker for proofs by unit propagation. This file imports nothing from Sapper.

To check a clause, suppose that all its literals are false. If all but one of the literals of
another clause are false, the remaining literal must be true. If this process makes all literals of
some clause false, the checked clause follows from the other clauses. This is reverse unit
propagation (RUP: Goldberg and Novikov 2003, "Verification of Proofs of Unsatisfiability for CNF
Formulas"). RAT steps, which add clauses that do not follow, are refused.

    left     for each clause, the number of its literals that are not false
    where    for each literal, the clauses that contain it

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
    """The index of the first step that does not follow from the clauses before it, or None."""
    known = _UnitClauses()
    for clause in clauses:
        known.add(clause)
    for place, step in enumerate(steps):
        if not known.refutes([-literal for literal in step]):
            return place
        known.add(step)
    return None


class _UnitClauses:
    def __init__(self) -> None:
        self._literals: list[frozenset[int]] = []
        self._left: list[int] = []
        self._where: defaultdict[int, list[int]] = defaultdict(list)
        self._false: dict[int, None] = {}
        self._contradictory = False

    def add(self, clause: Iterable[int]) -> None:
        literals = frozenset(clause)
        may_be_true = [literal for literal in literals if literal not in self._false]
        for literal in literals:
            self._where[literal].append(len(self._literals))
        self._literals.append(literals)
        self._left.append(len(may_be_true))
        if len(may_be_true) < 2:
            self._contradictory |= not may_be_true or self._fails(may_be_true)

    def refutes(self, supposed: list[int]) -> bool:
        before = len(self._false)
        impossible = self._contradictory or self._fails(supposed)
        while len(self._false) > before:
            literal, _ = self._false.popitem()
            for clause in self._where[literal]:
                self._left[clause] += 1
        return impossible

    def _fails(self, true: list[int]) -> bool:
        """Make these literals true, propagate, and return whether some clause becomes false."""
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
