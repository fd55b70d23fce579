"""The board in a browser: mouse, touch, keys, and screen readers."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import (
    BOARD,
    MOST,
    PHONE,
    Touch,
    cell,
    game_on_show,
    middle,
    open_board,
    playwright,
    says,
    sized,
    without_long_press,
)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("how", ["double", "middle", "both", "shift"])
def test_chord(open_page: Any, how: str) -> None:
    """Double click, middle button, both buttons and Shift all open the cells around a number."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "B1", "1")
    cell(page, "A1").click(button="right")
    says(page, "A1", "flagged")
    number = cell(page, "B1")
    if how == "double":
        number.dblclick()
    elif how == "middle":
        number.click(button="middle")
    elif how == "shift":
        number.click(modifiers=["Shift"])
    else:
        number.hover()
        page.mouse.down(button="right")
        page.mouse.down(button="left")
        assert cell(page, "A2").evaluate("e => e.classList.contains('pressed')")
        page.mouse.up(button="left")
        page.mouse.up(button="right")
    says(page, "A2", "1")


def test_press_shows_release_acts_dragging_off_cancels(open_page: Any) -> None:
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "E1").hover()
    page.mouse.down()
    assert cell(page, "E1").evaluate("e => e.classList.contains('pressed')")
    cell(page, "D1").hover()
    assert not cell(page, "E1").evaluate("e => e.classList.contains('pressed')")
    assert cell(page, "D1").evaluate("e => e.classList.contains('pressed')")
    page.mouse.move(5, 400)
    assert page.locator(".pressed").count() == 0
    page.mouse.up()
    says(page, "D1", "hidden")
    cell(page, "E1").click()
    says(page, "E1", "empty")
    playwright.expect(page.get_by_role("status")).to_have_text("10 cells opened")
    assert game_on_show(page)["moves"] == 1


def test_pinch_zooms_the_board(open_page: Any) -> None:
    page = open_page("/#play", **PHONE)
    touch = Touch(page)
    first = page.get_by_role("gridcell").first
    before = first.bounding_box()["width"]
    x, y = middle(page.get_by_role("grid"))
    touch("touchStart", (x - 20, y), (x + 20, y))
    touch("touchMove", (x - 40, y), (x + 40, y))
    touch("touchEnd")
    assert first.bounding_box()["width"] > before * 1.3


def test_a_large_region_opens_whole(open_page: Any) -> None:
    """Thousands of cells are drawn over several frames. In the end, all cells match the server."""
    page = open_page("/#history")
    text = "100x100x1/any\n" + "\n".join(
        ["." * 100] * 60 + ["." * 30 + "*" + "." * 69] + ["." * 100] * 39
    )
    page.evaluate(
        """async (board) => {
            const headers = { "Content-Type": "application/json" };
            const body = JSON.stringify({ board });
            const answer = await fetch("/api/games", { method: "POST", headers, body });
            localStorage.setItem("sapper.game", (await answer.json()).id);
        }""",
        text,
    )
    page.goto(page.url.split("#")[0] + "#play")
    page.get_by_role("gridcell").nth(205).click()
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("Won")
    playwright.expect(page.locator("[data-s='0']")).to_have_count(9991)
    assert page.locator("[data-s='1']").count() == 8
    says(page, "AE62", "1")
    says(page, "CV100", "empty")


def test_what_a_screen_reader_meets(open_page: Any) -> None:
    """A screen reader finds a named grid of labelled cells, one tab stop, and a live region."""
    page = open_page("/#play")
    open_board(page, BOARD)
    tree = page.get_by_role("grid", name="Minesweeper board").aria_snapshot()
    assert '- row "A1 hidden B1 hidden C1 hidden D1 hidden E1 hidden"' in tree
    assert '- gridcell "A1 hidden"' in tree
    assert page.locator("sapper-board [role=row]").count() == 3
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    cell(page, "E1").click()
    playwright.expect(page.get_by_role("status")).to_have_text("10 cells opened")
    unnamed = page.evaluate(
        "[...document.querySelectorAll('button, select, input:not([hidden])')]"
        ".filter(e => !(e.ariaLabel || e.labels?.length || e.textContent.trim() || e.title)).length"
    )
    assert unnamed == 0


