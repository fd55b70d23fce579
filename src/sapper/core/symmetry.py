"""Symmetry: rotates and mirrors boards and positions, in all eight ways.

    turn    the sum of 1 to swap top and bottom, 2 to swap left and right, and 4 to swap rows and
            columns, done in this order; 0 changes nothing

>>> view = View.parse("3x2x1/any 1.. 1..".replace(" ", chr(10)))
>>> print(turned(view, 6), end="")
2x3x1/any
..
..
11
>>> place(place(0, view.grid, 6), turned(view, 6).grid, inverse(6))
0
"""

from __future__ import annotations

from dataclasses import replace

from sapper.core.grid import Cell, Grid
from sapper.core.level import Level
from sapper.core.view import View

TURNS = 8


def place(cell: Cell, grid: Grid, turn: int) -> Cell:
    """The cell to which this cell moves when the board is rotated or mirrored."""
    row, column = divmod(cell, grid.width)
    row = grid.height - 1 - row if turn & 1 else row
    column = grid.width - 1 - column if turn & 2 else column
    return column * grid.height + row if turn & 4 else row * grid.width + column


def inverse(turn: int) -> int:
    return 4 | (turn & 1) << 1 | (turn & 2) >> 1 if turn & 4 else turn


def turned_level(level: Level, turn: int) -> Level:
    return replace(level, width=level.height, height=level.width) if turn & 4 else level


def turned(view: View, turn: int) -> View:
    states = bytearray(view.level.size)
    for cell, state in enumerate(view.states):
        states[place(cell, view.grid, turn)] = state
    return View(turned_level(view.level, turn), bytes(states))
