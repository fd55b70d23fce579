"""Agents' reasons and comments on the knowledge base say the same in each language."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from sapper.adapters import Answer
from sapper.adapters.answer import Said
from sapper.agents import AGENTS, make
from sapper.agents.guess import GUESSES
from sapper.agents.ladder import LadderAgent
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.grid import Grid
from sapper.core.level import Level
from sapper.core.view import Decision, View, reason_messages
from sapper.explain.commentary import Commentary
from sapper.explain.decisions import decision_json, stuck_json
from sapper.explain.turn_text import LABEL
from sapper.words import LANGUAGES, Message, Text, say, speaking
from sapper.words.kinds import OwnWords, TurnLabel
from words.examples_reasons import EXAMPLES

# For each language, words that nearly every sentence of the other language contains.
FOREIGN = {
    "en": re.compile(r"\b(?:und|ist|sind|die|der|Feld|Felder|Klauseln)\b"),
    "de": re.compile(r"\b(?:and|is|are|the|mine|mines|cell|cells|clauses|safe)\b"),
}


def named(text: Text) -> tuple[Counter[str], set[str]]:
    """The cells and numbers in a text, except 0 and 1, which may be written as words."""
    words = "|".join(run for run in text.to_json() if isinstance(run, str))
    return Counter(text.cells), set(re.findall(r"\d+", words)) - {"0", "1"}


def said_alike(*messages: Message) -> None:
    """Check that both languages name the same cells and numbers."""
    texts = {}
    for language in LANGUAGES:
        with speaking(language):
            texts[language] = say(*messages)
        assert not re.search(r"[\ue000\ue001{}]|\bNone\b|  | [.,;]|\.\.", texts[language])
    assert named(texts["en"]) == named(texts["de"]), texts


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: message.kind)
def test_each_kind_names_the_same_cells_and_numbers(message: Message) -> None:
    said_alike(message)
    if message.kind not in ("OwnWords", "ForeignReason", "AgentDoes"):
        for language in LANGUAGES:
            with speaking(language):
                assert not FOREIGN[language].search(say(message)), say(message)


@pytest.mark.parametrize("name", AGENTS)
def test_decisions_name_the_same_cells_and_numbers(name: str) -> None:
    for guess in GUESSES[1:]:
        game = Game(deal(Level.parse("8x6x10/given"), 3))
        agent = make(name, guess, 1, flags=True)
        while game.outcome is None and (decision := agent.choose(game.view)):
            said_alike(*reason_messages(decision.reason, game.grid))
            opened = next(move.cell for move in decision.moves if move.kind == "open")
            form = decision_json(decision, opened, game.view)
            assert form["words"] == "".join(
                run if isinstance(run, str) else run["cell"] for run in form["runs"]
            )
            assert {"cell": form["cell"]} in form["runs"]
            game.play(decision)


def test_an_agents_own_words_stay_as_they_are() -> None:
    """A third-party agent's own words are not translated."""

    class Mine:
        certain = False

        def words(self, grid: Grid) -> str:
            return "A1 feels right"

    view = View.parse("3x1x1/any\n.1.\n")
    with speaking("de"):
        mine = decision_json(Decision.open([0], Mine()), 0, view)
        other = Decision.open([0], Said(Answer(guess=0, words="A1 feels right"), "mine.py"))
        others = decision_json(other, 0, view)
    assert (mine["words"], mine["runs"]) == ("A1 feels right.", ["A1 feels right."])
    assert others["words"] == "A1 ist geraten, sagt mine.py: A1 feels right."


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_agents_own_words_name_no_cells(language: str) -> None:
    """Markup, templates and cell marks in an agent's own words have no effect."""
    own = "\ue000Z99\ue001 <b>{0}</b> \ue001\ue000 {cell.__class__}"
    view = View.parse("3x1x1/any\n.1.\n")
    with speaking(language):
        said = decision_json(Decision.open([0], Said(Answer(guess=0, words=own), own)), 0, view)
        alone = say(OwnWords(own))
    assert [run for run in said["runs"] if isinstance(run, dict)] == [{"cell": "A1"}]
    assert str(said["words"]).count("Z99 <b>{0}</b>  {cell.__class__}") == 2
    assert alone.to_json() == ["Z99 <b>{0}</b>  {cell.__class__}"]


def test_a_false_claim_is_contradicted_in_the_same_language() -> None:
    view = View.parse("3x1x1/any\n.1.\n")
    decision = Decision.open([0], Said(Answer(open=(0,)), "mine.py"))
    with speaking("de"):
        form = decision_json(decision, 0, view)
    assert form["words"].startswith(
        "A1 ist sicher, sagt mine.py. Aber A1 ist ein Münzwurf. Kein Feld ist sicherer."
    )


def test_german_reasons() -> None:
    wall = View.parse("5x3x2\n.....\n11111\n00000")
    corner = View.parse("6x2x3\n1.....\n......")
    with speaking("de"):
        proof, guess = make("resolution").choose(wall), make("rules", "vote").choose(corner)
        assert proof is not None
        assert guess is not None
        assert proof.reason.words(wall.grid) == (
            "C1 ist sicher. Das folgt in 5 Schritten aus den Zahlen auf C2, D2 und E2"
        )
        assert guess.reason.words(corner.grid) == (
            "B1 ist geraten, denn 2 Klauseln stimmen für „sicher“ und 1 für „Mine“, "
            "und kein Feld schneidet besser ab"
        )
        assert stuck_json(wall)["words"] == (
            "C1 ist sicher, aber dieser Agent kann es nicht beweisen: Ein Beweis braucht "
            "2 Zahlen (Teilmenge) und 4 Schritte."
        )
        line = decision_json(proof, 2, wall)["proof"][0]
    assert (line["source"], line["source_runs"]) == ("Zahl auf C2", ["Zahl auf ", {"cell": "C2"}])


def test_a_german_commentary_fits_the_terminal() -> None:
    """The German commentary names the same cells as the English one, and fits into 90 columns."""
    game = Game(deal(Level.parse("9x9x10/given"), 6))
    agent = make("textbook")
    assert isinstance(agent, LadderAgent)
    agent.listener = commentary = Commentary()
    while game.outcome is None and (decision := agent.choose(game.view)) is not None:
        assert agent.kb is not None
        texts = {}
        for language in LANGUAGES:
            with speaking(language):
                lines = commentary.lines(agent.kb, game.view, 90)
            assert max(map(len, lines)) <= 90
            texts[language] = Counter(re.findall(r"¬?\b[A-Z][1-9]\b", " ".join(lines)))
        assert texts["en"] == texts["de"]
        commentary.next_decision()
        game.play(decision)
    for message in EXAMPLES:
        if isinstance(message, TurnLabel):
            with speaking("de"):
                assert len(say(message)) < LABEL


def test_a_text_without_its_full_stop_keeps_its_runs() -> None:
    text = say(EXAMPLES[0])
    assert text.without_stop() == text[:-1]
    assert text.without_stop().cells == text.cells
