"""words.js, words/en.js, words/de.js and runs.js: languages, plurals, and sentences about cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from sapper.agents import AGENTS
from sapper.ladder.techniques import Technique
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
    """A page in Austrian German, which has no translation of its own."""
    with blank_page(browser, locale="de-AT") as page:
        yield page


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_agent_has_a_name_and_one_sentence(page: Any, language: str) -> None:
    """The Watch view shows an agent's name and a sentence about the agent above its board."""
    agents = page.evaluate(
        "async (language) => (await import(`/words/${language}.js`)).default.agents", language
    )
    assert set(agents) == set(AGENTS)
    for name, line in agents.values():
        assert name[0].isupper()
        assert re.fullmatch(r"[A-ZÄÖÜ][^.]+[.?]", line), line


def test_languages_have_the_same_words(page: Any) -> None:
    """Both languages have the same keys, with strings, lists and functions in the same places."""
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
    """The page uses the first preferred language that it supports, and otherwise English."""
    if setting is not None:
        fresh.evaluate(
            "(language) => localStorage.setItem('sapper.settings', JSON.stringify({ language }))",
            setting,
        )
    assert fresh.evaluate(CHOSEN, languages) == expected


def test_a_real_browser_says_its_language(austrian_page: Any) -> None:
    """The page recognises the language of a real browser, without a faked list of languages."""
    assert anew(austrian_page).evaluate(CHOSEN, None) == GERMAN


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
        ("Partie wird", "Partien werden"),
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
    """Zero uses the plural, and large numbers have the separators of the language."""
    for language, text, (single, many), thousands in (
        ("en", english, one, "1,234,567"),
        ("de", german, eine, "1.234.567"),
    ):
        said = page.evaluate(SAY, [language, [[name, n] for n in (0, 1, 2, 1234567)]])
        counted = [f"0 {many}", f"1 {single}", f"2 {many}", f"{thousands} {many}"]
        assert said == [text.format(part) for part in counted]


def test_no_function_of_words_says_undefined(page: Any) -> None:
    said = page.evaluate(
        """async () => {
            const { plain } = await import("/runs.js");
            const found = [];
            for (const language of ["en", "de"]) {
                const walk = (value, path) => {
                    if (typeof value === "function") {
                        for (const given of [2, "A1", ["A1", "B2", "C3"]]) {
                            try {
                                const said = value(...Array(value.length).fill(given));
                                const text = Array.isArray(said) ? plain(said) : said;
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
    # These functions expect an object or the name of a technique.
    assert [one for one in said if not re.search(r"parting|verdict|daily\.needs", one[0])] == []


REASON = """async ([language, known, left]) => {
    const { plain } = await import("/runs.js");
    const { home } = (await import(`/words/${language}.js`)).default;
    return plain(home.reason("3", "B2", known, left, false));
}"""


def test_a_clue_has_mines_at_cells_and_needs_more(page: Any) -> None:
    """The noun depends on the number of known mines, the verb on the number of remaining cells."""
    one, two = ["A1"], ["C1", "C3"]
    assert page.evaluate(REASON, ["en", one, two]) == (
        "The 3 at B2 has a mine at A1 and needs 2 more. Only C1 and C3 are left, so they are mines."
    )
    assert page.evaluate(REASON, ["en", two, one]) == (
        "The 3 at B2 has mines at C1 and C3 and needs 1 more. Only A1 is left, so it is a mine."
    )
    assert page.evaluate(REASON, ["de", one, two]) == (
        "Die 3 auf B2 hat eine Mine auf A1 und braucht noch 2. Nur C1 und C3 sind übrig, also "
        "alles Minen."
    )
    assert page.evaluate(REASON, ["de", two, one]) == (
        "Die 3 auf B2 hat Minen auf C1 und C3 und braucht noch 1. Nur A1 ist übrig, also eine Mine."
    )


def test_a_rating_and_a_cost_read_as_sentences(page: Any) -> None:
    """A rating shows its uncertainty in brackets."""
    calls = [
        ["rush.after", "fairly sure", 12],
        ["practice.missesOf", 1, "subset", "4%"],
        ["practice.missesOf", 3, "subset", "12%"],
    ]
    assert page.evaluate(SAY, ["en", calls]) == [
        "your rating after 12 positions (fairly sure)",
        "subset: once, which lowered your chance of winning by 4%",
        "subset: 3 times, which lowered your chance of winning by 12% in all",
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_technique_can_be_the_hard_part_of_a_daily_board(page: Any, language: str) -> None:
    needs = [["daily.needs", str(each), count] for each in Technique for count in (1, 2, 40)]
    for said in page.evaluate(SAY, [language, needs]):
        assert re.fullmatch(r"[A-Z][^.]+\. [A-Z4][^.]+\.", said), said
        assert "undefined" not in said


@pytest.mark.parametrize(
    ("cells", "english", "german"),
    [
        (["A1"], "Also safe: A1.", "Auch sicher: A1."),
        (["A1", "B2"], "Also safe: A1 and B2.", "Auch sicher: A1 und B2."),
        (["A1", "B2", "C3"], "Also safe: A1, B2 and C3.", "Auch sicher: A1, B2 und C3."),
    ],
)
def test_lists_are_joined(page: Any, cells: list[str], english: str, german: str) -> None:
    """Lists have commas, and a word such as "and" before the last item."""
    for language, expected in (("en", english), ("de", german)):
        [said] = page.evaluate(SAY, [language, [["practice.also", cells]]])
        assert [run["cell"] for run in said if isinstance(run, dict)] == cells
        assert "".join(run if isinstance(run, str) else run["cell"] for run in said) == expected


def test_a_sentence_is_written_in_runs(page: Any) -> None:
    """Adjacent words form one run of text, and no run is empty."""
    found = page.evaluate(
        """async () => {
            const { cell, listed, plain, runs } = await import("/runs.js");
            const one = runs`The ${2} at ${cell("C4")}`;
            const all = [runs`${one} has ${""}all: ${listed([cell("A1"), "B1"], " and ")}.`,
                runs`${cell("A1")}${cell("B1")}`, runs``, listed([], " and ")];
            return [all, all.map(plain)];
        }"""
    )
    first = ["The 2 at ", {"cell": "C4"}, " has all: ", {"cell": "A1"}, " and B1."]
    assert found == [
        [first, [{"cell": "A1"}, {"cell": "B1"}], [], []],
        ["The 2 at C4 has all: A1 and B1.", "A1B1", "", ""],
    ]


def test_chances_have_their_article(page: Any) -> None:
    """The article fits the number: "an 8% chance", but "a 9% chance"."""
    chances = ["8.3%", "80.0%", "11.0%", "18.2%", "9.0%", "12.5%", "100%", "<0.1%", "1.8%", "110%"]
    said = page.evaluate(SAY, ["en", [["lessons.risk", "A1", chance] for chance in chances]])
    articles = ["an", "an", "an", "an", "a", "a", "a", "a", "a", "a"]
    assert [text.split()[2] for text in said] == articles
    assert said[0] == "A1 has an 8.3% chance of being a mine."
