"""Forward and backward chaining prove exactly the symbols that follow from Horn clauses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.brute import VARIABLES, models
from sapper.logic import Clause, LimitError, LogicError
from sapper.logic.horn import HornRule, backward, forward, rules

horn = st.lists(
    st.builds(
        lambda body, head: Clause.of(*(-v for v in body), *head),
        st.sets(st.integers(1, VARIABLES), max_size=3),
        st.lists(st.integers(1, VARIABLES), max_size=1),
    ),
    max_size=14,
)


@given(horn, st.integers(1, VARIABLES))
def test_both_ways_reach_what_follows(some: list[Clause], goal: int) -> None:
    """Both directions reach the goal if and only if the goal is true in every model."""
    expected = all(values[goal - 1] for values in models(some))
    assert forward(rules(some), goal).entailed == expected
    assert backward(rules(some), goal).entailed == expected


@given(horn)
def test_forward_without_a_goal_finds_all(some: list[Clause]) -> None:
    """Forward chaining proves each symbol with one rule, after proving the rule's body."""
    chained = forward(rules(some))
    every = models(some)
    assert chained.entailed == (not every)
    known: set[int | None] = set()
    for rule in chained.fired:
        assert set(rule.body) <= known
        assert rule.head not in known
        known.add(rule.head)
    if every:
        follows = {v for v in range(1, VARIABLES + 1) if all(values[v - 1] for values in every)}
        assert known == follows


def test_rules() -> None:
    """A clause with at most one positive literal is a rule, and any other clause is refused."""
    found = rules([Clause.of(-1, -2, 3), Clause.of(4), Clause.of(-1, -4), Clause.of(1, -1)])
    assert found == [HornRule((1, 2), 3), HornRule((), 4), HornRule((1, 4), None)]
    names = "?ABCD".__getitem__
    assert [rule.text(names) for rule in found] == ["A ∧ B ⇒ C", "D", "A ∧ D ⇒ false"]
    with pytest.raises(LogicError, match=r"\(A ∨ B\) is not a Horn clause"):
        rules([Clause.of(1, 2)], names)


def test_backward_text() -> None:
    """Goals are indented, and cycles, dead ends and repeated goals are marked."""
    some = [(-2, 1), (-1, 2), (-3, -4, 1), (3,), (-3, 4)]
    chained = backward(rules([Clause.of(*clause) for clause in some]), 1)
    assert chained.text("?ABCD".__getitem__).splitlines() == [
        "A?",
        "  B?",
        "    A is being asked for already",
        "  B can't be shown",
        "  C?",
        "  C is known",
        "  D?",
        "    C holds, as shown above",
        "  D holds: C ⇒ D",
        "A holds: C ∧ D ⇒ A",
    ]


def test_contradictory_rules_entail_everything() -> None:
    some = rules([Clause.of(1), Clause.of(-1, 2), Clause.of(-1, -2)])
    name = "?ABC".__getitem__
    assert forward(some, 3).text(name).splitlines()[-1] == "false     if A ∧ B"
    assert backward(some, 3).text(name).splitlines()[-1] == "false holds: A ∧ B ⇒ false"


def test_long_chains() -> None:
    """Forward chaining completes 5,000 steps, but backward chaining gives up at its limit."""
    some = rules([Clause.of(1), *(Clause.of(-v, v + 1) for v in range(1, 5000))])
    assert len(forward(some, 5000).fired) == 5000
    with pytest.raises(LimitError, match="backward chaining gave up"):
        backward(some, 5000)
    assert backward(some, 250).entailed
