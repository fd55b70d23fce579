"""The Watch view in a browser, as students use it: one agent's steps, or two agents compared."""

from __future__ import annotations

import re
from math import comb
from typing import Any

import pytest

from web.browsing import PHONE, cell, copied, playwright

pytestmark = pytest.mark.browser


WATCHED = "/#watch/expert!245501150!resolution-endgame"


def at_step(page: Any, step: int) -> None:
    playwright.expect(page.get_by_text(f"Step {step}", exact=True).first).to_be_visible()


def around(page: Any, name: str) -> int:
    """The number of hidden cells around a cell on the board."""
    found: int = page.evaluate(
        """(name) => {
            const board = document.querySelector("sapper-board");
            const at = board.named(name);
            const [x, y] = [at % board.width, Math.floor(at / board.width)];
            let hidden = 0;
            for (const row of [-1, 0, 1]) for (const step of [-1, 0, 1]) {
                const inside = x + step >= 0 && x + step < board.width && y + row >= 0
                    && y + row < board.height;
                if (inside && ".+F".includes(board.symbol(at + row * board.width + step))) hidden++;
            }
            return hidden;
        }""",
        name,
    )
    return found


def test_a_step_tells_what_the_number_added(open_page: Any) -> None:
    """Steps show how many clauses a number adds, and what is resolved, subsumed or settled."""
    page = open_page("/#watch/easy!7!textbook!@15")
    said = page.get_by_role("region", name="The agent's conclusion")
    seen = set()
    # Step backwards: the earlier steps are already loaded, so no click is lost.
    for step in range(15, 5, -1):
        at_step(page, step)
        for title in said.locator(".turn > summary").all_inner_texts():
            seen.add(title.split()[0].rstrip(":"))
            number = re.fullmatch(
                r"The (\d) at (\w+): exactly (\d) mines? among (\d) hidden cells", title.strip()
            )
            if number:
                clue, name, mines, cells = number.groups()
                n, m = int(mines), int(cells)
                assert (clue, m) == (mines, around(page, name))
                total = comb(m, m - n + 1) + comb(m, n + 1)
                playwright.expect(said).to_contain_text(f"{total} clauses")
                seen.add("counted")
        page.get_by_role("button", name="Step back").click()
    assert seen >= {"The", "counted", "Resolved", "Subsumed", "Settled"}


def test_a_clause_lights_its_cells_by_keyboard_too(open_page: Any) -> None:
    """Arrow keys move through the clauses of KB, and the selected clause marks its cells."""
    page = open_page("/#watch/easy!7!textbook!@2")
    at_step(page, 2)
    kb = page.get_by_role("listbox", name="All clauses")
    kb.focus()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    chosen = kb.get_by_role("option", selected=True)
    names = re.findall(r"[A-Z]\d", chosen.locator(".clause").inner_text())
    marked = page.locator("[role=gridcell][data-m=cells]")
    playwright.expect(marked).to_have_count(len(names))
    shown = [one.get_attribute("aria-label").split()[0] for one in marked.all()]
    assert sorted(shown) == sorted(names)
    page.keyboard.press("Escape")
    playwright.expect(kb.get_by_role("option", selected=True)).to_have_count(0)


def test_the_panel_follows_the_agent_unless_it_is_pinned(open_page: Any) -> None:
    """Clicking a cell pins its clauses while the agent steps. A button unpins the clauses."""
    page = open_page("/#watch/easy!7!textbook!@5")
    for step in (5, 4, 3):  # go back, so that the steps after step 2 are already loaded
        at_step(page, step)
        page.get_by_role("button", name="Step back").click()
    at_step(page, 2)
    card = page.get_by_role("region", name="Clauses about one cell")
    follows = card.get_by_role("heading").inner_text()
    page.get_by_role("button", name="Step", exact=True).click()
    playwright.expect(card.get_by_role("heading")).not_to_have_text(follows)
    cell(page, "C1").click()
    page.mouse.move(0, 0)
    for _ in range(2):
        page.get_by_role("button", name="Step", exact=True).click()
        playwright.expect(card.get_by_role("heading")).to_have_text("KB about C1, pinned")
    card.get_by_role("button", name="follow the agent").click()
    playwright.expect(card.get_by_role("heading")).not_to_have_text(re.compile("C1|pinned"))


