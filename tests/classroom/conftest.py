"""Grades agents on boards that are dealt, and played by Sapper's agents, once per test process."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from sapper.core.level import Level
from sapper.lab.grade.marks import Grade, grade
from sapper.lab.grade.rubric import Rubric
from sapper.lab.grade.secret import SecretBoards

from .grading import LEVEL, SEED, Grader


@pytest.fixture(scope="session")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    """A function that grades an agent on a small level and in the recorded games.

    The agent is a name, or the text of a Python file. If the function is called again with the same
    arguments, it returns the same grade.
    """
    folder = tmp_path_factory.mktemp("graded")
    with SecretBoards(SEED) as boards:

        @cache
        def graded(agent: str, games: int = 4, level: Level = LEVEL, **options: Any) -> Grade:
            if "\n" in agent:
                file = folder / f"agent{len(list(folder.iterdir()))}.py"
                file.write_text(agent)
                agent = str(file)
            options = {"seconds": 60, "memory": 300, **options}
            found = grade(
                agent,
                Rubric.load(None),
                level=level,
                games=games,
                boards=boards,
                **options,
            )
            return found.reveal(SEED)

        yield graded
