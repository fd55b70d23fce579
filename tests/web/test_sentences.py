"""The server's sentences are in German on the German page.

The tests collect the sentences in both languages: explanations, hints, odds, values, reviews,
watched agents and checked answers.
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
from sapper.classroom.checks import TASKS, check
from sapper.core.game import Record
from sapper.core.level import Level
from sapper.core.view import Decision, View
from sapper.explain.decisions import decision_json
from sapper.reason.value import value
from sapper.review import review
from sapper.review.review_json import replay_json
from sapper.web import tasks
from sapper.words import speaking
from web.browsing import cell, pick, playwright, says

# Other tests may have added agents.
OURS = {name: one for name, one in AGENTS.items() if one.make.__module__.startswith("sapper.")}

SECONDS = 0.01  # the budget for an estimate; small, because these tests need no accurate value

EXPLANATIONS = Path(__file__).parent.parent / "explanations"

DRAWN = (
    "4x3x2/open\n....\n....\n....\n",  # no cell is open
    "4x3x2/safe\n....\n....\n....\n",
    "3x1x2/any\n.2.\n",  # only mines are hidden
    "4x2x1/any\n*...\n1+..\n".replace("*", "."),
    "5x1x0/any\n0....\n",
    "3x2x2/any\n...\n121\n",
)

# Contradictory positions, as students draw them.
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

# Wrong answers to exercises, in addition to those in the tests of the lessons.
ANSWERS = (
    ("3.2", "1. E2 D3\n2. E2 D3\n3. E2 from 1 2"),
    ("3.2", "1. ~A1|~A2 B1\n2. A1|A3 B2\n3. ~A2|A3 from 1 2"),
    ("3.2", "1. E2 claim"),
    ("3.2", "1. E2 mine count"),
    ("3.3", "A1 | ~B1"),
)

# Chords, abandoned games and coin tosses.
PLAYED = (
    game("4x3x2/any\n*...\n....\n*...\n", "open D1", "flag A1", "chord B1"),
    game("4x2x2/any\n*..*\n....\n", "open B2", "flag A1", "chord B2"),
    game("4x2x2/any\n*..*\n....\n", "open B2", "flag C1", "chord B2"),
    game("5x3x3/safe\n*...*\n.....\n..*..\n", "open A3"),
    game("2x1x1/any\n.*\n", "open B1"),
    game("3x2x1/safe\n*..\n...\n", "open C1", "open A2"),
    game("3x2x1/safe\n*..\n...\n", "open C1", "open A1"),
    game("3x2x2/safe\n*..\n*..\n", "open C1"),
    game("4x2x1/given(2)\n++*.\n....\n", "open C1"),
    game("3x3x2/safe\n*.*\n...\n...\n", "open A3", "open B1"),
)

# Not translated: the syntax of answers, and sentences that an agent wrote itself.
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
    yield from (line["source"] for line in lines if line["source"] is not None)


def of_position(text: str, every: int = 1) -> Iterator[str]:
    """All answers about a position, with an explanation of every n-th provable cell."""
    analysis: Any = tasks.positions.analyse(text)
    odds = analysis["odds"]
    yield odds["words"]
    yield tasks.positions.guess(text)["words"]
    certain = [*odds["safe"], *odds["mines"]][::every]
    view = View.parse(text)
    unsure = [view.grid.name(view.hidden[-1])] if not odds["first_is_safe"] else []
    for name in [*certain, *unsure]:
        yield from of_reason(tasks.positions.explain(text, name))
    if odds["safest"] is None and not odds["first_is_safe"]:
        return  # without a cell to open there is no hint
    for tier in range(1, 5):
        yield tasks.positions.hint(text, tier)["words"]
    yield from of_reason(tasks.positions.hint(text, 5)["reason"])


def of_review(record: Record) -> Iterator[str]:
    """The verdict and the sentences about each move."""
    found = replay_json(review(record, SECONDS))
    yield found["verdict"]
    for move in found["moves"]:
        yield move["text"]
        yield move["after_text"]
        yield from (move["proof"] or {"steps": ()})["steps"]


def of_watching(agent: str, level: str, seed: int, guess: str | None = None) -> Iterator[str]:
    for frame in tasks.agents.watch(agent, level, seed, guess):
        if decision := frame.get("decision"):
            cited = frame.get("cites") or {}
            yield decision["words"]
            yield from of_reason(decision["explanation"])
            yield from of_proof(line for line in decision["proof"] if line["number"] not in cited)
        elif stuck := frame.get("stuck"):
            yield stuck["words"]


def worth(view: View) -> str:
    return value(view, SECONDS).words()


def of_others() -> Iterator[str]:
    """The sentences about the answers of third-party agents."""
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
    """Many of the server's sentences, made with the same seeds each time."""
    for path in sorted(EXPLANATIONS.glob("*.txt")):
        text, _, rest = path.read_text().partition("cell: ")
        yield from of_reason(tasks.positions.explain(text.strip() + "\n", rest.partition("\n")[0]))
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
    yield from (task.how for task in TASKS.values())
    yield from (check(number, answer).words for number, answer, _ in WRONG)
    yield from (check(number, answer).words for number, answer in ANSWERS)
    yield from (check("1.4", text).words for text in IMPOSSIBLE)


