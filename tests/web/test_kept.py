"""The page works even if the browser's storage is forbidden, full or damaged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.browsing import playwright

pytestmark = pytest.mark.browser

VIEWS = ["home", "play", "watch", "analyse", "history"]

FORBIDDEN = """
Object.defineProperty(window, "localStorage", {
    configurable: true,
    get() { throw new DOMException("Access is denied", "SecurityError"); },
});
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""

DAMAGED = ["{", "null", "[]", '"text"', "7", '{"__proto__": 1}', "", "%!x", "1x1x1!...!."]
WRONG = {
    "settings": '{"language": "constructor", "look": 7, "press": "x", "names": null, "a": 1}',
    "watch": '{"level": 5, "agents": "rules", "seed": "x"}',
    "questions": '{"game": 3, "cells": 5}',
    "level": "constructor",
    "game": "__proto__",
    "position": "4x2x1!....!...!",
}
KEYS = ["settings", "level", "game", "questions", "watch", "position", "large"]


def works(page: Any, view: str) -> None:
    """Assert that the view is shown, including the parts its script adds."""
    heading = page.locator("main h1")
    playwright.expect(heading).to_be_attached()
    if view == "play":
        playwright.expect(page.get_by_role("gridcell").first).to_be_attached()


@pytest.mark.parametrize("view", VIEWS)
def test_damaged_memory_is_forgotten(
    open_page: Callable[..., Any], shared_server: Any, view: str
) -> None:
    """The view opens without an error for every invalid value of every stored key."""
    page = open_page("/#home")
    for number, damage in enumerate([*DAMAGED, None]):
        kept = {key: WRONG.get(key, "1") if damage is None else damage for key in KEYS}
        page.evaluate(
            "kept => Object.entries(kept).forEach(([key, value]) => "
            "localStorage.setItem(`sapper.${key}`, value))",
            kept,
        )
        page.goto(f"{shared_server.url}/?{number}#{view}")
        works(page, view)


@pytest.mark.parametrize("trouble", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_without_storage_views_open_and_a_game_can_be_played(
    open_page: Callable[..., Any], shared_server: Any, trouble: str
) -> None:
    page = open_page("/api.html")
    page.add_init_script(trouble)
    for view in VIEWS:
        page.goto(f"{shared_server.url}/?{view}#{view}")
        works(page, view)
    page.goto(f"{shared_server.url}/?#play")
    cell = page.get_by_role("gridcell").nth(40)
    cell.click()
    playwright.expect(cell).to_have_attribute("data-s", "0")


@pytest.mark.parametrize(
    "link",
    [
        "__proto__",
        "constructor",
        "toString/x",
        "play/__proto__",
        "watch/__proto__",
        "analyse/__proto__",
    ],
)
def test_links_that_name_what_every_object_has(open_page: Callable[..., Any], link: str) -> None:
    """A view is still shown if a link contains a name such as `__proto__`."""
    page = open_page(f"/#{link}")
    view = link.split("/")[0]
    works(page, view if view in VIEWS else "home")
