"""Helpers for browser tests: they find elements, use them and wait for changes."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

from needs import module

playwright = module("playwright.sync_api")

LIMIT = 60_000  # ms; long enough for any step on a busy machine

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


BLANK = "/demo.json"  # an empty page, into which tests import JavaScript modules

GAME = "localStorage.getItem('sapper.game')"  # the id of the game shown

BOARD = "5x3x2/any\n*1000\n12110\n01*10\n"
HINTED = "5x3x2/any\n*..*.\n11111\n00000\n"
"""A1 is a mine, and the row below proves that C1 is safe"""

TOAST = 5000  # ms; how long dom.js shows a toast

# Makes timers of the given lengths fire after ten minutes instead. A slow test can then still see
# what the timer would remove.
LASTING = """(times) => {
    const begin = window.setTimeout.bind(window);
    window.setTimeout = (action, ms, ...rest) =>
        begin(action, times.includes(ms) ? 600_000 : ms, ...rest);
}"""

# Keeps in `most` the largest number of matching elements that were visible at the same time.
MOST = """(selector) => {
    const count = () => [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility()).length;
    window.most = count();
    new MutationObserver(() => (window.most = Math.max(window.most, count())))
        .observe(document, { subtree: true, childList: true, attributes: true });
}"""

# Records layout shifts that were not caused by user input. Must run before the first paint.
SHIFTS = """() => {
    window.shifts = [];
    const where = ({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML)?.slice(0, 100);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            if (!entry.hadRecentInput) window.shifts.push([entry.value, entry.sources.map(where)]);
    }).observe({ type: "layout-shift", buffered: true });
}"""


def shifts(page: Any) -> Any:
    """Wait until the page has settled, and return the score and elements of each layout shift."""
    page.wait_for_load_state("networkidle")
    painted(page)
    return page.evaluate("shifts")


def painted(page: Any) -> None:
    """Wait until the page is painted and its frame callbacks have run."""
    page.evaluate(
        """() => new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
    )


def lasting(page: Any, *times: int) -> None:
    """Make timers of the given lengths last ten minutes, even after a reload."""
    page.add_init_script(f"({LASTING})({list(times)})")
    page.evaluate(LASTING, list(times))


def copied(page: Any, button: Any) -> str:
    lasting(page, TOAST)
    button.click()
    page.get_by_text("Link copied.").wait_for()
    link: str = page.evaluate("navigator.clipboard.readText()")
    return link


CHECK = """async (rule) => {
    const only = rule ? { runOnly: [rule] } : {};
    const options = { resultTypes: ["violations"], elementRef: false, ...only };
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, help, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id}: ${help}: ${node.html.slice(0, 160)}`));
}"""


def violations(page: Any, rule: str | None = None) -> list[str]:
    """The accessibility problems that axe-core finds on a page, for one rule or for all rules."""
    if not page.evaluate("'axe' in window"):
        (folder,) = module("axe_playwright_python").__path__
        page.evaluate((Path(folder) / "axe.min.js").read_text())
    found: list[str] = page.evaluate(CHECK, rule)
    return found


def violations_everywhere(page: Any) -> dict[object, list[str]]:
    """Accessibility problems at phone and desktop size, and contrast problems in each look."""
    found: dict[object, list[str]] = {}
    for size in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        found[size] = violations(page)
    for look in ("light", "dark", "classic", "contrast"):
        page.evaluate("(look) => (document.documentElement.dataset.look = look)", look)
        found[look] = violations(page, "color-contrast")
    return {where: problems for where, problems in found.items() if problems}


class Touch:
    """Simulates fingers on a touch screen."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        """Send a touch event with all fingers that are now on the screen."""
        shown = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": shown})


def middle(where: Any) -> tuple[float, float]:
    box = where.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def without_long_press(page: Any) -> None:
    """Make the page wait a minute for a long press, because a busy machine taps slowly."""
    page.evaluate("async () => { (await import('/settings.js')).settings.press = 60_000; }")


PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


SIZES = {
    "phone": (390, 844),
    "landscape": (844, 390),
    "tablet": (820, 1180),
    "laptop": (1366, 768),
    "desktop": (1920, 1080),
}


def sized(name: str) -> dict[str, Any]:
    """Browser settings (size, touch) for the named screen."""
    width, height = SIZES[name]
    viewport = {"viewport": {"width": width, "height": height}}
    return {**PHONE, **viewport} if name in ("phone", "landscape", "tablet") else viewport


def cell(page: Any, name: str) -> Any:
    return page.get_by_role("gridcell", name=re.compile(rf"^{name} "))


def pick(page: Any, name: str) -> None:
    """Choose a radio button by clicking its label."""
    choice = page.get_by_role("radio", name=re.compile(rf"^{name}\b"))
    page.locator("label").filter(has=choice).click()


def says(page: Any, name: str, words: str) -> None:
    """Wait until the named cell has this accessible label."""
    playwright.expect(cell(page, name)).to_have_attribute("aria-label", f"{name} {words}")


def set_up(page: Any, **settings: Any) -> None:
    """Store these settings in the browser, reload the page, and wait for the board."""
    page.get_by_role("gridcell").first.wait_for()
    page.evaluate("(one) => localStorage.setItem('sapper.settings', JSON.stringify(one))", settings)
    page.reload()
    page.get_by_role("gridcell").first.wait_for()


def waited(page: Any, happened: list[Any]) -> bool:
    """Wait until this list is no longer empty. Returns false if that takes too long."""
    until = time.monotonic() + LIMIT / 1000
    while not happened and time.monotonic() < until:
        page.wait_for_timeout(10)  # lets the page run
    return bool(happened)


def go(page: Any, view: str) -> None:
    """Open a view by its address, without reloading the page."""
    page.goto(page.url.split("#")[0] + f"#{view}")
    page.locator(f"sapper-{view.split('/')[0]} > *").first.wait_for()


def game_on_show(page: Any) -> Any:
    """The game that the page shows, as the server returns it."""
    return page.evaluate(
        """async () => {
            const answer = await fetch(`/api/games/${localStorage.getItem("sapper.game")}`);
            return answer.json();
        }"""
    )


def open_board(page: Any, text: str) -> None:
    """Open a board from a file through the menu."""
    before = page.wait_for_function(f"() => {GAME}").json_value()
    page.get_by_role("button", name="More").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Open a board…").click()
    file = {"name": "board.txt", "mimeType": "text/plain", "buffer": text.encode()}
    chooser.value.set_files(file)
    rows, columns = len(text.splitlines()) - 1, len(text.splitlines()[1])
    grid = page.locator(f"[aria-rowcount='{rows}'][aria-colcount='{columns}']")
    give_up = page.get_by_role("button", name="Give up", exact=True)
    grid.or_(give_up).first.wait_for()
    if give_up.is_visible():  # shown only during a game
        give_up.click()
    page.wait_for_function(f"(before) => {GAME} !== before", arg=before)
    grid.wait_for()
