"""Sapper keeps the promises that docs/classroom.md makes."""

from __future__ import annotations

import re
from pathlib import Path

from sapper.core.level import Level
from sapper.lab.grade.marks import grade
from sapper.lab.grade.rubric import FAULTS, Rubric

PAGE = (Path(__file__).parents[2] / "docs" / "classroom.md").read_text(encoding="utf-8")
LEVEL = Level.parse("12x9x14/given(6)")


def test_the_agent_of_the_ten_minutes_is_sound(tmp_path: Path) -> None:
    """The starter agent and the agent in classroom.md are sound, but miss cells and don't pass."""
    from sapper.adapters.skeleton import PYTHON

    marks = []
    for number, text in enumerate([PYTHON, *re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)]):
        file = tmp_path / f"agent{number}.py"
        file.write_text(text)
        found = grade(str(file), Rubric.load(None), level=LEVEL, games=15, seed=5)
        assert not found.unsound
        marks.append(found.mark)
        missed = [miss.technique for miss in found.examples()]
        assert missed == sorted(missed)
        assert missed
    assert [mark.passed for mark in marks] == [False, False]


def test_every_fault_is_named() -> None:
    for fault in FAULTS:
        assert f"*{fault}*" in PAGE
