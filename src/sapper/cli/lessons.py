"""Commands for the lessons: lesson, exercise, sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from sapper.classroom import check, lesson, lessons
from sapper.classroom.checks import TASKS, asked
from sapper.classroom.checks.personal import KINDS, personal
from sapper.classroom.lesson import (
    Lesson,
    SampleAnswer,
    as_text,
    exercise_markdown,
    markdown,
    solutions,
)
from sapper.classroom.sheet import names_in, sheets, sheets_html
from sapper.cli.common import ForOption, JsonOption, SeedOption, app, not_together, out, print_json
from sapper.errors import SapperError, quote
from sapper.formats import check_writable, read_text, save
from sapper.ladder.puzzle import seed_for, sheet_html
from sapper.words import caption, how_many, say
from sapper.words.kinds import PageLabel

LIMIT = 2**20
"""the maximum number of bytes read from an answer; the checks allow far fewer"""


@app.command("lesson")
def lesson_command(
    number: Annotated[
        str,
        typer.Argument(
            help="The number of a lesson, 1 to 10. Without a number, all lessons are listed.",
            metavar="N",
        ),
    ] = "",
    sheet: Annotated[
        Path | None,
        typer.Option(
            help="Write printable puzzles for this lesson, with the solutions at the end.",
            metavar="FILE.html",
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            help="How many puzzles to put on the sheet. The default is 12.", min=1, max=60
        ),
    ] = None,
    seed: SeedOption = None,
    name: ForOption = "",
    show_solutions: Annotated[
        bool, typer.Option("--solutions", help="Print the solutions to the lesson's exercises.")
    ] = False,
) -> None:
    """Read one of ten lessons, from the meaning of a number to proofs that others can check."""
    not_together(sheet=sheet, solutions=show_solutions)
    if sheet is None and (count is not None or seed is not None or name):
        raise SapperError("--count, --seed and --for need --sheet FILE.html: add the file")
    if not number:
        if sheet is not None or show_solutions:
            raise SapperError("name a lesson, as in: sapper lesson 4")
        for each in lessons():
            out.print(f"{each.number:>2}  {each.title}. {each.idea}")
        out.print(caption("Read one: sapper lesson 4"))
        return
    chosen = lesson(number)
    if show_solutions:
        _print_solutions(chosen)
    elif sheet is not None:
        _write_sheet(chosen, sheet, count or 12, seed_for(name, seed), name)
    else:
        _print_page(markdown(chosen, as_text, _how))


def _how(number: str) -> str:
    return TASKS[number].how


def _print_page(text: str) -> None:
    if out.is_terminal:
        out.print(Markdown(text), soft_wrap=False)
    else:
        print(text, end="")


def _print_solutions(chosen: Lesson) -> None:
    found = solutions()
    for each in chosen.exercises:
        solution = found[each.number]
        out.print(f"{each.number} {each.title}")
        for line in solution.answer.splitlines():
            out.print(f"    {line}")
        out.print(f"  {solution.why}")


def _write_sheet(chosen: Lesson, sheet: Path, count: int, seed: int, name: str) -> None:
    if sheet.suffix.lower() != ".html":
        raise SapperError(f"can't write {quote(sheet.name)}: its name must end with .html")
    check_writable(sheet)  # fails now, not after the puzzles are made
    made = chosen.practice.more(seed, count)
    title = f"{say(PageLabel('lesson'))} {chosen.number}. {chosen.title}"
    save(sheet, sheet_html(made, title=", ".join(filter(None, (title, name)))))
    source = f"for {name}" if name else f"from seed {seed}"
    out.print(f"wrote {sheet}: {how_many(len(made), 'puzzle')} {source}, with solutions")


@app.command("exercise")
def exercise_command(
    number: Annotated[
        str,
        typer.Argument(
            help="An exercise of a lesson, such as 4.2, or a personal one: "
            + ", ".join(KINDS)
            + ".",
            metavar="N.M|KIND",
        ),
    ],
    answer: Annotated[
        Path | None,
        typer.Argument(
            help="A file with your answer. Use - for standard input. Without a file, the question "
            "is shown.",
            metavar="FILE",
        ),
    ] = None,
    hint: Annotated[bool, typer.Option("--hint", help="Print a hint.")] = False,
    name: Annotated[
        str,
        typer.Option("--for", help="For a personal exercise: your name, as on your sheet."),
    ] = "",
    seed: Annotated[
        int | None, typer.Option(help="For a personal exercise: the seed on your sheet, if any.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show a question from a lesson or from your own sheet, or check an answer to it.

    `sapper sheet` makes the sheets with personal exercises. The exit code is 0 if the answer is
    right, 1 if it is wrong, and 2 if the answer can't be read.
    """
    question, task = asked(number, name, seed)
    if hint:
        if answer is not None or as_json:
            raise SapperError("--hint can't be combined with an answer or with --json")
        sample = solutions().get(number)
        if sample is None:
            sample = SampleAnswer(personal(number, name, seed).solution, "", "")
        if begun := sample.beginning.rstrip():
            apart = "\n" if "\n" in begun else " "
            out.print(f"{caption('Your answer begins with:')}{apart}{begun}")
        if sample.hint:
            out.print(sample.hint)
        return
    if answer is None:
        if as_json:
            raise SapperError("--json needs an answer: name the file with your answer")
        _print_page(exercise_markdown(question, as_text, lambda _: task.how))
        return
    found = check(number, read_text(answer, limit=LIMIT), name, seed)
    if as_json:
        print_json(found.to_json())
    else:
        mark, style = ("✓", "green") if found.correct else ("✗", "red")
        out.print(mark, style=style, end="")
        out.print(f" {question.number}: ", end="")
        out.print(found.words)
    raise typer.Exit(0 if found.correct else 1)


@app.command("sheet")
def sheet_command(
    names: Annotated[
        list[str] | None, typer.Argument(help="The names of pupils.", metavar="NAME...")
    ] = None,
    listed: Annotated[
        Path | None,
        typer.Option("--names", help="A file with one name per line. Use - for standard input."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            help="Write the sheets to this file, to print, and the solutions to a file next to it "
            "whose name ends with -solutions.html.",
            metavar="FILE.html",
        ),
    ] = None,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            help="An exercise to put on the sheets. You can repeat this option. By default, all: "
            + ", ".join(KINDS)
            + ".",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Another seed gives everyone other exercises.", min=0)
    ] = 0,
    as_json: JsonOption = False,
) -> None:
    """Make a sheet of exercises for each name: clauses, resolution, a proof and safe cells.

    The same name and seed always give the same exercises, so pupils can check their answers with
    the command on their sheet. For puzzles without clauses, see `sapper puzzle --sheet` and
    `sapper lesson N --sheet`.
    """
    if html is None and not as_json:
        raise SapperError("sheet needs --html FILE.html or --json: add one")
    files: tuple[Path, ...] = ()
    if html is not None:
        if html.suffix.lower() != ".html":
            raise SapperError(f"can't write {quote(html.name)}: its name must end with .html")
        files = html, html.with_name(f"{html.stem}-solutions.html")
        for file in files:
            check_writable(file)
    more = [] if listed is None else names_in(read_text(listed, limit=LIMIT))
    made = sheets([*(names or []), *more], kinds or list(KINDS), seed)
    for file, with_solutions in zip(files, (False, True), strict=False):
        save(file, sheets_html(made, solutions=with_solutions))
    if as_json:
        print_json([sheet.to_json() for sheet in made])
    else:
        count = how_many(len(made), "sheet")
        out.print(f"wrote {files[0]}: {count}; solutions in {files[1]}")
