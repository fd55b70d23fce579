"""The odds agent opens all provably safe cells, or else the cell least likely to be a mine.

Among cells of equal risk, the agent prefers cells next to an open cell, then cells with few hidden
neighbours.

>>> view = View.parse('''
... 5x2x2
... .....
... 11211
... ''')
>>> OddsAgent().choose(view).reason.words(view.grid)
'A1, C1 and E1 are safe, because no board that fits has a mine there (exact odds)'
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
    """Each of the cells is a mine with probability `risk`."""

    cells: tuple[Cell, ...]
    risk: float

    @property
    def certain(self) -> bool:
        return self.risk == 0.0

    @property
    def why(self) -> OracleSays | SafestCell:
        return EXACT_ODDS.why(safe(self.cells[0])) if self.certain else SafestCell(self.risk)

    def messages(self, grid: Grid) -> tuple[Message, ...]:
        if self.certain:
            return (FactsHold(grid.names(self.cells), False, self.why),)
        return NamedGuess("odds", self.cells[0], self.why).messages(grid)


class OddsAgent:
    name = "odds"

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"

    def choose(self, view: View) -> Decision | None:
        view = View.of(view)  # `view` may also be a game
        chances = odds(view)
        if chances.safe:
            return Decision(open_moves(view, chances.safe), Chance(chances.safe, 0.0))
        if chances.safest is None:
            return None
        cell = chances.safest
        return Decision(open_moves(view, (cell,)), Chance((cell,), chances[cell]))


def certain_cells(knowledge: Knowledge) -> bool:
    """A technique (see agents/ladder.py) that settles every provable cell."""
    assert knowledge.view is not None
    chances = odds(knowledge.view)
    facts = [mine(cell) for cell in chances.mines] + [safe(cell) for cell in chances.safe]
    new = [fact for fact in facts if knowledge.kb.ask(fact) is None]
    for fact in new:
        knowledge.believe(fact, EXACT_ODDS)
    return bool(new)
