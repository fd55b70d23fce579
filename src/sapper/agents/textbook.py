"""The exercise of the course to the letter, made to be watched step by step.

    KB           every clue becomes clauses at once: all C(m, m-n+1) + C(m, n+1) of them, for n
                 mines among its m hidden neighbours (or m facts, if n is m or 0)
    insertion    each clause is checked: a duplicate or a subsumed one is skipped, and those that
                 it subsumes are removed
    KB0          a clause of one literal is a fact: it moves to KB0 and is matched with all of KB
    matching     if no safe cell is known: pairs of clauses, one of which has at most K literals,
                 up to the first new fact
    mine count   when nothing else helps and at most FEW cells are unknown, the same clauses for the
                 mines and cells that are left
    decision     one cell: the one that has been known to be safe for longest
    defer        a setting, an idea of the course's program C: a clue that touches no known cell
                 stays out of KB until one of its neighbours is known

Nothing is settled outside KB, and parents stay: KB never loses what it knew. `resolution` comes to
the same conclusions and is faster, because it holds clues back and opens all safe cells at once.

>>> from sapper.core.view import View
>>> view = View.parse('''
... 3x3x1
... ...
... 111
... 000
... ''')
>>> agent = textbook_agent()
>>> [move.text(view.grid) for move in agent.choose(view).moves]
['open A1']
>>> print(agent.choose(view).reason.text(view.grid))
1. (¬A1 ∨ ¬B1)          clue A2
2. (¬A1 ∨ ¬C1)          clue B2
3. (B1 ∨ C1)            clue C2
4. (¬A1 ∨ B1)           from 2 3
5. ¬A1                  from 1 4
"""

from __future__ import annotations

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent
from sapper.core.grid import Cell
from sapper.reason.knowledge import Knowledge

K = 2
FEW = 10


def certain(knowledge: Knowledge) -> bool:
    """Match pairs up to the first new fact, else use the mine count; whether there is news."""
    kb = knowledge.kb
    if kb.match(K, None):
        return True
    if not knowledge.count(FEW):
        return False
    kb.propagate()
    return True


class TextbookAgent(LadderAgent):
    """Plays as the exercise says; mutable, as every agent."""

    def __init__(
        self,
        name: str,
        guess: Strategy | None = None,
        flags: bool = False,
        defer: bool = False,
    ) -> None:
        super().__init__(name, (), guess, flags)
        self.defer = defer

    def _reason(self, knowledge: Knowledge) -> None:
        knowledge.expand_unreduced(self.defer)
        knowledge.kb.propagate()
        while knowledge.first_safe is None:
            if not certain(knowledge):
                return
            # What is known now may let clues in that were kept out.
            while self.defer and knowledge.expand_unreduced(self.defer):
                knowledge.kb.propagate()

    def _safe_cells(self, knowledge: Knowledge) -> list[Cell]:
        cell = knowledge.first_safe
        return [] if cell is None else [cell]


def textbook_agent(
    name: str = "textbook",
    guess: Strategy | None = None,
    flags: bool = False,
    defer: bool = False,
) -> TextbookAgent:
    """The agent of the exercise, with a guess if it shall have one."""
    return TextbookAgent(name, guess, flags, defer)
