"""The five student programs of the course, rebuilt with their mistakes (docs/five_programs.md).

Programs A to D get one given cell per turn, and a query opens one cell. They match the clauses of
KB in the order in which these entered it, always the earlier clause of a pair first:

    A   takes both clauses out of KB before it matches them. The next pair that does not resolve
        brings a clause back, so a clause is lost if its last pair resolves. Gives up after ten
        rounds without a fact
    B   matches two clauses only if both have two literals. It empties the second clause of a pair
        if two literals clash or if a new fact makes the result true, and goes on until nothing
        changes
    C   removes both clauses when it resolves them, and gives up after three rounds without a fact
    D   matches clauses only with facts. When it is stuck, it opens a cell of a negative literal in
        the shortest clause, or any cell if there is none
    E   keeps only clauses of at most two literals, and sees all cells that a 0 opens

Only B uses the mine count, before it matches clauses. The reports tell what the programs do. Of B's
loop, only a part is printed: this is the reading that comes closest to B's wins and rounds
(bench/course/readings.py). Program D itself makes no guess if no clause has a negative literal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from sapper.agents.guess import Strategy
from sapper.agents.textbook import FEW, Fault, TextbookAgent
from sapper.logic import KnowledgeBase
from sapper.reason.knowledge import Knowledge

Round: TypeAlias = Callable[[KnowledgeBase], bool]
"""a round of matching, which returns whether KB has changed"""


@dataclass(frozen=True, slots=True)
class Program:
    round: Round | None = None
    patience: int | None = None
    """the rounds without a new fact after which it gives up"""
    few: int = -1
    """the mine count is used if at most this many cells are unknown"""
    one_cell: bool = True
    """whether given cells come one per turn and a query opens one cell"""
    widest: int | None = None


def pairs(kb: KnowledgeBase, both: bool = False) -> Iterator[tuple[int, int]]:
    """The pairs of clauses in KB of which one (or both) has two literals, the oldest first."""
    ids = kb.ids()
    short = {i for i in ids if len(kb.clause(i)) <= 2}
    for n, i in enumerate(ids):
        for j in ids[n + 1 :]:
            if (i in short and j in short) if both else (i in short or j in short):
                yield i, j


def _round_a(kb: KnowledgeBase) -> bool:
    ordered = list(pairs(kb))
    last = {i: pair for pair in ordered for i in pair}
    changed = False
    for i, j in ordered:
        found = kb.match_pair(i, j)
        changed |= found == "added"
        if found not in ("", "tautology"):
            for one, other in ((i, j), (j, i)):
                if last[one] == (i, j):
                    kb.lose(one, other)
    return changed


def _round_b(kb: KnowledgeBase) -> bool:
    changed = False
    for i, j in pairs(kb, both=True):
        found = kb.match_pair(i, j)
        if found in ("tautology", "satisfied"):
            kb.lose(j, i)
        changed |= found in ("added", "tautology", "satisfied")
    return changed


def _round_c(kb: KnowledgeBase) -> bool:
    changed = False
    for i, j in pairs(kb):
        if kb.match_pair(i, j) not in ("", "tautology"):
            kb.lose(i, j)
            kb.lose(j, i)
            changed = True
    return changed


PROGRAMS = {
    "program-a": Program(_round_a, patience=10),
    "program-b": Program(_round_b, few=FEW),
    "program-c": Program(_round_c, patience=3),
    "program-d": Program(),
    "program-e": Program(one_cell=False, widest=2),
}


class ProgramAgent(TextbookAgent):
    def __init__(self, name: str, guess: Strategy | None = None, flags: bool = False) -> None:
        self.program = program = PROGRAMS[name]
        fault = Fault(few=program.few)
        if program.widest is not None:
            fault = Fault(w=program.widest, few=-1, switches=(("widest", program.widest),))
        one = program.one_cell
        super().__init__(name, guess, flags, given_in_kb=one, no_flood=one, fault=fault)

    def _certain(self, knowledge: Knowledge) -> bool:
        program, kb = self.program, knowledge.kb
        if program.widest is not None:
            return super()._certain(knowledge)
        if program.few >= 0 and knowledge.count(program.few):
            kb.propagate()
            return True
        before, idle = len(kb.facts), 0
        while program.round is not None and idle != program.patience and len(kb):
            if not kb.run_round(program.round):
                return False
            if len(kb.facts) > before:
                return True
            idle += 1
        return False
