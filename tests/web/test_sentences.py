"""What the server says about positions and games is German on the German page, all of it.

A corpus of what it says is made here: explanations, hints, odds, values, reviews, watched agents,
checked answers. The page's translator takes all of it, and no template of it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from classroom.test_lessons import WRONG
from explaincheck import positions, random_view
from reviewgames import game, random_game
from sapper.adapters.answer import Answer, Said
from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.classroom.checks import FORMS, check
from sapper.explain.decisions import decision_json
from sapper.game import Record
from sapper.grid import SapperError
from sapper.level import Level
from sapper.review.page import details
from sapper.review.review import review
from sapper.value import value
from sapper.view import Decision, View
from sapper.web import worker
from web.browsing import BLANK, cell, playwright, says

# Other tests may have brought their own.
OURS = {name: one for name, one in AGENTS.items() if one.make.__module__.startswith("sapper.")}

SECONDS = 0.01  # of work for an estimate: here it need not be good

EXPLANATIONS = Path(__file__).parent.parent / "explanations"

DRAWN = (
    "4x3x2/open\n....\n....\n....\n",  # nothing is open
    "4x3x2/safe\n....\n....\n....\n",
    "3x1x2/any\n.2.\n",  # only mines are hidden
    "4x2x1/any\n*...\n1+..\n".replace("*", "."),
    "5x1x0/any\n0....\n",
    "3x2x2/any\n...\n121\n",
)

# Positions that contradict themselves, as students draw them.
IMPOSSIBLE = (
    "3x1x3/any\n1..\n",
    "3x1x2/any\n.3.\n",
    "2x2x0/any\n1.\n..\n",
    "3x2x5/any\n..0\n...\n",
    "3x1x1/any\n1.0\n",
    "5x2x2/any\n1...1\n0...0\n",
    "3x1x1/any\n11.\n",
    "3x2x0/any\n...\n.0.\n",
)

# Answers to exercises that are wrong in other ways than those of the lessons' own test.
ANSWERS = (
    ("3.2", "1. E2 D3\n2. E2 D3\n3. E2 from 1 2"),
    ("3.2", "1. ~A1|~A2 B1\n2. A1|A3 B2\n3. ~A2|A3 from 1 2"),
    ("3.2", "1. E2 claim"),
    ("3.2", "1. E2 mine count"),
    ("3.3", "A1 | ~B1"),
)

# Chords, games that are given up, coin tosses.
PLAYED = (
    game("4x3x2/any\n*...\n....\n*...\n", "open D1", "flag A1", "chord B1"),
    game("4x2x2/any\n*..*\n....\n", "open B2", "flag A1", "chord B2"),
    game("4x2x2/any\n*..*\n....\n", "open B2", "flag C1", "chord B2"),
    game("5x3x3/safe\n*...*\n.....\n..*..\n", "open A3"),
    game("2x1x1/any\n.*\n", "open B1"),
    game("3x2x1/safe\n*..\n...\n", "open C1", "open A2"),
    game("3x2x1/safe\n*..\n...\n", "open C1", "open A1"),
    game("3x2x2/safe\n*..\n*..\n", "open C1"),
    game("4x2x1/given(2)\n..*.\n....\n", "open C1"),
    game("3x3x2/safe\n*.*\n...\n...\n", "open A3", "open B1"),
)

# Sentences that need games too long or boards too strange for a test: one for each such template.
RARE = (
    "The chance at the start was under 1%; luck changed nothing, your choices cost 1 point.",
    "Two other errors made no clear difference.",
    "You made no clear error.",
    "The chord at move 12 was sure to hit a mine.",
    "The chord at C3 was sure to hit a mine.",
    "You lost on a good guess: the chord at C3 had a 20.0% chance of hitting a mine.",
    "It took one guess, which succeeds once in 100.",
    "You won. It took two guesses; both succeed 43 times in 100.",
    "Count 1 for a mine and 0 for a safe cell. Add 3 times the 2 at A2 and the 1 at B2: A1 + "
    "2 times B1 = C1 + 1, so B1 is safe.",
    "With A1 a mine, no mine remains, so B1 and C1 are safe.",
    "With A1 safe, the mines that remain fill every other cell, so B1 and C1 are mines.",
    "At most 1 mine is among A2, A3, A4 and B4, but at least 2 mines are among A1, A2 and A3 (so "
    "at least 1 mine is among A2 and A3), so A4 and B4 are safe.",
    "At least 2 mines are among A1, B1 and B2, and A1 can hold 1 of them, so at least 1 mine is "
    "among B1 and B2.",
    "With D1 and D2 safe, the 2 at C2 has 2 mines among C1, B3 and C3, and C1 can hold 1 of them, "
    "so at least 1 mine is among B3 and C3.",
    "At most 1 mine is among B3, D3 and C4, so at most 1 mine is among D3 and C4.",
    "The 1 at C2 has 1 mine among D1, B2, D2 and B3, so at most 1 mine is among B2 and B3.",
    "But with A1 and B1 safe, the 2 at A2 cannot have all its mines. So A1 is a mine.",
    "The board has 3 mines and all 3 are known, so none remain.",
    "With C4 safe, in every way to satisfy the 2 at B4, the 3 at C2 and the mine count, at least "
    "4 mines are among B1, C1, B2, A3, B3, D3, A4 and A5.",
    "Of these 7 mines, the 2 at F2 takes 2 and 4 to 5 are among B1, C1, B2, A3, B3, D3, A4 and "
    "10 other cells, and they share no cell. So 1 mine remains and this cell must hold it: A2 is "
    "a mine.",
    "Count the mines: 2 are known and 3 remain. Compare the clues C1 and B4.",
    "The safest guess is a cell that no clue touches.",
    "12 more steps: see Analyse.",
    "A2 is safe: the clue B2 is 0.",
    "A2 is safe: the one mine is known.",
    "A2 is safe: the board has no mines.",
    "A2 is safe: this follows from the clue B2 and facts vouched for by SAT solving in 4 steps.",
    "vouched for by SAT solving",
    "A2 is a guess (vote): the only unknown cell.",
    "A2 is a guess (champion): the best of the guesses that were played on, with an 8.4% chance of "
    "being a mine; wins 41.7% ± 2.5% (estimated).",
    "A5 is safe, but this agent can't prove it: it takes the mine count (a proof of 237 steps).",
    "C3 is safe, but this agent can't prove it: it takes 3 clues together, by chain (a proof of 8 "
    "steps).",
    "A2 had a 14.3% chance of being a mine, and nothing else came near.",
    "You won. It took 12 guesses; all 12 succeed less than once in 100.",
    "You made no error.",
    "You lost on a risk of 66.7%; no other guess wins more often.",
    "A 2 allows mines at A1 and B1; the clauses do not.",
    "A cell is safe in your position, but not by the mine count: it takes case split.",
    "your own",
)

UNREADABLE = (
    ("1.1", ""),
    ("1.1", "three"),
    ("1.1", "1 2"),
    ("1.2", "Z9"),
    ("1.2", "mines"),
    ("1.2", "A1\n" * 501),
    ("1.2", "x" * 20_001),
    ("1.4", "hello"),
    ("1.4", "11x11x1\n" + "...........\n" * 11),
    ("2.1", "A1 & B1"),
    ("2.1", "# nothing"),
    ("3.2", "E1 is safe"),
    ("3.2", "1. E2 because"),
    ("3.2", "# nothing"),
    ("8.1", "2/0"),
    ("8.1", "7"),
    ("8.1", "even"),
    ("10.3", "1 2"),
    ("10.3", "1 0 2 0"),
)

# What stays as it is: the language of answers, and an agent's own words.
KEPT = re.compile(r"from 1 2|: I\. Know\. It")
ENGLISH = re.compile(
    r"\b(?:the|is|are|were|mine|mines|safe|of|and|or|has|have|its|it|with|cell|cells|clue|clues"
    r"|that|which|no|not|by|to|at|all|only|there|guess|board|boards|you|your|must|chance|points?)\b"
)
CELL = re.compile(r"\b[A-Z]{1,3}[1-9][0-9]*\b")
NUMBER = re.compile(r"[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[.,][0-9]+)*")


def of_reason(reason: Any) -> Iterator[str]:
    """The sentences of an explanation, and the sources of its proof."""
    if reason is None:
        return
    yield reason["words"]
    yield from (step["words"] for step in reason.get("steps", ()))
    yield from of_proof(reason.get("proof") or ())


def of_proof(lines: Any) -> Iterator[str]:
    """Where the lines of a proof come from, the short ones: they repeat."""
    yield from {line["source"] for line in lines if line["source"] is not None}


def of_position(text: str, every: int = 1) -> Iterator[str]:
    """All that may be asked about a position, and of every so many certain cells why."""
    analysis: Any = worker.analyse(text)
    odds = analysis["odds"]
    yield odds["words"]
    yield worker.guess(text)["words"]
    certain = [*odds["safe"], *odds["mines"]][::every]
    view = View.parse(text)
    unsure = [view.grid.name(view.hidden[-1])] if not odds["first_is_safe"] else []
    for name in [*certain, *unsure]:
        yield from of_reason(worker.explain(text, name))
    if odds["safest"] is None and not odds["first_is_safe"]:
        return  # there is nothing to open, and so no hint
    for tier in range(1, 5):
        yield worker.hint(text, tier)["words"]
    yield from of_reason(worker.hint(text, 5)["reason"])


def of_review(record: Record) -> Iterator[str]:
    """The verdict, and what is said about each move."""
    found = details(review(record, SECONDS), proofs=False)
    yield found["verdict"]
    for move in found["moves"]:
        yield move["text"]
        yield move["after_text"]
        yield from (move["proof"] or {"steps": ()})["steps"]


def of_watching(agent: str, level: str, seed: int, guess: str | None = None) -> Iterator[str]:
    """What an agent says in a game of its own."""
    for frame in worker.watch(agent, level, seed, guess):
        if decision := frame.get("decision"):
            cited = frame.get("cites") or {}
            yield decision["words"]
            yield from of_reason(decision["explanation"])
            yield from of_proof(line for line in decision["proof"] if line["number"] not in cited)
        elif stuck := frame.get("stuck"):
            yield stuck["words"]


def worth(view: View) -> str:
    """What a position is worth."""
    return value(view, SECONDS).words(view)


def of_others() -> Iterator[str]:
    """What agents that others wrote say of themselves, and what is so."""
    view = View.parse("4x2x2/any\n....\n1221\n")
    for said in (
        Answer(open=(0,), words="I. Know. It"),
        Answer(open=(0, 3), clues=(4, 5), mine_count=True),
        Answer(open=(0,), mines=(1,), mine_count=True),
        Answer(guess=0, odds=0.25),
        Answer(guess=0, open=(3,), flags=(1, 2), clues=(4,)),
    ):
        decision = Decision((), Said(said, "friend.py"))
        yield decision_json(decision, 0, view)["words"]


def corpus() -> Iterator[str]:
    """What the server would say, from the same seeds each time."""
    for path in sorted(EXPLANATIONS.glob("*.txt")):
        text, _, rest = path.read_text().partition("cell: ")
        yield from of_reason(worker.explain(text.strip() + "\n", rest.partition("\n")[0]))
    for text in DRAWN:
        yield from of_position(text)
    for seed in range(12):
        for view in positions(Level.parse("8x6x10/open"), seed):
            yield from of_position(str(view), every=6)
        yield from of_position(str(random_view(Level.parse("5x4x6/any"), seed)), every=3)
        yield from map(worth, positions(Level.parse("8x6x10/given"), seed))
    for text in DRAWN[2:]:
        yield worth(View.parse(text))
    for record in PLAYED:
        yield from of_review(record)
    for seed in range(40):
        yield from of_review(random_game("5x4x4/any" if seed % 8 else "7x5x8/open", seed))
    for number, agent in enumerate(OURS):
        for seed in range(8):
            guess = GUESSES[(number + seed) % len(GUESSES)]
            level = ("8x6x10/open", "6x4x6/any", "5x2x2/any", "8x6x8/given")[seed % 4]
            yield from of_watching(agent, level, seed, guess if seed else None)
    yield from of_others()
    yield from (preset.description for preset in OURS.values())
    yield from FORMS.values()
    yield from (check(number, answer).words for number, answer, _ in WRONG)
    yield from (check(number, answer).words for number, answer in ANSWERS)
    yield from (check("1.4", text).words for text in IMPOSSIBLE)
    yield from RARE


@pytest.mark.long
def test_all_that_the_server_says_is_german(open_page: Any) -> None:
    """Every sentence has a template and every template a sentence; cells and numbers stay."""
    said = sorted({text for text in corpus() if text})
    page = open_page(BLANK)
    german, unused = page.evaluate(
        """async (said) => {
            const { translated, templates } = await import("/words/sentences.de.js");
            const used = new Set();
            const german = said.map((text) => translated(text, used));
            return [german, templates.filter((template) => !used.has(template))];
        }""",
        said,
    )
    pairs = dict(zip(said, german, strict=True))
    assert [text for text, told in pairs.items() if told is None] == []
    assert unused == []
    for text, told in pairs.items():
        assert set(CELL.findall(text)) <= set(CELL.findall(told)), (text, told)
        swapped = text.translate(str.maketrans(".,", ",."))
        numbers = {number.strip(".,") for number in NUMBER.findall(swapped)}
        assert numbers <= set(NUMBER.findall(told)), (text, told)
        left = ENGLISH.search(KEPT.sub("", told))
        assert left is None, (text, told)


def test_answers_that_cannot_be_read_are_refused_in_german(open_page: Any) -> None:
    """Each with what is allowed."""
    refused = []
    for number, answer in UNREADABLE:
        with pytest.raises(SapperError) as caught:
            check(number, answer)
        refused.append(str(caught.value))
    told = open_page(BLANK).evaluate(
        """async (said) => {
            const { told } = (await import("/words/de.js")).default;
            return said.map((text) => told(text));
        }""",
        refused,
    )
    assert [text for text, german in zip(refused, told, strict=True) if text == german] == []


def german_game(open_page: Any, board: str) -> Any:
    """A German page with a game on a board from a file."""
    page = open_page("/#play", locale="de-DE")
    page.get_by_role("button", name="Mehr").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Ein Feld öffnen…").click()
    file = {"name": "board.txt", "mimeType": "text/plain", "buffer": board.encode()}
    chooser.value.set_files(file)
    page.locator(f"[aria-rowcount='{len(board.splitlines()) - 1}']").wait_for()
    return page


@pytest.mark.browser
def test_a_reason_and_a_verdict_in_german(open_page: Any) -> None:
    """A hint's reason, what decided a game, and each move of its review."""
    page = german_game(open_page, "5x3x2/any\n*..*.\n11111\n00000\n")
    cell(page, "C3").click()
    says(page, "C3", "leer")
    for _ in range(5):
        page.keyboard.press("h")
    playwright.expect(page.locator(".steps li")).to_have_text(
        "Die 1 auf A2 hat genau 1 Mine in A1 und B1; die 1 auf B2 berührt diese Felder auch und "
        "hat dort schon ihre Mine, also ist C1 sicher (das Muster 1-1)."
    )
    cell(page, "A1").click()
    result = page.get_by_role("region", name="Ergebnis")
    verdict = "Unnötig geraten bei Zug 2: C1 war sicher."
    playwright.expect(result.get_by_role("heading", level=2)).to_have_text(verdict)
    playwright.expect(result).to_contain_text("Zu Beginn war die Gewinnchance")
    result.get_by_role("link", name="Das Spiel Zug für Zug").click()
    playwright.expect(page.locator("sapper-review h2.voice")).to_contain_text(
        "Wahrscheinlichkeit eine Mine. C1 war sicher: Das zeigte eine Teilmenge aus A2 und B2."
    )
    page.goto(page.url.split("#")[0] + "#history")
    playwright.expect(page.get_by_role("link", name=verdict)).to_be_visible()
    assert page.locator("[lang=en]").count() == 0


