"""The end of a game in a browser: the result, the layout, and the next actions."""

from __future__ import annotations

import re
from typing import Any

import pytest

from reviewgames import random_game
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.reason.odds import odds
from web.browsing import (
    BOARD,
    GAME,
    PHONE,
    cell,
    game_on_show,
    open_board,
    playwright,
    says,
    set_up,
    violations,
    without_long_press,
)
from web.visits import PLAY, WON, begin

pytestmark = pytest.mark.browser

# In this game, the costs of the errors add up to more than the highest chance of winning.
CARELESS = ("9x9x10/open", 45)

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "landscape": {**PHONE, "viewport": {"width": 844, "height": 390}},
    "tablet": {**PHONE, "viewport": {"width": 820, "height": 1180}},
}

# Plays moves on a board through the API, and makes the Play view show this game.
START = """async ([board, cells]) => {
    const headers = { "Content-Type": "application/json" };
    const post = async (path, body) => (await fetch(`/api${path}`,
        { method: "POST", headers, body: JSON.stringify(body) })).json();
    const { id } = await post("/games", { board });
    for (const cell of cells) await post(`/games/${id}/moves`, { kind: "open", cell });
    localStorage.setItem("sapper.game", id);
}"""


def lost_toss(level: str = "intermediate", seed: int = 15) -> tuple[str, list[int]]:
    """A board, and the cells to open in order to lose by a needless coin toss."""
    board = deal(Level.parse(level), seed)
    game = Game(board)
    assert board.first is not None
    cells = [board.first]
    while True:
        game.play(Move("open", cells[-1]))
        chances = odds(game.view)
        tosses = [cell for cell in sorted(board.mines) if 0.45 < chances[cell] < 0.55]
        if tosses and len(cells) > 40 and chances.safe:
            return str(board), [*cells, tosses[0]]
        best = chances.safe[0] if chances.safe else chances.safest
        assert best is not None
        cells.append(best)


def unguessed() -> tuple[str, list[int]]:
    """An ordinary board, and the cells to open to win it without a guess."""
    board = deal(Level.parse("beginner"), 1)
    game = Game(board)
    assert board.first is not None
    cells = [board.first]
    while True:
        game.play(Move("open", cells[-1]))
        if game.outcome:
            return str(board), cells
        cells.append(odds(game.view).safe[0])


def show_lost(open_page: Any, *game: Any, **screen: Any) -> Any:
    """A page that shows the end of a lost game, with its review."""
    page = open_page("/#history", **screen)
    page.evaluate(START, game or lost_toss())
    page.goto(page.url.split("#")[0] + "#play")
    playwright.expect(page.locator(".tell .sum")).to_be_visible()
    return page


def in_window(page: Any, *selectors: str) -> None:
    """Assert that these elements are in the window, and above the bottom bar if there is one."""
    bar = page.locator(".tell > .acts").bounding_box()
    height = page.viewport_size["height"]
    is_bar = page.evaluate("getComputedStyle(document.querySelector('.tell > .acts')).position")
    for selector in selectors:
        for one in page.locator(selector).all():
            box = one.bounding_box()
            assert box is not None, selector
            bottom = bar["y"] if is_bar == "fixed" and ".acts" not in selector else height
            assert box["y"] >= 0, selector
            assert box["y"] + box["height"] <= bottom + 0.5, selector
            assert box["x"] >= 0, selector
            assert box["x"] + box["width"] <= page.viewport_size["width"] + 0.5, selector


def boxes(page: Any, *selectors: str) -> list[float]:
    return [page.locator(selector).first.bounding_box()["y"] for selector in selectors]


def figures(page: Any) -> list[int]:
    """The figures for start, errors, luck and result, as shown."""
    shown = page.locator(".tell .sum dd").all_inner_texts()
    for text, pattern in zip(
        shown[1:], (r"−[1-9]\d*|0", r"[−+][1-9]\d*|0", r"= \d+%"), strict=True
    ):
        assert re.fullmatch(pattern, text), "it is written as a sum"
    return [int(re.sub("[+=% ]", "", text.replace("−", "-"))) for text in shown]


