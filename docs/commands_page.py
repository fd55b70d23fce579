"""Write docs/commands.md, the page of all commands, from their help:

python docs/commands_page.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Any

import typer

from sapper.cli.examples import EXAMPLES
from sapper.cli.help import SHORT, Command, paragraph
from sapper.cli.overview import SECTIONS
from sapper.cli.run import whole_app

PAGE = Path(__file__).with_name("commands.md")

INTRO = """\
For everyone who uses the command line. `sapper COMMAND --help` prints what this page says about a
command. `python docs/commands_page.py` writes this page.

`sapper example` writes the files that the examples use to the current folder. With `--json`, most
commands print [JSON](json.md). To choose English or German, write `--language en` or `--language
de` before the command, as in `sapper --language de lesson 4`. The language is that of sentences
about positions and games: lessons, explanations, hints, ratings and reviews. Help, error messages
and everything else in the terminal are in English. `sapper --install-completion` lets your shell
complete commands and options.

These short forms are the same for every command:"""


def page() -> str:
    """The whole page."""
    app: Any = typer.main.get_command(whole_app())
    context = app.make_context("sapper", [], resilient_parsing=True)
    parts = ["# Commands\n", *wrapped(INTRO)]
    table = [f"| `{short}` | `{long}` |" for long, short in SHORT.items()]
    short_forms = "\n".join(["| short | long |", "| --- | --- |", *table])
    parts.append(f"{short_forms}\n")
    for title, names in SECTIONS.items():
        parts.append(f"## {title}\n")
        for name in names:
            parts += described(app.commands[name], name, context, "###")
    return "\n".join(parts)


def described(command: Any, name: str, context: Any, marks: str) -> Iterator[str]:
    """The parts of the page about a command, or about a group of commands."""
    own = command.make_context(name.split()[-1], [], parent=context, resilient_parsing=True)
    yield f"{marks} `sapper {name}`\n"
    yield from wrapped(command.help or "")
    if not isinstance(command, Command):
        for each in command.commands:
            yield from described(command.commands[each], f"{name} {each}", own, f"{marks}#")
        return
    width = max(len(line) for line, _ in EXAMPLES[name])
    lines = "\n".join(f"{line:<{width}}  # {what}" for line, what in EXAMPLES[name])
    yield f"```sh\n{lines}\n```\n"
    rows = [row for some in command.rows(own).values() for row in some]
    named = ((name.replace("|", "\\|"), text) for name, text in rows if name != "-h, --help")
    table = [f"| `{name}` | {cell(text)} |" for name, text in named]
    if table:
        yield "\n".join(["| argument or option | meaning |", "| --- | --- |", *table]) + "\n"
    if command.epilog:
        yield f"{command.epilog}\n"


def wrapped(text: str) -> list[str]:
    """Paragraphs whose lines are filled."""
    some = (linked(paragraph(part)) for part in text.split("\n\n"))
    return [fill(part, 150, break_long_words=False, break_on_hyphens=False) + "\n" for part in some]


def cell(text: str) -> str:
    """The text of a cell of a table."""
    return linked(" ".join(text.split())).replace("|", "\\|").replace("*", "\\*")


def linked(text: str) -> str:
    """The help names a page of the documentation, which is a link here."""
    text = re.sub(r"\(documentation: (\w+)\.md\)", r"([\1](\1.md))", text)
    return re.sub(r"[Ii]n the documentation, (\w+)\.md", r"[\1](\1.md)", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
