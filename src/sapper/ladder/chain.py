"""The technique *chain*: limits on numbers of mines, derived from two facts at a time.

    limit     the cells of a mask have at least, or at most, a given number of mines
    sources   the one or two limits that a limit follows from. A limit that comes from a clue has no
              sources.

A limit is either a lower or an upper limit, never both, so that arguments need fewer clues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sapper.core.constraints import cells_of
from sapper.core.grid import Cell, Grid
from sapper.ladder.clue import Remaining, overlapping
from sapper.ladder.finding import Fact, Finding, Kind
from sapper.logic import Literal


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """The cells of `mask` contain at least `count` mines, or at most `count` if `most` is true."""

    mask: int
    most: bool
    count: int
    sources: tuple[Limit, ...] = ()
    said: Remaining | None = None
    """the clues that say so, if the limit is not derived"""

    @property
    def settles(self) -> bool:
        return self.count == (0 if self.most else self.mask.bit_count())

    @property
    def mines(self) -> int:
        return 0 if self.most else self.mask

    @property
    def safe(self) -> int:
        return self.mask if self.most else 0

    def findings(self, claim: Literal, mines: int, safe: int, grid: Grid) -> Iterator[Finding]:
        yield self._finding(abs(claim) - 1, mines | safe, grid, {})

    def _finding(self, cell: Cell, known: int, grid: Grid, made: dict[int, Finding]) -> Finding:
        if id(self) in made:
            return made[id(self)]
        clues, parts = [], []
        for place, source in enumerate(self.sources):
            while place and len(source.sources) == 1 and not source.sources[0].mask & self.mask:
                (source,) = source.sources
            if source.sources:
                parts.append(source._finding(cell, known, grid, made))
            elif source.said is not None:
                clues.append(source.said.nearest(cell, grid))
        cells, count = tuple(cells_of(self.mask)), self.count
        least, most = (0, min(count, len(cells))) if self.most else (count, len(cells))
        needs = frozenset(c for clue in clues for c in cells_of(clue.mask & known))
        named = tuple(dict.fromkeys(clue.cell for clue in clues))
        finding = Finding(Kind.LIMIT, Fact(cells, least, most), named, needs, tuple(parts))
        made[id(self)] = finding
        return finding


Bounds: TypeAlias = tuple[Limit, Limit]


def chain(left: Sequence[Remaining], certain: int, grid: Grid) -> list[Limit]:
    bounds: dict[int, Bounds] = {
        one.mask: (
            Limit(one.mask, False, one.mines, said=one),
            Limit(one.mask, True, one.mines, said=one),
        )
        for one in left
    }
    whole = list(bounds)
    for a, b in overlapping(whole):
        for mask in (a & b, a & ~b, b & ~a):
            if mask and mask not in bounds:
                bounds[mask] = Limit(mask, False, 0), Limit(mask, True, mask.bit_count())
    pairs = overlapping(list(bounds))
    settling: list[Limit] = []
    news = True
    while news and not settling:
        news = False
        for a, b in pairs:
            shared = a & b
            least, most = _shared(bounds, a, b)
            limits = [least, most]
            for whole_mask in (a, b):
                if rest := whole_mask & ~shared:
                    low, high = bounds[whole_mask]
                    limits.append(_less(rest, low, most))
                    limits.append(_less(rest, high, least))
            for limit in limits:
                if limit.sources and limit.settles:
                    settling.append(limit)
                    continue
                kept = bounds.get(limit.mask)
                if kept is None:
                    continue
                old = kept[limit.most]
                if limit.count < old.count if limit.most else limit.count > old.count:
                    bounds[limit.mask] = (kept[0], limit) if limit.most else (limit, kept[1])
                    news = True
    return settling


def _shared(bounds: dict[int, Bounds], a: int, b: int) -> Bounds:
    shared = a & b
    least, most = bounds.get(shared) or (
        Limit(shared, False, 0),
        Limit(shared, True, shared.bit_count()),
    )
    for mask in (a, b):
        if mask == shared:
            continue
        low, high = bounds[mask]
        at_least = low.count - (mask & ~shared).bit_count()
        if at_least > least.count:
            least = Limit(shared, False, at_least, (low,))
        if high.count < most.count:
            most = Limit(shared, True, high.count, (high,))
    return least, most


def _less(rest: int, whole: Limit, shared: Limit) -> Limit:
    return Limit(rest, whole.most, whole.count - shared.count, (whole, shared))
