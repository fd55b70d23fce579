"""Rush in a browser: a run, its end, and what the design states about both."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sapper.core.view import HIDDEN, View
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from web.browsing import cell, playwright, sized, violations

pytestmark = pytest.mark.browser

LOOKS = ("light", "dark", "classic", "contrast")


def begin(open_page: Any, **settings: Any) -> Any:
    """A page with a new run."""
    page = open_page("/#rush", reduced_motion="reduce", **settings)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("gridcell").first.wait_for()
    return page


def run_of(page: Any) -> Any:
    """The run under way, as the server has it."""
    return page.evaluate("async () => (await (await fetch('/api/rush')).json()).run")


def named(page: Any, right: bool = True) -> str:
    """A cell that is provably safe in the current position, or one that is not."""
    view = View.parse(run_of(page)["position"]["position"])
    safe = odds(view).safe
    hidden = (one for one in view.hidden if view[one] == HIDDEN and (one in safe) == right)
    return str(view.grid.name(next(hidden)))


def answer(page: Any, right: bool = True) -> str:
    """Open a cell, and wait for the answer. Returns the name of the cell."""
    name = named(page, right)
    with page.expect_response("**/answer"):
        cell(page, name).click()
    return name


def test_a_run_and_its_end(open_page: Any) -> None:
    """Start, solve, skip, miss three: the verdict, the ratings, and each miss with its proof."""
    page = begin(open_page, viewport={"width": 1440, "height": 900})
    answer(page)
    playwright.expect(page.locator(".status .count").first).to_contain_text("1")
    playwright.expect(page.locator(".rate")).to_contain_text("The last one was a single clue")
    rating = "your rating: a first estimate after 1 position"
    playwright.expect(page.locator(".rate")).to_contain_text(rating)
    with page.expect_response("**/answer"):
        page.keyboard.press("s")
    playwright.expect(page.locator(".marks li")).to_have_text(["solved", "skipped", "current"])
    for mistake in (1, 2, 3):
        opened = answer(page, right=False)
        if mistake < 3:
            lives = page.get_by_role("img", name=f"{mistake} of 3 mistakes")
            playwright.expect(lives.locator(".off")).to_have_count(mistake)
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text(
        "1 solved in your first run."
    )
    playwright.expect(page.locator(".ends")).to_contain_text("Third mistake at 0:00")
    misses = page.locator(".missed > li")
    playwright.expect(misses).to_have_count(4)  # three mistakes, and the skipped position
    playwright.expect(misses.last).to_contain_text("You skipped it.")
    third = misses.nth(2)
    playwright.expect(third).to_contain_text(re.compile(rf"You opened {opened}, an? .*(risk|mine)"))
    playwright.expect(third.get_by_role("heading")).to_have_text(re.compile(r"(was|were) safe\.$"))
    assert third.locator(".why").count() >= 1, "the proof is in words"
    assert third.locator("[data-badge=played]").get_attribute("aria-label").startswith(opened)
    for kind in ("safe", "clues"):
        assert third.locator(f"[data-m={kind}]").count() >= 1, kind
    playwright.expect(page.get_by_role("row").filter(has_text="Single clue")).to_contain_text("new")
    page.reload()
    playwright.expect(misses).to_have_count(4)


def test_the_page_never_names_the_technique_before_the_answer(open_page: Any) -> None:
    """Neither in its text nor in its attributes. Afterwards it does."""
    page = begin(open_page)
    page.wait_for_load_state("networkidle")
    html = page.locator("sapper-rush").evaluate("(one) => one.outerHTML")
    names = [str(one) for one in Technique if one is not Technique.GIVEN]
    assert [name for name in names if name in html] == []
    answer(page)
    playwright.expect(page.locator(".rate")).to_contain_text("single clue")


@pytest.mark.parametrize(("size", "least"), [("desktop", 80), ("phone", 42)])
def test_one_question_large(open_page: Any, size: str, least: int) -> None:
    """Cells of this size; solved, mistakes and time are in one line, and all of it in view."""
    window = sized(size)
    page = begin(open_page, **window)
    box = page.get_by_role("gridcell").first.bounding_box()
    assert box["width"] >= least
    line = [
        page.locator(one).bounding_box()
        for one in (".status .count >> nth=0", ".lives", ".status h2", "[role=timer]")
    ]
    middles = [one["y"] + one["height"] / 2 for one in line]
    assert max(middles) - min(middles) <= 4
    grid = page.get_by_role("grid").bounding_box()
    assert grid["y"] >= max(one["y"] + one["height"] for one in line)
    viewport = window["viewport"]
    assert grid["x"] >= 0
    assert grid["x"] + grid["width"] <= viewport["width"]
    assert grid["y"] + grid["height"] <= viewport["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("Skip", "Stop"):
        playwright.expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    words = page.get_by_text("Positions get harder as you go. Three minutes or three mistakes.")
    playwright.expect(words).to_be_in_viewport()


def test_a_missed_position_comes_back(open_page: Any) -> None:
    """It says when it was missed, and Practice can be had of it at once."""
    page = begin(open_page)
    missed = run_of(page)["position"]["position"]
    answer(page, right=False)
    playwright.expect(page.locator(".marks li")).to_have_count(2)
    page.keyboard.press("Escape")
    playwright.expect(page.locator(".ends")).to_contain_text("Stopped at 0:00")
    page.get_by_role("link", name="Try it again").click()
    page.locator("sapper-practice [role=gridcell]").first.wait_for()
    rows = page.evaluate("document.querySelector('sapper-board').rows")
    assert rows == missed.split("\n")[1:-1]
    page.go_back()
    page.get_by_role("button", name="Run again").click()
    for number in range(3):
        playwright.expect(page.locator(".marks li")).to_have_count(number + 1)
        answer(page)
    playwright.expect(page.locator(".yours")).to_have_text("You missed this on November 16")
    playwright.expect(page.locator(".marks .own")).to_have_text(["current, missed before"])
    answer(page)
    playwright.expect(page.locator(".rate")).to_contain_text("You have seen this one before")
    page.reload()
    playwright.expect(page.locator(".marks li")).to_have_count(5)


def test_the_end_of_the_time(open_page: Any) -> None:
    """When the clock shows zero, the page asks the server, which says that the run is over."""
    page = open_page("/#rush")

    def nearly_over(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "seconds_left": 0.05})

    def stopped(route: Any) -> None:
        page.request.post(f"{route.request.url}/stop")
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "over": "time", "seconds": 180})

    page.route(re.compile(r"/api/rush/[\w-]+$"), stopped)
    page.route(
        re.compile(r"/api/rush$"),
        lambda route: nearly_over(route) if route.request.method == "POST" else route.continue_(),
    )
    page.get_by_role("button", name="Start").click()
    playwright.expect(page.locator(".ends")).to_contain_text("Time is up")
    playwright.expect(page.locator(".ends")).to_contain_text("You missed nothing.")


@pytest.mark.matrix
def test_axe_finds_nothing_in_a_run_and_after_it(open_page: Any) -> None:
    """No violation on a phone and a desktop, and enough contrast in every look."""
    page = begin(open_page)
    answer(page)
    playwright.expect(page.locator(".rate")).to_be_visible()
    found: dict[tuple[str, object], list[str]] = {}

    def check(moment: str) -> None:
        for width, height in ((390, 844), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            found[moment, width] = violations(page)
        for look in LOOKS:
            page.evaluate("(look) => (document.documentElement.dataset.look = look)", look)
            found[moment, look] = violations(page, "color-contrast")

    check("run")
    answer(page, right=False)
    playwright.expect(page.locator(".marks li")).to_have_count(3)
    page.keyboard.press("Escape")
    page.locator(".missed > li").first.wait_for()
    check("end")
    assert not any(found.values()), found
