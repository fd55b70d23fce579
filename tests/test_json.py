"""The page docs/json.md describes every JSON form exactly as Sapper returns it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import product
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from typer.testing import CliRunner

from command import app
from jsoncheck import NOUNS, PAGE, Checker
from reviewgames import agent_game, random_game
from sapper.adapters.clauses import ShownKb, parse_clauses
from sapper.agents import make
from sapper.classroom import check
from sapper.cli.doctor import examine
from sapper.core.board import deal
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.view import Conflict, View
from sapper.explain import Explanation, explain, hint
from sapper.explain.decisions import decision_json, stuck_json
from sapper.lab.bench import bench
from sapper.lab.compare import compare
from sapper.lab.kb_check import KbCheck
from sapper.lab.measure import measure
from sapper.ladder.puzzle import puzzles
from sapper.ladder.rating import rate_board, rate_position
from sapper.ladder.techniques import Technique
from sapper.reason.odds import may_guess, numbers, odds
from sapper.reason.optimal import optimal
from sapper.reason.value import value
from sapper.review import review
from sapper.review.many import review_many
from sapper.verify import verify

SCRIPT = Path(__file__).parents[1] / "docs" / "json_page.py"

SUBSET = "5x3x2/any\n.....\n11111\n00000\n"
TOSS = "3x2x1/any\n.1.\n.1.\n"
FIRST = "6x4x5/open\n" + "......\n" * 4
SPLIT = "8x6x14/any\n.2.12..0\n..2.2..0\n.2.1...1\n.2..3...\n.2..5...\n1.3..3.2"
COUNT = "40x1x9/any\n" + ".1." * 8 + "." * 14 + "1.\n"
ONLY_MINES = "3x1x1/any\n.10\n"
LARGE = "50x20x200/any\n" + ("." * 50 + "\n") * 20


def given() -> Iterator[tuple[str, Any]]:
    """Examples of the library's JSON forms, in all variants."""
    for text in (SUBSET, TOSS, FIRST, COUNT, ONLY_MINES, LARGE):
        view = View.parse(text)
        yield "Odds", odds(view).to_json()
        yield "MayGuess", may_guess(view).to_json(view)
    for text in (SUBSET, TOSS):
        view = View.parse(text)
        yield "Value", value(view).to_json()
        yield "Numbers", numbers(view, 0).to_json(view.grid)
        for tier in range(1, 6):
            yield "Hint", hint(view, tier).to_json(view.grid)
    yield "Hint", hint(View.parse(FIRST), 3).to_json(View.parse(FIRST).grid)
    for text, cell in ((SUBSET, 2), (COUNT, 30), (TOSS, 0), (SPLIT, 29)):
        found = explain(View.parse(text), cell)
        yield "Explanation" if isinstance(found, Explanation) else "Uncertain", found.to_json()
    conflict = View.parse_any("3x1x1/any\n.2.\n")
    why = conflict.conflict()
    assert why is not None
    yield "Conflict", why.to_json(conflict)
    yield "Conflict", Conflict((1,), True, False).to_json(conflict)
    yield "Conflict", Conflict((0, 1), True, False).to_json(View.parse_any("3x1x1/any\n12.\n"))
    yield "Board", deal(Level.parse("6x4x5/given"), 1).to_json()
    yield "Board", deal(Level.parse("6x4x5/open"), 1).to_json()
    for seed in range(6):
        yield "Review", review(random_game("5x4x4/safe", seed, True), 0.02).to_json()
    played = [("file", random_game("5x4x4/safe", seed)) for seed in range(6)]
    yield "Review", review(agent_game("odds", "12x10x22/safe", 3), 0.0).to_json()
    yield "ReviewedGames", review_many(played, 0.02).to_json()
    begun = [("file", Record(played[0][1].board, (), None))]
    yield "ReviewedGames", review_many(begun).to_json()
    certain = explain(View.parse(SUBSET), 2)
    assert isinstance(certain, Explanation)
    files = certain.certificate().files
    texts = [files[name] for name in ("position.txt", "claim.cnf", "claim.drat", "claim.lrat")]
    yield "Verdict", verify(*texts).to_json()
    yield "Verdict", verify(texts[0], texts[1], "", "").to_json()


def decided() -> Iterator[tuple[str, Any]]:
    """The JSON of decisions (proved, from an oracle, or guessed) and of stuck agents."""
    for name, seed in product(("resolution", "odds", "rules"), range(3)):
        game = Game(deal(Level.parse("9x7x14/open"), seed))
        agent = make(name, None, seed)
        while game.outcome is None:
            decision = agent.choose(game.view)
            if decision is None:
                yield "Stuck", stuck_json(game.view)
                break
            yield "Decision", decision_json(decision, decision.moves[0].cell, game.view)
            game.play(decision)


def shown() -> Iterator[tuple[str, Any]]:
    """The JSON of a checked knowledge base, with a wrong clause and with missing facts."""
    view = View.parse(SUBSET)
    shown = ShownKb(tuple(parse_clauses("(A1 ∨ ¬B1) (D1 ∨ E1)", view.grid)))
    yield "KbStep", KbCheck().see(1, view, shown).to_json()


