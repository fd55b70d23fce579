"""How hard a board or position is, and what makes it so.

    technique    the hardest that is needed when each position's easiest is used
    deductions   the cells that each technique opens; what a zero opens is not counted
    clues        how many numbers the hardest deduction joins
    guesses      of best play, and the chance to survive them all; see `sapper.ladder.dealer`
    effort       WEIGHTS of the techniques, times their deductions; GUESS_EFFORT for each guess and
                 for each halving of the chance to survive; and 1 for each clue that is joined
    difficulty   10 * effort / (effort + HALFWAY): 0 for nothing to do, 5 at HALFWAY, never 10

The difficulty grows with each of these and with nothing else, so a board that asks for more is
never rated lower. HALFWAY is such that the middle boards of beginner, intermediate and expert get
about 1.5, 5 and 8.5.

>>> from sapper.core.board import deal
>>> from sapper.core.level import Level
>>> print(rate_board(deal(Level.parse("beginner"), seed=4)).verdict)
Needs 2 subsets, the first around A4; everything else is single clues.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sapper.agents.champion import ChampionAgent, WinChance
from sapper.core.board import Board
from sapper.core.grid import Cell, Grid
from sapper.core.view import HIDDEN, View
from sapper.core.zini import BoardMetrics, measure_board
from sapper.explain.clues import Clues, settling_clues
from sapper.ladder.clue import remaining_view
from sapper.ladder.rungs import settled_cells
from sapper.ladder.solution import Solution, solution
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from sapper.words import Text, say
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


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a board or position is."""

    grid: Grid = field(repr=False)
    counts: Counter[Technique]
    hardest: Technique | None
    """None where nothing is certain at all"""
    where: Cell | None
    """the first cell that the hardest technique opens"""
    clues: int
    guesses: int
    survival: float
    win: float | None
    """the chance to win by the best strategy, where it is known exactly"""
    metrics: BoardMetrics | None
    """of a board"""

    @property
    def effort(self) -> float:
        """What the difficulty is made from."""
        deductions = sum(WEIGHTS[each] * number for each, number in self.counts.items())
        halvings = math.inf if self.survival == 0 else -math.log2(self.survival)
        return deductions + GUESS_EFFORT * (self.guesses + halvings) + self.clues

    @property
    def difficulty(self) -> float:
        """From 0 to 10."""
        return 10 / (1 + HALFWAY / self.effort) if self.effort else 0.0

    @property
    def message(self) -> WhatItTakes:
        """The rating in a line, as a message."""
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
        """The rating in a line."""
        return say(self.message)

    def to_json(self) -> dict[str, Any]:
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
            "three_bv": metrics and metrics.three_bv,
            "openings": metrics and metrics.openings,
            "islands": metrics and metrics.islands,
            "zini": metrics and metrics.zini,
        }


def rate_board(board: Board) -> Rating:
    """How hard a board is, from the cells told on; with rule any, the first click is a guess."""
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
    """The first cell that the hardest technique opens, and how many clues that joins."""
    hardest = found.hardest
    index = next((i for i, e in enumerate(found.openings) if e.technique is hardest), None)
    if index is None:
        return None, 0
    cell = found.openings[index].cell
    if hardest <= Technique.DIFFERENCE:
        return cell, (0, 1, 2, 2)[hardest]
    hit = found.hit_before(index)
    view = remaining_view(found.view(index), hit) if hit else found.view(index)
    return cell, _joined(view, cell, mine=False)


def _joined(view: View, cell: Cell, mine: bool) -> int:
    """How few clues settle a cell, as far as is known."""
    return len(settling_clues(Clues(view), cell + 1 if mine else -(cell + 1)).clues)


def rate_position(view: View) -> Rating:
    """How hard the next step of a position is: what is certain now, or the guess that is needed."""
    found = {
        c: each for c, each in settled_cells(view).items() if not each.mine or view[c] == HIDDEN
    }
    safe = {cell: each.technique for cell, each in found.items() if not each.mine}
    if safe:
        easiest = min(safe.values())
        where = min(cell for cell, technique in safe.items() if technique is easiest)
        clues = (
            (0, 1, 2, 2)[easiest]
            if easiest <= Technique.DIFFERENCE
            else _joined(view, where, mine=False)
        )
        counts = Counter(safe.values())
        return Rating(view.grid, counts, easiest, where, clues, 0, 1.0, None, None)
    chances = odds(view)
    if chances.safest is None:
        return Rating(view.grid, Counter(), None, None, 0, 0, 1.0, 1.0, None)
    decision = ChampionAgent().choose(view)
    assert decision is not None
    assert isinstance(decision.reason, WinChance), "nothing is certain here"
    reason = decision.reason
    win = reason.win if reason.exact else None
    return Rating(view.grid, Counter(), None, None, 0, 1, reason.safe, win, None)
