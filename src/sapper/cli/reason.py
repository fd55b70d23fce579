"""Commands that reason about a position: analyze, explain, hint, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper import picture
from sapper.cli.common import (
    BudgetOption,
    JsonOption,
    LookName,
    LookOption,
    MoveOption,
    app,
    load_position,
    out,
    parse_budget,
    print_json,
    print_lines,
)
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.explain import TIERS, Uncertain, explain, explain_guess, hint
from sapper.explain.pictures import animated_svg, pngs, sheet, stepper
from sapper.formats import FileError, read_text, save
from sapper.reason.odds import Odds, odds
from sapper.reason.value import MoveValue, Value, value
from sapper.verify import BYTES, CertificateVerdict, verify, verify_board, verify_counting
from sapper.words import caption, percent, say
from sapper.words.kinds import ExampleBoard, NothingCertain, RiskOfMine

PositionArgument = Annotated[
    str,
    typer.Argument(
        help="A position, or a record (its last position), in any format, or a link; - is stdin.",
        metavar="POSITION",
    ),
]


@app.command()
def analyze(
    position: PositionArgument,
    with_value: Annotated[
        bool,
        typer.Option(
            "--value",
            help="The chance to win, of the position and of each reasonable move: exact where few "
            "boards are left, else estimated with its error.",
        ),
    ] = False,
    budget: BudgetOption = "1s",
    move: MoveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Certain cells, the exact odds of every hidden cell, the safest one, how many boards fit.

    The best cell, the one most likely to win the game, is often another: see --value. With the
    start rules safe and open, no odds are printed before the first move: any cell is safe to open.
    """
    seconds = parse_budget(budget) or 0.0
    view = load_position(position, move)
    chances = odds(view)
    worth = value(view, seconds) if with_value else None
    if as_json:
        extra = {} if worth is None else {"value": worth.to_json(view)}
        print_json({**chances.to_json(view), **extra})
        return
    if view.first_is_safe:
        # The board is dealt around the first click, so that no cell has odds before it.
        lines = [("first", str(say(view.promise)))]
    else:
        if view.level.size <= picture.TERMINAL_LIMIT:
            out.print(picture.odds_terminal(view.rows, chances.array.tolist()))
        lines = _odds_lines(chances, view)
    boards = (
        chances.solutions if chances.solutions is not None else f"10^{chances.log10_solutions:.4f}"
    )
    lines.append(("boards", caption("{} fit the position").format(boards)))
    if worth is not None:
        lines += _value_lines(worth, view)
    print_lines(lines, 6)


def _odds_lines(chances: Odds, view: View) -> list[tuple[str, str]]:
    name = view.grid.name
    safe, mines = [name(cell) for cell in chances.safe], [name(cell) for cell in chances.mines]
    none = caption("none is provable")
    lines = [("safe", " ".join(safe) or none), ("mines", " ".join(mines) or none)]
    if chances.safest is not None:
        risk = chances[chances.safest]
        lines.append(("safest", f"{name(chances.safest)}, {say(RiskOfMine(risk))}"))
    return lines


MOVES_SHOWN = 12


def _value_lines(worth: Value, view: View) -> list[tuple[str, str]]:
    if worth.exact:
        won = f"{worth.win * worth.boards:.0f}"
        how = caption("the best strategy wins on {} of {} boards that fit")
        how = how.format(won, worth.boards)
    else:
        how = caption("the champion played {} boards that fit to their end").format(worth.boards)
    lines = [("value", f"{_wins(worth)}: {how}")]
    if worth.certain:
        return [*lines, ("best", caption("open what is safe first: it costs nothing"))]
    for number, move in enumerate(worth.moves[:MOVES_SHOWN]):
        title = "best" if not number else "then" if number == 1 else ""
        risk = say(RiskOfMine(1 - move.safe))
        lines.append((title, f"{view.grid.name(move.cell):<4} {_wins(move)}, {risk}"))
    if len(worth.moves) > MOVES_SHOWN:
        lines.append(("", caption("and {} worse ones").format(len(worth.moves) - MOVES_SHOWN)))
    return lines


