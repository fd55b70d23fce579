"""board.js: what the accessible grid shows and announces, and how mouse, touch and keys work."""

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
# B1 is given as safe, and A2 has a flag.
ROWS = ["1+.0", "F2.8"]


def mount(page: Any, rows: list[str], mode: str | None = None, styled: bool = False) -> Any:
    page.evaluate(MOUNT, [rows, mode, styled])
    return page


def cell(page: Any, index: int) -> Any:
    return page.evaluate_handle("(index) => cell(index)", index).as_element()


# -- content ------------------------------------------------------------------------------------


def test_every_cell_says_its_name_and_what_it_is(page: Any) -> None:
    mount(page, [".F+*XW012345678"])
    states = ["hidden", "flagged", "given as safe", "mine", "exploded mine", "wrong flag", "empty"]
    grid = Grid(15, 1)
    assert page.evaluate("labels()") == [
        [f"{grid.name(i)} {state}" for i, state in enumerate([*states, *"12345678"])]
    ]
    shown = page.evaluate("[...Array(15).keys()].map((i) => cell(i).textContent)")
    assert shown == [*[""] * 7, *"12345678"]


def test_a_german_board_speaks_german(german: Any) -> None:
    """Labels are in the page's language, but cells have the same names in every language."""
    mount(german, ROWS)
    assert german.evaluate("labels()") == [
        ["A1 1", "B1 als sicher vorgegeben", "C1 verdeckt", "D1 leer"],
        ["A2 mit Flagge", "B2 2", "C2 verdeckt", "D2 8"],
    ]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (30, 2), (1, 100), (100, 1)])
def test_a_grid_of_rows_with_heads(page: Any, width: int, height: int) -> None:
    """The grid states its size, names its rows and columns, and has one tab stop."""
    mount(page, ["." * width] * height)
    grid = Grid(width, height)
    counts = page.evaluate(
        "['role', 'aria-rowcount', 'aria-colcount'].map((k) => board.getAttribute(k))"
    )
    assert counts == ["grid", str(height), str(width)]
    names = [[f"{grid.name(y * width + x)} hidden" for x in range(width)] for y in range(height)]
    assert page.evaluate("labels()") == names
    heads = page.evaluate("[...board.querySelectorAll('.heads > .head')].map((e) => e.textContent)")
    assert heads == ["", *(grid.name(x)[:-1] for x in range(width))]
    sides = page.evaluate(
        "[...board.querySelectorAll('[role=row] > .head')].map((e) => e.textContent)"
    )
    assert sides == [str(y + 1) for y in range(height)]
    assert page.evaluate("board.querySelectorAll('[tabindex=\"0\"]').length") == 1
    assert page.evaluate("board.focusedCell") == 0


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


def test_another_board_of_the_same_size_leaves_nothing_behind(page: Any) -> None:
    mount(page, ["...", "..."])
    page.evaluate(
        "board.mark({ safe: [1] }); board.overlay([0, 1, 0.5, null, null, null]);"
        "board.question(4, true); board.question(5, true); board.load(3, 2, ['1..', '..0'])"
    )
    assert page.evaluate("board.querySelectorAll('[data-m], [data-o], [data-q]').length") == 0
    assert page.evaluate("[board.rows, board.questions, board.classList.contains('odds')]") == [
        ["1..", "..0"],
        [],
        False,
    ]
    assert page.evaluate("labels()[1]") == ["A2 hidden", "B2 hidden", "C2 empty"]


def test_a_board_of_another_size_begins_anew(page: Any) -> None:
    """The zoom, the tab stop and the marks of the previous board are gone."""
    mount(page, ["...", "..."])
    page.evaluate(
        "board.focusOn(5); board.zoom(40); board.mark({ safe: [5] }); board.load(1, 2, ['1', '.'])"
    )
    assert page.evaluate("labels()") == [["A1 1"], ["A2 hidden"]]
    assert page.evaluate("[board.focusedCell, board.style.getPropertyValue('--cell')]") == [0, ""]
    page.evaluate("board.mark({ mines: [1] })")
    assert page.evaluate("[cell(0), cell(1)].map((one) => one.dataset.m ?? null)") == [
        None,
        "mines",
    ]


