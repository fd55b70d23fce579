"""The Analyse view: positions that are edited, pasted or linked, with their odds and values."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mutations import SAMPLES
from web.browsing import (
    BOARD,
    cell,
    go,
    painted,
    playwright,
    sized,
    waited,
)

pytestmark = pytest.mark.browser


def test_a_contradiction_is_shown_at_its_clues(open_page: Any, picture: Any) -> None:
    """Painting a wrong number marks the conflicting clues. Undo and redo work."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("provably safe").first).to_be_visible()
    page.locator("[data-tool='7']").click()
    cell(page, "A2").click()
    playwright.expect(page.get_by_role("alert")).to_contain_text(
        re.compile("can.t (both|all) be right|that can be (a mine|mines)|needs more than")
    )
    marked = page.locator("[data-m=conflict]")
    assert marked.count() >= 1
    picture(page, "contradiction")
    page.get_by_role("button", name="Undo").click()
    playwright.expect(marked).to_have_count(0)
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text(
        "so you don't have to guess."
    )
    page.get_by_role("button", name="Redo").click()
    playwright.expect(marked.first).to_be_visible()


def test_an_impossible_number_of_mines_is_explained_without_a_failed_request(
    open_page: Any,
) -> None:
    """A sentence appears instead of the analysis, and the console shows no error."""
    page = open_page("/#analyse", refused=5)
    mines = page.get_by_role("spinbutton", name="mines")
    mines.fill("90")
    mines.press("Enter")
    playwright.expect(page.get_by_role("alert")).to_contain_text("is not possible")
    playwright.expect(page.get_by_role("alert")).to_contain_text("0 to 77 mines")


def test_a_position_too_large_for_its_value_is_explained_without_a_failed_request(
    open_page: Any,
) -> None:
    """The page does not ask for the value of a large position, so the console shows no error."""
    position = "!".join(["60x50x500%2Fany", *["." * 60] * 50])
    page = open_page(f"/#analyse/{position}")
    playwright.expect(page.get_by_role("region", name="The value of moves")).to_contain_text(
        "3000 hidden cells is too many to estimate the chance of winning: the limit is 2500"
    )


# Drops or pastes a file, given as a list of bytes.
GIVE = """([kind, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(bytes)], "game"));
    const view = document.querySelector("sapper-analyse");
    view.dispatchEvent(kind === "drop"
        ? new DragEvent("drop", { dataTransfer: data, bubbles: true })
        : new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""


def test_a_game_can_be_reviewed_or_its_last_position_analysed(open_page: Any) -> None:
    """The page offers to review a dropped or pasted game, or to analyse its last position."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("provably safe").first).to_be_visible()
    record = f"outcome: unfinished\nmoves: 1\n{BOARD}0 open E1\n"
    page.evaluate(GIVE, ["drop", list(record.encode())])
    page.get_by_role("button", name="Analyse its last position").click()
    playwright.expect(page.locator("sapper-board [role=row]")).to_have_count(3)
    playwright.expect(cell(page, "B1")).to_have_attribute("data-s", "1")
    page.evaluate(GIVE, ["paste", list((SAMPLES / "beginner-v4.evf").read_bytes())])
    dialog = page.get_by_role("dialog")
    playwright.expect(dialog).to_contain_text("You have opened a whole game.")
    page.keyboard.press("Escape")
    playwright.expect(dialog).to_have_count(0)
    playwright.expect(page.locator("sapper-board [role=row]")).to_have_count(3)
    page.evaluate(GIVE, ["paste", list((SAMPLES / "beginner-v4.evf").read_bytes())])
    page.get_by_role("button", name="Review this game").click()
    page.wait_for_url("**/#review/file/**")
    page.locator(".game-facts summary").click()
    playwright.expect(page.locator(".game-facts tr").nth(1)).to_contain_text(
        re.compile("^clicks.*10$")
    )


