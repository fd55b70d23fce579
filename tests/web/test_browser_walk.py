"""A walk through all views: each looks the same as after a fresh load, and leaks nothing."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from web.browsing import BLANK, PHONE, painted, playwright
from web.visits import PUZZLE

pytestmark = pytest.mark.browser

# These views always show the same content. A selector first matches when its view is complete.
VIEWS = {
    "play": "[role=gridcell]",
    "home": ".today .voice",  # for a player who has visited Play
    "watch/easy!17!textbook@246": ".pic svg",
    "lessons/1": ".exercise",
    "patterns": ".cards a",
    "analyse": ".values",
    "history": ".hist-body > *",
    "lab": ".reports p, .reports ul",
    "daily": ".today, .after",
    "practice": "[role=gridcell]",
    "rush": ".b.main",
    "room": ".b.main",
}

# Loses a game with a needless guess, and returns its id.
LOSE = """async () => {
    const post = async (path, body) => (await fetch(`/api${path}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    })).json();
    const { id } = await post("/games", { board: "5x3x2/any\\n*..*.\\n11111\\n00000\\n" });
    for (const cell of [12, 0]) await post(`/games/${id}/moves`, { kind: "open", cell });
    return id;
}"""

# The positions of the parts of a view, and the cell size of its boards.
GEOMETRY = """() => {
    const view = document.querySelector("main > *");
    const parts = [view, ...view.children, ...view.querySelectorAll("sapper-board")];
    return parts.filter((one) => one.checkVisibility()).map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const cell = one.querySelector("[role=gridcell]")?.offsetWidth;
        return [one.localName, x, y + scrollY, width, height, cell ?? 0].join(" ");
    });
}"""


def tour(count: int) -> list[int]:
    """A closed walk that goes from each of `count` places to every other exactly once."""
    left = {place: [one for one in range(count) if one != place] for place in range(count)}
    path, found = [0], []
    while path:  # Hierholzer's algorithm
        if left[path[-1]]:
            path.append(left[path[-1]].pop())
        else:
            found.append(path.pop())
    return found[::-1]


def visit(page: Any, view: str, sign: str) -> None:
    """Go to a view without reloading the page, and wait until it is complete."""
    page.evaluate("(hash) => { location.hash = hash; }", view)
    name = view.split("/", maxsplit=1)[0]
    page.locator(f"sapper-{name}").locator(sign).first.wait_for()


@pytest.fixture
def page(open_page: Any) -> Any:
    """A blank page on a phone, with a fixed puzzle instead of a random one."""
    page = open_page(BLANK, reduced_motion="reduce", **PHONE)
    page.route("**/api/puzzle", lambda route: route.fulfill(json=PUZZLE))
    return page


def test_a_view_looks_the_same_after_any_other(page: Any) -> None:
    """A view looks the same after any other view as after a fresh load."""
    start = page.url.removesuffix(BLANK)
    # Lose a game before any view is loaded, so that the history has a game to list.
    views = {f"review/{page.evaluate(LOSE)}": "aside .say > *", **VIEWS}
    fresh = {}
    for view, sign in views.items():
        page.goto(start + BLANK)
        page.goto(f"{start}/#{view}")
        page.locator(sign).first.wait_for()
        page.wait_for_load_state("networkidle")
        painted(page)
        fresh[view] = page.evaluate(GEOMETRY)
    names = list(views)
    for place in tour(len(views)):
        view = names[place]
        visit(page, view, views[view])
        with suppress(playwright.TimeoutError):  # the assertion below gives a better message
            same = f"(fresh) => ({GEOMETRY})().join() === fresh"
            page.wait_for_function(same, arg=",".join(fresh[view]))
        assert page.evaluate(GEOMETRY) == fresh[view], view


def counted(session: Any) -> dict[str, int]:
    """The page's nodes and listeners after garbage collection."""
    for _ in range(2):  # the second round collects what the first made unreachable
        session.send("HeapProfiler.collectGarbage")
    counters: dict[str, int] = session.send("Memory.getDOMCounters")
    return counters


def test_no_view_stays_after_it_was_left(page: Any) -> None:
    """Going through all views ten times leaks no nodes or listeners."""
    page.goto(page.url.removesuffix(BLANK) + "/#home")
    session = page.context.new_cdp_session(page)
    found = []
    for _ in range(12):
        for view, sign in VIEWS.items():
            visit(page, view, sign)
        found.append(counted(session))
    # Some nodes of the last view may not be collected yet. A leaked view would leave hundreds of
    # nodes.
    assert found[-1]["nodes"] < found[1]["nodes"] + 200
    assert found[-1]["jsEventListeners"] < found[1]["jsEventListeners"] + 20
