"""Each setting of the resolution agents is tested on a position where it matters."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sapper.agents import make
from sapper.agents.resolution import PRESETS, Settings
from sapper.core.board import Board, deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Move, View
from sapper.lab.bench import bench
from sapper.lab.play import MEASURES
from sapper.reason.reasons import Deduction, Oracle

WALLED_IN = View.parse(
    """
    5x3x3
    02...
    03...
    02...
    """
)


def test_endgame_opens_a_walled_in_region() -> None:
    """Program A is stuck at a region that no clue touches, but B opens it with the mine count."""
    assert make("resolution").choose(WALLED_IN) is None
    decision = make("resolution-endgame").choose(WALLED_IN)
    assert decision is not None
    assert len(decision.moves) == 6


def test_a_walled_in_region_is_a_fail_and_not_only_stuck() -> None:
    """Program C counts a stuck game as failed if mines wall in the other cells and KB is empty."""
    # In the first case, column C is a wall of mines. In the second case, a clue touches unknown
    # cells. In the third case, A1 is not opened.
    for mines, opened, fails in (
        ({2, 7, 12, 4}, True, True),
        ({1, 8}, True, False),
        ({2, 7, 12, 4}, False, False),
    ):
        board = Board(Level.parse(f"5x3x{len(mines)}/any"), frozenset(mines))
        game = Game(board)
        agent = make("resolution-rounds")
        if opened:
            game.play(Move("open", 0))
        while (decision := agent.choose(game.view)) is not None:
            game.play(decision)
        assert game.outcome is None
        assert MEASURES["fail"](board, game, agent) == {"fail": fails}
    result = bench("resolution-rounds", Level.parse("9x6x12/open"), 40, seed=0)
    assert 0 < result.failed < result.stuck
    assert result.to_json()["fail"] == result.failed
    assert bench("sat", Level.parse("9x6x12/open"), 40, seed=0).failed < result.failed


def test_facts_only_is_weaker() -> None:
    """Program D matches clauses only with facts, so it can't solve the row 1 1 1 and guesses."""
    view = View.parse("3x3x1\n...\n111\n000")
    decision = make("resolution-shortest").choose(view)
    assert decision is not None
    assert not decision.reason.certain
    assert make("resolution-shortest", guess="none").choose(view) is None


@pytest.mark.parametrize(
    "settings",
    [
        Settings(k=None, w=None, endgame=10),
        Settings(k=2, w=None),
        Settings(k=3, w=4, patience=1),
        Settings(k=1),
        Settings(pairs=1),
        Settings(endgame=30, pairs=500),
        Settings(widen=((3, 4), (None, None)), refute=True, pairs=300, defer=True),
    ],
)
def test_every_setting_ends(settings: Settings) -> None:
    """With every setting, games come to an end and no claim is wrong."""
    for name in PRESETS:
        values = {field: getattr(settings, field) for field in Settings.__dataclass_fields__}
        result = bench(name, Level.parse("9x6x10/given"), 5, seed=3, guess="none", **values)
        assert result.wrong == result.lost == 0


def test_search_comes_after_logic() -> None:
    """What resolution finds, `resolution-search` proves in the same way; the rest is searched."""
    by_logic = by_search = 0
    for seed in range(30):
        game = Game(deal(Level.parse("10x6x13/safe"), seed))
        agent = make("resolution-search", guess="random", seed=seed)
        while game.outcome is None and (decision := agent.choose(game.view)):
            if not isinstance(decision.reason, Deduction):
                game.play(decision)
                continue
            alone = make("resolution").choose(game.view)
            for move in decision.moves:
                proof = decision.reason.kb.proof(-move.cell - 1)
                assert proof is not None
                searched = any(isinstance(step.origin, Oracle) for step in proof.axioms)
                by_logic, by_search = by_logic + (not searched), by_search + searched
                assert searched or alone is not None
            game.play(decision)
    assert by_logic > 100
    assert by_search > 5


STRENGTH = {
    "resolution-shortest": 6,
    "binary": 22,
    "resolution": 24,
    "resolution-endgame": 26,
    "resolution-full": 26,
    "sat": 27,
    "resolution-search": 27,
}
"""games won without a guess among the first hundred of 12x7x14/safe, weakest agent first"""


def test_strength_can_not_drift_unnoticed() -> None:
    """Each agent wins an exact number of these games, and gets stuck in all the others."""
    level = Level.parse("12x7x14/safe")
    won = {}
    for name in STRENGTH:
        result = bench(name, level, 100, seed=0, guess="none")
        assert result.won + result.stuck == 100
        won[name] = {i for i, outcome in enumerate(result.outcomes) if outcome == "won"}
    assert {name: len(boards) for name, boards in won.items()} == STRENGTH
    for narrow, wide in pairwise(STRENGTH):
        assert won[narrow] <= won[wide]
