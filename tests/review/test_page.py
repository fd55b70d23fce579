"""The review is a self-contained HTML file with the page's own view of the game.

The tests in web/test_browser_report.py open such a file in a browser.
"""

from __future__ import annotations

import json
import re

import pytest

from mutations import SAMPLES
from reviewgames import game, random_game, unpacked
from sapper.core.replay import Replay, play_through
from sapper.explain import Explanation, explain
from sapper.formats import load
from sapper.review import protect_first, review
from sapper.review.game_html import SERVER, review_html
from sapper.review.metrics import game_metrics
from sapper.review.review_json import replay_json
from sapper.words import speaking

LOST = game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "flag A1", "open E2")


def test_the_file_needs_nothing_else() -> None:
    """The file names no other file and no address. Its modules import only each other."""
    text = review_html(review(LOST))
    inside = unpacked(text)
    outside = text.replace(SERVER, "") + inside["style"]
    assert not re.search(r"\bhttps?://", re.sub(r"//www\.w3\.org/\S+", "", outside))
    addresses = re.findall(r"""(?:\bsrc|\bhref)="([^"]*)"|\burl\(["']?([^)"']*)""", outside)
    assert addresses
    assert {(one or other).partition(":")[0] for one, other in addresses} == {"data"}
    modules = inside["modules"]
    imported = {
        name
        for code in modules.values()
        for name in re.findall(r"""(?m)^(?:import|\} from|export) [^;"(]*?"([^"]+)";""", code)
    }
    assert "page/dom.js" in imported
    assert imported <= modules.keys()
    assert "page/viewer.js" in modules
    assert "page/review.js" not in modules, "the view that asks the server"


@pytest.mark.parametrize(("language", "end"), [("en", "your errors"), ("de", "Fehler")])
def test_the_file_contains_one_language(language: str, end: str) -> None:
    found = review(LOST)
    with speaking(language):
        text, verdict = review_html(found), found.verdict
    modules = unpacked(text)["modules"]
    words = {name for name in modules if name.startswith("page/words/")}
    assert words == {f"page/words/{language}.js"}
    assert end in modules[f"page/words/{language}.js"]
    assert f'<html lang="{language}" data-language="{language}">' in text
    assert f"<p>{verdict}</p>" in text, "shown until the script runs"


def test_the_data_is_that_of_the_page() -> None:
    """The file contains the page's form of the review, the metrics and the reasons."""
    found = review(LOST)
    data = unpacked(review_html(found))["data"]
    assert data["found"] == json.loads(json.dumps(replay_json(found)))
    assert data["metrics"] == json.loads(json.dumps(game_metrics(LOST).to_json()))
    assert data["server"] == SERVER
    # Only the flag is on a provable cell. The proof of the needless guess is with its move.
    flag = explain(found.moves[1].view, "A1")
    assert isinstance(flag, Explanation)
    assert data["reasons"] == {"2": json.loads(json.dumps(flag.to_json()))}
    assert data["found"]["moves"][2]["proof"]["technique"] == "single clue"


@pytest.mark.parametrize("seed", range(4))
def test_every_game_has_a_page(seed: int) -> None:
    found = review(random_game("7x5x7/safe", seed, chosen_first=True), 0.02)
    moves = unpacked(review_html(found))["data"]["found"]["moves"]
    assert len(moves) == len(found.moves)


def test_the_file_of_an_expert_game_is_small() -> None:
    replay = load(str(SAMPLES / "expert.avf"))
    assert isinstance(replay, Replay)
    text = review_html(review(protect_first(play_through(replay).record), 0.0))
    assert len(text.encode()) < 250_000
