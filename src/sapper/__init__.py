"""Sapper: a Minesweeper laboratory.

>>> from sapper import Game, Level, deal
>>> game = Game(deal(Level.parse("beginner"), seed=7))
>>> game.view.level.mines
10

Each name is imported when it is first used, because importing numpy alone takes longer than many
commands.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapper.core.board import Board, Deck, deal
    from sapper.core.game import Game, Outcome, Record
    from sapper.core.grid import Cell, Grid
    from sapper.core.level import Level, StartRule
    from sapper.core.view import Decision, Move, View
    from sapper.errors import SapperError
    from sapper.explain import explain, hint
    from sapper.reason.odds import odds, sample

__all__ = [
    "Board",
    "Cell",
    "Decision",
    "Deck",
    "Game",
    "Grid",
    "Level",
    "Move",
    "Outcome",
    "Record",
    "SapperError",
    "StartRule",
    "View",
    "deal",
    "explain",
    "hint",
    "odds",
    "sample",
]

_HOMES = {
    "core.board": ("Board", "Deck", "deal"),
    "core.game": ("Game", "Outcome", "Record"),
    "core.grid": ("Cell", "Grid"),
    "core.level": ("Level", "StartRule"),
    "core.view": ("Decision", "Move", "View"),
    "errors": ("SapperError",),
    "explain": ("hint",),
    "reason.odds": ("odds", "sample"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"sapper.{home}"), name)
            return value
    raise AttributeError(f"module 'sapper' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """Makes `sapper.explain` the function, although a subpackage has the same name."""

    @property
    def explain(self) -> Any:
        return import_module("sapper.explain").explain

    @explain.setter
    def explain(self, part: ModuleType) -> None:
        """Ignore this, because only an import of the subpackage assigns to `explain`."""


sys.modules[__name__].__class__ = _Package
