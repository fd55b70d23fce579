"""Exact odds computed with Python integers, for positions too large for brute force.

The cells around each group of connected clues are filled one by one. A state lists how many mines
each unfinished clue still needs. For each state, a dictionary maps the number of mines placed so
far to the number of ways to reach that state. Unlike the engine, this oracle uses no boxes, no
elimination order and no floating point.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import comb

from reference import around
from sapper.core.view import View

Lacking = tuple[int, ...]
Ways = dict[int, int]  # mine count -> number of ways
Layer = dict[Lacking, Ways]


def multiply(a: Ways, b: Ways) -> Ways:
    """The product of two generating functions."""
    product: Ways = defaultdict(int)
    for m, x in a.items():
        for n, y in b.items():
            product[m + n] += x * y
    return product


def solve(view: View) -> tuple[int, list[Fraction | None]]:
    """The number of boards, and the odds of each hidden cell. Open cells have None."""
    width, height, mines = view.level.width, view.level.height, view.level.mines
    unknown = {cell for cell, state in enumerate(view.states) if state in (9, 10)}
    clues = []
    for cell, number in enumerate(view.states):
        if number > 8:
            continue
        near = frozenset(around_fast(width, height, cell)) & unknown
        if near:
            clues.append((number, near))
        elif number:
            return 0, []

    groups = [Group(width, height, group) for group in groups_of(clues)]
    rest = unknown - {cell for _, near in clues for cell in near}

    def boards(ways: Ways) -> int:
        return sum(
            n * comb(len(rest), mines - m) for m, n in ways.items() if 0 <= mines - m <= len(rest)
        )

    prefix: list[Ways] = [{0: 1}]
    for group in groups:
        prefix.append(multiply(prefix[-1], group.total))
    suffix: list[Ways] = [{0: 1}]
    for group in reversed(groups):
        suffix.append(multiply(suffix[-1], group.total))
    all_boards = boards(prefix[-1])
    if all_boards == 0:
        return 0, []

    odds: list[Fraction | None] = [None if s <= 8 else Fraction(0) for s in view.states]
    for i, group in enumerate(groups):
        others = multiply(prefix[i], suffix[len(groups) - 1 - i])
        # For each number of mines in this group, the number of ways to fill all other cells.
        weight = {m: boards({m + n: x for n, x in others.items()}) for m in group.total}
        for cell, with_mine in group.boards_with_mine(weight).items():
            odds[cell] = Fraction(with_mine, all_boards)
    mean = sum(
        n * comb(len(rest), mines - m) * (mines - m)
        for m, n in prefix[-1].items()
        if 0 <= mines - m <= len(rest)
    )
    for cell in rest:
        odds[cell] = Fraction(mean, all_boards * len(rest))
    return all_boards, odds


def around_fast(width: int, height: int, cell: int) -> list[int]:
    """The neighbours of a cell. Small boards use the slow definition in reference.py."""
    if width * height <= 600:
        return around(width, height, cell)
    x, y = cell % width, cell // width
    return [
        v * width + u
        for v in range(max(0, y - 1), min(height, y + 2))
        for u in range(max(0, x - 1), min(width, x + 2))
        if (u, v) != (x, y)
    ]


def groups_of(
    clues: list[tuple[int, frozenset[int]]],
) -> list[list[tuple[int, frozenset[int]]]]:
    """Split clues into groups that share no cell with each other."""
    groups: list[tuple[set[int], list[tuple[int, frozenset[int]]]]] = []
    for clue in clues:
        cells, members = set(clue[1]), [clue]
        apart = []
        for group in groups:
            if group[0] & cells:
                cells |= group[0]
                members += group[1]
            else:
                apart.append(group)
        groups = [*apart, (cells, members)]
    return [members for _, members in groups]


class Group:
    """Connected clues.

    `total` maps each number of mines in the group's cells to the number of ways to place them.
    """

    def __init__(self, width: int, height: int, clues: list[tuple[int, frozenset[int]]]) -> None:
        self.clues = clues
        self.cells = sorted(
            {cell for _, near in clues for cell in near},
            key=lambda c: (c % width, c // width) if width > height else (c // width, c % width),
        )
        index = {cell: i for i, cell in enumerate(self.cells)}
        first = [min(index[cell] for cell in near) for _, near in clues]
        self.last = [max(index[cell] for cell in near) for _, near in clues]
        # A state lists only the clues around which some but not all cells are filled.
        self.begun: list[list[int]] = [[] for _ in range(len(self.cells) + 1)]
        self.touched: list[list[int]] = [[] for _ in self.cells]
        for j, (_, near) in enumerate(clues):
            for i in range(first[j] + 1, self.last[j] + 1):
                self.begun[i].append(j)
            for cell in near:
                self.touched[index[cell]].append(j)
        self.layers: list[Layer] = [{(): {0: 1}}]
        for i in range(len(self.cells)):
            layer: Layer = {}
            for lacking, ways in self.layers[-1].items():
                for is_mine, after in self.steps(lacking, i):
                    into = layer.setdefault(after, defaultdict(int))
                    for m, n in ways.items():
                        into[m + is_mine] += n
            self.layers.append(layer)
        self.total: Ways = self.layers[-1].get((), {})

    def steps(self, lacking: Lacking, i: int) -> Iterator[tuple[int, Lacking]]:
        """Try cell i without and with a mine.

        For each option that violates no clue, yields the number of mines added and the next state.
        """
        for is_mine in (0, 1):
            after = dict(zip(self.begun[i], lacking, strict=True))
            for j in self.touched[i]:
                after[j] = after.get(j, self.clues[j][0]) - is_mine
            if min(after.values()) >= 0 and not any(after[j] for j in after if self.last[j] == i):
                yield is_mine, tuple(after[j] for j in self.begun[i + 1])

    def boards_with_mine(self, weight: Ways) -> dict[int, int]:
        """For each cell, the number of boards that have a mine there.

        `weight` maps each number of mines in the group to the number of ways to fill the rest of
        the board.
        """
        found: dict[int, int] = {}
        ahead: Layer = {(): weight}
        for i in reversed(range(len(self.cells))):
            behind: Layer = {}
            found[self.cells[i]] = 0
            for lacking, ways in self.layers[i].items():
                into = behind.setdefault(lacking, defaultdict(int))
                for is_mine, after in self.steps(lacking, i):
                    boards = ahead.get(after, {})
                    for m, n in ways.items():
                        more = boards.get(m + is_mine, 0)
                        into[m] += more
                        found[self.cells[i]] += n * more * is_mine
            ahead = behind
        return found
