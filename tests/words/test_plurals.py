"""Counts fit their nouns: "1 game", not "1 games"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sapper
from sapper.words import Message, say, speaking
from words.test_words import EXAMPLES

SOURCE = Path(sapper.__file__).parent

NOUNS = (
    "agents|boards|bytes|cells|characters|claims|clauses|clicks|clues|conflicts|copies|cores|"
    "decisions|derivations|digits|events|facts|games|goals|guesses|items|kinds|levels|lines|"
    "literals|mines|moves|pairs|players|points|positions|processes|puzzles|questions|replays|"
    "rows|samples|seconds|seeds|steps|symbols|tests|threads|times|tokens|tries|values|variables"
)
GERMAN = (
    "Agenten|Aufzeichnungen|Bretter|Entscheidungen|Fehlern|Feldern?|Felder|Klauseln|Minen|Partien|"
    "Punkten?|Reihen|Schlüsse|Schritten?|Tatsachen|Zahlen|Ziffern|Züge|Zügen"
)
COUNTED = re.compile(rf"\{{([^{{}}]*)\}} (?:[a-z]+ )?({NOUNS})\b")

# A message that names a limit, or refuses a count that is not possible, does not speak of one.
LIMIT = re.compile(
    r"too (?:many|large|long|wide)|not possible|more than|at most|at least|: (?:use|draw) "
)

# These counts are at least 2 or have decimals.
NEVER_ONE = (
    "Mean of {} games.",
    "The last {} of {} games.",
    "{} points per game",
    "{} points lost per decision",
    "{} from guesses, {} from",  # points, which are +1
    "{}, {} clues, first at {}",  # has its own singular
    "boards:} boards fit",
    "boards has qualified",
    "boards has one",
    "replays: ",
    "{dealt.level:} boards ",  # the name of a level
    "boards of level ",
)


def texts(tree: ast.Module) -> Iterator[str]:
    """All texts in a file, with the expressions of an f-string as fields.

    A text that is used only if a count is not 1 is left out.
    """
    done: set[int] = set()
    for node in ast.walk(tree):  # parents come before children
        match node:
            case ast.IfExp(test=ast.Compare(comparators=[ast.Constant(value=1 | "1")])):
                done.add(id(node.orelse))
            case ast.JoinedStr(values=values):
                done |= {id(one) for one in values}
                if id(node) not in done:
                    yield "".join(map(_part, values))
            case ast.Constant(value=str(text)) if id(node) not in done:
                yield text


def _part(value: ast.expr) -> str:
    if isinstance(value, ast.Constant):
        return str(value.value)
    assert isinstance(value, ast.FormattedValue)
    spec = "" if value.format_spec is None else ast.unparse(value.format_spec)[2:-1]
    return "{" + re.sub(r"[{}]", "", ast.unparse(value.value)) + f":{spec}}}"


def may_be_one(field: str) -> bool:
    """Whether a field may be the number 1: it is not a constant, and has no decimals."""
    return not re.match(r"_?[A-Z_]+( [+-] 1)?:|most$|kind$", field) and not field.endswith("f")


def test_a_count_of_one_has_no_plural() -> None:
    """Counts are written with `how_many`, `plural` or a choice such as {count:cell|cells}.

    The words for messages are tested with examples instead.
    """
    found = [
        (path.name, text)
        for path in sorted(SOURCE.rglob("*.py"))
        if path.parent.name != "words"
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
        if not LIMIT.search(text) and not any(part in text for part in NEVER_ONE)
        if any(may_be_one(field) for field, _ in COUNTED.findall(text))
    ]
    assert found == []


def ones(message: Message) -> Iterator[Message]:
    """Copies of a message in which one of its counts is 1."""
    for name, part in message.__dict__.items():
        if type(part) is int:
            yield type(message)(**{**message.__dict__, name: 1})


@pytest.mark.parametrize(("language", "nouns"), [("en", NOUNS), ("de", GERMAN)])
def test_a_message_about_one_thing_has_no_plural(language: str, nouns: str) -> None:
    counted = re.compile(rf"(?<![\w.,/-])1 (?:(?!deiner)[a-zäöüß]+ )?(?:{nouns})\b")
    found, checked = [], 0
    for example in EXAMPLES:
        for message in ones(example):
            with speaking(language):
                try:
                    text = say(message)
                except (AssertionError, ArithmeticError, LookupError):
                    continue  # the other parts do not fit a count of 1
            checked += 1
            found += [text] * bool(counted.search(text))
    assert found == []
    assert checked > 100
