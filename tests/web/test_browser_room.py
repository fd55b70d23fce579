"""Rooms in a browser: people who have a link play the same boards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sapper.core.view import View
from sapper.reason.odds import odds
from web.browsing import (
    SIZES,
    TOAST,
    lasting,
    painted,
    playwright,
    sized,
    violations_everywhere,
)

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

GET = "async (path) => (await fetch(`/api${path}`)).json()"
POST = """async ([path, form]) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`/api${path}`,
        { method: "POST", headers, body: JSON.stringify(form) })).json();
}"""
MOVE = """async ([game, cell]) => {
    const body = JSON.stringify({ kind: "open", cell });
    const headers = { "Content-Type": "application/json" };
    await fetch(`/api/games/${game}/moves`, { method: "POST", headers, body });
}"""


def make(open_page: Open, name: str, level: str = "Beginner", **settings: Any) -> Any:
    """Make a room whose boards need no guess, and return its page."""
    page = open_page("/#room", **settings)
    page.evaluate("localStorage.setItem('sapper.settings', JSON.stringify({ noGuess: true }))")
    page.evaluate(f"localStorage.setItem('sapper.level', '{level.lower()}')")
    page.reload()
    enter(page, name, "Make a room")
    page.locator(".link").wait_for()
    return page


def join(open_page: Open, page: Any, name: str, button: str = "Join", **settings: Any) -> Any:
    """Join the room that a page shows, as another person."""
    other = open_page(f"/#{page.url.split('#')[1]}", **settings)
    enter(other, name, button)
    other.locator(".people, .cls").first.wait_for()
    return other


def enter(page: Any, name: str, button: str) -> None:
    page.get_by_label(re.compile("Your name|Dein Name")).fill(name)
    page.get_by_role("button", name=button).click()


def room(page: Any) -> Any:
    """The room as the server shows it to the person of this page."""
    return page.evaluate(GET, f"/rooms/{page.url.split('/')[-1]}")


def race(*pages: Any) -> None:
    """Say Ready on each page, and wait until the first cells are open."""
    for page in pages:
        page.get_by_role("button", name=re.compile("^(Ready|Bereit|Next board)$")).click()
    for page in pages:
        page.locator("sapper-play [data-s='0']").first.wait_for()


def play(page: Any, wins: bool = True) -> None:
    """Play the board to its end through the API, and wait for the table."""
    number = {"board": room(page)["board"]["number"]}
    game = page.evaluate(POST, [f"/rooms/{page.url.split('/')[-1]}/game", number])["id"]
    while True:
        found = page.evaluate(GET, f"/games/{game}")
        if found["outcome"]:
            break
        chances = odds(View.parse("\n".join([found["level"], *found["rows"], ""])))
        cells = sorted(chances.view.hidden, key=lambda cell: chances[cell], reverse=not wins)
        page.evaluate(MOVE, [game, cells[0]])
    assert found["outcome"] == ("won" if wins else "lost")
    page.evaluate("document.querySelector('.to-table')?.click()")
    page.locator(".res").wait_for()


def heading(page: Any) -> Any:
    return playwright.expect(page.get_by_role("heading", level=1))


def says(page: Any, text: str | re.Pattern[str]) -> None:
    """Wait until screen readers have announced this."""
    playwright.expect(page.locator("#say")).to_have_text(text)


def test_friends_meet_in_a_room(open_page: Open) -> None:
    """The lobby shows who is here and ready, and anyone changes the level or invites an agent."""
    mira = make(open_page, "Mira")
    heading(mira).to_have_text("Send this link to your friends.")
    playwright.expect(mira.locator(".start")).to_contain_text("Nobody yet.")
    jonas = join(open_page, mira, "Jonas")
    people = mira.get_by_role("list", name="People in this room").get_by_role("listitem")
    playwright.expect(people).to_have_text([re.compile("^You"), re.compile("^Jonas")])
    jonas.get_by_role("button", name="Ready").click()
    heading(mira).to_have_text("Jonas is ready. Are you?")
    jonas.get_by_text("Expert", exact=True).click()
    playwright.expect(mira.locator(".settle")).to_contain_text("Jonas chose this level.")
    playwright.expect(mira.get_by_role("radio", name=re.compile("^Expert"))).to_be_checked()
    playwright.expect(people.last).to_contain_text("not ready")  # a change takes Ready back
    mira.get_by_role("button", name="Invite an agent").click()
    mira.get_by_role("menuitem", name="Odds").click()
    playwright.expect(people.last).to_contain_text("always ready")
    mira.get_by_role("button", name="Remove Odds").click()
    playwright.expect(people).to_have_count(2)
    lasting(mira, TOAST)
    mira.get_by_role("button", name="Copy link").click()
    mira.get_by_text("Copied.").wait_for()
    link = mira.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"http://[^/]+/room/\w{4}-\w{4}", link)
    jonas.goto(link)
    playwright.expect(jonas.get_by_role("listitem")).to_have_count(2)


def test_the_second_tab_takes_the_room_over(open_page: Open) -> None:
    mira = make(open_page, "Mira")
    second = mira.context.new_page()
    second.goto(mira.url)
    second.locator(".link").wait_for()
    heading(mira).to_have_text("Continues in the other tab.")
    mira.get_by_role("button", name="Continue here").click()
    mira.locator(".link").wait_for()
    heading(second).to_have_text("Continues in the other tab.")


def test_a_lost_line_keeps_the_race(open_page: Open) -> None:
    """Meanwhile the board is dimmed, and the page says that the clock is still running."""
    mira = make(open_page, "Mira")
    jonas = join(open_page, mira, "Jonas")
    race(mira, jonas)
    rows = mira.get_by_role("grid").inner_text()
    mira.route("**/api/**", lambda route: route.abort())
    said = mira.locator(".say h2")
    playwright.expect(said).to_have_text("Connecting. Your clock is still running.")
    playwright.expect(mira.locator("sapper-room")).to_have_class(re.compile(r"\boff\b"))
    play(jonas, wins=False)
    mira.unroute("**/api/**")
    playwright.expect(said).to_have_text("Jonas hit a mine.")
    assert mira.get_by_role("grid").inner_text() == rows
    play(mira)


def test_who_comes_late_plays_the_next_board(open_page: Open) -> None:
    mira = make(open_page, "Mira")
    jonas = join(open_page, mira, "Jonas")
    race(mira, jonas)
    late = join(open_page, mira, "Ines")
    heading(late).to_have_text("Board 1 is running. You can play the next one.")
    playwright.expect(late.locator("sapper-board")).to_have_count(0)
    play(mira)
    play(jonas)
    late.get_by_role("button", name="Next board").wait_for()
    race(mira, jonas, late)
    playwright.expect(late.locator(".field li")).to_have_count(3)


def test_the_keyboard_is_enough(open_page: Open) -> None:
    """R, N, C, P and Escape do what they say, and nothing happens during the countdown."""
    mira = make(open_page, "Mira")
    jonas = join(open_page, mira, "Jonas")
    lasting(mira, TOAST)
    mira.locator("body").press("c")
    mira.get_by_text("Copied.").wait_for()
    mira.keyboard.press("r")
    heading(mira).to_have_text("Waiting for Jonas.")
    jonas.keyboard.press("r")
    mira.locator(".counter").wait_for()
    mira.keyboard.press("Escape")
    mira.keyboard.press("p")
    playwright.expect(mira.get_by_role("dialog")).to_have_count(0)
    mira.locator("[data-s='0']").first.wait_for()
    mira.keyboard.press("h")  # there are no hints
    playwright.expect(mira.locator(".tiers")).to_have_count(0)
    mira.keyboard.press("p")
    says(mira, re.compile(r"^1: (You|Jonas), \d+%\. 2: (You|Jonas), \d+%\.$"))
    mira.keyboard.press("Escape")
    mira.get_by_role("dialog").get_by_role("button", name="Stay").click()
    for page in (mira, jonas):
        play(page)
    playwright.expect(mira.get_by_role("button", name="Next board")).to_be_visible()
    mira.keyboard.press("n")
    playwright.expect(mira.get_by_role("button", name="Not yet")).to_be_visible()
    mira.keyboard.press("Escape")
    mira.get_by_role("dialog").get_by_role("button", name="Leave").click()
    mira.wait_for_url("**/#home")


def test_screen_readers_hear_what_matters(open_page: Open) -> None:
    """They hear who is here and ready, 3, 2, 1, and ends. Then the focus goes to the sentence."""
    mira = make(open_page, "Mira")
    says(mira, "Room, Beginner, no guess. Here: You.")
    jonas = join(open_page, mira, "Jonas")
    says(jonas, "Room, Beginner, no guess. Here: Mira and You.")
    jonas.get_by_role("button", name="Ready").click()
    says(mira, re.compile("Jonas is here. Jonas is ready.|Jonas is ready."))
    mira.get_by_role("button", name="Ready").click()
    playwright.expect(
        mira.get_by_role("alert").filter(has_text=re.compile("^[321]$"))
    ).to_be_visible()
    mira.locator("[data-s='0']").first.wait_for()
    jonas.locator("[data-s='0']").first.wait_for()
    play(jonas, wins=False)
    says(mira, "Jonas hit a mine.")
    play(mira)
    playwright.expect(mira.get_by_role("heading", level=1)).to_be_focused()
    mira.keyboard.press("Tab")
    assert mira.evaluate("document.activeElement.closest('.res') !== null")


def test_people_in_other_time_zones_play_when_they_like(open_page: Open) -> None:
    """Each clock starts when its player does. The table is for those who have played."""
    mira = make(open_page, "Mira")
    jonas = join(open_page, mira, "Jonas")
    mira.get_by_role("button", name="Start when you like").click()
    mira.locator("[data-s='0']").first.wait_for()
    playwright.expect(mira.locator(".field li")).to_have_count(1)
    play(mira)
    begin = jonas.get_by_role("button", name="Start board 1")
    begin.wait_for()
    playwright.expect(jonas.locator(".res")).to_have_count(0)
    begin.click()
    jonas.locator("[data-s='0']").first.wait_for()
    play(jonas, wins=False)
    for page in (mira, jonas):
        playwright.expect(page.locator(".res tbody tr")).to_have_count(2)


def test_a_class_plays_the_daily(open_page: Open) -> None:
    """Results are shown to those who have played, with the week."""
    mira = open_page("/#room/daily")
    enter(mira, "Mira", "Make a room")
    mira.locator(".cls").wait_for()
    jonas = join(open_page, mira, "Jonas")
    mira.get_by_text("Level and name").click()
    mira.get_by_label("Name of the room").fill("Logic, group B")
    mira.get_by_label("Name of the room").press("Enter")
    playwright.expect(jonas.locator(".cap")).to_have_text(
        "Logic, group B · the daily, Intermediate"
    )
    playwright.expect(jonas.locator(".res")).to_have_count(0)
    link = mira.url
    mira.get_by_role("button", name="Play today").click()
    mira.locator("sapper-play [role=gridcell]").first.wait_for()
    game = mira.evaluate("localStorage.getItem('sapper.game')")
    first = mira.evaluate(GET, f"/games/{game}")["rows"]
    mira.evaluate(MOVE, [game, "".join(first).index("+")])
    mira.evaluate(f"fetch('/api/games/{game}/leave', {{ method: 'POST' }})")
    mira.goto(link)
    playwright.expect(mira.locator(".two section").first).to_contain_text("Jonas")
    assert mira.get_by_role("img", name="not played").count() >= 1


def test_someone_leaves_and_comes_back(open_page: Open) -> None:
    mira = make(open_page, "Mira")
    jonas = join(open_page, mira, "Jonas")
    race(mira, jonas)
    link = jonas.url
    jonas.get_by_role("button", name="Leave").click()
    jonas.get_by_role("dialog").get_by_role("button", name="Leave").click()
    jonas.wait_for_url("**/#home")
    playwright.expect(mira.locator(".field li").last).to_contain_text("left")
    play(mira)
    playwright.expect(mira.locator(".res tbody tr").last).to_contain_text("did not play")
    jonas.goto(link)
    enter(jonas, "Jonas", "Join")
    playwright.expect(jonas.locator(".res, .people").first).to_be_visible()
    jonas.goto(jonas.url.split("#")[0] + "#room")
    playwright.expect(jonas.get_by_role("list")).to_contain_text("with Mira")


def test_a_room_that_does_not_exist_says_so(open_page: Open) -> None:
    page = open_page("/#room/zzzzzzzz")
    heading(page).to_have_text("There is no such room: check the link.")
    page.get_by_role("link", name="Make a new one").click()
    heading(page).to_have_text("Play with friends")


def test_a_room_speaks_german(open_page: Open) -> None:
    mira = open_page("/#room", locale="de-DE")
    enter(mira, "Mira", "Raum aufmachen")
    heading(mira).to_have_text("Schick diesen Link an deine Freunde.")
    jonas = join(open_page, mira, "Jonas", "Mitspielen", locale="de-DE")
    race(mira, jonas)
    playwright.expect(mira.locator(".field li").first).to_have_text(re.compile(r"^Du\d+\s%$"))
    play(jonas, wins=False)
    playwright.expect(mira.locator(".say h2")).to_have_text("Jonas hat eine Mine getroffen.")
    for page in (mira, jonas):
        assert not re.search(r"\b(the|and|you|ready|board)\b", page.inner_text("main"), re.I)


def test_an_expert_race_on_an_upright_tablet_shows_the_whole_board(open_page: Open) -> None:
    mira = make(open_page, "Mira", "Expert", **sized("tablet"))
    jonas = join(open_page, mira, "Jonas")
    race(mira, jonas)
    for width, height in ((768, 1024), (810, 1080), (820, 1180)):
        mira.set_viewport_size({"width": width, "height": height})
        painted(mira)
        playwright.expect(mira.locator("sapper-play .room")).not_to_have_class(
            re.compile(r"\bpans\b")
        )
        board, tools = (mira.locator(one).bounding_box() for one in ("sapper-board", ".tools"))
        assert board["y"] + board["height"] <= tools["y"]


@pytest.mark.matrix
def test_axe_finds_nothing_in_a_room(open_page: Open) -> None:
    """The lobby, the race and the table have no accessibility problem in any look."""
    mira = make(open_page, "Mira", reduced_motion="reduce")
    jonas = join(open_page, mira, "Jonas")
    assert violations_everywhere(mira) == {}
    race(mira, jonas)
    assert violations_everywhere(mira) == {}
    play(jonas, wins=False)
    play(mira)
    assert violations_everywhere(mira) == {}


@pytest.mark.matrix
def test_nothing_in_a_room_is_wider_than_the_screen(open_page: Open) -> None:
    """In the lobby, the race and at the end. On an upright screen, bars are above the board."""
    mira = make(open_page, "Mira", **sized("phone"))
    jonas = join(open_page, mira, "A name with 24 letters!!")

    def fits() -> None:
        for width, height in (*SIZES.values(), (320, 640)):
            mira.set_viewport_size({"width": width, "height": height})
            painted(mira)
            assert mira.evaluate("document.documentElement.scrollWidth <= innerWidth"), width

    fits()
    race(mira, jonas)
    fits()
    strip, board = (mira.locator(one).bounding_box() for one in (".strip", "sapper-board"))
    assert strip["y"] + strip["height"] <= board["y"] + 1
    play(jonas, wins=False)
    play(mira)
    fits()
