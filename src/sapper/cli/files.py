"""Commands for files: show, stats, convert."""

from __future__ import annotations

import csv
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from sapper import picture
from sapper.cli.common import (
    FileArgument,
    JsonOption,
    LookName,
    LookOption,
    MoveOption,
    app,
    as_record,
    not_together,
    out,
    parse_level,
    print_json,
    print_table,
    record_position,
    write_file,
)
from sapper.cli.terminal import answer, note
from sapper.core.board import Board, Deck
from sapper.core.game import Record
from sapper.core.replay import Replay, play_through
from sapper.core.view import View
from sapper.core.zini import measure_board
from sapper.errors import SapperError
from sapper.formats import (
    FORMATS,
    FileError,
    Format,
    Noun,
    Replays,
    Standing,
    by_suffix,
    find,
    is_source,
    load,
    write,
)
from sapper.lab.workers import in_order, in_processes
from sapper.review.metrics import Metrics, game_metrics, solved_three_bv
from sapper.words import how_many


@app.command()
def show(
    file: FileArgument,
    svg: Annotated[Path | None, typer.Option(help="Write the picture to this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write the picture to this PNG file.")] = None,
    look: LookOption = "course",
    index: Annotated[
        int, typer.Option(help="Which board of a deck to show, counting from 0.", min=0)
    ] = 0,
    step: Annotated[
        bool,
        typer.Option(
            "--step", help="Step through a recorded game: Enter for the next move, q to leave."
        ),
    ] = False,
    pace: Annotated[
        float | None,
        typer.Option(
            help="With --step: show each move for this many seconds instead of waiting for Enter.",
            min=0,
            max=3600,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --step: print the moves and positions as JSON.")
    ] = False,
) -> None:
    """Draw a board, a position, or a recorded game: its last position or, with --step, each move.

    A deck holds several boards: choose one with --index.
    """
    if step:
        not_together(step=step, svg=svg, png=png, index=index)
        _step_through(as_record(load(file), file), file, pace, look, as_json)
        return
    if pace is not None or as_json:
        raise SapperError(f"{'--json' if as_json else '--pace'} needs --step: add --step")
    noun = load(file)
    match noun:
        case Record() | Replay() | Replays():
            record = as_record(noun, file)
            game = record.resume()
            title, rows = record_line(record), game.answer if game.outcome else game.view.rows
        case Standing():
            title, rows = f"{noun.level}: {_ending(noun)}, moves unknown", list(noun.rows)
        case Deck():
            if index >= len(noun):
                raise FileError(
                    f"{file} has no board {index}: it has {how_many(len(noun), 'board')}, counted "
                    "from 0"
                )
            title = f"{noun.level}, board {index} of {len(noun)}"
            rows = noun[index].rows
        case _:
            title, rows = str(noun).splitlines()[0], noun.rows
    if svg:
        write_file(svg, picture.svg(rows, look))
    if png:
        write_file(png, picture.png(rows, look))
    if not (svg or png):
        out.print(title)
        out.print(picture.terminal(rows, look))


def _step_through(
    record: Record, source: str, pace: float | None, look: LookName, as_json: bool
) -> None:
    if as_json:
        games = record.replay()
        next(games)  # before the first move
        steps = [
            {"ms": at, "move": move.text(record.board.grid), "rows": game.view.rows}
            for (at, move), game in zip(record.moves, games, strict=True)
        ]
        print_json(
            {
                "level": str(record.level),
                "player": record.player,
                "outcome": _ending(record),
                "moves": steps,
            }
        )
        return
    out.print(record_line(record))
    interactive = pace is None and source != "-" and sys.stdin.isatty()
    for number, game in enumerate(record.replay()):
        if number:
            at, move = record.moves[number - 1]
            out.print(
                f"\nmove {number} of {len(record.moves)}: {move.text(game.grid)} "
                f"after {at / 1000:.1f} s"
            )
        last = number == len(record.moves)
        rows = game.answer if last and game.outcome else game.view.rows
        out.print(picture.terminal(rows, look))
        if last:
            break
        if interactive and answer("Enter: next move, q: leave > ") == "q":
            return
        if pace:
            time.sleep(pace)
    out.print(_ending(record))


def record_line(record: Record) -> str:
    outcome = _ending(record)
    seconds = (record.moves[-1][0] if record.moves else 0) / 1000
    by = f" by {record.player}" if record.player else ""
    return f"{record.level}{by}: {outcome}, {how_many(len(record.moves), 'move')}, {seconds:.1f} s"


def _ending(game: Record | Standing) -> str:
    return game.outcome.value if game.outcome else "unfinished"


@app.command()
def stats(
    what: Annotated[
        list[str],
        typer.Argument(
            help="A level, links, or files in any format: records, boards or decks. Use - for "
            "standard input.",
            metavar="FILE...|LEVEL",
        ),
    ],
    games: Annotated[int, typer.Option(help="For a level: how many boards to deal.", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="For a level: the seed of the first board.")] = 0,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print the table as CSV, with one row per game.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure games (3BV/s, clicks, efficiency, ZiNi, luck) or boards (3BV, openings, ZiNi).

    In the documentation, metrics.md defines each metric. For a level or a deck, the averages
    over its boards are printed.
    """
    if as_csv or len(what) > 1:
        _print_table(_measure(what), as_csv, as_json)
        return
    (source,) = what
    if source != "-" and not is_source(source):
        noun: Noun = Deck.deal(parse_level(source), seed, games)
    else:
        noun = load(source)
    match noun:
        case View():
            raise FileError(f"{source} is a position: give a board, record or deck")
        case Deck():
            _print_deck_stats(noun, as_json)
        case Replays():
            _print_table([_game_rows(source, noun)], as_csv, as_json)
        case Board():
            _print_metrics(_board_stats(noun), as_json)
        case Standing():
            _print_metrics(_standing_stats(noun), as_json)
        case _:
            _print_metrics(_game_stats(noun), as_json)


def _board_stats(board: Board) -> dict[str, Any]:
    density = board.statistics.density
    return {"level": str(board.level), **asdict(measure_board(board)), "density": density}


def _standing_stats(game: Standing) -> dict[str, Any]:
    return {
        **_board_stats(game.board),
        "outcome": _ending(game),
        "solved_three_bv": solved_three_bv(game.board, game.view),
    }


def _game_stats(game: Record | Replay) -> dict[str, Any]:
    density = game.board.statistics.density
    return {"level": str(game.level), **game_metrics(game).to_json(), "density": density}


_TITLES = {
    "three_bv": "3BV",
    "three_bv_per_second": "3BV/s",
    "solved_three_bv": "solved 3BV",
    "estimated_seconds": "estimated s",
    "ioe": "IOE",
    "zini": "ZiNi",
    "hzini": "human ZiNi",
    "zini_8way": "8-way ZiNi",
    "zne": "ZNE",
    "rqp": "RQP",
    "rqp_llama": "RQP (Llama)",
    "qg": "QG",
    "stnb": "STNB",
    "stnb_llama": "STNB (Llama)",
}


def _print_metrics(metrics: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(metrics)
        return
    width = max(len(_TITLES.get(key, key)) for key in metrics)
    for key, value in metrics.items():
        if key == "density":
            shown = f"{value:.1%}"
        elif value is None:
            shown = "none"
        else:
            shown = f"{value:.3f}" if isinstance(value, float) else str(value)
        out.print(f"{_TITLES.get(key, key):<{width}} {shown}")


_FileRows: TypeAlias = list[dict[str, Any]]


def _print_table(files: Iterable[_FileRows | str], as_csv: bool, as_json: bool) -> None:
    rows: _FileRows = []
    names = ["file", "level", *(part.name for part in fields(Metrics)), "density"]
    table = csv.DictWriter(sys.stdout, names)
    if as_csv:
        table.writeheader()
    failed = False
    for measured in files:
        if isinstance(measured, str):
            failed = True
            note(f"sapper: {measured}")
            continue
        rows += measured
        if as_csv:
            table.writerows(measured)
    if as_json:
        print_json(rows)
    elif not as_csv:
        _print_rows(rows)
    if failed:
        raise typer.Exit(2)


# With at least this many files, starting other processes pays off.
_MANY = 30


def _measure(sources: list[str]) -> Iterator[_FileRows | str]:
    cores = os.cpu_count() or 1
    if len(sources) < _MANY or "-" in sources or cores == 1:
        yield from map(_rows, sources)
        return
    batches = [sources[i : i + 8] for i in range(0, len(sources), 8)]
    results = in_processes(_rows_of_all, batches, cores)
    for _, measured in in_order(batches, results):
        yield from measured


def _rows_of_all(sources: list[str]) -> list[_FileRows | str]:
    return list(map(_rows, sources))


def _rows(source: str) -> _FileRows | str:
    try:
        return _game_rows(source, load(source))
    except SapperError as problem:
        return str(problem)


def _game_rows(source: str, noun: Noun) -> _FileRows:
    return [{"file": name, **_game_stats(game)} for name, game in _games(source, noun)]


def _games(source: str, noun: Noun) -> list[tuple[str, Record | Replay]]:
    match noun:
        case Record() | Replay():
            return [(source, noun)]
        case Standing():
            return [(source, as_record(noun, source))]
        case Replays():
            names = (f"{source}/{number}" for number in range(1, len(noun) + 1))
            return list(zip(names, noun.replays, strict=True))
    raise FileError(f"{source} is not a record or replay: the table lists games only")


_COLUMNS = (
    "file",
    "outcome",
    "seconds",
    "three_bv",
    "three_bv_per_second",
    "clicks",
    "ioe",
    "zini",
)


def _print_rows(rows: list[dict[str, Any]]) -> None:
    table = [[_TITLES.get(column, column) for column in _COLUMNS]]
    for row in rows:
        cells = (row[column] for column in _COLUMNS)
        table.append([f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells])
    print_table(table, str.rjust)


@app.command("convert")
def convert_command(
    source: FileArgument = "",
    target: Annotated[
        str, typer.Argument(help="The file to write. Use - for standard output.", metavar="OUT")
    ] = "",
    to: Annotated[
        str,
        typer.Option(
            help="The format. The default depends on the extension of OUT.", metavar="NAME"
        ),
    ] = "",
    move: MoveOption = None,
    listed: Annotated[bool, typer.Option("--list", help="List the formats.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --list: list the formats as JSON.")
    ] = False,
) -> None:
    """Convert a board, position or replay to another format. `--list` lists the formats.

    If the format can't store a whole replay, only the board or the last position is written. A
    record keeps only the clicks that changed something. If any clicks are left out, a message says
    how many, because some metrics, such as efficiency, count every click.
    """
    if listed:
        if source or to or move is not None:
            raise SapperError("--list lists the formats: use it alone, or with --json")
        _print_formats(as_json)
        return
    if as_json:
        raise SapperError("--json needs --list: add --list")
    if not target:
        raise SapperError("convert needs two files, as in: sapper convert game.avf game.evf")
    known = find(to) if to else by_suffix(target)
    noun = load(source)
    if move is not None:
        noun = record_position(as_record(noun, source), source, move)
    data = write(noun, known)
    _note_losses(noun, known)
    if target == "-":
        if sys.stdout.isatty():
            out.print(data.decode(errors="replace"), end="")
            return
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_file(Path(target), data)


def _note_losses(noun: Noun, to: Format) -> None:
    if isinstance(noun, Standing) and Standing not in to.writes:
        first = next(kind for kind in to.writes if kind in (Board, View))
        kept = "board" if first is Board else "position"
        note(f"sapper: the moves are unknown, so only the {kept} is written")
    if not isinstance(noun, Replay) or Replay in to.writes or Record not in to.writes:
        return
    game = play_through(noun)
    lost = len(game.clicks) - len(game.record.moves)
    if lost > 0:
        note(
            f"sapper: {lost} of {how_many(len(game.clicks), 'click')} changed nothing. The record "
            "omits them, so it shows a higher efficiency."
        )


def _print_formats(as_json: bool) -> None:
    known = sorted(FORMATS, key=lambda each: each.name)
    if as_json:
        print_json(
            [
                {
                    "name": each.name,
                    "holds": each.holds.split(", "),
                    "writes": each.write is not None,
                    "suffixes": each.suffixes,
                    "about": each.about,
                }
                for each in known
            ]
        )
        return
    for each in known:
        how = "reads, writes" if each.write else "reads"
        out.print(f"{each.name:<7} {how:<14} {each.holds:<30} {each.about}")


def _print_deck_stats(deck: Deck, as_json: bool) -> None:
    if not len(deck):
        raise FileError("the deck has no boards to measure")
    every = [board.statistics for board in deck]
    columns = {
        "three_bv": [each.three_bv for each in every],
        "openings": [each.openings for each in every],
        "islands": [each.islands for each in every],
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
    out.print(f"level     {deck.level}, {how_many(len(deck), 'board')}: mean (minimum to maximum)")
    for title, values in zip(("3BV", "openings", "islands"), columns.values(), strict=True):
        mean = sum(values) / len(values)
        out.print(f"{title:<9} {mean:.2f} ({min(values)} to {max(values)})")
    out.print(f"density   {density:.1%} ({how_many(deck.level.mines, 'mine')})")
