"""The checker for pseudo-Boolean proofs accepts only sums that follow from earlier ones."""

import random
import re
from itertools import product

import pytest

from sapper.verify import cutting_planes
from sapper.verify.cutting_planes import CuttingPlanesError, Sum, check, derived, given

# From x1 + x2 = 1 and x2 + x3 = 1 it follows that x1 = x3. The other sums say that x1 and x3
# differ.
DIFFERENT = """\
* #variable= 3 #constraint= 4
1 x1 1 x2 = 1 ;
1 x2 1 x3 = 1 ;
1 x1 1 x3 >= 1 ;
-1 x1 -1 x3 >= -1 ;
"""


def proof(*lines: str, given_sums: int = 6, last: int) -> str:
    """Add the first and last lines of a proof."""
    return "\n".join(
        [
            "pseudo-Boolean proof version 2.0",
            f"f {given_sums}",
            *lines,
            "output NONE",
            f"conclusion UNSAT : {last}",
            "end pseudo-Boolean proof",
            "",
        ]
    )


def test_a_proof_by_sums_and_rounding() -> None:
    """2 x1 >= 1 gives x1 = 1, and 2 x1 <= 1 gives x1 = 0, which is a contradiction."""
    check(DIFFERENT, proof("pol 1 4 + 5 + 2 d", "pol 2 3 + 6 + 2 d", "pol 7 8 +", last=9))


@pytest.mark.parametrize(
    ("line", "weights", "degree"),
    [
        ("pol 1", {"x1": 3, "x2": 1}, 1),
        ("pol 1 2 *", {"x1": 6, "x2": 2}, 2),
        # Division rounds up the weights too.
        ("pol 1 2 d", {"x1": 2, "x2": 1}, 1),
        ("pol 1 s", {"x1": 1, "x2": 1}, 1),
        ("pol 1 x2 w", {"x1": 3}, 0),
        ("pol 1 x3 w", {"x1": 3, "x2": 1}, 1),
        ("pol 2 x1 w", {"~x2": 1}, 0),
        ("pol 1 2 +", {"x1": 1}, 0),
        ("pol 1 ~x1 3 * +", {"x2": 1}, -2),
        ("pol x2 1 2 * + 2 +", {"x1": 4, "x2": 2}, 1),
        ("pol 1 2 + 2 1 2 * + +", {"x1": 5, "x2": 1}, 1),
    ],
)
def test_what_a_line_derives(line: str, weights: dict[str, int], degree: int) -> None:
    """Each line is derived from 3 x1 + x2 >= 1 and 2 ~x1 + ~x2 >= 2."""
    sums = given("3 x1 1 x2 >= 1 ;\n-2 x1 1 ~x2 >= 0 ;\n")
    assert sums[1] == Sum({"~x1": 2, "~x2": 1}, 2)
    assert derived(line, sums, 1000)[0] == Sum(weights, degree)


def test_an_equation_is_two_sums() -> None:
    """An equation becomes a sum with "at least" followed by one with "at most", as in VeriPB."""
    sums = given("* a comment\n1 A1 1 ~B1 = 1 ;\n1 C1 >= 1 ;\n")
    assert sums == [
        Sum({"A1": 1, "~B1": 1}, 1),
        Sum({"~A1": 1, "B1": 1}, 1),
        Sum({"C1": 1}, 1),
    ]


