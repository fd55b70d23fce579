"""Draw the flags, mines and app icons of the page as PNG files.

    python docs/pieces.py

PNG files are faster than SVG files, which the browser would have to draw again in every cell. The
script needs playwright and the system's Chromium.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "src/sapper/page/static"

FLAG = """<path d="M8.5 27.5h12" stroke="{pole}" stroke-width="2.8" stroke-linecap="round"/>
<path d="M12 4.5v23" stroke="{pole}" stroke-width="2.6" stroke-linecap="round"/>
<path fill="{cloth}" d="M13.3 4.6c3.6 2 6.9.4 12.6 3.1-3.3 1.8-3.7 5.5-.4 8.7-5.2-2-8.3.6-12.2
-.9z"/>"""

MINE = """<g stroke="{body}" stroke-width="2.8" stroke-linecap="round">
<path d="M16 3.5v25M3.5 16h25M7.2 7.2l17.6 17.6M24.8 7.2 7.2 24.8"/></g>
<circle cx="16" cy="16" r="8.6" fill="{body}"/>
<path d="M11.2 15.3a5 5 0 0 1 4.2-4.2" stroke="{shine}" stroke-width="2.2"
 stroke-linecap="round" fill="none"/>"""

PIECES = {
    "flag": FLAG.format(pole="#ffffff", cloth="#ffc34d"),
    "flag-classic": FLAG.format(pole="#101010", cloth="#c40000"),
    "flag-contrast": FLAG.format(pole="#ffffff", cloth="#ffe14d"),
    "mine": MINE.format(body="#1a2024", shine="#fcfbf8"),
    "mine-light": MINE.format(body="#e7ebed", shine="#14191c"),
}


def main() -> None:
    """Write the pictures into the page's folder."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))))
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

        def draw(svg: str, size: int, name: str) -> None:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}} svg{{display:block}}</style>{svg}")
            page.screenshot(path=STATIC / f"{name}.png", omit_background=True)
            page.close()

        head = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"'
        for name, drawing in PIECES.items():
            draw(f'<svg {head} width="96" height="96">{drawing}</svg>', 96, name)
        icon = (STATIC / "icon.svg").read_text()
        for size in (192, 512):
            sized = icon.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            draw(sized, size, f"icon-{size}")
        browser.close()


if __name__ == "__main__":
    main()
