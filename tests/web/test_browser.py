"""The page in a browser, used as a person would.

Screenshots go to a folder of the test; with SAPPER_SCREENSHOTS=docs/screenshots, to the documents.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from sapper.board import Board, deal
from sapper.explain import hint
from sapper.game import Game, Outcome
from sapper.level import Level
from sapper.view import Move
from web.browsing import (
    CHROMIUM,
    PHONE,
    Touch,
    cell,
    middle,
    open_board,
    playwright,
    says,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

WATCHED = "/#learn/expert!245501150!resolution-endgame"

PICTURE = """9x9x10/any
00002*200
11002*311
*210112*1
2*1000111
221000111
*100001*1
111111221
001*11*21
0011112*1
"""

BOARD = "5x3x2/any\n*1000\n12110\n01*10\n"


def board_without_guess(level: str) -> Board:
    """A board that hints alone solve."""
    for seed in range(100):
        board = deal(Level.parse(level), seed)
        game = Game(board)
        while game.outcome is None:
            found = hint(game.view, 4)
            if found.text.endswith("is safe."):
                game.play(Move("open", found.cells[0]))
            else:
                break
        if game.outcome is Outcome.WON:
            return board
    raise AssertionError("no such board")


def test_an_agent_is_run_stepped_and_taken_back(open_page: Any) -> None:
    """An agent waits for whoever learns; it can be run, stopped, stepped and taken back."""
    page = open_page(WATCHED)
    page.get_by_role("button", name="Run").click()
    playwright.expect(page.get_by_text(re.compile("^step [3-9]"))).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    playwright.expect(page.get_by_role("button", name="Run")).to_be_visible()
    shown = page.get_by_role("grid").inner_text()
    count = page.get_by_text(re.compile("^step "))
    before = count.inner_text()
    page.get_by_role("button", name="Step", exact=True).click()
    assert count.inner_text() != before
    page.get_by_role("button", name="Step back").click()
    assert count.inner_text() == before
    assert page.get_by_role("grid").inner_text() == shown
    said = page.get_by_role("region", name="What the agent concludes")
    playwright.expect(said).to_contain_text("is safe")
    if not said.locator(".proof li").first.is_visible():
        said.get_by_text(re.compile("^Proof in")).click()
    assert said.locator(".proof li").count() >= 1


def test_a_link_keeps_board_agents_and_step(open_page: Any, picture: Any) -> None:
    """At the end KB is full, and the agent says why; the link leads to the step that it names."""
    page = open_page(WATCHED)
    page.get_by_role("button", name="To the end").click()
    playwright.expect(page.locator("h2 .tag")).to_have_text(re.compile("stuck|won"), timeout=40_000)
    playwright.expect(page.locator(".chart")).to_be_visible()
    for _ in range(60):
        if page.locator(".proof li").count() > 5:
            break
        page.get_by_role("button", name="Step back").click()
    page.locator("summary").first.evaluate("e => (e.parentElement.open = true)")
    picture(page, "learn")
    step = page.get_by_text(re.compile("^step ")).inner_text().split()[1]
    page.get_by_role("button", name="board 245501150").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"{WATCHED}!%40{step}")
    shown = page.get_by_role("grid").inner_text()
    other = open_page("/")
    other.goto(link)
    there = other.get_by_text(f"Step {step}", exact=True)
    playwright.expect(there).to_be_visible(timeout=40_000)
    assert other.get_by_role("grid").inner_text() == shown


def test_clauses_and_facts_of_a_cell(open_page: Any) -> None:
    """KB's clauses of one cell stand beside all of them; search finds the others."""
    page = open_page("/#learn/easy!7!textbook")
    page.get_by_role("button", name="Run").click()
    page.locator("[role=gridcell][data-m=known]").first.wait_for()
    page.locator(".kblist .clause").first.wait_for()
    page.get_by_role("button", name="Pause").click()
    known = page.locator("[role=gridcell][data-m=known]").first
    name = known.get_attribute("aria-label").split()[0]
    settled = page.get_by_role("region", name="KB0, settled")
    playwright.expect(settled.get_by_title(f"{name} is a mine")).to_be_visible()
    kb = page.get_by_role("region", name="KB, under work")
    clause = kb.locator(".kblist .clause").first.inner_text()
    literal = clause.split(" ∨ ")[0].replace("¬", "")
    cell(page, literal).click()
    one = page.get_by_role("region", name="Clauses of one cell")
    playwright.expect(one.get_by_role("heading")).to_have_text(f"KB about {literal}, pinned")
    playwright.expect(one.get_by_role("option", name=clause).first).to_be_visible()
    kb.get_by_role("searchbox").fill(clause.lower().replace("∨", "v").replace("¬", "-"))
    playwright.expect(kb.locator(".kblist .clause").first).to_have_text(clause)
    playwright.expect(kb.get_by_text(re.compile("clauses? found"))).to_be_visible()
    kb.get_by_role("option").first.hover()
    assert page.locator("[data-m=cells]").count() == len(clause.split(" ∨ "))


