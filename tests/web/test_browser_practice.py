"""The Practice view in a browser: puzzles, their explanations, and the player's own misses."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from itertools import count
from typing import Any

import pytest

from web.browsing import BLANK, PHONE, cell, playwright
from web.visits import practise, score

pytestmark = pytest.mark.browser

MISSED = "5x4x3/safe E4\n.*...\n...*.\n*....\n.....\n"
OTHER = "(last) => document.querySelector('[role=grid]').innerText !== last"


def test_three_in_a_row_lead_on(open_page: Any) -> None:
    """After three puzzles in a row solved on the first try, the page offers the next technique."""
    page = practise(open_page)
    page.get_by_label("What to practise").first.select_option("subset")
    page.locator(".ladder [aria-pressed=true]", has_text="Subset").wait_for()
    for _ in range(3):
        cell(page, "A2").click()
        page.get_by_role("button", name="Next puzzle").last.wait_for()
        page.keyboard.press("n")
        page.locator("[role=gridcell]:not([data-m])").nth(19).wait_for()
    assert score(page) == ("3", "3")
    cell(page, "C2").click()
    page.locator(".steps li").first.wait_for()  # the steps move the button below them
    page.get_by_role("button", name="Three in a row. Next technique: difference").click()
    playwright.expect(page.get_by_label("What to practise").first).to_have_value("difference")
    page.reload()
    playwright.expect(page.get_by_role("button", name=re.compile("^Subset"))).to_contain_text(
        "4 of 4 solved on the first try"
    )


def test_hints_lead_to_the_answer_by_keyboard(open_page: Any) -> None:
    """Pressing H repeatedly reveals more, until the page names a safe cell."""
    page = practise(open_page)
    for tier in range(1, 6):
        page.keyboard.press("h")
        if tier < 5:
            playwright.expect(page.get_by_text(f"Hint {tier} of 5")).to_be_visible()
        if page.get_by_text("is safe.").count():
            break
    playwright.expect(page.locator("[data-m=safe]")).to_have_count(1)
    assert score(page) == ("0", "0")


@pytest.mark.parametrize("technique", ["single clue", "chain", "mine count"])
def test_real_puzzles_on_a_phone(open_page: Any, technique: str) -> None:
    """The "Show me" button gives the answer with its reason, and the next puzzle is different."""
    page = open_page(BLANK, **PHONE)
    seeds = count()

    def seeded(route: Any) -> None:
        form = {**route.request.post_data_json, "seed": next(seeds)}
        route.continue_(post_data=json.dumps(form))

    page.route("**/api/puzzle", seeded)
    page.goto(page.url.removesuffix(BLANK) + "/#practice")
    page.get_by_role("gridcell").first.wait_for()
    first = page.get_by_role("grid").inner_text()
    page.get_by_label("What to practise").first.select_option(technique)
    # Until the new puzzle is shown, the page ignores requests for help.
    page.wait_for_function(OTHER, arg=first)
    page.locator(".lead", has_text=f"Technique: {technique}.").wait_for()
    # A note explains the name of a technique to new players.
    note = page.get_by_role("button", name=re.compile("^Chain")).locator("small")
    playwright.expect(note).to_have_text("Two numbers limit the mines around a third number.")
    playwright.expect(note).to_be_visible()
    before = page.get_by_role("grid").inner_text()
    page.get_by_role("button", name="Show me").first.tap()
    playwright.expect(page.get_by_role("region", name="Hint")).to_contain_text("is safe.")
    page.get_by_role("button", name="Next puzzle").first.tap()
    page.wait_for_function(OTHER, arg=before)
    page.locator(".lead", has_text=f"Technique: {technique}.").wait_for()


def test_what_i_miss_comes_from_my_own_games(open_page: Any, shared_server: Any) -> None:
    """A needless guess becomes a puzzle that shows the cost of the guess."""
    page = open_page("/#practice")
    page.get_by_label("What to practise").first.select_option("missed")
    playwright.expect(page.locator(".right")).to_contain_text("Finish a few games first.")
    play = """async ([form, cells]) => {
        const headers = { "Content-Type": "application/json" };
        const post = (path, body) => fetch(`/api${path}`, { method: "POST", headers,
            body: JSON.stringify(body) });
        const { id } = await (await post("/games", form)).json();
        for (const cell of cells) await post(`/games/${id}/moves`, { kind: "open", cell });
        return id;
    }"""
    game = page.evaluate(play, [{"board": MISSED}, [19, 10]])  # E4, then A3, which is a mine
    # A game on a board from a file counts as practice, but this test needs a counted game.
    with closing(sqlite3.connect(shared_server.database, timeout=60)) as database, database:
        database.execute("update games set assisted = 0 where id = ?", (game,))
    page.keyboard.press("n")
    task = page.get_by_role("region", name="Which cell is safe?")
    playwright.expect(task).to_contain_text("You guessed here. Which cell was safe?")
    playwright.expect(task).to_contain_text("Technique: subset.")
    playwright.expect(task).to_contain_text(
        re.compile(r"The guess lowered your chance of winning by \d+ points?\.")
    )
    playwright.expect(task).to_contain_text(
        re.compile(r"subset: once, which lowered your chance of winning by \d+ points?")
    )
    cell(page, "B2").click()
    playwright.expect(task).to_contain_text("Yes, B2 is safe.")
    page.keyboard.press("n")
    playwright.expect(page.locator(".right")).to_contain_text("You have solved all the positions")
