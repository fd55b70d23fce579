"""Find a minimal set of clues that contradict each other, in a position that no board fits.

Single clues are checked first, then each component, and then the mine count. The last two checks
use a SAT solver. The work of the solver is limited, because someone may construct a hard position,
such as a checkerboard of clues with one mine too many. The limit counts solver steps, not time, so
every machine gives the same answer.
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
    """The error to raise for a view that is known to be contradictory.

    If the work limit is too low to find the conflicting clues, the error names all clues.
    """
    try:
        conflict = find(view)
    except UndecidedError:
        clues = _ClueArrays(view)
        conflict = Conflict(tuple(clues.cells(clues.places)), mine_count=True, smallest=False)
    assert conflict is not None, f"SAT finds a board where there is none:\n{view}"
    return ContradictionError(view, conflict)


class _SpentError(Exception):
    """Raised if the work limit is reached."""


@dataclass(slots=True)
class _Budget:
    left: int

    def spend(self, units: int) -> None:
        self.left -= units
        if self.left <= 0:
            raise _SpentError

    def solve(self, solver: Any, assumptions: Sequence[int] = ()) -> bool:
        answer = None
        while answer is None:
            self.spend(1)
            before = solver.accum_stats()
            # Solve in parts, so that Python can handle Ctrl-C in between.
            part = min(self.left, _UNITS_PER_SECOND)
            solver.prop_budget(part)
            solver.conf_budget(part // _UNITS_PER_CONFLICT + 1)
            answer = solver.solve_limited(assumptions=list(assumptions))
            after = solver.accum_stats()
            self.left -= after["propagations"] - before["propagations"]
            self.left -= (after["conflicts"] - before["conflicts"]) * _UNITS_PER_CONFLICT
        return answer is True


@dataclass(frozen=True, slots=True)
class _ClueSum:
    clue: int
    cells: list[int]
    mines: int


@dataclass(frozen=True, slots=True)
class _ClueGroup:
    constraints: list[_ClueSum]
    size: int
    """the number of different cells in all constraints together"""


def find(view: View) -> Conflict | None:
    try:
        return _find(view)
    except _SpentError:
        raise UndecidedError(view) from None


def _find(view: View) -> Conflict | None:
    work = _Budget(CONFLICT_SECONDS * _UNITS_PER_SECOND)
    clues = _ClueArrays(view)
    if failed := clues.settle():
        return _blame(view, clues.behind(failed), None, work)
    components = clues.components()
    laid = 0
    for component in components:
        mines = _fill(component, 0, component.size, work)
        if mines is None:
            return _blame(view, clues.behind(_core(component, work)), None, work)
        laid += mines
    # Any number of the cells that no clue touches may be mines.
    most = view.level.mines - int(clues.mine.sum())
    least = most - int(clues.unknown.sum()) + sum(component.size for component in components)
    if least <= laid <= most or _count_fits(components, least, most, work):
        return None
    return _blame(view, clues.cells(clues.places), view.level.mines, work)


def _fill(component: _ClueGroup, least: int, most: int, work: _Budget) -> int | None:
    """The number of mines in some solution with `least` to `most` mines, or None if none exists."""
    work.spend(2 * _UNITS_PER_CLAUSE * len(component.constraints))
    variable: dict[int, int] = {}
    # minicard supports "at most n of these variables" without clauses.
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


def _count(solver: Any, cells: list[int], least: int, most: int, work: _Budget) -> None:
    """Require that `least` to `most` of these variables are true.

    The clauses form a totalizer. The variables of a totalizer stand for partial sums, so the solver
    can refute a count by learning facts about these sums.
    """
    bounds = (least > 0) + (most < len(cells))
    if bounds:
        work.spend(bounds * _UNITS_PER_CLAUSE * len(cells) ** 2 // 2)
        solver.append_formula(count_clauses(cells, least, most, max(solver.nof_vars(), *cells)))


def _count_fits(components: Sequence[_ClueGroup], least: int, most: int, work: _Budget) -> bool:
    if not components:
        return least <= 0 <= most
    *others, last = sorted(components, key=lambda component: component.size)
    totals = 1  # bit n is set if the other components can have n mines in all
    for component in others:
        counts = _counts(component, work)
        totals = reduce(or_, (totals << n for n in range(counts.bit_length()) if counts >> n & 1))

    def is_wanted(count: int) -> bool:
        low, high = max(least - count, 0), most - count
        return low <= high and bool(totals >> low & (2 << high - low) - 1)

    # The last component is the largest and the slowest, so only mine counts that could fit are
    # tried for it.
    runs = [list(run) for wanted, run in groupby(range(last.size + 1), key=is_wanted) if wanted]
    return any(_fill(last, run[0], run[-1], work) is not None for run in runs)


def _counts(component: _ClueGroup, work: _Budget) -> int:
    """The possible numbers of mines, as a mask in which bit n stands for n mines."""
    counts = 0
    ranges = [(0, component.size)]
    while ranges:
        least, most = ranges.pop()
        if least <= most and (mines := _fill(component, least, most, work)) is not None:
            counts |= 1 << mines
            ranges += [(least, mines - 1), (mines + 1, most)]
    return counts


def _core(component: _ClueGroup, work: _Budget) -> list[Cell]:
    try:
        with _switches(component.constraints, work) as (solver, switches, _):
            assert not work.solve(solver, list(switches)), "the component has no solution"
            return [switches[switch] for switch in solver.get_core() or ()]
    except _SpentError:
        return [constraint.clue for constraint in component.constraints]


def _blame(view: View, clues: Sequence[Cell], mines: int | None, work: _Budget) -> Conflict:
    """Leave out clues as long as the remaining clues still contradict each other.

    If `mines` is given, the clues contradict each other only together with that number of mines on
    the board. If the work limit is reached, some unnecessary clues may remain.
    """
    states, neighbours = view.states, view.grid.neighbours
    constraints = []
    for clue in clues:
        unknown = [cell for cell in neighbours(clue) if HIDDEN <= states[cell] < GIVEN]
        constraints.append(_ClueSum(clue, unknown, states[clue]))
    left = list(clues)
    try:
        with _switches(constraints, work) as (solver, switches, cells):
            if mines is not None:
                inside = states.count(HIDDEN) + states.count(FLAGGED) - len(cells)
                if mines - inside > len(cells):
                    return Conflict((), mine_count=True)
                _count(solver, cells, mines - inside, mines, work)
            core = list(switches)
            # For switch 0, no clue is left out, but the solver may find a smaller core.
            for switch in (0, *core):
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
    constraints: Iterable[_ClueSum], work: _Budget
) -> Iterator[tuple[Any, dict[int, Cell], list[int]]]:
    """A solver, a switch variable for each constraint, and the variables of the cells."""
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


class _ClueArrays:
    """The clues of a view and the cells that they settle, as arrays.

    The arrays have a frame around the board, so the neighbours of a cell are at eight fixed
    offsets. A *place* is an index in these arrays.
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
        """for each place, whether it is a hidden cell that is not settled"""
        self.mine = np.zeros_like(self.unknown)
        """for each place, whether it is known to be a mine"""
        self._reason = np.zeros(self._states.size, np.int64)
        """for each place, the place of the clue that settled it, or 0 (a place in the frame)"""
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
        neighbours: NDArray[np.int64] = places[:, None] + self._offsets
        return neighbours

    def _distinct(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        if places.size < 1000:
            return np.unique(places)
        marked = np.zeros_like(self.unknown)
        marked[places] = True
        return np.flatnonzero(marked)

    def _mines_left(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        settled = self.mine[self._around(places)].sum(axis=1)
        missing: NDArray[np.int64] = self._states[places].astype(np.int64) - settled
        return missing

    def settle(self) -> list[int]:
        """Settle cells with single clues, and return the place of a clue that fails, if any."""
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
            # If two clues disagree about a cell, it counts as a mine, and the clue that calls it
            # safe fails in the next round.
            self._reason[new] = reason
            self._reason[new[is_mine]] = reason[is_mine]
            self.mine[new[is_mine]] = True
            self.unknown[new] = False
            near = self._around(self._distinct(new)).ravel()
            todo = self._distinct(near[self._is_clue[near]])
        return []

    def behind(self, clues: Iterable[int]) -> list[Cell]:
        """The cells of these clues and of all clues that they depend on, directly or indirectly."""
        places = set(clues)
        todo = list(places)
        while todo:
            reasons = self._reason[todo.pop() + self._offsets].tolist()
            new = {reason for reason in reasons if reason} - places
            places |= new
            todo += new
        return self.cells(np.array(sorted(places), np.int64))

    def components(self) -> list[_ClueGroup]:
        places = self.places[self.unknown[self._around(self.places)].any(axis=1)]
        if not places.size:
            return []
        around = self._around(places)
        unknown = self.unknown[around]
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
            label = label[label]  # pointer jumping, which saves rounds
        by_label: dict[int, _ClueGroup] = {}
        owns, sizes = np.unique(label[self._distinct(cells)], return_counts=True)
        for own, size in zip(owns.tolist(), sizes.tolist(), strict=True):
            by_label[own] = _ClueGroup([], size)
        ends = [*starts[1:].tolist(), cells.size]
        near, lefts = cells.tolist(), self._mines_left(places).tolist()
        owners, numbers = label[cells[starts]].tolist(), places.tolist()
        for index, start in enumerate(starts.tolist()):
            constraint = _ClueSum(numbers[index], near[start : ends[index]], lefts[index])
            by_label[owners[index]].constraints.append(constraint)
        return list(by_label.values())
