"""The reasons why an agent opens a cell or has no move are true."""

from explaincheck import check_known, check_sentence, check_steps, positions
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain.decisions import stuck_json
from sapper.explain.explanation import suppose
from sapper.reason.odds import odds


def test_a_stuck_agent_does_not_say_that_nothing_is_certain() -> None:
    """A1 and C1 are provable mines, so the words must not say that nothing is certain."""
    view = View.parse("5x1x3/any\n.2...\n")
    assert odds(view).mines == (0, 2)
    assert stuck_json(view)["words"] == (
        "No hidden cell is provably safe, so any move is a guess. "
        "The safest cell is E1, a coin toss."
    )


def test_a_supposition_is_an_argument_that_holds() -> None:
    """Every argument that starts with a supposition is valid, even if an easier argument exists."""
    told = 0
    for seed in range(4):
        for view in positions(Level.parse("8x6x10/open"), seed):
            chances = odds(view)
            for cell in (*chances.safe, *chances.mines):
                found = suppose(view, cell)
                if found is None:
                    continue
                check_steps(found)
                check_known(found)
                for index in range(len(found.steps)):
                    check_sentence(found, index)
                assert "Suppose" in found.words()
                told += 1
    assert told > 20
