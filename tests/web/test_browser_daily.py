"""The daily boards, boards by technique and the proof after the game, in a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sapper.verify.board import verify_board
from web.browsing import PHONE, TOAST, cell, lasting, playwright, says
from web.visits import PLAY, WON, begin, judged

pytestmark = pytest.mark.browser


def test_the_same_board_for_everyone_and_on_every_visit(open_page: Any) -> None:
    """Two players, and one after a reload, meet the same numbers; a lost board stays lost."""
    boards = []
    for _ in range(2):
        page = open_page("/#daily")
        begin(page)
        page.locator("[data-s='+']").click()
        page.locator("[data-s='0']").first.wait_for()
        boards.append(page.get_by_role("grid").inner_text())
        page.goto(page.url.split("#")[0] + "#daily")
        page.get_by_role("button", name="Continue: Beginner").click()
        page.locator("sapper-play [data-s='0']").first.wait_for()
        assert page.get_by_role("grid").inner_text() == boards[-1]
    assert boards[0] == boards[1]
    assert page.evaluate(PLAY, "mines") == "lost"
    page.goto(page.url.split("#")[0] + "#daily")
    card = page.locator(".card").filter(has_text="Beginner")
    playwright.expect(card).to_contain_text(re.compile(r"Lost after [\d.]+ s, \d+% cleared"))
    page.get_by_role("button", name="View game: Beginner").click()
    result = page.get_by_role("region", name="Result")
    playwright.expect(result).to_contain_text("was a mine.")


def test_a_board_by_technique_is_proved_after_its_game(
    open_page: Any, tmp_path: Path, picture: Any
) -> None:
    """Chosen next to the board, won, and proved line by line. `verify` accepts the file."""
    page = open_page("/#play")
    kinds = page.get_by_label("Boards", exact=True)
    kinds.select_option(label="no guess needed")
    playwright.expect(page.locator(".tag")).to_have_text("no guess")
    before = page.evaluate("localStorage.getItem('sapper.game')")
    # Group and name together: subset is there twice.
    kinds.select_option("technique subset")
    playwright.expect(kinds).to_have_value("technique subset")
    page.wait_for_function("(before) => localStorage.getItem('sapper.game') !== before", arg=before)
    page.locator("[data-s='+']").wait_for()
    assert page.evaluate(PLAY, "safe") == "won"
    page.reload()
    judged(page)
    playwright.expect(page.locator(".record")).to_be_visible()  # this moves the button, too
    page.locator(".fold > summary").click()
    page.get_by_role("button", name="Prove it").click()
    proof = page.get_by_role("region", name="No guess is needed.")
    proof.wait_for()  # a worker may have to be started first
    playwright.expect(proof).to_contain_text("The hardest technique you need is subset.")
    lines = proof.get_by_role("listitem")
    playwright.expect(lines.first).to_have_text("D4 is given as safe. Start there.")
    playwright.expect(cell(page, "D4")).to_have_attribute("data-m", "safe")
    proof.get_by_role("button", name="Read on").click()
    playwright.expect(lines.nth(1)).to_have_attribute("aria-current", "step")
    says(page, "D4", "empty")
    page.keyboard.press("End")
    playwright.expect(lines.last).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowUp")
    playwright.expect(lines.nth(lines.count() - 2)).to_be_focused()
    assert page.locator("[role=gridcell][data-m]").count() > 0
    together = lines.filter(has_text="together show that")
    assert together.count() > 0, "a subset joins two numbers"
    picture(page, "prove")
    with page.expect_download() as download:
        proof.get_by_role("button", name="Download the certificate").click()
    file = tmp_path / "board.cert"
    download.value.save_as(file)
    assert verify_board(file.read_text()).accepted
    proof.get_by_role("button", name="Back to the result").click()
    playwright.expect(page.get_by_role("heading", level=2).first).to_have_text(WON)
    playwright.expect(page.locator("[data-s='F']")).to_have_count(10)


def test_a_board_that_needs_a_guess_is_told_so(open_page: Any) -> None:
    """After any game one may ask whether it could be won without a guess."""
    page = open_page("/#home")  # Play would begin a game of its own meanwhile
    page.evaluate(
        """async (board) => {
            const headers = { "Content-Type": "application/json" };
            const post = (path, body) => fetch(`/api${path}`, { method: "POST", headers,
                body: JSON.stringify(body) });
            const { id } = await (await post("/games", { board })).json();
            for (const cell of [4, 0]) await post(`/games/${id}/moves`, { kind: "open", cell });
            localStorage.setItem("sapper.game", id);
        }""",
        "5x2x1/safe E1\n*1000\n11000\n",
    )
    page.goto(page.url.replace("#home", "#play"))
    judged(page)
    lasting(page, TOAST)
    page.locator(".fold > summary").click()
    page.get_by_role("button", name="Could it be won without a guess?").click()
    refusal = page.get_by_role("alert").filter(has_text="the board needs a guess")
    playwright.expect(refusal).to_be_visible()


def test_records_of_a_level_are_shown_before_the_game(open_page: Any) -> None:
    """After a win there is a best time, 3BV/s and efficiency; and an error once it is reviewed."""
    page = open_page("/#daily")
    begin(page)
    assert page.evaluate(PLAY, "safe") == "won"
    page.reload()
    playwright.expect(page.locator(".record b")).to_have_text("Your first win on Beginner")
    verdict = page.get_by_role("group", name="What decided it")
    playwright.expect(verdict.get_by_role("img")).to_be_visible()
    page.keyboard.press("n")
    records = page.get_by_role("region", name="Your best on")
    for name in ("time", "3BV/s", "efficiency", "error"):
        playwright.expect(records).to_contain_text(name)


def test_the_landing_leads_to_what_it_says(open_page: Any) -> None:
    """No guessing and Daily are next to the levels. A new level gets a new board."""
    page = open_page(**PHONE)
    page.get_by_role("radio", name="No guessing").check(force=True)
    page.get_by_role("link", name="Play No guessing").click()
    page.locator("sapper-play [data-s='+']").wait_for()
    page.goto(page.url.split("#")[0] + "#home")
    page.get_by_role("radio", name="Intermediate").check(force=True)
    page.get_by_role("link", name="Play Intermediate").click()
    playwright.expect(page.locator("sapper-play [role=gridcell]")).to_have_count(256)
    playwright.expect(page.locator("[data-s='+']")).to_have_count(0)
    page.goto(page.url.split("#")[0] + "#home")
    page.get_by_role("radio", name="Daily").check(force=True)
    page.get_by_role("link", name="Play Daily boards").click()
    page.get_by_role("button", name="Play: Expert").wait_for()
