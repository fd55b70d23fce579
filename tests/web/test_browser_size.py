"""The laws of size in Play, and the size of cells that a player chooses for each look.

*Fit* shows every cell, nothing covers the board, and no scrollbar is there for less than a cell.
"""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import GAME, cell, middle, painted, playwright, says, sized
from web.test_browser_end import in_window, lost_toss, show_lost
from web.test_browser_space import Hints

pytestmark = pytest.mark.browser

WINDOWS = [
    *((320, 640), (360, 640), (390, 844), (560, 800), (768, 1024), (844, 390), (1024, 768)),
    *((1280, 720), (1366, 640), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440)),
]
BOARDS = [(9, 9), (16, 16), (30, 16), (16, 30), (60, 40)]

# Shows a board of a size during a game, and returns what breaks a law.
BROKEN = """async ([columns, rows, fit]) => {
    const board = document.querySelector("sapper-board");
    const room = board.closest(".room");
    board.load(columns, rows, Array(rows).fill(".".repeat(columns)));
    board.zoom(null);
    board.fit();
    if (fit) board.whole();
    room.scrollTo(0, 0);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const cells = [...board.querySelectorAll("[role=gridcell]")];
    const size = cells[0].getBoundingClientRect().width;
    const broken = [];
    const [across, down] = [room.scrollWidth - room.clientWidth,
        room.scrollHeight - room.clientHeight];
    for (const rest of [across, down]) {
        if (rest > 0 && rest < size) broken.push(`a scrollbar for ${rest} px`);
    }
    const page = document.documentElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) broken.push("scrolls");
    const seen = room.getBoundingClientRect();
    const covered = new Set();
    for (const cell of cells) {
        const box = cell.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const isIn = x > Math.max(0, seen.left) && x < Math.min(innerWidth, seen.right) &&
            y > Math.max(0, seen.top) && y < Math.min(innerHeight, seen.bottom);
        const isWhole = box.left >= seen.left - .5 && box.right <= seen.right + .5 &&
            box.top >= seen.top - .5 && box.bottom <= seen.bottom + .5 &&
            box.right <= innerWidth && box.bottom <= innerHeight;
        if (fit && !isWhole) broken.push(`${cell.ariaLabel} is cut off`);
        const top = isIn && document.elementFromPoint(x, y);
        // The names of rows and columns stay in view over a board that pans.
        if (top && top !== cell && !top.closest("sapper-board")) covered.add(top.className);
    }
    for (const name of covered) broken.push(`${name} covers cells`);
    if (!fit && size > 40 && matchMedia("(pointer: fine)").matches) broken.push(`${size} px`);
    return broken.slice(0, 3);
}"""


def begun(open_page: Any, **settings: Any) -> Any:
    """A page with a game in which a cell is open."""
    page = open_page("/#play", **settings)
    cell(page, "E5").click()
    playwright.expect(page.locator("sapper-play.begun")).to_be_visible()
    page.wait_for_load_state("networkidle")
    return page


def broken(page: Any, windows: list[tuple[int, int]]) -> dict[Any, Any]:
    found = {}
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        painted(page)
        for board in BOARDS:
            for fit in (False, True):
                at = (width, height, board, "fit" if fit else "automatic")
                found[at] = page.evaluate(BROKEN, [*board, fit])
    return {at: laws for at, laws in found.items() if laws}


def test_the_laws_of_size_with_a_mouse(open_page: Any) -> None:
    assert broken(begun(open_page), WINDOWS) == {}


def test_the_laws_of_size_on_touch_screens(open_page: Any) -> None:
    page = begun(open_page, **sized("phone"))
    assert broken(page, [window for window in WINDOWS if window[0] < 1300]) == {}


def width(page: Any) -> float:
    found: float = page.get_by_role("gridcell").first.bounding_box()["width"]
    return found


def test_the_size_of_cells_is_remembered_for_each_look(open_page: Any) -> None:
    page = open_page("/#play", **sized("laptop"))
    page.get_by_role("gridcell").first.wait_for()
    assert width(page) == 40
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert width(page) == 48
    game = page.evaluate(GAME)
    page.keyboard.press("n")
    page.wait_for_function(f"(game) => {GAME} !== game", arg=game)
    cell(page, "E5").click()
    says(page, "E5", "empty")
    page.reload()
    says(page, "E5", "empty")
    assert width(page) == 48
    page.get_by_role("button", name="Settings").click()
    sizes = page.get_by_label("Cell size in Play (for this look)")
    playwright.expect(sizes).to_have_value("48")
    page.get_by_text("Classic", exact=True).click()
    playwright.expect(sizes).to_have_value("0")
    sizes.select_option("24")
    page.get_by_role("button", name="Done").click()
    assert width(page) == 24
    page.keyboard.press("0")
    assert width(page) == 40
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Light", exact=True).click()
    page.get_by_role("button", name="Done").click()
    assert width(page) == 48


