"""A game on the page: how it starts and ends, how to leave it, and settings that affect it."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from sapper.core.board import deal
from sapper.core.level import Level
from web.browsing import (
    BOARD,
    GAME,
    HINTED,
    PHONE,
    TOAST,
    cell,
    copied,
    game_on_show,
    go,
    lasting,
    open_board,
    playwright,
    says,
    set_up,
    without_long_press,
)
from web.visits import judged

pytestmark = pytest.mark.browser


def test_a_mine_loses(open_page: Any, picture: Any) -> None:
    """The exploded mine is shown, and the board accepts no more moves."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "A1").click()
    says(page, "A1", "exploded mine")
    says(page, "C3", "mine")
    result = page.get_by_role("region", name="Result")
    playwright.expect(result).to_contain_text("You lost on the first click, A1.")
    cell(page, "E1").click()
    says(page, "E1", "hidden")
    picture(page, "lost")


def test_all_figures_of_a_game_that_is_over(open_page: Any, picture: Any) -> None:
    """All figures of a finished game are explained, and the game can no longer be given up."""
    page = open_page("/#play")
    open_board(page, BOARD)
    cell(page, "A1").click()
    judged(page)
    result = page.get_by_role("region", name="Result")
    result.locator(".fold > summary").click()
    result.get_by_text("All figures, explained").click()
    row = result.get_by_role("row").filter(has_text="Clicks that open a cell.")
    playwright.expect(row).to_have_text("left clicksClicks that open a cell.1")
    names = result.get_by_role("rowheader")
    assert all(name.locator("small").inner_text().endswith(".") for name in names.all())
    shown = [name.inner_text().split("\n")[0] for name in names.all()]
    assert "8-way ZiNi" in shown
    # The player has solved nothing, and the level is not a classic one.
    assert not {"STNB", "RQP"} & set(shown)
    picture(page, "figures")
    page.get_by_role("button", name="More").click()
    items = page.get_by_role("menuitem").all_inner_texts()
    assert "Download record" in items
    assert "Give up this game" not in items


def test_undo_by_key_marks_the_game(open_page: Any) -> None:
    """The Z key undoes the last move, but asks first, because the game will no longer count."""
    page = open_page("/#play")
    page.get_by_role("gridcell").nth(40).click()
    page.locator("[data-s='0']").first.wait_for()
    page.keyboard.press("z")
    page.get_by_role("button", name="Get help").click()
    playwright.expect(page.locator("[data-s='0']")).to_have_count(0)
    tag = page.get_by_text("practice", exact=True)
    playwright.expect(tag).to_have_attribute(
        "title", re.compile("^A game with help, or on a board you know, counts as")
    )
    playwright.expect(page.get_by_text("A game with help, or on a board you know")).to_have_count(0)


def test_a_shared_board_promises_only_its_marked_cell(open_page: Any) -> None:
    """The page says to start at the marked cells, or anywhere if no cell is marked."""
    page = open_page("/#play")
    words = page.locator(".right .lead")
    playwright.expect(words).to_have_text("Start anywhere. The first cell opens an area.")
    open_board(page, str(deal(Level.parse("8x6x10/open"), 3, first=20)))
    playwright.expect(words).to_have_text("Start at the cell with the ring. It opens an area.")
    open_board(page, str(deal(Level.parse("8x6x10/safe"), 3, first=20)))
    playwright.expect(words).to_have_text("Start at the cell with the ring. It is safe.")
    page.get_by_label("Level").select_option("easy")
    playwright.expect(words).to_have_text("Cells with a ring are safe. Start there.")


