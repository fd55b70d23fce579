"""Commands for the classroom: new-agent, grade."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from sapper.adapters.limits import hide_memory
from sapper.adapters.skeleton import PYTHON
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
from sapper.errors import SapperError
from sapper.formats import FileError, check_writable, save
from sapper.lab.grade.html import class_html, class_rows, grade_html, lines
from sapper.lab.grade.marks import Grade, folder_agents, grade
from sapper.lab.grade.rubric import DEFAULT, Rubric
from sapper.lab.grade.secret import SecretBoards


@app.command("new-agent")
def new_agent(
    file: Annotated[Path, typer.Argument(help="The file to write.", metavar="FILE.py")],
) -> None:
    """Write a small agent to start from: a function that gets a position and chooses a cell."""
    if file.suffix != ".py":
        raise FileError(f"{file} does not end with .py: an agent is a Python file, like mine.py")
    if file.exists():
        raise FileError(f"{file} already exists: choose another name")
    save(file, PYTHON.replace("NAME", str(file)))
    out.print(f"wrote {file}; watch it with: sapper watch {file}")


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
        str | None, typer.Option(help="The level. The default is in the rubric.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games to play. The default is in the rubric.", min=1)
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="The first seed, to repeat a grade. The default is random, so that no agent can "
            "know the boards."
        ),
    ] = None,
    rubric: Annotated[
        Path | None, typer.Option(help="A rubric (a TOML file) to use instead of the default.")
    ] = None,
    show_rubric: Annotated[
        bool,
        typer.Option("--show-rubric", help="Print the default rubric, for you to save and edit."),
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(help="The HTML file for the report, or the folder for many reports."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Seconds per decision. The default is 10.", min=0.001)
    ] = None,
    memory: Annotated[
        int | None, typer.Option(help="MiB of memory for the agent. The default is 1024.", min=16)
    ] = None,
    jobs: JobsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Grade an agent: is it sound, what does it miss, how does it guess, how strong is it?

    Every claim is checked against all boards that fit the position, so a claim that holds only by
    luck is caught. The exit code is 0 if the agent passes the rubric, 1 if not, and 2 if it can't
    be run.
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
                on_progress=on_progress,
                boards=boards,
            )

    if Path(agent).is_dir():
        # All agents play the same boards, so their marks can be compared.
        with SecretBoards(seed) as boards:
            raise typer.Exit(_grade_folder(Path(agent), grade_one, boards, html, as_json))
    if html is not None:
        check_writable(html)  # before the games are played
    report = grade_one(agent)
    if html is not None:
        save(html, grade_html(report))
    if as_json:
        print_json(report.to_json())
    else:
        for line in lines(report):
            out.print(line)
        if html is not None:
            out.print(f"  wrote {html}")
    raise typer.Exit(0 if report.mark.passed else 1)


def _grade_folder(
    folder: Path,
    grade_one: Callable[[str, SecretBoards], Grade],
    boards: SecretBoards,
    html: Path | None,
    as_json: bool,
) -> int:
    grades: list[Grade | tuple[str, str]] = []
    if html is not None:
        make_folder(html)
    agents, problems = folder_agents(folder)
    for name in agents.values():
        try:
            grades.append(grade_one(name, boards))
        except SapperError as problem:
            grades.append((name, str(problem)))
    # All agents have played, so the seed need not stay secret.
    seed = boards.seed()
    grades = [one if isinstance(one, tuple) else one.reveal(seed) for one in grades]
    files: dict[str, str] = {}
    for file, one in zip(agents, grades, strict=True):
        if html is not None and isinstance(one, Grade):
            files[one.agent] = f"{file}.html"
            save(html / files[one.agent], grade_html(one))
    grades += [(str(folder / name), problem) for name, problem in problems.items()]
    if html is not None:
        save(html / "index.html", class_html(grades, files))
    if as_json:
        print_json(
            [
                {"agent": one[0], "problem": one[1]} if isinstance(one, tuple) else one.to_json()
                for one in grades
            ]
        )
    else:
        print_table(class_rows(grades))
    passed = all(isinstance(one, Grade) and one.mark.passed for one in grades)
    return 0 if passed else 1
