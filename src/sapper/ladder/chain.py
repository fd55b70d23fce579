"""The rung *chain*: limits on how many mines some cells have, derived from two facts at a time.

    limit     at least, or at most, so many mines among the cells of a mask
    sources   of a limit: the one or two limits that it follows from; none for what a clue says

techniques.py says which sets of cells are kept. Limits are one-sided, so that each has just the
sources that it needs, and an argument that is read off them says no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sapper.constraints import cells_of


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """At least `count` mines among the cells of the mask, or at most so many if `most`."""

    mask: int
    most: bool
    count: int
    sources: tuple[Limit, ...] = ()

    @property
    def settles(self) -> bool:
        """Whether all its cells are safe, or all are mines."""
        return self.count == (0 if self.most else self.mask.bit_count())


Bounds: TypeAlias = tuple[Limit, Limit]


def settled_by_limits(clues: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The mines and the safe cells that chains settle first: masks of cells."""
    mines = safe = 0
    for limit in settling_limits(clues):
        if limit.most:
            safe |= limit.mask
        else:
            mines |= limit.mask
    return mines, safe


def settling_limits(clues: Sequence[tuple[int, int]]) -> list[Limit]:
    """The limits that settle cells, of the first pass over all pairs of facts that finds any."""
    bounds: dict[int, Bounds] = {
        mask: (Limit(mask, False, mines), Limit(mask, True, mines)) for mask, mines in clues
    }
    whole = list(bounds)
    for a, b in _overlapping(whole):
        for mask in (a & b, a & ~b, b & ~a):
            if mask and mask not in bounds:
                bounds[mask] = Limit(mask, False, 0), Limit(mask, True, mask.bit_count())
    pairs = _overlapping(list(bounds))
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
                    # Its cells are known from the next round on; limits are not built on them.
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


def _overlapping(masks: Sequence[int]) -> list[tuple[int, int]]:
    by_cell: dict[int, list[int]] = {}
    pairs: dict[tuple[int, int], None] = {}
    for mask in masks:
        for cell in cells_of(mask):
            for other in by_cell.setdefault(cell, []):
                pairs[other, mask] = None
            by_cell[cell].append(mask)
    return list(pairs)


def _shared(bounds: dict[int, Bounds], a: int, b: int) -> Bounds:
    """What two facts say of the cells that they share: each alone, the tighter one."""
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
    """What is left of a limit for the rest of its cells when the shared ones have theirs."""
    count = whole.count - shared.count
    return Limit(rest, whole.most, count, (whole, shared))
