"""The lessons, their exercises, and the checks of answers."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from typer.testing import CliRunner, Result

from command import app
from reference import boards
from sapper.classroom import (
    Exercise,
    Lesson,
    UnreadableError,
    answers,
    check,
    exercise,
    lesson,
    lessons,
)
from sapper.classroom.checks import TASKS
from sapper.classroom.checks.limits import finds_safe
from sapper.classroom.checks.proofs import gap
from sapper.classroom.checks.propagation import propagate
from sapper.classroom.lesson import LessonError, PageBlock, solutions
from sapper.core.grid import Grid
from sapper.core.view import HIDDEN, View
from sapper.errors import SapperError
from sapper.explain import Explanation, explain
from sapper.ladder.rungs import settled_cells
from sapper.ladder.techniques import Technique
from sapper.logic import Clause
from sapper.reason.odds import odds
from sapper.reason.value import value
from sapper.words import speaking
from sapper.words.kinds import AnswerKind

ROOT = Path(__file__).parents[2]


def sapper(*arguments: str, answer: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=answer)


# -- the pages -------------------------------------------------------------------------------------


def test_there_are_ten() -> None:
    assert [each.title for each in lessons()] == [
        "The rules, and what a number says",
        "From a number to clauses",
        "Unit propagation",
        "Subsumption and resolution",
        "What k = 2 can't do",
        "The mine count",
        "Search and consistency",
        "Probability",
        "Guessing well",
        "Proofs that others check",
    ]
    assert [each.number for each in lessons()] == list(range(1, 11))


@pytest.mark.parametrize("number", range(1, 11))
def test_a_lesson_is_a_page(number: int) -> None:
    """A lesson is short and contains a drawing, puzzles to try, and 3 to 6 numbered exercises."""
    each = lesson(number)
    words = [block.text for block in each.blocks if block.kind in ("words", "list")]
    assert len(" ".join(words).split()) < 450
    assert {"position", "puzzles"} <= {block.kind for block in each.blocks}
    numbers = [one.number for one in each.exercises]
    assert numbers == [f"{each.number}.{i}" for i in range(1, len(numbers) + 1)]
    assert 3 <= len(numbers) <= 6


PROSE = re.compile(r"[a-z]+ [a-z]+")
"""two words in a row, which a text block with only clauses and `from 1 2` does not have"""


def parts(blocks: tuple[PageBlock, ...]) -> list[tuple[str, str]]:
    """The kind and the text of each paragraph, item and drawing."""
    return [
        (block.kind, text)
        for block in blocks
        for text in (block.text.splitlines() if block.kind == "list" else [block.text])
    ]


def cells(text: str) -> list[str]:
    return sorted(re.findall(r"\b[A-H]\d\b", text))


@pytest.mark.parametrize("number", range(1, 11))
def test_a_lesson_in_german_is_the_same_lesson(number: int) -> None:
    """A German lesson has the same drawings, cells and code, but no English paragraphs."""
    english, german = lesson(number), lesson(number, "de")
    assert german.name == english.name
    assert german.idea != english.idea
    pages: list[tuple[Lesson | Exercise, Lesson | Exercise]] = [
        (english, german),
        *zip(english.exercises, german.exercises, strict=True),
    ]
    for one, other in pages:
        assert other.number == one.number
        assert other.title != one.title
        for (kind, text), (german_kind, translated) in zip(
            parts(one.blocks), parts(other.blocks), strict=True
        ):
            assert german_kind == kind
            if kind in ("words", "list") or (kind == "text" and PROSE.search(text)):
                assert translated != text
                assert cells(translated) == cells(text), translated
                assert set(re.findall("`.*?`", text)) <= set(re.findall("`.*?`", translated))
            else:
                assert translated == text


def test_a_language_without_lessons_gets_english_ones() -> None:
    assert lessons("fr") == lessons() != lessons("de")
    assert lesson(4, "fr") == lesson(4)
    with pytest.raises(LessonError, match="there is no lesson '11': use 1 to 10"):
        lesson(11, "de")


def test_every_exercise_has_a_check_and_a_solution() -> None:
    numbers = [one.number for each in lessons() for one in each.exercises]
    assert numbers == list(TASKS) == list(solutions())
    assert {task.form for task in TASKS.values()} == set(get_args(AnswerKind))


@pytest.mark.parametrize("chosen", range(1, 11))
def test_the_puzzles_are_made_by_the_puzzle_maker(chosen: int) -> None:
    """The puzzles on a page are those that its command prints."""
    block = lesson(chosen).practice
    name, *arguments = block.command.split()
    printed = sapper(*arguments).output
    assert name == "sapper"
    assert [str(puzzle.view) for puzzle in block.puzzles()] == re.findall(
        r"^(\d+x.*?\n)# ", printed, re.MULTILINE | re.DOTALL
    )
    assert all(puzzle.asks for puzzle in block.more(seed=99, count=2))


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_documentation_has_the_same_pages() -> None:
    """`python docs/lessons/write.py` writes the pages, but not the list of lessons."""
    folder = ROOT / "docs" / "lessons"
    pages: Callable[[], dict[str, str]] = loaded(folder / "write.py").pages
    written = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.md")}
    index = written.pop("README.md")
    assert written == pages()
    for each in lessons():
        assert f"{each.number}. [{each.title}]({each.name}.md). {each.idea}\n" in index


def drawn_before(blocks: tuple[PageBlock, ...]) -> list[tuple[View, PageBlock]]:
    """Pair each text block of a page with the last position drawn before it."""
    found, view = [], None
    for block in blocks:
        if block.kind == "position":
            view = View.parse_any(block.text)
        elif block.kind == "text" and view is not None:
            found.append((view, block))
    return found


def test_every_proof_on_a_page_is_one() -> None:
    """Each step of each proof in the text of a lesson follows from the clues and earlier steps."""
    proofs = 0
    for each in lessons():
        for view, block in drawn_before(each.blocks):
            if " from " in block.text:
                claim = "C1" if "claim" in block.text else ""
                assert gap(view, answers.proof(block.text, view.grid), claim) is None, block.text
                proofs += 1
    assert proofs == 4


def test_what_the_pages_say_is_so() -> None:
    """The figures and claims of lessons 5, 6, 8 and 9 are checked with independent code."""
    five = [View.parse(block.text) for block in lesson(5).blocks if block.kind == "position"]
    for view in [*five, *(puzzle.view for puzzle in lesson(5).practice.puzzles())]:
        assert (finds_safe(view, 2), finds_safe(view, 3)) == (False, True)
    (row,) = (View.parse(block.text) for block in lesson(8).blocks if block.kind == "position")
    found = list(boards(row))
    assert [sum(cell in mines for mines in found) for cell in (0, 2, 5, 6, 7)] == [1, 3, 1, 1, 1]
    (view,) = (View.parse(block.text) for block in lesson(9).blocks if block.kind == "position")
    wins = {view.grid.name(move.cell): move.win for move in value(view).moves}
    assert [wins["B1"], wins["A2"]] == pytest.approx([1 / 3, 1 / 2])
    (view,) = (View.parse(block.text) for block in lesson(6).blocks if block.kind == "position")
    a4 = view.grid.parse_cell("A4")
    assert settled_cells(view)[a4].technique is Technique.MINE_COUNT
    assert all(view[near] >= HIDDEN for near in view.grid.neighbours(a4))


# -- checks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", TASKS)
def test_the_solution_is_right(number: str) -> None:
    assert check(number, solutions()[number].answer).correct, check(
        number, solutions()[number].answer
    )


@pytest.mark.parametrize("number", TASKS)
def test_a_hint_begins_the_answer_or_says_where_to_look(number: str) -> None:
    """Hints are translated, and the beginning of an answer is not a right answer yet."""
    sample = solutions()[number]
    assert sample.beginning or sample.hint
    with speaking("de"):
        translated = solutions()[number]
    assert bool(translated.hint) == bool(sample.hint)
    assert (translated.hint != sample.hint) == bool(sample.hint)
    if sample.beginning and TASKS[number].form != "position":
        assert sample.answer.startswith(sample.beginning)
    if sample.beginning:
        assert not check(number, sample.beginning).correct


OTHER_RIGHT: dict[str, list[object]] = {
    "1.2": ["a4, a3; e2 and a1", ["A1", "A3", "A4", "E2"]],
    "1.4": ["4x4x3\n....\n.2..\n....\n....\n", "5x1x2\n..1..\n# mine\n"],
    "2.1": [
        "(A1 ∨ B1 ∨ C1)\n(¬A1 ∨ ¬B1)\n(¬A1 ∨ ¬C1)\n(¬B1 ∨ ¬C1)",
        "1. A1 or B1 or C1\n2. not A1 or not B1\n3. ~C1|~A1\n4. ~C1|~B1\n~A1 | ~B1 | ~C1",
    ],
    "3.2": [
        "1. E2 clue D3\n2. ~E2 | ~E1 D1\n3. ~E1 from 2 1",
        "7) ~E2|~E1 D1\n9) E2 D3\n11) ~E1 7, 9",
    ],
    "3.3": ["A1 | B1 | C1\nA1 | ~B1\nA1 | ~C1", "~B1 | A1\n~C1 | A1\nB1 | C1"],
    "4.1": ["~D2 | E2 | B2"],
    "4.4": ["4x2x2\n....\n1111\n", "3x3x1\n...\n111\n000\n"],
    "5.3": ["499,500", "499.500", "499 500", "499500"],
    "5.5": ["6x4x7\n......\n......\n.2224.\n.1002.\n"],
    "6.2": ["3, 2, 1"],
    "6.4": ["1x4x1\n.\n1\n.\n.\n"],
    "7.1": ["A1 E1 A2 D2 C1"],
    "7.4": ["A2 B2 D2 E2", "B2 E2"],
    "8.1": ["0.2", "20 %", "20,0\u00a0%", 0.2, Fraction(1, 5), "2/10"],
    "8.3": ["0.333", "33%", "0.3333333333333333"],
    "9.1": ["B1", "A4 B4"],
    "9.2": ["E1", "B1"],
    "10.1": [
        "1. B1|C1 C2\n2. ~C1|~A1 B2\n3. ~A1|~B1 B2\n4. A1 claim\n5. ~C1 from 2 4\n"
        "6. ~B1 from 4 3\n7. B1 from 1 5\n8. empty from 6 7"
    ],
    "10.3": ["2 0\n1 0\n0", "-1 0\n0\n", "# mine\n-2 0\n0"],
}


@pytest.mark.parametrize(
    ("number", "answer"), [(n, answer) for n, all_of in OTHER_RIGHT.items() for answer in all_of]
)
def test_other_right_answers_are_right(number: str, answer: object) -> None:
    assert check(number, answer).correct, check(number, answer)


@pytest.mark.parametrize("number", ["7.4", "10.4"])
def test_a_board_that_is_said_to_agree_with_numbers_has_as_many_mines(number: str) -> None:
    """If a board fits the chosen numbers, the check says so, and otherwise it does not."""
    view = exercise(number).view
    clues = [cell for cell, state in enumerate(view.states) if state < 9]
    around = {clue: set(view.grid.neighbours(clue)) for clue in clues}
    denied = view.grid.parse_cell("B2")  # exercise 10.4 asks for a proof that this cell is safe
    agreeing = {
        frozenset(clue for clue in clues if len(around[clue].intersection(mines)) == view[clue])
        for mines in combinations(view.hidden, view.level.mines)
        if number == "7.4" or denied in mines
    }
    for size in range(1, len(clues) + 1):
        for chosen in combinations(clues, size):
            agree = any(right.issuperset(chosen) for right in agreeing)
            words = check(number, " ".join(map(view.grid.name, chosen))).words
            assert ("some board" in words) == agree, (chosen, words)


def test_answers_are_read_in_german_too() -> None:
    """`keine` means none, and clauses may use the German words for "or" and "not"."""
    grid = Grid(5, 2)
    assert answers.cells("keine", grid) == answers.cells("none", grid) == ()
    assert answers.numbers("Keine") == ()
    assert answers.literals("keine", grid) == frozenset()
    assert answers.cells("A1 und B1", grid) == (0, 1)
    assert answers.literals("nicht A1, B1", grid) == {-1, 2}
    assert answers.clause("A1 oder nicht B1", grid) == answers.clause("A1 | ~B1", grid)
    assert answers.numbers("2,5,6") == (2, 5, 6)


@pytest.mark.parametrize(
    "text",
    ["A1 ∨ ¬B1", "A1 | ~B1", "(A1 v !B1)", "A1 or not B1", "A1 Or B1'", "~A1' ∨ B1′", "-B1|A1"],
)
def test_clauses_have_many_forms(text: str) -> None:
    grid = Grid(5, 2)
    assert answers.clause(text, grid) == Clause.of(1, -2)
    assert answers.proof(f"1. {text}  A2", grid)[0].clause == Clause.of(1, -2)
    assert answers.literals("!A1, B1', not C1 ~D1'", grid) == {-1, -2, -3, 4}


WRONG = [
    ("1.1", "4", "Count again: left, right, above, below and the four diagonals."),
    ("1.2", "A1 A3 A4", "Everything so far is right. There is 1 more provable mine."),
    ("1.2", "A2", "A2 is settled, but it is safe."),
    ("1.2", "B1", "B1 is already open."),
    ("1.2", "none", "Look again. There are 4 more provable mines."),
    ("1.3", "A1 A3", "A3 is settled, but it is a mine."),
    ("1.4", "3x2x2\n...\n.0.\n", "The 0 at B2 leaves too few cells for the 2 mines on the board."),
    ("1.4", "3x2x5\n...\n.5.\n", "In your position, A1 is provably a mine."),
    ("1.4", "3x2x2\n...\n.20\n", "Your position has 2 open cells, but it should have exactly one."),
    ("1.4", "4x1x1\n.1..\n", "In your position, D1 is provably safe."),
    ("2.1", "A1 | B1 | C1", "Your clauses also allow a board that the number rules out: mines at"),
    ("2.1", "A1 | B1\n~A1\n~C1", "Your clauses rule out a board that the number allows: a mine at"),
    ("2.1", "A1 | B2", "B2 does not touch B2."),
    (
        "2.2",
        "B1 | C1\nB1 | D1\nC1 | D1",
        "allow a board that the number rules out: mines at B1, C1",
    ),
    ("2.3", "10", "In how many ways can you pick 3 cells out of 5?"),
    ("2.4", "2", "The clauses allow a board with mines at"),
    ("2.5", "1", "The clauses"),
    ("2.6", "1. A1 | C1 B2\n2. ~A1 | ~B1 A2\n3. ~B1 | C1 from 1 2", "C1"),
    ("2.6", "1. C1 C2", "Step 1: the 2 at C2 does not say that."),
    ("2.4", "7", "A number that touches 4 hidden cells is at most 4."),
    ("3.1", "A1 B1 ~C1", "Everything so far is right. There is 1 more fact to find."),
    ("3.1", "A1 C1", "Unit propagation does not find C1, but it finds the opposite."),
    ("3.1", "E1", "Unit propagation does not find E1: no clause is shortened to this"),
    ("3.2", "1. ~E1 D2", "Step 1: the 1 at D2 does not say that."),
    ("3.2", "1. E2 D3", "Every step is right, but the last one must be ¬E1."),
    ("3.2", "1. E2 E1", "Step 1: E1 is hidden and shows no number."),
    (
        "3.2",
        "1. E2 D3\n2. ~E1 | ~E2 D2\n3. E1 from 1 2",
        "leave out the cell they disagree about, and keep the rest.",
    ),
    ("3.2", "1. E2 D3\n2. ~E1 from 1 5", "Step 2 uses step 5, which does not come before it."),
    ("3.2", "1. E2 D3\n1. E2 D3", "There are two steps with the number 1."),
    (
        "3.2",
        "1. E1|E2 D1\n2. ~E1|~E2 D1\n3. E1 from 1 2",
        "the two clauses disagree about more than one cell",
    ),
    ("3.3", "A1", "A1 is a unit clause, so the first domino falls."),
    ("3.3", "A1 | B1", "A1 does not follow: with a mine at B1 and A1 safe, all your clauses are"),
    (
        "3.3",
        "A1|B1\nA1|~B1\n~A1|B1\n~A1|~B1",
        "Your clauses can't all be true, whether or not A1 is a mine. At least one board",
    ),
    (
        "4.1",
        "B2 | ~D2",
        "Your clause does not follow: with mines at C2, D2 and E2, both clauses are true, but",
    ),
    (
        "4.1",
        "B2 | C2 | ~D2 | E2",
        "Your clause follows, but leave out the cell they disagree about.",
    ),
    ("4.1", "B2 | ~D2 | E2 | A1", "it says less than the child of the two clauses"),
    ("4.1", "B2\nE2", "Write only one clause: two parents have one child."),
    ("4.2", "1 4", "Everything so far is right. You can throw away 2 more lines."),
    ("4.2", "3", "Line 3 must stay, because no other line subsumes it."),
    ("4.2", "8", "There is no line 8."),
    ("4.3", "1. B3|B4 C4\n2. ~B2|~B3 C3\n3. ~B2 from 1 2", "Step 3 does not follow from (B3 ∨ B4)"),
    ("4.4", "5x3x1\n.....\n01111\n00000\n", "can't all be right"),
    (
        "4.4",
        "3x3x1\n...\n110\n000\n",
        "In your position, an easier technique shows a safe cell: single clue.",
    ),
    ("4.4", "3x1x1\n.1.\n", "No cell is provably safe in your position."),
    (
        "4.4",
        "6x4x7\n......\n......\n..223.\n..101.\n",
        "but it needs another technique (chain). Here two numbers must prove a cell safe",
    ),
    ("5.1", "A1", "A1 is not settled: some board that fits has a mine there. Can you find this"),
    ("5.3", "999000", "Each clause forms a pair with 999 others. But this counts every pair"),
    ("5.4", "8", "Put the two clauses together, and leave out the cell they disagree about."),
    (
        "5.5",
        "6x4x7\n......\n......\n..223.\n..101.\n",
        "That position is on this page. Draw a new one.",
    ),
    (
        "5.5",
        "8x5x11\n...1....\n.21113..\n.200024.\n.31001.2\n..100111\n",
        "That position is on this page. Draw a new one.",
    ),
    ("5.5", "4x2x2\n....\n1111\n", "An agent with k = 2 finds a safe cell in your position"),
    (
        "5.5",
        "1x4x1\n.\n1\n.\n.\n",
        "Your position needs the mine count to show a safe cell. Here the numbers must be enough.",
    ),
    ("6.1", "A1", "Everything so far is right. There is 1 more provably safe cell."),
    ("6.2", "1 2 3 4", "4 is not possible"),
    ("6.2", "2", "There are 2 more numbers to find"),
    (
        "6.4",
        "4x2x2\n....\n1111\n",
        "In your position, an easier technique shows a safe cell: subset.",
    ),
    ("6.5", "1. ~D1 mine count", "mine count"),
    ("7.1", "A1 B1 E1 B2 E2 A2", "The 1 at A3 would touch 2 of your mines."),
    ("7.1", "B1 B2 E2", "All the numbers fit, but the board has 5 mines and you wrote 3."),
    ("7.1", "C2", "C2 is open, so it is not a mine."),
    ("7.2", "5", "Not quite. Which parts of the board do not affect each other?"),
    (
        "7.3",
        "A1 B1",
        "B1 is not settled: some board that fits has no mine there. Can you find this",
    ),
    ("7.4", "A2 B2 C2", "These numbers can all be right at once"),
    ("7.4", "A2 B2 C2 D2 E2", "These numbers are enough, but you can leave one of them out."),
    ("7.4", "A1 B2", "A1 is hidden. Write cells that show a number."),
    ("8.1", "1/2", "5 boards fit. On how many of these boards is A1 a mine?"),
    ("8.2", "25%", "6 boards fit. On how many of these boards is C1 a mine?"),
    ("8.4", "A1", "Another cell is less likely to be a mine than A1."),
    ("8.4", "A1 E1", "Write one cell"),
    ("9.1", "none", "You don't have to guess: some cell is provably safe."),
    ("9.1", "A1", "A1 is not settled: some board that fits has a mine there. Can you find this"),
    ("9.2", "A2", "Another cell is better than A2."),
    ("9.3", "1/3", "Your answer is too low."),
    ("9.4", "1/2", "Your answer is too high."),
    ("10.1", "1. B1 claim", "Step 1: the claim to refute is A1."),
    (
        "10.1",
        "1. A1 claim\n2. ~A1|~B1 A2\n3. ~B1 from 1 2",
        "Every step is right, but the last one must be ⊥.",
    ),
    ("10.2", "5", "Step 5 follows from the steps it names."),
    ("10.2", "12", "There is no step 12."),
    ("10.3", "0", "Line 1 does not follow"),
    ("10.3", "1 0", "The last line must be the empty clause, a single 0."),
    ("10.4", "C3 D3", "These numbers are not enough"),
    ("10.4", "C3 C4 D3 E3", "These numbers are enough, but you can leave one of them out."),
]


@pytest.mark.parametrize(("number", "answer", "words"), WRONG)
def test_wrong_answers_get_a_line_that_helps(number: str, answer: str, words: str) -> None:
    """The reply to a wrong answer says what is wrong without revealing the solution."""
    found = check(number, answer)
    assert not found.correct
    assert words in found.words
    assert found.words.endswith((".", "?"))
    solution = solutions()[number].answer.strip()
    assert solution not in found.words or len(solution) == 1


@pytest.mark.parametrize(
    ("number", "answer", "words"),
    [
        ("1.1", "", "there is no answer yet"),
        ("1.1", "three", "'three' is not a whole number"),
        ("1.1", "1 2", "write one whole number, like 7"),
        ("1.2", "Z9", "cell Z9 is off the board: cells are A1 to E4"),
        ("1.2", "mines", "'mines' is not a cell"),
        ("1.2", "A1\n" * 501, "501 lines is too many: the limit is 500"),
        ("1.2", "x" * 20_001, "20,001 characters is too many"),
        ("1.4", "hello", "'hello' is not the first line of a position: write its size and"),
        ("1.4", "30x16x99\n" + "." * 30, "position"),
        ("1.4", "11x11x1\n" + "...........\n" * 11, "121 cells is too many: the limit is 100"),
        ("2.1", "A1 & B1", "line 1: 'A1 & B1' is not a clause"),
        ("2.1", "# nothing", "there is no clause yet"),
        ("3.2", "E1 is safe", "line 1 is not a proof step"),
        ("3.2", "1. E2 because", "'because' is not a source"),
        ("8.1", "2/0", "'2/0' divides by zero"),
        ("8.1", "7", "'7' is more than 1"),
        ("8.1", "even", "'even' is not a chance"),
        ("10.3", "1 2", "line 1 is not a clause"),
        ("10.3", "1 0 2 0", "0 only at the end"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line(number: str, answer: str, words: str) -> None:
    with pytest.raises(SapperError) as caught:
        check(number, answer)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_answers_from_python_are_text_numbers_or_lists() -> None:
    for answer in (None, True, {"A1": 1}):
        with pytest.raises(UnreadableError, match="is not an answer"):
            check("1.1", answer)


@pytest.mark.parametrize("number", ["1.2", "1.3", "5.1", "6.1", "6.3", "7.3"])
def test_cells_are_held_against_all_boards(number: str) -> None:
    """An answer is right if and only if it lists exactly the provable cells."""
    view = exercise(number).view
    found = list(boards(view))
    mine = "mines" in " ".join(block.text for block in exercise(number).blocks)
    certain = [
        view.grid.name(cell)
        for cell in view.hidden
        if all((cell in board) == mine for board in found)
    ]
    hidden = [view.grid.name(cell) for cell in view.hidden]
    for answer in [certain, certain[1:], [*certain, *hidden[:1]], *([name] for name in hidden)]:
        right = set(answer) == set(certain)
        assert check(number, answer or "none").correct == right, answer
        if not right:
            unnamed = [name for name in certain if name not in answer]
            assert not any(name in check(number, answer or "none").words for name in unnamed)


def test_clauses_are_held_against_all_boards() -> None:
    """Clauses are right if and only if they hold on exactly the boards that the number allows."""
    view, names = exercise("2.1").view, ["A1", "B1", "C1"]
    some = [*combinations(["A1", "B1", "C1", "~A1", "~B1", "~C1"], 2), ("A1", "B1", "C1")]
    right = 0
    for chosen in combinations(some, 4):
        answer = "\n".join(" | ".join(clause) for clause in chosen)
        true = {
            board
            for size in range(4)
            for board in combinations(names, size)
            if all(
                any((x[1:] not in board) if x[0] == "~" else (x in board) for x in clause)
                for clause in chosen
            )
        }
        expected = true == {(name,) for name in names}
        right += expected
        assert check("2.1", answer).correct == expected, answer
    assert right >= 1
    assert view.level.mines == 1


def test_no_step_of_a_proof_can_be_spared_or_changed() -> None:
    """A proof is wrong if a step is left out or negated."""
    steps = solutions()["5.2"].answer.splitlines()
    for place, line in enumerate(steps):
        shorter = steps[:place] + steps[place + 1 :]
        assert not check("5.2", shorter).correct
        negated = re.sub(r"(\d+\. )(¬?)", lambda m: m[1] + ("" if m[2] else "¬"), line, count=1)
        assert not check("5.2", [*steps[:place], negated, *steps[place + 1 :]]).correct


@pytest.mark.parametrize("number", ["4.3", "5.2"])
def test_the_proof_of_an_explanation_is_an_answer(number: str) -> None:
    """The output of `sapper explain --proof` is a correct answer, in both languages."""
    view = exercise(number).view
    found = explain(view, view.grid.parse_cell("B2"))
    assert isinstance(found, Explanation)
    for language in ("en", "de"):
        with speaking(language):
            written = found.proof_text()
        assert re.search(r"(from|aus) \d+ \d+ \d+", written)
        assert check(number, written).correct, check(number, written)
        assert not check(number, re.sub(r"((?:from|aus) \d+) \d+ ", r"\1 ", written)).correct


def test_propagation_is_what_the_definition_says() -> None:
    """In unit propagation, facts shorten clauses, and there are no other steps."""
    clauses = [[1, 2], [-1, 3], [-3], [2, 4], [5, 6]]
    assert propagate(Clause.of(*clause) for clause in clauses) == {-3, -1, 2}


def test_positions_of_ones_own_are_not_taken_from_the_page() -> None:
    """A position copied from lesson 5 is refused, with or without flags."""
    for puzzle in lesson(5).practice.puzzles():
        plain = str(puzzle.view).replace("F", ".")
        for text in (str(puzzle.view), plain):
            assert "on this page" in check("5.5", text).words
    assert odds(View.parse(solutions()["5.5"].answer)).safe


# -- the command line ------------------------------------------------------------------------------


def test_an_answer_is_checked_from_a_file(tmp_path: Path) -> None:
    """The exit code is 0 for a right answer and 1 for a wrong answer."""
    file = tmp_path / "answer.txt"
    file.write_text("1 4 5 7\n")
    right = sapper("exercise", "4.2", str(file))
    assert (right.exit_code, right.output) == (0, "✓ 4.2: Correct.\n")
    file.write_text("3\n")
    wrong = sapper("exercise", "4.2", str(file), "--json")
    assert wrong.exit_code == 1
    assert json.loads(wrong.output) == {
        "exercise": "4.2",
        "correct": False,
        "words": "Line 3 must stay, because no other line subsumes it.",
        "runs": ["Line 3 must stay, because no other line subsumes it."],
    }
    assert sapper("exercise", "4.2", "-", answer="1 4 5 7").exit_code == 0
    for arguments in (["4.2", str(tmp_path / "none")], ["4.9"], ["4"], ["x.y"], ["4.2", "--json"]):
        problem = sapper("exercise", *arguments).exception
        assert isinstance(problem, SapperError)
        assert "\n" not in str(problem)


def test_a_lesson_and_an_exercise_are_shown() -> None:
    """The commands show all lessons, one lesson or one question, but no solution."""
    listed = sapper("lesson").output.splitlines()
    assert [line.split()[0] for line in listed[:10]] == [str(number) for number in range(1, 11)]
    page = sapper("lesson", "5").output
    assert "    A B C D E F\n  1 . . . . . .\n" in page
    assert "### 5.5 Stump the rule" in page
    shown = sapper("exercise", "3.2").output
    assert "Prove that E1 is safe" in shown
    assert "1. E2" not in shown
    with pytest.raises(LessonError, match="there is no lesson '11': use 1 to 10"):
        lesson(11)
    assert isinstance(sapper("lesson", "--solutions").exception, SapperError)


def test_solutions_are_for_those_who_ask_for_them() -> None:
    printed = sapper("lesson", "10", "--solutions").output
    assert "10.3 Your first DRAT proof\n    1 0\n    0\n  If 1 is false" in printed


def test_a_hint_is_printed() -> None:
    """A hint is the start of an answer, a sentence or both, and can't be combined with `--json`."""
    assert sapper("exercise", "4.3", "--hint").output == (
        "Your answer begins with: 1. B3 ∨ B4       C4\n"
    )
    assert sapper("exercise", "4.1", "--hint").output == "The clauses disagree about C2.\n"
    begun = "Your answer begins with:\n5x2x2\n1....\n.....\nChoose numbers that account for all"
    assert sapper("exercise", "6.4", "--hint").output.startswith(begun)
    for more in ("answer.txt", "--json"):
        assert "--hint can't be combined" in str(
            sapper("exercise", "4.3", "--hint", more).exception
        )


