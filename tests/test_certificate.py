"""Certificates: accepted as they are made, rejected when anything in them is changed."""

import hashlib
import random
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explaincheck import positions, random_view
from sapper import verify as verifier
from sapper.certificate import Certificate, counted
from sapper.explain import Explanation, explain
from sapper.level import NAMED, Level
from sapper.odds import odds
from sapper.verify import verify
from sapper.view import View

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
TOLD = """
4x1x1/given(1)
.1+.
"""


def certificate(position: str, name: str | None = None) -> Certificate:
    """The certificate of a cell, or of the easiest one."""
    view = View.parse(position)
    found = explain(view, None if name is None else view.grid.parse_cell(name))
    assert isinstance(found, Explanation)
    return found.certificate()


def accepted(position: str, cnf: str, drat: str) -> bool:
    """Whether the three texts are accepted; if not, there is a reason."""
    verdict = verify(position, cnf, drat)
    assert bool(verdict.reason) != verdict.accepted
    return bool(verdict)


def test_the_three_files_of_a_subset() -> None:
    """The clues, the opposite of the claim, and a proof: as drawn."""
    files = certificate(SUBSET).files
    assert list(files) == ["position.txt", "claim.cnf", "claim.drat"]
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
    assert files["claim.drat"] == "-3 0\n0\n"


@pytest.mark.parametrize(
    ("position", "name", "claim"),
    [
        (SUBSET, "C1", "C1 is safe"),
        (WALL, "B1", "B1 is a mine"),
        (COUNT, "F1", "F1 is a mine"),
        (TOLD, "C1", "C1 is safe"),
        (TOLD, "A1", "A1 is a mine"),
        ("2x1x0\n..", "A1", "A1 is safe"),
        (TWOS, "B3", "B3 is safe"),
    ],
)
def test_certificates_are_accepted(position: str, name: str, claim: str) -> None:
    """Of every technique, and the verdict names the claim."""
    made = certificate(position, name)
    assert str(verify(made.position, made.cnf, made.drat)) == f"accepted: {claim}"
    assert verify(**made.texts)


@pytest.mark.parametrize("position", [SUBSET, COUNT, TOLD])
def test_a_changed_position_is_rejected(position: str) -> None:
    """Any symbol changed, and the level."""
    made = certificate(position)
    text = made.position
    start = text.index("\n") + 1
    for place in range(start, len(text)):
        for symbol in "01.F+":
            if text[place] not in ("\n", symbol):
                assert not accepted(text[:place] + symbol + text[place + 1 :], made.cnf, made.drat)
    assert not accepted("1" + text, made.cnf, made.drat)
    assert not accepted("", made.cnf, made.drat)
    # Nor does it help to update the digest, where a clue or the number of mines is changed.
    if position == SUBSET:
        other = text.replace("11111", "12111")
        digest = hashlib.sha256(other.encode()).hexdigest()
        lines = made.cnf.splitlines()
        lines[1] = f"c position sha256 {digest}"
        verdict = verify(other, "\n".join([*lines, ""]), made.drat)
        assert "do not follow from the position" in verdict.reason


@pytest.mark.parametrize("position", [SUBSET, COUNT, TOLD])
def test_a_changed_claim_file_is_rejected(position: str) -> None:
    """Any line left out, doubled, or changed in sign; clauses added; the claim flipped."""
    made = certificate(position)
    lines = made.cnf.splitlines()
    for place, line in enumerate(lines):
        changed = [lines[:place] + lines[place + 1 :], [*lines[:place], line, *lines[place:]]]
        if not line.startswith(("c", "p")):
            first, *rest = line.split()
            flipped = " ".join([str(-int(first)), *rest])
            changed.append([*lines[:place], flipped, *lines[place + 1 :]])
            # A stronger clause, and the header made to fit an additional one.
            changed.append([*lines[:place], f"{first} 0", *lines[place + 1 :]])
            if changed[-1] == lines:
                changed.pop()
        for other in changed:
            assert not accepted(made.position, "\n".join([*other, ""]), made.drat), other
    for one, two in (("safe", "mine"), ("mine", "safe")):
        if f" {one}\n" in made.cnf:
            assert not accepted(made.position, made.cnf.replace(one, two), made.drat)
    header = next(line for line in lines if line.startswith("p"))
    variables, clauses = header.split()[2:]
    more = f"p cnf {variables} {int(clauses) + 1}"
    assert not accepted(made.position, made.cnf.replace(header, more) + "1 0\n", made.drat)
    assert not accepted(made.position, "", made.drat)


def test_a_changed_proof_is_rejected() -> None:
    """Truncated anywhere, emptied, or with a clause that does not follow."""
    made = certificate(TWOS)
    lines = made.drat.splitlines()
    assert len(lines) > 3
    for end in range(len(lines)):
        assert not accepted(made.position, made.cnf, "\n".join(lines[:end]))
    assert not accepted(made.position, made.cnf, "0\n")
    assert not accepted(made.position, made.cnf, "nonsense\n0\n")
    assert not accepted(made.position, made.cnf, made.drat.removesuffix("0\n"))


def test_a_proof_of_another_cell_is_rejected() -> None:
    """The claim file of one cell and the proof of another."""
    one, two = certificate(TWOS, "A3"), certificate(TWOS, "B3")
    assert accepted(**one.texts)
    assert accepted(**two.texts)
    assert not accepted(one.position, one.cnf, two.drat)
    assert not accepted(one.position, two.cnf, one.drat)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 7), st.integers(-2, 8), st.integers(-1, 9))
def test_counters_say_how_many(cells: int, least: int, most: int) -> None:
    """Each assignment of the cells extends to the counters exactly if its number is right.

    The two encodings, of the maker and of the verifier, have the same clauses.
    """
    most = max(most, least, 0)
    least = min(least, cells)
    clauses = list(counted(cells, least, most))
    rebuilt = verifier._count_clauses(cells, least, most)
    assert sorted(map(sorted, map(frozenset, clauses))) == sorted(map(sorted, rebuilt))
    for values in product((False, True), repeat=cells):
        assert consistent(clauses, values) == (least <= sum(values) <= most)


def consistent(clauses: Sequence[Sequence[int]], values: Sequence[bool]) -> bool:
    """Whether unit propagation from these values finds no conflict (the counters are defined)."""
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


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["5x4x4", "8x2x5", "3x6x6"]))
def test_every_certain_cell_of_small_positions_is_certified(seed: int, text: str) -> None:
    """With and without the mine count."""
    view = random_view(Level.parse(text), seed)
    chances = odds(view)
    for cell in (*chances.safe, *chances.mines):
        found = explain(view, cell)
        assert isinstance(found, Explanation)
        verdict = verify(**found.certificate().texts)
        assert verdict, verdict


@pytest.mark.parametrize("name", NAMED)
def test_certificates_of_games_are_accepted(name: str) -> None:
    """Some cells of the last positions of a game, where the mine count comes in."""
    draw = random.Random(name)
    for view in list(positions(NAMED[name], 5))[-4:]:
        chances = odds(view)
        cells = [*chances.safe, *chances.mines]
        for cell in draw.sample(cells, min(len(cells), 8)):
            found = explain(view, cell)
            assert isinstance(found, Explanation)
            verdict = verify(**found.certificate().texts)
            assert verdict, verdict
