"""A step of an argument may use only cells that earlier steps settled."""

from explaincheck import check_steps
from sapper.core.constraints import mask_of
from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.explain.argument import trace
from sapper.explain.step import known_from
from sapper.ladder.closure import Closure
from sapper.ladder.finding import Kind
from sapper.reason.odds import odds


def test_a_step_does_not_use_what_another_of_its_round_settles() -> None:
    """A step does not use cells that another step of the same round settles, such as C3 here."""
    view = View.parse("""
        7x6x12
        ..2+...
        +.322..
        .5.....
        ...232.
        .32.2..
        111++..
    """)
    found = explain(view, view.grid.parse_cell("F3"))
    assert isinstance(found, Explanation)
    check_steps(found)


def test_what_is_cited_was_settled_before_every_step_of_two_clues() -> None:
    view = View.parse("""
        12x12x30
        000001.1....
        00000112....
        00000012....
        0000001.3...
        000000113...
        001221002...
        001..1013...
        00122101....
        000111013...
        2322.2222...
        ...21.......
        ............
    """)
    chances = odds(view)
    closure = Closure(view, mask_of((*chances.safe, *chances.mines)))
    while closure.next_round():
        pass
    steps = trace(closure, view.grid.parse_cell("J4"))
    known = known_from(step for step in steps if step.kind is Kind.KNOWN)
    cited = {closure.round_of(cell) for cell in known}
    taken = {
        max(closure.round_of(cell) for fact in step.facts for cell in fact.cells)
        for step in steps
        if len(step.clues) > 1
    }
    assert max(cited) < min(taken)
