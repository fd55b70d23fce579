"""The knowledge bases that agents show are up to date."""

from __future__ import annotations

import pytest

from sapper.agents import AGENTS, GlassBox
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.lab.player import Player

PLAYERS = [*AGENTS, "resolution:flags=True", "rules:guess=shortest", "textbook:guess=shortest"]


@pytest.mark.parametrize("player", PLAYERS)
def test_no_clause_mentions_a_cell_that_is_settled(player: str) -> None:
    """After each decision, no clause in KB mentions a cell that a fact settles."""
    for level in ("9x9x10/given", "7x5x7/any"):
        for seed in range(1, 7):
            game = Game(deal(Level.parse(level), seed))
            agent = Player.parse(player).for_board(seed)
            while game.outcome is None:
                decision = agent.choose(game.view)
                kb = agent.kb if isinstance(agent, GlassBox) else None
                if kb is not None:
                    settled = {abs(fact) for fact in kb.facts}
                    stale = [c for c in kb.clauses() if not settled.isdisjoint(map(abs, c))]
                    assert stale == [], (level, seed)
                if decision is None:
                    break
                game.play(decision)
