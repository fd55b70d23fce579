"""The page as a place: the landing, the layout by size, and what used to be broken."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.browsing import CHROMIUM, PHONE, cell, open_board, playwright, says, waited

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

BOARD = "5x3x2/any\n*1000\n12110\n01*10\n"
HINTED = "5x3x2/any\n*..*.\n11111\n00000\n"
SIZES = {
    "phone": (390, 844),
    "landscape": (844, 390),
    "tablet": (820, 1180),
    "laptop": (1366, 768),
    "desktop": (1920, 1080),
}


def sized(name: str) -> dict[str, Any]:
    """A screen of that name."""
    width, height = SIZES[name]
    viewport = {"viewport": {"width": width, "height": height}}
    return {**PHONE, **viewport} if name in ("phone", "landscape", "tablet") else viewport


def go(page: Any, view: str) -> None:
    """Go to a view by its link, without loading the page anew."""
    page.goto(page.url.split("#")[0] + f"#{view}")
    page.locator(f"sapper-{view.split('/')[0]} > *").first.wait_for()


# -- while the server is away -------------------------------------------------------------------


def test_every_view_says_that_the_server_is_away_and_resumes(open_page: Any, served: Any) -> None:
    """A banner appears as soon as the server is missed, and goes when it is back."""
    # A game that is watched to its end misses nobody: this one is too long to have come at once.
    paths = {"learn": "learn/expert!245501150!resolution-endgame"}
    pages = {
        view: open_page(f"/#{paths.get(view, view)}", url=served.url)
        for view in ("play", "daily", "practice", "learn", "analyse", "history")
    }
    won = pages["history"].get_by_role("button", name="won", exact=True)
    expert = pages["daily"].get_by_role("button", name="Play: Expert")
    won.wait_for()
    expert.wait_for()
    for view in ("play", "practice", "learn", "analyse"):
        pages[view].get_by_role("gridcell").first.wait_for()
    served.kill()
    won.click()
    expert.click()
    pages["analyse"].get_by_role("button", name="Clear").click()
    pages["practice"].keyboard.press("n")
    missed = "The server is not answering. Everything goes on as soon as it does."
    for page in pages.values():
        playwright.expect(page.get_by_text(missed)).to_be_visible()
    served.start()
    for page in pages.values():
        playwright.expect(page.get_by_text(missed)).to_be_hidden()
    playwright.expect(pages["history"].get_by_text("No finished games match")).to_be_visible()
    analysis = pages["analyse"].get_by_role("region", name="Analysis")
    playwright.expect(analysis).to_contain_text("the first click")
    for page in pages.values():
        page.close()  # what it still asks would be refused while the server stops


def test_the_page_opens_while_its_server_is_away(open_page: Any, served: Any) -> None:
    """Its service worker has kept the page's own files; the page says who is missing."""
    page = open_page("/#home", url=served.url, service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # now the worker has seen every file
    playwright.expect(page.get_by_role("link", name="Play").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    served.kill()
    page.reload()
    playwright.expect(page.get_by_role("link", name="Play").first).to_be_visible()
    playwright.expect(page.get_by_text("The server is not answering.")).to_be_visible()
    served.start()
    playwright.expect(page.get_by_text("The server is not answering.")).to_be_hidden()
    page.close()


def test_a_watched_game_goes_on_where_it_was(open_page: Any, served: Any) -> None:
    """Killed in the middle, the server shows the same board on; a new board waits for it, too."""
    page = open_page("/#learn/expert!245501150!resolution-endgame!@5", url=served.url)
    count = page.get_by_text(re.compile("^step "))
    playwright.expect(count).to_have_text(re.compile("^step 5"))
    shown = page.get_by_role("grid").inner_text()
    served.kill()
    banner = page.get_by_text("Everything goes on as soon as it does.")
    playwright.expect(banner).to_be_visible()
    assert page.get_by_role("grid").inner_text() == shown
    served.start()
    playwright.expect(banner).to_be_hidden()
    page.get_by_role("button", name="To the end").click()
    playwright.expect(count).to_have_text(re.compile(r"^step 1\d\d"), timeout=40_000)
    served.kill()
    page.get_by_role("button", name="New board").click()
    playwright.expect(banner).to_be_visible()
    served.start()
    playwright.expect(banner).to_be_hidden()
    playwright.expect(count).to_have_text(re.compile("^step 1"))
    playwright.expect(page.locator("[data-m=safe]").first).to_be_visible()


# -- flags, marks and odds ----------------------------------------------------------------------


def picture_of(page: Any, name: str) -> str:
    """What is drawn in a cell's background."""
    image: str = cell(page, name).evaluate("e => getComputedStyle(e).backgroundImage")
    return image


def test_marks_and_odds_leave_flags_in_sight(open_page: Any) -> None:
    """A flagged cell keeps its picture under odds and under the mark of a hint."""
    page = open_page("/#play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    for name in ("A1", "C1"):
        cell(page, name).click(button="right")
        says(page, name, "flagged")
    page.get_by_role("button", name="Odds").click()
    playwright.expect(cell(page, "C1")).to_have_attribute("data-o", "safe")
    for name in ("A1", "C1"):
        assert "flag" in picture_of(page, name), name
    page.get_by_role("button", name="Odds").click()
    for _ in range(4):
        page.keyboard.press("h")
    playwright.expect(cell(page, "C1")).to_have_attribute("data-m", "safe")
    assert "flag" in picture_of(page, "C1")


def test_a_hint_says_that_a_flag_is_wrong_and_opens_the_cell(open_page: Any) -> None:
    """The cell that it names is opened, though there was a flag on it."""
    page = open_page("/#play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    cell(page, "C1").click(button="right")
    says(page, "C1", "flagged")
    for tier in range(1, 5):
        page.keyboard.press("h")
        playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
    hint = page.get_by_role("region", name="Hint")
    playwright.expect(hint).to_contain_text("C1 is safe, so its flag is wrong.")
    hint.get_by_role("button", name="Unflag and open C1").click()
    says(page, "C1", "1")


def test_a_hint_that_is_asked_for_before_a_move_is_answered_counts(open_page: Any) -> None:
    """Every press is a tier more, however slow the answer to the move before it is."""
    page = open_page("/#history")
    late: list[tuple[Any, str]] = []

    def route(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda answer: late.append((socket, answer)))

    def answer() -> None:
        assert waited(page, late)
        socket, words = late.pop()
        socket.send(words)

    page.route_web_socket(re.compile(r"/api/play$"), route)
    go(page, "play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    answer()
    says(page, "C3", "empty")
    cell(page, "C1").click(button="right")
    says(page, "C1", "flagged")
    page.keyboard.press("h")
    page.keyboard.press("h")
    answer()
    playwright.expect(page.get_by_text("Hint 2 of 5")).to_be_visible()
    page.keyboard.press("h")
    playwright.expect(page.get_by_text("Hint 3 of 5")).to_be_visible()


def undoing(open_page: Any) -> tuple[Any, list[Any]]:
    """A page whose flag at C1 is being taken back, and the request for that, which is held up."""
    page = open_page("/#play")
    held: list[Any] = []
    # Long before it is needed: a request right after it might slip through.
    page.route("**/undo", lambda route: held.append(route))
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    cell(page, "C1").click(button="right")
    page.keyboard.press("z")
    return page, held


def test_a_hint_that_is_asked_for_before_a_move_is_undone_comes(open_page: Any) -> None:
    """It is about the position that is there when its turn comes."""
    page, held = undoing(open_page)
    page.keyboard.press("h")
    assert waited(page, held)
    held[0].continue_()
    playwright.expect(page.get_by_text("Hint 1 of 5")).to_be_visible()
    says(page, "C1", "hidden")
    page.keyboard.press("h")
    playwright.expect(page.get_by_text("Hint 2 of 5")).to_be_visible()


def test_a_move_that_is_made_before_an_undo_is_answered_counts(open_page: Any) -> None:
    """It is made in the game as the undo leaves it."""
    page, held = undoing(open_page)
    assert waited(page, held)
    cell(page, "D1").click(button="right")
    held[0].continue_()
    says(page, "C1", "hidden")
    says(page, "D1", "flagged")


def test_a_hint_that_is_closed_while_the_next_is_on_its_way_stays_closed(open_page: Any) -> None:
    """What comes too late is not shown, and the next hint is the first again."""
    page = open_page("/#play")
    asked: list[Any] = []
    held: list[Any] = []

    def hold_the_second(route: Any) -> None:
        asked.append(route)
        if len(asked) == 2:
            held.append(route)
        else:
            route.continue_()

    page.route("**/hint", hold_the_second)
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    page.keyboard.press("h")
    playwright.expect(page.get_by_text("Hint 1 of 5")).to_be_visible()
    page.keyboard.press("h")
    assert waited(page, held)
    page.keyboard.press("Escape")
    playwright.expect(page.get_by_text("Hint 1 of 5")).to_have_count(0)
    with page.expect_response("**/hint"):
        held[0].continue_()
    page.wait_for_timeout(300)
    playwright.expect(page.get_by_text("Hint 2 of 5")).to_have_count(0)
    page.keyboard.press("h")
    playwright.expect(page.get_by_text("Hint 1 of 5")).to_be_visible()


def test_odds_that_are_off_leave_nothing_behind(open_page: Any) -> None:
    """The words about the odds go with them."""
    page = open_page("/#play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    page.get_by_role("button", name="Odds").click()
    playwright.expect(page.get_by_role("region", name="Odds")).to_contain_text("boards fit")
    page.get_by_role("button", name="Odds").click()
    playwright.expect(page.get_by_role("region", name="Odds")).to_have_count(0)
    playwright.expect(page.locator("[role=gridcell][data-o]")).to_have_count(0)


# -- keyboard and assistive technology ----------------------------------------------------------


def test_the_skip_link_keeps_the_view_over_a_reload(open_page: Any) -> None:
    """It leads to the board, and the address stays that of the view."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    assert page.url.endswith("#play")
    page.reload()
    page.get_by_role("gridcell").first.wait_for()


def test_keys_belong_to_the_dialog_that_is_open(open_page: Any) -> None:
    """N in the settings starts no game, and the focus is back on the button when they close."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    game = page.evaluate("localStorage.getItem('sapper.game')")
    button = page.get_by_role("button", name="Settings")
    button.focus()
    page.keyboard.press("Enter")
    dark = page.get_by_role("radio", name="Dark")
    dark.focus()
    page.keyboard.press("Space")
    assert page.evaluate("document.documentElement.dataset.look") == "dark"
    assert dark.evaluate("e => e === document.activeElement"), "the focus stays where it was"
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    playwright.expect(page.get_by_role("dialog")).to_have_count(0)
    assert button.evaluate("e => e === document.activeElement")
    assert page.evaluate("localStorage.getItem('sapper.game')") == game


def test_a_cell_obeys_a_click_without_a_mouse(open_page: Any) -> None:
    """Assistive technology calls click() and focus(): both reach the cell they mean."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "E1").evaluate("e => e.click()")
    says(page, "E1", "empty")
    cell(page, "A1").evaluate("e => e.focus()")
    page.keyboard.press("f")
    says(page, "A1", "flagged")
    cell(page, "B1").evaluate("e => e.click()")  # a number: opens around it
    says(page, "A2", "1")


def test_the_menu_is_walked_with_arrows(open_page: Any) -> None:
    """Down and up go round, Home and End jump, Escape gives the focus back."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    button = page.get_by_role("button", name="More")
    button.focus()
    page.keyboard.press("ArrowDown")
    items = page.get_by_role("menuitem")
    last = items.count() - 1
    for key, at in (
        ("ArrowDown", 1),
        ("ArrowUp", 0),
        ("ArrowUp", last),
        ("Home", 0),
        ("End", last),
    ):
        page.keyboard.press(key)
        assert items.nth(at).evaluate("e => e === document.activeElement"), key
    page.keyboard.press("Escape")
    playwright.expect(items).to_have_count(0)
    assert button.evaluate("e => e === document.activeElement")


def test_an_unknown_address_answers_a_person_with_a_page(open_page: Any) -> None:
    """A program is told in JSON, and so is whoever asks the API."""
    page = open_page("/no/such/page")
    playwright.expect(page.get_by_role("heading")).to_have_text("There is nothing here.")
    page.get_by_role("link", name="To the first page").click()
    playwright.expect(page.get_by_role("heading", level=1)).to_contain_text("tells you why")
    for path, accept in (("/no/such/page", "*/*"), ("/api/nothing", "text/html")):
        address = page.url.split("#")[0].rstrip("/") + path
        answer = page.request.get(address, headers={"Accept": accept})
        nothing = {"detail": "there is nothing at this address"}
        assert (answer.status, answer.json()) == (404, nothing)


# -- leaving a game -----------------------------------------------------------------------------


def test_a_game_under_way_is_not_dropped_without_a_question(open_page: Any) -> None:
    """N and another level ask first; one can stay, keep the game for later, or give it up."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "E1", "empty")
    game = page.evaluate("localStorage.getItem('sapper.game')")
    dialog = page.get_by_role("dialog", name="Leave this game?")
    page.keyboard.press("n")
    dialog.get_by_role("button", name="Go on playing").click()
    says(page, "E1", "empty")
    page.get_by_label("Level").select_option("intermediate")
    dialog.wait_for()
    page.keyboard.press("Escape")
    playwright.expect(dialog).to_have_count(0)
    playwright.expect(page.get_by_label("Level")).to_have_value("custom")
    assert page.evaluate("localStorage.getItem('sapper.game')") == game
    page.keyboard.press("n")
    dialog.get_by_role("button", name="Keep for later").click()
    playwright.expect(page.locator("[data-s='0']")).to_have_count(0)
    go(page, "history")
    page.get_by_role("button", name="Go on with 5x3x2/any").click()
    says(page, "E1", "empty")
    page.keyboard.press("n")
    dialog.get_by_role("button", name="Give up").click()
    playwright.expect(page.locator("[data-s='0']")).to_have_count(0)
    state = page.evaluate(f"fetch('/api/games/{game}').then((answer) => answer.json())")
    assert state["outcome"] == "left"
    page.keyboard.press("n")  # nothing is open: nothing to ask
    playwright.expect(dialog).to_have_count(0)


def test_a_hint_scrolls_to_what_it_marks(open_page: Any) -> None:
    """On a phone the marked cells of a wide board come into view, above the sheet."""
    page = open_page("/#home", **PHONE)  # Play would begin a game of its own meanwhile
    page.evaluate(
        """async (board) => {
            const headers = { "Content-Type": "application/json" };
            const answer = await fetch("/api/games", { method: "POST", headers,
                body: JSON.stringify({ board }) });
            const { id } = await answer.json();
            await fetch(`/api/games/${id}/moves`, { method: "POST", headers,
                body: JSON.stringify({ kind: "open", cell: 719 }) });
            localStorage.setItem("sapper.game", id);
            localStorage.setItem("sapper.settings", JSON.stringify({ turn: false }));
        }""",
        "40x18x2/any\n" + "\n".join(["*..*" + "." * 36, *["." * 40] * 17]) + "\n",
    )
    page.goto(page.url.replace("#home", "?anew#play"))
    page.get_by_role("gridcell").first.wait_for()
    room = page.locator(".room")
    room.evaluate("e => e.scrollTo(9999, 9999)")
    for _ in range(4):
        page.get_by_role("button", name="Hint", exact=True).tap()
        page.wait_for_load_state("networkidle")
    marked = page.locator("[role=gridcell][data-m=safe]")
    marked.wait_for()
    window = room.bounding_box()
    page.wait_for_function(
        """() => {
            const room = document.querySelector(".room").getBoundingClientRect();
            const box = document.querySelector("[data-m=safe]").getBoundingClientRect();
            return box.left >= room.left && box.right <= room.right + 1
                && box.top >= room.top && box.bottom <= room.bottom + 1;
        }"""
    )
    assert window["height"] > 150


# -- layout by size -----------------------------------------------------------------------------

VIEWS = ("home", "play", "daily", "practice", "learn", "lessons", "analyse", "history")


@pytest.mark.parametrize("size", SIZES)
def test_no_view_is_wider_than_the_screen(open_page: Any, size: str) -> None:
    """At any size, in any view, nothing has to be scrolled sideways but the board itself."""
    page = open_page("/#play", **sized(size))
    for view in VIEWS:
        go(page, view)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view


@pytest.mark.parametrize(
    ("size", "level", "share"),
    [("desktop", "beginner", 0.5), ("desktop", "intermediate", 0.8), ("laptop", "expert", 0.4)],
)
def test_the_board_is_the_hero(open_page: Any, size: str, level: str, share: float) -> None:
    """It is in the middle of the window and takes its share of the height."""
    page = open_page("/#play", **sized(size))
    page.get_by_label("Level").select_option(level)
    cells = {"beginner": 81, "intermediate": 256, "expert": 480}[level]
    playwright.expect(page.get_by_role("gridcell")).to_have_count(cells)
    box = page.get_by_role("grid").bounding_box()
    width, height = SIZES[size]
    assert box["height"] >= share * height
    assert abs(box["x"] + box["width"] / 2 - width / 2) < 40
    assert box["y"] + box["height"] <= height, "all of it is in view"


def test_a_landscape_phone_shows_all_of_a_beginner_board(open_page: Any) -> None:
    """With counters at the left and tools at the right, in reach of both thumbs."""
    page = open_page("/#play", **sized("landscape"))
    page.get_by_role("gridcell").first.wait_for()
    box = page.get_by_role("grid").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 390
    assert page.get_by_role("gridcell").first.bounding_box()["width"] >= 36
    hint = page.get_by_role("button", name="Hint", exact=True).bounding_box()
    assert hint["x"] > box["x"] + box["width"]
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("link", name="History").tap()
    page.locator("sapper-history > *").first.wait_for()


def test_an_expert_board_is_turned_on_an_upright_screen(open_page: Any) -> None:
    """Columns run down, names stay, arrows go where they point; a setting turns it off."""
    page = open_page("/#play", **sized("tablet"))
    page.get_by_label("Level").select_option("expert")
    page.locator("[aria-rowcount='30'][aria-colcount='16']").wait_for()
    first, below = cell(page, "A1").bounding_box(), cell(page, "B1").bounding_box()
    assert (below["x"], below["y"] > first["y"]) == (first["x"], True)
    assert first["width"] >= 28
    box = page.get_by_role("grid").bounding_box()
    assert box["y"] + box["height"] <= 1180
    cell(page, "A1").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.ariaLabel") == "B1 hidden"
    page.evaluate("localStorage.setItem('sapper.settings', JSON.stringify({ turn: false }))")
    page.reload()
    page.locator("[aria-rowcount='16'][aria-colcount='30']").wait_for()


def test_a_board_that_pans_keeps_its_names(open_page: Any) -> None:
    """Zoomed in, the board scrolls within its room, and rows and columns keep their names."""
    page = open_page("/#play", **sized("laptop"))
    page.get_by_label("Level").select_option("expert")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    before = page.get_by_role("gridcell").first.bounding_box()["width"]
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    assert page.get_by_role("gridcell").first.bounding_box()["width"] > 1.8 * before
    room = page.locator(".room")
    top = page.locator(".heads .head").nth(1).bounding_box()["y"]
    room.evaluate("e => e.scrollTo({ top: 300, left: 400, behavior: 'instant' })")
    assert page.locator(".heads .head").nth(1).bounding_box()["y"] == top
    row = page.locator("[role=row] > .head").nth(8).bounding_box()
    assert abs(row["x"] - room.bounding_box()["x"]) < 2
    page.keyboard.press("0")
    assert page.get_by_role("gridcell").first.bounding_box()["width"] == before


# -- the landing --------------------------------------------------------------------------------


def test_the_landing_explains_itself_and_leads_to_a_game(open_page: Any) -> None:
    """One sentence, an agent that says why, and a large button that starts the chosen level."""
    page = open_page()
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text(
        "Minesweeper that tells you why."
    )
    said = page.locator(".live .voice")
    playwright.expect(said).to_contain_text(re.compile("^The [1-8] at [A-I][1-9] "))
    assert page.locator("[data-m=clues]").count() == 1
    page.get_by_role("button", name="Step back").click()
    playwright.expect(said).to_have_text("All 71 safe cells are open, and nothing was guessed.")
    page.get_by_role("button", name="Next step").click()
    playwright.expect(page.get_by_text(re.compile("^An agent thinks, step 1 of"))).to_be_visible()
    page.get_by_role("radio", name="Intermediate").check(force=True)
    page.get_by_role("link", name="Play Intermediate").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(256)


# -- playing as one likes -----------------------------------------------------------------------


def set_up(page: Any, **settings: Any) -> None:
    """Play with these settings."""
    page.get_by_role("gridcell").first.wait_for()
    page.evaluate("(one) => localStorage.setItem('sapper.settings', JSON.stringify(one))", settings)
    page.reload()
    page.get_by_role("gridcell").first.wait_for()


def test_one_click_chords_for_those_who_want_it(open_page: Any) -> None:
    """With the setting, a click on a number that has its flags opens around it."""
    page = open_page("/#play")
    set_up(page, chordByClick=True)
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "B1", "1")
    cell(page, "A1").click(button="right")
    says(page, "A1", "flagged")
    cell(page, "B1").click()
    says(page, "A2", "1")


def test_question_marks(open_page: Any) -> None:
    """Flag, question mark, nothing; kept over a reload, and no flag for the server."""
    page = open_page("/#play")
    set_up(page, questions=True)
    open_board(page, BOARD)
    for words in ("flagged", "question mark"):
        cell(page, "A1").click(button="right")
        says(page, "A1", words)
    playwright.expect(page.get_by_text("A1 no longer flagged")).to_be_attached()
    page.reload()
    says(page, "A1", "question mark")
    cell(page, "A1").click(button="right")
    says(page, "A1", "hidden")


def test_certain_mines_are_flagged_for_those_who_want_it(open_page: Any) -> None:
    """After each opening; that is help, and said to be."""
    page = open_page("/#play")
    set_up(page, autoFlag=True)
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "C3", "flagged")
    game = page.evaluate("localStorage.getItem('sapper.game')")
    state = page.evaluate(f"fetch('/api/games/{game}').then((answer) => answer.json())")
    assert (state["flags"] >= 1, state["assisted"]) == (True, True)


def test_the_first_tap_opens_also_when_taps_flag(open_page: Any) -> None:
    """Unless the setting is off."""
    page = open_page("/#play", **PHONE)
    page.get_by_role("button", name="Flag", exact=True).tap()
    page.get_by_role("gridcell").nth(40).tap()
    page.locator("[data-s='0']").first.wait_for()
    hidden = page.locator("[data-s='.']").first
    name = hidden.get_attribute("aria-label").split()[0]
    hidden.tap()
    says(page, name, "flagged")


def test_the_first_cell_of_the_settings(open_page: Any) -> None:
    """A classic level is dealt with the rule that was chosen."""
    page = open_page("/#play")
    set_up(page, firstCell="safe")
    page.keyboard.press("n")
    words = page.locator(".right .lead")
    playwright.expect(words).to_have_text("Click anywhere. The first cell is safe.")
    playwright.expect(page.get_by_label("Level")).to_have_value("beginner")


def test_boards_without_guessing_for_those_who_want_them(open_page: Any) -> None:
    """The dealer finds one, and it is marked where to start; the game counts."""
    page = open_page("/#play")
    set_up(page, noGuess=True)
    page.keyboard.press("n")
    words = page.locator(".right .lead")
    playwright.expect(words).to_have_text("Start at the cell with the ring: it opens an area.")
    game = page.evaluate("localStorage.getItem('sapper.game')")
    state = page.evaluate(f"fetch('/api/games/{game}').then((answer) => answer.json())")
    assert ("".join(state["rows"]).count("+"), state["assisted"]) == (1, False)


def test_a_lost_game_has_a_verdict_and_can_be_played_again(open_page: Any) -> None:
    """The verdict names the move; the same board starts anew as practice."""
    page = open_page("/#play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    cell(page, "A1").click()
    result = page.get_by_role("region", name="Result")
    playwright.expect(result).to_contain_text("A1 was a mine.")
    verdict = result.get_by_role("group", name="What decided it")
    playwright.expect(verdict).to_contain_text(re.compile("needless guess", re.I))
    playwright.expect(verdict.get_by_role("img")).to_have_accessible_name(
        re.compile("^Chance to win over the moves")
    )
    page.get_by_role("button", name="Same board again").click()
    says(page, "A1", "hidden")
    cell(page, "A1").click()
    playwright.expect(result).to_contain_text("A1 was a mine.")
    playwright.expect(page.get_by_text("With help, a game is practice")).to_be_visible()


def test_a_first_win_is_celebrated_and_mines_get_their_flags(open_page: Any) -> None:
    """A level that a player wins alone counts, a board that is brought or shared does not."""

    def win(page: Any, *names: str) -> Any:
        for name in names:
            cell(page, name).click()
            playwright.expect(cell(page, name)).not_to_have_attribute(
                "aria-label", f"{name} hidden"
            )
        result = page.get_by_role("region", name="Result")
        playwright.expect(result).to_contain_text("Won in ")
        playwright.expect(page.locator("[data-s='F']")).to_have_count(2)
        playwright.expect(page.get_by_title("Mines left to flag")).to_have_text("0")
        return result

    page = open_page("/#play")
    open_board(page, BOARD)
    result = win(page, "E1", "A2", "A3")
    assert result.locator(".best").is_hidden(), "practice is no record"
    page.get_by_role("button", name="Share").first.click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page("/#history")
    other.goto(link)
    playwright.expect(other.get_by_role("gridcell")).to_have_count(15)
    result = win(other, "E1", "A2", "A3")
    playwright.expect(result).to_contain_text("With help, a game is practice")
    assert result.locator(".best").is_hidden(), "somebody has seen the board"
    # All but the first cell are mines.
    page = open_page("/#history")
    page.evaluate("localStorage.setItem('sapper.level', '3x1x2/safe')")
    go(page, "play")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(3)
    result = win(page, "B1")
    playwright.expect(result).to_contain_text("Your first win on 3x1x2/safe!")
