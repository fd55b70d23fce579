"""The steps of a proof name their pivots and can be unfolded into single resolutions."""

from __future__ import annotations

from sapper.logic import Clause, Proof, ProofStep


def test_pivots() -> None:
    clauses = [Clause.of(1, 2, -3), Clause.of(3, 4), Clause.of(-1)]
    steps = [ProofStep(i, clause, ()) for i, clause in enumerate(clauses)]
    proof = Proof((*steps, ProofStep(7, Clause.of(2, 4), (0, 1, 2))))
    assert proof.pivots(proof.steps[-1]) == (3, 1)
    assert proof.pivots(proof.steps[0]) == ()
    assert proof.text(pivots=True).splitlines()[-1] == "4. (2 ∨ 4)              from 1 2 3 on 3 1"
    assert [str(step.clause) for step in proof.unfold().steps[3:]] == ["(1 ∨ 2 ∨ 4)", "(2 ∨ 4)"]
