"""Measures how fast Watch shows the events of a game in the browser.

    python bench/watch_steps.py [--level hard] [--seed 2] [--visits 7] [--jumps 100] [--steps 400]

The page shows the textbook agent's game. `first` is the time from the request for the page until
the first event is drawn, by the clock of the page, on visits with an empty cache to a server that
has been visited before. When all events have arrived, the script jumps to
places on the slider that are drawn from a fixed seed, and steps forward. The time of a jump or a
step is that of all JavaScript and of the layout after it, without painting.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from statistics import median, quantiles

from playwright.sync_api import Browser, Page, sync_playwright

from report import machine
from web_latency import ARGUMENTS, serve

FIRST = """new MutationObserver((_, observer) => {
    if (!document.querySelector(".pic > *")) return;
    window.first = performance.now();
    observer.disconnect();
}).observe(document, { subtree: true, childList: true });"""
TIMES = """([jumps, steps]) => {
    const slider = document.querySelector("[role=slider]");
    const { left, top, width } = slider.getBoundingClientRect();
    const timed = (action) => {
        const start = performance.now();
        action();
        document.body.getBoundingClientRect();
        return performance.now() - start;
    };
    const jump = (clientX) => slider.dispatchEvent(new PointerEvent("pointermove",
        { clientX, clientY: top + 20, buttons: 1, bubbles: true }));
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
    let random = 7;
    const places = Array.from({ length: jumps }, () => {
        random = random * 16807 % 2147483647;
        return left + 30 + (width - 40) * random / 2147483647;
    });
    const found = { jumps: places.map((x) => timed(() => jump(x))) };
    jump(left + width / 2);
    found.steps = Array.from({ length: steps }, () => timed(() => press("ArrowRight")));
    return found;
}"""


def visit(browser: Browser, address: str) -> Page:
    """A page of its own context, which has no cache, when it shows the first event."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.add_init_script(FIRST)
    page.goto(address)
    page.locator(".pic > *").first.wait_for()
    return page


def loaded(page: Page) -> int:
    """Wait until no more events arrive, and return how many there are."""
    seen = 0
    while True:
        page.wait_for_timeout(3000)
        text = page.locator(".where").inner_text()
        found = re.search(r"of ([\d,]+), decision", text)
        assert found, text
        count = int(found[1].replace(",", ""))
        if count == seen:
            return count
        seen = count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--visits", type=int, default=7)
    parser.add_argument("--jumps", type=int, default=100)
    parser.add_argument("--steps", type=int, default=400)
    given = parser.parse_args()
    print(machine())
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))))
    server, url = serve(tempfile.mkdtemp(), 0, None)
    try:
        with sync_playwright() as running:
            browser = running.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            address = f"{url}/#watch/{given.level}!{given.seed}!textbook"
            visit(browser, address).close()
            firsts = []
            for _ in range(given.visits):
                page = visit(browser, address)
                firsts.append(page.evaluate("first"))
                if len(firsts) < given.visits:
                    page.close()
            events = loaded(page)
            times = page.evaluate(TIMES, [given.jumps, given.steps])
            browser.close()
    finally:
        server.terminate()
        server.wait()
    print(f"{events} events, first: median {median(firsts):.0f}, worst {max(firsts):.0f} ms")
    for name, found in times.items():
        cut = quantiles(found, n=20)
        print(f"{name}: median {cut[9]:.1f}, p95 {cut[18]:.1f}, worst {max(found):.1f} ms")


if __name__ == "__main__":
    main()
