"""words.js, words/en.js, words/de.js and words/sentences.de.js: the language, plurals, messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from sapper.web import worker
from web.modules import anew, blank_page

SHAPE = """async (language) => {
    const words = (await import(`/words/${language}.js`)).default;
    const shape = (value) => typeof value === "function" ? `function of ${value.length}`
        : Array.isArray(value) ? value.map(shape)
        : typeof value === "object" ? Object.fromEntries(Object.entries(value).sort()
            .map(([key, one]) => [key, shape(one)]))
        : typeof value;
    return shape(words);
}"""
SAY = """async ([language, all]) => {
    const words = (await import(`/words/${language}.js`)).default;
    return all.map(([path, ...given]) =>
        path.split(".").reduce((at, key) => at[key], words)(...given));
}"""


@pytest.fixture(scope="module")
def austrian_page(browser: Any) -> Iterator[Any]:
    """A page of somebody whose language has no file of its own, but a relative."""
    with blank_page(browser, locale="de-AT") as page:
        yield page


def test_languages_have_the_same_words(page: Any) -> None:
    """The same keys, with strings, lists and functions in the same places."""
    assert page.evaluate(SHAPE, "en") == page.evaluate(SHAPE, "de")


CHOSEN = """async (languages) => {
    if (languages) Object.defineProperty(navigator, "languages", { get: () => languages });
    const { language, words } = await import("/words.js");
    return [language, words.views.play, document.documentElement.lang];
}"""
ENGLISH, GERMAN = ["en", "Play", "en"], ["de", "Spielen", "de"]


@pytest.mark.parametrize(
    ("languages", "setting", "expected"),
    [
        (["de-AT"], None, GERMAN),
        (["en-GB"], None, ENGLISH),
        (["fr-FR"], None, ENGLISH),
        ([], None, ENGLISH),
        (["fr-FR", "DE", "en"], None, GERMAN),
        (["fr", "en-US", "de"], None, ENGLISH),
        (["en-GB"], "de", GERMAN),
        (["de"], "en", ENGLISH),
        (["de"], "auto", GERMAN),
        (["de"], "constructor", ENGLISH),
    ],
)
def test_the_settings_or_the_browser_choose_the_language(
    fresh: Any, languages: list[str], setting: str | None, expected: list[str]
) -> None:
    """The first language that there is a file for, and English for all others."""
    if setting is not None:
        fresh.evaluate(
            "(language) => localStorage.setItem('sapper.settings', JSON.stringify({ language }))",
            setting,
        )
    assert fresh.evaluate(CHOSEN, languages) == expected


def test_a_real_browser_says_its_language(austrian_page: Any) -> None:
    """As it does by itself."""
    assert anew(austrian_page).evaluate(CHOSEN, None) == GERMAN


@pytest.mark.parametrize("language", ["en", "de"])
def test_only_a_page_that_needs_them_loads_german_sentences(fresh: Any, language: str) -> None:
    """English does without."""
    asked: list[str] = []

    def note(request: Any) -> None:
        asked.append(request.url.rpartition("/")[2])

    fresh.on("request", note)
    fresh.evaluate(CHOSEN, [language])
    fresh.remove_listener("request", note)
    expected = {f"{language}.js", *(["sentences.de.js"] if language == "de" else [])}
    assert set(asked) - {"words.js", "settings.js"} == expected


PLURALS = [
    ("proofIn", "Proof in {}", ("step", "steps"), "Beweis in {}", ("Schritt", "Schritten")),
    ("play.opened", "{} opened", ("cell", "cells"), "{} geöffnet", ("Feld", "Felder")),
    ("play.left", "{} left to flag", ("mine", "mines"), "{} ohne Flagge", ("Mine", "Minen")),
    ("history.clicks", "{}", ("click", "clicks"), "{}", ("Klick", "Klicks")),
    (
        "history.waiting",
        "{} still being reviewed.",
        ("game is", "games are"),
        "{} noch durchgesehen.",
        ("Spiel wird", "Spiele werden"),
    ),
    (
        "measure.stopped",
        "Stopped after {}.",
        ("game", "games"),
        "Angehalten nach {}.",
        ("Partie", "Partien"),
    ),
]


@pytest.mark.parametrize(("name", "english", "one", "german", "eine"), PLURALS)
def test_one_of_something_is_not_many(
    page: Any, name: str, english: str, one: tuple[str, str], german: str, eine: tuple[str, str]
) -> None:
    """Nothing is many, and large numbers have the signs of the language."""
    for language, text, (single, many), thousands in (
        ("en", english, one, "1,234,567"),
        ("de", german, eine, "1.234.567"),
    ):
        said = page.evaluate(SAY, [language, [[name, n] for n in (0, 1, 2, 1234567)]])
        counted = [f"0 {many}", f"1 {single}", f"2 {many}", f"{thousands} {many}"]
        assert said == [text.format(part) for part in counted]


def test_no_function_of_words_says_undefined(page: Any) -> None:
    """Called with as many numbers as it takes, or lists where it takes lists."""
    said = page.evaluate(
        """async () => {
            const found = [];
            for (const language of ["en", "de"]) {
                const walk = (value, path) => {
                    if (typeof value === "function") {
                        for (const given of [2, "A1", ["A1", "B2", "C3"]]) {
                            try {
                                const text = value(...Array(value.length).fill(given));
                                if (/undefined|\\[object|=>/.test(text)) found.push([path, text]);
                            } catch (problem) {
                                if (!(problem instanceof TypeError)) throw problem;
                            }
                        }
                    } else if (value && typeof value === "object")
                        Object.entries(value).forEach(([key, one]) => walk(one, `${path}.${key}`));
                };
                walk((await import(`/words/${language}.js`)).default, language);
            }
            return found;
        }"""
    )
    # An object is what these take.
    assert [one for one in said if not re.search(r"parting|conflict|verdict", one[0])] == []


@pytest.mark.parametrize(
    ("cells", "english", "german"),
    [
        (["A1"], "Open A1.", "Öffne A1."),
        (["A1", "B2"], "Open A1 and B2.", "Öffne A1 und B2."),
        (["A1", "B2", "C3"], "Open A1, B2 and C3.", "Öffne A1, B2 und C3."),
    ],
)
def test_lists_are_joined(page: Any, cells: list[str], english: str, german: str) -> None:
    """Commas, and a word before the last."""
    assert page.evaluate(SAY, ["en", [["prove.open", cells]]]) == [english]
    assert page.evaluate(SAY, ["de", [["prove.open", cells]]]) == [german]


def test_chances_have_their_article(page: Any) -> None:
    """An 8% chance, but a 9% chance."""
    chances = ["8.3%", "80.0%", "11.0%", "18.2%", "9.0%", "12.5%", "100%", "<0.1%", "1.8%", "110%"]
    said = page.evaluate(SAY, ["en", [["lessons.risk", "A1", chance] for chance in chances]])
    articles = ["an", "an", "an", "an", "a", "a", "a", "a", "a", "a"]
    assert [text.split()[2] for text in said] == articles
    assert said[0] == "A1 has an 8.3% chance of being a mine."


MESSAGES = {
    "no such game": "Diese Partie gibt es nicht.",
    "the game has 4 moves, not 3: look again": "Die Partie hat 4 Züge, nicht 3. Sieh noch einmal "
    "hin.",
    "the game has 4 moves, not 3": "Die Partie hat 4 Züge, nicht 3.",
    # In another order than in English.
    "line 3 of the board has 4 cells, level 5x3x2/any has 5": "Spielfeld, Zeile 3: Es sind 4 "
    "Felder, die Stufe 5x3x2/any hat 5 in einer Reihe.",
    # A message in a message.
    "replay 2 of the evfs file: the evf file is cut short: it has 9 bytes, and 12 are needed": (
        "Aufzeichnung 2 der evfs-Datei: Die evf-Datei ist abgeschnitten: Sie hat 9 Bytes, nötig "
        "sind 12."
    ),
    "line 2 of the deck has 2 mines, level 5x4x3/safe 3": "Zeile 2: Es sind 2 statt 3 (Minen, "
    "Stufe 5x4x3/safe).",
    "contradictory position: clues at A1 (1), C1 (0), 5 more against 1 mine on the board": (
        "Diese Stellung widerspricht sich: die Zahlen auf A1 (1), C1 (0), 5 weitere bei 1 Mine "
        "auf dem Spielfeld."
    ),
    "a connected border of 9 clues and 70 cells is too wide: it needs more than 24 clues half "
    "done at once": "Eine zusammenhängende Grenze aus 9 Zahlen und 70 Feldern ist zu breit: Sie "
    "braucht mehr als 24 halb erfüllte Zahlen zugleich.",
    "the record says won, but its moves end lost": "Laut Aufzeichnung ist die Partie gewonnen, "
    "nach ihren Zügen aber verloren.",
    # What varies may look like a pattern, a place or a message.
    "'$& {1} .*' is not a move: write open C4, flag C4 or chord C4": "'$& {1} .*' ist kein Zug. "
    "Schreib open C4, flag C4 oder chord C4.",
    "of a newer server": "of a newer server",
    "": "",
}


def test_messages_of_the_server_in_german(page: Any) -> None:
    """With what varies in its place; what is not known stays as it is."""
    said = page.evaluate(SAY, ["de", [["told", text] for text in MESSAGES]])
    assert dict(zip(MESSAGES, said, strict=True)) == MESSAGES
    assert page.evaluate(SAY, ["en", [["told", text] for text in MESSAGES]]) == [*MESSAGES]


TRANSLATED = """async (said) => {
    const { translated } = await import("/words/sentences.de.js");
    return said.map((text) => translated(text));
}"""
SENTENCES = {
    "A1 is safe.": "A1 ist sicher.",
    "You made no error. A1 is safe.": None,
    "With A1 a mine, no mine remains, so B1 and C1 are safe.": None,
    "A2 is safe: the board has no mines.": None,
    "A1 is the safest guess: it has a 40.1% chance of being a mine.": None,
    "The chance at the start was 40%; luck took 12 points, your choices cost 2 points.": None,
}


def test_sentences_about_positions_in_german(page: Any) -> None:
    """Cells and numbers stay, decimals get their comma."""
    german = page.evaluate(TRANSLATED, [*SENTENCES])
    cell = re.compile(r"\b[A-Z]{1,2}[1-9][0-9]*\b")
    for (english, expected), told in zip(SENTENCES.items(), german, strict=True):
        assert told is not None, english
        assert expected in (None, told)
        assert set(cell.findall(told)) == set(cell.findall(english))
        assert re.findall(r"\d+,\d", told) == [
            one.replace(".", ",") for one in re.findall(r"\d+\.\d", english)
        ]
        assert not re.search(r"\b(the|is|are|safe|mine|luck|chance)\b", told), told


def test_a_reason_in_german(page: Any) -> None:
    """What the explanation itself says, word for word."""
    reason: Any = worker.explain("5x3x2/any\n.....\n11111\n00000\n", "C1")
    assert page.evaluate(TRANSLATED, [step["words"] for step in reason["steps"]]) == [
        "Die 1 auf A2 hat genau 1 Mine in A1 und B1; die 1 auf B2 berührt diese Felder auch und "
        "hat dort schon ihre Mine, also ist C1 sicher (das Muster 1-1)."
    ]


def test_what_has_no_template_is_not_half_translated(page: Any) -> None:
    """One sentence that is not known keeps all of them English."""
    said = ["A1 is safe. B1 is blue.", "A1 is safe and sound.", "", "B1 is blue."]
    assert page.evaluate(TRANSLATED, said) == [None] * 4
