"""Commands that reason about a position: analyse, explain, hint, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper import picture
from sapper.cli.common import (
    BudgetOption,
    JsonOption,
    LookOption,
    MoveOption,
    app,
    load_position,
    make_folder,
    out,
    parse_budget,
    print_json,
    print_lines,
    write_file,
)
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.explain import TIERS, Uncertain, explain, explain_guess, hint
from sapper.explain.pictures import animated_svg, pngs, sheet, stepper
from sapper.formats import read_text
from sapper.reason.odds import Odds, odds
from sapper.reason.value import MoveValue, Value, value
from sapper.verify import BYTES, verify_board, verify_files
from sapper.words import caption, percent, say
from sapper.words.kinds import ExampleBoard, MustGuess, RiskOfMine

PositionArgument = Annotated[
    str,
    typer.Argument(
        help="A position or record in any format, or a link. Use - for standard input.",
        metavar="POSITION",
    ),
]


@app.command()
def analyse(
    position: PositionArgument,
    with_value: Annotated[
        bool,
        typer.Option(
            "--value",
            help="Also print the chance of winning, for the position and for each reasonable move. "
            "The chance is exact if few boards fit the position. Otherwise the chance is an "
            "estimate with a margin of error. The default of --budget is 1s.",
        ),
    ] = False,
    budget: BudgetOption = None,
    move: MoveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find provably safe cells, provable mines, and the exact chance of a mine in each other cell.

    The safest cell does not always have the best chance of winning: see --value. With rules 'safe'
    and 'open', no odds are printed before the first move, because any cell is safe to open.
    """
    seconds = parse_budget("1s" if budget is None else budget) or 0.0
    if budget is not None and not with_value:
        raise SapperError("--budget needs --value: add --value")
    view = load_position(position, move)
    chances = odds(view)
    worth = value(view, seconds) if with_value else None
    if as_json:
        extra = {} if worth is None else {"value": worth.to_json()}
        print_json({**chances.to_json(), **extra})
        return
    if view.first_is_safe:
        # The board is dealt around the first click, so no cell has odds before that click.
        lines = [("first", str(say(view.promise)))]
    else:
        if view.level.size <= picture.TERMINAL_LIMIT:
            out.print(picture.odds_terminal(view.rows, chances.array.tolist()))
        lines = _odds_lines(chances, view)
    fit = caption("{} fit the position", f"10^{chances.log10_solutions:.4f}")
    if chances.solutions is not None:
        fit = caption("{:fits|fit} the position", chances.solutions)
    lines.append(("boards", fit))
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
        template = "the best strategy wins on {} of the {:board that fits|boards that fit}"
        how = caption(template, won, worth.boards)
    else:
        template = "the champion played {:board that fits|boards that fit}"
        how = caption(template, worth.boards)
    lines = [("value", f"{_wins(worth)}: {how}")]
    if worth.certain:
        return [*lines, ("best", caption("open the safe cells first: there is no risk"))]
    for number, move in enumerate(worth.moves[:MOVES_SHOWN]):
        title = "best" if not number else "then" if number == 1 else ""
        risk = say(RiskOfMine(1 - move.safe))
        lines.append((title, f"{view.grid.name(move.cell):<4} {_wins(move)}, {risk}"))
    if len(worth.moves) > MOVES_SHOWN:
        lines.append(("", caption("and {:worse one|worse ones}", len(worth.moves) - MOVES_SHOWN)))
    return lines


def _wins(worth: Value | MoveValue) -> str:
    if worth.exact:
        return caption("wins {} (exact)").format(percent(worth.win))
    # An estimate corrected for luck may exceed 1.
    win, error = percent(min(1.0, worth.win)), percent(2 * worth.error)
    return caption("wins {} ± {} (estimated)").format(win, error)


