"""Details of the page: nothing jumps, nothing is cut off, and the wording is right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.browsing import (
    BOARD,
    PHONE,
    SHIFTS,
    cell,
    open_board,
    painted,
    playwright,
    says,
    shifts,
    without_long_press,
)

pytestmark = pytest.mark.browser

DESKTOP: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
LANDSCAPE: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
TABLET: dict[str, Any] = {**PHONE, "viewport": {"width": 820, "height": 1180}}

# A websocket that never sends a message.
SILENT = """window.WebSocket = class extends EventTarget {
    readyState = 0;
    send() {}
    close() {}
};"""


@pytest.mark.parametrize("screen", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
def test_the_place_of_a_large_board_is_there_before_it(
    open_page: Any, screen: dict[str, Any], again: bool
) -> None:
    """The page reserves the space for an expert board before the board arrives."""
    page = open_page("/lost-page", **screen)
    page.evaluate("localStorage.setItem('sapper.level', 'expert')")
    if again:
        page.goto(page.url.removesuffix("lost-page") + "#play")
        playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
        page.evaluate("localStorage.setItem('sapper.level', 'beginner')")  # for the next game
    page.add_init_script(f"({SHIFTS})()")
    page.goto(page.url.split("#")[0].removesuffix("lost-page") + "#play")
    page.reload()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    moved = shifts(page)
    assert sum(value for value, _ in moved) < 0.001, moved  # the clock's digits can shift slightly


def test_a_small_board_stands_near_the_middle_of_a_large_window(open_page: Any) -> None:
    """There is space above and below the board, a little more below."""
    page = open_page("/#play", **DESKTOP)
    page.get_by_role("gridcell").first.wait_for()
    box = page.get_by_role("grid").bounding_box()
    above = page.locator(".status").bounding_box()["y"] - 48
    below = 1080 - box["y"] - box["height"]
    assert 60 < above < below < 0.35 * 1080
    tools = page.get_by_role("button", name="Hint", exact=True).bounding_box()
    assert abs(tools["y"] - box["y"]) < 30, "the columns next to it start at its top"


def test_both_agents_have_their_boards_before_the_first_frame(open_page: Any) -> None:
    """On a phone, the first agent's board is visible before the server has answered."""
    page = open_page("/lost-page", **PHONE)
    page.add_init_script(SILENT)
    page.goto(page.url.removesuffix("lost-page") + "#watch/9x7x12%2Fopen!2!rules!odds")
    board = page.get_by_role("grid", name="The board of Rulebook")
    playwright.expect(board).to_be_visible()
    assert board.evaluate("e => getComputedStyle(e).visibility") == "visible"
    assert board.bounding_box()["height"] > 200


def test_two_agents_fit_a_phone_that_lies_down(open_page: Any) -> None:
    """On a landscape phone, both boards are in full view, with the step button to their left."""
    page = open_page("/#watch/9x7x12%2Fopen!2!rules!odds!@2", **LANDSCAPE)
    page.get_by_text("Step 2", exact=True).first.wait_for()
    boards = [page.get_by_role("grid").nth(i).bounding_box() for i in range(2)]
    for box in boards:
        assert box["height"] > 150
        assert box["y"] + box["height"] <= 390
    step = page.get_by_role("button", name="Step", exact=True).bounding_box()
    assert step["y"] + step["height"] <= 390
    assert step["x"] + step["width"] <= boards[0]["x"]


def test_an_expert_game_under_way_is_whole_on_a_tablet(open_page: Any) -> None:
    """The whole board is in view, and the clock is aligned with its right edge."""
    page = open_page("/#play", **TABLET)
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    without_long_press(page)
    cell(page, "H8").tap()
    playwright.expect(page.locator("[data-s='0']").first).to_be_visible()
    painted(page)
    page.wait_for_function(
        """() => {
            const room = document.querySelector(".room");
            return room.scrollHeight <= room.clientHeight + 2;
        }"""
    )
    clock = page.get_by_role("timer").bounding_box()
    board = page.get_by_role("grid").bounding_box()
    assert abs(clock["x"] + clock["width"] - board["x"] - board["width"]) < 6


