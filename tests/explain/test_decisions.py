"""Why an agent opens a cell or has no move: what is said holds in the position."""

from sapper.explain.decisions import stuck_json
from sapper.odds import odds
from sapper.view import View


def test_a_stuck_agent_is_not_told_that_nothing_is_certain() -> None:
    """A1 and C1 are provable mines; what is missing is a safe cell."""
    view = View.parse("5x1x3/any\n.2...\n")
    assert odds(view).mines == (0, 2)
    assert stuck_json(view)["words"] == (
        "No hidden cell is provably safe: any move is a guess. "
        "The safest one is E1, with a 50.0% chance of being a mine."
    )
