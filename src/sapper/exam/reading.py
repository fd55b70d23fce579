"""Reading: finds the answer in an examinee's text, and reads files of answers.

The answer is the last JSON object in the text that has the keys that the item asks for. The object
may be in a code fence. If there is no such object, or if its values can't be read, the answer is
*unreadable* and counts as wrong. Case and spaces do not matter. A nested object is considered only
if the outer object lacks the required keys.

    deduce     {"C4": "safe", "D4": "mine", "H9": "undetermined"}
    prove      {"clues": ["B3", "mines"]}, or {"proof": "1. A1 | B1  A2 ..."}
    estimate   {"C4": 0.25}; 1/4 and "25%" are read too
    choose     {"cell": "C4"}
    play       {"move": "open C4"} after each position; an answer has the whole list of moves

>>> from sapper.core.view import View
>>> view = View.parse("3x1x1/any .1.".replace(" ", chr(10)))
>>> read_text('I think so: ```{"a1 ": " Safe"}```', "deduce", ["A1"], view)
{'A1': 'safe'}
>>> read_text("A1 is safe.", "deduce", ["A1"], view) is None
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from sapper.classroom.answers import UnreadableError, chance
from sapper.core.grid import CellError
from sapper.core.view import HIDDEN, View
from sapper.errors import quote
from sapper.exam.items import ExamError, Item, json_lines

VERDICTS = ("safe", "mine", "undetermined")
MINES = "mines"
"""stands for the mine count in a list of clues"""

LENGTH = 200_000
"""the maximum number of characters that are read, from the end of the text"""

WASTE = 10 * LENGTH
"""after failed attempts to decode this number of characters, the rest is not read"""
ATTEMPT = 1000
"""the minimum cost of an attempt, in characters"""

START = re.compile(r'\{\s*["}]')
"""the first characters of a JSON object"""

MOVES = 100_000

CUT = "length"
"""why a reply ended (`finish`) that was cut at a token limit"""
HOW = ("model", "finish", "prompt_tokens")

ExamAnswer: TypeAlias = dict[str, Any]


def read(item: Item, text: str) -> ExamAnswer | None:
    return read_text(text, item.part, item.cells, item.view)


def read_text(text: str, part: str, cells: Sequence[str], view: View) -> ExamAnswer | None:
    """Find the answer in a text. Return it in its standard form, or None if it is unreadable."""
    left: list[Any] = list(_objects(text[-LENGTH:]))
    while left:
        value = left.pop()  # the last one
        if isinstance(value, dict):
            if _has_keys(_given(value), part, cells):
                return plain(value, part, cells, view)
            left += value.values()
        elif isinstance(value, list):
            left += value
    return None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the outermost JSON objects in a text."""
    decoder = json.JSONDecoder()
    at, wasted = 0, 0
    while wasted < WASTE and (found := START.search(text, at)):
        start = found.start()
        try:
            value, at = decoder.raw_decode(text, start)
            yield value
        except ValueError as problem:
            # The text before the mistake may contain complete objects, so try again at the next
            # brace.
            at = start + 1
            wasted += max(ATTEMPT, getattr(problem, "pos", len(text)) - start)
        except RecursionError:  # nested more deeply than any real answer
            return


