"""Follows one path through each view in a browser, as a person would.

All other browser tests of a view are in the file named after the view, and are marked `browser`.
"""

from __future__ import annotations

import re
from typing import Any

from sapper.core.view import View
from sapper.reason.odds import odds
from web.browsing import (
    GAME,
    HINTED,
    PHONE,
    TOAST,
    cell,
    copied,
    go,
    lasting,
    open_board,
    pick,
    playwright,
    says,
    violations,
    without_long_press,
)
from web.test_browser_room import join, make, play, race
from web.test_browser_size import begun, broken, clicked
from web.visits import PLAY, WON, choose, practise, score

WATCHED = "/#watch/expert!245501150!resolution-endgame"


def visit(page: Any, link: str) -> None:
    """Open a link as a new visitor, who has no game and no settings."""
    page.evaluate("localStorage.clear()")
    page.context.clear_cookies()
    page.goto("about:blank")
    page.goto(link)


def test_the_landing_leads_to_a_game_that_stays(open_page: Any) -> None:
    """Home has a headline, an agent that explains its steps, and a button for the chosen level.

    While the settings are open, the N key starts no game. A reload shows the same board.
    """
    page = open_page(reduced_motion="reduce")  # otherwise the agent would continue by itself
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text(
        "Minesweeper that tells you why."
    )
    said = page.locator(".live .voice")
    playwright.expect(said).to_contain_text(re.compile("^The [1-8] at [A-I][1-9] "))
    assert page.locator("[data-m=clues]").count() == 1
    page.get_by_role("button", name="Step back").click()
    playwright.expect(said).to_have_text("All 71 safe cells are open, without a single guess.")
    page.get_by_role("button", name="Next step").click()
    playwright.expect(page.get_by_text(re.compile("^An agent reasons: step 1 of"))).to_be_visible()
    pick(page, "Intermediate")
    page.get_by_role("link", name="Play Intermediate").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(256)
    page.get_by_role("gridcell").nth(40).click()
    page.locator("[data-s]:not([data-s='.'])").first.wait_for()
    hidden = page.locator("[data-s='.']").first
    name = hidden.get_attribute("aria-label").split()[0]
    hidden.click(button="right")
    says(page, name, "flagged")
    playwright.expect(page.get_by_text(f"{name} flagged")).to_be_attached()
    shown = page.get_by_role("grid").inner_text()
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
    page.reload()
    says(page, name, "flagged")
    assert page.get_by_role("grid").inner_text() == shown
    assert page.evaluate("localStorage.getItem('sapper.game')") == game
    assert page.evaluate("document.documentElement.dataset.look") == "dark"


