"""A trimmed refutation has the steps it needs and no others."""

import random

import pytest
from pysat.solvers import Solver

from forgery import line, text
from sapper.explain.trim import TrimmedStep, trim
from sapper.verify.lrat import LratError, derived
from sapper.verify.rup import first_gap


def refutation(seed: int) -> tuple[list[list[int]], list[list[int]]]:
    """Random contradictory clauses of three literals, and the clauses that a solver learns."""
    draw = random.Random(seed)
    clauses: list[list[int]] = []
    while True:
        cells = draw.sample(range(1, 13), 3)
        clauses.append([cell * draw.choice((1, -1)) for cell in cells])
        with Solver(name="glucose4", bootstrap_with=clauses, with_proof=True) as solver:
            if len(clauses) > 60 and not solver.solve():
                lines = solver.get_proof()
                break
    # Trimming must remove the added first step, which repeats a clause, and the unused last step.
    learned = [[int(word) for word in one.split()[:-1]] for one in lines if one[0] != "d"]
    return clauses, [clauses[0], *(step for step in learned if step), [*clauses[1], 13]]


def hinted(steps: list[TrimmedStep]) -> str:
    return text([f"{step.id} {line(step.clause)} {line(step.hints)}" for step in steps])


@pytest.mark.parametrize("seed", range(25))
def test_each_step_is_needed_and_so_is_each_hint(seed: int) -> None:
    """Both checkers accept the proof, and the LRAT checker refuses it if any hint is missing."""
    clauses, learned = refutation(seed)
    steps = trim(clauses, learned)
    assert [step.id for step in steps] == [len(clauses) + n for n in range(1, len(steps) + 1)]
    kept = [list(step.clause) for step in steps]
    assert kept[-1] == []
    assert len(kept) <= len(learned)
    assert first_gap(clauses, kept) is None
    assert derived(clauses, hinted(steps)) == kept
    named = {hint for step in steps for hint in step.hints}
    assert all(step.id in named for step in steps[:-1])
    for place, step in enumerate(steps):
        for hint in step.hints if len(step.hints) > 1 else ():
            fewer = TrimmedStep(step.id, step.clause, tuple(h for h in step.hints if h != hint))
            with pytest.raises(LratError):
                derived(clauses, hinted([*steps[:place], fewer, *steps[place + 1 :]]))


def test_clauses_that_propagation_refutes_need_no_step() -> None:
    assert trim([[1], [-1, 2], [-2, 3], [-3], [4]], [[2], [5]]) == [
        TrimmedStep(6, (), (1, 2, 3, 4))
    ]


def test_what_only_a_useless_step_needs_is_useless() -> None:
    square = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    aside = [[5, 8, 6], [5, 8, -6], [-8, 9]]
    assert trim([*square, *aside], [[5, 8], [5, 9], [1]]) == [
        TrimmedStep(8, (1,), (1, 3)),
        TrimmedStep(9, (), (8, 2, 4)),
    ]


def test_steps_that_lead_nowhere_are_a_broken_promise() -> None:
    with pytest.raises(AssertionError):
        trim([[1, 2]], [])
    with pytest.raises(AssertionError):
        trim([[1, 2]], [[1]])
