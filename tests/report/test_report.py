"""All reports come from one kit, which escapes what it is given."""

from __future__ import annotations

import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from sapper.report import render
from sapper.report.charts import Axes, Axis, Bar, bars

NASTY = "<b>&\"'"
SAFE = "&lt;b&gt;&amp;&#34;&#39;"


def attributes(svg: str, tag: str, *names: str) -> list[tuple[float, ...]]:
    """The values of these attributes of all elements with a tag."""
    found = ElementTree.fromstring(svg).iter(tag)
    return [tuple(float(one.attrib[name]) for name in names) for one in found]


def test_every_value_is_escaped() -> None:
    """Names, texts, cells of tables and links are escaped. Only pictures are not."""
    rows = [["agent", NASTY], [NASTY, "1"]]
    page = render(
        "class.html", title=NASTY, heading=NASTY, rows=rows, files={NASTY: NASTY}, notes=[NASTY]
    )
    assert NASTY[:3] not in page.partition("<body>")[2]
    assert f"<title>{SAFE}</title>" in page
    assert f"<th>{SAFE}</th>" in page
    assert f'<td><a href="%3Cb%3E%26%22%27">{SAFE}</a></td>' in page
    assert f"<p>{SAFE}</p>" in page


def test_the_page_needs_no_other_file() -> None:
    """The styles are in the page, which loads nothing and runs no script."""
    page = render("problem.html", title="a", name="a", problem="b", command="c")
    assert (files("sapper.report") / "report.css").read_text() in page
    assert not re.search(r"<script|<link|src=|@import|url\(", page)
    assert page.startswith('<!doctype html>\n<html lang="en">')


def test_a_forgotten_value_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="command"):
        render("problem.html", title="a", name="a", problem="b")


def test_columns_with_numbers_are_aligned_to_the_right() -> None:
    """In the table of a class, numbers start in column 7."""
    rows = [list("abcdefg"), list("1234567")]
    page = render("class.html", title="", heading="", rows=rows, files={}, notes=[])
    assert re.findall(r'class="n">(.)<', page) == ["g", "7"]


def test_bars_start_at_zero_and_end_at_the_axis() -> None:
    """A negative value is drawn to the left of 0. A value outside the axis is cut off."""
    axis = Axis(-1, 1, [(-1, "-1"), (0, "0"), (1, "1")])
    rows = [Bar("a", -0.5, "x", (-0.8, 0.2)), Bar("b", 1, "y"), Bar(NASTY, 7, "z")]
    svg = bars("Scores", rows, axis)
    (half, width), *both = attributes(svg, "rect", "x", "width")
    zero = half + width
    assert both == [(zero, 2 * width), (zero, 2 * width)]
    assert f'aria-label="Scores: a x; b y; {SAFE} z"' in svg


def test_a_line_goes_from_corner_to_corner() -> None:
    """The lowest values are at the bottom left, and the highest at the top right."""
    axes = Axes(Axis(1, 5), Axis(-10, 10), width=100, height=40)
    x, y = 46.0, 50.0
    assert axes.line([(1, -10), (3, 0), (5, 10)]) == Markup(
        f'<path class="line" d="M{x} {y}L{x + 50} {y - 20}L{x + 100} {y - 40}"/>'
    )
    dot = axes.dot((3, 0), 2, NASTY)
    assert attributes(dot, "circle", "cx", "cy") == [(x + 50, y - 20)]
    assert f"<title>{SAFE}</title>" in dot


def test_an_axis_of_one_value_is_drawn() -> None:
    """If all values are equal, nothing is divided by zero."""
    svg = Axes(Axis(1, 1, [(1, "1")]), Axis(0, 0, [(0, "0")])).svg("One game")
    assert "nan" not in svg
    assert svg.startswith('<svg class="chart" role="img" aria-label="One game"')
