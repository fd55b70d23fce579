"""Measures the time from a click in the browser to the frame that shows the answer.

    python bench/web_latency.py [--clicks 150] [--against OTHER/src]

The clicks are real mouse events on the expert level. The server runs on this machine, and stores
each move before it answers. For each click, the script measures these delays with the browser's
clock, starting at the time stamp of the mouse event:

    answered     the answer is in the elements of the board, but not visible yet
    frame done   the main thread has painted the frame with it: a message posted from an animation
                 frame is handled (this excludes the compositor, and includes the time that the
                 message waits behind other tasks)
    presented    the browser reports that the frame with it was shown (presentationTime of Element
                 Timing, for a mark that enters the page together with the answer)

    reaction     from the press of the button until the frame with the pressed cell was shown, which
                 the page draws without the server and a person sees first

A person has to wait for `presented` and then for the next screen refresh, but a headless browser
has no screen. `floor` is the same delay for clicks that the page answers immediately, without the
server. These clicks alternate with normal clicks, and show the browser's share of the delay. After
that, the script measures frames on boards of 100x100 cells, while a single click opens half of the
board and while the page scrolls over the board. With --against, this checkout alternates with
another one, whose engine must already be built.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from report import machine

# An editable install has a finder that imports its own source tree first. To import another tree,
# this finder is removed.
CODE = """
import sys
if len(sys.argv) > 2:
    sys.meta_path[:] = [one for one in sys.meta_path if "Scikit" not in type(one).__name__]
    sys.path.insert(0, sys.argv[2])
