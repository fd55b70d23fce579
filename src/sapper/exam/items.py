"""The items (questions) of an exam, each stored as a line of JSON, and the settings of an exam.

    part      deduce, prove, estimate, choose or play
    rung      the technique that the item needs, or `none` if no cell of the position is provable
    group     the same for all copies of a position (rotated, mirrored or rendered differently)
    turn      how the position was rotated or mirrored, 0 to 7 (`sapper.core.symmetry`)

An item does not contain its answer. The grader computes the answer from the position.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.symmetry import TURNS
from sapper.core.view import View
from sapper.errors import SapperError, quote
from sapper.formats import read_text
from sapper.ladder.puzzle import PUZZLE_TECHNIQUES
from sapper.reason.odds import odds

PARTS = ("deduce", "prove", "estimate", "choose", "play")
NONE = "none"
RUNGS = (*map(str, PUZZLE_TECHNIQUES), NONE)
RUNGS_OF = {
    "deduce": RUNGS,
    "prove": RUNGS[:-1],
    "estimate": RUNGS,
    "choose": (NONE,),
    "play": (NONE,),
}

RENDERS = ("grid", "list", "constraints", "json")
RULES = "standard"
LEVEL = Level.parse("9x9x16/open")
"""a level that is as small as beginner and as dense as expert"""

VERSION = 1
"""the version of the exam, which each item and each promise carries"""

FILE_LIMIT = 1 << 30


class ExamError(SapperError):
    """Raised for impossible settings, and for files of items or answers that can't be read."""


@dataclass(frozen=True)
class Item:
    id: str
    part: str
    rung: str
    rules: str
    render: str
    level: str
    prompt: str
    position: str
    cells: tuple[str, ...]
    form: dict[str, str]
    group: str
    turn: int = 0
    seed: int | None = None
    """for `play`, the seed of the board"""
    source: str = ""
    """what the exam was made from: `seed 7`, or `salt` for a secret exam"""

    @cached_property
    def view(self) -> View:
        return View.parse_any(self.position)

    @cached_property
    def named(self) -> dict[str, Cell]:
        """The cells that the item asks about, as a dictionary from names to cells."""
        return {name: self.view.grid.parse_cell(name) for name in self.cells}

    @cached_property
    def mark(self) -> str:
        """A hash of the question, stored with its answer to detect answers to other exams."""
        asked = [self.part, self.prompt, self.position, self.cells, self.seed]
        return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]

    def game(self) -> Game:
        """A new game for an item of the `play` part."""
        assert self.seed is not None
        return Game(deal(Level.parse(self.level), self.seed))

    def to_json(self) -> dict[str, Any]:
        found = asdict(self) | {"cells": list(self.cells)}
        given = {name: it for name, it in found.items() if (name, it) != ("seed", None)}
        return {"version": VERSION} | given

    @classmethod
    def from_json(cls, value: Any) -> Item:
        """Convert JSON to an item, or raise an ExamError that says what is wrong."""
        if not isinstance(value, dict):
            raise ExamError("an item must be a JSON object")
        version = value.get("version")
        if type(version) is not int or version != VERSION:
            raise ExamError(
                f"an item needs the field 'version' with the value {VERSION}, not "
                f"{quote(json.dumps(version))}: make the items again with this version of Sapper"
            )
        texts = ("id", "part", "rung", "rules", "render", "level", "prompt", "position")
        for name in texts:
            if not isinstance(value.get(name), str):
                raise ExamError(f"an item needs the field {quote(name)}, which must be text")
        part, rules, render = (value[name] for name in ("part", "rules", "render"))
        cells, form = value.get("cells", []), value.get("form", {})
        are_names = isinstance(cells, list) and all(isinstance(cell, str) for cell in cells)
        turn, seed = value.get("turn", 0), value.get("seed")
        is_turn = type(turn) is int and 0 <= turn < TURNS
        has_seed = part != "play" or type(seed) is int
        for holds, problem in (
            (part in PARTS, f"{quote(part)} is not a part: use {', '.join(PARTS)}"),
            (are_names, "the cells of an item must be a list of names"),
            (isinstance(form, dict), "the field 'form' of an item must be a JSON object"),
            (rules == RULES, f"the rules of an item can't be {quote(rules)}: use {quote(RULES)}"),
            (render in RENDERS, f"{quote(render)} is not a rendering: use {', '.join(RENDERS)}"),
            (is_turn, "the turn of an item must be a whole number from 0 to 7"),
            (has_seed, "an item of the part 'play' needs the seed of its board"),
            (cells or part in ("choose", "play"), "an item needs at least one cell"),
        ):
            if not holds:
                raise ExamError(problem)
        item = cls(
            **{name: value[name] for name in texts},
            cells=tuple(cells),
            form=form,
            group=str(value.get("group", value["id"])),
            turn=turn,
            seed=seed if type(seed) is int else None,
            source=str(value.get("source", "")),
        )
        try:
            for cell in item.named.values():
                item.view.check_hidden(cell)
            Level.parse(item.level)
            odds(item.view)  # raises an error if no board fits the position
            if item.seed is not None:
                item.game()
        except SapperError as problem:
            raise ExamError(f"item {quote(item.id)}: {problem}") from None
        return item


