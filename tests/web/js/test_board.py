"""board.js with real keys, a real mouse and fingers, and a layout.

tests/page/board.test.js tests everything that needs none of them.
"""

from __future__ import annotations

from typing import Any

import pytest

from sapper.core.grid import Grid
from web.browsing import Touch, middle
from web.modules import anew

# Adds a board to the page. `acts` records the actions that the board requests, and `drawn` counts
# redraws.
MOUNT = """async ([rows, mode, styled]) => {
    await import("/board.js");
    if (styled) {
        const sheet = document.createElement("link");
        Object.assign(sheet, { rel: "stylesheet", href: "/style.css" });
        document.body.append(sheet);
        await new Promise((done) => (sheet.onload = done));
    }
    const room = document.createElement("div");
    room.className = "room";
    window.board = document.createElement("sapper-board");
    if (mode) board.setAttribute("mode", mode);
    room.append(board);
    document.getElementById("main").append(room);
    window.acts = [];
    window.points = [];
    window.drawn = 0;
    board.addEventListener("act", ({ detail }) => acts.push([detail.kind, detail.cell]));
    board.addEventListener("done", () => acts.push(["done"]));
    board.addEventListener("point", ({ detail }) => points.push(detail.cell));
    board.addEventListener("drawn", () => drawn++);
    board.load(rows[0].length, rows.length, rows);
    window.cell = (index) =>
        [...board.querySelectorAll("[role=gridcell]")].find((one) => one.index === index);
    window.labels = () => [...board.querySelectorAll("[role=row]")].map((row) =>
        [...row.querySelectorAll("[role=gridcell]")].map((one) => one.ariaLabel));
    window.classed = (name) => [...board.querySelectorAll("." + name)].map((one) => one.index);
}"""


def mount(page: Any, rows: list[str], mode: str | None = None, styled: bool = False) -> Any:
    page.evaluate(MOUNT, [rows, mode, styled])
    return page


def cell(page: Any, index: int) -> Any:
    return page.evaluate_handle("(index) => cell(index)", index).as_element()


def test_only_what_changes_is_drawn(page: Any) -> None:
    """A move redraws only the cells that change. Repeating the move redraws nothing."""
    mount(page, ["....", "...."])
    page.evaluate(
        """() => {
            window.changed = new Set();
            new MutationObserver((all) => all.forEach(({ target }) =>
                changed.add((target.index ?? target.parentElement?.index)))).observe(board,
                    { subtree: true, attributes: true, childList: true, characterData: true });
            drawn = 0;
            board.set([1, 6, 7], "12.", 1);
        }"""
    )
    assert page.evaluate("[[...changed].sort(), drawn]") == [[1, 6], 1]
    assert page.evaluate("labels()") == [
        ["A1 hidden", "B1 1", "C1 hidden", "D1 hidden"],
        ["A2 hidden", "B2 hidden", "C2 2", "D2 hidden"],
    ]
    assert page.evaluate("board.rows") == [".1..", "..2."]
    page.evaluate("changed.clear(); board.set([1, 6], '12')")
    assert page.evaluate("[[...changed], drawn]") == [[], 1]
    page.evaluate("board.set([6], '.')")  # undo the change
    assert page.evaluate("[cell(6).ariaLabel, cell(6).textContent]") == ["C2 hidden", ""]


# -- by keyboard --------------------------------------------------------------------------------


def walked(page: Any, keys: list[str]) -> list[int]:
    """The focused cell after each key press."""
    found = []
    for key in keys:
        page.keyboard.press(key)
        found.append(page.evaluate("document.activeElement.index"))
        assert page.evaluate("board.focusedCell") == found[-1]
    assert page.evaluate("board.querySelectorAll('[tabindex=\"0\"]').length") == 1
    return found


def test_arrows_go_where_they_point_and_stop_at_the_edge(page: Any) -> None:
    """Home and End move along the row, Page Up and Page Down along the column."""
    mount(page, ["....", "....", "...."])
    page.evaluate("board.focusOn(0)")
    assert walked(page, ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]) == [0, 0, 1, 5]
    assert walked(page, ["End", "ArrowRight", "PageDown", "ArrowDown"]) == [7, 7, 11, 11]
    assert walked(page, ["Home", "PageUp", "Control+End", "Control+Home"]) == [8, 0, 11, 0]
    assert page.evaluate("points.at(-1)") == 0, "what is focused is pointed at"


