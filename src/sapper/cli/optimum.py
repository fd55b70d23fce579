"""The command that solves small levels: optimal."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from sapper import picture
from sapper.cli.common import JsonOption, app, out, print_json
from sapper.cli.terminal import Terminal
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.reason.optimal import MAX_BOARDS, MAX_CELLS, MAX_POSITIONS, optimal
from sapper.words import how_many


@app.command(
    "optimal",
    epilog=f"Limits: {MAX_CELLS} cells, {MAX_BOARDS:,} boards per first cell, and "
    f"{MAX_POSITIONS:,} different positions (0.6 GB). The largest levels take minutes. 5x5 boards "
    "may have up to 6 mines.",
)
def optimal_command(
    level: Annotated[
        str,
        typer.Argument(
            help="A level with rule 'any', 'safe' or 'open', such as 4x4x4/any. The level may name "
            "a first cell, as in '4x4x4/safe B2'.",
            metavar="LEVEL",
        ),
    ],
    first: Annotated[
        str, typer.Option(help="Start only at this cell, such as C4. By default, try every cell.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Find the best strategy for a small level: how many boards it wins, and where it starts."""
    text, _, named = level.strip().partition(" ")
    chosen = Level.parse(text)
    named = named.strip()
    if first and named and first.upper() != named.upper():
        raise SapperError(f"the command names two first cells: {named} and {first}")
    name = first or named
    cell = chosen.grid.parse_cell(name) if name else None
    started = time.perf_counter()
    console = Terminal(stderr=True)
    with console.status("searching") as status:  # prints nothing if stderr is not a terminal

        def on_progress(done: int, cells: int, positions: int) -> None:
            kinds, found = how_many(cells, "kind"), how_many(positions, "position")
            status.update(f"{done} of {kinds} of first cells, {found}")

        best = optimal(chosen, cell, progress=on_progress)
    seconds = time.perf_counter() - started
    if as_json:
        print_json(best.to_json())
        return
    names = [chosen.grid.name(each) for each in best.first]
    out.print(
        f"{chosen}: the best strategy wins on {best.won} of {how_many(best.boards, 'board')} "
        f"({best.probability:.4%})",
        style="bold",
    )
    out.print(f"first    {' '.join(names) or 'none: every board is won before the first move'}")
    if cell is None and best.first:
        out.print(
            "\nFor each first cell: on how many boards the best strategy wins, and their share."
        )
        if None in best.cells:
            out.print("- means that there are too many mines to start at this cell.")
        out.print(picture.first_cells_terminal(best.cells, chosen.width, best.first))
        out.print()
    out.print(
        "exact    every possible course of play was searched: "
        f"{how_many(best.positions, 'position')} in {seconds:.1f} s"
    )
