"""How hard a board or position is, and why.

    technique    the hardest technique that is needed if the easiest possible one is always used
    deductions   the number of cells that each technique opens. Cells opened by a zero don't count.
    clues        the number of clues that the first deduction with this technique uses
    guesses      the number of guesses that best play needs (see `sapper.ladder.dealer`)
    survival     the chance of surviving all these guesses
    effort       the deductions times the WEIGHTS of their techniques, plus GUESS_EFFORT for each
                 guess and for each halving of the survival, plus 1 for each clue
    difficulty   10 * effort / (effort + HALFWAY), from 0 (nothing to do) to just below 10

>>> from sapper.core.board import deal
>>> from sapper.core.level import Level
>>> print(rate_board(deal(Level.parse("beginner"), seed=4)).verdict)
Needs 2 subsets, the first around A4; everything else needs only single clues.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from typing_extensions import TypedDict

from sapper.agents.champion import ChampionAgent, WinChance
from sapper.core.board import Board
from sapper.core.grid import Cell, CellJson, Grid
from sapper.core.view import Position, View
from sapper.core.zini import BoardMetrics, measure_board
from sapper.errors import SapperError, shown
from sapper.explain.clues import Clues, settling_clues
from sapper.ladder.clue import remaining_view
from sapper.ladder.rungs import settled_cells
from sapper.ladder.solution import Solution, solution
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from sapper.words import Runs, Text, say
from sapper.words.kinds import WhatItTakes

WEIGHTS = {
    Technique.GIVEN: 0.0,
    Technique.SINGLE_CLUE: 0.5,
    Technique.SUBSET: 2.0,
    Technique.DIFFERENCE: 4.0,
    Technique.CHAIN: 8.0,
    Technique.COMBINATION: 16.0,
    Technique.CASE_SPLIT: 32.0,
    Technique.MINE_COUNT: 40.0,
}
GUESS_EFFORT = 40.0
HALFWAY = 60.0


class RatingJson(TypedDict):
    """How hard a board or a position is.

    `sapper rate FILE --json` (a list if the file is a deck), `Rating.to_json()`.
    """

    difficulty: float
    """from 0 to 10"""
    verdict: str
    """one line for a person"""
    verdict_runs: Runs
    hardest: str | None
    """the hardest technique needed; null if no cell is provably safe"""
    where: CellJson | None
    """the first cell that needs this technique"""
    clues: int
    """the number of clues that the hardest deduction combines"""
    deductions: dict[str, int]
    """the number of cells opened, by technique"""
    guesses: int
    """the number of guesses in best play"""
    survival: float
    """the probability of surviving all these guesses"""
    win: float | None
    """the probability of winning with the best strategy; null if not known exactly"""
    three_bv: int | None
    openings: int | None
    islands: int | None
    zini: int | None
    """[metrics](metrics.md) of a board; null for a position"""


@dataclass(frozen=True, slots=True, repr=False)
class Rating:
    """How hard a board or a step is: a `difficulty` from 0 to 10, and the reasons for it."""

    grid: Grid
    counts: Counter[Technique]
    hardest: Technique | None
    """None if no cell is provably safe"""
    where: Cell | None
    """the first cell for which the hardest technique is needed"""
    clues: int
    guesses: int
    survival: float
    win: float | None
    """the chance of winning with the best strategy, or None if it is not known exactly"""
    metrics: BoardMetrics | None
    """None for a position"""

    def __repr__(self) -> str:
        return f"<Rating: {self._scale}>"

    def __str__(self) -> str:
        return f"{self._scale}. {self.verdict}"

    @property
    def _scale(self) -> str:
        what = "next step" if self.metrics is None else "whole board"
        return f"{self.difficulty:.1f} of 10 for the {what}"

    @property
    def effort(self) -> float:
        deductions = sum(WEIGHTS[each] * number for each, number in self.counts.items())
        halvings = math.inf if self.survival == 0 else -math.log2(self.survival)
        return deductions + GUESS_EFFORT * (self.guesses + halvings) + self.clues

    @property
    def difficulty(self) -> float:
        return 10 / (1 + HALFWAY / self.effort) if self.effort else 0.0

    @property
    def message(self) -> WhatItTakes:
        hardest = self.hardest
        easier = [e for e in Technique if Technique.GIVEN < e < (hardest or 0) and self.counts[e]]
        return WhatItTakes(
            self.guesses,
            self.survival,
            None if hardest is None else str(hardest),
            0 if hardest is None else self.counts[hardest],
            None if self.where is None else self.grid.name(self.where),
            self.clues,
            tuple(map(str, easier)),
        )

    @property
    def verdict(self) -> Text:
        return say(self.message)

    def to_json(self) -> RatingJson:
        metrics, verdict = self.metrics, self.verdict
        return {
            "difficulty": round(self.difficulty, 2),
            "verdict": verdict,
            "verdict_runs": verdict.to_json(),
            "hardest": None if self.hardest is None else str(self.hardest),
            "where": None if self.where is None else self.grid.name(self.where),
            "clues": self.clues,
            "deductions": {str(each): self.counts[each] for each in Technique if self.counts[each]},
            "guesses": self.guesses,
            "survival": self.survival,
            "win": self.win,
            "three_bv": None if metrics is None else metrics.three_bv,
            "openings": None if metrics is None else metrics.openings,
            "islands": None if metrics is None else metrics.islands,
            "zini": None if metrics is None else metrics.zini,
        }


def rate(what: Board | Position) -> Rating:
    """How hard a board is from start to end, or how hard the next step of a position or game is.

        what  a board, a position or a game, or a string that describes a board or a position

    Ratings of boards can't be compared with ratings of positions. The rating of a board counts all
    deductions and guesses that the board needs. The rating of a position counts only the cells that
    can be opened now, or one guess if there are none.

    >>> print(rate("8x4x6/open ........ ...33321 12110000 00000000".replace(" ", chr(10))))
    5.8 of 10 for the next step. Needs single clues only.
    """
    if isinstance(what, str):
        if "\n" not in what.strip():
            raise SapperError(
                "can't rate {value}: use a board such as deal('expert'), a position or a game",
                value=shown(what),
            )
        # The text is a board if it shows mines (`*`), or if a first cell follows the level.
        is_board = "*" in what or " " in what.strip().partition("\n")[0]
        what = Board.parse(what) if is_board else View.parse(what)
    return rate_board(what) if isinstance(what, Board) else rate_position(View.of(what))


def rate_board(board: Board) -> Rating:
    """Rate a board from its start. Under the rule `any`, the first click is a guess."""
    found = solution(board, guesses=True)
    guesses = found.guesses
    win = guesses[0].win if guesses else 1.0
    survival = math.prod(1 - guess.risk for guess in guesses)
    where, clues = _hardest(found)
    return Rating(
        board.grid,
        found.counts,
        found.hardest,
        where,
        clues,
        len(guesses),
        survival,
        win,
        measure_board(board),
    )


def _hardest(found: Solution) -> tuple[Cell | None, int]:
    hardest = found.hardest
    index = next((i for i, e in enumerate(found.openings) if e.technique is hardest), None)
    if index is None:
        return None, 0
    (cell,) = found.board.grid.named([found.openings[index].cell])
    hit = found.hit_before(index)
    view = remaining_view(found.view(index), hit) if hit else found.view(index)
    return cell, _joined(view, cell, hardest)


def _joined(view: View, cell: Cell, technique: Technique) -> int:
    if technique <= Technique.DIFFERENCE:
        return (0, 1, 2, 2)[technique]
    return len(settling_clues(Clues(view), -(cell + 1)).clues)


def rate_position(view: View) -> Rating:
    safe = {cell: each.technique for cell, each in settled_cells(view).items() if not each.mine}
    if safe:
        easiest = min(safe.values())
        easy = (cell for cell, technique in safe.items() if technique is easiest)
        (where,) = view.grid.named([min(easy)])
        clues = _joined(view, where, easiest)
        return Rating(view.grid, Counter(safe.values()), easiest, where, clues, 0, 1.0, None, None)
    chances = odds(view)
    if chances.safest is None:
        return Rating(view.grid, Counter(), None, None, 0, 0, 1.0, 1.0, None)
    decision = ChampionAgent().choose(view)
    assert decision is not None
    assert isinstance(decision.reason, WinChance), "no cell is provably safe here"
    reason = decision.reason
    win = reason.win if reason.exact else None
    return Rating(view.grid, Counter(), None, None, 0, 1, reason.safe, win, None)
