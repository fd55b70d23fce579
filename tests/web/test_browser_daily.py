"""The daily boards, boards by technique and the proof after the game, in a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sapper.verify.board import verify_board
from web.browsing import PHONE, SIZES, TOAST, cell, lasting, playwright, says, sized
from web.visits import PLAY, WON, begin, judged

pytestmark = pytest.mark.browser


def test_the_same_board_for_everyone_and_on_every_visit(open_page: Any) -> None:
    """Two players, and one after a reload, meet the same numbers; a lost board stays lost."""
    boards = []
    for _ in range(2):
        page = open_page("/#daily")
        begin(page)
        page.locator("[data-s='+']").click()
        page.locator("[data-s='0']").first.wait_for()
        boards.append(page.get_by_role("grid").inner_text())
        page.goto(page.url.split("#")[0] + "#daily")
        begin(page)
        page.locator("sapper-play [data-s='0']").first.wait_for()
        assert page.get_by_role("grid").inner_text() == boards[-1]
    assert boards[0] == boards[1]
    assert page.evaluate(PLAY, "mines") == "lost"
    page.goto(page.url.split("#")[0] + "#daily")
    page.get_by_role("link", name=re.compile("^Beginner, ")).click()
    heading = page.get_by_role("heading", level=1)
    playwright.expect(heading).to_have_text(re.compile(r"Lost after \d+:\d\d, with \d+% opened\."))
    playwright.expect(page.locator(".marks .mark-m")).to_have_count(1)


def test_a_board_by_technique_is_proved_after_its_game(
    open_page: Any, tmp_path: Path, picture: Any
) -> None:
    """Chosen next to the board, won, and proved line by line. `verify` accepts the file."""
    page = open_page("/#play")
    kinds = page.get_by_label("Boards", exact=True)
    kinds.select_option(label="no guess needed")
    playwright.expect(page.locator(".tag")).to_have_text("no guess")
    before = page.evaluate("localStorage.getItem('sapper.game')")
    # Group and name together: subset is there twice.
    kinds.select_option("technique subset")
    playwright.expect(kinds).to_have_value("technique subset")
    page.wait_for_function("(before) => localStorage.getItem('sapper.game') !== before", arg=before)
    page.locator("[data-s='+']").wait_for()
    assert page.evaluate(PLAY, "safe") == "won"
    page.reload()
    judged(page)
    playwright.expect(page.locator(".record")).to_be_visible()  # this moves the button, too
    page.locator(".fold > summary").click()
    page.get_by_role("button", name="Prove it").click()
    proof = page.get_by_role("region", name="No guess is needed.")
    proof.wait_for()  # a worker may have to be started first
    playwright.expect(proof).to_contain_text("The hardest technique you need is subset.")
    lines = proof.get_by_role("listitem")
    playwright.expect(lines.first).to_have_text("D4 is given as safe. Start there.")
    playwright.expect(cell(page, "D4")).to_have_attribute("data-m", "safe")
    proof.get_by_role("button", name="Read on").click()
    playwright.expect(lines.nth(1)).to_have_attribute("aria-current", "step")
    says(page, "D4", "empty")
    page.keyboard.press("End")
    playwright.expect(lines.last).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowUp")
    playwright.expect(lines.nth(lines.count() - 2)).to_be_focused()
    assert page.locator("[role=gridcell][data-m]").count() > 0
    together = lines.filter(has_text="together show that")
    assert together.count() > 0, "a subset joins two numbers"
    picture(page, "prove")
    with page.expect_download() as download:
        proof.get_by_role("button", name="Download the certificate").click()
    file = tmp_path / "board.cert"
    download.value.save_as(file)
    assert verify_board(file.read_text()).accepted
    proof.get_by_role("button", name="Back to the result").click()
    playwright.expect(page.get_by_role("heading", level=2).first).to_have_text(WON)
    playwright.expect(page.locator("[data-s='F']")).to_have_count(10)


def test_a_board_that_needs_a_guess_is_told_so(open_page: Any) -> None:
    """After any game one may ask whether it could be won without a guess."""
    page = open_page("/#home")  # Play would begin a game of its own meanwhile
    page.evaluate(
        """async (board) => {
            const headers = { "Content-Type": "application/json" };
            const post = (path, body) => fetch(`/api${path}`, { method: "POST", headers,
                body: JSON.stringify(body) });
            const { id } = await (await post("/games", { board })).json();
            for (const cell of [4, 0]) await post(`/games/${id}/moves`, { kind: "open", cell });
            localStorage.setItem("sapper.game", id);
        }""",
        "5x2x1/safe E1\n*1000\n11000\n",
    )
    page.goto(page.url.replace("#home", "#play"))
    judged(page)
    lasting(page, TOAST)
    page.locator(".fold > summary").click()
    page.get_by_role("button", name="Could it be won without a guess?").click()
    refusal = page.get_by_role("alert").filter(has_text="the board needs a guess")
    playwright.expect(refusal).to_be_visible()


def test_records_of_a_level_are_shown_before_the_game(open_page: Any) -> None:
    """After a win there is a best time, 3BV/s and efficiency; and an error once it is reviewed."""
    page = open_page("/#daily")
    begin(page)
    assert page.evaluate(PLAY, "safe") == "won"
    page.reload()
    playwright.expect(page.locator(".record b")).to_have_text("Your first win on Beginner")
    verdict = page.get_by_role("group", name="What decided it")
    playwright.expect(verdict.get_by_role("img")).to_be_visible()
    page.keyboard.press("n")
    records = page.get_by_role("region", name="Your best on")
    for name in ("time", "3BV/s", "efficiency", "error"):
        playwright.expect(records).to_contain_text(name)


def test_the_landing_leads_to_what_it_says(open_page: Any) -> None:
    """No guessing and Daily are next to the levels. A new level gets a new board."""
    page = open_page(**PHONE)
    page.get_by_role("radio", name="Daily").check(force=True)
    page.get_by_role("link", name="Play Daily boards").click()
    page.get_by_role("button", name="Play today's board").wait_for()
    page.goto(page.url.split("#")[0] + "#home")
    page.get_by_role("radio", name="No guessing").check(force=True)
    page.get_by_role("link", name="Play No guessing").click()
    page.locator("sapper-play [data-s='+']").wait_for()
    page.goto(page.url.split("#")[0] + "#home")
    page.get_by_role("radio", name="Intermediate").check(force=True)
    page.get_by_role("link", name="Play Intermediate").click()
    playwright.expect(page.locator("sapper-play [role=gridcell]")).to_have_count(256)
    playwright.expect(page.locator("[data-s='+']")).to_have_count(0)


# -- the face of the day, the card and the table --------------------------------------------------

# The places of the lighter keys, as rows of text.
KEYS = """(keys) => {
    const all = [...keys.children].map((one) => (one.className === "lit" ? "#" : "."));
    return Array.from({ length: 16 }, (_, row) => all.slice(16 * row, 16 * row + 16).join(""));
}"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_home_of_a_player_who_has_played_shows_today(open_page: Any, size: str) -> None:
    """The day is drawn in lighter keys. On a phone the board comes first."""
    page = open_page("/#home", **sized(size))
    page.locator(".live sapper-board").wait_for()
    playwright.expect(page.locator(".today")).to_have_count(0)  # a newcomer
    page.evaluate("localStorage.setItem('sapper.game', 'played-once')")
    page.reload()
    page.get_by_role("button", name="Play today's board").wait_for()
    playwright.expect(page.locator(".live")).to_have_count(0)
    keys = page.locator(".today .keys")
    drawn = keys.evaluate(KEYS)
    assert [row.count("#") for row in drawn][:3] == [0, 0, 0]
    assert drawn[3] == "....#.....###..."  # 16 November
    assert drawn[4] == "...##....#...#.."
    assert drawn[11] == "...###....###..."
    board, levels = keys.bounding_box(), page.locator(".levels").bounding_box()
    if size == "phone":
        assert board["y"] + board["height"] < levels["y"]
        assert board["width"] >= 350
        playwright.expect(page.get_by_role("heading", level=1)).to_be_hidden()
    else:
        assert board["x"] > levels["x"] + levels["width"]
        assert board["width"] == 16 * 25 + 4
        last = page.get_by_role("link", name="Today's table").bounding_box()
        assert last["y"] + last["height"] <= SIZES[size][1]
    said = page.locator(".today .voice")
    playwright.expect(said).to_have_text(re.compile(r"^No guess needed\. .+\.$"))
    playwright.expect(page.locator(".today .meta")).to_have_text(
        re.compile(r"^Intermediate 16×16, rated \d\.\d of 10\. .*solved it")
    )
    playwright.expect(page.get_by_role("list", name="This week").locator("li")).to_have_count(7)


