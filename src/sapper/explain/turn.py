"""A turn: the events in a knowledge base (KB) between two decisions of an agent.

    source    where clauses came from in this turn: a clue, the mine count or the board
    part      consecutive events of one kind: a source's clauses, matching, or unit propagation
    fate      what happened to a clause: it entered the KB, became a fact, or was skipped

`commentary.py` makes a turn from the events in a knowledge base.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sapper.core.grid import Cell, Grid
from sapper.core.view import View
from sapper.logic import Clause
from sapper.logic.trace import Matched, Removed
from sapper.reason.reasons import MINE_COUNT


@dataclass(frozen=True, slots=True)
class Fate:
    clause: Clause
    """the clause as it was before facts shortened it"""
    kind: str
    result: Clause
    """the clause after facts shortened it"""
    id: int | None = None
    """the id of the clause, unless it was skipped"""
    by: int | None = None
    """the id of the clause or fact that made the skipped clause unnecessary"""
    facts: tuple[int, ...] = ()
    """the ids of the facts that shortened the clause"""
    was: int | None = None
    """the id of the clause before it was shortened, or None"""


@dataclass(slots=True)
class TurnPart:
    """Events that follow each other: the clauses of one source, matching, or propagation."""

    kind: Literal["source", "matching", "propagation"]
    origin: Hashable = None
    """the source"""
    fates: list[Fate] = field(default_factory=list)
    """the fates of the source's clauses, or of the clauses that new facts shortened"""
    matched: list[tuple[Matched, Fate]] = field(default_factory=list)
    """the pairs that have a resolvent, and the resolvent's fate"""
    nothing: Counter[str] = field(default_factory=Counter)
    """the number of pairs without a resolvent, for each reason"""
    removed: list[Removed] = field(default_factory=list)
    rounds: int = 0
    opened: frozenset[Cell] = frozenset()
    """the cells that the agent knew to be open when it read the source"""

    def hidden(self, grid: Grid) -> list[Cell]:
        """The neighbours of a clue that were hidden for the agent."""
        assert isinstance(self.origin, int)
        return [near for near in grid.neighbours(self.origin) if near not in self.opened]

    def count(self, view: View) -> tuple[int, int, list[Fate]]:
        """The cells and the mines that a source counts, and the fates of its clauses."""
        origin, fates = self.origin, self.fates
        if origin == MINE_COUNT:
            m = len({abs(x) for fate in fates for x in fate.result})
            n = m if fates[0].result.pos and len(fates[0].result) == 1 else _mines_left(fates)
            # Show only the shortened clauses, because the original ones contain every known mine.
            return m, n, [Fate(f.result, f.kind, f.result, f.id, f.by) for f in fates]
        if isinstance(origin, int):
            return len(self.hidden(view.grid)), view[origin], fates
        return 0, 0, fates


@dataclass(slots=True)
class Turn:
    parts: list[TurnPart] = field(default_factory=list)
    """in the order in which the agent worked"""
    settled: list[int] = field(default_factory=list)
    opened: set[Cell] = field(default_factory=set)
    """the cells that the agent knows to be open: all turns of a game share this set"""

    def part(
        self, kind: Literal["source", "matching", "propagation"], origin: Hashable
    ) -> TurnPart:
        """The last part, or a new one if the last part is another."""
        last = self.parts[-1] if self.parts else None
        if last is None or (last.kind, last.origin) != (kind, origin):
            is_clue = isinstance(origin, int)
            opened = frozenset(self.opened) if is_clue else frozenset[Cell]()
            self.parts.append(TurnPart(kind, origin, opened=opened))
        return self.parts[-1]

    def of(self, kind: str) -> list[TurnPart]:
        return [part for part in self.parts if part.kind == kind]


def _mines_left(fates: Sequence[Fate]) -> int:
    """The number of mines left: n, if a clause says that at least one of n + 1 cells is safe."""
    return next(len(fate.result) for fate in fates if fate.result.neg) - 1


def cells_in(fates: Iterable[Fate]) -> list[Cell]:
    return [abs(fate.clause.literals[0]) - 1 for fate in fates]
