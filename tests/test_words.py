"""Every reason that an agent gives is a sentence that can be parsed and is true."""

from __future__ import annotations

from typing import Any

import pytest

from reference import boards
from sapper.agents import AGENTS, Agent, make
from sapper.agents.champion import WinChance
from sapper.agents.guess import GUESSES
from sapper.agents.odds import EXACT_ODDS
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.logic import KnowledgeBase
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import Deduction
from wordcheck import FORMS, check, is_chance, parse

LEVELS = ("9x7x14/given", "6x4x5/any", "16x5x16/open", "5x9x8/safe", "13x3x9/given")


def kb_of(agent: Agent) -> KnowledgeBase | None:
    kb: KnowledgeBase | None = getattr(agent, "kb", None)
    return kb


@pytest.mark.parametrize("guess", GUESSES)
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("games", ["few", pytest.param("all", marks=pytest.mark.long)])
def test_every_reason_is_true(name: str, guess: str, games: str) -> None:
    played = [
        (level, flags, seed) for level in LEVELS for flags in (False, True) for seed in (0, 1)
    ]
    for level, flags, seed in played[:: 7 if games == "few" else 1]:
        game = Game(deal(Level.parse(level), seed))
        agent = make(name, guess, seed, flags=flags)
        while game.outcome is None and (decision := agent.choose(game.view)):
            words = decision.reason.words(game.grid)
            check(game.view, words, decision, guess, kb_of(agent))
            game.play(decision)


def test_no_board_that_fits_denies_it() -> None:
    """On small boards, the claims of oracles hold on every board that fits."""
    claims = 0
    for name in ("sat", "consistency", "odds", "champion"):
        for seed in range(25):
            game = Game(deal(Level.parse("5x4x6/any"), seed))
            agent = make(name, "odds", flags=True)
            while game.outcome is None and (decision := agent.choose(game.view)):
                said = parse(decision.reason.words(game.grid), game.grid)
                vouched = [one for one in said if one.form in ("no board", "every board")]
                all_boards = list(boards(game.view)) if vouched else []
                claims += len(vouched)
                for one in vouched:
                    for cell in one.cells.named:
                        assert {cell in mines for mines in all_boards} == {one.claim == "mine"}
                game.play(decision)
    assert claims > 100


WALL = "5x3x2\n.....\n11111\n00000"
MIDDLE = "4x3x2\n....\n1221\n0000"
EDGE = "5x1x1\n.1..."
END = "6x2x4/any\n..2111\n...1.."
CORNER = "6x2x3\n1.....\n......"
NOTHING = "6x2x3/any\n......\n......"
EARLY = "8x6x12\n........\n........\n...2....\n........\n........\n........"
FLAGS = {"flags": True}

