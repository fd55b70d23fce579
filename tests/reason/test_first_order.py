"""What rules prove: by chaining forwards and backwards, and by resolution."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sapper.agents import make
from sapper.agents.rules import forward as single_clues
from sapper.agents.sat import certain
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.logic import Literal, LogicError
from sapper.reason.first_order import (
    BUILT_IN,
    backward,
    forward,
    propositional,
    read_rules,
    resolve,
)
from sapper.reason.grounding import Rule


def positions(shape: str, games: int) -> Iterator[View]:
    for seed in range(games):
        game = Game(deal(Level.parse(shape), seed))
        agent = make("rules", guess="random", seed=seed)
        while game.outcome is None and (decision := agent.choose(game.view)):
            yield game.view
            game.play(decision)


def given_safe(view: View) -> set[Literal]:
    return {-cell - 1 for cell in view.given}


def test_the_two_rules_settle_what_single_clues_settle() -> None:
    """Program C's rules find the same facts as our agent `rules`, which counts around each clue."""
    settled = 0
    for view in positions("8x5x7/given", 8):
        rules, _ = read_rules(BUILT_IN["course"], view)
        expected = set(single_clues(view)[0]) - given_safe(view)
        chained, resolved = forward(rules, view), resolve(rules, view)
        assert set(chained.steps) == set(resolved.steps) == expected
        assert [set(facts) for facts in chained.rounds] == [set(f) for f in resolved.rounds]
        settled += len(expected)
    assert settled > 100


def test_backward_chaining_proves_the_same() -> None:
    proved = refused = 0
    for view in positions("6x4x4/given", 5):
        rules, _ = read_rules(BUILT_IN["course"], view)
        found = forward(rules, view)
        for cell in set(view.hidden) - set(view.given):
            for goal in (cell + 1, -cell - 1):
                answer = backward(rules, view, goal)
                assert answer.proved == (goal in found.steps)
                assert bool(answer.proved and answer.found.proof(goal)) == answer.proved
                proved, refused = proved + answer.proved, refused + (not answer.proved)
    assert min(proved, refused) > 30


def test_a_backward_question_looks_only_where_it_must() -> None:
    """A question about one end of a long board has few goals; forward chaining settles all."""
    view = View.parse("40x1x8\n.10" + "01.10" * 7 + "00")
    rules, _ = read_rules(BUILT_IN["course"], view)
    answer = backward(rules, view, 1)
    assert answer.proved
    assert answer.goals < 5
    assert answer.tries < forward(rules, view).instances / 10


def test_the_sentence_about_all_clues_proves_all_that_the_clues_prove() -> None:
    """One sentence is the whole game, apart from the mine count. Resolution is complete."""
    more = 0
    for view in positions("6x5x7/given", 8):
        rules, _ = read_rules(BUILT_IN["clues"], view)
        found, true = resolve(rules, view), certain(view, mine_count=False)
        expected = {cell + 1 for cell in true.mines} | {-cell - 1 for cell in true.safe}
        assert set(found.steps) == expected - given_safe(view)
        more += len(set(found.steps) - set(single_clues(view)[0]))
    assert more > 5


def test_the_existential_over_an_implication_proves_nothing() -> None:
    for view in positions("6x4x4/given", 3):
        rules, _ = read_rules(BUILT_IN["mistake"], view)
        found = resolve(rules, view)
        assert (found.steps, list(found.ground), found.rounds) == ({}, [], [])


def test_lines_name_the_cells_of_each_rule() -> None:
    view = View.parse("6x2x2\n01.11.\n0111.1")
    rules, _ = read_rules(BUILT_IN["course"], view)
    expected = [
        "mine(C1) by sentence 2 with x = B1, y = C1",
        "safe(E2) by sentence 1 with x = D1, y = E2: mine(C1)",
    ]
    for found in (forward(rules, view), resolve(rules, view), backward(rules, view, -11).found):
        assert found.proof(-11) == expected


VIEW = View.parse("4x2x2\n....\n1221")


def questions(rules: str, *asked: str, view: View = VIEW) -> list[str]:
    found = resolve(read_rules(rules, view)[0], view)
    return [found.answer(Rule.parse(text, view, 1)) for text in asked]


