"""The verifier reads levels with its own code, and accepts exactly the levels of Sapper."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper.core.level import Level, LevelError
from sapper.verify.level import RejectedError, read_level

SIDES = st.integers(0, 1002) | st.integers(1, 6)
FACTORS = st.decimals(0, 2000, places=3).map(str) | st.sampled_from(["12", "0.575", "3..2", "1e3"])
RULES = st.one_of(
    st.sampled_from(
        ["any", "safe", "open", "given", "given(all)", "given(zero)", "given()", "given*", "none"]
    ),
    st.integers(0, 40).map(lambda k: f"given({k})"),
    FACTORS.map(lambda factor: f"given*{factor}"),
)


@example(9, 9, 10, "given*12")
@example(10, 1000, 0, "given*0.575")
@example(0, 0, 0, "given")
@example(9999, 1, 0, "open")
@example(9, 9, 10, "given*3..2")
@given(SIDES, SIDES, st.integers(0, 30), RULES)
def test_the_same_levels_with_the_same_number_of_given_cells(
    width: int, height: int, mines: int, rule: str
) -> None:
    text = f"{width}x{height}x{mines}/{rule}"
    try:
        level = Level.parse(text)
    except LevelError:
        with pytest.raises(RejectedError) as caught:
            read_level(text)
        assert "\n" not in str(caught.value)
        return
    found = read_level(text)
    assert (found.width, found.height, found.mines) == (width, height, mines)
    assert (found.rule.partition("(")[0], found.given) == (level.start.kind, level.given)
    if level.start.kind == "given":
        exact = level.start.given in ("all", "zero")
        assert found.rule == (f"given({level.start.given})" if exact else "given(k)")


def test_a_level_without_a_rule_is_safe() -> None:
    assert read_level("9x4x5").rule == "safe"