@dataclass(frozen=True, slots=True)
class ExamSettings:
    """The settings of an exam. Together with a seed or a salt, the settings determine all items."""

    parts: tuple[str, ...] = PARTS
    positions: int = 42
    """the number of positions (or games) in each part"""
    copies: int = 2
    """the number of items for each position"""
    renders: tuple[str, ...] = RENDERS
    level: str = str(LEVEL)

    def __post_init__(self) -> None:
        for name, chosen, allowed in (
            ("part", self.parts, PARTS),
            ("rendering", self.renders, RENDERS),
        ):
            for one in chosen:
                if one not in allowed:
                    raise ExamError(f"{quote(one)} is not a {name}: use {', '.join(allowed)}")
            if not chosen or len(set(chosen)) < len(chosen):
                raise ExamError(f"choose at least one {name}, and each only once")
        if not 1 <= self.positions <= 100_000:
            raise ExamError(f"an exam can't have {self.positions} positions: use 1 to 100000")
        if not 1 <= self.copies <= 8:
            raise ExamError(f"a position can't have {self.copies} copies: use 1 to 8")
        Level.parse(self.level)

    def counts(self, part: str) -> dict[str, int]:
        """The number of positions for each technique in a part.

        The numbers differ by at most one.
        """
        rungs = RUNGS_OF[part]
        each, more = divmod(self.positions, len(rungs))
        return {rung: each + (place < more) for place, rung in enumerate(rungs)}

    def to_json(self) -> dict[str, Any]:
        lists = {"parts": list(self.parts), "renders": list(self.renders)}
        return {"exam": VERSION, "rules": RULES} | asdict(self) | lists

    @classmethod
    def from_json(cls, value: Any) -> ExamSettings:
        try:
            if not all(type(value[name]) is int for name in ("positions", "copies")):
                raise TypeError
            settings = cls(
                tuple(value["parts"]),
                value["positions"],
                value["copies"],
                tuple(value["renders"]),
                str(value["level"]),
            )
        except (KeyError, TypeError):
            raise ExamError("its settings are not valid exam settings") from None
        if settings.to_json() != value:
            raise ExamError("its settings are from another version of the exam")
        return settings

    @property
    def text(self) -> str:
        """The settings as one line of text."""
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))


def public_key(seed: int) -> int:
    """The random seed for making a public exam."""
    return _number(f"sapper exam, public, {seed}".encode())


def secret_key(salt: bytes, settings: ExamSettings) -> int:
    """The random seed for making a secret exam. The seed does not reveal the salt."""
    return _number(b"sapper exam, secret, " + salt + b" " + settings.text.encode())


def _number(text: bytes) -> int:
    return int.from_bytes(hashlib.sha256(text).digest(), "big")


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number and the value of each line in a file of JSON lines."""
    text = read_text(path, limit=FILE_LIMIT)
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                raise ExamError(f"line {number} of {path} is not JSON") from None


def load_items(path: Path) -> list[Item]:
    items: dict[str, Item] = {}
    for number, value in json_lines(path):
        try:
            item = Item.from_json(value)
        except ExamError as problem:
            raise ExamError(f"line {number} of {path}: {problem}") from None
        if item.id in items:
            raise ExamError(f"line {number} of {path}: the item {quote(item.id)} appears twice")
        items[item.id] = item
    if not items:
        raise ExamError(f"{path} has no items: make some with `sapper exam make`")
    return list(items.values())


def items_text(items: Iterable[Item]) -> str:
    return "".join(json.dumps(item.to_json(), ensure_ascii=False) + "\n" for item in items)
