"""reasons.js and prove.js: explanations and proofs that are shown step by step on the board."""

from __future__ import annotations

from typing import Any

import pytest

from sapper.web import worker

POSITION = "5x3x2/any\n.....\n11111\n00000\n"

# A fake board that records which cells are marked or scrolled into view, and which rows are loaded.
BOARD = """() => {
    window.marked = [];
    window.revealed = [];
    window.loaded = [];
    window.board = { named: (name) => (Number(name.slice(1)) - 1) * 5 + name.charCodeAt(0) - 65,
        mark: (marks) => marked.push(marks), reveal: (cells) => revealed.push(cells),
        load: (width, height, rows) => loaded.push(rows), point: () => undefined };
}"""


def fact(cells: list[str], least: int, most: int) -> dict[str, Any]:
    """The fact that between `least` and `most` of these cells are mines."""
    return {"cells": cells, "least": least, "most": most}


def step(clues: list[str], about: dict[str, Any], also: dict[str, Any] | None = None) -> Any:
    """One sentence of an explanation."""
    runs = ["From ", *({"cell": clue} for clue in clues), "."]
    words = f"From {' '.join(clues)}."
    return {"words": words, "runs": runs, "clues": clues, "fact": about, "also": also}


REASON = {
    "steps": [
        step(["A2"], fact(["A1", "B1"], 1, 1)),
        step(["B2"], fact(["C1"], 0, 0)),
        step(["C2"], fact(["D1", "E1"], 2, 2), fact(["A3"], 0, 0)),
    ],
    "proof": [],
}
SHOW = """async ([reason, before]) => {
    const { argument } = await import("/reasons.js");
    const { h } = await import("/dom.js");
    const extra = before ? [h("button", { id: "before" }, "before")] : [];
    document.getElementById("main").append(...argument(reason, board, {}, extra));
}"""
CURRENT = (
    "[...document.querySelectorAll('.steps li')].map((one) => one.getAttribute('aria-current'))"
)


def test_a_sentence_marks_what_it_is_about(page: Any) -> None:
    """A sentence marks its clues, safe cells and mines on the board."""
    page.evaluate(BOARD)
    page.evaluate(SHOW, [REASON, False])
    items = page.locator(".steps li")
    items.nth(0).click()
    assert page.evaluate("marked.at(-1)") == {
        "clues": ["A2"],
        "safe": [],
        "mines": [],
        "cells": ["A1", "B1"],
    }
    items.nth(2).focus()
    assert page.evaluate("marked.at(-1)") == {
        "clues": ["C2"],
        "safe": ["A3"],
        "mines": ["D1", "E1"],
        "cells": [],
    }
    assert page.evaluate("revealed.at(-1)") == ["C2", "A3", "D1", "E1"]
    assert page.evaluate(CURRENT) == [None, None, "step"]


def test_reading_on_goes_round(page: Any) -> None:
    """The "Read on" button goes from sentence to sentence, and from the last one to the first."""
    page.evaluate(BOARD)
    page.evaluate(SHOW, [REASON, True])
    button = page.get_by_role("button", name="Read on")
    for index in (0, 1, 2, 0):
        button.click()
        expected = ["step" if i == index else None for i in range(3)]
        assert page.evaluate(CURRENT) == expected
    page.wait_for_function("document.getElementById('say').textContent === 'From A2.'")
    assert page.locator(".acts button").all_inner_texts() == ["before", "Read on"]


@pytest.mark.parametrize("steps", [0, 1])
def test_there_is_nothing_to_read_on(page: Any, steps: int) -> None:
    """An explanation of one sentence has no button, and one without sentences has no list."""
    page.evaluate(BOARD)
    page.evaluate(SHOW, [{**REASON, "steps": REASON["steps"][:steps], "proof": None}, False])
    assert page.get_by_role("button").count() == 0
    assert page.locator("ol").count() == steps
    assert page.locator("details").count() == 0


def test_a_real_argument_is_read(page: Any) -> None:
    """An explanation from the server is shown as sentences, with a proof that marks its cells."""
    reason: Any = worker.explain(POSITION, "C1")
    page.evaluate(BOARD)
    page.evaluate(SHOW, [reason, False])
    assert page.locator(".steps li").all_inner_texts() == [one["words"] for one in reason["steps"]]
    page.locator("summary").click()
    lines = page.locator(".proof li")
    assert lines.count() == len(reason["proof"])
    last = reason["proof"][-1]
    assert last["clause"] in lines.last.inner_text()
    lines.last.hover()
    assert page.evaluate("marked.at(-1).cells") == last["cells"]


