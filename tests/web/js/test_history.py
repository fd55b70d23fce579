"""history.js: charts, level cards and rows for games, built from the server's answers."""

from __future__ import annotations

from typing import Any

import pytest

LEFT, RIGHT, TOP, BOTTOM = 40, 504, 10, 128

LEVEL: dict[str, Any] = {
    "name": "beginner",
    "level": "9x9x10/open",
    "played": 4,
    "won": 1,
    "rate": 0.25,
    "low": 0.05,
    "high": 0.7,
    "best": 61_234,
    "best_three_bv_per_second": None,
    "best_efficiency": 0.876,
    "streak": 0,
    "longest_streak": 1,
    "guesses": 3,
    "expected_survival": 0.125,
    "times": [61_234, 70_000, 80_500],
}
GAME: dict[str, Any] = {
    "id": "GAMEGAME",
    "name": "beginner",
    "level": "9x9x10/open",
    "share": "SHARE",
    "created": 1_700_000_000,
    "outcome": "lost",
    "elapsed": 12_345,
    "three_bv": 30,
    "three_bv_per_second": None,
    "clicks": 1,
    "guesses": 2,
    "survival": 0.25,
    "assisted": True,
    "end": None,
}
NOTHING: dict[str, Any] = {"games": [], "running": [], "levels": [], "total": 0, "finished": 0}
NO_REVIEWS: dict[str, Any] = {"games": [], "levels": [], "trend": [], "waiting": 0}


def mounted(page: Any, found: dict[str, Any], reviews: dict[str, Any]) -> None:
    page.route("**/api/history?**", lambda route: route.fulfill(json=found))
    page.route("**/api/reviews", lambda route: route.fulfill(json=reviews))
    page.evaluate(
        """async () => {
            await import("/history.js");
            document.getElementById("main").append(document.createElement("sapper-history"));
        }"""
    )
    page.locator(".filters .chip").first.wait_for()


def unfolded(page: Any) -> None:
    """Open the statistics section, which is closed at first."""
    assert page.locator(".grid-cards").is_hidden()
    page.get_by_text("Statistics", exact=True).click()


def point(error: float, adjusted: float, won: float, low: float, high: float, day: int) -> Any:
    rates = {"adjusted": adjusted, "won": won, "low": low, "high": high}
    return {"error": error, **rates, "created": 1_700_000_000 + day * 86_400}


def corners(text: str) -> list[Any]:
    return [tuple(map(float, one.split(","))) for one in text.split()]


def expected(values: list[float], top: float) -> list[Any]:
    """The points where these values must be drawn if the axis ends at `top`."""
    steps = len(values) - 1
    return [
        pytest.approx(
            (LEFT + i / steps * (RIGHT - LEFT), BOTTOM - value / top * (BOTTOM - TOP)), abs=0.051
        )
        for i, value in enumerate(values)
    ]


def test_the_trend_of_errors_and_of_the_rate(page: Any) -> None:
    """One chart shows errors, never below 0, and the other the win rate with its interval."""
    before = [point(0, 0.5, 0.5, 0.3, 0.7, 0)] * 7
    trend = [
        *before,
        point(-0.01, 0.5, 0.4, 0.3, 0.7, 0),
        point(0.13, 0.6, 0.5, 0.4, 0.8, 0),
        point(0.06, 0.55, 0.75, 0.5, 0.6, 40),
    ]
    mounted(page, {**NOTHING, "levels": []}, {**NO_REVIEWS, "trend": trend})
    drawn = """() => [...document.querySelectorAll("svg.trend")].map((chart) => ({
        label: chart.getAttribute("aria-label"),
        texts: [...chart.querySelectorAll("text")].map((one) => one.textContent),
        lines: Object.fromEntries([...chart.querySelectorAll("polyline, polygon")].map((one) =>
            [one.getAttribute("class"), one.getAttribute("points")])) }))"""
    errors, rates = page.evaluate(drawn)
    assert corners(errors["lines"]["line"]) == expected([*[0.0] * 8, 0.13, 0.06], 0.2)
    assert errors["texts"][:3] == ["0", "10", "20"]
    assert errors["texts"][-1] == "6.0"
    assert errors["label"] == "Error per game over time, now 6.0 points"
    assert corners(rates["lines"]["line"]) == expected([*[0.5] * 8, 0.6, 0.55], 1)
    assert corners(rates["lines"]["dash"]) == expected([*[0.5] * 7, 0.4, 0.5, 0.75], 1)
    high = expected([*[0.7] * 8, 0.8, 0.6], 1)
    low = expected([*[0.3] * 8, 0.4, 0.5], 1)
    assert corners(rates["lines"]["area"]) == [*high, *reversed(low)]
    assert rates["texts"][:3] == ["0%", "50%", "100%"]
    assert "now 55% (between 50% and 60%)" in rates["label"]


