"""The level in line one of a position or a board, read by code of the verifier's own.

    WxHxM/RULE     1 to 1000 cells a side, and as many mines as the rule leaves room for
    any            nothing is promised
    safe, open     the first cell has no mine, or not even one around it; safe if no rule is written
    given(k)       k safe cells are given; given: as many as round(sqrt(cells)), given*F: F times as
                   many, rounded; given(all): all. Never more than there are

>>> level = read_level("9x9x10/given*12")
>>> level.mines, level.rule, level.given
(10, 'given', 71)
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

_SIDE = 1000


class RejectedError(Exception):
    """Why a certificate is not accepted."""


@dataclass(frozen=True, slots=True)
class ClaimLevel:
    """A size, a number of mines, a rule, and how many safe cells it gives."""

    width: int
    height: int
    mines: int
    rule: str
    given: int


def read_level(text: str) -> ClaimLevel:
    """A level that Sapper has; else a RejectedError."""
    match = re.fullmatch(r"(\d{1,9})x(\d{1,9})x(\d{1,9})(?:/(\S+))?", text, re.ASCII)
    if match is None:
        raise RejectedError(f"{text[:40]!r} is not a level")
    width, height, mines = (int(word) for word in match.groups()[:3])
    rule, given = match[4] or "safe", 0
    if not (1 <= width <= _SIDE and 1 <= height <= _SIDE):
        raise RejectedError(f"level {text[:40]} does not exist: a side has 1 to {_SIDE} cells")
    room = width * height
    if rule == "safe":
        room -= 1
    elif rule == "open":
        room -= min(width, 2) * min(height, 2)
    elif rule != "any":
        rule, given = "given", _given(rule, width * height, room - mines)
    if mines > room:
        raise RejectedError(f"level {text[:40]} does not exist: at most {room} mines fit")
    return ClaimLevel(width, height, mines, rule, given)


def _given(rule: str, cells: int, safe: int) -> int:
    """How many of the safe cells a rule `given` gives."""
    match = re.fullmatch(
        r"given(?:\((?:(\d{1,7})|(all))\)|\*(\d{1,4}(?:\.\d{1,20})?))?", rule, re.ASCII
    )
    if match is None:
        raise RejectedError(f"{rule[:40]!r} is not a start rule")
    count, everything, factor = match.groups()
    if everything:
        return safe
    if count:
        if int(count) > safe:
            raise RejectedError(f"{rule} does not exist here: there are {safe} safe cells")
        return int(count)
    times = float(factor or 1)
    if not 0.001 <= times <= 1000:
        raise RejectedError(f"{rule} does not exist: the factor is 0.001 to 1000")
    root = math.isqrt(cells)
    # (root + 1/2)^2 is root^2 + root + 1/4: above it, the next number is nearer.
    root += cells > root * root + root
    return min(round(times * root), safe)