def test_a_cell_obeys_a_click_without_a_mouse(open_page: Any) -> None:
    """Assistive technology calls click() and focus(), and both act on the right cell."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "E1").evaluate("e => e.click()")
    says(page, "E1", "empty")
    cell(page, "A1").evaluate("e => e.focus()")
    page.keyboard.press("f")
    says(page, "A1", "flagged")
    cell(page, "B1").evaluate("e => e.click()")  # on a number, opens the cells around it
    says(page, "A2", "1")


def test_an_expert_board_is_turned_on_an_upright_screen(open_page: Any) -> None:
    """Cells keep their names, and arrow keys follow the screen.

    A setting prevents boards from being turned.
    """
    page = open_page("/#play", **sized("tablet"))
    page.get_by_label("Level").select_option("expert")
    page.locator("[aria-rowcount='30'][aria-colcount='16']").wait_for()
    first, below = cell(page, "A1").bounding_box(), cell(page, "B1").bounding_box()
    assert (below["x"], below["y"] > first["y"]) == (first["x"], True)
    assert first["width"] >= 28
    box = page.get_by_role("grid").bounding_box()
    assert box["y"] + box["height"] <= 1180
    cell(page, "A1").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.ariaLabel") == "B1 hidden"
    page.evaluate("localStorage.setItem('sapper.settings', JSON.stringify({ turn: false }))")
    page.reload()
    page.locator("[aria-rowcount='16'][aria-colcount='30']").wait_for()


def test_a_board_that_pans_keeps_its_names(open_page: Any) -> None:
    """A zoomed board scrolls within its frame, and the names of rows and columns stay in view."""
    page = open_page("/#play", **sized("laptop"))
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    before = page.get_by_role("gridcell").first.bounding_box()["width"]
    for _ in range(8):
        page.keyboard.press("+")
    assert page.get_by_role("gridcell").first.bounding_box()["width"] == 64 > 1.5 * before
    room = page.locator(".room")
    top = page.locator(".heads .head").nth(1).bounding_box()["y"]
    room.evaluate("e => e.scrollTo({ top: 300, left: 400, behavior: 'instant' })")
    assert page.locator(".heads .head").nth(1).bounding_box()["y"] == top
    row = page.locator("[role=row] > .head").nth(8).bounding_box()
    assert abs(row["x"] - room.bounding_box()["x"]) < 2
    page.keyboard.press("0")
    assert page.get_by_role("gridcell").first.bounding_box()["width"] == before


def test_touch(open_page: Any, picture: Any) -> None:
    """A tap opens a cell, a long press flags it, and a drag does nothing."""
    page = open_page("/#play", **PHONE)
    open_board(page, BOARD)
    touch = Touch(page)
    at = middle(cell(page, "A1"))
    page.evaluate(MOST, ".holding")
    touch("touchStart", at)
    page.wait_for_function("() => window.most === 1")
    says(page, "A1", "flagged")
    touch("touchEnd")
    says(page, "A1", "flagged")
    without_long_press(page)
    cell(page, "E1").tap()
    says(page, "E1", "empty")
    cell(page, "B1").tap()  # on a number, opens the cells around it
    says(page, "A2", "1")
    switch = page.get_by_role("button", name="Flag", exact=True)
    switch.tap()
    playwright.expect(switch).to_have_attribute("aria-pressed", "true")
    cell(page, "A3").tap()
    says(page, "A3", "flagged")
    at = middle(cell(page, "C3"))
    touch("touchStart", at)
    touch("touchMove", (at[0], at[1] + 40))
    touch("touchEnd")
    says(page, "C3", "hidden")


def test_the_column_names_have_a_layer_of_their_own(open_page: Any) -> None:
    """Column names have their own layer, so animating a cell doesn't redraw most of the page."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    session = page.context.new_cdp_session(page)
    layers: list[int] = []
    session.on(
        "LayerTree.layerTreeDidChange",
        lambda event: layers.extend(
            one["backendNodeId"] for one in event.get("layers", []) if "backendNodeId" in one
        ),
    )
    session.send("DOM.enable")
    found = session.send("Runtime.evaluate", {"expression": "document.querySelector('.heads')"})
    described = session.send("DOM.describeNode", {"objectId": found["result"]["objectId"]})
    session.send("LayerTree.enable")
    for _ in range(300):
        if described["node"]["backendNodeId"] in layers:
            return
        page.evaluate("new Promise(requestAnimationFrame)")
    pytest.fail("no layer belongs to the names")