def test_the_card_has_the_same_colours_in_every_look(open_page: Any, picture: Any) -> None:
    """Sixteen shapes of one size; a certain region is green in every look."""
    page = open_page("/#daily", **sized("desktop"))
    page.get_by_role("button", name="Play today's board").click()
    page.locator("sapper-play [data-s='+']").wait_for()
    assert page.evaluate(PLAY, "safe") == "won"
    page.goto(page.url.split("#")[0] + "#daily")
    marks = page.locator(".marks svg")
    playwright.expect(marks).to_have_count(16)
    sizes = marks.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
    assert set(sizes) == {48}
    fills = []
    for look in ("light", "dark", "classic", "contrast"):
        page.evaluate("(look) => { document.documentElement.dataset.look = look; }", look)
        colours = page.locator(".legend svg").evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).fill)"
        )
        fills.append(tuple(colours))
    assert len(set(fills)) == 1
    assert fills[0] == (
        "rgb(63, 156, 114)",
        "rgb(224, 164, 34)",
        "rgb(47, 127, 199)",
        "rgb(194, 69, 42)",
    )
    box = page.locator(".after .card").bounding_box()
    assert box["y"] + box["height"] <= SIZES["desktop"][1]


def test_a_name_is_shown_by_choice_and_as_text(open_page: Any, served: Any) -> None:
    """A refused name is explained in one line. One's own row stands out."""
    page = open_page("/#daily", url=served.url)
    begin(page)
    assert page.evaluate(PLAY, "safe") == "won"
    page.goto(page.url.split("#")[0] + "#table/beginner")
    own = page.get_by_role("row").filter(has_text="You")
    playwright.expect(own).to_have_attribute("aria-current", "true")
    playwright.expect(own.get_by_role("cell").last).not_to_have_text("…")  # it is reviewed
    background = "(row) => getComputedStyle(row.cells[0]).backgroundColor"
    assert own.evaluate(background) != "rgba(0, 0, 0, 0)"
    playwright.expect(page.locator(".lede")).to_contain_text("Everyone starts at 100%")
    page.get_by_role("button", name="Show my name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("\u202edrawer")
    dialog.get_by_role("button", name="Show my name").click()
    problem = dialog.get_by_role("alert")
    playwright.expect(problem).to_have_text("A name can't contain control characters.")
    dialog.get_by_label("Name").fill("<i>okapi</i>")
    dialog.get_by_role("button", name="Show my name").click()
    playwright.expect(page.get_by_text("Others see you as <i>okapi</i>.")).to_be_visible()
    other = open_page("/#table/beginner", url=served.url)
    named = other.get_by_role("row").filter(has_text="<i>okapi</i>")
    playwright.expect(named).to_have_count(1)
    page.get_by_role("button", name="Hide my name").click()
    page.get_by_role("button", name="Show my name").wait_for()
    other.reload()
    other.get_by_role("row").nth(1).wait_for()
    playwright.expect(named).to_have_count(0)


def test_the_link_on_an_old_card_says_whose_day_it_was(open_page: Any) -> None:
    """It leads to today's board."""
    page = open_page("/d/0229")
    playwright.expect(page.get_by_text("This is today's.")).to_be_visible()
    page.get_by_role("button", name="Play today's board").wait_for()
