"""The unit-propagation checker agrees with a simpler one that tries all clauses repeatedly."""

from hypothesis import example, given
from hypothesis import strategies as st

from forgery import propagated
from sapper.verify.rup import first_gap

LITERALS = st.integers(-5, 5).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, max_size=3), max_size=14)


@given(CLAUSES, CLAUSES)
@example([[5, 5], [-5, -5]], [[]])
def test_the_first_gap_is_where_propagation_ends_without_a_contradiction(
    clauses: list[list[int]], steps: list[list[int]]
) -> None:
    """Accepted steps can be used later. A clause may repeat a literal or contain its opposite."""
    known = list(clauses)
    expected = None
    for place, step in enumerate(steps):
        both_signs = any(-literal in step for literal in step)
        if not both_signs and not propagated(known, step)[2]:
            expected = place
            break
        known.append(step)
    assert first_gap(clauses, steps) == expected


def test_what_would_only_keep_the_clauses_satisfiable_is_a_gap() -> None:
    """A step that does not follow is reported, even if adding it keeps the clauses satisfiable."""
    assert first_gap([[1, 2]], [[3]]) == 0
    assert first_gap([[1, 2]], [[1]]) == 0
    assert first_gap([[1, 2], [-1, 2]], [[2], [2, 3], []]) == 2