def test_an_oracles_word_is_read_on_the_board(open_page: Any) -> None:
    """The champion proves nothing itself: its sentence is followed by the explanation's."""
    page = open_page("/#learn/9x6x10%2Fopen!4!champion!@2")
    playwright.expect(page.get_by_text(re.compile("^step 2"))).to_be_visible()
    said = page.get_by_role("region", name="What the agent concludes")
    playwright.expect(said).to_contain_text(
        "is safe: no board that fits has a mine there (exact odds)."
    )
    sentences = said.locator(".steps li")
    sentences.last.click()
    playwright.expect(page.locator("[role=gridcell][data-m=clues]").first).to_be_visible()
    playwright.expect(said.locator("summary")).to_contain_text("Proof in")


def test_two_agents_side_by_side(open_page: Any, picture: Any) -> None:
    """Both play the same board, with a score, where they part, and a verdict at the end."""
    page = open_page("/#learn/intermediate!2!odds")
    page.get_by_label("Agent", exact=True).select_option("rules")
    page.get_by_label("Second agent").select_option("odds")
    playwright.expect(page.get_by_role("grid")).to_have_count(2)
    page.get_by_role("button", name="To the end").click()
    playwright.expect(page.get_by_text(re.compile(r"step \d+ of \d+"))).to_be_visible(
        timeout=40_000
    )
    states = page.locator("h2 .tag")
    playwright.expect(states).to_have_text(["stuck", "won"], timeout=40_000)
    playwright.expect(
        page.get_by_text(re.compile("^rules is stuck after .*; odds won after"))
    ).to_be_visible()
    assert "can't prove it" in page.locator(".think").first.inner_text()
    picture(page, "learn-two")
    page.get_by_role("button", name="Where they part").click()
    titles = page.locator(".think h2")
    assert titles.nth(0).inner_text() != titles.nth(1).inner_text()
    playwright.expect(
        page.get_by_text(re.compile(r"^Cells open: rules \d+, odds \d+$"))
    ).to_be_visible()


def test_hints_alone_win_a_board(open_page: Any, picture: Any) -> None:
    """H until the cell is named, then open it; the sentences of the proof mark the board."""
    page = open_page("/#play")
    open_board(page, str(board_without_guess("8x8x10/open")))
    result = page.get_by_role("region", name="Result")
    tiers: set[str] = set()
    while not result.is_visible():
        for _ in range(5 if len(tiers) < 5 else 4):
            button = page.get_by_role("button", name=re.compile("^(Hint$|More: )")).last
            button.click()
            tier = page.get_by_text(re.compile("^Hint . of 5"))
            tier.wait_for()
            tiers.add(tier.inner_text())
        name = page.get_by_role("button", name=re.compile("^Open [A-Z]+[0-9]+$"))
        named = name.inner_text().split()[1]
        name.click()
        playwright.expect(cell(page, named)).not_to_have_attribute(
            "aria-label", re.compile("hidden|given")
        )
        # The panel follows the board a frame later.
        playwright.expect(name).to_have_count(0)
    assert len(tiers) == 5
    playwright.expect(result).to_contain_text("Won")
    playwright.expect(result).to_contain_text("3BV")
    playwright.expect(page.get_by_text("With help, a game is practice")).to_be_visible()
    playwright.expect(page.locator("[data-s='F']")).to_have_count(10)
    picture(page, "won")


def test_a_hint_is_read_on_the_board(open_page: Any, picture: Any) -> None:
    """While a sentence of the proof is read, its clues and cells are marked."""
    page = open_page("/#play")
    open_board(page, "5x3x2/any\n*..*.\n11111\n00000\n")
    cell(page, "C3").click()
    says(page, "C3", "empty")
    for tier in range(1, 6):
        page.keyboard.press("h")
        playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
    sentences = page.locator(".steps li")
    playwright.expect(sentences).to_have_count(1)
    playwright.expect(sentences).to_contain_text("so C1 is safe")
    sentences.click()
    playwright.expect(page.locator("[role=gridcell][data-m=clues]")).to_have_count(2)
    playwright.expect(cell(page, "C1")).to_have_attribute("data-m", "safe")
    page.locator("details summary").last.click()
    playwright.expect(page.locator(".proof li").last).to_contain_text("¬C1")
    # A larger one for the picture.
    open_board(page, PICTURE)
    cell(page, "A1").click()
    says(page, "A1", "empty")
    for tier in range(1, 6):
        page.keyboard.press("h")
        playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
    picture(page, "hint")


def test_a_mine_loses(open_page: Any, picture: Any) -> None:
    """The exploded mine is shown, and the board takes no more moves."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "A1").click()
    says(page, "A1", "exploded mine")
    says(page, "C3", "mine")
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("A1 was a mine.")
    cell(page, "E1").click()
    says(page, "E1", "hidden")
    picture(page, "lost")


def test_all_figures_of_a_game_that_is_over(open_page: Any, picture: Any) -> None:
    """They are worked out when someone opens them."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "A1").click()
    result = page.get_by_role("region", name="Result")
    result.get_by_text("All figures").click()
    row = result.get_by_role("row").filter(has_text="left clicks")
    playwright.expect(row).to_have_text("left clicks1")
    playwright.expect(result.get_by_role("row").filter(has_text="8-way ZiNi")).to_be_visible()
    picture(page, "figures")


