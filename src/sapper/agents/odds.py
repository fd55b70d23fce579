"""The odds agent: opens every certain cell, else the one least likely to be a mine.

Cells of equal risk: those at the border of the open region first, since they can't be left for
later, then those with few hidden neighbours, whose number says the most.

>>> view = View.parse('''
... 5x2x2
... .....
... 11211
... ''')
>>> OddsAgent().choose(view).reason.words(view.grid)
'A1, C1, E1 are safe: no consistent board has a mine there'

`play_games` is the same agent as a native loop, for experiments: it plays thousands of games a
second in threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.grid import Cell, Grid, SapperError
from sapper.knowledge import Knowledge, mine, safe
from sapper.level import Level
from sapper.odds import TooWideError, odds
from sapper.view import FLAGGED, Decision, Move, View

RULES = {"any": 0, "given": 0, "safe": 1, "open": 2}


@dataclass(frozen=True, slots=True)
class Chance:
    """The reason of a decision by odds: the exact risk of its cells."""

    cells: tuple[Cell, ...]
    risk: float

    @property
    def certain(self) -> bool:
        """Whether no consistent board has a mine at any of the cells."""
        return self.risk == 0.0

    def words(self, grid: Grid) -> str:
        """The reason in a sentence."""
        names = ", ".join(grid.name(cell) for cell in self.cells[:12])
        if len(self.cells) > 12:
            names += f" and {len(self.cells) - 12} more"
        if not self.certain:
            return f"{names} is a mine with probability {self.risk:.4g}, the least there is"
        if len(self.cells) == 1:
            return f"{names} is safe: no consistent board has a mine there"
        return f"{names} are safe: no consistent board has a mine there"


class OddsAgent:
    """Plays by the exact odds of the view it is given; keeps nothing between views."""

    name = "odds"

    def choose(self, view: View) -> Decision | None:
        """Open all safe cells, else the least risky one; None when only mines are hidden."""
        chances = odds(view)
        if chances.safe:
            return Decision(open_moves(view, chances.safe), Chance(chances.safe, 0.0))
        if chances.best is None:
            return None
        cell = chances.best
        return Decision(open_moves(view, (cell,)), Chance((cell,), chances[cell]))


def certain_cells(knowledge: Knowledge) -> bool:
    """The engine's certain cells as a technique, for an agent that guesses in another way."""
    assert knowledge.view is not None
    chances = odds(knowledge.view)
    facts = [mine(cell) for cell in chances.mines] + [safe(cell) for cell in chances.safe]
    new = [fact for fact in facts if knowledge.kb.ask(fact) is None]
    for fact in new:
        knowledge.believe(fact, "the engine's exact odds")
    return bool(new)


def open_moves(view: View, cells: Iterable[Cell]) -> tuple[Move, ...]:
    """Moves that open these cells."""
    # A flag keeps a cell closed, so it is taken away first.
    moves: list[Move] = []
    for cell in cells:
        if view[cell] == FLAGGED:
            moves.append(Move("flag", cell))
        moves.append(Move("open", cell))
    return tuple(moves)


def play_games(
    level: Level,
    seed: int,
    count: int,
    first: Cell | None = None,
    *,
    champion: _engine.Champion | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> NDArray[np.bool_]:
    """Whether the agent wins on the boards of seeds seed, seed + 1, ...; one result a game.

    The same boards as `sapper.board.deal` gives, and the same results on any number of threads
    (by default, one a core). A champion guesses in the agent's stead, if given. `progress` is
    called with the number of games played so far.

    >>> play_games(Level.parse("beginner"), seed=1, count=5, threads=2).tolist()
    [True, True, True, True, True]
    """
    return _play(level, first, seed, count, None, champion, threads, progress)[0].astype(np.bool_)


def play_deck(
    level: Level,
    rows: NDArray[np.uint32],
    first: Cell | None = None,
    *,
    champion: _engine.Champion | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> NDArray[np.bool_]:
    """Whether the agent wins on each of these boards, as `sapper.board.deal_many` has them."""
    won, _, _ = measure_deck(
        level, rows, first, champion=champion, threads=threads, progress=progress
    )
    return won


def measure_deck(
    level: Level,
    rows: NDArray[np.uint32],
    first: Cell | None = None,
    *,
    champion: _engine.Champion | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.uint32], NDArray[np.float64]]:
    """As `play_deck`, with the cells opened and the CPU seconds of each game."""
    deck = np.ascontiguousarray(rows, dtype=np.uint32)
    if deck.ndim != 2 or deck.shape[1] != level.mines + level.told:
        told = f" and {level.told} told cells" * bool(level.told)
        raise SapperError(f"a deck of level {level} needs {level.mines} mines{told} a row")
    if deck.size and int(deck.max()) >= level.size:
        raise SapperError(f"cell {int(deck.max())} is off the board of level {level}")
    won, opened, seconds = _play(level, first, 0, len(deck), deck, champion, threads, progress)
    return won.astype(np.bool_), opened, seconds


def _play(
    level: Level,
    first: Cell | None,
    seed: int,
    count: int,
    deck: NDArray[np.uint32] | None,
    champion: _engine.Champion | None,
    threads: int | None,
    progress: Callable[[int], object] | None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.float64]]:
    if first is None:
        first = level.first
    elif not 0 <= first < level.size:
        raise SapperError(f"first cell {first} is off the board: cells are 0 to {level.size - 1}")
    if first is not None and not level.fits(first):
        raise SapperError(f"level {level} does not fit with first cell {level.grid.name(first)}")
    if not 0 <= seed <= seed + count <= 2**64:
        raise SapperError(f"{count} games from seed {seed} don't fit: seeds are 0 to 2**64 - 1")
    if threads is None:
        threads = os.cpu_count() or 1
    elif threads < 1:
        raise SapperError(f"{threads} threads can't play: use 1 or more")
    # More threads than games have nothing to do, and a system has only so many.
    threads = min(threads, max(count, 1), 256)
    try:
        return _engine.play_games(
            level.width,
            level.height,
            level.mines,
            RULES[level.start.kind],
            -1 if first is None else first,
            seed,
            count,
            threads,
            level.told,
            deck,
            champion,
            progress,
        )
    except _engine.TooWide as error:
        raise TooWideError(str(error)) from None
