"""Explanations, their pictures, and proofs of boards say the same in each language."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.explain.pictures import animated_svg, stepper
from sapper.words import LANGUAGES, Message, Text, say, speaking
from sapper.words.kinds import CluesShow, FollowsFrom, MineCountStep
from sapper.words.message import ClueName
from words.examples_steps import EXAMPLES

EXPLANATIONS = Path(__file__).parents[1] / "explanations"

# For each language, words that nearly every sentence of the other language contains.
FOREIGN = {
    "en": re.compile(r"\b(?:und|ist|sind|die|der|Mine|Minen)\b"),
    "de": re.compile(r"\b(?:and|is|are|the|mine|mines)\b"),
}


def named(text: Text) -> tuple[Counter[str], Counter[str]]:
    """The cells in a text, and the other numbers in it."""
    words = "|".join(run for run in text.to_json() if isinstance(run, str))
    return Counter(text.cells), Counter(re.findall(r"\d+(?:\.\d+)?", words.replace(",", ".")))


def said_alike(message: Message) -> None:
    """Check that both languages name the same cells and numbers."""
    texts = {}
    for language in LANGUAGES:
        with speaking(language):
            texts[language] = say(message)
        assert not FOREIGN[language].search(texts[language]), texts[language]
        assert not re.search(r"[\ue000\ue001{}]|\bNone\b|  | [.,;]|\.\.", texts[language])
    assert named(texts["en"]) == named(texts["de"]), texts


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: message.kind)
def test_each_kind_names_the_same_cells_and_numbers(message: Message) -> None:
    said_alike(message)


@pytest.mark.parametrize("path", sorted(EXPLANATIONS.glob("*.txt")), ids=lambda path: path.stem)
def test_arguments_name_the_same_cells_and_numbers(path: Path) -> None:
    position, _, rest = path.read_text().partition("cell: ")
    view = View.parse(position)
    found = explain(view, view.grid.parse_cell(rest.split()[0]))
    assert isinstance(found, Explanation)
    (argument,) = found.messages
    for message in (argument.settled, *argument.steps):
        said_alike(message)
    for step in found.to_json()["steps"]:
        assert step["words"] == "".join(
            run if isinstance(run, str) else run["cell"] for run in step["runs"]
        )


@pytest.mark.parametrize(
    ("message", "english", "german"),
    [
        (
            CluesShow((ClueName("C2", 2),), False, ("A1",), True),
            "The 2 at C2 needs a mine in its only remaining cell, so A1 is a mine.",
            "Die 2 auf C2 braucht im einzigen übrigen Feld eine Mine, also ist A1 eine Mine.",
        ),
        (
            CluesShow((ClueName("C2", 2),), False, ("A1", "B1"), True),
            "The 2 at C2 needs a mine in each remaining cell, so A1 and B1 are mines.",
            "Die 2 auf C2 braucht in jedem übrigen Feld eine Mine, also sind A1 und B1 Minen.",
        ),
        (
            MineCountStep(3, 3, 1, "none"),
            "The board has 3 mines and all 3 are known, so none are left for the only other "
            "hidden cell.",
            "Auf dem Brett gibt es 3 Minen, und alle 3 sind bekannt, also ist im einzigen anderen "
            "verdeckten Feld keine mehr übrig.",
        ),
        (
            FollowsFrom(("C1", "E3"), True, True, (), 4),
            "follows in 4 steps from the clues at C1 and E3, the mine count, and facts settled "
            "earlier",
            "folgt in 4 Schritten aus den Zahlen auf C1 und E3, der Minenzahl und aus früheren "
            "Tatsachen",
        ),
        (
            FollowsFrom(("C1",), True, False, (), 4),
            "follows in 4 steps from the clue at C1 and the mine count",
            "folgt in 4 Schritten aus der Zahl auf C1 und der Minenzahl",
        ),
    ],
)
def test_sentences_fit_the_number_of_cells_and_sources(
    message: Message, english: str, german: str
) -> None:
    """Sentences have the right form for one cell or several, and for one clue or several."""
    for language, words in (("en", english), ("de", german)):
        with speaking(language):
            assert say(message) == words


def test_german_says_what_is_known_before_the_verb() -> None:
    view = View.parse("5x3x2\n.....\n11111\n00000\n")
    found = explain(view)
    with speaking("de"):
        assert found.words() == (
            "C1 ist sicher (Teilmenge: A2 und B2).\n"
            "1. Die 1 auf A2 hat ihre Mine in A1 oder B1. Die 1 auf B2 berührt beide, also ist das "
            "ihre einzige Mine: C1 ist sicher. (Das Muster 1-1.)"
        )


def test_pictures_in_german() -> None:
    """Titles, captions, legends and buttons of pictures are in German."""
    found = explain(View.parse("5x3x2\n.....\n11111\n00000\n"))
    assert isinstance(found, Explanation)
    with speaking("de"):
        drawn = animated_svg(found) + stepper(found)
    shown = ("C1 ist sicher: Teilmenge", "1/1. Die 1 auf A2", "neu: sicher", "Schritt 1")
    for text in (*shown, ">Zurück<", ">Pause<", ">Weiter<", '"Start"'):
        assert text in drawn