@pytest.mark.parametrize("how", ["double", "middle", "both", "shift"])
def test_chord(open_page: Any, how: str) -> None:
    """Double click, middle button, both buttons and shift all open around a number."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "B1", "1")
    cell(page, "A1").click(button="right")
    says(page, "A1", "flagged")
    number = cell(page, "B1")
    if how == "double":
        number.dblclick()
    elif how == "middle":
        number.click(button="middle")
    elif how == "shift":
        number.click(modifiers=["Shift"])
    else:
        number.hover()
        page.mouse.down(button="right")
        page.mouse.down(button="left")
        assert cell(page, "A2").evaluate("e => e.classList.contains('pressed')")
        page.mouse.up(button="left")
        page.mouse.up(button="right")
    says(page, "A2", "1")


def test_press_shows_release_acts_dragging_off_cancels(open_page: Any) -> None:
    """A pressed cell looks pressed; released off the board, nothing happens."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "E1").hover()
    page.mouse.down()
    assert cell(page, "E1").evaluate("e => e.classList.contains('pressed')")
    cell(page, "D1").hover()
    assert not cell(page, "E1").evaluate("e => e.classList.contains('pressed')")
    assert cell(page, "D1").evaluate("e => e.classList.contains('pressed')")
    page.mouse.move(5, 400)
    assert page.locator(".pressed").count() == 0
    page.mouse.up()
    page.wait_for_timeout(200)
    says(page, "D1", "hidden")
    cell(page, "E1").click()
    says(page, "E1", "empty")


def test_touch(open_page: Any, picture: Any) -> None:
    """Tap digs, a long press flags with a cue, the switch changes both, a drag does neither."""
    page = open_page("/#play", **PHONE)
    open_board(page, BOARD)
    touch = Touch(page)
    at = middle(cell(page, "A1"))
    touch("touchStart", at)
    playwright.expect(page.locator(".holding")).to_have_count(1)
    says(page, "A1", "flagged")
    touch("touchEnd")
    says(page, "A1", "flagged")
    cell(page, "E1").tap()
    says(page, "E1", "empty")
    cell(page, "B1").tap()  # a tap on a number opens around it
    says(page, "A2", "1")
    page.get_by_role("button", name="Flag", exact=True).tap()
    cell(page, "A3").tap()
    says(page, "A3", "flagged")
    at = middle(cell(page, "C3"))
    touch("touchStart", at)
    touch("touchMove", (at[0], at[1] + 40))
    touch("touchEnd")
    says(page, "C3", "hidden")


def test_pinch_zooms_the_board(open_page: Any) -> None:
    """Two fingers apart make the cells larger."""
    page = open_page("/#play", **PHONE)
    touch = Touch(page)
    first = page.get_by_role("gridcell").first
    before = first.bounding_box()["width"]
    x, y = middle(page.get_by_role("grid"))
    touch("touchStart", (x - 20, y), (x + 20, y))
    touch("touchMove", (x - 40, y), (x + 40, y))
    touch("touchEnd")
    assert first.bounding_box()["width"] > before * 1.3


def test_a_game_survives_reload_and_a_killed_server(open_page: Any, served: Any) -> None:
    """The same game is there after a reload, and after the server died and came back."""
    page = open_page("/#play", url=served.url)
    page.get_by_role("gridcell").nth(40).click()
    page.locator("[data-s='0']").first.wait_for()
    hidden = page.locator("[data-s='.']").first
    name = hidden.get_attribute("aria-label").split()[0]
    hidden.click(button="right")
    says(page, name, "flagged")
    playwright.expect(page.get_by_text(f"{name} flagged")).to_be_attached()
    shown = page.get_by_role("grid").inner_text()
    page.reload()
    says(page, name, "flagged")
    assert page.get_by_role("grid").inner_text() == shown
    served.kill()
    served.start()
    page.reload()
    says(page, name, "flagged")
    assert page.get_by_role("grid").inner_text() == shown


def test_a_game_goes_on_after_its_server_was_killed(open_page: Any, served: Any) -> None:
    """Without a reload: over HTTP until the websocket is back, and no move is made twice."""
    page = open_page("/#play", url=served.url)
    open_board(page, BOARD)
    sent: list[str] = []
    page.on("websocket", lambda one: one.on("framesent", lambda data: sent.append(str(data))))
    cell(page, "E1").click()
    says(page, "D1", "empty")
    served.kill()
    served.start()
    made = 1
    while not sent:
        made += 1
        assert made < 40, "the page did not connect again"
        cell(page, "A1").click(button="right")
        word = "hidden" if made % 2 else "flagged"
        says(page, "A1", word)
        playwright.expect(
            page.get_by_text("A1 " + word.replace("hidden", "no longer flagged"), exact=True)
        ).to_be_attached()
        page.wait_for_timeout(400)
    game = page.evaluate("localStorage.getItem('sapper.game')")
    state = page.evaluate(f"fetch('/api/games/{game}').then((answer) => answer.json())")
    assert state["moves"] == made
    cell(page, "A3").click()
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("Won")
    # The review is under way: a server that is stopped now would answer it with an error.
    verdict = page.get_by_role("group", name="What decided it")
    playwright.expect(verdict.get_by_role("img")).to_be_visible()


