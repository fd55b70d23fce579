"""The command that grades agents: grade."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, TypeAlias

import typer

from sapper.adapters.process import SECONDS
from sapper.cli.common import (
    JobsOption,
    JsonOption,
    app,
    make_folder,
    out,
    print_json,
    print_table,
    progress_bar,
    write_file,
)
from sapper.cli.terminal import Terminal
from sapper.core.level import Level
from sapper.errors import SapperError, displayable
from sapper.formats import check_writable, read_text, save
from sapper.lab.batch import Progress
from sapper.lab.grade.alike import alike, notes
from sapper.lab.grade.forecast import forecast
from sapper.lab.grade.gradescope import autograder
from sapper.lab.grade.html import class_html, class_rows, grade_html, lines, problem_html
from sapper.lab.grade.marks import MINUTES, Grade, grade
from sapper.lab.grade.moodle import Marks, filled, has_emails, new_worksheet
from sapper.lab.grade.recorded import recorded_games
from sapper.lab.grade.results import results_json, table_csv
from sapper.lab.grade.rubric import DEFAULT, Rubric
from sapper.lab.grade.secret import SecretBoards
from sapper.lab.grade.submissions import (
    Submission,
    class_folder,
    is_archive,
    is_one,
    submission,
    submissions,
)
from sapper.processes.limits import hide_memory
from sapper.words import how_many

Ungraded: TypeAlias = tuple[str, str]
"""the name of an agent that can't be graded, and the reason"""


