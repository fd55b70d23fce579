"""The odds agent, which opens every provably safe cell, or the one least likely to be a mine.

Of cells with equal risk, those at the border of the open region come first, because they can't be
left for later. Then come those with few hidden neighbours, whose number says the most.

>>> view = View.parse('''
... 5x2x2
... .....
... 11211
... ''')
>>> OddsAgent().choose(view).reason.words(view.grid)
'A1, C1 and E1 are safe, because no board that fits has a mine there (exact odds)'

The engine can play thousands of such games per second (see `sapper.lab.native`).
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.agents.guess import NamedGuess
from sapper.agents.ladder import open_moves
from sapper.core.constraints import mine, safe
from sapper.core.grid import Cell, Grid
from sapper.core.view import Decision, SpokenReason, View
from sapper.reason.knowledge import Knowledge
from sapper.reason.odds import odds
from sapper.reason.reasons import Oracle
from sapper.words import Message
from sapper.words.kinds import FactsHold, OracleSays, SafestCell

EXACT_ODDS = Oracle("exact odds")


@dataclass(frozen=True, slots=True)
class Chance(SpokenReason):
    """The reason for a decision by odds: the exact risk of its cells."""

    cells: tuple[Cell, ...]
    risk: float

    @property
    def certain(self) -> bool:
        """Whether no board that fits has a mine at any of the cells."""
        return self.risk == 0.0

    @property
    def why(self) -> OracleSays | SafestCell:
        return EXACT_ODDS.why(safe(self.cells[0])) if self.certain else SafestCell(self.risk)

    def messages(self, grid: Grid) -> tuple[Message, ...]:
        if self.certain:
            return (FactsHold(grid.names(self.cells), False, self.why),)
        return NamedGuess("odds", self.cells[0], self.why).messages(grid)


class OddsAgent:
    """Decides by the exact odds of the view, and keeps nothing between views."""

    name = "odds"

    def choose(self, view: View) -> Decision | None:
        """Open all safe cells or the least risky one. Return None if only mines are hidden."""
        chances = odds(view)
        if chances.safe:
            return Decision(open_moves(view, chances.safe), Chance(chances.safe, 0.0))
        if chances.safest is None:
            return None
        cell = chances.safest
        return Decision(open_moves(view, (cell,)), Chance((cell,), chances[cell]))


def certain_cells(knowledge: Knowledge) -> bool:
    """A technique for agents with another guess strategy: settle the engine's provable cells."""
    assert knowledge.view is not None
    chances = odds(knowledge.view)
    facts = [mine(cell) for cell in chances.mines] + [safe(cell) for cell in chances.safe]
    new = [fact for fact in facts if knowledge.kb.ask(fact) is None]
    for fact in new:
        knowledge.believe(fact, EXACT_ODDS)
    return bool(new)
