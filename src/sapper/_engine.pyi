"""Sapper's native engine: dealing, the referee's floods, exact odds."""

from typing import Annotated

import numpy
from numpy.typing import NDArray

def deal_many(
    width: int, height: int, mines: int, rule: int, first: int, seed: int, count: int
) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order="C")]:
    """Mine cells of the boards of seeds seed, seed+1, ...: one ascending row each."""

def numbers(width: int, height: int, is_mine: bytes) -> bytes:
    """The number of each cell, 9 for a mine; is_mine has a byte 0 or 1 a cell."""

def told_cells(width: int, height: int, is_mine: bytes, count: int) -> list[int]:
    """That many distinct safe cells, chosen by the board alone; ascending."""

def measure(width: int, height: int, numbers: bytes) -> tuple[int, int, int]:
    """(3BV, openings, islands)."""

def reveal(
    width: int, height: int, numbers: bytes, states: bytearray, hidden: int, flagged: int, cell: int
) -> list[int]:
    """Opens a safe cell in `states`, and its region if it is a 0; returns the opened cells."""
