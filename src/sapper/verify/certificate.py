"""Checks a certificate of `sapper.explain` without using any code of `sapper.explain`.

The clauses are rebuilt from the position and compared with the clauses in claim.cnf. Then three
checkers must agree that these clauses can't all hold:

    dratify   a third-party checker from PyPI, which reads claim.drat
    rup.py    a checker that reads claim.drat and uses only unit propagation
    lrat.py   a checker that reads claim.lrat and only follows its hints. claim.lrat must have the
              same clauses as claim.drat

A wrong proof is accepted only if all three checkers have a bug. DRAT allows two kinds of steps that
no certificate needs: deletions, and clauses that don't follow from the others but keep them
satisfiable (RAT). Such steps are refused, because together they could replace the given clauses
with any other clauses. Checking always ends, because the sizes of the files and the product of
steps and literals are limited.

A certificate proves the claim for all boards that fit the position. If no board fits the position,
every claim can be proved.

>>> print(verify("", "", "", ""))
rejected: claim.cnf does not start with 'c sapper certificate 1'
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import dratify
from typing_extensions import TypedDict

from sapper.verify.level import Place, RejectedError, read_level
from sapper.verify.lrat import LratError, derived
from sapper.verify.rup import first_gap

_TITLE = "c sapper certificate 1"

# Limits on the bytes in a file, on the counters for the mine count, and on the work of the checkers
# (the number of steps times the number of literals).
BYTES = 1 << 24
_COUNTERS = 1 << 17
WORK = 2 * 10**9


class VerdictJson(TypedDict):
    """What a certificate proves: `sapper verify DIR --json`."""

    accepted: bool
    claim: str
    """what is proved"""
    reason: str
    """if rejected, why"""


@dataclass(frozen=True, slots=True)
class CertificateVerdict:
    accepted: bool
    claim: str = ""
    reason: str = ""

    def to_json(self) -> VerdictJson:
        return {"accepted": self.accepted, "claim": self.claim, "reason": self.reason}

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        return f"accepted: {self.claim}" if self.accepted else f"rejected: {self.reason}"


def verify(position: str, cnf: str, drat: str, lrat: str) -> CertificateVerdict:
    try:
        claim = _verify(position, cnf, drat, lrat)
    except RejectedError as problem:
        return CertificateVerdict(False, reason=str(problem))
    return CertificateVerdict(True, claim=claim)


def _verify(position: str, cnf: str, drat: str, lrat: str) -> str:
    texts = {"position.txt": position, "claim.cnf": cnf, "claim.drat": drat, "claim.lrat": lrat}
    check_sizes(texts)
    sources, variables, clauses = _read_cnf(cnf)
    check_characters(texts)
    if sources.digest != hashlib.sha256(position.encode()).hexdigest():
        raise RejectedError("claim.cnf was made from another position.txt")
    names, expected = _rebuild(ClaimPosition(position), sources, len(clauses))
    if variables != names:
        raise RejectedError("the variables of claim.cnf do not match its clues and its claim")
    given = Counter(map(frozenset, clauses))
    if given != expected:
        missing, extra = (expected - given).total(), (given - expected).total()
        raise RejectedError(
            f"the clauses of claim.cnf do not match the position: {missing} are missing, {extra} "
            "should not be there"
        )
    check_proof(cnf, clauses, drat, lrat)
    return f"{sources.cell} is {'a mine' if sources.mine else 'safe'}"


def check_sizes(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        if len(text) > BYTES:
            raise RejectedError(f"{name} is too large: the limit is {BYTES >> 20} MiB")


def check_characters(texts: dict[str, str]) -> None:
    """Reject truncated files, and files that two programs might read differently."""
    for name, text in texts.items():
        # Some programs read other characters as line ends or digits.
        if bad := re.search(r"[^\n -~]", text):
            raise RejectedError(f"{name} contains {bad[0]!r}, which no certificate may contain")
        if not text.endswith("\n"):
            raise RejectedError(f"{name} is {'truncated' if text else 'missing or empty'}")


# -- reading ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sources:
    digest: str
    cell: str
    mine: bool
    clues: tuple[str, ...]
    given: bool
    mine_count: bool


def _read_cnf(text: str) -> tuple[_Sources, list[tuple[int, str]], list[list[int]]]:
    lines = text.splitlines()
    if not lines or lines[0] != _TITLE:
        raise RejectedError(f"claim.cnf does not start with {_TITLE!r}")
    comments: dict[str, dict[tuple[str, ...], None]] = {key: {} for key in _COMMENTS}
    clauses: list[list[int]] = []
    size: tuple[int, int] | None = None
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("c "):
            for key, pattern in _COMMENTS.items():
                if match := re.fullmatch(pattern, line, re.ASCII):
                    if match.groups() in comments[key]:
                        raise RejectedError(f"line {number} of claim.cnf repeats an earlier line")
                    comments[key][match.groups()] = None
                    break
            else:
                raise RejectedError(f"line {number} of claim.cnf has an unknown comment")
        elif match := re.fullmatch(r"p cnf (\d{1,9}) (\d{1,9})", line, re.ASCII):
            if size is not None:
                raise RejectedError("claim.cnf has two lines that start with p")
            size = int(match[1]), int(match[2])
        elif size is not None and re.fullmatch(rf"{_LITERALS}+0", line, re.ASCII):
            clauses.append([int(word) for word in line.split()[:-1]])
            if len(set(clauses[-1])) < len(clauses[-1]):
                raise RejectedError(f"line {number} of claim.cnf repeats a literal")
        else:
            raise RejectedError(f"line {number} of claim.cnf is not a clause")
    top = max((abs(x) for clause in clauses for x in clause), default=0)
    if size != (top, len(clauses)):
        raise RejectedError("the 'p cnf' line of claim.cnf does not match its clauses")
    for key in ("position", "claim"):
        if len(comments[key]) != 1:
            raise RejectedError(f"claim.cnf must have exactly one line 'c {key}'")
    ((digest,),), ((cell, claimed),) = comments["position"], comments["claim"]
    clues = tuple(name for (name,) in comments["clue"])
    given = [name for (name,) in comments["given"]]
    if given and given != [cell]:
        raise RejectedError("the given cell is not the claimed cell")
    if given and (claimed == "mine" or clues or comments["mine count"]):
        raise RejectedError("the claim about a given cell must say 'safe' and name no clues")
    sources = _Sources(
        digest, cell, claimed == "mine", clues, bool(given), bool(comments["mine count"])
    )
    return sources, [(int(index), name) for index, name in comments["variable"]], clauses


_LITERALS = r"(-?[1-9]\d{0,8} )"
CELL = r"([A-Z]{1,3}[1-9][0-9]{0,3})"
_COMMENTS = {
    "position": r"c position sha256 ([0-9a-f]{64})",
    "claim": rf"c claim {CELL} (mine|safe)",
    "clue": rf"c clue {CELL}",
    "given": rf"c given {CELL}",
    "mine count": r"c mine count",
    "variable": rf"c variable ([1-9][0-9]{{0,8}}) {CELL}",
}


class ClaimPosition:
    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        if not lines:
            raise RejectedError("position.txt does not start with a level")
        level = self.level = read_level(lines[0])
        self.mines = level.mines
        self.rows = lines[1:]
        if len(self.rows) != level.height or any(len(row) != level.width for row in self.rows):
            raise RejectedError("the rows of position.txt do not match its level")
        if any(row.strip("012345678.F+") for row in self.rows):
            raise RejectedError("position.txt has an unknown symbol")
        self.may_be_mines = sum(row.count(".") + row.count("F") for row in self.rows)
        if self.mines > self.may_be_mines:
            raise RejectedError(
                f"position.txt has more mines ({self.mines}) than cells for them "
                f"({self.may_be_mines})"
            )

    def symbol(self, place: Place) -> str:
        return self.rows[place[0]][place[1]]

    def around(self, place: Place) -> list[Place]:
        """The neighbours that could be mines, row by row."""
        return [near for near in self.level.around(place) if self.symbol(near) in ".F"]


# -- rebuilding -------------------------------------------------------------------------------


def _rebuild(
    board: ClaimPosition, sources: _Sources, most: int
) -> tuple[list[tuple[int, str]], Counter[frozenset[int]]]:
    claimed = board.level.place(sources.cell)
    if board.symbol(claimed) not in ".F+":
        raise RejectedError(f"the claim is about {sources.cell}, which is open")
    if sources.given != (board.symbol(claimed) == "+"):
        raise RejectedError(
            f"claim.cnf and position.txt disagree on whether {sources.cell} is given"
        )
    clues = {name: board.level.place(name) for name in sources.clues}
    cells = {name: board.around(place) for name, place in clues.items()}
    # Number the neighbours clue by clue, and then the claimed cell if it has no number yet.
    places = dict.fromkeys([*(near for some in cells.values() for near in some), claimed])
    number = {place: index for index, place in enumerate(places, 1)}
    clauses: Counter[frozenset[int]] = Counter()
    for name, place in clues.items():
        if not board.symbol(place).isdigit():
            raise RejectedError(f"clue {name} is not open in position.txt")
        near, mines = [number[x] for x in cells[name]], int(board.symbol(place))
        if mines > len(near):
            raise RejectedError(f"clue {name} needs more mines than it has hidden neighbours")
        # With n mines among m cells, any n + 1 cells include a safe one, and any m - n + 1 cells
        # include a mine.
        clauses.update(frozenset(-x for x in some) for some in combinations(near, mines + 1))
        clauses.update(frozenset(some) for some in combinations(near, len(near) - mines + 1))
        if len(clauses) > most:
            raise RejectedError("claim.cnf has fewer clauses than its clues need")
    if sources.given:
        clauses[frozenset([-number[claimed]])] += 1
    if sources.mine_count:
        elsewhere = board.may_be_mines - len(places)
        clauses.update(count_clauses(len(places), board.mines - elsewhere, board.mines))
    clauses[frozenset([-number[claimed] if sources.mine else number[claimed]])] += 1
    return [(index, board.level.name(place)) for place, index in number.items()], clauses


def count_clauses(n: int, least: int, most: int) -> list[frozenset[int]]:
    """Clauses that allow only `least` to `most` of the variables 1 to n to be true."""
    of_mines = most + 1 if most < n else least
    of_safes = n - least + 1 if least > 0 else n - most
    if of_safes < of_mines:
        cell = [0, *(-v for v in range(1, n + 1))]
        least, most, top = n - most, n - least, of_safes
    else:
        cell = [0, *range(1, n + 1)]
        top = of_mines
    if n * top > _COUNTERS:
        raise RejectedError(f"the mine count has too many counters: the limit is {_COUNTERS}")

    # reached[j] is the variable for "at least j of the variables so far are true", with j from 1.
    clauses: list[frozenset[int]] = []
    reached: list[int] = [0]
    fresh = n
    for i in range(1, n + 1):
        width = min(i, top)
        row = [0, *range(fresh + 1, fresh + 1 + width)]
        fresh += width
        for j in range(1, width + 1):
            stays = [reached[j]] if j < len(reached) else []
            grows = [reached[j - 1]] if j > 1 else []
            clauses += [frozenset([-old, row[j]]) for old in stays]
            clauses.append(frozenset([-cell[i], *(-old for old in grows), row[j]]))
            clauses.append(frozenset([-row[j], *stays, cell[i]]))
            clauses += [frozenset([-row[j], *stays, old]) for old in grows]
        reached = row
    if least > 0:
        clauses.append(frozenset([reached[least]]))
    if most < n:
        clauses.append(frozenset([-reached[most + 1]]))
    return clauses


# -- the proof --------------------------------------------------------------------------------


def check_proof(cnf: str, clauses: list[list[int]], drat: str, lrat: str, most: int = WORK) -> int:
    """Check a proof with three checkers. Return the work (steps times literals, at most `most`)."""
    lines = drat.splitlines()
    for number, line in enumerate(lines, 1):
        if not re.fullmatch(rf"{_LITERALS}+0" if number < len(lines) else "0", line, re.ASCII):
            raise RejectedError(
                f"line {number} of claim.drat is not "
                + ("a clause" if number < len(lines) else "the empty clause, which must come last")
            )
    steps = [[int(word) for word in line.split()[:-1]] for line in lines]
    top = max(abs(literal) for clause in clauses for literal in clause)
    if any(abs(literal) > top for step in steps for literal in step):
        raise RejectedError("claim.drat has a variable that is not in claim.cnf")
    literals = sum(map(len, clauses)) + sum(map(len, steps))
    work = len(steps) * literals
    if work > most:
        raise RejectedError(
            f"claim.drat is too long to check: {len(steps)} steps times {literals} literals is "
            f"more than {most}"
        )
    if len(lrat.splitlines()) != len(steps):
        raise RejectedError("claim.lrat and claim.drat have different numbers of lines")
    try:
        with_hints = derived(clauses, lrat)
    except LratError as problem:
        raise RejectedError(f"claim.lrat is not a proof: {problem}") from None
    if with_hints != steps:
        raise RejectedError("claim.lrat and claim.drat have different clauses")
    gap = first_gap(clauses, steps)
    if gap is not None:
        raise RejectedError(f"line {gap + 1} of claim.drat does not follow by unit propagation")
    # Use dratify's engine in pure Python, so that the verdict is the same on every machine.
    formula = dratify.parse_dimacs(cnf)
    result = dratify.check_proof(formula, drat, check_rat=False, engine="python")
    if not result.ok:
        raise RejectedError(f"dratify does not accept the proof: {result.reason}")
    return work
