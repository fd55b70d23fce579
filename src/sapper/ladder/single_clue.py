"""The technique *single clue*: one number shows its remaining cells to be all safe or all mines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sapper.core.constraints import cells_of
from sapper.core.grid import Grid
from sapper.ladder.clue import Clue
from sapper.ladder.finding import Finding, Kind, mines_fact, safe_fact
from sapper.logic import Literal


class SingleClues(NamedTuple):
    mines: int
    safe: int
    clues: list[Clue]

    def findings(self, claim: Literal, mines: int, safe: int, grid: Grid) -> Iterator[Finding]:
        goal = 1 << abs(claim)
        for cell, mask, _ in self.clues:
            if not mask & goal:
                continue
            if claim < 0:
                used = mask & mines
                fact = safe_fact(mask & ~(mines | safe) if used else mask)
            else:
                used = mask & safe
                fact = mines_fact(mask & ~safe)
            kind = Kind.REST if used else Kind.CLUE
            yield Finding(kind, fact, (cell,), frozenset(cells_of(used)))


def single_clue(clues: Iterable[Clue], mines: int, safe: int) -> list[SingleClues]:
    laid = clear = 0
    uses = []
    unknown = ~(mines | safe)
    for clue in clues:
        _, mask, number = clue
        missing = number - (mask & mines).bit_count()
        left = mask & unknown
        if missing == 0:
            clear |= left
        elif missing == left.bit_count():
            laid |= left
        else:
            continue
        uses.append(clue)
    return [SingleClues(laid, clear, uses)] if uses else []
