"""Checks a certificate (see `certificate.py`) with code of its own: imports nothing of Sapper.

The clauses are rebuilt from the position and compared with those of claim.cnf; then dratify, a
checker from PyPI, checks the proof. A verdict of "accepted" depends on this file, on dratify and on
nothing that made the certificate.

>>> print(verify("", "", ""))
rejected: claim.cnf does not start with 'c sapper certificate 1'
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import dratify

_TITLE = "c sapper certificate 1"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a certificate is accepted; the claim if it is, else why not."""

    accepted: bool
    claim: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        return f"accepted: {self.claim}" if self.accepted else f"rejected: {self.reason}"


class _RejectedError(Exception):
    """Why a certificate is not accepted."""


def verify(position: str, cnf: str, drat: str) -> Verdict:
    """Check the texts of position.txt, claim.cnf and claim.drat."""
    try:
        claim = _verify(position, cnf, drat)
    except _RejectedError as problem:
        return Verdict(False, reason=str(problem))
    return Verdict(True, claim=claim)


def _verify(position: str, cnf: str, drat: str) -> str:
    sources, variables, clauses = _read_cnf(cnf)
    if sources.digest != hashlib.sha256(position.encode()).hexdigest():
        raise _RejectedError("position.txt is not the one that claim.cnf was made from")
    board = _Position(position)
    names, expected = _rebuild(board, sources)
    if variables != names:
        raise _RejectedError("the variables of claim.cnf are not those of its clues and its claim")
    given = Counter(map(frozenset, clauses))
    if given != expected:
        missing, extra = len(expected - given), len(given - expected)
        raise _RejectedError(
            f"the clauses of claim.cnf do not follow from the position: {missing} missing, "
            f"{extra} that should not be there"
        )
    _check_proof(cnf, drat)
    return f"{sources.cell} is {'a mine' if sources.mine else 'safe'}"


# -- reading ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sources:
    """What the comments of claim.cnf say that its clauses are made from."""

    digest: str
    cell: str
    mine: bool
    clues: tuple[str, ...]
    told: bool
    mine_count: bool


def _read_cnf(text: str) -> tuple[_Sources, dict[int, str], list[list[int]]]:
    lines = text.splitlines()
    if not lines or lines[0] != _TITLE:
        raise _RejectedError(f"claim.cnf does not start with {_TITLE!r}")
    found: dict[str, list[tuple[str, ...]]] = {}
    clauses: list[list[int]] = []
    size: tuple[int, int] | None = None
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("c "):
            for key, pattern in _COMMENTS.items():
                if match := re.fullmatch(pattern, line, re.ASCII):
                    if match.groups() in found.setdefault(key, []):
                        raise _RejectedError(f"line {number} of claim.cnf is there twice")
                    found[key].append(match.groups())
                    break
            else:
                raise _RejectedError(
                    f"line {number} of claim.cnf is not a comment of a certificate"
                )
        elif match := re.fullmatch(r"p cnf (\d{1,9}) (\d{1,9})", line, re.ASCII):
            if size is not None:
                raise _RejectedError("claim.cnf has two lines that start with p")
            size = int(match[1]), int(match[2])
        elif size is not None and re.fullmatch(r"(-?[1-9]\d{0,8} )+0", line, re.ASCII):
            clauses.append([int(word) for word in line.split()[:-1]])
        else:
            raise _RejectedError(f"line {number} of claim.cnf is not a clause")
    top = max((abs(x) for clause in clauses for x in clause), default=0)
    if size != (top, len(clauses)):
        raise _RejectedError("claim.cnf does not have as many variables and clauses as it says")
    for key in ("position", "claim"):
        if len(found.get(key, ())) != 1:
            raise _RejectedError(f"claim.cnf does not have one line 'c {key}'")
    (digest,), (cell, claimed) = found["position"][0], found["claim"][0]
    told = [name for (name,) in found.get("told", ())]
    if told and told != [cell]:
        raise _RejectedError("the cell told safe is not the cell claimed")
    sources = _Sources(
        digest,
        cell,
        claimed == "mine",
        tuple(name for (name,) in found.get("clue", ())),
        bool(told),
        "mine count" in found,
    )
    variables = {int(index): name for index, name in found.get("variable", ())}
    return sources, variables, clauses


_COMMENTS = {
    "position": r"c position sha256 ([0-9a-f]{64})",
    "claim": r"c claim ([A-Z]+[0-9]+) (mine|safe)",
    "clue": r"c clue ([A-Z]+[0-9]+)",
    "told": r"c told ([A-Z]+[0-9]+)",
    "mine count": r"c mine count",
    "variable": r"c variable ([1-9][0-9]{0,8}) ([A-Z]+[0-9]+)",
}


