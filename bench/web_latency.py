"""From a click to the picture that shows its answer, in the browser.

python bench/web_latency.py [--clicks 150]

Real mouse events on the expert level with a server on loopback, each move durable before it is
answered. Two times of each click, by the browser's own clock and starting with the event's own time
stamp: `answered` is when the answer is on the board, `painted` when the frame with it has been
produced. Then a board of 100x100 cells: the frames while half of it is opened at once and while the
page scrolls over it.
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

from playwright.sync_api import Page, sync_playwright

from report import machine

CODE = """
import sys
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

# When a cell changes after a release of the mouse, note the time; then wait for the frame to be
# done: a message posted from an animation frame is handled after that frame was painted.
WATCH = """() => {
    window.times = [];
    let released = null;
    addEventListener("mouseup", (event) => (released = event.timeStamp), true);
    new MutationObserver(() => {
        if (released === null) return;
        const from = released;
        released = null;
        const answered = performance.now() - from;
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => times.push([answered, performance.now() - from]);
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


def clicks(page: Page, count: int) -> None:
    times: list[Any] = []
    while len(times) < count:
        page.keyboard.press("n")
        page.locator("[data-s='1']").first.wait_for(state="detached")
        page.evaluate("times.length = 0")
        for _ in range(30):
            # Corner cells first is what an opening looks like; then whatever is hidden.
            cell = page.evaluate_handle(
                """() => {
                    const cells = document.querySelectorAll("[role=gridcell][data-s='.']");
                    return cells[Math.floor(Math.random() * cells.length)];
                }"""
            ).as_element()
            assert cell is not None
            cell.hover()
            page.mouse.down()
            page.wait_for_timeout(60)  # as long as a finger needs
            page.mouse.up()
            page.wait_for_timeout(40)
            if page.get_by_role("region", name="Result").count():
                break
        times += page.evaluate("times")
    print(line("click to answer on the board", [answered for answered, _ in times]))
    print(line("click to painted frame", [painted for _, painted in times]))


def large(page: Page) -> None:
    page.evaluate(
        """async () => {
            const json = { "Content-Type": "application/json" };
            const answer = await fetch("/api/games", { method: "POST", headers: json,
                body: JSON.stringify({ level: "100x100x900/open" }) });
            localStorage.setItem("sapper.game", (await answer.json()).id);
        }"""
    )
    page.reload()
    page.locator("[role=gridcell]").nth(9999).wait_for(state="attached")
    page.evaluate(FRAMES)
    page.wait_for_timeout(500)
    page.evaluate("frames_.length = 0")
    page.evaluate("document.querySelectorAll('[role=gridcell]')[5050].scrollIntoView()")
    page.locator("[role=gridcell]").nth(5050).click()
    page.wait_for_timeout(1000)
    opened = page.evaluate("document.querySelectorAll('[data-s=\"0\"]').length")
    print(line(f"100x100, frames while a region opens ({opened} empty cells)", _frames(page)))
    room = page.locator(".room").bounding_box()
    assert room is not None
    page.mouse.move(room["x"] + 200, room["y"] + 200)
    for _ in range(40):
        page.mouse.wheel(40, 60)
        page.wait_for_timeout(16)
    print(line("100x100, frames while scrolling", _frames(page)))


def _frames(page: Page) -> list[float]:
    found: list[float] = page.evaluate("frames_.splice(0)")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=150)
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("web_latency: no Chromium on this machine")
    print(f"{machine()}; load average {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = subprocess.Popen(
            [sys.executable, "-c", CODE, str(Path(folder) / "games.db")],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            match = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert match, "the server did not start"
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            page.goto(f"{match[0]}/#play")
            page.get_by_label("Level").select_option("expert")
            page.locator("[role=gridcell]").nth(479).wait_for()
            page.evaluate(WATCH)
            clicks(page, options.clicks)
            large(page)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
