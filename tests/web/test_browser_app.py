"""The page around the views: links, keys, menus, looks, and loading."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sapper.page.files import STATIC
from web.browsing import BLANK, BOARD, TOAST, cell, lasting, open_board, pick, playwright

TEXT = {".js", ".html"}

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("analyse/%", "is not a level"),
        ("analyse/9x9x10%2Fopen!abc", "Line 2 of the position has 3 cells"),
        ("watch/%E0%A4%A", "This link is incomplete"),
        ("watch/expert!12!nobody", "This link is incomplete"),
        ("play/no-such-game", "No such shared board."),
        ("play/x", "This link is incomplete"),
    ],
)
def test_the_page_says_what_is_wrong_with_a_link_that_was_cut(
    open_page: Any, link: str, words: str
) -> None:
    """One line says what is wrong with the link, and the view still works."""
    page = open_page(BLANK)
    lasting(page, TOAST)
    page.goto(page.url.removesuffix(BLANK) + f"/#{link}")
    playwright.expect(page.get_by_role("alert")).to_contain_text(words)
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)


def test_a_review_of_no_game_says_so(open_page: Any) -> None:
    """A malformed or unknown game id is explained in plain words."""
    for name in ("zzz", "zzzzzzzzzzzz"):
        page = open_page(f"/#review/{name}")
        alert = page.get_by_role("alert")
        playwright.expect(alert).to_contain_text("There is no such game.")
        playwright.expect(page.locator("sapper-board")).to_have_count(0)
        assert alert.bounding_box()["x"] < 640, "it is not at the right"


@pytest.mark.parametrize("link", ["room/zz", "rush/zz", "practice/rush/zz"])
def test_an_address_of_nothing_is_explained_in_plain_words(open_page: Any, link: str) -> None:
    """The page explains a bad address in a sentence, without the pattern that ids must match."""
    page = open_page(BLANK)
    lasting(page, TOAST)
    page.goto(page.url.removesuffix(BLANK) + f"/#{link}")
    said = page.get_by_text("There is nothing at this address: it may be incomplete.")
    playwright.expect(said).to_be_visible()
    if link.startswith("practice"):
        page.get_by_role("gridcell").first.wait_for()


def test_what_a_person_mistypes_is_not_a_program_error(open_page: Any) -> None:
    """An impossible level, an unreadable board or a bad name leaves no error in the console."""
    page = open_page("/#play", refused=5)
    lasting(page, TOAST)
    page.get_by_role("gridcell").nth(80).wait_for()
    page.get_by_label("Level").select_option("custom")
    for name, value in {"Width": "9", "Height": "9", "Mines": "90"}.items():
        page.get_by_label(name, exact=True).fill(value)
    page.get_by_role("button", name="Set", exact=True).click()
    playwright.expect(page.locator(".custom input:invalid")).to_have_value("90")
    page.get_by_label("Mines", exact=True).fill("77")  # every cell except those in one corner
    playwright.expect(page.locator(".custom input:invalid")).to_have_count(0)
    page.get_by_role("button", name="More").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Open a board…").click()
    file = {"name": "board.txt", "mimeType": "text/plain", "buffer": b"4x1x9/any\n**..\n"}
    chooser.value.set_files(file)
    playwright.expect(page.get_by_role("alert").last).to_contain_text("is not possible")


def test_open_settings_follow_another_tab(open_page: Any) -> None:
    """Changing a setting in one tab also changes it in the open dialog of another tab."""
    page = open_page("/#home")
    other = page.context.new_page()
    other.goto(page.url)
    for one in (page, other):
        one.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Question marks").check()
    playwright.expect(other.get_by_role("checkbox", name="Question marks")).to_be_checked()


def test_downloads_are_offered_when_they_exist(open_page: Any) -> None:
    """The position can be downloaded at any time, the record only when the game is over."""
    page = open_page("/#play")
    open_board(page, BOARD)

    def offered() -> list[str]:
        page.get_by_role("button", name="More").click()
        items = page.get_by_role("menuitem").all_inner_texts()
        page.keyboard.press("Escape")
        return [item for item in items if item.startswith("Download")]

    assert offered() == ["Download position"]
    cell(page, "A1").click()
    page.get_by_role("region", name="Result").wait_for()
    assert "Download record" in offered()


def test_a_double_click_on_start_does_not_stop_a_measurement(open_page: Any) -> None:
    """Double-clicking Measure doesn't press the stop button that appears under the mouse."""
    page = open_page("/#lab")
    page.get_by_role("button", name="Measure", exact=True).dblclick()
    playwright.expect(page.locator(".measured h2")).not_to_be_empty()
    playwright.expect(page.locator(".underway")).not_to_contain_text("Stopped")


