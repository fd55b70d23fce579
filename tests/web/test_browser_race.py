"""Races in a browser, against a friend who gets a link or against an agent."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.browsing import (
    BLANK,
    TOAST,
    cell,
    lasting,
    open_board,
    playwright,
    sized,
    violations_everywhere,
)

pytestmark = pytest.mark.browser

BOARD = "8x6x4/any\n*1000000\n11000000\n00011100\n0001*211\n110112*1\n*1000111\n"

# Opens cells of a game, and returns the answer to the last move.
OPEN = """async ([id, cells]) => {
    let answer;
    for (const cell of cells) {
        const body = JSON.stringify({ kind: "open", cell });
        const headers = { "Content-Type": "application/json" };
        answer = await fetch(`/api/games/${id}/moves`, { method: "POST", headers, body });
    }
    return answer.json();
}"""

# Starts a race against an agent, and returns the race and the player's game.
AGAINST = """async (level) => {
    const post = async (path, body) => (await fetch(`/api${path}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    })).json();
    const race = await post("/races", { agent: "odds", level });
    return { race, game: await post(`/races/${race.id}/game`, {}) };
}"""


def ready(page: Any) -> None:
    """Wait until the game is loaded, because the board ignores earlier clicks."""
    playwright.expect(page.locator(".right .cap")).to_have_text(re.compile("the same board$"))


def against(open_page: Any, level: str = "intermediate", **settings: Any) -> Any:
    """Start a race against an agent and open a cell. Returns the page and the race's data."""
    page = open_page("/#race", **settings)
    page.locator(".race-start .main").wait_for()
    found = page.evaluate(AGAINST, level)
    first = "".join(found["game"]["rows"]).index("+")
    page.goto(page.url.split("#")[0] + f"#race/{found['race']['id']}")
    ready(page)
    page.get_by_role("gridcell").nth(first).click()
    playwright.expect(page.locator(".who2 b").first).not_to_have_text(re.compile("^0 "))
    playwright.expect(page.locator(".who2 b").last).not_to_have_text(re.compile("^0 "))
    return page, found


def give_up(page: Any) -> None:
    """Leave the race and wait for both reviews."""
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    page.get_by_role("table").wait_for()


def test_a_friend_races_by_link(open_page: Any) -> None:
    """The shared link opens the same board. At the end, both players see the result."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "H1").click()
    playwright.expect(cell(page, "H1")).to_have_attribute("aria-label", re.compile("^H1 (0|empty)"))
    game = page.evaluate("localStorage.getItem('sapper.game')")
    page.evaluate(OPEN, [game, [8, 9, 24, 39, 47, 46]])
    page.reload()
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("Won in ")
    lasting(page, TOAST)
    page.get_by_role("button", name="Share").first.click()
    page.get_by_role("button", name="Race link").click()
    page.get_by_text("Link to the race copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"http://[^/]+/#race/[\w-]{16}", link), "it tells nothing else"
    page.goto(link)
    heading = page.get_by_role("heading", level=1)
    playwright.expect(heading).to_have_text("Nobody has finished this race yet.")

    other = open_page("/")
    other.goto(link)
    playwright.expect(other.get_by_role("gridcell")).to_have_count(48)
    playwright.expect(other.locator(".race .tag")).to_have_text("race")
    playwright.expect(other.locator(".right")).to_contain_text("The other player had help.")
    playwright.expect(other.locator(".right h2")).to_have_text(
        "The race starts when you open your first cell."
    )
    cell(other, "H1").click()
    playwright.expect(other.locator(".right h2")).to_have_text(
        re.compile("The other player finished after 0:")
    )
    cell(other, "A1").click()
    playwright.expect(other.get_by_role("heading", level=1)).to_have_text(
        "The other player won. You hit a mine. The other player made no errors."
    )
    playwright.expect(other.get_by_role("table")).to_have_text(re.compile("without luck"))
    other.reload()
    playwright.expect(other.get_by_role("table")).to_be_visible()
    # The friend has not played another game yet.
    playwright.expect(other.get_by_role("link", name="All races")).to_be_visible()
    playwright.expect(other.get_by_role("button", name="Race again")).to_have_count(0)
    other.get_by_role("link", name="Step through").last.click()
    playwright.expect(other.locator("sapper-review .moves button").first).to_be_visible()

    page.reload()
    playwright.expect(heading).to_have_text(re.compile("^You won. The other player hit a mine."))


def test_the_day_of_a_race_is_the_readers(open_page: Any) -> None:
    """The date of a race is in the reader's time zone, here New Zealand."""
    page = open_page(BLANK, locale="en-GB", timezone_id="Pacific/Auckland")
    day = page.evaluate(
        "import('/dates.js').then(({ dayOf }) => dayOf(Date.UTC(2026, 10, 16, 13) / 1000))"
    )
    assert day == "17 November"


def test_the_other_player_is_a_line_and_a_map(open_page: Any) -> None:
    """A race shows a sentence about who leads, a progress line, and a map of 16 regions."""
    page, found = against(open_page, viewport={"width": 1440, "height": 900})
    playwright.expect(page.locator(".right .cap")).to_have_text(
        "Race against an agent, the same board"
    )
    headline = r"You (are \w+ cells? (ahead of|behind)|and) the odds agent( are level)?\."
    playwright.expect(page.locator(".right h2")).to_have_text(re.compile(headline))
    lane = page.get_by_role("img", name=re.compile(r"You \d+%, the odds agent \d+%"))
    board = page.locator("sapper-board").bounding_box()
    track = lane.locator(".track").bounding_box()
    assert track["y"] < board["y"]
    assert track["width"] > 0.95 * board["width"] - 20
    regions = page.get_by_role("img", name="The odds agent's progress, by region").locator("i")
    playwright.expect(regions).to_have_count(16)
    shown = regions.evaluate_all("(all) => all.map((one) => one.style.getPropertyValue('--f'))")
    assert set(shown) <= {"0%", "33%", "67%", "100%"}
    assert page.get_by_role("gridcell").first.bounding_box()["width"] == 40
    assert page.get_by_role("toolbar").get_by_role("button").all_inner_texts()[:3] == [
        "Hint\nH",
        "May I guess?\nG",
        "Odds\nO",
    ]
    playwright.expect(page.locator(".right")).to_contain_text(
        "A hint is allowed, but then the race counts as practice."
    )
    page.keyboard.press("h")
    page.get_by_role("dialog").get_by_role("button").first.click()
    playwright.expect(page.locator(".race .tag")).to_have_text("practice")
    page.reload()
    playwright.expect(page.locator(".right")).to_contain_text("This game counts as practice")
    assert found["race"]["cells"] == 216


def test_both_reviews_are_side_by_side(open_page: Any) -> None:
    """The two boards and the table are side by side, and "Race again" is inside the window."""
    page, _ = against(open_page, viewport={"width": 1440, "height": 900})
    give_up(page)
    rows = page.get_by_role("table").get_by_role("rowheader")
    playwright.expect(rows).to_have_text(["time", "3BV/s", "errors", "luck", "without luck"])
    boxes = [one.bounding_box() for one in page.locator(".sides > *").all()]
    assert len(boxes) == 3
    assert boxes[0]["x"] < boxes[1]["x"] < boxes[2]["x"]
    assert max(abs(one["y"] - boxes[0]["y"]) for one in boxes) < 2
    playwright.expect(page.locator("sapper-board")).to_have_count(2)
    names = page.locator(".sides").get_by_text("A", exact=True)  # the text uses column names
    playwright.expect(names.first).to_be_visible()
    button = page.get_by_role("button", name="Race again").bounding_box()
    assert button["y"] + button["height"] <= 900
    page.get_by_role("img", name="Cells opened over time: you and the odds agent").wait_for()
    page.get_by_role("button", name="Race again").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(256)
    playwright.expect(page.locator(".right h2")).to_have_text(
        "The race starts when you open your first cell."
    )


def test_the_move_that_cost_most_has_its_proof(open_page: Any) -> None:
    """The costliest move is shown with the position before it and a proof of a safe cell."""
    page = open_page("/#race")
    page.locator(".race-start .main").wait_for()
    game = page.evaluate(
        """async (board) => {
            const post = async (path, body) => (await fetch(`/api${path}`, {
                method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify(body),
            })).json();
            const { id } = await post("/games", { board });
            for (const cell of [7, 40])
                await post(`/games/${id}/moves`, { kind: "open", cell });
            const race = await post("/races", { game: id });
            await post(`/races/${race.id}/game`, {});
            return race.id;
        }""",
        BOARD,
    )
    other = open_page("/")
    other.goto(page.url.split("#")[0] + f"#race/{game}")
    ready(other)
    cell(other, "H1").click()
    playwright.expect(cell(other, "H1")).to_have_attribute(
        "aria-label", re.compile("^H1 (0|empty)")
    )
    give_up(other)
    playwright.expect(other.locator(".costly")).to_contain_text("The other player’s move 2: ")
    playwright.expect(other.locator(".costly")).to_contain_text("was safe")
    assert other.locator(".costly p").count() >= 2, "the proof is in words"
    playwright.expect(other.locator("figure.g")).to_contain_text("The other player, move 2")
    assert other.locator("figure.g [data-m=safe]").count() == 1


def test_to_look_at_the_review_costs_the_race(open_page: Any) -> None:
    """Seeing the other player's game turns the race into practice, so the page asks first."""
    page = open_page("/#race")
    page.locator(".race-start .main").wait_for()
    race = page.evaluate(
        """async (board) => {
            const post = async (path, body) => (await fetch(`/api${path}`, {
                method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify(body),
            })).json();
            const { id } = await post("/games", { board });
            for (const cell of [7, 0]) await post(`/games/${id}/moves`, { kind: "open", cell });
            return (await post("/races", { game: id })).id;
        }""",
        BOARD,
    )
    other = open_page("/")
    other.goto(page.url.split("#")[0] + f"#race/{race}")
    other.get_by_role("button", name="See the other game").click()
    other.get_by_role("dialog").get_by_role("button", name="See the other game").click()
    playwright.expect(other.get_by_role("heading", level=1)).to_have_text(
        "The other player raced on this board."
    )
    other.get_by_role("link", name="Play this board again for practice").click()
    playwright.expect(other.locator(".race .tag")).to_have_text("practice")


def test_the_start_offers_agents_and_games(open_page: Any) -> None:
    """Home links to the Race view, where a race against an agent can be started and found again."""
    page = open_page("/")
    page.get_by_role("link", name="race a friend").click()
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text("Race a friend.")
    page.get_by_text("Beginner").click()
    page.get_by_role("button", name="Race the champion").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    page.go_back()
    page.get_by_role("link", name="Race against the champion").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    page.goto(page.url.split("#")[0] + "#race/nothing-like-it")
    playwright.expect(page.get_by_role("heading", level=1)).to_contain_text("no such race")


def test_reduced_motion_moves_nothing(open_page: Any) -> None:
    """With reduced motion, the marks on the progress line jump instead of sliding."""
    moving = "getComputedStyle(document.querySelector('.lane .them')).transitionDuration"
    page, _ = against(open_page, "beginner")
    assert page.evaluate(moving) != "0s"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) in ("0s", "0s, 0s")


@pytest.mark.parametrize("size", ["phone", "tablet", "landscape"])
def test_a_race_fits_small_screens(open_page: Any, size: str) -> None:
    """Nothing is too wide. On an upright screen, the progress line is above the board."""
    level = "intermediate" if size == "tablet" else "beginner"
    page, _ = against(open_page, level, **sized(size))
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    lane, board = (page.locator(one).first.bounding_box() for one in (".lane", "sapper-board"))
    assert lane["width"] > 100
    assert lane["y"] + lane["height"] <= board["y"] + 1 or size == "landscape"
    if size != "landscape":
        assert board["y"] + board["height"] <= page.locator(".right").bounding_box()["y"] + 1
    give_up(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_race_continued_from_the_history_keeps_its_ghost(open_page: Any) -> None:
    """The button leads back to the race, not just to the player's own game."""
    page, found = against(open_page)
    page.goto(page.url.split("#")[0] + "#history")
    page.get_by_role("button", name="Continue Intermediate").click()
    page.wait_for_url(f"**/#race/{found['race']['id']}")
    playwright.expect(page.locator(".lane")).to_be_visible()


@pytest.mark.matrix
def test_axe_finds_nothing_in_a_race_and_after_it(open_page: Any) -> None:
    """The axe checker finds no accessibility problem during or after a race."""
    page, _ = against(open_page, "beginner", reduced_motion="reduce")
    during = violations_everywhere(page)
    give_up(page)
    assert during == violations_everywhere(page) == {}