def test_questions_may_have_quantifiers() -> None:
    clues = BUILT_IN["clues"]
    assert questions(
        clues,
        "exists x: mine(x)",
        "forall x: open(x) => mines(x) <= 1",
        "forall x, y: mine(x) and mine(y) => x = y",
        "safe(A1)",
        "mine(A1)",
        "exists x: mine(x) and not adjacent(x, A1)",
    ) == ["entailed", "denied", "denied", "entailed", "denied", "entailed"]
    assert questions("mine(A1) v mine(B1)", "mine(A1)", "safe(A1) => mine(B1)") == [
        "open",
        "entailed",
    ]


def test_a_question_about_unmarked_cells_is_proved_by_contradiction() -> None:
    found = resolve(read_rules("mine(A1) v mine(B1)\nsafe(B1) v mine(C1)", VIEW)[0], VIEW)
    assert found.reasons(Rule.parse("mine(A1) or mine(C1)", VIEW, 1)) == [
        "1. (mine(A1) ∨ mine(B1)) sentence 1",
        "2. (¬mine(B1) ∨ mine(C1)) sentence 2",
        "3. ¬mine(A1)            negated claim",
        "4. mine(B1)             from 1 3 on mine(A1)",
        "5. mine(C1)             from 2 4 on mine(B1)",
        "6. ¬mine(C1)            negated claim",
        "7. ⊥                    from 6 5 on mine(C1)",
    ]


def test_chaining_with_conditions_that_are_not_marks() -> None:
    """A rule may also depend on what another rule says in the same round."""
    told = "safe(A1)\nforall x: safe(x) and x = A1 => mine(B1)\nmine(B1) => ~mine(D1)"
    found = forward(read_rules(told, VIEW)[0], VIEW)
    assert found.rounds[0] == (-1, 2, -4)
    assert found.proof(-4) == [
        "safe(A1) by sentence 1",
        "mine(B1) by sentence 2 with x = A1: safe(A1)",
        "safe(D1) by sentence 3: mine(B1)",
    ]


def test_chaining_needs_horn_clauses() -> None:
    rules, _ = read_rules("mine(A1) | mine(B1)", VIEW)
    with pytest.raises(LogicError, match=r"sentence 1: \(mine\(A1\) ∨ mine\(B1\)\) is not a Horn"):
        forward(rules, VIEW)


@pytest.mark.parametrize("prove", [forward, resolve])
@pytest.mark.parametrize(
    "told",
    [
        "mine(A1)\nsafe(A1)",
        "forall x: safe(x)\nexists x: mine(x)",
        "forall x: open(x) => mine(x)",
        "mine(A1)\nforall x: hint(x) = known_mines(x) => safe(A1)",
    ],
)
def test_rules_that_contradict_each_other(prove: object, told: str) -> None:
    """Contradictions are named, in one round or between rounds."""
    if prove is forward:
        told = told.replace("exists x: mine(x)", "mine(C1)")
    found = prove(read_rules(told, VIEW)[0], VIEW)  # type: ignore[operator]
    assert found.conflict
    assert found.answer(Rule.parse("mine(D1)", VIEW, 1)) == "anything"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("mine(A1) => exists x: mine(x)", "backward chaining needs rules that end in ⇒ mine"),
        ("forall x: (exists y: mine(y)) => safe(x)", "unlike sentence 1: ∀x: (∃y: mine(y)) ⇒"),
    ],
)
def test_backward_chaining_needs_rules_with_a_head(told: str, said: str) -> None:
    with pytest.raises(LogicError) as caught:
        backward(read_rules(told, VIEW)[0], VIEW, 1)
    assert said in str(caught.value)


def test_a_goal_must_be_hidden() -> None:
    with pytest.raises(SapperError, match="A2 is open: choose a hidden cell"):
        backward([], VIEW, 5)


def test_what_the_propositional_agent_needs() -> None:
    """Two 1s and two 2s: `textbook` settles the four cells; its clauses are those of the clues."""
    cost = propositional(VIEW)
    assert cost.settled == {-1, 2, 3, -4}
    assert 0 < cost.clauses <= 4 + 2 * 4
    assert cost.inferences >= len(cost.settled)
