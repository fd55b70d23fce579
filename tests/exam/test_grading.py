"""Answers get the right points, and the scores of an exam are right."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from sapper.core.symmetry import TURNS
from sapper.core.view import HIDDEN
from sapper.exam.baselines import BASELINES, answers
from sapper.exam.grading import (
    Scale,
    blind_error,
    chances,
    claim_of,
    counterexample,
    derivation_problem,
    grade,
    prove_points,
    wins,
)
from sapper.exam.items import ExamSettings, Item, public_key
from sapper.exam.making import make
from sapper.exam.reading import Answered
from sapper.exam.report import notes, total_rows
from sapper.exam.scores import Scores, score
from sapper.explain import explain

from .examples import by_id, of_part, small_exam, turn_answer, turn_item

ITEM = Item(
    id="p", part="prove", rung="subset", rules="standard", render="grid", level="5x3x2/any",
    prompt="", position="5x3x2/any\n.....\n11111\n00000\n", cells=("C1",), form={}, group="p",
)  # fmt: skip


@pytest.mark.parametrize(
    ("clues", "points"),
    [
        (["A2", "B2"], 1.0),
        (["D2", "E2"], 1.0),
        (["A2", "B2", "E2"], 0.75),
        (["A2", "B2", "mines"], 0.75),
        (["A2", "B2", "C2", "D2", "E2"], 0.25),
        (["A2", "B2", "C2", "D2", "E2", "mines"], 0.0),
        (["A2", "B2", "C2", "D2", "E2", "A3", "B3", "C3", "D3", "mines"], 0.0),
        (["B2"], 0.0),
        ([], 0.0),
        (["mines"], 0.0),
    ],
)
def test_the_points_of_cited_clues(clues: list[str], points: float) -> None:
    """From 1 for a smallest set to 0 for all five clues and the mine count, in equal steps."""
    assert prove_points(ITEM, {"clues": clues})[0] == pytest.approx(points)


GOOD = "1. A1 | B1   A2\n2. ~A1 | ~C1   B2\n3. ~B1 | ~C1   B2\n4. ~C1   from 1 2 3"


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("~C1   from", "~D1   from"),  # the last step is another claim
        GOOD.replace("A1 | B1   A2", "A1   A2"),  # the clue does not say this
        GOOD.replace("from 1 2 3", "from 1 2"),  # a step is missing
        GOOD.replace("from 1 2 3", "from 1 2 9"),  # no such step
        GOOD.replace("   A2", "   A1"),  # the cited source is a hidden cell
        "1. ~C1   claim",  # the claim itself
        "1. ~C1   mine count",
        "1. ~C1   C2",
        GOOD + "\n5. C1   from 4 4",
        "4. ~C1   from 4 4",
        "trust me",
        "",
    ],
)
def test_forged_derivations_are_refused(text: str) -> None:
    """A derivation is accepted only if every step follows and the last step is the claim."""
    assert derivation_problem(ITEM.view, claim_of(ITEM), GOOD) == ""
    assert prove_points(ITEM, {"proof": GOOD})[0] == 1.0
    points, problem = prove_points(ITEM, {"proof": text})
    assert points == 0.0
    assert problem


def test_true_derivations_are_accepted_and_their_forgeries_are_not() -> None:
    """The proofs of `explain` are accepted, but not if a line is removed."""
    checked = 0
    for item in of_part("prove"):
        why = explain(item.view, item.cells[0])
        proof = why.proof_text()
        if not proof.startswith("1."):
            continue  # the mine count would need too many clauses
        assert prove_points(item, {"proof": proof})[0] == 1.0, proof
        lines = proof.splitlines()
        for left_out in {0, len(lines) // 2, len(lines) - 1}:
            forged = "\n".join(lines[:left_out] + lines[left_out + 1 :])
            assert prove_points(item, {"proof": forged})[0] == 0.0
        checked += 1
    assert checked >= 10


def test_a_counterexample_agrees_with_the_cited_clues() -> None:
    """A counterexample is a board that agrees with the cited numbers but contradicts the claim."""
    grid = ITEM.view.grid
    cited = [grid.parse_cell(name) for name in ("A2", "C2")]
    mines = counterexample(ITEM.view, cited, counted=True, claim=claim_of(ITEM))
    assert mines is not None
    assert ITEM.named[ITEM.cells[0]] in mines
    assert len(mines) == 2
    for clue in cited:
        assert sum(cell in mines for cell in grid.neighbours(clue)) == ITEM.view[clue]


@pytest.mark.parametrize("name", ["champion", "liar", "single clue"])
def test_scores_do_not_change_under_symmetry(name: str) -> None:
    """The same answers about turned positions get the same points."""
    items = [item for item in small_exam() if item.part != "play"]
    given = answers(name, items)
    before_turn = {one.id: one for one in given if "proof" not in (one.answer or {})}
    items = [item for item in items if item.id in before_turn]
    before = score(name, items, by_id(given))
    for turn in range(1, TURNS):
        turned = [turn_item(item, turn) for item in items]
        again = []
        for item in items:
            one = before_turn[item.id]
            again.append(replace(one, answer=turn_answer(item, one.answer or {}, turn)))
        after = score(name, turned, by_id(again))
        assert [one.points for one in after.graded] == pytest.approx(
            [one.points for one in before.graded]
        )
        for part, scored in before.parts.items():
            assert after.parts[part].score.points.value == pytest.approx(scored.score.points.value)


def test_copies_of_a_board_that_is_not_square() -> None:
    """All eight copies of a position have the same best answers."""
    settings = ExamSettings(("choose",), positions=3, copies=8, level="7x5x9/open")
    items = make(settings, public_key(1))
    assert {item.level for item in items} == {"7x5x9/open", "5x7x9/open"}
    found = scores_of("champion", items)
    assert found.parts["choose"].score.points.value == pytest.approx(1.0)
    assert found.consistency is not None
    assert found.consistency.value == 1.0
    groups: dict[str, set[float]] = {}
    for item in items:
        groups.setdefault(item.group, set()).add(round(max(wins(item.view).values()), 12))
    assert all(len(best) == 1 for best in groups.values())


def scores_of(name: str, items: list[Item] | None = None) -> Scores:
    asked = list(small_exam()) if items is None else items
    return score(name, asked, by_id(answers(name, asked)))


def test_the_baselines_come_out_in_order() -> None:
    """The champion gets full points, and weaker baselines follow."""
    found = {name: scores_of(name) for name in BASELINES}
    totals = {name: scores.total for name, scores in found.items() if scores.total is not None}
    assert totals.keys() == found.keys()
    champion = found["champion"]
    assert all(one.points == pytest.approx(1.0) for one in champion.graded)
    for better, worse in (("champion", "odds"), ("textbook", "single clue")):
        assert totals[better].low > totals[worse].high
    for name in ("blind", "density", "random", "liar"):
        assert totals["single clue"].value > totals[name].value, name
    for part in ("deduce", "estimate"):
        assert found["density"].parts[part].score.points.value == pytest.approx(0.0)
        assert found["odds"].parts[part].score.points.value == pytest.approx(1.0)
    for honest in ("single clue", "textbook", "odds", "champion"):
        assert all(part.false_claims == 0 for part in found[honest].parts.values())
    assert found["liar"].parts["deduce"].false_claims > 20
    assert found["liar"].parts["play"].false_claims > 0
    accepted, derivations = found["textbook"].parts["prove"].accepted
    assert accepted == derivations > 5


def test_only_the_parts_that_were_taken_count() -> None:
    """A part without any answers is not scored. In other parts, a missing answer is worth 0."""
    items = [*of_part("prove"), *of_part("choose")]
    said = by_id(answers("champion", of_part("prove")))
    found = score("x", items, said)
    assert found.not_taken == ("choose",)
    assert found.total is None
    assert found.parts["prove"].score.points.value == 1.0
    last = of_part("prove")[-1].id
    del said[last]
    found = score("x", items, said)
    assert found.parts["prove"].missing == 1
    assert found.parts["prove"].score.points.value == pytest.approx(13 / 14)


@pytest.mark.parametrize("part", ["deduce", "prove", "estimate", "choose", "play"])
def test_an_unreadable_or_missing_answer_is_worth_nothing(part: str) -> None:
    """It gets 0 points and is counted, and it changes no other item's points."""
    items = of_part(part)
    said = by_id(answers("champion", items))
    before = score("x", items, said).graded
    said[items[0].id] = [Answered(items[0].id, {"moves": ["jump"]} if part == "play" else None)]
    del said[items[1].id]
    found = score("x", items, said)
    assert (found.parts[part].unreadable, found.parts[part].missing) == (1, 1)
    assert [(one.state, one.points) for one in found.graded[:2]] == [
        ("unreadable", 0.0),
        ("missing", 0.0),
    ]
    if part != "play":  # the games decide together how much luck is removed
        assert found.graded[2:] == before[2:]


