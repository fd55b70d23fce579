"""DPLL finds a model if and only if there is one, and its trace is a valid search."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.brute import VARIABLES, clause_lists, models
from sapper.logic import Clause, LimitError
from sapper.logic.dpll import Exactly, dpll

counts = st.lists(
    st.builds(
        Exactly,
        st.lists(st.integers(1, VARIABLES), min_size=1, unique=True).map(tuple),
        st.integers(0, VARIABLES),
    ),
    max_size=3,
)


def counted(some: list[Clause], exactly: list[Exactly]) -> set[tuple[bool, ...]]:
    """The models of the clauses in which every `Exactly` holds, found by brute force."""
    return {
        values
        for values in models(some)
        if all(sum(values[v - 1] for v in each.variables) == each.number for each in exactly)
    }


@given(clause_lists, counts)
def test_a_model_exactly_when_there_is_one(some: list[Clause], exactly: list[Exactly]) -> None:
    """DPLL finds a model if there is one, and variables outside the model may have any value."""
    search = dpll(some, exactly)
    expected = counted(some, exactly)
    assert (search.model is not None) == bool(expected)
    if search.model is not None:
        free = set(range(1, VARIABLES + 1)) - {abs(x) for x in search.model}
        for values in product((False, True), repeat=VARIABLES):
            if all(values[abs(x) - 1] == (x > 0) for x in search.model):
                assert values in expected, (search, free)


@given(clause_lists, counts)
def test_the_trace_is_a_search(some: list[Clause], exactly: list[Exactly]) -> None:
    """Every forced step is really forced, and after a failed choice the opposite is tried."""
    search = dpll(some, exactly)
    held: list[tuple[int, int]] = []  # depth and literal
    for step in search.steps:
        held = [(depth, x) for depth, x in held if depth <= step.depth]
        now = {x for _, x in held}
        if step.kind == "unit":
            assert isinstance(step.because, Clause)
            assert [x for x in step.because if -x not in now] == [step.literal]
        elif step.kind == "fails" and isinstance(step.because, Clause):
            assert all(-x in now for x in step.because)
        elif step.kind == "count":
            assert isinstance(step.because, Exactly)
            true = sum(v in now for v in step.because.variables)
            false = sum(-v in now for v in step.because.variables)
            assert step.literal is not None
            if step.literal < 0:
                assert true == step.because.number
            else:
                assert false == len(step.because.variables) - step.because.number
        if step.literal is not None:
            assert step.literal not in now
            assert -step.literal not in now
            held.append((step.depth + (step.kind in ("try", "else")), step.literal))
    kinds = [step.kind for step in search.steps]
    assert kinds.count("else") <= kinds.count("try") == search.choices
    if search.model is None:
        assert kinds.count("else") == kinds.count("try")
        assert kinds.count("fails") == kinds.count("else") + 1


def test_text() -> None:
    """The text has one line per step, indented under the choice that the step belongs to."""
    some = [(1, 2), (1, -2), (-1, 3, 4), (-1, -3, 4), (-4, 5), (-4, -5)]
    search = dpll([Clause.of(*clause) for clause in some])
    assert search.text("?ABCDE".__getitem__).splitlines() == [
        "try A",
        "  try C",
        "    unit D: (¬A ∨ ¬C ∨ D)",
        "    unit E: (¬D ∨ E)",
        "    fails: (¬D ∨ ¬E)",
        "  else ¬C",
        "    unit D: (¬A ∨ C ∨ D)",
        "    unit E: (¬D ∨ E)",
        "    fails: (¬D ∨ ¬E)",
        "else ¬A",
        "  unit B: (A ∨ B)",
        "  fails: (A ∨ ¬B)",
        "no model",
    ]
    assert dpll([Clause.of(1, -2)]).text("?AB".__getitem__) == "pure A\nmodel: A"


def test_counts_need_no_clauses() -> None:
    """20 mines in 40 cells would need 263 billion clauses, but a single `Exactly` is enough."""
    search = dpll([Clause.of(-1)], [Exactly(tuple(range(1, 41)), 20)])
    assert search.model is not None
    assert sum(x > 0 for x in search.model) == 20


def test_limit() -> None:
    hard = [Clause.of(*x) for x in product((1, -1), (2, -2), (3, -3), (4, -4))]
    with pytest.raises(LimitError, match="gave up after 50 clause checks"):
        dpll(hard, looks=50)
    assert dpll(hard).model is None
