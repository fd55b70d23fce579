"""A browser for the tests of the page, and how a person finds things on it."""

from __future__ import annotations

import re
import shutil
import time
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Called before anything is painted: what moves by itself afterwards is noted.
SHIFTS = """() => {
    window.shifts = [];
    const where = ({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML)?.slice(0, 100);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            if (!entry.hadRecentInput) window.shifts.push([entry.value, entry.sources.map(where)]);
    }).observe({ type: "layout-shift", buffered: true });
}"""


class Touch:
    """Fingers on the screen, as the system reports them."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        """All fingers that are down."""
        shown = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": shown})


def middle(where: Any) -> tuple[float, float]:
    """The middle of an element."""
    box = where.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def cell(page: Any, name: str) -> Any:
    """A cell by its name."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{name} "))


def says(page: Any, name: str, words: str) -> None:
    """Wait until a cell has these words."""
    playwright.expect(cell(page, name)).to_have_attribute("aria-label", f"{name} {words}")


def waited(page: Any, held: list[Any], seconds: float = 15.0) -> bool:
    """Whether a request that a test holds up has come, within so many seconds."""
    until = time.monotonic() + seconds
    while not held and time.monotonic() < until:
        page.wait_for_timeout(10)
    return bool(held)


def open_board(page: Any, text: str) -> None:
    """Open a board from a file, by the menu."""
    page.get_by_role("button", name="More").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Open a board…").click()
    file = {"name": "board.txt", "mimeType": "text/plain", "buffer": text.encode()}
    chooser.value.set_files(file)
    rows, columns = len(text.splitlines()) - 1, len(text.splitlines()[1])
    grid = page.locator(f"[aria-rowcount='{rows}'][aria-colcount='{columns}']")
    give_up = page.get_by_role("button", name="Give up", exact=True)
    grid.or_(give_up).first.wait_for()
    if give_up.is_visible():  # there is a game under way
        give_up.click()
    grid.wait_for()
