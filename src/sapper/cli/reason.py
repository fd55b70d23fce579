"""Commands that reason about a position: analyze, explain, hint, verify."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from sapper import picture
from sapper.cli.common import JsonOption, app, load_position, out, print_json
from sapper.odds import odds


@app.command()
def analyze(
    position: Annotated[
        Path, typer.Argument(help="A position; - is standard input.", metavar="POSITION")
    ],
    as_json: JsonOption = False,
) -> None:
    """Certain cells, the exact odds of every hidden cell, and the number of consistent boards."""
    view = load_position(position)
    found = odds(view)
    name = view.grid.name
    safe, mines = [name(cell) for cell in found.safe], [name(cell) for cell in found.mines]
    if as_json:
        rows = [[None if math.isnan(p) else p for p in row] for row in found.array.tolist()]
        print_json(
            {
                "level": str(view.level),
                "safe": safe,
                "mines": mines,
                "odds": rows,
                "log10_solutions": found.log10_solutions,
                "best": None if found.best is None else name(found.best),
            }
        )
        return
    out.print(picture.odds_terminal(view.rows, found.array.tolist()))
    out.print(f"safe    {' '.join(safe) or 'none is certain'}")
    out.print(f"mines   {' '.join(mines) or 'none is certain'}")
    if found.best is not None:
        out.print(f"best    {name(found.best)}, a mine with probability {found[found.best]:.4g}")
    boards = found.solutions if found.solutions is not None else f"10^{found.log10_solutions:.4f}"
    out.print(f"boards  {boards} fit the position")
