"""Commands for the classroom: new-agent, grade."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from sapper.adapters.skeleton import PYTHON, WITH_KB
from sapper.cli.common import (
    JobsOption,
    JsonOption,
    app,
    make_folder,
    out,
    print_json,
    print_table,
    progress_bar,
)
from sapper.core.level import Level
from sapper.errors import SapperError, displayable
from sapper.formats import FileError, check_writable, save
from sapper.lab.grade.alike import alike, notes
from sapper.lab.grade.html import class_html, class_rows, grade_html, lines, problem_html
from sapper.lab.grade.marks import MINUTES, Grade, grade
from sapper.lab.grade.results import gradescope, table_csv
from sapper.lab.grade.rubric import DEFAULT, Rubric
from sapper.lab.grade.secret import SecretBoards
from sapper.lab.grade.submissions import folder_agents
from sapper.processes.limits import hide_memory

Ungraded: TypeAlias = tuple[str, str]
"""the name of an agent that can't be graded, and the reason"""


@app.command("new-agent")
def new_agent(
    file: Annotated[Path, typer.Argument(help="The file to write.", metavar="FILE.py")],
    kb: Annotated[
        bool,
        typer.Option(
            "--kb",
            help="Write an agent with a knowledge base of clauses, which `sapper watch --check-kb` "
            "checks.",
        ),
    ] = False,
) -> None:
    """Create a small agent to start from: a function that gets a position and chooses a cell."""
    if file.suffix != ".py":
        raise FileError(f"{file} does not end with .py: an agent is a Python file, like mine.py")
    if file.exists():
        raise FileError(f"{file} already exists: choose another name")
    save(file, (WITH_KB if kb else PYTHON).replace("NAME", str(file)))
    out.print(f"wrote {file}; watch it with: sapper watch {file}{' --check-kb' * kb}")


@app.command("grade")
def grade_command(
    agent: Annotated[
        str,
        typer.Argument(
            help="An agent (mine.py, mine.py:Name, 'exec:./agent' or a name that `sapper agents` "
            "lists), or a folder of agents.",
            metavar="AGENT|FOLDER",
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
            "--gradescope",
            help="For a single agent: write the results for Gradescope to this JSON file.",
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
    if not agent:
        raise SapperError("grade needs an agent, such as mine.py, or a folder of agents")
    rules = Rubric.load(rubric)
    hide_memory()

    def grade_one(name: str, boards: SecretBoards | None = None) -> Grade:
        with progress_bar(f"grading {name}") as on_progress:
            return grade(
                name,
                rules,
                level=None if level is None else Level.parse(level),
                games=games,
                seed=seed,
                jobs=jobs or os.cpu_count() or 1,
                seconds=seconds,
                memory=memory,
                minutes=minutes,
                allow_sapper=allow_sapper,
                on_progress=on_progress,
                boards=boards,
            )

    folder = Path(agent).is_dir()
    if folder and results is not None:
        raise SapperError("--gradescope works with one agent only: give a file, not a folder")
    for file in (None if folder else html, csv, results):
        if file is not None:
            check_writable(file)  # fails now, not after the games
    if folder:
        # All agents play the same boards, so their marks can be compared.
        with SecretBoards(seed) as boards:
            raise typer.Exit(_grade_folder(Path(agent), grade_one, boards, html, csv, as_json))

    def save_marks(found: Grade | Ungraded) -> None:
        if csv is not None:
            save(csv, table_csv([found]))
        if results is not None:
            save(results, gradescope(found))

    try:
        report = grade_one(agent)
    except SapperError as problem:
        # The command fails, but the reports must still be written and contain the error.
        failed = displayable(agent), str(problem)
        save_marks(failed)
        if html is not None:
            save(html, _page(failed))
        raise
    save_marks(report)
    if as_json:
        print_json(report.to_json())
    else:
        for line in lines(report):
            out.print(line)
    if html is not None:
        save(html, _page(report))
    if not as_json:
        for file in filter(None, (html, csv, results)):
            out.print(f"  wrote {file}")
    raise typer.Exit(0 if report.mark.passed else 1)


def _page(found: Grade | Ungraded) -> str:
    return grade_html(found) if isinstance(found, Grade) else problem_html(*found)


def _grade_folder(
    folder: Path,
    grade_one: Callable[[str, SecretBoards], Grade],
    boards: SecretBoards,
    html: Path | None,
    csv: Path | None,
    as_json: bool,
) -> int:
    grades: list[Grade | Ungraded] = []
    if html is not None:
        make_folder(html)
    agents, problems = folder_agents(folder, html)
    for name in agents.values():
        try:
            grades.append(grade_one(name, boards))
        except SapperError as problem:
            grades.append((displayable(name), str(problem)))
    seed = boards.seed()
    grades = [one if isinstance(one, tuple) else one.reveal(seed) for one in grades]
    grades += [(displayable(str(folder / name)), problem) for name, problem in problems.items()]
    pairs = alike(agents)
    others: dict[str, list[str]] = {}
    for pair in pairs:
        for name, other in ((pair.one, pair.other), (pair.other, pair.one)):
            like = f"{other} ({int(pair.similarity * 100)}%)"
            others.setdefault(displayable(agents[name]), []).append(like)
    if csv is not None:
        save(csv, table_csv(grades, others))
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
        pages: dict[str, str] = {}
        for name, one in zip((*agents, *problems), grades, strict=True):
            pages[one.agent if isinstance(one, Grade) else one[0]] = f"{name}.html"
            save(html / f"{name}.html", _page(one))
        save(html / "index.html", class_html(grades, pages, notes(pairs)))
    passed = all(isinstance(one, Grade) and one.mark.passed for one in grades)
    return 0 if passed else 1
