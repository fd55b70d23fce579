"""Certificates of false claims, with genuine clauses and invalid proofs.

A claim is false if brute force finds a board that agrees with the position and contradicts the
claim. That board satisfies the clauses, so every proof of the claim is invalid.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from explaincheck import random_view
from reference import boards
from sapper.core.level import Level
from sapper.core.view import GIVEN, View
from sapper.explain import Explanation, explain
from sapper.explain.certificate import Certificate, CnfFile
from sapper.explain.clues import Clues
from sapper.reason.odds import odds

LEVELS = ["5x2x3", "3x5x4", "6x1x2", "4x3x3", "2x6x4", "1x7x3", "7x2x5", "3x4x1"]


def line(numbers: Sequence[int]) -> str:
    """Write a line of numbers in DIMACS format."""
    return " ".join(map(str, [*numbers, 0]))


def text(lines: Sequence[str]) -> str:
    return "\n".join([*lines, ""])


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """A false claim about a position, with the genuine clauses for it."""

    view: View
    clues: list[int]
    mine_count: bool
    literal: int
    formula: CnfFile

    @property
    def variables(self) -> int:
        return max(abs(x) for clause in self.formula.clauses for x in clause)


def false_claims(seed: int) -> Iterator[FalseClaim]:
    """Random claims about random positions that brute force refutes."""
    draw = random.Random(seed)
    while True:
        view = random_view(Level.parse(draw.choice(LEVELS)), draw.randrange(10**9))
        laid = list(boards(view))
        clues = Clues(view)
        hidden = [cell for cell, state in enumerate(view.states) if state > 8]
        # A claim that a cell is a mine is false if the cell is safe on some board.
        claims = [cell + 1 for cell in hidden if any(cell not in mines for mines in laid)]
        claims += [-cell - 1 for cell in hidden if any(cell in mines for mines in laid)]
        for claim in draw.sample(claims, min(2, len(claims))):
            every = clues.all()
            some = every if draw.random() < 0.6 else draw.sample(every, draw.randint(0, len(every)))
            mine_count = draw.random() < 0.5
            if view.states[abs(claim) - 1] == GIVEN:
                some, mine_count = [], False
            formula = CnfFile.of(clues, some, mine_count, claim)
            yield FalseClaim(view, some, mine_count, claim, formula)


@dataclass(frozen=True, slots=True)
class Forgery:
    """A forged certificate of a false claim, with the proof in both formats."""

    kind: str
    claim: FalseClaim
    drat: str
    lrat: str

    @property
    def certificate(self) -> Certificate:
        return Certificate(str(self.claim.view), self.claim.formula.text, self.drat, self.lrat)

    @property
    def steps(self) -> list[list[int]]:
        """The clauses that claim.drat adds."""
        lines = [one for one in self.drat.splitlines() if not one.startswith("d")]
        return [[int(word) for word in one.split()[:-1]] for one in lines]


def forgeries(claims: Iterator[FalseClaim], seed: int) -> Iterator[Forgery]:
    """A forgery of each possible kind for each claim."""
    draw = random.Random(seed)
    for claim in claims:
        for kind, forge in FORGERS.items():
            proof = forge(claim, draw)
            if proof is not None:
                drat = [*proof, "0"]
                yield Forgery(kind, claim, text(drat), with_hints(claim, drat, draw))


def with_hints(claim: FalseClaim, drat: Sequence[str], draw: random.Random) -> str:
    """Write DRAT steps as LRAT, with correct hints for valid steps and plausible ones otherwise."""
    clauses = [list(clause) for clause in claim.formula.clauses]
    lines = []
    for one in drat:
        if one.startswith("d"):
            if draw.random() < 0.5:
                lines.append(f"{len(clauses)} d {draw.randint(1, len(clauses))} 0")
            continue
        step = [int(word) for word in one.split()[:-1]]
        number = len(clauses) + 1
        _, hints, follows = propagated(clauses, step)
        if not follows:
            near = [i for i, clause in enumerate(clauses, 1) if set(step) & set(clause) or not step]
            hints = draw.choices(near or [1], k=draw.randint(1, 4))
            hints += draw.choice([[], [], [number], [-hints[0]]])
        lines.append(f"{number} {line(step)} {line(hints)}")
        clauses.append(step)
    return text(lines)


def propagated(
    clauses: Sequence[Sequence[int]], step: Sequence[int]
) -> tuple[set[int], list[int], bool]:
    """Assume that the step is false, and run unit propagation.

    Returns the true literals, the clauses that forced them, and whether there is a contradiction.
    """
    true = {-x for x in step}
    hints: list[int] = []
    news = True
    while news:
        news = False
        for number, clause in enumerate(clauses, 1):
            if true.isdisjoint(clause):
                left = {x for x in clause if -x not in true}
                if len(left) < 2:
                    hints.append(number)
                    true.update(left)
                    news = True
                if not left:
                    return true, hints, True
    return true, hints, False


def _nothing(claim: FalseClaim, draw: random.Random) -> list[str]:
    """Adds no steps before the empty clause."""
    return []


def _random_clauses(claim: FalseClaim, draw: random.Random) -> list[str]:
    variables = range(1, claim.variables + 1)
    return [
        line([v * draw.choice((1, -1)) for v in draw.sample(variables, min(claim.variables, n))])
        for n in draw.choices((1, 2, 3), k=draw.randint(1, 5))
    ]


def _says_so(claim: FalseClaim, draw: random.Random) -> list[str]:
    """Adds the claim itself as the first step."""
    return [line([-x for x in claim.formula.clauses[-1]])]


def _deletes(claim: FalseClaim, draw: random.Random) -> list[str] | None:
    """Deletes all clauses with a proved literal, and then adds the opposite literal as RAT."""
    true, _, _ = propagated(claim.formula.clauses, [])
    units = {clause[0] for clause in claim.formula.clauses if len(clause) == 1}
    if not true - units:
        return None
    literal = draw.choice(sorted(true - units))
    gone = [clause for clause in claim.formula.clauses if literal in clause]
    return [*(f"d {line(clause)}" for clause in gone), line([-literal])]


def _deletes_all(claim: FalseClaim, draw: random.Random) -> list[str]:
    """Deletes all clauses, then adds a variable and its negation, each as RAT."""
    v = draw.randint(1, claim.variables)
    return [*(f"d {line(clause)}" for clause in claim.formula.clauses), line([v]), line([-v])]


def _defines(claim: FalseClaim, draw: random.Random) -> list[str]:
    """Defines a new variable, as RAT allows."""
    new, old = claim.variables + 1, draw.randint(1, claim.variables)
    return [line([new, old]), line([-new, -old]), line([new]), line([-new]), line([old])]


def _pure(claim: FalseClaim, draw: random.Random) -> list[str]:
    """Adds a literal whose opposite is in no clause. Such a literal is RAT, but does not follow."""
    used = {x for clause in claim.formula.clauses for x in clause}
    pure = sorted(x for x in used if -x not in used)
    literals = pure or sorted(used)
    return [line([draw.choice(literals)]), line([-draw.choice(literals)])]


def _tautologies(claim: FalseClaim, draw: random.Random) -> list[str]:
    """Adds clauses that contain a variable and its negation, or a literal several times."""
    v, w = draw.randint(1, claim.variables), draw.randint(1, claim.variables)
    return [line([v, -v]), line([w, w, w]), line([-v, v, w]), line([-w, -w])]


def _hidden_axiom(claim: FalseClaim, draw: random.Random) -> list[str] | None:
    """Starts with a unit clause that does not follow by propagation."""
    true, _, _ = propagated(claim.formula.clauses, [])
    free = [v for v in range(1, claim.variables + 1) if v not in true and -v not in true]
    if not free:
        return None
    v = draw.choice(free)
    lines = [line([v]), line([-v])]
    return lines[draw.randrange(2) :]


def _anothers(claim: FalseClaim, draw: random.Random) -> list[str]:
    """Uses the proof of a true claim about this position or another one."""
    view = claim.view
    for _ in range(20):
        chances = odds(view)
        certain = [*chances.safe, *chances.mines]
        if certain:
            found = explain(view, draw.choice(certain))
            assert isinstance(found, Explanation)
            return found.certificate().drat.splitlines()[:-1]
        view = random_view(Level.parse(draw.choice(LEVELS)), draw.randrange(10**9))
    raise AssertionError("no position with a certain cell")


FORGERS: dict[str, Callable[[FalseClaim, random.Random], list[str] | None]] = {
    "nothing": _nothing,
    "random clauses": _random_clauses,
    "says so": _says_so,
    "deletes": _deletes,
    "deletes all": _deletes_all,
    "defines": _defines,
    "pure": _pure,
    "tautologies": _tautologies,
    "hidden axiom": _hidden_axiom,
    "foreign": _anothers,
}
