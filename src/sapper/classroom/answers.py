"""Reads students' answers. If an answer can't be read, the error message shows the right form.

    cells       B2 C4                       in any order, with or without commas
    literals    ¬B2 C4                      B2 is safe, C4 is a mine; also ~B2, !B2, not B2 and B2'
    clause      A1 ∨ ¬B1                    also A1 | ~B1, A1 v !B1, A1 or not B1
    number      7, or 499,500
    chance      1/3, 0.33 or 33%
    proof       1. A1 ∨ B1    A2            a line per step: its number, its clause and its source,
                5. ¬C1        from 2 4      which is a clue, `mine count`, `claim` or earlier steps
                                            that are resolved from left to right. `sapper explain
                                            --proof` uses the same form.

>>> grid = Grid(5, 2)
>>> cells("c1, d2", grid)
(C1, D2)
>>> print(clause("A1 or not B1", grid))
(1 ∨ ¬2)
>>> chance("33%"), chance("1/3")
(0.33, 0.3333333333333333)
>>> proof("3. ~C1   from 1 2", grid)
(ProofLine(number=3, clause=Clause(pos=0, neg=8), parents=(1, 2), source=''),)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sapper.core.grid import Cell, CellError, Grid
from sapper.errors import SapperError, quote
from sapper.logic import Clause, Literal
from sapper.logic.formula import NOT_SIGN, OR_SIGN, PRIME

LENGTH = 20_000
LINES = 500
MINE_COUNT, CLAIM = "mine count", "claim"
_SOURCES = {MINE_COUNT: MINE_COUNT, "minenzahl": MINE_COUNT, CLAIM: CLAIM}
NONE = (["none"], ["keine"], ["keins"], ["keines"])
"""answers that mean no cell, number or literal"""

_NAME = r"[A-Za-z]{1,4}\d{1,5}"
_NOT = rf"(?:{NOT_SIGN}|\bnicht\b)"
_OR = rf"(?:{OR_SIGN}|\boder\b)"
_LITERAL = rf"(?:-|{_NOT})?\s*{_NAME}{PRIME}?"
_AND = r"(?:\s*,\s*|\s+(?:(?:and|und)\s+)?)"
_GROUPED = r"-?\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+"


class UnreadableError(SapperError):
    """Raised if an answer can't be read. The message shows the right form."""


def lines(answer: str) -> Iterator[tuple[int, str]]:
    """Yield the non-blank lines with their line numbers, without # comments."""
    if len(answer) > LENGTH:
        raise UnreadableError(
            "{count:,} characters is too many: the limit is {most:,}",
            count=len(answer),
            most=LENGTH,
        )
    written = answer.splitlines()
    if len(written) > LINES:
        raise UnreadableError(
            "{count} lines is too many: the limit is {most}", count=len(written), most=LINES
        )
    for number, line in enumerate(written, 1):
        if content := line.partition("#")[0].strip():
            yield number, content


def words(answer: str) -> list[str]:
    found = [word for _, line in lines(answer) for word in re.split(r"[\s,;]+", line)]
    found = [word for word in found if word and word.lower() not in ("and", "und")]
    if not found:
        raise UnreadableError("there is no answer yet: write one, then check again")
    return found


def cells(answer: str, grid: Grid) -> tuple[Cell, ...]:
    """The cells of an answer in ascending order, without duplicates. `none` means no cell."""
    found = words(answer)
    if _is_none(found):
        return ()
    return tuple(sorted({_cell(word, grid) for word in found}))


def _is_none(found: list[str]) -> bool:
    return [word.lower() for word in found] in NONE


def _cell(word: str, grid: Grid) -> Cell:
    try:
        return grid.parse_cell(word)
    except CellError as problem:
        raise UnreadableError(problem.template, **problem.parts) from None


def literals(answer: str, grid: Grid) -> frozenset[Literal]:
    """The literals of an answer: `A1` says that A1 is a mine, and `~A1` that it is safe."""
    found = re.sub(rf"{_NOT}\s+", r"~", "\n".join(line for _, line in lines(answer)))
    chosen = words(found)
    if _is_none(chosen):
        return frozenset()
    return frozenset(_literal(word, grid) for word in chosen)


def _literal(word: str, grid: Grid) -> Literal:
    sign, name, prime = re.fullmatch(  # type: ignore[union-attr]
        rf"((?:-|{_NOT})?)\s*(.*?)({PRIME}?)", word.strip(), re.DOTALL
    ).groups()
    cell = _cell(name, grid)
    return -cell - 1 if bool(sign) != bool(prime) else cell + 1


