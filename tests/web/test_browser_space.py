"""How the Play view uses space: the size of cells, and where text goes next to a wide board."""

from __future__ import annotations

import json
from itertools import pairwise, product
from typing import Any

import pytest

from web.browsing import (
    PHONE,
    cell,
    go,
    painted,
    playwright,
)

pytestmark = pytest.mark.browser

WINDOWS = [(1280, 720), (1366, 768), (1440, 900), (1536, 864), (1920, 1080), (1366, 640)]

# Loads boards of the given sizes into the view, and measures them.
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
            bar: document.querySelector("header").getBoundingClientRect().bottom,
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
    """The measurements of these boards in a window of this size."""
    page.set_viewport_size({"width": width, "height": height})
    return page.evaluate(MEASURE, [width, height, boards])


def played(open_page: Any, **settings: Any) -> Any:
    page = open_page("/#play", **settings)
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_load_state("networkidle")
    return page


def test_an_expert_board_has_the_window_to_itself(open_page: Any) -> None:
    """An expert board uses the wide layout, and a board of 16 by 16 uses three columns.

    In a window with space for cells of 40 pixels next to words, all boards use three columns.
    The status and the message line are above the expert board, and the icons to its left.
    """
    page = played(open_page)
    for width, height in WINDOWS:
        if width > 1600:
            continue
        expert, square = measure(page, width, height, [(30, 16), (16, 16)])
        at = (width, height)
        assert (expert["layout"], square["layout"]) == ("wide", "three"), at
        assert expert["status"]["bottom"] <= expert["line"]["top"], at
        assert expert["line"]["bottom"] <= expert["top"], at
        assert expert["icons"]["right"] <= expert["left"], at
        assert expert["right"] <= width, at
        assert expert["bottom"] <= height, at
        assert not expert["scrolls"], at
    largest = measure(page, 1920, 1080, BOARDS)
    assert [(one["layout"], one["cell"]) for one in largest] == [("three", 40)] * 3


# The cell size of a board in each layout, and in the layout that the page chooses.
LAYOUTS = """([columns, rows]) => {
    const board = document.querySelector("sapper-board");
    const all = ["three", "icons", "wide"];
    return [...all.map((one) => [one]), all].map((layouts) => {
        board.closest(".play").classList.remove(...all, "roomy", "labelled");
        board.layouts = layouts;
        board.load(columns, rows, Array(rows).fill(".".repeat(columns)));
        board.fit();
        return board.querySelector("[role=gridcell]").getBoundingClientRect().width;
    });
}"""


def test_of_three_layouts_the_one_with_the_largest_cells_is_used(open_page: Any) -> None:
    page = played(open_page)
    for (width, height), board in product(WINDOWS, [*BOARDS, (16, 30)]):
        measure(page, width, height, [board])  # waits until the window has its size
        *each, chosen = page.evaluate(LAYOUTS, board)
        assert chosen == max(each), (width, height, board)


def test_a_low_window_has_the_status_in_the_top_bar(open_page: Any) -> None:
    """In windows up to 700 pixels high, the status is in the top bar."""
    page = played(open_page)
    for width in (960, 1100, 1440):
        low = measure(page, width, 700, BOARDS)
        high = measure(page, width, 701, BOARDS)
        assert all(one["status"]["bottom"] <= one["bar"] for one in low)
        assert all(one["status"]["top"] >= one["bar"] for one in high)
        assert all(a["cell"] <= b["cell"] for a, b in zip(low, high, strict=True))


MARGINS = 114
"""the width next to the cells that every layout needs"""
ABOVE = {"three": 48 + 10, "icons": 48 + 10, "wide": 48 + 36 + 10 + 18}
"""the height of the bar and a margin, and of the line of words and the names above a wide board"""
WIDTHS = (320, 390, 521, 560, 561, 620, 820, 900, 901, 1024, 1100, 1199, 1200, 1366, 1440, 2560)
HEIGHTS = (480, 500, 501, 560, 640, 700, 701, 768, 844, 900, 901, 1080, 1180, 1440)


