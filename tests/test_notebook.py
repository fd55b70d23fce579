"""Notebooks show Sapper's objects as pictures, tables or readable text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from sapper import Game, Level, Move, View, deal, explain, odds
from sapper.agents import GlassBox, make
from sapper.explain import Explanation
from sapper.explain.pictures import stepper
from sapper.logic import Clause, KnowledgeBase

VIEW = View.parse(
    """
5x3x2
.....
1111.
0001.
"""
)


def test_objects_have_a_readable_repr() -> None:
    assert repr(VIEW) == "<View 5x3x2/safe: 8 of 15 cells open>"
    form = r"<Odds: \d safe cells, \d mines?, safest [A-E]\d \(0%\); \d boards fit>"
    assert re.fullmatch(form, repr(odds(VIEW)))
    game = Game(deal(Level.parse("5x3x2/any"), 1))
    assert repr(game) == "<Game 5x3x2/any: under way after 0 moves>"
    kb = KnowledgeBase()
    kb.insert(Clause.of(1))
    kb.insert(Clause.of(2, 3))
    assert repr(kb) == "<KnowledgeBase: 1 clause in KB, 1 fact in KB0>"
    explained = explain(VIEW)
    assert isinstance(explained, Explanation)
    assert re.fullmatch(r"<Proof of ¬?[A-E]\d in \d+ steps>", repr(explained.proof))


def test_boards_are_pictures() -> None:
    """The pictures are well-formed SVG, and a game shows its mines only when it is over."""
    board = deal(Level.parse("6x4x5/any"), 2)
    for shown in (VIEW, board, Game(board)):
        assert ElementTree.fromstring(shown._repr_html_()).tag.endswith("svg")
    game = Game(board)
    hidden = game._repr_html_()
    game.play(Move("open", min(board.mines)))
    assert game.outcome is not None
    assert game._repr_html_() != hidden
    assert Game(deal(Level.parse("6x4x5/any"), 3))._repr_html_() == hidden


def test_odds_are_a_table() -> None:
    """The table has an entry for each cell of the board, and an open cell has an empty entry."""
    table = ElementTree.fromstring(odds(VIEW)._repr_html_().partition("</table>")[0] + "</table>")
    cells = [cell.text for cell in table.iter("td")]
    assert len(cells) == 15
    assert cells.count(None) == 8
    chances = [float(text) / 100 for text in cells if text]
    assert abs(sum(chances) - 2) < 0.02


def test_an_explanation_is_stepped_through_without_scripts() -> None:
    """Each step has a button and a picture, and one button is selected."""
    explained = explain(VIEW)
    assert isinstance(explained, Explanation)
    html = stepper(explained)
    assert explained._repr_html_() == html
    steps = len(explained.steps)
    assert html.count('type="radio"') == html.count("<div class=") == steps
    assert html.count(" checked>") == 1
    assert "<script" not in html
    assert "onclick" not in html
    assert not re.search(r"(?:src|href)=", html)  # nothing is loaded from another address
    for number in range(1, steps + 1):
        assert f"input.step{number}:checked) > div.step{number}" in html
    assert explained.summary in html


def test_proofs_and_knowledge_are_lines() -> None:
    """Each step or clause is a line of text, and a long list is cut short."""
    explained = explain(VIEW)
    assert isinstance(explained, Explanation)
    assert explained.proof is not None
    assert explained.proof._repr_html_().count("\n") == len(explained.proof) - 1
    agent = make("resolution")
    agent.choose(VIEW)
    assert isinstance(agent, GlassBox)
    assert agent.kb is not None
    html = agent.kb._repr_html_()
    assert html.startswith("<pre>KB0, ")
    assert html.endswith("</pre>")
    many = KnowledgeBase()
    for first in range(1, 301, 3):
        many.insert(Clause.of(first, first + 1))
        many.insert(Clause.of(first, first + 2))
    assert "... and 100 more" in many._repr_html_()
