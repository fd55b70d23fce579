"""docs/privacy.md says what the server stores about players."""

from __future__ import annotations

import re
from pathlib import Path

from sapper.web import daily, reviews, room_reading, rooms, rush, server
from sapper.web.schema import metadata

PAGE = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text(encoding="utf-8")

ABOUT = {
    "games": ("games", "moves", "beginnings", "helps", "reviews", "cards", "answers"),
    "first tries": ("daily", "rush_runs", "rush_positions", "rush_ratings"),
    "rooms": ("rooms", "room_people", "room_boards", "room_entries"),
}
"""for each row of the page's table, the tables of the database that it is about"""

OTHERS = {"daily_boards", "writers", "alembic_version"}
"""tables that say nothing about players"""


def test_every_table_about_players_is_on_the_page() -> None:
    assert all((daily, reviews, rooms, rush))  # these modules declare tables
    rows = re.findall(r"^\| ([a-z ]+?)(?::| at)", PAGE, re.MULTILINE)
    assert set(rows) == set(ABOUT)
    listed = {table for tables in ABOUT.values() for table in tables}
    assert {*metadata.tables} - OTHERS == listed


def test_the_page_names_the_cookie_and_its_age() -> None:
    assert f"`{server.COOKIE}`" in PAGE
    assert server.YEAR == 365 * 24 * 3600
    assert "expires after a year" in PAGE
    assert room_reading.WEEK == 7 * 24 * 3600
    assert rooms.FORGOTTEN == 8 * room_reading.WEEK
    assert "no game for a week" in PAGE
    assert "Eight weeks after its last game" in PAGE
