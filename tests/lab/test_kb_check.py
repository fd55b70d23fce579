"""The clauses of an agent are checked against all boards that fit, listed by brute force."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import reference
from sapper.adapters.clauses import ShownKb, clauses_in, parse_clauses
from sapper.adapters.skeleton import WITH_KB
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.lab.kb_check import KbCheck, KbStep, missing_facts, refuted
from sapper.logic import Clause


def is_true(clause: Clause, mines: frozenset[int]) -> bool:
    return any((abs(literal) - 1 in mines) == (literal > 0) for literal in clause)


def all_boards(view: View) -> list[frozenset[int]]:
    return [frozenset(mines) for mines in reference.boards(view.with_promises())]


def random_clause(dice: random.Random, size: int) -> Clause:
    cells = dice.sample(range(1, size + 1), dice.choice((0, 1, 2, 2, 3, 3, 4, 6)))
    return Clause.of(*(dice.choice((cell, -cell)) for cell in cells))


def positions(text: str, seeds: range) -> list[View]:
    """Positions of games in which some cells are opened at random."""
    found = []
    for seed in seeds:
        dice = random.Random(seed)
        game = Game(deal(Level.parse(text), seed))
        for _ in range(dice.randrange(5)):
            if game.outcome is None:
                game.open(dice.choice(game.view.hidden))
        if game.outcome is None:
            found.append(game.view)
    return found


@pytest.mark.parametrize("level", ["4x3x4/any", "5x2x7/given(2)", "3x4x2/safe"])
def test_exactly_the_false_clauses_are_refuted(level: str) -> None:
    """Each board that refutes a clause fits the position, with the right number of mines."""
    false = true = 0
    for number, view in enumerate(positions(level, range(25))):
        dice = random.Random(number)
        boards = all_boards(view)
        clauses = [random_clause(dice, view.level.size) for _ in range(30)]
        clauses = list(dict.fromkeys(clauses))
        found = dict(refuted(view, clauses))
        wrong = {clause for clause in clauses if not all(is_true(clause, b) for b in boards)}
        assert set(found) == wrong, str(view)
        for clause, mines in found.items():
            assert frozenset(mines) in boards, str(view)
            assert not is_true(clause, frozenset(mines))
        false += len(wrong)
        true += len(clauses) - len(wrong)
    assert min(false, true) > 30


def test_missing_facts_are_those_that_hold_on_all_boards() -> None:
    """A fact is implied if no assignment satisfies the clauses but not the fact."""
    missing = implied = 0
    for number, view in enumerate(positions("4x2x3/any", range(60))):
        dice = random.Random(number)
        boards, size = all_boards(view), view.level.size
        closed = [cell + 1 for cell, state in enumerate(view.states) if state >= 9]
        facts = [x for cell in closed for x in (cell, -cell)]
        facts = [x for x in facts if all(is_true(Clause.of(x), b) for b in boards)]
        clauses = [random_clause(dice, size) for _ in range(12)]
        clauses = [c for c in clauses if all(is_true(c, b) for b in boards)]
        found = {one.literal: one.implied for one in missing_facts(view, clauses)}
        assert set(found) == {x for x in facts if Clause.of(x) not in clauses}
        models = [
            mines
            for bits in product((False, True), repeat=size)
            if not any(bit and cell + 1 not in closed for cell, bit in enumerate(bits))
            and (mines := frozenset(cell for cell, bit in enumerate(bits) if bit)) is not None
            and all(is_true(clause, mines) for clause in clauses)
        ]
        for literal, follows in found.items():
            assert follows == all(is_true(Clause.of(literal), mines) for mines in models)
        missing += len(found)
        implied += sum(found.values())
    assert 0 < implied < missing


def test_nothing_is_implied_by_clauses_that_contradict_each_other() -> None:
    view = View.parse("3x1x1/any\n.1.\n".replace(".1.", "01."))
    for text in ("A1 ~A1", "C1 ⊥"):
        shown = parse_clauses(text, view.grid)
        assert not any(one.implied for one in missing_facts(view, shown))


def test_a_clause_is_checked_when_it_comes_in() -> None:
    """Later, the clause is true on all boards, but nobody could know it then."""
    early, late = View.parse("3x1x1/any\n...\n"), View.parse("3x1x1/any\n1..\n")
    shown = ShownKb((Clause.of(2),))
    check = KbCheck()
    assert [one.decision for one in check.see(4, early, shown).wrong] == [4]
    step = check.see(5, late, shown)
    assert (step.new, step.wrong, step.clauses) == ((), (), shown.clauses)
    assert [one.words for one in step.missing] == ["C1 is safe"]
    assert KbCheck().see(5, late, shown).wrong == ()
    form = KbCheck().see(4, early, shown).to_json()
    assert form["wrong"][0]["clause"] == "B1"
    assert form["wrong"][0]["board"] in (["*.."], ["..*"])
    assert (form["decision"], form["clauses"], form["missing"]) == (4, ["B1"], [])


NEAR = "view.grid.neighbours(clue)"
SIDES = "(clue - 1, clue + 1, clue - view.level.width, clue + view.level.width)"
MATCH = """
        for one in list(self.kb):
            for two in list(self.kb):
                clash = {x for x in one if -x in two}
                if RULE and len(one) + len(two) < 6:
                    self.kb.add(frozenset(x for x in one | two if not {x, -x} & clash))
