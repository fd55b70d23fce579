"""The page takes all its words from one file per language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sapper.agents import AGENTS
from sapper.ladder.techniques import Technique
from sapper.page.files import STATIC
from web.browsing import cell, pick, playwright, says

# Replaces every letter of the translated strings. Text that is still readable comes from
# elsewhere.
VEILED = """
export * from "FILE?plain";
import words from "FILE?plain";
const veil = (value) => typeof value === "string" ? value.replace(/\\p{L}/gu, "ж")
    : typeof value === "function" ? (...given) => veil(value(...given))
    : Array.isArray(value) ? value.map(veil)
    : value && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, veil(one)]))
    : value;
export default veil(words);
"""


def keys(language: str, table: str) -> set[str]:
    """The keys of one of the tables in a language's file of words."""
    text = (STATIC / "words" / f"{language}.js").read_text(encoding="utf-8")
    [rows] = re.findall(rf"^  {table}: {{\n(.*?)^  }},", text, re.DOTALL | re.MULTILINE)
    return {a or b for a, b in re.findall(r'^    (?:"([^"\n]+)"|(\w+)): ', rows, re.MULTILINE)}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_agent_and_technique_has_words(language: str) -> None:
    assert keys(language, "agents") == set(AGENTS)
    assert keys(language, "techniques") == set(map(str, Technique))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("locale", "title"),
    [
        ("de-AT", "Minesweeper, das sagt, warum."),
        ("en-GB", "Minesweeper that tells you why."),
        ("fr-FR", "Minesweeper that tells you why."),
    ],
)
def test_the_browser_chooses_the_language(open_page: Any, locale: str, title: str) -> None:
    """The page is in German if the browser prefers German, and otherwise in English."""
    page = open_page(locale=locale)
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.evaluate("document.documentElement.lang") == ("de" if locale[:2] == "de" else "en")


@pytest.mark.browser
def test_the_settings_choose_the_language(open_page: Any) -> None:
    """A chosen language applies at once, and a reload keeps it."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="Settings").click()
    pick(page, "Deutsch")  # the page reloads
    playwright.expect(page.get_by_role("button", name="Neues Brett")).to_be_visible()
    page.reload()
    playwright.expect(page.get_by_role("button", name="Neues Brett")).to_be_visible()


@pytest.mark.browser
@pytest.mark.matrix
def test_nothing_is_said_outside_the_files_of_words(open_page: Any) -> None:
    """If every letter of the translated strings is replaced, no view has readable text left."""
    page = open_page("/lost-page")
    page.route(
        re.compile(r"/words/(\w+_)?en\.js$"),
        lambda route: route.fulfill(
            body=VEILED.replace("FILE", route.request.url), content_type="text/javascript"
        ),
    )
    start = page.url.removesuffix("lost-page")
    seen = {}
    for view in (
        *("home", "play", "daily", "practice", "rush", "room", "watch", "lessons"),
        *("analyse", "history", "lab"),
    ):
        page.goto(f"{start}#{view}")
        page.reload()
        page.locator(f"sapper-{view} *").nth(1).wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        if view == "watch":  # the first event comes through a websocket
            page.locator(".k-n h2 > *").wait_for()
        # Sentences from the server, names, dates, cells and commands are not the page's own words.
        seen[view] = page.evaluate(
            """() => {
                const server = ".voice, .think p, .side h2, .side p, option, kbd, .lead, .brand, "
                    + ".boards, .proof, code, #say, .lesson-list :is(b, span), .board-of .cap";
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


@pytest.mark.browser
def test_a_refusal_in_german(open_page: Any) -> None:
    page = open_page("/#play", locale="de-DE")
    page.get_by_role("gridcell").first.wait_for()
    page.goto(page.url.split("#")[0] + "#play/AAAAAAAAAAAA")
    playwright.expect(page.get_by_role("alert").filter(has_text="geteilte")).to_have_text(
        "Dieses geteilte Brett gibt es nicht."
    )


@pytest.mark.browser
def test_a_whole_game_in_german(open_page: Any) -> None:
    """If the browser prefers German, the cells, the hints and the result are in German."""
    page = open_page("/#play", locale="de-AT")
    page.get_by_role("button", name="Mehr").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Ein Brett öffnen…").click()
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
    playwright.expect(result).to_contain_text("Du hast einen Münzwurf verloren.")
    assert page.evaluate("document.documentElement.lang") == "de"


def test_nothing_searches_for_cells_in_a_sentence() -> None:
    """Scripts match a cell's name only at the start of a string, never inside a sentence."""
    letters_and_digits = re.compile(r"\[A-Z\][^/\s]*(?:\[[01]-9|\\d)")
    for path in sorted(STATIC.parent.parent.rglob("*.js")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if letters_and_digits.search(line):
                assert re.search(r"/\^\W*\[A-Z\]", line), (path.name, line)
