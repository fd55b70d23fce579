"""Checks a certificate of `sapper.explain` with code that shares nothing with what made it.

The clauses are rebuilt from the position and compared with those of claim.cnf. Then three checkers
must agree that these clauses can't all hold:

    dratify   from PyPI, on claim.drat: written by others, and used for plain steps only
    rup.py    on claim.drat: our own, which takes nothing but unit propagation
    lrat.py   on claim.lrat, which must have the same clauses: our own, which only follows the hints

One would do if it had no bug; a false claim has to get past all three. Two kinds of steps that DRAT
allows are refused, since no certificate needs them: deletions, and clauses that keep the others
satisfiable without following from them (RAT). Together they let a proof throw away what it was
given, and then add whatever it likes. Whatever the files hold, checking ends: they have
limits, and so has the number of steps times that of literals.

What is checked is that no board agrees with the position and denies the claim. If no board agrees
with the position at all, that holds for every claim.

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

from sapper.verify.level import RejectedError, read_level
from sapper.verify.lrat import LratError, derived
from sapper.verify.rup import first_gap

_TITLE = "c sapper certificate 1"

# What is made has no more: bytes of a file, counters of the mine count, and steps times literals,
# which limits the work of every checker.
BYTES = 1 << 24
_COUNTERS = 1 << 17
WORK = 2 * 10**9


@dataclass(frozen=True, slots=True)
class CertificateVerdict:
    """Whether a certificate is accepted; the claim if it is, else why not."""

    accepted: bool
    claim: str = ""
    reason: str = ""

    def to_json(self) -> dict[str, bool | str]:
        return {"accepted": self.accepted, "claim": self.claim, "reason": self.reason}

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        return f"accepted: {self.claim}" if self.accepted else f"rejected: {self.reason}"


def verify(position: str, cnf: str, drat: str, lrat: str) -> CertificateVerdict:
    """Check the texts of position.txt, claim.cnf, claim.drat and claim.lrat."""
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
        raise RejectedError("position.txt is not the one that claim.cnf was made from")
    names, expected = _rebuild(ClaimPosition(position), sources, len(clauses))
    if variables != names:
        raise RejectedError("the variables of claim.cnf are not those of its clues and its claim")
    given = Counter(map(frozenset, clauses))
    if given != expected:
        missing, extra = (expected - given).total(), (given - expected).total()
        raise RejectedError(
            f"the clauses of claim.cnf do not follow from the position: {missing} missing, "
            f"{extra} that should not be there"
        )
    check_proof(cnf, clauses, drat, lrat)
    return f"{sources.cell} is {'a mine' if sources.mine else 'safe'}"


def check_sizes(texts: dict[str, str]) -> None:
    """Refuse files, by name, that are too large."""
    for name, text in texts.items():
        if len(text) > BYTES:
            raise RejectedError(f"{name} is too large: at most {BYTES >> 20} MiB")


def check_characters(texts: dict[str, str]) -> None:
    """Refuse files, by name, that programs would read in different ways, or that end early."""
    for name, text in texts.items():
        # Other characters that end a line, or look like a digit.
        if bad := re.search(r"[^\n -~]", text):
            raise RejectedError(f"{name} has the character {bad[0]!r}, which no certificate has")
        if not text.endswith("\n"):
            raise RejectedError(f"{name} is {'cut short' if text else 'missing or empty'}")


# -- reading ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sources:
    """What the comments of claim.cnf say that its clauses are made from."""

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
    # A dict of groups is a set that keeps their order.
    comments: dict[str, dict[tuple[str, ...], None]] = {key: {} for key in _COMMENTS}
    clauses: list[list[int]] = []
    size: tuple[int, int] | None = None
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("c "):
            for key, pattern in _COMMENTS.items():
                if match := re.fullmatch(pattern, line, re.ASCII):
                    if match.groups() in comments[key]:
                        raise RejectedError(f"line {number} of claim.cnf is there twice")
                    comments[key][match.groups()] = None
                    break
            else:
                raise RejectedError(f"line {number} of claim.cnf is not a comment of a certificate")
        elif match := re.fullmatch(r"p cnf (\d{1,9}) (\d{1,9})", line, re.ASCII):
            if size is not None:
                raise RejectedError("claim.cnf has two lines that start with p")
            size = int(match[1]), int(match[2])
        elif size is not None and re.fullmatch(rf"{_LITERALS}+0", line, re.ASCII):
            clauses.append([int(word) for word in line.split()[:-1]])
            if len(set(clauses[-1])) < len(clauses[-1]):
                raise RejectedError(f"line {number} of claim.cnf has a literal twice")
        else:
            raise RejectedError(f"line {number} of claim.cnf is not a clause")
    top = max((abs(x) for clause in clauses for x in clause), default=0)
    if size != (top, len(clauses)):
        raise RejectedError("claim.cnf does not have as many variables and clauses as it says")
    for key in ("position", "claim"):
        if len(comments[key]) != 1:
            raise RejectedError(f"claim.cnf does not have one line 'c {key}'")
    ((digest,),), ((cell, claimed),) = comments["position"], comments["claim"]
    clues = tuple(name for (name,) in comments["clue"])
    given = [name for (name,) in comments["given"]]
    if given and given != [cell]:
        raise RejectedError("the cell given as safe is not the cell claimed")
    if given and (claimed == "mine" or clues or comments["mine count"]):
        raise RejectedError("a cell given as safe can only be claimed safe, and without clues")
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
    """A position: its rows of symbols, and the number of mines."""

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        if not lines:
            raise RejectedError("position.txt does not start with a level")
        level = read_level(lines[0])
        self.width, self.height, self.mines = level.width, level.height, level.mines
        self.rows = lines[1:]
        if len(self.rows) != self.height or any(len(row) != self.width for row in self.rows):
            raise RejectedError("the rows of position.txt do not fit its level")
        if any(row.strip("012345678.F+") for row in self.rows):
            raise RejectedError("position.txt has a symbol that is not of a position")
        self.may_be_mines = sum(row.count(".") + row.count("F") for row in self.rows)
        if self.mines > self.may_be_mines:
            raise RejectedError(
                f"position.txt has {self.mines} mines and only {self.may_be_mines} cells for them"
            )

    def symbol(self, place: tuple[int, int]) -> str:
        """The symbol of a place (row, column), empty off the board."""
        row, column = place
        inside = 0 <= row < self.height and 0 <= column < self.width
        return self.rows[row][column] if inside else ""

    def place(self, name: str) -> tuple[int, int]:
        """The place of a cell's name."""
        letters = name.rstrip("0123456789")
        column = 0
        for letter in letters:
            column = 26 * column + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter) + 1
        place = int(name[len(letters) :]) - 1, column - 1
        if not self.symbol(place):
            raise RejectedError(f"cell {name} is off the board")
        return place

    def name(self, place: tuple[int, int]) -> str:
        """The name of a place; the inverse of `place`."""
        letters, column = "", place[1] + 1
        while column > 0:
            letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(column - 1) % 26] + letters
            column = (column - 1) // 26
        return f"{letters}{place[0] + 1}"

    def around(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        """The places around one that may be mines, row by row."""
        row, column = place
        near = [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        return [place for place in near if self.symbol(place) in (".", "F")]


# -- rebuilding -------------------------------------------------------------------------------


def _rebuild(
    board: ClaimPosition, sources: _Sources, most: int
) -> tuple[list[tuple[int, str]], Counter[frozenset[int]]]:
    """The variables and the clauses that claim.cnf must have, at most so many."""
    claimed = board.place(sources.cell)
    if board.symbol(claimed) not in ".F+":
        raise RejectedError(f"the claim is about {sources.cell}, which is open")
    if sources.given != (board.symbol(claimed) == "+"):
        raise RejectedError(f"claim.cnf and position.txt differ on whether {sources.cell} was told")
    clues = {name: board.place(name) for name in sources.clues}
    cells = {name: board.around(place) for name, place in clues.items()}
    # Clue by clue, as they are named; the cell of the claim comes last if no clue touches it.
    places = dict.fromkeys([*(near for some in cells.values() for near in some), claimed])
    number = {place: index for index, place in enumerate(places, 1)}
    clauses: Counter[frozenset[int]] = Counter()
    for name, place in clues.items():
        if not board.symbol(place).isdigit():
            raise RejectedError(f"clue {name} is not open in position.txt")
        near, mines = [number[x] for x in cells[name]], int(board.symbol(place))
        if mines > len(near):
            raise RejectedError(f"clue {name} has more mines than hidden cells around it")
        # No more than so many mines: among any so many and one, one is safe. No fewer: the same
        # for the safe cells.
        clauses.update(frozenset(-x for x in some) for some in combinations(near, mines + 1))
        clauses.update(frozenset(some) for some in combinations(near, len(near) - mines + 1))
        if len(clauses) > most:
            raise RejectedError("claim.cnf has fewer clauses than its clues")
    if sources.given:
        clauses[frozenset([-number[claimed]])] += 1
    if sources.mine_count:
        elsewhere = board.may_be_mines - len(places)
        clauses.update(count_clauses(len(places), board.mines - elsewhere, board.mines))
    clauses[frozenset([-number[claimed] if sources.mine else number[claimed]])] += 1
    return [(index, board.name(place)) for place, index in number.items()], clauses


def count_clauses(n: int, least: int, most: int) -> list[frozenset[int]]:
    """At least and at most so many of the variables 1 to n, by counters."""
    # The highest count that a bound speaks of, when mines and when safe cells are counted.
    of_mines = most + 1 if most < n else least
    of_safes = n - least + 1 if least > 0 else n - most
    if of_safes < of_mines:
        cell = [0, *(-v for v in range(1, n + 1))]
        least, most, top = n - most, n - least, of_safes
    else:
        cell = [0, *range(1, n + 1)]
        top = of_mines
    if n * top > _COUNTERS:
        raise RejectedError(f"the mine count has too many counters: at most {_COUNTERS}")

    # Rows of counters: reached[j] is the variable of "at least j so far", j from 1.
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
    """Have three checkers follow a proof that the clauses can't all hold; else a RejectedError.

    Returns the work that it took, steps times literals, which is limited to `most`.
    """
    lines = drat.splitlines()
    for number, line in enumerate(lines, 1):
        if not re.fullmatch(rf"{_LITERALS}+0" if number < len(lines) else "0", line, re.ASCII):
            raise RejectedError(
                f"line {number} of claim.drat is not "
                + ("a clause" if number < len(lines) else "the empty clause, which must end it")
            )
    steps = [[int(word) for word in line.split()[:-1]] for line in lines]
    top = max(abs(literal) for clause in clauses for literal in clause)
    if any(abs(literal) > top for step in steps for literal in step):
        raise RejectedError("claim.drat has a variable that claim.cnf has not")
    literals = sum(map(len, clauses)) + sum(map(len, steps))
    work = len(steps) * literals
    if work > most:
        raise RejectedError(
            f"claim.drat is too long to check: {len(steps)} steps times {literals} literals, "
            f"at most {most}"
        )
    if len(lrat.splitlines()) != len(steps):
        raise RejectedError("claim.lrat does not have as many lines as claim.drat")
    try:
        with_hints = derived(clauses, lrat)
    except LratError as problem:
        raise RejectedError(f"claim.lrat is no proof: {problem}") from None
    if with_hints != steps:
        raise RejectedError("claim.lrat does not have the clauses of claim.drat")
    gap = first_gap(clauses, steps)
    if gap is not None:
        raise RejectedError(f"line {gap + 1} of claim.drat does not follow by unit propagation")
    # The engine that comes with it, so that the verdict is the same on every machine.
    formula = dratify.parse_dimacs(cnf)
    result = dratify.check_proof(formula, drat, check_rat=False, engine="python")
    if not result.ok:
        raise RejectedError(f"dratify does not accept the proof: {result.reason}")
    return work