def test_a_move_whose_answer_was_lost_is_made_once(open_page: Any, served: Any) -> None:
    """The websocket dies between a move and its answer: the page asks again by HTTP."""
    page = open_page("/#history", url=served.url)
    lost = 0

    def route(socket: Any) -> None:
        server = socket.connect_to_server()

        def forward(message: Any) -> None:
            nonlocal lost
            server.send(message)
            lost += 1

        socket.on_message(forward)
        # The answer is taken away, and the line with it.
        server.on_message(lambda _: socket.close())

    page.route_web_socket(re.compile(r"/api/play$"), route)
    page.goto(f"{served.url}/#play")
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_timeout(500)
    cell(page, "B2").click(button="right")
    says(page, "B2", "flagged")
    page.wait_for_timeout(500)
    game = page.evaluate("localStorage.getItem('sapper.game')")
    state = page.evaluate(f"fetch('/api/games/{game}').then((answer) => answer.json())")
    assert (lost, state["moves"], state["flags"]) == (1, 1, 1)
    says(page, "B2", "flagged")


def test_a_game_is_kept_while_its_server_is_away(open_page: Any, served: Any) -> None:
    """The page waits and says so; the game is shown when the server is back, without a reload."""
    page = open_page("/#play", url=served.url)
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "D1", "empty")
    game = page.evaluate("localStorage.getItem('sapper.game')")
    page.goto(f"{served.url}/#history")
    page.locator("sapper-history > *").first.wait_for()
    served.kill()
    page.goto(f"{served.url}/#play")
    waiting = page.get_by_role("region", name="Waiting")
    playwright.expect(waiting).to_contain_text("The server is not answering.")
    playwright.expect(waiting).to_contain_text("Your game is kept")
    assert page.evaluate("localStorage.getItem('sapper.game')") == game
    served.start()
    says(page, "D1", "empty")
    assert page.evaluate("localStorage.getItem('sapper.game')") == game


@pytest.mark.parametrize(("status", "kept"), [(500, True), (503, True), (429, True), (404, False)])
def test_only_a_game_that_is_not_there_is_forgotten(
    open_page: Any, status: int, kept: bool
) -> None:
    """Any other error is over in a moment, and the game goes on."""
    page = open_page("/#play", refused=status)
    page.get_by_role("gridcell").nth(40).wait_for()
    game = page.evaluate("localStorage.getItem('sapper.game')")
    page.goto(page.url.split("#")[0] + "#history")
    page.locator("sapper-history > *").first.wait_for()
    asked = 0

    def refuse(route: Any) -> None:
        nonlocal asked
        asked += 1
        if asked > 1 and kept:
            route.continue_()
        else:
            route.fulfill(status=status, json={"detail": "something went wrong"})

    page.route(f"**/api/games/{game}", refuse)
    page.goto(page.url.split("#")[0] + "#play")
    page.get_by_role("gridcell").nth(40).wait_for()
    assert (page.evaluate("localStorage.getItem('sapper.game')") == game) is kept
    assert asked == (2 if kept else 1)


def test_two_tabs_on_one_game(open_page: Any) -> None:
    """A tab that is behind takes the server's word, and the move that was meant is made."""
    page = open_page("/#play")
    open_board(page, BOARD)
    other = page.context.new_page()
    other.goto(page.url)
    cell(other, "A1").click(button="right")
    says(other, "A1", "flagged")
    playwright.expect(other.get_by_text("A1 flagged")).to_be_attached()
    cell(page, "E1").click()
    says(page, "D1", "empty")
    says(page, "A1", "flagged")
    cell(other, "A3").click()
    playwright.expect(other.get_by_role("region", name="Result")).to_contain_text("Won")


def test_the_level_that_was_chosen_last_is_played(open_page: Any) -> None:
    """Chosen while the first game is still on its way."""
    page = open_page("/#history")
    page.route(
        "**/api/games",
        lambda route: (
            (page.wait_for_timeout(300), route.continue_())
            if "beginner" in (route.request.post_data or "")
            else route.continue_()
        ),
    )
    page.goto(page.url.split("#")[0] + "#play")
    page.get_by_label("Level").select_option("expert")
    page.locator("[aria-colcount='30']").wait_for()
    page.wait_for_timeout(600)
    assert page.get_by_role("gridcell").count() == 480


def test_a_large_region_opens_whole(open_page: Any) -> None:
    """Thousands of cells are drawn over several frames; in the end all are what the server says."""
    page = open_page("/#history")
    text = "100x100x1/any\n" + "\n".join(
        ["." * 100] * 60 + ["." * 30 + "*" + "." * 69] + ["." * 100] * 39
    )
    page.evaluate(
        """async (board) => {
            const headers = { "Content-Type": "application/json" };
            const body = JSON.stringify({ board });
            const answer = await fetch("/api/games", { method: "POST", headers, body });
            localStorage.setItem("sapper.game", (await answer.json()).id);
        }""",
        text,
    )
    page.goto(page.url.split("#")[0] + "#play")
    page.get_by_role("gridcell").nth(205).click()
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("Won")
    playwright.expect(page.locator("[data-s='0']")).to_have_count(9991)
    assert page.locator("[data-s='1']").count() == 8
    says(page, "AE62", "1")
    says(page, "CV100", "empty")


def test_looking_is_not_playing(open_page: Any) -> None:
    """A board that was only looked at is not in the history, which says what would be there."""
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
    playwright.expect(page.get_by_role("button", name="Go on with Beginner")).to_be_visible()
    playwright.expect(page.get_by_text("No finished games yet.")).to_be_visible()
    page.get_by_role("button", name="won", exact=True).click()
    playwright.expect(page.get_by_text("No finished games match these filters.")).to_be_visible()


