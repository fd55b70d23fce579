"""From a view to clauses: the counts, the laziness, and words that are true."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

from proofcheck import check
from sapper.knowledge import (
    MINE_COUNT,
    Constraint,
    Deduction,
    Knowledge,
    cells_of,
    kb_text,
    mask_of,
    proof_text,
)
from sapper.level import Level
from sapper.logic import InconsistentError
from sapper.view import View


def knowing(text: str) -> Knowledge:
    """The knowledge of a drawn position, with nothing reasoned yet."""
    view = View.parse(text)
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    return knowledge


@pytest.mark.parametrize(("m", "n"), [(m, n) for m in range(9) for n in range(m + 1)])
def test_clauses_of_a_constraint(m: int, n: int) -> None:
    """Exactly n of m has the clauses that the course counts, and exactly the right models."""
    clauses = list(Constraint(tuple(range(m)), n).clauses())
    positive = comb(m, m - n + 1) if n else 0
    negative = comb(m, n + 1) if n < m else 0
    assert positive + negative == len(clauses)
    for values in product((0, 1), repeat=m):
        holds = all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        assert holds == (sum(values) == n)


def test_impossible_constraint() -> None:
    """More mines than cells is the empty clause."""
    assert [len(clause) for clause in Constraint((4, 5), 3).clauses()] == [0]


def test_masks() -> None:
    """Cells to a mask of variables and back."""
    assert cells_of(mask_of([0, 7, 479])) == [0, 7, 479]


def test_settle_follows_hints_to_the_end() -> None:
    """Hints that decide by themselves decide each other's cells in turn."""
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


def test_told_cells_are_safe() -> None:
    """A told cell is a fact with its own reason; a flag is no evidence."""
    knowledge = knowing(
        """
        3x2x2
        .+F
        ...
        """
    )
    assert knowledge.safe_hidden == [1]
    assert knowledge.mines == []
    assert Deduction(knowledge.kb, -2).words(knowledge.grid) == (
        "B1 is safe: told so before the first move"
    )


def test_hints_wait_until_they_matter() -> None:
    """A hint whose cells no other hint touches stays out of KB; expand_all takes it in."""
    knowledge = knowing(
        """
        7x3x4
        .......
        .2...1.
        .......
        """
    )
    knowledge.settle()
    assert knowledge.expand() is False
    assert len(knowledge.kb) == 0
    assert knowledge.expand_all() is True
    assert len(knowledge.kb) == comb(8, 7) + comb(8, 3) + 1 + comb(8, 2)


def test_deferred_hints_touch_nothing_known() -> None:
    """With defer, a hint waits until one of its neighbours is known."""
    text = """
        6x3x2
        ......
        .11.1.
        ......
        """
    knowledge = knowing(text)
    knowledge.settle()
    knowledge.expand(None, defer=True)
    pair = len(knowledge.kb)
    knowledge.expand(None)
    assert 0 < pair < len(knowledge.kb)


def test_pairs_only() -> None:
    """expand_pairs posts the two-literal clauses of a hint and leaves out the wider ones."""
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
    """A region that no hint touches is opened once every mine is known."""
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
    assert deduction.words(knowledge.grid) == "D1 is safe: all 3 mines are known"
    view = knowledge.view
    assert view is not None
    assert check(deduction.proof, view) == {-4}


def test_mine_count_becomes_clauses_when_few_cells_are_left() -> None:
    """The mine count is posted once, when at most that many cells are unknown."""
    text = """
        4x3x2
        ....
        1111
        0000
        """
    knowledge = knowing(text)
    assert knowledge.count(3) is False
    assert knowledge.counted is False
    assert knowledge.count(4) is True
    assert knowledge.counted is True
    assert knowledge.count(4) is False
    origins = {step.origin for step in knowledge.kb.steps() if not step.parents}
    assert MINE_COUNT in origins


def test_follows_a_game_and_starts_afresh_on_another() -> None:
    """New cells are taken in; a view that is no continuation starts anew."""
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
    """Numbers that contradict each other end in the empty clause, and an error that names them."""
    view = View(Level.parse("4x1x1"), bytes([9, 1, 0, 9]))
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    knowledge.settle()  # A1 must be the mine, and so D1 is safe: still consistent
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
    """A deduction reads as a sentence, its proof as numbered lines with cell names."""
    knowledge = knowing(
        """
        4x3x2
        ....
        1221
        0000
        """
    )
    knowledge.expand()
    while knowledge.kb.match():
        pass
    assert sorted(knowledge.kb.facts & {-1, 2, 3, -4}) == [-4, -1, 2, 3]
    assert (
        Deduction(knowledge.kb, 2).words(knowledge.grid)
        == "B1 is a mine: this follows from the clues B2, C2 and D2 in 5 steps"
    )
    assert Deduction(knowledge.kb, -1).words(knowledge.grid) == (
        "A1 is safe: the clue A2 has all its mines (B1)"
    )
    proof = Deduction(knowledge.kb, 2).proof
    assert proof_text(proof, knowledge.grid).splitlines()[0].split() == [
        "1.", "(B1", "∨", "C1)", "clue", "B2",
    ]  # fmt: skip


def test_kb_text() -> None:
    """KB prints narrowest first, as a student writes clauses."""
    knowledge = knowing(
        """
        3x2x1
        ...
        111
        """
    )
    knowledge.expand()
    assert kb_text(knowledge.kb, knowledge.grid)[:2] == ["(A1 ∨ B1)", "(¬A1 ∨ ¬B1)"]
