"""Knowledge turns a view into clauses, adds clauses only when needed, and explains its facts."""

from __future__ import annotations

import re
from itertools import product
from math import comb

import pytest

from proofcheck import check
from sapper.core.constraints import Constraint, cells_of, mask_of
from sapper.core.level import Level
from sapper.core.view import View
from sapper.logic import InconsistentError, clause_text
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import MINE_COUNT, Deduction, Oracle, proof_text

FRIEND = Oracle("asking a friend")


def written(knowledge: Knowledge) -> set[str]:
    name = knowledge.grid.name
    return {clause_text(clause, lambda v: name(v - 1)) for clause in knowledge.kb.clauses()}


def knowing(text: str) -> Knowledge:
    view = View.parse(text)
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    return knowledge


@pytest.mark.parametrize(("m", "n"), [(m, n) for m in range(9) for n in range(m + 1)])
def test_clauses_of_a_constraint(m: int, n: int) -> None:
    """The clauses say that n of m cells are mines. The course's formula counts the clauses."""
    clauses = list(Constraint(tuple(range(m)), n).clauses())
    positive = comb(m, m - n + 1) if n else 0
    negative = comb(m, n + 1) if n < m else 0
    assert positive + negative == len(clauses)
    for values in product((0, 1), repeat=m):
        holds = all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        assert holds == (sum(values) == n)


def test_impossible_constraint() -> None:
    assert [len(clause) for clause in Constraint((4, 5), 3).clauses()] == [0]


def test_masks() -> None:
    assert cells_of(mask_of([0, 7, 479])) == [0, 7, 479]


def test_settle_follows_hints_to_the_end() -> None:
    knowledge = knowing(
        """
        6x2x2
        01.11.
        0111.1
        """
    )
    knowledge.settle()
    assert [knowledge.grid.name(cell) for cell in knowledge.mines] == ["C1", "F1"]
    assert [knowledge.grid.name(cell) for cell in knowledge.safe_hidden] == ["E2"]
    assert knowledge.unknown == []
    assert len(knowledge.kb) == 0


def test_given_cells_are_safe() -> None:
    """A cell given as safe is a fact with its own reason, but a flag proves nothing."""
    knowledge = knowing(
        """
        3x2x2
        .+F
        ...
        """
    )
    assert knowledge.safe_hidden == [1]
    assert knowledge.mines == []
    assert Deduction(knowledge.kb, -2).words(knowledge.grid) == ("B1 was given as safe")


def test_hints_wait_until_they_matter() -> None:
    """If no other clue touches the cells of a clue, the clue stays out of KB until expand_rest."""
    knowledge = knowing(
        """
        7x3x4
        .......
        .2...1.
        .......
        """
    )
    knowledge.settle()
    assert knowledge.expand_useful() is False
    assert len(knowledge.kb) == 0
    assert knowledge.expand_rest() is True
    assert len(knowledge.kb) == comb(8, 7) + comb(8, 3) + 1 + comb(8, 2)


def test_deferred_hints_touch_nothing_known() -> None:
    """With the option `defer`, a clue waits until one of its neighbours is known."""
    text = """
        6x3x2
        ......
        .11.1.
        ......
        """
    knowledge = knowing(text)
    knowledge.settle()
    knowledge.expand_useful(None, defer=True)
    pair = len(knowledge.kb)
    knowledge.expand_useful(None)
    assert 0 < pair < len(knowledge.kb)


def test_pairs_only() -> None:
    """The function expand_pairs adds the two-literal clauses of a clue and omits wider clauses."""
    knowledge = knowing(
        """
        3x2x1
        ...
        .1.
        """
    )
    knowledge.settle()
    assert knowledge.expand_pairs() is True
    assert len(knowledge.kb) == comb(5, 2)
    assert knowledge.expand_pairs() is False


def test_mine_count_decides_a_walled_in_region() -> None:
    """If all mines are known, the mine count proves that cells away from all clues are safe."""
    knowledge = knowing(
        """
        5x3x3
        02...
        03...
        02...
        """
    )
    knowledge.settle()
    assert knowledge.mines == [2, 7, 12]
    assert knowledge.safe_hidden == []
    assert knowledge.count(10) is True
    assert [knowledge.grid.name(cell) for cell in knowledge.safe_hidden] == [
        "D1", "E1", "D2", "E2", "D3", "E3",
    ]  # fmt: skip
    deduction = Deduction(knowledge.kb, -4)
    assert deduction.words(knowledge.grid) == "D1 is safe, because all 3 mines are known"
    view = knowledge.view
    assert view is not None
    assert check(deduction.proof, view) == {-4}


