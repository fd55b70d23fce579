"""The LRAT checker accepts a clause only if the clause can be resolved from its hints."""

import random

import pytest

from forgery import line, propagated, text
from sapper.verify.lrat import LratError, derived
from tampering import holds

SQUARE = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def test_the_clauses_of_a_proof() -> None:
    """Each clause follows from its hints in the order in which the hints are listed."""
    assert derived(SQUARE, "5 2 0 1 2 0\n6 0 5 3 4 0\n") == [[2], []]
    assert derived(SQUARE, "5 2 -1 0 2 0\n") == [[2, -1]]
    assert derived(SQUARE, "") == []


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("5 2 0 1 0", "the hints of clause 5 do not show that it follows"),
        ("5 2 0 1 2 3 0", "hint 3 of clause 5 does not apply there"),
        ("5 2 0 1 2 2 0", "hint 2 of clause 5 does not apply there"),
        ("5 2 0 1 1 2 0", "hint 1 of clause 5 does not apply there"),
        ("5 0 1 2 0", "hint 1 of clause 5 does not apply there"),
        ("5 2 0 5 0", "line 1 has an id that is out of order"),
        ("5 2 0 6 2 0", "line 1 has an id that is out of order"),
        ("6 2 0 1 2 0", "line 1 has an id that is out of order"),
        ("4 2 0 1 2 0", "line 1 has an id that is out of order"),
        ("5 2 0 1 2 0\n5 -2 0 3 4 0", "line 2 has an id that is out of order"),
        ("5 2 0 0", "line 1 is not a clause with hints"),
        ("5 2 0 0 1 2 0", "line 1 is not a clause with hints"),
        ("5 2 0 -1 2 0", "line 1 is not a clause with hints"),
        ("5 2 0 1 2", "line 1 is not a clause with hints"),
        ("5 d 1 2 0", "line 1 is not a clause with hints"),
        ("5 2 0 1 ٢ 0", "line 1 is not a clause with hints"),
        (f"5 2 0 {'1' * 5000} 0", "line 1 is not a clause with hints"),
    ],
)
def test_what_is_no_proof(proof: str, reason: str) -> None:
    with pytest.raises(LratError, match=reason):
        derived(SQUARE, proof + "\n")


def test_what_follows_by_its_hints_can_be_resolved() -> None:
    """Among random clauses and hints, only valid refutations are accepted."""
    draw = random.Random(0)
    taken = 0
    for _ in range(2000):
        literals = [1, -1, 2, -2, 3, -3]
        clauses = [draw.sample(literals, draw.randint(1, 3)) for _ in range(8)]
        clauses = [clause for clause in clauses if not any(-x in clause for x in clause)]
        _, hints, _ = propagated(clauses, [])
        hints = draw.choice([hints, draw.choices(range(1, 9), k=3)])
        proof = text([f"{len(clauses) + 1} 0 {line(hints)}"])
        try:
            derived(clauses, proof)
        except LratError:
            continue
        assert holds(clauses, "0\n", proof)
        taken += 1
    assert taken > 100
