"""Truth tables are complete, agree with brute force, and line up as text."""

from __future__ import annotations

import pytest
from hypothesis import given

from logic.sentences import MODELS, Meant, formulas
from sapper.logic import LimitError
from sapper.logic.truth_table import truth_table


@given(formulas, formulas)
def test_rows_and_entailment(a: Meant, b: Meant) -> None:
    """The table has one row per assignment, and entailment agrees with brute force."""
    table = truth_table(a.text, b.text)
    assert len(table.models) == 2 ** len(table.symbols) == len(set(table.models))
    for values, row in zip(table.models, table.truth, strict=True):
        model = MODELS[0] | dict(zip(table.symbols, values, strict=True))
        assert row == (a.holds(model), b.holds(model))
    assert table.entailed == all(b.holds(model) for model in MODELS if a.holds(model))


def test_text() -> None:
    assert str(truth_table("Rain => Wet", "~Wet")).splitlines() == [
        "Rain Wet | Rain ⇒ Wet | ¬Wet",
        "F    F   | T          | T",
        "F    T   | T          | F",
        "T    F   | F          | T",
        "T    T   | T          | F",
    ]


def test_limit() -> None:
    assert len(truth_table(" & ".join("ABCDEFGHIJ")).models) == 1024
    with pytest.raises(LimitError, match="11 symbols would have 2,048 lines: use at most 10"):
        truth_table(" & ".join("ABCDEFGHIJK"))