def test_only_one_region_is_announced() -> None:
    """Views announce with say(). A second live region would make screen readers repeat the text."""
    live = re.compile(r'aria-live|role: "(status|log)"|role="(status|log)"')
    texts = {path.name: path.read_text() for path in STATIC.glob("*.*") if path.suffix in TEXT}
    assert [name for name, text in texts.items() if live.search(text)] == ["index.html"]


def test_an_unknown_address_answers_a_person_with_a_page(open_page: Any) -> None:
    """For an unknown address, browsers get a page, but programs and API requests get JSON."""
    page = open_page("/no/such/page")
    playwright.expect(page.get_by_role("heading")).to_have_text("Page not found")
    page.get_by_role("link", name="Go to the home page").click()
    playwright.expect(page.get_by_role("heading", level=1)).to_contain_text("tells you why")
    for path, accept in (("/no/such/page", "*/*"), ("/api/nothing", "text/html")):
        address = page.url.split("#")[0].rstrip("/") + path
        answer = page.request.get(address, headers={"Accept": accept})
        nothing = {"detail": "there is nothing at this address"}
        assert (answer.status, answer.json()) == (404, nothing)


def test_the_skip_link_keeps_the_view_over_a_reload(open_page: Any) -> None:
    """The skip link moves the focus to the board without changing the address."""
    page = open_page("/#play")
    page.get_by_role("gridcell").first.wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    assert page.url.endswith("#play")
    page.reload()
    page.get_by_role("gridcell").first.wait_for()


def test_the_menu_is_walked_with_arrows(open_page: Any) -> None:
    """Up and Down wrap around, Home and End jump to the ends, and Escape closes the menu."""
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


def test_looks(open_page: Any, picture: Any) -> None:
    """The look follows the system until the player chooses one. A reload keeps the choice."""
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
        pick(page, look)
        page.get_by_role("button", name="Done").click()
        picture(page, look.lower().replace(" ", "-"))
    page.reload()
    page.locator("[data-s='0']").first.wait_for()
    assert page.evaluate(background) == "rgb(0, 0, 0)"


def test_digits_have_contrast_in_every_look(open_page: Any) -> None:
    """Each digit has a contrast of at least 4.5 to 1 (WCAG AA) against its cell in every look."""
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
    """With reduced motion, the agent on Home does not step by itself. Sound is off by default."""
    page = open_page(reduced_motion="reduce")
    playwright.expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    playwright.expect(page.get_by_role("checkbox", name="Sound")).not_to_be_checked()


def test_nothing_is_loaded_from_elsewhere(open_page: Any, shared_server: Any) -> None:
    """All requests go to the server itself, and the first page is small."""
    page = open_page()
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_load_state("networkidle")  # a reload would drop pending answers
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    page.reload()
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_load_state("networkidle")
    sizes = [one.request.sizes() for one in answers if "/api/" not in one.url]
    # responseBodySize is the compressed size.
    assert 10_000 < sum(one["responseBodySize"] for one in sizes) < 75_000
    for view in ("play", "watch", "analyse", "history"):
        page.goto(f"{shared_server.url}/#{view}")
        page.locator(f"sapper-{view} > *").first.wait_for()
    assert all(one.url.startswith(shared_server.url) for one in answers)