@pytest.mark.parametrize(("width", "height"), [(100, 90), (40, 13)])
def test_thousands_of_cells_are_drawn_in_the_end(page: Any, width: int, height: int) -> None:
    """A large board is drawn over several frames, nearest rows first."""
    mount(page, ["." * width] * height)
    at = (height // 2) * width + 3
    first, rows = page.evaluate(
        """([at, size]) => {
            board.set([...Array(size).keys()], "0".repeat(size), at);
            const first = [...board.querySelectorAll("[data-s='0']")].map((one) => one.index);
            const rows = board.rows;
            // A move while they are drawn is not overwritten by what was to be drawn before it.
            board.set([0], "5");
            return [first, rows];
        }""",
        [at, width * height],
    )
    assert len(first) == 240
    near = sorted(range(height), key=lambda row: abs(row - at // width))[: -(-240 // width) + 1]
    assert {index // width for index in first} <= set(near)
    assert rows == ["0" * width] * height
    page.wait_for_function("board.querySelectorAll('[data-s=\".\"]').length === 0")
    assert page.evaluate("[cell(0).ariaLabel, cell(1).ariaLabel]") == ["A1 5", "B1 empty"]


# -- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1, 1), (30, 16), (28, 3), (100, 100)])
def test_names_lead_to_cells(page: Any, width: int, height: int) -> None:
    mount(page, ["." * width] * height)
    grid = Grid(width, height)
    names = [grid.name(cell) for cell in range(grid.size)]
    assert page.evaluate("(names) => names.map((name) => board.named(name))", names) == list(
        range(grid.size)
    )


def test_what_is_no_name_of_a_cell_is_none(page: Any) -> None:
    mount(page, ["...."] * 3)
    wrong = ["E1", "A4", "AA1", "A0", "D0", "A", "1", "", "a1", "A1 ", "A-1", "A01", "A1B2"]
    assert page.evaluate("(names) => names.map((name) => board.named(name))", wrong) == [
        None
    ] * len(wrong)


# -- marks, odds, question marks, stars ---------------------------------------------------------


def marks(page: Any) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(
        "Object.fromEntries([...board.querySelectorAll('[data-m]')]"
        ".map((one) => [one.ariaLabel.split(' ')[0], one.dataset.m]))"
    )
    return found


def test_marks_by_number_and_by_name(page: Any) -> None:
    """If a cell has two marks, the more important one is shown. New marks replace old ones."""
    mount(page, ["....", "...."])
    page.evaluate("board.mark({ clues: ['A1', 'B2'], safe: [1], mines: ['D2'], known: [7, 6] })")
    assert marks(page) == {"A1": "clues", "B2": "clues", "B1": "safe", "D2": "mines", "C2": "known"}
    page.evaluate("board.mark({ conflict: ['A1'], safe: ['A1', 'Z9', 'A0'], cells: [99] })")
    assert marks(page) == {"A1": "conflict"}
    page.evaluate("board.mark({})")
    assert marks(page) == {}


def test_odds_are_said_and_drawn(page: Any) -> None:
    mount(page, ["..F.", "1+.."])
    odds = [0, 1, 0.5, 0.004, 0.3, 1 / 3, 0.996, None]
    page.evaluate("(odds) => board.overlay(odds)", odds)
    assert page.evaluate("labels()") == [
        ["A1 hidden, safe", "B1 hidden, mine", "C1 flagged, 50%", "D1 hidden, <1%"],
        ["A2 1", "B2 given as safe, 33%", "C2 hidden, >99%", "D2 hidden"],
    ]
    shown = page.evaluate(
        "[...Array(8).keys()].map(cell).map((one) => [one.dataset.o ?? null, one.dataset.t ?? null,"
        " one.style.getPropertyValue('--p')])"
    )
    assert shown == [
        ["safe", "", "0%"],
        ["mine", "", "100%"],
        ["open", "50", "50%"],
        ["open", "<1", "0%"],
        [None, None, ""],
        ["open", "33", "33%"],
        ["open", ">99", "100%"],
        [None, None, ""],
    ]
    page.evaluate("board.set([0], '1')")  # an open cell has no odds
    assert page.evaluate("[cell(0).ariaLabel, cell(0).dataset.o ?? null]") == ["A1 1", None]
    page.evaluate("board.overlay(null)")
    assert page.evaluate(
        "[board.querySelectorAll('[data-o]').length, board.classList.contains('odds')]"
    ) == [0, False]
    assert page.evaluate("labels()[0][2]") == "C1 flagged"


def test_a_question_mark_is_a_note_of_the_player(page: Any) -> None:
    """A cell with a question mark still counts as hidden. A flag replaces the question mark."""
    mount(page, ["...", "..."])
    page.evaluate("board.question(0, true); board.question(4, true); board.question(5, true)")
    assert page.evaluate("[labels()[0][0], board.symbol(0)]") == ["A1 question mark", "."]
    page.evaluate("board.question(4, false); board.set([5], 'F')")
    assert page.evaluate("[board.questions, labels()[1]]") == [
        [0],
        ["A2 hidden", "B2 hidden", "C2 flagged"],
    ]


def test_stars_and_the_cell_that_is_talked_about(page: Any) -> None:
    mount(page, ["...", "..."])
    starred = "[...board.querySelectorAll('[data-star]')].map((one) => one.index)"
    page.evaluate("board.star([2, 'A2']); board.point(1)")
    assert page.evaluate(f"[{starred}, classed('pointed')]") == [[2, 3], [1]]
    page.evaluate("board.star(null); board.point(4)")
    assert page.evaluate(f"[{starred}, classed('pointed')]") == [[], [4]]
    page.evaluate("board.point(null)")
    assert page.evaluate("classed('pointed')") == []


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


def test_a_single_cell_can_not_be_left(page: Any) -> None:
    mount(page, ["."], "play")
    page.evaluate("board.focusOn(0)")
    keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]
    assert walked(page, [*keys, "Control+Home", "Control+End"]) == [0] * 10
    page.keyboard.press("Space")
    assert page.evaluate("acts") == [["open", 0]]


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("play", {"1": "chord", "0": "chord", ".": "open", "+": "open", "F": "open"}),
        ("paint", {"1": "open", "0": "open", ".": "open", "+": "open", "F": "open"}),
        ("look", {}),
    ],
)
def test_keys_act_on_the_focused_cell(page: Any, mode: str, expected: dict[str, str]) -> None:
    """Space and Enter open a cell or the cells around a number, and F flags a cell."""
    mount(page, ["10.+F"], mode)
    for index, symbol in enumerate("10.+F"):
        page.evaluate("(index) => { acts = []; board.focusOn(index); }", index)
        for key in ("Space", "Enter", "f", "F", "Control+f", "x"):
            page.keyboard.press(key)
        kinds = [act[0] for act in page.evaluate("acts")]
        if mode == "look":
            assert kinds == []
            continue
        done = ["done"] if mode == "paint" else []
        assert kinds == [*[expected[symbol], *done] * 2, "flag", "flag"]


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


def test_flags_come_with_the_press(page: Any) -> None:
    """The right mouse button flags a cell when it is pressed, not when it is released."""
    mount(page, ["...."], "play", styled=True)
    cell(page, 3).hover()
    page.mouse.down(button="right")
    assert page.evaluate("acts") == [["flag", 3]]
    page.mouse.up(button="right")
    assert page.evaluate("[acts, classed('pressed')]") == [[["flag", 3]], []]


@pytest.mark.parametrize("how", ["middle", "both", "shift", "double"])
def test_ways_to_open_around_a_number(page: Any, how: str) -> None:
    """While a number is pressed, the hidden cells around it look pressed, too, unless flagged."""
    mount(page, [".F.", ".2.", "0.."], "play", styled=True)
    number = cell(page, 4)
    number.hover()
    if how == "double":
        number.dblclick()
        assert page.evaluate("acts.at(-1)") == ["chord", 4]
        return
    if how == "middle":
        page.mouse.down(button="middle")
    elif how == "shift":
        page.keyboard.down("Shift")
        page.mouse.down()
    else:
        page.mouse.down(button="right")
        page.mouse.down()
    assert page.evaluate("classed('pressed')") == [0, 2, 3, 5, 7, 8]
    page.evaluate("acts = []")
    if how == "both":
        page.mouse.up()
        page.mouse.up(button="right")
    else:
        page.mouse.up(button="middle" if how == "middle" else "left")
        page.keyboard.up("Shift")
    assert page.evaluate("[acts, classed('pressed')]") == [[["chord", 4]], []]


def test_at_the_edge_nothing_wraps_around(page: Any) -> None:
    """Cells in the first and the last column are not neighbours."""
    mount(page, ["...", "1.1", "..."], "play", styled=True)
    cell(page, 3).hover()
    page.mouse.down(button="middle")
    assert page.evaluate("classed('pressed')") == [0, 1, 4, 6, 7]
    cell(page, 5).hover()
    assert page.evaluate("classed('pressed')") == [1, 2, 4, 7, 8]
    page.evaluate("window.dispatchEvent(new Event('blur'))")  # the window loses the focus
    assert page.evaluate("[classed('pressed'), board.pressing]") == [[], False]
    page.mouse.up(button="middle")
    assert page.evaluate("acts") == []


def test_one_click_opens_around_for_those_who_want_it(fresh: Any) -> None:
    """A setting lets a single click open the cells around a number."""
    fresh.evaluate("localStorage.setItem('sapper.settings', '{\"chordByClick\": true}')")
    mount(fresh, ["1.0"], "play", styled=True)
    for index in range(3):
        cell(fresh, index).click()
    assert fresh.evaluate("acts") == [["chord", 0], ["open", 1], ["open", 2]]
    anew(fresh)


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


@pytest.mark.parametrize(("flagging", "kind"), [(False, "flag"), (True, "open")])
def test_a_long_press_does_the_other_thing(page: Any, flagging: bool, kind: str) -> None:
    """A long press flags a cell, or opens it if taps place flags."""
    mount(page, [".1"], "play", styled=True)
    page.evaluate("(flagging) => (board.flagging = flagging)", flagging)
    touch = Touch(page)
    touch("touchStart", middle(cell(page, 0)))
    assert page.evaluate("classed('holding').length + acts.length") == 1
    page.wait_for_function("acts.length === 1")
    touch("touchEnd")
    assert page.evaluate("[acts, classed('holding'), classed('pressed')]") == [[[kind, 0]], [], []]


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


def test_a_board_that_is_gone_listens_no_more(page: Any) -> None:
    """After a board is removed, it ignores the mouse, the window's size and the settings."""
    mount(page, ["..."], "play", styled=True)
    cell(page, 1).hover()
    page.mouse.down()
    page.evaluate("board.fit = () => acts.push(['fit']); board.remove()")
    page.mouse.up()
    page.evaluate(
        "dispatchEvent(new Event('resize')); document.dispatchEvent(new Event('settings'))"
    )
    assert page.evaluate("acts") == []
