"""The technique of every provable cell is the one defined in techniques.py."""

from hypothesis import given
from hypothesis import strategies as st

from explaincheck import positions, random_view
from ladder_oracle import closures
from sapper.core.level import NAMED, Level
from sapper.core.view import View
from sapper.explain import Explanation, Technique, explain
from sapper.reason.odds import odds


def check(view: View) -> int:
    """Check the technique of every provable cell.

    Returns the number of cells that need more than a subset.
    """
    expected = closures(view)
    chances = odds(view)
    assert {c: is_mine for c, (is_mine, _) in expected.items()} == {
        **dict.fromkeys(chances.safe, False),
        **dict.fromkeys(chances.mines, True),
    }
    for cell, (is_mine, rung) in expected.items():
        found = explain(view, cell)
        assert isinstance(found, Explanation)
        assert (found.claim == "mine", found.technique) == (is_mine, rung), view.grid.name(cell)
    return sum(rung > Technique.SUBSET for _, rung in expected.values())


@given(
    st.integers(0, 10**9), st.sampled_from(["5x4x4", "7x3x5", "3x6x6", "9x2x3", "6x5x8", "7x6x14"])
)
def test_every_technique_is_the_lowest_rung_whose_closure_has_the_cell(
    seed: int, text: str
) -> None:
    check(random_view(Level.parse(text), seed))


def test_the_rungs_of_a_game() -> None:
    assert sum(check(view) for view in list(positions(NAMED["intermediate"], 2))[::2]) > 0


def test_two_steps_with_a_single_clue_each_are_single_clue() -> None:
    view = View.parse("""
5x2x1
.1.0.
110..
""")
    found = explain(view, view.grid.parse_cell("A1"))
    assert isinstance(found, Explanation)
    assert found.technique is Technique.SINGLE_CLUE


def test_a_subset_becomes_single_clue_when_its_cells_are_known() -> None:
    """Known cells are removed from every clue first, which may turn a subset into a single clue."""
    view = View.parse("""
6x3x3
1..2..
1.3...
......
""")
    check(view)
