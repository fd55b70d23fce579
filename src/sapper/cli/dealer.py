"""Commands that deal boards, rate them and make puzzles: deal, rate, puzzle."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer

from sapper import picture
from sapper.cli.common import (
    ForOption,
    JsonOption,
    LevelArgument,
    LookName,
    LookOption,
    SeedOption,
    app,
    as_record,
    make_folder,
    not_together,
    out,
    print_json,
    print_lines,
    progress_bar,
    random_seed,
    write_file,
)
from sapper.cli.terminal import note
from sapper.core.board import Board, Deck, check_count
from sapper.core.game import Record
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.replay import Replay
from sapper.core.view import View
from sapper.errors import SapperError, quote
from sapper.formats import FileError, Replays, Standing, load, save
from sapper.ladder.board_certificate import certify_board
from sapper.ladder.dealer import (
    LIMIT,
    DealLimitError,
    DealProgress,
    Dealt,
    Range,
    Wanted,
    deal_wanted,
    solution,
)
from sapper.ladder.pattern_puzzle import PATTERNS, parse_pattern, pattern_puzzles
from sapper.ladder.puzzle import (
    LEVEL,
    PER_PAGE,
    PUZZLE_TECHNIQUES,
    Practice,
    PuzzleLimitError,
    guess_puzzles,
    puzzles,
    seed_for,
    sheet_html,
    sheet_svgs,
)
from sapper.ladder.rating import Rating, rate_board, rate_position
from sapper.ladder.techniques import Technique
from sapper.verify import verify_board
from sapper.words import caption, decimal, how_many, percent, say
from sapper.words.kinds import TechniqueName

TECHNIQUES = ", ".join(map(str, Technique))

BLOCK = 10_000
"""the number of boards of a deck that are held in memory at once"""

LimitOption = Annotated[
    str | None,
    typer.Option(
        help=f"Give up after this time, such as 90s or 5m. The default is {LIMIT:g}s.",
        metavar="TIME",
    ),
]


def parse_limit(text: str | None) -> float:
    """A limit in seconds. Without a text, it is the default limit.

    >>> parse_limit("90s"), parse_limit("1.5m"), parse_limit("20")
    (90.0, 90.0, 20.0)
    """
    if text is None:
        return LIMIT
    found = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|m|h|)", text.strip())
    if found is None:
        raise SapperError(f"{quote(text)} is not a limit: write a time like 60s or 5m")
    return float(found[1]) * {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "": 1.0}[found[2]]


def parse_range(text: str, noun: str) -> Range:
    """The lower and the upper limit of a number or range. None means no upper limit.

    >>> parse_range("150", "3BV"), parse_range("150-", "3BV"), parse_range("-200", "3BV")
    ((150, 150), (150, None), (0, 200))
    """
    found = re.fullmatch(r"(\d{0,9})(-?)(\d{0,9})", text.strip())
    if found is None or not (found[1] or found[3]) or (found[3] and not found[2]):
        raise SapperError(
            f"{quote(text)} is not a range of {noun}: write 150, 150-200, 150- or -200"
        )
    least, dash, most = found.groups()
    return int(least or 0), int(most) if most else None if dash else int(least)


@contextmanager
def search_progress(title: str) -> Iterator[Callable[[DealProgress], None]]:
    """Show a progress bar (in a terminal) and, after one second, a forecast."""
    said = False
    with progress_bar(title) as bar:

        def on_progress(now: DealProgress) -> None:
            nonlocal said
            bar(now.found, now.asked)
            if now.seconds >= 1 and not said:
                said = True
                note(f"{title}: {now.words}")

        yield on_progress


@app.command("deal")
def deal_command(
    level: LevelArgument,
    seed: SeedOption = None,
    first: Annotated[
        str | None,
        typer.Option(
            help="The first cell, such as C4. The default is A1 for rule `safe` and D4 for rule "
            "`open`."
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            help="Deal a deck of this many boards, one per seed, starting with --seed.", min=0
        ),
    ] = None,
    no_guess: Annotated[
        bool,
        typer.Option(
            "--no-guess",
            help="Deal only boards that can be solved without guessing after the first click.",
        ),
    ] = False,
    mine_count: Annotated[
        bool,
        typer.Option(
            "--mine-count/--no-mine-count",
            help="Whether the solution may use the number of mines on the board.",
        ),
    ] = True,
    technique: Annotated[
        str | None,
        typer.Option(
            help=f"Deal only no-guess boards whose hardest step uses this technique: {TECHNIQUES}.",
            metavar="TECHNIQUE",
        ),
    ] = None,
    at_most: Annotated[
        str | None,
        typer.Option(
            help="Deal only no-guess boards that need no technique harder than this one.",
            metavar="TECHNIQUE",
        ),
    ] = None,
    guesses: Annotated[
        int | None,
        typer.Option(
            help="Deal only boards that need exactly this many guesses with best play.",
            metavar="N",
            min=0,
        ),
    ] = None,
    three_bv: Annotated[
        str | None,
        typer.Option(
            "--3bv", help="Deal only boards with a 3BV in this range, like 150-200, 150- or -200."
        ),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(help="Deal only boards with this many openings, like 5, 5-10, 5- or -10."),
    ] = None,
    density: Annotated[
        float | None,
        typer.Option(
            help="The share of cells that are mines. This share replaces the number of mines in "
            "LEVEL.",
            min=0,
            max=1,
        ),
    ] = None,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            help="Move mines until the board meets the conditions. If such boards are rare, this "
            "is faster than dealing new boards. The number of mines stays the same, but the "
            "boards are not a uniform sample.",
        ),
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(
            help="The folder for proofs that the boards can be solved without guessing. Each board "
            "gets a file, SEED.cert. `sapper verify` checks the proofs."
        ),
    ] = None,
    limit: LimitOption = None,
    output: Annotated[
        Path | None, typer.Option("--out", help="Write to this file instead of standard output.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Deal a board or, with --count, a deck of boards.

    All boards that meet the conditions are equally likely, except with --repair. The result depends
    only on LEVEL, the options and the seed. In the documentation, dealer.md explains
    the conditions.
    """
    chosen = Level.parse(level)
    if density is not None:
        mines = round(density * chosen.size)
        chosen = Level(chosen.width, chosen.height, mines, chosen.start)
    start = None if first is None else chosen.grid.parse_cell(first)
    seconds = parse_limit(limit)
    wanted = Wanted(
        no_guess,
        mine_count,
        None if technique is None else Technique.parse(technique),
        None if at_most is None else Technique.parse(at_most),
        guesses,
        (0, None) if three_bv is None else parse_range(three_bv, "3BV"),
        (0, None) if openings is None else parse_range(openings, "openings"),
        repair,
    )
    seed = random_seed(seed)
    problem: DealLimitError | None = None
    boards = 1 if count is None else count
    if wanted.anything:
        if limit is not None:
            raise SapperError(
                "--limit is for a search: add a condition, such as --no-guess, or leave it out"
            )
        if count is not None and certificate is None and not as_json:
            _write(output, _deck_text(chosen, seed, count, start))
            return
        deck = Deck.deal(chosen, seed, boards, start)
        dealt = Dealt(
            chosen, deck.first, tuple(range(seed, seed + len(deck))), deck.rows, len(deck)
        )
    else:
        with search_progress("dealing") as on_progress:
            try:
                dealt = deal_wanted(
                    chosen, seed, boards, wanted, start, limit=seconds, progress=on_progress
                )
            except DealLimitError as limited:
                if count is None or not limited.dealt.seeds:
                    raise
                dealt, problem = limited.dealt, limited
    if certificate is not None:
        _write_certificates(certificate, dealt)
    if count is None:
        board = dealt.boards[0]
        described: dict[str, Any] = {**board.to_json(), "seed": seed}
        if not wanted.anything:
            found = solution(board)
            hardest = str(found.hardest) if found.solved else None
            described |= {"technique": hardest, "candidates": dealt.candidates}
        text = json.dumps(described) + "\n" if as_json else str(board)
    else:
        text = json.dumps(_deck_json(dealt, seed)) + "\n" if as_json else str(dealt.deck)
    if repair:
        note("repaired boards are not a uniform sample of the boards that meet the conditions")
    _write(output, [text])
    if problem is not None:
        raise problem