from sapper.web.app import serve
serve(port=0, database=sys.argv[1], open_browser=False)
"""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# When a cell changes after the mouse button is released, record the time. Also put a mark next to
# the board, which the browser shows in the same frame as the change.
WATCH = """() => {
    window.times = [];
    window.reactions = [];
    let released = null;
    let pressed = null;
    let marks = 0;
    const open = new Map();
    // A separate place for the mark, made in advance, so that it needs no layer or layout.
    const place = document.createElement("div");
    place.style.cssText =
        "position: absolute; top: 4px; left: 50%; width: 20px; height: 20px; contain: strict";
    document.body.append(place);
    addEventListener("mouseup", (event) => (released = event.timeStamp), true);
    addEventListener("mousedown", (event) => (pressed = event.timeStamp), true);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            const one = open.get(entry.identifier);
            if (one) one.presented = entry.presentationTime - one.from;
            if (one?.pressed) reactions.push(one);
        }
    }).observe({ type: "element" });
    const put = (one) => {
        const name = `mark ${++marks}`;
        open.set(name, one);
        const mark = document.createElement("div");
        mark.setAttribute("elementtiming", name);
        mark.textContent = "·";
        place.replaceChildren(mark);
    };
    new MutationObserver((changes) => {
        const isPressed = changes.some(({ target }) => target.classList.contains("pressed"));
        if (pressed === null || !isPressed) return;
        put({ from: pressed, pressed: true });
        pressed = null;
    }).observe(document.querySelector("sapper-board"),
        { subtree: true, attributes: true, attributeFilter: ["class"] });
    new MutationObserver((changes) => {
        if (released === null) return;
        const answered = performance.now() - released;
        const one = { from: released, answered, cells: changes.length };
        released = null;
        times.push(one);
        put(one);
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => (one.done = performance.now() - one.from);
            channel.port2.postMessage(0);
        });
    }).observe(document.querySelector("sapper-board"),
        { subtree: true, attributes: true, attributeFilter: ["data-s"] });
}"""

FRAMES = """() => {
    window.frames_ = [];
    let last = performance.now();
    const step = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(step); };
    requestAnimationFrame(step);
}"""


def line(name: str, values: list[float]) -> str:
    ordered = sorted(values)

    def at(share: float) -> str:
        return f"{ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.1f}"

    return (
        f"{name}: ms: least {at(0)}, median {at(0.5)}, p95 {at(0.95)}, p99 {at(0.99)}, "
        f"most {ordered[-1]:.1f} ({len(ordered)})"
    )


# Lets the page answer clicks immediately, without the server, to measure only the browser and the
# board.
FLOOR = """() => {
    window.alone = false;
    document.addEventListener("act", (event) => {
        if (!alone) return;
        event.stopImmediatePropagation();
        event.target.set([event.detail.cell], "1", event.detail.cell);
        event.target.settle();
    }, true);
}"""


def game(page: Page, alone: bool = False) -> list[Any]:
    """The times measured for up to 30 clicks in a new game."""
    page.evaluate("(now) => (window.alone = now)", alone)
    page.keyboard.press("n")
    page.wait_for_timeout(200)
    give_up = page.get_by_role("button", name="Give up", exact=True)
    if give_up.is_visible():
        give_up.click()
    elif page.get_by_text("Press N again").first.is_visible():
        page.keyboard.press("n")
    page.wait_for_function(
        """() => document.querySelectorAll("[role=gridcell][data-s='.']").length === 480"""
    )
    page.wait_for_timeout(300)
    page.evaluate("times.length = reactions.length = 0")
    for _ in range(30):
        cell = page.evaluate_handle(
            """() => {
                const cells = document.querySelectorAll("[role=gridcell][data-s='.']");
                return cells[Math.floor(Math.random() * cells.length)];
            }"""
        ).as_element()
        assert cell is not None
        cell.hover()
        page.mouse.down()
        page.wait_for_timeout(60)  # a person holds the button about this long
        page.mouse.up()
        page.wait_for_timeout(150)
        if page.get_by_role("region", name="Result").count():
            break
    page.wait_for_timeout(300)
    times: list[Any] = page.evaluate("[...times.splice(0), ...reactions.splice(0)]")
    return times


def large(page: Page, frames: dict[str, list[float]]) -> None:
    """Measure frames on a board of 100x100 cells."""
    page.evaluate(
        """async () => {
            const json = { "Content-Type": "application/json" };
            const answer = await fetch("/api/games", { method: "POST", headers: json,
                body: JSON.stringify({ level: "100x100x600/open" }) });
            localStorage.setItem("sapper.game", (await answer.json()).id);
        }"""
    )
    page.reload()
    page.locator("[aria-rowcount='100']").wait_for()
    page.wait_for_timeout(1500)
    page.evaluate(FRAMES)
    room = page.locator(".room").bounding_box()
    assert room is not None
    page.mouse.move(room["x"] + 200, room["y"] + 200)
    page.wait_for_timeout(500)
    page.evaluate("frames_.length = 0")
    page.mouse.down()
    page.mouse.up()
    page.wait_for_timeout(1000)
    frames.setdefault("while a region opens", []).extend(page.evaluate("frames_.splice(0)"))
    for way in (1, -1):
        for _ in range(40):
            page.mouse.wheel(way * 40, way * 60)
            page.wait_for_timeout(16)
    frames.setdefault("while scrolling", []).extend(page.evaluate("frames_.splice(0)"))


def serve(folder: str, number: int, source: str | None) -> tuple[subprocess.Popen[str], str]:
    """Start a server from this checkout or another, and return the process and the address."""
    database = str(Path(folder) / f"games{number}.db")
    server = subprocess.Popen(
        [sys.executable, "-c", CODE, database, *([source] if source else [])],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    match = re.search(r"http://\S+:\d+", server.stdout.readline())
    assert match, "the server did not start"
    return server, match[0]


def open_expert(browser: Browser, url: str) -> Page:
    """Open a page with a game on the expert level, and inject the scripts that measure clicks."""
    page = browser.new_page(viewport={"width": 1280, "height": 860})
    page.goto(f"{url}/#play")
    page.locator("[role=gridcell]").first.wait_for()
    page.get_by_label("Level").select_option("expert")
    page.locator("[role=gridcell]").nth(479).wait_for()
    page.evaluate(WATCH)
    page.evaluate(FLOOR)
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=150)
    parser.add_argument("--large", type=int, default=3, help="the number of 100x100 boards")
    parser.add_argument("--against", help="the src folder of another tree")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("web_latency: no Chromium on this machine")
    print(f"{machine()}; load average {os.getloadavg()[0]:.1f}")
    trees: dict[str, str | None] = {"here": None}
    if options.against:
        trees["there"] = options.against
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        servers = {
            name: serve(folder, number, source)
            for number, (name, source) in enumerate(trees.items())
        }
        try:
            # Use a separate browser for each server, because pages of the same browser share
            # processes and wait for each other.
            browsers = {
                name: playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
                for name in trees
            }
            pages = {name: open_expert(browsers[name], servers[name][1]) for name in trees}
            times: dict[str, list[Any]] = {name: [] for name in trees}
            floors: dict[str, list[Any]] = {name: [] for name in trees}
            while min(len(found) for found in times.values()) < options.clicks:
                for name in sorted(trees, key=lambda name: len(times[name])):
                    times[name] += game(pages[name])
                for name in trees:
                    if len(floors[name]) < options.clicks:
                        floors[name] += game(pages[name], alone=True)
            floor = {f"{name}, floor": found for name, found in floors.items()}
            for name, found in (times | floor).items():
                for key in ("answered", "done", "presented"):
                    values = [one[key] for one in found if one.get(key) and not one.get("pressed")]
                    print(line(f"{name}: click to {key}", values))
                seen = [one["presented"] for one in found if one.get("pressed")]
                print(line(f"{name}: press to reaction", seen))
            frames: dict[str, dict[str, list[float]]] = {name: {} for name in trees}
            for _ in range(options.large):
                for name in trees:
                    large(pages[name], frames[name])
            for name, kinds in frames.items():
                for kind, values in kinds.items():
                    print(line(f"{name}: 100x100, frames {kind}", values))
        finally:
            for server, _ in servers.values():
                server.terminate()
                server.wait()
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
