"""Our wrapper around python-sat finds models and conflicts, and keeps to its limits."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from hypothesis import given

from logic.brute import clause_lists, models
from logic.test_refute import pigeons
from processes import ended, wait_for, worked
from sapper.logic import Clause, LimitError
from sapper.logic.solver import conflicting_groups, sat_solver, solve


@given(clause_lists)
def test_solve_and_blame(some: list[Clause]) -> None:
    """Either there is a model, or there is a contradiction that needs each of the named clauses."""
    found, guilty = solve(some), conflicting_groups([[clause] for clause in some])
    assert (found is None) == (not models(some)) == (guilty is not None)
    if found is not None:
        assert all(set(clause) & set(found) for clause in some)
    if guilty is not None:
        chosen = [some[index] for index in guilty]
        assert not models(chosen)
        for left_out in range(len(chosen)):
            assert models(chosen[:left_out] + chosen[left_out + 1 :])


def test_blame_by_group() -> None:
    """A conflict names whole groups of clauses. Empty clauses and empty groups are allowed."""
    groups = [[Clause.of(1), Clause.of(5)], [], [Clause.of(2)], [Clause.of(-1), Clause.of(3)]]
    assert conflicting_groups(groups) == [0, 3]
    assert conflicting_groups([[], [Clause()]]) == [1]
    assert conflicting_groups([]) is None
    assert solve([Clause()]) is None
    assert solve([]) == ()


def test_limit_of_the_solver() -> None:
    for question in (solve, lambda some, n: conflicting_groups([[clause] for clause in some], n)):
        with pytest.raises(LimitError, match="the SAT solver gave up after 100 conflicts"):
            question(pigeons(9), 100)


@pytest.fixture
def default_ctrl_c() -> Iterator[None]:
    """Make Ctrl-C raise KeyboardInterrupt, even in the background, where shells disable Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("default_ctrl_c")
def test_an_interrupted_solver_is_deleted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleting a solver twice would crash the process, so Ctrl-C waits for the deletion."""
    deleted = []

    def delete(solver: object) -> None:
        deleted.append(solver)
        signal.raise_signal(signal.SIGINT)

    def use() -> None:
        with sat_solver():
            monkeypatch.setattr("pysolvers.minisat22_del", delete)

    with pytest.raises(KeyboardInterrupt):
        use()
    gc.collect()
    assert len(deleted) == 1


@pytest.mark.usefixtures("default_ctrl_c")
def test_ctrl_c_waits_for_a_whole_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C waits until a solver is complete, because deleting an incomplete solver would fail."""
    solvers = pytest.importorskip("pysat.solvers")
    make, made = solvers.Minisat22.__init__, []

    def begin(solver: object, *arguments: object, **named: object) -> None:
        signal.raise_signal(signal.SIGINT)
        make(solver, *arguments, **named)
        made.append(vars(solver).get("minisat"))

    monkeypatch.setattr(solvers.Minisat22, "__init__", begin)
    with pytest.raises(KeyboardInterrupt):
        sat_solver()
    assert all(made)
    assert len(made) == 1


INTERRUPTED = """
from logic.test_refute import pigeons
from sapper.logic.solver import sat_solver
with sat_solver(bootstrap_with=[list(clause) for clause in pigeons(12)]) as solver:
    print("started", flush=True)
    try:
        solver.solve()
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_is_an_interrupt() -> None:
    """Ctrl-C in the solver raises an exception that `except Exception` does not catch."""
    tests = str(Path(__file__).parents[1])
    process = Popen(
        [sys.executable, "-c", INTERRUPTED],
        stdout=PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": tests},
    )
    with ended(process):
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        before = worked(process.pid)
        assert wait_for(lambda: worked(process.pid) - before > 0.1, 60)  # the solver is working
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"
