"""plot.js: line charts, and a rate with its interval, checked point by point."""

from __future__ import annotations

from typing import Any

import pytest

# Returns the kind, attributes and text of every element that is drawn.
DRAWN = """async ([name, args]) => {
    const chart = (await import("/plot.js"))[name](...args);
    const attributes = (one) => Object.fromEntries([...one.attributes].map(({ name, value }) =>
        [name, value]));
    return { ...attributes(chart), children: [...chart.children].map((one) =>
        ({ tag: one.tagName, text: one.textContent, ...attributes(one) })) };
}"""

LEFT, RIGHT, TOP, BOTTOM = 30, 520, 8, 80  # the axes of `lines`


def drawn(page: Any, name: str, *arguments: Any) -> Any:
    return page.evaluate(DRAWN, [name, arguments])


def of(chart: Any, tag: str) -> list[Any]:
    return [one for one in chart["children"] if one["tag"] == tag]


def points(line: Any) -> list[tuple[float, float]]:
    return [tuple(map(float, point.split(","))) for point in line["points"].split()]  # type: ignore[misc]


def expected(values: list[float], count: int, most: float) -> list[tuple[float, float]]:
    """The points where these values must be drawn if the axes end at `count` and `most`."""
    return [
        (LEFT + i / (count - 1) * (RIGHT - LEFT), BOTTOM - value / most * (BOTTOM - TOP))
        for i, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("values", "count", "most"),
    [
        ([3, 0, 6, 2], 4, 6),
        ([7], 2, 7),  # a single step is drawn at the left
        ([0, 0, 0], 3, 1),  # if all values are 0, the axis ends at 1
        ([0.25, 0.5], 2, 1),
        ([0, 123456789, 1], 3, 123456789),
        (list(range(1000)), 1000, 999),
    ],
)
def test_a_line_has_a_corner_per_value(
    page: Any, values: list[float], count: int, most: float
) -> None:
    """A line runs from the left edge to the right edge of the chart."""
    chart = drawn(page, "lines", [{"name": "s", "style": "line", "values": values}], "times")
    (line,) = of(chart, "polyline")
    assert line["class"] == "line"
    assert points(line) == [
        pytest.approx(point, abs=0.051) for point in expected(values, count, most)
    ]
    texts = [one["text"] for one in of(chart, "text")]
    assert texts == [str(round(most)), "0", "1", str(count), "s"]


def test_a_chart_is_a_picture_with_a_name(page: Any) -> None:
    """A chart has the role of an image, an accessible name, and a view box."""
    chart = drawn(page, "lines", [], "KB over the steps")
    assert (chart["role"], chart["aria-label"]) == ("img", "KB over the steps")
    assert chart["viewBox"] == "0 0 560 96"
    assert of(chart, "polyline") == []


def test_without_values_there_are_axes_only(page: Any) -> None:
    """A series without values is neither drawn nor named, but the other series are."""
    nothing = {"name": "KB", "style": "line", "values": []}
    chart = drawn(page, "lines", [nothing], "")
    assert [one["text"] for one in of(chart, "text")] == ["1", "0", "1", "2"]
    chart = drawn(page, "lines", [nothing, {"name": "KB0", "style": "dash", "values": [1, 2]}], "")
    assert [one["class"] for one in of(chart, "polyline")] == ["dash"]
    assert of(chart, "text")[-1]["text"] == "KB0"


def test_two_lines_share_their_axes(page: Any) -> None:
    """The longer line determines the width of the chart, and the higher line its height."""
    series = [
        {"name": "KB", "style": "line", "values": [10, 40, 20, 30]},
        {"name": "KB0", "style": "dash", "values": [0, 5]},
    ]
    first, second = of(drawn(page, "lines", series, ""), "polyline")
    assert points(first) == [pytest.approx(p, abs=0.051) for p in expected([10, 40, 20, 30], 4, 40)]
    assert points(second) == [pytest.approx(p, abs=0.051) for p in expected([0, 5], 4, 40)]


@pytest.mark.parametrize("ends", [(5, 5), (0, 0), (10, 10), (5, 5.4), (5.4, 5), (10, 0), (0, 1)])
def test_names_at_the_ends_make_room_for_each_other(page: Any, ends: tuple[float, float]) -> None:
    """Labels are at least 12 pixels apart, within the picture, and close to their line."""
    series = [
        {"name": name, "style": "line", "values": [10, end]}
        for name, end in zip("ab", ends, strict=True)
    ]
    chart = drawn(page, "lines", series, "")
    at = {one["text"]: (float(one["x"]), float(one["y"])) for one in of(chart, "text")}
    wanted = [BOTTOM - end / 10 * (BOTTOM - TOP) + 4 for end in ends]
    assert at["a"] == pytest.approx((RIGHT + 5, wanted[0]))
    assert abs(at["a"][1] - at["b"][1]) >= 12 - 1e-9
    if abs(wanted[0] - wanted[1]) >= 12:
        assert at["b"][1] == pytest.approx(wanted[1])
    assert all(0 < y <= 96 for _, y in at.values())


@pytest.mark.parametrize(
    ("rate", "low", "high"), [(0.5, 0.25, 0.75), (0, 0, 0.3), (1, 0.7, 1), (0, 0, 0)]
)
def test_an_interval_lies_on_its_axis(page: Any, rate: float, low: float, high: float) -> None:
    """The axis runs from 0% at x = 8 to 100% at x = 292, and a dot on it marks the rate."""
    chart = drawn(page, "interval", rate, low, high, "50%, between 25% and 75%")
    assert (chart["role"], chart["aria-label"]) == ("img", "50%, between 25% and 75%")
    axis, between = of(chart, "line")
    (dot,) = of(chart, "circle")
    x = [8 + value * 284 for value in (0, 1, low, high, rate)]
    found = [axis["x1"], axis["x2"], between["x1"], between["x2"], dot["cx"]]
    assert [float(value) for value in found] == pytest.approx(x)
    assert (axis["class"], between["class"], dot["class"]) == ("axis", "range", "dot")
    texts = [(one["text"], float(one["x"])) for one in of(chart, "text")]
    assert texts == [("0%", 8), ("50%", 150), ("100%", 292)]
