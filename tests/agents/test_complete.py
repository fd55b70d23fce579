"""The complete reasoners agree with brute force and with each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from explaincheck import Oracle
from reference import boards
from sapper.agents import make
from sapper.agents.consistency import BY_CLUES, Consistency
from sapper.agents.resolution import refutation
from sapper.agents.sat import Entailment, certain
from sapper.core.board import deal
from sapper.core.constraints import components
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import View
from sapper.reason.knowledge import Knowledge
from sapper.reason.search import certain_in
from sat_certain import sat_certain

SMALL = ["5x4x5/given", "4x4x6/safe", "7x3x5/any", "6x3x4/open", "3x6x7/given*2", "4x5x9/safe"]


def positions(shape: str, games: int, guess: str = "random") -> Iterator[View]:
    """Positions from games that an agent continues by guessing when it is stuck."""
    for seed in range(games):
        game = Game(deal(Level.parse(shape), seed))
        agent = make("rules", guess=guess, seed=seed)
        while game.outcome is None and (decision := agent.choose(game.view)):
            yield game.view
            game.play(decision.moves[0])
        if game.outcome is None:
            yield game.view


def brute(view: View) -> tuple[set[int], set[int]]:
    """The provably safe cells and the provable mines, found by trying all boards."""
    every = list(boards(view))
    assert every
    hidden = {cell for cell, state in enumerate(view.states) if state >= 9}
    return hidden - frozenset.union(*every), set(frozenset.intersection(*every))


@pytest.mark.parametrize("shape", SMALL)
def test_sat_and_consistency_agree_with_brute_force(shape: str) -> None:
    """On small boards, the SAT solver and `Consistency` find exactly the provable cells."""
    # Brute force can handle up to 16 cells that may be mines.
    views = [view for view in positions(shape, 12) if view.states.count(9) <= 16]
    assert len(views) > 10
    for view in views:
        safe, mines = brute(view)
        found = certain(view)
        assert (safe, mines) == (set(found.safe), set(found.mines)), str(view)
        knowledge = Knowledge(view.level)
        knowledge.see(view)
        knowledge.settle()
        technique = Consistency()
        while technique(knowledge):
            knowledge.settle()
        assert (safe, mines) == (set(knowledge.safe_hidden), set(knowledge.mines)), str(view)


@pytest.mark.parametrize(("level", "games"), [("easy", 25), ("medium", 12), ("hard", 6)])
def test_three_reasoners_agree_from_the_hints(level: str, games: int) -> None:
    """Without the mine count, resolution, search and the SAT solver find the same cells."""
    compared = 0
    for seed in range(games):
        game = Game(deal(Level.parse(level), seed))
        agent = make("resolution-full", guess="random", seed=seed)
        while game.outcome is None and (decision := agent.choose(game.view)):
            if not decision.reason.certain or len(game.moves) % 3 == 0:
                compared += 1
                expected = certain(game.view, mine_count=False)
                for technique in (refutation, Consistency()):
                    knowledge = Knowledge(game.level)
                    knowledge.see(game.view)
                    knowledge.settle()
                    if isinstance(technique, Consistency):
                        parts = components((m, n) for _, m, n in knowledge.constraints())
                        for part in parts:
                            for literal in certain_in(part):
                                knowledge.believe(literal, BY_CLUES)
                        knowledge.settle()
                    else:
                        while technique(knowledge):
                            knowledge.settle()
                    assert set(knowledge.safe_hidden) == expected.safe
                    assert set(knowledge.mines) == expected.mines
            game.play(decision)
    assert compared > 1.5 * games


@pytest.mark.parametrize(
    ("level", "games", "least"), [("12x7x14/safe", 25, 15), ("30x16x99/open", 6, 4)]
)
@pytest.mark.parametrize(
    ("name", "mine_count"),
    [
        ("consistency", True),
        ("sat", True),
        ("resolution-search", True),
        ("resolution-full", False),
    ],
)
def test_no_false_stuck(name: str, mine_count: bool, level: str, games: int, least: int) -> None:
    """The complete agents are stuck only if the tests' own solver finds no safe cell."""
    stuck = 0
    for seed in range(games):
        game = Game(deal(Level.parse(level), seed))
        agent = make(name, guess="none")
        while game.outcome is None and (decision := agent.choose(game.view)):
            assert decision.reason.certain
            game.play(decision)
        assert game.outcome is not Outcome.LOST
        if game.outcome is None:
            stuck += 1
            assert not (sat_certain(game.view)[0] if mine_count else from_clues(game.view))
    assert stuck >= least


def from_clues(view: View) -> set[int]:
    """The hidden cells that are provably safe without the mine count."""
    clues = [cell for cell, state in enumerate(view.states) if state <= 8]
    oracle = Oracle(view, False, clues)
    found = {cell for cell in view.hidden if oracle.settles(clues, -cell - 1)}
    oracle.close()
    return found


def test_mine_count_couples_components() -> None:
    """Only the mine count connects two distant groups of cells, and both reasoners use it."""
    # The clues on the left need a mine at C1, or mines at A1 and E1. The clues on the right need a
    # mine at I1, or mines at G1 and K1. No clue touches F1.
    view = View.parse("11x1x2\n.1.1...1.1.")
    assert brute(view) == ({0, 4, 5, 6, 10}, {2, 8})
    for name in ("sat", "consistency"):
        knowledge = Knowledge(view.level)
        knowledge.see(view)
        knowledge.settle()
        technique = Entailment() if name == "sat" else Consistency()
        while technique(knowledge):
            knowledge.settle()
        assert (set(knowledge.safe_hidden), set(knowledge.mines)) == brute(view)


def test_untouched_cells_are_all_safe_when_the_border_needs_every_mine() -> None:
    """The clues account for every mine, so all cells that no clue touches are safe."""
    view = View.parse(
        """
        6x3x1
        ......
        1.....
        ......
        """
    )
    for name in ("sat", "consistency"):
        decision = make(name).choose(view)
        assert decision is not None
        assert len(decision.moves) == 18 - 1 - 5
