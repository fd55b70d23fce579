"""User actions in the views, shared by several test files."""

from __future__ import annotations

import re
from typing import Any

from web.browsing import HINTED, cell, open_board, playwright, says

WON = "You won without a single guess."

# Opens provable cells through the API, until the shown game is won or a mine is opened. The rows
# are reversed for the analysis, because analysing a daily board counts as help.
PLAY = """async (to) => {
    const headers = { "Content-Type": "application/json" };
    const post = async (path, body) => (await fetch(`/api${path}`,
        { method: "POST", headers, body: JSON.stringify(body) })).json();
    const id = localStorage.getItem("sapper.game");
    for (;;) {
        const game = await (await fetch(`/api/games/${id}`)).json();
        if (game.outcome) return game.outcome;
        const all = game.rows.join("");
        const number = (name) => (game.height - Number(name.slice(1))) * game.width
            + name.charCodeAt(0) - 65;
        let cells = all.includes("+") ? [all.indexOf("+")] : null;
        if (!cells) {
            const position = [game.level, ...game.rows.reverse()].join("\\n");
            const { odds } = await post("/analyse", { position });
            cells = odds[to].map(number);
        }
        const opened = new Set();
        for (const cell of cells) {
            if (opened.has(cell)) continue;
            const answer = await post(`/games/${id}/moves`, { kind: "open", cell });
            if (answer.outcome) return answer.outcome;
            answer.cells.forEach((one) => opened.add(one));
        }
    }
}"""

# The 1s at B3 and B4 prove that A2, B2 and C2 are safe. D2 is a mine, and E1 is undecided.
PUZZLE = {
    "position": "5x4x3/safe\n.....\n.....\n.1111\n.1000\n",
    "technique": "subset",
    "safe": ["A2", "B2", "C2", "E2"],
    "mines": ["D2"],
}


def begin(page: Any, level: str = "Beginner") -> None:
    """Start today's board of a level other than the featured one."""
    page.get_by_role("link", name=re.compile(f"^{level}, ")).click()
    page.locator("sapper-play [role=gridcell]").first.wait_for()


def lose(page: Any) -> str:
    """Lose a game by a needless guess, and return its id."""
    open_board(page, HINTED)
    cell(page, "C3").click()
    says(page, "C3", "empty")
    cell(page, "A1").click()
    verdict = page.get_by_role("group", name="What decided it")
    playwright.expect(verdict).to_contain_text("Needless guess at move 2")
    return str(page.evaluate("localStorage.getItem('sapper.game')"))


def judged(page: Any) -> None:
    """Wait for the verdict on the finished game, because the verdict moves the buttons."""
    page.get_by_role("region", name="Result").wait_for()
    playwright.expect(page.locator("sapper-play .waiting")).to_have_count(0)


def practise(open_page: Any, **settings: Any) -> Any:
    """The Practice view with a fixed puzzle."""
    page = open_page("/#history", **settings)
    page.route(
        "**/api/puzzle",
        lambda route: route.fulfill(json=PUZZLE),
    )
    page.goto(page.url.split("#")[0] + "#practice")
    page.locator("sapper-practice [role=gridcell]").first.wait_for()
    page.locator(".lead", has_text="Technique: subset.").wait_for()
    return page


def score(page: Any) -> tuple[str, str]:
    """The two counts on the page: puzzles solved in a row, and on the first try."""
    row, solved = page.locator(".status .count").all_inner_texts()
    return row.strip(), solved.strip()


def choose(page: Any, **fields: str) -> None:
    """Select values in form fields, which are named by their labels."""
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " "), exact=True).select_option(value)
