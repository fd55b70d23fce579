"""How `--help` looks: placeholders such as FILE instead of types, short forms, and examples."""

from __future__ import annotations

import re
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

from typer.core import TyperCommand, TyperGroup

from sapper.cli.examples import EXAMPLES

SHORT = {
    "--agent": "-a",
    "--count": "-n",
    "--games": "-n",
    "--jobs": "-j",
    "--level": "-l",
    "--move": "-m",
    "--out": "-o",
    "--positions": "-n",
    "--record": "-r",
    "--seed": "-s",
}
"""short forms, the same for every command"""

VALUES = {
    "--3bv": "RANGE",
    "--agent": "AGENT",
    "--allowed-host": "NAME",
    "--budget": "TIME",
    "--certificate": "DIR",
    "--cluster": "ADDRESS",
    "--command": "COMMAND",
    "--database": "FILE|URL",
    "--density": "SHARE",
    "--first": "CELL",
    "--for": "NAME",
    "--gradescope": "DIR",
    "--guess": "NAME",
    "--host": "ADDRESS",
    "--kind": "KIND",
    "--level": "LEVEL",
    "--margin": "SHARE",
    "--memory": "MIB",
    "--minutes": "MINUTES",
    "--model": "NAME",
    "--openings": "RANGE",
    "--pace": "SECONDS",
    "--parts": "NAMES",
    "--proxy": "ADDRESS",
    "--renders": "NAMES",
    "--seconds": "SECONDS",
    "--stage": "STAGE",
    "--technique": "TECHNIQUE",
    "--url": "URL",
}
"""what the value of an option is called, unless its type says enough"""

TYPES = {"int": "N", "int range": "N", "float": "NUMBER", "float range": "NUMBER", "path": "FILE"}


def documentation() -> str:
    """Where the documentation is: next to the source, or at the address of an installed package."""
    folder = Path(__file__).parents[3] / "docs"
    if (folder / "README.md").exists():
        return str(folder)
    urls = metadata("sapper").get_all("Project-URL") or ()
    pages = (url.partition(", ")[2] for url in urls if url.startswith("Documentation,"))
    return next(pages, "")


def paragraph(text: str | None) -> str:
    return " ".join((text or "").split("\n\n")[0].split())


class Command(TyperCommand):
    """A command whose help shows examples, and placeholders instead of Python's types."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        for each in self.params:
            each.opts += [SHORT[name] for name in each.opts if name in SHORT]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        arguments = (each for each in self.params if each.param_type_name == "argument")
        names = ((_argument(each), each.required) for each in arguments)
        return ["[OPTIONS]", *(name if required else f"[{name}]" for name, required in names)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        for title, rows in self.rows(ctx).items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def rows(self, ctx: Any) -> dict[str, list[tuple[str, str]]]:
        """The names and meanings of the arguments and of the options."""
        rows: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for each in self.get_params(ctx):
            if record := each.get_help_record(ctx):
                name, text = record
                if each.param_type_name == "argument":
                    rows["Arguments"].append((_argument(each), _limits(text)))
                else:
                    rows["Options"].append((_placeholder(each, name), _limits(text)))
        return rows

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        _write_examples(ctx, formatter)
        super().format_epilog(ctx, formatter)


class Group(TyperGroup):
    """A command with subcommands. Its help says in full what each of them does."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(n, paragraph(each.help)) for n, each in self.commands.items()])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        _write_examples(ctx, formatter)
        super().format_epilog(ctx, formatter)


def _write_examples(ctx: Any, formatter: Any) -> None:
    if examples := EXAMPLES.get(ctx.command_path.partition(" ")[2]):
        with formatter.section("Examples"):
            for example, what in examples:
                formatter.write(f"  {example}\n      {what}\n")


def _argument(each: Any) -> str:
    name = str(each.metavar or each.name.upper())
    return name if each.nargs == 1 or "..." in name else f"{name}..."


def _placeholder(each: Any, name: str) -> str:
    """The name of an option, with a placeholder instead of the type that Typer writes."""
    option, _, kind = name.partition(" <")
    if not kind:
        return name
    kind = re.sub(r"list\[(.*)\]", r"\1", kind.removesuffix(">")).lower()
    word = kind if "|" in kind else VALUES.get(each.opts[0]) or TYPES.get(kind, "TEXT")
    return f"{option} {word}"


def _limits(text: str) -> str:
    """Say the limits of a number in words.

    >>> _limits("How many.  [default: 12; x>=1]"), _limits("A share.  [0<=x<=1]")
    ('How many.  [default: 12; at least 1]', 'A share.  [0 to 1]')
    """
    text = text.replace("  [required]", "").replace("; required]", "]")
    text = re.sub(r"\b(\S+)<=x<=(\S+?)(?=[\];])", r"\1 to \2", text)
    text = re.sub(r"\bx>=(\S+?)(?=[\];])", r"at least \1", text)
    return re.sub(r"\bx<=(\S+?)(?=[\];])", r"at most \1", text)
