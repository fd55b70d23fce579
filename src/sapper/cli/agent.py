"""The commands about agents: agent list, new."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from sapper.adapters.skeleton import PYTHON, WITH_KB
from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.cli.common import JsonOption, app, out, print_json
from sapper.cli.help import Group
from sapper.formats import FileError, save
from sapper.words import caption

agent_app = typer.Typer(rich_markup_mode=None, cls=Group)
app.add_typer(agent_app, name="agent")


@agent_app.callback(invoke_without_command=True)
def agent(context: typer.Context) -> None:
    """List the agents (`agent list`), or write one to start from (`agent new`)."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@agent_app.command("list")
def list_command(as_json: JsonOption = False) -> None:
    """List all agents and guess strategies.

    Sapper began with an exercise from an AI course. Agents such as textbook:one-round make one
    mistake of the programs that students wrote for it.

    You can use your own agent instead of a listed one: mine.py, mine.py:Name, 'exec:./agent'.
    """
    if as_json:
        print_json({name: preset.description for name, preset in AGENTS.items()})
        return
    for name, preset in AGENTS.items():
        out.print(f"{name:<24} {preset.description}")
    out.print()
    out.print(caption("guess strategies for any agent (--guess): {}").format(", ".join(GUESSES)))
    own = "mine.py, mine.py:Name, 'exec:./agent'"
    out.print(caption("your own agent: {} (`sapper agent new` writes one)").format(own))


@agent_app.command("new")
def new_command(
    file: Annotated[Path, typer.Argument(help="The file to write.", metavar="FILE.py")],
    kb: Annotated[
        bool,
        typer.Option(
            "--kb",
            help="Write an agent with a knowledge base of clauses, which `sapper watch --check-kb` "
            "checks.",
        ),
    ] = False,
) -> None:
    """Write a small agent to start from: a function that gets a position and chooses a cell."""
    if file.suffix != ".py":
        raise FileError(f"{file} does not end with .py: an agent is a Python file, like mine.py")
    if file.exists():
        raise FileError(f"{file} already exists: choose another name")
    save(file, starter(file, kb))
    out.print(f"wrote {file}; watch it with: sapper watch {_typed(file)}{' --check-kb' * kb}")


def starter(file: Path, kb: bool = False) -> str:
    """The text of a small agent. Its docstring has commands with the name of its file."""
    name = _typed(file).replace("\\", r"\\").replace('"', r"\"")
    return (WITH_KB if kb else PYTHON).replace("NAME", name)


def _typed(file: Path) -> str:
    """A file name as it is typed in a shell. PowerShell and cmd understand the slashes, too."""
    return shlex.quote(file.as_posix())
