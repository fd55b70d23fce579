"""The review as an HTML file: whole, offline, and a browser shows it."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from reviewgames import game, random_game
from sapper.formats import load
from sapper.replay import Replay, played
from sapper.review import protected, review
from sapper.review.page import SERVER, page

LOST = game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "flag A1", "open E2")


def data_of(text: str) -> dict[str, object]:
    """The data within the page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found
    read: dict[str, object] = json.loads(found[1])
    return read


def test_the_page_needs_nothing_else() -> None:
    """No file, font or script is loaded from anywhere, and its data is whole."""
    text = page(review(LOST))
    assert not re.search(r'(?:src|href)="(?!#)', text)
    assert not re.search(r"url\((?!data:)", text)
    assert "$" + "{" not in text.partition("<script>")[0]
    data = data_of(text)
    assert data["server"] == SERVER
    moves = data["moves"]
    assert isinstance(moves, list)
    assert [move["label"] for move in moves] == ["start", "flag", "needless guess"]
    assert moves[2]["proof"]["technique"] == "single clue"
    assert moves[1]["proof"]["steps"]
    assert data["end"] == "F*...." + "2211X." + "0001.."


@pytest.mark.parametrize("seed", range(4))
def test_every_game_has_a_page(seed: int) -> None:
    """Whatever was played, the page is made and holds all its moves."""
    found = review(random_game("7x5x7/safe", seed, chosen_first=True), 0.02)
    moves = data_of(page(found))["moves"]
    assert isinstance(moves, list)
    assert len(moves) == len(found.moves)


CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_arrow_keys_walk_through_the_game(tmp_path: Path) -> None:
    """The end comes first; the arrows go move by move; a key moment shows its proof and a link."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    file = tmp_path / "review.html"
    file.write_text(page(review(LOST)))
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        shown = browser.new_page(viewport={"width": 390, "height": 844})
        errors: list[str] = []
        shown.on("pageerror", lambda problem: errors.append(str(problem)))
        shown.goto(file.as_uri())
        heading = shown.locator("#whole-game h2")
        playwright.expect(heading).to_have_text("Needless guess at move 3: C1 was safe.")
        shown.keyboard.press("ArrowLeft")
        playwright.expect(shown.locator("#move-label")).to_contain_text("Move 3, needless guess")
        playwright.expect(shown.locator("[aria-label='C1 hidden safe']")).to_be_visible()
        playwright.expect(shown.locator("#steps li").last).to_contain_text("C1")
        link = shown.locator("#analyse").get_attribute("href")
        assert link == f"{SERVER}/#analyse/6x3x3%2Fany!F.....!2211..!0001.."
        shown.keyboard.press("Home")
        playwright.expect(shown.locator("#move-text")).to_have_text("The game starts at A3.")
        shown.keyboard.press("ArrowRight")
        playwright.expect(shown.locator("#move-text")).to_contain_text("A1 was certainly a mine.")
        width = shown.evaluate("document.documentElement.scrollWidth")
        assert width <= 390
        browser.close()
    assert errors == []


@pytest.mark.browser
@pytest.mark.matrix
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_page_fits_every_window(tmp_path: Path) -> None:
    """Nothing is wider than the window, light or dark; SAPPER_SCREENSHOTS keeps a picture."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    replay = load(str(Path(__file__).parents[1] / "samples" / "expert.avf"))
    assert isinstance(replay, Replay)
    file = tmp_path / "review.html"
    file.write_text(page(review(protected(played(replay).record), 0.2)))
    pictures = Path(os.environ.get("SAPPER_SCREENSHOTS", tmp_path))
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width, height, look in ((1440, 900, "light"), (1024, 768, "dark"), (390, 844, "dark")):
            shown = browser.new_page(viewport={"width": width, "height": height}, color_scheme=look)
            shown.goto(f"{file.as_uri()}#104")
            playwright.expect(shown.locator("#move-label")).to_contain_text("Move 104")
            assert shown.evaluate("document.documentElement.scrollWidth") <= width
            if look == "light":
                shown.screenshot(path=pictures / "review.png")
        browser.close()
    assert (pictures / "review.png").stat().st_size > 10_000