def test_focus_and_click_without_a_mouse(page: Any) -> None:
    """Assistive technology calls focus() and click(), which must act on the right cell."""
    mount(page, ["1.."], "play")
    page.evaluate("cell(2).focus(); cell(2).click(); cell(0).click()")
    assert page.evaluate("[acts, board.focusedCell]") == [[["open", 2], ["chord", 0]], 0]
    page.evaluate("board.setAttribute('mode', 'look'); acts = []; cell(2).click()")
    assert page.evaluate("acts") == []


# -- by mouse -----------------------------------------------------------------------------------


def test_press_shows_release_acts(page: Any) -> None:
    """The cell under the pointer looks pressed. Releasing the button off the board does nothing."""
    mount(page, ["....", "...."], "play", styled=True)
    cell(page, 1).hover()
    page.mouse.down()
    assert page.evaluate("[classed('pressed'), acts, board.pressing]") == [[1], [], True]
    cell(page, 2).hover()
    assert page.evaluate("classed('pressed')") == [2]
    page.mouse.up()
    # The cell looks pressed until the server answers.
    assert page.evaluate("[classed('pressed'), acts, board.pressing]") == [
        [2],
        [["open", 2]],
        False,
    ]
    page.evaluate("board.settle()")
    assert page.evaluate("classed('pressed')") == []
    page.mouse.down()
    page.mouse.move(900, 800)
    assert page.evaluate("classed('pressed')") == []
    page.mouse.up()
    assert page.evaluate("acts") == [["open", 2]]


def test_painting_follows_the_pointer(page: Any) -> None:
    """Dragging with either button paints each cell once, and ends with the event `done`."""
    mount(page, ["....", "...."], "paint", styled=True)
    for button, brush in (("left", "open"), ("right", "flag")):
        page.evaluate("acts = []")
        cell(page, 0).hover()
        page.mouse.down(button=button)
        cell(page, 1).hover()
        cell(page, 5).hover()
        page.mouse.up(button=button)
        assert page.evaluate("acts") == [[brush, 0], [brush, 1], [brush, 5], ["done"]]


def test_the_pointer_is_reported_once_per_cell(page: Any) -> None:
    """The board reports each cell under the pointer once, and null when the pointer leaves."""
    mount(page, ["..", ".."], "look", styled=True)
    for index in (0, 0, 3):
        cell(page, index).hover()
    page.mouse.move(900, 800)
    assert page.evaluate("[points, acts]") == [[0, 3, None], []]


# -- by touch -----------------------------------------------------------------------------------


def test_taps_dig_and_the_switch_flags(fresh: Any) -> None:
    # A tap on a busy machine must not become a long press.
    fresh.evaluate("localStorage.setItem('sapper.settings', '{\"press\": 60000}')")
    mount(fresh, ["1...", "...."], "play", styled=True)
    touch = Touch(fresh)

    def tap(index: int) -> Any:
        fresh.evaluate("acts = []")
        touch("touchStart", middle(cell(fresh, index)))
        touch("touchEnd")
        return fresh.evaluate("acts")

    assert tap(2) == [["open", 2]]
    assert tap(0) == [["chord", 0]]
    fresh.evaluate("board.flagging = true")
    assert tap(2) == [["flag", 2]]
    assert tap(0) == [["chord", 0]]
    fresh.evaluate("board.fresh = true")
    assert tap(2) == [["open", 2]]
    fresh.evaluate("async () => { (await import('/settings.js')).settings.firstTapOpens = false; }")
    assert tap(2) == [["flag", 2]]
    touch("touchStart", middle(cell(fresh, 2)))
    touch("touchMove", middle(cell(fresh, 6)))
    fresh.evaluate("acts = []")
    touch("touchEnd")
    assert fresh.evaluate("[acts, classed('pressed'), classed('holding')]") == [[], [], []]
    anew(fresh)


