"""Every certificate that Sapper makes is accepted.

The tests in `test_verify.py` change and forge certificates.
"""

import random
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explaincheck import positions, random_view
from sapper.core.level import NAMED, Level
from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.explain import certificate as maker
from sapper.explain.certificate import Certificate, CertificateError, CnfFile, counted
from sapper.explain.clues import Clues
from sapper.reason.odds import odds
from sapper.verify import certificate as verifier
from sapper.verify import verify

SUBSET = """
5x3x2
.....
11111
00000
"""
WALL = """
3x3x1
...
111
000
"""
COUNT = """
6x1x4
.1....
"""
TWOS = """
3x4x3
.2.
.2.
...
...
"""
GIVEN = """
4x1x1/given(1)
.1+.
"""


def certificate(position: str, name: str | None = None) -> Certificate:
    """The certificate of a cell, or of the easiest cell."""
    view = View.parse(position)
    found = explain(view, None if name is None else view.grid.parse_cell(name))
    assert isinstance(found, Explanation)
    return found.certificate()


def test_the_four_files_of_a_subset() -> None:
    """The files hold the position, the clues and negated claim, and the proof in two formats."""
    files = certificate(SUBSET).files
    assert list(files) == ["position.txt", "claim.cnf", "claim.drat", "claim.lrat"]
    assert View.parse(files["position.txt"]) == View.parse(SUBSET)
    lines = files["claim.cnf"].splitlines()
    assert lines[0] == "c sapper certificate 1"
    assert lines[1].startswith("c position sha256 ")
    assert lines[2:] == [
        "c claim C1 safe",
        "c clue A2",
        "c clue B2",
        "c variable 1 A1",
        "c variable 2 B1",
        "c variable 3 C1",
        "p cnf 3 7",
        "1 2 0",
        "-1 -2 0",
        "1 2 3 0",
        "-1 -2 0",
        "-1 -3 0",
        "-2 -3 0",
        "3 0",
    ]
    assert files["claim.drat"] == "0\n"
    assert files["claim.lrat"] == "8 0 7 5 6 1 0\n"


@pytest.mark.parametrize(
    ("position", "name", "claim"),
    [
        (SUBSET, "C1", "C1 is safe"),
        (WALL, "B1", "B1 is a mine"),
        (COUNT, "F1", "F1 is a mine"),
        (GIVEN, "C1", "C1 is safe"),
        (GIVEN, "A1", "A1 is a mine"),
        ("2x1x0\n..", "A1", "A1 is safe"),
        (TWOS, "B3", "B3 is safe"),
    ],
)
def test_certificates_are_accepted(position: str, name: str, claim: str) -> None:
    """Certificates of every technique are accepted, and the verdict names the claim."""
    made = certificate(position, name)
    assert str(verify(*made.files.values())) == f"accepted: {claim}"
    assert verify(**made.texts)


@pytest.mark.parametrize("position", [SUBSET, TWOS, COUNT])
def test_the_two_proofs_have_the_same_clauses(position: str) -> None:
    """The LRAT proof has the clauses of the DRAT proof, numbered after those of claim.cnf."""
    made = certificate(position)
    given = int(made.cnf.partition("p cnf ")[2].split()[1])
    for number, (plain, hinted) in enumerate(
        zip(made.drat.splitlines(), made.lrat.splitlines(), strict=True), given + 1
    ):
        assert hinted.startswith(f"{number} {plain} ")
        hints = [int(word) for word in hinted.removeprefix(f"{number} {plain} ").split()]
        assert hints.pop() == 0
        assert all(1 <= hint < number for hint in hints)


def blocks(number: int, clue: int) -> Explanation:
    """A board whose mines are all in blocks around clues, so the top right cell is safe."""
    row, clues = "." * 3 * number + "..", f".{clue}." * number + ".."
    level = f"{len(row)}x{3 * number}x{clue * number * number}"
    found = explain(View.parse("\n".join([level, *[row, clues, row] * number])), len(row) - 1)
    assert isinstance(found, Explanation)
    assert (found.claim, found.mine_count, len(found.clues)) == ("safe", True, number * number)
    return found


def test_mines_are_counted_clue_by_clue() -> None:
    """Counting clue by clue keeps proofs short.

    Counting row by row, 16 blocks would take 12,144 steps.
    """
    made = blocks(4, 2).certificate()
    assert made.drat.count("\n") < 200
    assert verify(**made.texts)


def test_a_proof_too_large_to_check_is_an_error() -> None:
    """The clauses that count the mines of 121 blocks with four mines each are too many to check."""
    with pytest.raises(CertificateError):
        next(counted(1000, 500, 500))
    found = blocks(11, 4)
    with pytest.raises(
        CertificateError, match=r"^there is no certificate of clauses, .* makes a shorter one$"
    ):
        found.certificate()


def test_a_proof_with_too_many_steps_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof too long to check is an error, and so is a proof for which the solver gives up."""
    small, large = blocks(1, 3), blocks(6, 3)
    formula = CnfFile.of(Clues(large.view), large.clues, True, large.literal)
    assert verify(**small.certificate().texts)
    monkeypatch.setattr(maker, "_WORK", 1000)
    with pytest.raises(CertificateError):
        small.certificate()
    monkeypatch.setattr(maker, "_WORK", 10 * formula.literals)
    with pytest.raises(CertificateError):
        maker.refutation(formula.clauses)


@given(st.integers(0, 7), st.integers(-2, 8), st.integers(-1, 9))
def test_counters_say_how_many(cells: int, least: int, most: int) -> None:
    """Clauses that count mines can be satisfied if and only if the number of mines is in range.

    Sapper and its verifier write the same clauses.
    """
    most = max(most, least, 0)
    least = min(least, cells)
    clauses = list(counted(cells, least, most))
    rebuilt = verifier.count_clauses(cells, least, most)
    assert sorted(map(sorted, map(frozenset, clauses))) == sorted(map(sorted, rebuilt))
    for values in product((False, True), repeat=cells):
        assert consistent(clauses, values) == (least <= sum(values) <= most)


def consistent(clauses: Sequence[Sequence[int]], values: Sequence[bool]) -> bool:
    """Whether unit propagation from these values finds no conflict."""
    true = {place if value else -place for place, value in enumerate(values, 1)}
    news = True
    while news:
        news = False
        for clause in clauses:
            if true & set(clause):
                continue
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return False
            if len(left) == 1:
                true.add(left[0])
                news = True
    return True


@given(st.integers(0, 10**9), st.sampled_from(["5x4x4", "8x2x5", "3x6x6"]))
def test_every_certain_cell_of_small_positions_is_certified(seed: int, text: str) -> None:
    view = random_view(Level.parse(text), seed)
    chances = odds(view)
    for cell in (*chances.safe, *chances.mines):
        found = explain(view, cell)
        assert isinstance(found, Explanation)
        verdict = verify(**found.certificate().texts)
        assert verdict, verdict


@pytest.mark.parametrize("name", NAMED)
def test_certificates_of_games_are_accepted(name: str) -> None:
    """Certificates from late positions of games, which often need the mine count, are accepted."""
    draw = random.Random(name)
    for view in list(positions(NAMED[name], 5))[-4:]:
        chances = odds(view)
        cells = [*chances.safe, *chances.mines]
        for cell in draw.sample(cells, min(len(cells), 8)):
            found = explain(view, cell)
            assert isinstance(found, Explanation)
            verdict = verify(**found.certificate().texts)
            assert verdict, verdict