def test_the_clock_does_not_take_the_frame_of_an_answer(open_page: Any) -> None:
    """While a cell is pressed, the clock display pauses for up to a second."""
    page = open_page("/lost-page")
    page.clock.install()
    page.goto(page.url.replace("lost-page", "#play"))
    page.get_by_role("gridcell").nth(40).click()
    page.locator("[data-s='0']").first.wait_for()
    page.clock.pause_at(page.evaluate("Date.now() + 60_000"))  # the clock no longer ticks by itself
    clock = page.get_by_role("timer")
    page.clock.run_for(1000)
    before = clock.text_content()
    page.get_by_role("gridcell", name="hidden").first.hover()
    page.mouse.down()
    page.clock.run_for(900)
    assert clock.text_content() == before
    page.clock.run_for(1300)
    assert clock.text_content() != before
    page.mouse.up()


def test_another_level_does_not_drop_a_game_without_a_question(open_page: Any) -> None:
    """A player who chooses another level can stay, give up the game, or keep it for later."""
    page = open_page("/#play")
    lasting(page, TOAST)
    open_board(page, BOARD)
    cell(page, "E1").click()
    says(page, "E1", "empty")
    game = page.evaluate("localStorage.getItem('sapper.game')")
    dialog = page.get_by_role("dialog", name="Leave this game?")
    level = page.get_by_label("Level")
    level.select_option("intermediate")
    dialog.get_by_role("button", name="Continue playing").click()
    says(page, "E1", "empty")
    level.select_option("intermediate")
    dialog.wait_for()
    playwright.expect(dialog).to_contain_text("its clock keeps running")
    page.keyboard.press("Escape")
    playwright.expect(dialog).to_have_count(0)
    playwright.expect(level).to_have_value("5x3x2/any")
    assert page.evaluate("localStorage.getItem('sapper.level')") == "5x3x2/any"
    assert page.evaluate("localStorage.getItem('sapper.game')") == game
    level.select_option("custom")
    width = page.locator("form.custom").get_by_label("Width")
    width.wait_for()
    width.press("Escape")
    playwright.expect(width).to_be_hidden()
    playwright.expect(level).to_have_value("5x3x2/any")
    says(page, "E1", "empty")
    level.select_option("beginner")
    dialog.get_by_role("button", name="Keep for later").click()
    playwright.expect(page.locator("[data-s='0']")).to_have_count(0)
    go(page, "history")
    page.get_by_role("button", name="Continue 5×3, 2 mines").click()
    says(page, "E1", "empty")
    playwright.expect(page.locator(".toast")).to_have_text(
        "The clock kept running while you were away."
    )
    level.select_option("beginner")
    dialog.get_by_role("button", name="Give up").click()
    playwright.expect(page.locator("[data-s='0']")).to_have_count(0)
    state = page.evaluate(f"fetch('/api/games/{game}').then((answer) => answer.json())")
    assert state["outcome"] == "left"


def test_a_new_game_is_one_key(open_page: Any) -> None:
    """In the first moves, a single press of N starts a new game. Later, N must be pressed twice."""
    page = open_page("/#play")
    lasting(page, TOAST)
    open_board(page, BOARD)
    game = page.evaluate(GAME)
    another = f"(game) => {GAME} !== game"
    for name in ("E1", "A1", "A2"):
        cell(page, name).click(button="left" if name == "E1" else "right")
    playwright.expect(cell(page, "A2")).to_have_attribute("data-s", "F")
    page.keyboard.press("n")
    page.wait_for_function(another, arg=game)

    open_board(page, BOARD)
    game = page.evaluate(GAME)
    cell(page, "E1").click()
    for _ in range(2):
        for state in ("F", "."):
            cell(page, "A2").click(button="right")
            playwright.expect(cell(page, "A2")).to_have_attribute("data-s", state)
    page.keyboard.press("n")
    page.get_by_text("Press N or the button again").wait_for()
    assert page.evaluate(GAME) == game
    assert page.locator("dialog[open]").count() == 0
    page.get_by_role("button", name="New board").click()
    page.wait_for_function(another, arg=game)
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_records_stand_apart(open_page: Any, width: int) -> None:
    """No figure of the records touches the next one."""
    page = open_page("/lost-page", viewport={"width": width, "height": 844})
    level = {"name": "beginner", "level": "9x9x10/open", "best": 1065, "times": [1065]}
    rates = {"best_three_bv_per_second": 10.33, "best_efficiency": 1.25}
    errors = [{"level": "9x9x10/open", "error": 0.043}]
    page.route(
        "**/api/history?limit=0", lambda route: route.fulfill(json={"levels": [level | rates]})
    )
    page.route(
        "**/api/misses?seconds=0",
        lambda route: route.fulfill(json={"patterns": [], "errors": errors}),
    )
    page.goto(page.url.replace("lost-page", "#play"))
    page.locator(".bests dd").first.wait_for(state="attached")
    boxes = page.locator(".bests :is(dt, dd)").evaluate_all(
        """(all) => all.filter((one) => one.checkVisibility()).map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            return { left, right, top, bottom };
        })"""
    )
    for one, other in itertools.combinations(boxes, 2):
        beside = one["right"] + 8 <= other["left"] or other["right"] + 8 <= one["left"]
        assert beside or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1


