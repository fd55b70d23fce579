"""The Review view in a browser: the verdict, the moves, continuing a game, and the history."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mutations import SAMPLES
from web.browsing import (
    BOARD,
    GAME,
    HINTED,
    LIMIT,
    PHONE,
    SHIFTS,
    TOAST,
    cell,
    go,
    lasting,
    open_board,
    playwright,
    says,
    waited,
)
from web.visits import lose

pytestmark = pytest.mark.browser


def test_a_game_is_stepped_through_by_arrow_keys(open_page: Any) -> None:
    """Keys step through the moves, and jump to either end or to a key moment."""
    page = open_page("/#play")
    game = lose(page)
    go(page, f"review/{game}")
    where = page.locator(".where")
    playwright.expect(where).to_contain_text("move 2 of 2")
    title = page.locator("figcaption")
    playwright.expect(title).to_have_text("Chance of winning, move by move")
    page.keyboard.press("ArrowLeft")
    playwright.expect(where).to_contain_text("move 1 of 2")
    says(page, "C3", "hidden")
    page.wait_for_url(f"**/#review/{game}/1")
    page.keyboard.press("End")
    playwright.expect(where).to_contain_text("The end")
    says(page, "A1", "exploded mine")
    says(page, "D1", "mine")
    page.keyboard.press("Home")
    says(page, "A1", "hidden")
    key = page.get_by_role("button", name="Next key moment").filter(visible=True)
    playwright.expect(key).to_be_enabled()
    page.keyboard.press("k")
    playwright.expect(where).to_contain_text("move 2 of 2")
    playwright.expect(key).to_be_disabled()  # there is only one key moment
    says(page, "C3", "empty")
    page.get_by_role("button", name="The end").click()
    playwright.expect(page.get_by_role("region", name="The move")).to_contain_text("your luck")
    playwright.expect(page.get_by_role("link", name="History")).to_have_attribute(
        "aria-current", "page"
    )


def test_playing_on_starts_a_practice_game_there(open_page: Any) -> None:
    """A practice game starts from the position before the mistake."""
    page = open_page("/#play")
    game = lose(page)
    go(page, f"review/{game}/2")
    playwright.expect(page.get_by_text("affect your records")).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/#play")
    says(page, "C3", "empty")
    says(page, "A1", "hidden")
    for name in ("B1", "C1", "E1"):
        cell(page, name).click()
    result = page.get_by_role("region", name="Result")
    playwright.expect(result).to_contain_text("Won")
    # The player already knew where the mine was, so this is a win with help.
    playwright.expect(result.locator("h2").first).to_contain_text("You won with help.")
    playwright.expect(page.get_by_text("practice", exact=True)).to_be_visible()
    playwright.expect(result.locator("figcaption")).to_have_text(
        "Whole game: chance of winning with best play"
    )
    assert page.evaluate("localStorage.getItem('sapper.game')") != game


def test_two_reasons_have_headings(open_page: Any) -> None:
    """One heading explains why the opened cell was a mine, the other why another cell was safe."""
    page = open_page("/#play")
    open_board(page, BOARD)
    for name in ("E1", "C3"):
        cell(page, name).click()
    verdict = page.get_by_role("group", name="What decided it")
    playwright.expect(verdict).to_contain_text("Move 2 opened a provable mine")
    go(page, f"review/{page.evaluate(GAME)}/2")
    move = page.get_by_role("region", name="The move")
    heads = move.get_by_role("heading", level=3)
    playwright.expect(heads.nth(0)).to_have_text("Why C3 was a mine")
    playwright.expect(heads.nth(1)).to_have_text(re.compile(r"^Why \w+ was safe$"))
    playwright.expect(move).to_contain_text(
        re.compile(r"Chance of winning: \d+% before the move, 0%")
    )
    # The legend explains the symbol of this move and every other symbol of the game.
    signs = page.locator(".signs")
    signs.locator("summary").click()
    playwright.expect(signs.get_by_role("listitem")).to_have_text(
        ["??blunder You opened a provable mine."]
    )


def test_a_position_of_a_review_opens_in_analyse(open_page: Any) -> None:
    """The link contains the position before the move."""
    page = open_page("/#play")
    game = lose(page)
    go(page, f"review/{game}/2")
    page.locator(".acts").get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/#analyse/**")
    says(page, "C3", "empty")


def test_a_certain_move_is_explained_when_asked(open_page: Any) -> None:
    """The "Why?" button shows the reason for a provably safe move, step by step."""
    page = open_page("/#play")
    open_board(page, HINTED)
    for name in ("C3", "C1", "A1"):
        cell(page, name).click()
    verdict = page.get_by_role("group", name="What decided it")
    playwright.expect(verdict).to_contain_text("no other guess would have won more often")
    assert "false" not in verdict.inner_text()
    game = page.evaluate("localStorage.getItem('sapper.game')")
    go(page, f"review/{game}/2")
    move = page.get_by_role("region", name="The move")
    playwright.expect(move).to_contain_text("C1 was provably safe.")
    move.get_by_role("button", name="Why?").click()
    playwright.expect(move.locator(".steps li").first).to_be_visible()


def test_the_history_lists_what_decided_each_game(open_page: Any) -> None:
    """Each game is listed with its verdict, errors and luck. Clicking a game opens its review."""
    page = open_page("/#play")
    game = lose(page)
    go(page, "history")
    row = page.get_by_role("row").filter(has_text="5×3, 2 mines")
    playwright.expect(row).to_contain_text("Needless guess at move 2")
    # The guess cost nothing, because a coin toss was unavoidable, but it still counts as an error.
    playwright.expect(row.get_by_role("cell")).to_contain_text(["lost", "< 1", "−80"])
    row.get_by_role("link").click()
    page.wait_for_url(f"**/#review/{game}**")
    playwright.expect(page.locator(".where")).to_contain_text("move 2 of 2")


def test_the_history_shows_how_each_game_ended(open_page: Any) -> None:
    """When a game has been reviewed, its picture and label are added without moving the row."""
    page = open_page("/#play")
    lose(page)
    go(page, "history")
    page.add_init_script(f"({SHIFTS})()")
    held: list[Any] = []
    page.route("**/api/reviews", lambda route: held.append(route), times=2)
    page.reload()
    assert waited(page, held)
    held.pop().fulfill(json={"games": [], "levels": [], "trend": [], "waiting": 1})
    row = page.get_by_role("row").filter(has_text="5×3, 2 mines")
    playwright.expect(row.get_by_role("link", name="Review this game")).to_be_visible()
    before = row.bounding_box()
    assert waited(page, held)  # the row has not been redrawn yet
    held.pop().continue_()
    # A1 exploded, and the other cells of the first row are hidden.
    paths = row.locator(".picture path")
    expected = {"tile": "M1 0h4v1h-4z", "boom": "M0 0h1v1h-1z", "flags": ""}
    for kind, drawn in expected.items():
        playwright.expect(paths.locator(f"xpath=self::*[@class='{kind}']")).to_have_attribute(
            "d", drawn
        )
    playwright.expect(row.locator("svg.label .bad")).to_have_count(1)
    playwright.expect(row.locator(".mark")).to_have_attribute("title", "needless guess")
    assert row.bounding_box() == before
    assert [one for one in page.evaluate("window.shifts") if one[0] > 0.001] == []
    page.mouse.click(before["x"] + before["width"] / 2, before["y"] + 4)  # the whole row is a link
    page.wait_for_url("**/#review/**")


GAMES = """async (count) => {
    const json = { "Content-Type": "application/json" };
    const post = (path, body) => fetch("/api" + path, { method: "POST", headers: json,
        body: JSON.stringify(body) }).then((answer) => answer.json());
    for (let number = 0; number < count; number++) {
        const game = await post("/games", { level: "4x3x2/safe" });
        for (let cell = 0, over = null; cell < 12 && !over; cell++)
            over = (await post(`/games/${game.id}/moves`, { kind: "open", cell })).outcome;
    }
}"""


def test_the_history_shows_luck_and_the_trend_of_errors(open_page: Any) -> None:
    """After enough games, the history estimates the win rate with average luck and shows charts."""
    page = open_page("/#home")
    page.evaluate(GAMES, 12)

    def clean(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "no_error_streak": 7})

    page.route("**/api/reviews", clean)
    go(page, "history")
    playwright.expect(page.get_by_role("heading", level=1)).to_contain_text(
        re.compile(r"With average luck you would win \d+%"),
        timeout=2 * LIMIT,  # twelve games are reviewed one after the other
    )
    # Buttons are redrawn with each review, and a click on an old button would be lost.
    playwright.expect(page.locator("sapper-history")).not_to_contain_text(
        "still being reviewed", timeout=2 * LIMIT
    )
    streak = page.locator(".records > div").filter(has_text="no-error streak")
    playwright.expect(streak.locator("dd")).to_have_text("7")
    with page.expect_response("**/history?by_error=true*"):
        page.get_by_role("button", name="Lost because of an error").click()
    with page.expect_response("**/history?offset=0"):
        page.get_by_role("button", name="All", exact=True).click()
    charts = page.locator(".trends").get_by_role("img")
    playwright.expect(charts).to_have_count(0)  # the statistics section is closed
    page.get_by_text("Statistics", exact=True).click()
    playwright.expect(charts).to_have_count(2)
    playwright.expect(charts.first).to_have_accessible_name(
        re.compile(r"^Error per game over time, now [\d.]+ points$")
    )
    page.get_by_role("button", name="4×3, 2 mines (first cell is safe)", exact=True).click()
    playwright.expect(
        page.get_by_role("button", name="4×3, 2 mines (first cell is safe)", exact=True)
    ).to_have_attribute("aria-pressed", "true")
    playwright.expect(charts).to_have_count(2)
    playwright.expect(
        page.get_by_role("region", name="4×3, 2 mines (first cell is safe)")
    ).to_contain_text("With average luck")


GIVEN_UP = """async () => {
    const json = { "Content-Type": "application/json" };
    const post = (path, body) => fetch("/api" + path, { method: "POST", headers: json,
        body: JSON.stringify(body) });
    const { id } = await (await post("/games", { level: "intermediate" })).json();
    await post(`/games/${id}/moves`, { kind: "open", cell: 0 });
    await post(`/games/${id}/leave`);
}"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_name_of_a_level_stays_on_one_line_on_a_phone(open_page: Any, locale: str) -> None:
    """In the history, the level names "Intermediate" and "Fortgeschritten" fit on one line."""
    size = {"viewport": {"width": 360, "height": 740}}
    page = open_page("/#home", locale=locale, **{**PHONE, **size})
    page.evaluate(GIVEN_UP)
    go(page, "history")
    name = page.locator(".games .board b").first
    name.wait_for()
    lines = """(one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return new Set([...text.getClientRects()].map((box) => Math.round(box.bottom))).size;
    }"""
    assert name.evaluate(lines) == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


