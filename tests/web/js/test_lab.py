"""lab.js: how the page shows a measurement after each message from the server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from web.browsing import LASTING, TOAST
from web.modules import anew

ABOUT = {
    "levels": [
        {"name": "beginner", "level": "9x9x10/open", "width": 9, "height": 9, "mines": 10}
        | {"course": False}
    ],
    "max_side": 100,
    "agents": [{"name": name, "description": ""} for name in ("rules", "odds")],
    "guesses": ["vote"],
}
FAKE = """() => {
    window.sockets = [];
    window.WebSocket = class {
        sent = [];
        constructor(url) { this.url = url; sockets.push(this); }
        send(text) { this.sent.push(text); }
        close(code) { this.code = code; }
        say(value) { this.onmessage({ data: JSON.stringify(value) }); }
    };
}"""


@pytest.fixture
def measure(english_page: Any) -> Any:
    """The view with a fake socket and a measurement that has just started."""
    page = anew(english_page)
    page.route("**/api/about", lambda route: route.fulfill(json=ABOUT))
    page.route("**/api/reports", lambda route: route.fulfill(json=[]))
    page.evaluate(FAKE)
    page.evaluate(
        """async () => {
            await import("/lab.js");
            document.getElementById("main").append(document.createElement("sapper-lab"));
        }"""
    )
    page.locator(".reports > *").first.wait_for()
    page.get_by_role("button", name="Measure", exact=True).click()
    page.evaluate("sockets[0].onopen()")
    yield page
    page.unroute("**/api/about")
    page.unroute("**/api/reports")


def player(name: str, share: float, ms: float, **outcomes: int) -> dict[str, Any]:
    """A player's figures so far."""
    none = {"won": 0, "lost": 0, "stuck": 0, "wrong": 0, "crashed": 0}
    return {
        "name": name,
        "share": share,
        "low": max(0, share - 0.1),
        "high": min(1, share + 0.1),
        "outcomes": none | outcomes,
        "guesses": 1.25,
        "ms": ms,
        "failure": "KeyError",
    }


def standing(games: int, better: str | None, **more: Any) -> dict[str, Any]:
    """The figures of two players after some of their 200 games."""
    return {
        "players": [player("rules", 0.5, 2.5, lost=1234), player("odds", 0.9996, 2500)],
        "pair": {
            "better": better,
            "difference": {"value": -0.4, "low": -0.5, "high": -0.3},
            "without_luck": {"value": 0.01, "low": -0.02, "high": 0.04},
            "times_fewer_games": 3.21,
            "only": [1, 81],
            "boards": [[7], [8, 9]],
        },
        "games": games,
        "games_asked": 200,
        "seed": 5,
        "level": "9x9x10/open",
    } | more


def say(page: Any, **message: Any) -> None:
    """Send the page a message as if from the server."""
    page.evaluate("(message) => sockets[0].say(message)", message)


def test_what_is_asked_for(measure: Any) -> None:
    """The request contains only the two agents, the level and the number of games."""
    assert measure.evaluate("sockets[0].url") == "ws://sapper.test/api/measure?language=en"
    assert [json.loads(one) for one in measure.evaluate("sockets[0].sent")] == [
        {"level": "beginner", "agents": ["rules", "odds"], "games": 200}
    ]
    assert measure.locator("form select").first.is_disabled()


@pytest.mark.parametrize(
    ("games", "better", "title"),
    [
        (0, None, "Rulebook or Odds on Beginner? Not settled yet."),
        (50, "b", "Odds is better than Rulebook on Beginner."),
        (50, "a", "Rulebook is better than Odds on Beginner."),
        (
            200,
            None,
            "After 200 games on Beginner, we can't tell which of Rulebook and Odds is better.",
        ),
    ],
)
def test_what_can_be_said_so_far(measure: Any, games: int, better: str | None, title: str) -> None:
    say(measure, standing=standing(games, better))
    assert measure.locator(".measured h2").inner_text() == title
    assert measure.evaluate("document.querySelector('progress').value") == games / 200
    assert measure.get_by_text(f"{games} of 200 games").is_visible()


def test_the_figures(measure: Any) -> None:
    """The page names the agent that wins more. Negative bounds have a proper minus sign."""
    say(measure, standing=standing(50, "b"))
    row = measure.locator("tbody tr").nth(0).locator("td").all_inner_texts()
    assert row[0].startswith("50.0% 40.0% to 60.0%")
    assert row[1:4] == ["1,234", "0", "1.3"]
    assert row[4] == "2.5 ms 1,000 times as fast"
    slow = measure.locator("tbody tr").nth(1).locator("td").all_inner_texts()
    assert (slow[0][:6], slow[4]) == (">99.9%", "2.5 s")
    played, without, intervals = measure.locator("dd").all_inner_texts()
    assert played.startswith("Odds wins 40.0 percentage points more than Rulebook (30.0 to 50.0).")
    assert without.startswith("Rulebook wins 1.0 percentage points more than Odds (−2.0 to 4.0).")
    assert "3.2 times" in without
    assert "whenever you stop" in intervals
    links = measure.locator(".boards a").all()
    assert [one.inner_text() for one in links] == ["Board 7", "Board 8", "Board 9"]
    assert links[0].get_attribute("href") == "#watch/9x9x10%2Fopen!7!rules!odds!%40part"
    assert measure.locator("code").first.inner_text() == (
        "sapper compare rules odds 9x9x10/open --games 200 --seed 5 --luck --all-games"
    )


def test_the_failures_of_an_agent_are_shown(measure: Any) -> None:
    """The page counts the games with false claims, and shows crashed games with their error."""
    players = [player("rules", 0, 1, wrong=1), player("odds", 0, 1, crashed=2)]
    say(measure, standing=standing(9, None, players=players))
    assert measure.locator(".warn").all_inner_texts() == [
        "Rulebook made a false claim in 1 game.",
        "Odds failed in 2 games: KeyError.",
    ]


def test_the_end(measure: Any) -> None:
    """The result stays on the page, a new measurement can start, and late messages are ignored."""
    say(measure, standing=standing(200, "b"))
    say(measure, done=True)
    assert measure.evaluate("sockets[0].code") == 1000
    assert measure.get_by_role("button", name="Measure", exact=True).is_visible()
    assert measure.locator(".underway").is_hidden()
    say(measure, standing=standing(3, None))
    assert measure.locator(".measured h2").inner_text().startswith("Odds is better")


def test_it_is_stopped(measure: Any) -> None:
    """A stopped measurement keeps its result and says how many games had been played."""
    say(measure, standing=standing(1, None))
    measure.get_by_role("button", name="Stop").click()
    assert measure.get_by_text("Stopped after 1 game.").is_visible()
    assert measure.evaluate("document.querySelector('progress').hidden") is True
    assert measure.locator(".measured h2").is_visible()


def test_a_refusal_before_the_first_game(measure: Any) -> None:
    """The page shows the refusal as a message and shows no result."""
    measure.evaluate(LASTING, [TOAST])
    say(measure, problem="other measurements are running: try again in a moment")
    toast = measure.locator(".toast")
    assert toast.inner_text() == "Other measurements are running: try again in a moment."
    assert measure.locator(".measured > *").count() == 0
    assert measure.get_by_role("button", name="Measure", exact=True).is_visible()


def test_a_line_that_is_cut(measure: Any) -> None:
    """If the socket breaks, a banner says that the server is unreachable. The result stays."""
    say(measure, standing=standing(50, None))
    measure.evaluate("sockets[0].onclose({ code: 1006 })")
    assert measure.evaluate("document.getElementById('away').hidden") is False
    assert measure.locator(".measured h2").is_visible()
