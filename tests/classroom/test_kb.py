"""`sapper watch --check-kb` and `sapper grade` name the first wrong clause of an agent's KB."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import sapper
from sapper.adapters.skeleton import PYTHON, WITH_KB
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.lab.grade.html import grade_html, kb_words, lines

from .grading import SEED, Grader

WRONG = WITH_KB.replace("number + 1):  # one", "number):  # one").replace(
    "        for cell in (*view.given, *view.hidden):",
    "        for cell in view.given:",
)
"""It opens the given cells only, but its clauses allow one mine too few."""


def test_new_agent_writes_an_example(tmp_path: Path) -> None:
    """Its clauses are all true, and it may be watched and graded as it is."""
    assert (
        "sapper watch mine.py --check-kb"
        in sapper("agent", "new", "mine.py", "--kb", cwd=tmp_path).stdout
    )
    text = (tmp_path / "mine.py").read_text()
    assert text == WITH_KB.replace("NAME", "mine.py")
    ask = ("watch", "mine.py", "7x5x6/given(4)", "--seed", "3", "--check-kb")
    shown = sapper(*ask, cwd=tmp_path).stdout
    assert "clauses checked, none is wrong" in shown
    assert "KB: " in shown
    steps = json.loads(sapper(*ask, "--json", cwd=tmp_path).stdout)["kb"]
    assert [step["decision"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(step["wrong"] == [] and step["problem"] == "" for step in steps)


def test_watch_names_the_first_wrong_clause(tmp_path: Path) -> None:
    """Once with its board, when it comes in, and once at the end."""
    (tmp_path / "mine.py").write_text(WRONG)
    ask = ("watch", "mine.py", "7x5x6/given(4)", "--seed", "3", "--check-kb")
    shown = sapper(*ask, cwd=tmp_path).stdout
    steps = json.loads(sapper(*ask, "--json", cwd=tmp_path).stdout)["kb"]
    first = next(step for step in steps if step["wrong"])
    clause = first["wrong"][0]["clause"]
    assert shown.count("is false on a board that fits:") == 1
    assert f"  wrong: {clause} is false on a board that fits:" in shown
    decision = first["decision"]
    assert f"The first wrong clause, {clause}, came in at decision {decision}." in shown
    assert View.parse(first["wrong"][0]["position"]).level.mines == "".join(
        first["wrong"][0]["board"]
    ).count("*")
    missing = [fact["fact"] for fact in steps[-1]["missing"]]
    assert ("missing: " in shown) == any(step["missing"] for step in steps)
    assert all(name.lstrip("¬").isalnum() for name in missing)


def test_an_agent_without_a_kb_is_told_how_to_show_one(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PYTHON)
    ask = ("watch", "mine.py", "7x5x6/given(4)", "--check-kb")
    assert "KB: the agent shows none." in sapper(*ask, cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("textbook", "--check-kb"), "--check-kb needs an agent of your own, such as mine.py"),
        (("easy", "--check-kb"), "--check-kb needs an agent of your own, such as mine.py"),
        (("mine.py", "--check-kb", "--show-kb"), "--check-kb can't be combined with --trace or"),
    ],
)
def test_what_cannot_be_checked_is_refused(options: tuple[str, ...], words: str) -> None:
    found = sapper("watch", *options)
    assert (found.returncode, found.stderr.count("\n")) == (2, 1)
    assert words in found.stderr


def test_grade_says_what_is_wrong_in_the_kb(graded: Grader) -> None:
    """It does not change the mark: the claims of this agent are true."""
    found = graded(WRONG)
    assert found.kb is not None
    first = found.kb.wrong[0]
    assert first.moment.seed in range(SEED, SEED + 4)
    said = f"The first wrong clause: {first.moment.words}: {first.wrong.text} is false on a board"
    assert said in kb_words(found.kb)
    assert any(said in line for line in lines(found))
    page = grade_html(found)
    assert "Its knowledge base" in page
    assert "on which the clause is false" in page
    form = found.to_json()["kb"]
    assert form["first_wrong"]["clause"] == first.wrong.text
    assert (form["wrong"], form["clauses"]) == (len(found.kb.wrong), found.kb.clauses)
    assert form["first_missing"]["words"] in kb_words(found.kb)
    starter = graded("def choose(view):\n    return view.given[0] if view.given else None\n")
    assert (starter.kb, starter.to_json()["kb"]) == (None, None)
    assert not any(line.startswith("  kb") for line in lines(starter))
    assert found.mark.points == starter.mark.points
    assert found.faults == starter.faults


def test_the_example_is_sound(graded: Grader) -> None:
    found = graded(WITH_KB)
    assert found.kb is not None
    assert (found.kb.wrong, found.kb.problem, found.unsound) == ((), "", ())
    assert found.kb.clauses > 100
    assert kb_words(found.kb).startswith(f"0 of {found.kb.clauses} clauses are wrong")


def test_a_kb_that_cannot_be_read_is_said(graded: Grader) -> None:
    found = graded("kb = ['A1 and B1']\n" + PYTHON)
    assert found.kb is not None
    assert "It can't be read: 'A1 and B1' is not a list of clauses" in kb_words(found.kb)
    assert found.faults == graded(PYTHON).faults
    with pytest.raises(SapperError):
        graded("kb = [")
