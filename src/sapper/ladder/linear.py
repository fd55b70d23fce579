"""Find equations that can't all hold, by linear programming in whole numbers.

    equation    the cells of a mask have a given number of mines
    weight      how many times an equation is added (or subtracted, if negative)
    box         a set of cells that are in the same equations

If equations can't all hold, some weighted sum of them can't hold either (Farkas' lemma). The
simplex method finds such a sum with the least total weight, in whole numbers (Edmonds 1967).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd


def boxes_of(masks: Iterable[int]) -> dict[tuple[int, ...], int]:
    """Map each box to its number of cells. A box is given by the indexes of its equations."""
    masks = list(masks)
    boxes: dict[tuple[int, ...], int] = {}
    rest = 0
    for mask in masks:
        rest |= mask
    while rest:
        bit = rest & -rest
        rest ^= bit
        key = tuple(i for i, mask in enumerate(masks) if mask & bit)
        boxes[key] = boxes.get(key, 0) + 1
    return boxes


def contradiction(
    boxes: dict[tuple[int, ...], int], mines: Sequence[int]
) -> tuple[int, ...] | None:
    """Weights for which the weighted sum of the equations can't hold, or None if there are none."""
    # A sum can't hold if its right side exceeds the sum of its positive coefficients.
    count = len(mines)
    rows: list[list[int]] = []
    # For each box with coefficient c, there is a variable p >= c, p >= 0. Minimise the weights
    # |w| = u + v, where w = u - v.
    for place, key in enumerate(boxes):
        row = [0] * (2 * count + len(boxes))
        for i in key:
            row[i], row[count + i] = 1, -1
        row[2 * count + place] = -1
        rows.append(row)
    last = [-number for number in mines] + list(mines) + list(boxes.values())
    right = [0] * len(rows) + [-1]
    cost = [1] * (2 * count) + [0] * len(boxes)
    solution = _least([*rows, last], right, cost)
    if solution is None:
        return None
    weights = [solution[i] - solution[count + i] for i in range(count)]
    divisor = gcd(*weights)
    return tuple(weight // divisor for weight in weights)


def _least(rows: list[list[int]], right: list[int], cost: list[int]) -> list[int] | None:
    """Minimise the cost of x subject to x >= 0 and rows * x <= right.

    Return a multiple of x in whole numbers, or None if there is no solution. This is the dual
    simplex method with Bland's rule, which prevents cycles. All entries share the denominator
    `scale`.
    """
    height, width = len(rows), len(rows[0])
    table = [
        [*row, *(int(i == j) for j in range(height)), bound]
        for i, (row, bound) in enumerate(zip(rows, right, strict=True))
    ]
    costs = [*cost, *([0] * height), 0]
    basis = list(range(width, width + height))
    scale = 1
    while True:
        leaving = [(basis[i], i) for i in range(height) if table[i][-1] < 0]
        if not leaving:
            break
        row_out = min(leaving)[1]
        pivot_row = table[row_out]
        entering = -1
        for j in range(width + height):
            if pivot_row[j] < 0 and (
                entering < 0 or costs[j] * -pivot_row[entering] < costs[entering] * -pivot_row[j]
            ):
                entering = j
        if entering < 0:
            return None
        pivot = pivot_row[entering]
        # Change the sign of the row, because its pivot is negative and the scale must be positive.
        pivot_row = table[row_out] = [-x for x in pivot_row]
        pivot = -pivot
        for i in range(height):
            factor = table[i][entering]
            if i != row_out and (factor or pivot != scale):
                table[i] = [
                    (x * pivot - factor * y) // scale
                    for x, y in zip(table[i], pivot_row, strict=True)
                ]
        factor = costs[entering]
        costs = [(x * pivot - factor * y) // scale for x, y in zip(costs, pivot_row, strict=True)]
        scale = pivot
        basis[row_out] = entering
    solution = [0] * width
    for i, variable in enumerate(basis):
        if variable < width:
            solution[variable] = table[i][-1]
    return solution
