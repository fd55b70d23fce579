"""The cells that each technique settles, round by round (techniques.py has the definitions).

    mask       a set of cells as an int, in which `cell` is the bit 2 << cell
    round      all uses of one rule in a position; the settled cells are known in the next round
    use        one use of a rule: the cells it settles and the clues it uses
    rung       the hardest technique that was needed so far

Each round uses the easiest rule that settles a cell. A round depends only on earlier rounds. Each
round stores all uses of its rule, so that `sapper.explain` can find out how a cell was settled.

>>> from sapper.core.constraints import mask_of
>>> from sapper.core.view import View
>>> view = View.parse('''
... 4x3x2
... ....
... 1221
... 0000
... ''')
>>> closure = Closure(view, certain=mask_of(range(4)))
>>> str(closure.rung_of(0)), [str(round.rule) for round in closure.rounds]
('subset', ['given', 'subset', 'single clue'])
>>> [finding.clues for finding in closure.findings(2)]
[(4, 5)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sapper.core.grid import Cell, Grid
from sapper.core.view import View
from sapper.ladder.case_split import CaseSplit, case_split
from sapper.ladder.chain import Limit, chain
from sapper.ladder.clue import Clue, Remaining, clues_of, hanging_together, remaining
from sapper.ladder.combination import WeightedSum, combination
from sapper.ladder.finding import Finding
from sapper.ladder.single_clue import SingleClues, single_clue
from sapper.ladder.techniques import Technique
from sapper.ladder.two_clues import TwoClues, difference, subset

Use: TypeAlias = SingleClues | TwoClues | Limit | WeightedSum | CaseSplit

# The last two rules search slowly, so they skip cells that are not provable.
RULES: dict[Technique, Callable[[Sequence[Remaining], int, Grid], Sequence[Use]]] = {
    Technique.SUBSET: subset,
    Technique.DIFFERENCE: difference,
    Technique.CHAIN: chain,
    Technique.COMBINATION: combination,
    Technique.CASE_SPLIT: case_split,
}


@dataclass(frozen=True, slots=True)
class Round:
    """`mines` and `safe` contain all cells known after the round."""

    rule: Technique
    rung: Technique
    mines: int
    safe: int
    uses: Sequence[Use] = ()


class Closure:
    """Settles the cells of a view in rounds. On a large board, uses only clues near `near`."""

    def __init__(self, view: View, certain: int, near: Cell | None = None) -> None:
        self.view = view
        self.rounds = [Round(Technique.GIVEN, Technique.GIVEN, 0, 0)]
        self._certain = certain
        self._rung = Technique.SINGLE_CLUE
        self._active: Sequence[Clue] = list(clues_of(view, near))

    def rung_of(self, cell: Cell) -> Technique | None:
        goal = 2 << cell
        while not (self.rounds[-1].mines | self.rounds[-1].safe) & goal:
            if not self.next_round(goal):
                return None
        return self.rounds[self.round_of(cell)].rung

    def round_of(self, cell: Cell) -> int:
        goal = 2 << cell
        return next(i for i, one in enumerate(self.rounds) if (one.mines | one.safe) & goal)

    def findings(self, cell: Cell) -> list[Finding]:
        """All ways in which a cell was settled, except case splits, which need a search."""
        number = self.round_of(cell)
        now, before = self.rounds[number], self.rounds[number - 1]
        goal = 2 << cell
        claim = cell + 1 if now.mines & goal else -cell - 1
        return [
            finding
            for use in now.uses
            if (use.mines | use.safe) & goal and not isinstance(use, CaseSplit)
            for finding in use.findings(claim, before.mines, before.safe, self.view.grid)
        ]

    def next_round(self, goal: int = 0, top: Technique = Technique.CASE_SPLIT) -> bool:
        """Add a round, or return False if no technique up to `top` settles another cell.

        If `goal` is given, techniques other than single clue use only clues that are linked to it.
        """
        last = self.rounds[-1]
        known = last.mines | last.safe
        self._active = [clue for clue in self._active if clue.mask & ~known]
        uses: Sequence[Use] = single_clue(self._active, last.mines, last.safe)
        if uses:
            self._add(Technique.SINGLE_CLUE, uses)
            return True
        may_be_certain = self._certain & ~known
        if top is Technique.SINGLE_CLUE or not may_be_certain:
            return False
        left = remaining(self._active, last.mines, last.safe)
        if goal:
            left = hanging_together(left, goal)
        for technique, rule in RULES.items():
            if technique > top:
                break
            if uses := rule(left, may_be_certain, self.view.grid):
                self._rung = max(self._rung, technique)
                self._add(technique, uses)
                return True
        return False

    def _add(self, rule: Technique, uses: Sequence[Use]) -> None:
        mines, safe = self.rounds[-1].mines, self.rounds[-1].safe
        for use in uses:
            mines |= use.mines
            safe |= use.safe
        self.rounds.append(Round(rule, self._rung, mines, safe, uses))