# Each entry has a position, an agent with its settings, the agent's words, and a change that makes
# the words false.
SAID: list[tuple[str, str, str | None, dict[str, Any], str, tuple[str, str]]] = [
    ("4x1x1\n.10F", "rules", None, {}, "D1 is safe, because the clue at C1 is 0", ("C1", "B1")),
    ("4x2x3\n+...\n...+", "binary", None, {},
     "A1 and D2 were given as safe",
     ("A1 and D2 were", "A1, B1 and D2 were")),
    ("5x3x1\n0011.\n001..\n0011.", "rules", None, {},
     "E1 is safe, because the clue at D1 has its mine (D2). "
     "E2 and E3 are safe, because the clue at D3 has its mine (D2)",
     ("D1 has its mine (D2)", "D1 has all its mines (D2 and E2)")),
    ("7x1x2\n.10+01F", "rules", None, FLAGS,
     "D1 was given as safe. "
     "A1 is a mine, because the clue at B1 needs as many mines as it has cells left",
     ("the clue at B1", "the clue at C1")),
    ("6x2x2\n01.11.\n0111.1", "rules", None, FLAGS,
     "E2 is safe, because the clue at D2 has its mine (C1). "
     "C1 is a mine, because the clue at C2 needs as many mines as it has cells left. "
     "F1 is a mine, because the clue at F2 needs as many mines as it has cells left (E2 is safe)",
     ("(E2 is safe)", "(F1 is safe)")),
    ("5x3x3\n02...\n03...\n02...", "resolution-endgame", None, {},
     "D1, E1, D2, E2, D3 and E3 are safe, because all 3 mines are known", ("all 3", "all 2")),
    ("6x1x1\n01....", "resolution-endgame", None, {},
     "D1, E1 and F1 are safe, because the only mine is known",
     ("the only mine is", "all 2 mines are")),
    ("3x2x0/any\n...\n...", "resolution-endgame", None, {},
     "A1, B1, C1, A2, B2 and C2 are safe, because the board has no mines",
     ("the board has no mines", "the only mine is known")),
    ("6x3x7\n..2121\n..3.2.\n.3.221", "resolution-endgame", None, FLAGS,
     "B2 is safe, which follows in 16 steps from the clues at C1, B3, D3 and E3, and the mine "
     "count. "
     "A1 is a mine, because there are as many mines left as cells. "
     "B1 is a mine, which follows in 18 steps from the clues at C1, B3, D3 and E3, and the mine "
     "count. "
     "A2, D2, F2, A3 and C3 are mines too, for other reasons",
     ("A2, D2, F2, A3 and C3 are mines too", "A2, D2, F2 and A3 are mines too")),
    (WALL, "resolution", None, {},
     "C1 is safe, which follows in 5 steps from the clues at C2, D2 and E2", ("C2, D2", "B2, D2")),
    (EDGE, "resolution-endgame", None, {},
     "E1 is safe, which follows in 5 steps from the clue at B1 and the mine count",
     (" and the mine count", "")),
    (MIDDLE, "sat", None, FLAGS,
     "A1 and D1 are safe, because no board that fits the clues has a mine there (SAT solving). "
     "B1 and C1 are mines, because every board that fits the clues has a mine there (SAT solving)",
     ("no board", "every board")),
    (EDGE, "sat", None, {},
     "D1 and E1 are safe, because no board that fits the clues and the mine count has a mine there "
     "(SAT solving)",
     (" and the mine count", "")),
    (EDGE, "consistency", None, {},
     "D1 and E1 are safe, because no board that fits the clues and the mine count has a mine there "
     "(backtracking)",
     ("D1 and E1 are", "D1 is")),
    (MIDDLE, "champion", None, FLAGS,
     "A1 and D1 are safe, because no board that fits has a mine there (exact odds). "
     "B1 and C1 are mines, because every board that fits has a mine there (exact odds)",
     ("A1 and D1", "A1 and C1")),
    (MIDDLE, "champion", None, {},
     "A1 and D1 are safe, because no board that fits has a mine there (exact odds)",
     ("are safe, because no", "are mines, because every")),
    ("3x1x1\n.1.", "odds", None, {},
     "A1 is a guess: it is the safest cell, a coin toss",
     ("a coin toss", "with a 51% chance of being a mine")),
    ("3x1x1\n.1.", "sat", "odds", {},
     "A1 is a guess: it is the safest cell, a coin toss",
     ("it is the safest cell, a coin toss", "it was drawn at random from 2 unknown cells")),
    (WALL, "rules", "odds", {},
     "C1 is a guess: this agent can't prove it safe, but no board that fits has a mine there "
     "(exact odds)",
     ("C1", "A1")),
    (WALL, "rules", "champion", {},
     "C1 is a guess: this agent can't prove it safe, but no board that fits has a mine there "
     "(exact odds)",
     ("C1", "D1")),
    # The best cell is A1, although E2 is safer.
    (END, "champion", None, {},
     "A1 is a guess: it is the best cell, a coin toss, and wins 33% of the time",
     ("33", "34")),
    (END, "rules", "champion", {},
     "A1 is a guess: it is the best cell, a coin toss, and wins 33% of the time",
     ("A1", "E2")),
    # Cells that are flagged together with a guess have reasons too.
    ("7x2x4\n...3100\n....100", "rules", "odds", FLAGS,
     "A1 is a guess: it is the safest cell, with a 25% chance of being a mine. "
     "C1 and C2 are mines, because the clue at D1 needs as many mines as it has cells left. "
     "D2 is a mine, because the clue at E2 needs as many mines as it has cells left",
     ("D2 is a mine", "B2 is a mine")),
    (EARLY, "champion", None, {},
     "A6 is a guess: it is rated best, with a 26% chance of being a mine, and wins roughly 40% of "
     "the time",
     ("26", "25")),
    (CORNER, "rules", "random", {}, "E2 is a guess: it was drawn at random from 11 unknown cells",
     ("11", "12")),
    (NOTHING, "rules", "shortest", {},
     "D2 is a guess: it was drawn at random from 12 cells that no clue touches", ("12", "11")),
    (CORNER, "rules", "shortest", {},
     "A2 is a guess: the shortest clause about safe cells says that B1 or A2 is safe",
     ("B1 or A2 is safe", "B1 is safe or A2 is a mine")),
    (CORNER, "rules", "vote", {},
     "B1 is a guess: 2 clauses vote for safe and 1 for a mine, and no cell does better",
     ("1 for a mine", "2 for a mine")),
    (CORNER, "rules", "weighted", {},
     "B1 is a guess: 80% of the clauses' votes say that it is safe", ("80", "81")),
    ("6x2x2\n2.....\n......", "rules", "weighted", {},
     "C2 is a guess: the board has 2 mines left in 11 cells (18%), and the clauses' votes put no "
     "cell below 80%",
     ("80", "79")),
    (CORNER, "rules", "ratio", {},
     "C2 is a guess: the board has 3 mines left in 11 cells (27%), and every cell next to a clue "
     "is worse (33% or more)",
     ("33", "34")),
    ("6x2x4\n.1....\n......", "rules", "ratio", {},
     "A1 is a guess: its worst clue, at B1, has 1 mine left in 5 cells (20%), and no cell does "
     "better",
     ("1 mine left", "2 mines left")),
    (NOTHING, "rules", "ratio", {},
     "D2 is a guess: the board has 3 mines left in 12 cells (25%)", ("12", "9")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "guess", "settings", "expected", "lie"), SAID)
