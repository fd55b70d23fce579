"""python-sat, where speed matters: is there a model, and which clauses are to blame if not?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

from sapper.interrupt import hold_interrupt
from sapper.logic.clause import Clause, Literal
from sapper.logic.errors import LimitError

CONFLICTS = 100_000
"""The solver gives up after so many conflicts: some seconds."""
_SHRUNK = 200
_LOOK = 1_000

PART = 10_000
"""conflicts after which a solver lets Python hear Ctrl-C: about a second"""


def sat_solver(name: str = "minisat22", **options: Any) -> Any:
    """A solver of python-sat, to be used with `with`; Ctrl-C while it works is what it always is.

    It is loaded when first asked for: most of what imports the logic never needs one.
    """
    return _solver_class()(name=name, **options)


@cache
def _solver_class() -> Any:
    from pysat import solvers

    class InterruptibleSolver(solvers.Solver):  # type: ignore[misc]
        # Ctrl-C waits: one that is half made can't be deleted, half deleted it is deleted again.
        def new(self, *arguments: Any, **named: Any) -> None:
            with hold_interrupt():
                super().new(*arguments, **named)

        def delete(self) -> None:
            with hold_interrupt():
                super().delete()

        def solve(self, assumptions: Sequence[Literal] = ()) -> bool:
            """Whether there is a model."""
            answer = None
            try:
                while answer is None:
                    self.conf_budget(PART)
                    answer = self.solve_limited(assumptions)
            except NotImplementedError:  # CaDiCaL has no budgets
                with own_signals(solvers):
                    answer = super().solve(assumptions)
            return bool(answer)

        def solve_limited(self, assumptions: Sequence[Literal] = ()) -> bool | None:
            """The same within the budget; None if that was not enough."""
            # Who expects an interrupt from elsewhere is spared python-sat's own (`own_signals`).
            answer: bool | None = super().solve_limited(assumptions, expect_interrupt=True)
            return answer

    return InterruptibleSolver


@contextmanager
def own_signals(pysat: ModuleType) -> Iterator[None]:
    """Let a module of python-sat leave Ctrl-C to Python.

    It would jump out of whatever is under way, and if that was the allocator, wait for ever.
    """
    before = pysat.MainThread.check
    pysat.MainThread.check = lambda: False  # which is how it tells whether it may
    try:
        yield
    finally:
        pysat.MainThread.check = before


def solve(clauses: Iterable[Clause], conflicts: int = CONFLICTS) -> tuple[Literal, ...] | None:
    """A model of the clauses, by variable; None if there is none.

    >>> solve([Clause.of(1, 2), Clause.of(-1)]), solve([Clause.of(1), Clause.of(-1)])
    ((-1, 2), None)
    """
    lists = [list(clause) for clause in clauses]
    if [] in lists:
        return None  # minisat takes no empty clause
    with sat_solver(bootstrap_with=lists) as solver:
        return tuple(solver.get_model()) if _solve(solver, [], conflicts) else None


def conflicting_groups(
    groups: Sequence[Iterable[Clause]], conflicts: int = CONFLICTS
) -> list[int] | None:
    """The indices of groups of clauses that contradict each other; None if all can hold.

    None of them is needless, as far as a short look at each can tell; but if the solver blames
    hundreds, they are taken as they are.

    >>> a, b, c = [Clause.of(1, 2), Clause.of(4)], [Clause.of(3)], [Clause.of(-1), Clause.of(-2)]
    >>> conflicting_groups([a, b, c])
    [0, 2]
    """
    lists = [[list(clause) for clause in group] for group in groups]
    top = max((abs(x) for group in lists for clause in group for x in clause), default=0)
    with sat_solver() as solver:
        # Each group has a switch of its own; the solver says which switches it needed.
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
    raise LimitError(f"the SAT solver gave up after {conflicts:,} conflicts")
