"""The metrics for boards and games that the Minesweeper community uses (see docs/metrics.md).

Values per click are 0 if there are no clicks. Infinite values become None.

>>> from sapper.core.board import deal
>>> from sapper.core.level import Level
>>> measure_board(deal(Level.parse("expert"), seed=7))
BoardMetrics(three_bv=149, openings=15, islands=11, zini=105, hzini=116, zini_8way=105)
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

import numpy as np

from sapper.core.board import MINE, Board
from sapper.core.game import Record, opened_cells
from sapper.core.grid import Cell
from sapper.core.replay import SQUARE, PlayedClicks, Replay, clicks_by_kind, play_through
from sapper.core.view import GIVEN, HIDDEN, ContradictionError, View
from sapper.core.zini import measure_board, parts
from sapper.reason.odds import TooWideError, odds

# The factors of the metric STNB for each width, height and number of mines. Beginner is 8x8 in
# ms-toollib and 9x9 in LlamaSweeper. The factors in LlamaSweeper are 87.420 L^2 - 155.829 L +
# 115.708 for the levels L = 1, 2, 3.
_STNB = {(8, 8, 10): 36.0, (16, 16, 40): 162.0, (30, 16, 99): 435.0}
_STNB_LLAMA = {(9, 9, 10): 47.299, (16, 16, 40): 153.73, (30, 16, 99): 435.001}


@dataclass(frozen=True, slots=True)
class Metrics:
    width: int
    height: int
    mines: int
    seconds: float
    outcome: str
    three_bv: int
    three_bv_per_second: float
    solved_three_bv: int
    estimated_seconds: float | None
    openings: int
    islands: int
    left: int
    right: int
    chord: int
    clicks: int
    effective: int
    ioe: float
    correctness: float
    throughput: float
    zini: int | None
    hzini: int | None
    zini_8way: int | None
    zne: float | None
    rqp: float | None
    rqp_llama: float | None
    qg: float | None
    stnb: float
    stnb_llama: float
    pluck: float | None
    path: float
    flags: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def game_metrics(game: Replay | Record) -> Metrics:
    result = play_through(game)
    record, board, level = result.record, game.board, game.level
    measured = measure_board(board)
    replay = game if isinstance(game, Replay) else Replay.of(game)
    seconds = replay.ms / 1000
    count = clicks_by_kind(result.clicks)
    clicks = len(result.clicks)
    effective = sum(click.effective for click in result.clicks)
    three_bv = measured.three_bv
    solved = solved_three_bv(board, _last_view(record))
    shape = level.width, level.height, level.mines
    share = _ratio(solved, three_bv)
    return Metrics(
        width=level.width,
        height=level.height,
        mines=level.mines,
        seconds=seconds,
        outcome=record.outcome.value if record.outcome else "unfinished",
        three_bv=three_bv,
        three_bv_per_second=_ratio(solved, seconds),
        solved_three_bv=solved,
        estimated_seconds=_finite(seconds * three_bv, solved),
        openings=measured.openings,
        islands=measured.islands,
        left=count["open"],
        right=count["flag"],
        chord=count["chord"],
        clicks=clicks,
        effective=effective,
        ioe=_ratio(solved, clicks),
        correctness=_ratio(effective, clicks),
        throughput=_ratio(solved, effective),
        zini=measured.zini,
        hzini=measured.hzini,
        zini_8way=measured.zini_8way,
        zne=None if measured.zini is None else _ratio(measured.zini * share, clicks),
        rqp=_finite(seconds**2, solved),
        rqp_llama=_finite((seconds + 1) * seconds, solved),
        qg=_finite(seconds**1.7, solved),
        stnb=_stnb(_STNB.get(shape, 0.0), seconds, solved, share),
        stnb_llama=_stnb(_STNB_LLAMA.get(shape, 0.0), seconds, solved, share),
        pluck=pluck(record),
        path=path(replay, result if replay is game else play_through(replay)),
        flags=result.flags,
    )


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _finite(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _stnb(factor: float, seconds: float, solved: int, share: float) -> float:
    if not seconds:
        return 0.0
    return float(factor * solved / seconds**1.7 * share**0.5)


def _last_view(record: Record) -> View:
    *_, game = record.replay()
    return game.view


def solved_three_bv(board: Board, view: View) -> int:
    """The solved part of the 3BV: isolated numbers that are open, and fully open areas of zeros."""
    board_parts = parts(board)
    states = view.states
    openings = sum(all(states[zero] < HIDDEN for zero in zeros) for zeros in board_parts.openings)
    return openings + sum(states[cell] < HIDDEN for cell in board_parts.isolated)


def path(replay: Replay, result: PlayedClicks) -> float:
    """The length of the mouse path since the first opening, scaled to cells of 16 pixels."""
    if result.began is None:
        return 0.0
    events = replay.events[result.began :]
    events = events[events["x"] < replay.level.width * replay.square]
    steps = np.hypot(np.diff(events["x"]), np.diff(events["y"]))
    return float(steps.sum() * SQUARE / replay.square)


def pluck(record: Record) -> float | None:
    """The luck of the guesses: the sum of -log10 of their chances of survival.

    The first click is ignored. The result is None if a later click hit a mine, or if the odds are
    too hard to compute.
    """
    total = 0.0
    for game, cells in islice(opened_cells(record), 1, None):
        if any(record.board.numbers[cell] == MINE for cell in cells):
            return None
        try:
            chance = log10_safe(game.view, cells)
        except TooWideError:
            return None
        if chance is None:
            return None
        total -= chance
    return total


def log10_safe(view: View, cells: list[Cell]) -> float | None:
    before = odds(view)
    safe = set(before.safe)
    unsure = [cell for cell in cells if cell not in safe]
    if not unsure:
        return 0.0
    if not set(before.mines).isdisjoint(unsure):
        return None
    if len(unsure) == 1:
        return float(np.log10(1 - before[unsure[0]]))
    states = bytearray(view.states)
    for cell in unsure:
        states[cell] = GIVEN
    try:
        after = odds(View(view.level, bytes(states)))
    except ContradictionError:
        return None
    return after.log10_solutions - before.log10_solutions
