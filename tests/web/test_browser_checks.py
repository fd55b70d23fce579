"""Checks that every view is accessible and that nothing on it jumps.

axe-core checks accessibility with all its rules in all views and sizes, and checks contrast in
every look. axe-core checks names, roles, contrast and structure, but not whether a sentence is
easy to understand.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from web.browsing import HINTED, SHIFTS, cell, open_board, says, shifts, violations
from web.visits import judged

pytestmark = [pytest.mark.browser, pytest.mark.matrix]

SIZES = {
    "wide": (1920, 1080),
    "desktop": (1440, 900),
    "laptop": (1024, 700),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "landscape": (844, 390),
}

# The address of each view, and an element that exists once the view is complete.
VIEWS = {
    "home": ("#home", ".live .voice:not(:empty)"),
    "play": ("#play", "[role=gridcell]"),
    "daily": ("#daily", ".today .week"),
    "learn": ("#watch/easy!17!textbook@246", ".pic svg"),
    "two": ("#watch/9x7x12%2Fopen!2!rules!odds!@part", ".parting .ref"),
    "analyse": ("#analyse", ".values"),
    "history": ("#history", ".hist-body > *"),
    "lab": ("#lab", ".reports p, .reports ul"),
    "rush": ("#rush", ".ends .main"),
    "room": ("#room", ".name .main"),
    "lessons": ("#lessons", ".lesson-list"),
    "patterns": ("#patterns", ".cards a"),
    "pattern": ("#patterns/1-2-1", "[data-m=safe]"),
}

PLACE = """() => {
    const { x, y, width } = document.querySelector("sapper-board").getBoundingClientRect();
    return [x, y, width];
}"""

SEEN = 0.02  # layout shifts with a lower score are not noticeable


def show(open_page: Any, view: str, **settings: Any) -> Any:
    """Open a view and wait until it is complete."""
    path, sign = VIEWS[view]
    page = open_page("/" + path, reduced_motion="reduce", **settings)
    page.locator(sign).first.wait_for()
    return page


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(open_page: Any, view: str) -> None:
    """The axe checker finds no violation at any size, and enough contrast in every look."""
    page = show(open_page, view)
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if problems := violations(page):
            found[size, "light"] = problems
    for size, look in product(("desktop", "phone"), ("dark", "classic", "contrast")):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("(look) => (document.documentElement.dataset.look = look)", look)
        if problems := violations(page, "color-contrast"):
            found[size, look] = problems
    assert not found


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_jumps(open_page: Any, view: str, size: str) -> None:
    """Content that arrives late does not visibly move what a view already shows."""
    path, sign = VIEWS[view]
    width, height = SIZES[size]
    page = open_page("/lost-page", viewport={"width": width, "height": height})
    page.add_init_script(f"({SHIFTS})()")
    page.goto(page.url.removesuffix("lost-page") + path)
    page.locator(sign).first.wait_for()
    moved = shifts(page)
    assert sum(value for value, _ in moved) < SEEN, moved


def test_a_hint_and_the_end_of_a_game_move_nothing(open_page: Any) -> None:
    """The board does not move when text appears next to it."""
    page = open_page("/#play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    before = page.evaluate(PLACE)
    page.keyboard.press("h")
    page.get_by_text("Hint 1 of 5").wait_for()
    assert page.evaluate(PLACE) == before
    cell(page, "A1").click()
    judged(page)
    assert page.evaluate(PLACE) == before
