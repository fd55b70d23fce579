"""What an agent with a mistake misses in a position: a safe cell, and why it does not find it.

The textbook agent looks at the same position. If it finds a safe cell, the other agent has missed
it for one of these reasons:

    kept         the cell still follows from its clauses and facts, but it does not match them
    lost         the cell follows only together with some of the clauses that it has lost or dropped
    mine count   the cell does not follow from the clues alone

>>> from sapper.core.view import View
>>> view = View.parse('''
... 4x3x2
... ....
... 1221
... 0000
... ''')
>>> kb = KnowledgeBase()
>>> for literals in [(-1, -2), (2, 3), (2, 4)]:
...     kb.insert(Clause.of(*literals))
>>> missed(view, kb, lost=[Clause.of(1, 2), Clause.of(-3, -4)])
{'literal': -1, 'why': 'lost', 'needs': [[-3, -4]]}
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal as Word

from typing_extensions import TypedDict

from sapper.agents import AGENTS, Agent
from sapper.agents.ladder import LadderAgent, clauses_of
from sapper.agents.textbook import textbook_agent
from sapper.core.constraints import safe
from sapper.core.view import View
from sapper.explain.commentary import Commentary
from sapper.logic import Clause, InconsistentError, KnowledgeBase, Literal, Proof
from sapper.reason.reasons import MINE_COUNT, clause_name
from sapper.words.kinds import LostClause, MissedByBoth, MissedCell


class MissedJson(TypedDict):
    """A safe cell that the textbook agent finds in a position, and this agent does not."""

    literal: int
    """the number of the cell plus 1, negative"""
    why: Word["kept", "lost", "mine count"]
    needs: list[list[int]]
    """if clauses were lost or dropped: those of them without which the cell does not follow"""


def missed(view: View, kb: KnowledgeBase, lost: Iterable[Clause]) -> MissedJson | None:
    """What an agent misses that has no safe cell, or None if the textbook agent finds none either.

    `kb` is the agent's knowledge base, and `lost` are the clauses that it has lost or dropped.
    """
    textbook = textbook_agent()
    decision = textbook.choose(view)
    if decision is None:
        return None
    literal = safe(decision.moves[-1].cell)
    kept = [*kb.clauses(), *map(Clause.of, kb.facts)]
    if _refutation(kept, [], literal) is not None:
        return {"literal": literal, "why": "kept", "needs": []}
    proof = _refutation(kept, lost, literal)
    if proof is None:
        assert textbook.kb is not None
        whole = textbook.kb.proof(literal)
        assert whole is not None
        counted = any(step.origin == MINE_COUNT for step in whole.steps)
        assert counted, "clauses are missing that were never lost"
        return {"literal": literal, "why": "mine count", "needs": []}
    needs = [step.clause for step in proof.steps if step.origin == "lost"]
    for clause in list(needs):
        rest = [one for one in needs if one != clause]
        if _refutation(kept, rest, literal) is not None:
            needs = rest
    return {"literal": literal, "why": "lost", "needs": [list(one.literals) for one in needs]}


def missed_by(agent: Agent, view: View, lost: Iterable[Clause]) -> MissedJson | None:
    """What an agent misses, or None if it makes no mistake or the textbook agent finds nothing."""
    kb = clauses_of(agent) if makes_mistakes(agent) else None
    return None if kb is None else missed(view, kb, lost)


def makes_mistakes(agent: Agent) -> bool:
    return isinstance(agent, LadderAgent) and AGENTS[agent.name].mistaken


def missed_message(agent: Agent, view: View, commentary: Commentary) -> MissedCell | MissedByBoth:
    """What an agent with a mistake misses that has no safe cell, as a message."""
    found = missed_by(agent, view, commentary.lost)
    if found is None:
        return MissedByBoth()
    needs = [Clause.of(*literals) for literals in found["needs"]]
    return MissedCell(
        view.grid.name(-found["literal"] - 1),
        found["why"],
        tuple(LostClause(clause_name(one, view.grid), *commentary.lost[one]) for one in needs),
        commentary.forgotten,
    )


def _refutation(kept: Iterable[Clause], lost: Iterable[Clause], claim: Literal) -> Proof | None:
    """The proof that the claim follows from these clauses, or None if it does not."""
    kb = KnowledgeBase()
    try:
        for clause in kept:
            kb.insert(clause, "kept")
        for clause in lost:
            kb.insert(clause, "lost")
        kb.insert(Clause.of(-claim), "denied")
        kb.satisfiable()
    except InconsistentError:
        pass
    return kb.contradiction
