"""Course program E, which keeps only clauses of at most two literals.

A clue with one mine left gives ¬x ∨ ¬y for every two of its unknown cells. A clue with one safe
cell left gives x ∨ y. Wider clauses are not kept, but the clue is examined again when more of its
cells are known. Matching two-literal clauses means walking the graph of implications (Aspvall,
Plass and Tarjan 1979), so KB is small and fast but finds less.

E never guesses, and is made for boards that start at a 0 (rule `open`). `binary-ratio` adds the
guess that E planned: the lowest mines/cells around a clue, or a cell far from all clues if the
board's density is lower.
"""

from __future__ import annotations

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent
from sapper.reason.knowledge import Knowledge


def pairs(knowledge: Knowledge) -> bool:
    """Match clauses of two literals, and keep resolvents of at most two."""
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
    """An agent that keeps clauses of at most two literals."""
    return LadderAgent(name, (pairs,), guess, flags)
