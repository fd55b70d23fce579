"""The layout at each screen size: nothing is too wide, and the board is large and centred."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import (
    SIZES,
    go,
    playwright,
    sized,
)

pytestmark = [pytest.mark.browser, pytest.mark.matrix]


VIEWS = (
    *("home", "play", "daily", "practice", "rush", "room"),
    *("watch", "lessons", "patterns", "patterns/1-2-1", "analyse", "history"),
)


@pytest.mark.parametrize("size", SIZES)
def test_no_view_is_wider_than_the_screen(open_page: Any, size: str) -> None:
    """No view scrolls sideways."""
    page = open_page("/#play", **sized(size))
    for view in VIEWS:
        go(page, view)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view


@pytest.mark.parametrize(
    ("size", "level", "share"),
    [("desktop", "beginner", 0.35), ("desktop", "intermediate", 0.6), ("laptop", "expert", 0.4)],
)
def test_the_board_is_the_hero(open_page: Any, size: str, level: str, share: float) -> None:
    """The board is horizontally centred, and takes at least `share` of the window's height."""
    page = open_page("/#play", **sized(size))
    page.get_by_label("Level").select_option(level)
    cells = {"beginner": 81, "intermediate": 256, "expert": 480}[level]
    playwright.expect(page.get_by_role("gridcell")).to_have_count(cells)
    box = page.get_by_role("grid").bounding_box()
    width, height = SIZES[size]
    assert box["height"] >= share * height
    assert abs(box["x"] + box["width"] / 2 - width / 2) < 40
    assert box["y"] + box["height"] <= height, "all of it is in view"


def test_a_landscape_phone_shows_all_of_a_beginner_board(open_page: Any) -> None:
    """The whole board is in view with the tools to its right, and a menu leads to other views."""
    page = open_page("/#play", **sized("landscape"))
    page.get_by_role("gridcell").first.wait_for()
    box = page.get_by_role("grid").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 390
    assert page.get_by_role("gridcell").first.bounding_box()["width"] >= 36
    hint = page.get_by_role("button", name="Hint", exact=True).bounding_box()
    assert hint["x"] > box["x"] + box["width"]
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("link", name="History").tap()
    page.locator("sapper-history > *").first.wait_for()