def _deck_text(level: Level, seed: int, count: int, first: Cell | None) -> Iterator[str]:
    """The text of a deck in parts, so that many boards need little memory."""
    check_count(level, seed, count)
    yield str(Deck.deal(level, seed, 0, first))
    for start in range(0, count, BLOCK):
        some = Deck.deal(level, seed + start, min(BLOCK, count - start), first)
        yield str(some).partition("\n")[2]


def _write(output: Path | None, parts: Iterable[str]) -> None:
    if output is not None:
        save(output, parts)
        note(f"wrote {output}")
    else:
        sys.stdout.writelines(parts)


def _write_certificates(folder: Path, dealt: Dealt) -> None:
    with progress_bar("writing certificates") as bar:
        for number, (seed, board) in enumerate(zip(dealt.seeds, dealt.deck, strict=True)):
            text = certify_board(board)
            verdict = verify_board(text)
            if not verdict:
                raise SapperError(
                    f"no certificate was written for seed {seed}, because sapper verify would say: "
                    f"{verdict}"
                )
            make_folder(folder)
            save(folder / f"{seed}.cert", text)
            bar(number + 1, len(dealt.seeds))
    note(f"wrote {how_many(len(dealt.seeds), 'certificate')} to {folder}")


def _deck_json(dealt: Dealt, seed: int) -> dict[str, Any]:
    level = dealt.level
    described = {
        "level": str(level),
        "first": None if dealt.first is None else level.grid.name(dealt.first),
        "seed": seed,
        "boards": dealt.rows[:, : level.mines].tolist(),
        "given": dealt.rows[:, level.mines :].tolist(),
    }
    if dealt.candidates:
        described |= {"seeds": list(dealt.seeds), "candidates": dealt.candidates}
    return described


