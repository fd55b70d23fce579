"""Two agents side by side in a browser: the textbook agent, and the same agent with one mistake."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sapper.agents import MISTAKES, make
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.logic import Event
from sapper.logic.trace import Inserted, Matched, Removed, Settled
from web.browsing import PHONE, playwright, violations_everywhere

pytestmark = pytest.mark.browser

FAULT = "/#watch/easy!17!textbook@246+fault=forgets-parents"
BOARD = "7x5x6/given!22"
"""a board on which each of the mistakes matters"""


def trace(agent: str, level: str, seed: int) -> list[tuple[int, Any]]:
    """What an agent does before each decision, from the trace of its knowledge base."""
    player, game = make(agent), Game(deal(Level.parse(level), seed))
    seen: list[tuple[int, Any]] = []
    number = 1

    def listen(event: Event) -> None:
        match event:
            case Inserted(clause=clause):
                seen.append((number, ("in", clause)))
            case Removed(clause=clause, why=why):
                seen.append((number, (why, clause)))
            case Settled(literal=literal):
                seen.append((number, ("fact", literal)))
            case Matched():
                seen.append((number, "match"))

    player.listener = listen  # type: ignore[attr-defined]
    while game.outcome is None and (decision := player.choose(game.view)) is not None:
        for move in decision.moves:
            if game.outcome is None:
                game.play(move)
        number += 1
    return [*seen, (number, game.outcome)]


def first_difference(level: str, seed: int, fault: str) -> tuple[int, int]:
    """The decision before which the two traces differ first, and the clauses in KB by then."""
    right, wrong = (trace(name, level, seed) for name in ("textbook", f"textbook:{fault}"))
    for at, (one, other) in enumerate(zip(right, wrong, strict=False)):
        if one != other:
            changes = [what[0] for _, what in right[:at] if isinstance(what, tuple)]
            out = sum(change not in ("in", "fact") for change in changes)
            return right[at][0], changes.count("in") - out
    raise AssertionError("the traces do not differ")


@pytest.mark.parametrize("fault", MISTAKES)
def test_the_agents_part_where_their_traces_differ(open_page: Any, fault: str) -> None:
    """The first parting is in the decision where the traces of the two agents differ first."""
    level, seed = BOARD.split("!")
    decision, clauses = first_difference(level, int(seed), fault)
    page = open_page(f"/#watch/{BOARD.replace('/', '%2F')}!textbook@1+fault={fault}")
    page.locator(".pins button").first.click()
    heading = page.locator(".fault-head h2")
    playwright.expect(heading).to_contain_text("Here they part.")
    said = int((re.search(r"(\d+) clause", heading.inner_text()) or ["", "0"])[1])
    number = int(re.findall(r"event (\d+)", page.locator(".pins button").first.inner_text())[0])
    # A raw event is a part of one that the page shows, so KB may differ by what that one has done.
    assert abs(said - clauses) <= 1
    page.keyboard.press("Escape")
    page.goto(page.url.split("#")[0] + f"#watch/{BOARD.replace('/', '%2F')}!textbook@{number}")
    playwright.expect(page.locator(".where")).to_contain_text(f"event {number} of")
    playwright.expect(page.locator(".where")).to_contain_text(f"decision {decision} of")


def test_what_was_forgotten_and_what_it_costs(open_page: Any, picture: Any) -> None:
    """The pair at which the agents part for good, what one forgets, and what the other settles."""
    page = open_page(FAULT, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    heading = page.locator(".fault-head h2")
    playwright.expect(heading).to_have_text("The same board, the same 17 clauses. Here they part.")
    playwright.expect(page.locator(".fault-head .why")).to_have_text(
        "With the mistake, both parents are forgotten. The textbook agent keeps them. "
        "It finds that B4 is safe 3 pairs later. The other agent is stuck after 15 more pairs."
    )
    right, wrong = page.locator(".fault-side").all()
    playwright.expect(wrong.locator(".note.warn")).to_have_text(["forgotten", "forgotten"])
    playwright.expect(right.locator(".only .cz")).to_have_text(["¬B4∨¬C6", "A4∨C6"])
    playwright.expect(right.locator("tbody tr").last).to_contain_text("B4 is safe")
    playwright.expect(page.locator(".pins button")).to_have_count(2)
    playwright.expect(page.locator(".pins")).to_contain_text("the same 17 clauses again")
    picture(page, "fault")
    page.keyboard.press("Home")
    playwright.expect(page.get_by_role("status")).to_contain_text("the same 44 clauses")
    page.get_by_label("Mistake").select_option("facts-only")
    playwright.expect(heading).to_contain_text("the same 44 clauses")
    assert "facts-only" in page.url


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (820, 1180), (390, 844)])
def test_nothing_is_wider_than_the_window(open_page: Any, width: int, height: int) -> None:
    page = open_page(FAULT, viewport={"width": width, "height": height}, locale="de-DE")
    page.locator(".fault-side tbody").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width > 900:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator(".fault-view sapper-board").bounding_box()["width"] > 200


def test_a_program_says_its_mistake_and_leads_to_it(open_page: Any) -> None:
    """Watch names the mistake of a student program, and opens it side by side."""
    page = open_page("/#watch/easy!17!program-c@1", **PHONE)
    line = page.locator(".fault-line")
    playwright.expect(line).to_contain_text("Removes both clauses when it resolves them")
    line.get_by_role("button").click()
    heading = page.locator(".fault-head h2")
    playwright.expect(heading).to_contain_text("Program C is stuck here.")
    assert page.get_by_label("Mistake").input_value() == "program-c"
    page.get_by_role("button", name="Textbook, forgets parents").click()
    playwright.expect(heading).to_contain_text("Here they part.")
    assert page.get_by_label("Mistake").input_value() == "forgets-parents"
    page.get_by_role("button", name="Back to the event").click()
    playwright.expect(line).to_be_visible()


def test_everybody_can_read_both_sides(open_page: Any) -> None:
    """No accessibility problems at phone and desktop size, and in each look."""
    page = open_page(FAULT, reduced_motion="reduce")
    page.locator(".fault-side tbody").first.wait_for()
    assert violations_everywhere(page) == {}