def test_a_custom_size_is_named_and_its_form_goes(open_page: Any) -> None:
    page = open_page("/#play", **sized("laptop"))
    page.get_by_role("gridcell").first.wait_for()
    levels = page.get_by_label("Level")
    levels.select_option("Custom…")
    form = page.locator("form.custom")
    form.get_by_label("Width").fill("12")
    form.get_by_label("Height").fill("7")
    form.get_by_role("spinbutton", name="Mines").fill("10")
    form.get_by_role("button", name="Set").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(84)
    playwright.expect(form).to_be_hidden()
    assert levels.evaluate("e => e.selectedOptions[0].textContent") == "12×7, 10 mines"
    page.reload()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(84)
    playwright.expect(form).to_be_hidden()


def test_a_custom_size_can_be_chosen_during_a_game(open_page: Any) -> None:
    """Where the words stand above a wide board, too. A move closes the form."""
    page = open_page("/#play", viewport={"width": 1280, "height": 720})
    page.get_by_label("Level").select_option("expert")
    page.get_by_role("gridcell").nth(479).wait_for()
    page.get_by_role("gridcell").nth(200).click()
    page.locator("sapper-play.begun").wait_for()
    page.get_by_label("Level").select_option("custom")
    width = page.locator("form.custom").get_by_label("Width")
    playwright.expect(width).to_be_visible()
    page.locator("[data-s='.']").first.click(button="right")
    playwright.expect(width).to_be_hidden()
    playwright.expect(page.get_by_label("Level")).to_have_value("expert")


def placed(page: Any) -> dict[str, Any]:
    """The size of the cells, the layout, and where the board and the words are."""
    painted(page)
    found: dict[str, Any] = page.evaluate(
        """() => {
            const edges = (selector) => {
                const found = document.querySelector(selector);
                if (!found?.checkVisibility()) return null;
                const { left, top, right, bottom } = found.getBoundingClientRect();
                return { left, top, right, bottom };
            };
            const board = document.querySelector("sapper-board");
            return {
                cell: board.cellSize, pans: board.classList.contains("pan"),
                layout: document.querySelector("sapper-play").className.split(" "),
                board: edges("sapper-board"), room: edges(".room"), words: edges(".right"),
                tools: edges(".tools"), line: edges(".saying"), sizes: edges(".sizes"),
                map: edges(".map"), status: edges(".status"),
            };
        }"""
    )
    return found


def expert(open_page: Any, size: tuple[int, int], **settings: Any) -> Any:
    screen = {"width": size[0], "height": size[1]}
    page = open_page("/#home", **{**settings, "viewport": screen})
    page.evaluate("localStorage.setItem('sapper.level', 'expert')")
    page.goto(page.url.split("#")[0] + "#play")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(480)
    page.wait_for_load_state("networkidle")
    return page


def test_space_that_is_left_goes_to_labels_and_words(open_page: Any) -> None:
    """A low window loses them before cells become smaller."""
    page = expert(open_page, (1440, 900))
    high = placed(page)
    assert (high["cell"], {"roomy", "labelled"} <= {*high["layout"]}) == (40, True)
    assert high["sizes"]["top"] >= high["board"]["bottom"]
    playwright.expect(page.get_by_role("toolbar").get_by_text("Hint")).to_be_visible()
    page.get_by_role("button", name="Larger cells").click()
    assert placed(page)["cell"] == 44
    playwright.expect(page.locator(".sizes b")).to_have_text("44")
    page.keyboard.press("0")
    for size, cell_size in {(1280, 720): 35, (1366, 768): 38}.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        low = placed(page)
        assert (low["cell"], "roomy" in low["layout"], low["sizes"]) == (cell_size, False, None)


# How many pixels of an element's content are cut off.
CUT = """(one) => {
    const shown = one.offsetWidth;
    one.style.minWidth = "max-content";
    const all = one.offsetWidth;
    one.style.minWidth = "";
    return all - shown;
}"""

