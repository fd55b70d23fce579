"""What the commands share: their options, and how they read and print."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from itertools import islice
from typing import Annotated, Any

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from sapper.cli.overview import app
from sapper.cli.terminal import Terminal, out
from sapper.core.board import Board
from sapper.core.game import Game, Record
from sapper.core.replay import Replay, play_through
from sapper.core.view import Move, View
from sapper.errors import SapperError, quote
from sapper.formats import FileError, Noun, Replays, Standing, load
from sapper.words import caption

__all__ = [
    "PLAYER",
    "BudgetOption",
    "FileArgument",
    "GuessOption",
    "JsonOption",
    "LevelArgument",
    "LookName",
    "LookOption",
    "MoveOption",
    "SeedOption",
    "app",
    "as_record",
    "budget_setting",
    "load_position",
    "load_record",
    "out",
    "parse_budget",
    "print_json",
    "print_lines",
    "progress_bar",
    "random_seed",
    "record_position",
]


class LookName(StrEnum):
    """The looks of a picture."""

    course = "course"
    classic = "classic"


LevelArgument = Annotated[
    str, typer.Argument(help="A level: easy ... expert, or WxHxM/rule.", metavar="LEVEL")
]
FileArgument = Annotated[
    str,
    typer.Argument(
        help="A file in any format, or a link; - is standard input. `sapper formats` lists them.",
        metavar="FILE",
    ),
]
MoveOption = Annotated[
    int | None,
    typer.Option(
        "--move",
        help="In a record: the position before this move, counted from 1; by default the last one.",
        min=1,
    ),
]
SeedOption = Annotated[int | None, typer.Option(help="The seed; random when left out.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines (docs/json.md).")]
LookOption = Annotated[LookName, typer.Option(help="The colours of the picture.")]


PLAYER = "a name, name:setting=value,..., mine.py, mine.py:Name or 'exec:./agent'"
"""what may stand for a player, for help"""

GuessOption = Annotated[
    str | None, typer.Option(help="How to guess when stuck, instead of the agent's own way.")
]


BudgetOption = Annotated[
    str | None,
    typer.Option(
        help="Work for each guess of the champion, like 1s or 200ms: roughly what one core does "
        "in that time. The decisions are the same on every machine.",
    ),
]


def parse_budget(text: str | None) -> float | None:
    """A budget in seconds.

    >>> parse_budget("1.5s"), parse_budget("200ms"), parse_budget("2")
    (1.5, 0.2, 2.0)
    """
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|)", text.strip())
    if match is None:
        raise SapperError(f"{quote(text)} is not a budget: write seconds, like 1s or 200ms")
    return float(match[1]) * (0.001 if match[2] == "ms" else 1.0)


def budget_setting(text: str | None) -> dict[str, float]:
    """A budget as a setting of an agent; none if none was given."""
    budget = parse_budget(text)
    return {} if budget is None else {"budget": budget}


def print_lines(lines: Iterable[tuple[str, str]], least: int = 0) -> None:
    """Names and texts, the texts below each other; names in the reader's language."""
    named = [(caption(name) if name else "", text) for name, text in lines]
    width = max(least, *(len(name) for name, _ in named))
    for name, text in named:
        out.print(f"{name:<{width}}  {text}")


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value))


def random_seed(seed: int | None) -> int:
    """The seed, or a random one when none was given."""
    return secrets.randbits(32) if seed is None else seed


def load_record(source: str) -> Record:
    """The record in a file; a replay is one, with the moves that its clicks make."""
    return as_record(load(source), source)


def as_record(noun: Noun, source: str) -> Record:
    """What was loaded from a source, if it is a record or replay."""
    match noun:
        case Record():
            return noun
        case Replay():
            return play_through(noun).record
        case Standing():
            raise FileError(f"{source} shows where a game stood, but not how it was played")
        case Replays():
            # -/1 on the command line would be an option.
            name = "day.evfs" if source == "-" else source
            first = "save them in a file and " if source == "-" else ""
            holder = "standard input" if source == "-" else source
            raise FileError(f"{holder} holds {len(noun)} replays: {first}choose one, like {name}/1")
    raise FileError(f"{source} is not a record")


def load_position(source: str, move: int | None = None) -> View:
    """The position in a file: a position, a board with its first cell open, or one of a record.

    `move` counts from 1: the position in which that move was made; without it, the last one.
    """
    noun = load(source)
    if move is not None or isinstance(noun, Record | Replay | Replays):
        return record_position(as_record(noun, source), source, move)
    match noun:
        case View():
            return noun
        case Standing():
            return noun.view
        case Board() if not noun.level.mines:
            # Without mines, a board and a position that is all open look the same.
            return View(noun.level, noun.numbers)
        case Board() if noun.first is not None:
            game = Game(noun)
            game.play(Move("open", noun.first))
            return game.view
    raise FileError(f"{source} is neither a position nor a record")


def record_position(record: Record, source: str, move: int | None) -> View:
    """The position of a record in which a move was made, counted from 1; else its last one."""
    count = len(record.moves)
    if move is not None and move > count:
        raise FileError(f"{source} has no move {move}: it has 1 to {count}")
    stop = count if move is None else move - 1
    return next(islice(record.replay(), stop, None)).view


class _Rate(ProgressColumn):
    """How much is done per second; nothing before that is known."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.0f}/s")


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error: done, rate, time left; nothing when it is no terminal."""
    console = Terminal(stderr=True)
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(title, total=None)

        def on_progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield on_progress
