"""A commentary on the decisions of an agent that reasons with a knowledge base (KB).

The numbers before clauses are their ids in the knowledge base.

>>> from sapper.agents.textbook import textbook_agent
>>> from sapper.core.view import View
>>> view = View.parse('''
... 3x3x1
... ...
... 111
... 000
... ''')
>>> agent = textbook_agent()
>>> agent.listener = commentary = Commentary()
>>> decision = agent.choose(view)
>>> for line in commentary.lines(agent.kb, view, 60)[3:9]:
...     print(line)
opened: A2 B2 C2 A3 B3 C3
clue A2, 1 mine in 2 hidden cells: 1 + 1 clauses
  enter KB   6 (A1 ∨ B1)    7 (¬A1 ∨ ¬B1)
clue B2, 1 mine in 3 hidden cells: 1 + 3 clauses
  enter KB   8 (¬A1 ∨ ¬C1)  9 (¬B1 ∨ ¬C1)
  duplicate  (¬A1 ∨ ¬B1) is 7
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from sapper.core.view import View
from sapper.explain.turn import Fate, Turn, cells_in
from sapper.explain.turn_text import turn_lines
from sapper.logic import Clause, Event, KnowledgeBase, Literal, Proof
from sapper.logic.trace import Inserted, Matched, Removed, RoundEnded, Settled, Shortened, Skipped
from sapper.reason.reasons import GIVEN_SAFE, OPEN, Cited


class Commentary:
    def __init__(self) -> None:
        self.turn = Turn()
        self.decision = 1
        self.settled_at: dict[int, int] = {}
        """maps the id of each fact to the number of the first decision that could use it"""
        self.lost: dict[Clause, tuple[int, bool]] = {}
        """the clauses that KB has lost, or dropped because they are too wide: at which decision,
        and whether they are too wide"""
        self.forgotten = 0
        """how many clauses the agent has lost"""
        self._shortened: Shortened | None = None
        self._pair: Matched | None = None
        self._subsumed: list[Removed] = []

    def __call__(self, event: Event) -> None:
        turn = self.turn
        match event:
            case Shortened():
                self._shortened = event
            case Matched(result=None, why=why):
                turn.part("matching", None).nothing[why] += 1
            case Matched():
                self._pair = event
            case Removed(why="subsumed"):
                self._subsumed.append(event)
            case Removed(why="lost"):
                self.lost[event.clause] = self.decision, False
                self.forgotten += 1
                turn.part("matching", None).removed.append(event)
            case Removed():
                turn.part("propagation", None).removed.append(event)
            case RoundEnded(matched=pairs):
                # A fact ends a round, but is propagated first.
                part = turn.of("matching")[-1] if pairs else turn.part("matching", None)
                part.rounds += 1
            case Inserted(i, clause, parents, origin):
                self._place(Fate(clause, "kept", clause, i), parents, origin)
            case Settled(i, literal, parents, origin):
                turn.settled.append(i)
                self.settled_at[i] = self.decision
                clause = Clause.of(literal)
                self._place(Fate(clause, "fact", clause, i), parents, origin)
            case Skipped(clause, why, by, parents, origin):
                if why == "wide":
                    self.lost[clause] = self.decision, True
                self._place(Fate(clause, why, clause, None, by), parents, origin)
            case _:
                pass

    def _place(self, fate: Fate, parents: tuple[int, ...], origin: Hashable) -> None:
        cut, pair, subsumed = self._shortened, self._pair, self._subsumed
        self._shortened, self._pair, self._subsumed = None, None, []
        if cut is not None:
            fate = replace(fate, clause=cut.clause, facts=cut.facts)
            origin = cut.origin
        turn = self.turn
        if pair is not None:
            part = turn.part("matching", None)
            part.matched.append((pair, fate))
        elif origin is not None:
            part = turn.part("source", origin)
            part.fates.append(fate)
            if origin == OPEN:
                turn.opened.update(cells_in([fate]))
        else:
            part = turn.part("propagation", None)
            part.fates.append(replace(fate, was=parents[0]))
        part.removed += subsumed

    def lines(
        self, kb: KnowledgeBase, view: View, width: int, most: int | None = None
    ) -> list[str]:
        """The turn in words. Lists of more than `most` clauses or cells are counted instead."""
        return turn_lines(self.turn, kb, view, width, most, legend=self.decision == 1)

    def next_decision(self) -> None:
        self.turn = Turn(opened=self.turn.opened)
        self.decision += 1

    def short_proof(self, kb: KnowledgeBase, literal: Literal) -> Proof:
        """The part of a fact's derivation that belongs to the turn that settled the fact."""
        proof = kb.proof(literal)
        assert proof is not None, "only facts have proofs"
        now = self.settled_at[proof.steps[-1].id]
        cited = {
            step.id: Cited(step.clause.literals[0], self.settled_at[step.id])
            for step in proof.steps
            if self.settled_at.get(step.id, now) < now and step.origin not in (OPEN, GIVEN_SAFE)
        }
        return proof.cite(cited)
