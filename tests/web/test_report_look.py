"""In a browser, a report is readable in light and dark colours, on phones and on desktops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sapper.report import board, render
from sapper.report.charts import Axes, Axis, Bar, bars

pytestmark = pytest.mark.browser


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """A report with a chart of each kind, a board, and a table that is too wide for a phone."""
    ticks = [(0, "0"), (1, "1")]
    axes = Axes(Axis(0, 1, ticks, "stated"), Axis(0, 1, ticks, "exact"), 280, 280)
    line = axes.line([(0, 0), (1, 1)])
    rows = [["technique", *["long-heading"] * 20], ["a", *["1"] * 20]]
    evidence = {"picture": board(["1.", "F*"]), "words": "b", "rows": rows}
    one = {
        "name": "a",
        "total": "1",
        "bars": bars("Scores", [Bar("a", 0.5, "0.5", (0.2, 0.8))], Axis(-1, 1, ticks)),
        "notes": ["a"],
        "rungs": [],
        "calibration": axes.svg("Curve", line, axes.dot((1, 1), 5, "a")),
        "worst": [{"title": "a", "evidence": evidence}],
    }
    file = tmp_path / "report.html"
    file.write_text(render("exam.html", title="a", meanings={}, totals=[], examinees=[one]))
    return file


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_a_report_is_accessible_and_follows_the_system(
    browser: Any, report: Path, scheme: str, width: int
) -> None:
    """The colours are the system's, or the opposite after a click, and nothing leaves the page."""
    from web import browsing

    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, offline=True
    )
    page = context.new_page()
    page.goto(report.as_uri())
    brightness = (
        "Math.max(...getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number))"
    )
    assert (page.evaluate(brightness) < 128) == (scheme == "dark")
    assert browsing.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Light or dark").click()
    assert (page.evaluate(brightness) < 128) == (scheme == "light")
    assert browsing.violations(page, "color-contrast") == []
    context.close()
