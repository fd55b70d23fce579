"""The argument for a certain cell: from the clues that settle it, step by step, to the claim."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.explain.clues import Clues
from sapper.explain.derive import Derivation
from sapper.explain.facts import Kind, Step, fact_of, trimmed
from sapper.explain.mine_count import count_argument
from sapper.grid import Cell
from sapper.logic import Literal
from sapper.view import TOLD


def argument(
    clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal
) -> tuple[Step, ...]:
    """The steps from clues that settle a claim to the claim, which is the fact of the last step."""
    view, cell = clues.view, abs(claim) - 1
    if view[cell] == TOLD:
        return (Step(Kind.TOLD, fact_of(claim)),)
    if mine_count:
        return count_argument(clues, chosen, claim)
    direct = Derivation(clues, chosen)
    state = direct.start.copy()
    direct.derive(state, cell)
    if cell in state.known:
        return trimmed(direct.steps, state.known[cell], claim)
    split = Derivation(clues, chosen)
    last = split.refute(split.start, -claim)
    assert isinstance(last, int), "clues that have a board cannot contradict each other"
    return trimmed(split.steps, last, claim)
