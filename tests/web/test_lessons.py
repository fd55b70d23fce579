"""Lessons over HTTP and in a browser: live boards and checked answers, but no solutions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper.classroom import check, lessons
from sapper.classroom.lesson import solutions
from sapper.core.view import View
from sapper.reason.odds import odds
from web.browsing import playwright


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from texts(part)


def test_the_lessons_are_those_of_the_package(client: Any) -> None:
    """The lessons match those of the package, and include puzzles but no solutions."""
    listed = client.get("/api/lessons").json()
    assert [each["title"] for each in listed] == [each.title for each in lessons()]
    for each in lessons():
        page = client.get(f"/api/lessons/{each.number}").json()
        assert [block["text"] for block in page["blocks"] if block["kind"] != "puzzles"] == [
            block.text for block in each.blocks if block.kind != "puzzles"
        ]
        (puzzles,) = (block for block in page["blocks"] if block["kind"] == "puzzles")
        made = each.practice.puzzles()
        assert puzzles["positions"] == [str(puzzle.view) for puzzle in made]
        assert [one["number"] for one in page["exercises"]] == [
            one.number for one in each.exercises
        ]
        said = "\n".join(texts(page))
        for one in each.exercises:
            solution = solutions()[one.number]
            assert solution.why not in said
            assert len(solution.answer) < 12 or solution.answer.strip() not in said


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_lessons_about_clauses_have_an_exercise_to_do_by_hand(client: Any, number: int) -> None:
    """Its form says which literal to prove, and tests/page does it by hand in this position.

    The proofs that come out there are right answers.
    """
    file = Path(__file__).parents[1] / "page" / "kb_lessons.json"
    kept = {one["exercise"]: one for one in json.loads(file.read_text(encoding="utf-8"))}
    forms = client.get(f"/api/lessons/{number}").json()["exercises"]
    by_hand = [one for one in forms if one["goal"]]
    assert by_hand
    for form in by_hand:
        done = kept.pop(form["number"])
        position = next(one["text"] for one in form["blocks"] if one["kind"] == "position")
        assert (done["goal"], done["position"]) == (form["goal"], position)
        told = client.post("/api/events", json={"position": position}).json()
        assert done["told"] == told
        assert check(form["number"], done["proof"]).correct
    assert all(not name.startswith(f"{number}.") for name in kept)


def test_lessons_come_in_the_language_asked_for(client: Any) -> None:
    """Lessons are in German on request, and otherwise in English."""
    listed = client.get("/api/lessons?language=de").json()
    assert [each["title"] for each in listed] == [each.title for each in lessons("de")]
    assert listed[3]["title"] == "Subsumption und Resolution"
    page = client.get("/api/lessons/4?language=de").json()
    assert page["blocks"][0]["text"].startswith("Hier fällt kein Dominostein.")
    assert page["exercises"][0]["title"] == "Resolvieren"
    plain, asked = (client.get(f"/api/lessons/4{more}").json() for more in ("", "?language=en"))
    assert plain == asked != page
    assert client.get("/api/lessons/4?language=fr").json() == plain


def test_an_answer_is_checked(client: Any) -> None:
    """Right, wrong and unreadable answers get a reply, and an unknown exercise is refused."""

    def checked(exercise: str, answer: str) -> Any:
        return client.post("/api/lessons/check", json={"exercise": exercise, "answer": answer})

    assert checked("8.1", "20%").json() == {
        "exercise": "8.1",
        "correct": True,
        "words": "Correct.",
        "runs": ["Correct."],
    }
    wrong = checked("8.1", "1/2")
    assert (wrong.status_code, wrong.json()["words"]) == (
        200,
        "5 boards fit. On how many of these boards is A1 a mine?",
    )
    # A typing error must not appear as a failed request in the browser's console.
    typo = checked("8.1", "even")
    assert (typo.status_code, typo.json()["correct"]) == (200, False)
    assert typo.json()["words"].startswith("'even' is not a chance")
    for exercise, answer, words in (
        ("8.9", "1", "lesson 8 has no exercise 8.9: use 8.1 to 8.4"),
        ("x", "1", "'x' is not an exercise"),
        ("8.1", "1" * 20_001, "at most 20000 characters"),
    ):
        refused = checked(exercise, answer)
        assert refused.status_code == 422
        assert words in refused.json()["detail"]


def test_help_with_an_exercise(client: Any) -> None:
    """The server sends a hint, or the solution with its reason, in the reader's language."""

    def helped(exercise: str, kind: str, more: str = "") -> Any:
        return client.get(f"/api/lessons/exercises/{exercise}/{kind}{more}")

    assert helped("4.3", "hint").json() == {
        "answer": "1. B3 ∨ B4       C4",
        "words": "",
        "runs": [],
    }
    assert helped("4.1", "hint", "?language=de").json() == {
        "answer": "",
        "words": "Sie widersprechen sich in C2.",
        "runs": ["Sie widersprechen sich in ", {"cell": "C2"}, "."],
    }
    whole = helped("4.1", "solution").json()
    assert (whole["answer"], whole["words"]) == (
        "B2 ∨ ¬D2 ∨ E2\n",
        "The two clauses disagree about C2.",
    )
    missing = helped("4.9", "solution")
    assert (missing.status_code, missing.json()["detail"]) == (
        404,
        "lesson 4 has no exercise 4.9: use 4.1 to 4.4",
    )
    assert helped("x", "hint").status_code == 404


