"""DPLL: searches for a model of clauses and records every step.

This is the method of Davis, Logemann and Loveland (1962, "A machine program for theorem-proving").
There are six kinds of steps:

    unit      All literals of a clause but one are false, so the last one must be true.
    count     A count (see `Exactly`) decides all variables that are left in it.
    pure      A variable has the same sign in all remaining clauses, so it gets that value.
    try       No value is forced, so a literal is chosen and assumed to be true.
    fails     All literals of a clause are false, or a count can't be reached.
    else      The chosen literal failed, so its complement must be true.

If both values of the first choice fail, there is no model. So the search can also prove claims.
Clauses entail a claim if they have no model together with the negation of the claim.

>>> search = dpll([Clause.of(1, 2), Clause.of(1, -2), Clause.of(-1, 3), Clause.of(-1, -3)])
>>> print(search)
try 1
  unit 3: (¬1 ∨ 3)
  fails: (¬1 ∨ ¬3)
else ¬1
  unit 2: (1 ∨ 2)
  fails: (1 ∨ ¬2)
no model
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sapper.logic.clause import Clause, Literal, bits, clause_text, literal_text
from sapper.logic.errors import LimitError

LOOKS = 10_000_000
"""the maximum number of clauses looked at, reached after a few seconds"""


@dataclass(frozen=True, slots=True)
class Exactly:
    """A condition: exactly `number` of these variables are true.

    >>> print(Exactly((1, 2, 3), 2))
    2 of 1, 2, 3
    """

    variables: tuple[int, ...]
    number: int

    def text(self, name: Callable[[int], str] = str) -> str:
        return f"{self.number} of {', '.join(map(name, self.variables))}"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class DpllStep:
    """A step of the search. `depth` is the number of open choices before the step."""

    kind: str
    depth: int
    literal: Literal | None = None
    because: Clause | Exactly | None = None

    def text(self, name: Callable[[int], str] = str) -> str:
        what = "" if self.literal is None else " " + literal_text(self.literal, name)
        why = self.because
        if why is None:
            reason = ""
        else:
            reason = ": " + (clause_text(why, name) if isinstance(why, Clause) else why.text(name))
        return f"{'  ' * self.depth}{self.kind}{what}{reason}"


@dataclass(frozen=True, slots=True)
class DpllSearch:
    model: tuple[Literal, ...] | None
    """literals in the order of variables; a missing variable may have either value"""
    steps: tuple[DpllStep, ...]

    @property
    def choices(self) -> int:
        return sum(step.kind == "try" for step in self.steps)

    def text(self, name: Callable[[int], str] = str) -> str:
        lines = [step.text(name) for step in self.steps]
        if self.model is None:
            lines.append("no model")
        else:
            lines.append(" ".join(["model:", *(literal_text(x, name) for x in self.model)]))
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def dpll(
    clauses: Iterable[Clause], counts: Sequence[Exactly] = (), looks: int = LOOKS
) -> DpllSearch:
    """Search for a model of the clauses and counts.

    >>> print(dpll([Clause.of(1, 2)], [Exactly((1, 2, 3), 1), Exactly((2, 3), 1)]))
    try 1
      count ¬2: 1 of 1, 2, 3
      count ¬3: 1 of 1, 2, 3
      fails: 1 of 2, 3
    else ¬1
      unit 2: (1 ∨ 2)
      count ¬3: 1 of 1, 2, 3
    model: ¬1 2 ¬3
    """
    problem = _Search(list(clauses), counts, looks)
    steps: list[DpllStep] = []
    true = false = 0
    choices: list[tuple[int, int, Literal, int]] = []
    depth = 0
    while True:
        step = problem.next_step(true, false, depth)
        if step is None:
            model = sorted([*bits(true), *(-v for v in bits(false))], key=abs)
            return DpllSearch(tuple(model), tuple(steps))
        steps.append(step)
        if step.kind == "fails":
            if not choices:
                return DpllSearch(None, tuple(steps))
            true, false, chosen, depth = choices.pop()
            literal = -chosen
            steps.append(DpllStep("else", depth, literal))
            depth += 1
        else:
            assert step.literal is not None
            literal = step.literal
            if step.kind == "try":
                choices.append((true, false, literal, depth))
                depth += 1
        if literal > 0:
            true |= 1 << literal
        else:
            false |= 1 << -literal


class _Search:
    def __init__(self, clauses: list[Clause], counts: Sequence[Exactly], looks: int) -> None:
        self.clauses = clauses
        self.counts = [(count, sum(1 << v for v in set(count.variables))) for count in counts]
        self.looks = self.left = looks

    def next_step(self, true: int, false: int, depth: int) -> DpllStep | None:
        self.left -= len(self.clauses) + len(self.counts) + 1
        if self.left < 0:
            raise LimitError(f"the search gave up after {self.looks:,} clause checks")
        unit: tuple[Literal, Clause] | None = None
        shortest: tuple[int, Literal] | None = None
        pos = neg = 0  # masks of the positive and negative literals in the remaining clauses
        for clause in self.clauses:
            if clause.pos & true or clause.neg & false:
                continue
            up, down = clause.pos & ~false, clause.neg & ~true
            width = up.bit_count() + down.bit_count()
            if width == 0:
                return DpllStep("fails", depth, because=clause)
            if width == 1 and unit is None:
                unit = (up.bit_length() - 1 if up else 1 - down.bit_length(), clause)
            if shortest is None or width < shortest[0]:
                first = (up | down) & -(up | down)
                sign = 1 if up & first else -1
                shortest = (width, sign * (first.bit_length() - 1))
            pos |= up
            neg |= down
        counted: tuple[Literal, Exactly] | None = None
        open_counts = counted_variables = 0
        for count, variables in self.counts:
            free = variables & ~(true | false)
            missing = count.number - (variables & true).bit_count()
            if not 0 <= missing <= free.bit_count():
                return DpllStep("fails", depth, because=count)
            if free and counted is None and missing in (0, free.bit_count()):
                first = (free & -free).bit_length() - 1
                counted = (first if missing else -first, count)
            open_counts |= free
            counted_variables |= variables
        if unit is not None:
            return DpllStep("unit", depth, *unit)
        if counted is not None:
            return DpllStep("count", depth, *counted)
        # A counted variable is never pure, because both of its values affect the count.
        if pure := pos & ~neg & ~counted_variables:
            return DpllStep("pure", depth, (pure & -pure).bit_length() - 1)
        if pure := neg & ~pos & ~counted_variables:
            return DpllStep("pure", depth, 1 - (pure & -pure).bit_length())
        if shortest is not None:
            return DpllStep("try", depth, shortest[1])
        if open_counts:
            return DpllStep("try", depth, (open_counts & -open_counts).bit_length() - 1)
        return None
