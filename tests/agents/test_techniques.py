"""The techniques agent wins exactly the boards that the dealer calls no-guess."""

import pytest

from reference import boards
from sapper.agents import make
from sapper.agents.techniques import techniques_agent
from sapper.core.board import deal, deal_many
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.lab.batch import Batch, play_block
from sapper.lab.player import Player
from sapper.ladder.dealer import needed_rungs
from sapper.ladder.techniques import Technique

LEVEL = Level.parse("9x7x13/open")


@pytest.mark.parametrize("most", list(Technique)[1:])
def test_it_wins_what_the_technique_solves(most: Technique) -> None:
    """The agent wins if no harder technique is needed, is stuck otherwise, and never loses."""
    rungs = needed_rungs(LEVEL, deal_many(LEVEL, 0, 30))
    for seed, rung in enumerate(rungs):
        game, agent = Game(deal(LEVEL, seed)), techniques_agent(most=most)
        while game.outcome is None and (decision := agent.choose(game.view)) is not None:
            assert decision.reason.certain
            game.play(decision)
        assert game.outcome is (Outcome.WON if rung <= most else None)


@pytest.mark.parametrize("level", ["9x7x13/open", "8x6x9/given(4)", "7x5x6/safe", "6x5x3/any"])
def test_the_engine_plays_the_same_games(level: str) -> None:
    """The engine and the agent in Python have the same outcomes and open the same cells."""
    for most in ("single_clue", "subset", "difference", "mine_count"):
        player = Player.parse(f"techniques:most={most}")
        fast, slow = (
            play_block(Batch((player,), (level,), 5, 40, fast=fast))[0] for fast in (True, False)
        )
        assert (fast["outcome"], fast["opened"]) == (slow["outcome"], slow["opened"])


def test_what_it_claims_holds_on_every_board() -> None:
    level = Level.parse("5x4x5/safe")
    for seed in range(15):
        game, agent = Game(deal(level, seed)), techniques_agent()
        while game.outcome is None and (decision := agent.choose(game.view)) is not None:
            cells = {move.cell for move in decision.moves if move.kind == "open"}
            assert all(cells.isdisjoint(mines) for mines in boards(game.view))
            game.play(decision)


def test_its_setting_is_a_technique() -> None:
    with pytest.raises(SapperError, match="'magic' is not a technique"):
        make("techniques", most="magic")
    with pytest.raises(SapperError, match="must be at least `single clue`"):
        make("techniques", most="given")
    with pytest.raises(SapperError, match="use flags, most"):
        make("techniques", least="given")