def test_rows_without_a_level_need_only_the_number_of_mines(open_page: Any) -> None:
    """The page infers the size of pasted rows, and asks for the mines until there is a number."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("provably safe").first).to_be_visible()
    page.evaluate(GIVE, ["paste", list(b".....\n11111\n00000\n")])
    dialog = page.get_by_role("dialog")
    playwright.expect(dialog).to_contain_text("How many mines are on this 5×3 board?")
    playwright.expect(dialog.get_by_label("Mines")).to_be_focused()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    playwright.expect(page.locator(".toast")).to_contain_text("must be a number from 0 to 5")
    dialog.get_by_label("Mines").fill("2")
    page.keyboard.press("Enter")
    playwright.expect(dialog).to_have_count(0)
    playwright.expect(page.locator("sapper-board [role=row]")).to_have_count(3)
    page.wait_for_url("**/#analyse/5x3x2**")
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text("2 boards fit")


def test_edits_of_a_link_survive_a_reload(open_page: Any) -> None:
    """The address changes with each edit. Undo also works after opening a new link."""
    page = open_page("/#analyse/5x2x2%2Fany!1....!1....")
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text("12 boards fit")
    page.locator("[data-tool='2']").click()
    cell(page, "E1").click()
    page.wait_for_url("**/#analyse/5x2x2%2Fany!1...2!1....")
    page.reload()
    playwright.expect(cell(page, "E1")).to_have_attribute("data-s", "2")
    playwright.expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    go(page, "analyse/4x3x4%2Fany!..2.!..3.!....")
    playwright.expect(page.locator("sapper-board [role=row]")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    playwright.expect(cell(page, "E1")).to_have_attribute("data-s", "2")


def test_an_explanation_belongs_to_the_position_shown(open_page: Any) -> None:
    """Editing a position removes its explanation. An explanation that arrives late is not shown."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("provably safe").first).to_be_visible()
    why = page.get_by_role("region", name="Explanation")
    cell(page, "A4").click()
    playwright.expect(why).to_contain_text("A4 is safe")
    cell(page, "I9").click(button="right")
    playwright.expect(why).not_to_contain_text("A4 is safe")
    held: list[Any] = []
    page.route("**/api/explain", lambda route: held.append(route))
    cell(page, "A4").click()
    assert waited(page, held)
    cell(page, "I8").click(button="right")
    with page.expect_response("**/api/explain"):
        held[0].continue_()
    painted(page)
    playwright.expect(why).not_to_contain_text("A4 is safe")


INTERMEDIATE = "16x16x40%2Fsafe" + ("!" + "." * 16) * 16


@pytest.mark.parametrize(("screen", "position"), [("phone", ""), ("tablet", INTERMEDIATE)])
def test_the_whole_board_and_its_odds_are_in_view(
    open_page: Any, screen: str, position: str
) -> None:
    """A board that fits is not cut off, and no part of the page scrolls by just a few pixels."""
    page = open_page(f"/#analyse/{position}" if position else "/#analyse", **sized(screen))
    playwright.expect(page.get_by_role("region", name="Analysis")).to_be_visible()
    page.locator("[role=gridcell]").last.wait_for()
    painted(page)
    room, last = page.locator(".room"), page.locator("[role=gridcell]").last.bounding_box()
    assert room.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    words = page.locator(".right").bounding_box()
    assert last["y"] + last["height"] <= words["y"]
    assert words["height"] >= 160
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_wide_board_gets_the_space_of_the_tools(open_page: Any) -> None:
    """An expert board has large cells and fits the window, because the tools shrink to icons."""
    expert = "30x16x99%2Fsafe" + ("!" + "." * 30) * 16
    page = open_page(f"/#analyse/{expert}", viewport={"width": 1440, "height": 900})
    last = page.locator("[role=gridcell]").last
    last.wait_for()
    painted(page)
    assert last.bounding_box()["width"] >= 31
    board, words = page.get_by_role("grid").bounding_box(), page.locator(".right").bounding_box()
    assert board["x"] + board["width"] <= words["x"]
    playwright.expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_board_that_fits_can_be_hidden_again(open_page: Any) -> None:
    """A button shows a board that fits the position. A second press brings the odds back."""
    page = open_page("/#analyse/5x2x2%2Fany!1....!1....")
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text("12 boards fit")
    odds = page.locator("[role=gridcell][data-o]")
    cell(page, "E1").click()
    example = page.get_by_role("button", name="Show a board with a mine here")
    example.click()
    playwright.expect(odds).to_have_count(0)
    playwright.expect(page.locator("[data-m=mines]")).to_have_count(2)
    example.click()
    playwright.expect(odds).to_have_count(8)


def test_german_words_fit_next_to_the_board(open_page: Any) -> None:
    german = {"locale": "de-DE", "viewport": {"width": 1280, "height": 720}}
    page = open_page("/#analyse/5x2x2%2Fany!1....!1....", **german)
    page.locator(".values").wait_for()
    cell(page, "E1").click()
    page.get_by_role("button", name="Ein Brett mit Mine hier zeigen").wait_for()
    for part in (page.locator(".right"), page.locator("[data-tool=look]")):
        assert part.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_what_a_cell_may_show_is_exact_or_called_an_estimate(open_page: Any) -> None:
    """Exact chances have no label. Estimates are labelled with the number of boards used."""
    page = open_page("/#analyse/5x2x2%2Fany!1....!1....")
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text("12 boards fit")
    page.get_by_role("gridcell").nth(4).click()
    shown = page.get_by_role("group", name="If opened")
    playwright.expect(shown).to_contain_text("16.7%a mine33.3%opens an area50.0%shows 1")
    playwright.expect(shown).not_to_contain_text("about")
    chances = [0.46, 0.38, 0, 0, 0, 0, 0, 0, 0]
    estimate = {"cell": "E1", "risk": 0.16, "chances": chances, "boards": 2000}
    page.route("**/api/numbers", lambda route: route.fulfill(json=estimate))
    page.get_by_role("gridcell").nth(4).click()
    playwright.expect(shown).to_contain_text("16.0%a mineabout 46.0%opens an area")
    playwright.expect(shown).to_contain_text("estimated from 2,000 boards that fit")


