"""The command that makes data sets."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.filesize import decimal

from sapper.cli.common import (
    JobsOption,
    JsonOption,
    app,
    out,
    parse_budget,
    print_json,
    print_table,
    progress_bar,
)
from sapper.cli.terminal import note
from sapper.lab.dataset import STAGES, TECHNIQUES, Plan, make_dataset
from sapper.words import plural


@app.command("data")
def data_command(
    folder: Annotated[
        Path,
        typer.Argument(
            help="The folder for the data set. The folder is created if it does not exist.",
            metavar="OUT",
        ),
    ],
    level: Annotated[
        list[str] | None,
        typer.Option(
            help="A level: a name or WxHxM/rule. Repeatable. The default is expert.",
        ),
    ] = None,
    positions: Annotated[
        int,
        typer.Option(
            help="How many positions to make. The positions are divided evenly among the levels, "
            "techniques and stages that you name.",
            min=1,
        ),
    ] = 10_000,
    technique: Annotated[
        list[str] | None,
        typer.Option(
            help="Make only positions whose easiest technique is this one: "
            f"{', '.join(TECHNIQUES)}. Repeatable. By default, techniques appear as often as "
            "in games."
        ),
    ] = None,
    stage: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Make only positions from this stage of the game: {', '.join(STAGES)}. "
            "Repeatable."
        ),
    ] = None,
    sample: Annotated[
        int, typer.Option(help="How many positions also get a best move and an explanation.", min=0)
    ] = 1000,
    budget: Annotated[
        str,
        typer.Option(
            help="How much work to spend on finding each best move, given as a rough time on one "
            "core, such as 1s or 100ms."
        ),
    ] = "100ms",
    per_game: Annotated[
        int, typer.Option(help="The maximum number of positions from one game.", min=1)
    ] = 4,
    seed: Annotated[int, typer.Option(help="The seed. The same seed gives the same rows.")] = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue a data set after an interruption.")
    ] = False,
    cluster: Annotated[
        str | None, typer.Option(help="Use a Dask cluster: tcp://host:8786, or local:N.")
    ] = None,
    jobs: JobsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make Parquet files of positions with their exact odds, provable cells and techniques.

    Some positions also get the best move, its chance of winning, and an explanation in words
    (--sample). The folder gets a dataset card, a README.md in the format that dataset hubs read. In
    the documentation, data.md lists the columns.
    """
    plan = Plan(
        positions,
        tuple(level or ("expert",)),
        tuple(technique or ()),
        tuple(stage or ()),
        seed,
        per_game,
        sample,
        parse_budget(budget) or 0.0,
    )
    kept: list[int] = []
    try:
        with progress_bar("making positions") as on_progress:

            def progress(done: int, total: int) -> None:
                kept[:] = [done]
                on_progress(done, total)

            made = make_dataset(
                plan,
                folder,
                jobs=jobs or os.cpu_count() or 1,
                cluster=cluster,
                resume=resume,
                on_progress=progress,
            )
    except KeyboardInterrupt:
        for done in kept:
            of_all = f"{done:,} of {positions:,} {plural(positions, 'position')}"
            note(f"{folder} has {of_all}: add --resume to continue")
        raise
    if as_json:
        print_json(made.to_json())
        return
    short = "" if made.positions == positions else f" of {positions:,} (the others are too rare)"
    count = f"{made.positions:,} {plural(made.positions, 'position')}"
    out.print(f"{count}{short}, {made.samples:,} of them explained")
    if made.distinct < made.positions:
        out.print(f"{made.distinct:,} of them differ by more than a rotation or reflection")
    rows = [
        [level, technique, stage, f"{count:,}"] for level, technique, stage, count in made.counts
    ]
    print_table([["level", "technique", "stage", "positions"], *rows])
    out.print(f"wrote {folder} ({decimal(made.bytes)})")