def test_two_fingers_zoom(page: Any) -> None:
    """Cells grow with the distance between two fingers, within limits."""
    mount(page, ["....", "...."], "play", styled=True)
    page.evaluate("board.zoom(20)")
    assert page.evaluate("board.cellSize") == 20
    touch = Touch(page)
    x, y = middle(cell(page, 1))
    touch("touchStart", (x - 10, y), (x + 10, y))
    touch("touchMove", (x - 20, y), (x + 20, y))
    assert page.evaluate("board.cellSize") == 40
    touch("touchMove", (x - 200, y), (x + 200, y))
    assert page.evaluate("board.cellSize") == 96
    touch("touchMove", (x - 1, y), (x + 1, y))
    assert page.evaluate("board.cellSize") == 12
    touch("touchEnd")
    assert page.evaluate("[acts, board.style.getPropertyValue('--cell')]") == [[], "12px"]
    assert page.evaluate("document.querySelector('.room').classList.contains('pans')") is True
    page.evaluate("board.zoom(null)")
    assert page.evaluate("board.style.getPropertyValue('--cell')") == ""


# -- turned -------------------------------------------------------------------------------------


@pytest.fixture
def upright(page: Any) -> Any:
    """A page on a screen that is taller than it is wide."""
    page.set_viewport_size({"width": 390, "height": 844})
    yield page
    page.set_viewport_size({"width": 1280, "height": 860})


def test_a_wide_board_is_turned_on_an_upright_screen(upright: Any) -> None:
    """A turned board keeps the names of its cells, and arrow keys follow the screen."""
    mount(upright, ["." * 30] * 4, "play", styled=True)
    grid = Grid(30, 4)
    names = [[f"{grid.name(y * 30 + x)} hidden" for y in range(4)] for x in range(30)]
    assert upright.evaluate("[board.turned, labels()]") == [True, names]
    assert upright.evaluate(
        "[board.getAttribute('aria-rowcount'), board.getAttribute('aria-colcount')]"
    ) == ["30", "4"]
    heads = upright.evaluate(
        "[...board.querySelectorAll('.heads > .head')].map((e) => e.textContent)"
    )
    assert heads == ["", "1", "2", "3", "4"]
    upright.evaluate("board.focusOn(0)")
    keys = ["ArrowDown", "ArrowRight", "End", "PageDown", "Control+End", "Home"]
    assert walked(upright, keys) == [1, 31, 91, 119, 119, 29]
    before = upright.evaluate("drawn")
    upright.set_viewport_size({"width": 1280, "height": 860})
    upright.wait_for_function("!board.turned")
    assert upright.evaluate("[labels().length, drawn, board.focusedCell]") == [4, before + 1, 29]


def test_an_upright_or_fixed_board_is_not_turned(upright: Any) -> None:
    """A board is turned only if that makes it larger and it lacks the attribute `fixed`."""
    mount(upright, ["." * 4] * 30, styled=True)
    assert upright.evaluate("board.turned") is False
    upright.evaluate(
        "board.setAttribute('fixed', ''); board.load(30, 4, Array(4).fill('.'.repeat(30)))"
    )
    assert upright.evaluate("board.turned") is False


# -- scrolling ----------------------------------------------------------------------------------


def test_cells_are_brought_into_view(page: Any) -> None:
    """Cells are scrolled to where the row and column headings don't cover them."""
    page.emulate_media(reduced_motion="reduce")
    mount(page, ["." * 40] * 30, "play", styled=True)
    page.evaluate(
        """() => {
            const room = document.querySelector(".room");
            Object.assign(room.style, { width: "400px", height: "300px", overflow: "auto" });
            board.zoom(30);
        }"""
    )
    seen = """(names) => names.every((name) => {
        const room = document.querySelector(".room").getBoundingClientRect();
        const head = board.querySelector(".heads").offsetHeight;
        const side = board.querySelector("[role=row] > .head").offsetWidth;
        const box = cell(board.named(name)).getBoundingClientRect();
        return box.left >= room.left + side - 1 && box.right <= room.right + 1
            && box.top >= room.top + head - 1 && box.bottom <= room.bottom + 1;
    })"""
    for names in (["AN30"], ["A1"], ["T15", "V17"], ["B30"]):
        page.evaluate("(names) => board.reveal(names)", names)
        page.wait_for_function(seen, arg=names)
    where = page.evaluate("document.querySelector('.room').scrollLeft")
    page.evaluate("board.reveal(['B30']); board.reveal([]); board.reveal(['ZZ99'])")
    assert page.evaluate("document.querySelector('.room').scrollLeft") == where
    page.emulate_media(reduced_motion="no-preference")
