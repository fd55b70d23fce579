"""The review as an HTML file, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mutations import SAMPLES
from reviewgames import game
from sapper.core.replay import Replay, play_through
from sapper.formats import load
from sapper.review import Review, protect_first, review
from sapper.review.game_html import SERVER, review_html
from web.browsing import LIMIT, playwright

pytestmark = pytest.mark.browser

LOST = game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "flag A1", "open E2")


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """A function that opens a review as an HTML file. A script error makes the fixture fail."""
    contexts = []
    problems: list[str] = []

    def open_file(found: Review, place: str = "", **settings: Any) -> Any:
        file = tmp_path / "review.html"
        file.write_text(review_html(found))
        contexts.append(browser.new_context(**settings))
        shown = contexts[-1].new_page()
        shown.set_default_timeout(LIMIT)
        shown.on("pageerror", lambda problem: problems.append(str(problem)))
        shown.goto(file.as_uri() + place)
        return shown

    yield open_file
    for context in contexts:
        context.close()
    assert problems == []


def test_arrow_keys_walk_through_the_game(show: Any) -> None:
    """The file opens at the end of the game. Arrow keys step through the moves and their proofs."""
    shown = show(review(LOST), viewport={"width": 390, "height": 844})
    heading = shown.locator("#whole-game h2")
    playwright.expect(heading).to_have_text("Needless guess at move 3: C1 was safe.")
    shown.keyboard.press("ArrowLeft")
    playwright.expect(shown.locator("#move-label")).to_contain_text("Move 3, needless guess")
    playwright.expect(shown.locator("[aria-label='C1 hidden safe']")).to_be_visible()
    playwright.expect(shown.locator("#steps li").last).to_contain_text("C1")
    link = shown.locator("#analyse").get_attribute("href")
    assert link == f"{SERVER}/#analyse/6x3x3%2Fany!F.....!2211..!0001.."
    shown.keyboard.press("Home")
    playwright.expect(shown.locator("#move-text")).to_have_text("The game starts at A3.")
    shown.keyboard.press("ArrowRight")
    playwright.expect(shown.locator("#move-text")).to_contain_text("A1 was provably a mine.")
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_provable_mine_is_proved(show: Any) -> None:
    """The page shows why the opened cell was a mine and why another was safe, and marks a clue."""
    found = game("3x2x2/any\n2*2\n2*2\n", "open A1", "open A2", "open B1")
    shown = show(review(found), "#3")
    playwright.expect(shown.locator("#mine-proof summary")).to_have_text(
        re.compile("^Why B1 was a mine: ")
    )
    playwright.expect(shown.locator("#mine-steps li").last).to_contain_text("B1")
    playwright.expect(shown.locator("#proof summary")).to_contain_text("Why C1 was safe")
    playwright.expect(shown.locator("[aria-label='A1 2 clue']")).to_be_visible()
    shown.keyboard.press("ArrowLeft")
    playwright.expect(shown.locator("#mine-proof")).to_be_hidden()


def test_the_page_fits_every_window(show: Any, picture: Any) -> None:
    """Nothing is wider than the window, in the light and the dark look."""
    replay = load(str(SAMPLES / "expert.avf"))
    assert isinstance(replay, Replay)
    found = review(protect_first(play_through(replay).record), 0.2)
    for width, height, look in ((1440, 900, "light"), (1024, 768, "dark"), (390, 844, "dark")):
        screen = {"viewport": {"width": width, "height": height}, "color_scheme": look}
        shown = show(found, "#104", **screen)
        playwright.expect(shown.locator("#move-label")).to_contain_text("Move 104")
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        if look == "light":
            assert len(shown.screenshot()) > 10_000, "something is drawn"
            picture(shown, "review")
