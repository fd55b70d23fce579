"""home.js, practice.js, lessons.js and watch.js, with answers from a fake server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sapper.page.files import STATIC
from sapper.web.tasks import agents


def shown(page: Any, view: str, argument: str = "") -> None:
    page.evaluate(
        """async ([view, argument]) => {
            await import(`/${view}.js`);
            const element = document.createElement(`sapper-${view}`);
            element.argument = argument;
            document.getElementById("main").append(element);
        }""",
        [view, argument],
    )


def marks(page: Any) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[role=gridcell][data-m]')]"
        ".map((one) => [one.ariaLabel.split(' ')[0], one.dataset.m]))"
    )
    return found


@contextmanager
def answered(page: Any, path: str, answer: Any) -> Iterator[None]:
    """Answer requests to this path."""
    page.route(path, lambda route: route.fulfill(json=answer))
    yield
    page.unroute(path)


# -- home ---------------------------------------------------------------------------------------


@pytest.fixture
def home(fresh: Any) -> Any:
    """The home page, with demo games that don't run on their own."""
    fresh.emulate_media(reduced_motion="reduce")
    fresh.route("**/api/about", lambda route: route.fulfill(json={}))
    shown(fresh, "home")
    fresh.wait_for_function("document.querySelector('.live .voice').textContent")
    yield fresh
    fresh.unroute("**/api/about")
    fresh.emulate_media(reduced_motion="no-preference")


def test_the_landing_walks_through_its_games(home: Any) -> None:
    """A step shows its clue and the preceding position. The last game is followed by the first."""
    games = json.loads((STATIC / "demo.json").read_text())
    forward = home.get_by_role("button", name="Next step")
    at = home.locator(".who > span").first
    for game in games:
        symbols = list("".join(game["rows"]))
        for number, step in enumerate(game["steps"], 1):
            assert at.inner_text() == f"An agent reasons: step {number} of {len(game['steps'])}"
            assert home.evaluate("document.querySelector('sapper-board').rows.join('')") == (
                "".join(symbols)
            )
            assert sorted(marks(home).values()).count("clues") == 1
            for cell, symbol in zip(step["changed"], step["symbols"], strict=True):
                symbols[cell] = symbol
            forward.click()
        safe = game["width"] * game["height"] - game["mines"]
        assert home.locator(".live .voice").inner_text() == (
            f"All {safe} safe cells are open, without a single guess."
        )
        forward.click()
    assert at.inner_text() == f"An agent reasons: step 1 of {len(games[0]['steps'])}"
    home.get_by_role("button", name="Step back").click()
    assert at.inner_text() == "Won"


def test_the_landing_leads_to_what_was_chosen(home: Any) -> None:
    """The chosen level and "No guess" are stored for the Play view. Daily boards need no guess."""
    go = home.locator("a.go:not(.with)")
    assert (go.inner_text().strip(), go.get_attribute("href")) == ("Play Beginner", "#play/new")
    no_guess = home.get_by_role("switch", name="No guess")
    home.get_by_role("radio", name="Daily").check()
    assert go.get_attribute("href") == "#daily"
    assert (no_guess.is_checked(), no_guess.is_disabled()) == (True, True)
    home.get_by_role("radio", name="Expert").check()
    assert (no_guess.is_checked(), no_guess.is_disabled()) == (False, False)
    no_guess.check(force=True)  # its label is what one sees
    go.click()
    assert home.evaluate("localStorage.getItem('sapper.level')") == "expert"
    assert home.evaluate("JSON.parse(localStorage.getItem('sapper.settings')).noGuess")
    home.get_by_role("radio", name="Beginner").check()
    assert no_guess.is_checked()


# -- practice -----------------------------------------------------------------------------------

PUZZLE = {
    "position": "5x3x2/any\n.....\n11111\n00000\n",
    "technique": "single clue",
    "safe": ["C1"],
    "mines": ["A1"],  # not provable, but the test needs a mine
}


def press(page: Any, name: str, key: str) -> None:
    page.evaluate(
        "(name) => { const board = document.querySelector('sapper-board');"
        " board.focusOn(board.named(name)); }",
        name,
    )
    page.keyboard.press(key)


