"""The names of players. A name is optional and tied to the player's cookie.

Other players see a name only if the player has chosen to show it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Boolean, Column, String, Table, delete, insert, select

from sapper.web.problems import RefusedError
from sapper.web.schema import metadata
from sapper.web.store import Store

LONGEST = 24

table = Table(
    "names",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("name", String(LONGEST), nullable=False),
    Column("shown", Boolean, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Name:
    name: str | None = None
    shown: bool = False


def checked(text: str) -> str:
    """Put single spaces between the words of a name. Raises a RefusedError for a forbidden name.

    >>> checked("  third   base ")
    'third base'
    """
    kinds = [unicodedata.category(character) for character in text.strip(" ")]
    # Control characters could hide other text, reverse it or break the line.
    if any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds):
        raise RefusedError(422, "a name can't contain control characters")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST:
        raise RefusedError(422, "a name must have 1 to {most} characters", most=LONGEST)
    # Accents are fine, but a tall stack of accents would cover the lines above.
    if re.search("M{3}", "".join(unicodedata.category(character)[0] for character in name)):
        raise RefusedError(422, "a letter in a name can't have more than two accents")
    return name


def of_player(store: Store, player: str) -> Name:
    wanted = select(table.c.name, table.c.shown).where(table.c.player == player)
    for name, shown in store.select(wanted):
        return Name(name, shown)
    return Name()


def keep(store: Store, player: str, name: Name) -> None:
    new = [(insert(table), {"player": player, "name": name.name, "shown": name.shown})]
    old = delete(table).where(table.c.player == player)
    store.write((old, {}), *(new if name.name is not None else []))


def shown(store: Store, players: Collection[str]) -> dict[str, str]:
    wanted = select(table.c.player, table.c.name).where(
        table.c.player.in_(players), table.c.shown.is_(True)
    )
    return dict(map(tuple, store.select(wanted)))
