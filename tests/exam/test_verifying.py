"""A single answer gets its points and a true reason, and the fixed scale is that of the exam."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import SapperError
from sapper.exam import Item, Scale, make_items, score_answer
from sapper.exam.baselines import answers
from sapper.exam.items import ExamError, load_items
from sapper.exam.scores import score

from .examples import by_id, of_part, small_exam

ROWS = "5x3x2/any\n.....\n11111\n00000\n"
"""The mines are in A1 and D1 or in B1 and E1, so C1 is safe."""


def item(part: str, *cells: str) -> Item:
    return Item(
        id="x", part=part, rung="subset", rules="standard", render="grid", level="5x3x2/any",
        prompt="", position=ROWS, cells=cells, form={}, group="x",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("part", "cells", "answer", "points", "reason"),
    [
        ("deduce", "C1", {"C1": "safe"}, 1.0, "All verdicts are correct."),
        (
            "deduce",
            "A1 C1",
            {"A1": "mine", "C1": "safe"},
            (0.5 - 0.4333) / (1 - 0.4333),
            "A1 is undetermined, not a mine. 1 of 2 verdicts right.",
        ),
        (
            "prove",
            "C1",
            {"clues": ["A2", "B2"]},
            1.0,
            "The cited clues prove that C1 is safe, and no smaller set does.",
        ),
        (
            "prove",
            "C1",
            {"clues": ["A2", "B2", "mines"]},
            0.75,
            "The cited clues prove that C1 is safe, but 2 would be enough.",
        ),
        ("prove", "C1", {"clues": ["B2"]}, 0.0, "The cited clues do not prove that C1 is safe."),
        (
            "prove",
            "C1",
            {"proof": "1. ~C1   C2"},
            0.0,
            "The derivation of “C1 is safe” is rejected: ",
        ),
        (
            "prove",
            "C1",
            {"proof": "1. A1 | B1  A2\n2. ~A1 | ~C1  B2\n3. ~B1 | ~C1  B2\n4. ~C1  from 1 2 3"},
            1.0,
            "The derivation proves that C1 is safe.",
        ),
        (
            "estimate",
            "A1 C1",
            {"A1": 0.75, "C1": 0},
            1 - 0.25**2 / 2 / 0.1386,
            "A1: 75.0% stated, 50.0% exact. C1: 0% stated, 0% exact.",
        ),
    ],
)
def test_points_and_reasons(
    part: str, cells: str, answer: dict[str, Any], points: float, reason: str
) -> None:
    """The scale is fixed, so a single answer has the points that its definition gives."""
    asked = item(part, *cells.split())
    for form in (answer, f"I think so.\n```json\n{json.dumps(answer)}\n```"):
        found = score_answer(asked, form)
        assert found.points == pytest.approx(points)
        assert found.reason.startswith(reason)
        assert found.state == "read"


@pytest.mark.parametrize("answer", ["C1 is safe.", '{"C1": "perhaps"}', {"A1": "safe"}, {}])
def test_an_unreadable_answer_says_so(answer: str | dict[str, Any]) -> None:
    found = score_answer(item("deduce", "C1"), answer)
    assert astuple(found)[:2] == (0.0, "unreadable")
    assert "can't be read" in found.reason
    assert astuple(score_answer(item("deduce", "C1"), None)) == (
        0.0,
        "missing",
        "There is no answer.",
    )


def test_a_choice_names_the_better_cell() -> None:
    """The best cell gets 1 point; with another cell, the reason names the best one."""
    asked = of_part("choose")[0]
    (best,) = answers("champion", [asked])
    assert best.answer is not None
    name = best.answer["cell"]
    found = score_answer(asked, best.answer)
    assert found.points == 1.0
    assert found.reason.startswith(f"{name} is the best cell: it wins ")
    others = [asked.view.grid.name(cell) for cell in asked.view.hidden]
    worse = [score_answer(asked, {"cell": other}) for other in others if other != name]
    assert any(f" {name} would win " in one.reason for one in worse)
    assert all(-1 <= one.points <= 1 for one in worse)


@pytest.mark.parametrize("name", ["random", "textbook", "champion", "liar"])
def test_a_single_answer_gets_the_points_that_it_gets_in_an_exam(name: str) -> None:
    """On the scale of an exam, its answers get the same points one by one, in any order."""
    items = [one for one in small_exam() if one.part != "play"]
    given = by_id(answers(name, items, seed=5))
    exam = {one.item.id: one.points for one in score(name, items, given).graded}
    scale = Scale.of(items)
    alone = {
        one.id: score_answer(one, given[one.id][0].answer, scale).points for one in items[::-1]
    }
    assert alone == exam


def test_a_game_is_worth_one_point_if_it_is_won() -> None:
    """A player who sees the board wins, and a player who opens a mine does not."""
    for asked in of_part("play")[:3]:
        board = asked.game().board
        assert board is not None
        game, lines = asked.game(), list[str]()
        while game.outcome is None:
            cell = next(cell for cell in game.view.hidden if cell not in board.mines)
            lines.append(f"open {board.grid.name(cell)}")
            game.open(cell)
        won = score_answer(asked, {"moves": lines})
        assert (won.points, won.reason[:18]) == (1.0, "The game was won. ")
        mine = board.grid.name(min(board.mines))
        lost = score_answer(asked, {"moves": [lines[0], f"open {mine}"]})
        assert (lost.points, lost.state, lost.reason[:22]) == (
            0.0,
            "read",
            "The game was not won. ",
        )
        unreadable = score_answer(asked, {"moves": ["dig"]})
        assert (unreadable.points, unreadable.state) == (0.0, "unreadable")


def test_items_are_made_as_by_the_command() -> None:
    assert make_items(14, seed=3) == [replace(one, source="seed 3") for one in small_exam()]
    with pytest.raises(ExamError, match="'dig' is not a part"):
        make_items(1, parts=["dig"])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: make_items("5"), "positions can't be '5': use a whole number"),  # type: ignore
        (lambda: make_items(1, seed=0.5), "seed can't be 0.5: use a whole number"),  # type: ignore
        (lambda: make_items(1, parts="prove"), "parts can't be 'prove': use a list of names"),
        (lambda: make_items(1, renders=4), "renders can't be 4: use a list of names"),  # type: ignore
        (lambda: make_items(1, level=9), "9 can't be a level: use a Level, text like"),  # type: ignore
        (lambda: score_answer(7, "{}"), "item can't be 7: use an item of make_items"),  # type: ignore
        (
            lambda: score_answer(of_part("deduce")[0], {}, 1.0),  # type: ignore
            r"scale can't be 1\.0: use a Scale, such as Scale\.of\(items\)",
        ),
    ],
)
def test_impossible_arguments_are_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(SapperError, match=words):
        call()


def test_the_fixed_scale_is_near_that_of_a_small_exam() -> None:
    assert astuple(Scale.of([])) == astuple(Scale())
    assert astuple(Scale.of(small_exam())) == pytest.approx(astuple(Scale()), rel=0.5)


@pytest.mark.long
def test_the_fixed_scale_is_that_of_the_public_exam() -> None:
    assert astuple(Scale.of(make_items(300))) == pytest.approx(astuple(Scale()), abs=1e-4)


def test_items_of_another_version_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    line = small_exam()[0].to_json()
    assert line["version"] == 1
    for other in (2, "1", True, None):
        file.write_text(json.dumps({**line, "version": other}))
        with pytest.raises(ExamError, match=r"line 1 of .*'version' with the value 1, not .*again"):
            load_items(file)
    file.write_text(json.dumps(line))
    assert load_items(file) == [small_exam()[0]]
