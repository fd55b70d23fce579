"""An agent can't work out its board from anything it receives."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from command import app
from sapper.agents import AGENTS, Preset
from sapper.agents.guess import NamedGuess
from sapper.core.board import SEEDS, Board, deal
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import HIDDEN, Decision, Move, View
from sapper.lab import player
from sapper.lab.batch import Batch, play_block
from sapper.lab.bench import bench
from sapper.lab.player import Player, chances
from sapper.lab.study.plan import Study
from sapper.web.tasks.agents import watch
from sapper.words.kinds import OwnWords

FIRST = 0x5DEECE66D_1234567
"""A random first seed, which can't be found by counting."""

GAMES = 20

LEVELS = ("8x5x15/any", "8x5x15/given(5)")
"""With this number of mines, opening cells at random almost never wins."""


def integers(thing: object, depth: int = 6) -> Iterator[int]:
    """Find the integers in containers, attributes, closures, strings and bytes."""
    if isinstance(thing, int):
        yield int(thing)
    elif isinstance(thing, np.ndarray):
        yield from integers(thing.tobytes())
    elif isinstance(thing, bytes):
        yield int.from_bytes(thing, "big")
        yield int.from_bytes(thing, "little")
    elif isinstance(thing, str):
        yield int.from_bytes(thing.encode(), "big")
        if thing.isdecimal():
            yield int(thing)
    elif depth:
        for part in _parts(thing):
            yield from integers(part, depth - 1)


def _parts(thing: object) -> Iterator[object]:
    if isinstance(thing, dict):
        yield from thing.items()
    elif isinstance(thing, tuple | list | set | frozenset):
        yield from thing
    elif isinstance(thing, random.Random):
        yield thing.getstate()
    elif isinstance(thing, FunctionType):
        yield from (cell.cell_contents for cell in thing.__closure__ or ())
        yield from thing.__defaults__ or ()
    elif not isinstance(thing, type):
        for name in dir(thing):
            if not name.startswith("__"):
                value = getattr(thing, name, None)
                if not callable(value) or isinstance(value, FunctionType):
                    yield value


class Cheat:
    """An agent that deals boards from all seeds it can find, and plays one that fits its view."""

    def __init__(self, guess: str, seed: int, flags: bool = False, **settings: Any) -> None:
        self.given = (guess, seed, flags, settings)
        # Other agents may store integers that this agent never gets, so it searches those agents.
        self.others = [AGENTS[name].make("random", seed) for name in ("rules", "champion")]
        self.seed = seed
        self.boards: dict[int, Board] = {}

    def seeds(self, view: View) -> Iterator[int]:
        """The seeds to try: small seeds, and all integers that can be found, with variations."""
        yield from HASHED.get(self.seed, ())
        for number in integers((self.seed, self.given, view, self.others)):
            for part in (number, number >> 64, number >> 32, number - 1, number + 1, ~number):
                yield part % SEEDS
        yield from range(100)

    def choose(self, view: View) -> Decision | None:
        """Open a given cell, then cells that are safe on a fitting board, then any cell."""
        for seed in self.seeds(view):
            if seed not in self.boards:
                self.boards[seed] = deal(view.level, seed)
        fitting = (board for board in self.boards.values() if _fits(board, view))
        if view.given:
            cells = list(view.given)
        elif (board := next(fitting, None)) is not None:
            cells = [cell for cell in view.hidden if cell not in board.mines]
        else:
            cells = [view.hidden[0]]
        return Decision(tuple(Move("open", cell) for cell in cells), _guess(cells[0]))


HASHED: dict[int, set[int]] = {}
for _board in range(5000):
    for _player in range(3):
        HASHED.setdefault(chances(_player, _board), set()).add(_board)


def _guess(cell: Cell) -> NamedGuess:
    return NamedGuess("cheat", cell, OwnWords("that is where the board of a seed has none"))


def _fits(board: Board, view: View) -> bool:
    return all(
        state >= HIDDEN or state == number
        for state, number in zip(view.states, board.numbers, strict=True)
    )


def by_bench(level: Level, seed: int) -> bool:
    return bench("cheat", level, 1, seed).outcomes == ["won"]


def by_study(level: Level, seed: int) -> bool:
    one = Study("x", "?", (str(level),), (Player("cheat"),), games=1, seed=seed)
    (games,) = play_block(one.batch)
    return games["outcome"] == ["won"]


def by_compare(level: Level, seed: int) -> bool:
    players = Player("cheat", seed=2), Player("odds")
    games, _ = play_block(Batch(players, (str(level),), seed, 1))
    return games["outcome"] == ["won"]


def by_watch(level: Level, seed: int) -> bool:
    command = ["watch", str(level), "--agent", "cheat", "--seed", str(seed), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    return bool(json.loads(result.stdout)["outcome"] == "won")


def by_page(level: Level, seed: int) -> bool:
    *_, last = watch("cheat", str(level), seed)
    return bool(last["outcome"] == "won")


WAYS = [by_bench, by_study, by_compare, by_watch, by_page]


@pytest.fixture(autouse=True)
def cheat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "cheat", Preset("cheats", "none", Cheat))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("way", WAYS)
def test_no_agent_finds_its_board(way: Callable[[Level, int], bool], level: str) -> None:
    """An agent that deals a board from every integer it can find wins no game."""
    assert not any(way(Level.parse(level), FIRST + game) for game in range(GAMES))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("way", WAYS)
def test_a_seed_would_be_found(
    way: Callable[[Level, int], bool], level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If an agent's own seed contained the seed of the board, the agent could win every game."""
    monkeypatch.setattr(player, "chances", lambda own, board: (own << 64) + board)
    assert all(way(Level.parse(level), FIRST + game) for game in range(3))


def test_chances_of_a_player_differ_by_game_and_are_the_same_again() -> None:
    seeds = [chances(player, board) for player in range(40) for board in range(40)]
    assert len(set(seeds)) == 1600
    assert all(0 <= seed < SEEDS for seed in seeds)
    assert seeds == [chances(player, board) for player in range(40) for board in range(40)]
