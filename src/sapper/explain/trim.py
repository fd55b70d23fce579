"""A refutation cut down to the steps that the contradiction needs, each with its hints.

    step    a clause that follows from those before it by unit propagation
    hints   the clauses that show it, by id, in the order in which they do: if all literals of the
            step were false, each would leave one literal that must then be true, and the last none
    id      clauses are numbered from 1, the given ones first; steps go on from there

Clauses are lists of signed ints, as in DIMACS. A clause watches two literals that are not false
(Moskewicz, Madigan, Zhao, Zhang and Malik 2001, "Chaff: Engineering an Efficient SAT Solver"), so
only a literal that becomes false wakes it.

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
    """A clause of a refutation, and the ids of the clauses that it follows from."""

    id: int
    clause: tuple[int, ...]
    hints: tuple[int, ...]


def trim(clauses: Sequence[Sequence[int]], steps: Sequence[Sequence[int]]) -> list[TrimmedStep]:
    """The steps that the contradiction needs and, as the last one, the empty clause.

    Each step must follow from those before it by unit propagation, and all together give the
    contradiction in the same way.
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
        # A step that has a literal known to be true already can't be of any use.
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
    """Clauses numbered from 1, and the literals that unit propagation makes true; mutable."""

    def __init__(self) -> None:
        self.given: list[tuple[int, ...]] = [()]
        self.literals: list[list[int]] = [[]]
        """of each clause, the two that it watches first"""
        self._watching: defaultdict[int, list[int]] = defaultdict(list)
        self._reason: dict[int, int] = {}
        """of each literal that is true, the clause that made it so"""
        self._trail: list[int] = []

    def add(self, clause: Sequence[int]) -> int | None:
        """Add a clause and propagate; a clause that is false then, if there is one."""
        number = len(self.literals)
        # Literals that are not false come first, to be watched.
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
        """Why the clause follows; nothing if a literal of it is known to be true."""
        if any(literal in self._reason for literal in clause):
            return ()
        mark = len(self._trail)
        # All of them before any is propagated: a hint may then rely on each of them.
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
        """The clauses that made `conflict` false while `clause` was supposed to be false."""
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
        """Propagate what was set since; a clause that is false then, if there is one."""
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
