"""The commands of an exam for reasoners: exam make, ask, grade, baseline, commit, reveal."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.common import (
    PLAYER,
    JsonOption,
    app,
    out,
    print_json,
    print_table,
    progress_bar,
    write_file,
)
from sapper.cli.help import Group
from sapper.core.files import is_regular
from sapper.core.level import Level
from sapper.errors import quote
from sapper.exam.asking import (
    AgentExaminee,
    ChatExaminee,
    CommandExaminee,
    Examinee,
    ask,
    check_author,
)
from sapper.exam.baselines import BASELINES
from sapper.exam.baselines import answers as baseline_answers
from sapper.exam.items import (
    LEVEL,
    PARTS,
    RENDERS,
    ExamError,
    ExamSettings,
    Item,
    items_text,
    load_items,
    public_key,
    secret_key,
)
from sapper.exam.making import make
from sapper.exam.page import report_html
from sapper.exam.reading import load_answers
from sapper.exam.report import notes, rung_rows, total_rows
from sapper.exam.scores import score
from sapper.exam.secret import Promise, commit, keeps, load_salt, new_salt
from sapper.formats import check_writable, read_text, save
from sapper.interrupt import catch_terminate
from sapper.lab.player import Player
from sapper.words import how_many, plural

exam_app = typer.Typer(rich_markup_mode=None, cls=Group)
app.add_typer(exam_app, name="exam")

_PARTS, _RENDERS = ",".join(PARTS), ",".join(RENDERS)

PartsOption = Annotated[str, typer.Option(help="The parts of the exam, separated by commas.")]
PositionsOption = Annotated[
    int, typer.Option(help="The number of positions (or games) in each part.", min=1)
]
CopiesOption = Annotated[
    int,
    typer.Option(
        help="How many items to make from each position. The items show the position "
        "in different rotations or mirror images, and write it in different ways. "
        "A game is always one item.",
        min=1,
        max=8,
    ),
]
RendersOption = Annotated[
    str,
    typer.Option(help="The ways of writing positions, separated by commas."),
]
ExamLevelOption = Annotated[str, typer.Option("--level", help="The level of the boards.")]
SYSTEM_LIMIT = 1 << 20
"""the maximum length of a system prompt, in bytes"""

ItemsArgument = Annotated[
    Path, typer.Argument(help="A file of items from `exam make`.", metavar="ITEMS")
]

SamplesOption = Annotated[
    int,
    typer.Option(
        help="How many answers to give to each item. The score is their mean. `exam grade` also "
        "shows the score of the best answers.",
        min=1,
        max=1000,
    ),
]
AnswersOption = Annotated[Path, typer.Option("--out", help="The file for the answers.")]


@exam_app.callback(invoke_without_command=True)
def exam(context: typer.Context) -> None:
    """Test how well language models and other reasoners deduce, prove, estimate, choose and play.

    In the documentation, exam.md describes the parts and the points.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def _settings(parts: str, positions: int, copies: int, renders: str, level: str) -> ExamSettings:
    def words(text: str) -> tuple[str, ...]:
        return tuple(word.strip() for word in text.split(","))

    return ExamSettings(words(parts), positions, copies, words(renders), str(Level.parse(level)))


@exam_app.command("make")
def make_command(
    file: Annotated[Path, typer.Option("--out", help="The file for the items.")] = Path(
        "items.jsonl"
    ),
    seed: Annotated[
        int | None, typer.Option(help="The seed of a public exam. The default is 0.")
    ] = None,
    salt: Annotated[
        Path | None,
        typer.Option(help="A file with a secret salt, for a secret exam (see `exam commit`)."),
    ] = None,
    promise: Annotated[
        Path | None,
        typer.Option(
            help="With --salt: use the settings in this promise file, which `exam commit` writes."
        ),
    ] = None,
    parts: PartsOption = _PARTS,
    positions: PositionsOption = 42,
    copies: CopiesOption = 2,
    renders: RendersOption = _RENDERS,
    level: ExamLevelOption = str(LEVEL),
    as_json: JsonOption = False,
) -> None:
    """Make the items of an exam.

    A public exam is made from a seed, and a secret one from a salt. Each part has about the same
    number of positions for each technique. Each line of the file is an item with its prompt.
    In the documentation, exam.md describes the parts and the points.
    """
    settings = _settings(parts, positions, copies, renders, level)
    if salt is not None and seed is not None:
        raise ExamError("--seed and --salt can't be combined: choose one of them")
    if promise is not None:
        settings = _promised(promise, salt, settings)
    _check_new(file)
    if salt is None:
        seed = seed or 0
        items = _make(settings, public_key(seed), f"seed {seed}", file)
    else:
        items = _make(settings, secret_key(load_salt(salt), settings), "salt", file)
    if as_json:
        made = {"file": str(file), "items": len(items), "seed": seed}
        print_json({**made, **settings.to_json()})
        return
    out.print(f"wrote {how_many(len(items), 'item')} to {file}")