def test_arrow_keys_enter_the_board_at_once(open_page: Any) -> None:
    """Arrow keys enter the board without a click or Tab. A clicked cell shows no focus ring."""
    page = open_page("/#play")
    cell(page, "A1").wait_for()
    page.keyboard.press("ArrowDown")
    playwright.expect(cell(page, "A1")).to_be_focused()
    ring = "(cell) => getComputedStyle(cell).outlineStyle"
    assert cell(page, "A1").evaluate(ring) == "solid"
    page.keyboard.press("ArrowRight")
    playwright.expect(cell(page, "B1")).to_be_focused()
    cell(page, "E5").click()
    playwright.expect(cell(page, "E5")).to_be_focused()
    assert cell(page, "E5").evaluate(ring) == "none"
    page.keyboard.press("ArrowRight")
    assert cell(page, "F5").evaluate(ring) == "solid"


def test_help_in_a_counted_game_asks_once(open_page: Any) -> None:
    """Before giving help in a counted game, the page asks. Without help, the game still counts.

    After "Don't ask again", the page asks neither in this game nor in a later one.
    """
    page = open_page("/#play")
    cell(page, "E5").click()
    page.locator("[data-s='0']").first.wait_for()
    dialog = page.get_by_role("dialog", name="This game will count as practice")
    page.keyboard.press("h")
    playwright.expect(dialog).to_contain_text("The clock keeps running.")
    dialog.get_by_role("button", name="No help").click()
    assert not game_on_show(page)["assisted"]
    page.keyboard.press("h")
    dialog.get_by_label("Don't ask again").check()
    dialog.get_by_role("button", name="Get help").click()
    page.get_by_text("Hint 1 of 5").wait_for()
    page.keyboard.press("h")
    page.get_by_text("Hint 2 of 5").wait_for()
    page.keyboard.press("n")
    playwright.expect(page.locator("[data-s='0']")).to_have_count(0)
    cell(page, "E5").click()
    page.locator("[data-s='0']").first.wait_for()
    page.keyboard.press("h")
    page.get_by_text("Hint 1 of 5").wait_for()


def test_a_newcomer_reads_what_a_number_is(open_page: Any) -> None:
    """A new player's first board explains the numbers until a cell is open."""
    page = open_page("/#play")
    text = page.get_by_text("A number counts the mines in the eight cells around it.").first
    playwright.expect(text).to_be_visible()
    cell(page, "E5").click()
    playwright.expect(text).to_have_count(0)
    page.keyboard.press("n")
    page.get_by_text("Start anywhere.").first.wait_for()
    assert text.count() == 0


