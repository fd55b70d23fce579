"""The verifier refuses forged claims, changed certificates and huge files."""

import hashlib
import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import dratify
import pytest

from explaincheck import positions, random_view
from forgery import LEVELS, Forgery, false_claims, forgeries, text
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain.certificate import Certificate, CnfFile
from sapper.explain.clues import Clues
from sapper.reason.odds import odds
from sapper.verify import certificate as verifier
from sapper.verify import lrat, rup, verify
from tampering import KINDS, Genuine, tampered


def refused(made: Certificate) -> str:
    """Check that a certificate is refused, and return the reason."""
    verdict = verify(**made.texts)
    assert not verdict.accepted
    assert not verdict.claim
    assert verdict.reason.isprintable()
    assert len(verdict.reason) < 200
    return verdict.reason


def forged(position: str, head: str, clauses: str, drat: str, lrat: str) -> Certificate:
    """Forge a certificate with a correct header from lines that are separated by `/`."""
    given = clauses.split(" / ")
    top = max(abs(int(word)) for clause in given for word in clause.split())
    digest = hashlib.sha256(position.encode()).hexdigest()
    cnf = [
        "c sapper certificate 1",
        f"c position sha256 {digest}",
        *(f"c {one}" for one in head.split(" / ")),
        f"p cnf {top} {len(given)}",
        *given,
    ]
    return Certificate(position, text(cnf), text(drat.split(" / ")), text(lrat.split(" / ")))


# Later versions of dratify may refuse forgeries that this version accepts.
DECEIVABLE = dratify.__version__ == "0.1.10"
MIDDLE = "3x1x1/any\n.1.\n"
HEAD = "claim A1 safe / clue B1 / variable 1 A1 / variable 2 C1"
CLAUSES = "1 2 0 / -1 -2 0 / 1 0"


def test_the_forgery_by_deletion_is_refused() -> None:
    """The forgery uses a deletion and RAT, which deceive dratify but not our verifier."""
    hints = "3 d 1 0 / 4 2 0 2 0 / 5 0 4 1 0"
    made = forged(MIDDLE, HEAD, "-1 -2 0 / 1 2 0 / 1 0", "d -1 -2 0 / 2 0 / 0", hints)
    assert dratify_takes(made.cnf, made.drat, rat=True) or not DECEIVABLE
    assert refused(made) == "line 1 of claim.drat is not a clause"


@pytest.mark.parametrize(
    ("drat", "lrat", "reason"),
    [
        ("0", "4 0 1 0", "hint 1 of clause 4 does not apply there"),
        ("0", "4 0 3 2 0", "the hints of clause 4 do not show that it follows"),
        ("0", "4 0 3 3 0", "hint 3 of clause 4 does not apply there"),
        ("0", "4 0 0", "line 1 is not a clause with hints"),
        ("0", "4 0 4 0", "line 1 has an id that is out of order"),
        ("0", "5 0 3 0", "line 1 has an id that is out of order"),
        ("0", "4 0 -3 0", "line 1 is not a clause with hints"),
        ("0", "4 d 1 0", "line 1 is not a clause with hints"),
        ("1 0 / 0", "4 1 0 3 0", "and claim.drat have different numbers of lines"),
        ("2 0 / 0", "4 1 0 3 0 / 5 0 3 2 0", "the hints of clause 5 do not show"),
        ("2 1 0 / 0", "4 1 2 0 1 0 / 5 0 3 2 1 0", "hint 1 of clause 5 does not apply"),
        ("3 0 / -3 0 / 0", "4 3 0 1 0", "has a variable that is not in claim.cnf"),
        ("1 0 0 / 0", "4 1 0 3 0", "line 1 of claim.drat is not a clause"),
        ("0 / 0", "4 0 3 0 / 5 0 3 0", "line 1 of claim.drat is not a clause"),
        ("1 0", "4 1 0 3 0", "line 1 of claim.drat is not the empty clause"),
        ("c / 0", "4 0 3 0", "line 1 of claim.drat is not a clause"),
        ("01 0 / 0", "4 1 0 3 0", "line 1 of claim.drat is not a clause"),
        ("+1 0 / 0", "4 1 0 3 0", "line 1 of claim.drat is not a clause"),
    ],
)
def test_what_is_wrong_with_a_proof_is_said(drat: str, lrat: str, reason: str) -> None:
    assert reason in refused(forged(MIDDLE, HEAD, CLAUSES, drat, lrat))