# Whether the board does not scroll.
WHOLE = """() => {
    const room = document.querySelector(".room");
    return room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth;
}"""

# Whether the strip of words covers no marked cell.
UNCOVERED = """() => {
    const strip = document.querySelector(".saying").getBoundingClientRect();
    return [...document.querySelectorAll("[role=gridcell][data-m]")].every((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return bottom <= strip.top || top >= strip.bottom;
    });
}"""


def clicked(page: Any, name: str, times: int) -> list[int]:
    """Click where the control of the cell size is first, and return the sizes that it shows."""
    button = page.get_by_role("button", name=name)
    x, y = middle(button)
    page.mouse.move(x, y)
    shown = []
    for _ in range(times):
        page.mouse.click(x, y)
        painted(page)
        assert middle(button) == (x, y)
        shown.append(int(page.locator(".sizes b").inner_text()))
    return shown


@pytest.mark.parametrize("size", [(1366, 700), (1440, 900), (1920, 1080), (2560, 1440)])
def test_the_control_of_the_cell_size_stays_under_the_pointer(
    open_page: Any, size: tuple[int, int]
) -> None:
    """It moves only after it was used, and then stands under the board, even if that pans."""
    page = expert(open_page, size)
    page.keyboard.press("-")
    page.keyboard.press("+")
    larger = clicked(page, "Larger cells", 7)
    assert larger[-1] == 64
    assert larger == sorted(larger)
    smaller = clicked(page, "Smaller cells", 3)
    assert smaller == sorted(smaller, reverse=True)
    assert smaller[-1] <= 52
    playwright.expect(page.locator("sapper-play.begun")).to_have_count(0)
    page.mouse.move(1, 1)
    after = placed(page)
    room, sizes = after["room"], after["sizes"]
    assert room["bottom"] <= sizes["top"] < sizes["bottom"] <= size[1]
    assert sizes["right"] == pytest.approx(min(room["right"], after["board"]["right"]), abs=1)
    page.keyboard.press("0")
    page.get_by_label("Level").select_option("beginner")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    small = placed(page)
    assert small["sizes"]["right"] == pytest.approx(small["board"]["right"], abs=1)


def test_a_chosen_size_has_no_scrollbar_for_less_than_a_cell(open_page: Any) -> None:
    page = expert(open_page, (1280, 720))
    for _ in range(12):
        page.keyboard.press("-")
    for _ in range(12):
        rest = page.locator(".room").evaluate(
            "(e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
        )
        cells = placed(page)["cell"]
        assert all(each <= 0 or each >= cells for each in rest), (cells, rest)
        page.keyboard.press("+")
    assert cells == 64


def test_a_lying_phone_gives_a_wide_board_all_its_height(open_page: Any) -> None:
    """There are only icons at its sides, and no sentence. Cells under 20 pixels pan."""
    page = expert(open_page, (844, 390), **sized("phone"))
    lying = placed(page)
    assert (lying["cell"], lying["pans"]) == (24, False)
    assert lying["board"]["bottom"] - lying["board"]["top"] > 384
    assert (lying["words"], lying["line"]) == (None, None)
    assert lying["board"]["right"] <= lying["tools"]["left"]
    dig = page.get_by_role("button", name="Dig", exact=True).bounding_box()
    assert dig["y"] + dig["height"] > 370
    switch = page.get_by_role("switch", name="No guess")
    playwright.expect(switch).to_be_attached()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="May I guess?").click()
    # Words appear in a strip over the board, which can be closed.
    playwright.expect(page.locator(".saying")).to_contain_text("first")
    page.get_by_role("button", name="Close", exact=True).click()
    playwright.expect(page.locator(".saying")).to_be_hidden()
    page.set_viewport_size({"width": 667, "height": 375})
    small = placed(page)
    assert (small["cell"], small["pans"]) == (28, True)
    assert small["map"]["right"] <= small["room"]["left"]
    page.get_by_label("Level").select_option("beginner")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    assert "wide" not in placed(page)["layout"]


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844), (844, 390)])
def test_a_phone_names_the_level_of_a_practice_game(open_page: Any, size: tuple[int, int]) -> None:
    page = expert(open_page, size, **sized("phone"))
    page.get_by_label("Level").select_option("beginner")
    playwright.expect(page.get_by_role("gridcell")).to_have_count(81)
    cell(page, "E5").tap()
    playwright.expect(page.locator("sapper-play.begun")).to_be_visible()
    page.evaluate("async () => { (await import('/settings.js')).settings.askHelp = false; }")
    page.get_by_role("button", name="Hint", exact=True).tap()
    tag = page.locator(".tag")
    playwright.expect(tag).to_have_text("practice")
    level = page.get_by_label("Level")
    assert level.evaluate(CUT) == tag.evaluate(CUT) == 0