def measured() -> Iterator[tuple[str, Any]]:
    """The JSON of puzzles, checks, ratings, the optimum and measurements."""
    for puzzle in puzzles(Technique.SUBSET, 1, 2):
        yield "Puzzle", puzzle.to_json()
    yield "Checked", check("4.2", "3").to_json()
    yield "PartCheck", asdict(next(iter(examine())))
    for seed in range(6):
        yield "Rating", rate_board(deal(Level.parse("7x5x7/open"), seed)).to_json()
    for text in (SUBSET, ONLY_MINES, TOSS):
        yield "Rating", rate_position(View.parse(text)).to_json()
    yield "Optimal", optimal(Level.parse("4x3x3/any")).to_json()
    level = Level.parse("6x5x6/given")
    for agent in ("rules", "odds"):
        yield "Bench", bench(agent, level, 5).to_json()
    yield "Bench", bench("rules", level, 5, audit=True).to_json()
    crashing = bench(lambda view: view.hidden[-1:][1], level, 2)
    yield "Bench", crashing.to_json()
    yield "Comparison", compare("odds", "rules", level, 20).to_json()
    for games, all_games in ((220, False), (220, True)):
        with_luck = compare("odds", "rules", level, games, luck=True, all_games=all_games)
        yield "Comparison", with_luck.to_json()
    for players in (["odds"], ["odds", "rules"]):
        for standing in measure(players, level, 220, every=0):
            yield "Measurement", standing
    certain = compare("odds", "rules", Level.parse("4x3x0/any"), 5, luck=True)
    yield "Comparison", certain.to_json()


def test_the_page_is_made_from_the_types() -> None:
    """The page in the repository is what docs/json_page.py writes."""
    assert run_path(str(SCRIPT))["page"]() == PAGE, "run python docs/json_page.py"


def test_the_page_describes_what_is_given() -> None:
    """Every JSON form has exactly its documented fields and types, and every alternative occurs."""
    checker = Checker()
    for name, one in (*given(), *decided(), *shown(), *measured()):
        checker.noun(name, json.loads(json.dumps(one)))
    nothing = dict.fromkeys(("odds", "conflict", "problem", "no_value"))
    checker.noun("Analysis", nothing)  # see tests/web
    missing = {
        (name, field, one)
        for name, fields in NOUNS.items()
        for field, kind in fields.items()
        for one in ([kind] if kind.startswith("[[") else kind.split(" or "))
    } - checker.seen
    assert missing == {
        ("Analysis", "odds", "Odds"),
        ("Analysis", "conflict", "Conflict"),
        ("Analysis", "problem", "string"),
        ("Analysis", "no_value", "string"),
        ("Numbers", "boards", "integer"),  # slow, so tested only in tests/reason/test_odds.py
        ("Stuck", "cell", "null"),  # a stuck agent always has a cell left to open
        ("PartCheck", "state", '"missing"'),  # depends on the machine, see tests/test_doctor.py
        ("PartCheck", "state", '"broken"'),
    }


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda form: form.pop("risk"), "risk"),
        (lambda form: form.update(luck=1), "luck"),
        (lambda form: form.update(cell=4), "cell"),
        (lambda form: form.update(chances=[0.5, None]), "chances"),
        (lambda form: form.update(boards=0.5), "boards"),
    ],
)
def test_what_is_not_on_the_page_is_noticed(
    change: Callable[[dict[str, Any]], Any], field: str
) -> None:
    """The checker rejects a missing field, an extra field and a wrong type."""
    view = View.parse(TOSS)
    form: dict[str, Any] = dict(numbers(view, 0).to_json(view.grid))
    Checker().noun("Numbers", form)
    change(form)
    with pytest.raises(AssertionError, match=field):
        Checker().noun("Numbers", form)


@pytest.mark.parametrize(
    ("arguments", "noun", "extra"),
    [
        (("analyse", "p"), "Odds", {}),
        (("analyse", "p", "--value"), "Odds", {"value": "Value"}),
        (("explain", "p"), "Explanation", {}),
        (("explain", "p", "A1"), "Uncertain", {}),
        (("hint", "p", "--tier", "5"), "Hint", {}),
        (("deal", "7x5x6/open"), "Board", {"seed": "integer"}),
    ],
)
def test_commands_give_the_same_form(
    arguments: tuple[str, ...], noun: str, extra: dict[str, str], tmp_path: Path
) -> None:
    """`--json` prints the JSON form and the additional fields that the page describes."""
    (tmp_path / "p").write_text(SUBSET)
    called = [str(tmp_path / "p") if one == "p" else one for one in arguments]
    result = CliRunner().invoke(app, [*called, "--json"])
    assert result.exit_code == 0, result.output
    form = json.loads(result.stdout)
    for field, kind in extra.items():
        assert f"`{field}`" in PAGE
        assert Checker().fits(kind, form.pop(field))
    Checker().noun(noun, form)