def test_a_game_by_keyboard_alone(open_page: Any) -> None:
    """Tab to the board, arrows, Home and End, Space, F and Enter: a game is won without a mouse."""
    page = open_page("/#play")
    open_board(page, BOARD)
    page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    press = page.keyboard.press
    press("End")
    press("Space")
    says(page, "E1", "empty")
    press("Home")
    press("f")
    says(page, "A1", "flagged")
    press("ArrowRight")
    press("Enter")  # on a number: opens around it
    says(page, "A2", "1")
    press("Control+End")
    press("Home")
    press("Space")
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("Won")
    press("n")
    playwright.expect(page.get_by_role("region", name="Result")).to_have_count(0)


def test_undo_by_key_marks_the_game(open_page: Any) -> None:
    """Z takes the last move back."""
    page = open_page("/#play")
    page.get_by_role("gridcell").nth(40).click()
    page.locator("[data-s='0']").first.wait_for()
    page.keyboard.press("z")
    playwright.expect(page.locator("[data-s='0']")).to_have_count(0)
    playwright.expect(page.get_by_text("With help, a game is practice")).to_be_visible()


def test_what_a_screen_reader_meets(open_page: Any) -> None:
    """A named grid of rows and cells with short labels, one tab stop, and a live region."""
    page = open_page("/#play")
    open_board(page, BOARD)
    tree = page.get_by_role("grid", name="Minesweeper board").aria_snapshot()
    assert '- row "A1 hidden B1 hidden C1 hidden D1 hidden E1 hidden"' in tree
    assert '- gridcell "A1 hidden"' in tree
    assert page.locator("sapper-board [role=row]").count() == 3
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    cell(page, "E1").click()
    playwright.expect(page.get_by_role("status")).to_have_text("10 cells opened")
    unnamed = page.evaluate(
        "[...document.querySelectorAll('button, select, input:not([hidden])')]"
        ".filter(e => !(e.ariaLabel || e.labels?.length || e.textContent.trim() || e.title)).length"
    )
    assert unnamed == 0


def test_odds_are_colour_number_and_shape(open_page: Any, picture: Any) -> None:
    """Certain cells have a ring or a diamond, the others a number."""
    page = open_page("/#play")
    open_board(page, "5x3x2/any\n.*.*.\n11211\n00000\n")
    cell(page, "A3").click()
    page.get_by_role("button", name="Odds").click()
    playwright.expect(page.locator("[role=gridcell][data-o]")).to_have_count(5)
    kinds = [
        page.locator("[role=gridcell][data-o]").nth(i).get_attribute("data-o") for i in range(5)
    ]
    assert kinds == ["safe", "mine", "safe", "mine", "safe"]
    page.get_by_label("Level").select_option("expert")
    page.get_by_role("button", name="Give up").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    page.get_by_role("gridcell").nth(255).click()
    playwright.expect(page.locator("[role=gridcell][data-o=open]").first).to_be_visible()
    picture(page, "odds")


@pytest.mark.parametrize("level", ["beginner", "9x8x10/safe"])
def test_before_the_first_move_help_is_no_help(open_page: Any, level: str) -> None:
    """Hint, odds and the question say that the first click is safe; the game is not assisted."""
    page = open_page("/#history")
    page.evaluate("(level) => localStorage.setItem('sapper.level', level)", level)
    page.goto(page.url.split("#")[0] + "#play")
    page.get_by_role("gridcell").nth(40).wait_for()
    words = page.locator(".right .voice")
    for name in ("Hint", "May I guess?", "Odds"):
        page.get_by_role("button", name=name, exact=True).click()
        card = page.get_by_role("region", name=name, exact=True)
        playwright.expect(card).to_contain_text("the first click is safe anywhere")
        assert "%" not in words.inner_text()
    assert page.locator("[role=gridcell][data-o]").count() == 0
    assert page.get_by_text("With help").count() == 0
    page.get_by_role("button", name="Odds").click()
    page.get_by_role("gridcell").nth(40).click()
    playwright.expect(page.get_by_role("gridcell").nth(40)).not_to_have_attribute("data-s", ".")
    game = page.evaluate("localStorage.getItem('sapper.game')")
    state = page.evaluate(f"fetch('/api/games/{game}').then((answer) => answer.json())")
    assert (state["started"], state["assisted"]) == (True, False)