def test_an_answer_is_judged(fresh: Any) -> None:
    """The page comments on wrong answers and correct flags. Only correct flags are placed."""
    with answered(fresh, "**/api/puzzle", PUZZLE):
        shown(fresh, "practice")
        fresh.locator("[role=gridcell]").first.wait_for(state="attached")
    for name, key, said in (
        ("B1", "Space", "B1 could be safe or a mine. The numbers do not decide it yet."),
        ("A1", "Space", "No, A1 is a mine."),
        ("C1", "f", "No, C1 is safe."),
        ("A1", "f", "Yes, A1 is a mine. Now, which cell is safe?"),
    ):
        press(fresh, name, key)
        assert said in fresh.locator(".right").inner_text()
        flagged = fresh.evaluate("document.querySelector('sapper-board').rows[0].includes('F')")
        assert flagged == said.startswith("Yes")


# -- lessons ------------------------------------------------------------------------------------

LESSON = {
    "number": 1,
    "title": "One clue",
    "idea": "A number counts mines.",
    "blocks": [
        {"kind": "position", "text": "5x3x2/any\n.....\n11111\n00000\n"},
        {
            "kind": "words",
            "runs": ["The **1** at ", {"cell": "A2"}, " says `A1 | B1`, *not* <b>more</b>."],
        },
        {"kind": "list", "runs": [{"cell": "A1"}, " first\nthen ", {"cell": "B1"}, "\nand C1"]},
        {"kind": "clauses", "text": "A1 | B1\n~A1 | ~B1\n"},
    ],
    "exercises": [
        {
            "number": "1.1",
            "title": "Find it",
            "blocks": [{"kind": "position", "text": "5x3x2/any\n.....\n11111\n00000\n"}],
            "form": "cells",
            "how": "Name cells.",
        },
        {"number": "1.2", "title": "Draw", "blocks": [], "form": "position", "how": "Draw it."},
        {
            "number": "1.3",
            "title": "Prove it",
            "blocks": [{"kind": "position", "text": "5x3x2/any\n.....\n11111\n00000\n"}],
            "form": "proof",
            "how": "Write steps.",
        },
    ],
}


@pytest.fixture
def lesson(fresh: Any) -> Any:
    """A lesson with three exercises."""
    listed = {**LESSON, "exercises": ["1.1", "1.2", "1.3"]}
    fresh.route("**/api/lessons", lambda route: route.fulfill(json=[listed]))
    fresh.route("**/api/lessons/1", lambda route: route.fulfill(json=LESSON))
    shown(fresh, "lessons", "1")
    fresh.locator(".exercise").first.wait_for()
    yield fresh
    for path in ("**/api/lessons", "**/api/lessons/1"):
        fresh.unroute(path)


def test_a_lesson_is_written_as_markdown_has_it(lesson: Any) -> None:
    """Markdown becomes bold, italic and code, cell names are marked, and HTML stays plain text."""
    words = lesson.locator("article > p").nth(1)
    assert words.inner_text() == "The 1 at A2 says A1 | B1, not <b>more</b>."
    made = {tag: words.locator(tag).all_inner_texts() for tag in ("b", "i", "code", ".ref")}
    assert made == {"b": ["1"], "i": ["not"], "code": ["A1 | B1"], ".ref": ["A2"]}
    assert lesson.locator("pre").inner_text() == "1. A1 | B1\n2. ~A1 | ~B1"
    points = lesson.locator(".points li")
    assert points.all_inner_texts() == ["A1 first", "then B1", "and C1"]
    assert points.locator(".ref").all_inner_texts() == ["A1", "B1"]
    assert lesson.locator("figcaption").first.inner_text() == "5×3, 2 mines"


def test_cells_are_chosen_on_the_board_or_written(lesson: Any) -> None:
    """Choosing a cell adds its name or removes it. Names outside the board are removed."""
    section = lesson.locator(".exercise").first
    field = section.locator("input")
    field.fill("a1, Z9 A0")
    chosen = "(name) => { const board = document.querySelector('.exercise sapper-board');"
    chosen += " board.focusOn(board.named(name)); }"
    for name, expected in (("C1", "A1 C1"), ("E3", "A1 C1 E3"), ("A1", "C1 E3")):
        lesson.evaluate(chosen, name)
        lesson.keyboard.press("Space")
        assert field.input_value() == expected
    assert marks(lesson) == {"C1": "cells", "E3": "cells"}