def test_giving_up_with_nonsense_is_not_better_than_giving_up() -> None:
    """Otherwise, it would pay to write nonsense once the guesses have gone well."""

    def points(last: str) -> list[float]:
        said = {}
        for item in of_part("play"):
            lines = [f"guess {item.view.grid.name(cell)}" for cell in (0, item.view.grid.corner)]
            said[item.id] = [Answered(item.id, {"moves": [*lines, last]})]
        return [one.points for one in score("x", of_part("play"), said).graded]

    assert points("jump") == points("stuck")
    assert len(set(points("jump"))) > 3


def test_nonsense_is_worth_nothing() -> None:
    """Unreadable answers get 0 in every part, and so does an examinee that answers blind."""
    nonsense = {
        item.id: [Answered(item.id, {"moves": ["jump"]} if item.part == "play" else None)]
        for item in small_exam()
    }
    found = score("x", small_exam(), nonsense)
    assert {part.score.points.value for part in found.parts.values()} == {0.0}
    assert found.total is not None
    assert found.total.value == 0.0
    for name, part in scores_of("blind").parts.items():
        points = part.score.points
        assert points.low <= 0 <= points.high, name


def test_no_item_gets_less_than_minus_one() -> None:
    items = [item for item in small_exam() if item.part != "play"]
    worst = dict[str, list[Answered]]()
    for item in items:
        found = {name: chances(item.view)[cell] for name, cell in item.named.items()}
        match item.part:
            case "deduce":
                said: dict[str, Any] = {n: "safe" if p else "mine" for n, p in found.items()}
            case "estimate":
                said = {name: float(chance < 0.5) for name, chance in found.items()}
            case "choose":
                after = wins(item.view)
                said = {"cell": item.view.grid.name(min(after, key=after.__getitem__))}
            case _:
                said = {"clues": []}
        worst[item.id] = [Answered(item.id, said)]
    points = [one.points for one in score("x", items, worst).graded]
    assert min(points) == -1
    assert sum(point == -1 for point in points) > 10


