"""A batch of games gives the same columns, however it is split and wherever it is played."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from sapper.core.board import SEEDS, deal_many
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.lab.batch import Batch, Games, play, play_block
from sapper.lab.play import Played
from sapper.lab.player import Player

LEVEL = "6x4x5/open"
PLAYERS = (Player("rules", guess="random"), Player("odds"), Player("techniques"))


def plain(games: Games) -> dict[str, list[object]]:
    return {name: games[name] for name in games if not name.endswith("ms")}


def together(batch: Batch, size: int, jobs: int = 1) -> list[dict[str, list[object]]]:
    """The columns of each player after a batch is played in blocks of `size` boards."""
    blocks = [tables for _, tables in play(batch.blocks(size), jobs=jobs)]
    return [plain(Games.together(games)) for games in zip(*blocks, strict=True)]


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("luck", [True, False])
def test_the_cut_makes_no_difference(fast: bool, luck: bool) -> None:
    batch = Batch(PLAYERS, (LEVEL,), 7, 20, measures=("fail", "audit"), luck=luck, fast=fast)
    assert together(batch, 3) == together(batch, 20)


def test_given_boards_are_played_as_those_of_their_seeds() -> None:
    rows = deal_many(Level.parse(LEVEL), 7, 20)
    dealt, given = Batch(PLAYERS, (LEVEL,), 7, 20), Batch(PLAYERS, (LEVEL,), 7, 20, rows)
    assert together(given, 6) == together(dealt, 20)
    (block,) = given.block(10, 12).blocks(5)
    assert block.rows is not None
    assert np.array_equal(block.rows, rows[3:5])


@pytest.mark.process
def test_processes_give_the_same_columns_in_order() -> None:
    batch = Batch(PLAYERS, (LEVEL,), 7, 12, measures=("history",))
    assert together(batch, 2, jobs=2) == together(batch, 12)


def test_games_come_by_level_then_player() -> None:
    levels = ("4x3x2/any", LEVEL)
    tables = play_block(Batch(PLAYERS[:2], levels, 3, 9))
    alone = [play_block(Batch((p,), (name,), 3, 9))[0] for name in levels for p in PLAYERS[:2]]
    assert [plain(games) for games in tables] == [plain(games) for games in alone]


def test_columns_of_games() -> None:
    """If one game has no value for a column, the column is None for every game."""
    games = Games.of(
        [
            Played("won", 1.0, 1.0, 3, measured={"kb": [1, 2]}),
            Played("crashed", 2.0, 0.5, measured={"kb": []}, failure="it raised"),
        ]
    )
    assert games["outcome"] == ["won", "crashed"]
    assert games["steps"] == [None, None]
    assert games.mean("steps") is None
    assert (games.mean("opened"), games.count("won"), games.failure) == (0.75, 1, "it raised")
    assert games["kb"] == [[1, 2], []]
    again = Games.together([pickle.loads(pickle.dumps(games)), games])
    assert len(again) == 4
    assert again["kb"] == [[1, 2], [], [1, 2], []]
    assert len(Games.together([])) == 0


@pytest.mark.parametrize(
    ("batch", "jobs", "words"),
    [
        (Batch((Player("odd"),), (LEVEL,), 0, 1), 1, "'odd' is not an agent"),
        (Batch(PLAYERS, (LEVEL,), 0, 0), 1, "can't play 0 games"),
        (Batch(PLAYERS, (LEVEL,), 0, 1), 0, "0 processes"),
        (Batch(PLAYERS, (LEVEL,), -1, 1), 1, "seed -1 is out of range"),
        (Batch(PLAYERS, (LEVEL,), SEEDS - 1, 2), 1, "can't play 2 games from seed .*: seeds"),
        (Batch(PLAYERS, (LEVEL,), 0, 1, measures=("mood",)), 1, "'mood' is not a measure"),
    ],
)
def test_what_cannot_be_played_is_said_before(batch: Batch, jobs: int, words: str) -> None:
    with pytest.raises(SapperError, match=words):
        batch.check(jobs)


def test_threads_of_the_engine_need_no_processes() -> None:
    """The engine's threads play either all games of a batch or none."""
    assert Batch((Player("odds"), Player("champion")), (LEVEL,), 0, 9).threaded
    assert not Batch(PLAYERS, (LEVEL,), 0, 9).threaded
    assert not Batch((Player("odds"),), (LEVEL,), 0, 9, luck=True).threaded
    assert not Batch((Player("odds"),), (LEVEL,), 0, 9, fast=False).threaded
    assert not Batch((Player("odds"),), (LEVEL,), 0, 9, measures=("history",)).threaded