def test_a_hint_is_read_and_a_loss_is_explained(open_page: Any, picture: Any) -> None:
    """Selecting a sentence of the hint's proof marks its clues and cells on the board.

    After a loss, the verdict names the bad move, proves what was safe, and opens the review.
    """
    page = open_page("/#play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    for tier in range(1, 6):
        page.keyboard.press("h")
        playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
    sentences = page.locator(".steps li")
    playwright.expect(sentences).to_have_count(1)
    playwright.expect(sentences).to_contain_text("C1 is safe")
    sentences.click()
    playwright.expect(page.locator("[role=gridcell][data-m=clues]")).to_have_count(2)
    playwright.expect(cell(page, "C1")).to_have_attribute("data-m", "safe")
    page.locator("details summary").last.click()
    playwright.expect(page.locator(".proof li").last).to_contain_text("¬C1")
    game = page.evaluate(GAME)
    cell(page, "A1").click()
    verdict = page.get_by_role("group", name="What decided it")
    playwright.expect(verdict.get_by_role("heading")).to_have_text(
        re.compile(r"^Needless guess at move 2: \w\d was safe\.$")
    )
    step = verdict.locator(".steps li").first
    step.hover()
    playwright.expect(page.locator("[data-m=clues]").first).to_be_visible()
    verdict.get_by_text("Key moments and figures").click()
    moments = verdict.get_by_role("list", name="Moments that mattered")
    moments.get_by_role("button", name=re.compile("2. A1 needless guess")).click()
    page.wait_for_url(f"**/#review/{game}/2")
    move = page.get_by_role("region", name="The move")
    playwright.expect(move).to_contain_text("Move 2, needless guess")
    playwright.expect(page.locator("[data-badge='needless guess']")).to_have_attribute(
        "aria-label", "A1 hidden"
    )
    playwright.expect(page.locator("[data-m=safe]")).to_have_count(1)
    picture(page, "review-page")


def test_a_daily_board_is_played_once_and_its_result_shared(open_page: Any, picture: Any) -> None:
    """On the next visit, a won daily board shows its result, which can be copied as text."""
    page = open_page("/#daily")
    page.get_by_role("button", name="Play today's board").click()
    playwright.expect(page.locator(".right")).to_contain_text(
        "can be solved without guessing. This try counts"
    )
    switch = page.get_by_role("switch", name="No guess Always on.")
    playwright.expect(switch).to_be_disabled()
    assert page.evaluate(PLAY, "safe") == "won"
    page.reload()
    playwright.expect(page.get_by_role("heading", level=2).first).to_have_text(WON)
    playwright.expect(page.locator(".record")).to_be_visible()  # moves the elements below
    card = page.locator(".acts .main")  # the main button after a daily board
    playwright.expect(card).to_have_text("Today's result")
    card.click()
    heading = page.get_by_role("heading", level=1)
    playwright.expect(heading).to_have_text(re.compile(r"Solved in \d+:\d\d without a guess\."))
    today = page.get_by_role("list", name="This week").get_by_role("listitem").last
    playwright.expect(today).to_have_attribute("title", re.compile(": won$"))
    picture(page, "daily")
    lasting(page, TOAST)
    page.get_by_role("button", name="Copy the result").click()
    page.get_by_text("Result copied.").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    squares = "(🟩{4}\n){4}"
    lines = rf"Sapper, .*: solved in \d+:\d\d\n{squares}Streak 1\nhttp://\S+/d/\d{{4}}"
    assert re.fullmatch(lines, text)
    page.get_by_role("link", name="Step through").click()
    page.locator("sapper-review [role=grid]").wait_for()


def test_a_puzzle_is_checked_and_explained_at_once(open_page: Any, picture: Any) -> None:
    """A mine and an undecided cell are rejected with a reason. A safe cell solves the puzzle."""
    page = practise(open_page)
    task = page.get_by_role("region", name="Which cell is safe?")
    playwright.expect(task).to_contain_text("Technique: subset.")
    cell(page, "D2").click()
    playwright.expect(task).to_contain_text("No, D2 is a mine.")
    playwright.expect(task.get_by_role("listitem").first).to_be_visible()
    cell(page, "E1").click()
    playwright.expect(task).to_contain_text(
        "E1 could be safe or a mine. The numbers do not decide it yet."
    )
    cell(page, "D2").click(button="right")
    playwright.expect(task).to_contain_text("Yes, D2 is a mine. Now, which cell is safe?")
    cell(page, "B2").click()
    playwright.expect(task).to_contain_text("Yes, B2 is safe.")
    playwright.expect(task).to_contain_text("Also safe: A2, C2 and E2.")
    task.get_by_role("listitem").first.click()
    playwright.expect(page.locator("[role=gridcell][data-m=clues]").first).to_be_visible()
    picture(page, "practice")
    assert score(page) == ("0", "0"), "only the first try counts"


def test_an_agent_is_watched_and_measured(open_page: Any) -> None:
    """The agent waits for the learner, who can run it, stop it, and step forwards and backwards.

    A stopped measurement keeps its result, and a new measurement can start.
    """
    page = open_page(WATCHED)
    where = page.locator(".where")
    playwright.expect(where).to_have_text(re.compile("^event 1 of .*, decision 1 of "))
    page.get_by_role("button", name="Decision", exact=True).click()
    page.get_by_role("button", name="Run").click()
    playwright.expect(where).to_have_text(re.compile(r", decision ([3-9]|\d\d) of "))
    page.get_by_role("button", name="Pause").click()
    playwright.expect(page.get_by_role("button", name="Run")).to_be_visible()
    # Step back first, because the next decision may not have arrived yet.
    page.get_by_role("button", name="Back", exact=True).click()
    shown = page.get_by_role("grid").inner_text()
    before = where.inner_text().split(" of ")[0]  # the number of events grows as they arrive
    page.get_by_role("button", name="Back", exact=True).click()
    assert where.inner_text().split(" of ")[0] != before
    assert page.get_by_role("grid").inner_text() != shown
    page.get_by_role("button", name="Step", exact=True).click()
    assert where.inner_text().split(" of ")[0] == before
    assert page.get_by_role("grid").inner_text() == shown
    page.goto(page.url.split("#")[0] + f"{WATCHED[1:]}@24")
    event = page.get_by_role("region", name="This event")
    playwright.expect(event.get_by_role("heading")).to_have_text("B8 is safe.")
    event.get_by_text("Why is B8 safe? 3 clauses").click()
    playwright.expect(event.locator(".proofs li")).to_have_count(3)
    go(page, "lab")
    choose(page, Agent="odds", Second_agent="", Level="expert", Games="5000")
    page.get_by_role("button", name="Measure", exact=True).click()
    playwright.expect(page.get_by_text(re.compile(r"^\d[\d,]* of 5,000 games$"))).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    playwright.expect(
        page.get_by_text(re.compile(r"^Stopped after \d[\d,]* games?\.$"))
    ).to_be_visible()
    heading = page.get_by_role("region", name="Result").get_by_role("heading")
    playwright.expect(heading).to_have_text(
        re.compile(r"^Odds wins .*% of its games on Expert \(95% interval: .* to .*\)\.$")
    )
    choose(page, Level="beginner", Games="50")
    page.get_by_role("button", name="Measure", exact=True).click()
    playwright.expect(heading).to_contain_text("on Beginner")


def test_a_position_is_pasted_and_explained(open_page: Any) -> None:
    """A pasted position is analysed and explained. A link opens the same position again."""
    page = open_page("/#analyse")
    playwright.expect(page.get_by_text("provably safe").first).to_be_visible()
    page.evaluate("navigator.clipboard.writeText('5x3x2\\n.....\\n11111\\n00000\\n')")
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("Control+v")
    playwright.expect(page.locator("sapper-board [role=row]")).to_have_count(3)
    analysis = page.get_by_role("region", name="Analysis")
    playwright.expect(analysis).to_contain_text("2 boards fit this position.")
    playwright.expect(analysis.get_by_role("heading")).to_contain_text("1 cell is provably safe,")
    # The value arrives after the odds, and moves the elements below.
    page.locator("sapper-analyse .count.end:not(.stale)").wait_for()
    page.locator("[data-tool=look]").click()
    page.get_by_role("gridcell").nth(2).click()
    why = page.get_by_role("region", name="Explanation")
    playwright.expect(why).to_contain_text("C1 is safe (subset, clues A2 and B2).")
    why.locator(".steps li").first.click()
    assert page.locator("[data-m=clues]").count() == 2
    visit(page, copied(page, page.get_by_role("button", name="Copy link")))
    playwright.expect(page.locator("sapper-board [role=row]")).to_have_count(3)
    playwright.expect(analysis).to_contain_text("2 boards fit")


def test_history_and_share_link(open_page: Any, picture: Any) -> None:
    """Finished games are listed with statistics. A link starts the same board again."""
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
    playwright.expect(page.get_by_role("table")).to_contain_text("4×4, 1 mine")
    page.get_by_text("Statistics", exact=True).click()
    playwright.expect(
        page.get_by_role("region", name="4×4, 1 mine (first cell opens an area)")
    ).to_contain_text("3 games, ")
    # A row is redrawn when its review arrives. A click on the old row would be lost.
    playwright.expect(page.locator("sapper-history")).not_to_contain_text("still being reviewed")
    picture(page, "history")
    more = page.get_by_role("button", name="More about this game").first
    more.click()
    link = copied(page, page.get_by_role("menuitem", name="Share"))
    more.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="RAWVF").click()
    assert "Events:" in download.value.path().read_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as JSON").click()
    assert '"record":' in download.value.path().read_text()
    visit(page, link)
    playwright.expect(page.get_by_role("gridcell")).to_have_count(16)


