r"""A readable checker for pseudo-Boolean proofs. This file imports nothing from Sapper.

The checker supports only the part of VeriPB's proof format, version 2.0, that cutting planes need
(Gocht and Nordstrom 2021, "Certifying Parity Reasoning Efficiently Using Pseudo-Boolean Proofs"):

    pseudo-Boolean proof version 2.0
    f N                          the number of given sums; an equation counts as two, >= and then <=
    pol ...                      a new sum, in reverse Polish notation; any number of these lines
    output NONE
    conclusion UNSAT : ID        this sum can't hold
    end pseudo-Boolean proof

    sum        an inequality: a weighted sum of literals is at least its degree. The weights are
               positive, and the literal ~x is 1 - x
    3          sum 3. The given sums are 1, 2, ..., and each line adds the next one
    x1  ~x1    a literal, which is at least 0
    +          add two sums; x and ~x cancel, up to the smaller of their weights
    3 *        multiply a sum by three
    3 d        divide by three, and round weights and degree up
    s          saturate: no weight needs to exceed the degree
    x1 w       weaken: remove x1, and subtract its weight from the degree

Each operation gives a sum that follows from its operands, because all variables are 0 or 1. A sum
can't hold if the total of its weights is less than its degree.

>>> opb = "* #variable= 2 #constraint= 2\n1 x1 1 x2 = 1 ;\n1 x1 1 ~x2 >= 2 ;\n"
>>> head, tail = "pseudo-Boolean proof version 2.0\nf 3\n", "end pseudo-Boolean proof\n"
>>> check(opb + "1 x2 >= 1 ;\n", head.replace("3", "4") + "pol 3 4 +\noutput NONE\n"
...       "conclusion UNSAT : 5\n" + tail)
>>> check(opb, head + "pol 1 2 +\noutput NONE\nconclusion UNSAT : 4\n" + tail)
Traceback (most recent call last):
    ...
sapper.verify.cutting_planes.CuttingPlanesError: sum 4 is not a contradiction
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_VARIABLE = r"[A-Za-z][A-Za-z0-9]{1,9}"
_NUMBER = r"[1-9][0-9]{0,8}"
_LARGEST = 10**18
_WORK = 10**7


class CuttingPlanesError(ValueError):
    """Raised for a malformed line, or for a sum that does not follow."""


@dataclass(frozen=True, slots=True)
class Sum:
    """The weighted sum of the literals is at least `degree`. No variable occurs twice."""

    weights: dict[str, int]
    degree: int


def check(opb: str, pbp: str) -> None:
    sums = given(opb)
    head = ["pseudo-Boolean proof version 2.0", f"f {len(sums)}"]
    lines = pbp.splitlines()
    end = re.fullmatch(
        rf"output NONE\nconclusion UNSAT : ({_NUMBER})\nend pseudo-Boolean proof",
        "\n".join(lines[-3:]),
        re.ASCII,
    )
    if lines[:2] != head or end is None:
        raise CuttingPlanesError(
            f"it does not start with {head[0]!r} and {head[1]!r}, or does not end with a conclusion"
        )
    work = 0
    for line in lines[2:-3]:
        made, steps = derived(line, sums, _WORK - work)
        work += steps
        sums.append(made)
    last = int(end[1])
    if last > len(sums):
        raise CuttingPlanesError(f"there is no sum {last}")
    if sum(sums[last - 1].weights.values()) >= sums[last - 1].degree:
        raise CuttingPlanesError(f"sum {last} is not a contradiction")


def given(opb: str) -> list[Sum]:
    """The sums of an OPB file, two for each equation: "at least", then "at most"."""
    sums = []
    for number, line in enumerate(opb.splitlines(), 1):
        if line.startswith("*"):
            continue
        row = re.fullmatch(
            rf"((?:-?{_NUMBER} ~?{_VARIABLE} )+)(>=|=) (-?[0-9]{{1,9}}) ;", line, re.ASCII
        )
        if row is None:
            raise CuttingPlanesError(f"line {number} of the OPB file is not a sum")
        words = row[1].split()
        terms = [(int(w), x) for w, x in zip(words[::2], words[1::2], strict=True)]
        least = int(row[3])
        sums.append(_normal(terms, least))
        if row[2] == "=":
            sums.append(_normal([(-w, x) for w, x in terms], -least))
    return sums


def _opposite(literal: str) -> str:
    return literal[1:] if literal[0] == "~" else f"~{literal}"


def _normal(terms: list[tuple[int, str]], degree: int) -> Sum:
    """Make all weights positive (w x equals w - w ~x), and let opposite literals cancel."""
    weights: dict[str, int] = {}
    for weight, literal in terms:
        if weight < 0:
            weight, literal = -weight, _opposite(literal)
            degree += weight
        against = _opposite(literal)
        if against in weights:
            # x + ~x is 1 for either value of x.
            same = min(weight, weights[against])
            degree -= same
            weight -= same
            weights[against] -= same
            if not weights[against]:
                del weights[against]
        if weight:
            weights[literal] = weights.get(literal, 0) + weight
    return Sum(weights, degree)


def derived(line: str, sums: list[Sum], most: int) -> tuple[Sum, int]:
    """The sum that a line derives, and the number of weights examined (at most `most`)."""
    if not line.startswith("pol "):
        raise CuttingPlanesError(f"{line[:40]!r} does not start with 'pol '")
    stack: list[Sum] = []
    work, place = 0, 3
    while place < len(line):
        word = _WORD.match(line, place)
        if word is None:
            raise CuttingPlanesError(f"{line[place : place + 20]!r} is not an operation")
        place = word.end()
        taken = 2 if word["plus"] else 0 if word["sum"] or word["literal"] else 1
        operands = stack[len(stack) - taken :]
        if len(stack) < taken or int(word["sum"] or 0) > len(sums):
            raise CuttingPlanesError(f"{word[0][1:]!r} lacks an operand in {line[:40]!r}")
        del stack[len(stack) - taken :]
        stack.append(_result(word, operands, sums))
        work += 1 + len(stack[-1].weights)
        if max(abs(stack[-1].degree), *stack[-1].weights.values(), 0) > _LARGEST:
            raise CuttingPlanesError(f"a number is too large: the limit is {_LARGEST}")
        if work > most:
            raise CuttingPlanesError(f"it is too long to check: more than {_WORK} weights")
    if len(stack) != 1:
        raise CuttingPlanesError(f"{line[:40]!r} does not leave exactly one sum")
    return stack[0], work


_WORD = re.compile(
    rf" (?:(?P<times>{_NUMBER}) \*|(?P<divisor>{_NUMBER}) d|(?P<variable>{_VARIABLE}) w"
    rf"|(?P<plus>\+)|(?P<saturate>s)|(?P<sum>{_NUMBER})|(?P<literal>~?{_VARIABLE}))(?![^ ])",
    re.ASCII,
)


def _result(word: re.Match[str], operands: list[Sum], sums: list[Sum]) -> Sum:
    if word["sum"]:
        return sums[int(word["sum"]) - 1]
    if word["literal"]:
        return Sum({word["literal"]: 1}, 0)
    one, *others = operands
    if word["plus"]:
        return _added(one, *others)
    if word["times"]:
        return _times(one, int(word["times"]))
    if word["divisor"]:
        return _divided(one, int(word["divisor"]))
    if word["variable"]:
        return _without(one, word["variable"])
    return _saturated(one)


def _added(one: Sum, other: Sum) -> Sum:
    terms = [(w, x) for part in (one, other) for x, w in part.weights.items()]
    return _normal(terms, one.degree + other.degree)


def _times(one: Sum, factor: int) -> Sum:
    return Sum({x: factor * w for x, w in one.weights.items()}, factor * one.degree)


def _divided(one: Sum, divisor: int) -> Sum:
    # -(-a // b) is a / b rounded up.
    return Sum({x: -(-w // divisor) for x, w in one.weights.items()}, -(-one.degree // divisor))


def _saturated(one: Sum) -> Sum:
    if one.degree < 1:
        raise CuttingPlanesError("a sum that always holds can't be saturated")
    return Sum({x: min(w, one.degree) for x, w in one.weights.items()}, one.degree)


def _without(one: Sum, variable: str) -> Sum:
    weights = dict(one.weights)
    taken = weights.pop(variable, 0) + weights.pop(f"~{variable}", 0)
    return Sum(weights, one.degree - taken)
