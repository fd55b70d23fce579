"""Sapper: a Minesweeper laboratory.

Levels, cells, techniques and positions may be given as text: "expert", "30x16x99/open", "C4",
"subset". Wherever a position is expected, a game will do. `print` shows readable text, and a
notebook shows pictures.

    deal        a board: deal("expert", seed=7), deal("beginner", no_guess=True)
    Game        a game: game.open("C4"), game.flag("A1"), game.chord("B2"), game.view["C4"]
    odds        the chance of a mine in every cell: odds(game)["C4"]
    value       the chance of winning, and the best cells to open
    explain     why a cell is safe or a mine: print(explain(game, "C4")); its `proof_text()`
    hint        help in five tiers: print(hint(game, tier=3))
    review      luck and errors in a finished game: print(review(game))
    rate        how hard a board or position is: print(rate(board))
    puzzle      a position that needs one technique: puzzle("chain", seed=1)
    read        a board, position, game or replay from any file: read("game.avf")
    write       the same to a file: write(game, "game.txt")
    sample      random boards that fit a position: sample(game, 1000)
    make        an agent: make("champion").choose(game.view); `champion` is the strongest
    bench       let an agent play many games: bench("odds", "beginner", games=100)
    compare     let two agents play the same boards: compare("odds", "champion", "easy", 100)

>>> from sapper import Game, explain
>>> game = Game("8x4x6/open", seed=3)
>>> game.open("D4")
21
>>> print(explain(game, "C2"))
C2 is a mine (single clue, clue D3).
1. The 1 at D3 touches only one hidden cell, C2, so it is a mine.

docs/python.md shows twenty common tasks. Every mistake raises a SapperError, which says in
one line what was wrong and what is allowed.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapper.agents import make
    from sapper.core.board import Board, Deck
    from sapper.core.game import Game, Outcome, Record
    from sapper.core.grid import Cell, Grid
    from sapper.core.level import Level, StartRule
    from sapper.core.view import Decision, Move, View
    from sapper.errors import SapperError
    from sapper.explain import explain, hint
    from sapper.formats import dump as write
    from sapper.formats import load as read
    from sapper.lab.bench import run as bench
    from sapper.lab.compare import compare
    from sapper.ladder.dealer import deal
    from sapper.ladder.puzzle import puzzle
    from sapper.ladder.rating import rate
    from sapper.ladder.techniques import Technique
    from sapper.reason.odds import odds, sample
    from sapper.reason.value import value
    from sapper.review.judge import review

# Each name is imported when it is first used, because importing numpy alone takes longer than many
# commands.
_HOMES = {
    "Board": "core.board",
    "Cell": "core.grid",
    "Decision": "core.view",
    "Deck": "core.board",
    "Game": "core.game",
    "Grid": "core.grid",
    "Level": "core.level",
    "Move": "core.view",
    "Outcome": "core.game",
    "Record": "core.game",
    "SapperError": "errors",
    "StartRule": "core.level",
    "Technique": "ladder.techniques",
    "View": "core.view",
    "bench": "lab.bench:run",
    "compare": "lab.compare",
    "deal": "ladder.dealer",
    "explain": "explain",
    "hint": "explain",
    "make": "agents",
    "odds": "reason.odds",
    "puzzle": "ladder.puzzle",
    "rate": "ladder.rating",
    "read": "formats:load",
    "review": "review.judge",
    "sample": "reason.odds",
    "value": "reason.value",
    "write": "formats:dump",
}

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
    "Technique",
    "View",
    "bench",
    "compare",
    "deal",
    "explain",
    "hint",
    "make",
    "odds",
    "puzzle",
    "rate",
    "read",
    "review",
    "sample",
    "value",
    "write",
]


def _load(name: str) -> Any:
    home, _, other = _HOMES[name].partition(":")
    return getattr(import_module(f"sapper.{home}"), other or name)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("sapper")
    if name not in _HOMES:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    value = globals()[name] = _load(name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _function(name: str) -> property:
    def get(_: ModuleType) -> Any:
        return _load(name)

    def ignore(_: ModuleType, part: ModuleType) -> None:
        """Ignore the value, which is the subpackage that has just been imported."""

    return property(get, ignore)


class _Package(ModuleType):
    """Makes `explain` and `review` functions, although subpackages have the same names."""

    explain = _function("explain")
    review = _function("review")


sys.modules[__name__].__class__ = _Package
