"""Program E of the course (docs/five_programs.md), which keeps only clauses of one or two literals.

A clue with one mine left gives ¬x ∨ ¬y for each pair of its unknown cells. A clue with one safe
cell left gives x ∨ y for each pair. Wider clauses are not kept, but the clue is examined again when
more of its cells are known. A two-literal clause is an implication, so clauses are matched by
following paths in a graph of implications (Aspvall, Plass and Tarjan 1979). So the knowledge base
(KB) of E stays small and E is fast, but E proves less than the other programs.

E never guesses, and was made for levels in which the first click opens an area (rule `open`).
`binary-ratio` adds the guess strategy `ratio` (see agents/guess.py), which was planned for E.
"""

from __future__ import annotations

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent
from sapper.reason.knowledge import Knowledge


def pairs(knowledge: Knowledge) -> bool:
    kb = knowledge.kb
    before = len(kb.settled)
    kb.propagate()
    if len(kb.settled) == before:
        knowledge.expand_pairs()
        kb.propagate()
    return len(kb.settled) > before or kb.match(k=2, w=2)


def binary_agent(
    name: str = "binary", guess: Strategy | None = None, flags: bool = False
) -> LadderAgent:
    return LadderAgent(name, (pairs,), guess, flags)
