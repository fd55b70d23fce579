"""Every cutting-planes certificate that Sapper makes is accepted.

The tests in `tests/verify/test_counting.py` change and forge such certificates.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explaincheck import random_view
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain import Explanation, Technique, explain
from sapper.explain import cutting_planes as maker
from sapper.explain.certificate import CertificateError
from sapper.explain.cutting_planes import CountingCertificate
from sapper.reason.odds import odds
from sapper.verify import verify_counting

SUBSET = """
5x3x2
.....
11111
00000
"""
# B4 equals D4, so B3 equals D3. Sums alone allow half a mine in a cell, so they do not show that
# E1 is safe.
SPLIT = """
5x6x3/any
++.+.
+1+1+
+.+.+
+.2.+
+1+1+
++.++
"""


def explained(position: str, name: str) -> Explanation:
    view = View.parse(position)
    found = explain(view, view.grid.parse_cell(name))
    assert isinstance(found, Explanation)
    return found


def accepted(made: CountingCertificate) -> str:
    """Check that a certificate is accepted, and return its claim."""
    verdict = verify_counting(**made.texts)
    assert verdict, verdict
    return verdict.claim


def test_the_three_files_of_a_subset() -> None:
    """The files hold the position, the clues and negated claim as sums, and a proof by sums."""
    files = explained(SUBSET, "C1").counting_certificate().files
    assert list(files) == ["position.txt", "claim.opb", "claim.pbp"]
    assert View.parse(files["position.txt"]) == View.parse(SUBSET)
    lines = files["claim.opb"].splitlines()
    assert lines.pop(2).startswith("* position sha256 ")
    assert lines == [
        "* #variable= 3 #constraint= 3",
        "* sapper cutting planes 1",
        "* claim C1 safe",
        "* clue A2",
        "1 A1 1 B1 = 1 ;",
        "* clue B2",
        "1 A1 1 B1 1 C1 = 1 ;",
        "* opposite of the claim",
        "1 C1 >= 1 ;",
    ]
    assert files["claim.pbp"].splitlines() == [
        "pseudo-Boolean proof version 2.0",
        "f 5",
        "pol 1 4 + 5 +",
        "output NONE",
        "conclusion UNSAT : 6",
        "end pseudo-Boolean proof",
    ]


@pytest.mark.parametrize(
    ("position", "name", "claim", "mine_count"),
    [
        ("6x1x4\n.1....", "F1", "F1 is a mine", ["1 A1 1 C1 1 F1 >= 2 ;"]),
        ("6x1x1\n.1....", "F1", "F1 is safe", ["-1 A1 -1 C1 -1 F1 >= -1 ;"]),
        ("2x1x0\n..", "A1", "A1 is safe", ["-1 A1 >= 0 ;"]),
        ("2x1x2/any\n..", "A1", "A1 is a mine", ["1 A1 >= 1 ;"]),
    ],
)
def test_the_mine_count_takes_a_line_or_two(
    position: str, name: str, claim: str, mine_count: list[str]
) -> None:
    """A bound from the mine count is written as a sum only if the bound could be violated."""
    made = explained(position, name).counting_certificate()
    assert accepted(made) == claim
    lines = made.opb.splitlines()
    assert lines[lines.index("* mine count") + 1 : -2] == mine_count


def test_a_given_cell_needs_no_clues() -> None:
    """One line says that the cell was given."""
    made = explained("4x1x1/given(1)\n.1+.", "C1").counting_certificate()
    assert made.opb.splitlines()[4:] == [
        "* given C1",
        "-1 C1 >= 0 ;",
        "* opposite of the claim",
        "1 C1 >= 1 ;",
    ]
    assert accepted(made) == "C1 is safe"


def test_whole_numbers_take_clauses() -> None:
    """In a case split, each refuted supposition becomes a clause, and the clauses are resolved."""
    found = explained(SPLIT, "E1")
    assert found.technique is Technique.CASE_SPLIT
    made = found.counting_certificate()
    assert made.pbp.count("pol ") > 2
    assert accepted(made) == "E1 is safe"


def test_a_proof_with_too_many_cases_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search with too many cases is given up, and files that would be too large are refused."""
    found = explained(SPLIT, "E1")
    monkeypatch.setattr(maker, "_LINES", 2)
    with pytest.raises(CertificateError, match=r"^there is no certificate: .* too many cases$"):
        found.counting_certificate()
    monkeypatch.setattr(maker, "BYTES", 200)
    with pytest.raises(CertificateError, match="would be too large to check"):
        explained(SUBSET, "C1").counting_certificate()


def blocks(number: int, clue: int) -> Explanation:
    """A board whose mines are all in blocks around clues, so the top right cell is safe."""
    row, clues = "." * 3 * number + "..", f".{clue}." * number + ".."
    level = f"{len(row)}x{3 * number}x{clue * number * number}"
    view = View.parse("\n".join([level, *[row, clues, row] * number]))
    return explained(str(view), view.grid.name(len(row) - 1))


@pytest.mark.long
def test_mines_are_counted_in_fewer_bytes() -> None:
    """Without counters, a proof by sums may be less than a tenth as long as one by clauses."""
    found = blocks(6, 3)
    counted, clauses = found.counting_certificate(), found.certificate()
    assert accepted(counted) == "T1 is safe"
    assert 10 * len(counted.opb + counted.pbp) < len(clauses.cnf + clauses.drat)


def test_mines_too_many_for_clauses_are_counted() -> None:
    """Sums can count 121 blocks with four mines each, which are too many for clauses."""
    found = blocks(11, 4)
    with pytest.raises(CertificateError, match="--cutting-planes, which makes a shorter one"):
        found.certificate()
    assert accepted(found.counting_certificate()) == "AI1 is safe"


@given(st.integers(0, 10**9), st.sampled_from(["5x4x4", "8x2x5", "3x6x6"]))
def test_every_certain_cell_of_small_positions_is_certified(seed: int, text: str) -> None:
    view = random_view(Level.parse(text), seed)
    chances = odds(view)
    for cell in (*chances.safe, *chances.mines):
        found = explain(view, cell)
        assert isinstance(found, Explanation)
        is_what = "safe" if cell in chances.safe else "a mine"
        assert accepted(found.counting_certificate()) == f"{view.grid.name(cell)} is {is_what}"