@pytest.mark.parametrize(
    ("position", "head", "clauses", "reason"),
    [
        # If the given cell B1 could be a mine, one of the two mines would have to be there.
        (
            "3x1x2/given(1)\n.+.\n",
            "claim B1 mine / given B1 / mine count / variable 1 B1",
            "-1 0 / -1 2 0 / -2 1 0 / 2 0 / -1 0",
            "the claim about a given cell must say 'safe'",
        ),
        (MIDDLE, HEAD.replace(" safe", " safe / given A1"), CLAUSES, "must say 'safe'"),
        # The certificate says that A1 is given, but the position does not.
        (
            MIDDLE,
            "claim A1 safe / given A1 / variable 1 A1",
            "-1 0 / 1 0",
            "claim.cnf and position.txt disagree on whether A1 is given",
        ),
        (
            "3x1x2/given(1)\n.+.\n",
            "claim B1 mine / mine count / variable 1 B1",
            "-1 2 0 / -2 1 0 / 2 0 / -1 0",
            "claim.cnf and position.txt disagree on whether B1 is given",
        ),
        (MIDDLE, HEAD + " / variable 1 C1", CLAUSES, "claim.cnf do not match its clues"),
        (MIDDLE, HEAD + " / given C1", CLAUSES, "the given cell is not the claimed cell"),
        (MIDDLE, HEAD + " / clue B1", CLAUSES, "repeats an earlier line"),
        (MIDDLE, HEAD + " / claim C1 safe", CLAUSES, "must have exactly one line 'c claim'"),
        (MIDDLE, HEAD.replace("B1", "D1"), CLAUSES, "cell D1 is off the board"),
        (MIDDLE, HEAD.replace("B1", "B01"), CLAUSES, "has an unknown comment"),
        (MIDDLE, HEAD.replace("B1", "B" + 5000 * "1"), CLAUSES, "has an unknown comment"),
        (MIDDLE, HEAD, CLAUSES.replace("1 2 0", "1 2 2 0"), "repeats a literal"),
        (MIDDLE, HEAD, CLAUSES + " / 0", "line 11 of claim.cnf is not a clause"),
        (MIDDLE.replace("1.", "3."), HEAD, CLAUSES, "clue B1 needs more mines than it has hidden"),
        (MIDDLE.replace("x1/", "x3/"), HEAD, CLAUSES, "more mines (3) than cells for them (2)"),
        (MIDDLE.replace("any", "any B1"), HEAD, CLAUSES, "is not a level"),
        (MIDDLE.replace("3x1", "999x999"), HEAD, CLAUSES, "rows of position.txt do not match"),
        (MIDDLE.replace("3x1", "9999x9999"), HEAD, CLAUSES, "a side must have 1 to 1000 cells"),
        (MIDDLE.replace("any", "any*2"), HEAD, CLAUSES, "is not a start rule"),
        (MIDDLE.replace(".1", "*1"), HEAD, CLAUSES, "an unknown symbol"),
    ],
)
def test_what_is_wrong_with_a_claim_is_said(
    position: str, head: str, clauses: str, reason: str
) -> None:
    """Wrong clues, given cells, variables and positions are refused even with a correct digest."""
    assert reason in refused(forged(position, head, clauses, "0", "1 0 1 0"))


BLOCKS = "41x39x169\n" + "".join(
    "." * 41 + "\n" + ".1." * 13 + "..\n" + "." * 41 + "\n" for _ in range(13)
)


def test_huge_files_are_refused_before_they_take_long() -> None:
    """Too many bytes, steps, clues or counters are refused, and the reason says which."""
    made = forged(MIDDLE, HEAD, CLAUSES, "0", "4 0 1 0")
    for name, old in made.texts.items():
        huge = Certificate(**{**made.texts, name: old + "0\n" * 2**23})
        assert "is too large: the limit is 16 MiB" in refused(huge)
    steps = forged(MIDDLE, HEAD, CLAUSES, " / ".join(["1 0"] * 50_000 + ["0"]), "4 0 1 0")
    assert refused(steps) == (
        "claim.drat is too long to check: 50001 steps times 50005 literals is more than 2000000000"
    )
    view = View.parse(BLOCKS)
    every = Clues(view).all()
    formula = CnfFile.of(Clues(view), every, False, -len("." * 41))
    few = replace(formula, clauses=formula.clauses[-1:])
    assert "fewer clauses than its clues" in refused(Certificate(str(view), few.text, "0\n", "0\n"))
    counted = replace(formula, head=(*formula.head, "c mine count"))
    assert refused(Certificate(str(view), counted.text, "0\n", "0\n")) == (
        "the mine count has too many counters: the limit is 131072"
    )


