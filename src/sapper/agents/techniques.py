"""The techniques agent, which uses techniques up to a given difficulty and never guesses.

The agent opens the cells that techniques up to `most` (see `sapper.ladder.techniques`) prove safe.
The engine finds these cells (`sapper.ladder.rungs`). If no cell can be proved safe, the agent is
stuck. So the agent wins exactly those boards that can be solved without guessing by techniques up
to `most`.

>>> from sapper.core.view import View
>>> view = View.parse('''
... 5x3x2
... .....
... 11111
... 00000
... ''')
>>> techniques_agent().choose(view).reason.words(view.grid)
'C1 is safe, because no board that fits the clues has a mine there (subset)'
>>> print(techniques_agent(most=Technique.SINGLE_CLUE).choose(view))
None
"""

from __future__ import annotations

from functools import partial

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent
from sapper.core.constraints import mine, safe
from sapper.ladder.rungs import settled_cells
from sapper.ladder.techniques import Technique
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import Oracle
from sapper.words.kinds import Fits


def techniques_agent(
    name: str = "techniques",
    guess: Strategy | None = None,
    flags: bool = False,
    most: Technique = Technique.MINE_COUNT,
) -> LadderAgent:
    return LadderAgent(name, (partial(settle, most),), guess, flags)


def settle(most: Technique, knowledge: Knowledge) -> bool:
    assert knowledge.view is not None
    new = False
    for cell, rung in settled_cells(knowledge.view, most).items():
        fact = mine(cell) if rung.mine else safe(cell)
        if knowledge.kb.ask(fact) is None:
            fits: Fits = "clues" if rung.technique < Technique.MINE_COUNT else "all"
            knowledge.believe(fact, Oracle(str(rung.technique), fits))
            new = True
    return new