def test_another_puzzle_is_of_the_lesson(client: Any) -> None:
    """Each request returns a new puzzle for the lesson. An unknown lesson is an error."""
    found = [client.post("/api/lessons/4/puzzle").json() for _ in range(3)]
    assert len({each["position"] for each in found}) > 1
    assert all(odds(View.parse(each["position"])).safe for each in found)
    asks = {
        number: block["asks"]
        for number in (4, 8, 9)
        for block in client.get(f"/api/lessons/{number}").json()["blocks"]
        if block["kind"] == "puzzles"
    }
    assert asks == {4: "safe", 8: "safest", 9: "best"}
    guess = client.post("/api/lessons/8/puzzle").json()
    assert not odds(View.parse(guess["position"])).safe
    for path in ("/api/lessons/11/puzzle", "/api/lessons/0/puzzle"):
        refused = client.post(path)
        assert (refused.status_code, "there is no lesson" in refused.json()["detail"]) == (
            404,
            True,
        )
    assert client.get("/api/lessons/99").status_code == 404


@pytest.mark.browser
def test_learn_opens_at_the_first_lesson(open_page: Any) -> None:
    """All lessons and agents are one click away. The list counts the solved exercises."""
    page = open_page("/#learn")
    page.get_by_role("heading", name=re.compile(r"^1\. ")).wait_for()
    assert page.url.endswith("#lessons/1")
    playwright.expect(page.get_by_role("link", name="Watch agents")).to_be_visible()
    page.get_by_role("link", name="Lessons", exact=True).click()
    page.get_by_role("heading", name="Ten lessons").wait_for()
    expect = playwright.expect
    expect(page.get_by_role("link", name="Learn", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    page.get_by_role("link", name="4. Subsumption and resolution").click()
    page.get_by_role("heading", name="4. Subsumption and resolution").wait_for()
    answer = page.get_by_label("Your answer to 4.2")
    exercise = page.get_by_role("region", name="4.2")
    answer.fill("1 3")
    answer.press("Enter")
    expect(exercise.locator(".verdict")).to_contain_text("Line 3 must stay")
    answer.fill("1 4 5 7")
    exercise.get_by_role("button", name="Check").click()
    expect(exercise.locator(".verdict")).to_contain_text("Correct.")
    page.get_by_role("link", name="All lessons").first.click()
    expect(page.get_by_role("link", name="4. Subsumption")).to_contain_text(
        "1 of 4 exercises solved"
    )


@pytest.mark.browser
def test_a_puzzle_answers_every_click(open_page: Any) -> None:
    """A safe cell is explained. If a cell could be a mine, a board with that mine is shown."""
    page = open_page("/#lessons/4")
    puzzle = page.get_by_role("region", name="Puzzles to try").locator("figure").first
    expect, said = playwright.expect, puzzle.locator(".said")

    def click(name: str) -> None:
        puzzle.get_by_role("gridcell", name=re.compile(f"^{name} ")).click()

    click("A1")
    expect(said).to_contain_text("A1 could be a mine. The marked mines show one board that fits")
    click("D2")
    expect(said).to_contain_text("Yes, D2 is safe. You have found all the safe cells!")
    expect(said).to_contain_text("The 1 at E3 touches both")
    page.get_by_role("button", name="Another puzzle").click()
    expect(page.get_by_role("region", name="Puzzles to try").locator("figure")).to_have_count(3)


@pytest.mark.browser
def test_a_german_page_has_german_lessons(open_page: Any) -> None:
    """The list, a lesson, and the replies to answers and clicks are in German."""
    page = open_page("/#lessons", locale="de-DE")
    page.get_by_role("link", name="8. Wahrscheinlichkeit").click()
    page.get_by_role("heading", name="8. Wahrscheinlichkeit").wait_for()
    playwright.expect(page.get_by_role("heading", name="Aufgaben")).to_be_visible()
    playwright.expect(page.get_by_role("heading", name="8.4 Das sicherste Feld")).to_be_visible()
    playwright.expect(page.get_by_text("auf Englisch")).to_have_count(0)
    exercise = page.get_by_role("region", name="8.4")
    exercise.get_by_role("textbox").fill("A1 B1")
    exercise.get_by_role("button", name="Prüfen").click()
    answer = "✗ Schreib nur ein Feld: das, das du öffnen würdest."
    playwright.expect(exercise.locator(".verdict")).to_have_text(answer)
    exercise.get_by_role("textbox").fill("Z")
    exercise.get_by_role("button", name="Prüfen").click()
    playwright.expect(exercise.locator(".verdict")).to_contain_text("ist kein Feld")
    puzzle = page.get_by_role("region", name="Rätsel zum Üben").locator("figure").first
    puzzle.get_by_role("gridcell", name=re.compile("^A1 ")).click()
    told = re.compile("A1 ist mit .* Wahrscheinlichkeit eine Mine")
    playwright.expect(puzzle.locator(".said")).to_contain_text(told)


@pytest.mark.browser
@pytest.mark.matrix
@pytest.mark.parametrize(
    ("width", "locale", "exercise"),
    [(360, "en-GB", "5.5"), (1280, "en-GB", "5.5"), (360, "de-DE", "7.4"), (360, "de-DE", "8.4")],
)
def test_a_lesson_is_not_wider_than_the_screen(
    open_page: Any, width: int, locale: str, exercise: str
) -> None:
    """A lesson with long German words or a wide drawing is not wider than the screen."""
    page = open_page(
        f"/#lessons/{exercise[0]}", viewport={"width": width, "height": 780}, locale=locale
    )
    page.get_by_role("region", name=exercise).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