def in_language(language: str) -> list[str]:
    """All sentences in this language, always in the same order."""
    with speaking(language):
        return list(corpus())


@pytest.mark.long
def test_all_that_the_server_says_is_german() -> None:
    """Cells and numbers are the same in both languages, and no English words are left."""
    pairs = dict(zip(in_language("en"), in_language("de"), strict=True))
    for text, told in pairs.items():
        assert set(CELL.findall(text)) <= set(CELL.findall(told)), (text, told)
        swapped = text.translate(str.maketrans(".,", ",."))
        numbers = {number.strip(".,") for number in NUMBER.findall(swapped)}
        assert numbers <= set(NUMBER.findall(told)), (text, told)
        left = ENGLISH.search(KEPT.sub("", told))
        assert left is None, (text, told)


def german_game(open_page: Any, board: str) -> Any:
    """A German page with a game on a board from a file."""
    page = open_page("/#play", locale="de-DE")
    page.get_by_role("button", name="Mehr").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Ein Brett öffnen…").click()
    file = {"name": "board.txt", "mimeType": "text/plain", "buffer": board.encode()}
    chooser.value.set_files(file)
    page.locator(f"[aria-rowcount='{len(board.splitlines()) - 1}']").wait_for()
    return page


@pytest.mark.browser
def test_a_hint_and_a_verdict_in_german(open_page: Any) -> None:
    """A hint's reason, a game's verdict, and a move of its review are in German."""
    page = german_game(open_page, "5x3x2/any\n*..*.\n11111\n00000\n")
    cell(page, "C3").click()
    says(page, "C3", "leer")
    hint = page.get_by_role("region", name="Tipp")
    for text in (
        "Mindestens ein Feld ist nachweislich sicher.",
        "um B2",
        "Vergleiche die Zahlen auf A2",
    ):
        page.keyboard.press("h")
        playwright.expect(hint.get_by_role("heading")).to_contain_text(text)
    page.keyboard.press("h")
    page.keyboard.press("h")
    playwright.expect(page.locator(".steps li")).to_have_text(
        "Die 1 auf A2 hat ihre Mine in A1 oder B1. Die 1 auf B2 berührt beide, also ist das ihre "
        "einzige Mine: C1 ist sicher. (Das Muster 1-1.)"
    )
    page.get_by_role("button", name="Darf ich raten?").click()
    playwright.expect(page.locator(".right")).to_contain_text("Nein. Du kannst durch Nachdenken")
    cell(page, "A1").click()
    result = page.get_by_role("region", name="Ergebnis")
    verdict = "Unnötig geraten bei Zug 2: C1 war sicher."
    playwright.expect(result.get_by_role("heading", level=2)).to_have_text(verdict)
    playwright.expect(result).to_contain_text("zu Beginn80 %Fehler< 1")
    result.get_by_role("link", name="Zug für Zug").click()
    playwright.expect(page.locator("sapper-review h2.voice")).to_have_text(
        re.compile(r"^A1 war .*\. C1 war sicher\.$")
    )
    page.goto(page.url.split("#")[0] + "#history")
    playwright.expect(page.get_by_role("link", name=verdict)).to_be_visible()


@pytest.mark.browser
def test_a_watched_agent_and_an_analysis_in_german(open_page: Any) -> None:
    """An agent's conclusions, an explained cell, and a contradiction are in German."""
    page = open_page("/#watch/beginner!3!odds!@2", locale="de-DE")
    start = page.url.split("#")[0]
    playwright.expect(page.locator(".think")).to_contain_text("auf keinem passenden Brett")
    playwright.expect(page.locator(".side p").first).to_contain_text("öffnet das sicherste")
    page.goto(f"{start}#analyse/5x3x2!.....!11111!00000")
    headline = page.locator("sapper-analyse h2.voice")
    playwright.expect(headline).to_contain_text("du musst also nicht")
    playwright.expect(page.locator("sapper-analyse .lead")).to_contain_text("Gewinnchance")
    page.get_by_role("button", name="Das leichteste Feld erklären").click()
    playwright.expect(page.locator("sapper-analyse .steps")).to_contain_text("C1 ist sicher")
    page.goto(f"{start}#analyse/3x1x2!.3.")
    playwright.expect(headline).to_have_text(
        "Die 3 auf B1 berührt nur 2 Felder, die Minen sein können."
    )
    headline.locator(".ref").hover()
    playwright.expect(cell(page, "B1")).to_have_class(re.compile("pointed"))


@pytest.mark.browser
def test_a_change_of_language_changes_what_the_server_says(open_page: Any) -> None:
    """The language setting decides, not the list of languages that the browser sends."""
    page = open_page("/#analyse/3x1x2!.3.", locale="de-DE")
    headline = page.locator("sapper-analyse h2.voice")
    playwright.expect(headline).to_have_text(
        "Die 3 auf B1 berührt nur 2 Felder, die Minen sein können."
    )
    page.get_by_role("button", name="Einstellungen").click()
    pick(page, "English")  # the page reloads
    playwright.expect(headline).to_have_text("The 3 at B1 touches only 2 cells that can be mines.")
