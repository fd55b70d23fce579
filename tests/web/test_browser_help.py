"""Help in a game: hints, odds, and the question "May I guess?"."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sapper.core.board import Board, deal
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.explain import hint
from web.browsing import (
    HINTED,
    PHONE,
    cell,
    game_on_show,
    open_board,
    playwright,
    says,
    without_long_press,
)

pytestmark = pytest.mark.browser


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


def board_without_guess(level: str) -> Board:
    """A board that can be won with hints alone."""
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


def test_hints_alone_win_a_board(open_page: Any, picture: Any) -> None:
    """A player wins a game by asking for hints and opening the cells they name."""
    page = open_page("/#play")
    open_board(page, str(board_without_guess("8x8x10/open")))
    result = page.get_by_role("region", name="Result")
    tiers: set[str] = set()
    while not result.is_visible():
        for tier in range(1, 6 if len(tiers) < 5 else 5):
            button = page.get_by_role("button", name=re.compile("^(Hint$|More: )")).last
            button.click()
            words = page.get_by_text(f"Hint {tier} of 5")
            words.wait_for()
            tiers.add(words.inner_text())
        name = page.get_by_role("button", name=re.compile("^Open [A-Z]+[0-9]+$"))
        named = name.inner_text().split()[1]
        name.click()
        playwright.expect(cell(page, named)).not_to_have_attribute(
            "aria-label", re.compile("hidden|given")
        )
        # The panel is updated one frame after the board.
        playwright.expect(name).to_have_count(0)
    assert len(tiers) == 5
    playwright.expect(result).to_contain_text("Won")
    playwright.expect(page.get_by_text("practice", exact=True)).to_be_visible()
    playwright.expect(page.get_by_text("A game with help, or on a board you know")).to_have_count(0)
    playwright.expect(page.locator("[data-s='F']")).to_have_count(10)
    picture(page, "won")


def test_the_safest_guess_is_called_the_safest(open_page: Any) -> None:
    """If no cell is safe, a hint offers the safest guess, but never calls it the best."""
    page = open_page("/#play")
    open_board(page, "6x2x4/any\n**2111\n3*21*1\n")
    for name, number in (("C1", "2"), ("D1", "1"), ("E1", "1"), ("F1", "1"), ("D2", "1")):
        cell(page, name).click()
        says(page, name, number)
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    playwright.expect(hint).to_contain_text("No hidden cell is provably safe")
    hint.get_by_role("button", name="Show the safest guess").click()
    playwright.expect(hint).to_contain_text(
        "E2 is the safest guess, with a 33% chance of being a mine"
    )
    page.get_by_role("button", name="May I guess?").click()
    words = page.locator(".right .voice")
    playwright.expect(words).to_contain_text("the safest cell has a 33% chance of being a mine.")
    assert "best" not in page.locator(".right").inner_text()


def test_may_i_guess(open_page: Any) -> None:
    """The page allows a guess, because no hidden cell is provably safe."""
    page = open_page("/#play")
    open_board(page, "3x1x1/any\n.1*\n")
    cell(page, "B1").click()
    says(page, "B1", "1")
    page.get_by_role("button", name="May I guess?").click()
    playwright.expect(page.locator(".right .voice")).to_contain_text(
        "Yes. No hidden cell is provably safe; the best you can do is a coin toss."
    )


# The kinds of marks on the board, and the kinds in the legend.
LEGEND = """() => ["sapper-board [data-m]", ".of-marks span:not([hidden]) [data-m]"].map(
    (selector) => [...document.querySelectorAll(selector)].map((one) => one.dataset.m))"""


def test_a_hint_on_a_larger_board(open_page: Any, picture: Any) -> None:
    """Each press of H reveals more. The legend names only the marks that are on the board."""
    page = open_page("/#play")
    open_board(page, PICTURE)
    cell(page, "A1").click()
    says(page, "A1", "empty")
    for tier in range(1, 6):
        page.keyboard.press("h")
        playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
    picture(page, "hint")
    seen = set()
    for _ in range(3):
        marked, named = page.evaluate(LEGEND)
        assert named == [kind for kind in ("clues", "safe", "mines", "cells") if kind in marked]
        seen.add(tuple(named))
        page.get_by_role("button", name="Read on").click()
    assert len(seen) > 1, "the legend follows the marks"


def test_each_tool_clears_the_marks_of_the_one_before(open_page: Any) -> None:
    """The odds and "May I guess?" remove the marks of a hint, and a hint hides the odds."""
    page = open_page("/#play")
    open_board(page, PICTURE)
    cell(page, "A1").click()
    says(page, "A1", "empty")
    marked = page.locator("[role=gridcell][data-m]")
    hint = page.get_by_role("button", name="Hint", exact=True)
    for name in ("May I guess?", "Odds"):
        for tier in range(1, 4):
            hint.click()
            playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
        playwright.expect(marked.first).to_be_visible()
        playwright.expect(hint).to_contain_class("on")
        page.get_by_role("button", name=name, exact=True).click()
        playwright.expect(page.get_by_role("region", name=name, exact=True)).to_be_visible()
        playwright.expect(marked).to_have_count(0)
        playwright.expect(hint).not_to_contain_class("on")
    odds = page.locator("[role=gridcell][data-o]")
    playwright.expect(odds.first).to_be_visible()
    hint.click()
    playwright.expect(page.get_by_text("Hint 1 of 5")).to_be_visible()
    playwright.expect(odds).to_have_count(0)
    playwright.expect(page.get_by_role("button", name="Odds")).to_have_attribute(
        "aria-pressed", "false"
    )


def test_a_reason_on_a_phone_can_be_followed(open_page: Any) -> None:
    """Rows and columns have names, and the hint's cell stays marked at every step."""
    page = open_page("/#play", **PHONE)
    open_board(page, PICTURE)
    without_long_press(page)
    cell(page, "A1").tap()
    says(page, "A1", "empty")
    names = page.locator("sapper-board .head").filter(visible=True)
    playwright.expect(names).to_have_text(["", *"ABCDEFGHI", *"123456789"])
    for name in names.all()[1:]:
        assert name.evaluate("(one) => getComputedStyle(one).fontSize") == "11px"
    assert cell(page, "A1").bounding_box()["width"] == 40
    for tier in range(1, 6):
        page.get_by_role("button", name="Hint", exact=True).tap()
        playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
    step = page.locator(".steps [aria-current]")
    for number in ("1", "2"):
        playwright.expect(step).to_have_attribute("data-n", number)
        playwright.expect(cell(page, "G2")).to_have_attribute("data-m", "safe")
        page.get_by_role("button", name="Read on").tap()