def is_round_and_whole(page: Any) -> None:
    """Assert that the move's symbol is a whole disc over the upper right corner of its cell."""
    sign = page.locator("sapper-board > .badge")
    playwright.expect(sign.locator("svg")).to_be_visible()
    box, cell = sign.bounding_box(), page.locator("[data-badge]").bounding_box()
    assert sign.evaluate("(one) => getComputedStyle(one).borderRadius") == "50%"
    assert box["width"] == box["height"] < cell["width"]
    assert box["y"] < cell["y"] < box["y"] + box["height"]
    assert box["x"] < cell["x"] + cell["width"] <= box["x"] + box["width"]


def test_the_review_keeps_its_moves_next_to_a_square_board(open_page: Any) -> None:
    """The list of moves is next to the board in a wide window, and hidden in a narrower one."""
    page = show_lost(open_page, **SIZES["desktop"])
    page.goto(page.url.split("#")[0] + f"#review/{page.evaluate(GAME)}")
    moves = page.locator(".left .moves")
    playwright.expect(moves).to_be_visible()
    page.set_viewport_size({"width": 1100, "height": 900})
    playwright.expect(moves).to_be_hidden()


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
def test_the_review_fits_its_window(open_page: Any, size: tuple[int, int]) -> None:
    """The "Play on from here" button is in the window, and the list of moves is not cut off.

    Text that scrolls behind the button fades instead of being cut off.
    """
    page = show_lost(open_page, viewport={"width": size[0], "height": size[1]})
    page.goto(page.url.split("#")[0] + f"#review/{page.evaluate(GAME)}")
    button = page.get_by_role("button", name="Play on from here")
    playwright.expect(button).to_be_in_viewport(ratio=1)
    fade = "(one) => getComputedStyle(one.parentElement, '::before').backgroundImage"
    assert button.evaluate(fade).startswith("linear-gradient")
    playwright.expect(page.locator(".moves .w").first).to_be_visible()
    assert page.locator(".moves").evaluate("(list) => list.scrollWidth - list.clientWidth") == 0


def test_costs_and_luck_add_up_as_they_are_shown(open_page: Any) -> None:
    """Every error is listed, and a sentence says how many of the lost points count."""
    page = open_page("/#history")
    record = random_game(*CARELESS)
    board, cells = str(record.board), [move.cell for _, move in record.moves if move.kind == "open"]
    page.evaluate(START, [board, cells])
    page.goto(page.url.split("#")[0] + "#play")
    playwright.expect(page.locator(".tell .sum")).to_be_visible()
    page.locator(".fold > summary").click()
    _, errors, *_ = figures(page)
    costs = page.locator(".moments .lost").all_inner_texts()
    assert len(costs) > 5
    total = sum(int(cost.removeprefix("−")) for cost in costs if cost != "< 1")
    assert total > -errors > 0
    playwright.expect(page.locator(".fold")).to_contain_text(
        f"Together the errors cost {total} points. "
        f"Only {-errors} of these points count, because your chance of winning was never "
        f"higher than {-errors}%."
    )
    playwright.expect(page.locator(".tell")).not_to_contain_text("accuracy")


@pytest.mark.parametrize("size", SIZES)
def test_the_end_is_the_first_page_of_its_review(open_page: Any, size: str, picture: Any) -> None:
    """The board marks the deciding move. The reason, actions and figures are in the window."""
    page = show_lost(open_page, **SIZES[size])
    _, cells = lost_toss()
    head = page.locator(".tell h2")
    playwright.expect(head).to_have_text(
        re.compile(rf"^Needless guess at move {len(cells)}: \w+ was safe\.$")
    )
    why = page.locator(".why")
    playwright.expect(why).to_contain_text(
        re.compile(
            r"^Your chance of winning was \d+%\. \w+ was a coin toss\. "
            r"The move cost \d+ percentage points, bad luck \d+\."
        )
    )
    steps = page.locator(".why .steps li")
    playwright.expect(steps.first if size == "landscape" else steps.last).to_be_visible()
    playwright.expect(page.locator("[data-badge='needless guess']")).to_have_attribute(
        "data-s", "X"
    )
    is_round_and_whole(page)
    playwright.expect(page.locator("[data-m=safe]")).to_have_count(1)
    playwright.expect(page.locator("[data-m=clues]").first).to_be_visible()
    # A mine that was not found looks like a hidden cell with a faint symbol.
    quiet = page.locator("[data-s='*']").first.evaluate(
        "(cell) => [getComputedStyle(cell, '::after').opacity,"
        " getComputedStyle(cell).borderBottomColor]"
    )
    hidden = page.locator("[data-s='.']").first.evaluate(
        "(cell) => getComputedStyle(cell).borderBottomColor"
    )
    assert quiet == ["0.65", hidden]
    in_window(page, "sapper-board", ".tell h2", ".tell > .acts > *")
    if size == "landscape":  # everything else is below, in the same column
        order = boxes(page, ".tell h2", ".tell > .acts", ".why", ".pair")
        assert order == sorted(order)
    else:
        in_window(page, ".why > *", ".pair > *", ".fold > summary")
    playwright.expect(page.locator(".tell > .acts > *")).to_have_text(
        ["Play on from here", re.compile("^New game"), re.compile("^Step through")]
    )
    start, errors, luck, result = figures(page)
    assert start + errors + luck == result == 0
    assert -errors <= max(start, 100)
    playwright.expect(page.locator(".pair figcaption")).to_have_text(
        "Whole game: chance of winning with best play"
    )
    parts = re.findall(r"[−+]?\d+", page.locator(".pair > p").inner_text())
    assert sum(int(part.replace("−", "-")) for part in parts) == luck
    assert violations(page) == []
    picture(page, f"end-{size}")


