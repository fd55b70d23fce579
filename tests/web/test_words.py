"""The words of the page: every language has the same ones, and nothing is said without them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from sapper import web
from sapper.web.analyst import STOPPING, TOO_MUCH
from sapper.web.problems import OURS
from web.browsing import CHROMIUM, cell, playwright, says

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

SHAPE = """async (language) => {
    const words = (await import(`/words/${language}.js`)).default;
    const shape = (value) => typeof value === "function" ? `function of ${value.length}`
        : Array.isArray(value) ? value.map(shape)
        : typeof value === "object" ? Object.fromEntries(Object.entries(value).sort()
            .map(([key, one]) => [key, shape(one)]))
        : typeof value;
    return shape(words);
}"""

# Every letter of a sentence becomes another one: what can still be read was not in the file.
VEILED = """
export * from "/words/en.js?plain";
import words from "/words/en.js?plain";
const veil = (value) => typeof value === "string" ? value.replace(/\\p{L}/gu, "ж")
    : typeof value === "function" ? (...given) => veil(value(...given))
    : Array.isArray(value) ? value.map(veil)
    : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, veil(one)]));
export default veil(words);
"""


def test_languages_have_the_same_words(open_page: Any) -> None:
    """The same keys, with strings, lists and functions in the same places."""
    page = open_page()
    english, german = page.evaluate(SHAPE, "en"), page.evaluate(SHAPE, "de")
    assert english == german


@pytest.mark.parametrize(
    ("locale", "title"),
    [
        ("de-AT", "Minesweeper, das sagt, warum."),
        ("en-GB", "Minesweeper that tells you why."),
        ("fr-FR", "Minesweeper that tells you why."),
    ],
)
def test_the_browser_chooses_the_language(open_page: Any, locale: str, title: str) -> None:
    """German for those who read it, English for all others."""
    page = open_page(locale=locale)
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.evaluate("document.documentElement.lang") == ("de" if locale[:2] == "de" else "en")


def test_the_settings_choose_the_language(open_page: Any) -> None:
    """At once, and for good."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").click(force=True)  # and the page loads anew
    playwright.expect(page.get_by_role("button", name="Neues Feld")).to_be_visible()
    page.reload()
    playwright.expect(page.get_by_role("button", name="Neues Feld")).to_be_visible()


def test_nothing_is_said_outside_the_files_of_words(open_page: Any) -> None:
    """With every word veiled, no sentence of the page can be read any more in any view."""
    page = open_page("/lost-page")
    page.route(
        re.compile(r"/words/en\.js$"),
        lambda route: route.fulfill(body=VEILED, content_type="text/javascript"),
    )
    start = page.url.removesuffix("lost-page")
    seen = {}
    for view in (
        *("home", "play", "daily", "practice", "learn", "lessons", "analyse", "history", "measure"),
    ):
        page.goto(f"{start}#{view}")
        page.reload()
        page.locator(f"sapper-{view} > *").nth(1).wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        # What the server says, names of agents and levels, cells and commands are no words of it.
        seen[view] = page.evaluate(
            """() => {
                const server = ".voice, .think p, .side h2, .side p, option, kbd, .lead, .brand, "
                    + ".proof, code, #say, body [lang=en], .lesson-list b, .lesson-list span";
                const texts = [];
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                    const at = walker.currentNode.parentElement;
                    if (!at.closest(`${server}, script, style, sapper-board, noscript`))
                        texts.push(walker.currentNode.data);
                }
                for (const one of document.querySelectorAll("[aria-label], [title]"))
                    if (!one.closest("sapper-board, option, select"))
                        texts.push(one.ariaLabel ?? "", one.title ?? "");
                return texts.filter((text) => /[a-z]{4}/.test(text));
            }"""
        )
    assert not any(seen.values()), seen


def said_by_the_server() -> dict[str, str]:
    """The messages of the server's own code, with {} for what varies, and the file of each."""
    found = {}
    for path in sorted(Path(web.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in ("RefusedError", "SapperError", "HTTPException"):
                continue
            for given in node.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    found[given.value] = path.name
                elif isinstance(given, ast.JoinedStr):
                    parts = [
                        str(part.value) if isinstance(part, ast.Constant) else "{}"
                        for part in given.values
                    ]
                    found["".join(parts)] = path.name
    return found | {TOO_MUCH: "analyst.py", STOPPING: "analyst.py", OURS: "problems.py"}


def test_what_the_server_says_is_translated(open_page: Any) -> None:
    """Every message of the server has its German words, with as many places for what varies."""
    page = open_page()
    words = page.evaluate("async () => (await import('/words/de.js')).messages")
    # Told in a terminal, to programs, or with words of an agent in them.
    elsewhere = (
        "app.py",
        "crew.py",
        "schema.py",
        "{} is no host name: give one like sapper.example.org, an address, or *",
        "{} failed on {} seed {}, {}",
        'say {"side": 0, "more": 10}',
    )
    missing = {
        message: file
        for message, file in said_by_the_server().items()
        if message not in words and file not in elsewhere and message not in elsewhere
    }
    assert not missing
    uneven = {one: german for one, german in words.items() if one.count("{}") != german.count("{}")}
    assert not uneven


def test_a_refusal_in_german(open_page: Any) -> None:
    """A message with numbers in it is told in the page's language."""
    page = open_page("/#play", locale="de-DE")
    page.get_by_role("gridcell").first.wait_for()
    page.goto(page.url.split("#")[0] + "#play/AAAAAAAAAAAA")
    playwright.expect(page.get_by_role("alert").filter(has_text="geteilte")).to_have_text(
        "Dieses geteilte Spielfeld gibt es nicht."
    )


def test_a_whole_game_in_german(open_page: Any) -> None:
    """Cells, hints and the result speak the language, too."""
    page = open_page("/#play", locale="de-DE")
    page.get_by_role("button", name="Mehr").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Ein Feld öffnen…").click()
    text = b"5x3x2/any\n*..*.\n11111\n00000\n"
    chooser.value.set_files({"name": "b.txt", "mimeType": "text/plain", "buffer": text})
    page.locator("[aria-rowcount='3']").wait_for()
    cell(page, "C3").click()
    says(page, "C3", "leer")
    for _ in range(4):
        page.keyboard.press("h")
    page.get_by_role("button", name="C1 öffnen").click()
    says(page, "C1", "1")
    cell(page, "A1").click()
    result = page.get_by_role("region", name="Ergebnis")
    playwright.expect(result).to_contain_text("A1 war eine Mine.")
