"""The engine's own game loop, a fast path for `odds`, `champion` and `techniques`.

The engine plays exactly the same games as the Python code, whatever the number of threads.

>>> play_games(Level.parse("beginner"), seed=1, count=5, threads=2).tolist()
[True, True, True, True, True]
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.agents import AGENTS
from sapper.core.board import deal_many, engine_rule
from sapper.core.grid import MEMORY, Cell
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.ladder.rungs import GUESS
from sapper.ladder.techniques import Technique
from sapper.reason.champion import engine_champion
from sapper.reason.odds import TooWideError
from sapper.words import how_many

MAX_GAMES = MEMORY // 32
"""The results of a game take up to 32 bytes."""


@dataclass(frozen=True, slots=True)
class Native:
    champion: _engine.Champion | None = None
    """if given, the agent is `champion`"""
    most: Technique | None = None
    """if given, the agent is `techniques`, and this is its hardest technique"""

    @property
    def has_threads(self) -> bool:
        return self.most is None


def native(name: str, guess: str | None = None, seed: int = 0, **settings: Any) -> Native | None:
    """The engine's version of an agent, or None if the engine can't play this agent.

    The arguments are the same as for `sapper.agents.make`.

    >>> native("odds"), native("odds", "vote"), native("resolution")
    (Native(champion=None, most=None), None, None)
    """
    if guess is not None and guess != AGENTS[name].guess:
        return None
    if name == "odds" and not settings:
        return Native()
    if name == "champion" and settings.keys() <= {"budget"}:
        return Native(engine_champion(settings.get("budget", 0.0), seed))
    if name == "techniques" and settings.keys() <= {"most"}:
        return Native(most=Technique.parse(str(settings.get("most", "mine count"))))
    return None


def solve_deck(
    level: Level, rows: NDArray[np.uint32], most: Technique, first: Cell | None = None
) -> Iterator[tuple[View, float]]:
    """Solve boards (rows of `deal_many`) without guessing, by techniques up to `most`.

    For each game, yield its last position, with known mines flagged, and the CPU seconds.
    """
    first = level.first if first is None else first
    given = [] if first is None else [first]
    deck = np.ascontiguousarray(rows, dtype=np.uint32)
    for board in range(len(deck)):
        start = time.thread_time()
        (states,) = _engine.reached(
            level.width, level.height, level.mines, given, deck[board : board + 1], most
        )
        yield View(level, states), time.thread_time() - start


def _threads(asked: int | None, parts: int) -> int:
    threads = (os.cpu_count() or 1) if asked is None else asked
    if threads < 1:
        raise SapperError(f"can't play with {threads} threads: use 1 or more")
    return min(threads, max(parts, 1), 256)


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
    """Play boards with the seeds `seed`, `seed` + 1, ... and return whether each game was won.

    `champion` chooses the guesses. If `champion` is None, the agent `odds` plays.
    """
    if level.start.given == "zero":  # Python deals these boards
        rows = deal_many(level, seed, count)
        return play_deck(level, rows, champion=champion, threads=threads, progress=progress)
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
    """Like `play_games`, but for boards given as rows of `deal_many`."""
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
    """Like `play_deck`, but also return each game's number of opened cells and CPU seconds."""
    deck = np.ascontiguousarray(rows, dtype=np.uint32)
    if deck.ndim != 2 or deck.shape[1] != level.mines + level.given:
        given = f" and {how_many(level.given, 'given cell')}" * bool(level.given)
        raise SapperError(
            f"each row of a deck for level {level} must list {how_many(level.mines, 'mine')}{given}"
        )
    if deck.size and int(deck.max()) >= level.size:
        raise SapperError(f"cell {int(deck.max())} is off the board of level {level}")
    won, opened, seconds = _play(level, first, 0, len(deck), deck, champion, threads, progress)
    return won.astype(np.bool_), opened, seconds


@dataclass(frozen=True, slots=True)
class Labels:
    board: NDArray[np.uint32]
    """the row of the deck"""
    move: NDArray[np.uint32]
    """the number of clicks that led to the position"""
    open: NDArray[np.uint32]
    technique: NDArray[np.uint8]
    """the easiest technique that proves a cell safe, or GUESS"""
    safest: NDArray[np.int32]
    log10_boards: NDArray[np.float64]
    states: NDArray[np.uint8]
    odds: NDArray[np.float32]
    """the chance of a mine in each cell, NaN if it is open; only provable cells have 0 or 1"""
    techniques: NDArray[np.uint8]
    """the easiest technique that settles each cell, or GUESS"""


def label_deck(
    level: Level,
    rows: NDArray[np.uint32],
    seed: int,
    *,
    per_game: int,
    technique: int | None = None,
    open_share: tuple[float, float] = (0.0, 1.0),
) -> Labels:
    """Play boards, and label up to `per_game` randomly chosen positions of each game.

    The player uses the easiest technique that proves a cell safe, or else opens the safest cell.
    `technique` and `open_share` restrict the positions: by the technique that they need, and by the
    share of safe cells that are open.
    """
    rungs = 2 ** (GUESS + 1) - 1 if technique is None else 2**technique
    first = -1 if level.first is None else level.first
    deck = np.ascontiguousarray(rows, dtype=np.uint32)
    size = level.width, level.height, level.mines
    return Labels(*_engine.label(*size, first, deck, seed, per_game, rungs, *open_share))


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
        raise SapperError(
            f"level {level} is not possible with first cell {level.grid.name(first)}: it has too "
            "many mines"
        )
    if not 0 <= seed <= seed + count <= 2**64:
        raise SapperError(
            f"can't play {how_many(count, 'game')} from seed {seed}: seeds must be 0 to 2**64 - 1"
        )
    if count > MAX_GAMES:
        raise SapperError(f"{count} games is too many: play at most {MAX_GAMES} at once")
    try:
        return _engine.play_games(
            level.width,
            level.height,
            level.mines,
            engine_rule(level),
            -1 if first is None else first,
            seed,
            count,
            _threads(threads, count),
            level.given,
            deck,
            champion,
            progress,
        )
    except _engine.TooWide as error:
        raise TooWideError(str(error)) from None
