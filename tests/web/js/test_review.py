"""review.js: the graph of the chance of winning, the symbols for moves, and the verdict."""

from __future__ import annotations

from typing import Any

import pytest

GRAPH = """async ([found, at]) => {
    const chart = (await import("/review.js")).graph(found, { at });
    const attributes = (one) => Object.fromEntries([...one.attributes].map(({ name, value }) =>
        [name, value]));
    return { ...attributes(chart), children: [...chart.children].map((one) =>
        ({ tag: one.tagName, text: one.textContent, ...attributes(one) })) };
}"""

LEFT, RIGHT, TOP, BOTTOM = 28, 328, 10, 112


def game(chances: list[float], result: str = "won", risky: tuple[int, ...] = ()) -> dict[str, Any]:
    """A game with these chances of winning before each move."""
    moves = [
        {
            "number": i + 1,
            "before": chance,
            "risky": i in risky,
            "label": "blunder",
            "cell": i,
            "lost": 0.1,
            "luck": 0,
            "proof": None,
        }
        for i, chance in enumerate(chances)
    ]
    return {"moves": moves, "outcome": float(result == "won"), "result": result}


def corners(text: str) -> list[tuple[float, float]]:
    return [tuple(map(float, point.split(","))) for point in text.split()]  # type: ignore[misc]


def expected(values: list[float]) -> list[Any]:
    """The points where these chances must be drawn."""
    steps = max(1, len(values) - 1)
    return [
        pytest.approx(
            (LEFT + i / steps * (RIGHT - LEFT), TOP + (1 - value) * (BOTTOM - TOP)), abs=0.051
        )
        for i, value in enumerate(values)
    ]


def by_class(chart: Any, name: str) -> list[Any]:
    return [one for one in chart["children"] if one.get("class") == name]


def test_a_game_that_was_won_rises_to_its_end(page: Any) -> None:
    """The graph has a point before each move and one after the last, and a filled area below."""
    chart = page.evaluate(GRAPH, [game([0.4, 0.5, 0.25, 0.75], risky=(1, 3)), None])
    (line,) = by_class(chart, "line")
    assert corners(line["points"]) == expected([0.4, 0.5, 0.25, 0.75, 1])
    (area,) = by_class(chart, "area")
    assert corners(area["points"])[1:-1] == corners(line["points"])
    assert corners(area["points"])[0] == (LEFT, BOTTOM)
    assert corners(area["points"])[-1] == (RIGHT, BOTTOM)
    assert by_class(chart, "fall") == []
    assert len(by_class(chart, "label")) == 2
    assert by_class(chart, "label")[0]["transform"].startswith("translate(103.0 61.0)")
    assert (
        chart["aria-label"] == "Chance of winning, move by move: 40% at the start, 100% at the end"
    )


def test_a_game_that_was_lost_falls_at_its_end(page: Any) -> None:
    """The last step of a lost game is drawn as a separate line."""
    chart = page.evaluate(GRAPH, [game([0.4, 0.5], "lost"), None])
    (line,) = by_class(chart, "line")
    (fall,) = by_class(chart, "fall")
    values = expected([0.4, 0.5, 0])
    assert corners(line["points"]) == values[:2]
    assert corners(fall["points"]) == values[1:]


@pytest.mark.parametrize("result", ["won", "lost", "left"])
def test_a_game_without_moves_has_a_graph(page: Any, result: str) -> None:
    """A game without moves has one point, at the left edge."""
    chart = page.evaluate(GRAPH, [game([], result), 0])
    (line,) = by_class(chart, "line")
    assert corners(line["points"]) == expected([float(result == "won")])
    assert [one["text"] for one in chart["children"] if one["tag"] == "text"] == ["0", "50", "100"]
    assert "NaN" not in str(chart)


def test_chances_beyond_the_axis_stay_on_it(page: Any) -> None:
    chart = page.evaluate(GRAPH, [game([-0.02, 1.01]), None])
    assert corners(by_class(chart, "line")[0]["points"]) == expected([0, 1, 1])


@pytest.mark.parametrize(
    ("moves", "shown"), [(1, ["1"]), (2, ["1", "2"]), (30, ["1", "30"]), (41, ["1", "22", "41"])]
)
def test_the_first_and_the_last_move_are_numbered(page: Any, moves: int, shown: list[str]) -> None:
    """The centre of the axis has a label if there is space, and a line marks the current move."""
    chart = page.evaluate(GRAPH, [game([0.5] * moves), 1])
    texts = [one["text"] for one in chart["children"] if one["tag"] == "text"]
    assert texts[3:] == shown
    (now,) = by_class(chart, "now")
    assert float(now["x1"]) == pytest.approx(LEFT + (RIGHT - LEFT) / moves)


def test_a_press_on_the_graph_names_the_nearest_move(page: Any) -> None:
    """A click left of the graph selects the first move, and a click right of it selects the end."""
    gone = page.evaluate(
        """async (found) => {
            const gone = [];
            const chart = (await import("/review.js")).graph(found, { go: (at) => gone.push(at) });
            chart.style.width = "680px"; // twice as large as drawn
            document.body.append(chart);
            const { left, top } = chart.getBoundingClientRect();
            for (const x of [0, 28, 28 + 70, 28 + 80, 328, 340])
                chart.dispatchEvent(
                    new MouseEvent("click", { clientX: left + 2 * x, clientY: top }));
            return gone;
        }""",
        game([0.5, 0.5]),
    )
    assert gone == [0, 0, 0, 1, 2, 2]


def test_points_have_their_sign(page: Any, german: Any) -> None:
    """A value that rounds to 0 has no sign. Negative values have a minus sign, not a hyphen."""
    ask = """async (all) => {
        const { signedPoints } = await import("/points.js");
        return all.map(signedPoints);
    }"""
    assert page.evaluate(ask, [0, 0.4, -0.4, 5, -80]) == ["0", "0", "0", "+5", "−80"]
    assert german.evaluate(ask, [1250]) == ["+1.250"]


LABELS = [
    *("certain", "chord", "flag", "best", "only move", "good", "inaccuracy", "mistake", "blunder"),
    *("needless guess", "wrong flag", "unproven flag", "forced coin toss", "start"),
    "flag removed",
]


def test_every_label_has_a_drawing_of_its_own(page: Any) -> None:
    """The labels "best" and "only move" share a symbol, and so do those of unremarkable moves."""
    drawn = page.evaluate(
        "async (all) => { const { drawing } = await import('/review.js');"
        "return all.map((one) => drawing(one).map((part) => part.outerHTML).join()); }",
        LABELS,
    )
    kinds: dict[str, list[str]] = {}
    for label, drawing in zip(LABELS, drawn, strict=True):
        kinds.setdefault(drawing, []).append(label)
    assert [labels for labels in kinds.values() if len(labels) > 1] == [
        ["certain", "chord", "flag"],
        ["best", "only move"],
    ]
