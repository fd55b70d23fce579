"""Lets your own agent or function play in this process, for notebooks and scripts.

The return values have the same meaning as for agents in files (see `answer_of` in answer.py). In a
bench, a game in which the agent raises an error counts as crashed. `play` raises the error.
"""

from __future__ import annotations

from typing import Any

from sapper.adapters.answer import answer_of
from sapper.core.view import Decision, View


class OwnAgent:
    """Turns the return value of your function, or of your agent's `choose`, into a decision.

    >>> from sapper.core.level import Level
    >>> view = View.hidden_everywhere(Level.parse("9x4x5"))
    >>> decision = OwnAgent(lambda view: "C4", "mine").choose(view)
    >>> decision.moves, decision.reason.certain
    ((Move(kind='open', cell=C4),), True)
    """

    def __init__(self, agent: Any, name: str) -> None:
        self.agent, self.name = agent, name
        self._choose = getattr(agent, "choose", agent)

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"

    def choose(self, view: View) -> Decision | None:
        returned = self._choose(view)
        if isinstance(returned, Decision):
            return returned
        return answer_of(returned, view).decision(view, self.name)