@pytest.mark.browser
def test_a_watched_agent_and_an_analysis_in_german(open_page: Any) -> None:
    """What an agent concludes, what is certain in a position, and why."""
    page = open_page("/#learn/beginner!3!odds!@2", locale="de-DE")
    said = page.locator(".think")
    playwright.expect(said.locator("p[lang=de]")).to_contain_text("Auf keinem Spielfeld, das passt")
    playwright.expect(page.locator(".side p[lang=de]").first).to_contain_text(
        "öffnet das sicherste"
    )
    page.goto(page.url.split("#")[0] + "#analyse/5x3x2!.....!11111!00000")
    playwright.expect(page.locator("sapper-analyse h2.voice")).to_contain_text("Du musst nicht")
    page.get_by_role("button", name="Das leichteste Feld erklären").click()
    playwright.expect(page.locator("sapper-analyse .steps")).to_contain_text("also ist C1 sicher")
    assert page.locator("[lang=en]").count() == 0


@pytest.mark.browser
def test_what_is_not_german_says_that_it_is_english(open_page: Any) -> None:
    """A sentence of a newer server is shown as it is, marked for those who have it read to them."""
    page = open_page("/", locale="de-DE")

    def newer(route: Any) -> None:
        answer = route.fetch().json()
        answer["steps"][0]["words"] = "C1 is blue."
        route.fulfill(json=answer)

    page.route("**/api/explain", newer)
    page.goto(page.url.split("#")[0] + "#analyse/5x3x2!.....!11111!00000")
    page.get_by_role("button", name="Das leichteste Feld erklären").click()
    playwright.expect(page.locator("sapper-analyse .steps [lang=en]")).to_have_text("C1 is blue.")


@pytest.mark.browser
@pytest.mark.parametrize(("locale", "expected"), [("en-GB", False), ("de-DE", True)])
def test_only_the_german_page_loads_german_sentences(
    open_page: Any, locale: str, expected: bool
) -> None:
    """And its first load is small all the same."""
    page = open_page("/#play", locale=locale)
    page.get_by_role("gridcell").first.wait_for()
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])"
    )
    assert any("sentences" in name for name, _ in loaded) == expected
    assert sum(size for _, size in loaded) < 150_000
