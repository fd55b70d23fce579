"""Sapper: a Minesweeper laboratory.

>>> from sapper import Game, Level, deal
>>> game = Game(deal(Level.parse("beginner"), seed=7))
>>> game.view.level.mines
10
"""

from sapper import interrupt as _interrupt  # noqa: F401  first: Ctrl-C is heard from here on
from sapper.board import Board, Deck, deal
from sapper.explain import explain, hint
from sapper.game import Game, Outcome, Record
from sapper.grid import Cell, Grid, SapperError
from sapper.level import Level, StartRule
from sapper.odds import odds, sample
from sapper.view import Decision, Move, View

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