def _given(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {"".join(str(key).split()).lower(): each for key, each in value.items()}


def _has_keys(given: Mapping[str, Any], part: str, cells: Sequence[str]) -> bool:
    names = {"choose": ["cell"], "prove": ["clues", "proof"], "play": ["move", "moves"]}.get(part)
    if names is None:
        return all(cell.lower() in given for cell in cells)
    return any(name in given for name in names)


def plain(value: object, part: str, cells: Sequence[str], view: View) -> ExamAnswer | None:
    """Convert an answer to its standard form, or return None if it is unreadable."""
    if not isinstance(value, Mapping):
        return None
    given = _given(value)
    try:
        match part:
            case "deduce":
                said = {cell: _word(given[cell.lower()]) for cell in cells}
                return said if set(said.values()) <= set(VERDICTS) else None
            case "estimate":
                return {cell: _chance(given[cell.lower()]) for cell in cells}
            case "choose":
                cell = view.grid.parse_cell("".join(_text(given["cell"]).split()))
                return {"cell": view.grid.name(cell)} if view[cell] >= HIDDEN else None
            case "prove":
                if "clues" not in given:
                    return {"proof": _text(given["proof"])}
                return {"clues": _clues(given["clues"], view)}
        if "moves" in given:
            moves = given["moves"]
            readable = isinstance(moves, list) and len(moves) <= MOVES
            return {"moves": list(map(_text, moves))} if readable else None
        return {"move": " ".join(_text(given["move"]).split())}
    except (KeyError, TypeError, UnreadableError, CellError):
        return None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _word(value: object) -> str:
    return _text(value).strip().lower()


def _chance(value: object) -> float:
    if isinstance(value, str):
        return chance(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise TypeError
    return float(value)


def _clues(value: object, view: View) -> list[str]:
    """The names of the clues without duplicates. The mine count comes last."""
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list):
        raise TypeError
    named = ["".join(_word(word).split()) for word in words]
    clues = sorted({view.grid.parse_cell(word) for word in named if word != MINES})
    if any(view[clue] >= HIDDEN for clue in clues):
        raise TypeError
    return [*map(view.grid.name, clues), *[MINES] * (MINES in named)]


@dataclass(frozen=True, slots=True)
class Answered:
    """A line of an answer file."""

    id: str
    answer: ExamAnswer | None
    """None if it is unreadable"""
    raw: str = ""
    seconds: float = 0.0
    tokens: int = 0
    is_readable: bool = True
    """False for a game that ended with a line that can't be read or played"""
    how: Mapping[str, Any] = field(default_factory=dict)
    """what a server said about its reply: `model`, `finish` and `prompt_tokens`"""
    sample: int = 1
    """the number of this answer, if the item was asked several times"""

    @property
    def is_cut(self) -> bool:
        """Whether a reply was cut at a token limit."""
        return CUT in str(self.how.get("finish", "")).split(", ")

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "sample": self.sample,
            "answer": self.answer,
            "raw": self.raw[-LENGTH:],
            "seconds": round(self.seconds, 3),
            "tokens": self.tokens,
            **self.how,
        }


def answered(item: Item, value: Mapping[str, Any]) -> Answered:
    """Read a line of an answer file. If the line has no `answer`, look for one in its raw text."""
    raw = value.get("raw")
    raw = raw if isinstance(raw, str) else ""
    said = value.get("answer")
    found = plain(said, item.part, item.cells, item.view) if said is not None else read(item, raw)
    seconds, tokens = _number(value, "seconds"), int(_number(value, "tokens"))
    how = {name: value[name] for name in HOW if name in value}
    return Answered(item.id, found, raw, seconds, tokens, how=how, sample=value.get("sample", 1))


def _number(value: Mapping[str, Any], name: str) -> float:
    found = value.get(name, 0)
    is_number = isinstance(found, int | float) and not isinstance(found, bool)
    return float(found) if is_number and 0 <= found < 1e15 else 0.0


def load_answers(path: Path, items: Mapping[str, Item]) -> dict[str, list[Answered]]:
    """Maps the ids of items to the answers in a file: several, if an item was asked several times.

    After an answer that was cut at a token limit, the file may have another one in its place.
    """
    found: dict[tuple[str, int], Answered] = {}
    for number, value in json_lines(path):
        name = value.get("id") if isinstance(value, dict) else None
        if not isinstance(name, str):
            raise ExamError(f'line {number} of {path} is not an answer: it needs an "id"')
        if name not in items:
            raise ExamError(
                f"line {number} of {path} answers {quote(name)}, which is not among the items: "
                "use the items that were asked (--items)"
            )
        sample = value.get("sample", 1)
        if type(sample) is not int or sample < 1:
            raise ExamError(f'line {number} of {path} needs a whole number from 1 as "sample"')
        if (name, sample) in found and not found[name, sample].is_cut:
            raise ExamError(f"line {number} of {path} answers {quote(name)} a second time")
        if value.get("of") not in (None, items[name].mark):
            raise ExamError(
                f"line {number} of {path} answers {quote(name)} from another exam, "
                "which has other items"
            )
        if not {"answer", "raw"} & value.keys():
            raise ExamError(
                f'line {number} of {path} is not an answer: it needs "answer" or "raw", which is '
                "the examinee's text"
            )
        found[name, sample] = answered(items[name], value)
    if not found:
        raise ExamError(f"{path} has no answers")
    answers: dict[str, list[Answered]] = {}
    for name, sample in sorted(found):
        answers.setdefault(name, []).append(found[name, sample])
    return answers
