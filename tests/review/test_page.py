"""The review is a self-contained HTML file.

The tests in web/test_browser_report.py open such a file in a browser.
"""

import json
import re

import pytest

from reviewgames import game, random_game
from sapper.review import review
from sapper.review.game_html import SERVER, review_html

LOST = game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "flag A1", "open E2")


def data_of(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found
    read: dict[str, object] = json.loads(found[1])
    return read


def test_the_page_needs_nothing_else() -> None:
    """The page loads no file, font or script, and its data is complete."""
    text = review_html(review(LOST))
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
    found = review(random_game("7x5x7/safe", seed, chosen_first=True), 0.02)
    moves = data_of(review_html(found))["moves"]
    assert isinstance(moves, list)
    assert len(moves) == len(found.moves)
