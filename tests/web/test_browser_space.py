"""The space of Play: how large cells are, and where words go when the board needs the width."""

from __future__ import annotations

import json
from itertools import pairwise, product
from typing import Any

import pytest

from web.browsing import PHONE, cell, go, painted, playwright

pytestmark = pytest.mark.browser

EXPERT = {
    (1280, 720): 35,
    (1366, 768): 38,
    (1440, 900): 44,
    (1536, 864): 44,
    (1920, 1080): 57,
    (1366, 640): 32,
}
"""the cells of an expert board by the size of the window"""

# Loads boards of these sizes into the view, and measures them.
MEASURE = """async ([width, height, boards]) => {
    while (innerWidth !== width || innerHeight !== height) {
        await new Promise(requestAnimationFrame);
    }
    const board = document.querySelector("sapper-board");
    const play = board.closest(".play");
    const edges = (selector) => {
        const box = play.querySelector(selector).getBoundingClientRect();
        return { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    };
    const found = boards.map(([columns, rows]) => {
        board.load(columns, rows, Array(rows).fill(".".repeat(columns)));
        const cells = board.querySelectorAll("[role=gridcell]");
        const [first, last] = [cells[0], cells[cells.length - 1]]
            .map((one) => one.getBoundingClientRect());
        return {
            layout: ["three", "icons", "wide"].find((one) => play.classList.contains(one)),
            cell: first.width, pans: board.classList.contains("pan"), turned: board.turned,
            across: board.turned ? rows : columns,
            left: first.left, top: first.top, right: last.right, bottom: last.bottom,
            status: edges(".status"), line: edges(".saying"), icons: edges(".tools"),
        };
    });
    // The map follows a change of size in the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const scrolls = document.documentElement.scrollHeight > height;
    return found.map((one) => ({ ...one, scrolls }));
}"""

BOARDS = [(9, 9), (16, 16), (30, 16)]


def measure(page: Any, width: int, height: int, boards: list[tuple[int, int]]) -> Any:
    """The boards in a window of that size."""
    page.set_viewport_size({"width": width, "height": height})
    return page.evaluate(MEASURE, [width, height, boards])


def played(open_page: Any, **settings: Any) -> Any:
    """Play, with a board."""
    page = open_page("/#play", **settings)
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_load_state("networkidle")
    return page


def test_expert_cells_are_as_large_as_in_the_design(open_page: Any) -> None:
    """In the wide layout, with its measures; a board of 16 by 16 stays in three columns."""
    page = played(open_page)
    for (width, height), size in EXPERT.items():
        expert, square = measure(page, width, height, [(30, 16), (16, 16)])
        low = height <= 700
        assert (expert["layout"], expert["cell"]) == ("wide", size), (width, height)
        # The top bar 48, the status 44 (or in the bar), the line 36, the names 18.
        assert expert["top"] == 48 + (0 if low else 44) + 36 + 18
        assert expert["status"]["bottom"] == (38 if low else 48 + 44)
        assert expert["line"]["bottom"] - expert["line"]["top"] == 36
        assert expert["bottom"] + 2 + 10 <= height
        assert expert["left"] >= 70 + 18
        assert expert["icons"]["right"] <= expert["left"] - 18
        assert width - expert["right"] >= 22
        assert not expert["scrolls"]
        assert square["layout"] == "three", (width, height)
    (square,) = measure(page, 1440, 900, [(16, 16)])
    assert square["cell"] == 47
    assert [one["cell"] for one in measure(page, 1920, 1080, BOARDS)] == [80, 58, 57]


def test_a_low_window_has_the_status_in_the_top_bar(open_page: Any) -> None:
    """And cells at most as large as a window that is one pixel higher has."""
    page = played(open_page)
    for width in (960, 1100, 1440):
        low = measure(page, width, 700, BOARDS)
        high = measure(page, width, 701, BOARDS)
        assert all(one["status"]["bottom"] <= 48 for one in low)
        assert all(one["status"]["top"] >= 48 for one in high)
        assert all(a["cell"] <= b["cell"] for a, b in zip(low, high, strict=True))


WIDTHS = (320, 390, 521, 560, 561, 620, 820, 900, 901, 1024, 1100, 1199, 1200, 1366, 1440, 2560)
HEIGHTS = (480, 500, 501, 560, 640, 700, 701, 768, 844, 900, 901, 1080, 1180, 1440)


@pytest.mark.matrix
def test_a_larger_window_never_has_smaller_cells(open_page: Any) -> None:
    """From a small phone to a large screen. Nothing is cut off, and no page scrolls."""
    page = played(open_page)
    found: dict[tuple[int, int], Any] = {}
    for width, height in product(WIDTHS, HEIGHTS):
        found[width, height] = measure(page, width, height, BOARDS)
    for (width, height), boards in found.items():
        for board in boards:
            at = (width, height, board)
            assert not board["scrolls"], at
            if board["pans"]:
                continue
            assert board["cell"] <= 80, at
            assert board["left"] >= 0, at
            assert board["right"] <= width, at
            assert board["bottom"] <= height, at
            # No wide empty band, unless the cells can't grow.
            is_free = width > 900 and height > 500
            above, below = board["status"]["top"] - 48, height - board["bottom"]
            if is_free and max(above, below) > 0.15 * height:
                grown = (board["cell"] + 1) * board["across"] + 114
                assert board["cell"] == 80 or grown > width, at
    for (small, fewer), (large, more) in product(found.items(), found.items()):
        if small[0] <= large[0] and small[1] <= large[1]:
            for a, b in zip(fewer, more, strict=True):
                assert a["pans"] or (a["cell"] <= b["cell"] and not b["pans"]), (small, large)


