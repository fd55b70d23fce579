"""The contradiction in a position that no board fits: a set of clues of which none can be left out.

Cheapest first: clues that decide by themselves, then each component, then the mine count, each by
what a SAT solver says. Work is limited, since a position can be made hard on purpose: a
checkerboard of clues and one mine too many is enough. It is counted, not timed, so that every
machine gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.core.constraints import count_clauses, exactly
from sapper.core.grid import Cell
from sapper.core.view import (
    CONFLICT_SECONDS,
    FLAGGED,
    GIVEN,
    HIDDEN,
    Conflict,
    ContradictionError,
    UndecidedError,
    View,
)
from sapper.logic import sat_solver

_UNITS_PER_SECOND = 4_000_000
_UNITS_PER_CONFLICT = 40
_UNITS_PER_CLAUSE = 4


def contradiction(view: View) -> ContradictionError:
    """The error for a view that no board satisfies, as the caller has found out by other means.

    It names all clues if the limit does not suffice to find those in conflict.
    """
    try:
        conflict = find(view)
    except UndecidedError:
        clues = _Clues(view)
        conflict = Conflict(tuple(clues.cells(clues.places)), mine_count=True, smallest=False)
    assert conflict is not None, f"SAT finds a board where there is none:\n{view}"
    return ContradictionError(view, conflict)


class _SpentError(Exception):
    """The limit is reached."""


@dataclass(slots=True)
class _Work:
    """What is left of the limit; mutable. Whoever spends the last of it gets a _SpentError."""

    left: int

    def spend(self, units: int) -> None:
        self.left -= units
        if self.left <= 0:
            raise _SpentError

    def solve(self, solver: Any, assumptions: Sequence[int] = ()) -> bool:
        """Whether the solver's formula can be satisfied."""
        answer = None
        while answer is None:
            self.spend(1)
            before = solver.accum_stats()
            # A part of it at a time: in between, Ctrl-C is heard.
            part = min(self.left, _UNITS_PER_SECOND)
            solver.prop_budget(part)
            solver.conf_budget(part // _UNITS_PER_CONFLICT + 1)
            answer = solver.solve_limited(assumptions=list(assumptions))
            after = solver.accum_stats()
            self.left -= after["propagations"] - before["propagations"]
            self.left -= (after["conflicts"] - before["conflicts"]) * _UNITS_PER_CONFLICT
        return answer is True


@dataclass(frozen=True, slots=True)
class _Constraint:
    """A clue as a solver takes it: so many mines among these cells."""

    clue: int
    cells: list[int]
    mines: int


@dataclass(frozen=True, slots=True)
class _Component:
    """Constraints that share cells with each other and with no others."""

    constraints: list[_Constraint]
    size: int
    """the number of its cells"""


def find(view: View) -> Conflict | None:
    """Clues that no board satisfies together, as few as possible; None when a board does.

    An UndecidedError when the limit does not suffice to tell.
    """
    try:
        return _find(view)
    except _SpentError:
        raise UndecidedError(view) from None


def _find(view: View) -> Conflict | None:
    # Cheapest first: clues that decide by themselves settle most cells of a large board; then each
    # component by itself; then the mine count, which ties them together. Clues are blamed at the
    # end, among those that took part.
    work = _Work(CONFLICT_SECONDS * _UNITS_PER_SECOND)
    clues = _Clues(view)
    if failed := clues.settle():
        return _blame(view, clues.behind(failed), None, work)
    components = clues.components()
    laid = 0
    for component in components:
        mines = _fill(component, 0, component.size, work)
        if mines is None:
            return _blame(view, clues.behind(_core(component, work)), None, work)
        laid += mines
    # Cells that no clue touches absorb any number of mines up to their count.
    most = view.level.mines - int(clues.mine.sum())
    least = most - int(clues.unknown.sum()) + sum(component.size for component in components)
    if least <= laid <= most or _count_fits(components, least, most, work):
        return None
    return _blame(view, clues.cells(clues.places), view.level.mines, work)


def _fill(component: _Component, least: int, most: int, work: _Work) -> int | None:
    """The mines of some way to fill a component with `least` to `most`; None if there is none."""
    work.spend(2 * _UNITS_PER_CLAUSE * len(component.constraints))
    variable: dict[int, int] = {}
    # This solver takes "at most n of these" without clauses for it.
    with sat_solver("minicard") as solver:
        for constraint in component.constraints:
            cells = [variable.setdefault(cell, len(variable) + 1) for cell in constraint.cells]
            solver.add_atmost(cells, constraint.mines)
            solver.add_atmost([-cell for cell in cells], len(cells) - constraint.mines)
        _count(solver, list(variable.values()), least, most, work)
        if not work.solve(solver):
            return None
        model: list[int] = solver.get_model() or []
        return sum(literal > 0 for literal in model[: len(variable)])


def _count(solver: Any, cells: list[int], least: int, most: int, work: _Work) -> None:
    """Have `least` to `most` of these variables true.

    In clauses (a totalizer): what a solver learns about partial sums is what proves a count wrong.
    """
    bounds = (least > 0) + (most < len(cells))
    if bounds:
        work.spend(bounds * _UNITS_PER_CLAUSE * len(cells) ** 2 // 2)
        solver.append_formula(count_clauses(cells, least, most, max(solver.nof_vars(), *cells)))


def _count_fits(components: Sequence[_Component], least: int, most: int, work: _Work) -> bool:
    """Whether components, each of which can be filled, can have `least` to `most` mines in all."""
    if not components:
        return least <= 0 <= most
    *others, last = sorted(components, key=lambda component: component.size)
    totals = 1  # bit n: the others can have n mines together
    for component in others:
        counts = _counts(component, work)
        totals = reduce(or_, (totals << n for n in range(counts.bit_length()) if counts >> n & 1))

    def is_wanted(count: int) -> bool:
        low, high = max(least - count, 0), most - count
        return low <= high and bool(totals >> low & (2 << high - low) - 1)

    # Of the last and largest one only what is wanted is asked, a run of counts at a time.
    runs = [list(run) for wanted, run in groupby(range(last.size + 1), key=is_wanted) if wanted]
    return any(_fill(last, run[0], run[-1], work) is not None for run in runs)


def _counts(component: _Component, work: _Work) -> int:
    """The numbers of mines that a component can have: bit n for n mines."""
    counts = 0
    ranges = [(0, component.size)]
    while ranges:
        least, most = ranges.pop()
        if least <= most and (mines := _fill(component, least, most, work)) is not None:
            counts |= 1 << mines
            ranges += [(least, mines - 1), (mines + 1, most)]
    return counts


def _core(component: _Component, work: _Work) -> list[Cell]:
    """Some clues of a component that can't be filled, enough for the contradiction."""
    try:
        with _switches(component.constraints, work) as (solver, switches, _):
            assert not work.solve(solver, list(switches)), "it can't be filled"
            return [switches[switch] for switch in solver.get_core() or ()]
    except _SpentError:
        return [constraint.clue for constraint in component.constraints]


def _blame(view: View, clues: Sequence[Cell], mines: int | None, work: _Work) -> Conflict:
    """Of clues that can't hold together, a set of which none can be left out.

    With `mines`, they can't hold with that many mines on the board. When the limit is reached, the
    set is what was left of them by then.
    """
    states, neighbours = view.states, view.grid.neighbours
    constraints = []
    for clue in clues:
        unknown = [cell for cell in neighbours(clue) if HIDDEN <= states[cell] < GIVEN]
        constraints.append(_Constraint(clue, unknown, states[clue]))
    left = list(clues)
    try:
        with _switches(constraints, work) as (solver, switches, cells):
            if mines is not None:
                inside = states.count(HIDDEN) + states.count(FLAGGED) - len(cells)
                if mines - inside > len(cells):
                    return Conflict((), mine_count=True)
                _count(solver, cells, mines - inside, mines, work)
            core = list(switches)
            for switch in (0, *core):  # first with all of them: that leaves few
                if switch and switch not in core:
                    continue
                rest = [other for other in core if other != switch]
                if not work.solve(solver, rest):
                    needed = set(solver.get_core() or ())
                    core = [other for other in rest if other in needed]
                    left = [switches[other] for other in core]
    except _SpentError:
        return Conflict(tuple(sorted(left)), mines is not None, smallest=False)
    return Conflict(tuple(sorted(left)), mines is not None)


@contextmanager
def _switches(
    constraints: Iterable[_Constraint], work: _Work
) -> Iterator[tuple[Any, dict[int, Cell], list[int]]]:
    """A solver of constraints, the variables that switch each of them on, and those of cells."""
    switches: dict[int, Cell] = {}
    variable: dict[Cell, int] = {}
    with sat_solver("minicard") as solver:
        for constraint in constraints:
            switch = len(switches) + len(variable) + 1
            switches[switch] = constraint.clue
            cells = []
            for cell in constraint.cells:
                if cell not in variable:
                    variable[cell] = len(switches) + len(variable) + 1
                cells.append(variable[cell])
            clauses = list(exactly(cells, constraint.mines))
            work.spend(_UNITS_PER_CLAUSE * len(clauses))
            for clause in clauses:
                solver.add_clause([-switch, *clause])
        yield solver, switches, list(variable.values())


class _Clues:
    """The clues that say something, and what they settle one at a time; mutable.

    Arrays over the board with a frame around it, so that the neighbours of a *place* are eight
    offsets away; a million cells take a second.
    """

    def __init__(self, view: View) -> None:
        level = view.level
        self._width = level.width
        self._frame = level.width + 2
        framed = np.full((level.height + 2, self._frame), GIVEN, np.uint8)
        framed[1:-1, 1:-1] = view.array
        self._states = framed.ravel()
        steps = (-1, 0, 1)
        around = [(down, right) for down in steps for right in steps if down or right]
        self._offsets = np.array([down * self._frame + right for down, right in around])
        self.unknown = (self._states == HIDDEN) | (self._states == FLAGGED)
        """by place: a hidden cell of which nothing is settled"""
        self.mine = np.zeros_like(self.unknown)
        """by place: settled to be a mine"""
        self._reason = np.zeros(self._states.size, np.int64)
        """by place: the clue that settled it; 0, which is in the frame, for none"""
        near = np.zeros(self._states.size, bool)
        for offset in self._offsets:
            near |= np.roll(self.unknown, -offset)
        self._is_clue = (self._states < HIDDEN) & (near | (self._states > 0))
        self.places = np.flatnonzero(self._is_clue)

    def cells(self, places: NDArray[np.int64]) -> list[Cell]:
        row, column = np.divmod(places, self._frame)
        cells: list[Cell] = ((row - 1) * self._width + column - 1).tolist()
        return cells

    def _around(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """The neighbours of each place, in a row."""
        neighbours: NDArray[np.int64] = places[:, None] + self._offsets
        return neighbours

    def _distinct(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Each place once, ascending."""
        if places.size < 1000:
            return np.unique(places)
        marked = np.zeros_like(self.unknown)
        marked[places] = True
        return np.flatnonzero(marked)

    def _mines_left(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """The mines of each clue that are not settled."""
        settled = self.mine[self._around(places)].sum(axis=1)
        missing: NDArray[np.int64] = self._states[places].astype(np.int64) - settled
        return missing

    def settle(self) -> list[int]:
        """Let clues that decide by themselves settle cells; the place of one that fails, if any."""
        todo = self.places
        while todo.size:
            around = self._around(todo)
            unknown = self.unknown[around]
            free = unknown.sum(axis=1)
            left = self._mines_left(todo)
            failed = todo[(left < 0) | (left > free)]
            if failed.size:
                return [int(failed[0])]
            decided = (free > 0) & ((left == 0) | (left == free))
            new = around[decided][unknown[decided]]
            reason = np.repeat(todo[decided], free[decided])
            is_mine = np.repeat(left[decided] > 0, free[decided])
            # Where two clues disagree, the cell is a mine for the one that says so, and the other
            # fails in the next round.
            self._reason[new] = reason
            self._reason[new[is_mine]] = reason[is_mine]
            self.mine[new[is_mine]] = True
            self.unknown[new] = False
            near = self._around(self._distinct(new)).ravel()
            todo = self._distinct(near[self._is_clue[near]])
        return []

    def behind(self, clues: Iterable[int]) -> list[Cell]:
        """The cells of these clues, of all that settled cells around them, and so on back."""
        places = set(clues)
        todo = list(places)
        while todo:
            reasons = self._reason[todo.pop() + self._offsets].tolist()
            new = {reason for reason in reasons if reason} - places
            places |= new
            todo += new
        return self.cells(np.array(sorted(places), np.int64))

    def components(self) -> list[_Component]:
        """The clues with unknown cells, in groups that share none."""
        places = self.places[self.unknown[self._around(self.places)].any(axis=1)]
        if not places.size:
            return []
        around = self._around(places)
        unknown = self.unknown[around]
        # A pair of a clue and an unknown cell around it is an edge. All cells of a clue take the
        # smallest of their labels, which are places, and labels follow their own labels.
        cells = around[unknown]
        clue = np.repeat(np.arange(places.size), unknown.sum(axis=1))
        starts = np.flatnonzero(np.diff(clue, prepend=-1))
        label = np.arange(self._states.size)
        while True:
            old = label[cells]
            new = np.minimum.reduceat(old, starts)[clue]
            if np.array_equal(old, new):
                break
            np.minimum.at(label, old, new)
            label = label[label]
        by_label: dict[int, _Component] = {}
        owns, sizes = np.unique(label[self._distinct(cells)], return_counts=True)
        for own, size in zip(owns.tolist(), sizes.tolist(), strict=True):
            by_label[own] = _Component([], size)
        ends = [*starts[1:].tolist(), cells.size]
        near, lefts = cells.tolist(), self._mines_left(places).tolist()
        owners, numbers = label[cells[starts]].tolist(), places.tolist()
        for index, start in enumerate(starts.tolist()):
            constraint = _Constraint(numbers[index], near[start : ends[index]], lefts[index])
            by_label[owners[index]].constraints.append(constraint)
        return list(by_label.values())
