"""The loop that most agents share: single clues first, then a ladder of techniques, then a guess.

    technique   a function that adds to the knowledge of a game, and returns whether it did
    ladder      techniques that are tried in order, the cheapest first. If one succeeds, the agent
                starts again with the single clues

>>> from sapper.core.view import View
>>> agent = LadderAgent("rules")
>>> view = View.parse('''
... 5x3x2
... .....
... 11111
... 00000
... ''')
>>> decision = agent.choose(view)
>>> print(decision)
None
>>> view = View.parse('''
... 5x1x1
... 1.1..
... ''')
>>> agent.choose(view).reason.words(view.grid)
'D1 is safe, because the clue at C1 has its mine (B1)'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from sapper.agents import AGENTS, Agent, GlassBox
from sapper.agents.guess import Strategy
from sapper.core.constraints import mine, safe
from sapper.core.grid import Cell, Grid
from sapper.core.view import FLAGGED, HIDDEN, Decision, Move, View
from sapper.logic import InconsistentError, KnowledgeBase, Listener, Literal
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import Deduction

Step: TypeAlias = Callable[[Knowledge], bool]


class LadderAgent(GlassBox):
    def __init__(
        self,
        name: str,
        techniques: Sequence[Step] = (),
        guess: Strategy | None = None,
        flags: bool = False,
    ) -> None:
        self.name = name
        self.techniques = tuple(techniques)
        self.guess = guess
        self.flags = flags
        self.listener: Listener | None = None
        self.switches: dict[str, Any] = {}
        """switches of the knowledge base"""
        self.knowledge: Knowledge | None = None
        self.last: Decision | None = None

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"

    @property
    def kb(self) -> KnowledgeBase | None:
        return None if self.knowledge is None else self.knowledge.kb

    @property
    def mines(self) -> list[Cell]:
        return [] if self.knowledge is None else self.knowledge.mines

    def choose(self, view: View) -> Decision | None:
        view = View.of(view)  # `view` may also be a game
        if self.knowledge is None:
            self.knowledge = Knowledge(view.level, self.listener, **self.switches)
        knowledge = self.knowledge
        try:
            knowledge.see(view)
            self._reason(knowledge)
            knowledge.kb.propagate()
        except InconsistentError as problem:
            raise knowledge.contradiction(problem) from None
        knowledge.kb.note()
        self.last = self._decide(view, knowledge)
        return self.last

    def _reason(self, knowledge: Knowledge) -> None:
        while True:
            knowledge.settle()
            if knowledge.has_safe:
                return
            if not any(technique(knowledge) for technique in self.techniques):
                return

    def _decide(self, view: View, knowledge: Knowledge) -> Decision | None:
        cells = self._safe_cells(knowledge)
        if cells:
            flags = self._flag_moves(view, knowledge)
            reason = _deduction(knowledge, [*map(safe, cells), *(mine(f.cell) for f in flags)])
            return Decision((*flags, *open_moves(view, cells)), reason)
        if self.guess is None:
            return None
        guess = self.guess(view, knowledge)
        if guess is None:
            return None
        if flags := self._flag_moves(view, knowledge):
            guess = replace(guess, flagged=_deduction(knowledge, [mine(f.cell) for f in flags]))
        return Decision((*flags, *open_moves(view, [guess.cell])), guess)

    def _safe_cells(self, knowledge: Knowledge) -> list[Cell]:
        return knowledge.safe_hidden

    def _flag_moves(self, view: View, knowledge: Knowledge) -> list[Move]:
        if not self.flags:
            return []
        return [Move("flag", cell) for cell in knowledge.mines if view[cell] == HIDDEN]

    def last_words(self, grid: Grid) -> str:
        return "stuck" if self.last is None else self.last.reason.words(grid)


def clauses_of(agent: Agent) -> KnowledgeBase | None:
    if not isinstance(agent, LadderAgent) or not AGENTS[agent.name].clauses:
        return None
    return agent.kb


def _deduction(knowledge: Knowledge, facts: Sequence[Literal]) -> Deduction:
    return Deduction(knowledge.kb, facts[0], tuple(facts[1:]))


def open_moves(view: View, cells: Iterable[Cell]) -> tuple[Move, ...]:
    """Moves that open these cells.

    Flags are removed first, because a flagged cell can't be opened.
    """
    moves: list[Move] = []
    for cell in view.grid.named(cells):
        if view[cell] == FLAGGED:
            moves.append(Move("flag", cell))
        moves.append(Move("open", cell))
    return tuple(moves)