def _promised(promise: Path, salt: Path | None, given: ExamSettings) -> ExamSettings:
    """The settings in a promise file. Raises an ExamError if the options contradict them."""
    if salt is None:
        raise ExamError("--promise needs --salt, the file with the salt")
    promised = Promise.load(promise)
    if not keeps(promised, load_salt(salt)):
        raise ExamError(f"the salt in {salt} does not match {promise}")
    if given not in (ExamSettings(), promised.settings):
        raise ExamError(f"your settings differ from those in {promise}: leave yours out")
    return promised.settings


def _check_out(file: Path, *sources: Path | None) -> None:
    if any(s is not None and os.path.realpath(s) == os.path.realpath(file) for s in sources):
        raise ExamError(f"{file} would be overwritten: write to another file")
    check_writable(file)


def _check_new(file: Path) -> None:
    """Raise an error if the file already exists or can't be written."""
    if is_regular(file):
        raise ExamError(f"{file} already exists: choose another file (--out)")
    check_writable(file)


def _make(settings: ExamSettings, key: int, source: str, file: Path | None) -> list[Item]:
    with progress_bar("making the exam") as on_progress:
        items = [replace(item, source=source) for item in make(settings, key, on_progress)]
    if file is not None:
        save(file, items_text(items))
    return items


@exam_app.command("commit")
def commit_command(
    salt: Annotated[
        Path, typer.Option(help="The file with the salt. The file is created if it does not exist.")
    ],
    file: Annotated[
        Path, typer.Option("--out", help="The promise file to write, which you then publish.")
    ] = Path("promise.json"),
    parts: PartsOption = _PARTS,
    positions: PositionsOption = 42,
    copies: CopiesOption = 2,
    renders: RendersOption = _RENDERS,
    level: ExamLevelOption = str(LEVEL),
    as_json: JsonOption = False,
) -> None:
    """Write a promise file, which can later show that a secret exam was not changed.

    The promise file contains the settings, and a hash of the settings and the salt. Publish this
    file before the exam. Make the items with `exam make --salt --promise`. Keep the salt secret
    until the exam is over. Then publish the salt, so that anyone can check the items with `exam
    reveal`.
    """
    settings = _settings(parts, positions, copies, renders, level)
    _check_out(file, salt)
    promise = commit(new_salt(salt), settings)
    if file.exists() and Promise.load(file) != promise:
        raise ExamError(f"{file} already holds another promise: use another file (--out)")
    text = promise.to_json()
    save(file, _json_text(text))
    if as_json:
        print_json(text)
        return
    out.print(promise.hash)
    out.print(f"wrote {file}: publish it, and keep {salt} secret")
    command = shlex.join(["sapper", "exam", "make", "--salt", str(salt), "--promise", str(file)])
    out.print(f"make the items with `{command}`")


def _json_text(value: object) -> str:
    return json.dumps(value, indent=1) + "\n"


