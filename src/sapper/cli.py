"""The command line: parse, call, print. No logic of the game lives here."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from sapper import picture
from sapper.board import Board, Deck, deal
from sapper.formats import FileError, load, save
from sapper.game import Game, Outcome, Record
from sapper.grid import SapperError, quote
from sapper.level import NAMED, Level
from sapper.view import Move, View

app = typer.Typer(
    help="A Minesweeper laboratory: play, deal, draw, watch and measure.",
    epilog=f"Levels: {', '.join(NAMED)}; or WxHxM/rule such as 30x16x99/open.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
out = Console(highlight=False, soft_wrap=True)


class LookName(StrEnum):
    """The looks of a picture."""

    course = "course"
    classic = "classic"


LevelArgument = Annotated[
    str, typer.Argument(help="A level: easy ... expert, or WxHxM/rule.", metavar="LEVEL")
]
FileArgument = Annotated[Path, typer.Argument(help="A file; - is standard input.", metavar="FILE")]
SeedOption = Annotated[int | None, typer.Option(help="The seed; random when left out.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
LookOption = Annotated[LookName, typer.Option(help="The colours of the picture.")]


def main() -> NoReturn:
    """Run the command line; bad input is one line on standard error and exit code 2."""
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as problem:
        _fail(" ".join(problem.format_message().split()))
    except SapperError as problem:
        _fail(str(problem))
    except (KeyboardInterrupt, typer.Abort):
        _fail("stopped", 130)
    except BrokenPipeError:
        # The reader of our output is gone; the interpreter's last flush must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    if code == 130:  # typer's own answer to Ctrl-C
        _fail("stopped", 130)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int = 2) -> NoReturn:
    print(f"sapper: {message}", file=sys.stderr)
    sys.exit(code)


def _print_json(value: Any) -> None:
    print(json.dumps(value))


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
    seed = _seed(seed)
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
            "boards": noun.mines.tolist() if as_json else [],
        }
    text = json.dumps(described) + "\n" if as_json else str(noun)
    if output is not None:
        save(output, text)
    else:
        sys.stdout.write(text)


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


def _board_json(board: Board) -> dict[str, Any]:
    name = board.grid.name
    return {
        "level": str(board.level),
        "first": None if board.first is None else name(board.first),
        "told": [name(cell) for cell in board.told],
        "mines": [name(cell) for cell in sorted(board.mines)],
        "rows": str(board).splitlines()[1:],
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
            title, rows = _record_line(noun), game.answer if game.outcome else game.view.rows
        case Deck():
            if index >= len(noun):
                raise FileError(f"{file} has {len(noun)} boards: --index is 0 to {len(noun) - 1}")
            title = f"{noun.level}, board {index} of {len(noun)}"
            rows = str(noun[index]).splitlines()[1:]
        case _:
            title, *rows = str(noun).splitlines()
    if svg:
        save(svg, picture.svg(rows, look.value))
    if png:
        save(png, picture.png(rows, look.value))
    if not (svg or png):
        out.print(title)
        out.print(picture.terminal(rows, look.value))


def _record_line(record: Record) -> str:
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
        _print_json(described)
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
        _print_json(
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


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record; - is standard input.", metavar="RECORD")],
    pace: Annotated[
        float | None,
        typer.Option(help="Seconds a move, instead of waiting for Enter.", min=0, max=3600),
    ] = None,
    look: LookOption = LookName.course,
    as_json: JsonOption = False,
) -> None:
    """Step through a saved game: Enter for the next move, q to leave."""
    record = load(file)
    if not isinstance(record, Record):
        raise FileError(f"{file} is not a record")
    if as_json:
        steps = [
            {"ms": at, "move": move.text(record.board.grid), "rows": game.view.rows}
            for (at, move), game in zip(record.moves, _after_moves(record), strict=True)
        ]
        _print_json(
            {
                "level": str(record.level),
                "player": record.player,
                "outcome": record.outcome.value if record.outcome else None,
                "moves": steps,
            }
        )
        return
    out.print(_record_line(record))
    interactive = pace is None and str(file) != "-" and sys.stdin.isatty()
    for number, game in enumerate(record.replay()):
        if number:
            at, move = record.moves[number - 1]
            out.print(
                f"\nmove {number} of {len(record.moves)}: {move.text(game.grid)} "
                f"after {at / 1000:.1f} s"
            )
        last = number == len(record.moves)
        rows = game.answer if last and game.outcome else game.view.rows
        out.print(picture.terminal(rows, look.value))
        if last:
            break
        if interactive and input("Enter: next move, q: leave > ").strip().lower() == "q":
            return
        if pace:
            time.sleep(pace)
    out.print(record.outcome.value if record.outcome else "unfinished")


def _after_moves(record: Record) -> Iterator[Game]:
    games = record.replay()
    next(games)
    return games


PLAY_HELP = """\
open C4    open a cell (o C4, or just C4)
flag D5    set or take away a flag (f D5)
chord C3   open all around an open cell whose flags fit its number (c C3)
save FILE  write the game so far as a record
help       these lines
quit       leave (q, or Ctrl-D)"""


@app.command()
def play(
    level: Annotated[
        str, typer.Argument(help="A level, or a board or record file.", metavar="[LEVEL|FILE]")
    ] = "beginner",
    seed: SeedOption = None,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Keep the game in this file, written after every move; "
            "an unfinished game there is continued."
        ),
    ] = None,
    look: LookOption = LookName.course,
) -> None:
    """Play in the terminal: open C4, flag D5, chord C3, help, quit."""
    game = _game_to_play(level, seed, record)
    while game.outcome is None:
        _draw_game(game, look)
        try:
            line = input("> ")
        except EOFError:
            break
        word, _, rest = line.strip().partition(" ")
        word = {"o": "open", "f": "flag", "c": "chord", "q": "quit", "?": "help"}.get(word, word)
        if word == "quit":
            break
        try:
            if word in ("", "help"):
                out.print(PLAY_HELP)
            elif word == "save":
                save(Path(rest.strip() or "game.record"), str(game.record("human")))
                out.print(f"saved to {rest.strip() or 'game.record'}")
            else:
                text = f"{word} {rest}" if rest else f"open {word}"
                before = len(game.moves)
                game.play(Move.parse(text, game.grid))
                if len(game.moves) == before:
                    out.print("that changes nothing")
                elif record and game.board is not None:
                    save(record, str(game.record("human")))
        except SapperError as problem:
            out.print(f"{problem} (help lists the commands)")
    if game.outcome is None:
        kept = f", kept in {record}" if record and game.moves else ""
        out.print(f"left after {len(game.moves)} moves{kept}")
        return
    _draw_game(game, look)
    found = game.board.statistics if game.board else None
    won = game.outcome is Outcome.WON
    out.print(
        f"{'You won' if won else 'You lost'} after {game.elapsed / 1000:.1f} s and "
        f"{len(game.moves)} moves" + (f"; 3BV {found.three_bv}" if found else ""),
        style="bold green" if won else "bold red",
    )


def _game_to_play(level: str, seed: int | None, record: Path | None) -> Game:
    if record and record.exists():
        noun = load(record)
        if not isinstance(noun, Record) or noun.outcome is not None:
            raise FileError(f"{record} is there already and is no unfinished game to continue")
        return noun.resume()
    if Path(level).is_file():
        noun = load(Path(level))
        match noun:
            case Board():
                return Game(noun)
            case Record():
                return noun.resume()
        raise FileError(f"{level} is neither a board nor a record")
    return Game.start(Level.parse(level), _seed(seed))


def _draw_game(game: Game, look: LookName) -> None:
    view = game.view
    out.print(
        f"\n{game.level}   mines left {game.level.mines - view.flags}   "
        f"time {game.elapsed / 1000:.0f} s",
        style="bold",
    )
    out.print(picture.terminal(game.answer if game.outcome else view.rows, look.value))