"""
TURN = "        # Your turn: match pairs of clauses to find more facts.\n"
TOLD = "        self.kb.add(frozenset([-(clue + 1)]))\n"
FAULTS = {
    "one mine too few": ("number + 1):  # one of them is safe", "number):"),
    "one mine too many": ("len(hidden) - number + 1", "len(hidden) - number"),
    "safe means mine": ("frozenset(-literal for literal in some)", "frozenset(some)"),
    "mine means safe": ("kb.add(frozenset(some))", "kb.add(frozenset(-x for x in some))"),
    "forgets the first neighbour": (NEAR, f"list({NEAR})[1:]"),
    "forgets the last neighbour": (NEAR, f"list({NEAR})[:-1]"),
    "looks only sideways": (NEAR, f"[n for n in {SIDES} if n in {NEAR}]"),
    "wraps around the border": (
        NEAR,
        "[n for n in (clue + d for r in (-1, 0, 1) for d in (r * view.level.width - 1, "
        "r * view.level.width, r * view.level.width + 1) if d) if 0 <= n < view.level.size]",
    ),
    "swaps rows and columns": (
        NEAR,
        "view.grid.neighbours(clue % view.level.width * view.level.height "
        "+ clue // view.level.width)",
    ),
    "counts the cell itself": (NEAR, f"[*{NEAR}, view.hidden[0]]"),
    "open cells are mines": (TOLD, "        self.kb.add(frozenset([clue + 1]))\n"),
    "given cells are mines": ("[-(cell + 1)]) for cell in view", "[cell + 1]) for cell in view"),
    "trusts a one": ("number = view[clue]", "number = min(view[clue], 1)"),
    "subtracts known mines twice": (
        "number = view[clue]",
        f"number = max(view[clue] - sum(frozenset([n + 1]) in self.kb for n in {NEAR}), 0)",
    ),
    "forgets mines that it knows": (
        "if view[near] > 8]",
        "if view[near] > 8 and frozenset([near + 1]) not in self.kb]",
    ),
    "believes the first of two": (
        "{next(iter(clause)) for clause in self.kb if len(clause) == 1}",
        "{min(clause) for clause in self.kb if 0 < len(clause) <= 2}",
    ),
    "drops true literals too": (
        "if not clause & facts:\n" + 20 * " " + "kb.add(frozenset(literal for literal in clause if",
        "if True:\n" + 20 * " " + "kb.add(frozenset(literal for literal in clause - facts if",
    ),
    "cancels two clashes at once": (TURN, MATCH.replace("RULE", "len(clash) == 2")),
    "cancels without a clash": (
        TURN,
        MATCH.replace("-x in two", "x in two").replace("RULE", "len(clash) == 1 and one != two"),
    ),
    "one cell more must be a mine": (
        TOLD,
        TOLD + "        if hidden and len(hidden) == number + 1:\n"
        "            self.kb.add(frozenset([hidden[0]]))\n",
    ),
    "remembers the last game": ("self.kb = set() ", "self.kb = KB "),
    "guesses that the last cell is a mine": (
        TURN, "        self.kb.add(frozenset([view.hidden[-1] + 1]))\n",
    ),
}  # fmt: skip


def faulty(fault: str) -> str:
    text = WITH_KB.replace(*FAULTS[fault]).replace("\nclass", "\nKB = set()\n\n\nclass")
    return text.replace("len(hidden) - number + 1)", "max(len(hidden) - number + 1, 0))")


def agent_of(text: str) -> Any:
    names: dict[str, Any] = {}
    exec(compile(text, "agent", "exec"), names)
    return names["Agent"]


def checked(text: str, level: str, seeds: range) -> list[tuple[View, KbStep]]:
    found = []
    make = agent_of(text)
    for seed in seeds:
        game, agent, check = Game(deal(Level.parse(level), seed)), make(), KbCheck()
        for decision in range(1, 30):
            if game.outcome is not None:
                break
            view = game.view
            cell = agent.choose(view)
            shown = ShownKb(tuple(dict.fromkeys(clauses_in(agent.kb, game.grid))))
            found.append((view, check.see(decision, view, shown)))
            if cell is None or view[cell] < 9:
                break
            game.open(cell)
    return found


def test_there_are_enough_faults() -> None:
    assert len(FAULTS) >= 20
    assert len({WITH_KB.replace(*change) for change in FAULTS.values()} - {WITH_KB}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_first_wrong_clause_of_a_faulty_agent_is_named(fault: str) -> None:
    """It comes in at the decision that brute force names, and its board refutes it."""
    wrong = 0
    for view, step in checked(faulty(fault), "5x4x5/given(4)", range(4)):
        boards = all_boards(view)
        false = [c for c in step.new if not all(is_true(c, board) for board in boards)]
        assert [one.clause for one in step.wrong] == false
        for one in step.wrong:
            assert frozenset(one.mines) in boards
            assert not is_true(one.clause, frozenset(one.mines))
        wrong += len(false)
    assert wrong > 0


def test_the_example_has_no_wrong_clause() -> None:
    steps = checked(WITH_KB, "5x4x5/given(4)", range(6))
    assert len(steps) > 20
    assert all(step.wrong == () and not step.problem for _, step in steps)
