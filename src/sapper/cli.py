"""The command line: parse, call, print. No logic of the game lives here."""

from __future__ import annotations

import json
import math
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from sapper import picture
from sapper.agents import AGENTS, Agent, make
from sapper.agents.guess import GUESSES
from sapper.board import Board, Deck, deal
from sapper.formats import FileError, load, save
from sapper.game import Game, Outcome, Record
from sapper.grid import SapperError, quote
from sapper.knowledge import kb_text
from sapper.lab.bench import OUTCOMES, run
from sapper.level import NAMED, Level
from sapper.odds import odds
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


@app.command("agents")
def agents_command(as_json: JsonOption = False) -> None:
    """List the agents, one line each, and the guess strategies that combine with them."""
    if as_json:
        _print_json({name: preset.description for name, preset in AGENTS.items()})
        return
    for name, preset in AGENTS.items():
        out.print(f"{name:<20} {preset.description}")
    out.print(f"\n--guess combines with any agent: {', '.join(GUESSES)}")


AgentOption = Annotated[str, typer.Option(help="The agent; `sapper agents` lists them.")]
GuessOption = Annotated[
    str | None, typer.Option(help="How to guess when stuck, instead of the agent's own way.")
]


@app.command()
def watch(
    level: LevelArgument = "medium",
    agent: AgentOption = "resolution-endgame",
    seed: SeedOption = None,
    guess: GuessOption = None,
    pace: Annotated[float, typer.Option(help="Seconds a decision.", min=0, max=3600)] = 0.25,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter at each decision.")] = False,
    show_kb: Annotated[
        bool, typer.Option("--show-kb", help="Print the clauses of the knowledge base.")
    ] = False,
    record: Annotated[Path | None, typer.Option(help="Write the game to this record.")] = None,
    look: LookOption = LookName.course,
    as_json: JsonOption = False,
) -> None:
    """Watch an agent play: the board, its last deduction in words, its knowledge base."""
    seed = _seed(seed)
    game = Game(deal(Level.parse(level), seed))
    player = make(agent, guess, seed, flags=True)
    live = out.is_terminal and not (step or as_json)
    frames = _frames(game, player, show_kb, look.value)
    decisions: list[str] = []
    if live:
        with Live(console=out, auto_refresh=False) as screen:
            for frame, words in frames:
                decisions.append(words)
                screen.update(frame, refresh=True)
                time.sleep(pace)
    else:
        for frame, words in frames:
            decisions.append(words)
            if not as_json:
                out.print(frame)
            if step and input("Enter: next decision, q: leave > ").strip().lower() == "q":
                return
    ended = game.outcome.value if game.outcome else "stuck"
    if record:
        save(record, str(game.record(agent)))
    if as_json:
        _print_json(
            {
                "agent": agent,
                "level": str(game.level),
                "seed": seed,
                "outcome": ended,
                "decisions": decisions[:-1],
                "rows": game.view.rows,
            }
        )
        return
    opened = game.level.size - len(game.view.hidden)
    out.print(
        f"{agent} on {game.level}, seed {seed}: {ended} after {len(decisions) - 1} decisions, "
        f"{opened} of {game.level.safe} safe cells open",
        style="bold",
    )


def _frames(
    game: Game, player: Agent, show_kb: bool, look: picture.LookName
) -> Iterator[tuple[Text, str]]:
    """The screen after each decision and at the end, with the last decision in words."""
    number = 0
    words = "looks at the board"
    while True:
        decision = None if game.outcome else player.choose(game.view)
        if decision is not None:
            words = decision.reason.words(game.grid)
        elif not game.outcome:
            words = "stuck: nothing more follows"
        rows = game.answer if game.outcome else game.view.rows
        frame = picture.terminal(rows, look)
        kb = getattr(player, "kb", None)
        sizes = "" if kb is None else f"   KB {len(kb)} clauses   KB0 {len(kb.facts)} facts"
        frame.append(
            f"\n{game.level}   decision {number}   mines left "
            f"{game.level.mines - game.view.flags}{sizes}\n"
        )
        frame.append(words if game.outcome is None else game.outcome.value, style="bold")
        if show_kb and kb is not None:
            frame.append("".join(f"\n  {line}" for line in kb_text(kb, game.grid)), style="dim")
        yield frame, words
        if decision is None:
            return
        game.play(decision)
        number += 1


