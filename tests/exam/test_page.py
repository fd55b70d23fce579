"""The report of an exam is self-contained and shows the wrong answers."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from sapper.exam.baselines import answers
from sapper.exam.page import report_html, worst
from sapper.exam.report import notes, rung_rows, total_rows
from sapper.exam.scores import score

from .examples import by_id, small_exam


@pytest.mark.parametrize("name", ["liar", "random", "textbook", "odds", "champion"])
def test_the_page_is_whole(name: str) -> None:
    """The page loads no other files, has valid pictures, and shows at most five wrong answers."""
    items = list(small_exam())
    found = score(name, items, by_id(answers(name, items)))
    page = report_html([found])
    assert not re.search(r"<(script|link|img)|https?://(?!www\.w3\.org)", page)
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(picture)
    shown = worst(found.graded)
    assert page.count("<section ") == len(shown) <= 5
    assert (not shown) == (name == "champion")
    assert ": 1.00 points" not in page
    assert len({one.item.part for one in shown}) == (
        5
        if name in ("liar", "random")
        else len(
            {one.item.part for one in found.graded if one.points < 0.995 and one.state == "read"}
        )
    )
    assert "Calibration" in page
    assert "<b>prove</b>: name the clues that prove a claim" in page
    assert all(one in page for one in ("single clue", "combination", "mine count"))


def test_a_refutation_is_drawn() -> None:
    """A false claim is shown with a board that fits, or with the argument for the opposite."""
    items = [item for item in small_exam() if item.part in ("deduce", "prove")]
    page = report_html([score("liar", items, by_id(answers("liar", items)))])
    assert "The answer says that" in page
    assert "but the claim is false." in page


def test_several_examinees_are_compared() -> None:
    items = [item for item in small_exam() if item.part == "estimate"]
    found = [score(n, items, by_id(answers(n, items))) for n in ("random", "odds")]
    assert [row[0] for row in total_rows(found)] == ["examinee", "odds", "random"]
    page = report_html(found)
    assert page.index("<h2>odds</h2>") < page.index("<h2>random</h2>")
    assert rung_rows(found[0])[0] == ["technique", "estimate"]
    assert notes(found[1]) == [
        "This exam has not all parts, so there is no total.",
        f"estimate: Brier score {found[1].brier:.3f}, calibration error (ECE) 0.000.",
    ]
