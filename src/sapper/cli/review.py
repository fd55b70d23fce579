"""The command that reviews games: review."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from glob import glob
from pathlib import Path
from typing import Annotated

import typer

from sapper import picture
from sapper.cli.common import (
    JsonOption,
    app,
    as_record,
    out,
    parse_budget,
    print_json,
    progress_bar,
)
from sapper.cli.terminal import note
from sapper.formats import FileError, Replays, load, save
from sapper.game import Record
from sapper.grid import SapperError, percent
from sapper.lab.statistics import percent as with_interval
from sapper.replay import Replay, played
from sapper.review import BUDGET, Label, Review, ReviewedMove, protected, review
from sapper.review.many import Many, review_many
from sapper.review.page import page
from sapper.review.report import report
from sapper.review.words import counted, luck_parts, sentence

SHOWN = frozenset(Label) - {
    Label.CERTAIN,
    Label.CHORD,
    Label.FLAG,
    Label.FLAG_REMOVED,
    Label.START,
}
"""labels of the moves that are listed"""


@app.command("review")
def review_command(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="A record or replay in any format; or a folder, a pattern like 'games/*.avf', or "
            "several files, for statistics over many games. - is standard input.",
            metavar="RECORD...",
        ),
    ],
    html: Annotated[
        Path | None,
        typer.Option(help="Write the review as one HTML file that needs nothing else."),
    ] = None,
    budget: Annotated[
        str,
        typer.Option(
            help="Work for each guess whose chance to win is estimated, like 1s or 200ms: about "
            "what a core does in that time. More makes finer grades."
        ),
    ] = f"{BUDGET:g}s",
    move: Annotated[
        int | None,
        typer.Option(
            min=1, help="Show one move: the position, what was certain then, and the proof of it."
        ),
    ] = None,
    partial: Annotated[
        bool,
        typer.Option(
            "--partial",
            help="Of a record that is cut off or wrong somewhere, review what comes before.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """What was luck and what was skill: each move with its label and its cost, and the verdict.

    The result is the chance at the start, plus luck, less errors. The labels are explained in
    docs/review.md.
    """
    seconds = parse_budget(budget) or 0.0
    names = list(_expand(sources))
    left_out: list[str] = []
    games: Iterable[tuple[str, Record]] = _records_of_all(names, partial, left_out)
    if len(names) == 1 and not Path(sources[0]).is_dir():
        records = list(_records(names[0], partial))
        if len(records) == 1:
            _review_one(records[0][1], seconds, html, move, as_json)
            return
        games = records  # standard input can't be read again
    if move is not None:
        raise SapperError("--move is for the review of one game")
    _review_all(games, len(names), left_out, seconds, html, as_json)


def _expand(sources: list[str]) -> Iterator[str]:
    """The files of folders and patterns."""
    for source in sources:
        path = Path(source)
        if path.is_dir():
            found = sorted(str(file) for file in path.rglob("*") if file.is_file())
            if not found:
                raise FileError(f"{source} is a folder without files")
            yield from (name for name in found if not Path(name).name.startswith("."))
        elif any(sign in source for sign in "*?[") and not path.exists():
            found = sorted(glob(source, recursive=True))
            if not found:
                raise FileError(f"no file is named like {source}")
            yield from _expand(found)
        else:
            yield source


def _records(source: str, partial: bool) -> Iterator[tuple[str, Record]]:
    """The games of a file, each with its name."""
    try:
        noun = load(source)
    except SapperError as problem:
        if not partial or not isinstance(problem.partial, Record | Replay | Replays):
            raise
        note(f"sapper: {problem}; what comes before is reviewed")
        noun = problem.partial
    if isinstance(noun, Replays):
        for name, replay in zip(noun.names, noun.replays, strict=True):
            yield f"{source}/{name}", protected(played(replay).record)
    elif isinstance(noun, Replay):
        yield source, protected(played(noun).record)
    else:
        yield source, as_record(noun, source)


def _records_of_all(
    names: list[str], partial: bool, left_out: list[str]
) -> Iterator[tuple[str, Record]]:
    """The games of many files; those that can't be read are added to `left_out`."""
    for name in names:
        try:
            yield from _records(name, partial)
        except SapperError as problem:
            # One bad file among many must not cost the review of the others.
            note(f"sapper: {problem}; left out")
            left_out.append(name)


def _review_one(
    record: Record, budget: float, html: Path | None, move: int | None, as_json: bool
) -> None:
    with progress_bar("moves") as on_progress:
        found = review(record, budget, progress=on_progress)
    if html is not None:
        save(html, page(found))
    if as_json:
        print_json(found.to_json())
    elif move is not None:
        _print_move(found, move)
    else:
        _print_review(found)


