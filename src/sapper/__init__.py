"""Sapper: a Minesweeper laboratory.

In Game and in the functions below, levels, cells, techniques and positions may be given as text:
"expert", "30x16x99/open", "C4", "subset". A level may also be (width, height, mines), and a cell
(row, column) as in an array; `levels` maps names to levels. A game or a record can be used wherever
a position is expected. `print` shows readable text, and a notebook shows pictures. Cells in results
are printed as names, but can be used as numbers, counted row by row from 0.

    Game        a game that you play: game.open("C4"), game.flag("A1"), game["C4"], print(game)
    deal        a board: deal("expert", seed=7), deal("beginner", no_guess=True)
    play        a game that an agent plays: play("expert", "champion", seed=7)

    odds        the chance of a mine in every cell: print(odds(game)), odds(game)["C4"]
    value       the chance of winning and the best cell: value(game).win, value(game).best
    explain     why a cell is safe or a mine: print(explain(game, "C4")); .proof_text()
    verify      checks that proof independently: print(verify(explain(game, "C4")))
    hint        help in five tiers: print(hint(game, tier=3))
    sample      random boards that fit a position: sample(game, 1000)

    review      luck and errors in a game or replay: print(review(game))
    rate        how hard a board is, or the next step of a position: print(rate(board))
    puzzle      a position that needs one technique: print(puzzle("chain", seed=1))
    read        a board, position, saved game or replay from any file: Game(read("game.txt"))
    write       the same to a file: write(game, "game.txt")

    make        an agent: make("champion").choose(game.view); help(sapper.make) lists the names
    bench       many games of an agent: bench("odds", "beginner", games=100).win_rate
    compare     two agents on the same boards: compare("odds", "champion", "easy", 100)
    guess       your own agent's answer if its cell may be a mine: return guess(cell)

`play`, `bench` and `compare` also accept your own function as an agent. The function gets a view
and returns a cell that it claims to be safe, or `guess(cell)` for a cell that may be a mine. For
details about a function, use `help`, as in `help(sapper.odds)`. The functions return objects with
these fields:

    odds        array, items(), safe, mines, safest, solutions
    value       win, error, exact, best, moves (each with cell, safe, win and error)
    explain     certain, cell, and if certain: claim, technique, clues, proof_text(), certificate();
                otherwise: odds, with_mine, when_safe
    verify      accepted, claim, reason
    hint        text, cells, clues
    review      outcome, end, moves, guesses, errors, luck, verdict
    rate        difficulty, hardest, where, guesses, survival, verdict
    puzzle      view, technique, safe, mines, explanation
    bench       games, won, lost, stuck, wrong, crashed, win_rate, failure, columns, to_csv(path)
    compare     verdict, games, won_a, won_b, only_a, only_b, difference

These classes have their own help: Board, Deck, Decision, Grid, Level, Move, Outcome, Record,
StartRule, Technique and View. HIDDEN, FLAGGED and GIVEN are the states of cells that are not open.
`from sapper import *` imports all names listed here. Bad input raises a SapperError, which says in
one line what was wrong and what is allowed.

Why is a cell a mine?

>>> import sapper
>>> game = sapper.Game("8x4x6/open", seed=3)
>>> game.open("D4")
21
>>> print(sapper.explain(game, "C2"))
C2 is a mine (single clue, clue D3).
1. The 1 at D3 touches only one hidden cell, C2, so it is a mine.

What is the best cell to open, and is it safe?

>>> best = sapper.value(game).best
>>> best, sapper.odds(game)[best], game.open(best)
(A1, 0.0, 1)

How often does my own agent win?

>>> def mine(view):
...     return sapper.guess(sapper.odds(view).safest)
>>> print(sapper.bench(mine, "beginner", games=20))
mine on 9x9x10/open: 20 games, 19 won, 1 lost, 0 stuck, 0 wrong, 0 crashed
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapper.adapters import guess as guess
    from sapper.agents import make as make
    from sapper.core.board import Board as Board
    from sapper.core.board import Deck as Deck
    from sapper.core.game import Game as Game
    from sapper.core.game import Outcome as Outcome
    from sapper.core.game import Record as Record
    from sapper.core.grid import Grid as Grid
    from sapper.core.level import Level as Level
    from sapper.core.level import StartRule as StartRule
    from sapper.core.view import FLAGGED as FLAGGED
    from sapper.core.view import GIVEN as GIVEN
    from sapper.core.view import HIDDEN as HIDDEN
    from sapper.core.view import Decision as Decision
    from sapper.core.view import Move as Move
    from sapper.core.view import View as View
    from sapper.errors import SapperError as SapperError
    from sapper.explain import explain as explain
    from sapper.explain import hint as hint
    from sapper.formats.files import read as read
    from sapper.formats.files import write as write
    from sapper.lab.bench import bench as bench
    from sapper.lab.compare import compare as compare
    from sapper.lab.play import play as play
    from sapper.ladder.dealer import deal as deal
    from sapper.ladder.puzzle import puzzle as puzzle
    from sapper.ladder.rating import rate as rate
    from sapper.ladder.techniques import Technique as Technique
    from sapper.reason.odds import odds as odds
    from sapper.reason.odds import sample as sample
    from sapper.reason.value import value as value
    from sapper.review.judge import review as review
    from sapper.verify.files import verify as verify

    levels: Mapping[str, Level]
    """the named levels"""

# Each name is imported when it is first used, because importing numpy alone takes longer than many
# commands.
_HOMES = {
    "Board": "core.board",
    "Decision": "core.view",
    "Deck": "core.board",
    "FLAGGED": "core.view",
    "GIVEN": "core.view",
    "Game": "core.game",
    "Grid": "core.grid",
    "HIDDEN": "core.view",
    "Level": "core.level",
    "Move": "core.view",
    "Outcome": "core.game",
    "Record": "core.game",
    "SapperError": "errors",
    "StartRule": "core.level",
    "Technique": "ladder.techniques",
    "View": "core.view",
    "bench": "lab.bench",
    "compare": "lab.compare",
    "deal": "ladder.dealer",
    "explain": "explain",
    "guess": "adapters",
    "hint": "explain",
    "make": "agents",
    "odds": "reason.odds",
    "play": "lab.play",
    "puzzle": "ladder.puzzle",
    "rate": "ladder.rating",
    "read": "formats.files",
    "review": "review.judge",
    "sample": "reason.odds",
    "value": "reason.value",
    "verify": "verify.files",
    "write": "formats.files",
}

__all__ = list(_HOMES)


@cache
def _load(name: str) -> Any:
    found = getattr(import_module(f"sapper.{_HOMES[name]}"), name)
    if not isinstance(found, FunctionType):
        return found
    from sapper.errors import checks_arguments

    checked = checks_arguments(found)
    if checked is not found:
        checked.__module__ = "sapper"  # pickle looks the function up by this name
    return checked


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("sapper")
    if name == "levels":
        return import_module("sapper.core.level").NAMED
    if name == "env":  # imported when it is used, because it needs Gymnasium
        return import_module("sapper.env")
    if name not in _HOMES:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    return _load(name)


def __dir__() -> list[str]:
    # `help(sapper)` documents only the names listed here. The other classes have their own help.
    return sorted(name for name in _HOMES if name.islower() or name == "Game")


class _Package(ModuleType):
    """Keeps `sapper.explain`, `sapper.review` and `sapper.verify` the functions.

    These packages have the same names, and Python would put a package in the place of the function
    when it is first imported.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _HOMES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