class _Position:
    """A position: the symbol of each place (row, column), and the number of mines."""

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        match = (
            re.match(r"(\d{1,4})x(\d{1,4})x(\d{1,7})(/|$)", lines[0], re.ASCII) if lines else None
        )
        if match is None:
            raise _RejectedError("position.txt does not start with a level")
        self.width, height, self.mines = (int(word) for word in match.groups()[:3])
        rows = lines[1:]
        if len(rows) != height or any(len(row) != self.width for row in rows):
            raise _RejectedError("the rows of position.txt do not fit its level")
        self.symbols = {(r, c): s for r, row in enumerate(rows) for c, s in enumerate(row)}
        if not set(self.symbols.values()) <= set("012345678.F+"):
            raise _RejectedError("position.txt has a symbol that is not of a position")

    def place(self, name: str) -> tuple[int, int]:
        """The place of a cell's name."""
        letters = name.rstrip("0123456789")
        column = 0
        for letter in letters:
            column = 26 * column + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter) + 1
        place = int(name[len(letters) :]) - 1, column - 1
        if place not in self.symbols or name[len(letters)] == "0":
            raise _RejectedError(f"cell {name} of claim.cnf is off the board")
        return place

    def name(self, place: tuple[int, int]) -> str:
        """The name of a place; the inverse of `place`."""
        letters, column = "", place[1] + 1
        while column > 0:
            letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(column - 1) % 26] + letters
            column = (column - 1) // 26
        return f"{letters}{place[0] + 1}"

    def may_be_mines(self) -> set[tuple[int, int]]:
        """The hidden places that are not told safe."""
        return {place for place, symbol in self.symbols.items() if symbol in ".F"}

    def around(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        """The places around one that may be mines."""
        row, column = place
        near = [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        return [place for place in near if self.symbols.get(place, "") in (".", "F")]


# -- rebuilding -------------------------------------------------------------------------------


def _rebuild(board: _Position, sources: _Sources) -> tuple[dict[int, str], Counter[frozenset[int]]]:
    """The variables and the clauses that claim.cnf must have."""
    claimed = board.place(sources.cell)
    if board.symbols[claimed] not in ".F+":
        raise _RejectedError(f"the claim is about {sources.cell}, which is open")
    if sources.told != (board.symbols[claimed] == "+"):
        raise _RejectedError(
            f"claim.cnf and position.txt differ on whether {sources.cell} was told"
        )
    if len(set(sources.clues)) != len(sources.clues):
        raise _RejectedError("a clue is named twice")
    clues = [board.place(name) for name in sources.clues]
    for name, place in zip(sources.clues, clues, strict=True):
        if not board.symbols[place].isdigit():
            raise _RejectedError(f"clue {name} is not open in position.txt")
    places = sorted({claimed}.union(*(board.around(place) for place in clues)))
    number = {place: index for index, place in enumerate(places, 1)}
    clauses: Counter[frozenset[int]] = Counter()
    for place in clues:
        cells = [number[near] for near in board.around(place)]
        mines = int(board.symbols[place])
        # No more than so many mines: among any so many and one, one is safe. No fewer: the same
        # for the safe cells.
        clauses.update(frozenset(-x for x in some) for some in combinations(cells, mines + 1))
        clauses.update(frozenset(some) for some in combinations(cells, len(cells) - mines + 1))
    if sources.told:
        clauses[frozenset([-number[claimed]])] += 1
    if sources.mine_count:
        elsewhere = len(board.may_be_mines()) - len(places)
        clauses.update(_count_clauses(len(places), board.mines - elsewhere, board.mines))
    clauses[frozenset([-number[claimed] if sources.mine else number[claimed]])] += 1
    return {index: board.name(place) for place, index in number.items()}, clauses


def _count_clauses(n: int, least: int, most: int) -> list[frozenset[int]]:
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


def _check_proof(cnf: str, drat: str) -> None:
    lines = [line.split() for line in drat.splitlines()]
    if not lines or lines[-1] != ["0"]:
        raise _RejectedError("claim.drat does not end with the empty clause")
    try:
        result = dratify.check_proof(dratify.parse_dimacs(cnf), drat)
    except ValueError as problem:
        raise _RejectedError(f"claim.drat cannot be read: {problem}") from None
    if not result.ok:
        raise _RejectedError(f"dratify does not accept the proof: {result.reason}")
