"""What each rung of the ladder settles, round by round (techniques.py defines the rungs).

    mask       cells as the bits of an int, 2 << cell, as in constraints.py
    round      one rule, used wherever it helps; what it settles is known from the next round on
    use        one use of a rule: the cells that it settles, and the clues that it used

A rung's closure uses the easiest rule that settles anything, round after round, until the hardest
rule of the rung settles nothing more. A round depends on earlier rounds alone and keeps all uses of
its rule, so whatever it settles can be traced back: an argument is assembled from them.

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
"""one use of a rule: the mines and the safe cells that it settles, and what it used"""

# What is left of the clues, the cells that may be certain at all, and the board's grid -> all uses
# of the rule. Only the last two rules need more than the clues: they would search long for nothing.
RULES: dict[Technique, Callable[[Sequence[Remaining], int, Grid], Sequence[Use]]] = {
    Technique.SUBSET: subset,
    Technique.DIFFERENCE: difference,
    Technique.CHAIN: chain,
    Technique.COMBINATION: combination,
    Technique.CASE_SPLIT: case_split,
}


@dataclass(frozen=True, slots=True)
class Round:
    """The rule of a round and all its uses, the rung under way, and what is known after it."""

    rule: Technique
    rung: Technique
    mines: int
    safe: int
    uses: Sequence[Use] = ()


class Closure:
    """The rounds up to where they were asked for; mutable: it climbs as it is asked."""

    def __init__(self, view: View, certain: int, near: Cell | None = None) -> None:
        """`certain` are the cells that are certain at all, as the odds have them.

        On a large board only clues around the cell `near` count.
        """
        self.view = view
        self.rounds = [Round(Technique.GIVEN, Technique.GIVEN, 0, 0)]
        self._certain = certain
        self._rung = Technique.SINGLE_CLUE
        self._active: Sequence[Clue] = list(clues_of(view, near))

    def rung_of(self, cell: Cell) -> Technique | None:
        """The lowest rung that settles a cell, or None if the clues alone do not.

        From the second rung on, only clues that hang together with the cell's are looked at.
        """
        goal = 2 << cell
        while not (self.rounds[-1].mines | self.rounds[-1].safe) & goal:
            if not self.next_round(goal):
                return None
        return self.rounds[self.round_of(cell)].rung

    def round_of(self, cell: Cell) -> int:
        """The round that settled a cell, which must be known."""
        goal = 2 << cell
        return next(i for i, one in enumerate(self.rounds) if (one.mines | one.safe) & goal)

    def findings(self, cell: Cell) -> list[Finding]:
        """All ways in which a cell was settled; none of a case split, which has to be searched."""
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
        """One round more; False when no rung up to the top settles anything more.

        With a goal, only clues that hang together with it are looked at beyond single clues.
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
