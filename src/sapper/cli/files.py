"""Commands for boards and files: deal, show, stats."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper import picture
from sapper.board import Board, Deck, deal
from sapper.cli.common import (
    FileArgument,
    JsonOption,
    LevelArgument,
    LookName,
    LookOption,
    SeedOption,
    app,
    out,
    print_json,
    random_seed,
)
from sapper.formats import FileError, load, save
from sapper.game import Record
from sapper.grid import SapperError, quote
from sapper.level import Level
from sapper.view import View


@app.command("deal")
def deal_command(
    level: LevelArgument,
    seed: SeedOption = None,
    first: Annotated[
        str, typer.Option(help="The first cell, like C4; by default A1 (safe) or D4 (open).")
    ] = "",
    count: Annotated[
        int | None,
        typer.Option(help="Deal a deck: the boards of that many seeds from SEED on.", min=0),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--out", help="Write to this file instead.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Deal a board, or with --count a deck of boards."""
    chosen = Level.parse(level)
    start = chosen.grid.parse_cell(first) if first else None
    seed = random_seed(seed)
    noun: Board | Deck
    if count is None:
        noun = deal(chosen, seed, start)
        described = _board_json(noun) | {"seed": seed}
    else:
        noun = Deck.deal(chosen, seed, count, start)
        described = {
            "level": str(chosen),
            "first": None if noun.first is None else chosen.grid.name(noun.first),
            "seed": seed,
            "boards": noun.rows[:, : chosen.mines].tolist() if as_json else [],
            "told": noun.rows[:, chosen.mines :].tolist() if as_json else [],
        }
    text = json.dumps(described) + "\n" if as_json else str(noun)
    if output is not None:
        save(output, text)
    else:
        sys.stdout.write(text)


def _board_json(board: Board) -> dict[str, Any]:
    name = board.grid.name
    return {
        "level": str(board.level),
        "first": None if board.first is None else name(board.first),
        "told": [name(cell) for cell in board.told],
        "mines": [name(cell) for cell in sorted(board.mines)],
        "rows": board.rows,
    }


@app.command()
def show(
    file: FileArgument,
    svg: Annotated[Path | None, typer.Option(help="Draw to this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw to this PNG file.")] = None,
    look: LookOption = LookName.course,
    index: Annotated[int, typer.Option(help="Which board of a deck, from 0.", min=0)] = 0,
) -> None:
    """Draw a board, position, record (as it ended) or board of a deck."""
    noun = load(file)
    match noun:
        case Record():
            game = noun.resume()
            title, rows = record_line(noun), game.answer if game.outcome else game.view.rows
        case Deck():
            if index >= len(noun):
                raise FileError(f"{file} is a deck of {len(noun)} boards: it has none at {index}")
            title = f"{noun.level}, board {index} of {len(noun)}"
            rows = noun[index].rows
        case _:
            title, rows = str(noun).splitlines()[0], noun.rows
    if svg:
        save(svg, picture.svg(rows, look.value))
    if png:
        save(png, picture.png(rows, look.value))
    if not (svg or png):
        out.print(title)
        out.print(picture.terminal(rows, look.value))


def record_line(record: Record) -> str:
    """A record in one line."""
    outcome = record.outcome.value if record.outcome else "unfinished"
    seconds = (record.moves[-1][0] if record.moves else 0) / 1000
    by = f" by {record.player}" if record.player else ""
    return f"{record.level}{by}: {outcome}, {len(record.moves)} moves, {seconds:.1f} s"


@app.command()
def stats(
    what: Annotated[
        str, typer.Argument(help="A board, record or deck file, or a level.", metavar="FILE|LEVEL")
    ],
    games: Annotated[int, typer.Option(help="Boards to deal for a level.", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="The first seed, for a level.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Print 3BV, openings, islands and mine density; means over many boards of a level or deck."""
    if what != "-" and not Path(what).exists():
        try:
            level = Level.parse(what)
        except SapperError as problem:
            raise FileError(f"{quote(what)} is no file, and as a level: {problem}") from None
        noun: Any = Deck.deal(level, seed, games)
    else:
        noun = load(Path(what))
    if isinstance(noun, View):
        raise FileError(f"{what} is a position: only a board, record or deck has statistics")
    if isinstance(noun, Deck):
        _print_deck_stats(noun, as_json)
        return
    board: Board = noun.board if isinstance(noun, Record) else noun
    found = board.statistics
    described = {
        "level": str(board.level),
        "three_bv": found.three_bv,
        "openings": found.openings,
        "islands": found.islands,
        "density": found.density,
    }
    if as_json:
        print_json(described)
        return
    out.print(f"level     {board.level}")
    out.print(f"3BV       {found.three_bv}")
    out.print(f"openings  {found.openings}")
    out.print(f"islands   {found.islands}")
    out.print(f"density   {found.density:.1%} ({board.level.mines} mines)")


def _print_deck_stats(deck: Deck, as_json: bool) -> None:
    if not len(deck):
        raise FileError("a deck without boards has no statistics")
    every = [board.statistics for board in deck]
    columns = {
        "three_bv": [found.three_bv for found in every],
        "openings": [found.openings for found in every],
        "islands": [found.islands for found in every],
    }
    density = deck.level.mines / deck.level.size
    if as_json:
        means = {key: sum(values) / len(values) for key, values in columns.items()}
        ranges = {key: [min(values), max(values)] for key, values in columns.items()}
        print_json(
            {"level": str(deck.level), "boards": len(deck)}
            | means
            | {"density": density, "range": ranges}
        )
        return
    out.print(f"level     {deck.level}, {len(deck)} boards: mean (least to most)")
    for title, values in zip(("3BV", "openings", "islands"), columns.values(), strict=True):
        mean = sum(values) / len(values)
        out.print(f"{title:<9} {mean:.2f} ({min(values)} to {max(values)})")
    out.print(f"density   {density:.1%} ({deck.level.mines} mines)")