def test_a_proof_leads_to_the_step_of_what_it_cites(open_page: Any) -> None:
    """A proof cites facts that were settled earlier. Clicking a cited fact goes to its step."""
    page = open_page("/#watch/easy!7!textbook!@14")
    at_step(page, 14)
    said = page.get_by_role("region", name="The agent's conclusion")
    cited = said.get_by_role("button", name=re.compile("^settled before step")).first
    if not cited.is_visible():
        said.get_by_text(re.compile("^Proof in")).click()
    step = int(cited.inner_text().split()[-1])
    assert step < 14
    cited.click()
    at_step(page, step)


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
    at_step(page, 3)
    assert page.get_by_label("When stuck").input_value() == "vote"
    page.reload()
    at_step(page, 3)
    assert page.get_by_label("When stuck").input_value() == "vote"
    assert page.get_by_role("button", name="board 2").is_visible()


def test_large_type_for_a_projector(open_page: Any) -> None:
    page = open_page("/#watch/easy!7!textbook!@4")
    at_step(page, 4)
    sizes = """() => [".think h2", ".turn > summary", ".turn .clause", ".kblist small"].map((one) =>
        parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""
    before = page.evaluate(sizes)
    page.get_by_role("button", name="Large type").click()
    after = page.evaluate(sizes)
    assert all(large >= 1.2 * small for small, large in zip(before, after, strict=True)), after


def test_a_link_keeps_board_agents_and_step(open_page: Any, picture: Any) -> None:
    """A link copied at one step opens the same board at the same step."""
    page = open_page(WATCHED)
    page.get_by_role("button", name="To the end").click()
    playwright.expect(page.locator("h2 .tag")).to_have_text(re.compile("stuck|won"))
    # Step back only after the last step has arrived, or the page would jump to the end again.
    playwright.expect(page.get_by_text(re.compile(r"^step \d+ of \d+"))).to_be_visible()
    playwright.expect(page.locator(".chart")).to_be_visible()
    for _ in range(60):
        if page.locator(".proof li").count() > 5:
            break
        page.get_by_role("button", name="Step back").click()
    page.locator("summary").first.evaluate("e => (e.parentElement.open = true)")
    picture(page, "learn")
    step = page.get_by_text(re.compile("^step ")).inner_text().split()[1]
    link = copied(page, page.get_by_role("button", name="board 245501150"))
    assert link.endswith(f"{WATCHED}!%40{step}")
    shown = page.get_by_role("grid").inner_text()
    other = open_page("/")
    other.goto(link)
    there = other.get_by_text(f"Step {step}", exact=True)
    playwright.expect(there).to_be_visible()
    assert other.get_by_role("grid").inner_text() == shown


def test_clauses_and_facts_of_a_cell(open_page: Any) -> None:
    """Clicking a cell lists the clauses about it, and a search finds a clause in KB."""
    # A step with known mines, and with clauses in KB.
    page = open_page("/#watch/easy!7!textbook!@4")
    at_step(page, 4)
    known = page.locator("[role=gridcell][data-m=known]").first
    name = known.get_attribute("aria-label").split()[0]
    settled = page.get_by_role("region", name="KB0: settled facts")
    playwright.expect(settled.get_by_title(f"{name} is a mine")).to_be_visible()
    kb = page.get_by_role("region", name="KB: clauses in use")
    clause = kb.locator(".kblist .clause").first.inner_text()
    literal = clause.split(" ∨ ")[0].replace("¬", "")
    cell(page, literal).click()
    one = page.get_by_role("region", name="Clauses about one cell")
    playwright.expect(one.get_by_role("heading")).to_have_text(f"KB about {literal}, pinned")
    playwright.expect(one.get_by_role("option", name=clause).first).to_be_visible()
    kb.get_by_role("searchbox").fill(clause.lower().replace("∨", "v").replace("¬", "-"))
    playwright.expect(kb.locator(".kblist .clause").first).to_have_text(clause)
    playwright.expect(kb.get_by_text(re.compile("clauses? found"))).to_be_visible()
    kb.get_by_role("option").first.hover()
    assert page.locator("[data-m=cells]").count() == len(clause.split(" ∨ "))


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


def test_two_agents_side_by_side(open_page: Any, picture: Any) -> None:
    """Two agents play the same board. The page shows their progress and differences."""
    page = open_page("/#watch/intermediate!2!odds")
    page.get_by_label("Agent", exact=True).select_option("rules")
    page.get_by_label("Second agent").select_option("odds")
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


RINGED = """() => [...document.querySelectorAll("[role=gridcell][data-o]")].filter((cell) =>
    ["::before", "::after"].some((part) => {
        const { content, borderRadius, borderTopWidth, left } = getComputedStyle(cell, part);
        return content !== "none" && borderRadius === "50%" && parseFloat(borderTopWidth) > 0
            && parseFloat(left) < 0.3 * cell.offsetWidth;
    })).map((cell) => cell.getAttribute("aria-label").split(" ")[0])"""


def test_with_odds_only_the_cell_that_opens_next_has_the_ring(open_page: Any) -> None:
    """When odds are shown, only the cell that the agent opens next has a large ring."""
    page = open_page("/#watch/easy!7!textbook!@4")
    at_step(page, 4)
    page.get_by_role("button", name="Odds").click()
    page.locator("[role=gridcell][data-o=safe]").nth(3).wait_for()
    (opens,) = page.evaluate(RINGED)
    playwright.expect(page.locator(".think h2")).to_have_text(f"{opens} is safe.")


def test_the_arrow_keys_step_after_a_click_on_step(open_page: Any) -> None:
    """Arrow keys work while a button has the focus, and each step is announced in one sentence."""
    page = open_page("/#watch/easy!7!textbook!@3")
    at_step(page, 3)
    page.get_by_role("button", name="Step back").click()
    at_step(page, 2)
    page.keyboard.press("ArrowRight")
    at_step(page, 3)
    page.keyboard.press("ArrowLeft")
    at_step(page, 2)
    said = page.get_by_role("status")
    playwright.expect(said).to_have_count(1)
    playwright.expect(said).to_have_text(re.compile(r"^[^.]+\.$"))
    page.keyboard.press("Space")  # presses the button
    at_step(page, 1)


def test_kb_and_kb0_are_introduced_before_they_are_used(open_page: Any) -> None:
    """On a phone, KB and KB0 are explained where they first appear."""
    page = open_page("/#watch/easy!7!textbook!@4", **PHONE)
    at_step(page, 4)
    playwright.expect(page.get_by_text("Reasons as in lesson 5:")).to_be_visible()
    said = page.get_by_role("region", name="The agent's conclusion").inner_text()
    assert said.index("KB is the agent's knowledge base") == said.index("KB")
    assert said.index("KB0 holds the facts") == said.index("KB0")


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


def test_odds_on_the_board_of_an_agent_that_goes_by_them(open_page: Any) -> None:
    """For an agent that plays by odds, the page shows the odds until a button hides them."""
    page = open_page("/#watch/9x6x10%2Fopen!4!odds!@3")
    playwright.expect(page.get_by_text("Step 3", exact=True)).to_be_visible()
    shown = page.locator("[role=gridcell][data-o]")
    shown.first.wait_for()
    page.get_by_role("button", name="Odds").click()
    playwright.expect(shown).to_have_count(0)