KNOWN = "4x3x2/safe A1\n0111\n02*2\n02*2\n"


def test_the_history_says_what_it_does_not_count(open_page: Any) -> None:
    """Practice games are listed, too, but the title counts only the other games."""
    page = open_page("/#home")
    page.evaluate(GAMES, 2)
    page.evaluate(
        """async (board) => {
            const json = { "Content-Type": "application/json" };
            const { id } = await (await fetch("/api/games", { method: "POST", headers: json,
                body: JSON.stringify({ board }) })).json();
            await fetch(`/api/games/${id}/moves`, { method: "POST", headers: json,
                body: JSON.stringify({ kind: "open", cell: 0 }) });
            await fetch(`/api/games/${id}/leave`, { method: "POST" });
        }""",
        KNOWN,
    )
    go(page, "history")
    lede = page.locator("sapper-history .lede")
    playwright.expect(lede.get_by_role("heading")).to_have_text(re.compile(r"^2 games, \d won\.$"))
    note = "1 practice game, with help or on a known board, does not count."
    playwright.expect(lede).to_contain_text(note)
    playwright.expect(page.locator("tbody tr")).to_have_count(3)
    page.get_by_role("button", name="practice", exact=True).click()
    playwright.expect(page.locator("tbody tr")).to_have_count(1)
    playwright.expect(lede).to_contain_text(note)


