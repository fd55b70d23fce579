"""A proof as a graph in a browser. What the page draws is checked here, by trying all boards."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from web.browsing import PHONE, cell, playwright, violations_everywhere

pytestmark = pytest.mark.browser

PROOF = "/#watch/easy!17!textbook@300+proof=B1"
"""28 clauses, of which 13 are derived"""
SMALL = "/#watch/easy!17!textbook@251+proof=B4"

GRAPH = """() => {
    const text = (node) => [...node.querySelectorAll('.token text')].map((one) => one.textContent);
    const nodes = [...document.querySelectorAll('.proof-graph .node')].map((node) =>
        [node.dataset.i, text(node), node.querySelectorAll('.or').length + 1]);
    const edges = [...document.querySelectorAll('.proof-graph [data-to]')].map((edge) =>
        [edge.dataset.from, edge.dataset.to]);
    return [nodes, edges];
}"""
BOXES = """() => [...document.querySelectorAll('.proof-graph .node')].map((node) => {
    const { left, right, top, bottom } = node.querySelector('.box').getBoundingClientRect();
    return [left, right, top, bottom];
})"""


def follows(given: list[list[str]], claim: list[str]) -> bool:
    cells = sorted({name.lstrip("¬") for clause in [*given, claim] for name in clause})
    for mines in product((False, True), repeat=len(cells)):
        board = dict(zip(cells, mines, strict=True))

        def holds(clause: list[str], board: dict[str, bool] = board) -> bool:
            return any(board[name.lstrip("¬")] != name.startswith("¬") for name in clause)

        if all(map(holds, given)) and not holds(claim):
            return False
    return True


@pytest.mark.parametrize(("path", "steps"), [(SMALL, 10), (PROOF, 28)])
def test_every_drawn_clause_follows_from_what_is_drawn(
    open_page: Any, path: str, steps: int
) -> None:
    """Each clause follows from the clauses above it and the facts named next to it."""
    page = open_page(path)
    page.locator(".proof-graph .node").first.wait_for()
    nodes, edges = page.evaluate(GRAPH)
    assert len(nodes) == steps
    literals = {i: texts[:size] for i, texts, size in nodes}
    named = 0
    for i, texts, size in nodes:
        above = [literals[parent] for parent, child in edges if child == i]
        beside = [[name] for name in texts[size:]]
        named += len(beside)
        if above or beside:
            assert follows([*above, *beside], literals[i]), i
    assert (named > 0) == (path == PROOF)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (820, 1180), (390, 844)])
def test_a_graph_is_readable_at_every_size(
    open_page: Any, picture: Any, width: int, height: int
) -> None:
    """It shrinks to 90% at most, no clause covers another, and only the graph scrolls sideways."""
    page = open_page(PROOF, viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.locator(".proof-graph .node").first.wait_for()
    scale = page.evaluate(
        """() => { const svg = document.querySelector('.proof-graph svg');
            return svg.getBoundingClientRect().width / svg.viewBox.baseVal.width; }"""
    )
    assert scale >= 0.899
    boxes = page.evaluate(BOXES)
    for i, (left, right, top, bottom) in enumerate(boxes):
        for other_left, other_right, other_top, other_bottom in boxes[:i]:
            apart = right <= other_left + 1 or other_right <= left + 1
            assert apart or bottom <= other_top + 1 or other_bottom <= top + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".proof-view sapper-board").bounding_box()["width"] > 200
    if width > 900:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    if width == 1440:
        picture(page, "proof")


def test_a_settled_cell_opens_its_proof_and_escape_leads_back(open_page: Any) -> None:
    """A settled fact in KB0 is a button. The link names the proof, and keys move in it."""
    page = open_page("/#watch/easy!17!textbook@300", reduced_motion="reduce")
    page.get_by_role("button", name="B1", exact=True).click()
    playwright.expect(page.get_by_role("heading", name="Why is B1 a mine?")).to_be_visible()
    assert "proof%3DB1" in page.url
    playwright.expect(page.locator(".chapters button")).to_have_count(7)
    page.keyboard.press("ArrowUp")
    playwright.expect(page.get_by_role("status")).to_contain_text("B3 and A4 cancel.")
    selected = page.locator(".proof-graph .node.on")
    playwright.expect(selected).to_have_count(1)
    page.locator(".chapters button").nth(1).click()
    dim = page.locator(".proof-graph .node.dim")
    playwright.expect(dim.first).to_be_attached()
    page.keyboard.press("Escape")
    playwright.expect(dim).to_have_count(0)
    page.keyboard.press("Escape")
    playwright.expect(page.locator(".where")).to_contain_text("event 300 of 310")
    assert "proof" not in page.url
    page.get_by_role("button", name="Step", exact=True).click()
    playwright.expect(page.locator(".where")).to_contain_text("event 301 of 310")


def test_board_and_graph_light_up_together(open_page: Any) -> None:
    """A clause shows its string on the board, and a cell marks its literals in the graph."""
    page = open_page(SMALL, reduced_motion="reduce")
    node = page.locator(".proof-graph .node").filter(has_text=re.compile("¬B4∨¬C6|¬B4.*¬C6"))
    node.last.locator(".or").hover()
    playwright.expect(page.locator(".links polyline").first).to_be_attached()
    cell(page, "C6").hover()
    lit = page.locator(".proof-graph .token.lit-on text")
    assert set(lit.all_text_contents()) == {"C6", "¬C6"}
    cell(page, "C6").click()
    playwright.expect(page.locator(".proof-graph .node.on")).to_contain_text("C6")


def test_the_list_is_there_for_a_screen_reader_and_on_demand(open_page: Any) -> None:
    page = open_page(SMALL, **PHONE)
    page.locator(".proof-graph .node").first.wait_for()
    rows = page.get_by_role("listitem").filter(has=page.locator("em"))
    playwright.expect(rows).to_have_count(10)
    page.get_by_role("button", name="As a list").click()
    playwright.expect(page.locator(".proof-graph")).to_be_hidden()
    assert rows.last.bounding_box()["height"] > 20
    playwright.expect(rows.last).to_contain_text("¬B4")


def test_everybody_can_read_a_proof(open_page: Any) -> None:
    """No accessibility problems at phone and desktop size, and in each look."""
    page = open_page(PROOF, reduced_motion="reduce")
    page.locator(".proof-graph .node").first.wait_for()
    assert violations_everywhere(page) == {}
    page.get_by_role("button", name="As a list").click()
    assert violations_everywhere(page) == {}
