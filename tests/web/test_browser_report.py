"""The review as an HTML file, in a browser, next to the same review on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mutations import SAMPLES
from reviewgames import game
from sapper.core.replay import Replay, play_through
from sapper.formats import load
from sapper.review import Label, Review, protect_first, review
from sapper.review.game_html import SERVER, review_html
from sapper.web.tasks.games import REVIEW_BUDGET
from web.browsing import LIMIT, playwright, violations_everywhere

pytestmark = pytest.mark.browser

LOST = game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "flag A1", "open E2")

# What the reader sees and where, without the buttons that the page has in addition.
SEEN = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const text = (selector) => all(selector).map((one) => one.textContent);
    const { x, width, height } = document.querySelector("sapper-board").getBoundingClientRect();
    return {
        words: text(".where, .count, .cap, .voice, .muted, .split, .moments, .moves, .steps, h3"),
        cells: all("[role=gridcell]").map((one) => [one.ariaLabel, one.dataset.m ?? ""]),
        graph: all(".graph .line, .graph .now, .graph g").map((one) => one.outerHTML),
        board: [x, width, height],
        look: getComputedStyle(document.querySelector("[role=gridcell]")).fontFamily,
    };
}"""


def expert() -> tuple[Review, Replay]:
    replay = load(str(SAMPLES / "expert.avf"))
    assert isinstance(replay, Replay)
    return review(protect_first(play_through(replay).record), REVIEW_BUDGET), replay


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """A function that opens a review as an HTML file.

    An error, a message on the console or a request makes the fixture fail.
    """
    contexts = []
    problems: list[str] = []

    def open_file(
        found: Review, replay: Replay | None = None, place: str = "", **settings: Any
    ) -> Any:
        file = tmp_path / "review.html"
        file.write_text(review_html(found, replay), encoding="utf-8")
        contexts.append(browser.new_context(**settings, offline=True))
        shown = contexts[-1].new_page()
        shown.set_default_timeout(LIMIT)
        shown.on("pageerror", lambda problem: problems.append(str(problem)))
        shown.on("console", lambda message: problems.append(message.text))
        shown.on("request", lambda request: problems.append(request.url.partition("#")[0]))
        shown.goto(file.as_uri() + place)
        shown.locator(".where b").wait_for()
        return shown

    yield open_file
    for context in contexts:
        context.close()
    own = (tmp_path / "review.html").as_uri()
    assert [one for one in problems if one != own and not one.startswith(("blob:", "data:"))] == []


def test_the_file_shows_what_the_page_shows(show: Any, open_page: Any) -> None:
    """The same words, cells, figures and sizes, at the start, at the end, and at a safe move."""
    size = {"viewport": {"width": 1280, "height": 860}}
    found, replay = expert()
    safe = next(i for i, move in enumerate(found.moves) if move.label is Label.CERTAIN)
    file = show(found, replay, **size)
    page = open_page("/#history", **size)
    page.locator("input[type=file]").set_input_files(SAMPLES / "expert.avf")
    page.wait_for_url("**/#review/file/**")
    page.locator(".graph").wait_for()
    page.locator(".all-figures").wait_for()
    assert file.locator("[role=gridcell]").count() == 480
    for key in ("", "Home", "ArrowRight", "k", "End"):
        for shown in (page, file):
            if key:
                shown.keyboard.press(key)
        assert file.evaluate(SEEN) == page.evaluate(SEEN), key
    move = page.get_by_role("region", name="The move")
    playwright.expect(move.locator(".split")).to_contain_text("your luck")
    for shown in (page, file):
        shown.locator(".all-figures summary").click()
        shown.locator(".all-figures tr").first.wait_for()
        shown.keyboard.press("Home")
        for _ in range(safe):
            shown.keyboard.press("ArrowRight")
        shown.get_by_role("button", name="Why?").click()
        shown.locator(".say .steps li").first.wait_for()
    assert file.locator(".all-figures").inner_text() == page.locator(".all-figures").inner_text()
    assert file.evaluate(SEEN) == page.evaluate(SEEN)


def test_arrow_keys_walk_through_the_game(show: Any) -> None:
    """The file opens at the move that decided the game, and its address names the move."""
    shown = show(review(LOST), viewport={"width": 390, "height": 844})
    move = shown.get_by_role("region", name="The move")
    playwright.expect(move).to_contain_text("Move 3, needless guess")
    playwright.expect(shown.locator("[aria-label='C1 hidden'][data-m=safe]")).to_be_visible()
    playwright.expect(move.locator(".steps li").last).to_contain_text("C1")
    link = move.get_by_role("link", name="Analyse")
    assert link.get_attribute("href") == f"{SERVER}/#analyse/6x3x3%2Fany!F.....!2211..!0001.."
    assert shown.get_by_role("button", name="Play on from here").count() == 0
    shown.keyboard.press("Home")
    playwright.expect(move.locator("h2")).to_have_text("The game starts at A3.")
    assert shown.url.endswith("#1")
    shown.keyboard.press("ArrowRight")
    playwright.expect(move.locator("h2")).to_contain_text("A1 was provably a mine.")
    shown.keyboard.press("End")
    headline = "Needless guess at move 3: C1 was safe."
    playwright.expect(move.locator("h2")).to_have_text(headline)
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390


def test_all_provable_cells_are_shown_on_request(show: Any) -> None:
    shown = show(review(LOST), place="#3")
    marked = shown.locator("[role=gridcell][data-m=safe], [role=gridcell][data-m=mines]")
    playwright.expect(marked).to_have_count(1)
    shown.get_by_label("show provable cells").check()
    view = review(LOST).moves[2]
    playwright.expect(marked).to_have_count(len(view.safe) + len(view.mines))


def test_the_file_fits_every_window_and_look(show: Any, picture: Any) -> None:
    """Nothing is wider than the window. The reader chooses light or dark, and all can read it."""
    found, replay = expert()
    for width, height, look in ((1440, 900, "light"), (1024, 768, "dark"), (390, 844, "dark")):
        screen = {"viewport": {"width": width, "height": height}, "color_scheme": look}
        shown = show(found, replay, "#104", **screen, reduced_motion="reduce")
        playwright.expect(shown.locator(".where")).to_contain_text("move 104 of 144")
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        assert shown.evaluate("document.documentElement.dataset.look") == look
        picture(shown, f"review-file-{width}-{look}")
    shown.get_by_label("Look").select_option("light")
    assert shown.evaluate("document.documentElement.dataset.look") == "light"
    assert violations_everywhere(shown) == {}
