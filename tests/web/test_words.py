"""The words of the page: every language has the same ones, and nothing is said without them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper import formats, web
from sapper.grid import SapperError
from sapper.web.analyst import STOPPING, TOO_MUCH
from sapper.web.problems import OURS
from web.browsing import BLANK, cell, playwright, says

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


@pytest.mark.parametrize(
    ("locale", "title"),
    [
        ("de-AT", "Minesweeper, das sagt, warum."),
        pytest.param("en-GB", "Minesweeper that tells you why.", marks=pytest.mark.matrix),
        ("fr-FR", "Minesweeper that tells you why."),
    ],
)
def test_the_browser_chooses_the_language(open_page: Any, locale: str, title: str) -> None:
    """German for those who read it, English for all others."""
    page = open_page(locale=locale)
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.evaluate("document.documentElement.lang") == ("de" if locale[:2] == "de" else "en")


@pytest.mark.browser
def test_the_settings_choose_the_language(open_page: Any) -> None:
    """At once, and for good."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").click(force=True)  # and the page loads anew
    playwright.expect(page.get_by_role("button", name="Neues Feld")).to_be_visible()
    page.reload()
    playwright.expect(page.get_by_role("button", name="Neues Feld")).to_be_visible()


@pytest.mark.browser
@pytest.mark.matrix
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


# Whatever is read comes through these.
READING = ("board.py", "view.py", "level.py", "game.py", "replay.py", "grid.py")


def sources() -> Iterator[Path]:
    """The files whose messages the page shows: the server's own, and those that read."""
    for package in (web.__file__, formats.__file__):
        yield from sorted(Path(package).parent.rglob("*.py"))
    yield from (Path(sapper.__file__).parent / name for name in READING)


def with_places(given: ast.expr, constants: dict[str, str]) -> str | None:
    """A message with {} for what varies; None for what is no text."""
    match given:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in values
            )
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="format")):
            return constants[name]
    return None


def errors(kind: type[Exception] = SapperError) -> Iterator[str]:
    """The names of an error and of all its kinds."""
    yield kind.__name__
    for one in kind.__subclasses__():
        yield from errors(one)


def said_by_the_server() -> dict[str, str]:
    """The messages of the server and of all that it reads with, and the file of each."""
    # In parse_rows, `error` is the kind that its caller wants.
    names = {*errors(), "HTTPException", "error"}
    found = {}
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name) and isinstance(node.value.value, str)
        }
        raised = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and (
                (isinstance(node.func, ast.Name) and node.func.id in names)
                or ast.unparse(node.func) == "super().__init__"
            )
        ]
        for node in raised:
            for given in node.args:
                if (message := with_places(given, constants)) is not None:
                    found[message] = path.name
    return found | {TOO_MUCH: "analyst.py", STOPPING: "analyst.py", OURS: "problems.py"}


# Files whose messages are told in a terminal or to programs.
TERMINAL = ("app.py", "crew.py", "schema.py", "saving.py")

NEVER_SHOWN = {
    "{} is no host name: give one like sapper.example.org, an address, or *": "in a terminal",
    "can't make {}: {}": "before there is a page",
    "can't open the database: {}": "before there is a page",
    "can't open the database {}: {}": "before there is a page",
    "can't write to the database: {}": "before there is a page",
    "another Sapper server (process {}) has {} open: stop it, or give another --database": "before "
    "there is a page",
    "{} failed on {} seed {}, {}": "with words of an agent in it",
    'say {"side": 0, "more": 10}': "to programs",
    # The page gives bytes and takes text: names of files and formats are for commands.
    "{} is not a format: choose one of {}": "in a terminal",
    "can't read {}: {}": "in a terminal",
    "can't read {}: it is not the name of a file": "in a terminal",
    "can't read {}/{}: {} is not a file of several replays": "in a terminal",
    "{} has no replay {}: it has 1 to {}": "in a terminal",
    "{} is too large: at most {} MiB": "in a terminal",
    "{} is not text": "in a terminal",
    "{} files are only read; these can be written: {}": "in a terminal",
    "a {} can't be written as {}: it holds a {}": "in a terminal",
    "the {} format has no sign for cells told safe, and {} is one": "in a terminal",
    "level {} does not fit in a link": "in a terminal",
    "level {} does not fit in an mbf file: sides are at most 255": "the page's are at most 100",
    "level {} with cells of {} pixels does not fit in an evf file: at most 255 cells, of 255 "
    "pixels each, and {} pixels in all": "the page's are at most 100",
    "a replay whose times go backwards does not fit in an evf file": "a record's never do",
    # Every reader sees to it before a value is made, and seeds and counts are the server's own.
    "mine {} is off the board: cells are 0 to {}": "to programs",
    "told cell {} is not a safe cell of the board": "to programs",
    "first cell {} is off the board: cells are 0 to {}": "to programs",
    "cell {} is off the board: cells are 0 to {}": "to programs",
    "a board of {}x{} cells does not fit: width and height are 1 to {}": "to programs",
    "a view of level {} needs {} states of 0 to {}": "to programs",
    "{} boards of {} from seed {} don't fit: at most {} at once": "to programs",
    "rule {} tells no cells": "to programs",
    "given({}) is out of range: at least 0 cells are told": "to programs",
    "{} is not a player: write one trimmed line": "to programs",
    "{} is not a name: write one trimmed line": "to programs",
    "empty deck: line one must be a level and a first cell": "an empty file is no deck",
}


def test_what_the_server_says_is_translated(open_page: Any) -> None:
    """Every message of the server has its German words, with the same places for what varies."""
    page = open_page(BLANK)
    words, parts = page.evaluate(
        "async () => { const { messages, parts } = await import('/words/de.js');"
        " return [messages, parts]; }"
    )
    said = said_by_the_server()
    missing = {
        message: file
        for message, file in said.items()
        if message not in words and file not in TERMINAL and message not in NEVER_SHOWN
    }
    assert not missing
    assert [one for one in NEVER_SHOWN if one not in said or one in words] == []
    for english, german in (words | parts).items():
        places = re.findall(r"\{(\d?)\}", german)
        count = english.count("{}")
        assert places == [""] * count or sorted(places) == [
            str(place) for place in range(1, count + 1)
        ], (english, german)


@pytest.mark.browser
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
