"""Reads the level in the first line of a position or board, without using other Sapper code.

    WxHxM/RULE     1 to 1000 cells per side, and as many mines as the rule allows
    any            no promise
    safe           the first cell is not a mine (the default)
    open           neither the first cell nor its neighbours are mines
    given(k)       k safe cells are given
    given          round(sqrt(number of cells)) safe cells are given
    given*F        F times as many safe cells are given (rounded, and never more than there are)
    given(all)     all safe cells are given
    given(zero)    the first 0 in reading order is given

>>> level = read_level("9x9x10/given*12")
>>> level.mines, level.rule, level.given
(10, 'given(k)', 71)
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TypeAlias

_SIDE = 1000

Place: TypeAlias = tuple[int, int]
"""row and column, from 0"""


class RejectedError(Exception):
    """Raised if a certificate is rejected. The message says why."""


@dataclass(frozen=True, slots=True)
class ClaimLevel:
    width: int
    height: int
    mines: int
    rule: str
    """any, safe, open, given(k), given(all) or given(zero)"""
    given: int
    """how many cells are given"""

    def place(self, name: str) -> Place:
        match = re.fullmatch(r"([A-Z]{1,3})([1-9]\d{0,3})", name, re.ASCII)
        if match is None:
            raise RejectedError(f"{name!r} is not a cell")
        column = 0
        for letter in match[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        if int(match[2]) > self.height or column > self.width:
            raise RejectedError(f"cell {name} is off the board")
        return int(match[2]) - 1, column - 1

    def name(self, place: Place) -> str:
        letters, column = "", place[1] + 1
        while column > 0:
            column, letter = divmod(column - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{place[0] + 1}"

    def around(self, place: Place) -> list[Place]:
        row, column = place
        return [
            (r, c)
            for r in range(max(row - 1, 0), min(row + 2, self.height))
            for c in range(max(column - 1, 0), min(column + 2, self.width))
            if (r, c) != place
        ]


def read_level(text: str) -> ClaimLevel:
    match = re.fullmatch(r"(\d{1,9})x(\d{1,9})x(\d{1,9})(?:/(\S+))?", text, re.ASCII)
    if match is None:
        raise RejectedError(f"{text[:40]!r} is not a level")
    width, height, mines = (int(word) for word in match.groups()[:3])
    rule, given = match[4] or "safe", 0
    if not (1 <= width <= _SIDE and 1 <= height <= _SIDE):
        raise RejectedError(
            f"level {text[:40]} is not possible: a side must have 1 to {_SIDE} cells"
        )
    room = width * height
    if rule == "safe":
        room -= 1
    elif rule in ("open", "given(zero)"):
        room -= min(width, 2) * min(height, 2)
    if rule not in ("any", "safe", "open"):
        given = _given(rule, width * height, room - mines)
        rule = rule if rule in ("given(all)", "given(zero)") else "given(k)"
    if mines > room:
        raise RejectedError(f"level {text[:40]} is not possible: it can have at most {room} mines")
    return ClaimLevel(width, height, mines, rule, given)


def _given(rule: str, cells: int, safe: int) -> int:
    match = re.fullmatch(
        r"given(?:\((?:(\d{1,7})|(all)|(zero))\)|\*(\d{1,4}(?:\.\d{1,20})?))?", rule, re.ASCII
    )
    if match is None:
        raise RejectedError(f"{rule[:40]!r} is not a start rule")
    count, everything, zero, factor = match.groups()
    if everything:
        return safe
    if zero:
        return 1
    if count:
        if int(count) > safe:
            raise RejectedError(f"{rule} is impossible here: the number of safe cells is {safe}")
        return int(count)
    times = float(factor or 1)
    if not 0.001 <= times <= 1000:
        raise RejectedError(f"{rule} is out of range: the factor must be 0.001 to 1000")
    root = math.isqrt(cells)
    # Round up if `cells` is above (root + 1/2)^2, which is root^2 + root + 1/4.
    root += cells > root * root + root
    return min(round(times * root), safe)
