"""Error messages are templates with named parts, and have German versions."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import numpy as np

import sapper
import sapper.web.app  # imports every error that the page may show
from sapper import formats, web
from sapper.adapters.process import AgentError
from sapper.core.view import ContradictionError, UndecidedError, View
from sapper.errors import SapperError
from sapper.ladder.dealer import DealLimitError, Dealt
from sapper.ladder.puzzle import PuzzleLimitError
from sapper.logic.formula import FormulaError
from sapper.reason.odds import TooWideError
from sapper.web.problems import RefusedError
from sapper.words import refusal, speaking
from sapper.words.de import REFUSALS

SOURCE = Path(sapper.__file__).parent

# Every file that a user opens is read by these modules.
READING = ("board.py", "view.py", "level.py", "game.py", "replay.py", "grid.py")


def sources() -> Iterator[Path]:
    """The source files of the server and the file formats, whose messages the page shows."""
    for package in (web.__file__, formats.__file__):
        yield from sorted(Path(package).parent.rglob("*.py"))
    yield from (Path(sapper.__file__).parent / "core" / name for name in READING)


def errors(kind: type[Exception] = SapperError) -> Iterator[str]:
    """The names of an error class and its subclasses."""
    yield kind.__name__
    for one in kind.__subclasses__():
        yield from errors(one)


@dataclass(frozen=True)
class Raised:
    """A call that creates an error, with its message template and the values for it."""

    file: Path
    template: str
    named: frozenset[str] | None
    """None if some values come from a dict"""

    @property
    def plain(self) -> str:
        """The template with {} in place of its fields."""
        return re.sub(r"\{\w[^{}]*\}", "{}", self.template)


@cache
def trees() -> dict[Path, ast.Module]:
    """The syntax trees of all files of the package, except those in the folder `words`."""
    paths = [path for path in SOURCE.rglob("*.py") if path.parent.name != "words"]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def template_of(given: ast.expr, constants: dict[str, str]) -> str | None:
    """The template in an expression, or None if the expression is not text."""
    match given:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return constants.get(name)
        case ast.JoinedStr(values=values):  # an f-string, which can't be translated
            parts = (str(one.value) if isinstance(one, ast.Constant) else "{}" for one in values)
            return "".join(parts)
    return None


@cache
def raised() -> tuple[Raised, ...]:
    """Every call in the package that creates one of Sapper's errors."""
    # parse_rows raises the class that its caller passes as `error`.
    names = {*errors(), "error"}
    constants = {
        target.id: node.value.value
        for tree in trees().values()
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }
    found = []
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            is_error = isinstance(node.func, ast.Name) and node.func.id in names
            if not is_error and ast.unparse(node.func) != "super().__init__":
                continue
            keywords = [one.arg for one in node.keywords]
            named = None if None in keywords else frozenset(str(one) for one in keywords)
            texts = (template_of(one, constants) for one in node.args)
            found += [Raised(path, text, named) for text in texts if text is not None]
    return tuple(found)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_german_refusal_has_its_english_template() -> None:
    texts = {
        node.value
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert [template for template in REFUSALS if template not in texts] == []


def test_both_languages_name_the_same_parts() -> None:
    """The error has a value for each field of each language."""
    for one in raised():
        if not one.named:
            continue
        assert fields(one.template) <= one.named, one
        if one.template in REFUSALS:
            assert fields(REFUSALS[one.template]) <= one.named, one


# Messages in these files appear in a terminal or are for programs.
TERMINAL = ("app.py", "server_processes.py", "saving.py")

NEVER_SHOWN = {
    "{} is not a host name: give a name like sapper.example.org, an address, or *": "in a terminal",
    "can't make {}: {}": "before there is a page",
    "can't open the database: {}": "before there is a page",
    "can't open the database {}: {}": "before there is a page",
    "can't write to the database: {}": "before there is a page",
    "can't copy the database to {} before the upgrade: {}": "before there is a page",
    "the database has format {}, but this version of Sapper reads formats up to {}: update Sapper, "
    "or choose another --database": "before there is a page",
    "Sapper can't read this database: its table {} is from another program or a much older "
    "version; choose another --database": "before there is a page",
    "the database doesn't say which format it has: restore a copy, or choose another "
    "--database": "before there is a page",
    "another Sapper server (process {}) has {} open: stop it, or choose another "
    "--database": "before there is a page",
    "can't save: {}": "in the log",
    "can't save: the database did not answer in time": "in the log",
    "can't save: the database file was moved or replaced; restore it or restart the "
    "server": "in the log",
    "can't read the database: {}": "in the log",
    "game {} is damaged in the database: {}": "in the log",
    "{} failed on {} seed {}, {}": "with words of an agent in it",
    'send {"side": 0, "more": 10}': "to programs",
    # Only commands take names of files and formats. The page sends bytes and receives text.
    "{} is not a format: choose one of {}": "in a terminal",
    "can't read {}: {}": "in a terminal",
    "can't read {}: it is not a file name": "in a terminal",
    "can't read {}/{}: {} does not contain several replays": "in a terminal",
    "{} has no replay {}: use 1 to {}, or a name": "in a terminal",
    "{} is too large: the limit is {} MiB": "in a terminal",
    "{} is not text": "in a terminal",
    "can't write {} files: choose one of {}": "in a terminal",
    "can't write a {} as {}: that format can only store a {}": "in a terminal",
    "the {} format has no sign for cells given as safe, such as {}": "in a terminal",
    "a link can't store level {}: it has too many mines": "in a terminal",
    "an mbf file can't store level {}: sides must be at most 255": "the page's are at most 100",
    "an evf file can't store level {} with cells of {} pixels: a board may be at most 255 cells "
    "and {} pixels wide and high, and a cell at most 255 pixels": "the page's are at most 100",
    "an evf file can't store a replay whose times go backwards": "a record's never do",
    # These values are checked when a file is read, and the server chooses seeds and counts.
    "mine {} is off the board: cells must be 0 to {}": "to programs",
    "given cell {} is not a safe cell of the board": "to programs",
    "first cell {} is off the board: cells must be 0 to {}": "to programs",
    "{} can't be a level: use a Level, text like expert or 30x16x99/open, or "
    "(width, height, mines)": "to programs",
    "{} can't be a cell: use a name like C4, a number from 0 to {}, or (row, column) as in an "
    "array": "to programs",
    "cell ({}, {}) is off the board: rows are 0 to {}, columns 0 to {}": "to programs",
    "an array doesn't say how many mines the board has: write View.from_array(array, level)": (
        "to programs"
    ),
    "the array must contain whole numbers from 0 to {}: 0 to 8, HIDDEN (9), FLAGGED (10) or "
    "GIVEN (11)": "to programs",
    "the rows of the array differ in length": "to programs",
    "the array has shape {}, but level {} needs ({}, {})": "to programs",
    "{} is not a position: use a View, Game or Record, or a level and rows as text": "to programs",
    "the board already has its mines: leave out the seed": "to programs",
    "{} can't be played: use a Board, a level like 'expert', or a Record such as "
    "game.record()": "to programs",
    "{} is not an outcome: use won or lost": "to programs",
    "{} is not a move: use open, flag or chord": "to programs",
    "can't write {}: use a board, deck, position, game, record or replay": "to programs",
    "{} is not the name of a file": "to programs",
    "no format uses the extension {}: use {}": "in a terminal",
    "cell {} is off the board: cells must be 0 to {}": "to programs",
    "a board of {}x{} cells is not possible: width and height must be 1 to {}": "to programs",
    "a view of level {} must have {} states, each 0 to {}": "to programs",
    "under rule '{}', a board doesn't depend on the first cell: leave it out, or use rule 'safe' "
    "or 'open'": "to programs",
    "can't deal {} boards of {} from seed {}: deal at most {} at once": "to programs",
    "rule '{}' has no given cells": "to programs",
    "given({}) is out of range: use 0 or more": "to programs",
    "{} is not a valid player name: use one line, without spaces at either end": "to programs",
    "{} is not a valid name: use one printable line, without spaces at either end": "to programs",
    "empty deck: line one must be a level and, with rule 'safe' or 'open', a first cell": "an "
    "empty file is not a deck",
}


def test_what_a_page_may_show_has_german_words() -> None:
    shown = set(sources())
    said = {one.plain: one for one in raised() if one.file in shown}
    missing = [
        one
        for plain, one in said.items()
        if one.template not in REFUSALS
        and one.file.name not in TERMINAL
        and plain not in NEVER_SHOWN
    ]
    assert missing == []
    assert [plain for plain in NEVER_SHOWN if plain not in said] == []
    assert [plain for plain in NEVER_SHOWN if said[plain].template in REFUSALS] == []
    english = {one.template for one in raised()} - set(REFUSALS)
    print(f"{len(english)} refusals have no German words")


def test_parts_are_said_in_the_language() -> None:
    """Sapper's own words inside a message are translated, but user input is not."""
    cell = SapperError("{cell} is open: choose a hidden cell", cell="C4")
    line = SapperError("line {line}: {problem}", line=2, problem=cell)
    empty = SapperError("empty {noun}: line one must be a level like 9x9x10", noun="board")
    empty.place = "my.txt: "
    own = SapperError("{text} divides by zero", text="'board'")
    view = View.parse_any("2x1x1/any\n21\n")
    conflict = view.conflict()
    assert conflict is not None
    broken = ContradictionError(view, conflict)
    with speaking("de"):
        assert refusal(line) == "Zeile 2: C4 ist offen. Wähle ein verdecktes Feld."
        assert refusal(empty).startswith("my.txt: Brett ohne Inhalt: In der ersten Zeile")
        assert refusal(own) == "'board' teilt durch null."
        assert refusal(broken).startswith("Diese Stellung widerspricht sich: ")
        assert refusal(SapperError("nobody says {this}")) == "nobody says {this}"
    assert refusal(line) == str(line) == "line 2: C4 is open: choose a hidden cell"
    assert refusal(empty) == "my.txt: empty board: line one must be a level like 9x9x10"
    assert refusal(broken) == str(broken)


def test_an_error_is_the_same_in_another_process() -> None:
    """An error that is pickled or copied keeps its message, its template and its location."""
    view = View.parse_any("2x1x1/any\n21\n")
    conflict = view.conflict()
    assert conflict is not None
    limit = DealLimitError(
        Dealt(view.level, None, (), np.zeros((0, 1), np.uint32), 1), "{count} of {{", count=3
    )
    made: dict[type[SapperError], SapperError] = {
        UndecidedError: UndecidedError(view),
        ContradictionError: ContradictionError(view, conflict),
        FormulaError: FormulaError("a & {", 5, "no formula"),
        AgentError: AgentError("raised", "it raised {0}", 3),
        TooWideError: TooWideError("the border is too wide"),
        DealLimitError: limit,
        PuzzleLimitError: PuzzleLimitError([], "{count} of {{", count=3),
        RefusedError: RefusedError(409, "{cell} is open: choose a hidden cell", cell="{0}"),
    }
    for kind in kinds_of_errors(SapperError):
        problem = made.get(kind) or kind("{cell} is open: choose a hidden cell", cell="{0}")
        problem.place = "{my}.txt: "
        for again in (pickle.loads(pickle.dumps(problem)), copy(problem)):
            assert type(again) is kind
            assert (str(again), again.template, again.place) == (
                str(problem),
                problem.template,
                "{my}.txt: ",
            )
            assert again.__dict__.keys() == problem.__dict__.keys()
            with speaking("de"):
                assert refusal(again) == refusal(problem)


def kinds_of_errors(kind: type[SapperError]) -> Iterator[type[SapperError]]:
    yield kind
    for narrower in kind.__subclasses__():
        if narrower.__module__.startswith("sapper."):
            yield from kinds_of_errors(narrower)


def test_a_level_has_one_german_word() -> None:
    """No German error message says "Level", because the page and the commands say "Stufe"."""
    assert not [words for words in REFUSALS.values() if "Level" in words]