def test_a_position_is_painted(lesson: Any) -> None:
    """The position's size can be changed. A hint replaces the position, and undo restores it."""
    section = lesson.locator(".exercise").nth(1)
    text = "document.querySelectorAll('.exercise')[1].querySelector('sapper-board').rows.join(' ')"
    section.get_by_role("spinbutton", name="Width").fill("3")
    section.get_by_role("spinbutton", name="Height").fill("2")
    section.get_by_role("spinbutton", name="Height").press("Tab")
    section.locator("[data-tool='2']").click()
    section.get_by_role("gridcell", name="B2 hidden").dispatch_event("click")
    assert lesson.evaluate(text) == "... .2."
    helped = {"answer": "2x2x1\n1.\n..\n", "words": "Look at A1.", "runs": ["Look at A1."]}
    with answered(lesson, "**/api/lessons/exercises/1.2/hint", helped):
        section.get_by_role("button", name="Hint").click()
        section.get_by_text("Look at A1.").wait_for()
    assert lesson.evaluate(text) == "1. .."
    section.get_by_role("button", name="Undo").click()
    asked = []

    def check(route: Any) -> None:
        asked.append(json.loads(route.request.post_data))
        route.fulfill(json={"correct": True, "words": "Correct.", "runs": ["Correct."]})

    lesson.route("**/api/lessons/check", check)
    section.get_by_role("button", name="Check").click()
    section.get_by_text("Correct.").wait_for()
    lesson.unroute("**/api/lessons/check")
    assert asked == [{"exercise": "1.2", "answer": "3x2x2/safe\n...\n.2.\n"}]


def test_keys_and_cells_write_at_the_cursor(lesson: Any) -> None:
    """Buttons insert symbols that phone keyboards hide or lack, and cells insert their names."""
    section = lesson.locator(".exercise").nth(2)
    field = section.locator("textarea")
    field.fill("1. A2")
    field.evaluate("(field) => field.setSelectionRange(3, 3)")
    section.get_by_role("button", name="not", exact=True).click()
    section.get_by_role("gridcell", name="C1 hidden").dispatch_event("click")
    section.get_by_role("button", name="or", exact=True).click()
    section.get_by_role("button", name="the empty clause").click()
    assert field.input_value() == "1. ¬C1∨⊥A2"
    field.fill("A1")
    section.get_by_role("gridcell", name="B1 hidden").dispatch_event("click")
    assert field.input_value() == "A1 B1"


def test_a_way_out_of_an_exercise(lesson: Any) -> None:
    """A hint fills in an empty answer but never overwrites text."""
    section = lesson.locator(".exercise").nth(2)
    field, solution = section.locator("textarea"), section.get_by_text("Show the solution")
    hint = {"answer": "1. A1 | B1   A2", "words": "", "runs": []}
    with answered(lesson, "**/api/lessons/exercises/1.3/hint", hint):
        section.get_by_role("button", name="Hint").click()
        lesson.wait_for_function("document.querySelectorAll('textarea')[0].value")
        assert field.input_value() == "1. A1 | B1   A2\n"
        assert section.locator(".help").inner_text() == ""
        field.fill("1. A1   A2")
        section.get_by_role("button", name="Hint").click()
        section.locator(".help pre").wait_for()
    assert field.input_value() == "1. A1   A2"
    assert section.locator(".help pre").inner_text() == "1. A1 | B1   A2"
    wrong = {"correct": False, "words": "Not yet.", "runs": ["Not yet."]}
    with answered(lesson, "**/api/lessons/check", wrong):
        for _ in range(3):
            assert not solution.is_visible()
            with lesson.expect_response("**/api/lessons/check"):
                section.get_by_role("button", name="Check").click()
        solution.wait_for()
    runs = ["The 1 at ", {"cell": "A2"}, "."]
    whole = {"answer": "1. A1 | B1   A2\n2. ~C1   B2\n", "words": "The 1 at A2.", "runs": runs}
    with answered(lesson, "**/api/lessons/exercises/1.3/solution", whole):
        solution.click()
        section.get_by_text("A correct answer:").wait_for()
    assert section.locator(".help").inner_text().split("\n\n") == [
        "A correct answer:",
        "1. A1 | B1   A2\n2. ~C1   B2",
        "The 1 at A2.",
    ]
    assert field.input_value() == "1. A1   A2"