@pytest.mark.parametrize("size", ["laptop", "desktop"])
def test_the_end_of_an_expert_game_covers_no_cell(open_page: Any, size: str) -> None:
    """The result stands next to the board, with the time and the clicks, and nothing scrolls."""
    page = show_lost(open_page, *lost_toss("expert", 1), **SIZES[size])
    playwright.expect(page.locator(".play.wide")).to_have_count(0)
    board = page.locator("sapper-board").bounding_box()
    assert board["x"] + board["width"] <= page.locator(".right").bounding_box()["x"]
    in_window(page, "sapper-board")
    facts = page.locator(".facts-list:visible")
    playwright.expect(facts).to_have_count(1)
    playwright.expect(facts.locator("dt").last).to_have_text("Moves")
    in_window(page, ".why > *", ".tell > .acts > *", ".facts-list:visible", ".pair > *")
    in_window(page, ".fold > summary")
    assert page.locator(".right").evaluate("(one) => one.scrollHeight - one.clientHeight") == 0
    for line in page.locator(".sum dt, .pair > figcaption").all():
        assert line.bounding_box()["height"] < 20


@pytest.mark.parametrize("size", ["laptop", "desktop", "landscape", "tablet"])
def test_a_proof_on_a_wide_board_covers_no_mark(open_page: Any, size: str) -> None:
    """All cells of a proof that reaches from corner to corner are in view, next to its words."""
    page = show_lost(open_page, *lost_toss("expert", 1), **SIZES[size])
    corners = ["A1", "AD1", "A16", "AD16"]
    steps = [{"runs": ["A1 is safe."], "kind": "safe", "cells": corners[:2], "clues": corners[2:]}]
    proof = {"rows": ["." * 30] * 16, "steps": steps, "hardest": "subset"}
    page.route("**/api/games/*/proof", lambda route: route.fulfill(json=proof))
    page.locator(".fold > summary").click()
    page.get_by_role("button", name="Could this board be won without a guess?").click()
    playwright.expect(page.get_by_role("button", name="Back to the result")).to_be_visible()
    playwright.expect(page.locator("sapper-board [data-m]")).to_have_count(4)
    for name in corners:
        marked = cell(page, name)
        playwright.expect(marked).to_be_in_viewport(ratio=1)
        assert marked.evaluate(
            """(cell) => {
                const { left, top, width, height } = cell.getBoundingClientRect();
                return document.elementFromPoint(left + width / 2, top + height / 2) === cell;
            }"""
        ), name


def test_a_turned_board_keeps_its_cells_at_the_end(open_page: Any, picture: Any) -> None:
    board, cells = lost_toss("expert", 1)
    page = open_page("/#history", **SIZES["tablet"])
    page.evaluate(START, [board, cells[:-1]])
    page.goto(page.url.split("#")[0] + "#play")
    playwright.expect(page.locator("sapper-board.turned")).to_be_visible()
    without_long_press(page)
    last = cell(page, Level.parse("expert").grid.name(cells[-1]))
    before = last.bounding_box()
    last.tap()
    playwright.expect(page.locator(".tell .sum")).to_be_visible()
    playwright.expect(page.locator("sapper-board.turned")).to_be_visible()
    after = last.bounding_box()
    assert [after[key] for key in ("y", "width", "height")] == [
        before[key] for key in ("y", "width", "height")
    ]
    in_window(page, "sapper-board", ".tell h2", ".why > *", ".tell > .acts > *", ".pair > *")
    in_window(page, ".fold > summary")
    picture(page, "end-tablet-expert")