@pytest.mark.parametrize("count", [200, pytest.param(1500, marks=pytest.mark.long)])
def test_the_three_checkers_refuse_by_themselves(count: int) -> None:
    """Each checker alone refuses every forgery of a false claim.

    The forgeries are good: if RAT and deletions are allowed, dratify accepts many of them as
    proofs.
    """
    kinds: Counter[str] = Counter()
    deceived: Counter[str] = Counter()
    for forgery in islice(forgeries(false_claims(1), 2), count):
        made = forgery.certificate
        refused(made)
        clauses = forgery.claim.formula.clauses
        assert rup.first_gap(clauses, forgery.steps) is not None, made
        assert not hints_suffice(forgery), made
        plain = text([one for one in made.drat.splitlines() if one[0] != "d"])
        assert not dratify_takes(made.cnf, plain, rat=False), made
        kinds[forgery.kind] += 1
        deceived[forgery.kind] += dratify_takes(made.cnf, made.drat, rat=True)
    assert min(kinds.values()) > count / 30
    assert deceived.total() > count / 25 or not DECEIVABLE


@pytest.mark.parametrize("honest", ["lrat", "rup", "dratify"])
def test_any_one_of_the_three_is_enough_to_refuse(
    honest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A false claim is refused even if two of the three checkers accept everything."""
    made = forged(
        MIDDLE, HEAD, CLAUSES, "-1 2 0 / -2 0 / 0", "4 -1 2 0 1 0 / 5 -2 0 2 3 0 / 6 0 1 0"
    )
    steps = [[-1, 2], [-2], []]
    if honest != "lrat":
        monkeypatch.setattr(verifier, "derived", lambda clauses, text: steps)
    if honest != "rup":
        monkeypatch.setattr(verifier, "first_gap", lambda clauses, steps: None)
    if honest != "dratify":
        result = dratify.CheckResult()
        result.ok = True
        monkeypatch.setattr(dratify, "check_proof", lambda *given, **options: result)
    expected = {
        "lrat": "claim.lrat is not a proof",
        "rup": "by unit propagation",
        "dratify": "dratify",
    }
    assert expected[honest] in refused(made)


def test_dratify_is_used_without_rat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof of a true claim is refused if one of its clauses is only RAT."""
    view = View.parse("3x4x3\n.2.\n.2.\n...\n...")
    made = Genuine.of(view, view.grid.parse_cell("A3")).made
    pairs = [f"{x} {y} 0\n" for x in range(-7, 8) for y in range(-7, 8) if x and y and x + y]
    longer = [pair + made.drat for pair in pairs]
    only_rat = [
        drat
        for drat in longer
        if dratify_takes(made.cnf, drat, rat=True) and not dratify_takes(made.cnf, drat, rat=False)
    ]
    assert only_rat
    monkeypatch.setattr(verifier, "first_gap", lambda clauses, steps: None)
    for drat in only_rat:
        steps = [[int(word) for word in one.split()[:-1]] for one in drat.splitlines()]
        monkeypatch.setattr(verifier, "derived", lambda clauses, text, steps=steps: steps)
        reason = refused(replace(made, drat=drat, lrat="0\n" * len(steps)))
        assert reason.startswith("dratify does not accept the proof")


def dratify_takes(cnf: str, drat: str, rat: bool) -> bool:
    try:
        return dratify.check_proof(dratify.parse_dimacs(cnf), drat, check_rat=rat).ok
    except ValueError:
        return False


def hints_suffice(forgery: Forgery) -> bool:
    try:
        steps = lrat.derived(forgery.claim.formula.clauses, forgery.lrat)
    except lrat.LratError:
        return False
    return [] in steps


def genuine(seed: int) -> list[Genuine]:
    """Certificates of provable cells in small positions and in positions near the end of a game."""
    draw = random.Random(seed)
    views = [random_view(Level.parse(draw.choice(LEVELS)), n) for n in range(60)]
    for name, game in (("9x9x10/safe", 3), ("12x7x16/open", 4), ("easy", 1)):
        views += list(positions(Level.parse(name), game))[-4:]
    found = []
    for view in views:
        chances = odds(view)
        certain = [*chances.safe, *chances.mines]
        found += [Genuine.of(view, cell) for cell in draw.sample(certain, min(2, len(certain)))]
    return found


def test_changed_certificates_are_refused() -> None:
    draw = random.Random(0)
    originals = genuine(0)
    assert all(verify(**it.made.texts) for it in originals)
    assert {str(it.why.technique) for it in originals} >= {"given", "subset", "mine count"}
    assert sum(len(it.made.drat.splitlines()) > 2 for it in originals) > 5
    done: Counter[str] = Counter()
    for it in originals:
        for kind in KINDS:
            made = tampered(it, kind, draw)
            if made is not None:
                refused(made)
                done[kind] += 1
    assert done.total() > 1000
    assert min(done.values()) > 8, done
