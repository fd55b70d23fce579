"""The pages about patterns and their puzzles, over the API."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from fastapi.testclient import TestClient

from reference import around
from sapper.core.view import View
from sapper.explain import explain
from sapper.reason.odds import odds
from sapper.reason.value import value
from sapper.words.kinds import PatternName
from web.asking import wait_for_reviews
from web.test_practice import lose_needlessly

NAMES = get_args(PatternName)


def puzzle(client: TestClient, pattern: str, seed: int) -> dict[str, Any]:
    answer = client.post("/api/patterns/puzzle", json={"pattern": pattern, "seed": seed})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(("language", "title"), [("en", "Corners"), ("de", "Ecken")])
def test_the_pages_are_in_the_readers_language(
    client: TestClient, language: str, title: str
) -> None:
    pages = client.get("/api/patterns", headers={"Accept-Language": language}).json()
    assert [page["name"] for page in pages] == list(NAMES)
    corner = pages[NAMES.index("corner")]
    assert corner["title"] == title
    for page in pages:
        View.parse(page["position"])
        assert all(page[part].endswith(".") for part in ("short", "rule", "why"))
        assert bool(page["risks"]) is bool(page["best"]) is (page["name"] == "guess")


@pytest.mark.parametrize("pattern", [name for name in NAMES if name != "guess"])
def test_a_puzzle_needs_the_pattern(client: TestClient, pattern: str) -> None:
    """Exactly the right cells are provably safe, and the reason uses the pattern."""
    for seed in range(3):
        found = puzzle(client, pattern, seed)
        view = View.parse(found["position"])
        chances = odds(view)
        assert found["right"] == [view.grid.name(cell) for cell in chances.safe]
        assert {view.grid.parse_cell(name) for name in found["mines"]} <= set(chances.mines)
        reason = found["reason"]
        assert reason["cell"] in found["right"]
        assert reason["pattern_page"] == pattern
        assert explain(view, reason["cell"]).certain
        assert (found["best"], found["risks"]) == ([], [])


@pytest.mark.parametrize(("pattern", "line"), [("1-2-1", "121"), ("1-2-2-1", "1221")])
def test_the_numbers_of_a_line_are_those_on_the_board(
    client: TestClient, pattern: str, line: str
) -> None:
    rows = View.parse(puzzle(client, pattern, 4)["position"]).rows
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    assert any(line in one for one in (*rows, *columns))


@pytest.mark.parametrize("pattern", ["hole", "corner"])
def test_two_1s_show_the_cells_of_a_hole_or_corner(client: TestClient, pattern: str) -> None:
    """All hidden cells of one 1 belong to the other, whose other cells are the first ones said."""
    found = puzzle(client, pattern, 4)
    view = View.parse(found["position"])
    width, height = view.level.width, view.level.height
    inner, outer = sorted(
        (
            {cell for cell in around(width, height, clue) if view.states[cell] >= 9}
            for clue in map(view.grid.parse_cell, found["reason"]["clues"])
        ),
        key=len,
    )
    assert inner < outer
    (step,) = found["reason"]["steps"]
    assert {view.grid.parse_cell(name) for name in step["fact"]["cells"]} == outer - inner


def test_a_guess_is_asked_only_where_nothing_is_safe(client: TestClient) -> None:
    """The right cells have the highest chance of winning, and the risks are exact odds."""
    found = puzzle(client, "guess", 3)
    view = View.parse(found["position"])
    chances, judged = odds(view), value(view)
    assert not chances.safe
    assert judged.exact
    most = max(move.win for move in judged.moves)
    best = {view.grid.name(move.cell) for move in judged.moves if move.win == pytest.approx(most)}
    assert set(found["right"]) == best
    assert found["reason"] is None
    assert {run["cell"] for run in found["best"] if isinstance(run, dict)} == best
    for cell, risk in enumerate(found["risks"]):
        assert risk == (chances[cell] if view.states[cell] >= 9 else None)


def test_a_seed_gives_the_same_puzzle_and_none_gives_any(client: TestClient) -> None:
    assert puzzle(client, "1-1", 7) == puzzle(client, "1-1", 7)
    assert client.post("/api/patterns/puzzle", json={"pattern": "1-1"}).status_code == 200


def test_an_unknown_pattern_is_refused(client: TestClient) -> None:
    assert client.post("/api/patterns/puzzle", json={"pattern": "1-3"}).status_code == 422


def test_a_hint_names_the_page_of_its_pattern(client: TestClient) -> None:
    """The reason of a hint says which page explains its pattern."""
    position = "5x3x2\n.....\n11111\n00000\n"
    hint = client.post("/api/hint", json={"position": position, "tier": 5}).json()
    assert hint["reason"]["pattern_page"] == "1-1"
    reason = client.post("/api/explain", json={"position": "3x1x2\n.2.\n", "cell": "A1"}).json()
    assert reason["technique"] == "single clue"
    assert reason["pattern_page"] is None


def test_missed_patterns_are_counted(client: TestClient) -> None:
    lose_needlessly(client)
    wait_for_reviews(client)
    found = client.get("/api/misses").json()
    assert [miss["pattern"] for miss in found["positions"]] == ["1-1"]
    (missed,) = found["patterns"]
    assert (missed["pattern"], missed["title"], missed["count"]) == ("1-1", "1-1", 1)