def test_odds_pressed_after_the_end_do_not_help_in_the_next_game(open_page: Any) -> None:
    """There is nothing to show then; the next game starts without odds and without help."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "A1").click()
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("Lost")
    button = page.get_by_role("button", name="Odds")
    playwright.expect(button).to_be_disabled()
    page.keyboard.press("o")
    playwright.expect(page.get_by_role("alert")).to_contain_text("The game is over")
    playwright.expect(button).to_have_attribute("aria-pressed", "false")
    page.get_by_label("Level").select_option("beginner")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    page.get_by_role("gridcell").nth(40).click()
    page.locator("[data-s='0']").first.wait_for()
    page.wait_for_timeout(500)
    game = page.evaluate("localStorage.getItem('sapper.game')")
    state = page.evaluate(f"fetch('/api/games/{game}').then((answer) => answer.json())")
    assert state["assisted"] is False
    assert page.locator("[role=gridcell][data-o]").count() == 0


def test_the_safest_guess_is_called_the_safest(open_page: Any) -> None:
    """A hint where nothing is certain offers it by that name; another cell may win more."""
    page = open_page("/#play")
    open_board(page, "6x2x4/any\n**2111\n3*21*1\n")
    for name, number in (("C1", "2"), ("D1", "1"), ("E1", "1"), ("F1", "1"), ("D2", "1")):
        cell(page, name).click()
        says(page, name, number)
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    playwright.expect(hint).to_contain_text("No cell is certainly safe")
    hint.get_by_role("button", name="Show the safest guess").click()
    playwright.expect(hint).to_contain_text(
        "E2 is the safest guess: it has a 33.3% chance of being a mine"
    )
    page.get_by_role("button", name="May I guess?").click()
    words = page.locator(".right .voice")
    playwright.expect(words).to_contain_text("The safest cell has a 33.3% chance of being a mine.")
    assert "best" not in page.locator(".right").inner_text()


def test_a_shared_board_promises_only_its_marked_cell(open_page: Any) -> None:
    """A fresh game opens an area anywhere; a board that is there already, at the marked cell."""
    page = open_page("/#play")
    words = page.locator(".right .lead")
    playwright.expect(words).to_have_text("Click anywhere. The first cell opens an area.")
    open_board(page, str(deal(Level.parse("8x6x10/open"), 3, first=20)))
    playwright.expect(words).to_have_text("Start at the cell with the ring: it opens an area.")
    open_board(page, str(deal(Level.parse("8x6x10/safe"), 3, first=20)))
    playwright.expect(words).to_have_text("Start at the cell with the ring: it is safe.")
    page.get_by_label("Level").select_option("easy")
    playwright.expect(words).to_have_text("Cells with a ring are safe. Start there.")


def test_may_i_guess(open_page: Any) -> None:
    """The page answers, with the odds."""
    page = open_page("/#play")
    open_board(page, "3x1x1/any\n.1*\n")
    cell(page, "B1").click()
    says(page, "B1", "1")
    page.get_by_role("button", name="May I guess?").click()
    playwright.expect(page.locator(".right .voice")).to_contain_text(
        "Yes: nothing is certain here."
    )


def test_the_clock_does_not_take_the_frame_of_an_answer(open_page: Any) -> None:
    """While a cell is pressed the clock stands still, for a second; then it goes on."""
    page = open_page("/#play")
    page.get_by_role("gridcell").nth(40).click()
    page.get_by_role("gridcell", name="hidden").first.hover()
    clock = page.get_by_role("timer")
    playwright.expect(clock).to_have_text("0:01")
    page.mouse.down()
    before = clock.text_content()
    page.wait_for_timeout(900)
    assert clock.text_content() == before
    page.wait_for_timeout(1300)
    assert clock.text_content() != before
    page.mouse.up()


def test_a_contradiction_is_shown_at_its_clues(open_page: Any, picture: Any) -> None:
    """Painting a wrong number marks the clues in conflict; undo takes it back, redo repeats it."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("certainly safe").first).to_be_visible()
    page.locator("[data-tool='7']").click()
    cell(page, "A2").click()
    playwright.expect(page.get_by_role("alert")).to_contain_text(
        re.compile("can.t (both|all) be right|hidden neighbours? left|needs more mines")
    )
    marked = page.locator("[data-m=conflict]")
    assert marked.count() >= 1
    picture(page, "contradiction")
    page.get_by_role("button", name="Undo").click()
    playwright.expect(marked).to_have_count(0)
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text(
        "You don't have to guess."
    )
    page.get_by_role("button", name="Redo").click()
    playwright.expect(marked.first).to_be_visible()


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("analyse/%", "is not a level"),
        ("analyse/9x9x10%2Fopen!abc", "Line 2 of the position has 3 cells"),
        ("learn/%E0%A4%A", "This link is not complete"),
        ("watch/expert!12!nobody", "This link is not complete"),
        ("play/no-such-game", "No such shared board."),
        ("play/x", "This link is not complete"),
    ],
)
def test_a_link_that_was_cut_is_told_so(open_page: Any, link: str, words: str) -> None:
    """One line says what is wrong with it, and the view can be used."""
    page = open_page(f"/#{link}")
    playwright.expect(page.get_by_role("alert")).to_contain_text(words)
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)


def test_a_file_is_dropped(open_page: Any) -> None:
    """A record dropped on the page becomes the position after its last move."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("certainly safe").first).to_be_visible()
    page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "game.txt"));
            const view = document.querySelector("sapper-analyse");
            view.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
        }""",
        f"outcome: unfinished\nmoves: 1\n{BOARD}0 open E1\n",
    )
    playwright.expect(page.locator("sapper-board [role=row]")).to_have_count(3)
    playwright.expect(cell(page, "B1")).to_have_attribute("data-s", "1")


