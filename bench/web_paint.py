"""How soon the page appears: first paint and first contentful paint, with a local server.

    python bench/web_paint.py [--loads 20]

The server is already running. Each load uses a new browser profile, so nothing is cached. The
browser measures the times, in milliseconds from the start of the navigation. The goal is a first
paint below 300 ms, with less than 75 kB for the home page. The bytes include files, the server's
answers, and their headers.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile

from playwright.sync_api import Browser, sync_playwright

from report import machine
from web_latency import ARGUMENTS, serve

VIEWS = ("home", "play", "daily", "rush", "lessons", "watch", "analyse", "history", "lab")

PAINTS = """() => new Promise((done) => {
    const look = () => {
        const found = performance.getEntriesByType("paint");
        if (found.length < 2) setTimeout(look, 20);
        else done(found.map((one) => one.startTime));
    };
    look();
})"""


def load(browser: Browser, url: str) -> list[float]:
    """The first paint, the first contentful paint, and the number of bytes received."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url, wait_until="load")
    page.wait_for_load_state("networkidle")
    times: list[float] = page.evaluate(PAINTS)
    context.close()
    return [*times, sum(sizes)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loads", type=int, default=20)
    loads = parser.parse_args().loads
    print(machine())
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))))
    server, url = serve(tempfile.mkdtemp(), 0, None)
    try:
        with sync_playwright() as running:
            browser = running.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            print("| view | first paint, median | worst | first content, median | worst | kB |")
            print("| --- | --- | --- | --- | --- | --- |")
            for view in VIEWS:
                rows = [load(browser, f"{url}/#{view}") for _ in range(loads)]
                paint, content, sent = zip(*rows, strict=True)
                figures = [statistics.median(paint), max(paint), statistics.median(content)]
                figures += [max(content), statistics.median(sent) / 1000]
                print(f"| {view} | " + " | ".join(f"{one:.0f}" for one in figures) + " |")
            browser.close()
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
