"""Browser tests of the daily boards, boards by technique, and the proof after the game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sapper.verify.board import verify_board
from web.browsing import PHONE, SIZES, TOAST, cell, lasting, pick, playwright, says, sized
from web.visits import PLAY, WON, begin, judged

pytestmark = pytest.mark.browser


def test_the_same_board_for_everyone_and_on_every_visit(open_page: Any) -> None:
    """Two players get the same board on every visit, and a lost board stays lost."""
    boards = []
    for _ in range(2):
        page = open_page("/#daily")
        begin(page)
        page.locator("[data-s='.']").first.click()  # locked
        playwright.expect(page.get_by_role("alert")).to_contain_text("Open a cell with a ring")
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
    """A player chooses a no-guess board, wins it, and reads its proof step by step.

    `verify` accepts the downloaded certificate.
    """
    page = open_page("/#play")
    page.get_by_text("No guess", exact=True).click()
    playwright.expect(page.get_by_role("switch", name="No guess")).to_be_checked()
    kinds = page.get_by_label("Hardest step", exact=True)
    before = page.evaluate("localStorage.getItem('sapper.game')")
    # The option's value includes its group, because the technique `subset` is listed twice.
    kinds.select_option("technique subset")
    playwright.expect(kinds).to_have_value("technique subset")
    page.wait_for_function("(before) => localStorage.getItem('sapper.game') !== before", arg=before)
    cell(page, "D4").click()
    says(page, "D4", "empty")
    assert page.evaluate(PLAY, "safe") == "won"
    page.reload()
    judged(page)
    playwright.expect(page.locator(".record")).to_be_visible()  # moves the button
    page.locator(".fold > summary").click()
    page.get_by_role("button", name="Show the proof").click()
    proof = page.get_by_role("region", name="No guess is needed.")
    proof.wait_for()  # a worker may have to start first
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
    together = lines.filter(has_text="Together, ")
    assert together.count() > 0, "a subset joins two numbers"
    picture(page, "prove")
    playwright.expect(proof.locator("code")).to_have_count(0)  # the page shows no terminal command
    with page.expect_download() as download:
        proof.get_by_role("button", name="Download the certificate").click()
    file = tmp_path / "board.cert"
    download.value.save_as(file)
    assert verify_board(file.read_text()).accepted
    proof.get_by_role("button", name="Back to the result").click()
    playwright.expect(page.get_by_role("heading", level=2).first).to_have_text(WON)
    playwright.expect(page.locator("[data-s='F']")).to_have_count(10)


def test_the_page_says_if_a_board_needs_a_guess(open_page: Any) -> None:
    """After the game, the page says that the board can't be won without a guess."""
    page = open_page("/#home")  # the Play view would start a different game
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
    page.get_by_role("button", name="Could this board be won without a guess?").click()
    refusal = page.get_by_role("alert").filter(has_text="This board can't be won without a guess.")
    playwright.expect(refusal).to_be_visible()


def test_records_of_a_level_are_shown_before_the_game(open_page: Any) -> None:
    """After a win, Play shows the best time, 3BV/s, efficiency and error for this level only."""
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
    # There are no best results for a different level yet.
    with page.expect_response("**/api/misses*"):
        page.get_by_label("Level").select_option("intermediate")
    page.wait_for_load_state("networkidle")
    playwright.expect(records).to_have_count(0)


def test_the_landing_leads_to_what_it_says(open_page: Any) -> None:
    """Home offers Daily and the levels, and "No guess" next to them, which Play shows, too."""
    page = open_page(**PHONE)
    pick(page, "Daily")
    page.get_by_role("link", name="Play Daily boards").click()
    page.get_by_role("button", name="Play today's board").wait_for()
    page.goto(page.url.split("#")[0] + "#home")
    pick(page, "Beginner")
    no_guess = page.get_by_role("switch", name="No guess")
    page.get_by_text("No guess", exact=True).click()
    page.get_by_role("link", name="Play Beginner").click()
    playwright.expect(page.locator("sapper-play [role=gridcell]")).to_have_count(81)
    playwright.expect(no_guess).to_be_checked()
    playwright.expect(page.locator("[data-s='+']")).to_have_count(0)
    page.goto(page.url.split("#")[0] + "#home")
    playwright.expect(no_guess).to_be_checked()
    page.get_by_text("No guess", exact=True).click()
    pick(page, "Intermediate")
    page.get_by_role("link", name="Play Intermediate").click()
    playwright.expect(page.locator("sapper-play [role=gridcell]")).to_have_count(256)
    playwright.expect(page.locator("[data-s='+']")).to_have_count(0)


