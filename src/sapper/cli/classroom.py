"""Commands for the classroom: new-agent, grade."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.adapters.skeleton import PYTHON
from sapper.cli.common import app, out
from sapper.formats import FileError, save


@app.command("new-agent")
def new_agent(
    file: Annotated[Path, typer.Argument(help="The file to write.", metavar="FILE.py")],
) -> None:
    """Write a small agent to begin with: a function that is shown a position and chooses a cell."""
    if file.suffix != ".py":
        raise FileError(f"{file} does not end with .py: an agent is a Python file, like mine.py")
    if file.exists():
        raise FileError(f"{file} is there already: choose another name")
    save(file, PYTHON.replace("NAME", str(file)))
    out.print(f"wrote {file}; watch it with: sapper watch {file}")
