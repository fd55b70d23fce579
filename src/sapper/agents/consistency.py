"""The consistency agent, which finds every provable cell by backtracking over constraints."""

from __future__ import annotations

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent
from sapper.core.constraints import Component, border_mines, components, mine_bounds
from sapper.logic import KnowledgeBase
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import Oracle
from sapper.reason.search import certain_by_count, certain_in

BY_CLUES = Oracle("backtracking", "clues")
BY_COUNT = Oracle("backtracking", "clues and mine count")


class Consistency:
    """A technique that settles every cell whose state follows from the clues.

    If nothing follows from the clues alone, the technique also uses the mine count.
    """

    def __init__(self) -> None:
        self._done: set[Component] = set()
        self._kb: KnowledgeBase | None = None
        self._counted = False

    def __call__(self, knowledge: Knowledge) -> bool:
        if self._kb is not knowledge.kb:
            self._kb = knowledge.kb
            self._done.clear()
            self._counted = False
        constraints = [(mask, left) for _, mask, left in knowledge.constraints()]
        parts = components(constraints)
        literals = []
        for component in parts:
            if component not in self._done:
                self._done.add(component)
                literals += list(certain_in(component))
        if literals:
            # The constraints may depend on cells that the mine count settled earlier.
            oracle = BY_COUNT if self._counted else BY_CLUES
            for literal in literals:
                knowledge.believe(literal, oracle)
            return True
        touched = {cell for component in parts for box in component.boxes for cell in box}
        inside = [cell for cell in knowledge.unknown if cell not in touched]
        left = knowledge.mines_left
        least, most = border_mines(left, len(inside))
        low, high = mine_bounds(constraints)
        if low > least and high < most:
            return False  # the mine count can't help
        literals = list(certain_by_count(parts, inside, left))
        for literal in literals:
            knowledge.believe(literal, BY_COUNT)
        self._counted |= bool(literals)
        return bool(literals)


def consistency_agent(
    name: str = "consistency", guess: Strategy | None = None, flags: bool = False
) -> LadderAgent:
    return LadderAgent(name, (Consistency(),), guess, flags)
