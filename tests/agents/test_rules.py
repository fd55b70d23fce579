"""Backward chaining proves exactly the cells that forward chaining finds."""

from __future__ import annotations

from sapper.agents.rules import ask, forward, prove, rules_agent
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.reason.reasons import Deduction


def test_backward_agrees_with_forward() -> None:
    safe = mines = 0
    for seed in range(20):
        game = Game(deal(Level.parse("8x5x7/given"), seed))
        agent = rules_agent()
        while game.outcome is None and (decision := agent.choose(game.view)):
            assert agent.knowledge is not None
            view = game.view
            known = set(agent.knowledge.safe_hidden)
            for cell in view.hidden:
                told = cell in view.given
                proved_safe = prove(view, cell) is not None
                assert (proved_safe or told) == (cell in known)
                proved_mine = prove(view, cell, is_mine=True) is not None
                assert proved_mine == (cell in agent.mines)
                safe, mines = safe + proved_safe, mines + proved_mine
            game.play(decision)
    assert min(safe, mines) > 50


def test_each_rule_after_what_it_needs() -> None:
    """Each line of a chain uses only open cells and facts from earlier lines."""
    view = View.parse(
        """
        6x2x2
        01.11.
        0111.1
        """
    )
    chain = prove(view, view.grid.parse_cell("E2"))
    assert chain is not None
    assert chain.lines(view.grid) == [
        "mine(C1) by B1 = 1: safe(A1), safe(A2), safe(B2), safe(C2)",
        "safe(E2) by D1 = 1: mine(C1)",
    ]


def test_explores_only_what_the_goal_needs() -> None:
    """A question about one end of a long board explores only a few goals."""
    view = View.parse("40x1x8\n.10" + "01.10" * 7 + "00")
    answer = ask(view, 0, is_mine=True)
    assert answer.chain is not None
    assert answer.goals < 10


def test_the_agent_that_chains_backward_ends_where_the_other_does() -> None:
    """Backward chaining opens the same cells as forward chaining, but tries more rules."""
    tried = []
    for seed in range(12):
        board = deal(Level.parse("8x5x7/given"), seed)
        ends = []
        for backward in (False, True):
            game = Game(board)
            agent = rules_agent(backward=backward)
            while game.outcome is None and (decision := agent.choose(game.view)):
                assert isinstance(decision.reason, Deduction)
                assert decision.reason.derived
                game.play(decision)
            ends.append(game.view)
            assert agent.knowledge is not None
            tried.append(agent.tries if backward else agent.knowledge.tries)
            assert agent.proved <= agent.asked
        assert ends[0] == ends[1]
    assert sum(tried[1::2]) > 2 * sum(tried[::2]) > 0


def test_forward_settles_what_questions_can_prove() -> None:
    """Forward chaining settles all cells that can be proved, and counts its tries."""
    view = View.parse("6x2x2\n01.11.\n0111.1")
    settled, tries = forward(view)
    proved = {
        literal
        for cell in view.hidden
        for literal in (cell + 1, -cell - 1)
        if prove(view, cell, literal > 0)
    }
    assert settled == proved
    assert 0 < tries < 30