@app.command("grade")
def grade_command(
    agent: Annotated[
        str,
        typer.Argument(
            help="An agent (mine.py, mine.py:Name, 'exec:./agent' or a name from `sapper agent "
            "list`), or a folder or zip file of a class or of one student.",
            metavar="AGENT|FOLDER|ZIP",
        ),
    ] = "",
    level: Annotated[
        str | None, typer.Option(help="The level. By default, the rubric sets the level.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(help="How many games to play. By default, the rubric says how many.", min=1),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="The seed of the first board. The same seed gives the same boards. By default, "
            "the seed is random, so that no agent can know the boards."
        ),
    ] = None,
    rubric: Annotated[
        Path | None, typer.Option(help="A rubric (a TOML file) to use instead of the default.")
    ] = None,
    show_rubric: Annotated[
        bool,
        typer.Option(
            "--show-rubric", help="Print the default rubric, which you can save and edit."
        ),
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            help="Write the report to this HTML file. For a folder of agents: the folder for "
            "the reports."
        ),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(help="A CSV file for the marks, with one line per agent.")
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            help="Write Gradescope's results.json to this file. A folder or a zip file is then one "
            "submission, not a class."
        ),
    ] = None,
    gradescope: Annotated[
        Path | None,
        typer.Option(
            help="Instead of grading, write autograder.zip for Gradescope to this folder. It "
            "contains the rubric and the options given here, and a package of Sapper (a wheel or "
            "sapper.tar.gz) if the folder has one."
        ),
    ] = None,
    moodle: Annotated[
        Path | None,
        typer.Option(
            help="For a class from Moodle: write a grading worksheet with the marks, which Moodle "
            "can import, to this CSV file."
        ),
    ] = None,
    worksheet: Annotated[
        Path | None,
        typer.Option(
            help="For --moodle: the grading worksheet downloaded from Moodle, in which the marks "
            "are filled in. It is not changed."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="The limit on the CPU time of each decision, in seconds. The default is 10.",
            min=0.001,
        ),
    ] = None,
    minutes: Annotated[
        float,
        typer.Option(
            help="The limit on the CPU time of all games of an agent, in minutes.", min=0.001
        ),
    ] = MINUTES,
    memory: Annotated[
        int | None,
        typer.Option(help="The memory limit for an agent, in MiB. The default is 1024.", min=16),
    ] = None,
    allow_sapper: Annotated[
        bool,
        typer.Option(
            "--allow-sapper",
            help="Let the agent import Sapper's reasoning. By default, the rubric decides, and the "
            "default rubric does not allow it.",
        ),
    ] = False,
    jobs: JobsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Grade an agent: check its claims, list what it misses, and measure its play.

    The agent plays games. The agent is also asked about positions from recorded games. Every claim
    is checked against all boards that fit the position, so a claim that is true only by luck is
    caught. The agent must reason by itself, so it can't import Sapper's reasoning. The exit code is
    0 if the agent passes the rubric, 1 if not, and 2 if the agent can't be run. For a folder, the
    exit code is 0 if all agents pass, and 1 otherwise.
    """
    if show_rubric:
        print(DEFAULT, end="")
        return
    rules = Rubric.load(rubric)
    if gradescope is not None:
        options = {"--level": level, "--games": games, "--seconds": seconds, "--memory": memory}
        options |= {"--minutes": None if minutes == MINUTES else minutes}
        given = [word for key, value in options.items() if value for word in (key, str(value))]
        allowed = ["--allow-sapper"] if allow_sapper else []
        text = DEFAULT if rubric is None else read_text(rubric)
        _write_autograder(gradescope, text, [*given, *allowed])
        return
    if not agent:
        raise SapperError("grade needs an agent, such as mine.py, or a folder or zip file")
    if worksheet is not None and moodle is None:
        raise SapperError("--worksheet needs --moodle FILE.csv: add the file to write")
    hide_memory()
    workers = jobs or os.cpu_count() or 1
    chosen = None if level is None else Level.parse(level)

    def grade_one(
        name: str, on_progress: Progress, label: str = "", boards: SecretBoards | None = None
    ) -> Grade:
        return grade(
            name,
            rules,
            level=chosen,
            games=games,
            seed=seed,
            jobs=workers,
            seconds=seconds,
            memory=memory,
            minutes=minutes,
            allow_sapper=allow_sapper,
            on_progress=on_progress,
            boards=boards,
            label=label,
        )

    with TemporaryDirectory(prefix="sapper-") as temporary:
        work = Path(temporary)
        has_files = Path(agent).is_dir() or is_archive(Path(agent))
        folder = class_folder(Path(agent), work) if has_files and results is None else None
        is_class = folder is not None and not is_one(folder)
        if moodle is not None and not is_class:
            raise SapperError("--moodle needs a class: give the folder or zip file from Moodle")
        for file in (None if is_class else html, csv, results, moodle):
            if file is not None:
                check_writable(file)  # fails now, not after the games
        if folder is not None and is_class:
            found = submissions(folder, work, html)
            to_fill = None if worksheet is None else read_text(worksheet)
            if moodle is not None:
                _check_worksheet(found, to_fill)
                if to_fill is None and moodle.is_file() and has_emails(read_text(moodle)):
                    raise SapperError(
                        f"{moodle} is a worksheet from Moodle: give it as --worksheet, and another "
                        "file as --moodle"
                    )
            levels = [chosen] if chosen else list(map(Level.parse, rules.levels))
            whole = (games or rules.games) * len(levels)
            agents = [one.agent for one in found if one.agent]
            said = f"{how_many(len(agents), 'agent')}, {how_many(whole, 'game')} each: about " + (
                _duration(forecast(agents, levels[0], whole, workers, seconds or SECONDS, minutes))
            )
            if not as_json:
                out.print(said)
            start = time.monotonic()
            # All agents play the same boards, so their marks can be compared.
            with SecretBoards(seed) as boards:
                graded = _grade_all(found, grade_one, boards, whole)
            took = f"{said}. It took {_duration(time.monotonic() - start)}."
            if moodle is not None:  # the marks come first, because a page may have too long a name
                _write_marks(moodle, graded, to_fill)
            _report_class(graded, html, csv, took, as_json)
            passed = all(isinstance(one, Grade) and one.mark.passed for one in graded.values())
            raise typer.Exit(0 if passed else 1)

        def save_marks(found: Grade | Ungraded) -> None:
            if csv is not None:
                write_file(csv, table_csv([found]))
            if results is not None:
                write_file(results, results_json(found))

        label = displayable(agent)
        try:
            if has_files:
                one = submission(folder or class_folder(Path(agent), work), work)
                agent, label = one.agent, one.label
            with progress_bar(f"grading {label}") as on_progress:
                report = grade_one(agent, on_progress, label)
        except SapperError as problem:
            # The command fails, but the reports must still be written and contain the error.
            words = str(problem).replace(agent, label)
            failed = label, words
            save_marks(failed)
            if html is not None:
                write_file(html, _page(failed))
            raise SapperError(words) from None
        save_marks(report)
    if as_json:
        print_json(report.to_json())
    else:
        for line in lines(report):
            out.print(line)
    if html is not None:
        write_file(html, _page(report))
    raise typer.Exit(0 if report.mark.passed else 1)


def _page(found: Grade | Ungraded) -> str:
    return grade_html(found) if isinstance(found, Grade) else problem_html(*found)


def _duration(seconds: float) -> str:
    """How long something takes, as people say it.

    >>> _duration(0.4), _duration(75), _duration(3000)
    ('1 second', '80 seconds', '50 minutes')
    """
    if seconds < 100:
        whole = max(1, round(seconds))
        return how_many(whole if whole <= 10 else -(-whole // 10) * 10, "second")
    return how_many(math.ceil(seconds / 60), "minute")


def _write_autograder(folder: Path, rubric: str, options: list[str]) -> None:
    make_folder(folder)
    packages = [*folder.glob("sapper*.whl"), *folder.glob("sapper*.tar.gz")]
    if len(packages) > 1:
        raise SapperError(f"{folder} has several packages of Sapper: leave only one there")
    file = folder / "autograder.zip"
    save(file, autograder(rubric, options, packages[0] if packages else None))
    out.print(f"wrote {file}; upload it to Gradescope (documentation: classroom.md)")


Graded: TypeAlias = dict[Submission, Grade | Ungraded]


def _grade_all(
    found: list[Submission],
    grade_one: Callable[[str, Progress, str, SecretBoards], Grade],
    boards: SecretBoards,
    games: int,
) -> Graded:
    agents = [one for one in found if one.agent]
    of_each = games + len(recorded_games())
    grades: Graded = {}
    with progress_bar(f"grading {how_many(len(agents), 'agent')}") as on_progress:
        for number, one in enumerate(agents):

            def on_game(done: int, _: int, before: int = number * of_each) -> None:
                on_progress(before + done, of_each * len(agents))

            try:
                grades[one] = grade_one(one.agent, on_game, one.label, boards)
            except SapperError as problem:
                grades[one] = one.label, str(problem).replace(one.agent, one.label)
    seed = boards.seed()
    return {
        **{one: g.reveal(seed) if isinstance(g, Grade) else g for one, g in grades.items()},
        **{one: (one.label, one.problem) for one in found if not one.agent},
    }


def _report_class(
    graded: Graded, html: Path | None, csv: Path | None, took: str, as_json: bool
) -> None:
    grades = list(graded.values())
    labels = {one.name: one.label for one in graded}
    pairs = alike({one.name: one.agent for one in graded if one.agent})
    others: dict[str, list[str]] = {}
    for pair in pairs:
        for name, other in ((pair.one, pair.other), (pair.other, pair.one)):
            like = f"{other} ({int(pair.similarity * 100)}%)"
            others.setdefault(labels[name], []).append(like)
    if csv is not None:
        write_file(csv, table_csv(grades, others))
    if as_json:
        print_json(
            [
                {"agent": one[0], "problem": one[1], "alike": others.get(one[0], [])}
                if isinstance(one, tuple)
                else {**one.to_json(), "alike": others.get(one.agent, [])}
                for one in grades
            ]
        )
    else:
        print_table(class_rows(grades))
        for note in notes(pairs):
            out.print(note)
    if html is not None:
        make_folder(html)
        for one, found in graded.items():
            save(html / f"{one.name}.html", _page(found))
        pages = {one.label: f"{one.name}.html" for one in graded}
        write_file(html / "index.html", class_html(grades, pages, [took, *notes(pairs)]))


def _check_worksheet(found: list[Submission], worksheet: str | None) -> None:
    """Fail before the games if no marks for Moodle can be written."""
    marks: Marks = {one.student: "" for one in found if one.student is not None}
    if not marks:
        raise SapperError(
            "no name of a file or folder is one of Moodle's, like "
            "Anna Miller_123456_assignsubmission_file: download the submissions again"
        )
    if worksheet is not None:
        filled(worksheet, marks)


def _write_marks(file: Path, graded: Graded, worksheet: str | None) -> None:
    marks: Marks = {
        one.student: found if isinstance(found, Grade) else found[1]
        for one, found in graded.items()
        if one.student is not None
    }
    if worksheet is None:
        write_file(file, new_worksheet(marks))
        return
    text, missing = filled(worksheet, marks)
    write_file(file, text)
    for name in missing:
        Terminal(stderr=True).print(f"{name} is not in the worksheet")
