"""Prompts show positions completely, in every rendering."""

from __future__ import annotations

import json
import re

import pytest

from sapper.core.view import HIDDEN, View
from sapper.exam.items import PARTS, RENDERS
from sapper.exam.rendering import prompt, rendered

VIEW = View.parse(
    """
    4x3x2/open
    0011
    002.
    002.
    """
)


def test_the_grid_has_coordinates() -> None:
    assert rendered(VIEW, "grid").splitlines()[1:] == [
        "  A B C D",
        "1 0 0 1 1",
        "2 0 0 2 .",
        "3 0 0 2 .",
    ]


def test_every_rendering_says_the_same() -> None:
    """The position can be restored from each rendering."""
    names = {VIEW.grid.name(cell): state for cell, state in enumerate(VIEW.states)}
    is_open = {name: state for name, state in names.items() if state < HIDDEN}
    for render in ("list", "constraints"):
        text = rendered(VIEW, render)
        assert {k: int(v) for k, v in re.findall(r"(\w+)=(\d)", text)} == is_open
        assert "Hidden cells: D2 D3" in text
    assert "C3: D2 + D3 = 2" in rendered(VIEW, "constraints")
    rows = json.loads(rendered(VIEW, "json").partition("\n")[2])
    assert [state for row in rows for state in row] == [
        None if state >= HIDDEN else state for state in VIEW.states
    ]


@pytest.mark.parametrize("render", RENDERS)
def test_given_and_flagged_cells_are_named(render: str) -> None:
    """Each rendering lists the given and flagged cells of a position."""
    view = View.parse("3x1x1/any\n.F+\n")
    text = rendered(view, render)
    assert "known to be safe: C1" in text
    assert "flagged: B1" in text


@pytest.mark.parametrize("part", PARTS)
def test_a_prompt_states_rules_mines_task_and_form(part: str) -> None:
    """The last line of the prompt shows the answer's form, as JSON with the expected keys."""
    text, form = prompt(part, VIEW, VIEW.hidden[:1], "grid", mine=True)
    assert "4 columns, A to D" in text
    assert "exactly 2 mines" in text
    assert json.loads(text.splitlines()[-1]).keys() == form.keys()