def test_mine_count_becomes_clauses_when_few_cells_are_left() -> None:
    """The mine count is added once, when few enough cells are unknown."""
    text = """
        4x3x2
        ....
        1111
        0000
        """
    knowledge = knowing(text)
    assert knowledge.count(3) is False
    assert knowledge.has_mine_count is False
    assert knowledge.count(4) is True
    assert knowledge.has_mine_count is True
    assert knowledge.count(4) is False
    origins = {step.origin for step in knowledge.kb.steps() if not step.parents}
    assert MINE_COUNT in origins


def test_follows_a_game_and_starts_afresh_on_another() -> None:
    """Later views of a game extend the knowledge, and a view of another game replaces it."""
    before = View.parse("4x1x1\n01..")
    after = View.parse("4x1x1\n01.1")
    other = View.parse("4x1x1\n.10.")
    knowledge = Knowledge(before.level)
    knowledge.see(before)
    knowledge.settle()
    kb = knowledge.kb
    assert knowledge.mines == [2]
    knowledge.see(after)
    assert knowledge.kb is kb
    knowledge.see(before)
    assert knowledge.kb is not kb
    knowledge.see(other)
    knowledge.settle()
    assert knowledge.mines == [0]
    knowledge.see(View.parse("3x1x1\n.1."))
    assert knowledge.level == Level.parse("3x1x1")


def test_contradiction_names_the_clues() -> None:
    view = View(Level.parse("4x1x1"), bytes([9, 1, 0, 9]))
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    knowledge.settle()  # A1 must be the mine, so D1 is safe: no contradiction
    bad = View(Level.parse("5x1x2"), bytes([9, 2, 9, 0, 9]))
    knowledge = Knowledge(bad.level)
    knowledge.see(bad)
    with pytest.raises(InconsistentError) as caught:
        knowledge.settle()
    assert len(caught.value.proof.claim) == 0
    error = knowledge.contradiction(caught.value)
    assert "B1 (2)" in str(error)
    assert "D1 (0)" in str(error)


def test_words_and_proof_text() -> None:
    knowledge = knowing(
        """
        4x3x2
        ....
        1221
        0000
        """
    )
    knowledge.expand_useful()
    while knowledge.kb.match():
        pass
    assert sorted(knowledge.kb.facts & {-1, 2, 3, -4}) == [-4, -1, 2, 3]
    assert (
        Deduction(knowledge.kb, 2).words(knowledge.grid)
        == "B1 is a mine, which follows in 5 steps from the clues at B2, C2 and D2"
    )
    assert Deduction(knowledge.kb, -1).words(knowledge.grid) == (
        "A1 is safe, because the clue at A2 has its mine (B1)"
    )
    proof = Deduction(knowledge.kb, 2).proof
    assert proof_text(proof, knowledge.grid).splitlines()[0].split() == [
        "1.", "(B1", "∨", "C1)", "clue", "B2",
    ]  # fmt: skip


def test_hints_are_constraints_with_what_is_left_of_them() -> None:
    """A constraint consists of a clue's unknown neighbours and the number of mines left."""
    knowledge = knowing(
        """
        5x2x2
        0..2.
        ..+..
        """
    )
    around_a1, around_d1 = mask_of([1, 5, 6]), mask_of([2, 4, 8, 9])
    assert list(knowledge.constraints()) == [(0, around_a1, 0), (3, around_d1, 2)]
    knowledge.believe(5, FRIEND)
    assert list(knowledge.constraints()) == [(0, around_a1, 0), (3, mask_of([2, 8, 9]), 1)]
    knowledge.settle()
    assert [clue for clue, _, _ in knowledge.constraints()] == [3]


def test_what_another_technique_believes_is_a_fact() -> None:
    knowledge = knowing("4x2x3\n....\n....")
    knowledge.believe(3, FRIEND)
    knowledge.believe(-8, Oracle("tables"))
    assert knowledge.mines == [2]
    assert knowledge.safe_hidden == [7]
    assert knowledge.unknown == [0, 1, 3, 4, 5, 6]
    assert knowledge.mines_left == 2
    for literal, origin in ((3, FRIEND), (-8, Oracle("tables"))):
        proof = knowledge.kb.proof(literal)
        assert proof is not None
        assert [step.origin for step in proof.steps] == [origin]


