"""The command that writes example files."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.common import app, make_folder, out
from sapper.formats import FileError, save

CONTENTS = {
    "position.txt": "a position, in which C1 is safe",
    "board.txt": "a board",
    "game.record": "a lost game, as Sapper saves it",
    "game.avf": "a game from Minesweeper Arbiter",
    "game.evf": "a game from Metasweeper",
    "games/1.record": "one of four games, for statistics",
    "games/2.record": "",
    "games/3.record": "",
    "games/4.record": "",
    "corner.txt": "a position for rules of first-order logic",
    "wumpus.txt": "sentences of propositional logic",
    "answer.txt": "an answer to exercise 4.2",
    "class.txt": "the names of a class",
    "submissions.zip": "agents of two students, as Moodle packs them",
    "worksheet.csv": "Moodle's worksheet for their marks",
}


@app.command("example")
def example_command(
    folder: Annotated[
        Path, typer.Argument(help="The folder to write to.", metavar="DIR", show_default=False)
    ] = Path(),
) -> None:
    """Write the files that the examples of --help and the documentation use."""
    for name in CONTENTS:
        if (folder / name).exists():
            raise FileError(f"{folder / name} already exists: choose another folder")
    source = files("sapper") / "example"
    for name, about in CONTENTS.items():
        make_folder((folder / name).parent)
        save(folder / name, source.joinpath(name).read_bytes())
        out.print(f"wrote {folder / name!s:<16} {about}".rstrip())
