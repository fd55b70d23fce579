"""Personal exercises: made anew for each name, and checked from the name and the seed alone."""

from __future__ import annotations

import json
import re
import shlex
from html import unescape
from itertools import combinations, product
from pathlib import Path

import pytest

from command import sapper
from reference import boards
from sapper.classroom import UnreadableError, check
from sapper.classroom.checks.personal import KINDS, Personal, personal
from sapper.core.view import HIDDEN
from sapper.words import speaking

NAMES = [f"pupil {number}" for number in range(12)]


def made(kind: str) -> list[Personal]:
    return [personal(kind, name) for name in NAMES]


def clauses_of(text: str) -> list[set[str]]:
    """Clauses as sets of literals such as A1 and ¬A1, read without Sapper's code."""
    return [set(re.findall(r"¬?[A-Z]\d", line)) for line in text.splitlines()]


def negated(literal: str) -> str:
    return literal[1:] if literal.startswith("¬") else f"¬{literal}"


def satisfied(clause: set[str], mines: set[str]) -> bool:
    return any((one.lstrip("¬") in mines) != one.startswith("¬") for one in clause)


# The rows of zero marks come first: an answer that says nothing, or nonsense, is never right.


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_without_content_is_not_right(kind: str) -> None:
    for answer in ("", "none", "nonsense", "1", "1 2", "A1", "A1 | ~A1", "~A1", "1. A1 A1"):
        right = 0
        for name in NAMES:
            try:
                right += check(kind, answer, name).correct
            except UnreadableError:
                continue
        # A lucky pair of lines may be right for somebody.
        assert right <= 2, answer


@pytest.mark.parametrize("kind", KINDS)
def test_everyone_gets_another_exercise_and_its_solution_is_right(kind: str) -> None:
    """The same name and seed give the same exercise, in any letters and with any space around."""
    found = made(kind)
    assert len({str(one.exercise) for one in found}) >= len(NAMES) - 2
    for name, one in zip(NAMES, found, strict=True):
        assert check(kind, one.solution, name).correct
        assert personal(kind, f" {name.upper()} ").exercise == one.exercise
        assert personal(kind, name, 0).exercise == one.exercise
        assert personal(kind, name, 1).exercise != one.exercise
    assert sum(check(kind, found[0].solution, name).correct for name in NAMES[1:]) <= 3


@pytest.mark.parametrize("kind", KINDS)
def test_the_german_exercise_is_the_same(kind: str) -> None:
    english = personal(kind, "Anna")
    with speaking("de"):
        german = personal(kind, "Anna")
    assert german.exercise.title != english.exercise.title
    drawn = [
        [block.text for block in one.exercise.blocks if block.kind != "words"]
        for one in (english, german)
    ]
    assert drawn[0] == drawn[1] != []
    assert check(kind, german.solution, "Anna").correct


def test_clauses_say_what_the_number_says() -> None:
    """On each assignment of the hidden neighbours, all clauses hold if the number is right."""
    for one in made("clauses"):
        view = one.exercise.view
        (number, clue) = re.findall(r"the (\d) at ([A-Z]\d)", one.exercise.blocks[0].text)[0]
        cell = view.grid.parse_cell(clue)
        assert view[cell] == int(number)
        near = [view.grid.name(n) for n in view.grid.neighbours(cell) if view[n] >= HIDDEN]
        assert len(near) in (3, 4)
        assert 0 < int(number) < len(near)
        assert list(boards(view))
        for chosen in product((False, True), repeat=len(near)):
            mines = {name for name, is_mine in zip(near, chosen, strict=True) if is_mine}
            said = all(satisfied(clause, mines) for clause in clauses_of(one.solution))
            assert said == (len(mines) == int(number))


def test_facts_are_those_of_the_definition() -> None:
    """A clause of which all literals but one are refuted becomes a fact, until nothing is new."""
    for one in made("facts"):
        clauses = clauses_of(one.exercise.drawn("clauses"))
        facts: set[str] = set()
        while True:
            rests = [clause - set(map(negated, facts)) for clause in clauses]
            new = {min(rest) for rest in rests if len(rest) == 1} - facts
            if not new:
                break
            facts |= new
        assert set(one.solution.split()) == facts
        assert len(facts) >= 4
        assert any(not clause & facts for clause in clauses), "a clause that never becomes a fact"


def test_two_of_six_lines_are_subsumed() -> None:
    for one in (personal("delete", str(number)) for number in range(60)):
        clauses = clauses_of(one.exercise.drawn("clauses"))
        weak = [
            number
            for number, clause in enumerate(clauses, 1)
            if any(other < clause for other in clauses)
        ]
        assert one.solution == " ".join(map(str, weak))
        assert (len(clauses), len(weak)) == (6, 2)


def children(clauses: list[set[str]]) -> dict[tuple[int, int], set[str]]:
    """What each pair of lines that clash in exactly one literal resolves to."""
    found = {}
    for (i, left), (j, right) in combinations(enumerate(clauses, 1), 2):
        clash = {one for one in left if negated(one) in right}
        if len(clash) == 1:
            found[i, j] = (left - clash) | (right - set(map(negated, clash)))
    return found