@pytest.mark.parametrize("trend", [[], [point(0, 0.5, 0.5, 0.2, 0.8, 0)]])
def test_one_point_is_not_a_trend(page: Any, trend: list[Any]) -> None:
    """With fewer than two points there is no chart. A player without games is invited to play."""
    mounted(page, NOTHING, {**NO_REVIEWS, "trend": trend})
    assert page.locator("svg.trend").count() == 0
    assert page.locator("h1").inner_text() == "No finished games yet."
    assert page.locator("a.main").get_attribute("href") == "#play"


def test_a_level_and_its_figures(page: Any) -> None:
    """Unknown figures are left out. The win rate with average luck is shown after enough games."""
    level = {**LEVEL, "played": 12, "won": 3}
    fair = {"level": "9x9x10/open", "games": 12, "adjusted": 0.4, "low": 0.1, "high": 0.8}
    mounted(
        page,
        {**NOTHING, "levels": [level], "games": [GAME], "total": 1},
        {**NO_REVIEWS, "levels": [fair], "waiting": 1},
    )
    assert (
        page.locator("h1")
        .inner_text()
        .split("\n")[0]
        .startswith("You win 25% of your games on Beginner.")
    )
    unfolded(page)
    assert "40%" in page.locator("h1 .fair").inner_text()
    card = page.get_by_role("region", name="Beginner")
    figures = card.locator(".figure b").all_inner_texts()
    assert figures == ["1:01.2", "88%", "0", "1", "3", "13%"]
    rate, times = card.locator("svg.chart").all()
    assert rate.get_attribute("aria-label") == "25%, probably between 5% and 70%"
    assert len(times.locator("polyline").get_attribute("points").split()) == 3
    assert page.locator("dl.records dd").all_inner_texts() == ["1:01.2"]
    assert page.get_by_text("1 game is still being reviewed.").is_visible()


def test_a_few_games_have_no_statistics(page: Any) -> None:
    """For fewer than ten games, the page says how many were won, without rates and intervals."""
    fair = {"level": "9x9x10/open", "games": 4, "adjusted": 0.4, "low": 0.1, "high": 0.8}
    found = {**NOTHING, "levels": [LEVEL], "games": [GAME], "total": 1}
    mounted(page, found, {**NO_REVIEWS, "levels": [fair]})
    assert page.locator("h1").inner_text() == "4 games, 1 won."
    unfolded(page)
    card = page.get_by_role("region", name="Beginner")
    assert card.locator("p").all_inner_texts() == ["4 games, 1 won."]
    assert card.locator(".figure b").all_inner_texts() == ["1:01.2", "88%", "0", "1", "3"]
    assert card.locator("svg.chart").count() == 1


def test_a_game_with_and_without_its_review(page: Any) -> None:
    """Before its review, a game's row shows the guesses, and afterwards the error and the luck."""
    own = {**GAME, "id": "OTHEROTHER", "name": "5x3x2/any", "level": "5x3x2/any", "end": "." * 15}
    review = {
        "game": "OTHEROTHER",
        "verdict": "Needless guess at move 2: C1 was safe. The move cost 8 percentage points.",
        "headline": {"words": "Needless guess at move 2: C1 was safe.", "runs": []},
        "decisive": "needless guess",
        "account": {"start": 38, "error": 8, "luck": -30, "result": 0},
    }
    games = [GAME, {**own, "outcome": "won", "assisted": False, "elapsed": None}]
    mounted(page, {**NOTHING, "games": games, "total": 2}, {**NO_REVIEWS, "games": [review]})
    first, second = page.locator("tbody tr").all()
    assert first.locator("td").nth(0).inner_text() == "Beginner9×9 · practice"
    assert first.locator(".decided .small").inner_text() == (
        "3BV 30 · 1 click · 2 guesses, 25% chance of surviving"
    )
    cells = [one.inner_text() for one in first.locator("td").all()]
    assert cells[2:5] == ["lost 0:12.3", "", ""]
    assert second.locator(".decided a").inner_text() == "Needless guess at move 2: C1 was safe."
    assert second.locator(".decided a").get_attribute("href") == "#review/OTHEROTHER"
    cells = [one.inner_text() for one in second.locator("td").all()]
    assert cells[2:5] == ["won", "−8", "−30"]
    assert second.locator(".down").count() == 1


def test_the_sentence_is_about_all_games(page: Any) -> None:
    """The headline counts all games, even if no game is listed."""
    mounted(page, {**NOTHING, "levels": [{**LEVEL, "played": 38}], "finished": 38}, NO_REVIEWS)
    assert page.locator("h1").inner_text() == "You win 25% of your games on Beginner."
    page.get_by_role("button", name="lost", exact=True).click()
    page.get_by_text("No finished games match these filters.").wait_for()
    assert page.locator("h1").inner_text() == "You win 25% of your games on Beginner."


def test_only_practice_is_not_nothing(page: Any) -> None:
    """If all finished games were practice games, the headline says so."""
    mounted(page, {**NOTHING, "finished": 38}, NO_REVIEWS)
    assert page.locator("h1").inner_text() == "Only practice so far."
