"""A proof by contradiction is valid, and is found if and only if there is no model."""

from __future__ import annotations

import pytest
from hypothesis import given

from logic.brute import check, clause_lists, models
from logic.test_refute import pigeons
from sapper.logic import Clause, LimitError
from sapper.logic.prove import refutation


@given(clause_lists)
def test_refutation(some: list[Clause]) -> None:
    proof = refutation([(clause, None) for clause in some])
    assert (proof is None) == bool(models(some))
    if proof is not None:
        assert len(proof.claim) == 0
        check(proof, some)
        unfolded = proof.unfold()
        check(unfolded, some)
        assert unfolded.claim == proof.claim
        assert all(len(step.parents) in (0, 2) for step in unfolded.steps)
        assert {step.clause for step in proof.steps} <= {step.clause for step in unfolded.steps}


def test_long_proofs_are_found_or_given_up() -> None:
    """If matching fails, elimination finds a proof within its budget."""
    axioms = [(clause, "pigeons") for clause in pigeons(4)]
    proof = refutation(axioms)
    assert proof is not None
    check(proof, pigeons(4))
    with pytest.raises(LimitError, match="gave up after handling 1,000 clauses"):
        refutation([(clause, "pigeons") for clause in pigeons(7)], budget=1_000)
