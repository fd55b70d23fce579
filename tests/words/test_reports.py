"""Reports about games are in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

from reviewgames import game, unpacked
from sapper.review import review
from sapper.review.game_html import review_html
from sapper.review.many import review_many
from sapper.review.many_html import report, tick
from sapper.review.review_json import replay_json
from sapper.words import say, speaking
from sapper.words.de import CAPTIONS
from sapper.words.kinds import DecisionsMade

LOST = game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "flag A1", "open E2")
SOURCE = Path(__file__).parents[2] / "src" / "sapper"


def test_every_caption_has_german_words() -> None:
    """Every caption in commands and reports is translated, and no translation is unused."""
    places = ("review/*.py", "cli/*.py", "report/*.html")
    text = "\n".join(file.read_text() for place in places for file in SOURCE.glob(place))
    captions = {found[1] for found in re.finditer(r"""\bcaption\(["']([^"']+)["']\)""", text)}
    assert captions - CAPTIONS.keys() == set()
    # Captions that are passed as variables occur somewhere in the source.
    joined = re.sub(r'"\s+"', "", text)
    levels = {"Beginner", "Intermediate", "Expert", "Easy", "Medium", "Hard"}
    assert {one for one in CAPTIONS.keys() - levels if one not in joined} == set()


def test_a_review_in_german() -> None:
    found = review(LOST)
    with speaking("de"):
        text, verdict = review_html(found), found.verdict
        shown = unpacked(text)["data"]["found"]
    assert verdict.startswith(
        "Unnötig geraten bei Zug 3: C1 war sicher. Der Zug kostete 50 Prozentpunkte."
    )
    assert "<title>Rückschau: verloren</title>" in text
    assert shown["headline"]["runs"] == [
        "Unnötig geraten bei Zug 3: ",
        {"cell": "C1"},
        " war sicher.",
    ]
    assert found.verdict.startswith(
        "Needless guess at move 3: C1 was safe. The move cost 50 percentage points."
    )
    assert "<title>Review: lost</title>" in review_html(found)


def test_a_label_is_named_in_the_readers_language() -> None:
    """The label itself stays the same, because programs compare it."""
    found = review(LOST)
    english = [(one["label"], one["label_name"]) for one in replay_json(found)["moves"]]
    with speaking("de"):
        german = [(one["label"], one["label_name"]) for one in replay_json(found)["moves"]]
    assert ("needless guess", "needless guess") in english
    assert ("needless guess", "unnötig geraten") in german
    assert [label for label, _ in german] == [label for label, _ in english]


def test_a_review_of_many_games_in_german() -> None:
    found = review_many([("eins", LOST), ("zwei", LOST)], 0.01)
    with speaking("de"):
        text = report(found)
    assert '<html lang="de">' in text
    assert "Du hast 0 von 2 Partien gewonnen." in text
    assert "Techniken zum Üben" in text
    assert "unnötig geraten (2)" in text
    shown = set(re.findall(r'text-anchor="end"[^>]*>([^<]+)<', text))
    assert {"0\u00a0%", "50\u00a0%", "100\u00a0%"} <= shown
    assert "You won 0 of 2 games." in report(found)


def test_an_axis_has_german_numbers() -> None:
    """German numbers have a decimal comma, and English numbers have a decimal point."""
    with speaking("de"):
        assert [tick(value) for value in (0, 2.5, 5)] == ["0", "2,5", "5"]
    assert tick(2.5) == "2.5"


def test_one_decision_is_no_list_in_german() -> None:
    """The text gives the loss of a single decision, or the average loss of several."""
    with speaking("de"):
        assert say(DecisionsMade(1, 62.5)) == "eine Entscheidung, 6,2 Punkte verloren"
        several = "drei Entscheidungen, pro Entscheidung 6,2 Punkte verloren"
        assert say(DecisionsMade(3, 62.5)) == several
