"""Proofs by contradiction, and the SAT solver behind them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from logic.brute import check, clause_lists, models
from logic.test_refute import pigeons
from sapper.logic import Clause, LimitError, LogicError, Proof, Step, refutation, resolve, solve
from sapper.logic.solver import blamed


@given(clause_lists)
@settings(max_examples=150, deadline=None)
def test_refutation(some: list[Clause]) -> None:
    """Law: a proof that checks exactly when there is no model; unfolded, each step resolves two."""
    proof = refutation([(clause, None) for clause in some])
    assert (proof is None) == bool(models(some))
    if proof is not None:
        assert len(proof.claim) == 0
        check(proof, some)
        unfolded = proof.unfolded()
        check(unfolded, some)
        assert unfolded.claim == proof.claim
        assert all(len(step.parents) in (0, 2) for step in unfolded.steps)
        assert {step.clause for step in proof.steps} <= {step.clause for step in unfolded.steps}


def test_long_proofs_are_found_or_given_up() -> None:
    """Where matching does not get there, elimination does; a budget ends both."""
    axioms = [(clause, "pigeons") for clause in pigeons(4)]
    proof = refutation(axioms)
    assert proof is not None
    check(proof, pigeons(4))
    with pytest.raises(LimitError, match="gave up after handling 1,000 clauses"):
        refutation([(clause, "pigeons") for clause in pigeons(7)], budget=1_000)


@given(clause_lists)
@settings(max_examples=150, deadline=None)
def test_solve_and_blame(some: list[Clause]) -> None:
    """Law: a model of the clauses, or a contradiction that needs each clause that is blamed."""
    found, guilty = solve(some), blamed([[clause] for clause in some])
    assert (found is None) == (not models(some)) == (guilty is not None)
    if found is not None:
        assert all(set(clause) & set(found) for clause in some)
    if guilty is not None:
        chosen = [some[index] for index in guilty]
        assert not models(chosen)
        for left_out in range(len(chosen)):
            assert models(chosen[:left_out] + chosen[left_out + 1 :])


def test_blame_by_group() -> None:
    """A group is blamed as a whole, and empty clauses and groups are taken as they are."""
    groups = [[Clause.of(1), Clause.of(5)], [], [Clause.of(2)], [Clause.of(-1), Clause.of(3)]]
    assert blamed(groups) == [0, 3]
    assert blamed([[], [Clause()]]) == [1]
    assert blamed([]) is None
    assert solve([Clause()]) is None
    assert solve([]) == ()


def test_limit_of_the_solver() -> None:
    """A question too hard for the SAT solver is given up in one line."""
    for question in (solve, lambda some, n: blamed([[clause] for clause in some], n)):
        with pytest.raises(LimitError, match="the SAT solver gave up after 100 conflicts"):
            question(pigeons(9), 100)


def test_pivots() -> None:
    """A chain names its pivots from left to right."""
    clauses = [Clause.of(1, 2, -3), Clause.of(3, 4), Clause.of(-1)]
    steps = [Step(i, clause, ()) for i, clause in enumerate(clauses)]
    proof = Proof((*steps, Step(7, Clause.of(2, 4), (0, 1, 2))))
    assert proof.pivots(proof.steps[-1]) == (3, 1)
    assert proof.pivots(proof.steps[0]) == ()
    assert proof.text(pivots=True).splitlines()[-1] == "4. (2 ∨ 4)              from 1 2 3 on 3 1"
    assert [str(step.clause) for step in proof.unfolded().steps[3:]] == ["(1 ∨ 2 ∨ 4)", "(2 ∨ 4)"]


def test_resolve_needs_one_pivot() -> None:
    """Clauses that are complementary in no literal, or in two, have no resolvent."""
    assert resolve(Clause.of(1, 2), Clause.of(-1, 2)) == (Clause.of(2), 1)
    for other in (Clause.of(1, 3), Clause.of(-1, -2)):
        with pytest.raises(LogicError, match="not complementary in exactly one literal"):
            resolve(Clause.of(1, 2), other)
