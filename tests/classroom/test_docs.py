"""Sapper keeps the promises that docs/own_agent.md makes."""

from __future__ import annotations

import re
from pathlib import Path

from sapper.adapters.skeleton import PYTHON
from sapper.lab.grade.rubric import FAULTS

from .grading import Grader

PAGE = (Path(__file__).parents[2] / "docs" / "own_agent.md").read_text(encoding="utf-8")


def test_the_agent_of_the_ten_minutes_is_sound(graded: Grader) -> None:
    """The starter agent and the agent in own_agent.md are sound, but miss cells and don't pass."""
    marks = []
    for text in (PYTHON, *re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)):
        found = graded(text)
        assert not found.unsound
        marks.append(found.mark)
        missed = [miss.technique for miss in found.examples()]
        assert missed == sorted(missed)
        assert missed
    assert [mark.passed for mark in marks] == [False, False]


def test_every_fault_is_named() -> None:
    for fault in FAULTS:
        assert f"*{fault}*" in PAGE
