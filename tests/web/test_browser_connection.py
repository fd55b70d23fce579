"""How the page behaves if the server stops, restarts or refuses a request, or an answer is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.browsing import (
    BLANK,
    BOARD,
    LIMIT,
    cell,
    game_on_show,
    open_board,
    painted,
    pick,
    playwright,
    says,
    waited,
)

pytestmark = pytest.mark.browser

AWAY = "This view opens when the connection is back."


def test_every_view_says_that_the_server_is_away_and_resumes(open_page: Any, served: Any) -> None:
    """A banner is shown while a view can't reach the server."""
    # A watched game needs no server once all its steps have arrived. Those of two agents are sent
    # when they are needed, so the game must be long.
    paths = {"watch": "watch/expert!245501150!resolution-endgame!rules"}
    pages = {
        view: open_page(f"/#{paths.get(view, view)}", url=served.url)
        for view in ("play", "daily", "practice", "watch", "analyse", "history")
    }
    won = pages["history"].get_by_role("button", name="won", exact=True)
    daily = pages["daily"].get_by_role("button", name="Play today's board")
    won.wait_for()
    daily.wait_for()
    for view in ("play", "practice", "watch", "analyse"):
        pages[view].get_by_role("gridcell").first.wait_for()
    served.kill()
    won.click()
    daily.click()
    pages["analyse"].get_by_role("button", name="Clear").click()
    pages["practice"].keyboard.press("n")
    missed = "No connection. Your game is saved and will continue when the connection is back."
    for page in pages.values():
        playwright.expect(page.get_by_text(missed)).to_be_visible()
    served.start()
    for page in pages.values():
        playwright.expect(page.get_by_text(missed)).to_be_hidden()
    playwright.expect(pages["history"].get_by_text("No finished games match")).to_be_visible()
    analysis = pages["analyse"].get_by_role("region", name="Analysis")
    playwright.expect(analysis).to_contain_text("The first click")
    for page in pages.values():
        page.close()  # otherwise the last requests of the page would fail while the server stops


# An element that each view shows only after an answer from the server.
CONTENT = {
    "play": "[role=gridcell]",
    "lessons": ".lesson-list",
    "lessons/1": "article",
    "room/zzzzzzzz": "h1:has-text('There is no such room')",
    "rush": ".acts",
    "daily": ".today",
    "lab": ".form",
}


