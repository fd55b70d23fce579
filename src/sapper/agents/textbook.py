"""The textbook agent, which solves boards exactly as the course exercise describes.

    KB           every clue becomes clauses at once. For n mines among m hidden neighbours, these
                 are C(m, m-n+1) + C(m, n+1) clauses, or m facts if n is m or 0
    insertion    a new clause that is a duplicate or is subsumed is skipped; otherwise the clauses
                 it subsumes are removed
    KB0          a clause of one literal is a fact. It moves to KB0 and is matched with all clauses
    matching     if no safe cell is known, pairs of clauses are matched until there is a new fact.
                 One clause of each pair has at most K literals
    mine count   if there is no new fact and at most FEW cells are unknown, the mine count becomes
                 clauses too
    decision     the agent opens one cell, the first that it knew to be safe
    defer        a setting, from program C of the course: a clue that touches no known cell stays
                 out of KB until one of its neighbours is known
    given_in_kb  a setting: given cells are clauses in KB, and one moves to KB0 per turn, as in
                 programs A to D. By default, all given cells are facts in KB0 from the start
    no_flood     a setting: a query opens one cell, as in programs A to D. The agent learns a number
                 only by asking for it. By default, it sees all cells that a 0 opens
    fault        one of the mistakes that students made (FAULTS). With and without it, the agent
                 does the same until the mistake matters

Matching two clauses does not remove them from KB.

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

from dataclasses import dataclass
from typing import Any

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent
from sapper.core.grid import Cell
from sapper.core.view import GIVEN, HIDDEN, Decision, View
from sapper.reason.knowledge import Knowledge

K = 2
FEW = 10


@dataclass(frozen=True, slots=True)
class Fault:
    k: int = K
    w: int | None = None
    few: int = FEW
    switches: tuple[tuple[str, Any], ...] = ()
    """switches of the knowledge base"""


NO_FAULT = Fault()

FAULTS = {
    "forgets-parents": Fault(switches=(("forgets_parents", True),)),
    "one-round": Fault(switches=(("one_round", True),)),
    "facts-only": Fault(k=1),
    "both-short": Fault(switches=(("both_short", True),)),
    "two-literals": Fault(w=2, switches=(("widest", 2),)),
    "no-mine-count": Fault(few=-1),
}


def certain(knowledge: Knowledge, fault: Fault = NO_FAULT) -> bool:
    kb = knowledge.kb
    if kb.match(fault.k, fault.w):
        return True
    if fault.few < 0 or not knowledge.count(fault.few):
        return False
    kb.propagate()
    return True


def _continues(old: View, new: View) -> bool:
    """Whether a view may be a later one of the same game."""
    return old.level == new.level and all(
        then >= HIDDEN or then == now for then, now in zip(old.states, new.states, strict=True)
    )


class TextbookAgent(LadderAgent):
    def __init__(
        self,
        name: str = "textbook",
        guess: Strategy | None = None,
        flags: bool = False,
        defer: bool = False,
        given_in_kb: bool = False,
        no_flood: bool = False,
        fault: Fault = NO_FAULT,
    ) -> None:
        super().__init__(name, (), guess, flags)
        self.fault = fault
        self.switches = dict(fault.switches)
        self.defer = defer
        self.given_in_kb = given_in_kb
        self.no_flood = no_flood
        self._asked: set[Cell] = set()
        """the cells whose numbers the agent knows, if `no_flood`: those that it has asked for, and
        those that were open when it began"""
        self._moved: set[Cell] = set()
        """the given cells that are in KB0, if `given_in_kb`"""
        self._real: View | None = None

    def choose(self, view: View) -> Decision | None:
        if not (self.given_in_kb or self.no_flood):
            return super().choose(view)
        view = View.of(view)
        if self._real is None or not _continues(self._real, view):
            self._moved = set()
            self._asked = {cell for cell, state in enumerate(view.states) if state < HIDDEN}
        self._real = view
        while True:
            decision = super().choose(self._known(view))
            if decision is None:
                return None
            (*_, move) = decision.moves
            self._asked.add(move.cell)
            if view[move.cell] >= HIDDEN:
                return decision
            # A 0 has already opened this cell, so the agent learns its number without a move.

    def _known(self, view: View) -> View:
        """Hide the numbers and given cells that the agent has not reached yet."""
        states = bytearray(view.states)
        for cell, state in enumerate(view.states):
            unasked = self.no_flood and state < HIDDEN and cell not in self._asked
            waiting = self.given_in_kb and state == GIVEN and cell not in self._moved
            if unasked or waiting:
                states[cell] = HIDDEN
        return View(view.level, bytes(states))

    @property
    def waiting(self) -> list[Cell]:
        """The given cells that are not in KB0 yet, if `given_in_kb`."""
        if self._real is None or not self.given_in_kb:
            return []
        return [cell for cell in self._real.given if cell not in self._moved]

    def _next_given(self, knowledge: Knowledge) -> bool:
        if self._real is None or not self.waiting:
            return False
        self._moved.add(self.waiting[0])
        knowledge.see(self._known(self._real))
        knowledge.kb.propagate()
        return True

    def _reason(self, knowledge: Knowledge) -> None:
        knowledge.expand_unreduced(self.defer)
        knowledge.kb.propagate()
        while knowledge.first_safe is None:
            if not self._next_given(knowledge) and not self._certain(knowledge):
                return
            # A newly settled cell may be next to a clue that is deferred, or shortens its clauses.
            while self._rereads and knowledge.expand_unreduced(self.defer):
                knowledge.kb.propagate()

    def _certain(self, knowledge: Knowledge) -> bool:
        return certain(knowledge, self.fault)

    @property
    def _rereads(self) -> bool:
        return self.defer or "widest" in self.switches

    def _safe_cells(self, knowledge: Knowledge) -> list[Cell]:
        cell = knowledge.first_safe
        return [] if cell is None else [cell]


textbook_agent = TextbookAgent