def test_a_zoomed_board_is_shown_whole_at_the_end(open_page: Any) -> None:
    """The zoom is reset when the game ends, so that the whole board is shown."""
    page = open_page("/#play", **PHONE)
    open_board(page, BOARD)
    size = cell(page, "A1").bounding_box()["width"]
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Larger cells").click()
    playwright.expect(page.locator(".room.pans")).to_be_visible()
    without_long_press(page)
    cell(page, "A1").tap()
    playwright.expect(page.locator(".tell .sum")).to_be_visible()
    playwright.expect(page.locator(".room.pans")).to_have_count(0)
    assert cell(page, "A1").bounding_box()["width"] <= size
    in_window(page, "sapper-board")


def test_the_marks_are_back_after_a_proof(open_page: Any) -> None:
    """After the proof is closed, the board marks the deciding move again."""
    page = show_lost(open_page)
    steps = [{"runs": ["A1 is safe."], "kind": "safe", "cells": ["A1"], "clues": []}]
    proof = {"rows": ["." * 16] * 16, "steps": steps, "hardest": "subset"}
    page.route("**/api/games/*/proof", lambda route: route.fulfill(json=proof))
    mine = page.locator("[data-badge]").get_attribute("aria-label").split()[0]
    page.locator(".fold > summary").click()
    page.get_by_role("button", name="Could this board be won without a guess?").click()
    says(page, mine, "hidden")
    page.get_by_role("button", name="Back to the result").click()
    says(page, mine, "exploded mine")
    playwright.expect(page.locator("[data-badge='needless guess']")).to_be_visible()
    playwright.expect(page.locator("[data-m=safe]")).to_have_count(1)


def test_luck_without_a_guess_is_explained(open_page: Any) -> None:
    """The page says that the player was lucky to get a board without guesses."""
    page = open_page("/#history", viewport={"width": 1440, "height": 900})
    page.evaluate(START, unguessed())
    page.goto(page.url.split("#")[0] + "#play")
    playwright.expect(page.locator(".tell h2")).to_have_text(WON)
    playwright.expect(page.locator(".pair > p")).to_have_text(
        "Luck: this board happened to need no guess."
    )
    start, errors, luck, result = figures(page)
    assert (errors, start + luck) == (0, result)
    assert luck > 0
    speed = page.locator(".facts-list div").nth(1)
    playwright.expect(speed).to_have_text(
        re.compile(r"^Speednecessary clicks per second \(3BV/s\)\d+\.\d\d$")
    )


def test_play_on_from_the_move_that_decided(open_page: Any) -> None:
    """A practice game starts from the position before the deciding move."""
    page = show_lost(open_page)
    _, cells = lost_toss()
    old = page.evaluate(GAME)
    last = page.locator("[data-badge]").get_attribute("aria-label").split()[0]
    page.get_by_role("button", name="Play on from here").click()
    says(page, last, "hidden")
    game = game_on_show(page)
    assert game["id"] != old
    assert (game["moves"], game["outcome"], game["assisted"]) == (len(cells) - 1, None, True)
    playwright.expect(page.locator(".tag")).to_have_text("practice")
    playwright.expect(page.locator("[data-badge], [data-m], .tell")).to_have_count(0)
    playwright.expect(page.locator(".facts-list")).to_be_hidden()


def test_the_next_end_is_read_from_its_top(open_page: Any) -> None:
    """On a small phone, each result starts at the top, even if the player scrolled the last one."""
    page = show_lost(open_page, **{**PHONE, "viewport": {"width": 360, "height": 640}})
    playwright.expect(page.locator("sapper-board.pan")).to_have_count(0)
    in_window(page, "sapper-board", ".tell h2")
    sheet = page.locator(".right")
    mine = page.locator("[data-badge]").get_attribute("aria-label").split()[0]
    page.locator(".fold > summary").click()
    page.get_by_role("button", name="Share").scroll_into_view_if_needed()
    assert sheet.evaluate("(sheet) => sheet.scrollTop") > 0
    page.get_by_role("button", name="Play on from here").click()
    says(page, mine, "hidden")
    without_long_press(page)
    cell(page, mine).tap()
    playwright.expect(page.locator(".tell .sum")).to_be_visible()
    assert sheet.evaluate("(sheet) => sheet.scrollTop") == 0
    page.locator(".fold > summary").click()
    playwright.expect(page.locator(".fold .acts > .b")).to_have_count(3)


