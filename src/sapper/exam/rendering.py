"""Rendering: writes a position as text, in one of several forms, and the prompt of an exam item.

    grid          rows of characters, with column letters and row numbers
    list          the open cells with their numbers, and the names of the hidden cells
    constraints   an equation for each clue that touches hidden cells, such as B2: A1 + A2 = 1
    json          rows as JSON lists: a number for an open cell, null for a hidden one

A prompt states the rules of the game, the number of mines, the position, the task, and the form of
the answer. The prompt does not name the technique that the item needs.

>>> view = View.parse("3x1x1/any .1.".replace(" ", chr(10)))
>>> print(rendered(view, "constraints"))
Open cells and their numbers: B1=1
Hidden cells: A1 C1
Each number as an equation, in which a mine counts 1 and a safe cell 0:
B1: A1 + C1 = 1
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeAlias

from sapper.core.grid import Cell, column_letters
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.words import how_many

ReplyForm: TypeAlias = dict[str, str]


def rendered(view: View, render: str) -> str:
    text = {
        "grid": _grid,
        "list": _list,
        "constraints": _constraints,
        "json": _json,
    }[render](view)
    grid = view.grid
    if view.given:
        text += f"\nHidden cells that are known to be safe: {' '.join(grid.names(view.given))}"
    if view.flags:
        flagged = [cell for cell in view.hidden if view[cell] == FLAGGED]
        text += f"\nHidden cells that the player has flagged: {' '.join(grid.names(flagged))}"
    return text


def _grid(view: View) -> str:
    letters = [column_letters(column) for column in range(view.level.width)]
    wide = max(map(len, letters)) + 1
    margin = len(str(view.level.height))
    lines = [" " * margin + "".join(letter.rjust(wide) for letter in letters)]
    for number, row in enumerate(view.rows, 1):
        symbols = "".join(symbol.rjust(wide) for symbol in row)
        lines.append(f"{number:>{margin}}{symbols}")
    legend = ["0 to 8: an open cell and its number", ".: a hidden cell"]
    legend += ["+: a hidden cell that is known to be safe"] * bool(view.given)
    legend += ["F: a hidden cell with a flag"] * bool(view.flags)
    return "\n".join(["; ".join(legend) + ".", *lines])


def _list(view: View) -> str:
    grid = view.grid
    is_open = [cell for cell, state in enumerate(view.states) if state < HIDDEN]
    shown = " ".join(f"{grid.name(cell)}={view[cell]}" for cell in is_open) or "none"
    hidden = " ".join(grid.names(view.hidden)) or "none"
    return f"Open cells and their numbers: {shown}\nHidden cells: {hidden}"


def _constraints(view: View) -> str:
    grid = view.grid
    lines = [_list(view)]
    lines += ["Each number as an equation, in which a mine counts 1 and a safe cell 0:"]
    for cell, state in enumerate(view.states):
        near = [other for other in grid.neighbours(cell) if view[other] >= HIDDEN]
        if state < HIDDEN and near:
            lines.append(f"{grid.name(cell)}: {' + '.join(map(grid.name, near))} = {state}")
    return "\n".join(lines)


def _json(view: View) -> str:
    width = view.level.width
    states = [None if state >= HIDDEN else state for state in view.states]
    rows = [states[start : start + width] for start in range(0, len(states), width)]
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    return (
        "The rows from top to bottom, each from column A on. A number is an open cell, and null is "
        f"a hidden cell.\n[\n{lines}\n]"
    )


def rules(view: View) -> str:
    """The rules of the game for a board of this size."""
    level = view.level
    return (
        "This is a position in the game Minesweeper. "
        f"The board has {how_many(level.width, 'column')}, "
        f"A to {column_letters(level.width - 1)} from left to right, and "
        f"{how_many(level.height, 'row')}, 1 to {level.height} from top to bottom, so A1 is the "
        "top left cell. Each cell is a mine or safe, and the whole board has exactly "
        f"{how_many(level.mines, 'mine')}. An open cell is safe. Its number says how many of the "
        "cells around it are mines. The cells around a cell are its neighbours in a row, in a "
        "column and diagonally, at most eight. All boards that agree with the position are "
        "equally likely. A player who opens a mine loses, and a player who has opened all safe "
        "cells wins. If a 0 is opened, the cells around it are opened too."
    )


def task(part: str, view: View, cells: Sequence[Cell], mine: bool = False) -> tuple[str, ReplyForm]:
    """The task, and the form that the answer must have.

    In the `prove` part, `mine` says whether to prove that the cell is a mine or that it is safe.
    """
    grid = view.grid
    names = [grid.name(cell) for cell in cells]
    match part:
        case "deduce":
            return (
                f'Decide for each of these cells: {", ".join(names)}. A cell is "safe" if it is '
                'safe on every board that agrees with the position, "mine" if it is a mine on '
                'every such board, and otherwise "undetermined".',
                dict.fromkeys(names, "safe | mine | undetermined"),
            )
        case "prove":
            claim = f"{names[0]} is {'a mine' if mine else 'safe'}"
            return (
                f"It is a fact that {claim}. Prove it. Name the open cells whose numbers are "
                "enough to prove it, and no others. If the proof also needs the number of mines "
                'on the board, add "mines" to the list. You may write a derivation instead, as '
                '{"proof": "..."} with one step per line: its number, a clause, and its source. '
                "In a clause, A1 says that A1 is a mine, ~A1 that it is safe, and | means or. The "
                "source is an open cell whose number implies the clause, or `mine count`, or "
                "earlier steps that are resolved from left to right. For example:\n"
                "1. A1 | B1    A2\n2. ~A1 | ~C1    B2\n3. ~B1 | ~C1    B2\n4. ~C1    from 1 2 3\n"
                f"The last clause must be {'' if mine else '~'}{names[0]}.",
                {"clues": "a list of open cells, such as ['A2', 'B2']"},
            )
        case "estimate":
            return (
                "For each of these cells, estimate the chance that it is a mine: "
                f"{', '.join(names)}.",
                dict.fromkeys(names, "a number from 0 to 1"),
            )
        case "choose":
            return (
                "No hidden cell is provably safe, so the player has to guess. Choose the hidden "
                "cell to open next, so that the chance of winning the game is as high as possible.",
                {"cell": "the name of a hidden cell"},
            )
    return (
        "Make the next move. Write `open C4 D5` to open cells that are provably safe, `guess C4` "
        "to open one cell that may be a mine, or `guess C4 odds 0.25` if you also know the chance "
        "that it is a mine. `flag C4` flags a provable mine, and `stuck` gives up. Parts are "
        "separated by semicolons, as in `flag A1; open B2`. If you open a cell without the word "
        "guess, you claim that no board that agrees with the position has a mine there.",
        {"move": "a move, such as open C4"},
    )


def prompt(
    part: str, view: View, cells: Sequence[Cell], render: str, mine: bool = False
) -> tuple[str, ReplyForm]:
    """The whole prompt, and the form that the answer must have."""
    asked, form = task(part, view, cells, mine)
    shape = '{"clues": ["A2", "B2"]}' if part == "prove" else json.dumps(form)
    text = (
        f"{rules(view)}\n\n{rendered(view, render)}\n\n{asked}\n\n"
        f"You may think first. End your answer with a JSON object of this form:\n{shape}"
    )
    return text, form
