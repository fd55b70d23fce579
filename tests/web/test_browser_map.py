"""The small map of a board that is too large for its window."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import PHONE, cell, playwright, without_long_press

pytestmark = pytest.mark.browser

FREE = """name => {
    const cell = document.querySelector(`[role=gridcell][aria-label^="${name} "]`);
    const box = cell.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top === cell;
}"""


DOTS = """count => {
    const canvas = document.querySelector('.map > canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, at) => at % 4 === 3 && value).length === count;
}"""


def on_a_phone(open_page: Any) -> Any:
    """An expert game on a phone."""
    page = open_page("/#play", **PHONE)
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    return page


def frame(page: Any) -> dict[str, float]:
    """The bounding box of the map's frame, which marks the part of the board that is in view."""
    found: dict[str, float] = page.locator(".map > i").bounding_box()
    return found


COLOUR = """before => {
    const canvas = document.querySelector('.map > canvas');
    const drawn = [...canvas.getContext('2d').getImageData(0, 0, 1, 1).data].join();
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    const tile = document.body.appendChild(document.createElement('i'));
    tile.style.color = 'var(--tile)';
    pen.fillStyle = getComputedStyle(tile).color;
    tile.remove();
    pen.fillRect(0, 0, 1, 1);
    const wanted = [...pen.getImageData(0, 0, 1, 1).data].join();
    return drawn === wanted && drawn !== before && drawn;
}"""
"""the colour of the map, once it has changed to the colour of the tiles"""


def test_the_map_has_the_colours_of_the_look(open_page: Any) -> None:
    """The map changes colour as soon as the system or the settings change the look."""
    page = on_a_phone(open_page)
    playwright.expect(page.locator(".map")).to_be_visible()
    light = page.wait_for_function(COLOUR).json_value()
    page.emulate_media(color_scheme="dark")
    dark = page.wait_for_function(COLOUR, arg=light).json_value()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="High contrast").check()
    page.wait_for_function(COLOUR, arg=dark)


def test_a_phone_shows_where_on_the_board_one_is(open_page: Any) -> None:
    """The frame follows the board, a tap on the map scrolls the board, and no corner is covered."""
    page = on_a_phone(open_page)
    board_map = page.locator(".map")
    playwright.expect(board_map).to_be_visible()
    before = frame(page)
    page.evaluate("document.querySelector('.room').scrollTo(0, 100000)")
    page.wait_for_function(
        "top => document.querySelector('.map > i').getBoundingClientRect().top !== top",
        arg=before["y"],
    )
    # The map covers neither of the bottom corners.
    page.evaluate("document.querySelector('.room').scrollTo(100000, 100000)")
    page.wait_for_function(FREE, arg="AD16")
    page.evaluate("document.querySelector('.room').scrollTo(0, 100000)")
    page.wait_for_function(FREE, arg="AD1")
    box = board_map.bounding_box()
    page.touchscreen.tap(box["x"] + 2, box["y"] + 2)
    page.wait_for_function("() => document.querySelector('.room').scrollTop === 0")
    playwright.expect(cell(page, "A1")).to_be_in_viewport()


def test_what_is_opened_is_gone_from_the_map(open_page: Any) -> None:
    """Each hidden cell is a dot on the map. Open cells have no dot."""
    page = on_a_phone(open_page)
    playwright.expect(page.locator(".map")).to_be_visible()
    page.wait_for_function(DOTS, arg=480)
    without_long_press(page)
    cell(page, "A1").tap()
    playwright.expect(cell(page, "A1")).not_to_have_attribute("data-s", ".")
    hidden = page.locator("[role=gridcell]:is([data-s='.'], [data-s='F'], [data-s='+'])").count()
    assert hidden < 480
    page.wait_for_function(DOTS, arg=hidden)


def test_a_board_that_fits_has_no_map(open_page: Any) -> None:
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    playwright.expect(page.locator(".map")).to_be_hidden()
