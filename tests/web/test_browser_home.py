"""Home and the navigation: the buttons do what they say."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import GAME, cell, game_on_show, go, painted, playwright, says

pytestmark = pytest.mark.browser


def test_the_button_starts_the_chosen_level_and_keeps_the_other_game(open_page: Any) -> None:
    """Home starts the chosen level, but still offers to continue the unfinished game."""
    page = open_page("/#home")
    resume = page.get_by_role("link", name="Continue Beginner")
    page.get_by_role("link", name="Play Beginner").click()
    page.wait_for_function(f"() => {GAME}")  # from now on, the board accepts clicks
    cell(page, "A1").click()
    playwright.expect(cell(page, "A1")).not_to_have_attribute("aria-label", "A1 hidden")
    first = game_on_show(page)
    go(page, "home")
    playwright.expect(resume).to_be_visible()
    page.get_by_text("Expert", exact=True).click()
    page.get_by_role("link", name="Play Expert").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    page.wait_for_function(f"(first) => {GAME} !== first", arg=first["id"])
    assert game_on_show(page)["level"].startswith("30x16x99")
    go(page, "home")  # the second game has no move yet
    resume.click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    assert game_on_show(page)["rows"] == first["rows"]
    go(page, "home")
    page.get_by_text("Beginner", exact=True).click()
    page.get_by_role("link", name="Play Beginner").click()
    page.wait_for_function(f"(first) => {GAME} !== first", arg=first["id"])
    says(page, "A1", "hidden")


def test_a_newcomer_is_not_offered_a_game(open_page: Any) -> None:
    """A new player sees no "Continue" link, and the page doesn't request their games."""
    asked: list[str] = []
    page = open_page("/demo.json")
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page.url.replace("demo.json", "#home"))
    page.locator(".live .voice:not(:empty)").wait_for()
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if url.endswith("/api/games")]
    playwright.expect(page.get_by_role("link", name="Continue")).to_have_count(0)
    links = page.locator(".ways li").nth(1).get_by_role("link")
    assert [link.get_attribute("href") for link in links.all()] == ["#learn", "#watch", "#analyse"]


def test_learn_opens_at_the_first_lesson(open_page: Any) -> None:
    """Learn opens the first lesson. The last entry of the navigation is Lab."""
    page = open_page("/#learn")
    page.locator("sapper-lessons > *").first.wait_for()
    assert page.url.endswith("#lessons/1")
    links = page.get_by_role("navigation", name="Views").get_by_role("link")
    assert links.all_inner_texts() == ["Play", "Learn", "Analyse", "History", "Lab"]
    marked = page.get_by_role("navigation", name="Views").locator("[aria-current]")
    playwright.expect(marked).to_have_text("Learn")


def test_the_api_is_found_in_the_lab_and_not_in_the_settings(open_page: Any) -> None:
    """The Lab view links to the API page, but the settings don't."""
    page = open_page("/#lab")
    link = page.get_by_role("link", name="The API behind this page")
    playwright.expect(link).to_have_attribute("href", "/api.html")
    page.get_by_role("button", name="Settings").click()
    playwright.expect(page.locator("#settings a")).to_have_count(0)


# Names of levels and buttons that don't fit into their boxes or break within a word.
CUT = """() => {
    const words = [...document.querySelectorAll(".levels b, .levels small, .go, .ways p, h1")];
    const shown = words.filter((one) => one.checkVisibility());
    return shown.filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const text = range.getBoundingClientRect();
        const box = one.closest(".levels label, .go, .ways li, h1").getBoundingClientRect();
        const lines = one.matches(".levels b") && range.getClientRects().length > 1;
        return lines || text.left < box.left - 1 || text.right > box.right + 1
            || box.right > innerWidth || text.bottom > box.bottom + 1;
    }).map((one) => one.textContent);
}"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_nothing_on_home_is_cut_off(open_page: Any, locale: str) -> None:
    """Text fits on phones and at 200% zoom, with or without a game to continue."""
    page = open_page("/#home", locale=locale)
    nothing_is_cut_off(page, choices=4)
    page.evaluate(
        """async () => {
            const headers = { "Content-Type": "application/json" };
            const post = async (path, body) => (await fetch(`/api${path}`,
                { method: "POST", headers, body: JSON.stringify(body) })).json();
            const { id } = await post("/games", { level: "intermediate" });
            await post(`/games/${id}/moves`, { kind: "open", cell: 0 });
            localStorage.setItem("sapper.game", id);
        }"""
    )
    page.reload()
    page.locator(".go.other").wait_for()
    nothing_is_cut_off(page, choices=3)  # today's board is shown separately


def nothing_is_cut_off(page: Any, choices: int) -> None:
    """Assert that Home offers this number of choices, and that text fits at each tested size."""
    playwright.expect(page.locator(".levels label")).to_have_count(choices)
    for width, height in ((720, 450), (640, 360), (320, 640), (390, 844), (820, 1180), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        painted(page)
        assert page.evaluate(CUT) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