@exam_app.command("reveal")
def reveal_command(
    promise: Annotated[
        Path, typer.Argument(help="The promise file that `exam commit` wrote.", metavar="PROMISE")
    ],
    salt: Annotated[Path, typer.Option(help="The file with the salt.")],
    items: Annotated[
        Path | None, typer.Option(help="Check that this file contains the exam's items.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", help="Write the items to this file.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check the salt and the items of a secret exam.

    The salt must match the promise file, and the items must have been made from the salt. The exit
    code is 1 if the salt or the items do not match.
    """
    promised = Promise.load(promise)
    secret = load_salt(salt)
    if file is not None:
        _check_new(file)
    matches = keeps(promised, secret)
    same: bool | None = None
    if matches and (items is not None or file is not None):
        given = None if items is None else load_items(items)
        made = _make(promised.settings, secret_key(secret, promised.settings), "salt", file)
        same = None if given is None else given == made
    if as_json:
        print_json({"salt_matches": matches, "items_match": same})
    else:
        out.print(f"the salt {'matches' if matches else 'does not match'} the promise")
        if same is not None:
            words = "were made from this salt" if same else "are not the items of this exam"
            out.print(f"the items {words}")
        if matches and file is not None:
            out.print(f"wrote {file}")
    if not matches or same is False:
        raise typer.Exit(1)


@exam_app.command("ask")
def ask_command(
    items: ItemsArgument,
    command: Annotated[
        str | None,
        typer.Option(
            help="A program that reads a prompt from standard input and prints an answer."
        ),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(
            help="A server that offers chat completions, such as http://localhost:8000/v1."
        ),
    ] = None,
    agent: Annotated[
        str | None, typer.Option(help=f"An agent, for the part 'play' only: {PLAYER}.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="With --url: the name of the model.")] = None,
    key_from: Annotated[
        str | None,
        typer.Option(
            help="With --url: the environment variable that contains the API key.",
            metavar="VARIABLE",
        ),
    ] = None,
    temperature: Annotated[
        float | None, typer.Option(help="With --url: the temperature.", min=0)
    ] = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(help="With --url: the maximum length of an answer, in tokens.", min=1),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            help="With --url: another field of the request, such as top_p=0.9, "
            "reasoning_effort=low or max_completion_tokens=4000. Can be repeated.",
            metavar="NAME=VALUE",
        ),
    ] = None,
    system: Annotated[
        Path | None, typer.Option(help="With --url: a file with the system prompt.", metavar="FILE")
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(help="The time limit for each answer, in seconds.", min=0.001, max=86_400),
    ] = 600,
    jobs: Annotated[
        int, typer.Option(help="How many questions to ask at the same time.", min=1, max=1000)
    ] = 4,
    samples: SamplesOption = 1,
    retry_cut: Annotated[
        bool,
        typer.Option(
            "--retry-cut",
            help="With --url: ask again the items whose answers were cut at the token limit, which "
            "may be higher now.",
        ),
    ] = False,
    parts: PartsOption = _PARTS,
    file: AnswersOption = Path("answers.jsonl"),
    as_json: JsonOption = False,
) -> None:
    """Give an exam to a program or to a model on a server.

    Each answer is saved when it arrives. If the exam is interrupted, the same command continues it.
    The exit code is 1 if some items could not be answered.
    """
    wanted = ExamSettings(tuple(word.strip() for word in parts.split(","))).parts
    if sum(each is not None for each in (command, url, agent)) != 1:
        raise ExamError("exam ask needs one of --command, --url and --agent")
    if url is None:
        only = {
            "--model": model,
            "--key-from": key_from,
            "--temperature": temperature,
            "--max-tokens": max_tokens,
            "--option": option or None,
            "--system": system,
            "--retry-cut": retry_cut or None,
        }
        for name, value in only.items():
            if value is not None:
                raise ExamError(f"{name} needs --url")
    examinee: Examinee
    if command is not None:
        examinee = CommandExaminee(command, seconds)
    elif url is not None:
        if model is None:
            raise ExamError("--url needs --model, the name of the model")
        given = {"temperature": temperature, "max_tokens": max_tokens}
        options: dict[str, object] = {
            name: number for name, number in given.items() if number is not None
        }
        for text in option or ():
            name, content = _field(text)
            if name in (*options, "model", "messages", "stream"):
                raise ExamError(f"--option can't set {quote(name)}: it is set already, or fixed")
            options[name] = content
        prompt = "" if system is None else read_text(system, limit=SYSTEM_LIMIT)
        examinee = ChatExaminee(url, model, seconds, _key(key_from), options, prompt)
    else:
        assert agent is not None
        Player.parse(agent).check()
        if "play" not in wanted:
            raise ExamError("an agent plays games: --agent needs the part 'play'")
        # One game at a time, because an agent may have only one process.
        examinee, wanted, jobs = AgentExaminee(agent), ("play",), 1
    if agent is not None and samples > 1:
        raise ExamError("--samples needs --url or --command")
    if os.path.realpath(file) == os.path.realpath(items):
        raise ExamError(f"{file} contains the items: write the answers to another file")
    asked = [item for item in load_items(items) if item.part in wanted]
    with catch_terminate(), progress_bar("asking items") as on_progress:
        found = ask(asked, examinee, file, jobs, on_progress, samples=samples, retry_cut=retry_cut)
    if as_json:
        print_json(asdict(found))
    else:
        before = f"; {found.before} already answered" if found.before else ""
        out.print(
            f"wrote {how_many(found.new, 'answer')} to {file}: {found.unreadable} unreadable, "
            f"{found.tokens:,} {plural(found.tokens, 'token')}, {found.seconds:,.0f} s{before}"
        )
        if found.cut:
            out.print(
                f"{how_many(found.cut, 'answer')} {plural(found.cut, 'was', 'were')} cut at the "
                "token limit: ask again with --retry-cut and a higher limit"
            )
        if found.failed:
            out.print(
                f"{how_many(found.failed, 'item')} {plural(found.failed, 'was', 'were')} not "
                f"answered ({found.problem}): run the same command again"
            )
    if found.failed:
        raise typer.Exit(1)


def _field(text: str) -> tuple[str, object]:
    """A field of a request from `NAME=VALUE`. The value is JSON, or otherwise text."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise ExamError(f"{quote(text)} is not an option: use NAME=VALUE, such as top_p=0.9")
    try:
        return name, json.loads(value, parse_constant=str)
    except (ValueError, RecursionError):
        return name, value


def _key(variable: str | None) -> str:
    if variable is None:
        return ""
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ExamError(f"the environment variable {quote(variable)} is not set")
    if not (key.isascii() and key.isprintable()):
        raise ExamError(
            f"the API key in {quote(variable)} can't be used: it must be plain ASCII text"
        )
    return key


@exam_app.command("baseline")
def baseline_command(
    name: Annotated[str, typer.Argument(help=f"A baseline: {', '.join(BASELINES)}.")],
    items: ItemsArgument,
    file: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="The file for the answers. By default, the file is named after the baseline, as "
            "in champion.jsonl.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed for random answers.")] = 0,
    samples: SamplesOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Write a baseline's answers, for comparison."""
    asked = load_items(items)
    file = file or Path(f"{name.replace(' ', '-')}.jsonl")
    _check_out(file, items)
    check_author(file, name)
    with progress_bar(f"{name} answers") as on_progress:
        found = baseline_answers(name, asked, seed, on_progress, samples)
    marks = {item.id: item.mark for item in asked}
    lines = [json.dumps({**one.to_json(), "of": marks[one.id], "by": name}) + "\n" for one in found]
    save(file, "".join(lines))
    if as_json:
        print_json({"file": str(file), "answers": len(found)})
        return
    out.print(f"wrote {how_many(len(found), 'answer')} to {file}")


@exam_app.command("grade")
def grade_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="A file of answers. If you name several files, they are compared.",
            metavar="ANSWERS...",
        ),
    ],
    items: Annotated[
        Path | None,
        typer.Option(
            help="The file of items. The default is items.jsonl in the same folder as the answers."
        ),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write a report to this file, as one HTML page.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Grade answers, and print scores with 95% intervals.

    There is a score for each part and technique. The number of false claims is printed, too.
    """
    source = files[0].with_name("items.jsonl") if items is None else items
    if items is None and not source.exists():
        raise ExamError(f"{source} does not exist: name the file of items with --items")
    asked = load_items(source)
    by_id = {item.id: item for item in asked}
    if html is not None:
        _check_out(html, source, *files)
    found = []
    for path in files:
        answers = load_answers(path, by_id)
        with progress_bar(f"grading {path.stem}") as on_progress:
            found.append(score(path.stem, asked, answers, on_progress))
    if html is not None:
        write_file(html, report_html(found))
    if as_json:
        print_json([one.to_json() for one in found])
        return
    print_table(total_rows(found))
    for one in found:
        out.print("")
        if len(found) > 1:
            out.print(one.name, style="bold")
        print_table(rung_rows(one))
        for note in notes(one):
            out.print(note)