@pytest.mark.parametrize("correct", [True, False])
def test_an_answer_is_checked(lesson: Any, correct: bool) -> None:
    """Right answers are remembered and wrong ones are not. The page explains both."""
    asked = []

    def check(route: Any) -> None:
        asked.append(json.loads(route.request.post_data))
        runs = [{"cell": "C1"}, " is safe."]
        route.fulfill(json={"correct": correct, "words": "C1 is safe.", "runs": runs})

    lesson.route("**/api/lessons/check", check)
    section = lesson.locator(".exercise").first
    section.locator("input").fill("C1")
    section.get_by_role("button", name="Check").click()
    lesson.wait_for_function("document.querySelector('.verdict').textContent")
    lesson.unroute("**/api/lessons/check")
    assert asked == [{"exercise": "1.1", "answer": "C1"}]
    said = section.locator(".verdict").inner_text()
    assert said == ("✓ C1 is safe." if correct else "✗ C1 is safe.")
    assert section.locator(".tag").is_visible() == correct
    kept = lesson.evaluate("localStorage.getItem('sapper.lessons')")
    assert kept == ('["1.1"]' if correct else None)


# -- learn --------------------------------------------------------------------------------------


LEVEL = "6x4x4/given"


def told(frames: list[Any]) -> list[list[str]]:
    """The rows of the board after each step."""
    symbols = ["."] * 24
    found = []
    for frame in frames:
        for cell, symbol in zip(frame["cells"], frame["symbols"], strict=True):
            symbols[cell] = symbol
        found.append(["".join(symbols[at : at + 6]) for at in range(0, 24, 6)])
    return found


def test_an_agent_is_stepped_forwards_and_back(fresh: Any) -> None:
    """Each step of an agent without a knowledge base shows the same board in both directions."""
    frames: list[Any] = list(agents.watch("odds", LEVEL, 3, None))
    assert len(frames) > 5
    agent = {"name": "odds", "description": "", "guess": None}
    about = {"levels": [], "max_side": 100, "agents": [agent], "guesses": []}
    fresh.route("**/api/about", lambda route: route.fulfill(json=about))
    fresh.evaluate(
        """() => (window.WebSocket = class {
            sent = [];
            constructor() { window.socket = this; }
            send(text) { this.sent.push(JSON.parse(text)); }
            close() {}
        })"""
    )
    shown(fresh, "watch", f"{LEVEL}!3!odds")
    fresh.wait_for_function("window.socket")
    fresh.unroute("**/api/about")
    fresh.evaluate("socket.onopen()")
    wish = {"level": LEVEL, "agents": ["odds"], "seed": 3, "guess": None}
    assert fresh.evaluate("socket.sent") == [wish]
    game = {"seed": 3, "level": LEVEL, "width": 6, "height": 4, "kb": [False]}
    messages = [game, *({"side": 0, "frame": one} for one in frames), {"side": 0, "done": True}]
    fresh.evaluate(
        "(all) => all.forEach((one) => socket.onmessage({ data: JSON.stringify(one) }))", messages
    )
    expected = told(frames)
    steps = [*range(len(frames)), *range(len(frames) - 2, -1, -1)]
    for before, at in zip([None, *steps], steps, strict=False):
        if before is not None:
            name = "Step" if at > before else "Step back"
            fresh.get_by_role("button", name=name, exact=True).click()
        assert fresh.get_by_text(f"step {at + 1} of {len(frames)}").is_visible()
        rows = fresh.evaluate("document.querySelector('sapper-board').rows")
        assert rows == expected[at], at