@app.command()
def bench(
    agent: Annotated[str, typer.Argument(help="The agent; `sapper agents` lists them.")],
    level: Annotated[
        str, typer.Argument(help="A level; not needed with --deck.", metavar="[LEVEL]")
    ] = "",
    games: Annotated[
        int | None, typer.Option(help="Games to play: 1000, or the whole deck.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    deck: Annotated[Path | None, typer.Option(help="Play the boards of this deck.")] = None,
    guess: GuessOption = None,
    jobs: Annotated[
        int | None, typer.Option(help="Processes (threads for odds); one a core.", min=1)
    ] = None,
    audit: Annotated[
        bool,
        typer.Option("--audit", help="Of every stuck end, say whether a certain cell existed."),
    ] = False,
    outcomes: Annotated[
        Path | None,
        typer.Option(help="Write won, lost, stuck or wrong to this file, a line a game."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure an agent over many games: won, lost, stuck, wrong, and time per game."""
    boards: Level | Deck
    if deck is not None:
        noun = load(deck)
        if not isinstance(noun, Deck):
            raise FileError(f"{deck} is not a deck")
        if level and Level.parse(level) != noun.level:
            raise FileError(f"{deck} has boards of {noun.level}, not of {level}")
        boards = noun
    elif level:
        boards = Level.parse(level)
        games = games or 1000
    else:
        raise FileError("bench needs a level or --deck FILE")
    if outcomes is not None:
        save(outcomes, "")  # an unwritable file is an error now, not after the games
    with _progress(f"{agent} plays") as on_progress:
        result = run(
            agent,
            boards,
            games,
            seed=seed,
            jobs=jobs or os.cpu_count() or 1,
            guess=guess,
            audit=audit,
            on_progress=on_progress,
        )
    if outcomes is not None:
        save(outcomes, "".join(f"{outcome}\n" for outcome in result.outcomes))
    if as_json:
        _print_json(result.to_json())
        return
    found = result.to_json()
    out.print(f"{agent} on {result.level}: {result.games} games", style="bold")
    for outcome in OUTCOMES:
        low, high = result.interval(outcome)
        out.print(
            f"  {outcome:<6} {found[outcome]:>8}  {found[outcome] / result.games:7.2%}  "
            f"(95%: {low:.2%} to {high:.2%})"
        )
    times = found["ms_per_game"]
    out.print(
        f"  CPU ms per game: mean {times['mean']:.3g}, median {times['median']:.3g}, "
        f"sd {times['sd']:.3g}, max {times['max']:.3g}"
    )
    out.print(
        f"  per game: {found['matched_pairs_per_game']:.1f} matched pairs, "
        f"{found['steps_per_game']:.1f} steps; {found['games_per_second']:.4g} games a second "
        f"({result.seconds:.1f} s)"
    )
    if result.audit:
        out.print(
            f"  audit: of {result.audit.stuck} stuck ends, {result.audit.from_hints} had a safe cell "
            f"certain from the hints, {result.audit.from_mine_count} more with the mine count"
        )


@contextmanager
def _progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error: done, rate, time left; nothing when it is no terminal."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.speed:.0f}/s" if console.is_terminal else ""),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(title, total=None)

        def on_progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield on_progress


@app.command()
def analyze(
    position: Annotated[
        Path, typer.Argument(help="A position; - is standard input.", metavar="POSITION")
    ],
    as_json: JsonOption = False,
) -> None:
    """Certain cells, the exact odds of every hidden cell, and the number of consistent boards."""
    view = load(position)
    if not isinstance(view, View):
        raise FileError(f"{position} is not a position")
    found = odds(view)
    name = view.grid.name
    safe, mines = [name(cell) for cell in found.safe], [name(cell) for cell in found.mines]
    if as_json:
        rows = [[None if math.isnan(p) else p for p in row] for row in found.array.tolist()]
        _print_json(
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
