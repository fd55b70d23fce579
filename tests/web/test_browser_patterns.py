"""The pages about patterns in a browser: with the keyboard, by touch, and every page."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from sapper.words.kinds import PatternName
from web.browsing import PHONE, playwright

NAMES = get_args(PatternName)


@pytest.mark.browser
def test_a_pattern_is_learnt_with_the_keyboard(open_page: Any) -> None:
    """From Learn to a pattern, and five right answers with the arrow keys."""
    page = open_page("/#learn")
    page.get_by_role("link", name="Patterns").click()
    page.get_by_role("link", name="The second 1 already has its mine").click()
    page.get_by_role("button", name="Try it").wait_for()
    playwright.expect(page.locator("[data-m=safe]")).to_have_accessible_name("C7 hidden")
    page.get_by_role("button", name="Try it").focus()
    for row in range(1, 6):
        with page.expect_response("**/api/patterns/puzzle") as answer:
            page.keyboard.press("Enter" if row == 1 else "n")
        name = answer.value.json()["right"][0]
        playwright.expect(page.locator(".now")).to_have_count(1)
        playwright.expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
        page.locator(f"[role=gridcell][aria-label^='{name} ']").focus()
        page.keyboard.press("Enter")
        playwright.expect(page.locator(".five .y")).to_have_count(row)
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text("Five in a row.")
    page.get_by_role("link", name="All patterns").click()
    playwright.expect(page.locator(".cards .five .y")).to_have_count(5)


@pytest.mark.browser
@pytest.mark.matrix
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_has_its_board_and_puzzles(open_page: Any, language: str) -> None:
    """Each page fits a phone, and after an answer by touch the marks of the pattern appear."""
    page = open_page("/#patterns", **PHONE, locale=language)
    playwright.expect(page.locator(".cards sapper-board")).to_have_count(len(NAMES))
    for name in NAMES:
        page.goto(page.url.split("#")[0] + f"#patterns/{name}")
        playwright.expect(page.locator(".voice")).to_have_count(2)
        kind = "[data-star]" if name == "guess" else "[data-m=safe]"
        playwright.expect(page.locator(kind).first).to_be_visible()
        with page.expect_response("**/api/patterns/puzzle") as answer:
            page.locator(".acts .main").tap()
        right = answer.value.json()["right"]
        playwright.expect(page.locator(".now")).to_have_count(1)
        page.locator(f"[role=gridcell][aria-label^='{right[0]} ']").tap()
        playwright.expect(page.locator(".five .y")).to_have_count(1)
        playwright.expect(page.locator(kind)).to_have_count(len(right))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
