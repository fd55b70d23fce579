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
    print_lines,
    progress_bar,
    write_file,
)
from sapper.cli.terminal import note
from sapper.core.game import Outcome, Record
from sapper.core.replay import Replay, play_through
from sapper.errors import SapperError
from sapper.formats import FileError, Replays, load
from sapper.lab.statistics import Estimate
from sapper.review import (
    BUDGET,
    Label,
    Review,
    ReviewedMove,
    protect_first,
    review,
    without_guessing,
)
from sapper.review.facts import facts, luck_text, signed
from sapper.review.game_html import review_html
from sapper.review.many import ReviewedGames, review_many
from sapper.review.many_html import report
from sapper.review.verdict import between_guesses
from sapper.words import caption, decimal, how_many, percent, say
from sapper.words.kinds import LabelName, TechniqueName

SHOWN = frozenset(Label) - {Label.CERTAIN, Label.CHORD, Label.FLAG, Label.FLAG_REMOVED, Label.START}
"""only moves with these labels are listed"""

TABLE = ("move", "cell", "label", "risk", "win", "lost")


@app.command("review")
def review_command(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="A record or replay in any format. For statistics over many games, give a folder, "
            "a pattern such as 'games/*.avf', or several files. Use - for standard input.",
            metavar="RECORD...",
        ),
    ],
    html: Annotated[
        Path | None, typer.Option(help="Write the review as one self-contained HTML file.")
    ] = None,
    budget: Annotated[
        str,
        typer.Option(
            help="How much work to spend on estimating each guess, given as a rough time on one "
            "core, such as 1s or 200ms. More work gives more precise estimates."
        ),
    ] = f"{BUDGET:g}s",
    move: Annotated[
        int | None,
        typer.Option(
            min=1, help="Show one move: the position, the cells that were provable, and a proof."
        ),
    ] = None,
    partial: Annotated[
        bool,
        typer.Option(
            "--partial",
            help="If a record is cut off or damaged, review the part before the damage.",
        ),
    ] = False,
    no_guess: Annotated[
        bool,
        typer.Option(
            "--no-guess",
            help="Use this option if the boards were dealt to be solvable without guessing. "
            "The chance of winning then starts at 100%, and the cost of a needless guess "
            "is its risk. Sapper's own records don't need this option.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Separate luck from skill in a game: label each move, show its cost, and give a verdict.

    The result is the chance of winning at the start, plus luck, minus errors. In the
    documentation, review.md explains the labels.
    """
    seconds = parse_budget(budget) or 0.0
    names = list(_expand(sources))
    left_out: list[str] = []
    games: Iterable[tuple[str, Record]] = _records_of_all(names, partial, no_guess, left_out)
    if len(names) == 1 and not Path(sources[0]).is_dir():
        played = list(_played(names[0], partial))
        if len(played) == 1:
            _review_one(played[0][1], no_guess, seconds, html, move, as_json)
            return
        # Standard input can't be read again.
        games = ((name, _record(game, no_guess)) for name, game in played)
    if move is not None:
        raise SapperError("--move needs a single game: name one record")
    _review_all(games, len(names), left_out, seconds, html, as_json)


def _expand(sources: list[str]) -> Iterator[str]:
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
                raise FileError(f"no file matches {source}")
            yield from _expand(found)
        else:
            yield source


def _played(source: str, partial: bool) -> Iterator[tuple[str, Record | Replay]]:
    try:
        noun = load(source)
    except SapperError as problem:
        if not partial or not isinstance(problem.partial, Record | Replay | Replays):
            raise
        note(f"sapper: {problem}; only the part before it is reviewed")
        noun = problem.partial
    if isinstance(noun, Replays):
        for name, replay in zip(noun.names, noun.replays, strict=True):
            yield f"{source}/{name}", replay
    else:
        yield source, noun if isinstance(noun, Replay) else as_record(noun, source)


def _record(game: Record | Replay, no_guess: bool) -> Record:
    record = protect_first(play_through(game).record) if isinstance(game, Replay) else game
    return without_guessing(record) if no_guess else record


def _records_of_all(
    names: list[str], partial: bool, no_guess: bool, left_out: list[str]
) -> Iterator[tuple[str, Record]]:
    for name in names:
        try:
            for source, game in _played(name, partial):
                yield source, _record(game, no_guess)
        except SapperError as problem:
            note(f"sapper: {problem}; this file is skipped")
            left_out.append(name)


def _review_one(
    game: Record | Replay,
    no_guess: bool,
    budget: float,
    html: Path | None,
    move: int | None,
    as_json: bool,
) -> None:
    with progress_bar("reviewing the moves") as on_progress:
        found = review(_record(game, no_guess), budget, progress=on_progress)
    if html is not None:
        write_file(html, review_html(found, game if isinstance(game, Replay) else None))
    if as_json:
        print_json(found.to_json())
    elif move is not None:
        _print_move(found, move)
    else:
        _print_review(found)


def _print_review(found: Review) -> None:
    account = found.account
    out.print(f"{found.verdict}\n")
    luck = signed(account.luck)
    # If the player's errors add up to 0 whole points, show "< 1" instead of 0.
    is_slight = found.errors and not account.error
    if text := luck_text(found):
        luck += f" ({text})"
    lines = [
        ("at the start", caption("{}%").format(account.start)),
        ("your errors", "< 1" if is_slight else signed(-account.error)),
        ("your luck", luck),
        ("at the end", caption("{}%").format(account.end)),
        *facts(found),
    ]
    print_lines(lines)
    listed = [move for move in found.moves if move.label in SHOWN]
    if listed:
        move, cell, label, risk, win, lost = map(caption, TABLE)
        width = _label_width()
        out.print(f"\n{move:>4}  {cell:<5}{label:<{width}}{risk:>7}{win:>8}   {lost}")
        numbers = {stretch.last.number: between_guesses(stretch) for stretch in found.stretches}
        for one in found.moves:
            if one.label in SHOWN:
                out.print(_row(one, width))
            elif messages := numbers.get(one.number):
                out.print(f"{'':11}{say(*messages)}")


def _label_width() -> int:
    return 2 + max(len(say(LabelName(label))) for label in Label)


def _row(move: ReviewedMove, width: int) -> str:
    cell = move.view.grid.name(move.move.cell)
    risk, win, lost = percent(move.risk), "", ""
    if move.win_before is not None:
        win = percent(move.win_before)
    if move.cells:
        lost = decimal(100 * move.lost)
        if move.lost and not move.exact:
            lost += f" ± {decimal(200 * move.lost_error)}"
        elif move.estimate > 0.0 and not move.lost:
            lost = caption("unclear")
    label = say(LabelName(move.label))
    text = f"{move.number:>4}  {cell:<5}{label:<{width}}{risk:>7}{win:>8}  {lost}"
    return f"{text:<{width + 43}}{say(*move.messages)}".rstrip()


def _share(estimate: Estimate) -> str:
    numbers = (estimate.value, estimate.low, estimate.high)
    return caption("{}% [{}, {}]").format(*(decimal(100 * number) for number in numbers))


def _points(share: float) -> str:
    points = round(100 * share, 1) + 0.0  # no minus before 0
    return f"{'+' if points > 0 else ''}{decimal(points)}"


def _print_move(found: Review, number: int) -> None:
    chosen = next((move for move in found.moves if move.number == number), None)
    if chosen is None:
        last = len(found.record.moves)
        if number <= last:
            raise SapperError(f"move {number} changed nothing, so there is nothing to review")
        raise SapperError(f"the record has no move {number}: it has {how_many(last, 'move')}")
    grid = chosen.view.grid
    if chosen.view.level.size <= picture.TERMINAL_LIMIT:
        out.print(picture.terminal(chosen.view.rows, "course"))
    label = say(LabelName(chosen.label))
    out.print(f"{caption('move')} {number}, {label}: {chosen.move.text(grid)}")
    out.print(say(*chosen.messages))
    none = caption("none was provable")
    cells = (("safe", chosen.safe), ("mines", chosen.mines))
    print_lines([(name, " ".join(map(grid.name, some)) or none) for name, some in cells], 6)
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
    with progress_bar("reviewing the games") as on_progress:
        found = review_many(
            games, budget, progress=lambda done: on_progress(done, max(done, count))
        )
    if not found.games:
        raise FileError("no file holds a game that can be reviewed")
    if html is not None:
        write_file(html, report(found))
    if as_json:
        print_json(found.to_json() | {"left_out": len(left_out)})
    else:
        _print_many(found)


def _print_many(found: ReviewedGames) -> None:
    finished = len(found.finished)
    out.print(caption("{:game|games}, {} finished", found.games, finished))
    points, lost = caption("{} points per game"), 100 * found.error
    lost_each = decimal(found.error_per_decision / 10, 2)
    template = "{:decision|decisions}, {} points lost per decision"
    decided = caption(template, found.decisions, lost_each)
    lines = []
    if finished and found.is_few:
        won = sum(game.outcome is Outcome.WON for game in found.finished)
        lines.append(("won", caption("{} of {}", won, finished)))
    elif finished:
        lines.append(("won", _share(found.won)))
        lines.append(("luck removed", _share(found.adjusted)))
        lines.append(("luck", points.format(_points(found.luck))))
    lines.append(("errors", f"{points.format(decimal(lost))}; {decided}"))
    lines.append(("accuracy", percent(found.accuracy)))
    for rival in found.rivals if finished else ():
        boards = caption("won {} of {} on the same boards").format(rival.won, finished)
        if not found.is_few:
            boards += caption("; your lead is {}").format(_share(rival.ahead))
        lines.append((rival.name, boards))
    width = _label_width()
    labels = {say(LabelName(name)): sums for name, sums in found.by_label().items()}
    techniques = {say(TechniqueName(name)): sums for name, sums in found.by_technique().items()}
    for title, found_sums in (("guesses", labels), ("not seen", techniques)):
        for number, (name, (count, cost)) in enumerate(found_sums.items()):
            per_game = points.format(decimal(100 * cost / found.games, 2))
            text = f"{name:<{width}}{count:>6}  {per_game}"
            lines.append(("" if number else title, text))
    print_lines(lines, 13)
