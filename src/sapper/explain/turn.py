"""A turn: all that happened in a knowledge base between two decisions.

source    a clue, the mine count or the board, and the clauses that it gave in this turn
fate      what became of one clause: it entered KB, is a fact, or was skipped (and why)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.logic import Clause
from sapper.logic.trace import Matched, Removed
from sapper.reason.reasons import MINE_COUNT


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a clause: `kind` is kept, fact, or why it was skipped."""

    clause: Clause
    """as it was given or derived"""
    kind: str
    result: Clause
    """what facts left of it"""
    id: int | None = None
    """its id, if it was kept or is a fact"""
    by: int | None = None
    """if it was skipped, the clause or the fact that made it needless"""
    facts: tuple[int, ...] = ()
    """the facts that shortened it"""
    was: int | None = None
    """its id in KB before they did, if it had one"""


@dataclass(slots=True)
class Turn:
    """All that happened between two decisions; mutable: it grows by events."""

    sources: dict[Hashable, list[Fate]] = field(default_factory=dict)
    propagated: list[Fate] = field(default_factory=list)
    """what became of the clauses of KB that facts shortened"""
    matched: list[tuple[Matched, Fate]] = field(default_factory=list)
    """the pairs that gave a clause"""
    nothing: Counter[str] = field(default_factory=Counter)
    """the other pairs, by why nothing came of them"""
    removed: list[Removed] = field(default_factory=list)
    rounds: int = 0
    settled: list[int] = field(default_factory=list)
    """the ids of new facts"""

    def count(self, origin: Hashable, view: View) -> tuple[int, int, list[Fate]]:
        """Among how many cells a source has how many mines, and the fates of its clauses."""
        fates = self.sources[origin]
        if origin == MINE_COUNT:
            m = len({abs(x) for fate in fates for x in fate.result})
            n = m if fates[0].result.pos and len(fates[0].result) == 1 else _mines_left(fates)
            # Before the facts shortened them, these clauses held every known mine of the board.
            return m, n, [Fate(f.result, f.kind, f.result, f.id, f.by) for f in fates]
        if isinstance(origin, int):
            m = sum(view[near] >= HIDDEN for near in view.grid.neighbours(origin))
            return m, view[origin], fates
        return 0, 0, fates


def _mines_left(fates: Sequence[Fate]) -> int:
    """The mines left: a clause of n + 1 cells says that one of them is safe."""
    return next(len(fate.result) for fate in fates if fate.result.neg) - 1


def cells_in(fates: Iterable[Fate]) -> list[Cell]:
    """The cells of clauses of one literal."""
    return [abs(fate.clause.literals[0]) - 1 for fate in fates]
