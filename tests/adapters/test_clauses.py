"""The knowledge base that a third-party agent shows is read, and nothing in it can stop a game."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from sapper.adapters import foreign_agent
from sapper.adapters.answer import AnswerError
from sapper.adapters.clauses import ShownKb, clauses_in, parse_clauses, text_of
from sapper.core.grid import Grid
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.logic import Clause

GRID = Grid(5, 3)
VIEW = View.parse("3x2x1/any\n1..\n...\n")


def test_a_clause_is_read_as_it_was_written() -> None:
    dice = random.Random(1)
    for _ in range(200):
        clauses = [
            Clause.of(*(dice.choice((v, -v)) for v in dice.sample(range(1, 16), dice.randrange(5))))
            for _ in range(dice.randrange(4))
        ]
        text = " ".join(text_of(clause, GRID) for clause in clauses)
        assert parse_clauses(text, GRID) == clauses


@pytest.mark.parametrize(
    "text",
    [
        "A1 | ~B2",
        "(a1 or not b2)",
        "A1 v !B2",
        "( A1∨¬B2 )",
        "-B2 | A1",
        "A1|¬ B2",
        "not B2 or A1",
        "A1 || B2'",
        "B2’ v ¬A1'",
    ],
)
def test_connectives_have_many_forms(text: str) -> None:
    assert parse_clauses(text, GRID) == [Clause.of(1, -7)]


def test_clauses_follow_each_other() -> None:
    """Without brackets, a clause ends where no `or` follows."""
    assert parse_clauses("A1 | B1 ~C1 (D1) ⊥ () E1", GRID) == [
        Clause.of(1, 2), Clause.of(-3), Clause.of(4), Clause(), Clause(), Clause.of(5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "A1 |", "| A1", "(A1", "A1)", "(A1 B1)", "(A1 | )", "~", "~(A1)", "A1 | (B1)", "((A1))",
        "A1, B1", "F1", "A4", "A1 & B1", "A1 => B1", "A0", "error", "A1 ||| B1", "A1 '",
    ],
)  # fmt: skip
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(AnswerError):
        parse_clauses(text, GRID)


@pytest.mark.parametrize(
    ("kb", "words"),
    [
        (7, "its kb is '7', a int: use a list or a set of clauses"),
        ([0], "'0', a int in its kb is not a literal"),
        ([(16,)], "'16', a int in its kb is not a literal"),
        ([{1.5}], "'1.5', a float in its kb is not a literal"),
        ([[True]], "'True', a bool in its kb is not a literal"),
        ([["A1 B1"]], "a str in its kb is not a literal"),
        (["A1 and B1"], "is not a list of clauses: write"),
    ],
)
def test_a_kb_that_is_no_kb_is_refused(kb: object, words: str) -> None:
    with pytest.raises(AnswerError) as caught:
        list(clauses_in(kb, GRID))
    assert words in str(caught.value)


CLASS = """
class Mine:
    def __init__(self):
        self.kb = []

    def choose(self, view):
        self.kb += KB
        return view.grid.cell("C1")
"""
FUNCTION = """
kb = KB

def choose(view):
    return view.grid.cell("C1")
"""
LITERALS = "[{2, -3}, '(A2 ∨ ~B2)', ['¬C2'], -3]"
FOUND = ("(B1 ∨ ¬C1)", "(A2 ∨ ¬B2)", "¬C2", "¬C1")


def shown(agent: str, *, kb: bool = True) -> ShownKb | None:
    player = foreign_agent(agent, kb=kb)
    assert player.choose(VIEW) is not None
    return player.shown


@pytest.mark.parametrize("text", [CLASS, FUNCTION])
def test_a_python_agent_shows_its_attribute(text: str, tmp_path: Path) -> None:
    """The same clause is shown once, in whatever form it is kept."""
    file = tmp_path / "mine.py"
    file.write_text(text.replace("KB", LITERALS))
    assert shown(str(file), kb=False) is None
    found = shown(str(file))
    assert found is not None
    assert tuple(text_of(clause, VIEW.grid) for clause in found.clauses) == FOUND
    file.write_text(text.replace("KB", "[]"))
    assert shown(str(file)) == ShownKb()


def test_a_kb_of_another_kind_is_no_failure(tmp_path: Path) -> None:
    """Many agents have an attribute kb. Only what Sapper could not read is said."""
    file = tmp_path / "mine.py"
    for kb, problem in (
        ("[object()]", "is not a literal"),
        ("[(x for x in '1/0')]", "is not a list of clauses"),
        ("['A1\\nopen B1']", "is not a list of clauses"),
        ("['\\x1b[31m']", r"\x1b[31m"),
    ):
        file.write_text(CLASS.replace("KB", kb))
        found = shown(str(file))
        assert found is not None
        assert found.clauses == ()
        assert problem in found.problem
    file.write_text(FUNCTION.replace("kb = KB", ""))
    assert shown(str(file)) is None


PROGRAM = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "sapper":
        print("ready", flush=True)
    elif word == "position":
        for _ in range(3):
            sys.stdin.readline()
        print(LINES, flush=True)
"""


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("kb (B1 | ~C1)\nkb ~C2 A2\nopen C1", ["(B1 ∨ ¬C1)", "¬C2", "A2"]),
        ("kb\nopen C1", []),
        ("open C1", None),
        ("kb D9\nopen C1", "D9"),
        ("kb " + "(A1 ∨ B1) " * 30_000 + "\nopen C1", ["(A1 ∨ B1)"]),
    ],
)
def test_a_program_shows_lines(lines: str, expected: object, tmp_path: Path) -> None:
    """They come before the answer. A line that can't be read does not end the game."""
    file = tmp_path / "program"
    file.write_text(PROGRAM.replace("LINES", repr(lines)))
    for kb in (True, False):
        found = shown(f"exec:{sys.executable} {file}", kb=kb)
        if expected is None or not kb:
            assert found is None
        elif isinstance(expected, str):
            assert found is not None
            assert expected in found.problem
        else:
            assert found is not None
            assert [text_of(clause, VIEW.grid) for clause in found.clauses] == expected


def test_the_setting_is_true_or_false() -> None:
    with pytest.raises(SapperError, match="kb can't be 'yes': use True or False"):
        foreign_agent("mine.py", kb="yes")