def _wins(worth: Value | MoveValue) -> str:
    if worth.exact:
        return caption("wins {} (exact)").format(percent(worth.win))
    # An estimate that is corrected for luck may exceed what can be won.
    win, error = percent(min(1.0, worth.win)), percent(2 * worth.error)
    return caption("wins {} ± {} (estimated)").format(win, error)


@app.command("explain")
def explain_command(
    position: PositionArgument,
    cell: Annotated[
        str,
        typer.Argument(
            help="The cell; if left out, the safe cell with the simplest argument.",
            metavar="CELL",
        ),
    ] = "",
    move: MoveOption = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="Print the resolution steps as clauses too.")
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(
            help="Write a proof that others can check to this folder: position.txt, claim.cnf, "
            "claim.drat and claim.lrat."
        ),
    ] = None,
    cutting_planes: Annotated[
        bool,
        typer.Option(
            "--cutting-planes",
            help="Write that proof as sums of clues instead, for VeriPB: position.txt, claim.opb "
            "and claim.pbp; far shorter where mines are counted.",
        ),
    ] = False,
    svg: Annotated[
        Path | None,
        typer.Option(
            help="Draw the steps as one animated SVG file, with buttons to pause and step."
        ),
    ] = None,
    sheet_file: Annotated[
        Path | None, typer.Option("--sheet", help="Draw all steps on one SVG sheet to print.")
    ] = None,
    html_file: Annotated[
        Path | None, typer.Option("--html", help="Write the steps as HTML to step through.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option(help="Draw one PNG per step: NAME-1.png, NAME-2.png, ...")
    ] = None,
    budget: BudgetOption = "1s",
    look: LookOption = LookName.course,
    as_json: JsonOption = False,
) -> None:
    """Why a cell is safe or a mine: the simplest argument in words, pictures, a proof.

    What an easier argument settles is cited as known: explain that cell to see why. Where nothing
    is certain and no cell is named, the best guess is explained: what it wins against the next best
    (with the budget's work where that has to be estimated), how safe it is, what it will tell
    and leave behind.
    """
    seconds = parse_budget(budget) or 0.0
    if cutting_planes and certificate is None:
        raise SapperError("--cutting-planes is a form of --certificate DIR: name the folder too")
    view = load_position(position, move)
    explanation = explain(view, view.grid.parse_cell(cell) if cell else None)
    if isinstance(explanation, Uncertain):
        if certificate or svg or png or sheet_file or html_file:
            raise SapperError(
                f"{view.grid.name(explanation.cell)} is not certain: there is no proof"
            )
        guess = None if cell or view.first_is_safe else explain_guess(view, seconds)
        if as_json:
            extra = {} if guess is None else {"guess": guess.to_json()}
            print_json({**explanation.to_json(), **extra})
            return
        if guess is not None:
            for message in (NothingCertain(), *guess.messages):
                out.print(say(message))
            return
        out.print(explanation.words())
        for has_mine, mines in ((True, explanation.with_mine), (False, explanation.when_safe)):
            out.print(f"\n{say(ExampleBoard(has_mine))}")
            out.print(picture.terminal(explanation.rows(mines), look.value))
        return
    if certificate:
        made = explanation.counting_certificate() if cutting_planes else explanation.certificate()
        _write_files(certificate, made.files)
    if svg:
        save(svg, animated_svg(explanation, look.value))
    if sheet_file:
        save(sheet_file, sheet(explanation, look.value))
    if html_file:
        save(html_file, stepper(explanation, look.value))
    if png:
        for number, data in enumerate(pngs(explanation, look.value), 1):
            save(png.with_name(f"{png.stem}-{number}.png"), data)
    if as_json:
        print_json(explanation.to_json())
        return
    out.print(explanation.words())
    if proof:
        out.print(f"\n{explanation.proof_text()}")


