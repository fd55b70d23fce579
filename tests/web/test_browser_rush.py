"""The Rush view in a browser: a run, its end, and the layout."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sapper.core.grid import Grid
from sapper.core.view import HIDDEN, View
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from web.browsing import PHONE, cell, playwright, sized, violations_everywhere

pytestmark = pytest.mark.browser


def begin(open_page: Any, **settings: Any) -> Any:
    """A page with a new run."""
    page = open_page("/#rush", reduced_motion="reduce", **settings)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("timer").wait_for()
    return page


def run_of(page: Any) -> Any:
    """The current run, as the server returns it."""
    return page.evaluate("async () => (await (await fetch('/api/rush')).json()).run")


def named(page: Any, right: bool = True) -> str:
    """The name of a hidden cell, which is provably safe if and only if `right` is true."""
    view = View.parse(run_of(page)["position"]["position"])
    safe = odds(view).safe
    hidden = (one for one in view.hidden if view[one] == HIDDEN and (one in safe) == right)
    return str(view.grid.name(next(hidden)))


def answer(page: Any, right: bool = True) -> str:
    """Open a cell, and continue after a mistake. Returns the name of the cell."""
    name = named(page, right)
    with page.expect_response("**/answer") as after:
        cell(page, name).click()
    if not after.value.json()["position"] and not after.value.json()["over"]:
        with page.expect_response("**/continue"):
            page.get_by_role("button", name="Continue").click()
    return name


# Cells that the reason names but the board does not mark.
UNMARKED = """(one) => {
    const marked = [...one.querySelectorAll("[data-m]")].map((it) => it.ariaLabel.split(" ")[0]);
    const named = [...one.querySelectorAll(".why .ref")].map((name) => name.textContent);
    return named.filter((name) => !marked.includes(name));
}"""


def test_a_run_and_its_end(open_page: Any) -> None:
    """A run ends after three mistakes, with the score, the ratings, and a proof for each miss."""
    page = begin(open_page, viewport={"width": 1440, "height": 900})
    answer(page)
    playwright.expect(page.locator(".status .count").first).to_contain_text("1")
    playwright.expect(page.locator(".rate")).to_contain_text("The last one was a single clue")
    # One answer is not enough for a rating.
    rating = "Your rating appears after a few answers."
    playwright.expect(page.locator(".rate")).to_contain_text(rating)
    playwright.expect(page.locator(".rate .num")).to_have_count(0)
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
    playwright.expect(misses.last).to_contain_text("You skipped this position.")
    third = misses.nth(2)
    playwright.expect(third).to_contain_text(re.compile(rf"You opened {opened}, an? .*(risk|mine)"))
    playwright.expect(third.get_by_role("heading")).to_have_text(re.compile(r"(was|were) safe\.$"))
    assert third.locator(".why").count() >= 1, "the proof is in words"
    assert third.locator("[data-badge=played]").get_attribute("aria-label").startswith(opened)
    for size in ("desktop", "phone"):  # the proof names cells
        page.set_viewport_size(sized(size)["viewport"])
        playwright.expect(third.get_by_text("A", exact=True)).to_be_visible()
    for kind in ("safe", "clues"):
        assert third.locator(f"[data-m={kind}]").count() >= 1, kind
    assert third.evaluate(UNMARKED) == []
    rated = page.get_by_role("row").filter(has_text="Single clue")
    playwright.expect(page.get_by_role("table")).to_contain_text("One number is enough.")
    playwright.expect(rated.get_by_role("cell")).to_have_text(
        ["–", "new", "not enough answers yet"]
    )
    page.reload()
    playwright.expect(misses).to_have_count(4)


def test_a_mistake_is_explained_while_the_clock_stands(open_page: Any) -> None:
    """A mistake stops the clock and is explained, even after a reload. Enter continues the run."""
    page = open_page("/#rush", reduced_motion="reduce")
    page.clock.install()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("timer").wait_for()
    name = named(page, right=False)
    cell(page, name).click()
    pause, timer = (
        page.get_by_role("region", name="The clock is stopped."),
        page.get_by_role("timer"),
    )
    playwright.expect(pause).to_contain_text(f"You opened {name}")
    left = timer.inner_text()
    page.clock.fast_forward(60_000)
    assert timer.inner_text() == left
    page.reload()
    playwright.expect(pause.get_by_role("heading")).to_have_text(re.compile(r"(was|were) safe\.$"))
    playwright.expect(page.locator("[data-badge=played]")).to_have_count(1)
    assert page.locator("[data-m=safe]").count() >= 1
    playwright.expect(page.get_by_role("button", name="Skip")).to_be_disabled()
    assert timer.inner_text() == left
    page.keyboard.press("Enter")
    playwright.expect(pause).to_have_count(0)
    playwright.expect(page.locator("[data-m], [data-badge]")).to_have_count(0)
    playwright.expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    playwright.expect(page.locator(".marks li")).to_have_text(["mistake", "current"])


def test_an_opened_mine_is_explained(open_page: Any, picture: Any) -> None:
    """The page first says why the cell was a mine, then why another cell was safe."""
    page = begin(open_page)
    while not (mines := odds(view := View.parse(run_of(page)["position"]["position"])).mines):
        answer(page)
    name = view.grid.name(mines[0])
    cell(page, name).click()
    pause = page.get_by_role("region", name="The clock is stopped.")
    playwright.expect(pause).to_contain_text(f"You opened {name}, a provable mine.")
    playwright.expect(pause.locator(".cap + .why")).to_be_visible()
    said = pause.locator(".why").all_inner_texts()
    assert len(said) == len(set(said))
    assert page.locator("sapper-rush").evaluate(UNMARKED) == []
    picture(page, "rush-mine")


def test_the_page_never_names_the_technique_before_the_answer(open_page: Any) -> None:
    """Neither text nor attributes name the technique until the player has answered."""
    page = begin(open_page)
    page.wait_for_load_state("networkidle")
    html = page.locator("sapper-rush").evaluate("(one) => one.outerHTML")
    names = [str(one) for one in Technique if one is not Technique.GIVEN]
    assert [name for name in names if name in html] == []
    answer(page)
    playwright.expect(page.locator(".rate")).to_contain_text("single clue")


@pytest.mark.parametrize(("size", "least"), [("desktop", 80), ("phone", 42)])
def test_one_question_large(open_page: Any, size: str, least: int) -> None:
    """Cells are at least `least` pixels wide, counters share a line, and everything is in view."""
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
    playwright.expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[0-3]:\d\d$"))
    playwright.expect(page.locator(".lives > *")).to_have_count(3)
    words = page.get_by_text(
        "Positions get harder as you go. The run ends after three minutes or three mistakes."
    )
    playwright.expect(words).to_be_in_viewport()


@pytest.mark.parametrize(("size", "least"), [("desktop", 64), ("tablet", 64), ("phone", 38)])
def test_an_example_before_the_first_run(open_page: Any, size: str, least: int) -> None:
    """The example has cells at least `least` pixels wide, and explains its safe cells."""
    page = open_page("/#rush", **sized(size))
    example = page.get_by_role("region", name="An example")
    assert example.get_by_role("gridcell").first.bounding_box()["width"] >= least
    playwright.expect(example).to_contain_text(
        "The 1 at F4 already has its mine, F3. So G3, G4 and G5 are safe."
    )
    playwright.expect(example.locator("[data-m=safe]")).to_have_count(3)
    rows = example.locator("sapper-board").evaluate("(board) => board.rows")
    safe = odds(View.parse("\n".join(["9x7x10/any", *rows, ""]))).safe
    assert {"G3", "G4", "G5"} <= {Grid(9, 7).name(one) for one in safe}
    playwright.expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)


def test_a_missed_position_comes_back(open_page: Any, picture: Any) -> None:
    """A missed position can be practised right away. A later run shows the date of the miss."""
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
    page.clock.set_fixed_time("2026-11-18T18:00Z")
    page.get_by_role("button", name="Run again").click()
    for number in range(3):
        playwright.expect(page.locator(".marks li")).to_have_count(number + 1)
        answer(page)
    playwright.expect(page.locator(".yours")).to_have_text("You missed this on November 16")
    page.clock.set_fixed_time("2026-11-16T18:00Z")
    page.reload()
    playwright.expect(page.locator(".yours")).to_have_text("You missed this earlier today")
    playwright.expect(page.locator(".marks .own")).to_have_text(["current, missed before"])
    playwright.expect(page.get_by_title("current, missed before")).to_have_count(1)
    playwright.expect(page.get_by_text("missed before", exact=True)).to_be_visible()
    picture(page, "rush-own")
    answer(page)
    playwright.expect(page.locator(".rate")).to_contain_text("You have seen this position before")
    page.reload()
    playwright.expect(page.locator(".marks li")).to_have_count(5)


def enlarged(form: Any) -> Any:
    """The same position on an Expert board with additional hidden cells."""
    rows = form["position"].split("\n")[1:-1]
    rows = [f"{row:.<30}" for row in rows] + ["." * 30] * (16 - len(rows))
    return {**form, "position": "\n".join(["30x16x99/any", *rows, ""])}


def enlarge(route: Any) -> None:
    """Replace each position in the server's answers with an Expert board."""
    answer = route.fetch()
    found = answer.json()
    if isinstance(found, list):
        found = [enlarged(one) for one in found]
    elif found.get("position"):
        found = {**found, "position": enlarged(found["position"])}
    route.fulfill(response=answer, json=found)


