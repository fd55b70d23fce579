"""The chance of winning before the first move: the champion's share of wins on a level.

    exact       If a level has few boards, the chance is computed exactly, with the best strategy.
    measured    For common levels, the chance is stored in sapper/data/starts.json. It was measured
                with games of the champion, with luck removed (bench/review_starts.py). There is one
                value for the level's own first cell, and values for other first cells by their
                distance from the edges.
    played      For other levels, the champion plays GAMES games when the chance is needed.

The choice of the first cell does not count as a decision, so the chance assumes the chosen cell.
With the rule `any`, the first cell may be a mine, which lowers the chance. With the rule `given`,
the player is given safe cells at the start, so the first cell is ignored.

>>> chance_at_start(Level.parse("4x4x4/any"), 1).win * 1820
961.0
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from sapper.core.board import deal_many
from sapper.core.grid import Cell
from sapper.core.level import Level, StartRule
from sapper.core.view import GIVEN, HIDDEN, View
from sapper.lab.luck import native_luck, start_luck
from sapper.lab.native import Native
from sapper.reason.champion import engine_champion
from sapper.reason.value import exact_value
from sapper.review.label import SURE

GAMES = 200
"""the number of games that are played to estimate a chance"""

SEED = 7_000_000_000

EXACT_BOARDS, EXACT_BUDGET = 10_000, 4.0
"""The maximum number of boards for an exact chance, and the seconds of work for it."""


@dataclass(frozen=True, slots=True)
class WinProbability:
    """The chance of winning from a position. `error` is the standard error of an estimate."""

    win: float
    error: float = 0.0
    exact: bool = False

    def is_clear_of(self, other: WinProbability, change: float) -> bool:
        """Whether a change between two chances is larger than the errors of their estimates."""
        return abs(change) > max(1e-9, SURE * math.hypot(self.error, other.error))


@lru_cache(maxsize=256)
def chance_at_start(level: Level, first: Cell | None) -> WinProbability:
    """The chance of winning if this cell is opened first.

    With the rule `given`, the cell is ignored.
    """
    if level.safe == 0:
        return WinProbability(1.0, exact=True)
    if level.start.kind == "given" or first is None:
        return _from_table(level, "") or play_starts(level, None, GAMES)
    if level.start.kind == "any":
        if level.safe == level.size:
            return WinProbability(1.0, exact=True)
        # If the first cell is safe, the board could also have been dealt with the rule `safe`.
        safe = level.safe / level.size
        found = chance_at_start(replace(level, start=StartRule("safe")), first)
        return WinProbability(safe * found.win, safe * found.error, found.exact)
    exact = _exact(level, first)
    if exact is not None:
        return WinProbability(exact, exact=True)
    like = level.grid.least_mirror(first)
    name = level.grid.name(like)
    return (
        _from_table(level, name)
        or _from_table(level, zone(level, like))
        or play_starts(level, like, GAMES)
    )


def _exact(level: Level, first: Cell) -> float | None:
    clear = level.clear_cells(first)
    if math.comb(level.size - len(clear), level.mines) > EXACT_BOARDS:
        return None
    states = bytes(GIVEN if cell in clear else HIDDEN for cell in range(level.size))
    return exact_value(View(level, states), EXACT_BUDGET)


ZONES = 4
"""Larger distances from an edge count as this distance."""


def zone(level: Level, first: Cell) -> str:
    """The distances of a cell from the nearest side edge and from the nearest top or bottom edge.

    Each distance is at most ZONES. On a square board, the smaller distance comes first.

    >>> [zone(Level.parse("30x16x99"), cell) for cell in (0, 29, 45, 32)]
    ['0 0', '0 0', '4 1', '2 1']
    """
    row, column = divmod(level.grid.least_mirror(first), level.width)
    near, far = min(column, ZONES), min(row, ZONES)
    if level.width == level.height:
        near, far = min(near, far), max(near, far)
    return f"{near} {far}"


@cache
def _table() -> dict[str, dict[str, list[float]]]:
    starts: dict[str, dict[str, list[float]]] = json.loads(
        files("sapper").joinpath("data", "starts.json").read_text()
    )
    return starts


def _from_table(level: Level, first: str) -> WinProbability | None:
    found = _table().get(str(level), {}).get(first)
    return None if found is None else WinProbability(found[0], found[1])


def play_starts(level: Level, first: Cell | None, games: int, seed: int = SEED) -> WinProbability:
    boards = deal_many(level, seed, games, first)
    player = Native(engine_champion())
    rows = native_luck(player, level, boards, seed, first=first)
    values = rows[:, 0] - rows[:, 1] - rows[:, 2]
    values -= start_luck(level, boards, seed, first=first)
    error = float(values.std(ddof=1)) / math.sqrt(games)
    return WinProbability(min(1.0, max(0.0, float(values.mean()))), error)
