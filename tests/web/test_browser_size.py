"""The laws of size in Play, and the size of cells that a player chooses for each look.

*Fit* shows every cell, nothing covers the board, and no scrollbar is there for less than a cell.
"""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import cell, painted, playwright, says, sized

pytestmark = pytest.mark.browser

WINDOWS = [
    *((320, 640), (360, 640), (390, 844), (560, 800), (768, 1024), (844, 390), (1024, 768)),
    *((1280, 720), (1366, 640), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440)),
]
BOARDS = [(9, 9), (16, 16), (30, 16), (16, 30), (60, 40)]

# Shows a board of a size during a game, and returns what breaks a law.
BROKEN = """async ([columns, rows, fit]) => {
    const board = document.querySelector("sapper-board");
    const room = board.closest(".room");
    board.load(columns, rows, Array(rows).fill(".".repeat(columns)));
    board.zoom(null);
    board.fit();
    if (fit) board.whole();
    room.scrollTo(0, 0);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const cells = [...board.querySelectorAll("[role=gridcell]")];
    const size = cells[0].getBoundingClientRect().width;
    const broken = [];
    const [across, down] = [room.scrollWidth - room.clientWidth,
        room.scrollHeight - room.clientHeight];
    for (const rest of [across, down]) {
        if (rest > 0 && rest < size) broken.push(`a scrollbar for ${rest} px`);
    }
    const page = document.documentElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) broken.push("scrolls");
    const seen = room.getBoundingClientRect();
    const covered = new Set();
    for (const cell of cells) {
        const box = cell.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const isIn = x > Math.max(0, seen.left) && x < Math.min(innerWidth, seen.right) &&
            y > Math.max(0, seen.top) && y < Math.min(innerHeight, seen.bottom);
        const isWhole = box.left >= seen.left - .5 && box.right <= seen.right + .5 &&
            box.top >= seen.top - .5 && box.bottom <= seen.bottom + .5 &&
            box.right <= innerWidth && box.bottom <= innerHeight;
        if (fit && !isWhole) broken.push(`${cell.ariaLabel} is cut off`);
        const top = isIn && document.elementFromPoint(x, y);
        // The names of rows and columns stay in view over a board that pans.
        if (top && top !== cell && !top.closest("sapper-board")) covered.add(top.className);
    }
    for (const name of covered) broken.push(`${name} covers cells`);
    if (!fit && size > 40 && matchMedia("(pointer: fine)").matches) broken.push(`${size} px`);
    return broken.slice(0, 3);
}"""


def begun(open_page: Any, **settings: Any) -> Any:
    """A page with a game in which a cell is open."""
    page = open_page("/#play", **settings)
    cell(page, "E5").click()
    playwright.expect(page.locator("sapper-play.begun")).to_be_visible()
    page.wait_for_load_state("networkidle")
    return page


def broken(page: Any, windows: list[tuple[int, int]]) -> dict[Any, Any]:
    found = {}
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        painted(page)
        for board in BOARDS:
            for fit in (False, True):
                at = (width, height, board, "fit" if fit else "automatic")
                found[at] = page.evaluate(BROKEN, [*board, fit])
    return {at: laws for at, laws in found.items() if laws}


def test_the_laws_of_size_with_a_mouse(open_page: Any) -> None:
    assert broken(begun(open_page), WINDOWS) == {}


def test_the_laws_of_size_on_touch_screens(open_page: Any) -> None:
    page = begun(open_page, **sized("phone"))
    assert broken(page, [window for window in WINDOWS if window[0] < 1300]) == {}


def width(page: Any) -> float:
    found: float = page.get_by_role("gridcell").first.bounding_box()["width"]
    return found


def test_the_size_of_cells_is_remembered_for_each_look(open_page: Any) -> None:
    page = open_page("/#play", **sized("laptop"))
    page.get_by_role("gridcell").first.wait_for()
    assert width(page) == 40
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert width(page) == 48
    page.keyboard.press("n")
    cell(page, "E5").click()
    says(page, "E5", "empty")
    page.reload()
    says(page, "E5", "empty")
    assert width(page) == 48
    page.get_by_role("button", name="Settings").click()
    sizes = page.get_by_label("Cell size in Play, in this look")
    playwright.expect(sizes).to_have_value("48")
    page.get_by_text("Classic", exact=True).click()
    playwright.expect(sizes).to_have_value("0")
    sizes.select_option("24")
    page.get_by_role("button", name="Done").click()
    assert width(page) == 24
    page.keyboard.press("0")
    assert width(page) == 40
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Light", exact=True).click()
    page.get_by_role("button", name="Done").click()
    assert width(page) == 48


def test_a_custom_size_is_named_and_its_form_goes(open_page: Any) -> None:
    page = open_page("/#play", **sized("laptop"))
    page.get_by_role("gridcell").first.wait_for()
    levels = page.get_by_label("Level")
    levels.select_option("Custom…")
    form = page.locator("form.custom")
    form.get_by_label("Width").fill("12")
    form.get_by_label("Height").fill("7")
    form.get_by_role("spinbutton", name="Mines").fill("10")
    form.get_by_role("button").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(84)
    playwright.expect(form).to_be_hidden()
    assert levels.evaluate("e => e.selectedOptions[0].textContent") == "12×7, 10 mines"
    page.reload()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(84)
    playwright.expect(form).to_be_hidden()
