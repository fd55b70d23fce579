"""A small exam for the tests, and functions that turn or mirror its items and answers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from sapper.core.symmetry import place, turned
from sapper.exam.items import ExamSettings, Item, public_key
from sapper.exam.making import make
from sapper.exam.reading import Answered, ExamAnswer
from sapper.exam.rendering import prompt


@cache
def small_exam() -> tuple[Item, ...]:
    """Fourteen positions in each part, with one item for each position."""
    return tuple(make(ExamSettings(positions=14, copies=1), public_key(3)))


def of_part(part: str) -> list[Item]:
    return [item for item in small_exam() if item.part == part]


def turn_item(item: Item, turn: int) -> Item:
    """The same question about the rotated position."""
    view = turned(item.view, turn)
    cells = [place(cell, item.view.grid, turn) for cell in item.named.values()]
    text, form = prompt(item.part, view, cells, item.render)
    names = tuple(map(view.grid.name, cells))
    return replace(
        item, level=str(view.level), position=str(view), cells=names, prompt=text, form=form
    )


def turn_answer(item: Item, answer: ExamAnswer, turn: int) -> ExamAnswer:
    """The same answer, with the names that its cells have in the turned position."""
    grid, other = item.view.grid, turned(item.view, turn).grid

    def name(cell: str) -> str:
        if cell == "mines":
            return cell
        return other.name(place(grid.parse_cell(cell), grid, turn))

    match item.part:
        case "choose":
            return {"cell": name(answer["cell"])}
        case "prove":
            return {"clues": [name(cell) for cell in answer["clues"]]}
    return {name(cell): value for cell, value in answer.items()}


def by_id(answers: list[Answered]) -> dict[str, list[Answered]]:
    return {one.id: [one] for one in answers}