# -- today's board and the result card -------------------------------------------------------------

# The positions of the lighter cells, as rows of text.
KEYS = """(keys) => {
    const all = [...keys.children].map((one) => (one.className === "lit" ? "#" : "."));
    return Array.from({ length: 16 }, (_, row) => all.slice(16 * row, 16 * row + 16).join(""));
}"""


def bottom(one: Any) -> float:
    box = one.bounding_box()
    return float(box["y"] + box["height"])


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_home_of_a_player_who_has_played_shows_today(open_page: Any, size: str) -> None:
    """Home draws the day of the month in lighter cells. On a phone, today's board comes first."""
    page = open_page("/#home", **sized(size))
    page.locator(".live sapper-board").wait_for()
    playwright.expect(page.locator(".today")).to_have_count(0)  # a new player
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
        # The bar with the start button is in view, but covers neither the levels nor today's
        # button.
        bar, play = page.locator(".starts"), page.get_by_role("button", name="Play today's board")
        for width, height in ((360, 640), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            playwright.expect(bar).to_be_in_viewport(ratio=1)
            assert bottom(play) <= bar.bounding_box()["y"]
            for place in ("document.body.scrollHeight", "0"):
                page.evaluate(f"scrollTo(0, {place})")
                assert bottom(bar) <= page.locator(".levels").bounding_box()["y"]
    else:
        assert board["x"] > levels["x"] + levels["width"]
        assert board["width"] == 16 * 25 + 4
        others = page.locator(".today .also a")
        playwright.expect(others).to_have_text([re.compile("^Beginner"), re.compile("^Expert")])
        assert bottom(others.last) <= SIZES[size][1]
    said = page.locator(".today .voice")
    playwright.expect(said).to_have_text(re.compile(r"^No guess needed\. .+\.$"))
    playwright.expect(page.locator(".today .meta")).to_have_text(
        re.compile(r"^Intermediate 16×16, difficulty \d\.\d out of 10\.$")
    )
    playwright.expect(page.get_by_role("list", name="This week").locator("li")).to_have_count(7)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_home_with_todays_board_fits_into_the_window(open_page: Any, locale: str) -> None:
    """Home fits without a scroll bar, with space above the board and below the last text.

    Home must fit for a new player, and also with the longest text that a technique can have.
    """
    page = open_page(viewport={"width": 1440, "height": 900}, locale=locale)
    sizes = ((1440, 900), (1536, 864), (1366, 768), (1280, 720))
    page.locator(".live [role=gridcell]").first.wait_for()
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") <= height

    def answer(route: Any) -> None:
        found = route.fetch()
        daily = found.json()
        for board in daily["boards"]:
            board.update(hardest="difference", needed=6)
        route.fulfill(response=found, json=daily)

    page.route("**/api/daily", answer)
    page.evaluate("localStorage.setItem('sapper.game', 'played-once')")
    page.reload()
    keys = page.locator(".today .keys")
    keys.wait_for()
    page.wait_for_load_state("networkidle")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert keys.bounding_box()["y"] - bottom(page.locator(".top")) >= 12
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        for words in page.locator(".ways p").all():
            assert bottom(words) <= height - 12


def test_the_card_has_the_same_colours_in_every_look(open_page: Any, picture: Any) -> None:
    """The result card has sixteen shapes of one size, and the same four colours in every look."""
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
    playwright.expect(
        page.get_by_text("Each shape is one of 16 regions of the board, in the order you opened")
    ).to_be_visible()


def test_the_card_leads_to_a_room_for_the_daily(open_page: Any) -> None:
    page = open_page("/#daily", **sized("desktop"))
    begin(page)
    assert page.evaluate(PLAY, "safe") == "won"
    page.goto(page.url.split("#")[0] + "#daily/beginner")
    page.get_by_role("link", name="Play with friends").click()
    page.get_by_label("Your name").fill("Mira")
    page.get_by_role("button", name="Make a room").click()
    playwright.expect(page.locator(".cls .cap")).to_contain_text("The daily")


def test_the_link_on_an_old_card_says_whose_day_it_was(open_page: Any) -> None:
    """The link on an old result card opens today's board, and the page says so."""
    page = open_page("/d/0229")
    playwright.expect(page.get_by_text("This is today's.")).to_be_visible()
    page.get_by_role("button", name="Play today's board").wait_for()
