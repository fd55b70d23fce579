"""map.js: each hidden cell is a dot on the map, and a frame shows which part is in view."""

from __future__ import annotations

from typing import Any

# Shows a board with its map in an area of 200 by 100 pixels. Hidden cells are red.
MOUNT = """async ([rows, size, turned]) => {
    await import("/board.js");
    const { mapOf } = await import("/map.js");
    const style = document.createElement("style");
    style.textContent = `
        #main { position: absolute; left: 10px; top: 20px; margin: 0; }
        .room { width: 200px; height: 100px; overflow: auto; scrollbar-width: none; }
        sapper-board { display: block; width: ${size[0]}px; height: ${size[1]}px;
            overflow: hidden; }
        .map { position: absolute; left: 0; top: 0; } .map[hidden] { display: none; }
        .map > * { position: absolute; } .map > canvas { width: 100%; height: 100%; }
        :root { color-scheme: light; } :root[data-look=dark] { color-scheme: dark; }
        .map > canvas { color: light-dark(#ff0000, #0000ff); }`;
    const main = document.getElementById("main");
    const room = document.createElement("div");
    room.className = "room";
    window.board = document.createElement("sapper-board");
    room.append(board);
    window.map = mapOf(board, room);
    main.append(style, room, map);
    window.room = room;
    board.load(rows[0].length, rows.length, rows);
    if (turned) board.turned = true;
    board.dispatchEvent(new Event("drawn"));
    // The dots as rows of text, once they are drawn.
    window.dots = () => {
        const canvas = map.querySelector("canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return Array.from({ length: canvas.height }, (_, y) =>
            Array.from({ length: canvas.width }, (_, x) =>
                (data[4 * (y * canvas.width + x) + 3] ? "#" : " ")).join(""));
    };
    window.box = (one) => { const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round); };
}"""
ROWS = [".F+10", "12310", "....."]


def mount(page: Any, rows: list[str], size: tuple[int, int], turned: bool = False) -> None:
    """Show a board of this size in pixels, together with its map."""
    page.evaluate(MOUNT, [rows, size, turned])


def shows(page: Any, dots: list[str]) -> None:
    page.wait_for_function("(dots) => window.dots().join() === dots.join()", arg=dots)


def test_hidden_cells_are_dots(page: Any) -> None:
    """Flagged cells and cells given as safe are dots, too. An open cell has no dot."""
    mount(page, ROWS, (400, 100))
    shows(page, ["###  ", "     ", "#####"])
    page.evaluate("board.set([1, 10], '20')")
    shows(page, ["# #  ", "     ", " ####"])
    assert page.evaluate("box(map).slice(2)") == [56, 34]


def test_a_turned_board_has_a_turned_map(page: Any) -> None:
    """On the map of a turned board, columns run downwards."""
    mount(page, ROWS, (400, 100), turned=True)
    shows(page, ["# #", "# #", "# #", "  #", "  #"])
    assert page.evaluate("box(map).slice(2)") == [23, 38]


def test_a_board_that_fits_has_no_map(page: Any) -> None:
    """The map is shown only if the board overflows by more than a few pixels."""
    mount(page, ["..", ".."], (200, 100))
    shows(page, ["##", "##"])
    for width, height, shown in (
        (205, 100, True),
        (200, 100, False),
        (200, 105, True),
        (204, 104, False),
        (400, 100, True),
        (100, 50, False),
    ):
        page.evaluate(
            "([width, height]) => Object.assign(board.style, { width, height })",
            [f"{width}px", f"{height}px"],
        )
        page.wait_for_function("(shown) => map.hidden !== shown", arg=shown)


def test_the_frame_is_what_is_in_view(page: Any) -> None:
    """The frame covers the part of the board that is in view, and follows scrolling."""
    mount(page, ["." * 8] * 4, (800, 400))
    shows(page, ["#" * 8] * 4)
    page.wait_for_function("!map.hidden")
    frame = "['left', 'top', 'width', 'height'].map((one) => parseFloat(map.lastChild.style[one]))"
    assert page.evaluate(frame) == [0, 0, 25, 25]
    page.evaluate("room.scrollTo(400, 300)")
    page.wait_for_function("map.lastChild.style.left === '50%'")
    assert page.evaluate(frame) == [50, 75, 25, 25]


def test_a_press_and_a_drag_on_the_map_go_there(page: Any) -> None:
    """While the button is held, the board scrolls to centre the place under the pointer."""
    mount(page, ["." * 8] * 4, (800, 400))
    shows(page, ["#" * 8] * 4)
    page.wait_for_function("!map.hidden")
    x, y, width, height = page.evaluate("box(map)")
    page.mouse.move(x + width / 2, y + height / 2)
    page.mouse.down()
    page.wait_for_function("room.scrollLeft === 300 && room.scrollTop === 150")
    page.mouse.move(x + 1, y + 1)
    page.wait_for_function("room.scrollLeft === 0 && room.scrollTop === 0")
    page.mouse.up()
    page.mouse.move(x + width - 1, y + height - 1)  # the button is released
    assert page.evaluate("[room.scrollLeft, room.scrollTop]") == [0, 0]
    page.mouse.down()
    page.wait_for_function("room.scrollLeft === 600 && room.scrollTop === 300")
    page.mouse.up()


# Changes the look, and counts the timers that this starts.
TIMERS = """async (look) => {
    const { setTimeout } = window;
    let begun = 0;
    window.setTimeout = (...rest) => { begun++; return setTimeout(...rest); };
    document.documentElement.dataset.look = look;
    await null; // observers are called before this goes on
    window.setTimeout = setTimeout;
    return begun;
}"""


def test_the_map_has_the_colour_of_the_look(fresh: Any) -> None:
    """The map is redrawn as soon as the look changes, but not after `leave`."""
    mount(fresh, ["."], (400, 100))
    colour = "[...map.firstChild.getContext('2d').getImageData(0, 0, 1, 1).data].join()"
    fresh.wait_for_function(f"{colour} === '255,0,0,255'")
    assert fresh.evaluate(TIMERS, "dark") == 1
    fresh.wait_for_function(f"{colour} === '0,0,255,255'")
    fresh.evaluate("map.leave()")
    assert fresh.evaluate(TIMERS, "light") == 0
