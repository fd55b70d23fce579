"""Options that several commands share, and how commands read input and print results."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

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

from sapper.cli.overview import app as app
from sapper.cli.terminal import Terminal, note
from sapper.cli.terminal import out as out
from sapper.core.board import Board
from sapper.core.board import random_seed as new_seed
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.replay import Replay, play_through
from sapper.core.view import Move, View
from sapper.errors import SapperError, quote
from sapper.formats import FileError, Noun, Replays, Standing, load, save
from sapper.words import caption, how_many

LookName: TypeAlias = Literal["course", "classic"]  # picture.LookName, without importing Pillow

LevelArgument = Annotated[
    str,
    typer.Argument(
        help="A level: a name such as easy or expert, or WxHxM/rule such as 30x16x99/open.",
        metavar="LEVEL",
    ),
]
FileArgument = Annotated[
    str,
    typer.Argument(
        help="A file in any format that `sapper convert --list` names, or a link. Use - for "
        "standard input.",
        metavar="FILE",
    ),
]
MoveOption = Annotated[
    int | None,
    typer.Option(
        "--move",
        help="For a record: use the position before this move. The first move is 1. The default is "
        "the last position.",
        min=1,
    ),
]
SeedOption = Annotated[
    int | None, typer.Option(help="The seed. By default, a random seed is used.")
]
ForOption = Annotated[
    str,
    typer.Option(
        "--for",
        help="The name of a pupil, or of a variant such as A. Each name gets different puzzles of "
        "the same kind. The same name and seed always give the same puzzles.",
        metavar="NAME",
    ),
]
JobsOption = Annotated[
    int | None, typer.Option(help="How many processes to use. The default is one per core.", min=1)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON (documentation: json.md).")]
LookOption = Annotated[LookName, typer.Option(help="The colours of the picture.")]

PLAYER = "a name, name:setting=value,..., mine.py, mine.py:Name or 'exec:./agent'"

GuessOption = Annotated[
    str | None,
    typer.Option(
        help="The guess strategy to use instead of the agent's own. `sapper agent list` lists the "
        "strategies."
    ),
]
BudgetOption = Annotated[
    str | None,
    typer.Option(
        help="How much work to spend on each guess, given as a rough time on one core, such as 1s "
        "or 200ms. The result does not depend on the speed of the machine."
    ),
]


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file and say so on standard error, which leaves standard output to the result."""
    save(path, data)
    note(f"wrote {path}")


def parse_budget(text: str | None) -> float | None:
    """A budget in seconds.

    >>> parse_budget("1.5s"), parse_budget("200ms"), parse_budget("2")
    (1.5, 0.2, 2.0)
    """
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|)", text.strip())
    if match is None:
        raise SapperError(f"{quote(text)} is not a budget: write a time like 1s or 200ms")
    return float(match[1]) * (0.001 if match[2] == "ms" else 1.0)


def budget_setting(text: str | None) -> dict[str, float]:
    budget = parse_budget(text)
    return {} if budget is None else {"budget": budget}


def not_together(**options: object) -> None:
    """Refuse options of which at most one may be used. An option is off if its value is false."""
    used = [f"--{name.replace('_', '-')}" for name, value in options.items() if value]
    if len(used) > 1:
        raise SapperError(f"{used[0]} and {used[1]} can't be combined: choose one of them")


def print_lines(lines: Iterable[tuple[str, str]], least: int = 0) -> None:
    named = [(caption(name) if name else "", text) for name, text in lines]
    width = max(least, *(len(name) for name, _ in named))
    for name, text in named:
        out.print(f"{name:<{width}}  {text}")


def print_table(rows: list[list[str]], align: Callable[[str, int], str] = str.ljust) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *others in rows:
        cells = map(align, others, widths[1:])
        out.print("  ".join([name.ljust(widths[0]), *cells]).rstrip())


def print_json(value: Any) -> None:
    print(json.dumps(value))


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise FileError(f"can't make the folder {folder}: {problem.strerror}") from None


def parse_level(text: str) -> Level:
    try:
        return Level.parse(text)
    except SapperError as problem:
        raise FileError(f"{quote(text)} is not a file, and {problem}") from None


def random_seed(seed: int | None) -> int:
    return new_seed() if seed is None else seed


def as_record(noun: Noun, source: str) -> Record:
    match noun:
        case Record():
            return noun
        case Replays() if len(noun) == 1:
            return play_through(noun.replays[0]).record
        case Replay():
            return play_through(noun).record
        case Standing():
            raise FileError(f"{source} holds a game without its moves: give a record or replay")
        case Replays():
            # On the command line, -/1 would be read as an option.
            name = "day.evfs" if source == "-" else source
            first = "save them in a file and " if source == "-" else ""
            holder = "standard input" if source == "-" else source
            raise FileError(f"{holder} holds {len(noun)} replays: {first}choose one, like {name}/1")
    raise FileError(f"{source} is not a record or replay")


def load_position(source: str, move: int | None = None) -> View:
    """The position in a file, which may hold a position, a board with a first cell, or a record.

    For a record, `move` (counted from 1) selects the position in which that move was made.
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
            # Without mines, a board looks the same as a position with every cell open.
            return View(noun.level, noun.numbers)
        case Board() if noun.first is not None:
            game = Game(noun)
            game.play(Move("open", noun.first))
            return game.view
    raise FileError(f"{source} holds neither a position nor a record")


def record_position(record: Record, source: str, move: int | None) -> View:
    count = len(record.moves)
    if move is not None and move > count:
        raise FileError(f"{source} has no move {move}: it has {how_many(count, 'move')}")
    stop = count if move is None else move - 1
    return next(islice(record.replay(), stop, None)).view


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.0f}/s")


def progress(title: str) -> Progress:
    """A bar that names what is being done. In a terminal, it is shown on standard error."""
    console = Terminal(stderr=True)
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    bar.add_task(title, total=None)
    return bar


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    with progress(title) as bar:
        (task,) = bar.task_ids

        def on_progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield on_progress
