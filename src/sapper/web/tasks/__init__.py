"""What a worker process can do for the server (worker.py), by the name of each task.

files.py      reads, rates and verifies what users paste or upload
boards.py     deals boards, proves them and makes puzzles
positions.py  odds, explanations, hints and the chance of winning
games.py      records, files, metrics and reviews of finished games
agents.py     agents' games: watched, measured, or in a room; an agent in a position
lessons.py    checks answers and makes exercises
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sapper.web.tasks import agents, boards, files, games, lessons, positions

TASKS: dict[str, Callable[..., Any]] = {
    task.__name__: task
    for task in (
        files.read,
        files.board,
        files.rate,
        files.verify,
        boards.deal_wanted,
        boards.deal_start,
        boards.quick,
        boards.prove,
        boards.puzzle,
        boards.pattern,
        positions.analyse,
        positions.odds,
        positions.numbers,
        positions.value,
        positions.explain,
        positions.certificate,
        positions.hint,
        positions.guess,
        positions.missed,
        games.records,
        games.file,
        games.metrics,
        games.review,
        games.replay,
        agents.race,
        agents.events,
        lessons.check_answer,
        lessons.practice,
    )
}

STREAMS: dict[str, Callable[..., Iterator[Any]]] = {
    "watch": agents.watch,
    "measure": agents.measure,
}
"""tasks with more than one answer"""