@pytest.mark.parametrize("errors", [[[0.5]], [[0.1, 0.3], [0.2]], [[0.0, 0.1], [1.0], [0.1]]])
def test_a_blind_answer_is_at_zero_on_its_scale(errors: list[list[float]]) -> None:
    unit = blind_error(errors)
    points = [fmean(max(-1, 1 - error / unit) for error in each) for each in errors]
    assert fmean(points) == pytest.approx(0.0, abs=1e-9)


def test_errors_that_are_mostly_zero_have_a_scale_too() -> None:
    assert blind_error([[0.0], [0.0], [0.3]]) == pytest.approx(0.1)
    assert blind_error([[0.0]]) == 1.0


def test_consistency_compares_the_copies_of_a_position() -> None:
    """The score is the share of positions whose copies all get equivalent answers."""
    items = [replace(item, turn=0) for item in of_part("deduce")[:4]]
    copies = [replace(turn_item(item, 5), id=item.id + "b", turn=5) for item in items]
    said = by_id(answers("odds", [*items, *copies]))
    found = score("x", [*items, *copies], said)
    assert found.consistency is not None
    assert found.consistency.value == 1.0
    name = copies[0].id
    wrong = dict.fromkeys(copies[0].cells, "safe")
    found = score("x", [*items, *copies], {**said, name: [Answered(name, wrong)]})
    assert found.consistency is not None
    assert found.consistency.value == 0.75
    assert scores_of("odds", items).consistency is None


def test_a_group_of_several_parts_or_games() -> None:
    """Items of different parts are not compared, and neither are games."""
    deduce, play = of_part("deduce")[0], of_part("play")[0]
    items = [
        replace(deduce, group="one"),
        replace(deduce, id="b", part="estimate", group="one"),
        replace(play, group="two"),
        replace(play, id="d", group="two"),
    ]
    found = score("odds", items, by_id(answers("odds", items)))
    assert found.consistency is None


