"""daily.js and dates.js: the boards of a day, the result as text, and the weeks before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from web.modules import anew, blank_page


@pytest.fixture(scope="module")
def far_page(browser: Any) -> Iterator[Any]:
    """A page of somebody whose day ends before that of UTC."""
    with blank_page(browser, timezone_id="America/Los_Angeles") as page:
        yield page


@pytest.mark.parametrize(
    ("day", "english", "german_text"),
    [
        ("2026-01-31", "31 January", "31. Januar"),
        ("2024-02-29", "29 February", "29. Februar"),
        ("2026-12-01", "1 December", "1. Dezember"),
    ],
)
def test_days_are_those_of_utc(
    far_page: Any, german: Any, day: str, english: str, german_text: str
) -> None:
    """Wherever the browser is."""
    ask = "async (day) => (await import('/dates.js')).dateText(day)"
    assert anew(far_page).evaluate(ask, day) in (english, " ".join(english.split()[::-1]))
    assert german.evaluate(ask, day) == german_text


def board(level: str, outcome: str | None, **more: Any) -> dict[str, Any]:
    """A board of the day; 9x9 with 10 mines."""
    size = {"level": level, "width": 9, "height": 9, "mines": 10}
    rest = {"game": "x" if outcome else None, "assisted": False, "elapsed": 12345, "opened": 71}
    return {**size, **rest, "outcome": outcome, **more}


TEXT = "async (found) => (await import('/daily.js')).resultText(found)"


def test_the_result_as_text(page: Any, german: Any) -> None:
    """A line for each board that is over, and the days in a row from two on."""
    found = {
        "date": "2026-03-09",
        "streak": 3,
        "boards": [
            board("beginner", "won"),
            board("intermediate", "won", assisted=True, elapsed=61_000),
            board("expert", "lost", opened=70),
        ],
    }
    english = page.evaluate(TEXT, found).split("\n")
    assert english[1:] == [
        "🚩 Beginner 12.3 s",
        "💡 Intermediate 61.0 s, with help",
        "💥 Expert 98%",
        "3 days in a row",
        "http://sapper.test/#daily",
    ]
    assert english[0] in ("Sapper, 9 March 2026", "Sapper, March 9, 2026")
    assert german.evaluate(TEXT, found).split("\n")[:2] == [
        "Sapper, 9. März 2026",
        "🚩 Anfänger 12,3 s",
    ]


@pytest.mark.parametrize("streak", [0, 1])
def test_what_is_not_over_is_not_told(page: Any, streak: int) -> None:
    """Nor is one day a row."""
    boards = [board("beginner", None), board("expert", "left", opened=None)]
    text = page.evaluate(TEXT, {"date": "2026-03-09", "streak": streak, "boards": boards})
    assert text.split("\n")[1:] == ["🏳️ Expert 0%", "http://sapper.test/#daily"]


def mounted(page: Any, found: dict[str, Any]) -> None:
    """The view with what the server says."""
    page.route("**/api/daily", lambda route: route.fulfill(json=found))
    page.evaluate(
        """async () => {
            await import("/daily.js");
            document.getElementById("main").append(document.createElement("sapper-daily"));
        }"""
    )
    page.locator(".calendar").wait_for()
    page.unroute("**/api/daily")


def test_the_calendar_is_five_weeks_from_monday(page: Any) -> None:
    """Today is in the last week; later days are empty, and each day says what it was."""
    today = date(2026, 3, 11)  # a Wednesday
    days = [
        {"date": "2026-03-11", "won": ["beginner"]},
        {"date": "2026-03-01", "won": []},
        {"date": "2026-02-09", "won": ["beginner", "expert"]},
        {"date": "2026-02-08", "won": ["beginner"]},  # before the first week
    ]
    mounted(
        page,
        {
            "date": today.isoformat(),
            "boards": [board("beginner", "won"), board("expert", None, game="g")],
            "streak": 1234,
            "longest_streak": 1234,
            "days": days,
            "seconds_left": 3 * 3600 + 61,
        },
    )
    squares = page.evaluate(
        "[...document.querySelectorAll('.calendar li')].map((one) => [one.className,"
        " one.getAttribute('aria-current')])"
    )
    first = today - timedelta(days=today.weekday() + 28)
    won = {one["date"]: len(one["won"]) for one in days}
    expected = []
    for index in range(35):
        day = first + timedelta(days=index)
        kind = f"won{won[day.isoformat()]}" if day.isoformat() in won else "not"
        current = "date" if day == today else None
        expected.append(["later" if day > today else kind, current])
    assert squares == expected
    titles = page.locator(".calendar li[class=won2]").get_attribute("title")
    assert titles.endswith("won Beginner and Expert")
    letters = page.locator(".weekdays").inner_text().replace("\n", "")
    assert letters == "MTWTFSS"
    assert page.locator(".figure b").all_inner_texts() == ["1,234", "1,234"]
    assert page.get_by_text("New boards in 3 h 2 min").is_visible()
    buttons = page.get_by_role("listitem").get_by_role("button").all()
    names = [one.get_attribute("aria-label") for one in buttons]
    assert names == ["View game: Beginner", "Continue: Expert"]


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (86_400, "24 h 0 min"),
        (3 * 3600 + 59 * 60 + 30, "4 h 0 min"),
        (3600, "1 h 0 min"),
        (3570, "1 h 0 min"),
        (3540, "59 min"),
        (1, "1 min"),
        (0, "0 min"),
    ],
)
def test_the_time_until_the_next_boards(page: Any, left: int, said: str) -> None:
    """An hour has no sixtieth minute."""
    found = {"boards": [], "streak": 0, "longest_streak": 0, "days": [], "seconds_left": left}
    mounted(page, {"date": "2026-03-11", **found})
    assert page.locator(".acts .small").last.inner_text() == f"New boards in {said}"
