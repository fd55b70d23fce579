"""The smallest set of clues that settles a cell.

    claim     a literal: +(cell+1) "is a mine" or -(cell+1) "is safe"
    settles   clues settle a claim if it holds on every board that agrees with them
    near      two clues are near each other if they share a hidden cell
    weight    compares sets of clues by their number, then by their distance from the cell

Single clues and pairs of clues are checked by counting. After that, a SAT solver looks for clues
that settle the claim, in growing rings around the cell. Clues are left out one at a time until none
can be left out. The resulting set is minimal, but another set may have a smaller weight.

To find the lightest set, take any board on which the claim is false. Such a board violates at least
one clue of each set that settles the claim. So the lightest set is a hitting set: it contains a
violated clue for each such board (Ignatiev, Previti, Liffiton and Marques-Silva 2015, "Smallest MUS
extraction with minimal hitting set dualization"). If the search for the lightest set takes too
long, the minimal set is used.

If the clues alone do not settle the claim, the mine count is added. To test whether a clue can be
left out, its cell is marked as given, and the engine that computes odds checks whether the claim
still holds.

>>> view = View.parse('''
... 4x3x2
... ....
... 1221
... 0000
... ''')
>>> [view.grid.name(clue) for clue in settling_clues(Clues(view), -1).clues]
['A2', 'C2', 'D2']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sapper.core.constraints import Constraint, border_mines, count_clauses, exactly
from sapper.core.grid import Cell
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, View
from sapper.ladder.clue import distance
from sapper.logic import Literal, sat_solver
from sapper.reason.odds import odds

_BOARDS = 200
_BRANCHES = 4_000
_COUNTED = 10


@dataclass(frozen=True, slots=True)
class ClueSet:
    clues: tuple[Cell, ...]
    mine_count: bool = False


class Clues:
    def __init__(self, view: View) -> None:
        self.view = view
        self._grid = view.grid
        self._around = view.grid.neighbours
        self._constraints: dict[Cell, Constraint] = {}

    def constraint(self, clue: Cell) -> Constraint:
        constraint = self._constraints.get(clue)
        if constraint is None:
            states = self.view.states
            cells = tuple(c for c in self._around(clue) if states[c] in (HIDDEN, FLAGGED))
            constraint = self._constraints[clue] = Constraint(cells, states[clue])
        return constraint

    def touching(self, cell: Cell) -> list[Cell]:
        states = self.view.states
        return [near for near in self._around(cell) if states[near] < HIDDEN]

    def near(self, clue: Cell) -> set[Cell]:
        return {other for cell in self.constraint(clue).cells for other in self.touching(cell)}

    def rings(self, cell: Cell) -> Iterator[list[Cell]]:
        """Yield the clues around a cell, then the clues near those, and so on."""
        ring = self.touching(cell)
        seen = set(ring)
        while ring:
            yield ring
            ring = sorted({other for clue in ring for other in self.near(clue)} - seen)
            seen.update(ring)

    @property
    def unknown(self) -> list[Cell]:
        return [c for c, state in enumerate(self.view.states) if state in (HIDDEN, FLAGGED)]

    def all(self) -> list[Cell]:
        opened = [cell for cell, state in enumerate(self.view.states) if state < HIDDEN]
        return [cell for cell in opened if self.constraint(cell).cells]

    def distance(self, clue: Cell, cell: Cell) -> int:
        return distance(clue, cell, self._grid)

    def weight(self, clue: Cell, cell: Cell) -> int:
        return (1 << 40) + self.distance(clue, cell)


def settling_clues(clues: Clues, claim: Literal) -> ClueSet:
    """The smallest set of clues that settles a claim, which must be provable."""
    if clues.view[abs(claim) - 1] == GIVEN:
        return ClueSet(())
    settling = by_one(clues, claim) or by_two(clues, claim) or without_mine_count(clues, claim)
    if settling is not None:
        return ClueSet(settling)
    return ClueSet(with_mine_count(clues, claim), mine_count=True)


def by_one(clues: Clues, claim: Literal) -> tuple[Cell] | None:
    cell = abs(claim) - 1
    by_distance = []
    for clue in clues.touching(cell):
        constraint = clues.constraint(clue)
        if constraint.mines == (len(constraint.cells) if claim > 0 else 0):
            by_distance.append((clues.distance(clue, cell), clue))
    return (min(by_distance)[1],) if by_distance else None


def by_two(clues: Clues, claim: Literal) -> tuple[Cell, Cell] | None:
    """The nearest two clues that settle the claim, or None."""
    cell = abs(claim) - 1
    by_distance = []
    for first in clues.touching(cell):
        a = clues.constraint(first)
        for second in clues.near(first):
            b = clues.constraint(second)
            if cell in b.cells:
                continue  # if both clues touch the cell and settle it, one of them is enough
            shared = sum(c in b.cells for c in a.cells)
            own, other = len(a.cells) - shared, len(b.cells) - shared
            if claim < 0:
                settled = b.mines - other >= a.mines
            else:
                settled = a.mines - min(shared, b.mines) >= own
            if settled:
                distance = clues.distance(first, cell) + clues.distance(second, cell)
                by_distance.append((distance, *sorted((first, second))))
    if not by_distance:
        return None
    _, one, two = min(by_distance)
    return one, two


class _Settling:
    """Uses a SAT solver to test whether clues settle a claim, by assuming the opposite."""

    def __init__(self, clues: Clues, claim: Literal) -> None:
        self._clues = clues
        self._variables: dict[Cell, int] = {}
        self._switches: dict[Cell, int] = {}
        self._clue_of: dict[int, Cell] = {}
        self._top = 1
        self._variables[abs(claim) - 1] = 1
        self._denied = -1 if claim > 0 else 1
        self._solver: Any = sat_solver()

    def close(self) -> None:
        self._solver.delete()

    def _new(self) -> int:
        self._top += 1
        return self._top

    def add(self, clues: Iterable[Cell]) -> None:
        for clue in clues:
            constraint = self._clues.constraint(clue)
            variables = []
            for cell in constraint.cells:
                variable = self._variables.get(cell)
                if variable is None:
                    variable = self._variables[cell] = self._new()
                variables.append(variable)
            switch = self._switches[clue] = self._new()
            self._clue_of[switch] = clue
            for clause in exactly(variables, constraint.mines):
                self._solver.add_clause([-switch, *clause])

    def add_mine_count(self) -> None:
        cells = list(self._variables.values())
        least, most = border_mines(
            self._clues.view.level.mines, len(self._clues.unknown) - len(cells)
        )
        for clause in count_clauses(cells, least, most, self._top):
            self._solver.add_clause(clause)

    def settles(self, chosen: Iterable[Cell]) -> bool:
        assumptions = [self._denied, *(self._switches[clue] for clue in chosen)]
        return not self._solver.solve(assumptions=assumptions)

    def core(self) -> list[Cell]:
        """The clues that the last call to `settles` needed, if it returned True."""
        core = self._solver.get_core() or ()
        return [self._clue_of[switch] for switch in core if switch in self._clue_of]

    def violated(self, universe: Sequence[Cell]) -> list[Cell]:
        """The clues that are false on the board that the last call to `settles` found."""
        model = self._solver.get_model()
        variables = self._variables
        violated = []
        for clue in universe:
            constraint = self._clues.constraint(clue)
            laid = sum(model[variables[cell] - 1] > 0 for cell in constraint.cells)
            if laid != constraint.mines:
                violated.append(clue)
        return violated


def without_mine_count(clues: Clues, claim: Literal) -> tuple[Cell, ...] | None:
    """The smallest set of clues that settles the claim, or None if the mine count is needed."""
    cell = abs(claim) - 1
    with closing(_Settling(clues, claim)) as solver:
        universe: list[Cell] = []
        rings, used = clues.rings(cell), 0
        for ring in rings:
            used = used + 1
            universe += ring
            solver.add(ring)
            if solver.settles(universe):
                break
        else:
            return None
        best = _minimal(clues, solver, cell)
        # The clues of the smallest set form a connected group around the cell, so they can't extend
        # beyond these rings.
        for ring in islice(rings, max(0, len(best) - used)):
            universe += ring
            solver.add(ring)
        touching = [clue for clue in universe if clue in clues.touching(cell)]
        return tuple(sorted(_lightest(clues, solver, universe, best, cell, [touching])))


def _minimal(clues: Clues, solver: _Settling, cell: Cell) -> list[Cell]:
    core = solver.core()
    for clue in sorted(core, key=lambda c: (-clues.distance(c, cell), -c)):
        if clue in core and solver.settles([c for c in core if c != clue]):
            core = solver.core()
    return core


def _lightest(
    clues: Clues,
    solver: _Settling,
    universe: list[Cell],
    best: list[Cell],
    cell: Cell,
    to_hit: list[list[Cell]],
) -> list[Cell]:
    """The lightest set that settles the claim, or `best` if no lighter set is found.

    The search adds sets to `to_hit`.
    """
    weights = {clue: clues.weight(clue, cell) for clue in universe}
    bound = sum(clues.weight(clue, cell) for clue in best)
    for _ in range(_BOARDS):
        chosen = _lightest_hitting_set(to_hit, weights, bound)
        if chosen is None:
            return best
        if solver.settles(chosen):
            return sorted(chosen)
        violated = solver.violated(universe)
        for clue in list(violated):
            if clue in violated:
                held = [c for c in universe if c not in violated]
                if not solver.settles([*held, clue]):
                    violated = solver.violated(universe)
        if not violated:
            return best
        to_hit.append(sorted(violated, key=weights.__getitem__))
    return best


def _lightest_hitting_set(
    sets: list[list[Cell]], weights: dict[Cell, int], bound: int
) -> list[Cell] | None:
    """The lightest hitting set below `bound`, or None if none is found."""
    best: list[Cell] | None = None
    branches = 0

    def least(left: list[list[Cell]]) -> int:
        """A lower bound on the weight of any set that hits all sets in `left`."""
        total = 0
        taken: set[Cell] = set()
        for one in left:
            if taken.isdisjoint(one):
                taken.update(one)
                total += min(weights[clue] for clue in one)
        return total

    def branch(chosen: list[Cell], spent: int, left: list[list[Cell]]) -> None:
        nonlocal best, bound, branches
        branches += 1
        if not left:
            # If there were no sets to hit, `spent` has not been compared with the bound yet.
            if spent < bound:
                best, bound = list(chosen), spent
            return
        if branches > _BRANCHES or spent + least(left) >= bound:
            return
        for clue in min(left, key=len):
            branch([*chosen, clue], spent + weights[clue], [s for s in left if clue not in s])
            left = [[c for c in one if c != clue] for one in left]
            if not all(left):
                return

    branch([], 0, sorted(sets, key=len))
    return best if branches <= _BRANCHES else None


def with_mine_count(clues: Clues, claim: Literal) -> tuple[Cell, ...]:
    cell = abs(claim) - 1
    near_last = sorted(clues.all(), key=lambda c: (-clues.distance(c, cell), -c))
    # Clues with many mines or cells come last: keeping them often makes other clues unnecessary.
    most_mines_last = sorted(near_last, key=lambda c: clues.constraint(c).mines)
    most_cells_last = sorted(near_last, key=lambda c: len(clues.constraint(c).cells))
    kept_sets = [_leave_out(clues, claim, order) for order in (most_mines_last, most_cells_last)]
    best = min(kept_sets, key=lambda kept: sum(clues.weight(clue, cell) for clue in kept))
    if 1 < len(best) <= _COUNTED:
        with closing(_Settling(clues, claim)) as solver:
            universe = near_last[::-1]
            solver.add(universe)
            solver.add_mine_count()
            best = _lightest(clues, solver, universe, best, cell, [])
    return tuple(sorted(best))


def _leave_out(clues: Clues, claim: Literal, order: list[Cell]) -> list[Cell]:
    states = bytearray(clues.view.states)
    level, cell = clues.view.level, abs(claim) - 1
    certain = 1.0 if claim > 0 else 0.0
    kept: list[Cell] = []
    left, size = list(order), len(order)
    while left:
        size = min(size, len(left))
        for clue in left[:size]:
            states[clue] = GIVEN
        if odds(View(level, bytes(states)))[cell] == certain:
            del left[:size]
            size *= 2
            continue
        for clue in left[:size]:
            states[clue] = clues.view.states[clue]
        if size == 1:
            kept.append(left.pop(0))
        size = max(1, size // 2)
    return kept
