"""daily.js and dates.js: the daily boards, dates in UTC, and the result as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.modules import anew, blank_page


@pytest.fixture(scope="module")
def far_page(browser: Any) -> Iterator[Any]:
    """A page in a time zone where the day ends later than in UTC."""
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
    """Dates are in UTC, regardless of the browser's time zone."""
    ask = "async (day) => (await import('/dates.js')).dateText(day)"
    assert anew(far_page).evaluate(ask, day) in (english, " ".join(english.split()[::-1]))
    assert german.evaluate(ask, day) == german_text


TEXT = "async ([card, found]) => (await import('/daily.js')).resultText(card, found)"
CARD = {
    "date": "2026-03-09",
    "level": "intermediate",
    "outcome": "won",
    "elapsed": 144_900,
    "marks": "ccgcccccchcccccc",
}
FOUND = {"featured": "intermediate", "streak": 5}


def test_the_result_as_text(page: Any, german: Any) -> None:
    """The text has four rows of four symbols, the streak and a link, but no spoilers."""
    assert page.evaluate(TEXT, [CARD, FOUND]).split("\n") == [
        "Sapper, 9 March: solved in 2:24",
        "🟩🟩🔶🟩",
        "🟩🟩🟩🟩",
        "🟩🔵🟩🟩",
        "🟩🟩🟩🟩",
        "Streak 5",
        "http://sapper.test/d/0309",
    ]
    assert german.evaluate(TEXT, [CARD, FOUND]).split("\n")[0] == "Sapper, 9. März: Gelöst in 2:24"


def test_a_lost_board_as_text(page: Any) -> None:
    """Unopened parts of the board are blank. The text names the level if it is not featured."""
    lost = {**CARD, "level": "expert", "outcome": "lost", "marks": "ccm" + "-" * 13}
    assert page.evaluate(TEXT, [lost, {**FOUND, "streak": 0}]).split("\n") == [
        "Sapper, 9 March, Expert: lost after 2:24",
        "🟩🟩💥⬜",
        *["⬜⬜⬜⬜"] * 3,
        "http://sapper.test/d/0309",
    ]


def board(level: str, **more: Any) -> dict[str, Any]:
    """A daily board of 9x9 cells with 10 mines, as the server describes it."""
    rated = {"difficulty": 5.84, "hardest": "chain", "needed": 2, "solved": 30}
    size = {"level": level, "width": 9, "height": 9, "mines": 10}
    return {**size, **rated, "game": None, "outcome": None, "elapsed": None, **more}


def day(date: str, *more: dict[str, Any], **values: Any) -> dict[str, Any]:
    """The server's answer about a day."""
    boards = [*more, *(board(one) for one in ("beginner", "intermediate", "expert")[len(more) :])]
    week = [{"date": f"2026-03-{5 + back:02}", "result": None} for back in range(7)]
    rest = {"featured": "intermediate", "streak": 4, "longest_streak": 11, "seconds_left": 60}
    return {"date": date, "boards": boards, "week": week, **rest, **values}


FACE = """async (found) => {
    const { face } = await import("/daily.js");
    document.getElementById("main").append(face(found));
}"""


@pytest.mark.parametrize(
    ("hardest", "needed", "english", "german_text"),
    [
        ("chain", 2, "is linking two numbers to a third, twice.", "zu schließen (2-mal)."),
        ("subset", 1, "is comparing two numbers.", "ist nur, zwei Zahlen zu vergleichen."),
        ("case split", 13, "several cases, 13 times.", "mehrere Fälle durchzuspielen (13-mal)."),
        ("mine count", 3, "counting the remaining mines.", "die übrigen Minen zu zählen."),
        (
            "single clue",
            40,
            "You need only one number at a time.",
            "Eine Zahl nach der anderen genügt",
        ),
        ("given", 1, "The first click opens everything.", "Der erste Klick öffnet alles."),
    ],
)
def test_what_a_board_needs(
    page: Any, german: Any, hardest: str, needed: int, english: str, german_text: str
) -> None:
    """A sentence says which technique makes the board hard, in both languages."""
    for shown, words in ((page, english), (german, german_text)):
        more = (board("beginner"), board("intermediate", hardest=hardest, needed=needed))
        shown.evaluate(FACE, day("2026-03-11", *more))
        assert words in shown.locator(".today .voice").inner_text()


@pytest.mark.parametrize(
    ("people", "said"),
    [
        (0, "Nobody has solved this board yet."),
        (1, "One person has solved this board."),
        (30, "30 people have"),
    ],
)
def test_how_many_have_solved_it(page: Any, people: int, said: str) -> None:
    """The page shows how many people have solved a board, and its difficulty with one decimal."""
    page.evaluate(FACE, day("2026-03-11", board("beginner"), board("intermediate", solved=people)))
    text = page.locator(".today .meta").inner_text()
    assert text.startswith(f"Intermediate 9×9, difficulty 5.8 out of 10. {said}")