def test_the_verdict_is_the_headline(open_page: Any) -> None:
    """The headline of a lost game says what decided it, and which cell was the mine."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "E1", "empty")
    cell(page, "A1").click()
    result = page.get_by_role("region", name="Result")
    headline = result.get_by_role("heading", level=2)
    playwright.expect(headline).to_have_text(re.compile("^Needless guess at move 2: .+ was safe.$"))
    playwright.expect(result).to_contain_text("A1 was a coin toss.")


def test_an_english_page_says_nothing_of_english(open_page: Any) -> None:
    """The settings of an English page have no note about the language."""
    page = open_page("/#play")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    playwright.expect(dialog).to_contain_text("Same as my browser")
    assert dialog.locator(".note").count() == 0


def test_the_tools_of_a_game_that_is_over(open_page: Any) -> None:
    """After a game, a bar with the next actions replaces the tools until a new game starts."""
    page = open_page("/#play", **PHONE)
    open_board(page, BOARD)
    without_long_press(page)
    tools = page.get_by_role("toolbar", name="Tools")
    cell(page, "E1").tap()
    says(page, "E1", "empty")
    assert tools.get_by_role("button").all_inner_texts()[:3] == ["Dig", "Flag", "Hint"]
    cell(page, "A1").tap()
    says(page, "A1", "exploded mine")
    playwright.expect(tools).to_be_hidden()
    bar = page.locator(".tell > .acts > *")
    playwright.expect(bar).to_have_text(["Play on from here", "New game", "Step through"])
    page.get_by_role("button", name="New game").tap()
    playwright.expect(tools.get_by_role("button", name="Hint")).to_be_visible()
    page.go_back()


def test_review_is_a_tap_away_when_a_game_is_over(open_page: Any) -> None:
    """On a phone, a link in the bottom bar leads from the result straight to the review."""
    page = open_page("/#play", **PHONE)
    open_board(page, BOARD)
    without_long_press(page)
    cell(page, "E1").tap()
    says(page, "E1", "empty")
    cell(page, "A1").tap()
    page.get_by_role("link", name="Step through").tap()
    playwright.expect(page.locator("[data-badge]")).to_be_visible()
    assert "#review/" in page.url


@pytest.mark.parametrize(("screen", "repeats"), [(DESKTOP, False), (PHONE, True)])
def test_the_menu_has_what_the_tools_have_not(
    open_page: Any, screen: dict[str, Any], repeats: bool
) -> None:
    """The menu contains Share only if it has no button on the page."""
    page = open_page("/#play", **screen)
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="More").click()
    items = page.get_by_role("menuitem").all_inner_texts()
    assert "Give up this game" in items
    assert ("Share" in items, "Larger cells" in items) == (repeats, True)
    box = page.get_by_role("menu").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= screen["viewport"]["height"]


def test_measure_says_which_folder_it_looks_in(open_page: Any) -> None:
    """If there are no reports, the page names the folder in which it looks for reports."""
    page = open_page("/#lab")
    reports = page.get_by_role("region", name="Study reports")
    playwright.expect(reports).to_contain_text("the “results” folder of the directory")


def test_a_measurement_is_legible_on_a_phone(open_page: Any) -> None:
    """On a phone, figures are labelled, and the interval's chart is at least 250 pixels wide."""
    page = open_page("/#lab", **PHONE)
    page.get_by_label("Games", exact=True).select_option("50")
    button = page.get_by_role("button", name="Measure", exact=True)
    button.tap()
    table = page.get_by_role("table")
    table.locator("td.number").first.wait_for()
    button.wait_for()
    heads = table.locator("td.number").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::before').content.slice(1, -1))"
    )
    assert heads[:4] == ["Lost", "Stuck", "Guesses per game", "Time per game"]
    assert table.locator("svg").first.bounding_box()["width"] >= 250
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
