"""Remove unnecessary steps from a refutation, and add hints to the other steps.

    step    a clause that follows from earlier clauses by unit propagation
    hints   the ids of the clauses that the step follows from, in order. If all literals of the step
            were false, each of these clauses would force a literal, and the last would be false.
    id      clauses are numbered from 1, first the given ones, then the steps

Clauses are lists of signed ints, as in DIMACS. Each clause watches two literals that are not false
(Moskewicz, Madigan, Zhao, Zhang and Malik 2001, "Chaff: Engineering an Efficient SAT Solver").

>>> for step in trim([[1, 2], [-1, 2], [1, -2], [-1, -2]], [[1, 2, 3], [1]]):
...     print(step)
TrimmedStep(id=5, clause=(1,), hints=(1, 3))
TrimmedStep(id=6, clause=(), hints=(5, 2, 4))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

_SUPPOSED = 0


@dataclass(frozen=True, slots=True)
class TrimmedStep:
    id: int
    clause: tuple[int, ...]
    hints: tuple[int, ...]


def trim(clauses: Sequence[Sequence[int]], steps: Sequence[Sequence[int]]) -> list[TrimmedStep]:
    """The steps that are needed for the contradiction, which is the last step.

    Each step must follow from earlier clauses by unit propagation.
    """
    known = _WatchedClauses()
    hints: dict[int, tuple[int, ...]] = {}
    conflict: int | None = None
    for clause in clauses:
        conflict = conflict or known.add(clause)
    for step in steps:
        if conflict:
            break
        reasons = known.hints(step)
        # A step without reasons contains a true literal, so it is useless.
        if reasons:
            conflict = known.add(step)
            hints[len(known.literals) - 1] = reasons
    assert conflict, "the steps lead to a contradiction"
    end = known.reasons(conflict, ())

    needed = set(end)
    for number in sorted(hints, reverse=True):
        if number in needed:
            needed.update(hints[number])
    kept = [number for number in hints if number in needed]
    renumbered = {number: len(clauses) + place for place, number in enumerate(kept, 1)}

    def ids(numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(renumbered.get(number, number) for number in numbers)

    last = TrimmedStep(len(clauses) + len(kept) + 1, (), ids(end))
    return [TrimmedStep(renumbered[n], known.given[n], ids(hints[n])) for n in kept] + [last]


class _WatchedClauses:
    def __init__(self) -> None:
        self.given: list[tuple[int, ...]] = [()]
        self.literals: list[list[int]] = [[]]
        """the literals of each clause, the two watched ones first"""
        self._watching: defaultdict[int, list[int]] = defaultdict(list)
        self._reason: dict[int, int] = {}
        """for each true literal, the clause that made it true"""
        self._trail: list[int] = []

    def add(self, clause: Sequence[int]) -> int | None:
        """Add a clause and propagate. Return the index of a clause that became false, or None."""
        number = len(self.literals)
        literals = sorted(dict.fromkeys(clause), key=lambda x: -x in self._reason)
        self.given.append(tuple(clause))
        self.literals.append(literals)
        if len(literals) > 1:
            self._watching[literals[0]].append(number)
            self._watching[literals[1]].append(number)
        if not literals or -literals[0] in self._reason:
            return number
        unit = len(literals) == 1 or -literals[1] in self._reason
        if unit and literals[0] not in self._reason:
            self._set(literals[0], number)
            return self._propagate(len(self._trail) - 1)
        return None

    def hints(self, clause: Sequence[int]) -> tuple[int, ...]:
        """The clauses that `clause` follows from, or () if `clause` contains a true literal."""
        if any(literal in self._reason for literal in clause):
            return ()
        mark = len(self._trail)
        # Make all literals false before propagating, because hints may rely on any of them.
        for literal in clause:
            if -literal not in self._reason:
                self._set(-literal, _SUPPOSED)
        conflict = self._propagate(mark)
        assert conflict, "the step follows by unit propagation"
        reasons = self.reasons(conflict, clause)
        for literal in self._trail[mark:]:
            del self._reason[literal]
        del self._trail[mark:]
        return reasons

    def reasons(self, conflict: int, clause: Sequence[int]) -> tuple[int, ...]:
        """The clauses that make `conflict` false if `clause` is assumed to be false."""
        clauses = [conflict]
        denied = {-literal for literal in self.literals[conflict]}
        supposed = {-literal for literal in clause}
        for literal in reversed(self._trail):
            if literal in denied and literal not in supposed:
                reason = self._reason[literal]
                clauses.append(reason)
                denied.update(-other for other in self.literals[reason] if other != literal)
        return tuple(reversed(clauses))

    def _set(self, literal: int, reason: int) -> None:
        self._reason[literal] = reason
        self._trail.append(literal)

    def _propagate(self, head: int) -> int | None:
        """Propagate the trail from `head` on. Return the index of a false clause, or None."""
        true, trail, watching = self._reason, self._trail, self._watching
        while head < len(trail):
            false = -trail[head]
            head += 1
            watchers = watching[false]
            watching[false] = kept = []
            for place, number in enumerate(watchers):
                literals = self.literals[number]
                if literals[0] == false:
                    literals[0], literals[1] = literals[1], false
                first = literals[0]
                if first in true:
                    kept.append(number)
                    continue
                for other in range(2, len(literals)):
                    if -literals[other] not in true:
                        literals[1], literals[other] = literals[other], false
                        watching[literals[1]].append(number)
                        break
                else:
                    kept.append(number)
                    if -first in true:
                        kept += watchers[place + 1 :]
                        return number
                    self._set(first, number)
        return None