def test_a_game_on_a_phone_is_accessible_and_fits(open_page: Any) -> None:
    """On a phone, axe finds no problem in a game, and nothing is wider than the screen.

    test_browser_checks checks the other views and sizes.
    """
    page = open_page("/#play", **PHONE)
    without_long_press(page)
    cell(page, "E5").tap()
    page.locator("[data-s='0']").first.wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_run_of_rush_is_begun(open_page: Any) -> None:
    """A position is answered, and the next one appears."""
    page = open_page("/#rush", reduced_motion="reduce")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("timer").wait_for()
    run = page.evaluate("async () => (await (await fetch('/api/rush')).json()).run")
    view = View.parse(run["position"]["position"])
    with page.expect_response("**/answer"):
        cell(page, view.grid.name(odds(view).safe[0])).click()
    playwright.expect(page.locator(".marks li")).to_have_text(["solved", "current"])


def test_two_friends_race_in_a_room(open_page: Any, picture: Any) -> None:
    """They see each other's progress, and at the end the same table. Then they play again."""
    mira = make(open_page, "Mira")
    jonas = join(open_page, mira, "Jonas")
    race(mira, jonas)
    assert mira.get_by_role("grid").inner_text() == jonas.get_by_role("grid").inner_text()
    playwright.expect(mira.locator(".field li")).to_have_text(
        [re.compile(r"^You\d+%$"), re.compile(r"^Jonas\d+%$")]
    )
    play(jonas, wins=False)
    playwright.expect(mira.locator(".field li").last).to_have_text("Jonashit a mine")
    playwright.expect(jonas.locator(".res tbody tr")).to_have_count(2)
    play(mira)
    for page, winner in ((mira, "You"), (jonas, "Mira")):
        rows = page.locator(".res tbody tr")
        playwright.expect(rows.first).to_contain_text(winner)
        playwright.expect(rows.last).to_contain_text("lost at")
        playwright.expect(rows.get_by_role("link", name="Review")).to_have_count(2)
    picture(mira, "room-end")
    race(mira, jonas)
    playwright.expect(mira.locator(".say .cap")).to_have_text("Board 2")


def test_cells_are_chosen_on_the_board(open_page: Any) -> None:
    """Clicking a cell enters its name, and a second click removes the name."""
    page = open_page("/#lessons/6")
    exercise = page.get_by_role("region", name="6.1")
    answer = page.get_by_label("Your answer to 6.1")
    for name in ("A1", "B1", "B1", "E1"):
        exercise.get_by_role("gridcell", name=re.compile(f"^{name} ")).click()
    playwright.expect(answer).to_have_value("A1 E1")
    exercise.get_by_role("button", name="Check").click()
    playwright.expect(exercise.locator(".verdict")).to_contain_text("Correct.")


def test_the_board_fits_phones_and_desktops(open_page: Any) -> None:
    """Nothing covers the board, and no scrollbar is there for less than a cell."""
    assert broken(begun(open_page), [(390, 844), (844, 390), (1280, 720), (1440, 900)]) == {}


def test_the_size_of_cells_is_changed_in_place(open_page: Any) -> None:
    """The control stays under the pointer, however large the cells become."""
    page = begun(open_page, viewport={"width": 1440, "height": 900})
    assert clicked(page, "Larger cells", 7) == [44, 48, 52, 56, 60, 64, 64]