def test_what_a_cell_may_show_is_exact_or_called_an_estimate(open_page: Any) -> None:
    """Counted chances stand as they are; sampled ones are said to be, and on how many boards."""
    page = open_page("/#analyse/5x2x2%2Fany!1....!1....")
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text("12 boards fit")
    page.get_by_role("gridcell").nth(4).click()
    shown = page.get_by_role("group", name="If opened")
    playwright.expect(shown).to_contain_text("16.7%a mine33.3%opens an area50.0%shows 1")
    playwright.expect(shown).not_to_contain_text("about")
    chances = [0.46, 0.38, 0, 0, 0, 0, 0, 0, 0]
    estimate = {"cell": "E1", "risk": 0.16, "chances": chances, "boards": 2000}
    page.route("**/api/numbers", lambda route: route.fulfill(json=estimate))
    page.get_by_role("gridcell").nth(4).click()
    playwright.expect(shown).to_contain_text("16.0%a mineabout 46.0%opens an area")
    playwright.expect(shown).to_contain_text("estimated on 2,000 boards that fit")


def test_before_the_first_move_analyse_claims_no_risk(open_page: Any) -> None:
    """An untouched position of rules safe and open has no odds, and a cell shows what it may."""
    page = open_page("/#analyse/5x4x6%2Fsafe" + "!....." * 4)
    analysis = page.get_by_role("region", name="Analysis")
    playwright.expect(analysis).to_contain_text("by rule safe, the first click is safe anywhere.")
    assert page.locator("[role=gridcell][data-o]").count() == 0
    page.get_by_role("gridcell").first.click()
    shown = page.get_by_role("group", name="If opened")
    playwright.expect(shown).to_contain_text("29.5%opens an area")
    playwright.expect(shown).not_to_contain_text("a mine")


def test_a_position_is_pasted_and_explained(open_page: Any, picture: Any) -> None:
    """Paste, ask why, read the sentences; the link leads to the same position."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("certainly safe").first).to_be_visible()
    page.evaluate("navigator.clipboard.writeText('5x3x2\\n.....\\n11111\\n00000\\n')")
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("Control+v")
    playwright.expect(page.locator("sapper-board [role=row]")).to_have_count(3)
    analysis = page.get_by_role("region", name="Analysis")
    playwright.expect(analysis).to_contain_text("2 boards fit; 1 cell is certainly safe.")
    page.locator("[data-tool=look]").click()
    page.get_by_role("gridcell").nth(2).click()
    why = page.get_by_role("region", name="Explanation")
    playwright.expect(why).to_contain_text("C1 is safe (subset, clues A2 and B2).")
    why.locator(".steps li").first.click()
    assert page.locator("[data-m=clues]").count() == 2
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page("/")
    other.goto(link)
    playwright.expect(other.locator("sapper-board [role=row]")).to_have_count(3)
    analysis = other.get_by_role("region", name="Analysis")
    playwright.expect(analysis).to_contain_text("2 boards fit")
    # A larger one for the picture.
    page.evaluate("localStorage.clear()")
    page.reload()
    playwright.expect(page.get_by_text("certainly safe").first).to_be_visible()
    page.get_by_role("gridcell", name=re.compile("^A4 ")).click()
    playwright.expect(why).to_contain_text("A4 is safe")
    value = page.get_by_role("region", name="The value of moves")
    playwright.expect(value).to_contain_text("A certain win: the")
    picture(page, "analyse")


def test_the_value_of_moves_is_shown_after_the_odds(open_page: Any, picture: Any) -> None:
    """Best first; the move under the pointer or the focus is marked; a stale value is dropped."""
    page = open_page("/#analyse/4x3x4%2Fany!..2.!..3.!....")
    value = page.get_by_role("region", name="The value of moves")
    playwright.expect(value).to_contain_text("48.1% to win, exactly")
    analysis = page.get_by_role("region", name="Analysis")
    said = "The safest one is D3, with a 33.3% chance of being a mine."
    playwright.expect(analysis).to_contain_text(said)
    playwright.expect(analysis).not_to_contain_text("false")
    rows = value.locator("tbody tr")
    playwright.expect(rows.first).to_contain_text("A1")
    playwright.expect(rows.first).to_contain_text("48.1%66.7%")
    rows.nth(1).hover()
    picture(page, "value")
    # Moves that are worth the same share a row, and are marked together.
    assert len(rows.all_inner_texts()) == len(set(rows.all_inner_texts()))
    marked = page.locator("[data-m=cells]")
    named = rows.nth(1).get_by_role("button").inner_text().split(", ")
    playwright.expect(marked).to_have_count(len(named))
    value.get_by_role("button", name="A1").focus()
    playwright.expect(marked.first).to_have_accessible_name(re.compile("^A1 "))
    page.keyboard.press("Enter")
    why = page.get_by_role("region", name="Explanation")
    playwright.expect(why).to_contain_text("A1")
    # A contradiction has no value, and the answer for what was there before it is not shown.
    held: list[Any] = []
    page.route("**/api/value", lambda route: held.append(route))
    page.locator("[data-tool='2']").click()
    with page.expect_request("**/api/value"):
        cell(page, "A1").click()
    page.locator("[data-tool='8']").click()
    cell(page, "A2").click()
    playwright.expect(page.get_by_role("alert")).to_contain_text(
        re.compile("can.t (both|all) be right|hidden neighbours? left|needs more mines")
    )
    held[0].continue_()
    page.wait_for_timeout(500)
    playwright.expect(value).to_be_hidden()
    page.unroute("**/api/value")
    page.get_by_role("button", name="Clear").click()
    playwright.expect(rows.first).to_be_visible()


@pytest.mark.parametrize(
    ("position", "words", "odds"),
    [
        ("9x9x10%2Fopen" + "!........." * 9, "Nothing is open yet", "the first click is safe"),
        ("2x1x1%2Fany!1.", "Nothing is left to open: only mines are hidden.", "fit"),
        ("60x60x600%2Fany" + ("!" + "." * 60) * 60, "Too large for a value", "fit"),
    ],
)
def test_where_a_position_has_no_value_a_line_says_so(
    open_page: Any, position: str, words: str, odds: str
) -> None:
    """And the odds are there all the same, or why there are none."""
    page = open_page(f"/#analyse/{position}")
    value = page.get_by_role("region", name="The value of moves")
    playwright.expect(value).to_contain_text(words)
    assert value.get_by_role("row").count() == 0
    playwright.expect(page.get_by_role("region", name="Analysis")).to_contain_text(odds)


def test_history_and_share_link(open_page: Any, picture: Any) -> None:
    """Finished games are listed with statistics; a link starts the same board elsewhere."""
    page = open_page("/#play")
    page.evaluate(
        """async () => {
            for (const cells of [[0], [0], [0]]) {
                const json = { "Content-Type": "application/json" };
                const post = (path, body) => fetch("/api" + path, { method: "POST", headers: json,
                    body: JSON.stringify(body) }).then((answer) => answer.json());
                const game = await post("/games", { level: "4x4x1/open" });
                for (const cell of cells)
                    await post(`/games/${game.id}/moves`, { kind: "open", cell });
                await fetch(`/api/games/${game.id}/leave`, { method: "POST" });
            }
        }"""
    )
    page.goto(page.url.split("#")[0] + "#history")
    playwright.expect(page.get_by_role("table")).to_contain_text("4x4x1/open")
    playwright.expect(page.get_by_role("region", name="4x4x1/open")).to_contain_text("of 3 won")
    picture(page, "history")
    more = page.get_by_role("button", name="More about this game").first
    more.click()
    page.get_by_role("menuitem", name="Share").click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page("/")
    other.goto(link)
    playwright.expect(other.get_by_role("gridcell")).to_have_count(16)
    more.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="RAWVF").click()
    assert "Events:" in download.value.path().read_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as JSON").click()
    assert '"record":' in download.value.path().read_text()


def test_looks(open_page: Any, picture: Any) -> None:
    """Light, dark, classic and high contrast, by the settings or the system; kept over reload."""
    page = open_page("/#play", color_scheme="dark")
    page.get_by_label("Level").select_option("intermediate")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(256)
    page.get_by_role("gridcell").nth(120).click()
    page.locator("[data-s='0']").first.wait_for()
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(15, 19, 21)"
    picture(page, "dark")
    for look in ("Light", "Classic", "High contrast"):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("radio", name=look, exact=True).check(force=True)
        page.get_by_role("button", name="Done").click()
        picture(page, look.lower().replace(" ", "-"))
    page.reload()
    page.locator("[data-s='0']").first.wait_for()
    assert page.evaluate(background) == "rgb(0, 0, 0)"


def test_digits_have_contrast_in_every_look(open_page: Any) -> None:
    """At least 4.5 to 1 on their tile (WCAG AA), in every look."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    for look in ("light", "dark", "classic", "contrast"):
        worst = page.evaluate(
            """(look) => {
                document.documentElement.dataset.look = look;
                const cell = document.querySelector("[role=gridcell]");
                const light = (text) => {
                    const [r, g, b] = text.match(/[\\d.]+/g).map((v) => {
                        const c = v / 255;
                        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
                    });
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                cell.style.transition = "none";
                let worst = 99;
                for (const digit of "12345678") {
                    cell.dataset.s = digit;
                    const style = getComputedStyle(cell);
                    const [a, b] = [light(style.color), light(style.backgroundColor)];
                    worst = Math.min(worst, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
                }
                return worst;
            }""",
            look,
        )
        assert worst >= 4.5, look