def test_a_lost_game_has_a_verdict_and_can_be_played_again(open_page: Any) -> None:
    """The verdict names the bad move, and the same board can be played again as practice."""
    page = open_page("/#play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    cell(page, "A1").click()
    result = page.get_by_role("region", name="Result")
    verdict = result.get_by_role("group", name="What decided it")
    playwright.expect(verdict).to_contain_text(re.compile("needless guess", re.I))
    playwright.expect(verdict.get_by_role("img")).to_have_accessible_name(
        re.compile("^Chance of winning, move by move")
    )
    verdict.get_by_text("Key moments and figures").click()
    page.get_by_role("button", name="Same board again").click()
    says(page, "A1", "hidden")
    cell(page, "A1").click()
    playwright.expect(result).to_contain_text("You lost on the first click, A1.")
    playwright.expect(page.locator(".tag")).to_have_text("practice")


def test_who_won_without_a_guess_is_not_asked_whether_it_could_be_done(open_page: Any) -> None:
    """After a win without a guess, the result offers to show the proof."""
    page = open_page("/#play")
    open_board(page, "5x3x2/safe E1\n.....\n.....\n**...\n")
    cell(page, "E1").click()
    says(page, "E1", "empty")
    cell(page, "C3").click()
    result = page.get_by_role("region", name="Result")
    playwright.expect(result).to_contain_text("You won without a single guess.")
    result.locator(".fold > summary").click()
    playwright.expect(result.get_by_role("button", name="Show the proof")).to_be_visible()
    playwright.expect(result).not_to_contain_text("Could this board be won without a guess?")


def test_a_first_win_is_celebrated_and_mines_get_their_flags(open_page: Any) -> None:
    """A first win without help is a record, except on a board from a file or played again."""

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
    assert result.locator(".record").is_hidden(), "practice sets no record"
    link = copied(page, page.get_by_role("button", name="Share").first)
    other = open_page("/#history")
    other.goto(link)
    playwright.expect(other.get_by_role("gridcell")).to_have_count(15)
    result = win(other, "E1", "A2", "A3")
    playwright.expect(result).to_contain_text("Your first win on 5×3, 2 mines")
    page.goto(link)
    playwright.expect(cell(page, "E1")).to_have_attribute("aria-label", "E1 hidden")
    result = win(page, "E1", "A2", "A3")
    playwright.expect(page.get_by_text("practice", exact=True)).to_be_visible()
    assert result.locator(".record").is_hidden(), "this player has played the board before"
    # All cells except the first are mines.
    page = open_page("/#history")
    page.evaluate("localStorage.setItem('sapper.level', '3x1x2/safe')")
    go(page, "play")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(3)
    result = win(page, "B1")
    playwright.expect(result).to_contain_text("Your first win on 3×1, 2 mines")


def test_one_click_chords_for_those_who_want_it(open_page: Any) -> None:
    """If the setting is on, clicking a number that has all its flags opens the cells around it."""
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
    """Right clicks cycle through flag, question mark and nothing. A reload keeps question marks."""
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


def test_the_first_tap_opens_also_when_taps_flag(open_page: Any) -> None:
    """If taps place flags, the first tap of a game still opens a cell."""
    page = open_page("/#play", **PHONE)
    without_long_press(page)
    switch = page.get_by_role("button", name="Flag", exact=True)
    switch.tap()
    playwright.expect(switch).to_have_attribute("aria-pressed", "true")
    page.get_by_role("gridcell").nth(40).tap()
    page.locator("[data-s='0']").first.wait_for()
    hidden = page.locator("[data-s='.']").first
    name = hidden.get_attribute("aria-label").split()[0]
    hidden.tap()
    says(page, name, "flagged")


def test_a_game_by_keyboard_alone(open_page: Any) -> None:
    """A player can win with Tab, arrow keys, Home, End, Space, F and Enter, without a mouse."""
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
    press("Enter")  # on a number, opens the cells around it
    says(page, "A2", "1")
    press("Control+End")
    press("Home")
    press("Space")
    playwright.expect(page.get_by_role("region", name="Result")).to_contain_text("Won")
    press("n")
    playwright.expect(page.get_by_role("region", name="Result")).to_have_count(0)