@pytest.mark.matrix
def test_a_larger_window_never_has_smaller_cells(open_page: Any) -> None:
    """Cells never shrink when the window grows. Nothing is cut off, and no page scrolls.

    A window up to 500 pixels high is a phone held sideways, where nothing is above the board. So
    only a window that is higher by `ABOVE` must have cells as large.
    """
    page = played(open_page)
    page.get_by_role("gridcell").first.click()
    playwright.expect(page.locator("sapper-play.begun")).to_be_visible()
    found: dict[tuple[int, int], Any] = {}
    for width, height in product(WIDTHS, HEIGHTS):
        found[width, height] = measure(page, width, height, BOARDS)
    largest = max(board["cell"] for boards in found.values() for board in boards)
    for (width, height), boards in found.items():
        for board in boards:
            at = (width, height, board)
            assert not board["scrolls"], at
            if board["pans"]:
                continue
            assert board["left"] >= 0, at
            assert board["right"] <= width, at
            assert board["bottom"] <= height, at
            # A wide empty band is allowed only if the cells can't grow.
            is_free = width > 900 and height > 500
            above, below = board["status"]["top"] - board["bar"], height - board["bottom"]
            if is_free and max(above, below) > 0.15 * height:
                grown = (board["cell"] + 1) * board["across"] + MARGINS
                assert board["cell"] == largest or grown > width, at
    for (small, fewer), (large, more) in product(found.items(), found.items()):
        is_low = small[1] <= 500 < large[1]
        if small[0] <= large[0] and small[1] <= large[1]:
            for a, b in zip(fewer, more, strict=True):
                if is_low and large[1] < small[1] + ABOVE[a["layout"]]:
                    continue
                grows = a["cell"] <= b["cell"] and not b["pans"]
                assert a["pans"] or grows, (small, large, a, b)


def reason(*clues: str) -> dict[str, Any]:
    """A hint with a reason that has one step for each clue."""
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


class Hints:
    """Answers requests for hints in place of the server.

    The route is set once, because a request may slip past a route that is being changed.
    """

    def __init__(self, page: Any, shown: str = ".saying") -> None:
        self.page = page
        self.shown = shown
        self.answer: dict[str, Any] = {}
        page.route("**/hint", lambda route: route.fulfill(body=json.dumps(self.answer)))

    def show(self, *clues: str) -> None:
        """Show a hint whose steps mark these cells."""
        self._ask(reason(*clues), f"{clues[0]} is safe.")

    def guess(self, *clues: str) -> None:
        """Show a guess whose reason has three sentences and these clues."""
        said = {"words": "One. Two. Three.", "runs": ["One. Two. Three."]}
        hint = {**reason(*clues), **said, "clues": clues, "certain": False, "reason": said}
        self._ask(hint, "One.")

    def _ask(self, answer: dict[str, Any], words: str) -> None:
        self.answer = answer
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("h")
        self.page.locator(self.shown, has_text=words).first.wait_for()


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1600, 900), (1366, 640)])
def test_the_drawer_covers_no_mark(open_page: Any, size: tuple[int, int]) -> None:
    """The drawer covers no marks.

    If both ends of the board have marks, the message line shows the reason.
    """
    width, height = size
    page = played(open_page, viewport={"width": width, "height": height})
    hints = Hints(page)
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    cell(page, "P8").click()
    playwright.expect(cell(page, "P8")).not_to_have_attribute("data-s", ".")
    playwright.expect(page.get_by_role("button", name="Details")).to_be_visible()
    playwright.expect(page.get_by_role("button", name="More", exact=True)).to_have_count(1)
    before = cell(page, "A1").bounding_box()
    page.evaluate("async () => { (await import('/settings.js')).settings.askHelp = false; }")
    drawer = page.get_by_role("complementary", name="Help and result")
    whole = page.get_by_role("button", name="Whole reason")

    hints.show("C3", "H9")
    assert cell(page, "A1").bounding_box() == before, "a hint does not move the board"
    playwright.expect(drawer).to_be_hidden()
    whole.click()
    at = drawer.bounding_box()
    marked = cell(page, "H9").bounding_box()
    assert marked["x"] + marked["width"] < at["x"]
    assert at["x"] + at["width"] <= width
    assert at["y"] == before["y"]
    assert cell(page, "A1").bounding_box() == before
    page.keyboard.press("Escape")
    playwright.expect(drawer).to_be_hidden()

    hints.show("AC3", "P9")
    whole.click()
    at = drawer.bounding_box()
    icons = page.get_by_role("toolbar").bounding_box()
    assert icons["x"] + icons["width"] <= at["x"]
    assert at["x"] + at["width"] < cell(page, "P9").bounding_box()["x"]
    assert cell(page, "A1").bounding_box() == before

    hints.show("B3", "AC9")
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

    hints.guess("B3", "AC9")
    playwright.expect(drawer).to_be_hidden()
    playwright.expect(whole).to_have_count(0)
    playwright.expect(line).to_contain_text("One.")
    playwright.expect(line).to_contain_text("Two.")
    line.get_by_role("button", name="Read on").click()
    playwright.expect(line).to_contain_text("Three.")
    playwright.expect(line).not_to_contain_text("Two.")


