"""You are the agent, and Predict, in a browser: clauses are matched by mouse, keys and touch."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.browsing import PHONE, cell, playwright

pytestmark = pytest.mark.browser

MATCHING = "/#watch/easy!17!textbook@246+hands"
"""KB has 17 clauses, of which two matchings prove that B4 is safe"""
COUNT = "/#watch/4x1x1!.1..+hands=D1"
"""a position in which D1 is safe by the mine count"""


def heading(page: Any, text: str) -> None:
    playwright.expect(page.get_by_role("heading", name=text, exact=True)).to_be_visible()


def clause(page: Any, letter: str, words: str) -> Any:
    return page.get_by_role("button", name=f"{letter}: {words}", exact=True)


def test_two_matchings_by_keys(open_page: Any, picture: Any) -> None:
    """Letters choose clauses, digits cross out, Enter checks and inserts; the end compares."""
    page = open_page(MATCHING)
    heading(page, "Settle one cell.")
    for keys, text in (
        ("gh2", "What follows from these two?"),
        ("\n", "Not yet."),
        ("4\n", "Right. It is new."),
        ("\n", "Match two more clauses."),
        ("fr13\n", "Right. B4 is safe."),
        ("\n", "B4 is safe. You settled it."),
    ):
        for key in keys:
            page.keyboard.press("Enter" if key == "\n" else key)
        heading(page, text)
        if text == "Not yet.":
            now = page.get_by_role("region", name="You are the agent")
            said = "C6 goes only together with ¬C6, which is in the other clause."
            playwright.expect(now).to_contain_text(said)
            status = page.get_by_role("status")
            playwright.expect(status).to_have_text(f"{text} {said.replace('¬', 'not ')}")
            picture(page, "hands")
    rows = page.locator(".tally").all_inner_texts()
    assert [re.sub(r"\s+", " ", row) for row in rows] == [
        "You 2 it cannot be done with fewer",
        "The agent 4 pairs, in its fixed order",
    ]
    playwright.expect(page.locator(".why")).to_contain_text("5 more facts follow")
    picture(page, "hands-done")
    page.get_by_role("button", name="Next position").click()
    heading(page, "Settle one cell.")
    assert page.evaluate("location.hash").endswith(encoded("+hands"))
    assert "246" not in page.evaluate("location.hash")


def encoded(text: str) -> str:
    return text.replace("+", "%2B").replace("=", "%3D")


def test_clauses_are_chosen_by_mouse_and_dragged(open_page: Any) -> None:
    """Clicks and dragging choose clauses, and clicks on literals cross them out."""
    page = open_page(MATCHING)
    first = clause(page, "g", "A4 or C6")
    first.drag_to(page.locator(".slots"))
    playwright.expect(first).to_have_attribute("aria-pressed", "true")
    clause(page, "h", "not B4 or not C6").click()
    for name in ("C6 in g", "not C6 in h"):
        page.get_by_role("checkbox", name=name, exact=True).click()
        playwright.expect(page.get_by_role("checkbox", name=f"{name}, crossed out")).to_be_checked()
    # The literal that was clicked has the focus, but Enter checks the pair.
    page.keyboard.press("Enter")
    heading(page, "Right. It is new.")
    page.get_by_role("button", name="Insert into KB").click()
    own = clause(page, "r", "A4 or not B4")
    playwright.expect(own).to_contain_text("yours")
    cell(page, "C9").click()
    assert page.locator("button.clause").count() == 3


def test_a_screen_reader_works_with_tokens_by_tab_and_space(open_page: Any) -> None:
    """Literals are check boxes: the space bar crosses out the focused one, and Enter checks."""
    page = open_page(MATCHING)
    heading(page, "Settle one cell.")
    page.keyboard.type("gh")
    token = page.get_by_role("checkbox", name="C6 in g", exact=True)
    token.focus()
    page.keyboard.press(" ")
    playwright.expect(page.get_by_role("checkbox", name="C6 in g, crossed out")).to_be_focused()
    playwright.expect(page.get_by_role("status")).to_have_text("Left: A4 or not B4 or not C6")
    page.keyboard.press(" ")
    playwright.expect(token).to_be_focused()
    page.keyboard.press("Enter")
    heading(page, "Not yet.")


def test_a_link_to_a_position_and_a_goal(open_page: Any) -> None:
    """A position has the clauses of its numbers and the mine count. A hint shows a useful pair."""
    page = open_page(COUNT)
    heading(page, "Settle D1.")
    clauses = page.locator("button.clause small").all_inner_texts()
    assert clauses == ["the 1 at B1", "the 1 at B1", "mine count", "mine count"]
    for _ in range(2):
        page.get_by_role("button", name="Hint").click()
        hinted = page.locator("button.hinted")
        playwright.expect(hinted).to_have_count(2)
        for one in hinted.all():
            one.click()
        tokens = page.locator(".token.tap")
        names = tokens.all_text_contents()
        for name, token in zip(names, tokens.all(), strict=True):
            if f"¬{name}" in names or name.removeprefix("¬") in set(names) - {name}:
                token.dispatch_event("click")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    heading(page, "D1 is safe. You settled it.")
    playwright.expect(page.locator(".tally.you")).to_contain_text("it cannot be done with fewer")
    page.get_by_role("button", name="Watch the agent").click()
    playwright.expect(page.locator(".where")).to_contain_text("event 1 of 16")
    playwright.expect(page.locator(".choices > summary")).to_contain_text("in this position")


@pytest.mark.parametrize("screen", ["hands", "predict"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (844, 390)])
def test_the_screens_fit_the_window(open_page: Any, screen: str, width: int, height: int) -> None:
    """Nothing is wider than the window, and on a desktop the page does not scroll."""
    size = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
    page = open_page(f"/#watch/easy!17!textbook@246+{screen}", **size)
    playwright.expect(page.locator(".hands [role=gridcell]").first).to_be_visible()
    if screen == "hands":
        page.keyboard.type("gh")
        page.keyboard.press("1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width > 900 and height > 500:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    box = page.locator(".hands sapper-board").bounding_box()
    assert min(box["width"], box["height"]) > 180


def test_hands_on_a_phone(open_page: Any, picture: Any) -> None:
    """Taps choose clauses and cross out literals."""
    page = open_page(MATCHING, **PHONE)
    heading(page, "Settle one cell.")
    clause(page, "g", "A4 or C6").tap()
    clause(page, "h", "not B4 or not C6").tap()
    page.get_by_role("checkbox", name="C6 in g", exact=True).tap()
    page.get_by_role("checkbox", name="not C6 in h", exact=True).tap()
    page.get_by_role("button", name="Check").tap()
    heading(page, "Right. It is new.")
    picture(page, "hands-phone")


def test_predict_the_next_fact(open_page: Any, picture: Any) -> None:
    """P asks which cell is settled next. A click says safe, and Enter shows whether that is so."""
    page = open_page("/#watch/easy!17!textbook@246")
    playwright.expect(page.locator(".where")).to_contain_text("event 246 of 310")
    page.keyboard.press("p")
    heading(page, "Which cell is settled next?")
    cell(page, "B4").click()
    heading(page, "B4 is safe, you say.")
    page.keyboard.press("Enter")
    heading(page, "Right: B4 is safe.")
    playwright.expect(page.get_by_role("region", name="Predict")).to_contain_text("1 of 1 right")
    picture(page, "predict")
    page.keyboard.press("Enter")
    heading(page, "Which cell is settled next?")
    page.keyboard.press("p")
    playwright.expect(page.locator(".where")).to_contain_text("event 249 of 310")
    page.keyboard.press("p")
    heading(page, "Which cell is settled next?")
    cell(page, "A1").focus()
    page.keyboard.press(" ")
    page.keyboard.press(" ")
    heading(page, "A1 is a mine, you say.")
    page.keyboard.press("Enter")
    heading(page, "It is another one: B4 is safe.")
    said = page.get_by_text("You are right about A1, but it is settled later.")
    playwright.expect(said.first).to_be_visible()


@pytest.mark.parametrize(("lesson", "number"), [(2, "2.6"), (6, "6.5")])
def test_an_exercise_is_done_by_hand(
    open_page: Any, picture: Any, lesson: int, number: str
) -> None:
    """Two matchings in a dialog write the proof into the answer, which is right at once."""
    page = open_page(f"/#lessons/{lesson}")
    exercise = page.get_by_role("region", name=number, exact=True)
    answer = exercise.get_by_role("textbox")
    answer.fill("1. A1 A1")
    exercise.get_by_role("button", name="Match clauses by hand").click()
    dialog = page.get_by_role("dialog", name="You are the agent")
    heading(page, "Settle C1." if lesson == 2 else "Settle D1.")
    for turn in range(2):
        page.keyboard.press("?")
        playwright.expect(dialog.locator("button.hinted")).to_have_count(2)
        for letter in dialog.locator("button.hinted kbd").all_inner_texts():
            page.keyboard.press(letter)
        tokens = dialog.locator(".token.tap").all_text_contents()
        for place, name in enumerate(tokens, 1):
            if f"¬{name}" in tokens or (name[0] == "¬" and name[1:] in tokens):
                page.keyboard.press(str(place))
        page.keyboard.press("Enter")
        playwright.expect(dialog.get_by_role("heading", level=2).first).to_contain_text("Right.")
        if turn == 0:
            picture(page, f"hands-exercise-{lesson}")
        page.keyboard.press("Enter")
    playwright.expect(dialog).to_contain_text("You settled it.")
    page.keyboard.press("Enter")
    playwright.expect(dialog).to_have_count(0)
    playwright.expect(exercise.get_by_text("✓")).to_be_visible()
    assert re.search(r"\n5\. ¬?\w1    from 3 4\n# 1\. A1 A1$", answer.input_value())


def test_escape_puts_clauses_back_and_then_closes_the_exercise(open_page: Any) -> None:
    page = open_page("/#lessons/2")
    exercise = page.get_by_role("region", name="2.6", exact=True)
    exercise.get_by_role("button", name="Match clauses by hand").click()
    dialog = page.get_by_role("dialog", name="You are the agent")
    heading(page, "Settle C1.")
    page.keyboard.press("a")
    heading(page, "And a second clause?")
    page.keyboard.press("Escape")
    heading(page, "Settle C1.")
    page.keyboard.press("Escape")
    playwright.expect(dialog).to_have_count(0)


def test_a_pasted_position_is_done_by_hand(open_page: Any) -> None:
    """Analyse leads to the same position in You are the agent."""
    page = open_page("/#analyse/4x2x2!....!1221")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(8)
    page.get_by_role("button", name="Match clauses").click()
    heading(page, "Settle one cell.")
    playwright.expect(page.locator(".hands [role=gridcell]")).to_have_count(8)