@pytest.mark.parametrize(
    ("rule", "first", "area"), [("safe", "is safe", "29.5%"), ("open", "opens an area", "100%")]
)
def test_before_the_first_move_analyse_claims_no_risk(
    open_page: Any, rule: str, first: str, area: str
) -> None:
    page = open_page(f"/#analyse/5x4x6%2F{rule}" + "!....." * 4)
    analysis = page.get_by_role("region", name="Analysis")
    playwright.expect(analysis).to_contain_text(f"The first click {first}, wherever it is.")
    assert page.locator("[role=gridcell][data-o]").count() == 0
    page.get_by_role("gridcell").first.click()
    shown = page.get_by_role("group", name="If opened")
    playwright.expect(shown).to_contain_text(f"{area}opens an area")
    playwright.expect(shown).not_to_contain_text("a mine")


def test_the_value_of_moves_is_shown_after_the_odds(open_page: Any, picture: Any) -> None:
    """Moves are listed best first, and marked on hover or focus. Outdated values are not shown."""
    page = open_page("/#analyse/4x3x4%2Fany!..2.!..3.!....")
    value = page.get_by_role("region", name="The value of moves")
    playwright.expect(value).to_contain_text("The chance of winning is exactly 48.1%")
    analysis = page.get_by_role("region", name="Analysis")
    said = "No cell is provably safe; the safest is D3, with a 33% chance of being a mine."
    playwright.expect(analysis.get_by_role("heading")).to_have_text(said)
    playwright.expect(analysis).not_to_contain_text("false")
    rows = value.locator("tbody tr")
    playwright.expect(rows.first).to_contain_text("A1")
    playwright.expect(rows.first).to_contain_text("48.1%66.7%")
    rows.nth(1).hover()
    picture(page, "value")
    # Moves of equal value share a row and are marked together.
    assert len(rows.all_inner_texts()) == len(set(rows.all_inner_texts()))
    marked = page.locator("[data-m=cells]")
    named = rows.nth(1).get_by_role("button").inner_text().split(", ")
    playwright.expect(marked).to_have_count(len(named))
    value.get_by_role("button", name="A1").focus()
    playwright.expect(marked.first).to_have_accessible_name(re.compile("^A1 "))
    page.keyboard.press("Enter")
    why = page.get_by_role("region", name="Explanation")
    playwright.expect(why).to_contain_text("A1")
    # A contradictory position has no value. A late answer for the previous position is not shown.
    held: list[Any] = []
    page.route("**/api/value", lambda route: held.append(route))
    page.locator("[data-tool='2']").click()
    cell(page, "A1").click()
    assert waited(page, held)
    page.locator("[data-tool='8']").click()
    cell(page, "A2").click()
    playwright.expect(page.get_by_role("alert")).to_contain_text(
        re.compile("can.t (both|all) be right|that can be (a mine|mines)|needs more than")
    )
    with page.expect_response("**/api/value"):
        held[0].continue_()
    painted(page)
    playwright.expect(value).to_be_hidden()
    page.unroute("**/api/value")
    page.get_by_role("button", name="Clear").click()
    playwright.expect(rows.first).to_be_visible()


@pytest.mark.parametrize(
    ("position", "words", "odds"),
    [
        ("9x9x10%2Fopen" + "!........." * 9, "Nothing is open yet", "The first click"),
        ("2x1x1%2Fany!1.", "All hidden cells are mines, so there is nothing left to open.", "fit"),
        (
            "60x60x600%2Fany" + ("!" + "." * 60) * 60,
            "too many to estimate the chance of winning",
            "fit",
        ),
    ],
)
def test_where_a_position_has_no_value_a_line_says_so(
    open_page: Any, position: str, words: str, odds: str
) -> None:
    """One line says why the position has no value."""
    page = open_page(f"/#analyse/{position}")
    value = page.get_by_role("region", name="The value of moves")
    playwright.expect(value).to_contain_text(words)
    assert value.get_by_role("row").count() == 0
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text(odds)


def test_the_position_that_one_finds_there(open_page: Any, picture: Any) -> None:
    """The first position is analysed immediately. A clicked cell is explained."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("provably safe").first).to_be_visible()
    cell(page, "A4").click()
    why = page.get_by_role("region", name="Explanation")
    playwright.expect(why).to_contain_text("A4 is safe")
    value = page.get_by_role("region", name="The value of moves")
    playwright.expect(value).to_contain_text("You can't lose: the")
    picture(page, "analyse")
