"""The Watch view in a browser, as students use it: one agent's steps, or two agents compared."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.browsing import PHONE, cell, copied, playwright

pytestmark = pytest.mark.browser


EVENT = "/#watch/easy!17!textbook@246"
"""the second pair of the third round of matching, whose resolvent enters KB"""


def at_event(page: Any, number: int) -> None:
    playwright.expect(page.get_by_text(f"event {number} of 310", exact=False)).to_be_visible()


def choices(page: Any) -> None:
    """Unfold the choices of agents, level and options."""
    page.locator(".choices > summary").click()


def test_two_agents_where_they_part_and_why(open_page: Any) -> None:
    """A link opens the step where two agents differ, and a sentence explains the difference."""
    page = open_page("/#watch/9x7x12%2Fopen!2!rules!odds!@part")
    why = page.locator(".parting")
    playwright.expect(why).to_have_text(
        re.compile(r"^Odds proves that (\w+) is safe. Rulebook can't prove it and is stuck.$"),
    )
    playwright.expect(page.locator("h2 .tag")).to_have_text(["stuck", "proved"])
    proved = re.findall(r"that (\w+) is", why.inner_text())[0]
    playwright.expect(page.locator(".think h2").nth(1)).to_have_text(f"{proved} is safe.")
    page.get_by_role("button", name="To the end").click()
    tally = page.get_by_text("Boards won: Rulebook 0 of 1, Odds 1 of 1.")
    playwright.expect(tally).to_be_visible()


def test_agents_that_do_the_same_never_part(open_page: Any) -> None:
    """Opening safe cells in a different order does not count as a difference."""
    page = open_page("/#watch/9x7x12%2Fopen!4!rules!odds!@part")
    playwright.expect(page.get_by_text("The agents do not differ on this board")).to_be_visible()


def test_a_link_keeps_how_an_agent_guesses(open_page: Any) -> None:
    """The URL says what the agent does when it is stuck, and a reload keeps this choice."""
    page = open_page("/#watch/9x7x12%2Fopen!2!rules!:vote!@3")
    for _ in range(2):
        playwright.expect(page.locator(".where")).to_contain_text("decision 3 of")
        choices(page)
        assert page.get_by_label("When stuck").input_value() == "vote"
        page.reload()


def test_one_event_with_its_reason_and_kb_before_it(open_page: Any, picture: Any) -> None:
    """A link opens one event: two clauses, what cancels, what is left, and KB before it."""
    page = open_page(EVENT)
    at_event(page, 246)
    event = page.get_by_role("region", name="This event")
    heading = event.get_by_role("heading")
    playwright.expect(heading).to_have_text("C6 cancels. The rest is a new clause.")
    playwright.expect(event).to_contain_text(
        "If C6 is a mine, B4 is safe. If not, A4 is a mine. Either way, one of the two is true."
    )
    sum_ = event.get_by_role("img", name="A4 or C6 matched with not B4 or not C6")
    assert sum_.locator(".token.cut").all_text_contents() == ["C6", "¬C6"]
    assert sum_.locator(".token.new").all_text_contents() == ["A4", "¬B4"]
    kb = page.get_by_role("region", name="KB", exact=True).first
    assert kb.locator("header b").inner_text().split("→") == ["17", "18"]
    playwright.expect(kb.locator("li.in")).to_have_text("A4∨¬B4179")
    assert sorted(kb.locator("li.use em").all_inner_texts()) == ["176", "98"]
    picture(page, "learn")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900)])
def test_no_event_scrolls_the_page(open_page: Any, width: int, height: int) -> None:
    """All events of a game fit the window, with the time bar at the same place."""
    size = {"viewport": {"width": width, "height": height}}
    page = open_page("/#watch/easy!17!textbook@1", reduced_motion="reduce", **size)
    at_event(page, 1)
    bottom = page.locator(".k-t").bounding_box()
    for event in range(2, 311, 7):
        for _ in range(7 if event > 2 else 1):
            page.keyboard.press("ArrowRight")
        at_event(page, event)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.locator(".k-t").bounding_box() == bottom
        wide = page.evaluate(
            """() => [...document.querySelectorAll(".pic svg, .groups svg")].every((one) =>
                one.getBoundingClientRect().right <= one.parentElement.getBoundingClientRect().right
                    + 1)"""
        )
        assert wide, f"a picture of event {event} is too wide"


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_the_headline_of_a_program_keeps_its_place(open_page: Any, locale: str) -> None:
    """Long lines do not move the headline, and the last mark and the line below the board fit."""
    size = {"viewport": {"width": 1280, "height": 720}}
    page = open_page("/#watch/easy!17!program-c@1", reduced_motion="reduce", locale=locale, **size)
    shows(page, "1 of 546")
    headline = page.locator(".k-n h2")
    place = headline.bounding_box()
    page.keyboard.press("End")
    shows(page, "546 of 546")
    mark, strip = (right_of(page, selector) for selector in (".strip .on", ".strip"))
    assert mark <= strip + 1
    for _ in range(30):
        page.keyboard.press("ArrowLeft")
    shows(page, "516 of 546")  # a clause of a clue, with a long line above the headline
    assert [headline.bounding_box()[way] for way in "xy"] == [place[way] for way in "xy"]
    line, time = (page.locator(one).bounding_box() for one in (".fault-line", ".k-t"))
    assert line["y"] + line["height"] <= time["y"]


def shows(page: Any, place: str) -> None:
    where = re.compile(rf"\w+ {place.replace('of', '(of|von)')}\b")
    playwright.expect(page.locator(".where")).to_have_text(where)


def right_of(page: Any, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    return float(box["x"] + box["width"])


def test_long_names_of_cells_fit_the_panel(open_page: Any) -> None:
    """With names such as P14, the line for the other groups is in sight."""
    size = {"viewport": {"width": 1280, "height": 720}}
    page = open_page("/#watch/hard!2!textbook@3000", reduced_motion="reduce", **size)
    shows(page, "3,000 of")
    groups = page.locator(".groups")
    playwright.expect(groups.locator(".more")).to_be_visible()
    assert groups.evaluate("(one) => one.scrollHeight <= one.clientHeight")


def test_the_plot_is_a_slider(open_page: Any) -> None:
    """A click on the plot jumps there, and screen readers hear which event it is."""
    page = open_page(EVENT)
    at_event(page, 246)
    slider = page.get_by_role("slider", name="Event")
    playwright.expect(slider).to_have_attribute(
        "aria-valuetext", "event 246 of 310, Matching, decision 9"
    )
    box = slider.bounding_box()
    page.mouse.click(box["x"] + 30 + (box["width"] - 40) * 0.5005, box["y"] + 20)
    at_event(page, 156)
    slider.focus()
    page.keyboard.press("Home")
    at_event(page, 1)
    playwright.expect(page.get_by_role("status")).to_have_text(
        "9 cells are given as safe. Each is a fact, so it goes to KB0. "
        "KB0 holds the facts, and KB holds the longer clauses. KB 0."
    )


def test_keys_step_by_events_rounds_and_decisions(open_page: Any) -> None:
    """Arrow keys step. Keys 1 to 3 choose the size of a step, and Shift makes it one larger."""
    page = open_page(EVENT)
    at_event(page, 246)
    page.keyboard.press("ArrowLeft")
    at_event(page, 245)
    page.keyboard.press("Shift+ArrowLeft")
    playwright.expect(page.locator(".k-n .cap")).to_contain_text(
        "round 1: pair 3 of 3, the first that changes KB"
    )
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    playwright.expect(page.locator(".where")).to_contain_text("decision 9 of 14")
    page.get_by_role("button", name="Event", exact=True).click()
    page.get_by_role("button", name="Step", exact=True).click()
    playwright.expect(page.locator(".where")).to_contain_text("decision 9 of 14")
    page.keyboard.press("/")
    page.keyboard.type("c6")
    playwright.expect(page.locator(".found")).to_have_text(re.compile(r"^\d+ clauses? found$"))


def test_a_literal_and_its_cell_light_up_together(open_page: Any) -> None:
    """Pointing at a literal marks its cell and all its literals. A click on a cell searches."""
    page = open_page(EVENT)
    at_event(page, 246)
    page.locator(".pic .token").first.hover()
    playwright.expect(page.locator("[role=gridcell].pointed")).to_have_attribute(
        "aria-label", "A4 hidden"
    )
    assert page.locator(".groups .lit-on").count() > 1
    cell(page, "B4").click()
    playwright.expect(page.get_by_label("Find in KB")).to_have_value("B4")
    playwright.expect(page.locator(".found")).to_be_visible()


def test_a_link_keeps_board_agent_and_event(open_page: Any) -> None:
    """A link to an event also has its clause. So it finds the event even if numbers change."""
    page = open_page(EVENT)
    at_event(page, 246)
    page.keyboard.press("ArrowRight")
    at_event(page, 247)
    link = copied(page, page.get_by_role("button", name="Copy a link to this event"))
    other = open_page("/")
    other.goto(link.replace("247", "251"))
    at_event(other, 247)
    head = page.locator(".k-n h2").inner_text()
    playwright.expect(other.locator(".k-n h2")).to_have_text(head)


def test_a_large_board_shows_the_part_around_the_event(open_page: Any) -> None:
    """On a hard board, ten rows and columns are shown, with all cells of the clause."""
    page = open_page("/#watch/hard!6!textbook@1206", reduced_motion="reduce")
    page.get_by_text("event 1,206 of").wait_for()
    room = page.locator(".kbs .room").bounding_box()
    for coin in page.locator(".links .coin").all():
        box = coin.bounding_box()
        for start, length in (("x", "width"), ("y", "height")):
            assert room[start] <= box[start]
            assert box[start] + box[length] <= room[start] + room[length]


def test_on_a_phone_time_and_step_stay_at_the_bottom(open_page: Any) -> None:
    """The board, the words and the picture come first, then KB. Steps stay in reach."""
    page = open_page(EVENT, **PHONE)
    page.get_by_role("heading", name="C6 cancels.").wait_for()
    places = [".kbs sapper-board", ".k-n h2", ".k-n .pic", ".k-k"]
    tops = [page.locator(one).bounding_box()["y"] for one in places]
    assert tops == sorted(tops)
    for _ in range(2):
        step = page.get_by_role("button", name="Step", exact=True).bounding_box()
        assert step["y"] + step["height"] <= page.viewport_size["height"]
        page.evaluate("scrollTo(0, 9999)")


def test_large_type_for_a_projector(open_page: Any) -> None:
    page = open_page(EVENT)
    at_event(page, 246)
    sizes = """() => [".k-n h2", ".k-n .why"].map((one) =>
        parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""
    before = page.evaluate(sizes)
    choices(page)
    page.get_by_role("button", name="Large type").click()
    after = page.evaluate(sizes)
    assert all(large >= 1.2 * small for small, large in zip(before, after, strict=True)), after


def test_an_oracles_word_is_read_on_the_board(open_page: Any) -> None:
    """The champion gives no proof, so the page adds an explanation to its conclusion."""
    page = open_page("/#watch/9x6x10%2Fopen!4!champion!@2")
    playwright.expect(page.get_by_text(re.compile("^step 2"))).to_be_visible()
    said = page.get_by_role("region", name="The agent's conclusion")
    playwright.expect(said).to_contain_text(
        "is safe, because no board that fits has a mine there (exact odds)."
    )
    sentences = said.locator(".steps li")
    sentences.last.click()
    playwright.expect(page.locator("[role=gridcell][data-m=clues]").first).to_be_visible()
    playwright.expect(said.locator("summary")).to_have_count(0)


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_two_agents_fit_into_a_window_of_1280_by_720(open_page: Any, level: str) -> None:
    """Both boards and both conclusions begin within the window, which does not scroll."""
    size = {"width": 1280, "height": 720}
    page = open_page(f"/#watch/{level}!17!textbook!odds!@6", viewport=size)
    playwright.expect(page.get_by_text(re.compile("^step 6"))).to_be_visible()
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= 720
    playwright.expect(page.locator(".think h2")).to_have_count(2)
    for part in [*page.get_by_role("grid").all(), *page.locator(".think h2").all()]:
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 720, box


def test_two_agents_side_by_side(open_page: Any, picture: Any) -> None:
    """Two agents play the same board. The page shows their progress and differences."""
    page = open_page("/#watch/intermediate!2!odds")
    choices(page)
    page.get_by_label("Agent", exact=True).select_option("rules")
    page.get_by_label("Second agent").select_option("odds")
    page.keyboard.press("Escape")
    playwright.expect(page.get_by_role("grid")).to_have_count(2)
    page.get_by_role("button", name="To the end").click()
    playwright.expect(page.get_by_text(re.compile(r"step \d+ of \d+"))).to_be_visible()
    states = page.locator("h2 .tag")
    playwright.expect(states).to_have_text(["stuck", "won"])
    playwright.expect(
        page.get_by_text(re.compile(r"^Rulebook is stuck after .*\. Odds won after"))
    ).to_be_visible()
    assert "can't prove it" in page.locator(".think").first.inner_text()
    picture(page, "learn-two")
    page.get_by_role("button", name="Where the agents differ").click()
    titles = page.locator(".think h2")
    assert titles.nth(0).inner_text() != titles.nth(1).inner_text()
    playwright.expect(
        page.get_by_text(re.compile(r"^Cells open: Rulebook \d+, Odds \d+$"))
    ).to_be_visible()


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("path", ["lessons/4", "watch/easy!7!textbook!@4"])
def test_phones_show_the_names_of_rows_and_columns(open_page: Any, path: str, width: int) -> None:
    """The names of rows and columns must be legible on a phone, because explanations use them."""
    phone = {**PHONE, "viewport": {"width": width, "height": 640}}
    page = open_page(f"/#{path}", **phone)
    page.locator("[role=gridcell][data-s='1']").first.wait_for()
    for board in page.get_by_role("grid").all():
        heads = board.locator(".head").evaluate_all(
            """(heads) => heads.filter((head) => head.textContent).map((head) => {
                const { visibility, fontSize } = getComputedStyle(head);
                const { left, right, height } = head.getBoundingClientRect();
                return [visibility, parseFloat(fontSize), left >= 0 && right <= innerWidth,
                    height >= parseFloat(fontSize)];
            })"""
        )
        size = board.evaluate("(board) => board.width + board.height")
        assert heads == [["visible", 11, True, True]] * size


RINGED = """() => [...document.querySelectorAll("[role=gridcell][data-o]")].filter((cell) =>
    ["::before", "::after"].some((part) => {
        const { content, borderRadius, borderTopWidth, left } = getComputedStyle(cell, part);
        return content !== "none" && borderRadius === "50%" && parseFloat(borderTopWidth) > 0
            && parseFloat(left) < 0.3 * cell.offsetWidth;
    })).map((cell) => cell.getAttribute("aria-label").split(" ")[0])"""


def test_odds_on_the_board_of_an_agent_that_goes_by_them(open_page: Any) -> None:
    """For an agent that plays by odds, the page shows the odds until a button hides them.

    Only the cell that the agent opens next has a large ring.
    """
    page = open_page("/#watch/9x6x10%2Fopen!4!odds!@3")
    playwright.expect(page.get_by_text("Step 3", exact=True)).to_be_visible()
    shown = page.locator("[role=gridcell][data-o]")
    shown.first.wait_for()
    assert page.locator("[data-o=safe]").count() > 1
    (opens,) = page.evaluate(RINGED)
    playwright.expect(page.locator(".think h2")).to_have_text(f"{opens} is safe.")
    choices(page)
    page.get_by_role("button", name="Odds").click()
    playwright.expect(shown).to_have_count(0)