def _print_review(found: Review) -> None:
    account, guesses = found.account, found.guesses
    start, numbers, survival = luck_parts(found)
    out.print(found.verdict)
    out.print(
        f"\nstart     {account.start}%"
        f"\nluck      {_whole(account.luck)} (start {_whole(start)}, numbers {_whole(numbers)}, "
        f"survival {_whole(survival)})"
        f"\nchoices   {_whole(-account.error)}"
        f"\nresult    {account.result}%"
    )
    lost = f", {found.error_per_decision:.1f} thousandths of a game lost on each"
    decided = counted(len(found.decisions), "decision") + (lost if found.decisions else "")
    out.print(f"accuracy  {percent(found.accuracy)}; {decided}")
    if guesses:
        survived = sum(guess.survived for guess in guesses)
        out.print(
            f"guesses   {len(guesses)}, of which {survived} survived; "
            f"{found.expected_survivals:.1f} do on average"
        )
    if found.waits:
        out.print(f"time      a certain cell stayed closed for {found.wait_ms / 1000:.1f} s")
    if slow := found.hesitations:
        moves = ", ".join(f"{move.number} ({move.ms / 1000:.1f} s)" for move in slow)
        out.print(f"          the longest pauses came before move {moves}")
    listed = [move for move in found.moves if move.label in SHOWN]
    if listed:
        out.print(f"\n{'move':>4}  {'cell':<5}{'label':<18}{'risk':>7}{'win':>8}{'lost':>7}")
    for one in listed:
        out.print(_row(one))


def _row(move: ReviewedMove) -> str:
    cell = move.view.grid.name(move.move.cell)
    risk, win, lost = percent(move.risk), percent(move.win_before), ""
    if move.cells:
        lost = f"{100 * move.lost:.1f}"
        if move.lost and not move.exact:
            lost += f" ± {200 * move.error:.1f}"
        elif move.estimate > 0.0 and not move.lost:
            lost = "unclear"
    text = f"{move.number:>4}  {cell:<5}{move.label:<18}{risk:>7}{win:>8}  {lost}"
    return f"{text:<61}{sentence(move, move.view.grid)}".rstrip()


def _points(share: float) -> str:
    points = round(100 * share, 1)
    return f"{points:+.1f}" if points else "0.0"


def _whole(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _print_move(found: Review, number: int) -> None:
    chosen = next((move for move in found.moves if move.number == number), None)
    if chosen is None:
        last = len(found.record.moves)
        if number <= last:
            raise SapperError(f"move {number} changed nothing: there is nothing to review")
        raise SapperError(f"the record has no move {number}: it has 1 to {last}")
    grid = chosen.view.grid
    if chosen.view.level.size <= picture.TERMINAL_LIMIT:
        out.print(picture.terminal(chosen.view.rows, "course"))
    out.print(f"move {number}, {chosen.label}: {chosen.move.text(grid)}")
    out.print(sentence(chosen, grid))
    out.print(f"safe    {' '.join(map(grid.name, chosen.safe)) or 'none was provable'}")
    out.print(f"mines   {' '.join(map(grid.name, chosen.mines)) or 'none was provable'}")
    asked = chosen.move.cell if chosen.move.cell in (*chosen.safe, *chosen.mines) else None
    proof = chosen.proof(asked)
    if proof is not None:
        out.print(f"\n{proof.words()}")


def _review_all(
    games: Iterable[tuple[str, Record]],
    count: int,
    left_out: list[str],
    budget: float,
    html: Path | None,
    as_json: bool,
) -> None:
    with progress_bar("games") as on_progress:
        found = review_many(
            games, budget, progress=lambda done: on_progress(done, max(done, count))
        )
    if not found.games:
        raise FileError("none of the files holds a game that can be reviewed")
    if html is not None:
        save(html, report(found))
    if as_json:
        print_json(found.to_json() | {"left_out": len(left_out)})
    else:
        _print_many(found)


def _print_many(found: Many) -> None:
    finished = len(found.finished)
    out.print(f"{found.games} games, {finished} of them finished")
    if finished:
        out.print(f"won            {with_interval(found.won)}")
        out.print(f"luck-adjusted  {with_interval(found.adjusted)}")
        out.print(f"luck           {_points(found.luck)} points per game")
    out.print(
        f"errors         {100 * found.error:.1f} points per game; {found.decisions} decisions, "
        f"{found.error_per_decision:.1f} thousandths of a game lost on each"
    )
    out.print(f"accuracy       {percent(found.accuracy)}")
    for rival in found.rivals:
        if finished:
            ahead = f"you win {with_interval(rival.ahead)} more"
            out.print(f"{rival.name:<14} {rival.won} of {finished} on the same boards; {ahead}")
    for title, sums in (("guesses", found.by_label()), ("not seen", found.by_technique())):
        for number, (name, (count, lost)) in enumerate(sums.items()):
            cost = f"{100 * lost / found.games:.2f} points per game"
            out.print(f"{title if not number else '':<14} {name:<18}{count:>6}  {cost}")
