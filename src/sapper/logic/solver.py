"""SAT solvers from python-sat, which find a model, or clauses that contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

from sapper.interrupt import hold_interrupt
from sapper.logic.clause import Clause, Literal
from sapper.logic.errors import LimitError
from sapper.words import plural

CONFLICTS = 100_000
"""the maximum number of conflicts; this many take a few seconds"""
_SHRUNK = 200
_LOOK = 1_000

PART = 10_000
"""the number of conflicts between two checks for Ctrl-C; this many take about a second"""


def sat_solver(name: str = "minisat22", **options: Any) -> Any:
    """A solver from python-sat, for use in a `with` statement. Ctrl-C interrupts the solver."""
    return _solver_class()(name=name, **options)


@cache
def _solver_class() -> Any:
    from pysat import solvers

    class InterruptibleSolver(solvers.Solver):  # type: ignore[misc]
        # Without `hold_interrupt`, Ctrl-C could leave a half-made solver, or delete a solver twice.
        def new(self, *arguments: Any, **named: Any) -> None:
            with hold_interrupt():
                super().new(*arguments, **named)

        def delete(self) -> None:
            with hold_interrupt():
                super().delete()

        def solve(self, assumptions: Sequence[Literal] = ()) -> bool:
            answer = None
            try:
                while answer is None:
                    self.conf_budget(PART)
                    answer = self.solve_limited(assumptions)
            except NotImplementedError:  # CaDiCaL does not support budgets
                with own_signals(solvers):
                    answer = super().solve(assumptions)
            return bool(answer)

        def solve_limited(self, assumptions: Sequence[Literal] = ()) -> bool | None:
            # With expect_interrupt, python-sat does not handle Ctrl-C itself (see `own_signals`).
            answer: bool | None = super().solve_limited(assumptions, expect_interrupt=True)
            return answer

    return InterruptibleSolver


@contextmanager
def own_signals(pysat: ModuleType) -> Iterator[None]:
    """In this block, python-sat does not handle Ctrl-C itself.

    The handler in python-sat jumps out of C code, even out of the memory allocator, which can make
    the program hang.
    """
    before = pysat.MainThread.check
    pysat.MainThread.check = lambda: False  # python-sat handles Ctrl-C only if this returns True
    try:
        yield
    finally:
        pysat.MainThread.check = before


def solve(clauses: Iterable[Clause], conflicts: int = CONFLICTS) -> tuple[Literal, ...] | None:
    """A model of the clauses, ordered by variable, or None if the clauses have no model.

    >>> solve([Clause.of(1, 2), Clause.of(-1)]), solve([Clause.of(1), Clause.of(-1)])
    ((-1, 2), None)
    """
    lists = [list(clause) for clause in clauses]
    if [] in lists:
        return None  # minisat does not accept the empty clause
    with sat_solver(bootstrap_with=lists) as solver:
        return tuple(solver.get_model()) if _solve(solver, [], conflicts) else None


def conflicting_groups(
    groups: Sequence[Iterable[Clause]], conflicts: int = CONFLICTS
) -> list[int] | None:
    """The indices of groups that contradict each other, or None if there is no contradiction.

    >>> a, b, c = [Clause.of(1, 2), Clause.of(4)], [Clause.of(3)], [Clause.of(-1), Clause.of(-2)]
    >>> conflicting_groups([a, b, c])
    [0, 2]
    """
    lists = [[list(clause) for clause in group] for group in groups]
    top = max((abs(x) for group in lists for clause in group for x in clause), default=0)
    with sat_solver() as solver:
        for switch, group in enumerate(lists, top + 1):
            for clause in group:
                solver.add_clause([*clause, -switch])
        needed = list(range(top + 1, top + len(lists) + 1))
        if _solve(solver, needed, conflicts):
            return None
        needed = sorted(solver.get_core() or [])
        if len(needed) <= _SHRUNK:
            for switch in tuple(needed):
                others = [each for each in needed if each != switch]
                solver.conf_budget(_LOOK)
                if solver.solve_limited(assumptions=others) is False:
                    needed = others
        return [switch - top - 1 for switch in needed]


def _solve(solver: Any, assumed: list[Literal], conflicts: int) -> bool:
    for done in range(0, conflicts, PART):
        solver.conf_budget(min(PART, conflicts - done))
        satisfiable = solver.solve_limited(assumptions=assumed)
        if satisfiable is not None:
            return bool(satisfiable)
    count = f"{conflicts:,} {plural(conflicts, 'conflict')}"
    raise LimitError(f"the SAT solver gave up after {count}")
