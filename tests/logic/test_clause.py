"""Clauses compare by their literals, resolve soundly, and are written as in a textbook."""

from __future__ import annotations

import pytest
from hypothesis import given

from logic.brute import clauses, models
from sapper.logic import Clause, LogicError, clause_text, matching, resolve


def test_equal_clauses_are_equal() -> None:
    made = {
        Clause.of(3, -4),
        Clause.of(-4, 3, 3, -4),
        Clause(1 << 3, 1 << 4),
        matching(Clause.of(3, 5), Clause.of(-5, -4)),
    }
    assert len(made) == 1


def test_zero_is_no_literal() -> None:
    with pytest.raises(ValueError, match="0 is not a literal"):
        Clause.of(1, 0)


def test_clause_text() -> None:
    names = {1: "C4", 2: "D4"}.__getitem__
    expected = ["(C4 ∨ ¬D4)", "¬D4", "⊥"]
    assert expected == [clause_text(Clause.of(*x), names) for x in ((1, -2), (-2,), ())]


@given(clauses, clauses)
def test_matching_is_sound_and_symmetric(a: Clause, b: Clause) -> None:
    """The result of matching two clauses follows from them, in either order."""
    result = matching(a, b)
    assert result == matching(b, a)
    if result is not None:
        assert models([a, b]) <= models([result])


def test_resolve_needs_one_pivot() -> None:
    """Clauses that clash in no literal, or in two literals, have no resolvent."""
    assert resolve(Clause.of(1, 2), Clause.of(-1, 2)) == (Clause.of(2), 1)
    for other in (Clause.of(1, 3), Clause.of(-1, -2)):
        with pytest.raises(LogicError, match="they must clash in exactly one literal"):
            resolve(Clause.of(1, 2), other)