@pytest.mark.parametrize("size", [(390, 844), (768, 1024)])
def test_fit_shows_every_cell_above_a_hint(open_page: Any, size: tuple[int, int]) -> None:
    """When the hint is closed, the cells are as large as they can be."""
    page = expert(open_page, size, **sized("phone"))
    hints = Hints(page, ".say")
    page.get_by_role("gridcell").first.tap()
    playwright.expect(page.locator("sapper-play.begun")).to_be_visible()
    page.keyboard.press("0")
    whole = placed(page)["cell"]
    page.evaluate("async () => { (await import('/settings.js')).settings.askHelp = false; }")
    for fits_again in (False, True):
        hints.show("B2", "C3")
        if fits_again:
            page.keyboard.press("0")
        page.wait_for_function(WHOLE)
        assert 8 <= placed(page)["cell"] < whole
        page.keyboard.press("Escape")
        page.wait_for_function(
            "(size) => document.querySelector('sapper-board').cellSize === size", arg=whole
        )


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (568, 320)])
def test_a_hint_on_a_lying_phone_is_read_over_cells_without_a_mark(
    open_page: Any, size: tuple[int, int]
) -> None:
    """Wherever the hint is, the strip with its words covers none of its marks."""
    page = expert(open_page, size, **sized("phone"))
    hints = Hints(page)
    cell(page, "A1").tap()
    playwright.expect(page.locator("sapper-play.begun")).to_be_visible()
    strip = page.locator(".saying")
    playwright.expect(strip).to_be_hidden()
    page.evaluate("async () => { (await import('/settings.js')).settings.askHelp = false; }")
    for clues in [("B2", "C3"), ("C15", "D16"), ("B2", "B3", "B15")]:
        hints.show(*clues)
        playwright.expect(strip).to_be_visible()
        playwright.expect(strip).to_contain_text("Step 1.")
        for _ in clues:
            painted(page)
            page.wait_for_function(UNCOVERED)
            page.get_by_role("button", name="Read on").click()
        page.get_by_role("button", name="Close", exact=True).click()
        playwright.expect(strip).to_be_hidden()
        playwright.expect(page.locator("sapper-board [data-m]")).to_have_count(0)
    hints.show("C15", "D16")
    playwright.expect(strip).to_be_visible()
    cell(page, "P1").tap()
    playwright.expect(strip).to_be_hidden()


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (568, 320)])
def test_the_end_of_a_wide_board_fits_a_lying_phone(open_page: Any, size: tuple[int, int]) -> None:
    """The status stands above the board, and the words next to it. Nothing is cut off."""
    screen = {**sized("phone"), "viewport": {"width": size[0], "height": size[1]}}
    page = show_lost(open_page, *lost_toss("expert", 1), **screen)
    in_window(page, "sapper-board", ".which > *", ".tell h2", ".tell > .acts > *")
    ended = placed(page)
    status, board, words = (ended[name] for name in ("status", "board", "words"))
    assert status["bottom"] <= board["top"]
    assert max(status["right"], board["right"]) <= words["left"]
    assert ended["cell"] >= {844: 19, 667: 13, 568: 10}[size[0]]
    assert page.get_by_label("Level").evaluate(CUT) == 0
    assert page.locator(".right").evaluate("(e) => e.scrollWidth - e.clientWidth") == 0


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (768, 1024)])
def test_before_the_first_tap_words_hide_no_row(open_page: Any, size: tuple[int, int]) -> None:
    page = expert(open_page, size, **sized("phone"))
    before = placed(page)
    assert before["words"]["top"] >= before["room"]["bottom"]
    words = page.get_by_text("Start anywhere. The first cell opens an area.")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    box, bar = words.bounding_box(), page.get_by_role("toolbar").bounding_box()
    assert box["y"] + box["height"] <= bar["y"]
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("gridcell").first.tap()
    playwright.expect(page.locator("sapper-play.begun")).to_be_visible()
    after = placed(page)
    for name in ("cell", "room", "board", "map"):
        assert after[name] == before[name]
    assert (after["map"] is None) == (size[0] == 768)