def test_every_view_opens_while_the_server_is_away(open_page: Any, served: Any) -> None:
    """Every view opens, because the service worker cached all files on the first visit.

    Each view says what it is waiting for, and loads its content when the server is back.
    """
    page = open_page("/#home", url=served.url, service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    served.kill()
    page.reload()
    playwright.expect(page.get_by_role("link", name="Play").first).to_be_visible()
    for view in ("analyse", "history", "practice"):
        page.goto(f"{served.url}/#{view}")
        page.locator(f"sapper-{view}").wait_for(state="attached")
    playwright.expect(page.get_by_text("No connection.").first).to_be_visible()
    tabs = {view: page.context.new_page() for view in CONTENT}
    for view, tab in tabs.items():
        tab.goto(f"{served.url}/#{view}", timeout=LIMIT)
        playwright.expect(tab.locator("main [role=alert]")).to_contain_text(AWAY)
    served.start()
    page.locator("sapper-practice [role=gridcell]").first.wait_for()
    for view, tab in tabs.items():
        playwright.expect(tab.locator(f"main {CONTENT[view]}").first).to_be_visible()
        playwright.expect(tab.locator("main")).not_to_contain_text(AWAY)
    for tab in (page, *tabs.values()):
        tab.close()


def test_a_view_that_can_not_be_loaded_says_so_and_comes_later(open_page: Any, served: Any) -> None:
    """Without a service worker, the page says why a view is missing, and opens the view later."""
    page = open_page("/#history", url=served.url)
    page.locator("sapper-history > *").first.wait_for()
    served.kill()
    page.evaluate("location.hash = '#lessons'")
    playwright.expect(page.locator("main")).to_contain_text(AWAY)
    served.start()
    page.locator("sapper-lessons .lesson-list").wait_for()
    assert page.url.endswith("#lessons")
    assert page.evaluate("history.state") is None


def test_a_page_that_can_not_start_says_so_and_starts_later(open_page: Any, served: Any) -> None:
    """The page shows a busy sign while its modules load, and an error if loading fails."""
    page = open_page(BLANK, url=served.url)
    waiting: list[Any] = []
    page.route("**/dom.js", lambda route: waiting.append(route))
    page.goto(f"{served.url}/#lab", wait_until="commit")
    assert waited(page, waiting)
    page.locator("main[aria-busy]").wait_for(state="attached")
    page.locator("link[href='lab.js']").wait_for(state="attached")  # start.js has run
    shown = "getComputedStyle(document.getElementById('main'), '::after').content"
    assert page.evaluate(shown) == '""'
    served.kill()
    for route in waiting:
        route.abort()
    page.unroute("**/dom.js")
    playwright.expect(page.locator("main")).to_have_text(
        "No connection. The page opens when the connection is back."
    )
    served.start()
    page.locator("sapper-lab > *").first.wait_for()
    assert page.locator("main[aria-busy]").count() == 0


def test_a_broken_view_is_not_loaded_again_and_again(open_page: Any) -> None:
    """The page reloads itself only once, then waits until the user tries again."""
    page = open_page("/#history")
    page.locator("sapper-history > *").first.wait_for()
    loads: list[Any] = []
    page.on("framenavigated", lambda frame: loads.append(frame))
    page.route("**/lab.js", lambda route: route.fulfill(status=404, body=""))
    page.evaluate("window.isOld = true; location.hash = '#lab'")
    page.wait_for_function(
        """() => !window.isOld && history.state?.again &&
            document.querySelector("main [role=alert]") &&
            performance.getEntriesByName(`${location.origin}/api/about`).length"""
    )
    painted(page)
    playwright.expect(page.locator("main")).to_contain_text("This view could not be loaded.")
    # The address changes, history.state changes, and the page reloads.
    assert len(loads) == 3
    page.unroute("**/lab.js")
    page.get_by_role("button", name="Try again").click()
    page.locator("sapper-lab > *").first.wait_for()


def test_a_watched_game_goes_on_where_it_was(open_page: Any, served: Any) -> None:
    """When the server is back, a watched game continues, or a requested new board appears."""
    page = open_page("/#watch/expert!245501150!resolution-endgame!rules!@5", url=served.url)
    count = page.get_by_text(re.compile("^step "))
    playwright.expect(count).to_have_text(re.compile("^step 5"))
    board = page.get_by_role("grid").first
    shown = board.inner_text()
    served.kill()
    banner = page.get_by_text("Your game is saved and will continue when the connection is back.")
    playwright.expect(banner).to_be_visible()
    assert board.inner_text() == shown
    served.start()
    playwright.expect(banner).to_be_hidden()
    page.get_by_role("button", name="To the end").click()
    playwright.expect(count).to_have_text(re.compile(r"^step 1\d\d"))
    served.kill()
    page.locator(".choices > summary").click()
    page.get_by_role("button", name="New board").click()
    playwright.expect(banner).to_be_visible()
    served.start()
    playwright.expect(banner).to_be_hidden()
    playwright.expect(count).to_have_text(re.compile("^step 1"))
    playwright.expect(page.locator("[data-m=safe]").first).to_be_visible()


def test_a_game_goes_on_after_its_server_was_killed(open_page: Any, served: Any) -> None:
    """Until the websocket is back, moves go over HTTP. No move is made twice."""
    page = open_page("/#play", url=served.url)
    open_board(page, BOARD)
    lines: list[Any] = []
    sent: list[Any] = []

    def note(line: Any) -> None:
        lines.append(line)
        line.on("framesent", lambda data: sent.append(data))

    page.on("websocket", note)
    cell(page, "E1").click()
    says(page, "D1", "empty")
    served.kill()
    served.start()
    made = 1
    while not sent:
        # One move goes over HTTP. The test makes more moves until one goes over the new websocket.
        assert made == 1 or waited(page, lines), "the page did not connect again"
        made += 1
        assert made < 1000, "no move went over the line"
        cell(page, "A1").click(button="right")
        word = "hidden" if made % 2 else "flagged"
        says(page, "A1", word)
        playwright.expect(
            page.get_by_text("A1 " + word.replace("hidden", "no longer flagged"), exact=True)
        ).to_be_attached()
    state = game_on_show(page)
    assert state["moves"] == made
    cell(page, "A3").click()
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("Won")
    # Wait for the review, because a server that is stopping would answer with an error.
    verdict = page.get_by_role("group", name="What decided it")
    playwright.expect(verdict.get_by_role("img")).to_be_visible()


def test_a_click_while_the_server_is_away_waits_and_is_made(open_page: Any, served: Any) -> None:
    page = open_page("/#play", url=served.url)
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "D1", "empty")
    served.kill()
    cell(page, "A2").click()
    playwright.expect(page.get_by_text("No connection.").first).to_be_visible()
    cell(page, "A1").click(button="right")
    cell(page, "B3").click()
    playwright.expect(page.locator(".held")).to_have_count(2)
    says(page, "A1", "flagged")
    served.start()
    says(page, "A2", "1")
    says(page, "B3", "1")
    playwright.expect(page.locator(".held")).to_have_count(0)
    assert game_on_show(page)["moves"] == 4


def another_tab(page: Any) -> Any:
    other = page.context.new_page()
    other.set_default_timeout(LIMIT)
    other.goto(page.url)
    return other


def test_two_tabs_follow_each_other(open_page: Any) -> None:
    page = open_page("/#play")
    open_board(page, BOARD)
    other = another_tab(page)
    says(other, "A1", "hidden")
    cell(other, "A1").click(button="right")
    says(page, "A1", "flagged")
    cell(page, "E1").click()
    says(other, "D1", "empty")
    other.keyboard.press("z")
    says(page, "D1", "hidden")
    cell(page, "E1").click()
    says(other, "D1", "empty")
    cell(other, "A3").click()
    for tab in (page, other):
        playwright.expect(tab.get_by_role("region", name="Result")).to_contain_text("Won")
    other.get_by_role("button", name="Settings").click()
    pick(other, "Classic")
    page.wait_for_function("() => document.documentElement.dataset.look === 'classic'")


def test_a_lost_cookie_is_explained_and_a_new_game_offered(open_page: Any) -> None:
    """Without its cookie, a game can't be continued, so the page says why and offers a new game."""
    page = open_page(BLANK)
    # A websocket keeps the cookie with which it was opened.
    page.route_web_socket(re.compile(r"/api/play\?"), lambda socket: socket.close())
    page.goto(page.url.removesuffix(BLANK) + "/#play")
    page.get_by_role("gridcell").nth(40).wait_for()
    page.context.clear_cookies()
    cell(page, "B2").click(button="right")
    gone = page.get_by_role("region", name="This game is not on the server.")
    playwright.expect(gone).to_contain_text("this browser's cookie was deleted")
    gone.get_by_role("button").click()
    says(page, "B2", "hidden")
    cell(page, "B2").click(button="right")
    says(page, "B2", "flagged")
    playwright.expect(page.get_by_title("Mines left to flag")).to_have_text("9")
