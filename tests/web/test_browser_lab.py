"""The Lab view in a browser: measuring two agents, and reading study reports."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.browsing import MOST, playwright
from web.visits import choose

pytestmark = pytest.mark.browser


def test_two_agents_are_measured_and_a_board_opens_in_watch(open_page: Any) -> None:
    """The result shows win rates with intervals, and links to boards where the agents differ."""
    page = open_page("/#lab")
    choose(page, Agent="rules", Second_agent="odds", Level="intermediate", Games="200")
    page.evaluate(MOST, "progress")
    page.get_by_role("button", name="Measure", exact=True).click()
    page.wait_for_function("() => window.most === 1")
    result = page.get_by_role("region", name="Result")
    better = result.get_by_role("heading", name="Odds is better than Rulebook on Intermediate.")
    playwright.expect(better).to_be_visible()
    playwright.expect(page.get_by_role("button", name="Measure", exact=True)).to_be_visible()
    without = result.locator("dt", has_text="Without luck").locator("+ dd")
    playwright.expect(without).to_have_text(
        re.compile(
            r"^Odds wins \d+\.\d percentage points more than Rulebook \(\d+\.\d to \d+\.\d\)\."
        )
    )
    for agent in ("Rulebook", "Odds"):
        row = result.get_by_role("row", name=re.compile(f"^{agent} "))
        playwright.expect(row.get_by_role("img")).to_have_accessible_name(
            re.compile(rf"^{agent} wins \d+\.\d%, between \d+\.\d% and \d+\.\d%")
        )
        playwright.expect(row).to_contain_text(re.compile(r"\d ms"))
    result.get_by_role("link", name=re.compile(r"^Board \d+$")).first.click()
    playwright.expect(page.locator(".parting")).to_have_text(
        re.compile("^Odds (proves|guesses)|^Neither can prove")
    )


def test_a_report_opens_in_a_frame_that_runs_nothing(
    open_page: Any,
) -> None:
    """A study report is listed with its question, and opens in a sandboxed frame."""
    page = open_page("/#lab")
    page.route(
        "**/api/reports",
        lambda route: route.fulfill(
            json=[
                {
                    "name": "mine",
                    "question": "Is mine better?",
                    "levels": 2,
                    "players": 3,
                    "games": 100,
                    "created": 1e9,
                }
            ]
        ),
    )
    text = "<h1>Mine</h1>"
    page.route(
        "**/api/reports/mine", lambda route: route.fulfill(body=text, content_type="text/html")
    )
    page.reload()
    reports = page.get_by_role("region", name="Study reports")
    playwright.expect(reports).to_contain_text("Is mine better?")
    playwright.expect(reports).to_contain_text("3 players, 2 levels, 100 games each")
    reports.get_by_role("link", name="mine").click()
    frame = page.frame_locator("iframe")
    playwright.expect(frame.get_by_role("heading", name="Mine")).to_be_visible()
    assert page.locator("iframe").get_attribute("sandbox") == ""
    page.get_by_role("link", name="Back to Lab").click()
    playwright.expect(reports).to_be_visible()