def test_calibration_compares_stated_chances_with_exact_odds() -> None:
    """The baseline `odds` states the exact odds, but the liar does not."""
    for one in scores_of("odds", of_part("estimate")).calibration:
        assert one.said == pytest.approx(one.exact)
    liar = scores_of("liar", of_part("estimate")).calibration
    assert {one.said for one in liar} == {0.0, 1.0}
    assert any(abs(one.said - one.exact) > 0.2 for one in liar)


def farthest(item: Item) -> set[str]:
    """The hidden cells farthest from any open cell, found by growing the open region."""
    grid = item.view.grid
    reached = {cell for cell in range(grid.size) if item.view[cell] < HIDDEN}
    last = reached
    while len(reached) < grid.size:
        last = {near for cell in reached for near in grid.neighbours(cell)} - reached
        reached |= last
    return {grid.name(cell) for cell in last}


def test_rules_that_need_no_reasoning_get_no_points() -> None:
    """Of random cells and the farthest cells, the better ones get 0 on average, the others less."""
    items = of_part("choose")
    scale = Scale.of(items)
    random, far = [], []
    for item in items:
        points = {}
        for cell in item.view.hidden:
            name = item.view.grid.name(cell)
            (graded,) = grade([item], {item.id: [Answered(item.id, {"cell": name})]}, scale)
            points[name] = graded.points
        assert max(points.values()) == pytest.approx(1.0)
        random.append(fmean(points.values()))
        far.append(fmean(points[name] for name in farthest(item)))
    assert max(fmean(random), fmean(far)) == pytest.approx(0.0, abs=1e-9)
    assert fmean(far) > fmean(random)


def test_an_item_may_have_several_answers() -> None:
    """The score is the mean of an item's answers, and `best` is that of the best ones."""
    items = list(small_exam())
    good, bad = by_id(answers("champion", items)), by_id(answers("random", items))
    both = {item.id: [*good[item.id], replace(bad[item.id][0], sample=2)] for item in items}
    found, one = score("x", items, both), score("x", items, bad)
    assert (found.samples, one.samples, one.best) == (2, 1, None)
    games = found.parts["play"].score.points.value  # the best game would be the luckiest one
    assert found.best is not None
    assert found.best.value == pytest.approx((4 + games) / 5)
    for part, scored in found.parts.items():
        assert (scored.score.items, scored.score.positions, scored.answers) == (14, 14, 28)
        if part == "play":
            assert scored.score.best is None
            continue
        other = one.parts[part].score
        assert scored.score.points.value == pytest.approx((1 + other.points.value) / 2)
        assert (scored.score.best or other.points).value == pytest.approx(1.0)
        assert other.best is None
    rows = total_rows([found])
    assert [row[0] for row in rows] == ["examinee", "x", "x, best of 2"]
    assert "The largest number of samples of an item is 2. Scores are means." in notes(found)


def test_an_item_with_fewer_answers_counts_as_much() -> None:
    """If an exam is interrupted, some items have fewer answers than others."""
    items = [replace(item, group="one") for item in of_part("choose")[:2]]
    good, bad = by_id(answers("champion", items)), by_id(answers("random", items))
    first, second = (item.id for item in items)
    more = [replace(good[first][0], sample=number) for number in (1, 2, 3)]
    found = score("x", items, {first: more, second: bad[second]})
    alone = score("x", items, {second: bad[second]}).parts["choose"].score
    assert found.parts["choose"].score.points.value == pytest.approx(alone.points.value + 0.5)
    assert found.parts["choose"].missing == 0


def test_brier_and_calibration_are_reported_as_such() -> None:
    """Both are compared with their definitions, over all boards that fit."""
    item = replace(of_part("estimate")[0])
    exact = [chances(item.view)[cell] for cell in item.named.values()]
    said = dict.fromkeys(item.cells, 0.25)
    found = score("x", [item], {item.id: [Answered(item.id, said)]})
    expected = fmean(p * (0.25 - 1) ** 2 + (1 - p) * 0.25**2 for p in exact)
    assert found.brier == pytest.approx(expected)
    assert found.ece == pytest.approx(abs(0.25 - fmean(exact)))
    assert score("x", of_part("deduce"), {}).brier is None