def choose(page: Any, name: str, data: bytes) -> None:
    """Open a file in the History view."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    chooser.value.set_files(file)


def test_a_replay_of_another_program_is_reviewed(open_page: Any) -> None:
    """A replay file from another program gets a review, but no "Play on from here" button."""
    page = open_page("/#history")
    choose(page, "game.evf", (SAMPLES / "beginner-v4.evf").read_bytes())
    page.wait_for_url("**/#review/file/**")
    playwright.expect(page.locator(".where")).to_contain_text(re.compile("move|end"))
    page.keyboard.press("End")
    playwright.expect(page.get_by_role("region", name="The move")).to_contain_text("You won")
    page.keyboard.press("Home")
    playwright.expect(page.get_by_role("region", name="The move")).to_contain_text("starts at")
    assert page.get_by_role("button", name="Play on from here").count() == 0


def test_a_file_shows_its_figures_and_is_still_there_after_a_reload(open_page: Any) -> None:
    """The figures of a replay file are explained, and its review is still there after a reload."""
    page = open_page("/#history")
    choose(page, "game.avf", (SAMPLES / "custom.avf").read_bytes())
    page.wait_for_url("**/#review/file/**")
    facts = page.locator(".game-facts")
    facts.get_by_text("All figures, explained").click()
    playwright.expect(facts.get_by_role("row").first).to_have_text(
        re.compile(r"^timeMinutes and seconds\.0:05\.4\d\d$")
    )
    playwright.expect(facts.get_by_role("row").filter(has_text="efficiency").first).to_have_text(
        "efficiencySolved 3BV per click, in a game played here per move: clicks that did nothing "
        "are not counted. Chords can raise the efficiency above 100%.53%"
    )
    page.keyboard.press("Home")
    playwright.expect(page.locator(".where")).to_contain_text("move 1 of")
    page.wait_for_url("**/#review/file/1")
    page.reload()
    playwright.expect(page.locator(".where")).to_contain_text("move 1 of")
    playwright.expect(facts.get_by_text("All figures, explained")).to_be_visible()


def test_a_wide_board_gets_the_space_of_the_moves(open_page: Any) -> None:
    """On an expert board, the list of moves is in the right column, so the cells are larger."""
    page = open_page("/#history", viewport={"width": 1440, "height": 900})
    choose(page, "game.mvf", (SAMPLES / "expert.mvf").read_bytes())
    page.wait_for_url("**/#review/file/**")
    playwright.expect(page.locator(".game-facts summary")).to_be_visible()
    assert page.locator("[role=gridcell]").last.bounding_box()["width"] >= 34
    board, words = page.get_by_role("grid").bounding_box(), page.locator(".right").bounding_box()
    assert board["x"] + board["width"] <= words["x"]
    playwright.expect(page.locator(".right .moves")).to_be_attached()
    page.set_viewport_size({"width": 1440, "height": 500})
    playwright.expect(page.locator(".left .moves")).to_be_attached()


def test_a_game_of_your_own_shows_its_figures(open_page: Any) -> None:
    """The review of a lost game says how much of the board was solved."""
    page = open_page("/#play")
    game = lose(page)
    go(page, f"review/{game}")
    facts = page.locator(".game-facts")
    facts.locator("summary").click()
    playwright.expect(facts.get_by_role("row").filter(has_text="solved 3BV").first).to_have_text(
        "solved 3BVHow much of the 3BV you have opened.1"
    )


def test_a_file_that_is_cut_off_is_reviewed_as_far_as_it_goes(open_page: Any) -> None:
    """For a damaged file, the page says what is wrong and offers to review the readable part.

    A file without a game gets an error message. The browser's console shows no failed request.
    """
    page = open_page("/#history", refused=5)
    lasting(page, TOAST)
    data = (SAMPLES / "beginner-v3.evf").read_bytes()
    choose(page, "game.evf", data[: len(data) * 6 // 10])
    dialog = page.get_by_role("dialog")
    playwright.expect(dialog).to_contain_text("truncated")
    dialog.get_by_role("button", name="Review the readable part").click()
    page.wait_for_url("**/#review/file/**")
    playwright.expect(page.locator(".where")).to_contain_text(re.compile("move|end"))
    page.keyboard.press("End")
    playwright.expect(page.get_by_role("region", name="The move")).to_contain_text("not finished")
    go(page, "history")
    choose(page, "board.txt", HINTED.encode())
    playwright.expect(page.locator(".toast")).to_contain_text("This is not a game")
    assert page.url.endswith("#history")


def test_a_review_that_is_not_there_says_so(open_page: Any) -> None:
    """For an unknown game, the page shows an error. A link to a missing file opens the history."""
    page = open_page("/#review/AAAAAAAAAAAAAAAAAAAAAAAA")
    playwright.expect(page.get_by_role("alert")).to_contain_text("There is no such game.")
    page.get_by_role("link", name="To your history").click()
    page.locator("sapper-history > *").first.wait_for()
    page.goto(page.url.split("#")[0] + "#review/file")
    page.wait_for_url("**/#history")


@pytest.mark.parametrize("upright", [True, False])
def test_a_phone_shows_board_graph_and_steps_at_the_thumb(open_page: Any, upright: bool) -> None:
    """On a phone nothing is too wide, the board is in view, and buttons step through the game."""
    size = {"width": 390, "height": 844} if upright else {"width": 844, "height": 390}
    page = open_page("/#play")
    game = lose(page)
    cookies = page.context.cookies()
    phone = open_page("/#home", **{**PHONE, "viewport": size})
    phone.context.add_cookies(cookies)
    go(phone, f"review/{game}/2")
    playwright.expect(phone.locator(".where")).to_contain_text("move 2 of 2")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("button", name="Back").tap()
    playwright.expect(phone.locator(".where")).to_contain_text("move 1 of 2")
    box = phone.get_by_role("grid").bounding_box()
    assert box["y"] + box["height"] <= size["height"]


def test_the_review_speaks_german(open_page: Any) -> None:
    """The history and the review are in German if the browser's language is Austrian German."""
    page = open_page("/#home", locale="de-AT")
    page.evaluate(GAMES, 1)
    go(page, "history")
    link = page.get_by_role("table").get_by_role("link").first
    link.wait_for()
    # A row is redrawn when its review arrives. A click on the old row would be lost.
    playwright.expect(page.locator("sapper-history")).not_to_contain_text("noch durchgesehen")
    link.click()
    playwright.expect(page.locator(".where")).to_contain_text(re.compile("Zug|Ende"))
    page.keyboard.press("Home")
    playwright.expect(page.get_by_role("region", name="Der Zug")).to_contain_text("Zug 1, Anfang")
    playwright.expect(page.get_by_role("button", name="Von hier weiterspielen")).to_be_visible()


def test_looking_is_not_playing(open_page: Any) -> None:
    """The history does not list games without a move. Other unfinished games can be continued."""
    page = open_page("/#play")
    page.get_by_role("gridcell").nth(40).wait_for()
    page.goto(page.url.split("#")[0] + "#history")
    playwright.expect(page.get_by_text("No finished games yet.")).to_be_visible()
    assert page.get_by_role("table").count() == 0
    assert page.get_by_text("In progress").count() == 0
    page.goto(page.url.split("#")[0] + "#play")
    page.get_by_role("gridcell").nth(40).click()
    page.locator("[data-s='0']").first.wait_for()
    page.goto(page.url.split("#")[0] + "#history")
    playwright.expect(page.get_by_role("button", name="Continue Beginner")).to_be_visible()
    playwright.expect(page.get_by_text("No finished games yet.")).to_be_visible()
    page.get_by_role("button", name="won", exact=True).click()
    playwright.expect(page.get_by_text("No finished games match these filters.")).to_be_visible()
