"""Deals boards that need no guess for games on the server.

A board is dealt around the first cell that the player opens, if dealing is quick: 19 of 20 boards
take less than QUICK seconds, wherever the first cell is. Otherwise the board is dealt when the game
starts, and the player must open its given cell first.
"""

from __future__ import annotations

import json
import secrets

from sapper.core.board import SEEDS
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.ladder.dealer import DealLimitError, Wanted, deal_wanted, ways
from sapper.ladder.techniques import Technique

QUICK = 0.1
SAMPLE = 5
"""the number of boards that are dealt to measure the time"""


def wanted_text(wanted: Wanted) -> str:
    """What a board must be like, as text for the database: JSON of some fields of `Wanted`.

    >>> wanted_text(Wanted(no_guess=True, at_most=Technique.SUBSET))
    '{"technique": null, "at_most": "subset", "repair": false}'
    """
    names = {"technique": wanted.technique, "at_most": wanted.at_most}
    fields = {key: None if one is None else str(one) for key, one in names.items()}
    return json.dumps({**fields, "repair": wanted.repair})


def wanted_of(text: str) -> Wanted:
    """The inverse of `wanted_text`."""
    fields = json.loads(text)
    technique, at_most = (
        None if fields[name] is None else Technique.parse(fields[name])
        for name in ("technique", "at_most")
    )
    return Wanted(no_guess=True, technique=technique, at_most=at_most, repair=fields["repair"])


def new_seed() -> int:
    return secrets.randbelow(SEEDS)


def quick_way(level: Level, wanted: Wanted) -> Wanted | None:
    """How to deal such boards quickly: uniformly if possible, or with repair, or None."""
    if level.first is None:
        return None
    corner, middle = 0, level.height // 2 * level.width + level.width // 2
    cells = [cell for cell in {corner, level.first, middle} if level.fits(cell)]
    for way in ways(wanted):
        if all(_is_quick(level, way, cell) for cell in cells):
            return way
    return None


def _is_quick(level: Level, wanted: Wanted, first: Cell) -> bool:
    # The time for a board is roughly exponential, so 95% of boards take less than 3 mean times.
    limit = SAMPLE * QUICK / 3
    try:
        deal_wanted(level, new_seed(), SAMPLE, wanted, first, limit=limit, threads=1)
    except DealLimitError:
        return False
    return True
