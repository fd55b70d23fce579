"""The level and the boards of most gradings in these tests, and another mark for the same games."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from sapper.core.level import Level
from sapper.lab.grade.marks import Grade, judge
from sapper.lab.grade.rubric import Rubric

FAULTY = Path(__file__).parents[1] / "agents_faulty"
UNSOUND = str(FAULTY / "forgets_the_last_row.py")
LEVEL = Level.parse("7x5x6/given(4)")
SEED = 987_654_321_987


class Grader(Protocol):
    def __call__(
        self, agent: str, games: int = 4, level: Level = LEVEL, **options: Any
    ) -> Grade: ...


def judged(found: Grade, rubric: str) -> Grade:
    """The grade of the same games with another rubric."""
    return judge(
        found.agent,
        Rubric.parse(rubric),
        found.levels,
        found.seed,
        found.asked,
        found.games,
        found.led,
        found.beside,
        found.repeatable,
        found.allow_sapper,
    )