@pytest.mark.parametrize("number", [1, 7, 10, 23, 31])
def test_the_day_is_drawn_in_the_middle(page: Any, number: int) -> None:
    """The day of the month, with one digit or two, fits on the board."""
    page.evaluate(FACE, day(f"2026-03-{number:02}"))
    lit = page.locator(".keys").evaluate(
        "(keys) => [...keys.children].flatMap((one, index) => (one.className ? [index] : []))"
    )
    columns = [cell % 16 for cell in lit]
    assert (min(cell // 16 for cell in lit), max(cell // 16 for cell in lit)) == (3, 11)
    assert min(columns) >= 2
    assert max(columns) <= 13
    label = page.locator(".keys").get_attribute("aria-label")
    names = {1: "first", 7: "seventh", 10: "tenth", 23: "23rd", 31: "31st"}
    assert label == f"The board for the {names[number]}, not opened yet"


def test_the_week_and_what_can_be_done(page: Any) -> None:
    """Each day of the week shows its result. Today's board can be played, continued or viewed."""
    results = ["won", "lost", "helped", None, "won", "won", None]
    week = [{"date": f"2026-03-{5 + back:02}", "result": one} for back, one in enumerate(results)]
    page.evaluate(FACE, day("2026-03-11", board("beginner"), board("intermediate"), week=week))
    titles = [one.get_attribute("title").split(": ")[1] for one in page.locator(".week li").all()]
    assert titles == ["won", "not won", "won with help", "not played", "won", "won", "not played"]
    assert page.locator(".week .now").inner_text().startswith("Wed")
    assert page.locator(".streak p").inner_text().split("\n") == ["4", "days in a row"]
    assert page.get_by_role("button", name="Play today's board").is_visible()
    for more, name in (
        ({"game": "g"}, "Continue today's board"),
        ({"game": "g", "outcome": "won", "elapsed": 9000}, "See your result"),
    ):
        anew(page).evaluate(
            FACE, day("2026-03-11", board("beginner"), board("intermediate", **more))
        )
        assert page.get_by_text(name).is_visible()
    assert page.locator(".today .voice").inner_text() == "Solved in 0:09."


def after(page: Any, found: dict[str, Any], **more: Any) -> None:
    """The view of a finished daily board, with the server's answers."""
    card = {
        **CARD,
        "game": "g",
        "assisted": False,
        "known": False,
        "opened": 71,
        "difficulty": 5.84,
        "guesses": 1,
        "account": {"start": 100, "error": 28, "luck": 28, "result": 100},
        "reason": {"words": "B7 was safe.", "runs": [{"cell": "B7"}, " was safe."]},
        "solved": 6,
        "rank": 3,
        "median": 100_000,
        "times": [83_000, 90_000, 144_900, 150_000, 160_000, 455_000],
        **more,
    }
    page.route("**/api/daily", lambda route: route.fulfill(json=found))
    page.route("**/api/daily/card*", lambda route: route.fulfill(json=card))
    page.evaluate(
        """async () => {
            await import("/daily.js");
            document.getElementById("main").append(document.createElement("sapper-daily"));
        }"""
    )
    page.locator("sapper-daily > *").first.wait_for()
    page.unroute("**/api/daily")
    page.unroute("**/api/daily/card*")


OVER = {"game": "g", "outcome": "won", "elapsed": 144_900}


@pytest.mark.parametrize(
    ("more", "title", "note"),
    [
        ({}, "Solved in 2:24, with one guess you did not need.", None),
        ({"guesses": 0}, "Solved in 2:24 without a guess.", None),
        ({"guesses": 3}, "Solved in 2:24, with three guesses you did not need.", None),
        ({"assisted": True, "rank": None}, "Solved in 2:24, with help.", "continues your streak"),
        ({"rank": None}, "Solved in 2:24, with one guess you did not need.", "You are new here"),
        (
            {"known": True, "assisted": True, "rank": None},
            "Solved in 2:24, with help.",
            "You had seen this board before",
        ),
        (
            {"outcome": "lost", "opened": 35, "rank": None},
            "Lost after 2:24, with 49% opened.",
            None,
        ),
        ({"outcome": "left", "opened": 0}, "Given up after 2:24, with 0% opened.", None),
    ],
)
def test_how_it_went(page: Any, more: dict[str, Any], title: str, note: str | None) -> None:
    """The title gives the result, and a note explains why a game is missing from the table."""
    after(page, day("2026-03-11", board("beginner"), board("intermediate", **OVER)), **more)
    assert page.get_by_role("heading", level=1).inner_text() == title
    notes = page.locator(".after .muted:not(.small)").all_inner_texts()
    assert [note in one for one in notes] == ([True] if note else [])


def test_the_comparison(page: Any) -> None:
    """The chart has a dot for each player's time. Without times there is no chart."""
    after(page, day("2026-03-11", board("beginner"), board("intermediate", **OVER)))
    assert page.get_by_role(
        "heading", name="Third of the 6 people who solved this board here"
    ).is_visible()
    assert page.locator(".dots circle").count() == 7
    texts = page.locator(".dots text").all_text_contents()
    assert texts == ["you, 2:24", "median 1:40", "1:23", "7:35"]
    figures = page.locator(".three dd").all_inner_texts()
    assert figures == ["100%", "−28", "+28", "= 100%"]
    after(
        anew(page),
        day("2026-03-11", board("beginner"), board("intermediate", **OVER)),
        times=[],
        solved=2,
        rank=1,
        median=None,
    )
    assert page.locator(".dots").count() == 0
    assert page.get_by_role("heading", name="2 people have solved this board.").is_visible()


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (86_400, "24 h 0 min"),
        (3 * 3600 + 59 * 60 + 30, "4 h 0 min"),
        (3570, "1 h 0 min"),
        (3540, "59 min"),
        (0, "0 min"),
    ],
)
def test_the_time_until_the_next_boards(page: Any, left: int, said: str) -> None:
    """The time is rounded to minutes, and 60 minutes are shown as an hour."""
    found = day("2026-03-11", board("beginner"), board("intermediate", **OVER), seconds_left=left)
    after(page, found)
    assert page.locator(".more").inner_text().endswith(f"The next boards come in {said}.")
