"""`sapper logic`, run as a user would run it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from command import sapper
from logic.test_refute import pigeons
from sapper.logic import LimitError, cnf
from sapper.logic.dimacs import CLAUSES, VARIABLES, Cnf, dimacs_text
from sapper.logic.formula import Formula
from sapper.logic.prove import refutation
from sapper.logic.theory import QUESTIONS, Theory
from sapper.logic.truth_table import SYMBOLS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "logic.md"

FILE = """
A => B
B & C => D
A
? D
? B
? ~A
"""

EXAMPLE = ROOT / "src" / "sapper" / "example"


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def test_the_commands_of_the_page() -> None:
    shown = re.findall(r"^    \$ sapper (.*)\n((?:    .*\n)+)", PAGE.read_text(), re.MULTILINE)
    assert len(shown) == 5
    for command, block in shown:
        expected = [line[4:].rstrip() for line in block.splitlines()]
        result = sapper(*shlex.split(command), cwd=EXAMPLE)
        assert (result.returncode, result.stderr) == (0, "")
        found = lines(result.stdout)
        if expected[0] == "...":
            expected = expected[1:]
            found = found[-len(expected) :]
        assert found == expected


def test_the_page_names_every_option() -> None:
    listed = set(re.findall(r"--[a-z]+", sapper("logic", "--help").stdout)) - {"--help"}
    table = PAGE.read_text().partition("| option |")[2].partition("\n\n")[0]
    assert set(re.findall(r"--[a-z]+", table)) == listed


def test_each_file_of_the_table_has_its_test() -> None:
    table = PAGE.read_text().partition("| in a textbook |")[2].partition("\n\n")[0]
    names = re.findall(r"`(\w+)\.py`", table)
    assert len(names) >= 12
    for name in names:
        assert (ROOT / "src" / "sapper" / "logic" / f"{name}.py").exists()
        assert (ROOT / "tests" / "logic" / f"test_{name}.py").exists()


def test_the_page_names_the_limits() -> None:
    said = " ".join(PAGE.read_text().split())
    assert (
        f"at most {VARIABLES:,} symbols, {CLAUSES:,} clauses "
        f"({cnf.CLAUSES:,} from one sentence) and {QUESTIONS} questions" in said
    )
    assert (SYMBOLS, "A truth table may have at most ten symbols" in said) == (10, True)


def test_the_wumpus_world_has_thirty_lines() -> None:
    assert len((EXAMPLE / "wumpus.txt").read_text().splitlines()) == 30


def test_verdicts_and_counts() -> None:
    result = sapper("logic", "-", stdin=FILE)
    assert lines(result.stdout) == [
        "3 sentences, 3 clauses, 4 symbols: consistent, 3 models",
        "? D   open: holds in 2 of 3 models",
        "? B   entailed",
        "? ¬A   denied: its negation is entailed",
    ]


def test_a_question_about_a_symbol_of_no_sentence_says_so() -> None:
    """Its models are not counted, because the models of the sentences do not speak of it."""
    said = lines(sapper("logic", "-", stdin="A\n? X\n? B | X\n? A | X\n").stdout)
    assert said == [
        "1 sentence, 1 clause, 1 symbol: consistent, 1 model",
        "? X   open: X occurs in no sentence",
        "? B ∨ X   open: B, X occur in no sentence",
        "? A ∨ X   entailed",
    ]
    found = json.loads(sapper("logic", "-", "--json", stdin="A | B\n? A\n? X\n").stdout)
    first, second = found["questions"]
    assert ("in_no_sentence" in first, first["holds_in"], first["of"]) == (False, 2, 3)
    assert (second["in_no_sentence"], "of" in second) == (["X"], False)


def test_json() -> None:
    arguments = ("logic", "-", "--json", "--proof", "--dpll", "--cnf", "--table", "--ask", "C | B")
    found = json.loads(sapper(*arguments, stdin=FILE).stdout)
    assert found["sentences"] == ["A ⇒ B", "B ∧ C ⇒ D", "A"]
    assert found["symbols"] == ["A", "B", "C", "D"]
    assert (found["clauses"], found["consistent"], found["models"]) == (3, True, 3)
    assert [each["question"] for each in found["questions"]] == ["D", "B", "¬A", "C ∨ B"]
    assert [each["verdict"] for each in found["questions"]] == [
        "open",
        "entailed",
        "denied",
        "entailed",
    ]
    first, second = found["questions"][:2]
    assert (first["holds_in"], first["of"]) == (2, 3)
    assert "proof" not in first
    assert first["search"][-1].startswith("model: ")
    assert second["proof"][-1] == "5. ⊥                    from 4 3 on B"
    assert second["search"][-1] == "no model"
    assert found["cnf"][1]["clauses"] == ["(¬B ∨ ¬C ∨ D)"]
    assert found["cnf"][1]["steps"][1] == {"formula": "¬(B ∧ C) ∨ D", "rule": "a ⇒ b is ¬a ∨ b"}
    assert found["table"]["formulas"] == ["A ⇒ B", "B ∧ C ⇒ D", "A", "D", "B", "¬A", "C ∨ B"]
    assert found["table"]["rows"][0] == [False] * 4 + [True, True, False, False, False, True, False]
    assert len(found["table"]["rows"]) == 16


def test_steps_and_table_as_text() -> None:
    result = sapper("logic", "-", "--cnf", "--table", stdin="A <=> ~B\nA | ~A\n")
    assert lines(result.stdout)[1:] == [
        "    A ⇔ ¬B                  the formula",
        "    (A ⇒ ¬B) ∧ (¬B ⇒ A)     a ⇔ b is (a ⇒ b) ∧ (b ⇒ a)",
        "    (¬A ∨ ¬B) ∧ (¬¬B ∨ A)   a ⇒ b is ¬a ∨ b",
        "    (¬A ∨ ¬B) ∧ (B ∨ A)     ¬ moved to the symbols",
        "    clauses: (¬A ∨ ¬B)  (A ∨ B)",
        "    A ∨ ¬A   the formula",
        "    clauses: none (it is always true)",
        "    A B | A ⇔ ¬B | A ∨ ¬A",
        "    F F | F      | T",
        "    F T | T      | T",
        "    T F | T      | T",
        "    T T | F      | T",
    ]


def test_contradiction() -> None:
    result = sapper("logic", "-", "--proof", stdin="A => B\nA\nC\n~B\n? D\n")
    assert lines(result.stdout) == [
        "4 sentences, 4 clauses, 3 symbols: contradictory, no model, so everything is entailed",
        "in conflict: A ⇒ B;  A;  ¬B",
        "    1. (¬A ∨ B)             A ⇒ B",
        "    2. A                    A",
        "    3. B                    from 1 2 on A",
        "    4. ¬B                   ¬B",
        "    5. ⊥                    from 4 3 on B",
        "? D   entailed, as everything is",
    ]
    found = json.loads(sapper("logic", "-", "--json", stdin="A & ~A").stdout)
    assert (found["consistent"], found["models"], found["conflict"]) == (False, 0, ["A ∧ ¬A"])


def test_chaining() -> None:
    """Forward chaining derives all symbols it can, or stops at the symbol given with --ask.

    Backward chaining starts at the symbol given with --ask.
    """
    rules = "A => B\nA\nB & C => D\nC\n"
    expected = ["A         known", "C         known", "B         if A", "D         if B ∧ C"]
    assert [
        line.strip()
        for line in lines(sapper("logic", "-", "--chain", "forward", stdin=rules).stdout)[1:]
    ] == expected
    found = sapper("logic", "-", "--chain", "forward", "--ask", "B", stdin=rules)
    assert [line.strip() for line in lines(found.stdout)[2:]] == expected[:3]
    found = sapper("logic", "-", "--chain", "backward", "--ask", "B", stdin=rules)
    assert lines(found.stdout)[2:] == [
        "    B?",
        "      A?",
        "      A is known",
        "    B holds: A ⇒ B",
    ]


def test_dimacs_in_and_out() -> None:
    first = sapper("logic", "-", "--dimacs", stdin=FILE)
    assert first.stdout.startswith("c symbol 1 A\n")
    assert "p cnf 4 3\n" in first.stdout
    again = sapper("logic", "-", "--dimacs", stdin=first.stdout)
    assert again.stdout == first.stdout
    answer = sapper("logic", "-", "--ask", "B", stdin=first.stdout)
    assert lines(answer.stdout)[-1] == "? B   entailed"


def test_search_without_a_question() -> None:
    """If no question is given, --dpll searches for any model."""
    result = sapper("logic", "-", "--dpll", stdin="A | B\n~A\n")
    assert lines(result.stdout)[1:] == ["    unit ¬A: ¬A", "    unit B: (A ∨ B)", "    model: ¬A B"]


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (
            [],
            "A\nB &\n",
            "-: line 2, column 4: expected a symbol, ¬ or (, but found the end: 'B &▸'",
        ),
        (
            ["--ask", "A )"],
            "A\n",
            "--ask, column 3: expected an operator or the end, but found ')'",
        ),
        ([], "p cnf 1 1\n2 0\n", "-: line 2 uses variable 2, but 'p cnf' declares only 1 variable"),
        (["--table"], " & ".join("ABCDEFGHIJK"), "11 symbols would have 2,048 lines: use at most"),
        (["--chain", "forward"], "A | B\n? A", "(A ∨ B) is not a Horn clause"),
        (
            ["--chain", "backward"],
            "A\n? ~A",
            "needs a single symbol as its goal, not '¬A'",
        ),
        (["--chain", "backward"], "A\n", "backward chaining starts from a question"),
        (["--chain", "sideways"], "A\n", "'sideways' is not one of"),
        ([], "A <=> " * 90 + "A", "-: line 1, a formula with many nested ⇔ is too large"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], stdin: str, said: str) -> None:
    result = sapper("logic", "-", *arguments, stdin=stdin)
    assert result.returncode == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


CORNER = "5x2x1\n01.1.\n0111."


def test_rules_about_a_position(tmp_path: Path) -> None:
    (tmp_path / "corner.txt").write_text(CORNER)
    arguments = ("logic", "course", "--position", "corner.txt", "--ask", "safe(E1)")
    result = sapper(*arguments, "--proof", cwd=tmp_path)
    assert lines(result.stdout)[2:] == [
        "round 1: mine(C1)",
        "round 2: safe(E1), safe(E2)",
        "               clauses  inferences  cells settled",
        "the sentences        3           3              3",
        "textbook             3           3              3",
        "252 instances examined, for 3 unmarked cells",
        "? safe(E1)   entailed",
        "    mine(C1) by sentence 2 with x = B1, y = C1",
        "    safe(E1) by sentence 1 with x = D1, y = E1: mine(C1)",
    ]
    for chain in ("forward", "backward"):
        result = sapper(*arguments, "--chain", chain, cwd=tmp_path)
        assert (
            result.stdout.count("    safe(E1) by sentence 1 with x = D1, y = E1: mine(C1)\n") == 1
        )
    assert lines(result.stdout)[-1] == (
        "    backward chaining: 3 goals, 10 rules tried for this question"
    )


def test_the_mistaken_rule_says_nothing_and_an_unsound_rule_is_named(tmp_path: Path) -> None:
    (tmp_path / "corner.txt").write_text(CORNER)
    arguments = ("--position", "corner.txt", "--ask", "safe(E1)")
    said = lines(sapper("logic", "mistake", *arguments, cwd=tmp_path).stdout)
    assert said[2].split() == ["the", "sentences", "0", "0", "0"]
    assert said[-2:] == [
        "? safe(E1)   open: the sentences alone entail neither it nor its negation",
        "    safe(E1) follows from the clues, as `sapper explain` shows",
    ]
    asked = (*arguments[:2], "--proof", "--ask", "mine(E1)")
    shown = lines(sapper("logic", "mistake", *asked, cwd=tmp_path).stdout)
    assert shown[-5:] == [
        "? mine(E1)   open: the sentences alone entail neither it nor its negation",
        "    safe(E1) follows from the clues:",
        "    1. (¬C1 ∨ ¬E1)          clue D1",
        "    2. C1                   clue C2",
        "    3. ¬E1                  from 1 2",
    ]
    wrong = "# All hidden cells are safe.\nforall x: unmarked(x) => safe(x)\n? mine(C1)\n"
    said = lines(sapper("logic", "-", *arguments[:2], stdin=wrong, cwd=tmp_path).stdout)
    assert said[2] == "not sound: safe(C1) (false on a board that fits)"
    assert said[-1] == "? mine(C1)   denied: its negation is entailed"
    said = lines(sapper("logic", "-", *arguments[:2], stdin="mine(A1)", cwd=tmp_path).stdout)
    assert said[1:3] == [
        "the sentences contradict each other or the position:",
        "    ⊥ by sentence 1",
    ]


def test_rules_about_a_position_as_json(tmp_path: Path) -> None:
    (tmp_path / "corner.txt").write_text(CORNER)
    arguments = ("logic", "clues", "--position", "corner.txt", "--cnf", "--json", "--ask")
    found = json.loads(sapper(*arguments, "exists x: mine(x)", cwd=tmp_path).stdout)
    assert (found["unmarked"], found["clauses"], found["conflict"]) == (3, 5, [])
    assert found["rounds"] == [["mine(C1)", "safe(E1)", "safe(E2)"]]
    assert set(found["settled"]) == set(found["propositional"]["settled"])
    assert "mine(C1) by sentence 1 with x = B1" in found["cnf"]
    assert found["questions"] == [{"question": "∃x: mine(x)", "verdict": "entailed"}]


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (["course", "--position", "-", "--dpll"], CORNER, "--dpll can't be combined with --posi"),
        (["course", "--position", "-", "--table"], CORNER, "--table can't be combined with --pos"),
        (["course", "--position", "-", "--chain", "backward"], CORNER, "starts from a question"),
        (
            ["course", "--position", "-", "--chain", "backward", "--ask", "exists x: mine(x)"],
            CORNER,
            "backward chaining needs a goal such as safe(A1) or mine(A1), not '∃x: mine(x)'",
        ),
        (["course", "--position", "-", "--ask", "mime(A1)"], CORNER, "--ask, column 1: 'mime' is"),
        (["clues", "--position", "-", "--chain", "forward"], CORNER, "is not a Horn clause"),
        (["course"], "", "course are first-order rules: add --position POSITION"),
        (["-"], "forall x: mine(x)", "'forall' is a quantifier, which only a sentence about a pos"),
        (["-", "--move", "3"], "A", "--move needs --position"),
        (
            ["no/such/file", "--position", "-"],
            CORNER,
            "can't read no/such/file: No such file or directory",
        ),
    ],
)
def test_bad_rules_give_one_line(arguments: list[str], stdin: str, said: str) -> None:
    result = sapper("logic", *arguments, stdin=stdin)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_mistake_in_a_file_of_rules_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "corner.txt").write_text(CORNER)
    rules = "# rules\nforall x: open(x) => safe(x)\nforall x: open(x) => safe(z)\n"
    result = sapper("logic", "-", "--position", "corner.txt", stdin=rules, cwd=tmp_path)
    assert result.stderr.startswith(
        "sapper: -: line 3, column 27: 'z' is neither a variable of a quantifier nor a cell"
    )


def test_a_file_that_is_not_there() -> None:
    result = sapper("logic", "no/such/file")
    assert (result.returncode, result.stderr) == (
        2,
        "sapper: can't read no/such/file: No such file or directory\n",
    )


def hard(holes: int, *arguments: str) -> str:
    """The error for a question that is too hard for the command."""
    some = pigeons(holes)
    text = dimacs_text(Cnf(holes * (holes + 1), tuple(some)))
    result = sapper("logic", "-", *arguments, stdin=text)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_a_hard_proof_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refutation, "__defaults__", (1000,))
    assert "the search for a refutation gave up after handling 1,000 clauses" in hard(7, "--proof")


@pytest.mark.long
def test_hard_questions_end() -> None:
    assert "the SAT solver gave up after 100,000 conflicts" in hard(10)
    assert "the search for a refutation gave up after handling 30,000 clauses" in hard(7, "--proof")
    said = hard(7, "--dpll", "--ask", "x1")
    assert "'x1' is entailed, but the search gave up after 10,000,000 clause checks" in said


def test_too_many_models_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def count(theory: Theory, question: Formula | None = None) -> int:
        raise LimitError("counting takes too long")

    monkeypatch.setattr(Theory, "count", count)
    assert lines(sapper("logic", "-", stdin=FILE).stdout) == [
        "3 sentences, 3 clauses, 4 symbols: consistent, too many models to count",
        "? D   open: neither it nor its negation is entailed",
        "? B   entailed",
        "? ¬A   denied: its negation is entailed",
    ]
    assert json.loads(sapper("logic", "-", "--json", stdin=FILE).stdout)["models"] is None