@app.command("explain")
def explain_command(
    position: PositionArgument,
    cell: Annotated[
        str | None,
        typer.Argument(
            help="The cell to explain. The default is the safe cell with the simplest argument.",
            metavar="CELL",
        ),
    ] = None,
    move: MoveOption = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="Also print the resolution steps as clauses.")
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(
            help="The folder for a proof that others can check: position.txt, claim.cnf, "
            "claim.drat and claim.lrat."
        ),
    ] = None,
    cutting_planes: Annotated[
        bool,
        typer.Option(
            "--cutting-planes",
            help="Write the certificate as sums of clues instead, for VeriPB: position.txt, "
            "claim.opb and claim.pbp. Such a certificate is far shorter if the proof uses the "
            "mine count.",
        ),
    ] = False,
    svg: Annotated[
        Path | None,
        typer.Option(
            help="Draw the steps as one animated SVG file, with buttons to pause and step."
        ),
    ] = None,
    sheet_file: Annotated[
        Path | None, typer.Option("--sheet", help="Draw all steps on one printable SVG sheet.")
    ] = None,
    html_file: Annotated[
        Path | None,
        typer.Option("--html", help="Write an HTML page that shows the steps one at a time."),
    ] = None,
    png: Annotated[
        Path | None, typer.Option(help="Draw one PNG per step: NAME-1.png, NAME-2.png, ...")
    ] = None,
    budget: BudgetOption = None,
    look: LookOption = "course",
    as_json: JsonOption = False,
) -> None:
    """Explain why a cell is safe or a mine, in words, in pictures or as a proof.

    Cells that an easier argument settles are treated as known. Name such a cell to see why it is
    safe or a mine. If no cell is provable and you name none, the best guess is explained: how its
    chance of winning compares with that of the next best guess, how safe it is, what it may reveal,
    and the chance of winning if it is safe. If the chances of winning are estimates, --budget says
    how much work to spend on each guess, by default 1s.
    """
    seconds = parse_budget("1s" if budget is None else budget) or 0.0
    if budget is not None and cell is not None:
        raise SapperError("--budget is for the best guess: leave out CELL or --budget")
    if cutting_planes and certificate is None:
        raise SapperError("--cutting-planes needs --certificate DIR: add the folder")
    view = load_position(position, move)
    explanation = explain(view, cell)
    if isinstance(explanation, Uncertain):
        if proof or certificate or svg or png or sheet_file or html_file:
            name = view.grid.name(explanation.cell)
            raise SapperError(f"there is no proof for {name}: it may be safe or a mine")
        wanted = cell is None and not view.first_is_safe
        guess = explain_guess(view, seconds) if wanted else None
        if as_json:
            extra = {} if guess is None else {"guess": guess.to_json()}
            print_json({**explanation.to_json(), **extra})
            return
        if guess is not None:
            for message in (MustGuess(), *guess.messages):
                out.print(say(message))
            return
        out.print(explanation.words())
        for has_mine, mines in ((True, explanation.with_mine), (False, explanation.when_safe)):
            out.print(f"\n{say(ExampleBoard(has_mine))}")
            out.print(picture.terminal(explanation.rows(mines), look))
        return
    if certificate:
        made = explanation.counting_certificate() if cutting_planes else explanation.certificate()
        make_folder(certificate)
        for name, text in made.files.items():
            write_file(certificate / name, text)
    if svg:
        write_file(svg, animated_svg(explanation, look))
    if sheet_file:
        write_file(sheet_file, sheet(explanation, look))
    if html_file:
        write_file(html_file, stepper(explanation, look))
    if png:
        for number, data in enumerate(pngs(explanation, look), 1):
            write_file(png.with_name(f"{png.stem}-{number}.png"), data)
    if as_json:
        print_json(explanation.to_json())
        return
    out.print(explanation.words())
    if proof:
        out.print(f"\n{explanation.proof_text()}")


@app.command("verify")
def verify_command(
    folder: Annotated[
        Path,
        typer.Argument(
            help="A folder with a certificate, a folder of board certificates, or one .cert file.",
            metavar="DIR|FILE",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Check a certificate: rebuild its premises from the position, then check its proof.

    The certificate of a board is one file, NAME.cert. The moves in this file are played: each must
    be provable from the cells open at that time, and together the moves must win the game. Every
    certificate in a folder is checked, but subfolders are not searched.

    Two small checkers of our own (one follows the hints in claim.lrat, the other finds its own way
    through claim.drat) and a third-party checker (dratify) must all agree. A proof by sums
    (claim.pbp) has one checker, our own. A folder with both kinds of proof must pass both checks.
    The checkers share no code with the program that made the proof. In the documentation,
    certificates.md describes certificates.

    The exit code is 0 if the certificate is accepted and 1 if it is rejected.
    """
    if folder.suffix == ".cert" and not folder.is_dir():
        accepted = _verify_boards([folder], as_json)
    else:
        # Accept file names in upper or lower case, so that no certificate is skipped.
        files = sorted(folder.iterdir()) if folder.is_dir() else []
        boards = [file for file in files if file.suffix.lower() == ".cert"]
        claims = {file.name for file in files if file.name.lower().startswith("claim.")}
        accepted = not boards or _verify_boards(boards, as_json)
        if claims or not boards:
            accepted &= _verify_claim(folder, claims, as_json)
    if not accepted:
        raise typer.Exit(1)


def _verify_claim(folder: Path, claims: set[str], as_json: bool) -> bool:
    # A proof with bytes that are not text is rejected, but is not an input error.
    names = sorted({"position.txt", *claims})
    verdict = verify_files(
        {name: read_text(folder / name, errors="replace", limit=BYTES) for name in names}
    )
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
            print_json({"file": file.name, **verdict.to_json()})
        elif len(files) == 1 or not verdict:
            name = "" if len(files) == 1 else f"{file.name} "
            out.print(f"{name}{verdict}", style="bold green" if verdict else "bold red")
    if len(files) > 1 and not as_json:
        out.print(f"{len(files) - rejected} of {len(files)} board certificates accepted")
    return not rejected


@app.command("hint")
def hint_command(
    position: PositionArgument,
    tier: Annotated[
        int,
        typer.Option(
            help="How much to reveal: 1 = whether any cell is provably safe, 2 = the region, "
            "3 = the clues, 4 = the cell, 5 = the reason.",
            min=1,
            max=TIERS,
        ),
    ] = 1,
    move: MoveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give a hint, from a nudge (tier 1) to the whole proof (tier 5)."""
    view = load_position(position, move)
    push = hint(view, tier)
    if as_json:
        print_json(push.to_json(view.grid))
    else:
        out.print(push.text)