def reason(*clues: str) -> dict[str, Any]:
    """A hint with a reason in one step for each clue."""
    steps = [
        {
            "words": f"Step {number}.",
            "runs": [f"Step {number}."],
            "clues": [clue],
            "fact": {"cells": [clue], "least": 0, "most": 0},
            "also": None,
        }
        for number, clue in enumerate(clues, 1)
    ]
    said = {"words": "A reason.", "runs": ["A reason."]}
    why = {**said, "certain": True, "cell": clues[0], "steps": steps, "proof": None}
    return {
        **said,
        "tier": 5,
        "cell": clues[0],
        "region": [],
        "clues": [clues[0]],
        "certain": True,
        "risk": None,
        "first_is_safe": False,
        "reason": why,
    }


def hinted(page: Any, *clues: str) -> None:
    """Show a hint whose steps mark these cells."""
    page.unroute_all()
    page.route("**/hint", lambda route: route.fulfill(body=json.dumps(reason(*clues))))
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.locator(".saying", has_text=f"{clues[0]} is safe.").wait_for()


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080), (1366, 640)])
def test_the_drawer_covers_no_mark(open_page: Any, size: tuple[int, int]) -> None:
    """It is at the right, or else at the left. With marks at both ends the line says it all."""
    width, height = size
    page = played(open_page, viewport={"width": width, "height": height})
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    cell(page, "P8").click()
    playwright.expect(cell(page, "P8")).not_to_have_attribute("data-s", ".")
    before = cell(page, "A1").bounding_box()
    page.evaluate("async () => { (await import('/settings.js')).settings.askHelp = false; }")
    drawer = page.get_by_role("complementary", name="Help and result")
    whole = page.get_by_role("button", name="Whole reason")

    hinted(page, "C3", "H9")
    assert cell(page, "A1").bounding_box() == before, "a hint does not move the board"
    playwright.expect(drawer).to_be_hidden()
    whole.click()
    at = drawer.bounding_box()
    assert (at["width"], at["x"] + at["width"]) == (276, width - 12)
    covered = (cell(page, "AD1").bounding_box()["x"] + before["width"] - at["x"]) / before["width"]
    assert 2 < covered <= 6
    assert at["y"] == before["y"]
    assert cell(page, "A1").bounding_box() == before
    page.keyboard.press("Escape")
    playwright.expect(drawer).to_be_hidden()

    hinted(page, "AC3", "P9")
    whole.click()
    at = drawer.bounding_box()
    assert at["width"] == 276
    icons = page.get_by_role("toolbar").bounding_box()
    assert 0 <= at["x"] - icons["x"] - icons["width"] <= 20
    assert at["x"] + at["width"] < cell(page, "P9").bounding_box()["x"]

    hinted(page, "B3", "AC9")
    playwright.expect(drawer).to_be_hidden()
    playwright.expect(whole).to_have_count(0)
    line = page.locator(".saying")
    playwright.expect(line).to_contain_text("Step 1.")
    playwright.expect(line).not_to_contain_text("Step 2.")
    line.get_by_role("button", name="Read on").click()
    playwright.expect(line).to_contain_text("Step 2.")
    playwright.expect(line).not_to_contain_text("Step 1.")
    playwright.expect(cell(page, "AC9")).to_have_attribute("data-m", "safe")
    assert cell(page, "A1").bounding_box() == before


def test_a_view_that_fits_does_not_scroll(open_page: Any) -> None:
    """Not even by the pixel of a hidden element."""
    page = open_page("/#home", viewport={"width": 1440, "height": 900})
    for view in ("home", "play", "analyse", "practice"):
        go(page, view)
        page.wait_for_load_state("networkidle")
        painted(page)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), view


CUT = """() => [...document.querySelectorAll(".levels label")].filter((label) => {
    const [box, all] = [label, label.closest(".levels")].map((one) => one.getBoundingClientRect());
    const name = label.querySelector("b");
    return box.right > all.right + 1 || box.bottom > all.bottom + 1 || !name.checkVisibility() ||
        [...name.getClientRects()].some((one) => one.right > box.right + 1) ||
        name.scrollWidth > label.clientWidth;
}).map((label) => label.textContent)"""


@pytest.mark.parametrize("locale", ["en", "de"])
def test_home_shows_all_levels_at_any_zoom(open_page: Any, locale: str) -> None:
    """At 200% of a screen of 1440 by 900, and on small phones; no name is broken or cut off."""
    page = open_page("/#home", locale=locale)
    for width, height in [(720, 450), (320, 640), (390, 844), (1000, 768), (1200, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".levels label").first.wait_for()
        painted(page)
        assert page.evaluate(CUT) == [], (width, height)


def test_the_map_of_a_phone_covers_no_cell(open_page: Any) -> None:
    """It stands in the bar at the top, also on a phone that lies on its side."""
    page = played(open_page, **PHONE)
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    for width, height in [(390, 844), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        playwright.expect(page.locator(".map")).to_be_visible()
        painted(page)
        at, room = page.locator(".map").bounding_box(), page.locator(".room").bounding_box()
        assert at["y"] + at["height"] <= room["y"] or at["x"] + at["width"] <= room["x"]


def test_tools_do_not_overlap_in_a_low_window(open_page: Any) -> None:
    """Each is below the last one, with its label in one line."""
    page = played(open_page, viewport={"width": 1920, "height": 500})
    assert page.locator(".tools kbd:visible").count() == 0
    boxes = [one.bounding_box() for one in page.locator(".tools > .tool:visible").all()]
    assert len(boxes) > 3
    for upper, lower in pairwise(boxes):
        assert upper["y"] + upper["height"] <= lower["y"] + 0.5
