"""Certificates by cutting planes: the proof that a cell is safe or a mine, for the checker VeriPB.

    position.txt   the position
    claim.opb      the clues used, the mine count if it is used, and the opposite of the claim. Each
                   of these is a sum of cells. A cell is 1 if it is a mine and 0 if it is safe.
    claim.pbp      a proof that these sums can't all hold, by cutting planes (Cook, Coullard and
                   Turan 1987): sums are added, multiplied, and divided with rounding up

"Exactly 2 of these cells are mines" takes one line here, but many clauses in claim.cnf. The mine
count takes two lines and needs no counters. So if the mine count is used, these files are much
shorter than those of `certificate.py`. But fewer programs can check cutting planes.

Comments in `claim.opb` say where its lines come from. Variables are named after cells:

    * #variable= 3 #constraint= 3
    * sapper cutting planes 1
    * position sha256 ...          of position.txt
    * claim C1 safe
    * clue A2
    1 A1 1 B1 = 1 ;
    * clue B2
    1 A1 1 B1 1 C1 = 1 ;
    * opposite of the claim
    1 C1 >= 1 ;

After `* mine count` there are one or two lines about the n cells of the clues and the claim. The
other N-n cells that may be mines contain 0 to N-n of the M mines. So the n cells contain at least
M-(N-n) and at most M mines. If the claim is about a given cell, such as C4, the file contains no
clues. Instead it has the comment `* given C4` and the line `-1 C4 >= 0 ;`.

`claim.pbp` uses version 2.0 of the format. VeriPB gives each sum a number, and counts an equation
as two inequalities, first "at least" and then "at most". If the equations can't be solved even with
fractions between 0 and 1, some weighted sum of them is a contradiction (Farkas' lemma), and the
proof consists of this sum, in one line. Otherwise the proof has two cases for some cell: it is a
mine, or it is safe. Each refuted supposition becomes a clause:

    pseudo-Boolean proof version 2.0
    f 5
    pol 1 4 + 5 +
    output NONE
    conclusion UNSAT : 6
    end pseudo-Boolean proof
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sapper.core.constraints import mask_of
from sapper.core.grid import Cell
from sapper.core.view import GIVEN
from sapper.explain.certificate import BYTES, CertificateError, CertificateTexts
from sapper.explain.clues import Clues
from sapper.ladder.linear import boxes_of, contradiction
from sapper.logic import Literal

TITLE = "sapper cutting planes 1"

_LINES = 2_000


@dataclass(frozen=True, slots=True)
class CountingCertificate(CertificateTexts):
    opb: str
    pbp: str


def certify_counting(
    clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal
) -> CountingCertificate:
    problem = Inequalities(clues, chosen, mine_count, claim)
    made = CountingCertificate(str(clues.view), problem.text, _Derivation(problem).text())
    if max(map(len, made.texts.values())) > BYTES:
        raise CertificateError("there is no certificate: it would be too large to check")
    return made


@dataclass(frozen=True, slots=True)
class _Equation:
    """`at_least` and `at_most` are the ids of the two sums, or None if a sum is not in the file."""

    cells: tuple[Cell, ...]
    mines: int
    others: int
    at_least: int | None
    at_most: int | None


class Inequalities:
    def __init__(
        self, clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal
    ) -> None:
        view, cell = clues.view, abs(claim) - 1
        self.claim = claim
        self.name = view.grid.name
        self.equations: list[_Equation] = []
        self.sums = 0
        """the number of sums as VeriPB counts them: an equation counts as two"""
        self._lines: list[str] = []
        self._comment(TITLE)
        self._comment(f"position sha256 {hashlib.sha256(str(view).encode()).hexdigest()}")
        self._comment(f"claim {self.name(cell)} {'mine' if claim > 0 else 'safe'}")
        for clue in chosen:
            self._comment(f"clue {self.name(clue)}")
            self._equate(clues.constraint(clue).cells, clues.constraint(clue).mines)
        if view[cell] == GIVEN:
            assert not any((chosen, mine_count)), "a given cell needs no clues"
            self._comment(f"given {self.name(cell)}")
            self.equations.append(_Equation((cell,), 0, 0, None, self._at_least([cell], -1, 0)))
        touched = [near for one in self.equations for near in one.cells]
        cells = tuple(dict.fromkeys([*touched, cell]))
        if mine_count:
            self._comment("mine count")
            self._count(cells, view.level.mines, len(clues.unknown) - len(cells))
        self._comment("opposite of the claim")
        self.denied = self._at_least([cell], *((-1, 0) if claim > 0 else (1, 1)))
        rows = sum(not line.startswith("*") for line in self._lines)
        first = f"* #variable= {len(cells)} #constraint= {rows}"
        self.text = "\n".join([first, *self._lines, ""])

    def _comment(self, text: str) -> None:
        self._lines.append(f"* {text}")

    def _equate(self, cells: tuple[Cell, ...], mines: int) -> None:
        number = self._row(cells, 1, f"= {mines}")
        self.equations.append(_Equation(cells, mines, 0, number, number + 1))
        self.sums += 1

    def _count(self, cells: tuple[Cell, ...], mines: int, others: int) -> None:
        """Add the mine count as up to two inequalities, leaving out those that always hold.

        `others` is the number of cells that are not in the file.
        """
        at_least = self._at_least(cells, 1, mines - others) if mines > others else None
        at_most = self._at_least(cells, -1, -mines) if mines < len(cells) else None
        self.equations.append(_Equation(cells, mines, others, at_least, at_most))

    def _at_least(self, cells: Iterable[Cell], weight: int, least: int) -> int:
        return self._row(cells, weight, f">= {least}")

    def _row(self, cells: Iterable[Cell], weight: int, right: str) -> int:
        terms = [f"{weight} {self.name(cell)} " for cell in cells]
        self._lines.append(f"{''.join(terms)}{right} ;")
        self.sums += 1
        return self.sums


class _Derivation:
    def __init__(self, problem: Inequalities) -> None:
        self._problem = problem
        self._equations = problem.equations
        self._last = problem.sums
        self._goal, self._is_mine = abs(problem.claim) - 1, problem.claim < 0
        self._lines: list[str] = []

    def text(self) -> str:
        number, _ = self._refuted({})
        return "\n".join(
            [
                "pseudo-Boolean proof version 2.0",
                f"f {self._problem.sums}",
                *self._lines,
                "output NONE",
                f"conclusion UNSAT : {number}",
                "end pseudo-Boolean proof",
                "",
            ]
        )

    def _add(self, words: Iterable[str]) -> int:
        self._lines.append(" ".join(["pol", *words]))
        self._last += 1
        if len(self._lines) > _LINES:
            raise CertificateError("there is no certificate: its proof would have too many cases")
        return self._last

    def _refuted(self, supposed: dict[Cell, bool]) -> tuple[int, frozenset[Cell]]:
        """Return the id and the cells of a clause that contradicts some of the suppositions."""
        fixed = {**supposed, self._goal: self._is_mine}
        left = [mask_of(cell for cell in one.cells if cell not in fixed) for one in self._equations]
        mines = [
            one.mines - sum(fixed.get(cell, False) for cell in one.cells) for one in self._equations
        ]
        boxes = boxes_of(left)
        for place, one in enumerate(self._equations):
            if one.others:
                boxes[place,] = boxes.get((place,), 0) + one.others
        weights = contradiction(boxes, mines)
        if weights is not None:
            return self._added(weights, supposed)
        assert boxes, "the clues settle the claim"
        free = [cell for one in self._equations for cell in one.cells if cell not in fixed]
        cell = max(Counter(free).items(), key=lambda item: (item[1], -item[0]))[0]
        clauses = []
        for is_mine in (True, False):
            number, wrong = self._refuted({**supposed, cell: is_mine})
            if cell not in wrong:
                return number, wrong
            clauses.append((number, wrong))
        (first, some), (second, more) = clauses
        wrong = (some | more) - {cell}
        return self._add([str(first), str(second), "+", *(["s"] if wrong else [])]), wrong

    def _added(
        self, weights: Sequence[int], supposed: dict[Cell, bool]
    ) -> tuple[int, frozenset[Cell]]:
        total: Counter[Cell] = Counter()
        least = 0
        parts: list[tuple[int | None, int]] = []
        for one, weight in zip(self._equations, weights, strict=True):
            if weight:
                parts.append((one.at_least if weight > 0 else one.at_most, abs(weight)))
                least += weight * (one.mines - (one.others if weight > 0 else 0))
                for cell in one.cells:
                    total[cell] += weight
        against = total[self._goal] * (-1 if self._is_mine else 1)
        if against > 0:
            parts.append((self._problem.denied, against))
            least += against * self._is_mine
            del total[self._goal]
        words = []
        for place, (number, times) in enumerate(parts):
            assert number is not None, "a bound that always holds adds nothing"
            words += [str(number), *([str(times), "*"] if times > 1 else [])]
            words += ["+"] if place else []
        # The sum contradicts the suppositions that cells with a negative weight are mines and that
        # cells with a positive weight are safe.
        wrong = frozenset(c for c, is_mine in supposed.items() if total[c] * (1 - 2 * is_mine) > 0)
        if wrong:
            for cell, weight in total.items():
                if weight and cell not in wrong:
                    words += [self._problem.name(cell), "w"]
                    least -= max(weight, 0)
                elif weight < 0:
                    least -= weight
            words += [str(least), "d"] if least > 1 else []
            words.append("s")
        return self._add(words), wrong
