"""Frames: the loop in which an agent plays a game, one decision after another.

    frame   the position and the agent's decision, before the decision is played

The last frame has no decision, because the game is over or the agent is stuck.

>>> from sapper.agents import make
>>> from sapper.core.board import deal
>>> from sapper.core.level import Level
>>> game = Game(deal(Level.parse("6x4x3/open"), seed=3))
>>> for frame in frames(game, make("rules")):
...     print(frame.number, frame.end or frame.decision.reason.words(game.grid))
1 D4 was given as safe
2 F1 is safe, because the clue at F2 has its mine (E1)
2 won
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sapper.agents import Agent
from sapper.agents.ladder import LadderAgent, clauses_of
from sapper.core.game import Game
from sapper.core.view import Decision, View
from sapper.errors import SapperError
from sapper.logic import KnowledgeBase, Listener

DECISIONS = 4
"""After this number of decisions per cell, the agent counts as stuck."""


@dataclass(frozen=True, slots=True)
class Frame:
    game: Game
    agent: Agent
    number: int
    """counts the decisions from 1; the last frame repeats the number of the last decision"""
    view: View
    decision: Decision | None

    @property
    def end(self) -> str:
        """How the game ended: "won", "lost" or "stuck", or "" if this is not the last frame."""
        if self.decision is not None:
            return ""
        return "stuck" if self.game.outcome is None else self.game.outcome.value

    @property
    def kb(self) -> KnowledgeBase | None:
        """The agent's knowledge base. Later decisions change this object."""
        return clauses_of(self.agent)


def frames(game: Game, agent: Agent, listener: Listener | None = None) -> Iterator[Frame]:
    """Play a game to its end. Yield a frame for each decision, and one for the end.

    Raises a SapperError if a decision changes nothing.
    """
    if listener is not None and isinstance(agent, LadderAgent):
        agent.listener = listener
    most = DECISIONS * game.level.size
    number = 0
    while game.outcome is None:
        view = game.view
        decision = agent.choose(view) if number < most else None
        if decision is None:
            yield Frame(game, agent, number, view, None)
            return
        number += 1
        yield Frame(game, agent, number, view, decision)
        game.play(decision)
        if game.outcome is None and game.view == view:
            raise SapperError("the agent chose moves that change nothing")
    yield Frame(game, agent, number, game.view, None)