GOOD = proof("pol 1 4 + 5 + 2 d", "pol 2 3 + 6 + 2 d", "pol 7 8 +", last=9)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("version 2.0", "version 3.0", "does not start with"),
        ("f 6", "f 5", "does not start with 'pseudo-Boolean proof version 2.0' and 'f 6'"),
        ("output NONE\n", "", "does not end with a conclusion"),
        ("UNSAT : 9", "UNSAT", "does not end with a conclusion"),
        ("UNSAT : 9", "SAT : 9", "does not end with a conclusion"),
        ("UNSAT : 9", "UNSAT : 8", "sum 8 is not a contradiction"),
        ("UNSAT : 9", "UNSAT : 10", "there is no sum 10"),
        ("UNSAT : 9", "UNSAT : 0", "does not end with a conclusion"),
        ("7 8 +", "7 9 +", "'9' lacks an operand"),
        ("7 8 +", "7 -1 +", "' -1 +' is not an operation"),
        ("7 8 +", "7 8", "does not leave exactly one sum"),
        ("7 8 +", "8 +", "'+' lacks an operand"),
        ("7 8 +", "2 d", "'2 d' lacks an operand"),
        ("7 8 +", "7 8 +  ", "is not an operation"),
        ("7 8 +", "7 8 + ~x1 w", "is not an operation"),
        ("7 8 +", "7 8 + 0 *", "is not an operation"),
        ("7 8 +", "7 8 + x", "is not an operation"),
        ("7 8 +", "7 8 + x1 0 * +", "is not an operation"),
        ("pol 7 8 +", "rup >= 1 ;", "does not start with"),
        ("pol 7 8 +", "a 1 x1 >= 2 ;", "does not start with"),
        ("pol 7 8 +", "", "does not start with"),
        ("pol 7 8 +", "pol ", "is not an operation"),
        ("pol 7 8 +", "pol x1 x2 + s", "a sum that always holds"),
        ("7 8 +", "7 8 + 999999999 * 999999999 * 9 *", "a number is too large"),
        ("1 4 + 5 + 2 d", "1 4 + 5 +", "sum 9 is not a contradiction"),
        ("1 4 +", "1 3 +", "sum 9 is not a contradiction"),
    ],
)
def test_what_is_no_proof(old: str, new: str, reason: str) -> None:
    check(DIFFERENT, GOOD)
    assert old in GOOD
    with pytest.raises(CuttingPlanesError, match=re.escape(reason)):
        check(DIFFERENT, GOOD.replace(old, new, 1))


@pytest.mark.parametrize("line", ["1 x1 >= 1", "x1 >= 1 ;", ">= 1 ;", "1 x1 > 1 ;", "1 x >= 1 ;"])
def test_what_is_no_sum(line: str) -> None:
    with pytest.raises(CuttingPlanesError, match="line 2 of the OPB file is not a sum"):
        check(f"* head\n{line}\n", GOOD)


@pytest.mark.parametrize("size", [30, pytest.param(3000, marks=pytest.mark.long)])
def test_a_proof_that_takes_too_long_is_refused(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof can exceed the work limit with many lines or with one long line."""
    if size == 30:
        monkeypatch.setattr(cutting_planes, "_WORK", 10**5)
    names = [f"y{i}" for i in range(size)]
    opb = "".join(f"1 {name} " for name in names) + ">= 1 ;\n"
    one = "pol 1" + " 1 +" * 4000
    for lines in ([one], ["pol 1 1 + 1 +"] * 1000):
        with pytest.raises(CuttingPlanesError, match="too long to check"):
            check(opb, proof(*lines, given_sums=1, last=1))


def test_what_is_derived_holds_wherever_the_given_sums_do() -> None:
    """Sums derived by random lines are true for all values that make the given sums true."""
    draw = random.Random(0)
    names = ["x1", "x2", "x3", "x4"]
    kept = 0
    for _ in range(1000):
        rows = []
        for _ in range(3):
            terms = [f"{draw.choice((-3, -2, -1, 1, 2, 3))} {n} " for n in draw.sample(names, 3)]
            rows.append(f"{''.join(terms)}{draw.choice(('=', '>='))} {draw.randint(-2, 3)} ;\n")
        sums = given("".join(rows))
        words = [str(draw.randint(1, len(sums)))]
        for _ in range(draw.randint(1, 6)):
            other = draw.choice([str(draw.randint(1, len(sums))), f"~{draw.choice(names)}"])
            words += draw.choice(
                [[other, "+"], [other, "2", "*", "+"], ["2", "d"], ["3", "d"], ["s"], ["x1", "w"]]
            )
        try:
            made, _ = derived(" ".join(["pol", *words]), sums, 1000)
        except CuttingPlanesError:
            continue
        for values in product((0, 1), repeat=4):
            truth = dict(zip(names, values, strict=True))
            if all(holds(one, truth) for one in sums):
                assert holds(made, truth), (rows, words)
                kept += not holds(made, {name: 1 - value for name, value in truth.items()})
    assert kept > 100


def holds(one: Sum, truth: dict[str, int]) -> bool:
    left = sum(w * (1 - truth[x[1:]] if x[0] == "~" else truth[x]) for x, w in one.weights.items())
    return left >= one.degree
