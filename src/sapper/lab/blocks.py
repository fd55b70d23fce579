"""A study cut into blocks of games: the work that processes and clusters share.

Each game becomes a row: level, player and seed say which game it is (the seed is that of its
board), the other columns are the fields of `sapper.lab.play.Played` and what measures add.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sapper.board import deal_many
from sapper.grid import SapperError
from sapper.lab.play import MEASURES, play_boards
from sapper.lab.study import Player, Study, load_source, version
from sapper.level import Level

Columns: TypeAlias = dict[str, list[Any]]

NOTED = (
    "outcome",
    "ms",
    "steps",
    "guesses",
    "left",
    "opened",
    "matched",
    "rounds",
    "match_ms",
)
"""The fields of a game that become columns."""

COLUMNS = ("level", "player", "seed", *NOTED)


def block_seeds(study: Study) -> int:
    """How many seeds go into a block; it depends on the study alone.

    About 500 games, so that handing out a block and writing its shard costs nothing beside playing
    it; fewer when the study is small, so that many processes share it; and at most 1,000 shards
    or so, however large it is.
    """
    by_games = min(math.ceil(500 / study.pairs), math.ceil(study.games / 32))
    return max(by_games, math.ceil(study.games / 1000))


def blocks(study: Study, ranges: Sequence[tuple[int, int]]) -> list[Block]:
    """These seed ranges of the study, cut into blocks."""
    size = block_seeds(study)
    return [
        Block.of(study, start, min(start + size, stop))
        for first, stop in ranges
        for start in range(first, stop, size)
    ]


@dataclass(frozen=True, slots=True)
class Block:
    """The games of some seeds (from `start` up to `stop`) for every level and player of a study.

    It holds all that a process on another machine needs to play them.
    """

    levels: tuple[str, ...]
    players: tuple[Player, ...]
    measures: tuple[str, ...]
    fast: bool
    source: str
    version: str
    start: int
    stop: int

    @classmethod
    def of(cls, study: Study, start: int, stop: int) -> Block:
        """These seeds of a study."""
        s = study
        return cls(s.levels, s.players, s.measures, s.fast, s.source, version(), start, stop)

    @property
    def games(self) -> int:
        """How many games it holds."""
        return (self.stop - self.start) * len(self.levels) * len(self.players)


def play_block(block: Block) -> Columns:
    """Play the games of a block, in the order of levels, players and seeds."""
    if block.version != version():
        raise SapperError(
            f"a worker has Sapper {version()}, this is {block.version}: install the same everywhere"
        )
    if block.source:
        load_source(block.source)
    measures = [MEASURES[name] for name in block.measures]
    columns: Columns = {name: [] for name in COLUMNS}
    for name in block.levels:
        level = Level.parse(name)
        boards = deal_many(level, block.start, block.stop - block.start)
        for player in block.players:
            games = play_boards(
                player, level, boards, block.start, measures=measures, fast=block.fast
            )
            for seed, game in enumerate(games, block.start):
                row = {"level": name, "player": player.name, "seed": seed}
                row |= {key: getattr(game, key) for key in NOTED} | game.measured
                for key, value in row.items():
                    columns.setdefault(key, []).append(value)
    return columns
