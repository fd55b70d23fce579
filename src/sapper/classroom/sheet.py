"""Sheets to print: personal exercises for each name, and their solutions in a file of their own."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from markupsafe import Markup, escape

from sapper.classroom.checks.personal import Personal, personal
from sapper.classroom.lesson import as_text, drawn_rows, exercise_markdown
from sapper.errors import SapperError, quote
from sapper.report import render
from sapper.words import language, say
from sapper.words.kinds import PageLabel

NAMES = 500
"""the maximum number of names"""
ROOM = 3
"""the lines to write on, in addition to those of the solution"""


@dataclass(frozen=True, slots=True)
class Sheet:
    name: str
    seed: int
    exercises: tuple[Personal, ...]

    def command(self, kind: str) -> str:
        """The command that checks an answer."""
        seed = f" --seed {self.seed}" if self.seed else ""
        return f"sapper exercise {kind} answer.txt --for {shlex.quote(self.name)}{seed}"

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "seed": self.seed,
            "exercises": [
                {
                    "exercise": made.exercise.number,
                    "title": made.exercise.title,
                    "question": exercise_markdown(made.exercise, as_text, made.how),
                    "solution": made.solution,
                    "check": self.command(made.exercise.number),
                }
                for made in self.exercises
            ],
        }


def names_in(text: str) -> list[str]:
    """The names in a list with one name per line. Lines that start with # are comments."""
    lines = (line.strip() for line in text.removeprefix("\ufeff").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def sheets(names: Sequence[str], kinds: Sequence[str], seed: int = 0) -> list[Sheet]:
    if not names:
        raise SapperError("there are no names: write some, or use --names FILE")
    if len(names) > NAMES:
        raise SapperError(
            "{count} names is too many: the limit is {most}", count=len(names), most=NAMES
        )
    known: set[str] = set()
    for name in names:
        if not name.strip():
            raise SapperError("one of the names is empty: leave it out")
        same = normalize("NFC", name).strip().casefold()
        if same in known:
            raise SapperError(
                "{name} is in the list twice, and both would get the same exercises: add something "
                "to one of the names",
                name=quote(name),
            )
        known.add(same)
    return [
        Sheet(name.strip(), seed, tuple(personal(kind, name, seed) for kind in kinds))
        for name in names
    ]


def sheets_html(made: Iterable[Sheet], *, solutions: bool = False) -> str:
    """A page for each name, with room to write, or with the solutions."""
    pages = [
        (sheet.name, [_shown(sheet, one, solutions) for one in sheet.exercises]) for sheet in made
    ]
    title = say(PageLabel("solutions" if solutions else "exercises"))
    return render(
        "exercises.html", language(), title=title, pages=pages, check=say(PageLabel("check"))
    )


def _shown(sheet: Sheet, made: Personal, solutions: bool) -> dict[str, Any]:
    blocks = made.exercise.blocks
    lines = made.solution.splitlines()
    return {
        "title": made.exercise.title,
        "words": [_marked(block.text) for block in blocks if block.kind == "words"],
        "boards": [drawn_rows(block) for block in blocks if block.kind == "position"],
        "clauses": [block.text.splitlines() for block in blocks if block.kind == "clauses"],
        "how": _marked(made.task.how),
        "room": range(len(lines) + ROOM if len(lines) > 1 else 1),
        "solution": lines if solutions else [],
        "command": sheet.command(made.exercise.number),
    }


def _marked(text: str) -> Markup:
    """Code in `backticks` as HTML."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))