@pytest.mark.parametrize(
    ("text", "k", "expanded"),
    [
        # two of three cells are mines, which gives two-literal clauses
        ("5x2x4\n.....\n+2+2+", 2, True),
        # no other clue touches the cells of these two clues
        ("6x2x2\n......\n+1++1+", 2, False),
        # each clue has one mine in five cells, and the two clues share cells
        ("6x2x2\n......\n.1.1..", 2, True),
        # two of five cells are mines, so no clause is narrow enough for k = 2
        ("6x2x4\n......\n.2.2..", 2, False),
        # three of five cells are mines, so no clause is narrow enough for k = 2
        ("6x3x6\n......\n.3.3..\n++++++", 2, False),
        ("6x2x4\n......\n.2.2..", 3, True),
        ("6x2x4\n......\n.2.2..", None, True),
        # the 1 gives two-literal clauses about cells that the 2s touch
        ("6x3x4\n......\n.2.2..\n..1...", 2, True),
    ],
)
def test_hints_become_clauses_when_matching_could_use_them(
    text: str, k: int | None, expanded: bool
) -> None:
    """With k = 2, a clue becomes clauses only if it shares cells with two-literal clauses."""
    knowledge = knowing(text)
    knowledge.settle()
    while knowledge.expand_useful(k):
        pass
    assert (len(knowledge.kb) > 0) is expanded
    # A clue is turned into clauses only once.
    assert knowledge.expand_useful(k) is False


def test_pairs_of_a_hint_that_lacks_one_safe_cell() -> None:
    """With two mines in three cells, any two cells include a mine."""
    knowledge = knowing("3x2x2\n...\n+2+")
    knowledge.settle()
    assert knowledge.expand_pairs() is True
    assert written(knowledge) == {"(A1 ∨ B1)", "(A1 ∨ C1)", "(B1 ∨ C1)"}
    knowledge.believe(-1, FRIEND)
    knowledge.settle()
    assert knowledge.mines == [1, 2]
    assert knowledge.expand_pairs() is False


def test_pairs_of_a_hint_beside_a_known_mine() -> None:
    """A 2 next to a known mine needs one more, so its two other cells hold one mine."""
    knowledge = knowing("3x2x2\n...\n+2+")
    knowledge.believe(2, FRIEND)
    assert knowledge.expand_pairs() is True
    # One mine in two cells gives two clauses.
    assert written(knowledge) == {"(A1 ∨ C1)", "(¬A1 ∨ ¬C1)"}


@pytest.mark.parametrize(
    ("text", "mines", "safe"),
    [
        ("4x1x1\n01..", ["C1"], ["D1"]),
        ("5x1x3\n01...", ["C1", "D1", "E1"], []),
        ("4x2x0\n....\n....", [], ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]),
        ("2x2x4/any\n..\n..", ["A1", "B1", "A2", "B2"], []),
    ],
)
def test_the_mine_count_decides_when_none_or_all_are_mines(
    text: str, mines: list[str], safe: list[str]
) -> None:
    """If all unknown cells are mines or all are safe, the mine count is used despite its limit."""
    knowledge = knowing(text)
    knowledge.settle()
    assert knowledge.count(0) is True
    knowledge.kb.propagate()
    assert [knowledge.grid.name(cell) for cell in knowledge.mines] == mines
    assert [knowledge.grid.name(cell) for cell in knowledge.safe_hidden] == safe
    assert knowledge.has_safe is bool(safe)
    assert knowledge.count(0) is False


def test_flags_and_a_view_seen_twice_change_nothing() -> None:
    """Flags and repeated views do not change the knowledge, but the latest view is kept."""
    plain, flagged = View.parse("4x2x1\n01..\n0..."), View.parse("4x2x1\n01F.\n0...")
    knowledge = Knowledge(plain.level)
    for view in (plain, plain, flagged, plain):
        kb = knowledge.kb
        knowledge.see(view)
        knowledge.settle()
        assert knowledge.view is view
        assert knowledge.kb is kb
        assert knowledge.safe_hidden == [5]
    assert knowledge.touches_open(2)
    assert not knowledge.touches_open(3)


def test_a_number_that_changed_is_another_game() -> None:
    """A changed number means another game, so the knowledge about the old game is dropped."""
    knowledge = knowing("3x1x1\n1..")
    knowledge.settle()
    assert knowledge.mines == [1]
    other = View.parse("3x1x1\n0..")
    knowledge.see(other)
    knowledge.settle()
    assert knowledge.mines == []
    assert knowledge.safe_hidden == [1]


@pytest.mark.parametrize(
    ("known", "literal", "names"),
    [((1, 3), -2, {"B1", "B2", "A1", "C1"}), ((-1, -2, -4), 3, {"C1", "B2", "A1", "B1", "A2"})],
)
def test_a_sentence_names_every_cell_that_it_rests_on(
    known: tuple[int, ...], literal: int, names: set[str]
) -> None:
    knowledge = knowing("3x2x2\n...\n.2.")
    for fact in known:
        knowledge.believe(fact, FRIEND)
    knowledge.settle()
    words = Deduction(knowledge.kb, literal).words(knowledge.grid)
    assert set(re.findall(r"[A-C][12]", words)) == names