def _write_files(folder: Path, files: dict[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise FileError(f"can't make {folder}: {problem.strerror}") from None
    for name, text in files.items():
        save(folder / name, text)


CLAUSES = {"claim.cnf", "claim.drat", "claim.lrat"}
SUMS = {"claim.opb", "claim.pbp"}


@app.command("verify")
def verify_command(
    folder: Annotated[
        Path,
        typer.Argument(
            help="A certificate's folder; one with certificates of boards; or one of those.",
            metavar="DIR|FILE",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Check a certificate: rebuild what it starts from out of the position, check its proof.

    The certificate of a board is one file, NAME.cert: its moves are played, and it is checked that
    each was certain by what was open then, and that they win. Every certificate in a folder is
    checked, but not those in folders inside it.

    Two small checkers of our own (one follows the hints of claim.lrat, the other finds its own way
    through claim.drat) and one that we did not write (dratify) must all agree. A proof of sums
    (claim.pbp) has one checker, our own; a folder with both proofs must pass both. They share no
    code with what made the proof. docs/certificates.md says what a certificate is.

    Exit code 0 when it is accepted, 1 when it is rejected.
    """
    if folder.suffix == ".cert" and not folder.is_dir():
        accepted = _verify_boards([folder], as_json)
    else:
        # Whatever the case of its name, nothing that looks like a certificate is passed over.
        files = sorted(folder.iterdir()) if folder.is_dir() else []
        boards = [file for file in files if file.suffix.lower() == ".cert"]
        claims = {file.name for file in files if file.name.lower().startswith("claim.")}
        accepted = not boards or _verify_boards(boards, as_json)
        if claims or not boards:
            accepted &= _verify_claim(folder, claims, as_json)
    if not accepted:
        raise typer.Exit(1)


def _verify_claim(folder: Path, claims: set[str], as_json: bool) -> bool:
    """Check the certificate of a cell: the proof in clauses, the proof in sums, or both."""

    def text(name: str) -> str:
        # Bytes that are no text are a bad proof, not a bad question.
        return read_text(folder / name, errors="replace", limit=BYTES)

    if unknown := sorted(claims - SUMS - CLAUSES):
        raise FileError(f"{folder / unknown[0]} is not part of a certificate: take it away")
    verdicts = []
    if claims & SUMS:
        verdicts = [verify_counting(text("position.txt"), text("claim.opb"), text("claim.pbp"))]
    if claims & CLAUSES or not verdicts:
        names = ("position.txt", "claim.cnf", "claim.drat", "claim.lrat")
        verdicts.append(verify(*map(text, names)))
    verdict = next((one for one in verdicts if not one), verdicts[0])
    if verdict and verdicts[-1].claim != verdict.claim:
        verdict = CertificateVerdict(False, reason="claim.cnf and claim.opb claim different things")
    if as_json:
        print_json(verdict.to_json())
    else:
        out.print(str(verdict), style="bold green" if verdict else "bold red")
    return verdict.accepted


def _verify_boards(files: list[Path], as_json: bool) -> bool:
    rejected = 0
    for file in files:
        verdict = verify_board(read_text(file, errors="replace", limit=BYTES))
        rejected += not verdict
        if as_json:
            print_json(
                {
                    "file": file.name,
                    "accepted": verdict.accepted,
                    "claim": verdict.claim,
                    "reason": verdict.reason,
                }
            )
        elif len(files) == 1 or not verdict:
            name = "" if len(files) == 1 else f"{file.name} "
            out.print(f"{name}{verdict}", style="bold green" if verdict else "bold red")
    if len(files) > 1 and not as_json:
        out.print(f"{len(files) - rejected} of {len(files)} certificates of boards accepted")
    return not rejected


@app.command("hint")
def hint_command(
    position: PositionArgument,
    tier: Annotated[
        int,
        typer.Option(
            help="1 whether any cell is surely safe, 2 the region, 3 the clues, 4 the cell, 5 why.",
            min=1,
            max=TIERS,
        ),
    ] = 1,
    move: MoveOption = None,
    as_json: JsonOption = False,
) -> None:
    """A push in the right direction: from a nudge (tier 1) to the whole proof (tier 5)."""
    view = load_position(position, move)
    push = hint(view, tier)
    if as_json:
        print_json(push.to_json(view.grid))
    else:
        out.print(push.text)
