"""lessons.js: guesses are judged by their risk in lesson 8 and by their value in lesson 9."""

from __future__ import annotations

from typing import Any

import pytest

from sapper.web import worker

POSITION = "5x4x5\n.....\n..2..\n..211\n..100\n"

ANSWER = """async ([name, cell, position]) => {
    const module = await import("/lessons.js");
    const marks = [];
    const board = { width: 5, symbol: () => ".", mark: (found) => marks.push(found),
        named: (name) => name.charCodeAt(0) - 65 + 5 * (Number(name.slice(1)) - 1) };
    const [said] = await module[name](board, cell, position);
    return [said.textContent, marks];
}"""


@pytest.fixture
def asked(page: Any) -> Any:
    """A page whose requests get the answers that the server would give."""
    odds, value = worker.analyse(POSITION), worker.value(POSITION)
    page.route("**/api/analyse", lambda route: route.fulfill(json=odds))
    page.route("**/api/value", lambda route: route.fulfill(json=value))
    yield page
    page.unroute("**/api/analyse")
    page.unroute("**/api/value")


def test_a_guess_of_lesson_9_is_judged_by_its_value(asked: Any) -> None:
    """B1 is the safest cell and B2 the best one, so the page shows both figures."""
    said, marks = asked.evaluate(ANSWER, ["judgedByValue", 1, POSITION])
    assert said == (
        "B1 has a 23.1% chance of being a mine. Opening it wins 44.6% of games. "
        "B2 gives a better chance of winning (52.3%). It has a 38.5% chance of being a mine."
    )
    assert marks == [{"cells": [1]}]
    said, marks = asked.evaluate(ANSWER, ["judgedByValue", 6, POSITION])
    assert said.endswith(" of games. No cell gives a better chance of winning.")
    assert marks == [{"safe": [6]}]


def test_a_guess_of_lesson_8_is_judged_by_its_risk(asked: Any) -> None:
    """Lesson 8 asks for the safest cell, so only the risk counts."""
    said, _ = asked.evaluate(ANSWER, ["judgedByRisk", 1, POSITION])
    assert said == "B1 has a 23% chance of being a mine. No cell is safer."
    said, _ = asked.evaluate(ANSWER, ["judgedByRisk", 6, POSITION])
    assert said.endswith(" Another cell is safer.")