def clause(line: str, grid: Grid) -> Clause:
    """Read a clause: literals with | between them. ⊥ is the empty clause."""
    body = line.strip()
    if body.startswith("(") and body.endswith(")"):
        body = body[1:-1].strip()
    if body in ("⊥", "false", "empty"):
        return Clause()
    parts = re.split(rf"\s*{_OR}\s*", body)
    if not all(re.fullmatch(_LITERAL, part) for part in parts):
        raise UnreadableError(
            "{text} is not a clause: write literals with | between them, like A1 | ~B1",
            text=quote(line),
        )
    return Clause.of(*(_literal(part, grid) for part in parts))


def clauses(answer: str, grid: Grid) -> tuple[Clause, ...]:
    found = []
    for number, line in lines(answer):
        try:
            found.append(clause(re.sub(r"^\d+\.\s*", "", line), grid))
        except UnreadableError as problem:
            raise UnreadableError("line {line}: {problem}", line=number, problem=problem) from None
    if not found:
        raise UnreadableError("there is no clause yet: write one per line, like A1 | ~B1")
    return tuple(found)


def number(answer: str) -> int:
    text = " ".join(line for _, line in lines(answer))
    if re.fullmatch(_GROUPED, text, re.ASCII):
        answer = re.sub(r"[^\d-]", "", text)
    if len(found := words(answer)) != 1:
        raise UnreadableError("write one whole number, like 7")
    (word,) = found
    if not re.fullmatch(r"-?\d{1,9}", word, re.ASCII):
        raise UnreadableError(
            "{word} is not a whole number: write a number like 7", word=quote(word)
        )
    return int(word)


def numbers(answer: str) -> tuple[int, ...]:
    found = words(answer)
    if _is_none(found):
        return ()
    return tuple(sorted({number(word) for word in found}))


def chance(answer: str) -> float:
    text = "".join("".join(line for _, line in lines(answer)).split())
    if match := re.fullmatch(r"(\d{1,9})/(\d{1,9})", text, re.ASCII):
        if not int(match[2]):
            raise UnreadableError("{text} divides by zero", text=quote(text))
        found = int(match[1]) / int(match[2])
    elif match := re.fullmatch(r"(\d{1,3}(?:[.,]\d{1,30})?|[.,]\d{1,30})(%?)", text, re.ASCII):
        found = float(match[1].replace(",", ".")) / (100 if match[2] else 1)
    else:
        raise UnreadableError("{text} is not a chance: write 1/3, 0.33 or 33%", text=quote(text))
    if found > 1:
        raise UnreadableError(
            "{text} is more than 1: a chance must be 0 to 1, or 0% to 100%", text=quote(text)
        )
    return found


@dataclass(frozen=True, slots=True)
class ProofLine:
    number: int
    clause: Clause
    parents: tuple[int, ...]
    source: str
    """the name of a clue, `mine count` or `claim`; empty if the step has parents"""


def proof(answer: str, grid: Grid) -> tuple[ProofLine, ...]:
    found = []
    for place, line in lines(answer):
        step = re.fullmatch(
            rf"(\d{{1,4}})[.:)]?\s+(\(?(?:{_LITERAL}|⊥|false|empty)(?:\s*{_OR}\s*{_LITERAL})*\)?)\s+(.+)",
            line,
        )
        if step is None:
            raise UnreadableError(
                "line {line} is not a proof step: write its number, its clause and its "
                "source, for example: 3. ~C1 from 1 2",
                line=place,
            )
        why = step[3].strip()
        parents: tuple[int, ...] = ()
        if re.fullmatch(rf"(?:(?:from|aus)\s+)?\d{{1,4}}(?:{_AND}\d{{1,4}})+", why):
            parents, why = tuple(map(int, re.findall(r"\d+", why))), ""
        elif named := re.fullmatch(rf"(?:(?:clue|Zahl\s+auf)\s+)?({_NAME})", why):
            why = grid.name(_cell(named[1], grid))
        elif why.lower() in _SOURCES:
            why = _SOURCES[why.lower()]
        else:
            raise UnreadableError(
                "line {line}: {source} is not a source: write a clue like A2, the mine count "
                "as `mine count`, or earlier steps as `from 1 2`",
                line=place,
                source=quote(why),
            )
        found.append(ProofLine(int(step[1]), clause(step[2], grid), parents, why))
    if not found:
        raise UnreadableError(
            "there is no proof yet: write one step per line, for example: 1. A1 | B1 A2"
        )
    return tuple(found)