def test_calm_for_those_who_want_it(open_page: Any) -> None:
    """With reduced motion the landing view waits to be stepped; sound is off by default."""
    page = open_page(reduced_motion="reduce")
    playwright.expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    playwright.expect(page.get_by_role("checkbox", name="Sound")).not_to_be_checked()


def test_nothing_is_loaded_from_elsewhere(open_page: Any, shared_server: Any) -> None:
    """Every request of every view goes to the server itself, and the first page is small."""
    page = open_page("about:blank"[11:])
    asked: list[str] = []
    size = 0

    def count(response: Any) -> None:
        nonlocal size
        asked.append(response.url)
        if "/api/" not in response.url:
            size += len(response.body())

    page.on("response", count)
    page.reload()
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_timeout(300)
    assert size < 100_000
    for view in ("play", "learn", "analyse", "history"):
        page.goto(f"{shared_server.url}/#{view}")
        page.locator(f"sapper-{view} > *").first.wait_for()
    assert all(url.startswith(shared_server.url) for url in asked)


def test_odds_on_the_board_of_an_agent_that_goes_by_them(open_page: Any) -> None:
    """They are shown for the step at rest; the button takes them away."""
    page = open_page("/#learn/9x6x10%2Fopen!4!odds!@3")
    playwright.expect(page.get_by_text("Step 3", exact=True)).to_be_visible()
    shown = page.locator("[role=gridcell][data-o]")
    shown.first.wait_for()
    page.get_by_role("button", name="Odds").click()
    playwright.expect(shown).to_have_count(0)