def test_tools_without_words_have_names_and_keys(open_page: Any) -> None:
    """Icons show their name and key on hover and focus, and screen readers get both."""
    page = played(open_page, viewport={"width": 1366, "height": 768})
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.locator("sapper-play.wide")).to_have_count(1)
    tip = """(one) => {
        const style = getComputedStyle(one, "::after");
        return style.display === "none" ? null : style.content;
    }"""
    tools = {"Hint": "H", "May I guess?": "G", "Odds": "O", "Undo": "Z", "Again": "A"}
    tools |= {"New board": "N", "Share": "S"}
    toolbar = page.get_by_role("toolbar")
    for name, key in tools.items():
        tool = toolbar.get_by_role("button", name=name, exact=True)
        playwright.expect(tool).to_have_attribute("aria-keyshortcuts", key)
        assert tool.evaluate(tip) in (None, "none")
        tool.hover()
        assert tool.evaluate(tip) == f'"{name} ({key})"'
    page.mouse.move(700, 400)
    page.keyboard.press("Tab")
    while not toolbar.locator(":focus").count():
        page.keyboard.press("Tab")
    assert toolbar.locator(":focus").evaluate(tip) == '"Hint (H)"'


def test_a_view_that_fits_does_not_scroll(open_page: Any) -> None:
    """A view that fits does not scroll, not even by one pixel."""
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
    """The names of all levels are shown in full, even at a zoom of 200% and on small phones."""
    page = open_page("/#home", locale=locale)
    for width, height in [(720, 450), (320, 640), (390, 844), (1000, 768), (1200, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".levels label").first.wait_for()
        painted(page)
        assert page.evaluate(CUT) == [], (width, height)


def test_the_map_of_a_phone_covers_no_cell(open_page: Any) -> None:
    """On a phone, the map is above the board or to its left, in either orientation."""
    page = played(open_page, **PHONE)
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    for width, height in [(390, 844), (667, 375)]:
        page.set_viewport_size({"width": width, "height": height})
        playwright.expect(page.locator(".map")).to_be_visible()
        painted(page)
        at, room = page.locator(".map").bounding_box(), page.locator(".room").bounding_box()
        assert at["y"] + at["height"] <= room["y"] or at["x"] + at["width"] <= room["x"]


def test_tools_do_not_overlap_in_a_low_window(open_page: Any) -> None:
    """In a low window, the tools don't overlap, and their keyboard shortcuts are hidden."""
    page = played(open_page, viewport={"width": 1920, "height": 500})
    assert page.locator(".tools kbd:visible").count() == 0
    boxes = [one.bounding_box() for one in page.locator(".tools > .tool:visible").all()]
    assert len(boxes) > 3
    for upper, lower in pairwise(boxes):
        assert upper["y"] + upper["height"] <= lower["y"] + 0.5
