"""The app, the files of its commands, and the list of commands in --help, grouped by purpose.

The list is read from the source text, because importing the files is slow.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import typer

from sapper.cli.help import Command, Group, documentation
from sapper.core.level import NAMED
from sapper.words import LANGUAGES, speak

SECTIONS: dict[str, tuple[str, ...]] = {
    "Play and look back": ("serve", "play", "hint", "review"),
    "Understand a position": ("explain", "analyse", "verify"),
    "Boards and puzzles": ("deal", "rate", "puzzle"),
    "Agents": ("agent", "watch", "bench", "compare", "study", "optimal"),
    "Research": ("exam", "data", "mcp"),
    "Learn and teach": ("lesson", "exercise", "sheet", "logic", "grade"),
    "Files and installation": ("show", "stats", "convert", "example", "doctor"),
}


FILES: dict[str, tuple[str, ...]] = {
    "games": ("play", "watch"),
    "dealer": ("deal", "rate", "puzzle"),
    "files": ("show", "stats", "convert"),
    "reason": ("analyse", "explain", "hint", "verify"),
    "review": ("review",),
    "agent": ("agent",),
    "measure": ("bench", "compare", "study"),
    "optimum": ("optimal",),
    "data": ("data",),
    "logic": ("logic",),
    "classroom": ("grade",),
    "lessons": ("lesson", "exercise", "sheet"),
    "serve": ("serve",),
    "mcp": ("mcp",),
    "doctor": ("doctor",),
    "example": ("example",),
    "exam": ("exam",),
}


def first_lines() -> dict[str, str]:
    lines = {}
    for file in FILES:
        for node in ast.parse(Path(__file__).with_name(f"{file}.py").read_text("utf-8")).body:
            match node:
                # The callback of a group of commands has the name of the group.
                case ast.FunctionDef(
                    decorator_list=[
                        ast.Call(
                            ast.Attribute(ast.Name("app"), attr="command")
                            | ast.Attribute(attr="callback"),
                            arguments,
                        )
                    ]
                ):
                    name = ast.literal_eval(arguments[0]) if arguments else node.name
                    paragraph = (ast.get_docstring(node) or "").split("\n\n")[0]
                    lines[name] = " ".join(paragraph.split())
    return lines


class Overview(Group):
    def list_commands(self, ctx: Any) -> list[str]:
        return [name for names in SECTIONS.values() for name in names]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        lines = first_lines()
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, lines[name]) for name in names])


app = typer.Typer(
    cls=Overview,
    help="A Minesweeper laboratory: play, learn why a cell is safe, deal boards, measure agents.",
    epilog=f"Levels: {', '.join(NAMED)}, or WxHxM/rule such as 30x16x99/open.\n\n"
    + (f"Documentation: {where}" if (where := documentation()) else ""),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def dress_commands() -> None:
    """Give the help of all commands that were added so far its look."""
    for one in (app, *(group.typer_instance for group in app.registered_groups)):
        for command in one.registered_commands if one else ():
            command.cls = Command


def _print_version(asked: bool) -> None:
    if asked:
        print(f"sapper {version('sapper')}")
        raise typer.Exit


LanguageName: TypeAlias = Literal["en", "de"]


def environment_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that environment variables ask for, or English if it is not supported.

    >>> environment_language({"LANG": "de_AT.UTF-8"}), environment_language({"LANG": "fr_FR"})
    ('de', 'en')
    >>> environment_language({"LC_ALL": "C.UTF-8", "LANG": "de"}), environment_language({})
    ('en', 'en')
    """
    wanted = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    name = re.split(r"[_.@-]", wanted)[0].lower()
    return name if name in LANGUAGES else "en"


@app.callback()
def _options(
    language: Annotated[
        LanguageName | None,
        typer.Option(
            help="The language of lessons, explanations, hints and reviews. The default is the "
            "language of your environment (LC_ALL, LC_MESSAGES, LANG) if it is supported, "
            "otherwise English. Error messages and everything else are in English.",
            metavar="en|de",
        ),
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    if language is not None:
        speak(language)