@pytest.mark.parametrize("level", ["beginner", "9x8x10/safe"])
def test_before_the_first_move_help_is_no_help(open_page: Any, level: str) -> None:
    """Before the first move, help only describes the first click, so the game is not assisted."""
    page = open_page("/#history")
    page.evaluate("(level) => localStorage.setItem('sapper.level', level)", level)
    page.goto(page.url.split("#")[0] + "#play")
    page.get_by_role("gridcell").nth(40).wait_for()
    words = page.locator(".right .voice")
    for name in ("Hint", "May I guess?", "Odds"):
        page.get_by_role("button", name=name, exact=True).click()
        card = page.get_by_role("region", name=name, exact=True)
        playwright.expect(card).to_contain_text("The first click")
        assert "%" not in words.inner_text()
    assert page.locator("[role=gridcell][data-o]").count() == 0
    assert page.get_by_text("A game with help").count() == 0
    page.get_by_role("button", name="Odds").click()
    page.get_by_role("gridcell").nth(40).click()
    playwright.expect(page.get_by_role("gridcell").nth(40)).not_to_have_attribute("data-s", ".")
    state = game_on_show(page)
    assert (state["started"], state["assisted"]) == (True, False)


def test_odds_are_colour_number_and_shape(open_page: Any, picture: Any) -> None:
    """Safe cells show a ring, provable mines a diamond, and other hidden cells a number."""
    page = open_page("/#play")
    open_board(page, "5x3x2/any\n.*.*.\n11211\n00000\n")
    cell(page, "A3").click()
    page.get_by_role("button", name="Odds").click()
    playwright.expect(page.locator("[role=gridcell][data-o]")).to_have_count(5)
    kinds = [
        page.locator("[role=gridcell][data-o]").nth(i).get_attribute("data-o") for i in range(5)
    ]
    assert kinds == ["safe", "mine", "safe", "mine", "safe"]
    # Players who are not asked before help keep the odds in the next game.
    page.evaluate("async () => { (await import('/settings.js')).settings.askHelp = false; }")
    page.get_by_label("Level").select_option("expert")
    page.get_by_role("button", name="Give up").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    page.get_by_role("gridcell").nth(255).click()
    playwright.expect(page.locator("[role=gridcell][data-o=open]").first).to_be_visible()
    picture(page, "odds")


def test_odds_that_are_off_leave_nothing_behind(open_page: Any) -> None:
    """Turning the odds off also removes their explanation."""
    page = open_page("/#play")
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    page.get_by_role("button", name="Odds").click()
    playwright.expect(page.get_by_role("region", name="Odds")).to_contain_text("boards fit")
    page.get_by_role("button", name="Odds").click()
    playwright.expect(page.get_by_role("region", name="Odds")).to_have_count(0)
    playwright.expect(page.locator("[role=gridcell][data-o]")).to_have_count(0)


def picture_of(page: Any, name: str) -> str:
    image: str = cell(page, name).evaluate("e => getComputedStyle(e).backgroundImage")
    return image


def test_marks_and_odds_leave_flags_in_sight(open_page: Any) -> None:
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
    """The hint's button removes a wrong flag from a safe cell and opens the cell."""
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


def test_a_hint_scrolls_to_what_it_marks(open_page: Any) -> None:
    page = open_page("/#home", **PHONE)  # the Play view would start another game
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
    for tier in range(1, 5):
        page.get_by_role("button", name="Hint", exact=True).tap()
        playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
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