def test_the_words_of_each_kind_of_decision(
    text: str,
    name: str,
    guess: str | None,
    settings: dict[str, Any],
    expected: str,
    lie: tuple[str, str],
) -> None:
    """The words are true, and the checker notices a small change that makes the words false."""
    view = View.parse(text)
    agent = make(name, guess, 5, **settings)
    decision = agent.choose(view)
    assert decision is not None
    assert decision.reason.words(view.grid) == expected
    strategy = guess or AGENTS[name].guess
    check(view, expected, decision, strategy, kb_of(agent))
    changed = expected.replace(*lie, 1)
    assert changed != expected
    with pytest.raises(AssertionError):
        check(view, changed, decision, strategy, kb_of(agent))


def test_every_form_of_a_reason_is_drawn() -> None:
    """The entries of SAID cover every form of the grammar, except one that needs a budget."""
    drawn = {one.form for row in SAID for one in parse(row[4], View.parse(row[0]).grid)}
    assert drawn | {"played on"} == set(FORMS)


def test_a_champion_with_a_budget_tells_its_estimate() -> None:
    """The words give the chance of winning with twice its standard error."""
    view = View.parse(EARLY)
    decision = make("champion", budget=0.02).choose(view)
    assert decision is not None
    hope = decision.reason
    assert isinstance(hope, WinChance)
    words = hope.words(view.grid)
    check(view, words, decision, "champion", None)
    (one,) = parse(words, view.grid)
    assert one.form == "played on"
    assert is_chance(one.parts["win"], hope.win)
    assert is_chance(one.parts["error"], 2 * hope.error)


@pytest.mark.parametrize(
    ("name", "method"), [("sat", "SAT solving"), ("consistency", "backtracking")]
)
def test_what_the_mine_count_settled_is_remembered(name: str, method: str) -> None:
    """If a step uses a mine that only the mine count proves, the words mention the mine count."""
    agent = make(name, "odds", flags=True)
    before = View.parse("6x2x4\n...2..\n.32...")
    decision = agent.choose(before)
    assert decision is not None
    assert f"the clues and the mine count has a mine there ({method})" in (
        decision.reason.words(before.grid)
    )
    after = View.parse("6x2x4\n..F2.1\n.32..1")
    decision = agent.choose(after)
    assert decision is not None
    words = decision.reason.words(after.grid)
    assert words == (
        f"D2 is safe, because no board that fits the clues and the mine count has a mine there "
        f"({method}). B1 is a mine, because every board that fits the clues and the mine count has "
        f"a mine there ({method})"
    )
    check(after, words, decision, "odds", kb_of(agent))


def test_a_derivation_from_an_oracles_fact_says_so() -> None:
    """A fact derived from an oracle's fact names the oracle as well as the clues."""
    view = View.parse("5x2x3\n.12..\n.....")
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    knowledge.expand_rest()
    while knowledge.kb.match():
        pass
    knowledge.believe(-(view.grid.parse_cell("D2") + 1), EXACT_ODDS)
    knowledge.kb.propagate()
    deduction = Deduction(knowledge.kb, -1)
    words = deduction.words(view.grid)
    assert words == (
        "A1 is safe, which follows in 7 steps from the clues at B1 and C1, and facts from "
        "exact odds"
    )
    (one,) = parse(words, view.grid)
    assert one.form == "derivation"
    assert not deduction.derived
    assert "¬D2                  from exact odds" in deduction.text(view.grid)
