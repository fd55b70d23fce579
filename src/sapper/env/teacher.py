"""Teacher: everything that can be worked out about a position, as arrays.

    odds         the chance of a mine in each cell; 0 for open cells
    provable     1 for provably safe cells, -1 for provable mines, 0 for all others
    technique    the number of the easiest technique that settles each cell
                 (sapper.ladder.techniques), or -1
    value        the chance of winning; also `value_exact`, which says whether it is exact, and
                 `best`, the best cell to open, or -1 after a win

>>> view = View.parse('''
... 4x3x2
... ....
... 1221
... 0000
... ''')
>>> lesson(view, ("odds", "provable"))["provable"][0].tolist()
[1, -1, -1, 1]
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from sapper.core.level import StartRule
from sapper.core.view import View
from sapper.errors import SapperError, shown
from sapper.ladder.rungs import settled_cells
from sapper.reason.odds import odds
from sapper.reason.value import value

PARTS = ("odds", "provable", "technique", "value")


def check_parts(parts: str | Collection[str]) -> tuple[str, ...]:
    parts = (parts,) if isinstance(parts, str) else parts
    if not isinstance(parts, Collection):
        raise SapperError("teacher can't be {parts}: use a list of parts", parts=shown(parts))
    parts = tuple(parts)
    for part in parts:
        if part not in PARTS:
            raise SapperError(
                "the teacher has no part {part}: use {parts}",
                part=shown(part),
                parts=", ".join(PARTS),
            )
    return parts


def lesson(view: View, parts: Collection[str], budget: float = 0.1) -> dict[str, Any]:
    view = view.with_promises()
    shape = view.level.height, view.level.width
    found: dict[str, Any] = {}
    if "odds" in parts or "provable" in parts:
        chances = odds(view)
    if "odds" in parts:
        found["odds"] = np.nan_to_num(chances.array)
    if "provable" in parts:
        provable = np.zeros(view.level.size, np.int8)
        provable[list(chances.safe)] = 1
        provable[list(chances.mines)] = -1
        found["provable"] = provable.reshape(shape)
    if "technique" in parts:
        technique = np.full(view.level.size, -1, np.int8)
        for cell, settled in settled_cells(view).items():
            technique[cell] = settled.technique
        found["technique"] = technique.reshape(shape)
    if "value" in parts:
        # The cells that the start rule makes safe are already marked as given, so rule `any` allows
        # the same boards as the real rule.
        worth = value(View(replace(view.level, start=StartRule("any")), view.states), budget)
        found["value"], found["value_exact"] = worth.win, worth.exact
        found["best"] = worth.moves[0].cell if worth.moves else -1
    return found