@pytest.mark.parametrize(
    ("width", "height", "whole"),
    [(390, 844, False), (820, 1180, False), (1366, 768, True), (1440, 900, True)],
)
def test_a_large_position_fits(
    open_page: Any, picture: Any, width: int, height: int, whole: bool
) -> None:
    """An Expert position fits on the screen, or scrolls in a frame."""
    window = {**(PHONE if width < 900 else {}), "viewport": {"width": width, "height": height}}
    page = open_page("/#rush", reduced_motion="reduce", **window)
    page.route(re.compile(r"/api/rush(/[\w-]+/(answer|missed|continue))?$"), enlarge)
    page.get_by_role("button", name="Start").click()
    room = page.locator(".room")
    playwright.expect(room.get_by_role("gridcell")).to_have_count(480)

    def check(column: Any, whole: bool) -> None:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        frame, outer = room.bounding_box(), column.bounding_box()
        assert frame["x"] >= outer["x"] - 1
        assert frame["x"] + frame["width"] <= min(outer["x"] + outer["width"], width) + 1
        board = room.locator("sapper-board").bounding_box()
        if whole:
            assert board["width"] <= frame["width"] + 1
            assert board["y"] + board["height"] <= frame["y"] + frame["height"] + 1
        else:
            assert room.evaluate("(one) => getComputedStyle(one).overflowX") == "auto"
        assert board["width"] >= 480

    check(page.locator(".mid"), whole)
    assert room.bounding_box()["y"] + room.bounding_box()["height"] <= height
    picture(page, f"rush-large-{width}")
    # Skip the position, and stop the run before the server answers.
    page.evaluate("""() => {
        for (const key of ["s", "Escape"]) {
            document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        }
    }""")
    playwright.expect(page.locator(".missed").get_by_role("gridcell")).to_have_count(480)
    check(page.locator(".missed"), width > 560)
    assert page.locator(".missed h3").bounding_box()["width"] >= 250
    playwright.expect(room.locator("[data-m=safe]").first).to_be_in_viewport()
    picture(page, f"rush-large-missed-{width}")


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
    playwright.expect(page.locator(".ends")).to_contain_text("You missed no positions.")


@pytest.mark.matrix
def test_axe_finds_nothing_in_a_run_and_after_it(open_page: Any) -> None:
    """The axe checker finds no accessibility problem before, during or after a run."""
    page = open_page("/#rush", reduced_motion="reduce")
    page.locator(".example").wait_for()
    before = violations_everywhere(page)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("toolbar").wait_for()
    answer(page)
    playwright.expect(page.locator(".rate")).to_be_visible()
    during = violations_everywhere(page)
    answer(page, right=False)
    playwright.expect(page.locator(".marks li")).to_have_count(3)
    page.keyboard.press("Escape")
    page.locator(".missed > li").first.wait_for()
    assert before == during == violations_everywhere(page) == {}
