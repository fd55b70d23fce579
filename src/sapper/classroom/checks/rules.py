"""Lesson 1: the rules and the meaning of a number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sapper.classroom import answers
from sapper.classroom.answers import UnreadableError
from sapper.classroom.checks.meaning import clues_in
from sapper.classroom.checks.task import AnswerCheck, number_of
from sapper.classroom.lesson import Exercise
from sapper.core.grid import Cell
from sapper.core.level import NAMED
from sapper.core.view import HIDDEN, View
from sapper.errors import quote
from sapper.ladder.rungs import settled_cells
from sapper.reason.odds import odds
from sapper.words import Message
from sapper.words.kinds import (
    Advised,
    CertainInYours,
    ClaimUncertain,
    IsCertainButOther,
    MoreCellsToFind,
    OpenCells,
    WrongCell,
)

LARGEST = 100
"""the maximum number of cells in a student's own position"""


def _shown(question: Exercise) -> int:
    board = question.board
    return board.numbers[board.level.grid.parse_cell("C2")]


def all_cells(mine: bool) -> AnswerCheck:
    """Check that an answer lists exactly the provable mines, or exactly the provably safe cells."""

    def checked(question: Exercise, answer: str) -> Message | None:
        view = question.view
        found = answers.cells(answer, view.grid)
        if problem := uncertain(view, found, mine):
            return problem
        true = odds(view).mines if mine else odds(view).safe
        if missing := set(true) - set(found):
            return MoreCellsToFind(len(missing), are_mines=mine, begun=bool(found))
        return None

    return AnswerCheck("cells", checked)


def uncertain(view: View, found: Sequence[Cell], mine: bool) -> Message | None:
    chances = odds(view)
    for cell in found:
        name = view.grid.name(cell)
        if view[cell] < HIDDEN:
            return WrongCell(name, "open")
        if cell in (chances.safe if mine else chances.mines):
            return IsCertainButOther(name, is_mine=not mine)
        if 0 < chances[cell] < 1:
            return ClaimUncertain(name, is_mine=mine)
    return None


def own_position(answer: str) -> View:
    rows = [line for _, line in answers.lines(answer)]
    if rows and rows[0] not in NAMED and not re.match(r"\d+x\d+x\d+", rows[0]):
        raise UnreadableError(
            "{line} is not the first line of a position: write its size and number of "
            "mines, like 5x3x2, then the rows",
            line=quote(rows[0]),
        )
    view = View.parse("\n".join(rows) + "\n")
    if view.level.size > LARGEST:
        raise UnreadableError(
            "{count} cells is too many: the limit is {most}", count=view.level.size, most=LARGEST
        )
    return view


def _says_nothing(question: Exercise, answer: str) -> Message | None:
    view = own_position(answer)
    clues = clues_in(view)
    if len(clues) != 1:
        return OpenCells(len(clues))
    if not view[clues[0]]:
        return Advised("a zero")
    for cell, each in settled_cells(view).items():
        return CertainInYours(view.grid.name(cell), each.mine)
    return None


TASKS = {
    "1.1": number_of(_shown, "neighbours"),
    "1.2": all_cells(mine=True),
    "1.3": all_cells(mine=False),
    "1.4": AnswerCheck("position", _says_nothing),
}