def test_of_a_long_proof_the_first_lines_are_shown(page: Any) -> None:
    """The page shows 200 lines and says how many follow. Each derived line cites its premises."""
    page.evaluate(BOARD)
    page.evaluate(
        """async () => {
            const { proofDetails } = await import("/reasons.js");
            const line = (number) => ({ number, clause: `¬A${number}`, clue: null, cells: [number],
                source: number === 1 ? "mine count" : null, note: number === 3 ? "given" : null,
                parents: [1, 2] });
            const proof = Array.from({ length: 1234 }, (_, i) => line(i + 1));
            document.getElementById("main").append(proofDetails(proof, 1234, board, { safe: [] }));
            document.querySelector("details").open = true;
        }"""
    )
    assert page.locator("summary").inner_text() == "Proof in 1,234 steps"
    assert page.locator(".proof li").count() == 200
    why = page.locator(".proof .why").all_inner_texts()[:4]
    assert why == ["mine count", "from 1 2", "given", "from 1 2"]
    assert page.get_by_text("and 1034 more").is_visible()
    page.locator(".proof li").nth(6).focus()
    assert page.evaluate("marked.at(-1)") == {"clues": [], "cells": [7]}


# -- the proof that a board needs no guess -------------------------------------------------------

GAME = {"id": "GAME", "width": 5, "height": 3}


def move(kind: str, cells: list[str], clues: list[str], changed: list[int], symbols: str) -> Any:
    """One line of a proof."""
    runs = [f"{kind} ", *({"cell": name} for name in cells), "."]
    form = {"kind": kind, "cells": cells, "clues": clues, "runs": runs}
    return {**form, "changed": changed, "symbols": symbols}


# A1 and C3 are mines.
PROOF = {
    "rows": ["....+", ".....", "....."],
    "hardest": "subset",
    "steps": [
        move("open", ["E1"], [], [2, 3, 4], "000"),
        move("mine", ["A1"], ["B1"], [], ""),
        move("safe", ["A2", "B2"], ["B1", "C2"], [5, 6], "12"),
        move("mine", ["C3"], [], [], ""),
    ],
}
PROVE = """async ([game, proof]) => {
    const { proofPanel } = await import("/prove.js");
    window.ends = 0;
    document.getElementById("main").append(proofPanel(game, proof, board, () => ends++));
}"""


def test_a_proof_says_each_move_and_shows_its_position(page: Any) -> None:
    """A selected line shows the board before its move, and marks the line's cells and clues."""
    page.evaluate(BOARD)
    page.evaluate(PROVE, [GAME, PROOF])
    items = page.locator(".sequence li")
    assert items.all_inner_texts() == ["open E1.", "mine A1.", "safe A2B2.", "mine C3."]
    assert items.nth(2).locator(".ref").all_inner_texts() == ["A2", "B2"]
    items.nth(3).click()
    assert page.evaluate("loaded.at(-1)") == ["..000", "12...", "....."]
    assert page.evaluate("marked.at(-1)") == {"clues": [], "mines": ["C3"]}
    items.nth(2).click()
    assert page.evaluate("loaded.at(-1)") == ["..000", ".....", "....."]
    assert page.evaluate("marked.at(-1)") == {"clues": ["B1", "C2"], "safe": ["A2", "B2"]}
    assert page.evaluate("revealed.at(-1)") == ["B1", "C2", "A2", "B2"]


def test_a_proof_is_walked_with_keys(page: Any) -> None:
    """The list has one tab stop. Arrow keys wrap around, and Home and End jump to the ends."""
    page.evaluate(BOARD)
    page.evaluate(PROVE, [GAME, PROOF])
    items = page.locator(".sequence li")
    items.first.focus()
    walked = []
    for key in ("ArrowDown", "ArrowRight", "End", "ArrowDown", "ArrowUp", "Home", "ArrowLeft"):
        page.keyboard.press(key)
        walked.append(page.evaluate("document.activeElement.dataset.n"))
        stops = page.evaluate("document.querySelectorAll('.sequence li[tabindex=\"0\"]').length")
        assert stops == 1
    assert walked == ["2", "3", "4", "1", "4", "1", "4"]
    page.get_by_role("button", name="Read on").click()
    assert page.evaluate("document.activeElement.dataset.n") == "1"
    page.get_by_role("button", name="Back to the result").click()
    assert page.evaluate("ends") == 1