@app.command("rate")
def rate_command(
    source: Annotated[
        str,
        typer.Argument(
            help="A board, record, position or deck in any format, or a link. Use - for standard "
            "input.",
            metavar="FILE",
        ),
    ],
    first: Annotated[
        str,
        typer.Option(
            help="The first cell to open. Use this option for a board with rule `any`, which has "
            "no safe start."
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Rate how hard a board is, from 0 to 10, and list the techniques and guesses it needs.

    For a position, the command prints the technique that the next step needs. In the
    documentation, dealer.md has the formula for the rating.
    """
    noun = load(source)
    if first and isinstance(noun, View | Deck):
        kind = "a position" if isinstance(noun, View) else "a deck"
        raise SapperError(f"--first needs a board, but {source} holds {kind}")
    if isinstance(noun, Record | Replay | Replays):
        noun = _played_board(as_record(noun, source))
    elif isinstance(noun, Standing):
        noun = noun.board
    match noun:
        case View():
            _print_rating(rate_position(noun), as_json)
        case Deck():
            _print_deck(noun, as_json)
        case Board():
            if first:
                noun = _with_safe_start(noun, first)
            _print_rating(rate_board(noun), as_json)


def _with_safe_start(board: Board, first: str) -> Board:
    level = board.level
    safe = Level.parse(f"{level.width}x{level.height}x{level.mines}/safe")
    return Board(safe, board.mines, level.grid.parse_cell(first))


def _played_board(record: Record) -> Board:
    """The board of a record, with rule `safe` instead of `any` if the first opened cell is safe."""
    board = record.board
    opened = [move.cell for _, move in record.moves if move.kind == "open"]
    if board.level.start.kind == "any" and opened and opened[0] not in board.mines:
        return _with_safe_start(board, board.grid.name(opened[0]))
    return board


def _print_rating(rating: Rating, as_json: bool) -> None:
    if as_json:
        print_json(rating.to_json())
        return
    found = rating.to_json()
    out.print(rating.verdict, style="bold")
    counts = {each: number for each, number in rating.counts.items() if each > Technique.GIVEN}
    some = [caption("{} {}").format(counts[each], _name(each)) for each in sorted(counts)]
    scale = caption("{} of 10 for the whole board")
    if rating.metrics is None:
        scale = caption("{} of 10 for the next step")
    lines = [
        ("difficulty", scale.format(decimal(rating.difficulty))),
        ("deductions", ", ".join(some) or caption("none")),
    ]
    if rating.where is not None and rating.hardest is not None:
        one, many = caption("{}, {} clue, first at {}"), caption("{}, {} clues, first at {}")
        text = one if rating.clues == 1 else many
        lines.append(("hardest", text.format(_name(rating.hardest), rating.clues, found["where"])))
    guesses = str(rating.guesses)
    if rating.guesses:
        guesses = caption("{}; the chance of surviving is {}").format(
            guesses, percent(rating.survival)
        )
    lines.append(("guesses", guesses))
    if rating.win is not None:
        lines.append(("wins", caption("{} with the best strategy").format(percent(rating.win))))
    if rating.metrics is not None:
        metrics = rating.metrics
        zini = caption("unknown") if metrics.zini is None else metrics.zini
        text = caption("3BV {}, openings {}, islands {}, ZiNi {}")
        text = text.format(metrics.three_bv, metrics.openings, metrics.islands, zini)
        lines.append(("board", text))
    print_lines(lines, 10)


def _name(technique: Technique) -> str:
    return say(TechniqueName(str(technique)))


def _print_deck(deck: Deck, as_json: bool) -> None:
    if not len(deck):
        raise FileError("the deck has no boards to rate")
    ratings: list[Rating] = []
    with progress_bar("rating boards") as bar:
        for number, board in enumerate(deck, 1):
            ratings.append(rate_board(board))
            bar(number, len(deck))
    if as_json:
        print_json([rating.to_json() for rating in ratings])
        return
    difficulties = [rating.difficulty for rating in ratings]
    out.print(
        f"{deck.level}, {how_many(len(deck), 'board')}: median difficulty "
        f"{median(difficulties):.1f} ({min(difficulties):.1f} to {max(difficulties):.1f})"
    )
    for technique in Technique:
        of_it = sum(not r.guesses and r.hardest is technique for r in ratings)
        if of_it:
            boards = "1 board needs" if of_it == 1 else f"{of_it} boards need"
            out.print(f"{technique!s:<12} {boards} this and nothing harder")
    guessed = sum(r.guesses > 0 for r in ratings)
    out.print(f"{'guess':<12} {how_many(guessed, 'board')}")


@app.command("puzzle")
def puzzle_command(
    level: Annotated[
        str | None,
        typer.Argument(
            help=f"A level. The default is {LEVEL}; with --pattern, it depends on the pattern.",
            metavar="LEVEL",
            show_default=False,
        ),
    ] = None,
    technique: Annotated[
        str | None,
        typer.Option(
            help=f"The technique to practise: {', '.join(map(str, PUZZLE_TECHNIQUES))}. Easier "
            "techniques can't solve the puzzle. The default is subset.",
            metavar="TECHNIQUE",
        ),
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option(
            help=f"The pattern to practise: {', '.join(PATTERNS)}.",
            metavar="PATTERN",
        ),
    ] = None,
    guess: Annotated[
        bool,
        typer.Option(
            "--guess",
            help="Make positions without a provably safe cell, and ask for the safest cell.",
        ),
    ] = False,
    best: Annotated[
        bool,
        typer.Option(
            "--best",
            help="Make positions without a provably safe cell, and ask for the best cell to open.",
        ),
    ] = False,
    seed: SeedOption = None,
    name: ForOption = "",
    count: Annotated[int, typer.Option(help="How many different puzzles to make.", min=1)] = 1,
    answers: Annotated[
        bool,
        typer.Option(
            "--answers",
            help="Also print the answers with their reasons. Sheets and JSON always contain the "
            "answers.",
        ),
    ] = False,
    sheet: Annotated[
        Path | None,
        typer.Option(
            help="Write printable sheets, with the solutions at the end: FILE.html, or FILE.svg "
            "for one picture per page (FILE-1.svg, ...).",
            metavar="FILE",
        ),
    ] = None,
    per_page: Annotated[
        int | None,
        typer.Option(
            help="Puzzles per page of a sheet. The default is 6.", min=PER_PAGE[0], max=PER_PAGE[-1]
        ),
    ] = None,
    limit: LimitOption = None,
    look: LookOption = "course",
    as_json: JsonOption = False,
) -> None:
    """Make puzzles for practising a technique or a pattern. Easier techniques can't solve them."""
    not_together(technique=technique, pattern=pattern, guess=guess, best=best)
    not_together(sheet=sheet, json=as_json)
    if per_page is not None and sheet is None:
        raise SapperError("--per-page needs --sheet FILE: add the file")
    wanted = Technique.parse(technique or "subset", PUZZLE_TECHNIQUES)
    shape = None if pattern is None else parse_pattern(pattern)
    given = None if level is None else Level.parse(level)
    chosen = given or LEVEL
    within = parse_limit(limit)
    if sheet is not None and sheet.suffix.lower() not in (".html", ".svg"):
        raise SapperError(f"can't write {quote(sheet.name)}: its name must end with .html or .svg")
    seed = seed_for(name, seed)
    problem: PuzzleLimitError | None = None
    made: Sequence[Practice]
    with search_progress("making puzzles") as on_progress:
        try:
            if shape is not None:
                made = pattern_puzzles(
                    shape, seed, count, given, limit=within, progress=on_progress
                )
            elif guess or best:
                made = guess_puzzles(
                    seed, count, chosen, best=best, limit=within, progress=on_progress
                )
            else:
                made = puzzles(wanted, seed, count, chosen, limit=within, progress=on_progress)
        except PuzzleLimitError as found:
            if not found.puzzles:
                raise
            made, problem = found.puzzles, found
    if sheet is not None:
        _write_sheet(sheet, made, per_page or 6, name)
    elif as_json:
        print_json([puzzle.to_json() for puzzle in made])
    else:
        _print_puzzles(made, answers, look)
    if problem is not None:
        raise problem


def _print_puzzles(made: Sequence[Practice], answers: bool, look: LookName) -> None:
    for number, puzzle in enumerate(made, 1):
        if out.is_terminal:
            out.print(picture.terminal(puzzle.view.rows, look))
        else:
            out.print(str(puzzle.view), end="")
        out.print(f"# {number}. {say(puzzle.task)}")
        if answers:
            for line in puzzle.reasons:
                out.print(f"# {line}")


def _write_sheet(sheet: Path, made: Sequence[Practice], per_page: int, title: str) -> None:
    if sheet.suffix.lower() == ".html":
        write_file(sheet, sheet_html(made, per_page, title))
        return
    for number, page in enumerate(sheet_svgs(made, per_page, title), 1):
        write_file(sheet.with_name(f"{sheet.stem}-{number}{sheet.suffix}"), page)
