"""Deleting games and data on the page.

The page asks for confirmation once, and says what will be deleted.
"""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import go, playwright
from web.visits import judged, lose

pytestmark = pytest.mark.browser


def test_a_game_is_deleted_in_the_history_and_in_its_review(open_page: Any) -> None:
    """The player can delete a game in the history or in its review, and has to confirm it."""
    page = open_page("/#play")
    first = lose(page)
    judged(page)
    second = lose(page)
    judged(page)
    go(page, "history")
    rows = page.locator("sapper-history tbody tr")
    playwright.expect(rows).to_have_count(2)
    playwright.expect(page.locator("sapper-history")).not_to_contain_text("still being reviewed")

    def delete(answer: str) -> None:
        rows.first.get_by_role("button", name="More about this game").click()
        page.get_by_role("menuitem", name="Delete this game").click()
        dialog = page.get_by_role("dialog", name="Delete this game?")
        playwright.expect(dialog).to_contain_text("You can't undo this.")
        dialog.get_by_role("button", name=answer).click()

    delete("Keep")
    playwright.expect(page.locator("dialog[open]")).to_have_count(0)
    playwright.expect(rows).to_have_count(2)
    delete("Delete the game")
    playwright.expect(rows).to_have_count(1)
    assert page.request.get(f"{page.url.split('#')[0]}api/games/{second}").status == 404
    go(page, f"review/{first}")
    page.get_by_role("button", name="Delete this game").click()
    page.get_by_role("button", name="Delete the game").click()
    page.wait_for_url("**/#history")
    page.get_by_role("heading", name="No finished games yet.").wait_for()


def test_all_data_is_deleted_in_the_settings(open_page: Any) -> None:
    """Everything except the settings is deleted, on the server and in the browser."""
    page = open_page("/#play")
    game = lose(page)
    page.evaluate("localStorage.setItem('sapper.lessons', '[\"1.1\"]')")
    page.evaluate("async () => { (await import('/settings.js')).settings.names = false; }")
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    playwright.expect(settings).to_contain_text("The server stores your games")
    settings.get_by_role("button", name="Delete all my data").click()
    page.get_by_role("button", name="Delete everything").click()
    page.wait_for_url("**/#home")
    page.wait_for_function("() => localStorage.getItem('sapper.game') === null")
    page.get_by_role("link", name="Play Beginner").wait_for()
    assert page.request.get(f"{page.url.split('#')[0]}api/games/{game}").status == 404
    assert page.evaluate("Object.keys(localStorage)") == ["sapper.settings"]
