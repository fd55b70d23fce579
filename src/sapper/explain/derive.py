"""Deriving facts from clues: settled cells, comparisons of two facts, and suppositions refuted.

Everything is kept as steps, so that the argument can be read off once the claim is among them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from sapper.constraints import mine, safe
from sapper.explain.clues import Clues
from sapper.explain.facts import Cells, Fact, Kind, Step, fact_of
from sapper.grid import Cell
from sapper.logic import Literal

# Facts derived by comparing before suppositions are tried instead.
_FACTS = 120


@dataclass(slots=True)
class State:
    """What is known at one point: the step that settles each cell; the facts by their cells."""

    known: dict[Cell, int]
    facts: dict[Cells, int]

    def copy(self) -> State:
        """The same, to go on from."""
        return State(dict(self.known), dict(self.facts))


Conflict: TypeAlias = tuple[int, ...]


class Derivation:
    """Looks for an argument; mutable: steps are only ever added."""

    def __init__(self, clues: Clues, chosen: Iterable[Cell]) -> None:
        self.steps: list[Step] = []
        self.stack: list[Literal] = []
        self.start = State({}, {})
        for clue in chosen:
            constraint = clues.constraint(clue)
            fact = Fact(constraint.cells, constraint.mines, constraint.mines)
            self.start.facts.setdefault(frozenset(fact.cells), self.add(Kind.CLUE, fact, clue=clue))

    def add(
        self, kind: Kind, fact: Fact, uses: tuple[int, ...] = (), clue: Cell | None = None
    ) -> int:
        """Add a step, under all the suppositions of the steps that it uses."""
        self.steps.append(Step(kind, fact, uses, self._under(uses), clue))
        return len(self.steps) - 1

    def _under(self, uses: tuple[int, ...]) -> tuple[Literal, ...]:
        held = {literal for i in uses for literal in self.steps[i].under}
        return tuple(literal for literal in self.stack if literal in held)

    def _mine_at(self, state: State, cell: Cell) -> bool:
        return self.steps[state.known[cell]].fact.most > 0

    def _split(self, state: State, cells: Iterable[Cell]) -> tuple[list[Cell], list[Cell], Cells]:
        """The cells known to be mines, those known to be safe, and the others."""
        laid, clear, rest = [], [], []
        for cell in cells:
            if cell not in state.known:
                rest.append(cell)
            elif self._mine_at(state, cell):
                laid.append(cell)
            else:
                clear.append(cell)
        return laid, clear, frozenset(rest)

    def _settle(self, state: State, cells: Iterable[Cell], step: int) -> None:
        for cell in cells:
            state.known[cell] = step

    def _uses(self, state: State, whole: int, cells: Iterable[Cell]) -> tuple[int, ...]:
        return (whole, *dict.fromkeys(state.known[cell] for cell in cells))

    def propagate(self, state: State) -> Conflict | None:
        """Settle the rest of each fact that has all its mines, or room for no more than them."""
        news = True
        while news:
            news = False
            for i in list(state.facts.values()):
                fact = self.steps[i].fact
                laid, clear, rest = self._split(state, fact.cells)
                if len(laid) > fact.most:
                    return self._uses(state, i, laid[: fact.most + 1])
                if len(fact.cells) - len(clear) < fact.least:
                    return self._uses(state, i, clear)
                if not rest:
                    continue
                if len(laid) == fact.most:
                    uses, left = self._uses(state, i, laid), Fact(tuple(sorted(rest)), 0, 0)
                elif len(fact.cells) - len(clear) == fact.least:
                    count = len(rest)
                    uses, left = (
                        self._uses(state, i, clear),
                        Fact(tuple(sorted(rest)), count, count),
                    )
                else:
                    continue
                self._settle(state, rest, i if len(uses) == 1 else self.add(Kind.REST, left, uses))
                news = True
        return None

    def derive(self, state: State, goal: Cell | None, wide: bool = True) -> None:
        """Propagate and compare until the goal is settled or nothing new comes.

        Comparisons that settle no cell are kept only if `wide`.
        """
        while True:
            conflict = self.propagate(state)
            assert conflict is None, "a view that has a board cannot contradict itself"
            if goal in state.known or not self._compare(state, goal, wide):
                return

    def _reduced(self, state: State, i: int) -> tuple[Cells, int, int]:
        fact = self.steps[i].fact
        laid, _, rest = self._split(state, fact.cells)
        return rest, max(0, fact.least - len(laid)), min(len(rest), fact.most - len(laid))

    def _reduce(self, state: State, i: int) -> int:
        """The step that says what is left of a fact when the settled cells are taken away."""
        fact = self.steps[i].fact
        laid, clear, _ = self._split(state, fact.cells)
        if not laid and not clear:
            return i
        rest, least, most = self._reduced(state, i)
        left = Fact(tuple(sorted(rest)), least, most)
        return self.add(Kind.REST, left, self._uses(state, i, [*laid, *clear]))

    def _compare(self, state: State, goal: Cell | None, wide: bool) -> bool:
        """Compare facts that share cells; whether anything new was found."""
        left = {i: self._reduced(state, i) for i in state.facts.values()}
        by_cell: dict[Cell, list[int]] = {}
        for i, (rest, _, _) in left.items():
            for cell in rest:
                by_cell.setdefault(cell, []).append(i)
        pairs = sorted(
            {(i, j) for found in by_cell.values() for i in found for j in found if i < j}
        )
        new: dict[Cells, tuple[int, int, int, int]] = {}
        for i, j in pairs:
            for found in self._comparisons(left, i, j):
                cells, least, most, *_ = found
                old = state.facts.get(cells)
                if old is not None:
                    known = self.steps[old].fact
                    if least <= known.least and most >= known.most:
                        continue
                if cells in new and new[cells][1] - new[cells][0] <= most - least:
                    continue
                new[cells] = found[1:]
        settling = [
            cells for cells, (least, most, _, _) in new.items() if most == 0 or least == len(cells)
        ]
        if settling:
            chosen = [min(settling, key=lambda c: (goal not in c, len(c), sorted(c)))]
        elif wide and len(state.facts) < _FACTS:
            chosen = sorted(new, key=lambda c: (len(c), sorted(c)))[: _FACTS // 4]
        else:
            chosen = []
        for cells in chosen:
            least, most, i, j = new[cells]
            fact = Fact(tuple(sorted(cells)), least, most)
            made = self.add(Kind.COMPARE, fact, (self._reduce(state, i), self._reduce(state, j)))
            old = state.facts.get(cells)
            if old is not None:
                known = self.steps[old].fact
                if known.least > least or known.most < most:
                    both = Fact(fact.cells, max(least, known.least), min(most, known.most))
                    made = self.add(Kind.COMPARE, both, (old, made))
            state.facts[cells] = made
        return bool(chosen)

    def _comparisons(
        self, left: dict[int, tuple[Cells, int, int]], i: int, j: int
    ) -> list[tuple[Cells, int, int, int, int]]:
        """What two facts say together: (cells, least, most, the fact of these cells, the other)."""
        found = []
        shared = left[i][0] & left[j][0]
        limits = []
        for one, other in ((i, j), (j, i)):
            cells, least, most = left[one]
            others, other_least, other_most = left[other]
            low = max(0, other_least - len(others - shared))
            high = min(len(shared), other_most)
            limits.append((low, high))
            rest = cells - shared
            if rest:
                bounds = max(0, least - high), min(len(rest), most - low)
                if bounds != (0, len(rest)):
                    found.append((rest, *bounds, one, other))
        low, high = max(low for low, _ in limits), min(high for _, high in limits)
        if (low, high) not in limits:
            found.append((shared, low, high, i, j))
        return found

    def refute(self, state: State, literal: Literal) -> int | Conflict:
        """The step that denies a literal, or a conflict that does not depend on it."""
        inner = state.copy()
        self.stack.append(literal)
        inner.known[abs(literal) - 1] = self.suppose(literal)
        while (conflict := self.propagate(inner)) is None:
            split = self._next_split(inner)
            refuted = self.refute(inner, split)
            if isinstance(refuted, tuple):
                conflict = refuted
                break
            inner.known[abs(split) - 1] = refuted
        return self.close(conflict)

    def suppose(self, literal: Literal) -> int:
        """A step that supposes a claim."""
        self.steps.append(Step(Kind.SUPPOSE, fact_of(literal), (), (literal,)))
        return len(self.steps) - 1

    def close(self, conflict: Conflict) -> int | Conflict:
        """End the last supposition with a conflict."""
        under = self._under(conflict)
        literal = self.stack.pop()
        if literal not in under:
            return conflict
        rest = tuple(x for x in under if x != literal)
        self.steps.append(Step(Kind.IMPOSSIBLE, fact_of(-literal), conflict, rest))
        return len(self.steps) - 1

    def _next_split(self, state: State) -> Literal:
        """What to suppose next: what is refuted at once and soonest, else in the narrowest fact."""
        open_facts = [self._split(state, self.steps[i].fact.cells)[2] for i in state.facts.values()]
        refuted = []
        for cell in sorted({cell for rest in open_facts for cell in rest}):
            for literal in (mine(cell), safe(cell)):
                before = len(self.steps)
                trial = state.copy()
                trial.known[cell] = self.suppose(literal)
                if self.propagate(trial) is not None:
                    refuted.append((len(self.steps) - before, literal))
                del self.steps[before:]
        if refuted:
            return min(refuted, key=lambda one: one[0])[1]
        narrowest = min((rest for rest in open_facts if rest), key=lambda r: (len(r), sorted(r)))
        return mine(min(narrowest))