@pytest.mark.parametrize(
    ("number", "asks"),
    [
        (4, "Which cells are safe?"),
        (8, "Which cell is the safest?"),
        (9, "Which cell gives the best chance of winning?"),
    ],
)
def test_a_sheet_for_paper(number: int, asks: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    made = sapper("lesson", str(number), "--sheet", str(file), "--count", "7", "--seed", "3")
    assert made.exit_code == 0, made.output
    text = file.read_text(encoding="utf-8")
    heads = re.findall(r"<h1>(.*?)</h1>", text)
    title = f"Lesson {number}. {lesson(number).title}: "
    assert heads == [title + asks] * 2 + [title + "Solutions"] * 2
    assert text.count("<figure>") == 14
    named = ("lesson", str(number), "--sheet", str(file), "--count", "4", "--for")
    sheets = []
    for name in ("A", "B", "A"):
        assert f"4 puzzles for {name}, with" in sapper(*named, name).output.replace("\n", " ")
        sheets.append(file.read_text(encoding="utf-8"))
    assert sheets[0] == sheets[2] != sheets[1]
    assert f"{lesson(number).title}, A: {asks}" in sheets[0]
    problem = sapper("lesson", "4", "--sheet", str(tmp_path / "sheet.pdf")).exception
    assert "its name must end with .html" in str(problem)
