"""Every study has plots and a self-contained report."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markupsafe import escape
from PIL import Image

from lab.small import SMALL
from sapper.lab.player import Player
from sapper.lab.study.plan import Plot, Study
from sapper.lab.study.plots import KINDS
from sapper.lab.study.report import report_html, write_report
from sapper.lab.study.results import Results
from sapper.lab.study.run import run_study, run_to_report
from sapper.lab.study.studies import STUDIES
from sapper.lab.study.summary import summarize

PLOTS = (
    Plot("outcomes", title="Outcomes & more"),
    Plot("times", "ms"),
    Plot("trade"),
    Plot("curve", "won", "mines"),
    Plot("curve", "ms", "given"),
    Plot("curve", "stuck", "rule"),
    Plot("setting", "matched", "order"),
    Plot("setting", "won"),
    Plot("binned", "won", "three_bv"),
    Plot("binned", "ms", "openings"),
    Plot("growth", "kb"),
    Plot("growth", "kb0"),
    Plot("duels"),
    Plot("stuck", levels=(SMALL.levels[0],), players=("rules:guess=random", "odds")),
)

ONE_EACH = tuple({plot.kind: plot for plot in PLOTS}.values())
"""one plot of each kind, for a quick test"""


class Outside(HTMLParser):
    """Collects the links and sources of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.alts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect links and sources, and count the pictures' text alternatives."""
        for key, value in attrs:
            if key in ("src", "href") and not (value or "").startswith("data:"):
                self.found.append(value or "")
            self.alts += key == "alt" and bool(value)


@pytest.mark.parametrize("plots", [ONE_EACH, pytest.param(PLOTS, marks=pytest.mark.long)])
def test_every_kind_of_plot_is_drawn_and_the_page_stands_alone(
    plots: tuple[Plot, ...], tmp_path: Path
) -> None:
    from dataclasses import replace

    assert {plot.kind for plot in plots} == set(KINDS)
    study = replace(SMALL, games=12, plots=plots, question="Is <1> & 2 escaped?")
    results = run_study(study, tmp_path / "out")
    frame = results.frame(study)
    files = write_report(summarize(study, frame), frame, results)
    assert [file.suffix for file in files].count(".png") == len(plots)
    for file in files:
        if file.suffix == ".png":
            with Image.open(BytesIO(file.read_bytes())) as image:
                assert image.width > 600
        elif file.suffix == ".svg":
            ElementTree.fromstring(file.read_text())
    text = files[-1].read_text()
    reader = Outside()
    reader.feed(text)
    assert reader.found == []
    assert reader.alts == len(plots)
    assert "Is &lt;1&gt; &amp; 2 escaped?" in text
    for said in ("seeds", "3 to 14", "version", "machine", "rules:guess=random", "McNemar"):
        assert said in text
    assert not re.search(r"http://(?!www\.w3\.org)|https://", text)


@pytest.mark.parametrize(
    "name",
    [
        "chaining",
        "agents",
        # These studies are slow, because they have many levels or hard ones.
        pytest.param("safe-cells", marks=pytest.mark.long),
        pytest.param("kb-growth", marks=pytest.mark.long),
        pytest.param("three-bv", marks=pytest.mark.long),
    ],
)
def test_a_study_of_ours_runs_from_plan_to_report(name: str, tmp_path: Path) -> None:
    """Even one player and three games give the course table, the claims and the plots."""
    players = [STUDIES[name].course[0].player]
    done = run_to_report(name, games=3, agents=players, out=tmp_path / "out")
    assert len(done.tables()) == 3
    assert all(file.stat().st_size for file in done.files)
    claims = STUDIES[name].claims
    assert [row["claim"] for row in done.to_json()["claims"]] == [claim.said for claim in claims]
    text = done.files[-1].read_text()
    assert text.count("not played") == sum(v.found is None for v in done.summary.verdicts)
    assert all(escape(claim.measured) in text for claim in claims)


def test_wrong_claims_are_said_at_the_top(tmp_path: Path) -> None:
    from dataclasses import replace

    study = Study("x", "?", ("5x5x3/given",), (Player("odds"),), games=3)
    results = run_study(study, tmp_path / "out")
    summary = summarize(study, results.frame(study))
    assert "No player made a false claim" in report_html(summary, {}, [])
    (line,) = summary.lines
    bad = replace(summary, lines=(replace(line, counts=line.counts | {"wrong": 2}),))
    assert "2 games ended with a false claim" in report_html(bad, {}, [])


def test_a_plot_that_can_not_be_written_is_one_line(tmp_path: Path) -> None:
    """No plot can be written here, because a file has the name of the directory for plots."""
    study = Study("x", "?", ("5x5x3/given",), (Player("odds"),), games=3)
    results = run_study(study, tmp_path / "out")
    (tmp_path / "out" / "plots").write_text("")
    frame = results.frame(study)
    with pytest.raises(ValueError, match=r"can't write .*plots"):
        write_report(summarize(study, frame), frame, Results(tmp_path / "out"))
