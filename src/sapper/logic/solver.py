"""python-sat, where speed matters: is there a model, and which clauses are to blame if not?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sapper.interrupt import keep_signals, unheard
from sapper.logic.clause import Clause, Literal
from sapper.logic.errors import LimitError

CONFLICTS = 100_000
"""The solver gives up after so many conflicts: some seconds."""
_SHRUNK = 200
_LOOK = 1_000


def sat_solver(name: str = "minisat22", **options: Any) -> Any:
    """A solver of python-sat, to be used with `with`; Ctrl-C while it works is what it always is.

    It is loaded when first asked for: most of what imports the logic never needs one.
    """
    return _solver_class()(name=name, **options)


@cache
def _solver_class() -> Any:
    from pysat import solvers

    keep_signals(solvers)

    class Heard(solvers.Solver):  # type: ignore[misc]
        # Ctrl-C waits: one that is half made can't be deleted, half deleted it is deleted again.
        def new(self, *arguments: Any, **named: Any) -> None:
            with unheard():
                super().new(*arguments, **named)

        def delete(self) -> None:
            with unheard():
                super().delete()

        def solve(self, *arguments: Any, **named: Any) -> Any:
            with _interrupts():
                return super().solve(*arguments, **named)

        def solve_limited(self, *arguments: Any, **named: Any) -> Any:
            with _interrupts():
                return super().solve_limited(*arguments, **named)

    return Heard


@contextmanager
def _interrupts() -> Iterator[None]:
    """An interrupted solver says so in its own way, which would pass for a mistake."""
    try:
        yield
    except Exception as problem:
        if str(problem) == "Caught keyboard interrupt":
            raise KeyboardInterrupt from None
        raise


def solve(clauses: Iterable[Clause], conflicts: int = CONFLICTS) -> tuple[Literal, ...] | None:
    """A model of the clauses, by variable; None if there is none.

    >>> solve([Clause.of(1, 2), Clause.of(-1)]), solve([Clause.of(1), Clause.of(-1)])
    ((-1, 2), None)
    """
    lists = [list(clause) for clause in clauses]
    if [] in lists:
        return None  # minisat takes no empty clause
    with sat_solver(bootstrap_with=lists) as solver:
        return tuple(solver.get_model()) if _solved(solver, [], conflicts) else None


def blamed(groups: Sequence[Iterable[Clause]], conflicts: int = CONFLICTS) -> list[int] | None:
    """The indices of groups of clauses that contradict each other; None if all can hold.

    None of them is needless, as far as a short look at each can tell; but if the solver blames
    hundreds, they are taken as they are.

    >>> blamed([[Clause.of(1, 2), Clause.of(4)], [Clause.of(3)], [Clause.of(-1), Clause.of(-2)]])
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
        if _solved(solver, needed, conflicts):
            return None
        needed = sorted(solver.get_core() or [])
        if len(needed) <= _SHRUNK:
            for switch in tuple(needed):
                others = [each for each in needed if each != switch]
                solver.conf_budget(_LOOK)
                if solver.solve_limited(assumptions=others) is False:
                    needed = others
        return [switch - top - 1 for switch in needed]


def _solved(solver: Any, assumed: list[Literal], conflicts: int) -> bool:
    solver.conf_budget(conflicts)
    satisfiable = solver.solve_limited(assumptions=assumed)
    if satisfiable is None:
        raise LimitError(f"the SAT solver gave up after {conflicts:,} conflicts")
    return bool(satisfiable)