def test_the_parents_have_one_child() -> None:
    for one in made("resolve"):
        (child,) = children(clauses_of(one.exercise.drawn("clauses"))).values()
        assert clauses_of(one.solution) == [child]


def test_one_pair_gives_the_wanted_clause() -> None:
    """Any other pair is refused with a reason."""
    said = set()
    for name, one in zip(NAMES, made("pair"), strict=True):
        clauses = clauses_of(one.exercise.drawn("clauses"))
        (wanted,) = clauses_of(re.findall(r"`(.*?)`", one.exercise.blocks[0].text)[0])
        right = [pair for pair, child in children(clauses).items() if child == wanted]
        assert [one.solution] == [f"{i} {j}" for i, j in right]
        assert wanted not in clauses
        for i, j in combinations(range(1, 7), 2):
            found = check("pair", f"{j} {i}", name)
            assert found.correct == ((i, j) in right)
            said.add(str(found.words))
    said |= {str(check("pair", answer, NAMES[0]).words) for answer in ("1 2 3", "1 7")}
    assert {
        "Write the numbers of two lines.",
        "These two clauses do not disagree about exactly one cell.",
        "These two clauses give another clause.",
        "There is no line 7.",
    } <= said


def test_proofs_and_safe_cells_are_held_against_all_boards() -> None:
    """A single number does not show the cell that is to be proved."""
    for kind in ("proof", "safe"):
        for one in made(kind)[:4]:
            view = one.exercise.view
            fit = [set(mines) for mines in boards(view)]
            safe = {cell for cell in view.hidden if not any(cell in mines for mines in fit)}
            names = {view.grid.name(cell) for cell in safe}
            if kind == "safe":
                assert set(one.solution.split()) == names != set()
            else:
                assert re.findall(r"that (\w\d)", one.exercise.blocks[0].text)[0] in names
                assert 4 <= len(one.solution.splitlines()) <= 8


def test_sheets_for_a_list_of_names(tmp_path: Path) -> None:
    """The sheets have no solutions. The command on a sheet checks the answer in the other file."""
    names, html = tmp_path / "class.txt", tmp_path / "sheets.html"
    names.write_text("# 4b\nAnna Miller\n\n  Ben <O'Neil>\n", encoding="utf-8")
    arguments = ("Cleo", "--names", str(names), "--seed", "3")
    done = sapper("sheet", *arguments, "--html", str(html))
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 sheets; solutions in" in done.stdout
    sheets = html.read_text(encoding="utf-8")
    solutions = (tmp_path / "sheets-solutions.html").read_text(encoding="utf-8")
    heads = [unescape(head) for head in re.findall(r"<h1>(.*?)</h1>", sheets)]
    assert heads == ["Cleo: Exercises", "Anna Miller: Exercises", "Ben <O'Neil>: Exercises"]
    assert sheets.count("<article>") == solutions.count("<article>") == 3 * len(KINDS)
    for one in json.loads(sapper("sheet", *arguments, "--json").stdout):
        for exercise in one["exercises"]:
            lines = exercise["solution"].splitlines()
            answer = tmp_path / "answer.txt"
            answer.write_text(exercise["solution"])
            assert exercise["check"] in unescape(sheets)
            words = shlex.split(exercise["check"].replace("answer.txt", str(answer)))
            done = sapper(*words[1:])
            assert (done.returncode, done.stdout) == (0, f"✓ {exercise['exercise']}: Correct.\n")
            assert "\n".join(lines) in unescape(solutions)
            if len(lines) > 1:
                assert "\n".join(lines) not in unescape(sheets)


def test_a_question_and_a_hint_are_shown() -> None:
    one = personal("pair", "Anna", 3)
    shown = sapper("exercise", "pair", "--for", "Anna", "--seed", "3")
    assert one.exercise.drawn("clauses").splitlines()[0] in shown.stdout
    assert one.solution not in shown.stdout
    hint = sapper("exercise", "pair", "--for", "Anna", "--seed", "3", "--hint")
    assert hint.stdout == f"Your answer begins with: {one.solution.split()[0]}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("exercise", "pair"), "a personal exercise needs a name: add --for NAME"),
        (("exercise", "pairs", "--for", "Anna"), "'pairs' is not an exercise: write"),
        (("exercise", "4.2", "--for", "Anna"), "'4.2' is the same for everyone"),
        (("sheet", "Anna"), "sheet needs --html FILE.html or --json"),
        (("sheet", "--json"), "there are no names"),
        (("sheet", "Anna", "--html", "a.pdf"), "its name must end with .html"),
        (("sheet", " ", "--json"), "one of the names is empty: leave it out"),
        (("sheet", "Anna\udcff", "--json"), "contains a control character, or is not UTF-8"),
        (("sheet", "An\nna", "--json"), "the name 'An\\nna' contains a control character"),
        (("sheet", "Anna", " anna", "--json"), "' anna' is in the list twice"),
        (("sheet", "M\u00fcller", "Mu\u0308ller", "--json"), "is in the list twice"),
        (("sheet", "Anna", "--json", "--kind", "x"), "there is no personal exercise 'x': use clau"),
        (("sheet", *map(str, range(501)), "--json"), "501 names is too many: the limit is 500"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = sapper(*arguments)
    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())
    assert len(done.stderr.splitlines()) == 1
