"""Certificates that count: a certain cell as a pseudo-Boolean proof, in the format of VeriPB.

    position.txt   the position
    claim.opb      the clues used, the mine count if used, and the opposite of the claim: sums of
                   cells, each cell 1 if it is a mine and 0 if it is safe
    claim.pbp      a proof that these can't all hold, by cutting planes (Cook, Coullard and Turan
                   1987): sums are added, multiplied, divided with rounding up

"Exactly 2 of these cells are mines" takes one line here, and many clauses in claim.cnf; the mine
count takes two, and no counters. So these files are the shorter ones where mines are counted, by
far; `certificate.py` makes the others, which more programs can check.

`claim.opb` says in comments what its lines are made from, and calls cells by their names:

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

With `* mine count` come one or two lines on the n cells that the clues and the claim have: of all N
cells that may be mines, the others hold between 0 and N-n, so there are at least M-(N-n) mines here
and at most M. With `* given C4` comes `-1 C4 >= 0 ;`, and no clues.

`claim.pbp` has version 2.0 of the format. VeriPB numbers the sums: an equation is two, "at least"
and then "at most". By Farkas' lemma, where a linear program has no solution, one sum of clues
has none: one line of the proof. Where whole numbers are needed, a cell is supposed to be a mine,
and to be safe, and what is refuted becomes a clause:

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
from sapper.explain.certificate import BYTES, CertificateError
from sapper.explain.clues import Clues
from sapper.ladder.linear import boxes_of, contradiction
from sapper.logic import Literal

TITLE = "sapper cutting planes 1"

# Lines of a proof: a cell that is supposed to be a mine, and to be safe, adds a few.
_LINES = 2_000


@dataclass(frozen=True, slots=True)
class CountingCertificate:
    """The texts of the three files."""

    position: str
    opb: str
    pbp: str

    @property
    def texts(self) -> dict[str, str]:
        """The texts by the names that `verify_counting` has for them."""
        return {"position": self.position, "opb": self.opb, "pbp": self.pbp}

    @property
    def files(self) -> dict[str, str]:
        """The texts by the names that the files have."""
        return {"position.txt": self.position, "claim.opb": self.opb, "claim.pbp": self.pbp}


def certify_counting(
    clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal
) -> CountingCertificate:
    """The certificate of a claim that these clues settle; a CertificateError if it is too large."""
    problem = Problem(clues, chosen, mine_count, claim)
    made = CountingCertificate(str(clues.view), problem.text, _Proof(problem).text())
    if max(map(len, made.texts.values())) > BYTES:
        raise CertificateError("there is no certificate: its files would be too large to check")
    return made


@dataclass(frozen=True, slots=True)
class _Equation:
    """So many mines among named cells and some others; the ids of its sums, None if it has none."""

    cells: tuple[Cell, ...]
    mines: int
    others: int
    at_least: int | None
    at_most: int | None


class Problem:
    """What claim.opb says: the clues, the mine count, the opposite of a claim that need not hold.

    Mutable only while it is made: the file is written line by line.
    """

    def __init__(
        self, clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal
    ) -> None:
        view, cell = clues.view, abs(claim) - 1
        self.claim = claim
        self.name = view.grid.name
        self.equations: list[_Equation] = []
        self.sums = 0
        """how many VeriPB counts: an equation is two"""
        self._lines: list[str] = []
        self._comment(TITLE)
        self._comment(f"position sha256 {hashlib.sha256(str(view).encode()).hexdigest()}")
        self._comment(f"claim {self.name(cell)} {'mine' if claim > 0 else 'safe'}")
        for clue in chosen:
            self._comment(f"clue {self.name(clue)}")
            self._equate(clues.constraint(clue).cells, clues.constraint(clue).mines)
        if view[cell] == GIVEN:
            assert not any((chosen, mine_count)), "what is told needs no clues"
            self._comment(f"told {self.name(cell)}")
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
        """So many mines among these cells and others, without names; not what always holds."""
        at_least = self._at_least(cells, 1, mines - others) if mines > others else None
        at_most = self._at_least(cells, -1, -mines) if mines < len(cells) else None
        self.equations.append(_Equation(cells, mines, others, at_least, at_most))

    def _at_least(self, cells: Iterable[Cell], weight: int, least: int) -> int:
        return self._row(cells, weight, f">= {least}")

    def _row(self, cells: Iterable[Cell], weight: int, right: str) -> int:
        """The id of a line with the same weight everywhere."""
        terms = [f"{weight} {self.name(cell)} " for cell in cells]
        self._lines.append(f"{''.join(terms)}{right} ;")
        self.sums += 1
        return self.sums


class _Proof:
    """The lines of claim.pbp; mutable: they are found one by one."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._equations = problem.equations
        self._last = problem.sums
        self._goal, self._is_mine = abs(problem.claim) - 1, problem.claim < 0
        self._lines: list[str] = []

    def text(self) -> str:
        """The whole file."""
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
        """The id of a clause: one of the suppositions, those of these cells, is wrong."""
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
        # The cell that most equations have says most.
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
        """A sum of equations that can't hold under the suppositions, and the clause it leaves."""
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
        # Suppositions that the sum contradicts: a mine that it weighs less, a safe cell more.
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
