"""The technique *combination*: clues are added and subtracted, and the sum settles a cell.

    equation    the cells of a mask have a given number of mines
    weight      how many times an equation is added (or subtracted, if negative)

>>> equations = [(0b011, 1), (0b110, 1), (0b111, 2)]  # x+y = 1, y+z = 1, x+y+z = 2
>>> proving_weights([(m << 1, n) for m, n in equations], -2)  # y is safe
(-1, -1, 1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from sapper.core.constraints import cells_of
from sapper.core.grid import Cell, Grid
from sapper.ladder.case_split import settled_by_clues
from sapper.ladder.clue import Remaining, distance
from sapper.ladder.finding import Finding, Kind, mines_fact, safe_fact
from sapper.ladder.linear import boxes_of, contradiction
from sapper.logic import Literal

Terms: TypeAlias = list[tuple[Remaining, int]]


class WeightedSum(NamedTuple):
    mines: int
    safe: int
    terms: Terms

    def findings(self, claim: Literal, mines: int, safe: int, grid: Grid) -> Iterator[Finding]:
        cell = abs(claim) - 1
        nearest = {one.mask: one.nearest(cell, grid) for one, _ in self.terms}
        far = {mask: distance(clue.cell, cell, grid) for mask, clue in nearest.items()}
        terms = self.terms
        for one, _ in sorted(terms, key=lambda term: -far[term[0].mask]):
            others = [other for other, _ in terms if other is not one]
            terms = _proving(others, claim) or terms
        right = sum(weight * one.mines for one, weight in terms)
        sign = 1 if (right or sum(_weights_of_cells(terms).values())) >= 0 else -1
        weight_of = {nearest[one.mask]: sign * weight for one, weight in terms}
        clues = sorted(
            weight_of, key=lambda c: (weight_of[c] < 0, distance(c.cell, cell, grid), c.cell)
        )
        laid, clear = _settled_by_sum(terms)
        facts = [mines_fact(laid)] * (laid > 0) + [safe_fact(clear)] * (clear > 0)
        fact, *also = facts if claim > 0 else facts[::-1]
        # The argument must cite the known cells that do not cancel out.
        total: dict[Cell, int] = {}
        for clue in clues:
            for near in cells_of(clue.mask & (mines | safe)):
                total[near] = total.get(near, 0) + weight_of[clue]
        yield Finding(
            Kind.COMBINATION,
            fact,
            tuple(clue.cell for clue in clues),
            frozenset(near for near, weight in total.items() if weight),
            also=also[0] if also else None,
            weights=tuple(weight_of[clue] for clue in clues),
        )


def combination(left: Sequence[Remaining], certain: int, grid: Grid) -> list[WeightedSum]:
    uses = []
    for claim, _ in settled_by_clues(left, certain):
        terms = _near_sum(left, claim, grid)
        if terms is not None:
            bit = 1 << abs(claim)
            uses.append(WeightedSum(bit * (claim > 0), bit * (claim < 0), terms))
    return uses


def _near_sum(left: Sequence[Remaining], claim: Literal, grid: Grid) -> Terms | None:
    """Nearby clues are tried first, because small linear programs are much faster."""
    cell = abs(claim) - 1
    reached, tried = 1 << abs(claim), 0
    while True:
        ring = [one for one in left if one.mask & reached]
        if len(ring) == tried:
            return None
        tried = len(ring)
        ring.sort(
            key=lambda one: max((distance(c.cell, cell, grid), c.cell) for c in one.clues),
            reverse=True,
        )
        if (terms := _proving(ring, claim)) is not None:
            return terms
        for one in ring:
            reached |= one.mask


def _proving(left: Sequence[Remaining], claim: Literal) -> Terms | None:
    weights = proving_weights([(one.mask, one.mines) for one in left], claim)
    if weights is None:
        return None
    return [(one, weight) for one, weight in zip(left, weights, strict=True) if weight]


def proving_weights(equations: Sequence[tuple[int, int]], claim: Literal) -> tuple[int, ...] | None:
    goal = 1 << abs(claim)
    if not any(mask & goal for mask, _ in equations):
        return None
    left = [(mask & ~goal, mines - (claim < 0 and mask & goal > 0)) for mask, mines in equations]
    return contradiction(boxes_of(mask for mask, _ in left), [mines for _, mines in left])


def _weights_of_cells(terms: Terms) -> dict[Cell, int]:
    total: dict[Cell, int] = {}
    for one, weight in terms:
        for cell in cells_of(one.mask):
            total[cell] = total.get(cell, 0) + weight
    return total


def _settled_by_sum(terms: Terms) -> tuple[int, int]:
    total = _weights_of_cells(terms)
    right = sum(weight * one.mines for one, weight in terms)
    most = sum(weight for weight in total.values() if weight > 0)
    least = sum(weight for weight in total.values() if weight < 0)
    laid = clear = 0
    for cell, weight in total.items():
        if weight > 0:
            laid |= (most - weight < right) * (2 << cell)
            clear |= (least + weight > right) * (2 << cell)
        elif weight < 0:
            laid |= (least - weight > right) * (2 << cell)
            clear |= (most + weight < right) * (2 << cell)
    return laid, clear
