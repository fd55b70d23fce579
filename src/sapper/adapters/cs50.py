"""Plays with an unchanged `MinesweeperAI`, the class that students of CS50 write.

Cells are pairs (row, column), counted from 0.

    ai = MinesweeperAI(height, width)
    ai.add_knowledge(cell, count)    an opened cell and its number
    ai.make_safe_move()              a cell known to be safe, or None
    ai.make_random_move()            a cell to guess, or None
    ai.mines, ai.safes               the sets of known mines and known safe cells

A safe move counts as a claim that the cell is safe. Each cell in `mines` counts as a claim that the
cell is a mine.

>>> from sapper.core.level import Level
>>> class Coward:
...     mines = {(0, 0)}
...     def __init__(self, height, width): self.known = {}
...     def add_knowledge(self, cell, count): self.known[cell] = count
...     def make_safe_move(self): return None
...     def make_random_move(self): return None
>>> view = View.parse('''
... 3x2x1
... .10
... 110
... ''')
>>> agent = CS50Agent(Coward(2, 3))
>>> agent.choose(view)
Answer(mines=(0,))
>>> agent.ai.known
{(0, 1): 1, (0, 2): 0, (1, 0): 1, (1, 1): 1, (1, 2): 0}
"""

from __future__ import annotations

import operator
from typing import Any

from sapper.adapters.answer import Answer, AnswerError
from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.errors import quote

METHODS = ("add_knowledge", "make_safe_move", "make_random_move")


def is_cs50(kind: type) -> bool:
    return all(callable(getattr(kind, method, None)) for method in METHODS)


class CS50Agent:
    def __init__(self, ai: Any) -> None:
        self.ai = ai
        self._added: set[Cell] = set()

    def choose(self, view: View) -> Answer:
        width = view.level.width
        for cell, state in enumerate(view.states):
            if state < HIDDEN and cell not in self._added:
                self._added.add(cell)
                self.ai.add_knowledge(divmod(cell, width), state)
        if view.given:
            # MinesweeperAI has no method for cells given as safe, so open them without asking it.
            return Answer(open=view.given[:1])
        safe = self.ai.make_safe_move()
        random = None if safe is not None else self.ai.make_random_move()
        mines = sorted(_cell(pair, view) for pair in self.ai.mines)
        return Answer(
            open=() if safe is None else (_cell(safe, view),),
            guess=None if random is None else _cell(random, view),
            mines=tuple(mines),
        )


def _cell(pair: Any, view: View) -> Cell:
    level = view.level
    try:
        row, column = map(operator.index, pair)
    except (TypeError, ValueError):
        raise AnswerError(
            f"its move is {quote(repr(pair))}: return (row, column), as CS50 does"
        ) from None
    if not (0 <= row < level.height and 0 <= column < level.width):
        raise AnswerError(
            f"its move {(row, column)} is off the board: rows must be 0 to {level.height - 1}, "
            f"columns 0 to {level.width - 1}"
        )
    return row * level.width + column