def test_a_long_reason_is_read_step_by_step_if_the_window_is_low(open_page: Any) -> None:
    page = show_lost(open_page, viewport={"width": 1280, "height": 560})
    steps = page.locator(".why .steps li")
    playwright.expect(steps.first).to_be_visible()
    playwright.expect(steps.last).to_be_hidden()
    page.get_by_role("button", name="Read on").click()
    playwright.expect(steps.nth(1)).to_be_visible()
    playwright.expect(steps.first).to_be_hidden()


@pytest.mark.parametrize("size", [*SIZES, "small"])
def test_a_win_is_a_moment(open_page: Any, size: str, picture: Any) -> None:
    """A win shows a verdict, the player's new record, and suggestions with reasons."""
    small = {**PHONE, "viewport": {"width": 360, "height": 640}}
    page = open_page("/#daily", **SIZES.get(size, small))
    begin(page)
    assert page.evaluate(PLAY, "safe") == "won"
    page.reload()
    playwright.expect(page.locator(".tell h2")).to_have_text(WON)
    playwright.expect(page.locator(".record")).to_contain_text("Your first win on Beginner")
    assert figures(page) == [100, 0, 0, 100]
    playwright.expect(page.locator(".pair > p")).to_have_count(0)
    items = page.get_by_role("region", name="What next").get_by_role("listitem")
    playwright.expect(items.first).to_contain_text("Try IntermediateBeginner: 1 game, 1 won.")
    for item in items.all():
        assert item.locator("small").inner_text().endswith(".")
    in_window(page, "sapper-board", ".tell h2", ".record", ".tell > .acts > *")
    in_window(page, ".next li:first-child")
    if size == "desktop":
        in_window(page, ".pair > *", ".next li")
    assert violations(page) == []
    picture(page, "won" if size == "desktop" else f"won-{size}")
    items.first.get_by_role("button").click()
    playwright.expect(page.get_by_role("gridcell")).to_have_count(256)
    playwright.expect(page.locator("sapper-play.won")).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_flags_wave_once_unless_the_system_asks_for_less(open_page: Any, motion: str) -> None:
    """Flags wave after a win, starting at the last cell. With reduced motion nothing moves."""
    page = open_page("/#play", reduced_motion=motion)
    open_board(page, BOARD)
    for name in ("E1", "A2", "A3"):
        cell(page, name).click()
    playwright.expect(page.locator(".tell h2")).to_be_visible()
    playwright.expect(page.locator("sapper-play.won")).to_have_count(1)
    delays = page.evaluate(
        """() => [...document.querySelectorAll("[data-s='F']")].map((cell) => {
            const style = getComputedStyle(cell, "::before");
            return [style.animationName, style.animationDelay, style.animationIterationCount];
        })"""
    )
    if motion == "reduce":
        assert {name for name, *_ in delays} == {"none"}
    else:  # A1 and C3 are both two cells from A3
        assert delays == [["wave", "0.056s", "1"], ["wave", "0.056s", "1"]]


def test_sounds_are_off_and_their_code_is_loaded_on_use(open_page: Any) -> None:
    """The sound module is loaded only when the first sound is played."""
    page = open_page("/#play")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    open_board(page, BOARD)
    cell(page, "A1").click(button="right")
    says(page, "A1", "flagged")
    assert not any("sound.js" in url for url in loaded)
    set_up(page, sound=True)
    open_board(page, BOARD)
    with page.expect_request("**/sound.js"):
        cell(page, "A1").click(button="right")


def test_without_a_review_the_actions_remain(open_page: Any) -> None:
    """If there is no review, the page says why, and a new game can be started."""
    page = open_page("/#play")
    problem = {"detail": "too many analyses at once: try again in a moment"}
    page.route("**/api/games/*/replay", lambda route: route.fulfill(status=429, json=problem))
    open_board(page, BOARD)
    cell(page, "A1").click()
    playwright.expect(page.locator(".tell h2")).to_have_text("A1 was a mine.")
    playwright.expect(page.locator(".why")).to_have_text(
        "Too many analyses at once: try again in a moment."
    )
    page.get_by_role("button", name="New game").click()
    playwright.expect(page.locator(".tell")).to_have_count(0)
